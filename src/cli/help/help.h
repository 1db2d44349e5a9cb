/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_CLI_HELP_H
#define CAROM_INTERNAL_CLI_HELP_H

#include "cli/options/options.h"
#include "records/records.h"

#include <carom/param.h>

#include <stdbool.h>
#include <stdio.h>

/* ---- list ---- */

/** @file
 * What there is to list, for words and for JSON.
 */

/** Every table that carom writes but sweep.tsv, whose columns are the sweep's parameters, the
 * solver and what is collected. */
void cli_each_table(void (*tell)(const carom_table *table));

/** Every shipped scene below @p home, in order: "04-break", or FOLDER/SCENE, and its title.
 *  @return CAROM_CANNOT_READ */
CAROM_CHECKED carom_status cli_each_scene(const char *home,
                                          void (*tell)(void *context, const char *name,
                                                       const char *title),
                                          void *context, carom_error *error);

/* ---- topics ---- */

/** @file
 * What carom says of itself: the topics of carom help, and what carom list lists.
 */

/** A part of a topic: a string may not be longer than 4095 bytes. */
typedef struct {
    const char *name; /**< what stands above it, "": nothing; NULL ends the list */
    const char *text; /**< lines of at most 100 characters, each ended */
} cli_section;

/** What `carom help NAME` says. */
typedef struct {
    const char *name, *summary;
    const cli_section *sections;
    const char *lists; /**< what `carom list` shows after them; NULL: nothing */
} cli_topic;

/** Ended by a NULL name. */
extern const cli_topic cli_topic_list[];

/** NULL: there is none of that name. */
const cli_topic *cli_topic_find(const char *name);

/** The topics of carom help, a line each; and one of them. @return false: there is no such topic */
void cli_topics(FILE *stream);
bool cli_topic_help(const char *name);

/** What the topics are called, @p most at most. @return how many */
size_t cli_topic_names(const char **names, size_t most);

/** Prints what there is of @p what ("solvers"; NULL: of everything), with its parameters; @p home
 * is the folder of experiments/. @return CAROM_INVALID where nothing is called so */
CAROM_CHECKED carom_status cli_list(const char *what, const char *home, carom_error *error);

/** The seams among which cli_list lists, ended by NULL; and what it lists besides, in words. */
extern const carom_seam *const cli_seams[];
extern const char *const cli_list_words[];

/** True if @p what names the list @p name: "force_laws", "force laws" and "force-law" do
 * "force-laws". */
bool cli_list_means(const char *what, const char *name);

/** The same as JSON: a list, or of everything an object of them by their names. */
CAROM_CHECKED carom_status cli_list_json(const char *what, const char *home, carom_error *error);

/** CAROM_INVALID: that nothing is called @p what, and what there is. */
carom_status cli_list_unknown(const char *what, carom_error *error);

/** What the topics consist of: models.c, scenario.c, records.c, work.c, library.c; what the sources
 * of the scenes describe and where they are wrong: sources.c; the closed forms that checks,
 * calibrate, explain and the experiments' texts use: theory.c. */
extern const cli_section cli_model_sections[], cli_engine_sections[], cli_integrator_sections[],
    cli_ledger_sections[], cli_divergence_sections[], cli_scenario_sections[], cli_key_sections[],
    cli_spring_sections[], cli_record_sections[], cli_figure_sections[], cli_sweep_sections[],
    cli_check_sections[], cli_exercise_sections[], cli_library_sections[],
    cli_determinism_sections[], cli_source_sections[], cli_theory_sections[];

/* ---- usage ---- */

/** @file
 * What is printed of a command: its usage, its options from their rows, the keys that it reads.
 */

/** What stands under the usage of every command that takes a FILE; what carom is, in a line; what
 * is said under all commands and topics. */
extern const char cli_file_text[], cli_title[], cli_more_text[];

/** "the radius; a number > 0 (m) (default 0.028575)": what a row says of itself. */
void cli_row_text(const carom_param *row, char *text, size_t size);

/** What `carom COMMAND --help` prints. */
void cli_command_help(const cli_command *command, FILE *stream);

#endif
