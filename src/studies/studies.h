/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_STUDIES_H
#define CAROM_INTERNAL_STUDIES_H

#include "figures/figures.h"
#include "records/records.h"
#include "run/run.h"
#include "scenario/scenario.h"

#include <carom/force_law.h>
#include <carom/status.h>

#include <stdbool.h>
#include <stdio.h>

/* ---- calibrate rub ---- */

/** @file
 * What carom calibrate says of a contact along the tangent: the spring that stands for a tangential
 * restitution, where surfaces slide, and what a run of one contact comes to.
 */

/** What is asked for; NaN: it is not. */
typedef struct {
    double friction, restitution, stiffness_ratio; /**< mu, beta, kappa */
    double inertia_factor, other_inertia_factor;   /**< of m r^2 */
} carom_calibrate_rub_keys;

/** The contact along the normal. */
typedef struct {
    const carom_choice *law;
    const carom_contact *contact;
    int contact_end;
    double restitution, speed_mps;
    double mass_kg, other_mass_kg, radius_m, other_radius_m;
    bool wall; /**< there is no other ball */
} carom_calibrate_brief;

/** What it comes to along the tangent. */
typedef struct {
    bool asked;         /**< for friction, or for a spring; else nothing below is known */
    double mass_ratio;  /**< mu_n/mu_t */
    double beta, kappa; /**< one of them is asked for, the other follows */
    double frequency_per_s;
    double measured;      /**< beta of a run whose surfaces hardly slip and stick; NaN: none */
    double sticks_below;  /**< g_t/g_n of the impulse; NaN: it always sticks, or never rubs */
    double slides_beyond; /**< g_t/g_n from which on springs slide from the touch; NaN: unknown */
} carom_calibrate_rub;

/** @return CAROM_INVALID where no spring of the law has the tangential restitution, or what the
 *  run of one contact says */
CAROM_CHECKED carom_status carom_calibrate_rub_solve(carom_calibrate_rub *rub,
                                                     const carom_calibrate_rub_keys *keys,
                                                     const carom_calibrate_brief *brief,
                                                     carom_error *error);

/** The rows of it; nothing where nothing was asked. @p row prints one. */
void carom_calibrate_rub_print(const carom_calibrate_rub *rub, const carom_calibrate_rub_keys *keys,
                               void (*row)(FILE *stream, const char *label, double value,
                                           const char *unit),
                               FILE *stream);

/* ---- words ---- */

/** @file
 * Sentences for people, and the quantities in them for programs.
 */

/** A quantity of the line that stands at `at` of the text. */
typedef struct {
    size_t at;
    const char *key;  /**< with its unit: "contact_s" */
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

/** The line that is being written has this quantity; to be said before the line's end. @p key and
 * @p text, which are not copied, last as long as @p to. */
void carom_words_number(carom_words *to, const char *key, double number);
void carom_words_text(carom_words *to, const char *key, const char *text);

/** Writes an array: of every line of @p text, which has been written to @p to, an object of its
 * quantities, and the line itself as "text". Empty lines are left out. @p text is cut into lines.
 */
void carom_words_json(const carom_words *to, char *text, FILE *stream);

void carom_words_free(carom_words *to);

/* ---- effort ---- */

/** @file
 * What a run will come to, told from a short piece of it: steps or events, collisions, and seconds
 * of this machine.
 */

/** When a piece is over; the first of the two. */
typedef struct {
    double seconds; /**< by the clock */
    double work;    /**< steps or events, times balls: the same on every machine */
} carom_patience;

/** A piece of one solver's run, from t = 0. */
typedef struct {
    double t_s; /**< how far it went */
    bool whole; /**< to the end, or to where the solver stops by itself */
    double steps, collisions;
    double making_s, seconds; /**< of making the solver, and of advancing */
    bool stopped;             /**< by the solver, before the end */
    char why[640];            /**< its message */
} carom_piece;

/** Runs a piece. What cannot be made, and other people's engines, are left alone: t_s stays 0.
 *  @param stop  set from outside to end it; may be NULL
 *  @return CAROM_NO_MEMORY, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_piece_run(carom_piece *piece, const carom_problem *problem,
                                           const carom_choice *solver, double duration_s,
                                           const carom_patience *patience,
                                           const volatile sig_atomic_t *stop, carom_error *error);

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

/* ---- explain scene ---- */

/** @file
 * What carom explain says of a scene before it says anything of solvers.
 */

/** A scene at t = 0. */
typedef struct {
    double start_mps, fastest_mps; /**< at t = 0, and as it may become by gravity */
    double kinetic_J, spin_J, widest_m, covered_m2;
    size_t moving, movable;
} carom_scene_facts;

carom_scene_facts carom_scene_describe(const carom_problem *problem);

/** The balls and the table, what acts on them, who meets first, and how long single runs agree. */
void carom_scene_explain(const carom_scenario *scenario, const carom_scene_facts *facts,
                         carom_words *to);

/* ---- kind ---- */

/** @file
 * The seam of studies: what `carom NAME FILE` is for whatever name has an entry here.
 */

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
