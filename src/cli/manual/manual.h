/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_CLI_MANUAL_H
#define CAROM_INTERNAL_CLI_MANUAL_H

#include "cli/options/options.h"

#include <stdio.h>

/** @file
 * What is installed of carom's help: manual pages and completions for shells, of the same rows and
 * topics that the help is printed from.
 */

/** The names of all pages, a line each: carom.1, carom-COMMAND.1, carom-scenario.5 and
 * carom-TOPIC.7. @param commands ended by a NULL name */
void cli_manual_names(const cli_command *commands, FILE *stream);

/** The page called @p name, for man(1). @return false: there is none */
bool cli_manual_page(const cli_command *commands, const char *name, FILE *stream);

/** The completion of carom's command line for "bash", "zsh" or "fish".
 *  @return false: for another */
bool cli_completion(const cli_command *commands, const char *shell, FILE *stream);

/** Calls @p visit with every path that --set takes, a `*` for an item of a list, and with
 * PATH=WORD where words are what it may be. What several entries have comes once for each. */
void cli_manual_keys(void (*visit)(void *context, const char *text), void *context);

#endif
