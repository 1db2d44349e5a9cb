/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings in a page: carom reads the files, and the page draws the samples. */
#include "lab/lab.h"
#include "plot/plot.h"
#include "run/run.h"
#include "solvers/solvers.h"
#include <inttypes.h>

/* Identifies the samples in links. */
static uint64_t hash_of(const carom_recording *recording)
{
    uint64_t hash = CAROM_HASH_START;
    for (size_t i = 0; i < recording->count; i++) {
        for (size_t k = 0; k < recording->track[i].count; k++) {
            const carom_track_sample *s = &recording->track[i].sample[k];
            hash = carom_hash(hash, (const double[]){s->t_s, s->at.x, s->at.y}, 3 * sizeof s->t_s);
        }
    }
    return hash;
}

/* Nine digits: 1 nm on a table of 1 m. */
static void write_values(FILE *stream, const carom_track *track, const carom_problem *problem,
                         char what)
{
    const char *between = "";
    for (size_t k = 0; k < track->count; k++) {
        const carom_track_sample *s = &track->sample[k];
        carom_vec at = problem->boundary == CAROM_PERIODIC
                         ? carom_torus_fold_position(problem, s->at)
                         : s->at;
        if (s->t_s >= 0) {
            fprintf(stream, "%s%.9g", between, what == 't' ? s->t_s : what == 'x' ? at.x : at.y);
            between = ",";
        }
    }
}

static void write_ball(FILE *stream, const carom_recording *recording, const carom_problem *problem,
                       size_t ball)
{
    carom_json_write(stream, "{name:&,t_s:[", problem->ball[ball].name);
    write_values(stream, &recording->track[ball], problem, 't');
    carom_json_write(stream, "],x_m:[");
    write_values(stream, &recording->track[ball], problem, 'x');
    carom_json_write(stream, "],y_m:[");
    write_values(stream, &recording->track[ball], problem, 'y');
    fputs("]}", stream);
}

static void write_track(FILE *stream, const carom_scenario *scenario,
                        const carom_scenario_solver *solver, const carom_recording *recording)
{
    char label[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE], text[sizeof label];
    char sigma_m[32] = "null";
    int style = carom_solver_line_style(scenario, solver->name);
    const char *between = "";
    carom_solver_label(scenario, solver->name, label, sizeof label);
    carom_label_in_text(label, text, sizeof text);
    carom_json_write(stream, "{name:&,label:&", solver->name, text);
    if (isfinite(recording->sigma_m)) {
        snprintf(sigma_m, sizeof sigma_m, "%.9g", recording->sigma_m);
    }
    fprintf(stream,
            ",\"id\":\"%016" PRIx64 "\",\"hue\":%d,\"variant\":%d,\"sigma_m\":%s,\"balls\":[",
            hash_of(recording), style % 10, style / 10, sigma_m);
    for (size_t i = 0; i < recording->count; i++) {
        if (recording->track[i].count > 0) {
            fputs(between, stream);
            write_ball(stream, recording, &scenario->problem, i);
            between = ",";
        }
    }
    fputs("]}", stream);
}

carom_status carom_lab_track_write(FILE *stream, const carom_scenario *scenario, size_t solver,
                                   carom_error *error)
{
    const carom_scenario_solver *recorded = carom_scenario_solver_at(scenario, solver);
    carom_recording recording;
    carom_status status = carom_recording_load(&recording, &scenario->problem,
                                               recorded->kind.options, error);
    if (status == CAROM_OK) {
        write_track(stream, scenario, recorded, &recording);
    }
    carom_recording_free(&recording);
    return status;
}
