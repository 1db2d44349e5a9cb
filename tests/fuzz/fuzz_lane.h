/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What fuzz targets share that drive a lane: the wish for its end,
 * and its records, which can be written whatever has become of it.
 */
#ifndef CAROM_TESTS_FUZZ_LANE_H
#define CAROM_TESTS_FUZZ_LANE_H

#include "fuzz.h"
#include "records/columns.h"
#include "run/lane.h"
#include <signal.h>

static volatile sig_atomic_t enough;

static inline void say_enough(int signal)
{
    (void)signal;
    enough = 1;
}

static inline void write_tables(const carom_lane *lane, FILE *stream)
{
    const carom_problem *problem = lane->problem;
    carom_error error = {CAROM_OK, "", ""};
    carom_record_series(stream, problem, &lane->sample);
    must(carom_record_trajectory(stream, problem, &lane->sample, NULL, &error) == CAROM_OK &&
             carom_record_collisions(stream, problem, &lane->log, NULL, &error) == CAROM_OK &&
             carom_record_contacts(stream, problem, &lane->moments, NULL, &error) == CAROM_OK,
         error.text);
}

#endif
