/* SPDX-License-Identifier: GPL-3.0-or-later */
/* THE run loop. Everything else in this folder prepares it or keeps what it comes by. */
#include "base/threads.h"
#include "run/journey.h"

/* The k-th of the samples, the first and the end included; the end exactly, however many there are.
 */
static double time_of_sample(const carom_journey *journey, int64_t k)
{
    double stretch = journey->duration_s - journey->from_s;
    return k == journey->samples - 1
             ? journey->duration_s
             : journey->from_s + stretch * (double)k / (double)(journey->samples - 1);
}

/* Carries the lanes to t and takes their samples. Sampling is pure and every solver has its own
 * state, so they cannot disturb each other: side by side is as good as one by one. */
static carom_status advance(carom_journey *journey, double t_s, carom_error *error);

typedef enum { BEGIN, SAMPLE, END } moment;

static carom_status tell(const carom_journey *journey, moment now, carom_error *error);

carom_status carom_journey_run(carom_journey *journey, carom_error *error)
{
    carom_status status = tell(journey, BEGIN, error);
    for (int64_t k = 0; k < journey->samples && status == CAROM_OK; k++) {
        status = advance(journey, time_of_sample(journey, k), error);
        if (status == CAROM_OK) {
            status = tell(journey, SAMPLE, error);
        }
    }
    for (size_t i = 0; i < journey->lanes && status == CAROM_OK; i++) {
        status = carom_lane_end(journey->lane[i], error);
    }
    return status == CAROM_OK ? tell(journey, END, error) : status;
}

/* ---- its parts ---- */

typedef struct {
    const carom_journey *journey;
    double t_s;
} slice;

static carom_status advance_lane(void *context, size_t i, carom_error *error)
{
    const slice *to = context;
    (void)error; /* it is the lane's, which stands still from then on */
    carom_lane_advance(to->journey->lane[i], to->t_s);
    return CAROM_OK;
}

static carom_status advance_slice(carom_journey *journey, double t_s, carom_error *error)
{
    slice to = {journey, t_s};
    carom_pool pool = {
        .tasks = journey->lanes, .jobs = journey->threads, .run = advance_lane, .context = &to};
    carom_status status = carom_pool_run(&pool, error);
    journey->t_s = t_s;
    if (status == CAROM_OK && journey->stop != NULL && *journey->stop != 0) {
        return carom_error_interrupted(error);
    }
    if (journey->progress != NULL) {
        journey->progress(journey->context, t_s / journey->duration_s, t_s);
    }
    return status;
}

static carom_status advance(carom_journey *journey, double t_s, carom_error *error)
{
    double from = journey->t_s, stretch = t_s - from;
    long slices = stretch > 0 ? (long)((double)journey->slices * stretch / journey->duration_s) + 1
                              : 1;
    carom_status status = CAROM_OK;
    for (long i = 1; i <= slices && status == CAROM_OK; i++) {
        double t = i == slices ? t_s : from + stretch * (double)i / (double)slices;
        status = advance_slice(journey, t, error);
    }
    for (size_t i = 0; i < journey->lanes && status == CAROM_OK; i++) {
        const carom_error *failure = &journey->lane[i]->failure;
        if (failure->status == CAROM_NO_MEMORY || failure->status == CAROM_INTERNAL) {
            *error = *failure;
            return failure->status;
        }
        carom_lane_sample(journey->lane[i]);
    }
    return status;
}

static carom_status tell(const carom_journey *journey, moment now, carom_error *error)
{
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < journey->recorders && status == CAROM_OK; i++) {
        const carom_recorder_entry *entry = journey->recorder[i].entry;
        void *state = journey->recorder[i].state;
        status = now == BEGIN  ? entry->begin(state, error)
               : now == SAMPLE ? entry->sample(state, journey->t_s, error)
                               : entry->end(state, error);
    }
    return status;
}
