/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_CHECKS_H
#define CAROM_INTERNAL_CHECKS_H

#include "measure/measure.h"
#include "records/records.h"
#include "run/run.h"
#include "scenario/scenario.h"
#include "scenario/yaml/yaml.h"

/* ---- checks ----
 * Verdicts: a scenario's `checks:` held against records, carom's own or somebody else's. */

/** What checks are held against. */
typedef struct {
    const carom_study *study;
    const char *directory; /**< of the records */
    bool foreign;          /**< somebody else's: no runs of our own */
} carom_check_context;

/** What a check measures, and what theory says of it. */
typedef struct {
    double value;
    carom_theory theory;
    char note[300]; /**< what is to be said besides */
    bool skipped;   /**< cannot be told from these records; the note says why */
    /** memory, a record that is there and cannot be read, or that the end is wanted: then there is
     * no verdict */
    carom_error failure;
} carom_measured;

/** Notes why a check finds nothing; what is no fault of the records (memory, a file that is there
 * and cannot be read, an end that is wanted) as trouble. */
void carom_measured_set_note(carom_measured *measured, const carom_error *error);

/** A check before anything has run: what may be wrong with it, and where it is written. */
typedef struct {
    const carom_study *study;
    const carom_scenario_check *check;
    size_t number;          /**< its position in `checks:` */
    const carom_node *node; /**< its mapping */
    carom_messages *messages;
} carom_check_location;

/** Says what is wrong with a check, at the key's place (the check's, where the key is not written).
 */
void carom_check_report(const carom_check_location *place, const char *key, const char *format, ...)
    CAROM_PRINTF(3, 4);

/** How a kind of check is answered. Contract: `find` looks at one solver and fills the measured; a
 * record that is missing or not as it should be is no error of carom but a value of NaN and a note.
 */
typedef struct {
    const carom_check_kind *kind;
    /** what of its keys cannot be; may be NULL */
    void (*validate)(const carom_check_location *place);
    bool (*applies)(const carom_scenario *scenario, const carom_scenario_check *check,
                    /** of all solvers which it means; NULL: every one */
                    const carom_scenario_solver *solver);
    carom_status (*evaluate)(const carom_check_context *context, const carom_scenario_check *check,
                             const char *solver, carom_measured *measured, carom_error *error);
} carom_check_evaluator;

/** One for each kind of carom_check_kinds. */
#define X(name) extern const carom_check_evaluator carom_evaluate_##name;
CAROM_CHECK_KINDS(X)
#undef X

/** The finder for the kind of @p entry, of carom_check_kinds. */
const carom_check_evaluator *carom_check_evaluator_of(const carom_entry *entry);

/** As carom_check_applies, with the finder of the check's kind. */
bool carom_evaluator_applies(const carom_check_evaluator *evaluator, const carom_study *study,
                             const carom_scenario_check *check,
                             const carom_scenario_solver *solver);

typedef enum { CAROM_PASS, CAROM_FAIL, CAROM_SKIP } carom_verdict_kind;

typedef struct {
    carom_verdict_kind kind;
    char name[300]; /**< "energy_residual_rel of impulse" */
    char text[700]; /**< value, bounds, formula, note */
    double value;
    char word[16]; /**< why a question failed that was not answered wrongly: "timed-out"; "" */
} carom_verdict;

typedef struct {
    carom_verdict *item;
    size_t count, capacity;
    size_t passed, failed, skipped;
} carom_verdicts;

/** Whether a check is about a solver: it is called so, or none is and the kind means it, and the
 * study chooses it. */
bool carom_check_applies(const carom_study *study, const carom_scenario_check *check,
                         const carom_scenario_solver *solver);

/** Everything that makes a check one that cannot be answered, cannot fail or cannot pass, found
 * before anything runs: with its place in the study's text. */
CAROM_CHECKED carom_status carom_checks_validate(const carom_study *study,
                                                 carom_messages *messages);

/** Checks the records of @p solver against its trajectory.tsv and the scenario: times and initial
 * state, free flight between the collisions, kinetic and potential energy, momentum and energy
 * residual. */
CAROM_CHECKED carom_status carom_records_recompute(const carom_check_context *context,
                                                   const char *solver, carom_verdict *verdict,
                                                   carom_error *error);

/** All checks on all solvers they concern; of another program's records, carom_records_recompute
 * of these solvers first. carom_verdicts_free in any case. */
CAROM_CHECKED carom_status carom_checks_run(const carom_check_context *context,
                                            carom_verdicts *verdicts, carom_error *error);
/** Appends a copy and counts it. */
CAROM_CHECKED carom_status carom_verdicts_add(carom_verdicts *verdicts,
                                              const carom_verdict *verdict, carom_error *error);
void carom_verdicts_free(carom_verdicts *verdicts);

/** As TAP version 13: its head, and each verdict by its number from 1. */
void carom_verdicts_tap_begin(size_t count, FILE *stream);
void carom_verdict_tap(const carom_verdict *verdict, size_t number, FILE *stream);
/** As JUnit XML (one suite called @p suite). */
void carom_verdicts_junit(const carom_verdicts *verdicts, const char *suite, FILE *stream);

/* ---- tables ----
 * Records as checks read them: what is missing or not as it should be goes to the note of what is
 * measured. */

/** Whether the records are somebody else's, of which what takes runs of its own cannot be told:
 * then it is skipped, and the note says so. */
bool carom_check_skip_foreign(const carom_check_context *context, carom_measured *measured);

/** Reads DIR/NAME, or DIR/SOLVER/NAME of a solver. @return false: the note says why not; there is
 * nothing to free */
bool carom_check_read_table(const carom_check_context *context, const char *solver,
                            const char *name, carom_tsv *table, carom_measured *measured);

/** The number of the ball called @p name. @return false: there is none */
bool carom_check_find_ball(const carom_problem *problem, const char *name, uint32_t *number);

/** The collisions before @p until_s from a solver's collisions.tsv; *contact_s becomes the longest
 * contact, if it is longer. The log is freed by the caller in any case. @return false: the note
 * says why not */
bool carom_check_read_log(const carom_check_context *context, const char *solver, double until_s,
                          carom_log *log, double *contact_s, carom_measured *measured);

#endif
