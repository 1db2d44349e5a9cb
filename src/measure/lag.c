/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/lag.h"
#include "scene/walls.h"
#include <math.h>
#include <stdlib.h>

enum { LAGGING, TURNED, FIELDS };

/* A ball of the rigid run at its own clock, and its displacements there. */
typedef struct {
    double x, y, vx, vy, clock_s;
    carom_displacement field[FIELDS];
    double lost_s; /* nothing is known of it from then on */
    /* because of a contact of three or more, its own or one of a ball that it met */
    bool crowded;
} follower;

struct carom_lag {
    carom_lag_brief of;
    follower *ball;
    size_t next; /* collision of the rigid log */
    double t_s;
    double *soft_end_s; /* by ball: when its last soft contact ended */
};

bool carom_lag_is_known(const carom_problem *problem)
{
    return !carom_problem_has_friction(problem) && !carom_problem_falls_past_fixed(problem);
}

carom_lag *carom_lag_new(const carom_lag_brief *brief, carom_error *error)
{
    size_t n = brief->problem->count;
    carom_lag *lag = calloc(1, sizeof *lag);
    if (lag != NULL) {
        *lag = (carom_lag){.of = *brief,
                           .ball = calloc(n + 1, sizeof *lag->ball),
                           .soft_end_s = calloc(n + 1, sizeof *lag->soft_end_s)};
    }
    if (lag == NULL || lag->ball == NULL || lag->soft_end_s == NULL) {
        carom_lag_free(lag);
        carom_error_no_memory(error);
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        const carom_ball *ball = &brief->problem->ball[i];
        lag->ball[i] = (follower){.x = ball->x_m,
                                  .y = ball->y_m,
                                  .vx = ball->vx_mps,
                                  .vy = ball->vy_mps,
                                  .lost_s = brief->alignment->lost_s[i]};
    }
    return lag;
}

void carom_lag_free(carom_lag *lag)
{
    if (lag != NULL) {
        free(lag->ball);
        free(lag->soft_end_s);
        free(lag);
    }
}

/* ---- flight ---- */

static double gravity(const carom_lag *lag, size_t i, int axis)
{
    return lag->of.problem->ball[i].fixed ? 0 : lag->of.problem->gravity_mps2[axis];
}

static carom_displacement drift(carom_displacement d, double t)
{
    return (carom_displacement){d.x_m + t * d.vx_mps, d.y_m + t * d.vy_mps, d.vx_mps, d.vy_mps};
}

static void fly(carom_lag *lag, size_t i, double t_s)
{
    follower *ball = &lag->ball[i];
    double t = t_s - ball->clock_s, gx = gravity(lag, i, 0), gy = gravity(lag, i, 1);
    ball->x += t * (ball->vx + 0.5 * t * gx);
    ball->y += t * (ball->vy + 0.5 * t * gy);
    ball->vx += t * gx;
    ball->vy += t * gy;
    ball->clock_s = t_s;
    for (int f = 0; f < FIELDS; f++) {
        ball->field[f] = drift(ball->field[f], t);
    }
}

/* ---- what one contact by itself does ---- */

/* The scene of one collision alone: its one or two balls, as they touch. */
static carom_status isolate(const carom_lag *lag, const carom_collision *c, carom_problem *scene,
                            carom_error *error)
{
    const carom_problem *problem = lag->of.problem;
    const follower *a = &lag->ball[c->a];
    carom_ball ball = problem->ball[c->a];
    double reach = ball.radius_m + (c->wall ? 0 : problem->ball[c->b].radius_m);
    carom_problem table = *problem;
    carom_status status;
    table.count = 0; /* the balls aside */
    table.changes = 0;
    status = carom_problem_copy(scene, &table, error);
    if (status != CAROM_OK) {
        return status;
    }
    scene->boundary = c->wall ? CAROM_WALLS : CAROM_OPEN;
    scene->restitution = carom_problem_restitution(problem, c->t_s);
    ball.x_m = a->x;
    ball.y_m = a->y;
    ball.vx_mps = a->vx;
    ball.vy_mps = a->vy;
    status = carom_problem_add(scene, &ball, error);
    if (status == CAROM_OK && !c->wall) {
        const follower *b = &lag->ball[c->b];
        ball = problem->ball[c->b];
        /* the image that is meant, where the table is periodic */
        ball.x_m = a->x + reach * c->normal_x;
        ball.y_m = a->y + reach * c->normal_y;
        ball.vx_mps = b->vx;
        ball.vy_mps = b->vy;
        status = carom_problem_add(scene, &ball, error);
    }
    return status;
}

/* The displacement at the touch that would lead a ball from its rigid way to its soft one, t later.
 */
static carom_displacement lead_back(const carom_lag *lag, size_t i, const carom_ball *touch,
                                    double vx, double vy, const carom_sample *sample, size_t k)
{
    double t = sample->t_s, gx = gravity(lag, i, 0), gy = gravity(lag, i, 1);
    double dvx = sample->vx_mps[k] - (vx + t * gx), dvy = sample->vy_mps[k] - (vy + t * gy);
    double dx = sample->x_m[k] - (touch->x_m + t * (vx + 0.5 * t * gx));
    double dy = sample->y_m[k] - (touch->y_m + t * (vy + 0.5 * t * gy));
    return (carom_displacement){dx - t * dvx, dy - t * dvy, dvx, dvy};
}

/* Runs the contact by itself until it is over. */
static carom_status run_alone(const carom_lag *lag, const carom_problem *scene,
                              carom_sample *sample, carom_error *error)
{
    static const double longer = 1.25; /* than a typical contact, and again until it is over */
    carom_solver *solver = carom_solver_new_chosen(scene, lag->of.springs, true, error);
    carom_report report = {.contact_s = 0};
    carom_status status = solver == NULL ? error->status : CAROM_OK;
    bool over = false;
    /* contacts are short, but may be many */
    if (solver != NULL && lag->of.stop != NULL && *lag->of.stop != 0) {
        status = carom_error_interrupted(error);
    }
    if (solver != NULL) {
        carom_solver_watch(solver, lag->of.stop);
    }
    for (int tries = 1; tries <= 8 && status == CAROM_OK && !over; tries++) {
        carom_solver_report(solver, &report);
        status = carom_solver_advance(solver, longer * tries * report.contact_s, error);
        carom_solver_sample(solver, sample);
        over = sample->contacts == 0 && sample->collisions > 0;
    }
    carom_solver_free(solver);
    return status;
}

/* Adds what a contact of springs makes of a collision to its balls' displacements. The collision's
 * own change of velocity has been made: v is what the rigid balls leave with. */
static carom_status add_source(carom_lag *lag, const carom_problem *scene, const carom_collision *c,
                               carom_error *error)
{
    carom_sample sample;
    carom_status status = carom_sample_init(&sample, scene->count, error);
    if (status == CAROM_OK) {
        status = run_alone(lag, scene, &sample, error);
    }
    for (size_t k = 0; k < scene->count && status == CAROM_OK; k++) {
        size_t i = k == 0 ? c->a : c->b;
        follower *ball = &lag->ball[i];
        carom_displacement d = lead_back(lag, i, &scene->ball[k], ball->vx, ball->vy, &sample, k);
        ball->field[LAGGING].x_m += d.x_m;
        ball->field[LAGGING].y_m += d.y_m;
        ball->field[TURNED].vx_mps += d.vx_mps;
        ball->field[TURNED].vy_mps += d.vy_mps;
    }
    carom_sample_free(&sample);
    return status;
}

/* ---- a collision ---- */

/* How displacements go through a collision. Displaced balls touch later by dt, elsewhere, with
 * another normal and other speeds; what has changed by then is traced back to the time of the
 * undisturbed touch. d and w are those of b seen from a (a wall stands still), e the restitution.
 */
static void carry_through(carom_lag *lag, const carom_collision *c, double e)
{
    const carom_problem *problem = lag->of.problem;
    follower *a = &lag->ball[c->a], *b = c->wall ? NULL : &lag->ball[c->b];
    double nx = c->normal_x, ny = c->normal_y, radius = problem->ball[c->a].radius_m;
    /* the way past a, seen from a, on which the normal turns by 1: round a wall as round a ball */
    double reach = b ? radius + problem->ball[c->b].radius_m
                     : -1 / carom_walls_turn_1pm(problem, c->b, carom_walls_reach(problem, radius));
    double wx = (b ? b->vx : 0) - a->vx, wy = (b ? b->vy : 0) - a->vy, wn = wx * nx + wy * ny;
    double ia = carom_ball_inverse_mass(&problem->ball[c->a]),
           ib = b ? carom_ball_inverse_mass(&problem->ball[c->b]) : 0;
    double gx = b ? 0 : -gravity(lag, c->a, 0), gy = b ? 0 : -gravity(lag, c->a, 1);
    for (int f = 0; f < FIELDS; f++) {
        carom_displacement *p = &a->field[f], *q = b ? &b->field[f] : NULL;
        double dx = (q ? q->x_m : 0) - p->x_m, dy = (q ? q->y_m : 0) - p->y_m,
               dt = -(dx * nx + dy * ny) / wn;
        double vx = (q ? q->vx_mps : 0) - p->vx_mps + gx * dt,
               vy = (q ? q->vy_mps : 0) - p->vy_mps + gy * dt;
        /* of the normal */
        double tx = (dx + wx * dt) / reach, ty = (dy + wy * dt) / reach;
        double along = vx * nx + vy * ny + wx * tx + wy * ty;
        double changed_x = -(1 + e) * (along * nx + wn * tx),
               changed_y = -(1 + e) * (along * ny + wn * ty);
        double kick_x = -(1 + e) * wn * nx, kick_y = -(1 + e) * wn * ny; /* of w itself */
        /* the balls' parts in it */
        double pa = -ia / (ia + ib), pb = ib / (ia + ib);
        *p = (carom_displacement){p->x_m - pa * kick_x * dt, p->y_m - pa * kick_y * dt,
                                  p->vx_mps + pa * changed_x, p->vy_mps + pa * changed_y};
        if (q) {
            *q = (carom_displacement){q->x_m - pb * kick_x * dt, q->y_m - pb * kick_y * dt,
                                      q->vx_mps + pb * changed_x, q->vy_mps + pb * changed_y};
        }
    }
}

static void push(carom_lag *lag, const carom_collision *c)
{
    const carom_ball *ball = lag->of.problem->ball;
    follower *a = &lag->ball[c->a];
    double ja = -c->impulse_Ns * carom_ball_inverse_mass(&ball[c->a]);
    a->vx += ja * c->normal_x;
    a->vy += ja * c->normal_y;
    if (!c->wall) {
        follower *b = &lag->ball[c->b];
        double jb = c->impulse_Ns * carom_ball_inverse_mass(&ball[c->b]);
        b->vx += jb * c->normal_x;
        b->vy += jb * c->normal_y;
    }
}

static void lose(follower *ball, double t_s, bool crowded)
{
    ball->lost_s = fmin(ball->lost_s, t_s);
    ball->crowded = ball->crowded || crowded;
}

/* Whether another collision at the same instant has a ball of this one: then the outcome is no
 * smooth function of the positions. */
static bool is_crowded(const carom_log *log, size_t k)
{
    const carom_collision *c = &log->item[k];
    bool crowded = false;
    for (int step = -1; step <= 1; step += 2) {
        for (size_t i = k + (size_t)step; i < log->count && log->item[i].t_s == c->t_s;
             i += (size_t)step) {
            const carom_collision *o = &log->item[i];
            crowded = crowded || o->a == c->a || (!c->wall && o->a == c->b) ||
                      (!o->wall && (o->b == c->a || (!c->wall && o->b == c->b)));
        }
    }
    return crowded;
}

/* The soft contact begins before one of its balls is out of its last: springs know contacts of
 * three. */
static bool overlaps_last(carom_lag *lag, const carom_collision *soft)
{
    double end = soft->t_s + (isnan(soft->separation_mps) ? INFINITY : soft->contact_s);
    bool crowded = soft->t_s < lag->soft_end_s[soft->a] ||
                   (!soft->wall && soft->t_s < lag->soft_end_s[soft->b]);
    lag->soft_end_s[soft->a] = end;
    if (!soft->wall) {
        lag->soft_end_s[soft->b] = end;
    }
    return crowded;
}

static carom_status collide(carom_lag *lag, size_t k, carom_error *error)
{
    const carom_collision *c = &lag->of.rigid->item[k];
    size_t partner = lag->of.alignment->partner[k];
    follower *a = &lag->ball[c->a], *b = c->wall ? a : &lag->ball[c->b];
    bool known = partner != CAROM_UNMATCHED && c->t_s < a->lost_s && c->t_s < b->lost_s;
    bool crowded = a->crowded || b->crowded;
    carom_problem scene;
    carom_status status = CAROM_OK;
    fly(lag, c->a, c->t_s);
    fly(lag, b == a ? c->a : c->b, c->t_s);
    if (known) {
        crowded = overlaps_last(lag, &lag->of.soft->item[partner]) || is_crowded(lag->of.rigid, k);
        known = !crowded;
    }
    if (!known) {
        lose(a, c->t_s, crowded);
        lose(b, c->t_s, crowded);
        push(lag, c);
        return CAROM_OK;
    }
    status = isolate(lag, c, &scene, error);
    carry_through(lag, c, c->separation_mps / c->approach_mps);
    push(lag, c);
    if (status == CAROM_OK) {
        status = add_source(lag, &scene, c, error);
    }
    carom_problem_free(&scene);
    return status;
}

carom_status carom_lag_advance(carom_lag *lag, double t_s, carom_error *error)
{
    const carom_log *log = lag->of.rigid;
    carom_status status = CAROM_OK;
    while (status == CAROM_OK && lag->next < log->count && log->item[lag->next].t_s <= t_s) {
        status = collide(lag, lag->next++, error);
    }
    lag->t_s = t_s;
    return status;
}

bool carom_lag_at(const carom_lag *lag, size_t i, carom_displacement *lagging,
                  carom_displacement *turned)
{
    const follower *ball = &lag->ball[i];
    *lagging = drift(ball->field[LAGGING], lag->t_s - ball->clock_s);
    *turned = drift(ball->field[TURNED], lag->t_s - ball->clock_s);
    return lag->t_s < ball->lost_s;
}

bool carom_lag_is_crowded(const carom_lag *lag, size_t i)
{
    return lag->ball[i].crowded;
}
