/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_RUN_H
#define CAROM_INTERNAL_RUN_H

#include "measure/measure.h"
#include "records/records.h"
#include "run/checkpoint/checkpoint.h"
#include "scenario/scenario.h"
#include "system/system.h"

#include <carom/problem.h>
#include <carom/serializer.h>
#include <carom/solver.h>
#include <carom/status.h>
#include <carom/trace.h>

#include <signal.h>
#include <stdint.h>
#include <stdio.h>

/* ---- lane ----
 * A lane: one solver on its way through a problem. */

typedef struct {
    const char *name; /**< of the solver in the scenario; "": it is in none */
    const carom_problem *problem;
    const carom_choice *choice;
    carom_solver *solver;
    carom_sample sample;                   /**< the last one taken */
    bool logging;                          /**< keep a collision log */
    carom_log log;                         /**< after the end: sorted by time */
    bool tracing;                          /**< follow contacts */
    carom_contact_samples contact_samples; /**< after the end */
    carom_report report;                   /**< after the end */
    bool ended;
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
    carom_error failure; /**< why the solver stopped early; status CAROM_OK: it did not */
    double wall_clock_s; /**< of advancing alone */
} carom_solver_run;

/** Makes the solver and takes the sample of t = 0. @p problem, @p choice and @p name outlive the
 * lane.
 *  @param stop  ends an advance early when it is set from outside; may be NULL
 *  @return what is wrong with the problem or the options; carom_solver_run_close in any case */
CAROM_CHECKED carom_status carom_solver_run_open(carom_solver_run *solver_run, const char *name,
                                                 const carom_problem *problem,
                                                 const carom_choice *choice, bool logging,
                                                 const volatile sig_atomic_t *stop,
                                                 carom_error *error);

/** Follows the contacts of @p wish, if it says any, in a lane that keeps a log and has not been
 * advanced. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_solver_run_trace(carom_solver_run *solver_run,
                                                  const carom_trace_request *trace_request,
                                                  carom_error *error);

/** Carries the solver to @p t_s. A solver that cannot go on puts the reason into `failure` and
 * stands still from then on: what it has been recorded of stays. */
void carom_solver_run_advance(carom_solver_run *solver_run, double t_s);

/** Takes a sample where the solver stands, unless it has failed. */
void carom_solver_run_sample(carom_solver_run *solver_run);

/** Takes the collisions, sorted by time, the moments of contacts, and what it has cost; once.
 * @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_solver_run_finish(carom_solver_run *solver_run,
                                                   carom_error *error);

/** Passes all of a lane: one that has just been opened, with the same trace, is given what another
 * was. What its solver has come to at its end is passed in place of the solver; and of one that has
 * failed, which is ended by that. */
void carom_solver_run_serialize(carom_solver_run *solver_run, carom_serializer *serializer);

bool carom_solver_run_has_failed(const carom_solver_run *solver_run);

/** Frees everything. */
void carom_solver_run_close(carom_solver_run *solver_run);

/* ---- recorder ----
 * The seam of what is kept of runs: files, a summary, a comparison, a course in memory. */

/** A recorder. It is made for the lanes that it looks at, and knows them by its own state.
 * Contract:
 *  - `begin` when the lanes stand at t = 0, before anything has moved;
 *  - `sample` whenever all of them have come to the next time of a sample, t_s, and have taken it;
 * a lane that has failed stands still, and takes none further;
 *  - `end` once, after the last sample, when the lanes have their collisions, sorted by time;
 *  - `archive` between samples or after the end, any number of times: passes what the others have
 * made of the state, and what they have written; one that is given it, before anything else but its
 * lanes, goes on as if nothing had been;
 *  - an error ends the run, and no further slot is called. */
typedef struct {
    carom_status (*begin)(void *state, carom_error *error);
    carom_status (*sample)(void *state, double t_s, carom_error *error);
    carom_status (*end)(void *state, carom_error *error);
    /** NULL: no run with it can be kept */
    void (*serializer)(void *state, carom_serializer *serializer);
} carom_recorder_entry;

/** A recorder at work. */
typedef struct {
    const carom_recorder_entry *entry;
    void *state;
} carom_recorder;

extern const carom_recorder_entry carom_recorder_files;   /**< state: carom_files (files.h) */
extern const carom_recorder_entry carom_recorder_summary; /**< carom_summary_recorder (account.h) */
extern const carom_recorder_entry carom_recorder_comparison; /**< carom_comparison (comparison.h) */

/* ---- account ----
 * The recorder of a summary: what is said of a solver's run at its end. */

/** State of carom_recorder_summary; begins with its lane alone. */
typedef struct {
    const carom_solver_run *solver_run;
    double fastest_mps; /**< of all samples */
    /** from the beginning on what residuals are relative to (0 at rest), after the end the rest;
     * what compares with other solvers is NaN */
    carom_summary summary;
} carom_summary_recorder;

/* ---- comparison ----
 * The recorder of divergence.tsv: how far solvers that go side by side are from the reference. */

/** One of those that are compared: it gets its divergence and first mismatch. */
typedef struct {
    const carom_solver_run *solver_run;
    carom_summary_recorder *summary_recorder; /**< which has come to its end before */
    double divergence_m; /**< rms at the last sample that both took; NaN: none */
} carom_compared;

/** State of carom_recorder_comparison. */
typedef struct {
    carom_compared *of; /**< count of them, of one problem */
    size_t count, reference;
    size_t *order;   /**< balls in canonical order */
    carom_file file; /**< divergence.tsv; without a stream no rows are kept */
} carom_comparison;

/** Makes room for @p count solvers on @p problem, to be filled in by the caller, and opens
 * divergence.tsv in @p directory, unless that is NULL.
 *  @return CAROM_CANNOT_CREATE, CAROM_NO_MEMORY; carom_comparison_discard in any case */
CAROM_CHECKED carom_status carom_comparison_open(carom_comparison *comparison,
                                                 const carom_problem *problem, size_t count,
                                                 const char *directory, carom_file_mode manner,
                                                 carom_error *error);

/** Frees everything; a file that has not got its name is removed. */
void carom_comparison_discard(carom_comparison *comparison);

/* ---- course ----
 * The recorder of a course: one solver's way through a problem, kept in memory, for what compares
 * many of them. */

/** The most numbers of a course: samples times balls. */
enum { CAROM_MAX_TRAJECTORY = 20000000 };

typedef struct {
    size_t samples, count;                  /**< samples reached; balls */
    double *t_s;                            /**< of the samples */
    carom_vec *at_m;                        /**< samples x count: sample k, ball i at k count + i */
    double *kinetic_J, *spin_J, *elastic_J; /**< by sample */
    double *speed_mps;                      /**< by sample: mean over the balls that move */
    carom_log log;                          /**< sorted by time */
    carom_report report;
    carom_sample end;    /**< the last sample, with velocities and ledger */
    carom_error failure; /**< why it stopped early; status CAROM_OK: it did not */
} carom_trajectory;

/** Runs @p solver through @p samples times from 0 to @p duration_s.
 *  @param stop  set from outside to interrupt; may be NULL
 *  @return CAROM_NO_MEMORY, CAROM_INVALID, CAROM_INTERRUPTED; a solver that cannot go on is no
 * error but `failure`. carom_trajectory_free in any case */
CAROM_CHECKED carom_status carom_trajectory_run(carom_trajectory *trajectory,
                                                const carom_problem *problem,
                                                const carom_choice *solver, double duration_s,
                                                size_t samples, const volatile sig_atomic_t *stop,
                                                carom_error *error);
void carom_trajectory_free(carom_trajectory *trajectory);

/** Rms distance (m) over the balls that move, nearest images, at sample @p k; NaN where one has not
 * got there. */
double carom_trajectory_distance(const carom_problem *problem, const carom_trajectory *a,
                                 const carom_trajectory *b, size_t k);

/** Vector from ball @p i of @p a to the same of @p b at sample @p k, nearest image, m. */
carom_vec carom_trajectory_difference(const carom_problem *problem, const carom_trajectory *a,
                                      const carom_trajectory *b, size_t k, size_t i);

/** Collisions per ball until @p t_s: how many, with balls and walls, a ball that moves has been in
 * on average. */
double carom_collisions_per_ball(const carom_log *log, const carom_problem *problem, double t_s);

/* ---- exchange ----
 * What one collision does to each of its two: velocity, momentum and energy before and after. */

/** Of a ball, or of two together (then without velocities and spin), along n and t; the kinetic
 * energy of centres, and beside it that of spin. */
typedef struct {
    double v_n_mps, v_t_mps, p_n_kgmps, p_t_kgmps, kinetic_J, spin_radps, spin_J;
} carom_ball_balance;

/** A collision from its first to its last moment. n points from a to b as they stand at the touch,
 * t is n turned by +90 degrees; a is the ball of the lower number, or the one at the wall. */
typedef struct {
    bool over; /**< else there is no such collision, or it goes on, and nothing else is said */
    uint32_t a, b;
    bool wall;
    double t_s;
    carom_ball_balance before[2], after[2]; /**< of a and b; 0 of what does not move */
    carom_ball_balance sum_before, sum_after;
} carom_collision_balance;

/** What the contact of number @p contact has done, from its moments: all of them, or the first and
 * the last. */
carom_collision_balance carom_collision_balance_of(const carom_problem *problem,
                                                   const carom_contact_samples *contact_samples,
                                                   size_t contact);

/** Makes 0 of what is within rounding of it: 16 epsilon of the largest of its kind before the
 * contact, which all of it comes from, by @p by (which may be the same). */
void carom_collision_balance_round(carom_collision_balance *balance,
                                   const carom_collision_balance *by);

/** Whether one of the two moves along t, or spins, before: else nothing there is along t. */
bool carom_collision_balance_is_oblique(const carom_collision_balance *balance);

/** Prints the same collision by @p count solvers side by side, below what is before it by the one
 * of number @p reference, whose exchange is over. A solver that has not the same two gets dashes;
 * numbers within rounding of 0 are 0. */
void carom_collision_balance_print(FILE *stream, const carom_problem *problem,
                                   const carom_collision_balance *of, const char *const *name,
                                   size_t count, size_t reference);

/* ---- files ----
 * The recorder of files: series.tsv, trajectory.tsv, collisions.tsv and contacts.tsv of a solver.
 */

enum { CAROM_SERIES, CAROM_TRAJECTORY, CAROM_COLLISIONS, CAROM_CONTACTS, CAROM_FILE_COUNT };

/** State of carom_recorder_files. */
typedef struct {
    const carom_solver_run *solver_run;
    carom_directory folder;
    carom_file file[CAROM_FILE_COUNT];
    bool kept[CAROM_FILE_COUNT]; /**< which of them are written */
} carom_files;

/** Opens the records of @p lane in @p directory/<name of the solver>, made if need be, under
 * temporary names.
 *  @param logs    the collisions of the lane, which keeps them, are recorded
 *  @param traced  so are the moments of its contacts
 *  @param manner  of the files
 *  @return CAROM_CANNOT_CREATE, CAROM_NO_MEMORY; carom_files_discard in any case */
CAROM_CHECKED carom_status carom_files_open(carom_files *files, const carom_solver_run *solver_run,
                                            const char *directory, bool logs, bool traced,
                                            carom_file_mode manner, carom_error *error);

/** The i-th of the files, after their end; NULL: there are no more. */
carom_file *carom_files_get(carom_files *files, size_t i);

/** Frees everything; files that have not got their names are removed. */
void carom_files_discard(carom_files *files);

/* ---- journey ----
 * The way of solvers from t = 0 to the end, through the same samples, and what is kept of it: THE
 * run loop (run.c). */

typedef struct {
    carom_solver_run *const *solver_run; /**< lanes of them, at t = 0, that go side by side */
    size_t solver_runs;
    const carom_recorder *recorder; /**< recorders of them, told in this order */
    size_t recorders;
    double from_s; /**< of the first sample, >= 0 */
    double duration_s;
    int64_t samples; /**< >= 2, t = from_s and t = duration_s included */
    /** the way to the next sample is divided so that of these there are so many in all, after each
     * of which `stop` and `progress` have their turn; 0: from sample to sample */
    long slices;
    long threads;                      /**< lanes advanced at the same time, >= 1 */
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
    /** told after every slice which part of the duration is done; may be NULL */
    void (*progress)(void *context, double part, double t_s);
    /** told after every slice, behind the sample that it may end in, and after the end: the time
     * to keep the journey; may be NULL. What it returns ends the journey */
    carom_status (*keep)(void *context, carom_error *error);
    void *context;
    /** where it is: all 0 before */
    double t_s;
    int64_t sample; /**< the next that is to be taken */
    bool begun, over;
} carom_simulation;

/** Carries the lanes from sample to sample and tells the recorders. A solver that stops early is no
 * error but its lane's failure.
 *  @return CAROM_INTERRUPTED, CAROM_NO_MEMORY, CAROM_INTERNAL, or what a recorder or `keep` returns
 */
CAROM_CHECKED carom_status carom_simulation_run(carom_simulation *simulation, carom_error *error);

/** Passes where a journey is, its lanes and its recorders. One made anew, of lanes that have just
 * been opened, is given it and run: it goes on as if nothing had been. */
void carom_simulation_serialize(carom_simulation *simulation, carom_serializer *serializer);

/* ---- run ----
 * Running a scenario: every solver from t = 0 to the end, sample by sample, into records. */

typedef struct {
    const carom_scenario *scenario;
    const char *name;      /**< the scenario file as the user named it */
    const char *directory; /**< where the records go; made if need be. NULL: none are kept, and the
                              only samples are those of the start and the end */
    const char *const *only;           /**< names of the solvers to run; */
    size_t only_count;                 /**< 0: all */
    carom_folder *folder;              /**< is told of the records; may be NULL */
    bool compare;                      /**< all together, against the reference; or one by one */
    bool collisions;                   /**< keep collision logs */
    bool unsynced;                     /**< one of very many: the disk is not waited for */
    long threads;                      /**< solvers advanced at the same time, >= 1 */
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
    void (*progress)(void *context, double part, double t_s); /**< may be NULL */
    void *context;
    bool checkpoints; /**< keep what a run that is ended from outside goes on from, and go on; */
    double every_s;   /**< of wall clock between two, >= 0; 0: whenever there can be one */
    void (*say)(void *context, const char *text); /**< is told what was found; may be NULL */
    void *say_context;
} carom_request;

/** A solver of the run, with its recorders. */
typedef struct {
    carom_solver_run solver_run;
    carom_files files;                       /**< open where there is a directory */
    carom_summary_recorder summary_recorder; /**< after the run: its summary */
} carom_run_solver;

typedef struct {
    const carom_request *request;
    const carom_scenario_solver **chosen; /**< chosen_count of them, as the scenario has them */
    size_t chosen_count;
    carom_run_solver *solver;  /**< of those, as many as are open */
    size_t solvers, reference; /**< reference: whom divergence is measured against */
    carom_comparison comparison;
    carom_directory made;
    carom_file summary, manifest;
    /** of the scenario; of a comparison without, the ends of the first contact, for people */
    carom_trace_request trace;
    bool traced; /**< the scenario says any: contacts.tsv are written */
    /** of all together; or one after the other, each of one solver */
    carom_simulation *simulation;
    size_t simulations, current;
    carom_solver_run **solver_run; /**< theirs, and */
    carom_recorder *recorder;      /**< theirs */
    carom_checkpoint checkpoint;
} carom_run;

/** Runs and writes all records. On CAROM_OK the solvers have their summaries, and each lane its
 * failure if it stopped early; carom_run_close frees in any case.
 *  @return also CAROM_CANNOT_WRITE, CAROM_INTERRUPTED, CAROM_NO_MEMORY: then no record has changed.
 * CAROM_INVALID where there is a checkpoint that it cannot go on from, which stays as it is */
CAROM_CHECKED carom_status carom_run_scenario(carom_run *run, const carom_request *request,
                                              carom_error *error);

/** All that follows from a run has been made of it: its checkpoint goes. Without that the same
 * request makes the records once more from there. */
void carom_run_remove_checkpoint(carom_run *run);
void carom_run_close(carom_run *run);

/** Whether the table of a run has a row of it: not where no solver has anything to say of it. */
bool carom_run_has_row(const carom_run *run, const carom_quantity *quantity);

/** What is to be said of a solver's own clock that has parted from the time asked by more than
 * rounding; "": nothing. */
void carom_run_describe_clock(const carom_run_solver *solver, char *text, size_t size);

/** run.json: what made the records. */
CAROM_CHECKED carom_status carom_manifest_write(FILE *stream, const carom_run *run,
                                                carom_error *error);

/** What a checkpoint of a run of @p count solvers must be of, to be freed
 * (run/checkpoint/checkpoint.h); NULL with the reason in @p error. */
char *carom_manifest_identity(const carom_request *request,
                              const carom_scenario_solver *const *solver, size_t count,
                              carom_error *error);

/** MODE.json in @p directory: what made the tables that another command than run and compare leaves
 * there, with the full scenario. @param name the scenario file as the user named it */
CAROM_CHECKED carom_status carom_manifest_write_study(const char *directory, const char *mode,
                                                      const char *name,
                                                      const carom_scenario *scenario,
                                                      carom_error *error);

/** The program's own description, for --version and footers. */
const char *carom_version(void);
const char *carom_commit(void);
const char *carom_compiler(void);

/** A text as a JSON string, quotes included; a byte of it that is not UTF-8 becomes U+FFFD. */
void carom_json_write_string(FILE *stream, const char *text);

/** The same without '<' where @p in_page: nothing in it ends an element of HTML. */
void carom_json_write_escaped(FILE *stream, const char *text, bool in_page);

/** A number as JSON: shortest digits are not sought, 17 are; null where it is not finite. */
void carom_json_write_number(FILE *stream, double value);

/* ---- study ----
 * A study: a scenario that is run many times over, with other steps, seeds, starts or solvers, by
 * several threads. */

/** What finished tasks of a study came to, kept beyond the process, so that an interrupted study
 * goes on (sweep/sweep.h). Its functions may be called by several threads. */
typedef struct {
    /** before the first task, of which there are so many */
    carom_status (*open)(void *kept, size_t tasks, carom_error *error);
    /** @return false: task number @p task is not among them, or did not come to @p count numbers */
    bool (*find)(void *kept, size_t task, double *number, size_t count);
    carom_status (*add)(void *kept, size_t task, const double *number, size_t count,
                        carom_error *error);
    void *kept;
} carom_study_store;

typedef struct {
    const carom_scenario *scenario;
    /** of the scenario file, and the overrides of the command line: for places in it */
    const char *text;
    size_t length;
    const carom_override *overrides;
    size_t override_count;
    const char *const *only; /**< names of the solvers that count; only_count 0: all */
    size_t only_count;
    long jobs;                         /**< runs at a time; 0: one per processor */
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
    void (*progress)(void *context, double part, double done); /**< may be NULL */
    void *context;
    const carom_study_store *store; /**< NULL: nothing is kept */
} carom_study;

/** Whether a solver counts. */
bool carom_study_includes(const carom_study *study, const char *solver);

/** Does @p tasks tasks on the study's threads. */
CAROM_CHECKED carom_status carom_study_run(const carom_study *study, size_t tasks,
                                           carom_status (*run)(void *context, size_t task,
                                                               carom_error *error),
                                           void *context, carom_error *error);

/** Tasks that each come to numbers, of which nothing else is needed. */
typedef struct {
    size_t first, tasks; /**< task k is number first + k of the study's */
    /** how many numbers task @p task comes to; 0: there is nothing to do */
    size_t (*count)(const void *context, size_t task);
    carom_status (*run)(void *context, size_t task, double *number, carom_error *error);
    /** Takes what a task came to, now or in a process before. */
    carom_status (*take)(void *context, size_t task, const double *number, carom_error *error);
    void *context;
} carom_study_tasks;

/** Says how many tasks there will be, before any of carom_study_run_tasks. */
CAROM_CHECKED carom_status carom_study_announce(const carom_study *study, size_t tasks,
                                                carom_error *error);

/** Takes the tasks that the study's keeper has, and does the others on the study's threads. */
CAROM_CHECKED carom_status carom_study_run_tasks(const carom_study *study,
                                                 const carom_study_tasks *tasks,
                                                 carom_error *error);

#endif
