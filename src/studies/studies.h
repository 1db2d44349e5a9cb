/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_STUDIES_H
#define CAROM_INTERNAL_STUDIES_H

#include "figures/figures.h"
#include "records/records.h"
#include "run/run.h"
#include "scenario/scenario.h"

#include <carom/status.h>

#include <stdbool.h>
#include <stdio.h>

/* ---- words ----
 * Sentences for people, and the quantities in them for programs. */

/** A quantity of the line that stands at `at` of the text. */
typedef struct {
    size_t at;
    const char *key;  /**< with its unit: "contact_s" */
    size_t letters;   /**< of the key */
    const char *text; /**< NULL: a number */
    double number;
} carom_word;

/** Where sentences go. Zero-initialise, but for the first two. */
typedef struct {
    FILE *stream;         /**< lines of text */
    const size_t *length; /**< of the text in memory (carom_text_open); NULL: nothing is kept */
    carom_word *item;
    size_t count, capacity;
    bool lost; /**< there was no memory */
} carom_words;

/** The line that is being written has these quantities, "about=%s t_s=%g"; to be said before the
 * line's end. The keys and texts, which are not copied, last as long as @p to. */
void carom_words_add(carom_words *to, const char *quantities, ...) CAROM_PRINTF(2, 3);

/** Writes an array: of every line of @p text, which has been written to @p to, an object of its
 * quantities, and the line itself as "text". Empty lines are left out. @p text is cut into lines.
 */
void carom_words_json(const carom_words *to, char *text, FILE *stream);

void carom_words_free(carom_words *to);

/* ---- effort ----
 * What a run will come to, told from a short piece of it: steps or events, collisions, and seconds
 * of this machine. */

/** Prints "A run takes about 1e+05 steps, 1.6e+06 ball-steps, by its first 0.2 s.", by a piece
 * that is the same on every machine; nothing where that is not known. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_effort_say(const carom_scenario *scenario,
                                            const carom_scenario_solver *solver, carom_words *to,
                                            carom_error *error);

/** Seconds that one run of every solver that counts takes, one after the other; NaN: not known.
 * What is short is run whole; of what is long a piece that takes some hundredth of what all runs
 * may take, up to two seconds for each solver.
 *  @param runs  how many there will be
 *  @param longest_s  of one of them */
CAROM_CHECKED carom_status carom_effort_of_runs(const carom_study *study, double runs,
                                                double *seconds, double *longest_s,
                                                carom_error *error);

/** The mean of the same over the points of the scenario's sweep, some of them. */
CAROM_CHECKED carom_status carom_effort_of_points(const carom_study *study, double *seconds,
                                                  carom_error *error);

/* ---- kind ----
 * The seam of studies: what `carom NAME FILE` is for whatever name has an entry here. */

/** An option of the command line that is taken, by its name ("jobs", "output FILE" where one name
 * has several arguments), and what it does there; help NULL: in the words that it always has. */
typedef struct {
    const char *name, *help;
} carom_taken_option;

/** A study. Contract:
 *
 * The object is about.options_size bytes, zero but for the defaults of about.params, whose offsets
 * are into it; `--set NAME.KEY=VALUE` changes them. `run` computes, prints nothing and leaves what
 * it found in the object; what runs many times over goes through carom_study_run, which knows of
 * threads, progress and interruption. `print` says what came of it, and in full sentences on
 * @p complaints ("carom: error: ...") what stopped early; it returns the status of that, and the
 * tables are written all the same, but no figures drawn. `tables` are written all or none;
 * `draw` says what to draw of them, which is kept beside them as NAME.figures.tsv, so that it can
 * be drawn again in another look. `release` frees what the object owns, whatever `run` came to. */
typedef struct {
    carom_entry about;
    const char *text;  /**< what it does, for `carom help NAME`: lines of at most 100 characters */
    const char *notes; /**< what stands there at the end; NULL: nothing */
    const char *keys;  /**< the section of a scenario that says how; NULL: none */
    const carom_taken_option *options; /**< ended by a NULL name; NULL: the usual ones */
    bool bare;                         /**< no FILE; the study sees to --set by itself */
    const char *counts;                /**< what the progress counts: "runs" */
    /** about how many runs of the scenario, of every solver that counts, it comes to; NULL: that is
     * not known before */
    double (*runs)(const carom_study *study);
    carom_status (*run)(void *object, const carom_study *study, carom_error *error);
    carom_status (*print)(const void *object, FILE *stream, FILE *complaints);
    /** the same as one JSON document, where it has no tables: theirs are made of their rows */
    carom_status (*json)(const void *object, FILE *stream, FILE *complaints);
    void (*release)(void *object); /**< may be NULL */
    const carom_table *tables;     /**< ended by a NULL name; NULL: it leaves nothing behind */
    void (*draw)(const void *object, carom_drawing *drawing); /**< may be NULL */
} carom_study_kind;

/** The options of whatever draws figures. */
#define CAROM_LOOK_OPTIONS                                                                         \
    {"preset", NULL}, {"width", NULL}, {"style", NULL}, {"latex", NULL},                           \
    {                                                                                              \
        "no-clock", NULL                                                                           \
    }

/** What a study takes that does not say otherwise; and, where it draws, what it takes besides. */
#define CAROM_STUDY_OPTIONS                                                                        \
    {"output", "where tables and figures go; by default out/<stem of FILE>"}, {"set", NULL},       \
        {"solver", NULL}, {"jobs", NULL},                                                          \
    {                                                                                              \
        "json", "all its tables as JSON, and nothing else on standard output"                      \
    }
#define CAROM_FIGURE_OPTIONS {"no-plots", NULL}, CAROM_LOOK_OPTIONS

/** ONE list: the name of a new study goes here, its entry carom_study_NAME into a file of its own.
 */
#define CAROM_STUDIES(X)                                                                           \
    X(converge)                                                                                    \
    X(diverge)                                                                                     \
    X(reverse)                                                                                     \
    X(transfer)                                                                                    \
    X(statistics)                                                                                  \
    X(fan)                                                                                         \
    X(contact)                                                                                     \
    X(calibrate)                                                                                   \
    X(explain)

#define X(name) extern const carom_study_kind carom_study_##name;
CAROM_STUDIES(X)
#undef X

/** The study whose `about` an entry of carom_studies is. */
CAROM_ENTRY_ACCESSOR(carom_study_of, carom_study_kind)

/** All of them; each entry is a carom_study_kind. */
extern const carom_seam carom_studies;

#endif
