/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes files that carom reads one by one: the table of a sweep to resume, manifests, tables,
 * lists of figures, recordings of several layouts, which are played back, and measured points of a
 * sweep. The first byte chooses. Any bytes are rejected with a message, or used. */
#define _POSIX_C_SOURCE 200809L
#include "checks/checks.h"
#include "fuzz.h"
#include "plot/plot.h"
#include "records/records.h"
#include "run/run.h"
#include "scene/scene.h"
#include "studies/sweep.h"

static const char *const file_names[] = {"sweep.tsv", "run.json", "table.tsv", "fan.figures.tsv",
                                         "data.tsv"};
enum { SWEEP, MANIFEST, TABLE, PLOT, DATA };

#define WALLS "table: { width_m: 1, height_m: 0.5 }\n"
#define TORUS "table: { width_m: 1, height_m: 0.5, boundary: periodic }\n"
#define FALL "gravity_mps2: [0, -9.81]\nrolling_resistance_mps2: 0.1\n"
#define BALLS                                                                                      \
    "balls:\n  - { name: a, x_m: 0.2, y_m: 0.25, vx_mps: 1 }\n"                                    \
    "  - { name: b, x_m: 0.4, y_m: 0.25 }\n"
#define RECORDED(keys) "solvers: [ { name: it, kind: recorded, " keys " } ]\n"

/* Scenarios that name data.tsv: the last one as measured points. */
static const char *const scenes[] = {
    WALLS BALLS RECORDED("file: data.tsv"),
    WALLS FALL BALLS RECORDED("file: data.tsv, sigma_m: 1e-3"),
    TORUS BALLS RECORDED("file: data.tsv, start_s: 0.1, scale_m: 0.01, origin_m: [0.1, -0.2]"),
    WALLS BALLS RECORDED("files: [ { ball: a, file: data.tsv }, { ball: b, file: data.tsv } ]"),
    WALLS BALLS RECORDED(
        "file: data.tsv, columns: { t_s: when, x_m: east, y_m: north, ball: who }"),
    WALLS BALLS "solvers: [ { name: it, kind: impulse } ]\nsweep:\n"
                "  parameters: [ { key: balls.a.vx_mps, values: [1, 2, 3] } ]\n"
                "  collect: [a.x_m, collisions]\n  data: data.tsv\n"};
enum { SCENES = sizeof scenes / sizeof scenes[0], KINDS = DATA + SCENES };

static void run_sweep(const carom_scenario *scenario, const char *text, bool resume)
{
    carom_error error = {CAROM_OK, "", ""};
    carom_sweep_study sweep = {.points = 0};
    const carom_study study = {.scenario = scenario,
                               .text = text,
                               .length = strlen(text),
                               .name = "scene.yaml",
                               .directory = scratch,
                               .jobs = 1,
                               .resume = resume};
    must_explain(carom_result_fill(&sweep.result, &carom_study_sweep, &study, &error), &error);
    carom_result_free(&sweep.result);
}

/* A whole sweep writes sweep.json, with which a resumed one must agree. */
static void resume_sweep(const uint8_t *data, size_t size)
{
    static const char scene[] =
        "carom: 1\nballs: [ { name: cue, x_m: 1.2, y_m: 0.4 } ]\nsolvers: [ { kind: impulse } ]\n"
        "sweep: { parameters: [ { key: seed, values: [1, 2] } ], collect: [cue.x_m, steps] }\n";
    carom_scenario scenario;
    carom_messages messages = {.item = NULL};
    must(carom_scenario_read(&scenario, scene, strlen(scene), NULL, 0, &messages) == CAROM_OK,
         scene);
    run_sweep(&scenario, scene, false);
    write_scratch("sweep.tsv", data, size);
    run_sweep(&scenario, scene, true);
    unlink(scratch_path("sweep.json"));
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
}

/* Read a manifest, or one of two parts. */
static void read_manifest(size_t part)
{
    carom_error error = {CAROM_OK, "", ""};
    char *text = NULL, name[64];
    if (part != 1) {
        must_explain(carom_records_text(scratch, "scenario", NULL, &text, &error), &error);
        free(text);
    }
    if (part != 2) {
        (void)carom_records_value(scratch, "heun", "theta", name, sizeof name);
    }
}

static void read_table(void)
{
    carom_tsv table;
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_tsv_read(&table, scratch_path(file_names[TABLE]), NULL, &error);
    must_explain(status, &error);
    for (size_t row = 0; status == CAROM_OK && row < table.rows; row++) {
        for (size_t k = 0; k < table.columns; k++) {
            const char *cell = carom_tsv_text(&table, row, k);
            double value;
            size_t column;
            must_explain(carom_tsv_finite(&table, row, k, &value, &error), &error);
            must_explain(carom_tsv_require_column(&table, cell, &column, &error), &error);
        }
    }
    carom_tsv_free(&table);
}

static void read_plot(void)
{
    carom_plot *plot = NULL;
    carom_error error = {CAROM_OK, "", ""};
    must_explain(carom_plot_read(&plot, scratch, &error), &error);
    carom_plot_free(plot);
}

/* ---- measurements ---- */

/* All tables can be written after any error of the solver. */
static void write_tables(const carom_solver_run *run, FILE *stream)
{
    carom_error error = {CAROM_OK, "", ""};
    carom_table_row(stream, carom_series_columns(run->problem), &run->sample);
    must(carom_record_trajectory(stream, run->problem, &run->sample, NULL, &error) == CAROM_OK &&
             carom_record_collisions(stream, run->problem, &run->log, NULL, &error) == CAROM_OK &&
             carom_record_contacts(stream, run->problem, &run->contact_samples, NULL, &error) ==
                 CAROM_OK,
         error.text);
}

/* Positions are finite. */
static void play_back(const carom_scenario *scenario)
{
    const carom_choice *choice = &carom_scenario_find_solver(scenario, "it")->kind;
    carom_solver_run run;
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_solver_run_open(&run, "it", &scenario->problem, choice, true, NULL,
                                                &error);
    must_explain(status, &error);
    for (int k = 0; status == CAROM_OK && k <= 4; k++) {
        carom_solver_run_advance(&run, 0.025 * k);
        carom_solver_run_sample(&run);
        for (size_t i = 0; i < run.problem->count; i++) {
            const carom_flight flight = carom_flight_from_sample(&run.sample, i);
            must(isfinite(flight.at.x) && isfinite(flight.at.y), "position");
        }
    }
    if (status == CAROM_OK) {
        must(carom_solver_run_finish(&run, &error) == CAROM_OK, error.text);
        must_explain(run.failure.status, &run.failure);
        write_tables(&run, null_stream());
    }
    carom_solver_run_close(&run);
}

static void read_points(const carom_scenario *scenario)
{
    carom_sweep_data points;
    carom_arena arena = {.chunk = NULL};
    carom_error error = {CAROM_OK, "", ""};
    const carom_study study = {.scenario = scenario, .path = scratch_path("scene.yaml")};
    must_explain(carom_sweep_data_load(&points, &arena, &study, &error), &error);
    carom_arena_free(&arena);
}

static void measure(size_t which)
{
    char text[1000];
    carom_scenario scenario;
    carom_messages messages = {.folder = scratch};
    snprintf(text, sizeof text, "carom: 1\nduration_s: 0.1\n%s", scenes[which]);
    must(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages) == CAROM_OK, text);
    carom_messages_print(&messages, "scene.yaml", null_stream());
    if (which == SCENES - 1) {
        must(messages.errors == 0, text);
        read_points(&scenario);
    } else if (messages.errors == 0) {
        play_back(&scenario);
    }
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}

void fuzz_records(const uint8_t *data, size_t size)
{
    const size_t kind = size == 0 ? 0 : data[0] % KINDS;
    const char *name = file_names[kind < DATA ? kind : DATA];
    if (size == 0) {
        return;
    }
    write_scratch(name, data + 1, size - 1);
    switch (kind) {
    case SWEEP: resume_sweep(data + 1, size - 1); break;
    case MANIFEST: read_manifest(data[0] / KINDS % 3u); break;
    case TABLE: read_table(); break;
    case PLOT: read_plot(); break;
    default: measure(kind - DATA);
    }
    unlink(scratch_path(name));
}
