/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.tsv: its rows are written in the order of the grid, and read again to resume. */
#define _POSIX_C_SOURCE 200809L
#include "sweep/sweep.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- rows ---- */

/* Returns the name of the k-th collected column, or NULL past the last. By default, a sweep
 * collects the columns of summary.tsv except the wall-clock time. */
static const char *column_name(const carom_scenario *scenario, size_t k)
{
    const carom_scenario_word *word = scenario->sweep.collect.items;
    if (scenario->sweep.collect.count > 0) {
        return k < scenario->sweep.collect.count ? word[k].text : NULL;
    }
    for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
        if (q->place < CAROM_IN_CLOCK && k-- == 0) {
            return q->column.name;
        }
    }
    return NULL;
}

static double value_of_column(const carom_run_solver *solver, const char *column)
{
    const carom_summary *summary = &solver->summary_recorder.summary;
    carom_collected of;
    if (!carom_find_collected(solver->solver_run.problem, column, &of)) {
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

static void write_header(FILE *stream, const carom_scenario *scenario)
{
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        fprintf(stream, "%s\t", carom_sweep_parameter_at(scenario, i)->key);
    }
    fputs("solver", stream);
    for (size_t k = 0; column_name(scenario, k) != NULL; k++) {
        fprintf(stream, "\t%s", column_name(scenario, k));
    }
    fputc('\n', stream);
}

static void write_keys(FILE *stream, const carom_scenario *scenario,
                       const carom_point_setting *settings, const char *solver)
{
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        fprintf(stream, "%s\t", settings[i].value);
    }
    fputs(solver, stream);
}

char *carom_sweep_rows(const carom_scenario *scenario, const carom_point_setting *settings,
                       const carom_run *run)
{
    char *rows;
    size_t length;
    FILE *stream = carom_text_open(&rows, &length);
    for (size_t k = 0; stream != NULL && k < run->solvers; k++) {
        const carom_run_solver *solver = &run->solver[k];
        write_keys(stream, scenario, settings, solver->solver_run.name);
        for (size_t c = 0; column_name(scenario, c) != NULL; c++) {
            char text[32];
            carom_number_format(value_of_column(solver, column_name(scenario, c)), text,
                                sizeof text);
            fprintf(stream, "\t%s", text);
        }
        fputc('\n', stream);
    }
    return carom_text_close(stream, &rows) ? rows : NULL;
}

/* ---- reading rows again ---- */

/* What is left of a table that an interrupted sweep wrote. */
typedef struct {
    const carom_study *study;
    const char *path, *text;
    size_t left, line;
} unread_rows;

static carom_status refuse(const unread_rows *unread, carom_error *error)
{
    return carom_error_set(error, CAROM_INVALID, "",
                           "'%.300s', line %zu, is not of this sweep; use the same scenario and "
                           "options, or omit --resume to start anew",
                           unread->path, unread->line);
}

/* True if the line has a number in each cell after its keys. */
static bool has_numbers(const carom_scenario *scenario, const char *cell)
{
    char text[32];
    double value;
    for (size_t k = 0; column_name(scenario, k) != NULL; k++) {
        size_t length = *cell == '\t' ? strcspn(cell + 1, "\t\n") : 0;
        snprintf(text, sizeof text, "%.*s", length < sizeof text ? (int)length : 0, cell + 1);
        if (length == 0 || !carom_number_parse(text, &value)) {
            return false;
        }
        cell += 1 + length;
    }
    return *cell == '\n';
}

/* Reads the row of a solver. @return its length in @p length; 0 if it has no end */
static carom_status read_row(unread_rows *unread, const carom_sweep_point *point,
                             const char *solver, size_t *length, carom_error *error)
{
    const carom_scenario *scenario = unread->study->scenario;
    const char *end = memchr(unread->text, '\n', unread->left);
    char *keys;
    size_t size;
    *length = 0;
    if (end == NULL) {
        return CAROM_OK;
    }
    FILE *stream = carom_text_open(&keys, &size);
    if (stream != NULL) {
        write_keys(stream, scenario, point->setting, solver);
    }
    CAROM_NEED(carom_text_close(stream, &keys), error);
    bool is_own = strncmp(unread->text, keys, size) == 0 &&
                  has_numbers(scenario, unread->text + size);
    free(keys);
    *length = (size_t)(end - unread->text) + 1;
    return is_own ? CAROM_OK : refuse(unread, error);
}

/* Reads the rows of a point. @return their length in @p length; 0 if they are incomplete */
static carom_status read_point(unread_rows *unread, size_t number, size_t *length,
                               carom_error *error)
{
    const carom_study *study = unread->study;
    carom_sweep_point point;
    carom_status status = carom_sweep_point_init(&point, study, number, error);
    bool torn = false;
    *length = 0;
    for (size_t i = 0; i < study->scenario->solvers.count && status == CAROM_OK && !torn; i++) {
        const char *solver = carom_scenario_solver_at(study->scenario, i)->name;
        size_t row = 0;
        if (carom_study_includes(study, solver)) {
            status = read_row(unread, &point, solver, &row, error);
            torn = row == 0;
            unread->text += row;
            unread->left -= row;
            unread->line++;
            *length += row;
        }
    }
    *length = torn ? 0 : *length;
    carom_sweep_point_free(&point);
    return status;
}

/* Counts the points whose rows stand in a text, and the bytes of the text up to there. A last line
 * without an end was being written when the sweep was interrupted. */
static carom_status read_points(carom_sweep_table *table, const carom_study *study,
                                const char *text, size_t length, size_t *good, carom_error *error)
{
    size_t head = strlen(table->header), more = 1;
    unread_rows unread = {study, table->path, text + head, length - head, 1};
    *good = 0;
    if (memcmp(text, table->header, length < head ? length : head) != 0) {
        return refuse(&unread, error);
    }
    if (length < head) {
        return CAROM_OK;
    }
    unread.line = 2;
    for (*good = head; table->next < table->points && more > 0; *good += more) {
        CAROM_TRY(read_point(&unread, table->next, &more, error));
        table->next += more > 0;
    }
    if (more > 0 && unread.left > 0) {
        return refuse(&unread, error);
    }
    *good = table->next == 0 ? 0 : *good; /* the header is written again */
    return CAROM_OK;
}

/* ---- file ---- */

static carom_status cannot_write(const carom_sweep_table *table, carom_error *error)
{
    return carom_error_system(error, CAROM_CANNOT_WRITE, "write", table->path, errno);
}

/* Opens the table that an interrupted sweep wrote, after its complete points. `file` stays -1 if
 * there is none. */
static carom_status open_again(carom_sweep_table *table, const carom_study *study,
                               carom_error *error)
{
    struct stat about;
    char *text = NULL;
    size_t length = 0, good = 0;
    table->file = open(table->path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (table->file < 0) {
        return errno == ENOENT ? CAROM_OK : cannot_write(table, error);
    }
    if (fstat(table->file, &about) != 0 || !S_ISREG(about.st_mode)) {
        return carom_error_set(error, CAROM_CANNOT_READ, "", "'%.300s' is not a regular file",
                               table->path);
    }
    carom_status status = carom_file_read(table->path, &text, &length, error);
    CAROM_THEN(status, read_points(table, study, text, length, &good, error));
    free(text);
    CAROM_TRY(status);
    return ftruncate(table->file, (off_t)good) == 0 &&
                   lseek(table->file, (off_t)good, SEEK_SET) == (off_t)good
             ? CAROM_OK
             : cannot_write(table, error);
}

static carom_status open_file(carom_sweep_table *table, const carom_study *study,
                              const char *directory, bool resume, carom_error *error)
{
    table->path = carom_path_join(directory, "sweep.tsv");
    CAROM_NEED(table->path != NULL, error);
    CAROM_TRY(resume ? open_again(table, study, error) : CAROM_OK);
    if (table->file < 0) {
        table->file = open(table->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    }
    return table->file >= 0
             ? CAROM_OK
             : carom_error_system(error, CAROM_CANNOT_CREATE, "create", table->path, errno);
}

/* Writes lines, each by one call. */
static carom_status write_lines(carom_sweep_table *table, const char *lines, carom_error *error)
{
    if (table->path == NULL) {
        return fputs(lines, table->memory) >= 0 ? CAROM_OK : carom_error_no_memory(error);
    }
    while (*lines != '\0') {
        ssize_t written = write(table->file, lines, strcspn(lines, "\n") + 1);
        if (written < 0 && errno != EINTR) {
            return cannot_write(table, error);
        }
        lines += written > 0 ? written : 0;
    }
    return CAROM_OK;
}

carom_status carom_sweep_table_open(carom_sweep_table *table, const carom_study *study,
                                    const char *directory, bool resume, carom_error *error)
{
    size_t length;
    *table = (carom_sweep_table){.file = -1, .points = carom_sweep_points(study->scenario)};
    FILE *header = carom_text_open(&table->header, &length);
    if (header != NULL) {
        write_header(header, study->scenario);
    }
    CAROM_NEED(carom_text_close(header, &table->header), error);
    table->rows = calloc(table->points + 1, sizeof *table->rows);
    CAROM_NEED(table->rows != NULL, error);
    if (directory == NULL) {
        table->memory = carom_text_open(&table->text, &table->length);
        CAROM_NEED(table->memory != NULL, error);
    } else {
        CAROM_TRY(open_file(table, study, directory, resume, error));
    }
    return table->next > 0 ? CAROM_OK : write_lines(table, table->header, error);
}

carom_status carom_sweep_table_add(carom_sweep_table *table, size_t point, char *rows,
                                   carom_error *error)
{
    table->rows[point] = rows;
    while (table->next < table->points && table->rows[table->next] != NULL) {
        CAROM_TRY(write_lines(table, table->rows[table->next], error));
        free(table->rows[table->next]);
        table->rows[table->next++] = NULL;
    }
    return CAROM_OK;
}

carom_status carom_sweep_table_finish(carom_sweep_table *table, carom_error *error)
{
    if (table->path == NULL) {
        FILE *memory = table->memory;
        table->memory = NULL;
        return carom_text_close(memory, &table->text) ? CAROM_OK : carom_error_no_memory(error);
    }
    return fsync(table->file) == 0 || errno == EINVAL || errno == ENOSYS
             ? CAROM_OK
             : cannot_write(table, error);
}

static void write_text(const void *object, FILE *stream)
{
    fputs(((const carom_sweep_table *)object)->text, stream);
}

carom_status carom_sweep_table_to_tsv(const carom_sweep_table *table, carom_tsv *tsv,
                                      const volatile sig_atomic_t *stop, carom_error *error)
{
    return carom_table_to_tsv(&(carom_table){.name = "sweep.tsv", .write = write_text}, table, tsv,
                              stop, error);
}

void carom_sweep_table_close(carom_sweep_table *table)
{
    if (table->memory != NULL) {
        fclose(table->memory);
    }
    if (table->path != NULL && table->file >= 0) {
        close(table->file);
    }
    for (size_t k = table->next; table->rows != NULL && k < table->points; k++) {
        free(table->rows[k]);
    }
    free(table->rows);
    free(table->header);
    free(table->path);
    free(table->text);
    *table = (carom_sweep_table){.file = -1};
}
