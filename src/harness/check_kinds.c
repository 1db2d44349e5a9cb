/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that records answer: a quantity of the summary, a column at a time or over it, the sequence of collisions. */
#define _POSIX_C_SOURCE 200809L
#include "analysis/alignment.h"
#include "harness/checks.h"
#include "harness/quantities.h"
#include "harness/tsv.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4500 };

/* Reads DIR/NAME or DIR/SOLVER/NAME. false: the note says why not */
static bool read_table(const carom_evidence *evidence, const char *solver, const char *name, carom_tsv *table,
                       carom_finding *finding)
{
    char path[PATH];
    carom_error error = {0};
    snprintf(path, sizeof path, "%s%s%s/%s", evidence->directory, solver == NULL ? "" : "/", solver == NULL ? "" : solver,
             name);
    if (carom_tsv_read(table, path, &error) == CAROM_OK) {
        return true;
    }
    if (error.status == CAROM_CANNOT_READ && access(path, F_OK) != 0) {
        error.status = CAROM_INVALID; /* it is not there, which the records are to blame for */
    }
    carom_finding_note(finding, &error);
    carom_tsv_free(table);
    return false;
}

/* ---- a collision log from its table ---- */

static bool number_of(const carom_problem *problem, const char *name, uint32_t *number)
{
    for (size_t i = 0; i < problem->count; i++) {
        if (strcmp(problem->ball[i].name, name) == 0) {
            *number = (uint32_t)i;
            return true;
        }
    }
    return false;
}

static bool wall_of(const char *name, uint32_t *number)
{
    for (int wall = 0; wall < CAROM_WALL_COUNT; wall++) {
        if (strcmp(carom_wall_name(wall), name) == 0) {
            *number = (uint32_t)wall;
            return true;
        }
    }
    return false;
}

enum { TIME, KIND, ONE, OTHER, APPROACH, SEPARATION, CONTACT, COLUMNS };

/* One row; what may be nan is what a contact still open at the end leaves so. */
static carom_status read_collision(const carom_problem *problem, const carom_tsv *table, const size_t at[COLUMNS], size_t row,
                                   carom_collision *c, carom_error *error)
{
    const char *a = carom_tsv_text(table, row, at[ONE]), *b = carom_tsv_text(table, row, at[OTHER]);
    carom_status status;
    *c = (carom_collision){.approach_mps = carom_tsv_number(table, row, at[APPROACH]),
                           .separation_mps = carom_tsv_number(table, row, at[SEPARATION]),
                           .contact_s = carom_tsv_number(table, row, at[CONTACT]),
                           .wall = strcmp(carom_tsv_text(table, row, at[KIND]), "wall") == 0};
    status = carom_tsv_finite(table, row, at[TIME], &c->t_s, error);
    if (status == CAROM_OK && !(number_of(problem, a, &c->a) && (c->wall ? wall_of(b, &c->b) : number_of(problem, b, &c->b)))) {
        status = carom_error_set(error, CAROM_INVALID, "", "%s:%zu: no such bodies: %.60s, %.60s", table->path, row + 2, a, b);
    }
    return status;
}

/* The log from collisions.tsv; longest contact in *contact_s. */
static bool read_log(const carom_evidence *evidence, const char *solver, double until_s, carom_log *log,
                     double *contact_s, carom_finding *finding)
{
    static const char *const columns[COLUMNS] = {"t_s", "kind", "a", "b", "approach_mps", "separation_mps", "contact_s"};
    carom_tsv table;
    carom_error error = {CAROM_OK, "", ""};
    size_t at[COLUMNS] = {0};
    bool good = true;
    if (!read_table(evidence, solver, "collisions.tsv", &table, finding)) {
        return false;
    }
    for (size_t k = 0; k < COLUMNS && good; k++) {
        good = carom_tsv_find(&table, columns[k], &at[k], &error) == CAROM_OK;
    }
    for (size_t row = 0; row < table.rows && good; row++) {
        carom_collision c;
        good = read_collision(&evidence->study->scenario->problem, &table, at, row, &c, &error) == CAROM_OK;
        if (good && c.t_s < until_s) {
            *contact_s = fmax(*contact_s, isnan(c.contact_s) ? 0 : c.contact_s);
            good = carom_log_add(log, &c, &error) == CAROM_OK;
        }
    }
    if (!good) {
        carom_finding_note(finding, &error);
    }
    carom_tsv_free(&table);
    return good;
}

/* ---- summary ---- */

typedef struct {
    int quantity;
} summary_options;

static const carom_param summary_params[] = {
    {.key = "quantity", .type = CAROM_WORD, .fallback = NULL, .words = carom_quantity_words,
     .doc = "a quantity of the summary (carom list quantities)", .offset = offsetof(summary_options, quantity)},
    {.key = NULL}};

static size_t row_of(const carom_tsv *table, const char *solver)
{
    size_t column = carom_tsv_column(table, "solver");
    for (size_t row = 0; row < table->rows; row++) {
        if (strcmp(carom_tsv_text(table, row, column), solver) == 0) {
            return row;
        }
    }
    return CAROM_NO_COLUMN;
}

static double initial_energy(const carom_evidence *evidence, const char *solver, carom_finding *finding)
{
    carom_tsv series;
    carom_finding unused = {.value = NAN};
    double energy = NAN;
    if (read_table(evidence, solver, "series.tsv", &series, &unused)) {
        if (series.rows > 0) {
            energy = fabs(carom_tsv_number(&series, 0, carom_tsv_column(&series, "kinetic_J")) +
                          carom_tsv_number(&series, 0, carom_tsv_column(&series, "elastic_J")) +
                          carom_tsv_number(&series, 0, carom_tsv_column(&series, "potential_J")));
        }
        carom_tsv_free(&series);
    }
    if (unused.trouble.status != CAROM_OK) {
        finding->trouble = unused.trouble;
    }
    return energy;
}

/* Restitution and longest contact are not in summary.tsv: they follow from the collision log. */
static double from_collisions(const carom_evidence *evidence, const char *solver, const char *name, carom_finding *finding)
{
    carom_log log = {NULL, 0, 0};
    carom_validity validity = {NAN, NAN, NAN, NAN, NAN, NAN};
    const carom_report report = {.max_overlap_m = 0};
    carom_error error = {CAROM_OK, "", ""};
    double longest = 0, lag = 0, value = NAN;
    if (read_log(evidence, solver, INFINITY, &log, &longest, finding)) {
        carom_log_sort(&log);
        carom_contacts_of(&log, &longest, &lag);
        if (carom_validity_of(&evidence->study->scenario->problem, &log, &report, evidence->study->scenario->duration_s, &validity,
                              &error) != CAROM_OK) {
            carom_finding_note(finding, &error);
        } else if (strcmp(name, "restitution_ball") == 0 || strcmp(name, "restitution_wall") == 0) {
            value = strcmp(name, "restitution_ball") == 0 ? validity.restitution_ball : validity.restitution_wall;
        } else if (strcmp(name, "contact_s") == 0 || strcmp(name, "lag_m") == 0) {
            value = strcmp(name, "contact_s") == 0 ? longest : lag;
        } else if (carom_records_number(evidence->directory, solver, name, &value, &error) != CAROM_OK) {
            carom_finding_note(finding, &error);
        }
    }
    carom_log_free(&log);
    return value;
}

/* Why a quantity is no number. */
static void say_undefined(const carom_problem *problem, const char *name, carom_finding *finding)
{
    static const char *const absolute[][2] = {{"energy_residual_rel", "energy_residual_J"},
                                              {"momentum_residual_rel", "momentum_residual_kgmps"},
                                              {"angular_momentum_residual_rel", "angular_momentum_residual_kgm2ps"}};
    size_t k = 0;
    while (k < 3 && strcmp(absolute[k][0], name) != 0) {
        k++;
    }
    if (k == 3 || (k == 2 && problem->boundary == CAROM_PERIODIC)) {
        snprintf(finding->note, sizeof finding->note, "not defined in this scenario");
    } else {
        snprintf(finding->note, sizeof finding->note, "there is %s at t = 0, nothing that it could be a part of; expected a check of "
                 "kind: column, file: series, column: %s", k == 0 ? "no energy" : "no momentum (all is at rest)", absolute[k][1]);
    }
}

static carom_status summary_find(const carom_evidence *evidence, const carom_scenario_check *check, const char *solver,
                                 carom_finding *finding, carom_error *error)
{
    const summary_options *options = check->kind.options;
    const carom_quantity *quantity = &carom_quantities[options->quantity];
    carom_tsv table;
    size_t row;
    (void)error;
    if (!read_table(evidence, NULL, "summary.tsv", &table, finding)) {
        return CAROM_OK;
    }
    row = row_of(&table, solver);
    if (row == CAROM_NO_COLUMN) {
        snprintf(finding->note, sizeof finding->note, "summary.tsv has no row of '%.60s'", solver);
    } else {
        double collisions = carom_tsv_number(&table, row, carom_tsv_column(&table, "collisions"));
        double steps = carom_tsv_number(&table, row, carom_tsv_column(&table, "steps"));
        finding->value = quantity->is_column ? carom_tsv_number(&table, row, carom_tsv_column(&table, quantity->name))
                                             : from_collisions(evidence, solver, quantity->name, finding);
        if (isnan(finding->value) && strcmp(quantity->name, "first_mismatch_s") == 0) {
            finding->value = INFINITY; /* one that never came is later than any time */
        }
        carom_theory_of(evidence->study->scenario, &carom_scenario_solver_called(evidence->study->scenario, solver)->kind, quantity->name, collisions, steps,
                        initial_energy(evidence, solver, finding), finding);
        if (isnan(finding->value) && finding->note[0] == '\0') {
            say_undefined(&evidence->study->scenario->problem, quantity->name, finding);
        }
    }
    carom_tsv_free(&table);
    return CAROM_OK;
}

const carom_check_kind carom_check_summary = {
    .about = {.name = "summary", .summary = "a quantity of the summary", .params = summary_params,
              .options_size = sizeof(summary_options)},
    .find = summary_find};

/* ---- column ---- */

enum { OVER_END, OVER_MAX, OVER_MIN, OVER_LARGEST, OVER_START };
enum { FILE_SERIES, FILE_TRAJECTORY, FILE_DIVERGENCE, FILE_COLLISIONS };
static const char *const over_words[] = {"end", "max", "min", "largest", "start", NULL};
static const char *const file_words[] = {"series", "trajectory", "divergence", "collisions", NULL};

typedef struct {
    char column[CAROM_NAME_SIZE], ball[CAROM_NAME_SIZE];
    int file, over;
    double at_s;
} column_options;

static const carom_param column_params[] = {
    {.key = "column", .type = CAROM_TEXT, .fallback = NULL, .size = CAROM_NAME_SIZE, .doc = "name of the column",
     .offset = offsetof(column_options, column)},
    {.key = "file", .type = CAROM_WORD, .fallback = "series", .words = file_words, .doc = "which table of the solver",
     .offset = offsetof(column_options, file)},
    {.key = "ball", .type = CAROM_TEXT, .fallback = "", .size = CAROM_NAME_SIZE, .doc = "rows of this ball alone",
     .offset = offsetof(column_options, ball)},
    {.key = "at_s", .type = CAROM_NUMBER, .unit = "s", .fallback = "", .lowest = 0, .highest = CAROM_ANY_HIGH,
     .doc = "at the sample of this time", .offset = offsetof(column_options, at_s)},
    {.key = "over", .type = CAROM_WORD, .fallback = "end", .words = over_words,
     .doc = "or of all samples: the last, the largest, the smallest, the largest magnitude, the first",
     .offset = offsetof(column_options, over)},
    {.key = NULL}};

static bool is_meant(const carom_tsv *table, size_t row, const column_options *options, const char *solver)
{
    bool meant = true;
    if (options->file == FILE_DIVERGENCE) {
        meant = strcmp(carom_tsv_text(table, row, carom_tsv_column(table, "solver")), solver) == 0;
    }
    if (options->ball[0] != '\0' && options->file == FILE_COLLISIONS) {
        meant = strcmp(carom_tsv_text(table, row, carom_tsv_column(table, "a")), options->ball) == 0 ||
                strcmp(carom_tsv_text(table, row, carom_tsv_column(table, "b")), options->ball) == 0;
    } else if (options->ball[0] != '\0') {
        meant = meant && strcmp(carom_tsv_text(table, row, carom_tsv_column(table, "ball")), options->ball) == 0;
    }
    return meant;
}

static double choose(double so_far, double value, int over)
{
    if (isnan(so_far) && over != OVER_END) {
        return over == OVER_LARGEST ? fabs(value) : value;
    }
    switch (over) {
    case OVER_MAX: return fmax(so_far, value);
    case OVER_MIN: return fmin(so_far, value);
    case OVER_LARGEST: return fmax(so_far, fabs(value));
    case OVER_START: return so_far;
    default: return value;
    }
}

static double value_of(const carom_tsv *table, const column_options *options, const char *solver, size_t column)
{
    size_t time = carom_tsv_column(table, "t_s");
    double value = NAN;
    for (size_t row = 0; row < table->rows; row++) {
        double t = carom_tsv_number(table, row, time), here = carom_tsv_number(table, row, column);
        if (!is_meant(table, row, options, solver)) {
            continue;
        }
        if (isnan(options->at_s)) {
            value = choose(value, here, options->over);
        } else if (fabs(t - options->at_s) <= 1e-9 * fmax(1, options->at_s)) {
            value = here;
        }
    }
    return value;
}

static carom_status column_find(const carom_evidence *evidence, const carom_scenario_check *check, const char *solver,
                                carom_finding *finding, carom_error *error)
{
    const column_options *options = check->kind.options;
    char name[80];
    carom_tsv table;
    size_t column;
    (void)error;
    snprintf(name, sizeof name, "%s.tsv", file_words[options->file]);
    if (!read_table(evidence, options->file == FILE_DIVERGENCE ? NULL : solver, name, &table, finding)) {
        return CAROM_OK;
    }
    column = carom_tsv_column(&table, options->column);
    if (column == CAROM_NO_COLUMN) {
        snprintf(finding->note, sizeof finding->note, "%s has no column '%.60s'", name, options->column);
    } else {
        finding->value = value_of(&table, options, solver, column);
        if (isnan(finding->value)) {
            snprintf(finding->note, sizeof finding->note, isnan(options->at_s) ? "no such row, or no number there"
                                                                              : "no sample at that time, or no number there");
        }
    }
    carom_tsv_free(&table);
    return CAROM_OK;
}

const carom_check_kind carom_check_column = {
    .about = {.name = "column", .summary = "any column of the records, at a time or over all", .params = column_params,
              .options_size = sizeof(column_options)},
    .find = column_find};

/* ---- sequence ---- */

typedef struct {
    char as[CAROM_NAME_SIZE];
    double until_s;
} sequence_options;

static const carom_param sequence_params[] = {
    {.key = "as", .type = CAROM_TEXT, .fallback = "", .size = CAROM_NAME_SIZE,
     .doc = "solver whose collisions they should be; the reference by default", .offset = offsetof(sequence_options, as)},
    {.key = "until_s", .type = CAROM_NUMBER, .unit = "s", .fallback = "", .lowest = 0, .highest = CAROM_ANY_HIGH,
     .doc = "only those before", .offset = offsetof(sequence_options, until_s)},
    {.key = NULL}};

static void compare_logs(const carom_evidence *evidence, const carom_log *own, const carom_log *other, double end,
                         double slack, carom_finding *finding)
{
    carom_alignment alignment = {.partner = NULL};
    carom_error error = {CAROM_OK, "", ""};
    if (carom_alignment_of(&alignment, other, own, evidence->study->scenario->problem.count, end, slack, &error) != CAROM_OK) {
        carom_finding_note(finding, &error);
    } else {
        bool same = alignment.first == CAROM_UNMATCHED && alignment.second == CAROM_UNMATCHED;
        double t = fmin(alignment.first == CAROM_UNMATCHED ? INFINITY : other->item[alignment.first].t_s,
                        alignment.second == CAROM_UNMATCHED ? INFINITY : own->item[alignment.second].t_s);
        finding->value = same ? 0 : (double)(own->count + other->count - 2 * alignment.matched);
        if (same) {
            snprintf(finding->note, sizeof finding->note, "%zu collisions are the same", alignment.matched);
        } else {
            snprintf(finding->note, sizeof finding->note, "%zu collisions are the same, the first other one is at t = %.9g s",
                     alignment.matched, t);
        }
    }
    carom_alignment_free(&alignment);
}

static carom_status sequence_find(const carom_evidence *evidence, const carom_scenario_check *check, const char *solver,
                                  carom_finding *finding, carom_error *error)
{
    const sequence_options *options = check->kind.options;
    const char *as = options->as[0] == '\0' ? evidence->study->scenario->reference : options->as;
    double until = isnan(options->until_s) ? INFINITY : options->until_s, contact = 0;
    double end = fmin(until, evidence->study->scenario->duration_s);
    carom_log own = {NULL, 0, 0}, other = {NULL, 0, 0};
    (void)error;
    if (read_log(evidence, solver, until, &own, &contact, finding) &&
        read_log(evidence, as, until, &other, &contact, finding)) {
        carom_log_sort(&own);
        carom_log_sort(&other);
        compare_logs(evidence, &own, &other, end, contact, finding);
    }
    carom_log_free(&own);
    carom_log_free(&other);
    return CAROM_OK;
}

const carom_check_kind carom_check_sequence = {
    .about = {.name = "sequence", .summary = "the same collisions as another solver, in every ball's own order",
              .params = sequence_params, .options_size = sizeof(sequence_options)},
    .bounds_itself = true,
    .find = sequence_find};
