/* SPDX-License-Identifier: GPL-3.0-or-later */
/* THE run loop. Everything else in this folder prepares it or keeps what it comes by. */
#include "run/run.h"
#include "base/base.h"

/* The k-th of the samples, the first and the end included; the end exactly, however many there are.
 */
static double time_of_sample(const carom_journey *journey, int64_t k)
{
    double stretch = journey->duration_s - journey->from_s;
    return k == journey->samples - 1
             ? journey->duration_s
             : journey->from_s + stretch * (double)k / (double)(journey->samples - 1);
}

/* Carries the lanes to t. Every solver has its own state, so they cannot disturb each other: side
 * by side is as good as one by one. */
static carom_status advance(carom_journey *journey, double t_s, carom_error *error);

/* On the way to the next sample, in slices of the same length. */
static double end_of_slice(const carom_journey *journey, double sample_s);

/* Takes a sample of every lane. Sampling is pure. */
static carom_status take(const carom_journey *journey, carom_error *error);

typedef enum { BEGIN, SAMPLE, END } moment;

static carom_status tell(const carom_journey *journey, moment now, carom_error *error);

static carom_status keep(const carom_journey *journey, carom_error *error);

static carom_status end(carom_journey *journey, carom_error *error);

carom_status carom_journey_run(carom_journey *journey, carom_error *error)
{
    if (!journey->begun) {
        journey->begun = true;
        CAROM_TRY(tell(journey, BEGIN, error));
    }
    while (journey->sample < journey->samples) {
        double sample_s = time_of_sample(journey, journey->sample);
        CAROM_TRY(advance(journey, end_of_slice(journey, sample_s), error));
        if (journey->t_s == sample_s) {
            CAROM_TRY(take(journey, error));
            journey->sample++;
        }
        CAROM_TRY(keep(journey, error));
    }
    return journey->over ? CAROM_OK : end(journey, error);
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

static carom_status advance(carom_journey *journey, double t_s, carom_error *error)
{
    slice to = {journey, t_s};
    carom_pool pool = {
        .tasks = journey->lanes, .jobs = journey->threads, .run = advance_lane, .context = &to};
    CAROM_TRY(carom_pool_run(&pool, error));
    journey->t_s = t_s;
    if (journey->stop != NULL && *journey->stop != 0) {
        return carom_error_interrupted(error);
    }
    if (journey->progress != NULL) {
        journey->progress(journey->context, t_s / journey->duration_s, t_s);
    }
    return CAROM_OK;
}

static double end_of_slice(const carom_journey *journey, double sample_s)
{
    double left = sample_s - journey->t_s;
    long slices = left > 0 ? (long)((double)journey->slices * left / journey->duration_s) + 1 : 1;
    return slices == 1 ? sample_s : journey->t_s + left / (double)slices;
}

static carom_status take(const carom_journey *journey, carom_error *error)
{
    for (size_t i = 0; i < journey->lanes; i++) {
        const carom_error *failure = &journey->lane[i]->failure;
        if (failure->status == CAROM_NO_MEMORY || failure->status == CAROM_INTERNAL) {
            *error = *failure;
            return failure->status;
        }
        carom_lane_sample(journey->lane[i]);
    }
    return tell(journey, SAMPLE, error);
}

static carom_status tell(const carom_journey *journey, moment now, carom_error *error)
{
    for (size_t i = 0; i < journey->recorders; i++) {
        const carom_recorder_entry *entry = journey->recorder[i].entry;
        void *state = journey->recorder[i].state;
        CAROM_TRY(now == BEGIN    ? entry->begin(state, error)
                  : now == SAMPLE ? entry->sample(state, journey->t_s, error)
                                  : entry->end(state, error));
    }
    return CAROM_OK;
}

static carom_status keep(const carom_journey *journey, carom_error *error)
{
    return journey->keep != NULL ? journey->keep(journey->context, error) : CAROM_OK;
}

static carom_status end(carom_journey *journey, carom_error *error)
{
    for (size_t i = 0; i < journey->lanes; i++) {
        CAROM_TRY(carom_lane_end(journey->lane[i], error));
    }
    CAROM_TRY(tell(journey, END, error));
    journey->over = true;
    return keep(journey, error);
}

/* ---- as bytes ---- */

static void refuse(carom_archive *archive)
{
    carom_error error = {0};
    (void)carom_error_set(&error, CAROM_INTERNAL, "", "a recorder cannot be kept");
    carom_archive_fail(archive, &error);
}

/* Where it is: before its beginning, on the way, or over. */
static void pass_place(carom_journey *journey, carom_archive *archive)
{
    carom_archive_value(archive, journey->t_s);
    carom_archive_value(archive, journey->sample);
    carom_archive_flag_value(archive, &journey->begun);
    carom_archive_flag_value(archive, &journey->over);
    (void)carom_archive_must(archive, journey->t_s >= 0 && journey->t_s <= journey->duration_s,
                             "time");
    (void)carom_archive_must(archive,
                             journey->sample >= 0 && journey->sample <= journey->samples &&
                                 (journey->begun || journey->sample == 0) &&
                                 (!journey->over || journey->sample == journey->samples),
                             "number of samples");
}

void carom_journey_archive(carom_journey *journey, carom_archive *archive)
{
    pass_place(journey, archive);
    if (!journey->begun) {
        return;
    }
    for (size_t i = 0; i < journey->lanes; i++) {
        carom_lane *lane = journey->lane[i];
        carom_lane_archive(lane, archive);
        (void)carom_archive_must(
            archive, lane->ended == (journey->over || carom_lane_has_failed(lane)), "end");
    }
    for (size_t i = 0; i < journey->recorders; i++) {
        const carom_recorder *recorder = &journey->recorder[i];
        if (recorder->entry->archive == NULL) {
            refuse(archive);
        } else {
            recorder->entry->archive(recorder->state, archive);
        }
    }
}
