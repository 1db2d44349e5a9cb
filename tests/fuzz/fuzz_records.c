/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes tables of sweeps to resume, manifests, tables and drawings, chosen by the first byte: any
 * bytes are read or rejected with a message. */
#define _GNU_SOURCE
#include "checks/checks.h"
#include "figures/figures.h"
#include "fuzz.h"
#include "records/records.h"
#include "sweep/sweep.h"
#include <unistd.h>

/* Opens the table of a sweep to resume it. */
static void resume_table(const char *folder)
{
    static const char scene[] =
        "carom: 1\nballs: [ { name: cue, x_m: 1.2, y_m: 0.4 } ]\nsolvers: [ { kind: impulse } ]\n"
        "sweep: { parameters: [ { key: seed, values: [1, 2] } ], collect: [cue.x_m, steps] }\n";
    carom_scenario scenario;
    carom_messages messages = {.item = NULL};
    carom_error error = {CAROM_OK, "", ""};
    carom_sweep_table table;
    if (carom_scenario_read(&scenario, scene, strlen(scene), NULL, 0, &messages) != CAROM_OK) {
        abort();
    }
    const carom_study study = {.scenario = &scenario};
    carom_status status = carom_sweep_table_open(&table, &study, folder, true, &error);
    must_have_message(status, &error);
    if (status == CAROM_OK && table.next > table.points) {
        abort();
    }
    carom_sweep_table_close(&table);
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
}

/* Read all of a manifest, or one of three parts. */
static void read_manifest(const char *folder, size_t use)
{
    carom_figure_data data;
    carom_error error = {CAROM_OK, "", ""};
    char *text = NULL, name[64];
    double number;
    if (use % 4 == 0 || use % 4 == 1) {
        must_have_message(carom_figure_data_read(&data, folder, NULL, &error), &error);
        carom_figure_data_free(&data);
    }
    error = (carom_error){CAROM_OK, "", ""};
    if (use % 4 == 0 || use % 4 == 2) {
        must_have_message(carom_records_scenario(folder, NULL, &text, &error), &error);
        free(text);
    }
    error = (carom_error){CAROM_OK, "", ""};
    if (use % 4 == 0 || use % 4 == 3) {
        must_have_message(carom_records_failure(folder, "heun", name, sizeof name, &error), &error);
        must_have_message(carom_records_number(folder, "heun", "theta", &number, &error), &error);
    }
}

static void read_table(const char *path)
{
    carom_tsv table;
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_tsv_read(&table, path, NULL, &error);
    must_have_message(status, &error);
    for (size_t row = 0; status == CAROM_OK && row < table.rows; row++) {
        for (size_t k = 0; k < table.columns; k++) {
            double value;
            size_t column;
            error = (carom_error){CAROM_OK, "", ""};
            must_have_message(carom_tsv_finite(&table, row, k, &value, &error), &error);
            error = (carom_error){CAROM_OK, "", ""};
            must_have_message(
                carom_tsv_require_column(&table, carom_tsv_text(&table, row, k), &column, &error),
                &error);
        }
    }
    carom_tsv_free(&table);
}

static void read_drawing(const char *path)
{
    carom_drawing drawing = {.item = NULL};
    carom_error error = {CAROM_OK, "", ""};
    must_have_message(carom_drawing_read(&drawing, path, &error), &error);
    carom_drawing_free(&drawing);
}

static char scratch[FUZZ_FOLDER];

static void remove_scratch(void)
{
    rmdir(scratch);
}

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count;
    (void)argument;
    make_folder(scratch);
    atexit(remove_scratch);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"sweep.tsv", "run.json", "table.tsv", "fan.figures.tsv"};
    char path[FUZZ_PATH];
    size_t what = size == 0 ? 0 : data[0] % 4u;
    if (size == 0) {
        return 0;
    }
    snprintf(path, sizeof path, "%s/%s", scratch, names[what]);
    write_file(path, data + 1, size - 1);
    switch (what) {
    case 0: resume_table(scratch); break;
    case 1: read_manifest(scratch, data[0] / 4u); break;
    case 2: read_table(path); break;
    default: read_drawing(path); break;
    }
    unlink(path);
    return 0;
}
