/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_STUDIES_H
#define CAROM_INTERNAL_STUDIES_H

#include "figures/figures.h"
#include "measure/measure.h"
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
    const char *key;   /**< with its unit: "contact_s" */
    size_t key_length; /**< of the key */
    const char *text;  /**< NULL: a number */
    double number;
} carom_reported_quantity;

/** Where sentences go. Zero-initialise, but for the first two. */
typedef struct {
    FILE *stream;         /**< lines of text */
    const size_t *length; /**< of the text in memory (carom_text_open); NULL: nothing is kept */
    carom_reported_quantity *item;
    size_t count, capacity;
    bool no_memory; /**< there was no memory */
} carom_report_text;

/** The line that is being written has these quantities, "about=%s t_s=%g"; to be said before the
 * line's end. The keys and texts, which are not copied, last as long as @p to. */
void carom_report_add_quantities(carom_report_text *to, const char *quantities, ...)
    CAROM_PRINTF(2, 3);

/** Writes an array: of every line of @p text, which has been written to @p to, an object of its
 * quantities, and the line itself as "text". Empty lines are left out. @p text is cut into lines.
 */
void carom_report_write_json(const carom_report_text *to, char *text, FILE *stream);

void carom_report_free(carom_report_text *to);

/* ---- effort ----
 * What a run will come to, told from a short piece of it: steps or events, collisions, and seconds
 * of this machine. */

/** Prints "A run takes about 1e+05 steps, 1.6e+06 ball-steps, by its first 0.2 s.", by a piece
 * that is the same on every machine; nothing where that is not known. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_report_cost(const carom_scenario *scenario,
                                             const carom_scenario_solver *solver,
                                             carom_report_text *to, carom_error *error);

/** Seconds that one run of every solver that counts takes, one after the other; NaN: not known.
 * What is short is run whole; of what is long a piece that takes some hundredth of what all runs
 * may take, up to two seconds for each solver.
 *  @param runs  how many there will be
 *  @param longest_s  of one of them */
CAROM_CHECKED carom_status carom_estimate_run_time(const carom_study *study, double runs,
                                                   double *seconds, double *longest_s,
                                                   carom_error *error);

/** The mean of the same over the points of the scenario's sweep, some of them. */
CAROM_CHECKED carom_status carom_estimate_point_time(const carom_study *study, double *seconds,
                                                     carom_error *error);

/* ---- kind ----
 * The seam of studies: what `carom NAME FILE` is for whatever name has an entry here. */

/** An option of the command line that is taken, by its name ("jobs", "output FILE" where one name
 * has several arguments), and what it does there; help NULL: in the words that it always has. */
typedef struct {
    const char *name, *help;
} carom_command_option;

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
    const carom_command_option *options; /**< ended by a NULL name; NULL: the usual ones */
    bool bare;                           /**< no FILE; the study sees to --set by itself */
    const char *counts;                  /**< what the progress counts: "runs" */
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
} carom_study_entry;

/** The options of whatever draws figures. */
#define CAROM_FIGURE_STYLE_OPTIONS                                                                 \
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
#define CAROM_FIGURE_OPTIONS {"no-plots", NULL}, CAROM_FIGURE_STYLE_OPTIONS

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

#define X(name) extern const carom_study_entry carom_study_##name;
CAROM_STUDIES(X)
#undef X

/** The study whose `about` an entry of carom_studies is. */
CAROM_ENTRY_ACCESSOR(carom_study_of, carom_study_entry)

/** All of them; each entry is a carom_study_entry. */
extern const carom_interface carom_studies;

/* ---- converge ----
 * Convergence of springs in step and stiffness: how far a run is from the rigid one, what of that
 * is the model's, which no step takes away, what the method's, and where the method blows up. */

/** Root mean square over the phases, and the band that 68 % of them lie in. */
typedef struct {
    double rms, low, high;
} carom_spread;

/** One step and stiffness of one solver, over the phases. */
typedef struct {
    double theta, step_s;
    carom_spread total_m;  /**< rms distance from the rigid run at the end */
    carom_spread method_m; /**< from the converged run of the same springs */
    double weight;         /**< of ln method: 1/variance, from the scatter over the phases */
    double energy_rel;     /**< largest |unexplained energy| over the initial energy */
    /** part of the phases in which a run failed or doubled its energy */
    double blown;
    double force_evaluations, pair_tests, seconds; /**< mean of a run */
} carom_converge_point;

/** One stiffness of one solver. */
typedef struct {
    double stiffness; /**< in the unit of its key */
    /** distance of the converged run from the rigid one: the model's */
    double floor_m;
    carom_converge_point *point; /**< by step; in the study's */
    carom_estimate order;        /**< of method_m in the step */
    double theta_floor;          /**< where method and floor are equal; NaN: nowhere */
    /** the shortest step at which half of the runs blow up; NaN: none */
    double theta_blown;
} carom_converge_row;

typedef struct {
    const carom_scenario_solver *spec;
    /** "": its stiffness is not said by itself, and does not vary */
    const char *stiffness_key;
    double power;            /**< a contact lasts as the stiffness to this power */
    double expected_slope;   /**< of the floor by theory; NaN: friction acts, or none */
    carom_converge_row *row; /**< by stiffness; in the study's */
    size_t rows;
    carom_estimate order;          /**< mean over the stiffnesses */
    carom_estimate floor_slope;    /**< of the floor in the stiffness */
    carom_expected_order expected; /**< by theory */
} carom_converge_solver;

typedef struct {
    const carom_scenario *scenario;
    carom_converge_solver *solver;
    carom_converge_row *row;     /**< of all lanes */
    carom_converge_point *point; /**< of all rows */
    size_t solvers, points, phases;
} carom_converge;

/** Runs the map of a carom_converge. @return CAROM_INVALID where no solver has springs;
 * carom_converge_free in any case
 */
CAROM_CHECKED carom_status carom_converge_run(void *object, const carom_study *study,
                                              carom_error *error);
void carom_converge_free(void *object);

/* ---- diverge ----
 * The divergence of solvers taken apart: what of it is the contact lag, the turn of contacts, the
 * method and the rest; how fast chaos multiplies any difference; and until when it makes sense to
 * ask. */

/** The controls of a solver: itself, started one unit in the last place away, and with further
 * small offsets. */
enum { CAROM_PERTURBED_COPIES = 4 };

/** A solver and its controls. */
typedef struct {
    const char *name;
    carom_choice choice;           /**< the scenario's; */
    carom_choice converged_choice; /**< and, of springs, converged (owned) */
    bool soft, hidden;             /**< hidden: only there to be the rigid run */
    carom_trajectory base, converged, copy[CAROM_PERTURBED_COPIES];
    carom_problem perturbed[CAROM_PERTURBED_COPIES];
    double offset_m[CAROM_PERTURBED_COPIES];
    double *control_m[CAROM_PERTURBED_COPIES]; /**< by sample: rms distance from itself */
    double *per_ball;                          /**< by sample: collisions per ball until then */
    /** by sample and ball: the displacements by contact, m */
    carom_vec *part[CAROM_CONTACT_PARTS];
    bool *touching; /**< by sample and ball: the springs' contact has begun, or not yet ended */
    /** by ball: nothing is known of lag and turn from then on */
    double *lost_s;
    /** what is lost is so by contacts of three or more, not by another story */
    bool multiple;
    double *first_s; /**< by ball: its first contact; INFINITY without any */
    carom_growth_kind growth;
    /** of ln distance; NaN where no exponential fits */
    carom_estimate growth_per_s, growth_per_collision;
    /** NaN: not reached */
    double horizon_s[CAROM_PERTURBED_COPIES], horizon_collisions[CAROM_PERTURBED_COPIES];
} carom_diverge_solver;

/** Rms over the balls of what a difference consists of, m. Difference = model + method for every
 * ball, whatever happens: the model is the way from one converged run to the other, the method the
 * way from the converged run to the run. The model = lag + turn + restitution + rest, for the balls
 * that can be followed. */
typedef struct {
    double raw_m, model_m, method_m; /**< over all balls */
    /** balls that have the same collisions as the rigid run, and are in no contact; what follows is
     * over them, NaN without any */
    size_t followed;
    double followed_m; /**< raw */
    double lag_m, turn_m;
    double without_lag_m, rest_m; /**< raw less lag; model less lag, turn and restitution */
    double restitution_m;
} carom_parts;

/** Samples that both courses reached. */
static inline size_t carom_common_sample_count(const carom_trajectory *a, const carom_trajectory *b)
{
    return a->samples < b->samples ? a->samples : b->samples;
}

/** Two solvers. */
typedef struct {
    const carom_diverge_solver *solver, *reference;
    carom_alignment alignment;            /**< of the reference's log with the other's */
    size_t edit_distance;                 /**< CAROM_UNMATCHED: logs too long */
    double *raw_m;                        /**< by sample */
    double horizon_s, horizon_collisions; /**< NaN: not reached */
    double until_s; /**< the horizon, or chaos if that is earlier; NaN: neither */
    /** of the first sample there outside contacts; of the last one where it is not reached */
    carom_parts at_horizon;
    size_t at, last; /**< that sample; the last that both have */
    /** time of that sample; growth of a small offset by then, NaN where it is none any more */
    double at_s, amplification;
    /** from when on a lane, one unit in the last place away, is beyond the horizon from itself; NaN
     */
    double chaos_s;
    const carom_diverge_solver *chaotic; /**< that lane */
} carom_diverge_pair;

typedef struct {
    const carom_scenario *scenario;
    carom_choice rigid_choice; /**< owned: of a hidden lane */
    double level_m;            /**< the stated fraction of the smallest radius */
    carom_diverge_solver *solver;
    size_t solvers;
    const carom_diverge_solver *rigid;
    carom_diverge_pair *pair;
    size_t pairs, balls, samples;
    const volatile sig_atomic_t *stop; /**< the study's */
    bool displacements_known;
} carom_diverge;

/** Runs everything of a carom_diverge and takes it apart. carom_diverge_free in any case. */
CAROM_CHECKED carom_status carom_diverge_run(void *object, const carom_study *study,
                                             carom_error *error);
void carom_diverge_free(void *object);

/** The parts of a pair's difference at sample @p k; with @p ball those of one ball. */
carom_parts carom_diverge_parts(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k, const size_t *ball);

/** parts-SOLVER.png and others, of every solver against the reference, and controls.png. Of a
 * carom_diverge. */
void carom_diverge_draw(const void *object, carom_drawing *drawing);

/** What most of a pair's difference is at sample @p k: "the model", "the method", "the sampling
 * between frames"; "rounding": of two exact rigid solvers, no further apart than rounding and its
 * growth can make. */
const char *carom_diverge_cause(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k);

/** What the fit of a lane's controls found, where no exponential fits. */
const char *carom_diverge_growth_text(const carom_diverge_solver *solver);

/** "until t = ... the difference is the model; after it, chaos": what can be said of a pair, in
 * plain words. */
void carom_diverge_describe_pair(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                 char *text, size_t size);

/** "cue-left where the other has cue-rack3", or "" where nothing differs. */
void carom_diverge_describe_mismatch(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                     char *text, size_t size);

#endif
