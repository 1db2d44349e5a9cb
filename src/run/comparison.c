/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/measure.h"
#include "records/records.h"
#include "run/run.h"
#include "scene/scene.h"
#include "system/system.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* NULL: no memory; the caller frees */
static size_t *canonical_order(const carom_problem *problem)
{
    size_t n = problem->count, *order = malloc((n + 1) * sizeof *order);
    carom_ball *ball = malloc((n + 1) * sizeof *ball);
    if (order != NULL && ball != NULL) {
        memcpy(ball, problem->ball, n * sizeof *ball);
        carom_balls_sort(ball, n);
        for (size_t i = 0; i < n; i++) {
            order[i] = ball[i].number;
        }
    } else {
        free(order);
        order = NULL;
    }
    free(ball);
    return order;
}

carom_status carom_comparison_open(carom_comparison *comparison, const carom_problem *problem,
                                   size_t count, const char *directory, carom_file_manner manner,
                                   carom_error *error)
{
    carom_status status = CAROM_OK;
    *comparison = (carom_comparison){.of = calloc(count + 1, sizeof *comparison->of),
                                     .count = count,
                                     .order = canonical_order(problem)};
    if (comparison->of == NULL || comparison->order == NULL) {
        return carom_error_no_memory(error);
    }
    if (directory != NULL) {
        status = carom_file_open_as(&comparison->file, directory, "divergence.tsv", manner, error);
    }
    return status;
}

void carom_comparison_discard(carom_comparison *comparison)
{
    carom_file_discard(&comparison->file);
    free(comparison->of);
    free(comparison->order);
}

/* ---- recording ---- */

static carom_status comparison_begin(void *state, carom_error *error)
{
    carom_comparison *comparison = state;
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < comparison->count; i++) {
        comparison->of[i].divergence_m = NAN;
    }
    if (comparison->file.stream != NULL) {
        status = carom_file_begin(&comparison->file, error);
        carom_table_header(comparison->file.stream, carom_divergence_table.columns);
    }
    return status;
}

static carom_status comparison_sample(void *state, double t_s, carom_error *error)
{
    carom_comparison *comparison = state;
    const carom_lane *reference = comparison->of[comparison->reference].lane;
    for (size_t i = 0; i < comparison->count; i++) {
        carom_compared *one = &comparison->of[i];
        carom_divergence divergence = {NAN, NAN, NAN}; /* of a solver that has stopped early */
        if (!carom_lane_has_failed(one->lane) && !carom_lane_has_failed(reference)) {
            divergence = carom_divergence_of(one->lane->problem, comparison->order,
                                             &one->lane->sample, &reference->sample);
            one->divergence_m = divergence.rms_m;
        }
        if (comparison->file.stream != NULL) {
            carom_record_divergence(comparison->file.stream, t_s, one->lane->name, reference->name,
                                    &divergence);
        }
    }
    return comparison->file.stream == NULL ? CAROM_OK : carom_file_check(&comparison->file, error);
}

/* The first mismatch with the reference, as carom_alignment has it. */
static carom_status find_mismatch(const carom_compared *one, const carom_compared *reference,
                                  carom_error *error)
{
    carom_summary *summary = &one->account->summary;
    double end = fmin(one->lane->sample.t_s, reference->lane->sample.t_s),
           contact = fmax(summary->contact_s, reference->account->summary.contact_s);
    bool early = carom_lane_has_failed(one->lane) || carom_lane_has_failed(reference->lane);
    carom_alignment alignment;
    carom_status status = carom_alignment_of(&alignment, &reference->lane->log, &one->lane->log,
                                             one->lane->problem->count, end, contact, error);
    summary->first_mismatch_s = alignment.mismatch_s;
    summary->compared_to_s = early ? end : NAN;
    carom_alignment_free(&alignment);
    return status;
}

static carom_status comparison_end(void *state, carom_error *error)
{
    carom_comparison *comparison = state;
    const carom_compared *reference = &comparison->of[comparison->reference];
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < comparison->count && status == CAROM_OK; i++) {
        const carom_compared *one = &comparison->of[i];
        one->account->summary.rms_divergence_m = one->divergence_m;
        if (one != reference && one->lane->logging) {
            status = find_mismatch(one, reference, error);
        }
    }
    return status != CAROM_OK || comparison->file.stream == NULL
             ? status
             : carom_file_finish(&comparison->file, error);
}

static void comparison_archive(void *state, carom_archive *archive)
{
    carom_comparison *comparison = state;
    carom_archive_same(archive, comparison->count, "number of solvers");
    for (size_t i = 0; i < comparison->count; i++) {
        carom_archive_value(archive, comparison->of[i].divergence_m);
    }
    if (comparison->file.path != NULL) {
        carom_file_archive(&comparison->file, archive);
    }
}

const carom_recorder_entry carom_recorder_comparison = {comparison_begin, comparison_sample,
                                                        comparison_end, comparison_archive};
