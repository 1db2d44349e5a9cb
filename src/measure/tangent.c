/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact derivatives and Lyapunov exponents of event-driven runs: multiplies tangent vectors by the
 * matrices of free flights and impacts. */
#include "base/base.h"
#include "measure/measure.h"
#include "params/params.h"
#include "scene/scene.h"
#include <carom/friction_law.h>
#include <carom/impact_law.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* State of a ball at its own time. */
typedef struct {
    carom_flight flight;
    carom_rolling rolling;
    double spin_radps, clock_s;
    double last_impact_s; /* -INFINITY: none */
} moving_ball;

typedef struct {
    const carom_problem *problem;
    carom_choice own_choice; /* the defaults, if the caller has no choice of solver */
    carom_solver *solver;
    carom_log log;
    const carom_direction *direction;
    size_t columns;
    bool has_rates; /* some direction changes the problem */
    moving_ball *ball;
    double *rate; /* of a value of a ball, for each column: see row() */
    const carom_impact_law *law;
    const void *law_options;
    void *prepared; /* by the law: law_options; NULL: nothing to release */
    carom_derivative_summary summary;
} tangent_run;

static double *row(const tangent_run *run, size_t ball, int value)
{
    return run->rate + (ball * CAROM_RATES + (size_t)value) * run->columns;
}

/* ---- creation ---- */

static void init_column(tangent_run *run, size_t column)
{
    const carom_direction *d = &run->direction[column];
    if (d->plus == NULL) {
        bool is_fixed = run->problem->ball[d->ball].fixed && d->value > CAROM_RATE_Y;
        row(run, d->ball, (int)d->value)[column] = is_fixed ? 0 : 1;
        return;
    }
    run->has_rates = true;
    for (size_t i = 0; i < run->problem->count; i++) {
        const carom_ball *p = &d->plus->ball[i], *q = &d->minus->ball[i];
        const double change[CAROM_RATES] = {p->x_m - q->x_m, p->y_m - q->y_m, p->vx_mps - q->vx_mps,
                                            p->vy_mps - q->vy_mps, p->spin_radps - q->spin_radps};
        for (int value = 0; value < CAROM_RATES; value++) {
            row(run, i, value)[column] = change[value] / d->step;
        }
    }
}

static carom_rolling rolling_of(const carom_problem *problem, size_t i)
{
    return (carom_rolling){carom_ball_resistance(problem, &problem->ball[i]),
                           carom_ball_drag(problem, &problem->ball[i])};
}

static carom_status set_law(tangent_run *run, const carom_choice *solver, carom_error *error)
{
    carom_param_ref law = carom_params_find(solver->entry->params, solver->options, "impact_law");
    if (law.row == NULL) {
        return carom_error_set(error, CAROM_INVALID, "kind", "%s is not event-driven",
                               solver->entry->name);
    }
    run->law = carom_impact_law_of(carom_param_choice(law)->entry);
    run->law_options = carom_param_choice(law)->options;
    if (run->law->prepare != NULL) {
        run->law_options = run->prepared = run->law->prepare(run->law_options, error);
    }
    return run->law->prepare != NULL && run->prepared == NULL ? CAROM_INVALID : CAROM_OK;
}

static carom_status init_state(tangent_run *run, carom_error *error)
{
    size_t n = run->problem->count;
    run->ball = calloc(n + 1, sizeof *run->ball);
    run->rate = calloc(n * CAROM_RATES * run->columns + 1, sizeof *run->rate);
    if (run->ball == NULL || run->rate == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < n; i++) {
        run->ball[i] = (moving_ball){.flight = carom_flight_from_ball(&run->problem->ball[i]),
                                     .spin_radps = run->problem->ball[i].spin_radps,
                                     .last_impact_s = -INFINITY,
                                     .rolling = rolling_of(run->problem, i)};
    }
    for (size_t column = 0; column < run->columns; column++) {
        init_column(run, column);
    }
    return CAROM_OK;
}

static carom_status start(tangent_run *run, const carom_choice *solver,
                          const volatile sig_atomic_t *stop, carom_error *error)
{
    run->summary = (carom_derivative_summary){.least_approach = 1, .least_approach_s = NAN};
    if (solver == NULL) {
        solver = &run->own_choice;
        CAROM_TRY(carom_choice_set(&run->own_choice,
                                   carom_interface_find(&carom_solvers, "impulse"), error));
    }
    CAROM_TRY(set_law(run, solver, error));
    CAROM_TRY(init_state(run, error));
    run->solver = carom_solver_new_cancellable(run->problem, solver, true, stop, error);
    return run->solver == NULL ? error->status : CAROM_OK;
}

static void finish(tangent_run *run)
{
    if (run->prepared != NULL) {
        run->law->release(run->prepared);
    }
    carom_solver_free(run->solver);
    carom_log_free(&run->log);
    carom_choice_free(&run->own_choice);
    free(run->ball);
    free(run->rate);
}

/* ---- free flight ---- */

static double deceleration(carom_rolling r, double v)
{
    return v > 0 ? r.a + r.b * v * v : 0;
}

/* Acceleration of ball i at velocity v. */
static carom_vec acceleration(const tangent_run *run, size_t i, carom_vec v)
{
    double speed = carom_vec_length(v), f = deceleration(run->ball[i].rolling, speed);
    if (run->problem->ball[i].fixed) {
        return (carom_vec){0, 0};
    }
    return f > 0 ? carom_vec_scale(-f / speed, v) : run->problem->gravity_mps2;
}

/* Derivatives of speed and distance after time t with respect to the initial speed v0. For the
 * deceleration f(v) = a + b v^2 they are f(v)/f(v0) and (v0 - v)/f(v0), here without cancellation.
 * A ball at rest stays at rest if a > 0. */
static void rolling_rates(carom_rolling r, double v0, double t, double *speed, double *distance)
{
    double f0 = deceleration(r, v0), w = sqrt(r.a * r.b), c;
    if (f0 == 0) {
        *speed = r.a > 0 ? 0 : 1;
        *distance = r.a > 0 ? 0 : t;
    } else if (t >= carom_rolling_stop(r, v0)) {
        *speed = 0;
        *distance = v0 / f0;
    } else {
        *speed = deceleration(r, carom_rolling_speed(r, v0, t)) / f0;
        c = sqrt(r.a / r.b);
        *distance = w * t < 1e-9 ? t / (1 + r.b * v0 * t)
                                 : tan(w * t) / (r.b * (c + v0 * tan(w * t)));
    }
}

/* Multiply the columns of a ball by the matrix of its flight: the factors of dv along the path and
 * across it differ. */
static void transport_rolling(tangent_run *run, size_t i, double t)
{
    const moving_ball *ball = &run->ball[i];
    double v0 = carom_vec_length(ball->flight.v), speed[2], distance[2];
    carom_vec u = v0 > 0 ? carom_vec_divide(ball->flight.v, v0) : (carom_vec){1, 0};
    double *x = row(run, i, CAROM_RATE_X), *y = row(run, i, CAROM_RATE_Y);
    double *vx = row(run, i, CAROM_RATE_VX), *vy = row(run, i, CAROM_RATE_VY);
    rolling_rates(ball->rolling, v0, t, &speed[0], &distance[0]);
    speed[1] = v0 > 0 ? carom_rolling_speed(ball->rolling, v0, t) / v0 : speed[0];
    distance[1] = v0 > 0 ? carom_rolling_distance(ball->rolling, v0, t) / v0 : distance[0];
    for (size_t k = 0; k < run->columns; k++) {
        double along = u.x * vx[k] + u.y * vy[k], across = u.x * vy[k] - u.y * vx[k];
        x[k] += distance[0] * along * u.x - distance[1] * across * u.y;
        y[k] += distance[0] * along * u.y + distance[1] * across * u.x;
        vx[k] = speed[0] * along * u.x - speed[1] * across * u.y;
        vy[k] = speed[0] * along * u.y + speed[1] * across * u.x;
    }
}

static void transport_plain(tangent_run *run, size_t i, double t)
{
    double *restrict x = row(run, i, CAROM_RATE_X), *restrict y = row(run, i, CAROM_RATE_Y);
    const double *restrict vx = row(run, i, CAROM_RATE_VX);
    const double *restrict vy = row(run, i, CAROM_RATE_VY);
    for (size_t k = 0; k < run->columns; k++) {
        x[k] += t * vx[k];
        y[k] += t * vy[k];
    }
}

/* State of ball i after a flight in a problem. */
static carom_flight fly(const tangent_run *run, size_t i, const carom_problem *problem, double t)
{
    carom_flight f = run->ball[i].flight;
    carom_rolling r = rolling_of(problem, i);
    double v0 = carom_vec_length(f.v);
    if (problem->ball[i].fixed) {
        return f;
    }
    return r.a > 0 || r.b > 0
             ? carom_flight_roll(f, carom_rolling_distance(r, v0, t), carom_rolling_speed(r, v0, t))
             : carom_flight_fall(f, problem->gravity_mps2, t);
}

static void advance_ball(tangent_run *run, size_t i, double t_s)
{
    moving_ball *ball = &run->ball[i];
    double t = t_s - ball->clock_s;
    bool rolls = ball->rolling.a > 0 || ball->rolling.b > 0;
    (rolls ? transport_rolling : transport_plain)(run, i, t);
    for (size_t k = 0; k < run->columns && run->has_rates; k++) {
        const carom_direction *d = &run->direction[k];
        if (d->plus != NULL) {
            carom_flight p = fly(run, i, d->plus, t), q = fly(run, i, d->minus, t);
            row(run, i, CAROM_RATE_X)[k] += (p.at.x - q.at.x) / d->step;
            row(run, i, CAROM_RATE_Y)[k] += (p.at.y - q.at.y) / d->step;
            row(run, i, CAROM_RATE_VX)[k] += (p.v.x - q.v.x) / d->step;
            row(run, i, CAROM_RATE_VY)[k] += (p.v.y - q.v.y) / d->step;
        }
    }
    ball->flight = fly(run, i, run->problem, t);
    ball->clock_s = t_s;
}

/* ---- impacts ---- */

/* An impact of ball a with b, a ball or a wall. t is the normal n rotated by +90 degrees. */
typedef struct {
    const carom_collision *at;
    carom_vec n, t;
    double approach_mps, sideways_mps; /* relative velocity of the centers along n and t */
    double slip_mps;                   /* relative velocity of the surfaces along t */
    double overlap_m, turn;            /* turn: of the normal of the wall from n */
    double rotation_1pm;               /* rotation of n per displacement of a along t */
    double mass_n, mass_t;             /* reduced masses along n and t */
    double inverse_mass[2], radius[2];
    double spin_by_jt[2]; /* change of spin per impulse along t, r/I */
    double restitution, friction, beta;
    double jn, jt; /* impulse on b along n and t, and its derivatives */
    double jn_by_approach, jt_by_approach, jt_by_slip;
    bool slides;
    carom_vec before[2], after[2]; /* accelerations */
    carom_vec v_after[2];
    double spin_after[2];
} impact;

static const carom_ball *second_ball(const carom_collision *c, const carom_problem *problem)
{
    return c->wall ? NULL : &problem->ball[c->b];
}

/* A collision of the TC model is elastic whatever its restitution. */
static double restitution_at(const tangent_run *run, const impact *p, const carom_problem *problem,
                             double approach_mps)
{
    const carom_collision *c = p->at;
    const carom_ball *a = &problem->ball[c->a], *b = second_ball(c, problem);
    carom_body bodies[] = {{a->radius_m, 1 / p->inverse_mass[0]},
                           {b == NULL ? INFINITY : b->radius_m, 1 / p->inverse_mass[1]}};
    double nominal = carom_pair_restitution(problem, a, b, c->t_s);
    bool is_elastic = c->separation_mps > (1 - 1e-9) * c->approach_mps;
    /* of the run: a direction may change e = 1 to a smaller value */
    bool is_lossy = carom_pair_restitution(run->problem, a, b, c->t_s) < 1;
    return is_elastic && is_lossy ? 1
                                  : run->law->restitution(run->law_options, nominal, approach_mps,
                                                          &bodies[0], &bodies[1]);
}

/* Five-point derivative, of the restitution over the approach or of the friction over the slip. */
typedef double (*function_of_speed)(const tangent_run *run, const impact *p,
                                    const carom_problem *problem, double speed);

static double slope(const tangent_run *run, const impact *p, const carom_problem *problem,
                    function_of_speed f, double x)
{
    double h = 1e-3 * x;
    return (8 * (f(run, p, problem, x + h) - f(run, p, problem, x - h)) -
            (f(run, p, problem, x + 2 * h) - f(run, p, problem, x - 2 * h))) /
           (12 * h);
}

static double friction_at(const tangent_run *run, const impact *p, const carom_problem *problem,
                          double slip_mps)
{
    const carom_ball *a = &problem->ball[p->at->a], *b = second_ball(p->at, problem);
    (void)run;
    return carom_problem_friction(problem, carom_pair_tangential(problem, a, b).friction, slip_mps);
}

static void set_bodies(const tangent_run *run, const carom_problem *problem, impact *p)
{
    const carom_collision *c = p->at;
    double inverse_n = 0, inverse_t = 0;
    carom_vec u = {0, 0};
    for (size_t s = 0; s < (c->wall ? 1 : 2); s++) {
        size_t i = s == 0 ? c->a : c->b;
        const carom_ball *ball = &problem->ball[i];
        p->radius[s] = ball->radius_m;
        p->inverse_mass[s] = carom_ball_inverse_mass(ball);
        p->spin_by_jt[s] = ball->radius_m * carom_ball_inverse_inertia(ball);
        p->before[s] = acceleration(run, i, run->ball[i].flight.v);
        p->slip_mps += ball->radius_m * run->ball[i].spin_radps;
        inverse_n += p->inverse_mass[s];
        inverse_t += p->inverse_mass[s] + ball->radius_m * p->spin_by_jt[s];
        u = carom_vec_add_scaled(u, s == 0 ? 1 : -1, run->ball[i].flight.v);
    }
    p->mass_n = 1 / inverse_n;
    p->mass_t = 1 / inverse_t;
    p->approach_mps = carom_vec_dot(u, p->n);
    p->sideways_mps = carom_vec_dot(u, p->t);
    p->slip_mps += p->sideways_mps;
}

static void set_geometry(const tangent_run *run, const carom_problem *problem, impact *p)
{
    const carom_collision *c = p->at;
    double reach = carom_walls_reach(problem, p->radius[0]);
    carom_wall_overlap overlap;
    if (!c->wall) { /* the overlap counts from any fixed distance of the centers */
        p->overlap_m = p->radius[0] + p->radius[1];
        p->rotation_1pm = -1 / p->overlap_m;
        return;
    }
    overlap = carom_walls_part_overlap(problem, c->b, run->ball[c->a].flight.at, reach);
    p->overlap_m = overlap.overlap_m;
    p->turn = carom_vec_dot(p->t, overlap.normal);
    p->rotation_1pm = carom_walls_normal_rotation_1pm(problem, c->b, reach);
}

/* Impulse along t, as in carom_cluster_contact_apply_friction. */
static void set_friction(const tangent_run *run, const carom_problem *problem, impact *p)
{
    carom_tangential law = carom_pair_tangential(problem, &problem->ball[p->at->a],
                                                 second_ball(p->at, problem));
    double sign = p->slip_mps < 0 ? -1 : 1, slip = fabs(p->slip_mps);
    if (law.friction == 0) {
        return;
    }
    p->friction = friction_at(run, p, problem, slip);
    p->beta = law.tangential_restitution;
    p->jt_by_slip = (1 + p->beta) * p->mass_t;
    p->jt = p->jt_by_slip * p->slip_mps;
    p->slides = fabs(p->jt) > p->friction * p->jn;
    if (p->slides) {
        p->jt = sign * p->friction * p->jn;
        p->jt_by_approach = sign * p->friction * p->jn_by_approach;
        p->jt_by_slip = slope(run, p, problem, friction_at, slip) * p->jn;
    }
}

static void set_outcome(const tangent_run *run, impact *p)
{
    carom_vec j = carom_vec_add_scaled(carom_vec_scale(p->jn, p->n), p->jt, p->t);
    for (size_t s = 0; s < (p->at->wall ? 1 : 2); s++) {
        size_t i = s == 0 ? p->at->a : p->at->b;
        double sign = s == 0 ? -1 : 1;
        p->v_after[s] = carom_vec_add_scaled(run->ball[i].flight.v, sign * p->inverse_mass[s], j);
        p->spin_after[s] = run->ball[i].spin_radps - p->spin_by_jt[s] * p->jt;
        p->after[s] = acceleration(run, i, p->v_after[s]);
    }
}

/* The impact of the run as it would be in a problem, at the same positions and velocities. */
static impact impact_in(const tangent_run *run, const carom_problem *problem,
                        const carom_collision *c)
{
    impact p = {.at = c, .n = c->normal, .t = carom_vec_rotate_left(c->normal)};
    set_bodies(run, problem, &p);
    set_geometry(run, problem, &p);
    p.restitution = restitution_at(run, &p, problem, p.approach_mps);
    p.jn_by_approach = (1 + p.restitution) * p.mass_n;
    p.jn = p.jn_by_approach * p.approach_mps;
    if (!run->law->nominal) {
        p.jn_by_approach += slope(run, &p, problem, restitution_at, p.approach_mps) *
                            p.approach_mps * p.mass_n;
    }
    set_friction(run, problem, &p);
    set_outcome(run, &p);
    return p;
}

/* Rates of an impact at fixed positions and velocities. */
typedef struct {
    double overlap, rotation, jn, jt, inverse_mass[2], spin_by_jt[2];
} impact_rates;

static impact_rates rates_of(const tangent_run *run, const impact *p, const carom_direction *d)
{
    impact plus = impact_in(run, d->plus, p->at), minus = impact_in(run, d->minus, p->at);
    impact_rates rates = {.overlap = (plus.overlap_m - minus.overlap_m) / d->step,
                          .rotation = (plus.turn - minus.turn) / d->step,
                          .jn = (plus.jn - minus.jn) / d->step,
                          .jt = (plus.jt - minus.jt) / d->step};
    for (int s = 0; s < 2; s++) {
        rates.inverse_mass[s] = (plus.inverse_mass[s] - minus.inverse_mass[s]) / d->step;
        rates.spin_by_jt[s] = (plus.spin_by_jt[s] - minus.spin_by_jt[s]) / d->step;
    }
    return rates;
}

/* Multiply column k of the two bodies (b NULL: a wall) by the saltation matrix. `late`: delay of
 * the impact; the states after it are moved back to the time of the undisturbed impact. */
static inline void saltate(const impact *p, const impact_rates *rates, double *const *a,
                           double *const *b, size_t k)
{
    carom_vec n = p->n, t = p->t, j = carom_vec_add_scaled(carom_vec_scale(p->jn, n), p->jt, t);
    carom_vec d = {a[0][k] - (b ? b[0][k] : 0), a[1][k] - (b ? b[1][k] : 0)};
    carom_vec u = {a[2][k] - (b ? b[2][k] : 0), a[3][k] - (b ? b[3][k] : 0)}, dj;
    double late = -(carom_vec_dot(n, d) + (rates ? rates->overlap : 0)) / p->approach_mps;
    double turn = p->rotation_1pm * (carom_vec_dot(t, d) + p->sideways_mps * late) +
                  (rates ? rates->rotation : 0);
    double approach, slip, jn, jt;
    u = carom_vec_add_scaled(u, late, carom_vec_subtract(p->before[0], p->before[1]));
    approach = carom_vec_dot(n, u) + turn * p->sideways_mps;
    slip = carom_vec_dot(t, u) - turn * p->approach_mps + p->radius[0] * a[4][k] +
           (b ? p->radius[1] * b[4][k] : 0);
    jn = p->jn_by_approach * approach + (rates ? rates->jn : 0);
    jt = p->jt_by_approach * approach + p->jt_by_slip * slip + (rates ? rates->jt : 0);
    dj = (carom_vec){jn * n.x + jt * t.x - turn * j.y, jn * n.y + jt * t.y + turn * j.x};
    for (int s = 0; s < (b ? 2 : 1); s++) {
        double *const *z = s == 0 ? a : b, sign = s == 0 ? -1 : 1, m = sign * p->inverse_mass[s];
        double dm = rates ? sign * rates->inverse_mass[s] : 0;
        z[0][k] -= m * j.x * late;
        z[1][k] -= m * j.y * late;
        z[2][k] += m * dj.x + dm * j.x + (p->before[s].x - p->after[s].x) * late;
        z[3][k] += m * dj.y + dm * j.y + (p->before[s].y - p->after[s].y) * late;
        z[4][k] -= p->spin_by_jt[s] * jt + (rates ? rates->spin_by_jt[s] * p->jt : 0);
    }
}

/* ---- collisions ---- */

static carom_derivative_fault fault_of(const tangent_run *run, const impact *p)
{
    static const double grazing = 1e-8, touching = 1e-9, limit = 1e-9;
    const carom_collision *c = p->at;
    double speed = hypot(p->approach_mps, p->sideways_mps), last_s = run->ball[c->a].last_impact_s;
    double needed = (1 + p->beta) * p->mass_t * fabs(p->slip_mps), most = p->friction * p->jn;
    last_s = c->wall ? last_s : fmax(last_s, run->ball[c->b].last_impact_s);
    if ((c->t_s - last_s) * speed <= touching * p->radius[0]) {
        return CAROM_SIMULTANEOUS_IMPACTS;
    }
    if (p->approach_mps <= grazing * speed) {
        return CAROM_GRAZING_IMPACT;
    }
    if (p->restitution > 0 && c->separation_mps == 0) {
        return CAROM_RESTING_BALL;
    }
    return most > 0 && fabs(needed - most) <= limit * most ? CAROM_SLIP_LIMIT
                                                           : CAROM_DERIVATIVE_EXISTS;
}

/* Set the columns that change one of the bodies to NaN. NaN spreads by later impacts. */
static void invalidate(tangent_run *run, const impact *p, double *const *a, double *const *b,
                       carom_derivative_fault fault)
{
    if (run->summary.fault == CAROM_DERIVATIVE_EXISTS) {
        run->summary.fault = fault;
        run->summary.fault_impact = *p->at;
    }
    for (size_t k = 0; k < run->columns; k++) {
        bool changes = false;
        for (int value = 0; value < CAROM_RATES; value++) {
            changes = changes || a[value][k] != 0 || b[value][k] != 0;
        }
        for (int value = 0; value < CAROM_RATES && changes; value++) {
            a[value][k] = b[value][k] = NAN;
        }
    }
}

static void store_outcome(tangent_run *run, const impact *p)
{
    double ratio = p->approach_mps / hypot(p->approach_mps, p->sideways_mps);
    for (size_t s = 0; s < (p->at->wall ? 1 : 2); s++) {
        moving_ball *ball = &run->ball[s == 0 ? p->at->a : p->at->b];
        ball->flight.v = p->v_after[s];
        ball->spin_radps = p->spin_after[s];
        ball->last_impact_s = p->at->t_s;
    }
    run->summary.collisions++;
    if (ratio < run->summary.least_approach) {
        run->summary.least_approach = ratio;
        run->summary.least_approach_s = p->at->t_s;
    }
}

static void collide(tangent_run *run, const carom_collision *c)
{
    double *a[CAROM_RATES], *b[CAROM_RATES];
    size_t second = c->wall ? c->a : c->b;
    carom_derivative_fault fault;
    impact p;
    advance_ball(run, c->a, c->t_s);
    advance_ball(run, second, c->t_s);
    for (int value = 0; value < CAROM_RATES; value++) {
        a[value] = row(run, c->a, value);
        b[value] = row(run, second, value);
    }
    p = impact_in(run, run->problem, c);
    for (size_t k = 0; k < run->columns; k++) {
        if (run->direction[k].plus != NULL) {
            impact_rates rates = rates_of(run, &p, &run->direction[k]);
            saltate(&p, &rates, a, c->wall ? NULL : b, k);
        } else {
            saltate(&p, NULL, a, c->wall ? NULL : b, k);
        }
    }
    fault = fault_of(run, &p);
    if (fault != CAROM_DERIVATIVE_EXISTS) {
        invalidate(run, &p, a, b, fault);
    }
    store_outcome(run, &p);
}

/* Make the columns orthonormal in order (Gram and Schmidt), and add the logarithms of their lengths
 * to log_growth. */
static void orthonormalize(tangent_run *run, double *log_growth)
{
    size_t rows = run->problem->count * CAROM_RATES, m = run->columns;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j <= i; j++) {
            double product = 0, norm;
            for (size_t k = 0; k < rows; k++) {
                product += run->rate[k * m + i] * run->rate[k * m + j];
            }
            norm = sqrt(product);
            for (size_t k = 0; k < rows; k++) {
                run->rate[k * m + i] = j < i ? run->rate[k * m + i] - product * run->rate[k * m + j]
                                             : run->rate[k * m + i] / norm;
            }
            log_growth[i] += j < i ? 0 : log(norm);
        }
    }
}

/* Advance to t_s. @param log_growth  NULL, or receives the growth of the columns, which are made
 * orthonormal at every collision */
static carom_status advance(tangent_run *run, double t_s, double *log_growth, carom_error *error)
{
    CAROM_TRY(carom_solver_advance(run->solver, t_s, error));
    CAROM_TRY(carom_solver_move_collisions(run->solver, &run->log, error));
    for (size_t k = 0; k < run->log.count; k++) {
        collide(run, &run->log.item[k]);
        if (log_growth != NULL) {
            orthonormalize(run, log_growth);
        }
    }
    run->log.count = 0;
    for (size_t i = 0; i < run->problem->count; i++) {
        advance_ball(run, i, t_s);
    }
    if (log_growth != NULL) {
        orthonormalize(run, log_growth);
    }
    return CAROM_OK;
}

carom_status carom_derivatives_of(const carom_problem *problem, const carom_choice *solver,
                                  double t_s, const carom_direction *direction, size_t columns,
                                  const volatile sig_atomic_t *stop, double *derivative,
                                  carom_derivative_summary *summary, carom_error *error)
{
    tangent_run run = {.problem = problem, .direction = direction, .columns = columns};
    carom_status status = start(&run, solver, stop, error);
    if (status == CAROM_OK) {
        status = advance(&run, t_s, NULL, error);
    }
    if (status == CAROM_OK) {
        memcpy(derivative, run.rate, problem->count * CAROM_RATES * columns * sizeof *derivative);
        *summary = run.summary;
    }
    finish(&run);
    return status;
}

void carom_derivative_describe(const carom_problem *problem,
                               const carom_derivative_summary *summary, char *text, size_t size)
{
    static const char *const kinds[] = {"", "grazing impact", "simultaneous impacts",
                                        "impact at the limit of sliding", "last bounce"};
    const carom_collision *c = &summary->fault_impact;
    const char *a = problem->ball[c->a].name;
    text[0] = '\0';
    if (summary->fault != CAROM_DERIVATIVE_EXISTS) {
        const char *b = c->wall ? carom_wall_name(problem, c->b) : problem->ball[c->b].name;
        carom_text_append(text, size, "%s of %s and %s at t = %.6g s", kinds[summary->fault],
                          a[0] == '\0' ? "a ball" : a, b[0] == '\0' ? "a ball" : b, c->t_s);
    }
}

/* ---- Lyapunov exponents ---- */

/* In the first blocks the vector turns into the fastest growing direction. */
enum { BLOCKS = 100, FIRST_BLOCK = 10 };

/* Replace the columns by vectors without symmetry. Spins stay 0. */
static void set_generic_vectors(tangent_run *run, double *log_growth)
{
    static const double golden = 0.61803398874989485;
    for (size_t k = 0; k < run->problem->count * CAROM_RATE_SPIN * run->columns; k++) {
        size_t i = k / (CAROM_RATE_SPIN * run->columns);
        double phase = golden * (double)(k + 1) * (double)(k + 1);
        row(run, i, (int)(k / run->columns % CAROM_RATE_SPIN))[k % run->columns] =
            run->problem->ball[i].fixed ? 0 : phase - floor(phase) - 0.5;
    }
    orthonormalize(run, log_growth);
}

/* Rates of growth of every column in the blocks: growth_1ps[column * BLOCKS + block]. */
static carom_status measure_growth(tangent_run *run, double t_s, double *growth_1ps,
                                   carom_lyapunov *lyapunov, carom_error *error)
{
    double block_s = t_s / BLOCKS, *log_growth = calloc(run->columns, sizeof *log_growth);
    carom_status status = log_growth == NULL ? carom_error_no_memory(error) : CAROM_OK;
    if (status == CAROM_OK) {
        set_generic_vectors(run, log_growth);
    }
    for (size_t k = 0; k < BLOCKS && status == CAROM_OK; k++) {
        memset(log_growth, 0, run->columns * sizeof *log_growth);
        lyapunov->collisions = k <= FIRST_BLOCK ? run->summary.collisions : lyapunov->collisions;
        status = advance(run, k + 1 == BLOCKS ? t_s : block_s * (double)(k + 1), log_growth, error);
        for (size_t column = 0; column < run->columns; column++) {
            growth_1ps[column * BLOCKS + k] = log_growth[column] / block_s;
        }
    }
    free(log_growth);
    lyapunov->summary = run->summary;
    lyapunov->collisions = run->summary.collisions - lyapunov->collisions;
    return status;
}

carom_status carom_lyapunov_of(const carom_problem *problem, const carom_choice *solver, double t_s,
                               const volatile sig_atomic_t *stop, carom_estimate *exponent_1ps,
                               size_t exponents, carom_lyapunov *lyapunov, carom_error *error)
{
    carom_direction *direction = calloc(exponents, sizeof *direction);
    double *growth_1ps = calloc(exponents * BLOCKS, sizeof *growth_1ps);
    tangent_run run = {.problem = problem, .direction = direction, .columns = exponents};
    carom_status status = direction == NULL || growth_1ps == NULL
                            ? carom_error_no_memory(error)
                            : start(&run, solver, stop, error);
    *lyapunov = (carom_lyapunov){.from_s = t_s * FIRST_BLOCK / BLOCKS, .to_s = t_s};
    if (status == CAROM_OK) {
        status = measure_growth(&run, t_s, growth_1ps, lyapunov, error);
    }
    for (size_t k = 0; k < exponents && status == CAROM_OK; k++) {
        exponent_1ps[k] = carom_mean(&growth_1ps[k * BLOCKS + FIRST_BLOCK], BLOCKS - FIRST_BLOCK);
    }
    if (status == CAROM_OK) {
        double largest = exponent_1ps[0].value;
        lyapunov->resolution_1ps = log(lyapunov->to_s / lyapunov->from_s) /
                                   (lyapunov->to_s - lyapunov->from_s);
        lyapunov->is_chaotic = largest > 2 * lyapunov->resolution_1ps &&
                               largest > 3 * exponent_1ps[0].error;
    }
    finish(&run);
    free(direction);
    free(growth_1ps);
    return status;
}
