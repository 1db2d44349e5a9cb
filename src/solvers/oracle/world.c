/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion and events of the oracle: every ball keeps its own clock, every pair the time at which it
 * meets. */
#include "scene/flight.h"
#include "solvers/oracle/state.h"
#include <math.h>
#include <stdlib.h>

static const mpfr_rnd_t N = MPFR_RNDN;

/* ---- making ---- */

static void init_ball(oracle_world *world, size_t i)
{
    const carom_ball *given = &world->problem->ball[i];
    oracle_ball *ball = &world->ball[i];
    mpfr_inits2(world->bits, ball->x, ball->y, ball->vx, ball->vy, ball->clock, ball->radius,
                ball->inverse_mass, ball->struck, (mpfr_ptr)NULL);
    mpfr_set_d(ball->x, given->x_m, N);
    mpfr_set_d(ball->y, given->y_m, N);
    mpfr_set_d(ball->vx, given->vx_mps, N);
    mpfr_set_d(ball->vy, given->vy_mps, N);
    mpfr_set_zero(ball->clock, 1);
    mpfr_set_d(ball->radius, given->radius_m, N);
    mpfr_set_d(ball->inverse_mass, given->mass_kg, N);
    mpfr_ui_div(ball->inverse_mass, 1, ball->inverse_mass, N);
    if (given->fixed) {
        mpfr_set_zero(ball->inverse_mass, 1);
    }
    mpfr_set_inf(ball->struck, -1);
}

/* Approach below 2^(-bits/2) of the fastest speed is rounding. */
static void set_quiet(oracle_world *world)
{
    double fastest = 0;
    for (size_t i = 0; i < world->problem->count; i++) {
        const carom_ball *ball = &world->problem->ball[i];
        fastest = fmax(fastest, fmax(fabs(ball->vx_mps), fabs(ball->vy_mps)));
    }
    mpfr_set_d(world->quiet, fastest, N);
    mpfr_div_2ui(world->quiet, world->quiet, (unsigned long)world->bits / 2, N);
}

static void fold(oracle_world *world, size_t i);

static bool allocate(oracle_world *world)
{
    size_t n = world->problem->count;
    world->ball = calloc(n, sizeof *world->ball);
    world->meeting = calloc(n * n, sizeof *world->meeting);
    world->border = calloc(CAROM_WALL_COUNT * n, sizeof *world->border);
    world->in_cluster = calloc(n, sizeof *world->in_cluster);
    world->member = calloc(n, sizeof *world->member);
    return world->ball != NULL && world->meeting != NULL && world->border != NULL &&
           world->in_cluster != NULL && world->member != NULL;
}

oracle_world *carom_oracle_world_new(const carom_problem *problem, mpfr_prec_t bits, double gap_rel,
                                     const carom_watch *watch)
{
    size_t n = problem->count;
    oracle_world *world = calloc(1, sizeof *world);
    if (world == NULL) {
        return NULL;
    }
    *world = (oracle_world){
        .problem = problem, .bits = bits, .gap_rel = gap_rel, .lcp.watch = watch, .watch = watch};
    if (!allocate(world)) {
        free(world->ball), free(world->meeting), free(world->border), free(world->in_cluster),
            free(world->member);
        free(world);
        return NULL;
    }
    mpfr_inits2(bits, world->now, world->quiet, world->width, world->height, world->gravity[0],
                world->gravity[1], (mpfr_ptr)NULL);
    for (size_t k = 0; k < ORACLE_ROOM; k++) {
        mpfr_init2(world->room[k], bits);
    }
    for (size_t k = 0; k < 4; k++) {
        mpfr_inits2(bits, world->here[k], world->there[k], (mpfr_ptr)NULL);
    }
    for (size_t k = 0; k < n * n; k++) {
        mpfr_init2(world->meeting[k], bits);
        mpfr_set_inf(world->meeting[k], 1);
    }
    for (size_t k = 0; k < CAROM_WALL_COUNT * n; k++) {
        mpfr_init2(world->border[k], bits);
    }
    mpfr_set_zero(world->now, 1);
    mpfr_set_d(world->width, problem->width_m, N);
    mpfr_set_d(world->height, problem->height_m, N);
    mpfr_set_d(world->gravity[0], problem->gravity_mps2[0], N);
    mpfr_set_d(world->gravity[1], problem->gravity_mps2[1], N);
    for (size_t i = 0; i < n; i++) {
        init_ball(world, i);
        fold(world, i);
    }
    set_quiet(world);
    for (size_t i = 0; i < n; i++) {
        carom_oracle_predict(world, i);
    }
    return world;
}

void carom_oracle_world_free(oracle_world *world)
{
    size_t n = world == NULL ? 0 : world->problem->count;
    if (world == NULL) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        oracle_ball *ball = &world->ball[i];
        mpfr_clears(ball->x, ball->y, ball->vx, ball->vy, ball->clock, ball->radius,
                    ball->inverse_mass, ball->struck, (mpfr_ptr)NULL);
    }
    for (size_t k = 0; k < n * n; k++) {
        mpfr_clear(world->meeting[k]);
    }
    for (size_t k = 0; k < CAROM_WALL_COUNT * n; k++) {
        mpfr_clear(world->border[k]);
    }
    for (size_t k = 0; k < ORACLE_ROOM; k++) {
        mpfr_clear(world->room[k]);
    }
    for (size_t k = 0; k < 4; k++) {
        mpfr_clears(world->here[k], world->there[k], (mpfr_ptr)NULL);
    }
    mpfr_clears(world->now, world->quiet, world->width, world->height, world->gravity[0],
                world->gravity[1], (mpfr_ptr)NULL);
    carom_oracle_cluster_free(world);
    carom_log_free(&world->log);
    free(world->ball), free(world->meeting), free(world->border), free(world->in_cluster),
        free(world->member);
    free(world);
}

/* ---- motion ---- */

static bool falls(const oracle_world *world, size_t i)
{
    const double *g = world->problem->gravity_mps2;
    return (g[0] != 0 || g[1] != 0) && !world->problem->ball[i].fixed;
}

/* x + v t + g t^2/2 and v + g t, of one axis. */
static void move(mpfr_t x, mpfr_t v, const mpfr_t t, const mpfr_t g, bool fallen, mpfr_t scratch)
{
    mpfr_mul(scratch, v, t, N);
    mpfr_add(x, x, scratch, N);
    if (fallen) {
        mpfr_mul(scratch, g, t, N);
        mpfr_add(v, v, scratch, N);
        mpfr_mul(scratch, scratch, t, N);
        mpfr_div_2ui(scratch, scratch, 1, N);
        mpfr_add(x, x, scratch, N);
    }
}

void carom_oracle_ball_at(const oracle_world *world, size_t i, const mpfr_t t, mpfr_t at[4])
{
    const oracle_ball *ball = &world->ball[i];
    mpfr_t since, scratch;
    mpfr_inits2(world->bits, since, scratch, (mpfr_ptr)NULL);
    mpfr_sub(since, t, ball->clock, N);
    mpfr_set(at[0], ball->x, N);
    mpfr_set(at[1], ball->y, N);
    mpfr_set(at[2], ball->vx, N);
    mpfr_set(at[3], ball->vy, N);
    move(at[0], at[2], since, world->gravity[0], falls(world, i), scratch);
    move(at[1], at[3], since, world->gravity[1], falls(world, i), scratch);
    mpfr_clears(since, scratch, (mpfr_ptr)NULL);
}

void carom_oracle_book_weight(const oracle_world *world, size_t i, double t_s,
                              carom_accounts *accounts)
{
    const oracle_ball *ball = &world->ball[i];
    if (falls(world, i)) {
        carom_flight then = {mpfr_get_d(ball->x, N), mpfr_get_d(ball->y, N),
                             mpfr_get_d(ball->vx, N), mpfr_get_d(ball->vy, N)};
        carom_flight_book_weight(world->problem, world->problem->ball[i].mass_kg, then,
                                 world->problem->gravity_mps2, t_s - mpfr_get_d(ball->clock, N),
                                 accounts);
    }
}

/* Room 0 and 1. */
void carom_oracle_fly(oracle_world *world, size_t i)
{
    oracle_ball *ball = &world->ball[i];
    mpfr_ptr t = world->room[0];
    carom_oracle_book_weight(world, i, mpfr_get_d(world->now, N), &world->accounts);
    mpfr_sub(t, world->now, ball->clock, N);
    move(ball->x, ball->vx, t, world->gravity[0], falls(world, i), world->room[1]);
    move(ball->y, ball->vy, t, world->gravity[1], falls(world, i), world->room[1]);
    mpfr_set(ball->clock, world->now, N);
}

/* Into [0, length) of a periodic table. */
static void fold_axis(mpfr_t x, const mpfr_t length)
{
    mpfr_fmod(x, x, length, N);
    if (mpfr_sgn(x) < 0) {
        mpfr_add(x, x, length, N);
    }
    if (mpfr_cmp(x, length) >= 0) {
        mpfr_sub(x, x, length, N);
    }
}

static void fold(oracle_world *world, size_t i)
{
    if (world->problem->boundary == CAROM_PERIODIC) {
        fold_axis(world->ball[i].x, world->width);
        fold_axis(world->ball[i].y, world->height);
    }
}

/* ---- predicting ---- */

static void nearest(mpfr_t d, const mpfr_t length, mpfr_t half)
{
    mpfr_div_2ui(half, length, 1, N);
    if (mpfr_cmp(d, half) > 0) {
        mpfr_sub(d, d, length, N);
    }
    mpfr_neg(half, half, N);
    if (mpfr_cmp(d, half) < 0) {
        mpfr_add(d, d, length, N);
    }
}

void carom_oracle_between(const oracle_world *world, mpfr_t dx, mpfr_t dy)
{
    mpfr_t half;
    mpfr_sub(dx, world->there[0], world->here[0], N);
    mpfr_sub(dy, world->there[1], world->here[1], N);
    if (world->problem->boundary == CAROM_PERIODIC) {
        mpfr_init2(half, world->bits);
        nearest(dx, world->width, half);
        nearest(dy, world->height, half);
        mpfr_clear(half);
    }
}

/* The first root of |d + v t| = s, as scene/time_of_impact.h has it, in t; infinity without one. d,
 * v: room 2 to 5. Room 6 to 9. @return whether there is one */
static bool time_of_impact(oracle_world *world, const mpfr_t reach, mpfr_t t)
{
    mpfr_ptr dx = world->room[2], dy = world->room[3], vx = world->room[4], vy = world->room[5];
    mpfr_ptr p = world->room[6], c = world->room[7], disc = world->room[8], v2 = world->room[9];
    mpfr_fmma(p, dx, vx, dy, vy, N);
    if (mpfr_sgn(p) >= 0) {
        return false;
    }
    mpfr_fmma(c, dx, dx, dy, dy, N);
    mpfr_sqr(disc, world->quiet, N);
    mpfr_mul(disc, disc, c, N);
    mpfr_sqr(v2, p, N);
    if (mpfr_cmp(v2, disc) <= 0) {
        return false; /* approaches no faster than rounding */
    }
    mpfr_sqr(disc, reach, N);
    mpfr_sub(c, c, disc, N);
    mpfr_fmma(v2, vx, vx, vy, vy, N);
    mpfr_fmms(disc, p, p, v2, c, N);
    if (mpfr_sgn(disc) <= 0) {
        return false;
    }
    mpfr_sqrt(disc, disc, N);
    mpfr_sub(disc, disc, p, N);
    mpfr_div(t, c, disc, N);
    if (mpfr_sgn(t) < 0) {
        mpfr_set_zero(t, 1);
    }
    return true;
}

/* Position and velocity of j as i sees it, now, into room 2 to 5; either one's clock may be behind.
 */
static void relate(oracle_world *world, size_t i, size_t j)
{
    carom_oracle_ball_at(world, i, world->now, world->here);
    carom_oracle_ball_at(world, j, world->now, world->there);
    for (size_t k = 0; k < 4; k++) {
        mpfr_sub(world->room[2 + k], world->there[k], world->here[k], N);
    }
}

static void predict_pair(oracle_world *world, size_t i, size_t j)
{
    size_t n = world->problem->count;
    int images = world->problem->boundary == CAROM_PERIODIC ? 1 : 0;
    mpfr_ptr when = world->meeting[i < j ? i * n + j : j * n + i], reach = world->room[10],
             t = world->room[11];
    mpfr_ptr x = world->room[12], y = world->room[13];
    mpfr_set_inf(when, 1);
    world->report.pair_tests++;
    if (world->problem->ball[i].fixed && world->problem->ball[j].fixed) {
        return;
    }
    mpfr_add(reach, world->ball[i].radius, world->ball[j].radius, N);
    relate(world, i, j);
    mpfr_set(x, world->room[2], N);
    mpfr_set(y, world->room[3], N);
    for (int a = -images; a <= images; a++) {
        for (int b = -images; b <= images; b++) {
            mpfr_mul_si(world->room[2], world->width, a, N);
            mpfr_mul_si(world->room[3], world->height, b, N);
            mpfr_add(world->room[2], world->room[2], x, N);
            mpfr_add(world->room[3], world->room[3], y, N);
            if (time_of_impact(world, reach, t)) {
                mpfr_add(t, t, world->now, N);
                if (mpfr_cmp(t, when) < 0) {
                    mpfr_set(when, t, N);
                }
            }
        }
    }
}

/* As carom_time_to_line: d above a line, leaving it at u, under a. Room 2, 3, 4 hold d, u, a;
 * room 5. */
static void time_to_line(oracle_world *world, mpfr_t t)
{
    mpfr_ptr d = world->room[2], u = world->room[3], a = world->room[4], root = world->room[5];
    if (mpfr_sgn(d) < 0) {
        mpfr_set_zero(d, 1);
    }
    mpfr_mul(root, a, d, N);
    mpfr_mul_2ui(root, root, 1, N);
    mpfr_sqr(t, u, N);
    mpfr_sub(root, t, root, N);
    mpfr_set_inf(t, 1);
    if (mpfr_sgn(root) < 0 || (mpfr_sgn(a) >= 0 && mpfr_sgn(u) >= 0)) {
        return;
    }
    mpfr_sqrt(root, root, N);
    if (mpfr_sgn(a) < 0 && mpfr_sgn(u) > 0) {
        mpfr_add(root, u, root, N);
        mpfr_neg(a, a, N);
        mpfr_div(t, root, a, N);
    } else {
        mpfr_sub(root, root, u, N);
        mpfr_mul_2ui(d, d, 1, N);
        if (mpfr_zero_p(root) != 0) {
            mpfr_set_zero(t, 1);
        } else {
            mpfr_div(t, d, root, N);
        }
    }
}

/* How far ball i (at now) is from a border inwards, room 2; how fast it leaves it, 3; and what
 * pulls it away, 4. */
static void approach_border(oracle_world *world, size_t i, int wall)
{
    const oracle_ball *ball = &world->ball[i];
    bool horizontal = wall == CAROM_LEFT || wall == CAROM_RIGHT,
         upper = wall == CAROM_RIGHT || wall == CAROM_TOP;
    bool surface = world->problem->boundary == CAROM_WALLS &&
                   world->problem->wall_contact == CAROM_SURFACE;
    mpfr_ptr d = world->room[2], u = world->room[3], a = world->room[4];
    mpfr_set(d, horizontal ? ball->x : ball->y, N);
    mpfr_set(u, horizontal ? ball->vx : ball->vy, N);
    mpfr_set(a, world->gravity[horizontal ? 0 : 1], N);
    if (upper) {
        mpfr_sub(d, horizontal ? world->width : world->height, d, N);
        mpfr_neg(u, u, N);
        mpfr_neg(a, a, N);
    }
    if (surface) {
        mpfr_sub(d, d, ball->radius, N);
    }
}

static void predict_border(oracle_world *world, size_t i, int wall)
{
    mpfr_ptr when = world->border[CAROM_WALL_COUNT * i + (size_t)wall];
    mpfr_set_inf(when, 1);
    if (world->problem->boundary == CAROM_OPEN || world->problem->ball[i].fixed) {
        return;
    }
    approach_border(world, i, wall);
    time_to_line(world, when);
    if (mpfr_inf_p(when) == 0) {
        mpfr_add(when, when, world->now, N);
    }
}

void carom_oracle_predict(oracle_world *world, size_t i)
{
    for (size_t j = 0; j < world->problem->count; j++) {
        if (j != i && !carom_watch_wants_end(world->watch)) {
            predict_pair(world, i, j);
        }
    }
    for (int wall = 0; wall < CAROM_WALL_COUNT; wall++) {
        predict_border(world, i, wall);
    }
}

/* ---- events ---- */

/* The earliest event: its balls; j of a border is the number of balls and more. NULL: there is
 * none. */
static mpfr_srcptr first_event(const oracle_world *world, uint32_t *i, uint32_t *j)
{
    size_t n = world->problem->count;
    mpfr_srcptr first = NULL;
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; b < n + CAROM_WALL_COUNT; b++) {
            mpfr_srcptr when = b < n ? world->meeting[a * n + b]
                                     : world->border[CAROM_WALL_COUNT * a + b - n];
            if (mpfr_inf_p(when) == 0 && (first == NULL || mpfr_cmp(when, first) < 0)) {
                first = when;
                *i = (uint32_t)a;
                *j = (uint32_t)b;
            }
        }
    }
    return first;
}

/* A ball that leaves a periodic table comes in again on the other side. */
static void cross(oracle_world *world, uint32_t i, int border)
{
    oracle_ball *ball = &world->ball[i];
    bool along_x = border == CAROM_LEFT || border == CAROM_RIGHT;
    mpfr_ptr place = along_x ? ball->x : ball->y, length = along_x ? world->width : world->height;
    bool up = border == CAROM_LEFT || border == CAROM_BOTTOM;
    double way = (up ? 1 : -1) * mpfr_get_d(length, N);
    carom_oracle_fly(world, i);
    (up ? mpfr_add : mpfr_sub)(place, place, length, N);
    carom_flight_book_fold(world->problem, i, along_x ? way : 0, along_x ? 0 : way,
                           &world->accounts);
    carom_oracle_predict(world, i);
}

carom_status carom_oracle_world_advance(oracle_world *world, double t_s, carom_error *error)
{
    size_t n = world->problem->count;
    carom_status status = CAROM_OK;
    while (status == CAROM_OK && t_s > 0) {
        uint32_t i = 0, j = 0;
        mpfr_srcptr first = first_event(world, &i, &j);
        if (carom_watch_wants_end(world->watch)) {
            return carom_error_interrupted(error);
        }
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
            status = carom_oracle_collide(world, i, j, error);
        }
    }
    return status;
}
