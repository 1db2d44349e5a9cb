/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes files of measurements that a scenario names: recordings of several layouts, which are
 * played back, and the points of a sweep. The first byte chooses the scenario. Any bytes are
 * rejected with a message, or give finite positions. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz_scratch.h"
#include "records/records.h"
#include "run/run.h"
#include "scene/scene.h"
#include "sweep/sweep.h"

#define TABLE "table: { width_m: 1, height_m: 0.5 }\n"
#define TORUS "table: { width_m: 1, height_m: 0.5, boundary: periodic }\n"
#define FALL "gravity_mps2: [0, -9.81]\nrolling_resistance_mps2: 0.1\n"
#define BALLS                                                                                      \
    "balls:\n  - { name: a, x_m: 0.2, y_m: 0.25, vx_mps: 1 }\n  - { name: b, x_m: 0.4, y_m: "      \
    "0.25 }\n"
#define RECORDED(keys) "solvers: [ { name: it, kind: recorded, " keys " } ]\n"
#define POINTS                                                                                     \
    "solvers: [ { name: it, kind: impulse } ]\nsweep:\n"                                           \
    "  parameters: [ { key: balls.a.vx_mps, values: [1, 2, 3] } ]\n"                               \
    "  collect: [a.x_m, collisions]\n  data: data.tsv\n"

static const char *const texts[] = {
    TABLE BALLS RECORDED("file: data.tsv"),
    TABLE FALL BALLS RECORDED("file: data.tsv, sigma_m: 1e-3"),
    TORUS BALLS RECORDED("file: data.tsv, start_s: 0.1, scale_m: 0.01, origin_m: [0.1, -0.2]"),
    TABLE BALLS RECORDED("files: [ { ball: a, file: data.tsv }, { ball: b, file: data.tsv } ]"),
    TABLE BALLS RECORDED(
        "file: data.tsv, columns: { t_s: when, x_m: east, y_m: north, ball: who }"),
    TABLE BALLS POINTS};
enum { TEXTS = sizeof texts / sizeof texts[0], POINTS_TEXT = TEXTS - 1 };

static char path[FUZZ_PATH];

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count;
    (void)argument;
    make_scratch();
    snprintf(path, sizeof path, "%s/data.tsv", scratch);
    return 0;
}

static void must_be_finite(const carom_solver_run *solver_run)
{
    for (size_t i = 0; i < solver_run->problem->count; i++) {
        const carom_flight flight = carom_flight_from_sample(&solver_run->sample, i);
        must(isfinite(flight.at.x) && isfinite(flight.at.y), "position");
    }
}

/* All tables can be written after any error of the solver. */
static void write_tables(const carom_solver_run *solver_run, FILE *stream)
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

static void play_back(const carom_scenario *scenario)
{
    const carom_choice *choice = &carom_scenario_find_solver(scenario, "it")->kind;
    carom_solver_run solver_run;
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_solver_run_open(&solver_run, "it", &scenario->problem, choice, true,
                                                NULL, &error);
    must_have_message(status, &error);
    for (int k = 0; status == CAROM_OK && k <= 4; k++) {
        carom_solver_run_advance(&solver_run, 0.025 * k);
        carom_solver_run_sample(&solver_run);
        must_be_finite(&solver_run);
    }
    if (status == CAROM_OK) {
        must(carom_solver_run_finish(&solver_run, &error) == CAROM_OK, error.text);
        must_have_message(solver_run.failure.status, &solver_run.failure);
        write_tables(&solver_run, null_stream());
    }
    carom_solver_run_close(&solver_run);
}

static void read_points(const carom_scenario *scenario)
{
    char yaml[FUZZ_PATH];
    carom_sweep_data points;
    carom_error error = {CAROM_OK, "", ""};
    snprintf(yaml, sizeof yaml, "%s/scene.yaml", scratch);
    must_have_message(carom_sweep_data_load(&points, scenario, yaml, NULL, &error), &error);
    carom_sweep_data_free(&points);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t which = size == 0 ? 0 : data[0] % TEXTS;
    char text[1000];
    carom_scenario scenario;
    carom_messages messages = {.folder = scratch};
    if (size == 0) {
        return 0;
    }
    write_file(path, data + 1, size - 1);
    snprintf(text, sizeof text, "carom: 1\nduration_s: 0.1\n%s", texts[which]);
    must(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages) == CAROM_OK, text);
    carom_messages_print(&messages, "scene.yaml", null_stream());
    if (which == POINTS_TEXT) {
        must(messages.errors == 0, text);
        read_points(&scenario);
    } else if (messages.errors == 0) {
        play_back(&scenario);
    }
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
    unlink(path);
    return 0;
}
