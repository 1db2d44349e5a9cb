/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What carom says of itself: the topics of carom help, and what carom list lists.
 */
#ifndef CAROM_CLI_TOPICS_H
#define CAROM_CLI_TOPICS_H

#include <carom/status.h>
#include <stdbool.h>
#include <stdio.h>

/** The topics of carom help, a line each; and one of them. @return false: there is no such topic */
void cli_topics(FILE *stream);
bool cli_topic_help(const char *name);

/** Prints what there is of @p what ("solvers"; NULL: of everything), with its parameters; @p home
 * is the folder of experiments/. @return CAROM_INVALID where nothing is called so */
CAROM_CHECKED carom_status cli_list(const char *what, const char *home, carom_error *error);

/** A part of a topic that is longer than a string may be, with its name above it. */
typedef struct {
    const char *name; /**< NULL ends the list */
    const char *text; /**< lines of at most 100 characters, each ended */
} cli_section;

/** What the sources of the scenes describe, where they are wrong, and what runs them. */
extern const cli_section cli_source_sections[];

/** The closed forms that checks, calibrate, explain and the experiments' texts use. */
extern const cli_section cli_theory_sections[];

#endif
