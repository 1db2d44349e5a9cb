/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What theory says a run's numbers may be ('carom help theory').
 */
#ifndef CAROM_MEASURE_THEORY_H
#define CAROM_MEASURE_THEORY_H

#include <carom/problem.h>
#include <carom/solver.h>

/** What a number should be, and how far off it may be. */
typedef struct {
    double value, to;  /**< the ends of a range; equal where it is one number. NaN: nothing */
    double tolerance;  /**< of a magnitude: at most. NaN: nothing is said */
    char formula[200]; /**< of the tolerance, "" */
} carom_theory;

/** One that says nothing. */
#define CAROM_NO_THEORY                                                                            \
    (carom_theory)                                                                                 \
    {                                                                                              \
        .value = NAN, .to = NAN, .tolerance = NAN                                                  \
    }

/** What happens in a run, as far as theory needs it. */
typedef struct {
    double collisions, steps;
    double energy_J; /**< initial */
} carom_events;

/** What theory says about a summary quantity of a solver: bounds, not estimates.
 *  @param theory CAROM_NO_THEORY where it says nothing
 *  @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_theory_of(const carom_problem *problem, const carom_choice *solver,
                                           const char *quantity, const carom_events *events,
                                           carom_theory *theory, carom_error *error);

/** Of an elastic contact of Hooke's that is located, the restitution's error is of one order more
 * than an even method's own, that of the time it lasts is not: which one is seen depends on the
 * scene. NaN: unknown. */
typedef struct {
    double low, high;
} carom_expected_order;

/** The order of convergence that theory gives a solver with springs ('carom help theory',
 * integrators): the integrator's own where contacts are located, else at most 2, and 1 with a
 * dashpot, whose force jumps at the touch. NaN: unknown (adaptive, or not Hooke's). */
carom_expected_order carom_expected_order_of(const carom_problem *problem,
                                             const carom_choice *choice);

#endif
