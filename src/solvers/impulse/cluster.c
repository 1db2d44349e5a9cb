/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is in an impact: the cluster of everything that touches at its instant. */
#include "base/base.h"
#include "solvers/impulse/impulse.h"
#include "solvers/impulse/motion.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

carom_status carom_impulse_cluster_init(impulse_solver *self)
{
    impulse_cluster *c = &self->cluster;
    size_t n = self->problem->count + 1;
    bool missing = false;
    c->ball = carom_zeros(n, sizeof *c->ball, &missing);
    c->v = carom_zeros(n, sizeof *c->v, &missing);
    c->v_before = carom_zeros(n, sizeof *c->v_before, &missing);
    c->inverse_mass = carom_zeros(n, sizeof *c->inverse_mass, &missing);
    c->inverse_inertia = carom_zeros(n, sizeof *c->inverse_inertia, &missing);
    c->spin = carom_zeros(n, sizeof *c->spin, &missing);
    c->spin_before = carom_zeros(n, sizeof *c->spin_before, &missing);
    c->body = carom_zeros(n, sizeof *c->body, &missing);
    c->number = carom_zeros(n, sizeof *c->number, &missing);
    return missing ? carom_error_no_memory(self->error) : CAROM_OK;
}

void carom_impulse_cluster_free(impulse_cluster *cluster)
{
    free(cluster->ball);
    free(cluster->v);
    free(cluster->v_before);
    free(cluster->inverse_mass);
    free(cluster->inverse_inertia);
    free(cluster->spin);
    free(cluster->spin_before);
    free(cluster->body);
    free(cluster->number);
    free(cluster->touch);
    free(cluster->peak_mps);
}

/* Takes in ball i, whose clock shows now. */
static inline void take_in(impulse_solver *self, uint32_t i)
{
    impulse_cluster *cluster = &self->cluster;
    const impulse_traits *traits = &self->traits[i];
    double v2 = carom_vec_square(self->ball[i].flight.v);
    size_t place = cluster->bodies++;
    cluster->fast_mps = traits->fast_mps > cluster->fast_mps ? traits->fast_mps : cluster->fast_mps;
    cluster->speed2 = v2 > cluster->speed2 ? v2 : cluster->speed2;
    self->ball[i].place = (uint32_t)place;
    cluster->ball[place] = i;
    cluster->v[place] = self->ball[i].flight.v;
    cluster->inverse_mass[place] = traits->inverse_mass;
    cluster->inverse_inertia[place] = traits->inverse_inertia;
    cluster->spin[place] = traits->spin_radps;
    cluster->body[place] = (carom_body){self->ball[i].radius_m, 1 / traits->inverse_mass};
}

static void join(impulse_solver *self, uint32_t i)
{
    carom_impulse_fly(self, i, self->cluster.now_s);
    take_in(self, i);
}

static carom_status add_touch(impulse_solver *self, const carom_touch *touch)
{
    impulse_cluster *cluster = &self->cluster;
    if (cluster->touches == cluster->touch_capacity) {
        size_t as_many = cluster->touch_capacity;
        if (!carom_reserve(&cluster->peak_mps, as_many, &as_many, sizeof *cluster->peak_mps) ||
            !carom_reserve(&cluster->touch, cluster->touches, &cluster->touch_capacity,
                           sizeof *cluster->touch)) {
            return carom_error_no_memory(self->error);
        }
    }
    cluster->peak_mps[cluster->touches] = 0;
    cluster->touch[cluster->touches++] = *touch;
    return CAROM_OK;
}

/* Whether a gap (m) that closes at so many m/s counts as none. */
static bool is_touching(const impulse_solver *self, double gap, double closing_mps, double near_m)
{
    return gap <= near_m || (closing_mps > 0 && gap <= closing_mps * self->rules.cluster_time_s);
}

static double closing_speed(const impulse_ball *a, const impulse_view *view, size_t k,
                            const carom_touch *touch)
{
    carom_vec b = carom_meetings_velocity(&view->at, k);
    return carom_vec_dot(carom_vec_minus(a->flight.v, b), touch->normal);
}

/* Joins the ball that ball i sees, if it touches or is the one that i is bound to hit now. */
static carom_status try_ball(impulse_solver *self, uint32_t i, const impulse_view *view, size_t k,
                             bool bound)
{
    uint32_t j = view->ball[k];
    const impulse_ball *a = &self->ball[i], *b = &self->ball[j];
    carom_touch touch = {.a = a->place, .b = b->place, .fixed = NAN};
    double gap;
    if (b->place < a->place || self->traits[i].inverse_mass + self->traits[j].inverse_mass == 0) {
        return CAROM_OK; /* seen from the other side already; or both are fixed */
    }
    gap = carom_impulse_gap(carom_meetings_way(&view->at, k), carom_meetings_reach(&view->at, k),
                            &touch.normal);
    if (isnan(gap) || (!bound && !is_touching(self, gap, closing_speed(a, view, k, &touch),
                                              carom_impulse_tolerance(
                                                  self, fmin(a->radius_m, b->radius_m), a)))) {
        return CAROM_OK;
    }
    carom_impulse_note_overlap(self, -gap);
    if (b->place == IMPULSE_NO_PLACE) {
        join(self, j);
        touch.b = b->place;
    }
    carom_impulse_set_restitution(self, &touch);
    return add_touch(self, &touch);
}

/* Who may touch: nobody of those who are near, or the one whom the ball is bound to hit, hardly
 * ever more. */
typedef struct {
    size_t count, last;
} impulse_close;

/* The cheap part of the test, without a jump: closer than so many m beyond the reach. */
static impulse_close close_to(const impulse_view *view, double spare_m, uint32_t bound_to)
{
    impulse_close found = {0, 0};
    for (size_t done = 0; done < view->count; done += CAROM_MEETINGS_BLOCK) {
        const carom_meetings_block *at = carom_meetings_of(&view->at, done);
        const uint32_t *ball = view->ball + done;
        size_t here = view->count - done;
        for (size_t k = 0; k < (here < CAROM_MEETINGS_BLOCK ? here : CAROM_MEETINGS_BLOCK); k++) {
            double reach = at->reach[k] + spare_m,
                   d2 = at->dx[k] * at->dx[k] + at->dy[k] * at->dy[k];
            size_t close = (d2 <= reach * reach) | (ball[k] == bound_to);
            found.count += close;
            found.last += (done + k - found.last) & (0 - close);
        }
    }
    return found;
}

/* Of several it asks each. */
static carom_status collect_balls(impulse_solver *self, uint32_t i, impulse_view *view,
                                  uint32_t bound_to)
{
    double radius = self->ball[i].radius_m;
    double spare = carom_impulse_tolerance(self, radius, &self->ball[i]) +
                   (self->rules.cluster_time_s > 0 ? INFINITY : 0);
    impulse_close found;
    carom_impulse_look(self, i, view);
    found = close_to(view, spare, bound_to);
    if (found.count <= 1) {
        return found.count == 0
                 ? CAROM_OK
                 : try_ball(self, i, view, found.last, view->ball[found.last] == bound_to);
    }
    for (size_t k = 0; k < view->count; k++) {
        double reach = carom_meetings_reach(&view->at, k) + spare;
        bool bound = view->ball[k] == bound_to;
        if (carom_vec_square(carom_meetings_way(&view->at, k)) <= reach * reach || bound) {
            CAROM_TRY(try_ball(self, i, view, k, bound));
        }
    }
    return CAROM_OK;
}

/* Whether ball i touches a wall, as near counts for so many m. */
static carom_status try_wall(impulse_solver *self, uint32_t i, size_t wall, double near_m)
{
    const impulse_ball *ball = &self->ball[i];
    carom_beyond at = carom_walls_beyond(self->problem, wall, ball->flight.at,
                                         carom_walls_reach(self->problem, ball->radius_m));
    double closing = carom_vec_dot(at.normal, ball->flight.v);
    carom_touch touch = {
        .a = ball->place, .b = CAROM_NO_BODY, .normal = at.normal, .fixed = NAN, .wall = (int)wall};
    if (!is_touching(self, -at.beyond_m, closing, near_m)) {
        return CAROM_OK;
    }
    carom_impulse_set_restitution(self, &touch);
    carom_impulse_note_overlap(self, at.beyond_m);
    return add_touch(self, &touch);
}

static carom_status collect_walls(impulse_solver *self, uint32_t i)
{
    const impulse_ball *ball = &self->ball[i];
    double near = carom_impulse_tolerance(self, ball->radius_m, ball);
    size_t walls = (ball->carried & CARRIED_FIXED) != 0 ? 0 : carom_walls_count(self->problem);
    for (size_t wall = 0; wall < walls; wall++) {
        CAROM_TRY(try_wall(self, i, wall, near));
    }
    return CAROM_OK;
}

/* ---- the whole ---- */

/* The cluster of ball i and of the one that it is bound to hit, where nobody else touches them,
 * which is so nearly always: what carom_impulse_collect would fill it with. False: it is not so,
 * and nothing has happened but that they have been moved on to now. */
static bool collect_two(impulse_solver *self, uint32_t i, uint32_t j)
{
    impulse_cluster *cluster = &self->cluster;
    carom_touch touch = {.a = 0, .b = 1, .fixed = NAN};
    if (!carom_impulse_are_alone(self, i, j, cluster->seen, &touch.normal)) {
        return false;
    }
    take_in(self, i);
    take_in(self, j);
    carom_impulse_set_restitution(self, &touch);
    cluster->peak_mps[0] = 0;
    cluster->touch[cluster->touches++] = touch;
    cluster->alone = true;
    return true;
}

/* Breadth first. The views of the first two bodies stay, so that a collision of two looks around
 * each of them once. */
carom_status carom_impulse_collect(impulse_solver *self, uint32_t i)
{
    impulse_cluster *cluster = &self->cluster;
    bool pair = self->event[i].kind == EVENT_PAIR;
    uint32_t bound_to = pair ? self->event[i].partner : self->grid.end;
    if (pair && self->kind.plain && !self->kind.lone && cluster->touch_capacity > 0 &&
        collect_two(self, i, bound_to)) {
        return CAROM_OK;
    }
    join(self, i);
    for (size_t k = 0; k < cluster->bodies; k++) {
        impulse_view *view = &self->view[k < 1 ? k : 1];
        CAROM_TRY(collect_balls(self, cluster->ball[k], view, k == 0 ? bound_to : self->grid.end));
        CAROM_TRY(collect_walls(self, cluster->ball[k]));
    }
    return CAROM_OK;
}
