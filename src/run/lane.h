/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A lane: one solver on its way through a problem.
 */
#ifndef CAROM_RUN_LANE_H
#define CAROM_RUN_LANE_H

#include <carom/solver.h>
#include <signal.h>

typedef struct {
    const char *name; /**< of the solver in the scenario; "": it is in none */
    const carom_problem *problem;
    const carom_choice *choice;
    carom_solver *solver;
    carom_sample sample;   /**< the last one taken */
    bool logging;          /**< keep a collision log */
    carom_log log;         /**< after the end: sorted by time */
    bool tracing;          /**< follow contacts */
    carom_moments moments; /**< after the end */
    carom_report report;   /**< after the end */
    bool ended;
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
    carom_error failure; /**< why the solver stopped early; status CAROM_OK: it did not */
    double wall_clock_s; /**< of advancing alone */
} carom_lane;

/** Makes the solver and takes the sample of t = 0. @p problem, @p choice and @p name outlive the
 * lane.
 *  @param stop  ends an advance early when it is set from outside; may be NULL
 *  @return what is wrong with the problem or the options; carom_lane_close in any case */
CAROM_CHECKED carom_status carom_lane_open(carom_lane *lane, const char *name,
                                           const carom_problem *problem, const carom_choice *choice,
                                           bool logging, const volatile sig_atomic_t *stop,
                                           carom_error *error);

/** Follows the contacts of @p wish, if it says any, in a lane that keeps a log and has not been
 * advanced. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_lane_trace(carom_lane *lane, const carom_trace_wish *wish,
                                            carom_error *error);

/** Carries the solver to @p t_s. A solver that cannot go on puts the reason into `failure` and
 * stands still from then on: what it has been recorded of stays. */
void carom_lane_advance(carom_lane *lane, double t_s);

/** Takes a sample where the solver stands, unless it has failed. */
void carom_lane_sample(carom_lane *lane);

/** Takes the collisions, sorted by time, the moments of contacts, and what it has cost; once.
 * @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_lane_end(carom_lane *lane, carom_error *error);

/** Passes all of a lane: one that has just been opened, with the same trace, is given what another
 * was. What its solver has come to at its end is passed in place of the solver; and of one that has
 * failed, which is ended by that. */
void carom_lane_archive(carom_lane *lane, carom_archive *archive);

bool carom_lane_has_failed(const carom_lane *lane);

/** Frees everything. */
void carom_lane_close(carom_lane *lane);

#endif
