/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A 2D pool game in a blog of 2017. In every frame all balls move at constant velocity. A ball
 * beyond an edge of the table has its velocity across that edge reversed. Overlapping balls, pair
 * by pair in order, exchange their velocities along the line of centres and keep those across it,
 * which is right for elastic collisions of equal masses.
 *
 * The text concludes that "the system is closed, the total momentum is constant", which is false
 * at every edge. The loop detects a contact when it is already up to u h deep. (The text computes
 * the angle of the line of centres as arccot of a quotient that is x/0 for balls above one
 * another; this code uses a unit vector.) The loop does not test whether the balls approach
 * (approach_test), so balls that still overlap after a frame reverse again. */
#include "solvers/published/published.h"

static carom_status swap_velocities(published_solver *self, size_t i, size_t j,
                                    carom_vec displacement, double distance, carom_error *error)
{
    carom_flight *p = &self->ball[i], *q = &self->ball[j];
    carom_vec n = carom_vec_divide(displacement, distance);
    double m = published_ball(self, i)->mass_kg,
           u = carom_vec_dot(carom_vec_subtract(p->v, q->v), n);
    double reach = self->radius_m[i] + self->radius_m[j];
    carom_collision hit = {.t_s = published_start(self) + self->o.frame_s,
                           .normal = n,
                           .approach_mps = u,
                           .separation_mps = u,
                           .impulse_Ns = m * u,
                           .a = (uint32_t)i,
                           .b = (uint32_t)j};
    carom_two_velocities before = carom_flight_velocities(self->ball, &hit);
    if (distance >= reach || (self->o.approach == APPROACH_WITH && u <= 0)) {
        return CAROM_OK;
    }
    p->v = carom_vec_add_scaled(p->v, -u, n);
    q->v = carom_vec_add_scaled(q->v, u, n);
    return carom_published_record(self, &hit, 0.5 * m, 1, reach - distance, &before, error);
}

static carom_status reflect_all(published_solver *self, carom_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        for (int wall = 0; wall < CAROM_WALL_COUNT; wall++) {
            double beyond = carom_published_beyond(self, self->ball[i].at, wall, self->radius_m[i]);
            if (beyond > 0) {
                CAROM_TRY(carom_published_reflect(self, i, wall, 1, beyond,
                                                  published_start(self) + self->o.frame_s, error));
            }
        }
    }
    return CAROM_OK;
}

static carom_status pool_frame(published_solver *self, carom_error *error)
{
    carom_published_fly_all(self, self->o.frame_s);
    if (self->problem->boundary == CAROM_WALLS) {
        CAROM_TRY(reflect_all(self, error));
    }
    return carom_published_collide_all(self, 1, swap_velocities, error);
}

static void pool_check(const carom_problem *problem, const published_options *o,
                       const carom_diagnostics *diagnostics)
{
    (void)o;
    for (size_t i = 1; i < problem->count; i++) {
        if (problem->ball[i].mass_kg != problem->ball[0].mass_kg) {
            carom_diagnostics_add(diagnostics, true, "mass_kg",
                                  "source: pool_2017 exchanges velocities, which requires equal "
                                  "masses; set the same mass for all balls");
            return;
        }
    }
}

static const char *const keys[] = {"approach_test", NULL};

const published_loop carom_published_pool = {.keys = keys,
                                             .boundaries = 1 << CAROM_WALLS | 1 << CAROM_OPEN,
                                             .elastic = true,
                                             .check = pool_check,
                                             .frame = pool_frame};
