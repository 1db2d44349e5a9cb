/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What is printed of a command: its usage, its options from their rows, the keys that it reads.
 */
#ifndef CAROM_CLI_HELP_USAGE_H
#define CAROM_CLI_HELP_USAGE_H

#include "cli/options/options.h"
#include <stdio.h>

void cli_command_help(const cli_command *command, FILE *stream);

#endif
