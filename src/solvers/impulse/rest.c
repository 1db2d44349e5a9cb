/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a contact gives back, and what comes to rest: a ball that gravity pulls onto a wall, or onto
 * the top of a fixed ball, and that hits it slowly, stays there, carried, until something lifts it
 * off. A ball on the side of a fixed one, or on one that is free to move, would have to slide, roll
 * or push from then on: that is a collapse, and said. */
#include "solvers/impulse/impulse.h"
#include <float.h>
#include <math.h>

static bool is_recent(const impulse_solver *self, uint32_t i)
{
    return self->cluster.now_s - self->traits[i].pushed_s < self->tc_s;
}

/* The ball of the cluster at a touch that may come to rest there, and the direction from it to what
 * carries it. */
typedef struct {
    size_t body; /* CAROM_NO_BODY: none */
    carom_vec normal;
} resting;

static resting resting_at(const impulse_solver *self, const carom_touch *touch)
{
    const double *inverse_mass = self->cluster.inverse_mass;
    if (touch->b == CAROM_NO_BODY || inverse_mass[touch->b] == 0) {
        return (resting){touch->a, touch->normal};
    }
    return (resting){inverse_mass[touch->a] == 0 ? touch->b : CAROM_NO_BODY,
                     carom_vec_times(-1, touch->normal)};
}

static bool pulls_onto(const impulse_solver *self, const resting *at)
{
    return carom_vec_dot(at->normal, self->problem->gravity_mps2) > 0;
}

/* Whether the ball sits on top of a fixed one: gravity points at it, but for rounding, and the ball
 * does not move across. It is no stable position, but one to stay at. */
static bool is_on_top(const impulse_solver *self, const resting *at)
{
    static const double rounding = 64 * DBL_EPSILON;
    const impulse_cluster *cluster = &self->cluster;
    carom_vec g = self->problem->gravity_mps2;
    double across = carom_vec_cross(at->normal, cluster->v[at->body]);
    return fabs(carom_vec_cross(at->normal, g)) <= rounding * (fabs(g.x) + fabs(g.y)) &&
           fabs(across) <= carom_impulse_quiet(cluster->fast_mps);
}

/* Whether a ball hits what could carry it so slowly, under gravity, that it stays. */
static bool settles(const impulse_solver *self, const carom_touch *touch)
{
    const impulse_cluster *cluster = &self->cluster;
    resting at = resting_at(self, touch);
    double u;
    if (at.body == CAROM_NO_BODY) {
        return false;
    }
    u = carom_vec_dot(at.normal, cluster->v[at.body]);
    return u < self->rest_speed_mps && pulls_onto(self, &at) &&
           (touch->b == CAROM_NO_BODY || is_on_top(self, &at));
}

void carom_impulse_set_restitution(const impulse_solver *self, carom_touch *touch)
{
    const carom_ball *ball = self->problem->ball;
    bool wall = touch->b == CAROM_NO_BODY;
    uint32_t a = self->cluster.ball[touch->a], b = wall ? 0 : self->cluster.ball[touch->b];
    bool lasting = self->tc_s > 0 && (is_recent(self, a) || (!wall && is_recent(self, b)));
    touch->nominal = carom_pair_restitution(self->problem, &ball[a], wall ? NULL : &ball[b],
                                            self->origin_s + self->cluster.now_s);
    touch->fixed = lasting ? 1 : NAN;
    if (self->rough) {
        touch->rub = carom_pair_rub(self->problem, &ball[a], wall ? NULL : &ball[b]);
    }
    if (self->rest_speed_mps > 0 && settles(self, touch)) {
        touch->fixed = 0;
    }
}

/* Carries a ball at a touch, or lets go of it. */
static void carry(impulse_solver *self, const carom_touch *touch, const resting *at)
{
    impulse_cluster *cluster = &self->cluster;
    carom_vec *v = &cluster->v[at->body];
    double u = carom_vec_dot(at->normal, *v), quiet = carom_impulse_quiet(cluster->fast_mps);
    uint32_t *carried = &self->ball[cluster->ball[at->body]].carried;
    uint32_t axis = at->normal.x != 0 ? CARRIED_X : CARRIED_Y;
    if (touch->b != CAROM_NO_BODY) {
        if (fabs(u) <= 2 * quiet && is_on_top(self, at)) {
            *v = (carom_vec){0, 0};
            *carried |= CARRIED_X | CARRIED_Y | CARRIED_ON_TOP;
        }
    } else if (fabs(u) <= 2 * quiet) {
        *(axis == CARRIED_X ? &v->x : &v->y) = 0;
        *carried |= axis;
    } else if (u < 0) {
        *carried &= ~axis;
    }
}

/* A ball on top of another falls as soon as it is moved at all. */
static void let_go(impulse_solver *self, size_t body)
{
    const impulse_cluster *cluster = &self->cluster;
    uint32_t *carried = &self->ball[cluster->ball[body]].carried;
    if ((*carried & CARRIED_ON_TOP) != 0 && !carom_vec_is_zero(cluster->v[body])) {
        *carried &= CARRIED_FIXED;
    }
}

void carom_impulse_carry(impulse_solver *self)
{
    impulse_cluster *cluster = &self->cluster;
    for (size_t k = 0; k < cluster->touches; k++) {
        const carom_touch *touch = &cluster->touch[k];
        resting at = resting_at(self, touch);
        if (at.body != CAROM_NO_BODY && pulls_onto(self, &at)) {
            carry(self, touch, &at);
        }
    }
    for (size_t k = 0; k < cluster->bodies; k++) {
        let_go(self, k);
    }
}
