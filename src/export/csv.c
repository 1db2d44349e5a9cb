/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comma-separated values: the columns of trajectory.tsv with units in the header. Names that
 * spreadsheets read as formulas are escaped. */
#include "export/export.h"
#include "records/records.h"

/* Writes "vx_mps" with unit "m/s" as "vx (m/s)". */
static void csv_begin(FILE *stream, const carom_problem *problem)
{
    for (const carom_column *c = carom_trajectory_columns(problem); c->name != NULL; c++) {
        const char *unit = strrchr(c->name, '_');
        if (c->unit[0] == '\0' || unit == NULL) {
            fputs(c->name, stream);
        } else {
            fprintf(stream, "%.*s (%s)", (int)(unit - c->name), c->name, c->unit);
        }
        fputc(c[1].name == NULL ? '\n' : ',', stream);
    }
}

static carom_status csv_frame(FILE *stream, const carom_scenario *scenario,
                              const carom_sample *sample, const volatile sig_atomic_t *stop,
                              carom_error *error)
{
    const carom_column *columns = carom_trajectory_columns(&scenario->problem);
    for (size_t i = 0; i < sample->count; i++) {
        const carom_trajectory_row row = {sample, &scenario->problem, i};
        if (carom_rows_is_cancelled(stop, i)) {
            return carom_error_interrupted(error);
        }
        for (const carom_column *c = columns; c->name != NULL; c++) {
            char number[32];
            if (c->number != NULL) {
                carom_number_format(c->number(&row), number, sizeof number);
                fputs(number, stream);
            } else {
                carom_csv_write_text(stream, c->text(&row));
            }
            fputc(c[1].name == NULL ? '\n' : ',', stream);
        }
    }
    return CAROM_OK;
}

const carom_export_format carom_export_csv = {
    .name = "csv",
    .summary = "a trajectory as comma-separated values, units in the header",
    .begin = csv_begin,
    .frame = csv_frame};
