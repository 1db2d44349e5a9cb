/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The lab: interface between the program and the page in a browser. It runs one scenario whose
 * parameters the page changes, with the code of `carom compare`.
 *
 * Every call passes its results to one listener, by topic: numbers as doubles or floats, tables as
 * the program writes them, everything else as JSON in UTF-8. To stop a run, end its thread (in a
 * browser: the worker); nothing else is lost.
 */
#pragma once

#include <carom/status.h>
#include <stddef.h>
#include <stdint.h>

/** Topics of results. JSON has null for a number that does not exist. */
typedef enum {
    /** JSON, after opening: the text with the changes, all keys and values as of `carom show
     * --json`, outline of the table, labels and colors of the solvers, the columns of
     * CAROM_LAB_NUMBERS, warnings */
    CAROM_LAB_SCENE,
    /** JSON, after opening: every parameter as {path, of, key, type, unit, doc, value, fallback,
     * lowest, highest, words}; `path` is the key of --set */
    CAROM_LAB_KNOBS,
    /** JSON: diagnostics of a scenario, [{error, line, column, origin, text}] */
    CAROM_LAB_MESSAGES,
    /** doubles, per sample: t (s); per solver the columns of series.tsv without the time, and rms_m
     * of divergence.tsv */
    CAROM_LAB_NUMBERS,
    /** floats, per sample, solver and ball: x, y (m), vx, vy (m/s). If balls can spin also the spin
     * (rad/s) and the angle since the first sample (rad, -pi to pi, trapezoidal rule). For
     * drawing */
    CAROM_LAB_POSITIONS,
    CAROM_LAB_COLLISIONS, /**< text: a line with the index of the solver, then its collisions.tsv */
    CAROM_LAB_CONTACTS,   /**< text: the same with contacts.tsv of the traced contacts */
    /** JSON, per solver: momentum of its first contacts, {contact, t_s, a, b, wall, oblique (a body
     * moves along t before), a_before, a_after, b_before, b_after, sum_before, sum_after}. Values
     * within rounding of 0 are 0, as in the table of compare */
    CAROM_LAB_BALANCES,
    /** JSON: [{solver, reached_s, failure, seal}]; seal: FNV-1a (64 bits, 16 hexadecimal digits)
     * over the bits of x, y, vx, vy at the end, ball by ball */
    CAROM_LAB_END,
    CAROM_LAB_SUMMARY,  /**< JSON: rows of the table of compare, and its notes */
    CAROM_LAB_VERDICTS, /**< JSON: [{verdict: pass|fail|skip, name, text}] of the checks */
    CAROM_LAB_ERROR     /**< text: error message */
} carom_lab_topic;

/** Receives a result. @p bytes are valid during the call. */
typedef void carom_lab_listener(void *context, int topic, const void *bytes, size_t size);

/** A lab (opaque), for one thread at a time. */
typedef struct carom_lab carom_lab;

/** Create a lab without a scenario. @return NULL: no memory */
carom_lab *carom_lab_new(carom_lab_listener *listener, void *context);

/** Free the lab; may be NULL. */
void carom_lab_free(carom_lab *lab);

/** Open the scenario @p text (YAML, @p length bytes). Results: CAROM_LAB_SCENE and CAROM_LAB_KNOBS,
 * or CAROM_LAB_MESSAGES if it is invalid; then the lab has no scenario.
 *  @param changes  of the text, ended by 0: lines "KEY=VALUE", "KEY+=ITEM" as for --set, or "KEY",
 *    which is removed if it is given. After changes the text has no comments
 *  @return CAROM_INVALID, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_lab_open(carom_lab *lab, const char *text, size_t length,
                                          const char *changes);

/** Maximum number of contacts in CAROM_LAB_BALANCES, of collisions in CAROM_LAB_COLLISIONS, and of
 * pairs in CAROM_LAB_CONTACTS. */
enum { CAROM_LAB_MAX_BALANCES = 200, CAROM_LAB_MAX_COLLISIONS = 50000, CAROM_LAB_MAX_PAIRS = 4 };

/** Run every solver from t = 0 to @p to_s. Results: CAROM_LAB_NUMBERS and CAROM_LAB_POSITIONS
 * during the run; then per solver CAROM_LAB_COLLISIONS and, if traced, CAROM_LAB_CONTACTS; then
 * CAROM_LAB_BALANCES and CAROM_LAB_END. The run does not depend on its samples.
 *  @param samples  a count, >= 2: JavaScript passes doubles
 *  @param from_s   time of the first sample, >= 0
 *  @param to_s     time of the last, > from_s; NaN: the scenario's duration
 *  @param bodies   pairs whose contacts are traced: "cue,eight;cue,left"; "": the first
 *    CAROM_LAB_MAX_BALANCES contacts, with their first and last samples only
 *  @return CAROM_INVALID (no scenario, invalid arguments), CAROM_NO_MEMORY, with CAROM_LAB_ERROR */
CAROM_CHECKED carom_status carom_lab_run(carom_lab *lab, double samples, double from_s, double to_s,
                                         const char *bodies);

/** Write the records of the scenario to @p directory, as `carom compare -o` does, and check them.
 * Results: CAROM_LAB_SUMMARY and, if the scenario has checks, CAROM_LAB_VERDICTS.
 *  @return as carom_lab_run; CAROM_CANNOT_CREATE, CAROM_CANNOT_WRITE */
CAROM_CHECKED carom_status carom_lab_record(carom_lab *lab, const char *directory);
