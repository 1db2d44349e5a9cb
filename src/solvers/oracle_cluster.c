/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impacts of the oracle: everything that touches is one cluster, resolved by generalized reflections (see
 * laws/generalized_reflections.c) in the world's precision. Which contacts push in a round is found in doubles
 * (laws/lcp.h), solved for in full precision, and put right there by Murty's least-index rule (Murty, Linear
 * Algebra Appl. 5, 65 (1972)) should the doubles have been wrong. */
#include "core/grow.h"
#include "solvers/oracle_state.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

static const mpfr_rnd_t N = MPFR_RNDN;

/* What touches, as the impulse solver has it: the model is the same, the numbers are not. */
static const double touching_ulps = 8.0;
/* So many collisions of a ball in a row, each within this part of the run so far after the one before, are endless. */
static const double hardly_any_time = 1e-12;
static const unsigned endless = 200;
static const size_t most_exchanges = 10000;
static const size_t most_rounds = 100000;

void carom_oracle_cluster_free(oracle_world *world)
{
    for (size_t k = 0; k < world->touch_capacity; k++) {
        mpfr_clears(world->touch[k].nx, world->touch[k].ny, world->touch[k].velocity, world->touch[k].impulse,
                    (mpfr_ptr)NULL);
    }
    for (size_t k = 0; k < world->system_capacity; k++) {
        mpfr_clear(world->system[k]);
    }
    carom_lcp_free(&world->lcp);
    free(world->touch);
    free(world->system);
}

/* ---- collecting ---- */

/* Room for one more contact. NULL: no memory. */
static oracle_touch *new_touch(oracle_world *world)
{
    if (world->touches == world->touch_capacity) {
        size_t had = world->touch_capacity;
        oracle_touch *grown = carom_grow(world->touch, world->touches, &world->touch_capacity, sizeof *grown);
        if (grown == NULL) {
            return NULL;
        }
        world->touch = grown;
        for (size_t k = had; k < world->touch_capacity; k++) {
            mpfr_inits2(world->bits, grown[k].nx, grown[k].ny, grown[k].velocity, grown[k].impulse, (mpfr_ptr)NULL);
        }
    }
    return &world->touch[world->touches++];
}

static void join(oracle_world *world, uint32_t i)
{
    if (!world->in_cluster[i]) {
        world->in_cluster[i] = true;
        world->member[world->members++] = i;
        carom_oracle_fly(world, i);
    }
}

static double tolerance(const oracle_world *world, const oracle_ball *ball, double radius)
{
    double ulps = touching_ulps * DBL_EPSILON * (fabs(mpfr_get_d(ball->x, N)) + fabs(mpfr_get_d(ball->y, N)));
    return fmax(world->gap_rel * radius, ulps);
}

/* Joins ball j if it touches i, or is `bound` to. Room 0 to 5. */
static carom_status try_ball(oracle_world *world, uint32_t i, uint32_t j, bool bound, carom_error *error)
{
    const carom_problem *problem = world->problem;
    mpfr_ptr dx = world->room[2], dy = world->room[3], distance = world->room[4], gap = world->room[5];
    double radius = fmin(problem->ball[i].radius_m, problem->ball[j].radius_m);
    oracle_touch *touch;
    carom_oracle_ball_at(world, i, world->now, world->here);
    carom_oracle_ball_at(world, j, world->now, world->there);
    carom_oracle_between(world, dx, dy);
    mpfr_hypot(distance, dx, dy, N);
    mpfr_sub(gap, distance, world->ball[i].radius, N);
    mpfr_sub(gap, gap, world->ball[j].radius, N);
    if (!bound && mpfr_get_d(gap, N) > tolerance(world, &world->ball[i], radius)) {
        return CAROM_OK;
    }
    touch = new_touch(world);
    if (touch == NULL) {
        return carom_error_no_memory(error);
    }
    touch->a = i;
    touch->b = j;
    touch->wall = false;
    touch->restitution = carom_pair_restitution(problem, &problem->ball[i], &problem->ball[j], mpfr_get_d(world->now, N));
    mpfr_div(touch->nx, dx, distance, N);
    mpfr_div(touch->ny, dy, distance, N);
    world->report.max_overlap_m = fmax(world->report.max_overlap_m, -mpfr_get_d(gap, N));
    join(world, j);
    return CAROM_OK;
}

/* Room 2. */
static carom_status try_wall(oracle_world *world, uint32_t i, int wall, bool bound, carom_error *error)
{
    const carom_problem *problem = world->problem;
    const oracle_ball *ball = &world->ball[i];
    bool horizontal = wall == CAROM_LEFT || wall == CAROM_RIGHT;
    mpfr_ptr gap = world->room[2];
    oracle_touch *touch;
    mpfr_set(gap, horizontal ? ball->x : ball->y, N);
    if (wall == CAROM_RIGHT || wall == CAROM_TOP) {
        mpfr_sub(gap, horizontal ? world->width : world->height, gap, N);
    }
    if (problem->wall_contact == CAROM_SURFACE) {
        mpfr_sub(gap, gap, ball->radius, N);
    }
    if (problem->ball[i].fixed ||
        (!bound && mpfr_get_d(gap, N) > tolerance(world, ball, problem->ball[i].radius_m))) {
        return CAROM_OK;
    }
    touch = new_touch(world);
    if (touch == NULL) {
        return carom_error_no_memory(error);
    }
    touch->a = i;
    touch->b = (uint32_t)wall;
    touch->wall = true;
    touch->restitution = carom_pair_restitution(problem, &problem->ball[i], NULL, mpfr_get_d(world->now, N));
    mpfr_set_d(touch->nx, carom_wall_normals[wall][0], N);
    mpfr_set_d(touch->ny, carom_wall_normals[wall][1], N);
    return CAROM_OK;
}

static bool is_known(const oracle_world *world, uint32_t i, uint32_t j)
{
    bool known = false;
    for (size_t k = 0; k < world->touches; k++) {
        const oracle_touch *touch = &world->touch[k];
        known = known || (!touch->wall && ((touch->a == i && touch->b == j) || (touch->a == j && touch->b == i)));
    }
    return known;
}

static carom_status collect(oracle_world *world, uint32_t i, uint32_t bound_to, carom_error *error)
{
    uint32_t n = (uint32_t)world->problem->count;
    carom_status status = CAROM_OK;
    world->members = world->touches = 0;
    join(world, i);
    for (size_t k = 0; k < world->members; k++) {
        uint32_t a = world->member[k];
        for (uint32_t b = 0; b < n && status == CAROM_OK; b++) {
            bool both_fixed = world->problem->ball[a].fixed && world->problem->ball[b].fixed;
            if (b != a && !both_fixed && !is_known(world, a, b)) {
                status = try_ball(world, a, b, k == 0 && b == bound_to, error);
            }
        }
        for (int wall = 0; wall < CAROM_WALL_COUNT && status == CAROM_OK &&
                           world->problem->boundary == CAROM_WALLS; wall++) {
            status = try_wall(world, a, wall, k == 0 && bound_to == n + (uint32_t)wall, error);
        }
    }
    for (size_t k = 0; k < world->members; k++) {
        world->in_cluster[world->member[k]] = false;
    }
    return status;
}

/* ---- resolving ---- */

/* How fast the two part. Room 0, 1. */
static void find_velocity(oracle_world *world, oracle_touch *touch)
{
    const oracle_ball *a = &world->ball[touch->a], *b = touch->wall ? NULL : &world->ball[touch->b];
    mpfr_ptr vx = world->room[0], vy = world->room[1];
    mpfr_neg(vx, a->vx, N);
    mpfr_neg(vy, a->vy, N);
    if (b != NULL) {
        mpfr_add(vx, vx, b->vx, N);
        mpfr_add(vy, vy, b->vy, N);
    }
    mpfr_fmma(touch->velocity, vx, touch->nx, vy, touch->ny, N);
}

static bool approaches(const oracle_world *world, const oracle_touch *touch)
{
    return mpfr_sgn(touch->velocity) < 0 && mpfr_cmpabs(touch->velocity, world->quiet) > 0;
}

/* (N^T M^-1 N)_pq into q; as laws/lcp_impact.c. Room 0, 1. */
static void couple(oracle_world *world, const oracle_touch *p, const oracle_touch *q, mpfr_t result)
{
    mpfr_ptr inverse = world->room[0], cosine = world->room[1];
    mpfr_set_zero(inverse, 1);
    if (p->a == q->a) {
        mpfr_add(inverse, inverse, world->ball[p->a].inverse_mass, N);
    }
    if (!p->wall && !q->wall && p->b == q->b) {
        mpfr_add(inverse, inverse, world->ball[p->b].inverse_mass, N);
    }
    if (!q->wall && p->a == q->b) {
        mpfr_sub(inverse, inverse, world->ball[p->a].inverse_mass, N);
    }
    if (!p->wall && p->b == q->a) {
        mpfr_sub(inverse, inverse, world->ball[p->b].inverse_mass, N);
    }
    mpfr_fmma(cosine, p->nx, q->nx, p->ny, q->ny, N);
    mpfr_mul(result, inverse, cosine, N);
}

/* A round's equations: the matrix Q, its copy to eliminate in, the right side and the solution. */
typedef struct {
    size_t size;
    mpfr_t *q, *b, *copy, *right, *lambda;
    size_t *active;  /* touches */
    bool *pushing;   /* whether lambda may be > 0 */
} equations;

static carom_status fit_system(oracle_world *world, size_t size, carom_error *error)
{
    size_t need = 2 * size * size + 3 * size;
    mpfr_t *grown;
    if (need <= world->system_capacity) {
        return CAROM_OK;
    }
    grown = realloc(world->system, need * sizeof *grown);
    if (grown == NULL) {
        return carom_error_no_memory(error);
    }
    world->system = grown;
    while (world->system_capacity < need) {
        mpfr_init2(grown[world->system_capacity++], world->bits);
    }
    return CAROM_OK;
}

/* Q_PP lambda_P = -b_P over the pushing contacts, by elimination without pivoting (Q is positive semidefinite).
 * A row without a pivot is redundant and pushes nothing. Room 0, 1. */
static void solve_pushing(oracle_world *world, equations *e)
{
    mpfr_ptr factor = world->room[0], term = world->room[1];
    size_t n = e->size;
    for (size_t i = 0; i < n * n; i++) {
        mpfr_set(e->copy[i], e->q[i], N);
    }
    for (size_t i = 0; i < n; i++) {
        mpfr_neg(e->right[i], e->b[i], N);
        mpfr_set_zero(e->lambda[i], 1);
    }
    for (size_t k = 0; k < n; k++) {
        double left = mpfr_get_d(e->copy[k * n + k], N), whole = mpfr_get_d(e->q[k * n + k], N);
        if (e->pushing[k] && !(left > 1e-30 * whole)) {
            e->pushing[k] = false;
        }
        for (size_t i = k + 1; i < n && e->pushing[k]; i++) {
            if (e->pushing[i]) {
                mpfr_div(factor, e->copy[i * n + k], e->copy[k * n + k], N);
                for (size_t j = k; j < n; j++) {
                    mpfr_mul(term, factor, e->copy[k * n + j], N);
                    mpfr_sub(e->copy[i * n + j], e->copy[i * n + j], term, N);
                }
                mpfr_mul(term, factor, e->right[k], N);
                mpfr_sub(e->right[i], e->right[i], term, N);
            }
        }
    }
    for (size_t k = n; k-- > 0;) {
        if (e->pushing[k]) {
            mpfr_set(e->lambda[k], e->right[k], N);
            for (size_t j = k + 1; j < n; j++) {
                mpfr_mul(term, e->copy[k * n + j], e->lambda[j], N);
                mpfr_sub(e->lambda[k], e->lambda[k], term, N);
            }
            mpfr_div(e->lambda[k], e->lambda[k], e->copy[k * n + k], N);
        }
    }
}

/* The first contact that pulls, or that approaches though it does not push; size: none, it is the solution. Room 0, 1. */
static size_t first_violation(oracle_world *world, const equations *e)
{
    mpfr_ptr w = world->room[0], term = world->room[1];
    for (size_t i = 0; i < e->size; i++) {
        if (e->pushing[i]) {
            mpfr_mul(w, e->lambda[i], e->q[i * e->size + i], N);
        } else {
            mpfr_set(w, e->b[i], N);
            for (size_t j = 0; j < e->size; j++) {
                mpfr_mul(term, e->q[i * e->size + j], e->lambda[j], N);
                mpfr_add(w, w, term, N);
            }
        }
        if (mpfr_sgn(w) < 0 && mpfr_cmpabs(w, world->quiet) > 0) {
            return i;
        }
    }
    return e->size;
}

static void fill(oracle_world *world, equations *e)
{
    for (size_t i = 0; i < e->size; i++) {
        const oracle_touch *touch = &world->touch[e->active[i]];
        mpfr_set_d(e->b[i], touch->restitution, N);
        mpfr_add_ui(e->b[i], e->b[i], 1, N);
        mpfr_mul(e->b[i], e->b[i], touch->velocity, N);
        world->lcp.b[i] = mpfr_get_d(e->b[i], N);
        for (size_t j = 0; j < e->size; j++) {
            couple(world, touch, &world->touch[e->active[j]], e->q[i * e->size + j]);
            world->lcp.q[i * e->size + j] = mpfr_get_d(e->q[i * e->size + j], N);
        }
    }
}

static carom_status solve(oracle_world *world, equations *e, carom_error *error)
{
    carom_status status = carom_lcp_solve(&world->lcp, error);
    for (size_t i = 0; i < e->size; i++) {
        e->pushing[i] = status == CAROM_OK && world->lcp.lambda[i] > 0;
    }
    for (size_t k = 0; k < most_exchanges && status == CAROM_OK; k++) {
        size_t wrong;
        solve_pushing(world, e);
        wrong = first_violation(world, e);
        if (wrong == e->size) {
            return CAROM_OK;
        }
        e->pushing[wrong] = !e->pushing[wrong];
    }
    return status != CAROM_OK ? status
                              : carom_error_set(error, CAROM_INTERNAL, "", "an impact of %zu contacts has no "
                                                "solution in full precision", e->size);
}

/* Gives the impulse J of a contact to its ball along sign n, and books what comes from outside. Room 0, 1. */
static void push(oracle_world *world, const oracle_touch *touch, uint32_t i, int sign, const mpfr_t impulse)
{
    oracle_ball *ball = &world->ball[i];
    mpfr_ptr change = world->room[0], part = world->room[1];
    mpfr_mul(change, impulse, ball->inverse_mass, N);
    mpfr_mul_si(change, change, sign, N);
    mpfr_mul(part, change, touch->nx, N);
    mpfr_add(ball->vx, ball->vx, part, N);
    mpfr_mul(part, change, touch->ny, N);
    mpfr_add(ball->vy, ball->vy, part, N);
}

static void book(oracle_world *world, const oracle_touch *touch, uint32_t i, int sign, double impulse)
{
    const carom_problem *problem = world->problem;
    double jx = sign * impulse * mpfr_get_d(touch->nx, N), jy = sign * impulse * mpfr_get_d(touch->ny, N);
    double rx = mpfr_get_d(world->ball[i].x, N) - 0.5 * problem->width_m;
    double ry = mpfr_get_d(world->ball[i].y, N) - 0.5 * problem->height_m;
    carom_sum_add(&world->accounts.impulse_x, jx);
    carom_sum_add(&world->accounts.impulse_y, jy);
    carom_sum_add(&world->accounts.angular, rx * jy - ry * jx);
}

/* Log and ledger of a contact's impulse; its velocity is still the one before. */
static carom_status write_down(oracle_world *world, oracle_touch *touch, double impulse, carom_error *error)
{
    const carom_problem *problem = world->problem;
    double approach = -mpfr_get_d(touch->velocity, N), nx = mpfr_get_d(touch->nx, N), ny = mpfr_get_d(touch->ny, N);
    double dissipated = 0.5 * impulse * (1 - touch->restitution) * approach;
    bool flip = !touch->wall && touch->b < touch->a;
    find_velocity(world, touch);
    world->report.collisions++;
    if (dissipated != 0) {
        carom_sum_add(&world->accounts.dissipated, dissipated);
    }
    if (touch->wall || problem->ball[touch->b].fixed) {
        book(world, touch, touch->a, -1, impulse);
    } else if (problem->ball[touch->a].fixed) {
        book(world, touch, touch->b, 1, impulse);
    }
    return carom_log_add(&world->log, &(carom_collision){
                             .t_s = mpfr_get_d(world->now, N), .normal_x = flip ? -nx : nx, .normal_y = flip ? -ny : ny,
                             .approach_mps = approach, .separation_mps = mpfr_get_d(touch->velocity, N),
                             .impulse_Ns = impulse, .dissipated_J = dissipated, .a = flip ? touch->b : touch->a,
                             .b = flip ? touch->a : touch->b, .wall = touch->wall}, error);
}

static carom_status apply(oracle_world *world, const equations *e, carom_error *error)
{
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < e->size; i++) {
        oracle_touch *touch = &world->touch[e->active[i]];
        if (mpfr_sgn(e->lambda[i]) > 0) {
            push(world, touch, touch->a, -1, e->lambda[i]);
            if (!touch->wall) {
                push(world, touch, touch->b, 1, e->lambda[i]);
            }
        }
    }
    for (size_t i = 0; i < e->size && status == CAROM_OK; i++) {
        if (mpfr_sgn(e->lambda[i]) > 0) {
            status = write_down(world, &world->touch[e->active[i]], mpfr_get_d(e->lambda[i], N), error);
        }
    }
    return status;
}

/* One round: all contacts that approach, together. *size: how many did. */
static carom_status round_of(oracle_world *world, equations *e, carom_error *error)
{
    size_t n;
    carom_status status;
    e->size = 0;
    for (size_t k = 0; k < world->touches; k++) {
        find_velocity(world, &world->touch[k]);
        if (approaches(world, &world->touch[k])) {
            e->active[e->size++] = k;
        }
    }
    n = e->size;
    status = n == 0 ? CAROM_OK : fit_system(world, n, error);
    if (status == CAROM_OK && n > 0) {
        status = carom_lcp_resize(&world->lcp, n, error);
    }
    if (status != CAROM_OK || n == 0) {
        return status;
    }
    e->q = world->system;
    e->copy = e->q + n * n;
    e->b = e->copy + n * n;
    e->right = e->b + n;
    e->lambda = e->right + n;
    fill(world, e);
    status = solve(world, e, error);
    return status == CAROM_OK ? apply(world, e, error) : status;
}

static carom_status resolve(oracle_world *world, carom_error *error)
{
    equations e = {.active = calloc(world->touches + 1, sizeof *e.active),
                   .pushing = calloc(world->touches + 1, sizeof *e.pushing)};
    carom_status status = e.active == NULL || e.pushing == NULL ? carom_error_no_memory(error) : CAROM_OK;
    size_t rounds = 0;
    do {
        if (status == CAROM_OK) {
            status = round_of(world, &e, error);
        }
        if (++rounds > most_rounds && status == CAROM_OK) {
            status = carom_error_set(error, CAROM_COLLAPSE, "", "an impact without end at t = %.17g s",
                                     mpfr_get_d(world->now, N));
        }
    } while (status == CAROM_OK && e.size > 0);
    free(e.active);
    free(e.pushing);
    return status;
}

static carom_status watch_for_collapse(oracle_world *world, carom_error *error)
{
    double now = mpfr_get_d(world->now, N);
    for (size_t k = 0; k < world->members; k++) {
        oracle_ball *ball = &world->ball[world->member[k]];
        ball->streak = now - ball->struck_s <= hardly_any_time * now ? ball->streak + 1 : 0;
        ball->struck_s = now;
        if (ball->streak > endless && !world->problem->ball[world->member[k]].fixed) {
            return carom_error_set(error, CAROM_COLLAPSE, "", "inelastic collapse at t = %.17g s: ball %u%s%s. No "
                                   "precision passes this point; raise the restitution or shorten duration_s", now,
                                   world->problem->ball[world->member[k]].number + 1,
                                   world->problem->ball[world->member[k]].name[0] == '\0' ? "" : ", ",
                                   world->problem->ball[world->member[k]].name);
        }
    }
    return CAROM_OK;
}

carom_status carom_oracle_collide(oracle_world *world, uint32_t i, uint32_t j, carom_error *error)
{
    carom_status status = collect(world, i, j, error);
    if (status == CAROM_OK) {
        status = resolve(world, error);
    }
    for (size_t k = 0; k < world->members; k++) {
        carom_oracle_predict(world, world->member[k]);
    }
    return status == CAROM_OK ? watch_for_collapse(world, error) : status;
}
