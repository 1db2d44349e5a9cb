/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "measure/measure.h"
#include "records/records.h"
#include "run/run.h"
#include "scenario/scenario.h"
#include "scenario/yaml/yaml.h"
#include "solvers/solvers.h"

/* ---- checks ----
 * Evaluates the `checks:` of a scenario on records of carom or of another program. A check bounds
 * one number: a cell of a table, or the result of further runs. */

/** What a check on a column takes of the tables of a run, without reading them. */
typedef struct {
    double value;
    size_t rows; /**< 0: no row that the check takes */
} carom_check_cell;

/** A run and the checks that follow its samples. */
typedef struct {
    const carom_run *run;
    const carom_scenario_check *check;
    size_t checks;
    carom_check_cell *cell;  /**< by check, then solver of the run */
    carom_recorder recorder; /**< for carom_request */
} carom_check_watch;

/** Let checks follow a run that is not open yet. Call carom_check_watch_free in any case. */
void carom_check_watch_init(carom_check_watch *watch, const carom_run *run,
                            const carom_scenario_check *check, size_t checks);
void carom_check_watch_free(carom_check_watch *watch);

/** The run to be checked, or records. */
typedef struct {
    const carom_study *study;
    const char *directory;
    bool foreign;                   /**< records of any program: no runs of our own */
    const carom_check_watch *watch; /**< of the run; NULL: records */
} carom_check_context;

/** A check of one solver, and what it measured. */
typedef struct {
    const carom_check_context *context;
    const carom_scenario_check *check;
    const carom_scenario_solver *solver;
    double value; /**< NaN: unknown */
    carom_theory theory;
    char note[300]; /**< added to the text of the verdict: why the value is unknown, for instance */
    bool skipped;   /**< these records cannot answer the check; the note gives the reason */
    carom_error failure; /**< an error that ends the command: there is no verdict */
} carom_measured;

/** Make the message of @p error the note. An error that the records did not cause (memory,
 * unreadable file, interruption) also becomes the failure. */
void carom_measured_fail(carom_measured *measured, const carom_error *error);

/** A check before the run, and its position in the scenario file. */
typedef struct {
    const carom_study *study;
    const carom_scenario_check *check;
    size_t number;   /**< its index in `checks:` */
    carom_node node; /**< its mapping; none: unknown */
    carom_messages *messages;
} carom_check_location;

/** Report an error of a check at the position of the key, or of the check if the key is absent. */
void carom_check_report(const carom_check_location *place, const char *key, const char *format, ...)
    CAROM_PRINTF(3, 4);

/** A kind of check. */
typedef struct {
    const char *kind; /**< name in carom_check_kinds */
    bool runs;        /**< makes runs of its own, and does not read records */
    /** reports errors in the keys of the check; may be NULL */
    void (*validate)(const carom_check_location *place);
    bool (*applies)(const carom_scenario *scenario, const carom_scenario_check *check,
                    /** which solvers a check without `solver:` applies to; NULL: all */
                    const carom_scenario_solver *solver);
    /** whether theory gives the number; NULL: known only after runs, or never */
    bool (*has_theory)(const carom_scenario *scenario, const carom_scenario_check *check,
                       const carom_scenario_solver *solver);
    /** takes what the check needs of a solver of a run, at each sample time and at the end (NaN);
     * NULL: nothing */
    void (*follow)(carom_check_cell *cell, const carom_scenario_check *check,
                   const carom_run_solver *solver, double t_s);
    /** sets the value, or the note that says why there is none */
    void (*measure)(carom_measured *measured);
} carom_check_evaluator;

/** Return the evaluator of @p entry, one of carom_check_kinds. */
const carom_check_evaluator *carom_check_evaluator_of(const carom_entry *entry);

/** True if the check applies to a solver: it names the solver, or names none and its kind
 * includes the solver. The study must include the solver too. */
bool carom_check_applies(const carom_study *study, const carom_scenario_check *check,
                         const carom_scenario_solver *solver);

/** Measure the number that a check of @p solver bounds.
 *  @return CAROM_INVALID if there is none, or the check is ambiguous */
CAROM_CHECKED carom_status carom_check_measure(const carom_check_context *context,
                                               const carom_scenario_check *check,
                                               const char *solver, double *value,
                                               carom_error *error);

/** Report all checks that cannot be answered, cannot fail or cannot pass, with their position in
 * the scenario file. */
CAROM_CHECKED carom_status carom_checks_validate(const carom_study *study,
                                                 carom_messages *messages);

/* ---- verdicts ---- */

typedef enum { CAROM_PASS, CAROM_FAIL, CAROM_SKIP } carom_verdict_kind;

/** A verdict, and the numbers in its text; NaN: none. */
typedef struct {
    carom_verdict_kind kind;
    char name[300];             /**< "energy_residual_rel of impulse" */
    char text[700];             /**< value, bounds, formula, note */
    char ball[CAROM_NAME_SIZE]; /**< of an audit: the ball of the first failure, and its time */
    double t_s;
    double value, max, min, equals, within;
    size_t check, solver; /**< indexes in the scenario; set by carom_checks_run */
} carom_verdict;

/** A verdict before the evaluation. */
#define CAROM_NO_VERDICT                                                                           \
    ((carom_verdict){.kind = CAROM_FAIL,                                                           \
                     .value = NAN,                                                                 \
                     .max = NAN,                                                                   \
                     .min = NAN,                                                                   \
                     .equals = NAN,                                                                \
                     .within = NAN,                                                                \
                     .t_s = NAN})

typedef struct {
    carom_verdict *item;
    size_t count, capacity;
    size_t passed, failed, skipped;
} carom_verdicts;

/** Evaluate all checks on all solvers that they apply to. Records of another program are first
 * audited. Call carom_verdicts_free in any case. */
CAROM_CHECKED carom_status carom_checks_run(const carom_check_context *context,
                                            carom_verdicts *verdicts, carom_error *error);

/** Append a copy and update the counts. */
void carom_verdicts_add(carom_verdicts *verdicts, const carom_verdict *verdict);

void carom_verdicts_free(carom_verdicts *verdicts);

/** Write TAP version 13: the plan, and each verdict with its number from 1. */
void carom_verdicts_tap(const carom_verdicts *verdicts, FILE *stream);

/** Write a table with a row for each verdict: test, ball, t_s, got, want, tolerance, verdict. */
void carom_verdicts_write_table(const carom_verdicts *verdicts, FILE *stream);

/** Write a JSON array of all verdicts with their numbers. */
void carom_verdicts_write_json(const carom_verdicts *verdicts, FILE *stream);

/** Append the verdicts of the audit of the records of @p solver. */
CAROM_CHECKED carom_status carom_audit_records(const carom_check_context *context,
                                               const carom_scenario_solver *solver,
                                               carom_verdicts *verdicts, carom_error *error);

/* ---- tables ----
 * Reads records for checks. If a record is missing or malformed, the note gives the reason. */

/** True if the records are those of a run without @p solver. The check is then skipped, with a
 * note. */
bool carom_measured_skip_missing(carom_measured *measured, const char *solver);

enum { CAROM_MEASURED_PATH = 4500 };

/** Find DIR/SOLVER/NAME or DIR/NAME; SOLVER NULL: DIR/NAME. A table NAME.tsv can be NAME.csv, with
 * commas.
 *  @return false: it does not exist */
bool carom_measured_find(const carom_measured *measured, const char *solver, const char *name,
                         char path[CAROM_MEASURED_PATH]);
bool carom_measured_has(const carom_measured *measured, const char *solver, const char *name);

/** Read this table.
 *  @return false: the note gives the reason, and @p table is empty */
bool carom_measured_read(carom_measured *measured, const char *solver, const char *name,
                         carom_tsv *table);

/** Return a solver of the run, or NULL: records. */
const carom_run_solver *carom_measured_run(const carom_measured *measured, const char *solver);

/** Copy the collisions before @p until_s of a solver of the run, or of its records, sorted by time.
 * *contact_s is raised to the longest contact. The caller frees the log in any case.
 *  @return false: the note gives the reason */
bool carom_measured_read_log(carom_measured *measured, const char *solver, double until_s,
                             carom_log *log, double *contact_s);

/* ---- audit ----
 * Audit of the records of any program, by its trajectory.
 *
 * Every interval between two samples is computed again: carom starts from the recorded state at
 * its beginning, with the laws of the scenario, and must reach the recorded state at its end.
 * Errors do not add up, so the tolerance is the rounding of the file, and an error is found where
 * it happens. Samples at which bodies touch, as before and after a collision, are moved along free
 * motion to where they do not, so that all collisions lie inside an interval. audit_read.c reads
 * the trajectory, audit.c computes the intervals, audit_fault.c and audit_hints.c describe what is
 * wrong with one, audit_tables.c tests the other tables. */

/** State of a ball. */
typedef carom_track_sample audit_state;

/** Rounding or tolerance of a state. */
typedef struct {
    double m, mps, radps;
} audit_tolerance;

/** The tests, in the order in which they are listed. */
typedef enum {
    AUDIT_SAMPLES,    /**< every ball at every time, from 0 to duration_s */
    AUDIT_START,      /**< first sample: the state of the scenario */
    AUDIT_OVERLAP,    /**< balls and walls */
    AUDIT_FLIGHT,     /**< motion without collisions */
    AUDIT_COLLISIONS, /**< outcome of collisions */
    AUDIT_BUDGET,     /**< energy and momentum over the whole run */
    AUDIT_LOG,        /**< collisions.tsv */
    AUDIT_LEDGER,     /**< series.tsv and summary.tsv */
    AUDIT_TESTS
} audit_test;

/** A ball in the interval that is tested. */
typedef struct {
    size_t since;           /**< first sample of its flight */
    size_t until;           /**< sample at which its interval ends; 0: none */
    bool open;              /**< rounding decides its interval */
    size_t group;           /**< smallest number of the balls that it meets, also through others */
    size_t hits, most_hits; /**< of its contacts: in one prediction of the interval, in any */
    bool held;              /**< it meets a wall or a fixed ball */
    audit_state want;       /**< computed state at the end */
    audit_tolerance spread; /**< effect on it of rounding at the start; 0: not measured */
} audit_ball;

/** Contacts of a ball in an interval. */
typedef struct {
    size_t count;
    size_t own; /**< counted with this ball, and not with the other one */
    const carom_collision *first;
} audit_contacts;

/** Result of a test: its first failure. */
typedef struct {
    size_t tested, failures;
    size_t undecided; /**< rounding at the start decides the outcome */
    char first[120];  /**< of these: ball and time */
    carom_verdict verdict;
} audit_result;

/** Tolerance beyond the rounding, relative to length and speed. */
static const double audit_within_rel = 1e-9;

/** Value of the last digit of a number that has as many digits as the longest; 0: it is exact. */
double carom_audit_last_digit(const carom_digits *digits, double value);

/** Standard deviation of rounding, relative to the largest error. */
static const double audit_deviation = 1 / 3.5;

typedef struct {
    carom_measured measured; /**< reads the tables of the solver whose records they are */
    const carom_problem *problem;
    size_t samples, balls;
    carom_recording recording;
    audit_state *state;   /**< by ball, then sample: the rows, some a little before or after */
    double *t_s;          /**< times of the samples */
    bool *free;           /**< the ball touches nothing; by sample, then ball */
    audit_tolerance unit; /**< rounding of the file, or twice the given tolerance */
    double within;        /**< the given tolerance, m and m/s; 0: none */
    double unit_s;
    carom_digits table_digits;  /**< of series.tsv or summary.tsv */
    double length_m, speed_mps; /**< largest ones: scales of the tolerance */
    double least_m, mass_kg;    /**< smallest radius; mass of the balls that move */
    carom_choice reference;     /**< solver that computes the intervals */
    bool soft;                  /**< spring contacts last */
    bool first_order;           /**< by steps of Euler's methods, also in free fall */
    bool rolls;                 /**< the scene has rolling resistance or drag */
    bool timed;                 /**< the samples cover the run */
    bool start_explained;       /**< a hint explains a wrong start: units, axes */
    carom_problem start;        /**< problem with the recorded state of a sample */
    carom_sample sample;
    audit_ball *ball;   /**< by number */
    carom_log contacts; /**< of the interval that is tested: who touches whom, as computed */
    carom_log log;      /**< those of the intervals so far; all have times of the run */
    size_t growth_from; /**< first one that the test of collisions.tsv looks at */
    double contact_s;   /**< duration of the contacts of springs */
    double step_s;      /**< their time step; 0: no springs */
    double failed_s;    /**< time of the last collision that has failed */
    size_t late;        /**< failures that are late collisions; their largest delay and overlap */
    double late_s, late_most_m;
    double gain_J, gain_J2; /**< energy that the laws do not give, and its variance by rounding */
    double max_overlap_m;   /**< largest overlap of the springs that computed the intervals */
    audit_result result[AUDIT_TESTS];
} audit;

/** A judged ball: from sample @p from to sample @p to. */
typedef struct {
    size_t from, to, ball;
    audit_tolerance allowed;
    const audit_state *want;
    bool whole; /**< a flight of several intervals */
} audit_interval;

/** Count a failure; the first one of a test is described. @p ball may be NULL. */
void carom_audit_fail(audit *self, audit_test test, double t_s, const char *ball, double got,
                      double want, double within, const char *format, ...) CAROM_PRINTF(8, 9);

/** A number as messages show it: 0 far within its tolerance. */
static inline double carom_audit_shown(double value, double within)
{
    return fabs(value) < 1e-3 * within ? 0 : value;
}

/** Report the number of a ball at sample @p k that is farthest from the expected one, relative to
 * its tolerance. @p source  "the scenario has"; @p hint  added to the sentence */
void carom_audit_fail_state(audit *self, audit_test test, size_t k, size_t ball,
                            const audit_state *got, const audit_state *want,
                            const audit_tolerance *allowed, const char *source, const char *hint);

/** Set @p hint if all positions (or velocities) of the first sample are those of the scenario in
 * another unit, along other axes, or shifted. */
void carom_audit_hint_start(const audit *self, bool of_velocity, char *hint, size_t size);

/** Return whether the velocities are differences of the positions. */
bool carom_audit_has_differences(const audit *self);

/** Set @p hint if velocities that are off by @p off_mps are those of another time under gravity. */
void carom_audit_hint_half_step(const audit *self, carom_vec off_mps, char *hint, size_t size);

/** Overlap of the bodies of a collision (m), @p after_s after sample @p k by free motion. */
double carom_audit_overlap(const audit *self, size_t k, const carom_collision *c, double after_s);

/** Name of the other body of a collision of @p ball. */
const char *carom_audit_other(const audit *self, const carom_collision *c, size_t ball);

static inline const audit_state *carom_audit_state(const audit *self, size_t sample, size_t ball)
{
    return &self->state[ball * self->samples + sample];
}

/** Time of a sample in the records. */
static inline double carom_audit_time(const audit *self, size_t sample)
{
    return self->recording.track[0].sample[sample].t_s;
}

/** Largest error of a recorded state by rounding, in each number. */
audit_state carom_audit_rounding(const audit *self, size_t sample, size_t ball);

/** Tolerance of a ball that meets nothing between two samples: rounding of both. */
audit_tolerance carom_audit_rounding_between(const audit *self, size_t from, size_t to,
                                             size_t ball);

/** State of a ball after free flight for a time, which may be negative. */
audit_state carom_audit_fly(const audit *self, size_t ball, audit_state state, double dt_s);

/** True if a collision is one of the ball. */
static inline bool carom_audit_is_hit(const carom_collision *c, size_t ball)
{
    return c->a == ball || (!c->wall && c->b == ball);
}

/** Contacts of a ball in the interval that is tested. */
audit_contacts carom_audit_contacts(const audit *self, size_t ball);

/** Read the trajectory and its rounding. A fault of the table fails AUDIT_SAMPLES.
 *  @return CAROM_INTERRUPTED, CAROM_CANNOT_READ */
CAROM_CHECKED carom_status carom_audit_read(audit *self, carom_error *error);

/** Append the verdicts: failures first, in order of time. */
void carom_audit_add_verdicts(audit *self, carom_verdicts *verdicts);

/** Test the restitution of two bodies that meet nothing else, where rounding decides the normal:
 * without friction, the change of their velocity shows it.
 *  @return false: it cannot be tested */
bool carom_audit_test_restitution(audit *self, const audit_interval *interval);

/** Describe why ball interval->ball is not where carom expects it. */
void carom_audit_describe(audit *self, const audit_interval *interval);

/** Test the energy and momentum of all samples, and the other tables if they exist. */
void carom_audit_tables(audit *self);
