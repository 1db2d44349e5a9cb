/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What is printed of a command: its usage, its options from their rows, the keys that it reads.
 */
#ifndef CAROM_CLI_HELP_USAGE_H
#define CAROM_CLI_HELP_USAGE_H

#include "cli/options/options.h"
#include <stdio.h>

/** What stands under the usage of every command that takes a FILE; what carom is, in a line; what
 * is said under all commands and topics. */
extern const char cli_file_text[], cli_title[], cli_more_text[];

/** "the radius; a number > 0 (m) (default 0.028575)": what a row says of itself. */
void cli_row_text(const carom_param *row, char *text, size_t size);

/** What `carom COMMAND --help` prints. */
void cli_command_help(const cli_command *command, FILE *stream);

#endif
