/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Audit of what records contain besides the trajectory: energy and momentum of the whole run, the
 * list of collisions, and the budget of series.tsv and summary.tsv. */
#include "checks/checks.h"
#include "impacts/impacts.h"

/* ---- energy and momentum of the trajectory ---- */

static carom_ledger compute_ledger(audit *self, size_t k, const carom_ledger *initial)
{
    carom_sample *s = &self->sample;
    const carom_budget none = {.elastic_J = 0};
    carom_ledger ledger;
    for (size_t i = 0; i < self->balls; i++) {
        const audit_state *state = &self->recording.track[i].sample[k];
        s->x_m[i] = state->at.x, s->y_m[i] = state->at.y;
        s->vx_mps[i] = state->v.x, s->vy_mps[i] = state->v.y;
        s->spin_radps[i] = state->spin_radps;
    }
    const carom_view view = {.x_m = s->x_m,
                             .y_m = s->y_m,
                             .vx_mps = s->vx_mps,
                             .vy_mps = s->vy_mps,
                             .spin_radps = s->spin_radps};
    carom_ledger_compute(self->problem, &view, &none, initial, &ledger);
    return ledger;
}

/* What the energy and the momentum of a sample may be. */
typedef struct {
    double energy_J, momentum_kgmps; /* rounding of the trajectory */
    bool lossless, gains;            /* collisions keep the energy; they may raise it */
} budget_limits;

static bool can_gain(const carom_problem *problem, const carom_choice *kind)
{
    double least, most;
    carom_param_ref policy = carom_params_find(kind->entry->params, kind->options, "impact_policy");
    carom_problem_restitutions(problem, &least, &most);
    return most > 1 || (policy.row != NULL &&
                        !(carom_impact_policy_of(carom_param_choice(policy)->entry)->properties &
                          CAROM_CONSERVES_ENERGY));
}

static budget_limits find_limits(const audit *self)
{
    const carom_problem *p = self->problem;
    double mass_kg = self->mass_kg, g = carom_vec_length(p->gravity_mps2),
           mps = self->unit.mps + audit_within_rel * self->speed_mps,
           m = self->unit.m + audit_within_rel * self->length_m;
    const bool gains = can_gain(p, &self->measured.solver->kind);
    return (budget_limits){2 * mass_kg * (self->speed_mps * mps + g * m) +
                               self->unit.radps * mass_kg * self->length_m * self->speed_mps,
                           2 * mass_kg * mps,
                           carom_problem_is_elastic(p) && !carom_problem_has_contact_friction(p) &&
                               !self->rolls && !gains,
                           gains};
}

/* ---- collisions.tsv ---- */

static bool is_same_pair(const carom_collision *a, const carom_collision *b)
{
    return a->wall == b->wall &&
           ((a->a == b->a && a->b == b->b) || (!a->wall && a->a == b->b && a->b == b->a));
}

/* Sample before a time. */
static size_t sample_before(const audit *self, double t_s)
{
    size_t low = 0, high = self->samples - 1;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        *(self->t_s[middle] < t_s ? &low : &high) = middle;
    }
    return low;
}

/* How much the collisions of its balls since the sample before it increase the rounding of @p c. */
static double find_growth(audit *self, const carom_collision *c)
{
    const size_t k = sample_before(self, c->t_s);
    const double each = 1 + 2 * self->speed_mps * (self->t_s[k + 1] - self->t_s[k]) / self->least_m;
    double growth = 1;
    const carom_collision *log = self->log.item; /* sorted, as the calls are */
    size_t n = self->growth_from;
    for (; n > 0 && log[n - 1].t_s >= self->t_s[k]; n--) {
    }
    for (; n < self->log.count && log[n].t_s < self->t_s[k]; n++) {
    }
    self->growth_from = n;
    for (; n < self->log.count && log[n].t_s < c->t_s; n++) {
        const carom_collision *d = &log[n];
        if (carom_audit_is_hit(d, c->a) || (!c->wall && carom_audit_is_hit(d, c->b))) {
            growth *= each;
        }
    }
    return growth;
}

/* Time within which a collision of the list is one of the trajectory. Its numbers have as many
 * digits as the positions. */
static double time_tolerance(audit *self, const carom_collision *c)
{
    double rounding_s = find_growth(self, c) *
                            (4 * self->unit.m + audit_within_rel * self->length_m) /
                            fabs(c->approach_mps) +
                        4 * self->unit_s + self->unit.m * c->t_s / self->length_m;
    return self->soft ? rounding_s + 0.1 * self->max_overlap_m / fabs(c->approach_mps) : rounding_s;
}

/* True if the bodies of a listed collision may touch at its time, by their motions before or after
 * it. */
static bool may_touch(audit *self, const carom_collision *c)
{
    const size_t k = sample_before(self, c->t_s);
    const double reach_m = 4 * self->unit.m + audit_within_rel * self->length_m +
                           4 * self->unit_s * self->speed_mps + self->max_overlap_m,
                 before_m = carom_audit_overlap(self, k, c, c->t_s - self->t_s[k]),
                 after_m = carom_audit_overlap(self, k + 1, c, c->t_s - self->t_s[k + 1]);
    return find_growth(self, c) > 1 || fmax(before_m, after_m) >= -reach_m;
}

/* At a sample, rounding decides whether the interval before or after it has the collision. Springs
 * that have touched since the sample before can touch others at another time. */
static bool is_uncertain(audit *self, const carom_collision *c)
{
    double within_s = time_tolerance(self, c);
    const size_t low = sample_before(self, c->t_s), high = low + 1;
    const bool *is_free = &self->free[low * self->balls];
    return fabs(self->t_s[low] - c->t_s) <= within_s ||
           fabs(self->t_s[high] - c->t_s) <= within_s || !is_free[c->a] ||
           !(c->wall || is_free[c->b]) || (self->soft && find_growth(self, c) > 1);
}

/* Several bodies at one time collide in rounds, whose order is the policy's; springs push one
 * another as long as they touch. */
static bool is_simultaneous(const carom_log *log, size_t n, double within_s)
{
    const carom_collision *c = &log->item[n];
    for (size_t m = n > 64 ? n - 64 : 0; m < log->count && m < n + 64; m++) {
        const carom_collision *d = &log->item[m];
        if (m != n && !is_same_pair(c, d) && fabs(d->t_s - c->t_s) <= within_s &&
            (d->a == c->a || d->a == c->b || d->b == c->a || d->b == c->b)) {
            return true;
        }
    }
    return false;
}

/* Compares the numbers of a row with those of the trajectory. */
static void test_numbers(audit *self, const carom_collision *got, const carom_collision *want)
{
    const double turn = 4 * self->unit.m / self->problem->ball[want->a].radius_m * self->speed_mps /
                        want->approach_mps, /* of the normal; by steps of springs 3 % */
        within = 2 * self->unit.mps +
                 find_growth(self, want) * ((audit_within_rel + turn) * self->speed_mps +
                                            (self->soft ? 0.03 * want->approach_mps : 0));
    const struct {
        const char *column;
        double got, want, within;
    } cell[] = {{"approach_mps", got->approach_mps, want->approach_mps, within},
                {"separation_mps", got->separation_mps, want->separation_mps, within},
                {"contact_s", got->contact_s, want->contact_s,
                 isfinite(want->separation_mps) ? 0.3 * want->contact_s : INFINITY}};
    for (size_t n = 0; n < (self->soft ? 3 : 2); n++) { /* nan: it has not ended, or no column */
        if (fabs(cell[n].got - cell[n].want) > cell[n].within ||
            (n == 1 && isnan(cell[n].got) && isfinite(cell[n].want))) {
            const char *name = self->problem->ball[got->a].name;
            carom_audit_fail(
                self, AUDIT_LOG, got->t_s, name, cell[n].got, cell[n].want, cell[n].within,
                "%s of %s and %s at t = %.9g s is %.8g; the trajectory gives %.8g", cell[n].column,
                name, carom_audit_other(self, got, got->a), got->t_s, cell[n].got, cell[n].want);
            return;
        }
    }
}

/* The collision of the same bodies as @p c nearest in time within @p within_s that is not taken;
 * SIZE_MAX: none. The log is sorted, and *first is the first one to look at. */
static size_t find_match(const carom_log *log, const carom_collision *c, double within_s,
                         const bool *taken, size_t *first)
{
    size_t best = SIZE_MAX;
    while (*first < log->count && log->item[*first].t_s < c->t_s - within_s) {
        ++*first;
    }
    for (size_t n = *first; n < log->count && log->item[n].t_s <= c->t_s + within_s; n++) {
        const carom_collision *d = &log->item[n];
        if (is_same_pair(c, d) && (taken == NULL || !taken[n]) &&
            (best == SIZE_MAX || fabs(d->t_s - c->t_s) < fabs(log->item[best].t_s - c->t_s))) {
            best = n;
        }
    }
    return best;
}

/* Reports a collision that one list has and the other, @p in, has not. */
static void fail_listing(audit *self, const carom_collision *c, const carom_log *in, bool listed)
{
    size_t first = 0, near = find_match(in, c, INFINITY, NULL, &first);
    const double near_s = near == SIZE_MAX ? NAN : in->item[near].t_s,
                 within_s = time_tolerance(self, c);
    const char *name = self->problem->ball[c->a].name;
    char other[60] = "";
    if (fabs(near_s - c->t_s) <= within_s) {
        snprintf(other, sizeof other, " twice");
    } else if (near != SIZE_MAX) {
        snprintf(other, sizeof other, "; %s one at t = %.9g s",
                 listed ? "the trajectory has" : "it has", near_s);
    } else if (listed) {
        snprintf(other, sizeof other, "; the trajectory has none");
    }
    carom_audit_fail(self, AUDIT_LOG, c->t_s, name, listed ? c->t_s : near_s,
                     listed ? near_s : c->t_s, within_s,
                     "collisions.tsv %s %s and %s at t = %.9g s%s", listed ? "lists" : "lacks",
                     name, carom_audit_other(self, c, c->a), c->t_s, other);
}

/* Tests that collisions.tsv lists the collisions of the trajectory, each once, with its speeds. */
static void test_log(audit *self, const carom_log *listed)
{
    const carom_log *own = &self->log;
    const double rounding_s = 1e-9 * self->t_s[self->samples - 1];
    double until_s = INFINITY; /* the list cannot agree with what follows a failure */
    for (int test = AUDIT_FLIGHT; test <= AUDIT_COLLISIONS; test++) {
        const double t_s = self->result[test].verdict.t_s;
        until_s = self->result[test].failures > 0
                    ? fmin(until_s, self->t_s[sample_before(self, t_s)])
                    : until_s;
    }
    bool *taken = carom_allocate(listed->count + 1, sizeof *taken), lacks = false, lists = false;
    size_t first = 0;
    for (size_t n = 0; n < own->count && own->item[n].t_s < until_s; n++) {
        const carom_collision *c = &own->item[n];
        const double within_s = time_tolerance(self, c);
        const bool together = is_simultaneous(own, n, within_s + self->contact_s);
        const size_t match = find_match(listed, c, within_s, taken, &first);
        if (match != SIZE_MAX) {
            taken[match] = true;
        }
        if (match != SIZE_MAX && !together && !(self->soft && is_uncertain(self, c))) {
            test_numbers(self, &listed->item[match], c);
        } else if (match == SIZE_MAX && !together && !lacks && !is_uncertain(self, c)) {
            fail_listing(self, c, listed, false);
            lacks = true;
        }
    }
    for (size_t n = 0; n < listed->count && !lists; n++) {
        const carom_collision *c = &listed->item[n];
        lists = c->t_s < until_s && !taken[n] &&
                !is_simultaneous(listed, n, rounding_s + self->contact_s) &&
                !(is_uncertain(self, c) && may_touch(self, c));
        if (lists) {
            fail_listing(self, c, own, true);
        }
    }
    free(taken);
}

/* ---- series.tsv and summary.tsv ---- */

static double cell(const carom_tsv *table, size_t row, const char *column, double otherwise)
{
    size_t at = carom_tsv_column(table, column);
    double value = at == CAROM_NO_COLUMN ? NAN : carom_tsv_number(table, row, at);
    return isnan(value) ? otherwise : value; /* nan: unknown */
}

static void compare_cell(audit *self, const carom_tsv *table, size_t row, double t_s,
                         const char *column, double want, double within)
{
    double got = cell(table, row, column, want);
    within += within > 0 ? 0.5005 * carom_audit_last_digit(&self->table_digits, got)
                         : 0; /* a count is exact */
    if (!(fabs(got - want) <= within) && !isnan(want)) {
        carom_audit_fail(self, AUDIT_LEDGER, t_s, NULL, got, want, within,
                         "%s: %s at t = %.9g s is %.10g; expected %.10g",
                         strrchr(table->path, '/') + 1, column, t_s, got, want);
    }
}

/* A row of series.tsv at the time of a sample with the ledger @p l. On a periodic table the
 * potential energy depends on the number of turns of a ball, so it is taken from the row.
 * @return its energy less that of the first row, which begins with *start_J */
static double test_row(audit *self, const budget_limits *limits, const carom_tsv *series,
                       size_t row, double t_s, const carom_ledger *l, double *start_J)
{
    double potential_J = cell(series, row, "potential_J", l->potential_J),
           lost_J = cell(series, row, "dissipated_J", 0),
           stored_J = cell(series, row, "elastic_J", 0),
           turned_J = self->problem->boundary == CAROM_PERIODIC ? potential_J : l->potential_J,
           total_J = l->kinetic_J + l->spin_J + turned_J + lost_J + stored_J,
           within_J = limits->energy_J + carom_audit_last_digit(&self->table_digits, total_J) +
                      audit_within_rel * (fabs(turned_J) + fabs(lost_J) + fabs(stored_J));
    *start_J = row == 0 ? total_J - lost_J : *start_J;
    const double off_J = total_J - *start_J;
    const bool wrong_loss = /* no column admits the error */
        !self->soft && isfinite(cell(series, row, "dissipated_J", NAN)) &&
        fabs(cell(series, row, "energy_residual_J", 0)) <= 4 * within_J;
    const struct {
        const char *column;
        double want, within;
    } cells[] = {
        {"kinetic_J", l->kinetic_J, within_J},
        {"spin_J", l->spin_J, within_J},
        {"potential_J", turned_J, within_J},
        {"elastic_J", self->soft ? fmax(stored_J, 0) : 0, within_J}, /* rigid balls store none */
        {"dissipated_J", limits->lossless ? 0 : lost_J, within_J},
        {wrong_loss ? "dissipated_J" : "energy_residual_J", wrong_loss ? lost_J - off_J : off_J,
         4 * within_J},
        {"px_kgmps", l->px_kgmps, limits->momentum_kgmps},
        {"py_kgmps", l->py_kgmps, limits->momentum_kgmps},
        {"angular_momentum_kgm2ps", l->angular_momentum_kgm2ps,
         4 * limits->momentum_kgmps * self->length_m},
    };
    for (size_t n = 0; n < sizeof cells / sizeof cells[0]; n++) {
        compare_cell(self, series, row, t_s, cells[n].column, cells[n].want, cells[n].within);
    }
    self->result[AUDIT_LEDGER].tested++;
    return off_J;
}

/* Tests energy and momentum of all samples, and rows of series.tsv (NULL: none) at their times.
 * @return the energy residual of the row at the end relative to E(0); NaN: unknown */
static double test_budget(audit *self, const budget_limits *limits, const carom_tsv *series)
{
    const carom_problem *p = self->problem;
    const bool lossless = limits->lossless && !self->soft,
               folds = p->boundary == CAROM_PERIODIC && !carom_vec_is_zero(p->gravity_mps2),
               isolated = p->boundary != CAROM_WALLS && carom_vec_is_zero(p->gravity_mps2) &&
                          !carom_problem_has_fixed(p) && !self->rolls;
    double last_J = 0, start_J = 0, row_start_J = 0, residual_J = NAN,
           gain = self->first_order ? 0.5 : 0.01; /* that springs may have by their steps */
    size_t row = 0;
    carom_ledger initial = {0};
    for (size_t k = 0; k < self->samples; k++) {
        const double t_s = carom_audit_time(self, k);
        carom_ledger l = compute_ledger(self, k, k == 0 ? NULL : &initial);
        double total_J = l.kinetic_J + l.spin_J + l.potential_J;
        initial = k == 0 ? l : initial;
        last_J = k == 0 ? total_J : last_J;
        start_J = k == 0 ? total_J : start_J;
        double most_J = self->soft ? start_J : last_J, moving_J = l.kinetic_J + l.spin_J,
               off_J = lossless ? fabs(total_J - most_J) : total_J - most_J,
               within_J = limits->energy_J + (self->soft ? gain * moving_J : 0);
        if (!folds && !limits->gains && off_J > within_J) {
            carom_audit_fail(self, AUDIT_BUDGET, t_s, NULL, total_J, most_J, within_J,
                             "the energy at t = %.9g s is %.10g J; expected %s%.10g J", t_s,
                             total_J, lossless ? "" : "at most ", most_J);
        }
        last_J = lossless ? last_J : total_J;
        double dx = l.px_kgmps - initial.px_kgmps, dy = l.py_kgmps - initial.py_kgmps;
        if (isolated && hypot(dx, dy) > limits->momentum_kgmps) {
            carom_audit_fail(
                self, AUDIT_BUDGET, t_s, NULL, hypot(dx, dy), 0, limits->momentum_kgmps,
                "the total momentum has changed by %.4g kg m/s at t = %.9g s", hypot(dx, dy), t_s);
        }
        self->result[AUDIT_BUDGET].tested++;
        double within_s = 4 * self->unit_s + 1e-12 * t_s;
        while (series != NULL && row < series->rows &&
               cell(series, row, "t_s", -1) < t_s - within_s) {
            row++;
        }
        residual_J = NAN;
        if (series != NULL && row < series->rows &&
            cell(series, row, "t_s", -1) <= t_s + within_s) {
            residual_J = test_row(self, limits, series, row++, t_s, &l, &row_start_J);
        }
    }
    return row_start_J > 0 ? residual_J / row_start_J : NAN;
}

static void test_summary(audit *self, const budget_limits *limits, const carom_tsv *summary,
                         double residual_rel, double collisions)
{
    size_t k = self->samples - 1, column = carom_tsv_column(summary, "solver");
    const double energy_J = limits->energy_J, t_s = carom_audit_time(self, k);
    for (size_t row = 0; row < summary->rows; row++) {
        if (strcmp(carom_tsv_text(summary, row, column), self->measured.solver->name) == 0) {
            carom_ledger l = compute_ledger(self, k, NULL);
            compare_cell(self, summary, row, t_s, "kinetic_J", l.kinetic_J, energy_J);
            compare_cell(self, summary, row, t_s, "spin_J", l.spin_J, energy_J);
            compare_cell(self, summary, row, t_s, "energy_residual_rel", residual_rel,
                         10 * energy_J / (l.kinetic_J + l.spin_J + energy_J));
            compare_cell(self, summary, row, t_s, "collisions", collisions, 0);
        }
    }
}

/* Reads a table if it exists. @return whether it does and is well formed */
static bool read_optional(audit *self, const char *solver, const char *name, carom_tsv *table)
{
    bool exists = self->measured.failure.status == CAROM_OK &&
                  carom_measured_has(&self->measured, solver, name),
         valid = exists && carom_measured_read(&self->measured, solver, name, table);
    if (exists && !valid) {
        carom_audit_fail(self, AUDIT_LEDGER, 0, NULL, NAN, NAN, NAN, "%s", self->measured.note);
    }
    self->table_digits = (carom_digits){.cells = 0};
    for (size_t n = 0; valid && n < table->rows * table->columns; n++) {
        const size_t row = n / table->columns, column = n % table->columns;
        const double number = carom_tsv_number(table, row, column);
        if (isfinite(number) && strcmp(table->header[column], "t_s") != 0) {
            carom_digits_add(&self->table_digits, carom_tsv_text(table, row, column), number);
        }
    }
    return valid;
}

void carom_audit_tables(audit *self)
{
    const char *solver = self->measured.solver->name;
    carom_log listed = {NULL, 0, 0};
    carom_tsv table;
    double contact_s = 0, residual_rel, collisions = NAN;
    const budget_limits limits = find_limits(self);
    carom_log_sort(&self->log);
    if (carom_measured_has(&self->measured, solver, "collisions.tsv")) {
        if (!carom_measured_read_log(&self->measured, solver, INFINITY, &listed, &contact_s)) {
            carom_audit_fail(self, AUDIT_LOG, 0, NULL, NAN, NAN, NAN, "%s", self->measured.note);
        } else {
            collisions = (double)listed.count;
            if (self->result[AUDIT_FLIGHT].tested + self->result[AUDIT_COLLISIONS].tested > 0) {
                self->result[AUDIT_LOG].tested += listed.count;
                test_log(self, &listed);
            }
        }
        carom_log_free(&listed);
    }
    bool series = read_optional(self, solver, "series.tsv", &table);
    residual_rel = test_budget(self, &limits, series ? &table : NULL);
    if (series) {
        carom_tsv_free(&table);
    }
    if (read_optional(self, NULL, "summary.tsv", &table)) {
        test_summary(self, &limits, &table, residual_rel, collisions);
        carom_tsv_free(&table);
    }
}
