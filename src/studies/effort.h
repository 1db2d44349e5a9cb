/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a run will come to, told from a short piece of it: steps or events, collisions, and seconds
 * of this machine.
 */
#ifndef CAROM_STUDIES_EFFORT_H
#define CAROM_STUDIES_EFFORT_H

#include "run/study.h"
#include "studies/words.h"

/** When a piece is over; the first of the two. */
typedef struct {
    double seconds; /**< by the clock */
    double work;    /**< steps or events, times balls: the same on every machine */
} carom_patience;

/** A piece of one solver's run, from t = 0. */
typedef struct {
    double t_s; /**< how far it went */
    bool whole; /**< to the end, or to where the solver stops by itself */
    double steps, collisions;
    double making_s, seconds; /**< of making the solver, and of advancing */
    bool stopped;             /**< by the solver, before the end */
    char why[640];            /**< its message */
} carom_piece;

/** Runs a piece. What cannot be made, and other people's engines, are left alone: t_s stays 0.
 *  @param stop  set from outside to end it; may be NULL
 *  @return CAROM_NO_MEMORY, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_piece_run(carom_piece *piece, const carom_problem *problem,
                                           const carom_choice *solver, double duration_s,
                                           const carom_patience *patience,
                                           const volatile sig_atomic_t *stop, carom_error *error);

/** Prints "A run takes about 1e+05 steps, 1.6e+06 ball-steps, by its first 0.2 s.", by a piece
 * that is the same on every machine; nothing where that is not known. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_effort_say(const carom_scenario *scenario,
                                            const carom_scenario_solver *solver, carom_words *to,
                                            carom_error *error);

/** Seconds that one run of every solver that counts takes, one after the other; NaN: not known.
 * What is short is run whole; of what is long a piece that takes some hundredth of what all runs
 * may take, up to two seconds for each solver.
 *  @param runs  how many there will be
 *  @param longest_s  of one of them */
CAROM_CHECKED carom_status carom_effort_of_runs(const carom_study *study, double runs,
                                                double *seconds, double *longest_s,
                                                carom_error *error);

/** The mean of the same over the points of the scenario's sweep, some of them. */
CAROM_CHECKED carom_status carom_effort_of_points(const carom_study *study, double *seconds,
                                                  carom_error *error);

#endif
