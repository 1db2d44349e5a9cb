/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "records/records.h"

/* ---- solver run ----
 * One solver that advances one problem. */

typedef struct {
    const char *name; /**< its name in the scenario; "" if it is in none */
    const carom_problem *problem;
    const carom_choice *choice;
    carom_solver *solver;
    carom_sample sample; /**< the latest */
    bool logging;
    carom_log log; /**< valid after carom_solver_run_finish; sorted by time */
    bool tracing;
    carom_contact_samples contact_samples; /**< valid after carom_solver_run_finish */
    carom_report report;                   /**< valid after carom_solver_run_finish */
    const volatile sig_atomic_t *stop;     /**< a nonzero value interrupts; may be NULL */
    carom_error failure; /**< why the solver stopped early; its status is CAROM_OK if it did not */
    /** time that it has reached. Of a solver that stopped, the last advance or the last collision,
     * which may be later than the sample */
    double reached_s;
    double wall_clock_s; /**< time spent in carom_solver_advance */
} carom_solver_run;

/** Create the solver and sample it at t = 0. @p problem, @p choice and @p name must outlive the
 * run.
 *  @param stop  a nonzero value interrupts; may be NULL
 *  @return CAROM_INVALID if the problem or the options are invalid. Call
 *   carom_solver_run_close in any case */
CAROM_CHECKED carom_status carom_solver_run_open(carom_solver_run *solver_run, const char *name,
                                                 const carom_problem *problem,
                                                 const carom_choice *choice, bool logging,
                                                 const volatile sig_atomic_t *stop,
                                                 carom_error *error);

/** Trace the contacts that @p trace_request selects. Call it before the first advance of a run
 * that logs collisions. */
CAROM_CHECKED carom_status carom_solver_run_trace(carom_solver_run *solver_run,
                                                  const carom_trace_request *trace_request,
                                                  carom_error *error);

/** Advance the solver to @p t_s. If the solver cannot continue, its error is stored in `failure`
 * and later calls do nothing. Samples taken so far stay valid. */
void carom_solver_run_advance(carom_solver_run *solver_run, double t_s);

/** Sample the solver at its current time, unless it has failed. */
void carom_solver_run_sample(carom_solver_run *solver_run);

/** Fetch the collision log (sorted by time), the contact samples and the report. Call it once. */
CAROM_CHECKED carom_status carom_solver_run_finish(carom_solver_run *solver_run,
                                                   carom_error *error);

bool carom_solver_run_has_failed(const carom_solver_run *solver_run);

/** Free everything. */
void carom_solver_run_close(carom_solver_run *solver_run);

/* ---- recorder ----
 * The plug-in interface for output: files, summary, comparison, trajectory in memory. */

/** A recorder reads its solver runs through its own state. Contract:
 * - `begin` is called once at t = 0, before any solver advances;
 * - `sample` is called at each sample time t_s, after all solvers were sampled. A failed solver
 *   keeps its last sample;
 * - `end` is called once, after the last sample and after carom_solver_run_finish of all
 *   solvers;
 * - after an error the simulation calls no further function of any recorder. */
typedef struct {
    carom_status (*begin)(void *state, carom_error *error);
    carom_status (*sample)(void *state, double t_s, carom_error *error);
    carom_status (*end)(void *state, carom_error *error);
} carom_recorder_entry;

/** A recorder and its state. */
typedef struct {
    const carom_recorder_entry *entry;
    void *state;
} carom_recorder;

/* ---- trajectory ----
 * Records a trajectory in memory, for commands that compare many runs. */

/** Limit of samples times balls. */
enum { CAROM_MAX_TRAJECTORY = 20000000 };

typedef struct {
    size_t samples, count; /**< samples reached; balls */
    double *t_s;
    carom_vec *at_m;                        /**< ball i at sample k has index k count + i */
    double *kinetic_J, *spin_J, *elastic_J; /**< indexed by sample */
    double *speed_mps; /**< indexed by sample: mean over the balls that are not fixed */
    carom_log log;     /**< sorted by time */
    carom_contact_samples contact_samples; /**< empty without a trace */
    carom_report report;
    carom_sample end;    /**< the last sample, with velocities and ledger */
    carom_error failure; /**< why the solver stopped early; its status is CAROM_OK if it did not */
} carom_trajectory;

/** Run @p solver from 0 to @p duration_s with @p samples equidistant samples.
 *  @param stop  a nonzero value interrupts; may be NULL
 *  @return CAROM_INVALID, CAROM_INTERRUPTED. A solver that stops early is
 *   reported in `failure`, not as an error. Call carom_trajectory_free in any case */
CAROM_CHECKED carom_status carom_trajectory_run(carom_trajectory *trajectory,
                                                const carom_problem *problem,
                                                const carom_choice *solver, double duration_s,
                                                size_t samples, const carom_trace_request *trace,
                                                const volatile sig_atomic_t *stop,
                                                carom_error *error);
void carom_trajectory_free(carom_trajectory *trajectory);

/** Rms distance (m) of the balls that are not fixed at sample @p k, between nearest images. NaN
 * if either run has not reached the sample. */
double carom_trajectory_distance(const carom_problem *problem, const carom_trajectory *a,
                                 const carom_trajectory *b, size_t k);

/** Mean number of collisions per movable ball until @p t_s, with balls and walls. */
double carom_collisions_per_ball(const carom_log *log, const carom_problem *problem, double t_s);

/* ---- collision balance ----
 * Velocity, momentum and energy of both bodies before and after one collision. */

/** One of the two bodies, or both together, before or after a collision: a row of
 * contact-balls.tsv. n points from the first to the second body at contact onset; t is n rotated by
 * +90 degrees. Kinetic energy excludes spin. */
typedef struct {
    const char *solver, *label, *when, *ball;
    double radius_m, mass_kg; /**< NaN for a wall; mass NaN for a fixed ball */
    double side;              /**< -1: n points away from the body, 1: towards it */
    carom_vec normal;         /**< n */
    /** momentum and energies are NaN for a fixed body, velocities and spin for both together */
    double v_n_mps, v_t_mps, p_n_kgmps, p_t_kgmps, kinetic_J, spin_radps, spin_J;
} carom_body_state;

/** Its columns, for CAROM_COLUMNS. */
#define CAROM_BODY_COLUMNS(NUMBER, TEXT, of)                                                       \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, says, r->label, "name, with theta if --theta is given")                               \
    TEXT(of, when, r->when, "before or after")                                                     \
    TEXT(of, ball, r->ball, "name of the ball or wall")                                            \
    NUMBER(of, radius_m, "m", r->radius_m, "nan: a wall")                                          \
    NUMBER(of, mass_kg, "kg", r->mass_kg, "nan: fixed")                                            \
    NUMBER(of, side, "", r->side, "-1: n points away from this body, 1: towards it")               \
    NUMBER(of, normal_x, "", r->normal.x,                                                          \
           "x component of n at onset, from the first to the second body")                         \
    NUMBER(of, normal_y, "", r->normal.y, "y component of n; t is n rotated by +90 degrees")       \
    NUMBER(of, v_n_mps, "m/s", r->v_n_mps, "velocity along n")                                     \
    NUMBER(of, v_t_mps, "m/s", r->v_t_mps, "velocity along t")                                     \
    NUMBER(of, p_n_kgmps, "kg m/s", r->p_n_kgmps, "momentum along n")                              \
    NUMBER(of, p_t_kgmps, "kg m/s", r->p_t_kgmps, "momentum along t")                              \
    NUMBER(of, kinetic_J, "J", r->kinetic_J, "kinetic energy without that of spin")                \
    NUMBER(of, spin_radps, "rad/s", r->spin_radps, "spin; nan: nothing can spin")                  \
    NUMBER(of, spin_J, "J", r->spin_J, "energy of spin")

/** The bodies of a collision at the first and the last sample of their contact. a is the ball with
 * the lower number, or the ball at a wall. */
typedef struct {
    bool over; /**< false: the contact does not exist or has not ended */
    uint32_t a, b;
    bool wall;
    double t_s;
    /** a, b, both; without names of solvers. `ball` is NULL if the contact has less than two
     * samples */
    carom_body_state before[3], after[3];
} carom_collision_balance;

/** The balance of contact number @p contact from its samples, of which the first and the last
 * suffice. */
carom_collision_balance carom_collision_balance_of(const carom_problem *problem,
                                                   const carom_contact_samples *contact_samples,
                                                   size_t contact);

/** Set to 0 all values within rounding: 16 epsilon of the largest value of the same kind before
 * the collision in @p by, which may be @p balance itself. */
void carom_collision_balance_round(carom_collision_balance *balance,
                                   const carom_collision_balance *by);

/** True if either body moves along t or spins before the collision. Otherwise all values along t
 * are 0. */
bool carom_collision_balance_is_oblique(const carom_collision_balance *balance);

/** Print the balances of @p count solvers as one table, values within rounding as 0: every body
 * before the collision in solver @p reference, whose balance must be `over`, then after it in each
 * solver. Solvers whose collision has other bodies have no rows. */
void carom_collision_balance_print(FILE *stream, const carom_problem *problem,
                                   carom_collision_balance *of, const char *const *name,
                                   size_t count, size_t reference);

/* ---- output folder ----
 * carom writes into a new folder, or into one with run.json or another manifest of its own, whose
 * tables and figures it removes when the new ones are complete. In any other folder it replaces no
 * file. */

/** Names of the files of runs, separated by spaces. The first is the manifest.
 * "energy.*" are the figures of this name in any format; "sweep-*.*" those whose names begin so. */
extern const char carom_run_file_names[];

/** Check that the folder @p directory, which may be missing, can receive the files @p names, a text
 * as above. Changes nothing. @param is_own receives whether carom may replace files: the folder is
 * new or has a manifest of carom
 *  @return CAROM_CANNOT_CREATE if a file with such a name is there and may be another program's,
 * or a folder with such a name; the message names it */
CAROM_CHECKED carom_status carom_folder_claim(const char *directory, const char *names,
                                              bool *is_own, carom_error *error);

/** Remove the files @p names of an earlier command from a folder with its manifest, which stays.
 * The files of runs include the tables of the solvers in run.json. Follows no link. Call it when
 * all new files are complete, before the first of them gets its name. @return
 * CAROM_CANNOT_WRITE */
CAROM_CHECKED carom_status carom_folder_clear(const char *directory, const char *names,
                                              carom_error *error);

/** Remove the files @p names of a study, with its manifest, if it was of another scenario than the
 * run.json of the folder. */
void carom_folder_clear_other(const char *directory, const char *names);

/** Prepare the folder of a solver in the claimed folder @p directory: replace a link if the folder
 * @p is_own. Refuse to replace tables of a solver that its run.json does not list. */
CAROM_CHECKED carom_status carom_folder_claim_solver(const char *directory, const char *solver,
                                                     bool is_own, carom_error *error);

/** Refuse a @p file that the run reads if it is a table of a solver in @p directory. */
CAROM_CHECKED carom_status carom_folder_check_input(const char *directory, const char *file,
                                                    carom_error *error);

/* ---- tables of a solver ---- */

enum { CAROM_SERIES, CAROM_TRAJECTORY, CAROM_COLLISIONS, CAROM_CONTACTS, CAROM_FILE_COUNT };

/** Their names, "series.tsv" and so on. */
extern const char *const carom_solver_file_names[CAROM_FILE_COUNT];

/* ---- tables for figures ----
 * Balls between the samples: paths through the points of collision, hits of walls, velocities
 * before and after, and all balls at a few moments (figure_tables.c). */

enum { CAROM_FIGURE_TABLES = 5 };

/** The tables, ended by a NULL name. */
extern const carom_table carom_figure_tables[CAROM_FIGURE_TABLES + 1];

typedef struct {
    carom_file file[CAROM_FIGURE_TABLES];
    double contact_s,
        mismatch_s;   /**< first collision of two balls of the reference, first mismatch; NaN */
    double path_s;    /**< end of the paths: the first solver has 500 collisions; INFINITY: none */
    double path_m[2]; /**< longest path of a ball of the reference, else of another solver, along x
                         and y; 0: too many balls */
    size_t hits, states; /**< rows of the reference */
    void *of;            /**< used by carom_figure_files_write */
} carom_figure_files;

/** Give the finished tables their names. */
CAROM_CHECKED carom_status carom_figure_files_commit(carom_figure_files *figures,
                                                     carom_error *error);

/* ---- simulation ----
 * Advances several solver runs to common sample times and calls the recorders (simulation.c). */

typedef struct {
    carom_solver_run *const
        *solver_run; /**< array of `solver_runs` pointers; all runs are at t = 0 */
    size_t solver_runs;
    const carom_recorder *recorder; /**< array of `recorders`, called in this order */
    size_t recorders;
    double from_s; /**< time of the first sample, >= 0 */
    double duration_s;
    int64_t samples; /**< >= 2; the first is at from_s, the last at duration_s */
    /** number of parts into which the duration is divided. After each part the simulation checks
     * `stop` and calls `progress`. 0: after each sample only */
    long slices;
    long threads;                      /**< solver runs advanced at the same time, >= 1 */
    const volatile sig_atomic_t *stop; /**< a nonzero value interrupts; may be NULL */
    /** called after each part with the fraction of the duration that is done; may be NULL */
    void (*progress)(void *context, double part, double t_s);
    void *context;
    double t_s; /**< position; 0 at the start */
} carom_simulation;

/** Run the simulation to its end. A solver that stops early is reported in its `failure`, not as
 * an error.
 *  @return CAROM_INTERRUPTED, CAROM_INTERNAL, or the error of a recorder */
CAROM_CHECKED carom_status carom_simulation_run(carom_simulation *simulation, carom_error *error);

/* ---- run ----
 * Runs all solvers of a scenario and writes the records. */

typedef struct {
    const carom_scenario *scenario;
    const char *name;      /**< name of the scenario file as the user wrote it */
    const char *directory; /**< of the records; created if needed. NULL: no records, and samples at
                              the start and the end only */
    const char *const *only;           /**< names of the solvers to run */
    size_t only_count;                 /**< 0: all solvers */
    bool figures;                      /**< write the tables for figures (figure_tables.c) */
    bool compare;                      /**< compare the solvers with the reference */
    long threads;                      /**< solvers advanced at the same time, >= 1 */
    const volatile sig_atomic_t *stop; /**< a nonzero value interrupts; may be NULL */
    void (*progress)(void *context, double part, double t_s); /**< may be NULL */
    void *context;
    /** for the lab: this number of samples from from_s to to_s; 0: the scenario's */
    int64_t samples;
    double from_s, to_s;
    const carom_trace_request *trace; /**< instead of the scenario's; may be NULL */
    const carom_recorder *recorder;   /**< called last; may be NULL */
} carom_request;

/** A solver of the run, and what is recorded of it. */
typedef struct {
    carom_solver_run solver_run;
    carom_directory folder;
    carom_file file[CAROM_FILE_COUNT];  /**< open if there is a directory */
    double fastest_mps, most_kinetic_J; /**< maxima over all samples; the energy includes spin */
    /** from the reference, at the latest sample; rms at the last sample of both; NaN: none */
    carom_divergence divergence;
    double divergence_m;
    const char *unpaired;  /**< why figures show no first collision of a pair */
    carom_summary summary; /**< complete after the run; before, the scales of the residuals */
} carom_run_solver;

typedef struct {
    const carom_request *request;
    carom_run_solver *solver;  /**< the chosen ones, in the order of the scenario */
    size_t solvers, reference; /**< index of the solver that the others are compared with */
    size_t *order;             /**< balls in canonical order, of a comparison */
    carom_directory made;
    bool owns_folder; /**< carom may replace files */
    carom_file summary, divergence, manifest;
    carom_figure_files figures;
    /** trace request of the scenario. A comparison of a scenario without one traces onset and
     * separation of the first contact, for the before/after table */
    carom_trace_request trace;
    bool owns_trace;               /**< trace.pair is released by carom_run_close */
    bool traced;                   /**< the scenario requests a trace: write contacts.tsv */
    carom_solver_run **solver_run; /**< of the simulation */
} carom_run;

/** Records a run (state: carom_run): its tables, and the summaries of the solvers. */
extern const carom_recorder_entry carom_recorder_run;

/** Set the scales of the residuals and the members that do not change; update the maxima; complete
 * the summary. Quantities relative to the reference stay NaN. */
void carom_summary_begin(carom_run_solver *solver);
void carom_summary_sample(carom_run_solver *solver);
void carom_summary_end(carom_run_solver *solver);

/** Run the scenario and write all records. On CAROM_OK the solvers have their summaries, and a
 * solver that stopped early has its `failure`. Call carom_run_close in any case.
 *  @return CAROM_CANNOT_CREATE, CAROM_CANNOT_WRITE, CAROM_INTERRUPTED: then no
 * record was written, and those of an earlier run are unchanged */
CAROM_CHECKED carom_status carom_run_scenario(carom_run *run, const carom_request *request,
                                              carom_error *error);

void carom_run_close(carom_run *run);

/** Run the solvers again, and write the tables for figures under temporary names. The run commits
 * and discards them. A run with paths takes up to twice as long. */
CAROM_CHECKED carom_status carom_figure_files_write(carom_run *run, const char *directory,
                                                    carom_error *error);

/** True if at least one solver has a value for the row of @p quantity in the table of the run. */
bool carom_run_has_row(const carom_run *run, const carom_quantity *quantity);

/** Describe a solver's own clock that differs from the requested time by more than rounding;
 * otherwise set @p text to "". */
void carom_run_describe_clock(const carom_run_solver *solver, char *text, size_t size);

/** Write run.json: program, machine, parameters and scenario of the records. */
void carom_manifest_write(FILE *stream, const carom_run *run);

/** Write MODE.json in @p directory under a temporary name: program, machine and scenario of the
 * tables of a study. The caller commits and discards @p file.
 *  @param name  name of the scenario file as the user wrote it */
CAROM_CHECKED carom_status carom_manifest_open_study(carom_file *file, const char *directory,
                                                     const char *mode, const char *name,
                                                     const carom_scenario *scenario,
                                                     carom_error *error);

/** Version, commit and compiler of this build. */
const char *carom_version(void);
const char *carom_commit(void);
const char *carom_compiler(void);

/* ---- study ----
 * A study runs a scenario many times with other steps, seeds, initial states or solvers, on
 * several threads. */

typedef struct {
    const carom_scenario *scenario;
    /** text of the scenario file and overrides of the command line, for the positions in messages
     */
    const char *text;
    size_t length;
    const char *path; /**< of the scenario file; NULL: none */
    const carom_override *overrides;
    size_t override_count;
    const char *const *only; /**< names of the solvers to include; all if only_count is 0 */
    size_t only_count;
    const char *directory;             /**< of the results; NULL: none */
    const char *name;                  /**< name of the scenario file as the user wrote it */
    bool resume;                       /**< of a sweep: run only the points that sweep.tsv lacks */
    long jobs;                         /**< tasks at a time; 0: one per processor */
    const volatile sig_atomic_t *stop; /**< a nonzero value interrupts; may be NULL */
    void (*progress)(void *context, double part, double done); /**< may be NULL */
    void *context;
} carom_study;

/** True if the study includes the solver called @p solver. */
bool carom_study_includes(const carom_study *study, const char *solver);

/** Run @p tasks tasks on the study's threads. */
CAROM_CHECKED carom_status carom_study_run(const carom_study *study, size_t tasks,
                                           carom_status (*run)(void *context, size_t task,
                                                               carom_error *error),
                                           void *context, carom_error *error);
