/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kinds of checks share: tables and collisions of records, notes, messages. */
#define _POSIX_C_SOURCE 200809L
#include "checks/checks.h"
#include <sys/stat.h>
#include <unistd.h>

void carom_check_report(const carom_check_location *place, const char *key, const char *format, ...)
{
    carom_node map = place->node;
    char path[128], text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "checks[%zu]%s%s", place->number, key[0] == '\0' ? "" : ".", key);
    carom_messages_add(place->messages, true, carom_node_mark(carom_node_get(map, key), map),
                       map.id != 0 ? path : key, "%s", text);
}

/* ---- runs ---- */

const carom_run_solver *carom_measured_run(const carom_measured *measured, const char *solver)
{
    const carom_check_watch *watch = measured->context->watch;
    for (size_t i = 0; watch != NULL && i < watch->run->solvers; i++) {
        if (strcmp(watch->run->solver[i].solver_run.name, solver) == 0) {
            return &watch->run->solver[i];
        }
    }
    return NULL;
}

/* ---- records ---- */

void carom_measured_fail(carom_measured *measured, const carom_error *error)
{
    snprintf(measured->note, sizeof measured->note, "%.290s", error->text);
    if (error->status != CAROM_INVALID) {
        measured->failure = *error;
    }
}

bool carom_measured_skip_missing(carom_measured *measured, const char *solver)
{
    bool included = !measured->context->foreign ||
                    carom_records_include(measured->context->directory, solver);
    if (!included) {
        snprintf(measured->note, sizeof measured->note, "'%.100s' was not run", solver);
    }
    measured->skipped = !included;
    return !included;
}

bool carom_measured_find(const carom_measured *measured, const char *solver, const char *name,
                         char path[CAROM_MEASURED_PATH])
{
    const char *directory = measured->context->directory;
    int stem = (int)strlen(name) - 4; /* without ".tsv" */
    for (int k = solver == NULL ? 2 : 0; k < 4; k++) {
        bool own = k < 2;
        snprintf(path, CAROM_MEASURED_PATH, "%s/%s%s%.*s%s", directory, own ? solver : "",
                 own ? "/" : "", stem, name, k % 2 == 0 ? ".tsv" : ".csv");
        if (access(path, F_OK) == 0) {
            return true;
        }
    }
    snprintf(path, CAROM_MEASURED_PATH, "%s/%s%s%s", directory, solver == NULL ? "" : solver,
             solver == NULL ? "" : "/", name);
    return false;
}

bool carom_measured_has(const carom_measured *measured, const char *solver, const char *name)
{
    char path[CAROM_MEASURED_PATH];
    return carom_measured_find(measured, solver, name, path);
}

bool carom_measured_read(carom_measured *measured, const char *solver, const char *name,
                         carom_tsv *table)
{
    char path[CAROM_MEASURED_PATH];
    carom_error error = {CAROM_OK, "", ""};
    struct stat file;
    carom_status status;
    *table = (carom_tsv){.text = NULL};
    if (carom_measured_find(measured, solver, name, path) && stat(path, &file) == 0 &&
        S_ISREG(file.st_mode)) {
        status = carom_tsv_read(table, path, measured->context->study->stop, &error);
    } else {
        status = carom_error_set(&error, CAROM_INVALID, "",
                                 "cannot read '%.200s': no such file, or not a regular one", path);
    }
    if (status != CAROM_OK) {
        carom_measured_fail(measured, &error);
        carom_tsv_free(table);
    }
    return status == CAROM_OK;
}

/* ---- collision log ---- */

static bool find_ball(const carom_problem *problem, const char *name, uint32_t *number)
{
    *number = (uint32_t)carom_problem_ball_called(problem, name);
    return *number < problem->count;
}

static bool find_wall(const carom_problem *problem, const char *name, uint32_t *number)
{
    *number = (uint32_t)carom_wall_find(problem, name);
    return *number < carom_walls_count(problem);
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
    CAROM_TRY(carom_tsv_finite(table, row, at[TIME], &c->t_s, error));
    return find_ball(problem, a, &c->a) &&
                   (c->wall ? find_wall(problem, b, &c->b) : find_ball(problem, b, &c->b))
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "", "%s:%zu: no such bodies: %.60s, %.60s",
                               table->path, carom_tsv_line(table, row), a, b);
}

bool carom_measured_read_log(carom_measured *measured, const char *solver, double until_s,
                             carom_log *log, double *contact_s)
{
    static const char *const columns[COLUMNS] = {"t_s",          "kind",           "a",        "b",
                                                 "approach_mps", "separation_mps", "contact_s"};
    const carom_problem *problem = &measured->context->study->scenario->problem;
    carom_tsv table;
    carom_error error = {CAROM_OK, "", ""};
    carom_collision c;
    size_t at[COLUMNS];
    const carom_run_solver *run = carom_measured_run(measured, solver);
    for (size_t k = 0; run != NULL && k < run->solver_run.log.count; k++) {
        const carom_collision *of = &run->solver_run.log.item[k];
        if (of->t_s < until_s) {
            *contact_s = fmax(*contact_s, isnan(of->contact_s) ? 0 : of->contact_s);
            carom_log_add(log, of);
        }
    }
    if (run != NULL && run->solver_run.logging) {
        return true;
    }
    if (!carom_measured_read(measured, solver, "collisions.tsv", &table)) {
        return false;
    }
    carom_status status = carom_tsv_columns(&table, columns, COLUMNS, CONTACT, at, &error);
    for (size_t row = 0; row < table.rows && status == CAROM_OK; row++) {
        status = read_collision(problem, &table, at, row, &c, &error);
        if (status == CAROM_OK && c.t_s < until_s) {
            *contact_s = fmax(*contact_s, isnan(c.contact_s) ? 0 : c.contact_s);
            carom_log_add(log, &c);
        }
    }
    if (status != CAROM_OK) {
        carom_measured_fail(measured, &error);
    }
    carom_log_sort(log);
    carom_tsv_free(&table);
    return status == CAROM_OK;
}
