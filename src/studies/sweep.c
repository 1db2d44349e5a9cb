/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom sweep: runs a scenario at every point of its `sweep:` grid, on several threads, and
 * collects quantities. --resume reads the rows that an interrupted sweep wrote. */
#define _POSIX_C_SOURCE 200809L
#include "studies/sweep.h"
#include "carom_studies.h"
#include <errno.h>
#include <sys/stat.h>

/* ---- table ---- */

/* By default, a sweep collects the columns of summary.tsv except the wall-clock time. */
static void list_quantities(carom_sweep_study *s)
{
    const carom_list *collect = &s->result.scenario->sweep.collect;
    const carom_quantity *q = carom_quantities;
    size_t most = collect->count;
    for (; q->column.name != NULL; q++) {
        most++;
    }
    s->quantity = carom_result_take(&s->result, most, sizeof *s->quantity);
    for (size_t k = 0; k < collect->count; k++) {
        s->quantity[s->quantities++] = ((const carom_scenario_word *)collect->items)[k].text;
    }
    for (q = carom_quantities; q->column.name != NULL && collect->count == 0; q++) {
        if (q->place < CAROM_IN_CLOCK) {
            s->quantity[s->quantities++] = q->column.name;
        }
    }
}

static void list_solvers(carom_sweep_study *s)
{
    const carom_scenario_solver **spec = carom_result_solvers(&s->result, 0, &s->solvers);
    s->solver = carom_result_take(&s->result, s->solvers + 1, sizeof *s->solver);
    s->doubt = carom_result_take(&s->result, s->solvers + 1, sizeof *s->doubt);
    for (size_t i = 0; i < s->solvers; i++) {
        s->solver[i] = spec[i]->name;
    }
}

/* Largest table that the terminal shows. */
enum { SHOWN_CELLS = 600 };

/* Make sweep.tsv with all its rows, whose quantities are not known yet. `rows` counts those that
 * are. */
static void make_table(carom_sweep_study *s)
{
    carom_arena *arena = &s->result.arena;
    carom_frame *frame = &s->result.frame[CAROM_SWEEP_TABLE];
    const size_t keys = s->axes + 1, cells = keys + s->quantities, rows = s->points * s->solvers;
    carom_column *column = carom_arena_take(arena, cells + 1, sizeof *column);
    carom_table *table = carom_arena_take(arena, 1, sizeof *table);
    carom_cell *row = carom_arena_take(arena, cells, sizeof *row);
    *table = *frame->table;
    table->columns = column;
    table->row_size = cells * sizeof *row;
    table->shown = rows * cells <= SHOWN_CELLS ? NULL : "";
    frame->table = table;
    for (size_t i = 0; i < cells; i++) {
        column[i].name = i < s->axes  ? s->axis[i].parameter->key
                       : i == s->axes ? "solver"
                                      : s->quantity[i - keys];
        column[i].unit = column[i].doc = "";
        column[i].cell = i + 1;
        row[i].number = NAN;
    }
    for (size_t k = 0; k < rows; k++) {
        for (size_t i = 0; i < s->axes; i++) {
            const carom_sweep_value *value = carom_sweep_value_at(s, i, k / s->solvers);
            row[i] = (carom_cell){value->number, value->text};
        }
        row[s->axes].text = s->solver[k % s->solvers];
        carom_frame_add(arena, frame, row);
    }
    frame->rows = 0;
}

static double value_of(const carom_run_solver *solver, const char *quantity)
{
    const carom_summary *summary = &solver->summary;
    carom_collected of;
    if (!carom_find_collected(solver->solver_run.problem, quantity, &of)) {
        return NAN;
    }
    if (of.first_ball) {
        return carom_first_ball_at(&solver->solver_run.log, of.wall);
    }
    if (of.quantity == NULL) {
        return carom_ball_end_of(&solver->solver_run.sample, of.ball, of.end);
    }
    return carom_quantity_of(of.quantity, summary) /
           (of.over == NULL ? 1 : carom_quantity_of(of.over, summary));
}

/* Return the cell of a quantity. */
static carom_cell *cell_of(const carom_sweep_study *s, size_t row, size_t quantity)
{
    carom_cell *cell = carom_frame_row(&s->result.frame[CAROM_SWEEP_TABLE], row);
    return &cell[s->axes + 1 + quantity];
}

/* ---- rows of an interrupted sweep ---- */

static void refuse(carom_sweep_study *s, const char *path, const char *why)
{
    carom_result_fail(&s->result, CAROM_INVALID, "",
                      "'%.300s'%.300s; use the same scenario and options, or omit --resume to "
                      "start anew",
                      path, why);
}

/* Compare the scenario and the program that have written rows with those that continue. */
static void check_manifest(carom_sweep_study *s, const char *path)
{
    carom_document manifest;
    char why[300] = " is of another scenario: ";
    carom_status status = carom_document_open(&manifest, path, "scenario_json",
                                              s->result.request->stop, &s->result.error);
    char *own = status == CAROM_OK ? carom_scenario_text(s->result.scenario) : NULL;
    if (status == CAROM_OK) {
        const char *version = carom_node_text(manifest.root, "version"),
                   *commit = carom_node_text(manifest.root, "commit");
        if (strcmp(version, carom_version()) != 0 || strcmp(commit, carom_commit()) != 0) {
            snprintf(why, sizeof why, " is of carom %.60s (%.60s), not of this build", version,
                     commit);
            refuse(s, path, why);
        } else if (carom_records_find_difference(carom_node_text(manifest.root, "scenario"), own,
                                                 why + strlen(why), sizeof why - strlen(why))) {
            refuse(s, path, why);
        }
    }
    free(own);
    carom_document_close(&manifest);
}

/* Copy the numbers of the complete points. */
static void read_rows(carom_sweep_study *s, const carom_tsv *table)
{
    const carom_column *column = s->result.frame[CAROM_SWEEP_TABLE].table->columns;
    const size_t keys = s->axes + 1, cells = keys + s->quantities;
    for (size_t i = 0; i < cells && table->columns > 0; i++) {
        if (table->columns != cells || strcmp(column[i].name, table->header[i]) != 0) {
            refuse(s, table->path, ", line 1, is not of this sweep");
        }
    }
    for (size_t row = 0; row < table->rows && !carom_result_failed(&s->result); row++) {
        bool is_own = row < s->points * s->solvers;
        for (size_t i = 0; is_own && i < cells; i++) {
            const char *text = carom_tsv_text(table, row, i);
            carom_cell *own = carom_frame_row(&s->result.frame[CAROM_SWEEP_TABLE], row);
            double number;
            bool is_number = carom_number_parse(text, &number);
            if (i >= keys) {
                own[i].number = number;
                is_own = is_number;
            } else {
                is_own = strcmp(own[i].text, text) == 0 || (is_number && number == own[i].number);
            }
        }
        if (!is_own) {
            char why[80];
            snprintf(why, sizeof why, ", line %zu, is not of this sweep", row + 2);
            refuse(s, table->path, why);
        }
    }
    s->found = s->solvers > 0 ? table->rows / s->solvers : 0;
}

/* Read sweep.tsv of the folder, if there is one. A last line without an end was being written when
 * the sweep was interrupted. */
static void read_table(carom_sweep_study *s, carom_tsv *table)
{
    const carom_study *study = s->result.request;
    const char *path = carom_arena_print(&s->result.arena, "%s/sweep.tsv", study->directory);
    struct stat about;
    char *text = NULL;
    size_t length = 0;
    if (lstat(path, &about) != 0 && errno == ENOENT) {
        return;
    }
    if (lstat(path, &about) != 0 || !S_ISREG(about.st_mode)) {
        carom_result_fail(&s->result, CAROM_CANNOT_READ, "", "'%.300s' is not a regular file",
                          path);
        return;
    }
    check_manifest(s, carom_arena_print(&s->result.arena, "%s/sweep.json", study->directory));
    if (carom_result_failed(&s->result) ||
        carom_file_read_cancellable(path, study->stop, &text, &length, &s->result.error) !=
            CAROM_OK) {
        return;
    }
    while (length > 0 && text[length - 1] != '\n') {
        text[--length] = '\0';
    }
    if (length == 0) {
        free(text);
        return;
    }
    (void)(carom_tsv_parse(table, text, length, path, &s->result.error) == CAROM_OK);
}

/* ---- points ---- */

/* Write the rows that are now known. */
static carom_status write_rows(carom_sweep_study *s, carom_error *error)
{
    const carom_study *study = s->result.request;
    carom_frame *frame = &s->result.frame[CAROM_SWEEP_TABLE];
    size_t row = frame->rows, next = row / s->solvers;
    while (next < s->points && s->done[next]) {
        next++;
    }
    frame->rows = next * s->solvers;
    if (study->directory == NULL || frame->rows == row) {
        return CAROM_OK;
    }
    char *path = carom_path_join(study->directory, "sweep.tsv");
    carom_status status = CAROM_OK;
    if (s->file == NULL && status == CAROM_OK) {
        status = carom_result_write(&s->result, 1, error);
        s->file = status == CAROM_OK ? fopen(path, "a") : NULL;
        row = frame->rows;
    }
    for (; s->file != NULL && row < frame->rows; row++) {
        carom_table_row(s->file, frame->table->columns, carom_frame_row(frame, row));
    }
    if (status == CAROM_OK && (s->file == NULL || fflush(s->file) != 0)) {
        status = carom_error_system(error, CAROM_CANNOT_WRITE, "write", path, errno);
    }
    free(path);
    return status;
}

/* Keep what a run of a solver reports, if it is the worst so far. */
static void keep_doubt(carom_sweep_study *s, size_t point, size_t i, const carom_run_solver *solver)
{
    double error = fmax(0, fabs(solver->summary.validity.energy_rel)); /* 0 if unknown */
    carom_sweep_doubt *worst = &s->doubt[i];
    char text[1024];
    carom_validity_report(&solver->summary.validity, text, sizeof text);
    pthread_mutex_lock(&s->mutex);
    if (text[0] != '\0' && (worst->text == NULL || error > worst->error ||
                            (error == worst->error && point < worst->point))) {
        *worst = (carom_sweep_doubt){point, error, carom_arena_print(&s->result.arena, "%s", text)};
    }
    pthread_mutex_unlock(&s->mutex);
}

static void note_doubts(carom_sweep_study *s)
{
    for (size_t i = 0; i < s->solvers; i++) {
        const carom_sweep_doubt *doubt = &s->doubt[i];
        char at[500] = "";
        for (size_t k = 0; k < s->axes && doubt->text != NULL; k++) {
            carom_text_append(at, sizeof at, "%s%s=%s", k == 0 ? "" : ", ",
                              s->axis[k].parameter->key,
                              carom_sweep_value_at(s, k, doubt->point)->text);
        }
        if (doubt->text != NULL) {
            carom_result_note(&s->result, "%s, worst at %s: %s", s->solver[i], at, doubt->text);
        }
    }
}

/* Run the solvers of a point. Each has its own row. */
static carom_status run_solvers(carom_sweep_study *s, size_t point, const carom_scenario *scenario,
                                carom_error *error)
{
    const carom_study *study = s->result.request;
    carom_run run = {.request = NULL};
    const carom_request request = {.scenario = scenario,
                                   .only = study->only,
                                   .only_count = study->only_count,
                                   .compare = true,
                                   .threads = 1,
                                   .stop = study->stop};
    carom_status status = carom_run_scenario(&run, &request, error);
    for (size_t i = 0; status == CAROM_OK && i < run.solvers; i++) {
        for (size_t k = 0; k < s->quantities; k++) {
            cell_of(s, point * s->solvers + i, k)->number = value_of(&run.solver[i],
                                                                     s->quantity[k]);
        }
        keep_doubt(s, point, i, &run.solver[i]);
    }
    carom_run_close(&run);
    return status;
}

static carom_status read_point(const carom_sweep_study *s, size_t point, carom_scenario *scenario,
                               carom_error *error)
{
    const carom_study *study = s->result.request;
    carom_error first = {CAROM_OK, "", ""};
    size_t count = 0, most = 0;
    for (size_t i = 0; i < s->axes; i++) {
        most += carom_sweep_value_at(s, i, point)->overrides;
    }
    carom_override *override = carom_allocate(most, sizeof *override);
    for (size_t i = s->axes; i-- > 0;) {
        const carom_sweep_value *value = carom_sweep_value_at(s, i, point);
        memcpy(&override[count], value->override, value->overrides * sizeof *override);
        count += value->overrides;
    }
    carom_status status = carom_study_read(study, override, count, NULL, scenario, &first);
    if (status != CAROM_OK) {
        (void)carom_error_set(error, status, first.key, "%.300s: sweep.parameters: point %zu: %s",
                              study->name, point + 1, first.text);
    }
    free(override);
    return status;
}

static carom_status run_point(void *context, size_t task, carom_error *error)
{
    carom_sweep_study *s = context;
    size_t point = s->found + task;
    carom_scenario scenario = {.version = 0};
    carom_status status = read_point(s, point, &scenario, error);
    CAROM_THEN(status, run_solvers(s, point, &scenario, error));
    if (status == CAROM_OK) {
        pthread_mutex_lock(&s->mutex);
        s->done[point] = true;
        status = write_rows(s, error);
        pthread_mutex_unlock(&s->mutex);
    }
    carom_scenario_free(&scenario);
    return status;
}

static void run_points(carom_sweep_study *s)
{
    const carom_study *study = s->result.request;
    carom_frame *frame = &s->result.frame[CAROM_SWEEP_TABLE];
    carom_error *error = &s->result.error;
    s->done = carom_result_take(&s->result, s->points + 1, sizeof *s->done);
    frame->rows = s->found * s->solvers;
    pthread_mutex_init(&s->mutex, NULL);
    carom_status status = carom_study_run(study, s->points - s->found, run_point, s, error);
    if (status == CAROM_INTERRUPTED && frame->rows > 0 && study->directory != NULL) {
        (void)carom_error_set(error, status, "",
                              "interrupted after %zu of %zu points; --resume continues from there",
                              frame->rows / s->solvers, s->points);
    }
    pthread_mutex_destroy(&s->mutex);
    if (s->file != NULL && fclose(s->file) != 0 && status == CAROM_OK) {
        (void)carom_error_system(error, CAROM_CANNOT_WRITE, "write", "sweep.tsv", errno);
    }
    s->file = NULL;
}

/* ---- study ---- */

static void fill(carom_result *result)
{
    carom_sweep_study *s = (carom_sweep_study *)result;
    const carom_study *study = result->request;
    carom_tsv table = {.text = NULL};
    if (result->scenario->sweep.parameters.count == 0) {
        carom_result_fail(result, CAROM_INVALID, "sweep",
                          "missing; for instance --set 'sweep={ parameters: [ { key: restitution, "
                          "values: [0.5, 0.8, 1] } ] }'");
        return;
    }
    carom_sweep_make_axes(s);
    list_quantities(s);
    (void)(carom_sweep_data_load(&s->data, &result->arena, study, &result->error) == CAROM_OK);
    if (!carom_result_failed(result) && study->resume) {
        read_table(s, &table);
    }
    if (!carom_result_failed(result)) {
        list_solvers(s);
        make_table(s);
        read_rows(s, &table);
    }
    carom_tsv_free(&table);
    if (carom_result_failed(result)) {
        return;
    }
    run_points(s);
    if (!carom_result_failed(result)) {
        result->frame[CAROM_SWEEP_TABLE].rows = s->points * s->solvers;
        carom_sweep_fill_curves(s);
        carom_sweep_fill_fits(s);
    }
    char before[60] = "";
    if (s->found > 0) {
        snprintf(before, sizeof before, ", %zu of them from before", s->found);
    }
    carom_result_note(result, "%zu point%s%s", s->points, carom_plural((double)s->points), before);
    note_doubts(s);
    if (!carom_sweep_has_figures(s)) {
        carom_result_note(result, "No figures: only sweeps of one or two numerical parameters are "
                                  "drawn.");
    }
}

#define CURVES(NUMBER, TEXT, of)                                                                   \
    TEXT(of, quantity, r->quantity, "collected quantity")                                          \
    TEXT(of, solver, r->solver, "solver")                                                          \
    NUMBER(of, x, "", r->x,                                                                        \
           "value of the parameter; its place from 1 in a map whose values are not even")          \
    NUMBER(of, second, "", r->second, "the same of the second parameter of a map; else nan")       \
    NUMBER(of, y, "", r->y, "value, as shown_as shows it; mean over seeds")                        \
    NUMBER(of, y_error, "", r->y_error, "standard error of the mean over seeds; else 0")
#define LINES(NUMBER, TEXT, of)                                                                    \
    TEXT(of, quantity, r->theory->quantity, "quantity that the formula gives")                     \
    TEXT(of, label, r->theory->label, "label of the line")                                         \
    NUMBER(of, x, "", r->x, "value of the parameter")                                              \
    NUMBER(of, y, "", r->y, "value of the formula")
#define MEASURED(NUMBER, TEXT, of)                                                                 \
    TEXT(of, quantity, r->quantity, "measured quantity")                                           \
    TEXT(of, series, r->series, "series of the point")                                             \
    NUMBER(of, x, "", r->x, "value of the parameter")                                              \
    NUMBER(of, x_error, "", r->x_error, "its standard error")                                      \
    NUMBER(of, y, "", r->y, "value of the quantity")                                               \
    NUMBER(of, y_error, "", r->y_error, "its standard error; 0: unknown")
#define FITS(NUMBER, TEXT, of)                                                                     \
    TEXT(of, quantity, r->quantity, "measured quantity")                                           \
    TEXT(of, solver, r->solver, "solver")                                                          \
    TEXT(of, series, r->series, "series of the measured points; * for all, if there are several")  \
    NUMBER(of, points, "", (double)r->points, "number of compared points")                         \
    NUMBER(of, outside, "", (double)r->outside,                                                    \
           "number of points outside the swept range, which are not compared")                     \
    NUMBER(of, unknown, "", (double)r->unknown,                                                    \
           "number of points without y_error, or where the curve has no value; not compared")      \
    NUMBER(of, chi_square_per_point, "", r->chi_square,                                            \
           "mean of ((y - f(x))/sigma)^2, about 1 if the model and the errors are right")          \
    NUMBER(of, largest_sigma, "", r->largest,                                                      \
           "deviation (y - f(x))/sigma of the largest magnitude")                                  \
    NUMBER(of, largest_x, "", r->largest_x, "x of its point")                                      \
    TEXT(of, largest_series, r->largest_series, "series of its point")                             \
    NUMBER(of, rms_deviation, "", r->rms,                                                          \
           "root mean square of y - f(x): the smaller, the nearer the curve")
CAROM_COLUMNS(curves, carom_sweep_point, CURVES)
CAROM_COLUMNS(lines, carom_sweep_line, LINES)
CAROM_COLUMNS(measured, carom_sweep_measured, MEASURED)
CAROM_COLUMNS(fits, carom_sweep_fit, FITS)

static const carom_table tables[] = {
    [CAROM_SWEEP_TABLE] = {"sweep.tsv", "a row for each point and solver", NULL, 0, NULL},
    [CAROM_SWEEP_CURVES] = {"sweep-curves.tsv", "a row for each point of the figures",
                            curves_columns, sizeof(carom_sweep_point), ""},
    [CAROM_SWEEP_THEORY] = {"sweep-theory.tsv", "a row for each point of a theory line",
                            lines_columns, sizeof(carom_sweep_line), ""},
    [CAROM_SWEEP_MEASURED] = {"sweep-measured.tsv", "a row for each measured point",
                              measured_columns, sizeof(carom_sweep_measured), ""},
    [CAROM_SWEEP_FITS] = {"sweep-data.tsv", "a row for each measured quantity, solver and series",
                          fits_columns, sizeof(carom_sweep_fit),
                          "quantity solver series points chi_square_per_point "
                          "largest_sigma largest_x rms_deviation"},
    {.name = NULL}};

static const carom_command_option options[] = {
    CAROM_STUDY_OPTIONS, {"resume", NULL}, CAROM_FIGURE_STYLE_OPTIONS, {NULL, NULL}};

const carom_study_entry carom_study_sweep = {
    .about = {.name = "sweep",
              .summary = "run the grid of the file's sweep: section",
              .options_size = sizeof(carom_sweep_study)},
    .text = STUDY_SWEEP_TEXT,
    .notes = STUDY_SWEEP_NOTES,
    .keys = "sweep",
    .options = options,
    .fill = fill,
    .tables = tables,
    .figures = "sweep-*.*",
    .plot = carom_sweep_plot};
