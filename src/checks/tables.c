/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "checks/checks.h"
#include <unistd.h>

enum { PATH = 4500 };

bool carom_check_skip_foreign(const carom_check_context *context, carom_measured *measured)
{
    measured->skipped = context->foreign;
    if (context->foreign) {
        snprintf(measured->note, sizeof measured->note,
                 "needs additional runs, which records do not contain");
    }
    return context->foreign;
}

bool carom_check_skip_missing(const carom_check_context *context, const char *solver,
                              carom_measured *measured)
{
    bool included = true;
    if (context->foreign) {
        measured->failure.status = carom_records_include(context->directory, solver, &included,
                                                         &measured->failure);
    }
    if (!included) {
        snprintf(measured->note, sizeof measured->note, "'%.100s' was not run", solver);
    }
    measured->skipped = !included;
    return !included;
}

bool carom_check_read_table(const carom_check_context *context, const char *solver,
                            const char *name, carom_tsv *table, carom_measured *measured)
{
    char path[PATH];
    carom_error error = {0};
    snprintf(path, sizeof path, "%s%s%s/%s", context->directory, solver == NULL ? "" : "/",
             solver == NULL ? "" : solver, name);
    if (carom_tsv_read(table, path, context->study->stop, &error) == CAROM_OK) {
        return true;
    }
    if (error.status == CAROM_CANNOT_READ && access(path, F_OK) != 0) {
        error.status = CAROM_INVALID; /* the file does not exist: an error of the records */
    }
    carom_measured_set_note(measured, &error);
    carom_tsv_free(table);
    return false;
}

/* ---- collision log ---- */

size_t carom_check_row_of(const carom_tsv *table, const char *solver)
{
    size_t column = carom_tsv_column(table, "solver");
    for (size_t row = 0; row < table->rows; row++) {
        if (strcmp(carom_tsv_text(table, row, column), solver) == 0) {
            return row;
        }
    }
    return CAROM_NO_COLUMN;
}

bool carom_check_find_ball(const carom_problem *problem, const char *name, uint32_t *number)
{
    size_t i = carom_problem_ball_called(problem, name);
    *number = i < problem->count ? (uint32_t)i : *number;
    return i < problem->count;
}

static bool wall_of(const carom_problem *problem, const char *name, uint32_t *number)
{
    size_t i = carom_wall_find(problem, name);
    *number = i < carom_walls_count(problem) ? (uint32_t)i : *number;
    return i < carom_walls_count(problem);
}

enum { TIME, KIND, ONE, OTHER, APPROACH, SEPARATION, CONTACT, COLUMNS };

/* Reads one row. A contact that has not ended has NaN in some cells. */
static carom_status read_collision(const carom_problem *problem, const carom_tsv *table,
                                   const size_t at[COLUMNS], size_t row, carom_collision *c,
                                   carom_error *error)
{
    const char *a = carom_tsv_text(table, row, at[ONE]), *b = carom_tsv_text(table, row, at[OTHER]);
    *c = (carom_collision){.approach_mps = carom_tsv_number(table, row, at[APPROACH]),
                           .separation_mps = carom_tsv_number(table, row, at[SEPARATION]),
                           .contact_s = carom_tsv_number(table, row, at[CONTACT]),
                           .wall = strcmp(carom_tsv_text(table, row, at[KIND]), "wall") == 0};
    carom_status status = carom_tsv_finite(table, row, at[TIME], &c->t_s, error);
    if (status == CAROM_OK &&
        !(carom_check_find_ball(problem, a, &c->a) &&
          (c->wall ? wall_of(problem, b, &c->b) : carom_check_find_ball(problem, b, &c->b)))) {
        status = carom_error_set(error, CAROM_INVALID, "", "%s:%zu: no such bodies: %.60s, %.60s",
                                 table->path, row + 2, a, b);
    }
    return status;
}

bool carom_check_read_log(const carom_check_context *context, const char *solver, double until_s,
                          carom_log *log, double *contact_s, carom_measured *measured)
{
    static const char *const columns[COLUMNS] = {"t_s",          "kind",           "a",        "b",
                                                 "approach_mps", "separation_mps", "contact_s"};
    carom_tsv table;
    carom_error error = {CAROM_OK, "", ""};
    size_t at[COLUMNS] = {0};
    bool good = true;
    if (!carom_check_read_table(context, solver, "collisions.tsv", &table, measured)) {
        return false;
    }
    for (size_t k = 0; k < COLUMNS && good; k++) {
        good = carom_tsv_require_column(&table, columns[k], &at[k], &error) == CAROM_OK;
    }
    for (size_t row = 0; row < table.rows && good; row++) {
        carom_collision c;
        good = carom_tsv_check_cancel(&table, row, &error) == CAROM_OK &&
               read_collision(&context->study->scenario->problem, &table, at, row, &c, &error) ==
                   CAROM_OK;
        if (good && c.t_s < until_s) {
            *contact_s = fmax(*contact_s, isnan(c.contact_s) ? 0 : c.contact_s);
            good = carom_log_add(log, &c, &error) == CAROM_OK;
        }
    }
    if (!good) {
        carom_measured_set_note(measured, &error);
    }
    carom_tsv_free(&table);
    return good;
}
