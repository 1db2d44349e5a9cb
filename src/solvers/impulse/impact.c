/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impacts: everything that touches at the instant of an impact is one cluster, which the policy
 * resolves; the velocities come back, and log and ledger get every impulse. */
#include "base/grow.h"
#include "solvers/impulse/state.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Two bodies touch when their gap is below cluster_gap_rel of the smaller radius, or would be
 * closed within cluster_time_s, or is below this many units in the last place of their coordinates.
 */
static const double touching_ulps = 8.0;
/* Rounds after which an impact is given up whose end is not seen: about a second. A light body
 * between a heavy one and a wall that touch it is struck pi sqrt(M/m) times, between two fixed ones
 * for ever. */
static const size_t most_rounds = 5000000;

carom_status carom_impulse_cluster_init(impulse_solver *self)
{
    impulse_cluster *cluster = &self->cluster;
    size_t n = self->problem->count + 1;
    *cluster = (impulse_cluster){.ball = calloc(n, sizeof *cluster->ball),
                                 .vx = calloc(n, sizeof *cluster->vx),
                                 .vy = calloc(n, sizeof *cluster->vy),
                                 .inverse_mass = calloc(n, sizeof *cluster->inverse_mass),
                                 .body = calloc(n, sizeof *cluster->body),
                                 .number = calloc(n, sizeof *cluster->number)};
    if (cluster->ball == NULL || cluster->vx == NULL || cluster->vy == NULL ||
        cluster->inverse_mass == NULL || cluster->body == NULL || cluster->number == NULL) {
        return carom_error_no_memory(self->error);
    }
    return CAROM_OK;
}

void carom_impulse_cluster_free(impulse_cluster *cluster)
{
    free(cluster->ball);
    free(cluster->vx);
    free(cluster->vy);
    free(cluster->inverse_mass);
    free(cluster->body);
    free(cluster->number);
    free(cluster->touch);
    free(cluster->peak_mps);
}

/* ---- collecting ---- */

static void join(impulse_solver *self, uint32_t i)
{
    impulse_cluster *cluster = &self->cluster;
    const impulse_traits *traits = &self->traits[i];
    double v2;
    size_t place = cluster->bodies++;
    carom_impulse_fly(self, i, cluster->now_s);
    v2 = self->ball[i].vx * self->ball[i].vx + self->ball[i].vy * self->ball[i].vy;
    cluster->fast_mps = traits->fast_mps > cluster->fast_mps ? traits->fast_mps : cluster->fast_mps;
    cluster->speed2 = v2 > cluster->speed2 ? v2 : cluster->speed2;
    self->ball[i].place = (uint32_t)place;
    cluster->ball[place] = i;
    cluster->vx[place] = self->ball[i].vx;
    cluster->vy[place] = self->ball[i].vy;
    cluster->inverse_mass[place] = traits->inverse_mass;
    cluster->body[place] = (carom_body){self->ball[i].radius_m, 1 / traits->inverse_mass};
}

static carom_status add_touch(impulse_solver *self, const carom_touch *touch)
{
    impulse_cluster *cluster = &self->cluster;
    if (cluster->touches == cluster->touch_capacity) {
        carom_touch *grown = carom_grow(cluster->touch, cluster->touches, &cluster->touch_capacity,
                                        sizeof *grown);
        double *peak = grown == NULL
                         ? NULL
                         : realloc(cluster->peak_mps, cluster->touch_capacity * sizeof *peak);
        cluster->touch = grown == NULL ? cluster->touch : grown;
        cluster->peak_mps = peak == NULL ? cluster->peak_mps : peak;
        if (grown == NULL || peak == NULL) {
            return carom_error_no_memory(self->error);
        }
    }
    cluster->peak_mps[cluster->touches] = 0;
    cluster->touch[cluster->touches++] = *touch;
    return CAROM_OK;
}

static double tolerance(const impulse_solver *self, double radius, const impulse_ball *a)
{
    double ulps = touching_ulps * DBL_EPSILON * (fabs(a->x) + fabs(a->y));
    double gap = self->cluster_gap_rel * radius;
    return gap > ulps ? gap : ulps;
}

/* Whether a gap (m) that closes at so many m/s counts as none. */
static bool is_touching(const impulse_solver *self, double gap, double closing_mps, double near_m)
{
    return gap <= near_m || (closing_mps > 0 && gap <= closing_mps * self->cluster_time_s);
}

bool carom_impulse_are_fixed(const impulse_solver *self, uint32_t i, uint32_t j)
{
    return self->traits[i].inverse_mass + self->traits[j].inverse_mass == 0;
}

static double closing_speed(const impulse_ball *a, const impulse_view *view, size_t k,
                            const carom_touch *touch)
{
    return (a->vx - view->at.vx[k]) * touch->nx + (a->vy - view->at.vy[k]) * touch->ny;
}

/* Joins the ball that ball i sees, if it touches or is the one that i is bound to hit now. */
static carom_status try_ball(impulse_solver *self, uint32_t i, const impulse_view *view, size_t k,
                             bool bound)
{
    uint32_t j = view->ball[k];
    const impulse_ball *a = &self->ball[i], *b = &self->ball[j];
    double dx = view->at.dx[k], dy = view->at.dy[k], reach = view->at.reach[k], scale, wide, high,
           distance, gap;
    carom_touch touch;
    if (b->place < a->place || carom_impulse_are_fixed(self, i, j)) {
        return CAROM_OK; /* seen from the other side already; or nobody can move */
    }
    /* At a touch the distance is always about the same number, so its root would always be rounded
     * alike, all normals be a little too long or too short, and energy drift. In another scale for
     * every direction the roundings even out. */
    scale = 1 + fabs(dx) / reach;
    wide = scale * dx;
    high = scale * dy;
    distance = sqrt(wide * wide + high * high);
    touch = (carom_touch){a->place, b->place, wide / distance, high / distance, 0, NAN, 0};
    gap = distance / scale - reach;
    if (!(distance > 0) ||
        (!bound && !is_touching(self, gap, closing_speed(a, view, k, &touch),
                                tolerance(self, fmin(a->radius_m, b->radius_m), a)))) {
        return CAROM_OK;
    }
    if (-gap > self->report.max_overlap_m) {
        self->report.max_overlap_m = -gap;
    }
    if (b->place == IMPULSE_NO_PLACE) {
        join(self, j);
        touch.b = b->place;
    }
    carom_impulse_set_restitution(self, &touch);
    return add_touch(self, &touch);
}

/* Hardly anybody who is near touches: the cheap part of the test first. */
static carom_status collect_balls(impulse_solver *self, uint32_t i, const impulse_view *view,
                                  uint32_t bound_to)
{
    double radius = self->ball[i].radius_m, far = self->cluster_time_s > 0 ? INFINITY : 0;
    double spare = tolerance(self, radius, &self->ball[i]);
    carom_status status = CAROM_OK;
    for (size_t k = 0; k < view->count && status == CAROM_OK; k++) {
        double dx = view->at.dx[k], dy = view->at.dy[k], reach = view->at.reach[k] + spare + far;
        if (dx * dx + dy * dy <= reach * reach || view->ball[k] == bound_to) {
            status = try_ball(self, i, view, k, view->ball[k] == bound_to);
        }
    }
    return status;
}

static carom_status collect_walls(impulse_solver *self, uint32_t i)
{
    const double(*normal)[2] = carom_wall_normals;
    const impulse_ball *ball = &self->ball[i];
    double near = tolerance(self, ball->radius_m, ball);
    if (self->problem->boundary != CAROM_WALLS || (ball->carried & CARRIED_FIXED) != 0) {
        return CAROM_OK;
    }
    for (int wall = 0; wall < CAROM_WALL_COUNT; wall++) {
        double line = carom_wall_line(self->problem, self->ball[i].radius_m, wall);
        double beyond = normal[wall][0] * (ball->x - line) + normal[wall][1] * (ball->y - line);
        double closing = normal[wall][0] * ball->vx + normal[wall][1] * ball->vy;
        carom_touch touch = {ball->place, CAROM_NO_BODY, normal[wall][0], normal[wall][1], 0,
                             NAN,         wall};
        carom_status status = CAROM_OK;
        if (is_touching(self, -beyond, closing, near)) {
            carom_impulse_set_restitution(self, &touch);
            if (beyond > self->report.max_overlap_m) {
                self->report.max_overlap_m = beyond;
            }
            status = add_touch(self, &touch);
        }
        if (status != CAROM_OK) {
            return status;
        }
    }
    return CAROM_OK;
}

/* Breadth first from ball i over everything that touches. The views of the first two bodies stay,
 * so that a collision of two looks around each of them once. */
static carom_status collect(impulse_solver *self, uint32_t i)
{
    impulse_cluster *cluster = &self->cluster;
    uint32_t bound_to = self->event[i].kind == EVENT_PAIR ? self->event[i].partner : self->grid.end;
    carom_status status = CAROM_OK;
    join(self, i);
    for (size_t k = 0; k < cluster->bodies && status == CAROM_OK; k++) {
        impulse_view *view = &self->view[k < 1 ? k : 1];
        carom_impulse_look(self, cluster->ball[k], view);
        status = collect_balls(self, cluster->ball[k], view, k == 0 ? bound_to : self->grid.end);
        if (status == CAROM_OK) {
            status = collect_walls(self, cluster->ball[k]);
        }
    }
    return status;
}

/* ---- resolving ---- */

/* What a wall or a fixed ball gives to the ball at the other side of a touch comes from outside. */
static void book(impulse_solver *self, const carom_touch *touch, const carom_impulse *impulse)
{
    const double *inverse_mass = self->cluster.inverse_mass;
    bool a_fixed = inverse_mass[touch->a] == 0;
    bool b_fixed = touch->b == CAROM_NO_BODY || inverse_mass[touch->b] == 0;
    if (impulse->dissipated_J != 0) {
        carom_sum_add(&self->accounts.dissipated, impulse->dissipated_J);
    }
    if (a_fixed || b_fixed) { /* a is pushed along -n, b along n */
        const impulse_ball *ball = &self->ball[self->cluster.ball[a_fixed ? touch->b : touch->a]];
        double push = a_fixed ? impulse->impulse_Ns : -impulse->impulse_Ns;
        double jx = push * touch->nx, jy = push * touch->ny;
        double rx = ball->x - 0.5 * self->problem->width_m;
        double ry = ball->y - 0.5 * self->problem->height_m;
        carom_sum_add(&self->accounts.impulse_x, jx);
        carom_sum_add(&self->accounts.impulse_y, jy);
        carom_sum_add(&self->accounts.angular, rx * jy - ry * jx);
    }
}

/* Takes note of what tells an endless impact from one that ends, and one that makes energy. */
static void note(impulse_cluster *cluster, const carom_impulse *impulse)
{
    double *peak = &cluster->peak_mps[impulse->touch], u = impulse->approach_mps;
    *peak = u > *peak ? u : *peak;
    cluster->fallen = u > cluster->fallen * *peak ? u / *peak : cluster->fallen;
    cluster->dissipated_J += impulse->dissipated_J;
    cluster->at_stake_J += fabs(impulse->dissipated_J);
    cluster->lossy |= impulse->dissipated_J > 0;
    cluster->fed |= u > 0 && impulse->dissipated_J < 0;
}

static carom_status emit(void *context, const carom_impulse *impulse)
{
    impulse_solver *self = context;
    impulse_cluster *cluster = &self->cluster;
    const carom_touch *touch = &cluster->touch[impulse->touch];
    bool wall = touch->b == CAROM_NO_BODY;
    uint32_t a = cluster->ball[touch->a],
             b = wall ? (uint32_t)touch->wall : cluster->ball[touch->b];
    bool flip = !wall && b < a;
    carom_collision collision = {.t_s = self->origin_s + cluster->now_s,
                                 .normal_x = flip ? -touch->nx : touch->nx,
                                 .normal_y = flip ? -touch->ny : touch->ny,
                                 .approach_mps = impulse->approach_mps,
                                 .separation_mps = impulse->separation_mps,
                                 .impulse_Ns = impulse->impulse_Ns,
                                 .dissipated_J = impulse->dissipated_J,
                                 .a = flip ? b : a,
                                 .b = flip ? a : b,
                                 .wall = wall};
    self->report.collisions++;
    self->traits[a].pushed_s = cluster->now_s;
    if (!wall) {
        self->traits[b].pushed_s = cluster->now_s;
    }
    cluster->pushed = true;
    if (cluster->touches > 1) { /* one contact alone is neither */
        note(cluster, impulse);
    }
    book(self, touch, impulse);
    return self->log == NULL ? CAROM_OK : carom_log_add(self->log, &collision, self->error);
}

/* Within one instant the TC model makes every round after a body's first elastic, and what settles
 * depends on the speeds of the round. */
static void renew_restitution(impulse_solver *self)
{
    impulse_cluster *cluster = &self->cluster;
    for (size_t k = 0; k < cluster->touches && self->tc_s + self->rest_speed_mps > 0; k++) {
        carom_impulse_set_restitution(self, &cluster->touch[k]);
    }
}

/* A wall's normal is an axis: what it turns needs no detour by way of the impulse, so that e = 1
 * keeps speeds to the bit, for ever. */
static void turn(const carom_cluster *cluster, const carom_touch *touch, double e)
{
    double *v = touch->nx != 0 ? &cluster->vx[touch->a] : &cluster->vy[touch->a];
    *v = 0 - e * *v;
}

/* A single contact: every policy is the ordinary rule, J = (1+e) mu u. */
static carom_status resolve_one(const carom_cluster *cluster, double *largest_mps)
{
    const carom_touch *touch = &cluster->touch[0];
    double approach = -carom_touch_velocity(cluster, touch), e, impulse;
    if (approach <= cluster->quiet_mps) {
        return CAROM_OK;
    }
    *largest_mps = approach;
    e = carom_touch_restitution(cluster, touch, approach);
    impulse = (1 + e) * approach / carom_touch_inverse_mass(cluster, touch);
    if (touch->b == CAROM_NO_BODY) {
        turn(cluster, touch, e);
    } else {
        carom_touch_push(cluster, touch, impulse);
    }
    return cluster->emit(cluster->context, &(carom_impulse){0, impulse, approach,
                                                            carom_touch_velocity(cluster, touch),
                                                            0.5 * impulse * (1 - e) * approach});
}

static carom_status resolve(impulse_solver *self)
{
    impulse_cluster *own = &self->cluster;
    carom_cluster cluster = {.bodies = own->bodies,
                             .touches = own->touches,
                             .vx = own->vx,
                             .vy = own->vy,
                             .inverse_mass = own->inverse_mass,
                             .body = own->body,
                             .number = own->number,
                             .touch = own->touch,
                             .law = self->law,
                             .law_options = self->law_options,
                             .quiet_mps = carom_impulse_quiet(own->fast_mps),
                             .watch = self->watch,
                             .emit = emit,
                             .context = self};
    carom_status status = CAROM_OK;
    if (own->touches == 1) {
        return resolve_one(&cluster, &own->largest_mps);
    }
    for (size_t k = 0; k < own->bodies; k++) {
        own->number[k] = self->problem->ball[own->ball[k]].number;
    }
    for (size_t round = 0; round < most_rounds; round++) {
        size_t impulses;
        double largest;
        own->fallen = 0;
        status = carom_watch_wants_end(self->watch)
                   ? carom_error_interrupted(self->error)
                   : self->policy->round(self->policy_workspace, &cluster, &impulses, &largest,
                                         self->error);
        if (status != CAROM_OK || impulses == 0) {
            return status;
        }
        own->largest_mps = round == 0 ? largest : own->largest_mps;
        own->last_mps = largest;
        renew_restitution(self);
        carom_impulse_grow_deaf(self, &cluster, round);
        if (carom_impulse_is_cascade(self, &cluster, round)) {
            return carom_impulse_collapse(
                self, own->ball[0],
                "and the bodies that touch it strike each other endlessly "
                "often, ever more slowly",
                NULL);
        }
    }
    return carom_impulse_collapse(self, own->ball[0],
                                  "and the bodies that touch it, with no room between them, strike "
                                  "each other millions of times and have not parted",
                                  "give them room, shorten duration_s, or use the penalty solver");
}

/* Impulses that all push apart can make energy together: newton_lcp's do. The ledger has it as a
 * loss below 0. */
static void note_gain(impulse_solver *self)
{
    static const double rounding = 1e-12;
    const impulse_cluster *cluster = &self->cluster;
    if (!cluster->fed && -cluster->dissipated_J > rounding * cluster->at_stake_J) {
        self->report.gains++;
        self->report.gained_J -= cluster->dissipated_J;
    }
}

/* ---- after the impact ---- */

/* How fast those were that the bodies' velocities come from: who was fast long ago is forgotten,
 * bit by bit. */
static double next_fast(const impulse_cluster *cluster)
{
    double fast = sqrt(cluster->speed2);
    if (cluster->deaf > 1) {
        return cluster->deaf * cluster->fast_mps;
    }
    return cluster->pushed && fast > 0.5 * cluster->fast_mps
             ? fast
             : (cluster->pushed ? 0.5 : 1) * cluster->fast_mps;
}

static void release(impulse_solver *self, bool apply)
{
    impulse_cluster *cluster = &self->cluster;
    double fast = next_fast(cluster);
    for (size_t k = 0; k < cluster->bodies; k++) {
        impulse_ball *ball = &self->ball[cluster->ball[k]];
        double vx = cluster->vx[k], vy = cluster->vy[k];
        ball->place = IMPULSE_NO_PLACE;
        if (apply) {
            ball->stamp += ball->vx != vx || ball->vy != vy;
            ball->vx = vx;
            ball->vy = vy;
            carom_impulse_note_speed(self, vx * vx + vy * vy);
            self->traits[cluster->ball[k]].fast_mps = cluster->inverse_mass[k] > 0 ? fast : 0;
        }
    }
}

/* A ball that has hit a wall is on its line, not a rounding away from it. */
static void snap_to_wall(impulse_solver *self, uint32_t i)
{
    int wall = (int)self->event[i].partner;
    double line = carom_wall_line(self->problem, self->ball[i].radius_m, wall);
    if (wall == CAROM_LEFT || wall == CAROM_RIGHT) {
        self->ball[i].x = line;
    } else {
        self->ball[i].y = line;
    }
}

/* The views of a collision of one or two are still good, but for what it changed itself. */
static void predict_anew(impulse_solver *self)
{
    const impulse_cluster *cluster = &self->cluster;
    if (cluster->bodies > 2) {
        for (size_t k = 0; k < cluster->bodies; k++) {
            carom_impulse_renew(self, cluster->ball[k], cluster->now_s);
        }
        return;
    }
    for (size_t k = 0; k < cluster->bodies; k++) {
        impulse_view *view = &self->view[k];
        for (size_t j = 0; j < view->count && cluster->bodies == 2; j++) {
            if (view->ball[j] == cluster->ball[1 - k]) {
                view->at.vx[j] = self->ball[cluster->ball[1 - k]].vx;
                view->at.vy[j] = self->ball[cluster->ball[1 - k]].vy;
            }
        }
        carom_impulse_predict(self, cluster->ball[k], view);
    }
}

/* Takes the speeds after the impact into account. @return CAROM_NOT_FINITE where one has no square
 * any more */
static carom_status note_speeds(impulse_solver *self)
{
    impulse_cluster *cluster = &self->cluster;
    char t[32];
    for (size_t k = 0; k < cluster->bodies; k++) {
        const carom_ball *ball = &self->problem->ball[cluster->ball[k]];
        double v2 = cluster->vx[k] * cluster->vx[k] + cluster->vy[k] * cluster->vy[k];
        if (!isfinite(v2)) {
            carom_number_format_short(self->origin_s + cluster->now_s, t, sizeof t);
            return carom_error_set(
                self->error, CAROM_NOT_FINITE, "",
                "at t = %s s the speed of ball %u%s%s leaves the range "
                "of numbers; lower a restitution that is above 1, or shorten duration_s",
                t, ball->number + 1, ball->name[0] == '\0' ? "" : ", ", ball->name);
        }
        cluster->speed2 = v2 > cluster->speed2 ? v2 : cluster->speed2;
    }
    if (cluster->touches > 1) {
        note_gain(self);
    }
    if (self->rest_speed_mps > 0) {
        carom_impulse_carry(self);
    }
    return CAROM_OK;
}

/* Time of the impulse before, of ball i and of whom it meets: the earlier one. */
static double last_impulse(const impulse_solver *self, uint32_t i, impulse_event event)
{
    double own = self->traits[i].pushed_s;
    bool free_partner = event.kind == EVENT_PAIR && self->traits[event.partner].inverse_mass > 0;
    return free_partner ? fmin(own, self->traits[event.partner].pushed_s) : own;
}

carom_status carom_impulse_collide(impulse_solver *self, uint32_t i, double now_s)
{
    impulse_cluster *cluster = &self->cluster;
    impulse_event event = self->event[i];
    double last_s = self->unresolved == NULL ? 0 : last_impulse(self, i, event);
    carom_status status;
    cluster->bodies = cluster->touches = 0;
    cluster->now_s = now_s;
    cluster->fast_mps = cluster->speed2 = cluster->largest_mps = cluster->dissipated_J =
        cluster->at_stake_J = 0;
    cluster->deaf = 1;
    cluster->lossy = cluster->fed = cluster->pushed = false;
    status = collect(self, i);
    if (cluster->speed2 > cluster->fast_mps * cluster->fast_mps) {
        cluster->fast_mps = sqrt(cluster->speed2);
    }
    if (event.kind == EVENT_WALL) {
        snap_to_wall(self, i);
    }
    if (status == CAROM_OK) {
        status = resolve(self);
    }
    if (status == CAROM_OK) {
        status = note_speeds(self);
    }
    release(self, status == CAROM_OK);
    if (status == CAROM_OK) {
        status = carom_impulse_watch_for_collapse(self, i, event, last_s);
    }
    if (status == CAROM_OK) {
        predict_anew(self);
    }
    return status;
}
