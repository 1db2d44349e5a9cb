/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arbitrary-precision reference: event-driven simulation of rigid balls with an error estimate.
 *
 * Runs two worlds, one with twice the precision of the other. While they agree far beyond the
 * resolution of a double, the output is exact. Their difference shows how many digits the run has
 * lost. When they disagree, both restart with twice the precision. Suited for few balls: the time
 * grows as n^2 per collision. */
#include "solvers/oracle/oracle.h"
#include "search/search.h"

/* Two worlds agree if they differ by less than 2^-112 of the scene's size and speed. Both then
 * round to the same double, with its 53 bits. */
static const long agreement_bits = 112;
static const mpfr_prec_t most_bits = 1 << 17;

typedef struct {
    const carom_problem *problem;
    carom_log *log;
    carom_trace *trace;
    const carom_cancel_flag *cancel;
    double gap_rel;
    mpfr_prec_t bits;
    oracle_world *coarse, *fine; /* two copies of the system; `fine` has twice the bits */
    size_t given;                /* number of collisions already logged */
    double lost_bits;            /* bits of `coarse` lost to rounding; NaN: not measured */
} oracle_solver;

/* ---- events of a world ---- */

/* Find the earliest event: balls i and j, or ball i and wall j minus the number of balls. NULL:
 * none. */
static mpfr_srcptr first_event(const oracle_world *world, uint32_t *i, uint32_t *j)
{
    size_t n = world->problem->count;
    mpfr_srcptr first = NULL;
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; b < n + world->walls; b++) {
            mpfr_srcptr event_time = b < n ? world->pair_time[a * n + b]
                                           : world->wall_time[world->walls * a + b - n];
            if (mpfr_inf_p(event_time) == 0 && (first == NULL || mpfr_cmp(event_time, first) < 0)) {
                first = event_time;
                *i = (uint32_t)a;
                *j = (uint32_t)b;
            }
        }
    }
    return first;
}

/* A ball that leaves a periodic table re-enters on the other side. */
static void cross(oracle_world *world, uint32_t i, int wall_time)
{
    oracle_ball *ball = &world->ball[i];
    bool along_x = wall_time == CAROM_LEFT || wall_time == CAROM_RIGHT;
    mpfr_ptr position = along_x ? ball->at.position.x : ball->at.position.y,
             length = along_x ? world->width : world->height;
    bool up = wall_time == CAROM_LEFT || wall_time == CAROM_BOTTOM;
    double displacement = (up ? 1 : -1) * mpfr_get_d(length, N);
    carom_oracle_move(world, i);
    (up ? mpfr_add : mpfr_sub)(position, position, length, N);
    carom_flight_add_fold(world->problem, i,
                          along_x ? (carom_vec){displacement, 0} : (carom_vec){0, displacement},
                          &world->sums);
    carom_oracle_predict(world, i);
}

carom_status carom_oracle_world_advance(oracle_world *world, double t_s, carom_error *error)
{
    size_t n = world->problem->count;
    world->error = error;
    while (t_s > 0) {
        uint32_t i = 0, j = 0;
        mpfr_srcptr first = first_event(world, &i, &j);
        CAROM_TRY(carom_check_cancelled(world->cancel, error));
        if (first == NULL || mpfr_cmp_d(first, t_s) > 0) {
            break;
        }
        if (mpfr_cmp(first, world->now) > 0) {
            mpfr_set(world->now, first, N);
        }
        world->report.steps++;
        if (j >= n && world->problem->boundary == CAROM_PERIODIC) {
            cross(world, i, (int)(j - n));
        } else {
            CAROM_TRY(carom_oracle_collide(world, i, j));
        }
    }
    return CAROM_OK;
}

/* ---- the solver ---- */

/* A falling ball meets an edge at a root of a quadratic, but an arc or corner at a root of degree
 * 4. */
static void check_shape(const carom_problem *problem, const carom_diagnostics *diagnostics)
{
    bool falls = !carom_vec_is_zero(problem->gravity_mps2);
    for (size_t k = 0; k < problem->parts; k++) {
        if (problem->part[k].kind != CAROM_EDGE && falls) {
            carom_diagnostics_add(diagnostics, true, "gravity_mps2",
                                  "oracle does not support gravity with arcs or inward corners; "
                                  "use [0, 0] or straight walls without inward corners");
            return;
        }
    }
}

static void oracle_check(const carom_problem *problem, const void *options,
                         const carom_diagnostics *diagnostics)
{
    (void)options;
    if (carom_problem_has_friction(problem)) {
        carom_diagnostics_add(diagnostics, true,
                              carom_problem_has_resistance(problem) ? "rolling_resistance"
                                                                    : "air_drag",
                              "oracle does not support rolling resistance or drag; use 0");
    }
    if (carom_problem_falls_past_fixed(problem)) {
        carom_diagnostics_add(
            diagnostics, true, "gravity_mps2",
            "oracle does not support gravity with fixed balls; use [0, 0] or no fixed balls");
    }
    check_shape(problem, diagnostics);
    if (problem->count > ORACLE_MOST_BALLS) {
        carom_diagnostics_add(diagnostics, true, "balls",
                              "oracle supports at most %d balls (got %zu)", ORACLE_MOST_BALLS,
                              problem->count);
    }
    carom_check_grid(problem, 1, diagnostics);
}

static void oracle_destroy(void *object)
{
    oracle_solver *self = object;
    if (self != NULL) {
        carom_oracle_world_free(self->coarse);
        carom_oracle_world_free(self->fine);
        free(self);
        mpfr_free_cache();
    }
}

static carom_status restart_worlds(oracle_solver *self, mpfr_prec_t bits, carom_error *error)
{
    carom_oracle_world_free(self->coarse);
    carom_oracle_world_free(self->fine);
    self->bits = bits;
    self->coarse = carom_oracle_world_new(self->problem, bits, self->gap_rel, self->cancel);
    self->fine = carom_oracle_world_new(self->problem, 2 * bits, self->gap_rel, self->cancel);
    return self->coarse == NULL || self->fine == NULL ? carom_error_no_memory(error) : CAROM_OK;
}

static void *oracle_create(const carom_solver_args *args, carom_error *error)
{
    const oracle_options *options = args->options;
    oracle_solver *self = calloc(1, sizeof *self);
    CAROM_NEED_OR_NULL(self != NULL, error);
    *self = (oracle_solver){.problem = args->problem,
                            .log = args->log,
                            .trace = args->trace,
                            .cancel = args->cancel,
                            .gap_rel = options->cluster_gap_rel,
                            .lost_bits = NAN};
    if (restart_worlds(self, (mpfr_prec_t)options->precision_bits, error) != CAROM_OK) {
        oracle_destroy(self);
        return NULL;
    }
    return self;
}

/* Largest magnitude in the fine world, and largest difference to the coarse one. */
typedef struct {
    mpfr_t worst, largest, off;
} comparison;

static void comparison_init(comparison *c, mpfr_prec_t bits)
{
    mpfr_inits2(bits, c->worst, c->largest, c->off, (mpfr_ptr)NULL);
    mpfr_set_zero(c->worst, 1);
    mpfr_set_zero(c->largest, 1);
}

static void compare(comparison *c, const mpfr_t coarse, const mpfr_t fine)
{
    mpfr_t size;
    mpfr_init2(size, mpfr_get_prec(c->off));
    mpfr_abs(c->off, coarse, N);
    mpfr_abs(size, fine, N);
    mpfr_max(c->largest, c->largest, size, N);
    mpfr_sub(c->off, c->off, size, N);
    mpfr_abs(c->off, c->off, N);
    mpfr_max(c->worst, c->worst, c->off, N);
    mpfr_clear(size);
}

/* log2 of the relative difference; -infinity without a difference. */
static double comparison_finish(comparison *c)
{
    double bits = mpfr_zero_p(c->worst) != 0
                    ? -INFINITY
                    : (double)(mpfr_get_exp(c->worst) - mpfr_get_exp(c->largest));
    mpfr_clears(c->worst, c->largest, c->off, (mpfr_ptr)NULL);
    return bits;
}

/* log2 of the difference of the worlds at t: positions relative to the table, velocities relative
 * to the fastest. -infinity if they are equal. */
static double difference_bits(const oracle_solver *self, double t_s)
{
    mpfr_prec_t bits = 2 * self->bits;
    comparison position, velocity;
    oracle_motion p, q;
    mpfr_t t;
    mpfr_init2(t, bits);
    oracle_motion_init(&p, bits), oracle_motion_init(&q, bits);
    comparison_init(&position, bits), comparison_init(&velocity, bits);
    mpfr_set_d(t, t_s, N);
    for (size_t i = 0; i < self->problem->count; i++) {
        carom_oracle_ball_at(self->coarse, i, t, &p);
        carom_oracle_ball_at(self->fine, i, t, &q);
        compare(&position, p.position.x, q.position.x),
            compare(&position, p.position.y, q.position.y);
        compare(&velocity, p.velocity.x, q.velocity.x);
        compare(&velocity, p.velocity.y, q.velocity.y);
        mpfr_mul(p.velocity.x, self->coarse->ball[i].spin, self->fine->ball[i].radius, N);
        mpfr_mul(q.velocity.x, self->fine->ball[i].spin, self->fine->ball[i].radius, N);
        compare(&velocity, p.velocity.x, q.velocity.x); /* surface velocity */
    }
    double difference = comparison_finish(&position);
    difference = fmax(difference, comparison_finish(&velocity));
    oracle_motion_clear(&p), oracle_motion_clear(&q);
    mpfr_clear(t);
    return difference;
}

static carom_status copy_log(oracle_solver *self, carom_error *error)
{
    const oracle_world *world = self->fine;
    while (self->log != NULL && self->given < world->log.count) {
        const carom_collision *collision = &world->log.item[self->given];
        const oracle_collision_state *struck = &world->struck[self->given++];
        CAROM_TRY(carom_log_add(self->log, collision, error));
        CAROM_TRY(carom_trace_impulse(self->trace, collision, &struck->before, &struck->after,
                                      struck->spin, error));
    }
    return CAROM_OK;
}

static carom_status oracle_advance(void *object, double t_s, carom_error *error)
{
    oracle_solver *self = object;
    for (;;) {
        carom_status coarse = carom_oracle_world_advance(self->coarse, t_s, error), status;
        if (coarse == CAROM_NO_MEMORY) { /* higher precision would not help */
            return coarse;
        }
        status = carom_oracle_world_advance(self->fine, t_s, error);
        bool cancelled = carom_is_cancelled(self->cancel);
        double difference = cancelled ? 0 : difference_bits(self, t_s);
        bool agree = coarse == status &&
                     self->coarse->report.collisions == self->fine->report.collisions &&
                     difference < -(double)agreement_bits;
        if (cancelled) {
            return carom_error_interrupted(error);
        }
        if (agree || status != CAROM_OK || 2 * self->bits > most_bits) {
            self->lost_bits = agree ? fmax(0, difference + (double)self->bits) : self->lost_bits;
            CAROM_TRY(copy_log(self, error));
            return status;
        }
        CAROM_TRY(restart_worlds(self, 2 * self->bits, error));
    }
}

static void oracle_sample(const void *object, double t_s, carom_view *view)
{
    const oracle_solver *self = object;
    const oracle_world *world = self->fine;
    carom_budget_sums sums = world->sums;
    oracle_motion at;
    mpfr_t t;
    mpfr_init2(t, world->bits);
    oracle_motion_init(&at, world->bits);
    mpfr_set_d(t, t_s, N);
    for (size_t i = 0; i < self->problem->count; i++) {
        carom_oracle_ball_at(world, i, t, &at);
        carom_flight_to_view(oracle_motion_get(&at), view, i);
        view->spin_radps[i] = mpfr_get_d(world->ball[i].spin, N);
        carom_oracle_book_weight(world, i, t_s, &sums);
    }
    oracle_motion_clear(&at);
    mpfr_clear(t);
    carom_view_set_totals(view, &sums, &world->report);
}

static void oracle_report(const void *object, carom_report *report)
{
    static const double digits_per_bit = 0.30102999566398120; /* log10 2 */
    const oracle_solver *self = object;
    *report = self->fine->report;
    report->lost_digits = self->lost_bits * digits_per_bit;
    report->precision_bits = 2 * (double)self->bits;
}

const carom_solver_entry carom_solver_oracle = {.about = {.name = "oracle",
                                                          .summary = ORACLE_SUMMARY,
                                                          .params = oracle_params,
                                                          .options_size = sizeof(oracle_options)},
                                                .traits = CAROM_EXACT | CAROM_ARBITRARY_PRECISION |
                                                          CAROM_SURFACE_FRICTION | CAROM_ANY_SHAPE,
                                                .check = oracle_check,
                                                .create = oracle_create,
                                                .advance = oracle_advance,
                                                .sample = oracle_sample,
                                                .report = oracle_report,
                                                .destroy = oracle_destroy};
