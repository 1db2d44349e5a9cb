/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What bursts have in common, whoever carries them: those who fly meanwhile, and when it is over.
 */
#ifndef CAROM_SOLVERS_BURST_FLIGHT_H
#define CAROM_SOLVERS_BURST_FLIGHT_H

#include "solvers/penalty/step.h"

/** Steps of free flight, for carom_parallel and others: coordinates from <= i < to of a flight. */
typedef struct {
    const carom_integrator *integrator;
    double *x, *v, h;
    size_t steps;
} burst_flight;
void carom_burst_fly(void *flight, size_t part, size_t from, size_t to);

/** Whether after a step another one is wanted, and the near list is good for it. */
bool carom_burst_goes_on(const penalty_system *system, double t_s);

#endif
