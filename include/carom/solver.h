/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Interface of solvers, and the functions with which a program runs any solver.
 */
#ifndef CAROM_SOLVER_H
#define CAROM_SOLVER_H

#include <carom/cancel.h>
#include <carom/collision.h>
#include <carom/force_law.h>
#include <carom/integrator.h>
#include <carom/ledger.h>
#include <carom/param.h>
#include <carom/problem.h>
#include <carom/trace.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Cost and extreme values of a run. It contains no clock time, so machines give equal reports. */
typedef struct {
    uint64_t collisions; /**< begun so far */
    uint64_t steps;      /**< penalty: time steps; impulse: events */
    /** evaluations of all forces at one time; on a grid of steps also those of free flight, which
     * need no forces */
    uint64_t force_evaluations;
    uint64_t pair_tests; /**< pairs of bodies tested for contact */
    double max_overlap_m;
    double longest_step_m; /**< largest displacement of a ball in one step, with exact contacts in
                              the part after the last event; 0: no steps. A ball can jump over a
                              smaller obstacle without contact */
    double contact_s;      /**< longest duration of a typical contact; 0: rigid balls */
    double theta;          /**< step times w0 of the stiffest contact; 0: no step or no spring */
    double step_s;         /**< penalty: time step h; else 0 */
    double precision_bits; /**< bits per number, if it is not a double; else 0 */
    double lost_digits;    /**< decimal digits lost so far, if precision_bits > 0 */
    double simulated_s;    /**< time on the solver's own clock, if it can differ; else 0 */
    double noise_m;        /**< standard error of its positions, if they are recorded; else 0 */
    uint64_t gains;        /**< simultaneous impacts that gained energy although no e exceeds 1 */
    double gained_J;       /**< energy gained by them */
    uint64_t rests;        /**< number of balls that stopped under gravity without rest_speed_mps */
    double rest_s;         /**< first of these times */
} carom_report;

/** State at one time: `count` balls in the order of the problem. Positions are folded into a
 * periodic table. The caller owns the arrays. */
typedef struct {
    double t_s;
    size_t count;
    double *x_m, *y_m, *vx_mps, *vy_mps;
    double *spin_radps; /**< about the vertical axis */
    carom_ledger ledger;
    double max_overlap_m; /**< largest overlap until t */
    size_t contacts;      /**< pairs in contact at t */
    uint64_t collisions;  /**< begun until t */
} carom_sample;

typedef struct carom_solver_entry carom_solver_entry;

/** Arguments of `create`. All pointers stay valid as long as the solver. */
typedef struct {
    const carom_problem *problem;    /**< balls sorted by initial state (canonical order) */
    const void *options;             /**< of the entry */
    carom_log *log;                  /**< receives the collisions; NULL: count them only */
    const carom_cancel_flag *cancel; /**< polled while advancing; may be NULL */
    struct carom_trace *trace;       /**< receives every contact (scene/scene.h) */
} carom_solver_args;

/** Filled by `sample`, in the order of the problem given to `create`. */
typedef struct {
    double *x_m, *y_m, *vx_mps, *vy_mps;
    double *spin_radps; /**< initial spins; a solver with CAROM_SURFACE_FRICTION sets them */
    carom_budget budget;
    double max_overlap_m;
    size_t contacts;
    uint64_t collisions;
} carom_view;

/** Traits of a solver. Other code depends on traits, never on the name of a solver. */
enum {
    CAROM_SOFT = 1,         /**< spring contacts of finite duration; otherwise balls are rigid */
    CAROM_EXACT = 2,        /**< finds every impact, apart from rounding */
    CAROM_TIME_STEPPED = 4, /**< time-stepping: can miss or delay contacts within a step */
    CAROM_ANY_SHAPE = 8,    /**< supports every shape of table; otherwise rectangles only */
    CAROM_CLOSED_FORM = 16, /**< flight in closed form: log, atan, ... with friction */
    CAROM_QUADRUPLE_PRECISION = 32, /**< numbers longer than doubles; not in every build */
    CAROM_SURFACE_FRICTION = 64,    /**< supports contact friction and spin */
    CAROM_FRAMES = 256,  /**< a sample is the state of the last frame, not of the requested time */
    CAROM_RECORDED = 512 /**< plays back a recording: does not depend on the initial state */
};

/** Spring model of a solver, as theory needs it. */
typedef struct {
    const carom_integrator *integrator;
    const carom_force_law *law;
    const void *law_options;
    double stiffness_N_per_m; /**< NaN: specified in another way */
    int contact_end;          /**< carom_contact_end */
    bool exact;               /**< contacts: exact */
} carom_springs;

/** A solver.
 *  - `check` reports every reason why the problem cannot or should not be solved with the
 *    options.
 *  - `create` makes the state, `destroy` frees it. NULL: CAROM_INVALID for a
 *    reason that `check` cannot detect.
 *  - `advance` advances the state to t >= the last t. Dividing an interval into several calls
 *    changes no bit of the result. advance(0) does nothing.
 *  - `sample` returns the state at the time of the last advance; `report` its cost. Both are
 *    pure.
 *  - Every collision is logged; every loss of energy is booked.
 *  - Every logged collision begins a contact in the trace, in the same order, and adds samples
 *    while the trace requests them. The run does not depend on the trace.
 *  - Every long loop (events, steps, sub-steps, searches) polls `cancel` and returns
 *    CAROM_INTERRUPTED within a second.
 *  - No output, no exit, no global state. Advancing allocates memory for growing lists only. */
struct carom_solver_entry {
    carom_entry about;
    unsigned traits; /**< CAROM_SOFT ... */
    /** Color in figures; NULL: the color of its integrator, else CAROM_COLOR_NEXT. */
    carom_color (*color)(const void *options);
    /** Describe the springs of a solver with CAROM_SOFT; NULL: no theory. */
    void (*springs)(const void *options, carom_springs *springs);
    /** With CAROM_TIME_STEPPED: true if contacts are only detected at the ends of steps, and a
     * ball can pass through another within one; NULL: false. */
    bool (*can_miss_contacts)(const void *options);
    /** True if the outcome of a collision depends on earlier ones; NULL: false. */
    bool (*remembers)(const void *options);
    /** Display name with these options; NULL: the name of the entry. */
    const char *(*called)(const void *options);
    /** Store the folder to which file names in the options are relative; NULL: they name none. */
    void (*set_folder)(void *options, const char *folder);
    void (*check)(const carom_problem *problem, const void *options,
                  const carom_diagnostics *diagnostics);
    void *(*create)(const carom_solver_args *args, carom_error *error);
    carom_status (*advance)(void *self, double t_s, carom_error *error);
    void (*sample)(const void *self, double t_s, carom_view *view);
    void (*report)(const void *self, carom_report *report);
    void (*destroy)(void *self);
};

/** Solver of an entry of carom_solvers. */
CAROM_ENTRY_ACCESSOR(carom_solver_entry_of, carom_solver_entry)

/** All solvers; src/solvers/solver.c lists them. */
extern const carom_interface carom_solvers;

/** Display name of a chosen solver: its kind, or its source ("blog_2013"). A constant. */
const char *carom_solver_display_name(const carom_choice *choice);

/** True if a chosen solver has all of @p traits. */
bool carom_solver_has_traits(const carom_choice *choice, unsigned traits);

/** True if a chosen solver detects contacts only at the ends of its steps. */
bool carom_solver_can_miss_contacts(const carom_choice *choice);

/** True if positions, velocities and spins at one time determine the rest of the run. False for
 * loops that correct the positions of frames, and where a collision depends on earlier ones. */
bool carom_solver_state_determines_motion(const carom_choice *choice);

/** True if the run of a problem has the same bits with every C library: the solver uses + - * / and
 * sqrt only. Adaptive integrators use pow() for their steps. */
bool carom_solver_is_portable(const carom_problem *problem, const carom_choice *choice);

/** Describe the springs of a chosen solver. @return false: it has none, or no theory */
bool carom_solver_springs(const carom_choice *choice, carom_springs *springs);

/** Report every reason why a chosen solver cannot or should not solve a problem: missing traits,
 * and the diagnostics of its `check`. */
void carom_solver_check(const carom_problem *problem, const carom_choice *choice,
                        const carom_diagnostics *diagnostics);

/** Color of a chosen solver in figures. */
carom_color carom_solver_color(const carom_choice *choice);

/** A solver (opaque). One thread at a time may use it; different solvers share
 * nothing. */
typedef struct carom_solver carom_solver;

/** One parameter: its key, and its value as in a scenario file. */
typedef struct {
    const char *key, *value;
} carom_setting;

/** Create a solver that logs its collisions. The problem is checked and copied; several threads may
 * do so with one problem.
 *  @param kind      name of the solver: "impulse", "penalty", ...
 *  @param settings  array ended by a NULL key, not used after the call; may be NULL
 *  @return NULL on failure, with the first fault in @p error: carom_problem_check, no ball, an
 *    unknown or missing parameter, or the solver's `check`. Release with carom_solver_free */
carom_solver *carom_solver_new(const carom_problem *problem, const char *kind,
                               const carom_setting *settings, carom_error *error);

/** Create a solver from a copy of an entry's options. Values and the solver's `check` are checked;
 * positions are not (carom_problem_check does).
 *  @param logging  store the collisions
 *  @return NULL on failure, with @p error */
carom_solver *carom_solver_new_from_choice(const carom_problem *problem, const carom_choice *choice,
                                           bool logging, carom_error *error);

/** Create a solver that polls @p stop (may be NULL) from the beginning: it fails with
 * CAROM_INTERRUPTED if the flag is set during creation. */
carom_solver *carom_solver_new_cancellable(const carom_problem *problem, const carom_choice *choice,
                                           bool logging, const volatile sig_atomic_t *stop,
                                           carom_error *error);

/** Set the cancellation flag that the solver polls; NULL: none. When a signal handler or another
 * thread makes it nonzero, carom_solver_advance returns CAROM_INTERRUPTED. @p stop must outlive the
 * solver. */
void carom_solver_set_cancel_flag(carom_solver *solver, const volatile sig_atomic_t *stop);

/** Advance the solver to time @p t_s (s), not before the last one (CAROM_INTERNAL).
 *  @return CAROM_COLLAPSE, CAROM_NOT_FINITE, CAROM_INVALID (the method cannot continue),
 *    CAROM_INTERRUPTED. After an error the solver has the state of its last
 *    complete step or event; only sample, report, collisions and free may follow */
CAROM_CHECKED carom_status carom_solver_advance(carom_solver *solver, double t_s,
                                                carom_error *error);

/** Copy the state at the time of the last advance to @p sample, initialized for the number of
 * balls. After an error, balls that are already later keep their own time. Sampling does not change
 * the run. It uses memory of the solver: not thread-safe. */
void carom_solver_sample(const carom_solver *solver, carom_sample *sample);

/** Copy the cost of the run so far to @p report. */
void carom_solver_report(const carom_solver *solver, carom_report *report);

/** Append the collisions so far to @p log, in the order found, with the problem's ball numbers.
 * Sort them by time with carom_log_sort. A solver without logging has none. The caller frees @p
 * log. */
CAROM_CHECKED carom_status carom_solver_collisions(const carom_solver *solver, carom_log *log,
                                                   carom_error *error);

/** Trace the contacts selected by @p trace_request. Call it before the first advance of a solver
 * that logs collisions. The run does not change by a bit.
 *  @return CAROM_INTERNAL if the solver has advanced or does not log */
CAROM_CHECKED carom_status carom_solver_trace(carom_solver *solver,
                                              const carom_trace_request *trace_request,
                                              carom_error *error);

/** Append the samples of traced contacts to @p contact_samples, with the problem's ball numbers.
 * The caller frees @p contact_samples. */
CAROM_CHECKED carom_status carom_solver_contact_samples(const carom_solver *solver,
                                                        carom_contact_samples *contact_samples,
                                                        carom_error *error);

/** Free the solver, its copy of the problem and its log; may be NULL. */
void carom_solver_free(carom_solver *solver);

/** Allocate the arrays of a sample of @p count balls.
 * Call carom_sample_free in any case */
CAROM_CHECKED carom_status carom_sample_init(carom_sample *sample, size_t count,
                                             carom_error *error);

/** Root mean square distance of the movable balls in two samples of @p problem (m), to the nearest
 * image on a periodic table. */
double carom_sample_distance(const carom_problem *problem, const carom_sample *a,
                             const carom_sample *b);

/** Free the arrays. Call carom_sample_init to use the sample again. */
void carom_sample_free(carom_sample *sample);

#endif
