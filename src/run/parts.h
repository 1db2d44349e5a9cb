/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The parts of the run loop.
 */
#ifndef CAROM_RUN_PARTS_H
#define CAROM_RUN_PARTS_H

#include "run/run.h"

/** Makes the lanes and opens every record. */
CAROM_CHECKED carom_status carom_run_open(carom_run *run, const carom_request *request,
                                          carom_error *error);

/** Advances the lanes to @p t_s in slices, on as many threads as asked for, looking for an
 * interrupt and reporting progress between the slices. */
CAROM_CHECKED carom_status carom_run_advance(carom_run *run, carom_lane *lane, size_t count,
                                             double t_s, carom_error *error);

/** Writes the divergence of every lane's sample from the reference's. */
CAROM_CHECKED carom_status carom_run_compare(carom_run *run, carom_error *error);

/** First mismatches, summary and manifest; then all records get their names. */
CAROM_CHECKED carom_status carom_run_finish(carom_run *run, carom_error *error);

#endif
