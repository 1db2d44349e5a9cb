/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes one file in a folder of records, read by `carom check --records`, `plot` and `sound`,
 * which use it or reject it with a message. The first byte chooses the file and the
 * command, or all commands. The other files are those of a run. */
#define _POSIX_C_SOURCE 200809L
#include "checks/checks.h"
#include "fuzz.h"
#include "plot/plot.h"
#include "run/run.h"
#include "system/system.h"

static const char scene[] =
    "carom: 1\ntitle: Two balls\ntable: { width_m: 1, height_m: 0.5 }\n"
    "restitution: { ball_ball: 0.9, ball_wall: 0.8 }\nduration_s: 0.4\nsamples: 3\n"
    "trace: { contacts: 1 }\nballs:\n"
    "  - { name: cue, x_m: 0.2, y_m: 0.25, vx_mps: 1.1, radius_m: 0.03, mass_kg: 0.17 }\n"
    "  - { name: one, x_m: 0.4, y_m: 0.26, radius_m: 0.03, mass_kg: 0.2 }\n"
    "solvers:\n  - { name: impulse, kind: impulse }\n"
    "  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 100, step_s: 1e-3 }\n"
    "reference: impulse\nchecks:\n"
    "  - { quantity: momentum_residual_rel, max: theory }\n"
    "  - { quantity: collisions, min: 1 }\n"
    "  - { kind: column, file: trajectory, column: x_m, ball: cue, at_s: 0.4, min: 0 }\n"
    "  - { kind: column, column: kinetic_J, over: max, max: 2 }\n"
    "  - { kind: column, file: collisions, column: approach_mps, over: max, max: 2 }\n"
    "  - { kind: sequence, solver: heun, as: impulse, until_s: 0.3 }\n";

static const char *const names[] = {"run.json",
                                    "summary.tsv",
                                    "divergence.tsv",
                                    "heun/series.tsv",
                                    "heun/trajectory.tsv",
                                    "heun/collisions.tsv",
                                    "heun/contacts.tsv",
                                    "impulse/series.tsv",
                                    "impulse/trajectory.tsv",
                                    "impulse/collisions.tsv"};
enum { FILES = sizeof names / sizeof names[0] };

static char *good[FILES];
static size_t good_length[FILES], last;

static bool read_scenario(carom_scenario *scenario, const char *text)
{
    carom_messages messages = {0};
    bool right = carom_scenario_read(scenario, text, strlen(text), NULL, 0, &messages) ==
                     CAROM_OK &&
                 messages.errors == 0;
    carom_messages_free(&messages);
    return right;
}

void begin_folder(void)
{
    carom_scenario scenario;
    carom_run run;
    carom_error error = {CAROM_OK, "", ""};
    const carom_request request = {
        .scenario = &scenario, .name = "two", .directory = scratch, .compare = true, .threads = 1};
    must(read_scenario(&scenario, scene), "scene");
    must(carom_run_scenario(&run, &request, &error) == CAROM_OK, error.text);
    carom_run_close(&run);
    carom_scenario_free(&scenario);
    for (size_t k = 0; k < FILES; k++) {
        must(carom_file_read(scratch_path(names[k]), &good[k], &good_length[k], &error) == CAROM_OK,
             error.text);
    }
}

/* As carom check --records does. */
static void check(void)
{
    carom_scenario scenario;
    carom_verdicts verdicts;
    carom_messages messages = {0};
    carom_error error = {CAROM_OK, "", ""};
    char *text = NULL;
    must_explain(carom_records_text(scratch, "scenario", NULL, &text, &error), &error);
    if (text != NULL && read_scenario(&scenario, text)) {
        const carom_study study = {
            .scenario = &scenario, .text = text, .length = strlen(text), .jobs = 1};
        if (scenario.checks.count > 0 && carom_checks_validate(&study, &messages) == CAROM_OK &&
            messages.errors == 0) {
            must_explain(carom_checks_run(&(carom_check_context){&study, scratch, true, NULL},
                                          &verdicts, &error),
                         &error);
            carom_verdicts_free(&verdicts);
        }
    }
    if (text != NULL) {
        carom_scenario_free(&scenario);
    }
    carom_messages_free(&messages);
    free(text);
}

static void draw(void)
{
    carom_error error = {CAROM_OK, "", ""};
    char names[500];
    must_explain(
        carom_plot_redraw(scratch, &(carom_plot_options){.home = "."}, names, sizeof names, &error),
        &error);
}

static void draw_instant(void)
{
    carom_error error = {CAROM_OK, "", ""};
    const carom_plot_options options = {.home = "."};
    must_explain(carom_snapshot_draw(scratch, &options, 0.2, &error), &error);
}

static void play(void)
{
    char report[400];
    carom_error error = {CAROM_OK, "", ""};
    must_explain(carom_sound_write(scratch, NULL, 0, NULL, report, sizeof report, &error), &error);
}

static void (*const uses[])(void) = {check, draw, draw_instant, play};
enum { USES = sizeof uses / sizeof uses[0] };

void fuzz_folder(const uint8_t *data, size_t size)
{
    size_t which = size == 0 ? 0 : data[0] % FILES;
    size_t use = size == 0 ? 0 : data[0] / FILES % (USES + 1);
    if (which != last) {
        write_scratch(names[last], good[last], good_length[last]);
        last = which;
    }
    write_scratch(names[which], data + (size > 0), size - (size > 0));
    for (size_t k = 0; k < USES; k++) {
        if (use == 0 || use == k + 1) {
            uses[k]();
        }
    }
}
