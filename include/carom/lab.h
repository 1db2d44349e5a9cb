/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The lab: one scenario that somebody turns the knobs of. What a page in a browser calls;
 * everything that is shown there is computed behind this handle, by what `carom compare` does too.
 *
 * A lab speaks through one function of its owner's, topic by topic, while it is being asked:
 * numbers as doubles and floats, tables as the program writes them, the rest as JSON in UTF-8.
 * Whoever wants to stop a run ends the thread (in a browser: the worker) that is in it: a lab keeps
 * nothing that would be lost.
 */
#ifndef CAROM_LAB_H
#define CAROM_LAB_H

#include <carom/status.h>
#include <stddef.h>
#include <stdint.h>

/** What is said. Numbers that there are none of are null in JSON. */
typedef enum {
    /** JSON, after opening: title, table with its outline, balls, solvers with colours, checks,
     * the columns of CAROM_LAB_NUMBERS, the canonical scenario as text, messages that warn */
    CAROM_LAB_SCENE,
    /** JSON, after opening: every parameter as {path, of, key, type, unit, doc, value, fallback,
     * lowest, highest, words}, `path` as `--set` takes it */
    CAROM_LAB_KNOBS,
    /** JSON: what is wrong with a scenario, [{error, line, column, origin, text}] */
    CAROM_LAB_MESSAGES,
    /** of a sample: doubles, t in s and then for each solver the numbers of series.tsv, but for its
     * time, and rms_m of divergence.tsv */
    CAROM_LAB_NUMBERS,
    /** of the same sample: floats, for each solver and ball x, y (m), vx, vy (m/s); where balls may
     * turn about the vertical, the spin (rad/s) and by what it has turned since the first sample
     * (rad, -pi to pi), the mean of two samples' spins at a time; and, where the scenario says
     * orientation, the x, y, z of its spot on a ball of radius 1. For pictures */
    CAROM_LAB_PLACES,
    CAROM_LAB_COLLISIONS, /**< text: the number of a solver on a line, then its collisions.tsv */
    CAROM_LAB_CONTACTS,   /**< text: the same with contacts.tsv, of what is traced */
    /** JSON: by solver, what each of its first contacts did to its two: {contact, t_s, a, b, wall,
     * oblique (somebody moves along t before), a_before, a_after, b_before, b_after, sum_before,
     * sum_after}; what is within rounding of 0 is 0, as in the table that compare prints */
    CAROM_LAB_EXCHANGES,
    /** JSON: [{solver, reached_s, failure, seal}]: 16 hexadecimal digits of FNV-1a (64 bits) over
     * the bits of x, y, vx, vy at the end, ball by ball */
    CAROM_LAB_END,
    CAROM_LAB_SUMMARY,  /**< JSON: rows of the table that compare prints, and what it says below */
    CAROM_LAB_VERDICTS, /**< JSON: [{verdict: pass|fail|skip, name, text}] of the scenario's checks
                         */
    CAROM_LAB_COST,     /**< JSON: {seconds, tried_s, reached_part} of all solvers together */
    CAROM_LAB_ERROR     /**< text: why it cannot be done */
} carom_lab_topic;

/** Hears what is said on a topic; @p bytes are its own only until it returns. */
typedef void carom_lab_listener(void *context, int topic, const void *bytes, size_t size);

/** A scenario in the lab (opaque). Belongs to one thread at a time; has no state that is global. */
typedef struct carom_lab carom_lab;

/** A lab without a scenario. NULL: no memory. */
carom_lab *carom_lab_new(carom_lab_listener *listener, void *context);
/** Releases it; NULL is allowed. */
void carom_lab_free(carom_lab *lab);

/** Reads the scenario @p text (YAML, @p length bytes), changed by @p sets: lines "KEY=VALUE", as
 * `--set` takes them, ended by NUL. Says CAROM_LAB_SCENE and CAROM_LAB_KNOBS, or
 * CAROM_LAB_MESSAGES where it cannot be used; then the lab has no scenario.
 *  @return CAROM_INVALID for that; CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_lab_open(carom_lab *lab, const char *text, size_t length,
                                          const char *sets);

/** A look at a run: so many samples, evenly from `from_s` to `to_s`, both included. */
typedef struct {
    int64_t samples;    /**< >= 2 */
    double from_s;      /**< >= 0 */
    double to_s;        /**< > from_s; NaN: the scenario's duration */
    const char *bodies; /**< "cue,eight" or "cue,left": whose contacts are traced; "": of the first
                           CAROM_LAB_EXCHANGED contacts only the ends are kept */
} carom_lab_look;

/** Contacts of a run whose exchanges are said. */
enum { CAROM_LAB_EXCHANGED = 200, CAROM_LAB_MOST_COLLISIONS = 50000 };

/** Runs every solver of the scenario from t = 0 to look->to_s. Says CAROM_LAB_NUMBERS and
 * CAROM_LAB_PLACES for each sample as it comes, then for each solver CAROM_LAB_COLLISIONS (of the
 * first CAROM_LAB_MOST_COLLISIONS), where traced CAROM_LAB_CONTACTS, then CAROM_LAB_EXCHANGES and
 * CAROM_LAB_END. How a run is looked at changes no bit of it.
 *  @return CAROM_INVALID (no scenario, a wrong look), CAROM_NO_MEMORY; both said as CAROM_LAB_ERROR
 */
CAROM_CHECKED carom_status carom_lab_run(carom_lab *lab, const carom_lab_look *look);

/** Runs the scenario into records as `carom compare -o @p directory` does, then holds its checks
 * against them. Says CAROM_LAB_SUMMARY and, where there are checks, CAROM_LAB_VERDICTS; the files
 * are in the folder.
 *  @return as carom_lab_run; CAROM_CANNOT_CREATE, CAROM_CANNOT_WRITE */
CAROM_CHECKED carom_status carom_lab_record(carom_lab *lab, const char *directory);

/** Tries for about @p budget_s seconds of the clock how fast the solvers get on, and says
 * CAROM_LAB_COST: how long the whole run will take here.
 *  @return as carom_lab_run */
CAROM_CHECKED carom_status carom_lab_cost(carom_lab *lab, double budget_s);

/** Distance of two places, m: to the nearest image on a periodic table. NaN without a scenario. */
double carom_lab_distance(const carom_lab *lab, double ax_m, double ay_m, double bx_m, double by_m);

#endif
