/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact derivatives and Lyapunov exponents of event-driven runs: multiplies tangent vectors by the
 * matrices of free flights and impacts. */
#include "measure/measure.h"
#include <carom/friction_law.h>
#include <carom/impact_law.h>

/* State of a ball at its own time. */
typedef struct {
    carom_flight flight;
    double spin_radps, clock_s;
    double last_impact_s; /* -INFINITY: none */
    size_t last_partner;  /* the other ball of this impact; itself at a wall */
} moving_ball;

typedef struct {
    const carom_problem *problem;
    const volatile sig_atomic_t *stop; /* cancellation flag; may be NULL */
    carom_choice own_choice;           /* the defaults, if the caller has no choice of solver */
    carom_solver *solver;
    carom_log log;
    const carom_direction *direction;
    size_t columns;
    moving_ball *ball;
    double *rate;      /* of a value of a ball, for each column: see rows_of() */
    double *wall_rate; /* rows of a wall: 0 */
    const carom_impact_law *law;
    const void *law_options;
    void *prepared; /* by the law: law_options; NULL: nothing to release */
    carom_derivative_summary summary;
} tangent_run;

/* The rows of a ball: CAROM_RATES arrays of `columns` numbers. */
static double *rows_of(const tangent_run *run, size_t ball)
{
    return run->rate + ball * CAROM_RATES * run->columns;
}

/* ---- creation ---- */

static void init_column(tangent_run *run, size_t column)
{
    const carom_direction *d = &run->direction[column];
    const carom_problem *plus = d->plus, *minus = d->minus;
    size_t m = run->columns;
    bool is_resized = plus != NULL && run->problem->boundary == CAROM_PERIODIC &&
                      (plus->width_m != minus->width_m || plus->height_m != minus->height_m);
    for (size_t i = 0; i < run->problem->count; i++) {
        double *z = rows_of(run, i) + column;
        if (plus == NULL) {
            z[d->value * m] = i == d->ball ? 1 : 0;
        } else {
            const carom_ball *p = &plus->ball[i], *q = &minus->ball[i];
            /* on a resized periodic table images move, and folded coordinates jump */
            z[CAROM_RATE_X * m] = is_resized ? NAN : (p->x_m - q->x_m) / d->step;
            z[CAROM_RATE_Y * m] = is_resized ? NAN : (p->y_m - q->y_m) / d->step;
            z[CAROM_RATE_VX * m] = (p->vx_mps - q->vx_mps) / d->step;
            z[CAROM_RATE_VY * m] = (p->vy_mps - q->vy_mps) / d->step;
            z[CAROM_RATE_SPIN * m] = (p->spin_radps - q->spin_radps) / d->step;
        }
        if (run->problem->ball[i].fixed) {
            z[CAROM_RATE_VX * m] = z[CAROM_RATE_VY * m] = 0;
        }
    }
}

static carom_status init_state(tangent_run *run, carom_error *error)
{
    size_t n = run->problem->count, row = CAROM_RATES * run->columns;
    run->ball = calloc(n + 1, sizeof *run->ball);
    run->rate = calloc((n + 1) * row + 1, sizeof *run->rate);
    CAROM_NEED(run->ball != NULL && run->rate != NULL, error);
    run->wall_rate = run->rate + n * row;
    for (size_t i = 0; i < n; i++) {
        run->ball[i] = (moving_ball){.flight = carom_flight_from_ball(&run->problem->ball[i]),
                                     .spin_radps = run->problem->ball[i].spin_radps,
                                     .last_impact_s = -INFINITY};
    }
    for (size_t column = 0; column < run->columns; column++) {
        init_column(run, column);
    }
    return CAROM_OK;
}

static carom_status start(tangent_run *run, const carom_choice *solver, carom_error *error)
{
    run->summary = (carom_derivative_summary){.least_approach = 1, .least_approach_s = NAN};
    if (solver == NULL) {
        solver = &run->own_choice;
        CAROM_TRY(carom_choice_set(&run->own_choice,
                                   carom_interface_find(&carom_solvers, "impulse"), error));
    }
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
    run->solver = carom_solver_new_cancellable(run->problem, solver, true, run->stop, error);
    return run->solver == NULL ? error->status : init_state(run, error);
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

static carom_vec acceleration(const tangent_run *run, size_t i, carom_vec v)
{
    double speed = carom_vec_length(v),
           f = carom_rolling_deceleration(carom_ball_rolling(run->problem, &run->problem->ball[i]),
                                          speed);
    carom_vec gravity = run->problem->ball[i].fixed ? (carom_vec){0, 0}
                                                    : run->problem->gravity_mps2;
    return f > 0 ? carom_vec_scale(-f / speed, v) : gravity;
}

/* Derivatives of speed and distance after time t with respect to the initial speed v0. For the
 * deceleration f(v) = a + b v^2 they are f(v)/f(v0) and (v0 - v)/f(v0), here without cancellation.
 * A ball at rest stays at rest if a > 0. */
static void rolling_rates(carom_rolling r, double v0, double t, double *speed, double *distance)
{
    double f0 = carom_rolling_deceleration(r, v0), w = sqrt(r.a * r.b), c = sqrt(r.a / r.b);
    if (f0 == 0) {
        *speed = r.a > 0 ? 0 : 1;
        *distance = r.a > 0 ? 0 : t;
        return;
    }
    *speed = carom_rolling_deceleration(r, carom_rolling_speed(r, v0, t)) / f0;
    *distance = t >= carom_rolling_stop(r, v0) ? v0 / f0
              : w * t < 1e-9                   ? t / (1 + r.b * v0 * t)
                                               : tan(w * t) / (r.b * (c + v0 * tan(w * t)));
}

/* Multiply the columns of a ball by the matrix of its flight. */
static void transport(const tangent_run *run, size_t i, carom_rolling r, double t)
{
    size_t m = run->columns;
    double *restrict x = rows_of(run, i), *restrict y = x + m, *restrict vx = y + m,
                     *restrict vy = vx + m;
    carom_vec v = run->ball[i].flight.v, u = {1, 0};
    double v0 = carom_vec_length(v), speed[2], distance[2]; /* along the path and across it */
    for (size_t k = 0; k < m && r.a == 0 && r.b == 0; k++) {
        x[k] += t * vx[k];
        y[k] += t * vy[k];
    }
    if (r.a == 0 && r.b == 0) {
        return;
    }
    rolling_rates(r, v0, t, &speed[0], &distance[0]);
    speed[1] = v0 > 0 ? carom_rolling_speed(r, v0, t) / v0 : speed[0];
    distance[1] = v0 > 0 ? carom_rolling_distance(r, v0, t) / v0 : distance[0];
    u = v0 > 0 ? carom_vec_divide(v, v0) : u;
    for (size_t k = 0; k < m; k++) {
        double along = u.x * vx[k] + u.y * vy[k], across = u.x * vy[k] - u.y * vx[k];
        x[k] += distance[0] * along * u.x - distance[1] * across * u.y;
        y[k] += distance[0] * along * u.y + distance[1] * across * u.x;
        vx[k] = speed[0] * along * u.x - speed[1] * across * u.y;
        vy[k] = speed[0] * along * u.y + speed[1] * across * u.x;
    }
}

/* State of ball i of the run after a flight in a problem. */
static carom_flight fly(const tangent_run *run, size_t i, const carom_problem *problem, double t)
{
    carom_flight f = run->ball[i].flight;
    carom_rolling r = carom_ball_rolling(problem, &problem->ball[i]);
    if (problem->ball[i].fixed || (r.a == 0 && r.b == 0)) {
        return problem->ball[i].fixed ? f : carom_flight_fall(f, problem->gravity_mps2, t);
    }
    return carom_flight_roll(f, r, t);
}

static void advance_ball(tangent_run *run, size_t i, double t_s)
{
    moving_ball *ball = &run->ball[i];
    double t = t_s - ball->clock_s;
    size_t m = run->columns;
    transport(run, i, carom_ball_rolling(run->problem, &run->problem->ball[i]), t);
    for (size_t k = 0; k < m; k++) {
        const carom_direction *d = &run->direction[k];
        if (d->plus != NULL) {
            carom_flight p = fly(run, i, d->plus, t), q = fly(run, i, d->minus, t);
            double *z = rows_of(run, i) + k;
            z[CAROM_RATE_X * m] += (p.at.x - q.at.x) / d->step;
            z[CAROM_RATE_Y * m] += (p.at.y - q.at.y) / d->step;
            z[CAROM_RATE_VX * m] += (p.v.x - q.v.x) / d->step;
            z[CAROM_RATE_VY * m] += (p.v.y - q.v.y) / d->step;
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
    size_t bodies, number[2];
    double radius[2], inverse_mass[2];
    double spin_by_jt[2];                    /* change of spin per impulse along t, r/I */
    double mass_n, mass_t;                   /* reduced masses along n and t */
    double approach_mps, sideways_mps;       /* relative velocity of the centers along n and t */
    double slip_mps;                         /* relative velocity of the surfaces along t */
    double overlap_m, turn;                  /* turn: of the normal of a wall from n */
    double rotation_1pm;                     /* rotation of n per displacement of a along t */
    double restitution, friction, needed_Ns; /* needed: |jt| of a sticking contact */
    double jn, jt;                           /* impulse on b along n and t, and its derivatives */
    double jn_by_approach, jt_by_approach, jt_by_slip;
    carom_vec impulse_Ns; /* on b */
    double late_by_overlap;
    carom_vec v_after[2], jump_mps2[2]; /* jump: acceleration before minus after */
    carom_vec fall_mps2;                /* relative acceleration before */
} impact;

/* Restitution or friction of an impact in a problem, at an approach or slip speed. */
typedef double (*function_of_speed)(const tangent_run *run, const impact *p,
                                    const carom_problem *problem, double speed);

/* A collision of the TC model is elastic whatever its restitution. */
static double restitution_at(const tangent_run *run, const impact *p, const carom_problem *problem,
                             double approach_mps)
{
    const carom_ball *a = &problem->ball[p->at->a];
    const carom_ball *b = p->at->wall ? NULL : &problem->ball[p->at->b];
    const carom_body bodies[] = {{p->radius[0], 1 / p->inverse_mass[0]},
                                 {b == NULL ? INFINITY : p->radius[1], 1 / p->inverse_mass[1]}};
    double e = carom_pair_restitution(problem, a, b, p->at->t_s);
    /* the restitution of the run: a direction may change e = 1 to a smaller value */
    bool is_elastic = p->at->separation_mps > (1 - 1e-9) * p->at->approach_mps &&
                      carom_pair_restitution(run->problem, a, b, p->at->t_s) < 1;
    return is_elastic
             ? 1
             : run->law->restitution(run->law_options, e, approach_mps, &bodies[0], &bodies[1]);
}

static carom_tangential tangential_of(const impact *p, const carom_problem *problem)
{
    return carom_pair_tangential(problem, &problem->ball[p->at->a],
                                 p->at->wall ? NULL : &problem->ball[p->at->b]);
}

static double friction_at(const tangent_run *run, const impact *p, const carom_problem *problem,
                          double slip_mps)
{
    (void)run;
    return carom_problem_friction(problem, tangential_of(p, problem).friction, slip_mps);
}

/* Five-point derivative. */
static double slope(const tangent_run *run, const impact *p, const carom_problem *problem,
                    function_of_speed f, double x)
{
    double h = 1e-3 * x, near = f(run, p, problem, x + h) - f(run, p, problem, x - h);
    return (8 * near - (f(run, p, problem, x + 2 * h) - f(run, p, problem, x - 2 * h))) / (12 * h);
}

static void set_bodies(const tangent_run *run, const carom_problem *problem, impact *p)
{
    double inverse_n = 0, inverse_t = 0;
    carom_vec u = {0, 0};
    for (size_t s = 0; s < p->bodies; s++) {
        const carom_ball *ball = &problem->ball[p->number[s]];
        const moving_ball *moving = &run->ball[p->number[s]];
        p->radius[s] = ball->radius_m;
        p->inverse_mass[s] = carom_ball_inverse_mass(ball);
        p->spin_by_jt[s] = ball->radius_m * carom_ball_inverse_inertia(ball);
        p->slip_mps += ball->radius_m * moving->spin_radps;
        inverse_n += p->inverse_mass[s];
        inverse_t += p->inverse_mass[s] + ball->radius_m * p->spin_by_jt[s];
        u = carom_vec_add_scaled(u, s == 0 ? 1 : -1, moving->flight.v);
    }
    p->mass_n = 1 / inverse_n;
    p->mass_t = 1 / inverse_t;
    p->approach_mps = carom_vec_dot(u, p->n);
    p->sideways_mps = carom_vec_dot(u, p->t);
    p->slip_mps += p->sideways_mps;
    p->overlap_m = p->radius[0] + p->radius[1]; /* from any distance of the centers */
    p->rotation_1pm = -1 / p->overlap_m;
    if (p->at->wall) {
        double reach = carom_walls_reach(problem, p->radius[0]);
        carom_wall_overlap overlap = carom_walls_part_overlap(problem, p->at->b,
                                                              run->ball[p->at->a].flight.at, reach);
        p->overlap_m = overlap.overlap_m;
        p->turn = carom_vec_dot(p->t, overlap.normal);
        p->rotation_1pm = carom_walls_normal_rotation_1pm(problem, p->at->b, reach);
    }
}

/* Impulse along t, as in carom_cluster_contact_apply_friction. */
static void set_friction(const tangent_run *run, const carom_problem *problem, impact *p)
{
    carom_tangential law = tangential_of(p, problem);
    double sign = p->slip_mps < 0 ? -1 : 1, slip = fabs(p->slip_mps);
    if (law.friction == 0) {
        return;
    }
    p->friction = friction_at(run, p, problem, slip);
    p->jt_by_slip = (1 + law.tangential_restitution) * p->mass_t;
    p->needed_Ns = p->jt_by_slip * slip;
    p->jt = sign * fmin(p->needed_Ns, p->friction * p->jn);
    if (p->needed_Ns > p->friction * p->jn) {
        p->jt_by_approach = sign * p->friction * p->jn_by_approach;
        p->jt_by_slip = slope(run, p, problem, friction_at, slip) * p->jn;
    }
}

/* The impact of the run as it would be in a problem, at the same positions and velocities. */
static impact impact_in(const tangent_run *run, const carom_problem *problem,
                        const carom_collision *c)
{
    impact p = {.at = c,
                .n = c->normal,
                .t = carom_vec_rotate_left(c->normal),
                .bodies = c->wall ? 1 : 2,
                .number = {c->a, c->wall ? c->a : c->b}};
    set_bodies(run, problem, &p);
    p.restitution = restitution_at(run, &p, problem, p.approach_mps);
    p.jn_by_approach = (1 + p.restitution) * p.mass_n;
    p.jn = p.jn_by_approach * p.approach_mps;
    if (!run->law->nominal) {
        p.jn_by_approach += slope(run, &p, problem, restitution_at, p.approach_mps) *
                            p.approach_mps * p.mass_n;
    }
    set_friction(run, problem, &p);
    p.late_by_overlap = -1 / p.approach_mps;
    p.impulse_Ns = carom_vec_add_scaled(carom_vec_scale(p.jn, p.n), p.jt, p.t);
    for (size_t s = 0; s < p.bodies; s++) {
        double sign = s == 0 ? -1 : 1;
        carom_vec v = run->ball[p.number[s]].flight.v, before = acceleration(run, p.number[s], v);
        p.v_after[s] = carom_vec_add_scaled(v, sign * p.inverse_mass[s], p.impulse_Ns);
        p.jump_mps2[s] = carom_vec_subtract(before, acceleration(run, p.number[s], p.v_after[s]));
        p.fall_mps2 = carom_vec_add_scaled(p.fall_mps2, -sign, before);
    }
    return p;
}

/* Rates of an impact at fixed positions and velocities. */
typedef struct {
    double overlap, turn, jn, jt, inverse_mass[2], spin[2];
} impact_rates;

static impact_rates rates_of(const tangent_run *run, const impact *p, const carom_direction *d)
{
    impact plus = impact_in(run, d->plus, p->at), minus = impact_in(run, d->minus, p->at);
    return (impact_rates){(plus.overlap_m - minus.overlap_m) / d->step,
                          (plus.turn - minus.turn) / d->step,
                          (plus.jn - minus.jn) / d->step,
                          (plus.jt - minus.jt) / d->step,
                          {(plus.inverse_mass[0] - minus.inverse_mass[0]) / d->step,
                           (plus.inverse_mass[1] - minus.inverse_mass[1]) / d->step},
                          {(plus.spin_by_jt[0] - minus.spin_by_jt[0]) * p->jt / d->step,
                           (plus.spin_by_jt[1] - minus.spin_by_jt[1]) * p->jt / d->step}};
}

/* Multiply a column of bodies a and b by the saltation matrix. `late` is the delay of the impact;
 * the states after it are moved back to the time of the undisturbed impact. */
static inline void saltate(const impact *p, const impact_rates *r, size_t m, double *a, double *b)
{
    carom_vec n = p->n, t = p->t, j = p->impulse_Ns;
    carom_vec d = {a[0] - b[0], a[m] - b[m]}, u = {a[2 * m] - b[2 * m], a[3 * m] - b[3 * m]}, dj;
    double late = p->late_by_overlap * (carom_vec_dot(n, d) + r->overlap);
    double turn = p->rotation_1pm * (carom_vec_dot(t, d) + p->sideways_mps * late) + r->turn;
    double spinning = p->radius[0] * a[4 * m] + p->radius[1] * b[4 * m], approach, slip, jn, jt;
    u = carom_vec_add_scaled(u, late, p->fall_mps2);
    approach = carom_vec_dot(n, u) + turn * p->sideways_mps;
    slip = carom_vec_dot(t, u) - turn * p->approach_mps + spinning;
    jn = p->jn_by_approach * approach + r->jn;
    jt = p->jt_by_approach * approach + p->jt_by_slip * slip + r->jt;
    dj = (carom_vec){jn * n.x + jt * t.x - turn * j.y, jn * n.y + jt * t.y + turn * j.x};
    for (size_t s = 0; s < 2; s++) {
        double *z = s == 0 ? a : b, sign = s == 0 ? -1 : 1, change = sign * p->inverse_mass[s];
        z[0] -= change * late * j.x;
        z[m] -= change * late * j.y;
        z[2 * m] += change * dj.x + sign * r->inverse_mass[s] * j.x + p->jump_mps2[s].x * late;
        z[3 * m] += change * dj.y + sign * r->inverse_mass[s] * j.y + p->jump_mps2[s].y * late;
        z[4 * m] -= p->spin_by_jt[s] * jt + r->spin[s];
    }
}

/* ---- collisions ---- */

/* True if the last impact of a ball was at the same time, within rounding. */
static bool is_simultaneous(const tangent_run *run, const impact *p, size_t ball)
{
    static const double touching = 1e-9;
    double path_m = (p->at->t_s - run->ball[ball].last_impact_s) *
                    hypot(p->approach_mps, p->sideways_mps);
    return path_m <= touching * p->radius[0];
}

static carom_derivative_fault fault_of(const tangent_run *run, const impact *p)
{
    static const double grazing = 1e-6, limit = 1e-9;
    double most = p->friction * p->jn;
    if (is_simultaneous(run, p, p->number[0]) || is_simultaneous(run, p, p->number[1])) {
        return CAROM_SIMULTANEOUS_IMPACTS;
    }
    if (p->approach_mps <= grazing * fabs(p->sideways_mps)) {
        return CAROM_GRAZING_IMPACT;
    }
    if (p->restitution > 0 && p->at->separation_mps == 0) {
        return CAROM_RESTING_BALL;
    }
    return most > 0 && fabs(p->needed_Ns - most) <= limit * most ? CAROM_SLIP_LIMIT
                                                                 : CAROM_DERIVATIVE_EXISTS;
}

/* Set columns to NaN if they change a body of the impact, or a ball that it has just hit. NaN
 * spreads by later impacts. */
static void invalidate(const tangent_run *run, const impact *p)
{
    size_t m = run->columns, bodies = 0;
    double *z[4];
    for (size_t s = 0; s < p->bodies; s++) {
        z[bodies++] = rows_of(run, p->number[s]);
        if (is_simultaneous(run, p, p->number[s])) {
            z[bodies++] = rows_of(run, run->ball[p->number[s]].last_partner);
        }
    }
    for (size_t k = 0; k < m; k++) {
        bool changes = false;
        for (size_t i = 0; i < bodies * CAROM_RATES; i++) {
            changes = changes || z[i / CAROM_RATES][i % CAROM_RATES * m + k] != 0;
        }
        for (size_t i = 0; i < bodies * CAROM_RATES && changes; i++) {
            z[i / CAROM_RATES][i % CAROM_RATES * m + k] = NAN;
        }
    }
}

static void record(tangent_run *run, const impact *p, carom_derivative_fault fault)
{
    double ratio = p->approach_mps / hypot(p->approach_mps, p->sideways_mps);
    run->summary.collisions++;
    if (ratio < run->summary.least_approach) {
        run->summary.least_approach = ratio;
        run->summary.least_approach_s = p->at->t_s;
    }
    if (fault != CAROM_DERIVATIVE_EXISTS && run->summary.fault == CAROM_DERIVATIVE_EXISTS) {
        run->summary.fault = fault;
        run->summary.fault_impact = *p->at;
    }
}

static void collide(tangent_run *run, const carom_collision *c)
{
    static const impact_rates none = {.overlap = 0};
    size_t m = run->columns;
    double *a = rows_of(run, c->a), *b = c->wall ? run->wall_rate : rows_of(run, c->b);
    advance_ball(run, c->a, c->t_s);
    if (c->wall) {
        memset(b, 0, CAROM_RATES * m * sizeof *b);
    } else {
        advance_ball(run, c->b, c->t_s);
    }
    impact p = impact_in(run, run->problem, c);
    for (size_t k = 0; k < m; k++) {
        if (run->direction[k].plus == NULL) {
            saltate(&p, &none, m, a + k, b + k);
        } else {
            impact_rates rates = rates_of(run, &p, &run->direction[k]);
            saltate(&p, &rates, m, a + k, b + k);
        }
    }
    carom_derivative_fault fault = fault_of(run, &p);
    record(run, &p, fault);
    if (fault != CAROM_DERIVATIVE_EXISTS) {
        invalidate(run, &p);
    }
    for (size_t s = 0; s < p.bodies; s++) {
        moving_ball *ball = &run->ball[p.number[s]];
        ball->flight.v = p.v_after[s];
        ball->spin_radps -= p.spin_by_jt[s] * p.jt;
        ball->last_impact_s = c->t_s;
        ball->last_partner = p.number[p.bodies - 1 - s];
    }
}

/* Make the columns orthonormal in order (Gram and Schmidt), and add the logarithms of their lengths
 * to log_growth. */
static void orthonormalize(tangent_run *run, double *log_growth)
{
    size_t m = run->columns, size = run->problem->count * CAROM_RATES * m;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j <= i; j++) {
            double product = 0, norm;
            for (size_t k = 0; k < size; k += m) {
                product += run->rate[k + i] * run->rate[k + j];
            }
            norm = j == i ? sqrt(product) : 1;
            for (size_t k = 0; k < size; k += m) {
                run->rate[k + i] = j == i ? run->rate[k + i] / norm
                                          : run->rate[k + i] - product * run->rate[k + j];
            }
            log_growth[i] += log(norm);
        }
    }
}

/* Advance over the collisions until t_s. @param log_growth  NULL, or receives the growth of the
 * columns, which are made orthonormal often enough that no ball collides more than once or twice
 * between */
static carom_status advance(tangent_run *run, double t_s, double *log_growth, carom_error *error)
{
    CAROM_TRY(carom_solver_advance(run->solver, t_s, error));
    CAROM_TRY(carom_solver_move_collisions(run->solver, &run->log, error));
    for (size_t k = 0; k < run->log.count; k++) {
        if (run->stop != NULL && *run->stop != 0) {
            return carom_error_interrupted(error);
        }
        collide(run, &run->log.item[k]);
        if (log_growth != NULL && k % (run->problem->count / 4 + 1) == 0) {
            orthonormalize(run, log_growth);
        }
    }
    run->log.count = 0;
    return CAROM_OK;
}

static void advance_balls(tangent_run *run, double t_s)
{
    for (size_t i = 0; i < run->problem->count; i++) {
        advance_ball(run, i, t_s);
    }
}

carom_status carom_derivatives_of(const carom_problem *problem, const carom_choice *solver,
                                  double t_s, const carom_direction *direction, size_t columns,
                                  const volatile sig_atomic_t *stop, double *derivative,
                                  carom_derivative_summary *summary, carom_error *error)
{
    enum { PARTS = 16 };
    tangent_run run = {
        .problem = problem, .stop = stop, .direction = direction, .columns = columns};
    carom_status status = start(&run, solver, error);
    for (int k = 1; k <= PARTS && status == CAROM_OK; k++) { /* the log holds a part of the run */
        status = advance(&run, k == PARTS ? t_s : t_s * k / PARTS, NULL, error);
    }
    if (status == CAROM_OK) {
        advance_balls(&run, t_s);
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

/* In the first blocks the vectors turn into the fastest growing directions. */
enum { BLOCKS = 100, FIRST_BLOCK = 10 };

/* Replace the columns by vectors that share no symmetry with the run. */
static void set_generic_vectors(tangent_run *run)
{
    size_t size = CAROM_RATE_SPIN * run->columns;
    for (size_t i = 0; i < run->problem->count; i++) {
        for (size_t k = 0; k < size; k++) {
            double phase = CAROM_GOLDEN_RATIO * (double)(k + 1) * (double)(i * size + k + 1);
            rows_of(run, i)[k] = run->problem->ball[i].fixed ? 0 : phase - floor(phase) - 0.5;
        }
    }
}

/* Rates of growth: growth_1ps[column * BLOCKS + block]. */
static carom_status measure_growth(tangent_run *run, double t_s, double *log_growth,
                                   double *growth_1ps, uint64_t *collisions, carom_error *error)
{
    double block_s = t_s / BLOCKS;
    for (size_t k = 0; k < BLOCKS; k++) {
        double end_s = k + 1 == BLOCKS ? t_s : block_s * (double)(k + 1);
        memset(log_growth, 0, run->columns * sizeof *log_growth);
        *collisions = k <= FIRST_BLOCK ? run->summary.collisions : *collisions;
        CAROM_TRY(advance(run, end_s, log_growth, error));
        advance_balls(run, end_s);
        orthonormalize(run, log_growth);
        for (size_t column = 0; column < run->columns; column++) {
            growth_1ps[column * BLOCKS + k] = log_growth[column] / block_s;
        }
    }
    *collisions = run->summary.collisions - *collisions;
    return CAROM_OK;
}

carom_status carom_lyapunov_of(const carom_problem *problem, const carom_choice *solver, double t_s,
                               const volatile sig_atomic_t *stop, carom_estimate *exponent_1ps,
                               size_t exponents, carom_lyapunov *lyapunov, carom_error *error)
{
    double *growth_1ps = calloc(exponents * (BLOCKS + 1), sizeof *growth_1ps);
    carom_direction *direction = calloc(exponents, sizeof *direction);
    tangent_run run = {
        .problem = problem, .stop = stop, .direction = direction, .columns = exponents};
    carom_status status = direction == NULL || growth_1ps == NULL ? carom_error_no_memory(error)
                                                                  : start(&run, solver, error);
    *lyapunov = (carom_lyapunov){.from_s = t_s * FIRST_BLOCK / BLOCKS, .to_s = t_s};
    if (status == CAROM_OK) {
        set_generic_vectors(&run);
        status = measure_growth(&run, t_s, growth_1ps + exponents * BLOCKS, growth_1ps,
                                &lyapunov->collisions, error);
    }
    for (size_t k = 0; k < exponents && status == CAROM_OK; k++) {
        exponent_1ps[k] = carom_mean(&growth_1ps[k * BLOCKS + FIRST_BLOCK], BLOCKS - FIRST_BLOCK);
    }
    if (status == CAROM_OK) {
        double measured_s = lyapunov->to_s - lyapunov->from_s;
        lyapunov->summary = run.summary;
        lyapunov->resolution_1ps = log(lyapunov->to_s / lyapunov->from_s) / measured_s;
        lyapunov->is_chaotic = exponent_1ps[0].value > 2 * lyapunov->resolution_1ps &&
                               exponent_1ps[0].value > 3 * exponent_1ps[0].error;
    }
    finish(&run);
    free(direction);
    free(growth_1ps);
    return status;
}
