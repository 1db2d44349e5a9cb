/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Helpers of fuzz targets that run a solver: invalid numbers, cancellation, and its records.
 */
#ifndef CAROM_TESTS_FUZZ_SOLVER_RUN_H
#define CAROM_TESTS_FUZZ_SOLVER_RUN_H

#include "fuzz.h"
#include "records/records.h"
#include "run/run.h"
#include <math.h>
#include <signal.h>

/** Valid and invalid times, positions and velocities. */
static const double numbers[16] = {NAN,   INFINITY, -INFINITY, -0.0, 1e-310, 1e308, -1e308, 1e18,
                                   -1e18, 1e9,      -1e9,      0.25, -0.25,  1e-3,  100,    0.5};

static volatile sig_atomic_t stop_requested;

static inline void request_stop(int signal)
{
    (void)signal;
    stop_requested = 1;
}

/** Write all tables of a run, which must succeed after any error of the solver. */
static inline void write_tables(const carom_solver_run *solver_run, FILE *stream)
{
    const carom_problem *problem = solver_run->problem;
    carom_error error = {CAROM_OK, "", ""};
    carom_record_series(stream, problem, &solver_run->sample);
    must(carom_record_trajectory(stream, problem, &solver_run->sample, NULL, &error) == CAROM_OK &&
             carom_record_collisions(stream, problem, &solver_run->log, NULL, &error) == CAROM_OK &&
             carom_record_contacts(stream, problem, &solver_run->contact_samples, NULL, &error) ==
                 CAROM_OK,
         error.text);
}

#endif
