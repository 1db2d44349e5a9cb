/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The seam of studies: what `carom NAME FILE` is for whatever name has an entry here.
 */
#ifndef CAROM_STUDIES_KIND_H
#define CAROM_STUDIES_KIND_H

#include "figures/drawing.h"
#include "records/table.h"
#include "run/study.h"

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
