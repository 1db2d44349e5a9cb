/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_CLI_HELP_H
#define CAROM_INTERNAL_CLI_HELP_H

#include "cli/options/options.h"

#include <carom/param.h>

#include <stdbool.h>
#include <stdio.h>

/** @file
 * What carom prints about itself: help, lists, manual pages and completions. Commands, options and
 * keys come from their tables, topics and the shells' scripts from text files in the help folder.
 */

/* ---- topics ---- */

/** A topic of `carom help`; its text is the file NAME.txt. */
typedef struct {
    const char *name, *summary;
    const char *lists; /**< what `carom list` prints below it; NULL: nothing */
} cli_topic;

/** Ended by a NULL name. */
extern const cli_topic cli_topic_list[];

/** The topic called @p name; NULL: none. */
const cli_topic *cli_topic_find(const char *name);

/** Prints a topic. @param home holds help/ */
CAROM_CHECKED carom_status cli_topic_help(const cli_topic *topic, const char *home,
                                          carom_error *error);

/** Reads the text of a topic, in which a line that begins with CLI_HEADING is the heading of a
 * section. @param text to be freed by the caller @return CAROM_CANNOT_READ, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status cli_topic_read(const cli_topic *topic, const char *home, char **text,
                                          carom_error *error);

/** The same of any file below the help folder: "completion/bash". */
CAROM_CHECKED carom_status cli_help_read(const char *home, const char *name, char **text,
                                         carom_error *error);

#define CLI_HEADING "## "

/* ---- lists ---- */

/** Prints the list @p what ("solvers"; NULL: all lists), with parameters, as text or as JSON.
 * @param home holds experiments/ @return CAROM_INVALID if there is no such list */
CAROM_CHECKED carom_status cli_list(const char *what, bool json, const char *home,
                                    carom_error *error);

/** The plug-in interfaces that cli_list lists, ended by NULL. */
extern const carom_seam *const cli_seams[];

/** The name of the i-th list that is not of a plug-in interface; NULL behind the last. */
const char *cli_list_word(size_t i);

/* ---- pages ---- */

/** The program in a line; and what `carom help` prints below all commands and topics. */
extern const char cli_title[], cli_more_text[];

/** Describes a row: "the radius; a number > 0 (m) (default 0.028575)". */
void cli_row_text(const carom_param *row, char *text, size_t size);

/** Bytes of @p text that fit into @p room columns, broken at a space where there is one. */
size_t cli_line_length(const char *text, size_t room);

/** Prints what `carom COMMAND --help` does. */
void cli_command_help(const cli_command *command);

/** Prints the manual page @p name; NULL: the names of all, a line each: carom.1, carom-COMMAND.1,
 * carom-scenario.5 and carom-TOPIC.7. @param commands ended by a NULL name
 * @return CAROM_INVALID: there is none; CAROM_CANNOT_READ, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status cli_manual_page(const cli_command *commands, const char *name,
                                           const char *home, carom_error *error);

/** Prints the completion of carom's command line. @param shell "bash", "zsh" or "fish"
 * @return CAROM_CANNOT_READ, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status cli_completion(const cli_command *commands, const char *shell,
                                          const char *home, carom_error *error);

#endif
