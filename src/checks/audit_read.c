/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the trajectory of the records that an audit holds to the physics, and its rounding. Reports
 * faults. */
#include "checks/checks.h"
#include <ctype.h>
#include <float.h>

/* ---- results ---- */

void carom_audit_fail(audit *self, audit_test test, double t_s, const char *ball, double got,
                      double want, double within, const char *format, ...)
{
    audit_result *r = &self->result[test];
    va_list arguments;
    if (r->failures++ > 0 && !(t_s < r->verdict.t_s)) {
        return;
    }
    r->verdict = CAROM_NO_VERDICT;
    r->verdict.t_s = t_s;
    r->verdict.value = got;
    r->verdict.equals = want;
    r->verdict.within = within;
    snprintf(r->verdict.ball, sizeof r->verdict.ball, "%s", ball == NULL ? "" : ball);
    va_start(arguments, format);
    vsnprintf(r->verdict.text, sizeof r->verdict.text, format, arguments);
    va_end(arguments);
}

void carom_audit_fail_state(audit *self, audit_test test, size_t k, size_t ball,
                            const audit_state *got, const audit_state *want,
                            const audit_tolerance *allowed, const char *source, const char *hint)
{
    const struct {
        const char *name;
        double got, want, within;
    } part[] = {{"x_m", got->at.x, want->at.x, allowed->m},
                {"y_m", got->at.y, want->at.y, allowed->m},
                {"vx_mps", got->v.x, want->v.x, allowed->mps},
                {"vy_mps", got->v.y, want->v.y, allowed->mps},
                {"spin_radps", got->spin_radps, want->spin_radps, allowed->radps}};
    size_t worst = 0; /* relative to its tolerance */
    for (size_t c = 1; c < sizeof part / sizeof part[0]; c++) {
        if (fabs(part[c].got - part[c].want) * part[worst].within >
            fabs(part[worst].got - part[worst].want) * part[c].within) {
            worst = c;
        }
    }
    const char *name = self->problem->ball[ball].name;
    carom_audit_fail(self, test, self->t_s[k], name, part[worst].got, part[worst].want,
                     part[worst].within, "%s of %s at t = %.9g s is %.10g; %s %.10g%s",
                     part[worst].name, name, self->t_s[k], part[worst].got, source,
                     part[worst].want, hint);
}

void carom_audit_hint_half_step(const audit *self, carom_vec off_mps, char *hint, size_t size)
{
    carom_vec g = self->problem->gravity_mps2;
    double length = carom_vec_length(g), late_s = carom_vec_dot(off_mps, g) / (length * length);
    if (length > 0 && fabs(carom_vec_cross(off_mps, g)) < 1e-3 * fabs(carom_vec_dot(off_mps, g))) {
        snprintf(hint, size,
                 "; the velocities are those %.4g s %s, as of half a step (leapfrog, Euler-Cromer);"
                 " write them at the time of the positions",
                 fabs(late_s), late_s > 0 ? "later" : "earlier");
    }
}

const char *carom_audit_other(const audit *self, const carom_collision *c, size_t ball)
{
    return c->wall ? carom_wall_name(self->problem, c->b)
                   : self->problem->ball[c->a == ball ? c->b : c->a].name;
}

size_t carom_audit_count_hits(const carom_log *log, size_t ball)
{
    size_t count = 0;
    for (size_t n = 0; n < log->count; n++) {
        count += carom_audit_is_hit(&log->item[n], ball);
    }
    return count;
}

/* ---- rounding ---- */

/* Rounding of a table: one unit in the last place of its most precise cells. Tables in which all
 * numbers have the same count of decimals have this absolute rounding. */
typedef struct {
    int digits;            /* largest number of significant digits */
    size_t cells, longest; /* all cells, and those with so many digits */
    int decimals;          /* of all cells; -1: not the same */
} cell_digits;

static void count_digits(cell_digits *digits, const char *cell)
{
    int significant = 0, decimals = 0;
    bool leading = true, point = false;
    for (; *cell != '\0' && tolower((unsigned char)*cell) != 'e'; cell++) {
        if (*cell == '.') {
            point = true;
        } else if (isdigit((unsigned char)*cell)) {
            leading = leading && *cell == '0';
            significant += !leading;
            decimals += point;
        }
    }
    decimals = *cell == '\0' ? decimals : -1;
    digits->decimals = digits->digits < 0 || digits->decimals == decimals ? decimals : -1;
    digits->longest = significant > digits->digits ? 0 : digits->longest;
    digits->digits = significant > digits->digits ? significant : digits->digits;
    digits->longest += significant == digits->digits;
    digits->cells++;
}

/* Rounding of a number of this magnitude. */
static double unit_of(const cell_digits *digits, double largest)
{
    /* short numbers of different lengths have not been rounded */
    bool rounded = digits->digits >= 6 ||
                   (digits->digits >= 3 && 4 * digits->longest > digits->cells);
    int significant = rounded ? digits->digits : 17;
    double unit = digits->decimals > 0
                    ? pow(10, -digits->decimals)
                    : pow(10, floor(log10(fmax(largest, DBL_MIN))) + 1 - significant);
    return fmax(unit, largest * DBL_EPSILON);
}

/* ---- trajectory ---- */

enum { TIME, X, Y, VX, VY, SPIN, NUMBERS };
static const char *const names[NUMBERS] = {"t_s", "x_m", "y_m", "vx_mps", "vy_mps", "spin_radps"};

/* Ball of a row: often the next one. */
static bool find_ball(const audit *self, const char *name, uint32_t *ball)
{
    *ball = *ball + 1 < self->balls ? *ball + 1 : 0;
    return strcmp(self->problem->ball[*ball].name, name) == 0 ||
           carom_check_find_ball(self->problem, name, ball);
}

/* Counts the times of the table. */
static size_t count_samples(const carom_tsv *table, size_t time)
{
    size_t count = table->rows > 0;
    for (size_t row = 1; row < table->rows; row++) {
        count += carom_tsv_number(table, row, time) != carom_tsv_number(table, row - 1, time);
    }
    return count;
}

static bool fail_row(audit *self, const carom_tsv *table, size_t row, double t_s, const char *ball,
                     const char *text)
{
    carom_audit_fail(self, AUDIT_SAMPLES, t_s, ball, NAN, NAN, NAN, "%s:%zu: %s", table->path,
                     carom_tsv_line(table, row), text);
    return false;
}

/* Reports the first ball that sample @p k lacks. */
static bool is_complete(audit *self, const carom_tsv *table, size_t row, size_t k)
{
    for (size_t i = 0; i < self->balls; i++) {
        if (isnan(carom_audit_state(self, k, i)->at.x)) {
            char text[200];
            snprintf(text, sizeof text, "ball '%.60s' is missing at t = %.9g s",
                     self->problem->ball[i].name, self->t_s[k]);
            return fail_row(self, table, row, self->t_s[k], self->problem->ball[i].name, text);
        }
    }
    return true;
}

static bool read_row(audit *self, const carom_tsv *table, size_t row, const size_t at[NUMBERS],
                     size_t name, uint32_t *ball, size_t *k)
{
    double value[NUMBERS] = {0};
    const char *called = carom_tsv_text(table, row, name);
    carom_error error = {0};
    char text[300];
    for (int c = 0; c < NUMBERS; c++) {
        if (at[c] != CAROM_NO_COLUMN &&
            carom_tsv_finite(table, row, at[c], &value[c], &error) != CAROM_OK) {
            carom_audit_fail(self, AUDIT_SAMPLES, value[TIME], called, NAN, NAN, NAN, "%s",
                             error.text);
            return false;
        }
    }
    if (row > 0 && value[TIME] != self->t_s[*k]) {
        if (!(value[TIME] > self->t_s[*k])) {
            snprintf(text, sizeof text, "t_s: %.9g follows %.9g; expected times that increase",
                     value[TIME], self->t_s[*k]);
            return fail_row(self, table, row, value[TIME], called, text);
        }
        if (!is_complete(self, table, row - 1, *k)) {
            return false;
        }
        ++*k;
    }
    self->t_s[*k] = value[TIME];
    if (!find_ball(self, called, ball)) {
        snprintf(text, sizeof text, "the scenario has no ball '%.60s'", called);
        return fail_row(self, table, row, value[TIME], called, text);
    }
    audit_state *state = &self->state[*k * self->balls + *ball];
    if (!isnan(state->at.x)) {
        snprintf(text, sizeof text, "ball '%.60s' appears twice at t = %.9g s", called,
                 value[TIME]);
        return fail_row(self, table, row, value[TIME], called, text);
    }
    *state = (audit_state){{value[X], value[Y]}, {value[VX], value[VY]}, value[SPIN]};
    return true;
}

/* Rounding of the columns, and the largest values. */
static void find_units(audit *self, const carom_tsv *table, const size_t at[NUMBERS])
{
    cell_digits digits = {-1, 0, 0, -1}, time = digits;
    double spin_radps = 0, end_s = self->t_s[self->samples - 1],
           start_mps = sqrt(2 * carom_vec_length(self->problem->gravity_mps2) *
                            self->problem->height_m);
    for (size_t row = 0; row < table->rows; row++) {
        for (int c = X; c < NUMBERS; c++) {
            if (at[c] != CAROM_NO_COLUMN) {
                count_digits(&digits, carom_tsv_text(table, row, at[c]));
            }
        }
        count_digits(&time, carom_tsv_text(table, row, at[TIME]));
    }
    self->length_m = fabs(self->problem->width_m) + fabs(self->problem->height_m);
    for (size_t i = 0; i < self->samples * self->balls; i++) {
        const audit_state *s = &self->state[i];
        self->length_m = fmax(self->length_m, fmax(fabs(s->at.x), fabs(s->at.y)));
        self->speed_mps = fmax(self->speed_mps, carom_vec_length(s->v));
        spin_radps = fmax(spin_radps, fabs(s->spin_radps));
        start_mps = fmax(start_mps, i < self->balls ? self->speed_mps : 0);
    }
    if (start_mps > 0) { /* the tolerance of a run that explodes */
        self->speed_mps = fmin(self->speed_mps, 100 * start_mps);
    }
    double within = self->measured.context->study->scenario->audit.within,
           radius_m = self->problem->ball[0].radius_m;
    self->unit = (audit_tolerance){fmax(unit_of(&digits, self->length_m), within),
                                   fmax(unit_of(&digits, self->speed_mps), within),
                                   fmax(unit_of(&digits, spin_radps), within / radius_m)};
    /* times are often round numbers, which need fewer digits than others */
    self->unit_s = time.digits < digits.digits ? end_s * DBL_EPSILON : unit_of(&time, end_s);
}

/* The samples cover the run. */
static void test_times(audit *self, const char *path)
{
    double end_s = self->measured.context->study->scenario->duration_s,
           last_s = self->t_s[self->samples - 1], factor = last_s / end_s;
    const char *unit = fabs(factor - 1e3) < 1   ? "; the times seem to be in ms"
                     : fabs(factor - 1e6) < 1e3 ? "; the times seem to be in us"
                                                : "";
    if (self->t_s[0] != 0 || fabs(last_s - end_s) > 4 * self->unit_s + 1e-9 * end_s) {
        carom_audit_fail(self, AUDIT_SAMPLES, last_s, NULL, last_s, end_s, 4 * self->unit_s,
                         "%s: times from %.9g to %.9g s; expected 0 to duration_s = %.9g%s", path,
                         self->t_s[0], last_s, end_s, unit);
        self->timed = false;
    }
}

static carom_status read_rows(audit *self, const carom_tsv *table, const size_t at[NUMBERS],
                              size_t name, carom_error *error)
{
    bool missing = false, valid = true;
    uint32_t ball = (uint32_t)self->balls;
    size_t k = 0, rows = count_samples(table, at[TIME]);
    self->t_s = carom_zeros(rows + 1, sizeof *self->t_s, &missing);
    self->state = carom_zeros((rows + 1) * self->balls, sizeof *self->state, &missing);
    self->free = carom_zeros((rows + 1) * self->balls, sizeof *self->free, &missing);
    CAROM_NEED(!missing, error);
    for (size_t i = 0; i < (rows + 1) * self->balls; i++) {
        self->state[i].at.x = NAN;
    }
    for (size_t row = 0; row < table->rows && valid; row++) {
        CAROM_TRY(carom_tsv_check_cancel(table, row, error));
        valid = read_row(self, table, row, at, name, &ball, &k);
    }
    if (table->rows == 0) {
        valid = fail_row(self, table, 0, 0, NULL, "no rows");
    }
    valid = valid && is_complete(self, table, table->rows - 1, k);
    self->samples = self->result[AUDIT_SAMPLES].tested = valid ? k + 1 : k; /* complete ones */
    if (self->samples > 0) {
        find_units(self, table, at);
    }
    if (valid) {
        test_times(self, table->path);
    }
    return CAROM_OK;
}

carom_status carom_audit_read(audit *self, carom_error *error)
{
    carom_tsv table;
    size_t at[NUMBERS], name;
    carom_status status = CAROM_OK;
    if (!carom_measured_read(&self->measured, self->measured.solver->name, "trajectory.tsv",
                             &table)) {
        carom_audit_fail(self, AUDIT_SAMPLES, 0, NULL, NAN, NAN, NAN, "%s", self->measured.note);
        *error = self->measured.failure;
        return error->status;
    }
    for (int c = 0; c < NUMBERS && status == CAROM_OK; c++) {
        at[c] = carom_tsv_column(&table, names[c]);
        if (c != SPIN || carom_problem_spins(self->problem)) {
            status = carom_tsv_require_column(&table, names[c], &at[c], error);
        }
    }
    CAROM_THEN(status, carom_tsv_require_column(&table, "ball", &name, error));
    CAROM_THEN(status, read_rows(self, &table, at, name, error));
    if (status == CAROM_INVALID) {
        carom_audit_fail(self, AUDIT_SAMPLES, 0, NULL, NAN, NAN, NAN, "%s", error->text);
        status = CAROM_OK;
    }
    carom_tsv_free(&table);
    return status;
}
