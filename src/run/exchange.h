/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What one collision does to each of its two: velocity, momentum and energy before and after.
 */
#ifndef CAROM_RUN_EXCHANGE_H
#define CAROM_RUN_EXCHANGE_H

#include <carom/problem.h>
#include <carom/trace.h>
#include <stdio.h>

/** Of a ball, or of two together (then without velocities and spin), along n and t; the kinetic
 * energy of centres, and beside it that of spin. */
typedef struct {
    double v_n_mps, v_t_mps, p_n_kgmps, p_t_kgmps, kinetic_J, spin_radps, spin_J;
} carom_share;

/** A collision from its first to its last moment. n points from a to b as they stand at the touch,
 * t is n turned by +90 degrees; a is the ball of the lower number, or the one at the wall. */
typedef struct {
    bool over; /**< else there is no such collision, or it goes on, and nothing else is said */
    uint32_t a, b;
    bool wall;
    double t_s;
    carom_share before[2], after[2]; /**< of a and b; 0 of what does not move */
    carom_share sum_before, sum_after;
} carom_exchange;

/** What the contact of number @p contact has done, from its moments: all of them, or the first and
 * the last. */
carom_exchange carom_exchange_of(const carom_problem *problem, const carom_moments *moments,
                                 size_t contact);

/** Makes 0 of what is within rounding of it: 16 epsilon of the largest of its kind before the
 * contact, which all of it comes from, by @p by (which may be the same). */
void carom_exchange_round(carom_exchange *exchange, const carom_exchange *by);

/** Whether one of the two moves along t, or spins, before: else nothing there is along t. */
bool carom_exchange_is_oblique(const carom_exchange *exchange);

/** Prints the same collision by @p count solvers side by side, below what is before it by the one
 * of number @p reference, whose exchange is over. A solver that has not the same two gets dashes;
 * numbers within rounding of 0 are 0. */
void carom_exchange_print(FILE *stream, const carom_problem *problem, const carom_exchange *of,
                          const char *const *name, size_t count, size_t reference);

#endif
