/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records come from other machines: journals of sweeps, manifests and tables must survive any
 * bytes, with a message where they are not what they should be. The first byte says what the rest
 * is. Built as fuzz_scenario.c is. */
#define _POSIX_C_SOURCE 200809L
#include "checks/checks.h"
#include "figures/drawing.h"
#include "figures/figure_data.h"
#include "records/tsv.h"
#include "sweep/journal.h"
#include "sweep/sweep.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A refusal without a word would be one that nobody can act on. */
static void must_speak(carom_status status, const carom_error *error)
{
    if (status != CAROM_OK && (error->text[0] == '\0' || error->status != status)) {
        abort();
    }
}

static void read_journal(const char *folder, const char *path)
{
    const char *const folders[] = {folder};
    carom_journal journal;
    carom_error error = {CAROM_OK, "", ""};
    size_t points, first = 0;
    carom_status status = carom_journal_read(&journal, path, &error);
    must_speak(status, &error);
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
        must_speak(carom_sweep_merge(folders, 1, folder, NULL, &points, &error), &error);
        error = (carom_error){CAROM_OK, "", ""}; /* going on after it finds the same entries */
        if (carom_journal_open(&journal, path, &identity, header, &error) != CAROM_OK ||
            journal.finished != first) {
            abort();
        }
        free(header);
    }
    carom_journal_close(&journal);
}

static void read_manifest(const char *folder)
{
    carom_figure_data data;
    carom_error error = {CAROM_OK, "", ""};
    char *text = NULL, name[64];
    double number;
    must_speak(carom_figure_data_read(&data, folder, &error), &error);
    carom_figure_data_free(&data);
    error = (carom_error){CAROM_OK, "", ""};
    must_speak(carom_records_scenario(folder, &text, &error), &error);
    free(text);
    error = (carom_error){CAROM_OK, "", ""};
    must_speak(carom_records_failure(folder, "heun", name, sizeof name, &error), &error);
    must_speak(carom_records_number(folder, "heun", "theta", &number, &error), &error);
}

static void read_table(const char *path)
{
    carom_tsv table;
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_tsv_read(&table, path, &error);
    must_speak(status, &error);
    for (size_t row = 0; status == CAROM_OK && row < table.rows; row++) {
        for (size_t k = 0; k < table.columns; k++) {
            double value;
            size_t column;
            error = (carom_error){CAROM_OK, "", ""};
            must_speak(carom_tsv_finite(&table, row, k, &value, &error), &error);
            error = (carom_error){CAROM_OK, "", ""};
            must_speak(carom_tsv_find(&table, carom_tsv_text(&table, row, k), &column, &error),
                       &error);
        }
    }
    carom_tsv_free(&table);
}

static void read_drawing(const char *path)
{
    carom_drawing drawing = {.item = NULL};
    carom_error error = {CAROM_OK, "", ""};
    must_speak(carom_drawing_read(&drawing, path, &error), &error);
    carom_drawing_free(&drawing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"shard-1-of-1.journal", "run.json", "table.tsv",
                                        "fan.figures.tsv"};
    char folder[] = "/tmp/carom-fuzz-XXXXXX", path[80], table[80];
    size_t what = size == 0 ? 0 : data[0] % 4u;
    FILE *file;
    if (size == 0 || mkdtemp(folder) == NULL) {
        return 0;
    }
    snprintf(path, sizeof path, "%s/%s", folder, names[what]);
    snprintf(table, sizeof table, "%s/sweep.tsv", folder);
    file = fopen(path, "wb");
    if (file != NULL &&
        (fwrite(data + 1, 1, size - 1, file) != size - 1) + (fclose(file) != 0) == 0) {
        switch (what) {
        case 0: read_journal(folder, path); break;
        case 1: read_manifest(folder); break;
        case 2: read_table(path); break;
        default: read_drawing(path); break;
        }
    }
    unlink(table);
    unlink(path);
    rmdir(folder);
    return 0;
}
