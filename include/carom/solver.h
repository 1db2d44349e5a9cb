/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The solver seam, and the front through which a program uses any solver.
 */
#ifndef CAROM_SOLVER_H
#define CAROM_SOLVER_H

#include <carom/archive.h>
#include <carom/collision.h>
#include <carom/force_law.h>
#include <carom/hue.h>
#include <carom/integrator.h>
#include <carom/ledger.h>
#include <carom/param.h>
#include <carom/problem.h>
#include <carom/trace.h>
#include <carom/watch.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a run cost and how deep it went; comparable between machines, no clock in it. */
typedef struct {
    uint64_t collisions;        /**< begun so far */
    uint64_t steps;             /**< penalty: time steps; impulse: events processed */
    uint64_t force_evaluations; /**< evaluations of all forces at one instant */
    uint64_t pair_tests;        /**< pairs of bodies looked at */
    double max_overlap_m;       /**< deepest so far */
    double longest_step_m; /**< farthest that any ball went within one step; 0: no steps. Bodies
                              smaller than that are jumped over unseen */
    double contact_s;      /**< longest contact a typical collision would last; 0: rigid */
    /** step times w0 of the stiffest contact; 0: no step or no spring */
    double theta;
    double precision_bits; /**< of the numbers, where they are not doubles; else 0 */
    /** decimal digits that the run has cost so far, where precision_bits > 0 */
    double lost_digits;
    /** by the solver's own clock, where that can part from the time asked; 0: it cannot */
    double simulated_s;
    /** impacts of several contacts that made energy though no restitution is above 1 */
    uint64_t gains;
    double gained_J; /**< how much, all together */
} carom_report;

/** The state at a time: positions and velocities of `count` balls in the order of the problem,
 *  positions folded into a periodic table. The arrays belong to the caller. */
typedef struct {
    double t_s;
    size_t count;
    double *x_m, *y_m, *vx_mps, *vy_mps;
    double *spin_radps; /**< about the vertical axis */
    carom_ledger ledger;
    double max_overlap_m; /**< deepest until t */
    size_t contacts;      /**< pairs in contact at t */
    uint64_t collisions;  /**< begun until t */
    /** 4 count: w, x, y, z by ball, how it has turned; NULL: not asked for */
    double *orientation;
} carom_sample;

typedef struct carom_solver_entry carom_solver_entry;

/** What `create` is given. Pointers stay valid as long as the solver does. */
typedef struct {
    const carom_solver_entry *entry; /**< whose `create` it is */
    /** balls in canonical order: by initial state, not by file */
    const carom_problem *problem;
    const void *options;      /**< the entry's options struct */
    carom_log *log;           /**< where collisions go; NULL: count them only */
    const carom_watch *watch; /**< to be asked while advancing; NULL: nobody watches */
    /** to be told of every contact, and of the moments of those that it wants (scene/scene.h) */
    struct carom_trace *trace;
} carom_brief;

/** What `sample` fills. Arrays are in the order of the brief's problem. */
typedef struct {
    double *x_m, *y_m, *vx_mps, *vy_mps;
    double *spin_radps; /**< as at t = 0, for those with CAROM_ROUGH to fill */
    /** 4 doubles a ball, where the problem says `orientation`; else NULL */
    double *orientation;
    carom_books books;
    double max_overlap_m;
    size_t contacts;
    uint64_t collisions;
} carom_view;

/** What a solver is and can do, for those who have no business with its name. */
enum {
    CAROM_SOFT = 1,      /**< balls are springs, contacts last; without it they are rigid */
    CAROM_EXACT = 2,     /**< finds every impact, whenever it is, but for rounding */
    CAROM_STEPPED = 4,   /**< goes in steps or frames: what is within one is seen late, or never */
    CAROM_ANY_SHAPE = 8, /**< a boundary of any shape; without it, a rectangle only */
    CAROM_CLOSED = 16,   /**< flies in closed form: with friction by log, atan and the like */
    CAROM_LONG = 32,     /**< with longer numbers than doubles: not in every build of carom */
    CAROM_ROUGH = 64,    /**< friction between surfaces, and spin */
    CAROM_FRAMES = 256,  /**< a sample shows the last frame, not the state at its time */
    CAROM_FOREIGN = 128 /**< somebody else's engine: a plug-in (engine.h), run in a process apart */
};

/** Of what springs are, for theory. */
typedef struct {
    const carom_integrator *integrator;
    const carom_force_law *law;
    const void *law_options;
    double stiffness_N_per_m; /**< NaN: it is said otherwise */
    int contact_end;          /**< carom_contact_end */
    bool located;             /**< touch and release are located within a step */
} carom_springs;

/** What a solver will meet, as far as that is known before a run. */
typedef struct {
    double fastest_mps; /**< as a ball may become */
    double closing_mps; /**< of two towards each other */
} carom_prospect;

/** A solver. Contract:
 *  - `check` reports every reason why the problem cannot, or should not, be run with the options;
 *  - `advance` carries the state to t >= the last t. How a stretch of time is divided into calls
 *    changes no bit of the result; advance(0) does nothing;
 *  - `create` makes the state, which `destroy` frees, from a brief that outlives it; NULL: see
 * error (CAROM_NO_MEMORY, or CAROM_INVALID for what `check` could not know);
 *  - `sample` gives the state at the time of the last advance, at t = 0 before the first, and
 *    changes nothing; `report` says what that has cost, and changes nothing;
 *  - every collision is logged and every joule that leaves is booked;
 *  - every collision that is logged is begun in the trace, in the same order, and its moments are
 * added while the trace wants them: nothing of the run may depend on that;
 *  - `archive` passes all that the state consists of but what `create` makes of the brief, and what
 * the brief points to: one made anew that is given it goes on as if nothing had been, to the bit;
 *  - every loop that may last (events, steps, sub-steps, rounds of a search) asks `watch` and ends
 * with CAROM_INTERRUPTED where the end is wanted, a second after the wish at the latest;
 *  - no print, no exit, no global state, no allocation while advancing but for growing lists. */
struct carom_solver_entry {
    carom_entry about;
    unsigned traits; /**< CAROM_SOFT ... */
    /** its colour in figures with these options; NULL: its springs', else CAROM_HUE_NEXT */
    carom_hue (*hue)(const void *options);
    /** of CAROM_SOFT: what theory may take for granted; NULL: nothing */
    void (*springs)(const void *options, carom_springs *springs);
    /** of CAROM_STEPPED: whether contacts are looked for between its steps alone with these
     * options, so that a ball can pass what it goes through within one; NULL: it misses none */
    bool (*is_blind)(const void *options);
    /** what these options make of it, in words without an end of line (`carom explain`), as far as
     * there is room in `text`; NULL: its traits and what it reports say it */
    void (*explain)(const void *options, const carom_prospect *prospect, char *text, size_t size);
    /** what people know it as with these options; NULL: its name */
    const char *(*called)(const void *options);
    void (*check)(const carom_problem *problem, const void *options,
                  const carom_findings *findings);
    void *(*create)(const carom_brief *brief, carom_error *error);
    carom_status (*advance)(void *self, double t_s, carom_error *error);
    void (*sample)(const void *self, double t_s, carom_view *view);
    void (*report)(const void *self, carom_report *report);
    /** NULL: the state cannot be kept; who wants to go on carries one made anew to where it was */
    void (*archive)(void *self, carom_archive *archive);
    void (*destroy)(void *self);
};

/** The solver that an entry of carom_solvers is of. */
CAROM_ENTRY_ACCESSOR(carom_solver_entry_of, carom_solver_entry)

/** The list: one new file in src/solvers/ and one X here. What is not in it may be a plug-in. */
#define CAROM_SOLVERS(X) X(impulse) X(penalty) X(stepped) X(published) X(oracle)

#define X(name) extern const carom_solver_entry carom_solver_##name;
CAROM_SOLVERS(X)
#undef X
extern const carom_seam carom_solvers;

/** What people know a chosen solver as: its kind, or the source that it is of ("blog_2013"). The
 * text is the entry's, for ever. */
const char *carom_solver_called(const carom_choice *choice);

/** Whether a chosen solver has all of @p traits. */
bool carom_solver_is(const carom_choice *choice, unsigned traits);

/** Whether a chosen solver looks for contacts between its steps alone. */
bool carom_solver_is_blind(const carom_choice *choice);

/** Whether a chosen solver's run of a problem has the same bits whatever the C library: it takes
 * + - * / and sqrt alone. An adaptive method takes pow, for its steps. */
bool carom_solver_is_portable(const carom_problem *problem, const carom_choice *choice);

/** What theory may take for granted of a chosen solver. @return false: nothing */
bool carom_solver_springs(const carom_choice *choice, carom_springs *springs);

/** Reports every reason why a chosen solver cannot, or should not, be run on a problem: by its
 * traits, and what its `check` says. */
void carom_solver_check(const carom_problem *problem, const carom_choice *choice,
                        const carom_findings *findings);

/** The colour of a chosen solver in figures. */
carom_hue carom_solver_hue(const carom_choice *choice);

/** A solver at work on a problem (opaque). It belongs to one thread at a time; different solvers
 * have nothing in common, and different threads may use them at the same time. */
typedef struct carom_solver carom_solver;

/** One parameter by its key, its value as a scenario file would write it. */
typedef struct {
    const char *key, *value;
} carom_setting;

/** Makes the solver called @p kind ("impulse", "penalty"), which logs collisions. The problem is
 *  copied, and only read meanwhile: several threads may make solvers of one.
 *  @param settings ended by a NULL key, not needed afterwards; NULL for none
 *  @return NULL, and why in @p error (the first thing that is wrong: what carom_problem_check
 *  reports, no ball, an unknown or missing parameter, what the solver's `check` finds);
 *  carom_solver_free releases it */
carom_solver *carom_solver_new(const carom_problem *problem, const char *kind,
                               const carom_setting *settings, carom_error *error);

/** The same from an entry and its options, which must outlive the solver. @p logging says whether
 *  collisions are kept. Values and the solver's `check` are checked here too, positions are not:
 * that balls lie inside the walls and do not overlap is the caller's duty (carom_problem_check). */
carom_solver *carom_solver_new_chosen(const carom_problem *problem, const carom_choice *choice,
                                      bool logging, carom_error *error);

/** The same of a solver that watches @p stop (may be NULL) from the first on: CAROM_INTERRUPTED in
 * @p error where it was set while the solver was made. */
carom_solver *carom_solver_new_watched(const carom_problem *problem, const carom_choice *choice,
                                       bool logging, const volatile sig_atomic_t *stop,
                                       carom_error *error);

/** Lets the solver watch @p stop (may be NULL) from now on: an advance ends with CAROM_INTERRUPTED,
 * in good order, when it is set to other than 0, by a signal handler or another thread. @p stop
 * must outlive the solver. */
void carom_solver_watch(carom_solver *solver, const volatile sig_atomic_t *stop);

/** Carries the solver to @p t_s (s), which must not be before the last call's (CAROM_INTERNAL).
 *  @return CAROM_COLLAPSE, CAROM_NOT_FINITE, CAROM_INVALID (a method that cannot go on),
 *  CAROM_INTERRUPTED, CAROM_NO_MEMORY. After an error the state is that of the last whole step or
 *  event, and nothing but sample, report, collisions and free may follow. */
CAROM_CHECKED carom_status carom_solver_advance(carom_solver *solver, double t_s,
                                                carom_error *error);

/** The state at the time of the last advance into @p sample, made for as many balls as the problem
 *  has. Sampling changes nothing of the run; it uses room of the solver's, so that it is one
 *  thread's at a time like the rest. */
void carom_solver_sample(const carom_solver *solver, carom_sample *sample);

/** What the run has cost so far, into @p report. */
void carom_solver_report(const carom_solver *solver, carom_report *report);

/** Appends the collisions so far to @p log, a and b as numbers of the problem's balls, in the order
 *  in which the solver found them; carom_log_sort puts them in order of time. None are there where
 *  the solver was made without logging.
 *  @return CAROM_NO_MEMORY: some may have been appended. @p log is freed by the caller. */
CAROM_CHECKED carom_status carom_solver_collisions(const carom_solver *solver, carom_log *log,
                                                   carom_error *error);

/** Follows the contacts that @p wish says from inside. To be called before the first advance, of a
 * solver that keeps its collisions. The run is the same to the bit.
 *  @return CAROM_INTERNAL where it has advanced or keeps none; CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_solver_trace(carom_solver *solver, const carom_trace_wish *wish,
                                              carom_error *error);

/** Appends the moments so far of the contacts that are followed to @p moments, a and b as numbers
 * of the problem's balls; none where none are wanted.
 *  @return CAROM_NO_MEMORY: some may have been appended. @p moments is freed by the caller. */
CAROM_CHECKED carom_status carom_solver_moments(const carom_solver *solver, carom_moments *moments,
                                                carom_error *error);

/** Passes the solver's state: keeps that of the last advance, and changes nothing; or gives it to a
 * solver made anew of the same problem, kind and settings, with the same trace, which then goes on
 * as the other did, to the bit. Of a kind that cannot keep its state (an engine of other people)
 * the time alone is kept, and the way there gone again.
 *  @return how the archive ended (archive.h); CAROM_INTERNAL where a state is given to a solver
 * that has advanced. After an error nothing but carom_solver_free may follow where one was given */
CAROM_CHECKED carom_status carom_solver_archive(carom_solver *solver, carom_archive *archive,
                                                carom_error *error);

/** Releases the solver, its copy of the problem and its log; NULL is none. */
void carom_solver_free(carom_solver *solver);

/** Makes the arrays of a sample of @p count balls, without orientations.
 *  @return CAROM_NO_MEMORY; carom_sample_free in any case */
CAROM_CHECKED carom_status carom_sample_init(carom_sample *sample, size_t count,
                                             carom_error *error);

/** Asks for orientations too, once; meant for problems that say `orientation`, else nobody has
 * turned.
 *  @return CAROM_NO_MEMORY: the sample is as it was */
CAROM_CHECKED carom_status carom_sample_follow_orientation(carom_sample *sample,
                                                           carom_error *error);

/** Releases the arrays; the sample may be used again after carom_sample_init. */
void carom_sample_free(carom_sample *sample);

#endif
