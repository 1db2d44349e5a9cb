/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recomputes records of another program from its trajectory.tsv and the scenario: times, initial
 * state, energy, momentum, and free flight between collisions. */
#include "checks/checks.h"
#include "impacts/impacts.h"

/* Whether nothing but contacts changes the velocity of a ball. */
static bool is_straight(const carom_problem *p)
{
    return p->gravity_mps2.x == 0 && p->gravity_mps2.y == 0 && !carom_problem_has_drag(p) &&
           !carom_problem_has_resistance(p);
}

/* Relative to the scale: with 1e7 steps, rounding errors stay below this. */
static const double tolerance = 1e-9;

enum { X, Y, VX, VY, SPIN, STATES };
static const char *const state_names[STATES] = {"x_m", "y_m", "vx_mps", "vy_mps", "spin_radps"};
enum { WITH_BALL = 1, WITH_WALL = 2 }; /* bits of `collides` */

typedef struct {
    carom_measured *measured; /* of the solver; its note receives faults of the files */
    const carom_problem *problem;
    size_t balls, samples;
    double end_s;
    double *state[STATES];   /* indexed by sample, then by ball; one allocation */
    unsigned char *collides; /* indexed by interval between samples, then by ball */
    size_t logged;           /* number of collisions in collisions.tsv; SIZE_MAX: not read */
    double length_m, speed_mps;
    char *fault; /* the first mismatch found, or "" */
    size_t size;
} recomputation;

static double sample_time(const recomputation *self, size_t k)
{
    return self->end_s * (double)k / (double)(self->samples - 1);
}

static bool is_near(double value, double expected, double scale)
{
    return fabs(value - expected) <= tolerance * scale || (isnan(value) && isnan(expected));
}

static void report(recomputation *self, const char *file, const char *column, size_t sample,
                   const char *ball, double found, double expected)
{
    if (self->fault[0] == '\0') {
        carom_text_append(self->fault, self->size,
                          "%s: %s%s%.60s at t = %.6g s is %.10g; expected "
                          "%.10g",
                          file, column, ball[0] != '\0' ? " of " : "", ball,
                          sample_time(self, sample), found, expected);
    }
}

/* ---- trajectory ---- */

/* The ball of a row, which is usually number @p j. */
static bool find_ball(const recomputation *self, const char *name, size_t j, uint32_t *i)
{
    *i = (uint32_t)j;
    return strcmp(self->problem->ball[j].name, name) == 0 ||
           carom_check_find_ball(self->problem, name, i);
}

static carom_status read_row(recomputation *self, const carom_tsv *table, size_t row, size_t time,
                             size_t name, const size_t at[STATES], carom_error *error)
{
    size_t k = row / self->balls;
    uint32_t i;
    double t = NAN;
    CAROM_TRY(carom_tsv_check_cancel(table, row, error));
    CAROM_TRY(carom_tsv_finite(table, row, time, &t, error));
    if (k >= self->samples || !is_near(t, sample_time(self, k), self->end_s) ||
        !find_ball(self, carom_tsv_text(table, row, name), row % self->balls, &i)) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "%s:%zu: unexpected sample; expected %zu "
                               "samples of %zu ball%s at equal intervals up to %.6g s",
                               table->path, row + 2, self->samples, self->balls,
                               carom_plural((double)self->balls), self->end_s);
    }
    if (!isnan(self->state[X][k * self->balls + i])) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "%s:%zu: ball '%.60s' appears twice at %.6g s; expected each "
                               "ball once",
                               table->path, row + 2, self->problem->ball[i].name, t);
    }
    for (int c = 0; c < STATES; c++) {
        if (at[c] != CAROM_NO_COLUMN) {
            CAROM_TRY(
                carom_tsv_finite(table, row, at[c], &self->state[c][k * self->balls + i], error));
        }
    }
    return CAROM_OK;
}

static carom_status read_states(recomputation *self, const carom_tsv *table, carom_error *error)
{
    size_t time, name, at[STATES];
    CAROM_TRY(carom_tsv_require_column(table, "t_s", &time, error));
    CAROM_TRY(carom_tsv_require_column(table, "ball", &name, error));
    for (int c = 0; c < STATES; c++) {
        at[c] = CAROM_NO_COLUMN;
        if (c != SPIN || carom_problem_spins(self->problem)) {
            CAROM_TRY(carom_tsv_require_column(table, state_names[c], &at[c], error));
        }
    }
    for (size_t row = 0; row < table->rows; row++) {
        CAROM_TRY(read_row(self, table, row, time, name, at, error));
    }
    size_t last = table->rows == 0 ? 0 : (table->rows - 1) / self->balls;
    return table->rows == self->samples * self->balls
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "",
                               "%s: the last sample is at %.6g s, before "
                               "duration_s = %.6g, or incomplete",
                               table->path, sample_time(self, last), self->end_s);
}

static void find_scales(recomputation *self)
{
    self->length_m = fabs(self->problem->width_m) + fabs(self->problem->height_m);
    for (size_t i = 0; i < self->samples * self->balls; i++) {
        self->length_m = fmax(self->length_m,
                              fmax(fabs(self->state[X][i]), fabs(self->state[Y][i])));
        self->speed_mps = fmax(self->speed_mps,
                               fmax(fabs(self->state[VX][i]), fabs(self->state[VY][i])));
    }
}

static carom_vec vector(const recomputation *self, int x, size_t i)
{
    return (carom_vec){self->state[x][i], self->state[x + 1][i]};
}

static void check_start(recomputation *self)
{
    for (size_t i = 0; i < self->balls; i++) {
        const carom_ball *b = &self->problem->ball[i];
        const carom_vec at = {b->x_m, b->y_m};
        carom_vec off = carom_torus_shortest(self->problem,
                                             carom_vec_subtract(vector(self, X, i), at));
        double start[STATES] = {self->state[X][i] - off.x, self->state[Y][i] - off.y, b->vx_mps,
                                b->vy_mps, b->spin_radps};
        for (int c = 0; c < STATES; c++) {
            double scale = c < VX    ? self->length_m
                         : c == SPIN ? fabs(b->spin_radps) + 1
                                     : self->speed_mps;
            if (!is_near(self->state[c][i], start[c], scale)) {
                report(self, "trajectory.tsv", state_names[c], 0, b->name, self->state[c][i],
                       start[c]);
            }
        }
    }
}

/* ---- free flight ---- */

/* Marks the intervals in which ball @p i is in a contact from @p t_s to @p end_s. */
static void mark_collision(recomputation *self, uint32_t i, double t_s, double end_s,
                           unsigned char with)
{
    double step = sample_time(self, 1);
    double first = floor(t_s / step - 1e-6), last = floor(end_s / step + 1e-6);
    for (double k = fmax(first, 0); k <= last && k < (double)(self->samples - 1); k++) {
        self->collides[(size_t)k * self->balls + i] |= with;
    }
}

/* Without a collision the mean velocity of an interval lies between those at its ends, by every
 * one-step method; where nothing accelerates the ball, the two are equal. */
static void check_flight(recomputation *self, size_t k, size_t i, bool straight)
{
    double dt = sample_time(self, 1);
    size_t from = k * self->balls + i, to = from + self->balls;
    carom_vec v = vector(self, VX, from), w = vector(self, VX, to);
    carom_vec mean = carom_vec_scale(0.5 * dt, carom_vec_add(v, w));
    carom_vec off = carom_torus_shortest(
        self->problem,
        carom_vec_subtract(carom_vec_subtract(vector(self, X, to), vector(self, X, from)), mean));
    double much[] = {off.x, off.y}, spread[] = {0.5 * dt * (w.x - v.x), 0.5 * dt * (w.y - v.y)};
    for (int c = 0; c < 2; c++) {
        double value = self->state[c][to];
        if (fabs(much[c]) > fabs(spread[c]) + tolerance * self->length_m) {
            report(self, "trajectory.tsv", state_names[c], k + 1, self->problem->ball[i].name,
                   value, value - much[c]);
        } else if (straight && fabs(spread[c]) > tolerance * self->speed_mps * dt) {
            report(self, "trajectory.tsv", state_names[VX + c], k + 1, self->problem->ball[i].name,
                   self->state[VX + c][to], self->state[VX + c][from]);
        }
    }
}

/* A logged collision excuses a change of velocity: its bodies must not be far apart at the sample
 * before. */
static void check_distance(recomputation *self, const carom_collision *c)
{
    const carom_problem *p = self->problem;
    double dt = sample_time(self, 1), reach, gap;
    size_t k = (size_t)fmin(fmax(floor(c->t_s / dt), 0), (double)self->samples - 2);
    size_t a = k * self->balls + c->a, b = k * self->balls + c->b;
    double radius_m = p->ball[c->a].radius_m;
    /* balls can be faster between samples than at them */
    reach = 4 * (self->speed_mps + dt * carom_vec_length(p->gravity_mps2)) * dt;
    if (c->wall) {
        gap = -carom_walls_part_overlap(p, c->b, vector(self, X, a), carom_walls_reach(p, radius_m))
                   .overlap_m;
    } else {
        carom_vec d = carom_vec_subtract(vector(self, X, b), vector(self, X, a));
        gap = carom_vec_length(carom_torus_shortest(p, d)) - radius_m - p->ball[c->b].radius_m;
    }
    if (isfinite(gap) && gap > reach + tolerance * self->length_m && self->fault[0] == '\0') {
        carom_text_append(self->fault, self->size,
                          "collisions.tsv: at t = %.6g s %.60s and %.60s are %.4g m apart; they "
                          "cannot collide",
                          c->t_s, p->ball[c->a].name,
                          c->wall ? carom_wall_name(p, c->b) : p->ball[c->b].name, gap);
    }
}

static carom_vec total_momentum(const recomputation *self, size_t k)
{
    carom_vec sum = {0, 0};
    for (size_t i = 0; i < self->balls; i++) {
        sum = carom_vec_add_scaled(sum, self->problem->ball[i].mass_kg,
                                   vector(self, VX, k * self->balls + i));
    }
    return sum;
}

/* Collisions of balls conserve their momentum: it changes only between samples with a wall. */
static void check_momentum(recomputation *self)
{
    double mass_kg = 0;
    for (size_t i = 0; i < self->balls; i++) {
        mass_kg += self->problem->ball[i].mass_kg;
    }
    for (size_t k = 0; k + 1 < self->samples && self->fault[0] == '\0'; k++) {
        carom_vec now = total_momentum(self, k), next = total_momentum(self, k + 1);
        bool wall = false;
        for (size_t i = 0; i < self->balls; i++) {
            wall = wall || (self->collides[k * self->balls + i] & WITH_WALL) != 0;
        }
        if (!wall && carom_vec_length(carom_vec_subtract(next, now)) >
                         tolerance * mass_kg * self->speed_mps) {
            bool x = !is_near(next.x, now.x, mass_kg * self->speed_mps);
            report(self, "trajectory.tsv", x ? "total x momentum" : "total y momentum", k + 1, "",
                   x ? next.x : next.y, x ? now.x : now.y);
        }
    }
}

static void check_flights(recomputation *self)
{
    const carom_problem *p = self->problem;
    /* a contact begins and ends within steps, which are shorter than it: stable ones */
    bool soft = carom_solver_has_traits(&self->measured->solver->kind, CAROM_SOFT);
    bool straight = is_straight(p);
    carom_log log = {NULL, 0, 0};
    double longest = 0;
    bool read = carom_measured_read_log(self->measured, self->measured->solver->name, INFINITY,
                                        &log, &longest);
    for (size_t n = 0; n < log.count && read; n++) {
        const carom_collision *c = &log.item[n];
        double margin_s = soft ? fmax(c->contact_s, 0) : 0, start_s = c->t_s - margin_s,
               end_s = c->t_s + fmax(c->contact_s, 0) + margin_s;
        end_s = isnan(c->separation_mps) ? self->end_s : end_s;
        check_distance(self, c);
        mark_collision(self, c->a, start_s, end_s, c->wall ? WITH_WALL : WITH_BALL);
        if (!c->wall) {
            mark_collision(self, c->b, start_s, end_s, WITH_BALL);
        }
    }
    self->logged = log.count;
    for (size_t k = 0; k + 1 < self->samples && read; k++) {
        for (size_t i = 0; i < self->balls && self->fault[0] == '\0'; i++) {
            if (!self->collides[k * self->balls + i]) {
                check_flight(self, k, i, straight);
            }
        }
    }
    if (read && straight && !carom_problem_has_fixed(p)) {
        check_momentum(self);
    }
    carom_log_free(&log);
}

/* ---- energy and momentum ---- */

static double recorded(const carom_tsv *table, size_t row, const char *column, double otherwise)
{
    size_t at = carom_tsv_column(table, column);
    return at == CAROM_NO_COLUMN ? otherwise : carom_tsv_number(table, row, at);
}

/* The ledger of sample @p k, with the elastic and dissipated energy as recorded. On a periodic
 * table the potential energy is as recorded too: it depends on how often a ball went round. */
static carom_ledger recompute_ledger(const recomputation *self, const carom_tsv *series, size_t k,
                                     const carom_ledger *initial)
{
    size_t first = k * self->balls;
    const carom_view view = {.x_m = &self->state[X][first],
                             .y_m = &self->state[Y][first],
                             .vx_mps = &self->state[VX][first],
                             .vy_mps = &self->state[VY][first],
                             .spin_radps = &self->state[SPIN][first]};
    carom_budget budget = {.elastic_J = recorded(series, k, "elastic_J", 0),
                           .dissipated_J = recorded(series, k, "dissipated_J", 0)};
    carom_ledger ledger;
    carom_ledger_compute(self->problem, &view, &budget, NULL, &ledger);
    if (self->problem->boundary == CAROM_PERIODIC) {
        budget.folded_J = ledger.potential_J - recorded(series, k, "potential_J", 0);
    }
    carom_ledger_compute(self->problem, &view, &budget, initial, &ledger);
    return ledger;
}

/* Energies that the trajectory does not determine: none is lost in elastic collisions, none comes
 * back, and rigid balls store none. */
static void check_losses(recomputation *self, const carom_tsv *series, double scale_J)
{
    const carom_problem *p = self->problem;
    const carom_choice *kind = &self->measured->solver->kind;
    bool lossless = carom_problem_is_elastic(p) && !carom_problem_has_contact_friction(p) &&
                    !carom_problem_has_drag(p) && !carom_problem_has_resistance(p),
         rigid = !carom_solver_has_traits(kind, CAROM_SOFT) && self->logged != SIZE_MAX;
    double least, most, before_J = 0;
    carom_param_ref policy = carom_params_find(kind->entry->params, kind->options, "impact_policy");
    bool gains = policy.row != NULL &&
                 (carom_impact_policy_of(carom_param_choice(policy)->entry)->properties &
                  CAROM_CONSERVES_ENERGY) == 0;
    carom_problem_restitutions(p, &least, &most);
    for (size_t k = 0; k < self->samples && self->fault[0] == '\0'; k++) {
        double lost_J = recorded(series, k, "dissipated_J", 0),
               stored_J = recorded(series, k, "elastic_J", 0);
        if (gains) {
            continue;
        }
        if (lossless ? !is_near(lost_J, 0, scale_J)
                     : most <= 1 && !(lost_J >= before_J - tolerance * scale_J)) {
            report(self, "series.tsv", "dissipated_J", k, "", lost_J, lossless ? 0 : before_J);
        } else if (rigid ? !is_near(stored_J, 0, scale_J) : !(stored_J >= -tolerance * scale_J)) {
            report(self, "series.tsv", "elastic_J", k, "", stored_J, 0);
        }
        before_J = lost_J;
    }
}

static void compare_value(recomputation *self, const carom_tsv *table, size_t row, size_t sample,
                          const char *column, double expected, double scale)
{
    double found = recorded(table, row, column, expected);
    if (!is_near(found, expected, scale)) {
        report(self, strrchr(table->path, '/') + 1, column, sample, "", found, expected);
    }
}

static void check_series(recomputation *self, const carom_tsv *series, const carom_tsv *summary,
                         size_t row)
{
    carom_ledger initial = {0};
    double energy_J = 0, momentum_kgmps = 0, mass_kg = 0;
    for (size_t i = 0; i < self->balls; i++) {
        mass_kg += self->problem->ball[i].fixed ? 0 : self->problem->ball[i].mass_kg;
    }
    momentum_kgmps = mass_kg * self->speed_mps;
    for (size_t k = 0; k < self->samples && self->fault[0] == '\0'; k++) {
        carom_ledger l = recompute_ledger(self, series, k, k == 0 ? NULL : &initial);
        double scale_J = l.kinetic_J + l.spin_J + fabs(l.elastic_J) + fabs(l.potential_J) +
                         fabs(l.dissipated_J);
        if (k == 0) {
            initial = l;
            energy_J = fabs(l.kinetic_J + l.spin_J + l.elastic_J + l.potential_J);
            l.energy_residual_J = l.dissipated_J;
            check_losses(self, series, scale_J);
        }
        compare_value(self, series, k, k, "t_s", sample_time(self, k), self->end_s);
        compare_value(self, series, k, k, "kinetic_J", l.kinetic_J, scale_J);
        compare_value(self, series, k, k, "spin_J", l.spin_J, scale_J);
        compare_value(self, series, k, k, "potential_J", l.potential_J, scale_J);
        compare_value(self, series, k, k, "energy_residual_J", l.energy_residual_J,
                      scale_J + energy_J);
        compare_value(self, series, k, k, "px_kgmps", l.px_kgmps, momentum_kgmps);
        compare_value(self, series, k, k, "py_kgmps", l.py_kgmps, momentum_kgmps);
        compare_value(self, series, k, k, "angular_momentum_kgm2ps", l.angular_momentum_kgm2ps,
                      momentum_kgmps * self->length_m + fabs(l.angular_momentum_kgm2ps));
        if (self->problem->boundary != CAROM_WALLS && is_straight(self->problem) &&
            !carom_problem_has_fixed(self->problem)) {
            compare_value(self, series, k, k, "momentum_residual_kgmps", l.momentum_residual_kgmps,
                          momentum_kgmps);
        }
        if (k + 1 == self->samples && row != CAROM_NO_COLUMN) {
            compare_value(self, summary, row, k, "kinetic_J", l.kinetic_J, scale_J);
            compare_value(self, summary, row, k, "spin_J", l.spin_J, scale_J);
            if (self->logged != SIZE_MAX) {
                compare_value(self, summary, row, k, "collisions", (double)self->logged, 1);
            }
            if (energy_J > 0) {
                compare_value(self, summary, row, k, "energy_residual_rel",
                              l.energy_residual_J / energy_J, (scale_J + energy_J) / energy_J);
            }
        }
    }
}

/* The row of the solver; CAROM_NO_COLUMN: none. */
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

static void check_ledger(recomputation *self)
{
    const char *solver = self->measured->solver->name;
    carom_tsv series, summary;
    if (!carom_measured_read(self->measured, solver, "series.tsv", &series)) {
        return;
    }
    if (series.rows != self->samples) {
        carom_text_append(self->fault, self->size, "series.tsv has %zu rows; expected %zu",
                          series.rows, self->samples);
    } else if (carom_measured_read(self->measured, NULL, "summary.tsv", &summary)) {
        check_series(self, &series, &summary, row_of(&summary, solver));
        carom_tsv_free(&summary);
    }
    carom_tsv_free(&series);
}

/* ---- verdict ---- */

static bool allocate(recomputation *self)
{
    size_t size = self->samples * self->balls;
    bool missing = false;
    self->state[X] = carom_zeros(STATES * size, sizeof(double), &missing);
    self->collides = carom_zeros(size, 1, &missing);
    for (size_t i = 0; i < size && !missing; i++) {
        self->state[X][i] = NAN; /* not read yet */
    }
    for (int c = Y; c < STATES && !missing; c++) {
        self->state[c] = self->state[c - 1] + size;
    }
    return !missing;
}

static void check_all(recomputation *self)
{
    const carom_choice *kind = &self->measured->solver->kind;
    const char *unchecked = "";
    find_scales(self);
    if (carom_solver_has_traits(kind, CAROM_RECORDED)) {
        unchecked = "initial state and free flight, because they were measured";
    } else {
        check_start(self);
        if (carom_solver_has_traits(kind, CAROM_FRAMES)) {
            unchecked = "free flight, because this solver corrects positions or shows frames";
        } else if (self->fault[0] == '\0') {
            check_flights(self);
        }
    }
    if (unchecked[0] != '\0') {
        snprintf(self->measured->note, sizeof self->measured->note, "%s", unchecked);
    }
    if (self->fault[0] == '\0') {
        check_ledger(self);
    }
}

carom_status carom_records_recompute(const carom_check_context *context,
                                     const carom_scenario_solver *solver, carom_verdict *verdict,
                                     carom_error *error)
{
    const carom_scenario *scenario = context->study->scenario;
    carom_measured m = {.context = context, .solver = solver};
    carom_error fault = {CAROM_OK, "", ""};
    carom_tsv table;
    recomputation self = {.measured = &m,
                          .problem = &scenario->problem,
                          .balls = scenario->problem.count,
                          .samples = (size_t)scenario->samples,
                          .end_s = scenario->duration_s,
                          .logged = SIZE_MAX,
                          .fault = verdict->text,
                          .size = sizeof verdict->text};
    *verdict = CAROM_NO_VERDICT;
    snprintf(verdict->name, sizeof verdict->name, "records agree with trajectory.tsv (%.100s)",
             solver->name);
    if (carom_measured_skip_missing(&m, solver->name)) {
        verdict->kind = CAROM_SKIP;
        snprintf(verdict->text, sizeof verdict->text, "%s", m.note);
        return CAROM_OK;
    }
    if (!allocate(&self)) {
        carom_error_no_memory(&m.failure);
    } else if (!carom_measured_read(&m, solver->name, "trajectory.tsv", &table)) {
        carom_text_append(verdict->text, sizeof verdict->text, "%s", m.note);
    } else {
        if (read_states(&self, &table, &fault) == CAROM_OK) {
            check_all(&self);
            verdict->kind = verdict->text[0] == '\0' ? CAROM_PASS : CAROM_FAIL;
            carom_text_append(verdict->text, sizeof verdict->text, "%s%s",
                              m.note[0] != '\0' ? "  not checked: " : "", m.note);
        } else {
            carom_measured_fail(&m, &fault);
            carom_text_append(verdict->text, sizeof verdict->text, "%s", m.note);
        }
        carom_tsv_free(&table);
    }
    free(self.state[X]);
    free(self.collides);
    carom_text_replace_controls(verdict->text);
    *error = m.failure.status != CAROM_OK ? m.failure : *error;
    return m.failure.status;
}
