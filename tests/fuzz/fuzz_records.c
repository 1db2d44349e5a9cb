/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes journals of sweeps, manifests, tables and drawings, chosen by the first byte: any bytes
 * are read or rejected with a message. */
#define _GNU_SOURCE
#include "checks/checks.h"
#include "figures/figures.h"
#include "fuzz.h"
#include "records/records.h"
#include "sweep/sweep.h"
#include <unistd.h>

static void read_journal(const char *folder, const char *path)
{
    const char *const folders[] = {folder};
    carom_journal journal;
    carom_error error = {CAROM_OK, "", ""};
    size_t points, first = 0;
    carom_status status = carom_journal_read(&journal, path, &error);
    must_have_message(status, &error);
    if (status == CAROM_OK) {
        const carom_journal_identity identity = journal.identity;
        char *header = malloc(strlen(journal.header) + 1);
        first = journal.finished;
        if (header == NULL) {
            abort();
        }
        strcpy(header, journal.header);
        carom_journal_close(&journal);
        error = (carom_error){CAROM_OK, "", ""};
        must_have_message(carom_sweep_merge(folders, 1, folder, NULL, &points, &error), &error);
        error = (carom_error){CAROM_OK, "", ""}; /* opening it again finds the same entries */
        if (carom_journal_open(&journal, path, &identity, header, &error) != CAROM_OK ||
            journal.finished != first) {
            abort();
        }
        free(header);
    }
    carom_journal_close(&journal);
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

/* A journal of a million tasks is right and slow; the fuzzer is after the reader. */
static bool is_small(const char *text, size_t size)
{
    const char *tasks = size < 80 ? NULL : memmem(text, 80, " tasks ", 7);
    return tasks == NULL || strspn(tasks + 7, "0123456789") < 6 ||
           strspn(tasks + 7, "0123456789") > 9;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"shard-1-of-1.journal", "run.json", "table.tsv",
                                        "fan.figures.tsv"};
    char path[FUZZ_PATH], table[FUZZ_PATH];
    size_t what = size == 0 ? 0 : data[0] % 4u;
    if (size == 0 || (what == 0 && !is_small((const char *)data, size))) {
        return 0;
    }
    snprintf(path, sizeof path, "%s/%s", scratch, names[what]);
    snprintf(table, sizeof table, "%s/sweep.tsv", scratch);
    write_file(path, data + 1, size - 1);
    switch (what) {
    case 0: read_journal(scratch, path); break;
    case 1: read_manifest(scratch, data[0] / 4u); break;
    case 2: read_table(path); break;
    default: read_drawing(path); break;
    }
    unlink(table);
    unlink(path);
    return 0;
}
