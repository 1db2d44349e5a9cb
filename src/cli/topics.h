/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Topics of carom help that are longer than a string may be: in sections, each with its name above
 * it.
 */
#ifndef CAROM_CLI_TOPICS_H
#define CAROM_CLI_TOPICS_H

typedef struct {
    const char *name; /**< NULL ends the list */
    const char *text; /**< lines of at most 100 characters, each ended */
} cli_section;

/** What the sources of the scenes describe, where they are wrong, and what runs them. */
extern const cli_section cli_source_sections[];

/** The closed forms that checks, calibrate, explain and the experiments' texts use. */
extern const cli_section cli_theory_sections[];

#endif
