/* SPDX-License-Identifier: GPL-3.0-or-later */
/* THE run loop. Everything else in this folder prepares it or writes down what it found. */
#include "run/run.h"
#include "run/parts.h"

/* The k-th of the samples, t = 0 and the end included; the end exactly, however many there are. */
static double time_of_sample(const carom_scenario *scenario, int64_t k, int64_t samples)
{
    return k == samples - 1 ? scenario->duration_s
                            : scenario->duration_s * (double)k / (double)(samples - 1);
}

/* Carries `count` solvers through the same samples. Sampling is pure and every solver has its own
 * state, so they cannot disturb each other: side by side is as good as one by one. */
static carom_status run_lanes(carom_run *run, carom_lane *lane, size_t count, carom_error *error)
{
    const carom_scenario *scenario = run->request->scenario;
    int64_t samples = run->request->directory == NULL ? 2 : scenario->samples;
    carom_status status = CAROM_OK;
    for (int64_t k = 0; k < samples && status == CAROM_OK; k++) {
        status = carom_run_advance(run, lane, count, time_of_sample(scenario, k, samples), error);
        for (size_t i = 0; i < count && status == CAROM_OK; i++) {
            status = carom_lane_record(&lane[i], error);
        }
        if (status == CAROM_OK && run->request->compare) {
            status = carom_run_compare(run, error);
        }
    }
    for (size_t i = 0; i < count && status == CAROM_OK; i++) {
        status = carom_lane_finish(&lane[i], error);
    }
    return status;
}

carom_status carom_run_scenario(carom_run *run, const carom_request *request, carom_error *error)
{
    carom_status status = carom_run_open(run, request, error);
    if (request->compare && status == CAROM_OK) {
        status = run_lanes(run, run->lane, run->lanes, error);
    }
    for (size_t i = 0; i < run->lanes && !request->compare && status == CAROM_OK; i++) {
        status = run_lanes(run, &run->lane[i], 1, error);
    }
    if (status == CAROM_OK) {
        status = carom_run_finish(run, error);
    }
    return status;
}
