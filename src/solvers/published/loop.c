/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that several sources share: free motion, reflection at walls, logging. */
#include "solvers/published/published.h"

void carom_published_move(published_solver *self, size_t i, double t)
{
    const carom_problem *p = self->problem;
    carom_flight *ball = &self->ball[i];
    carom_vec later = carom_vec_add(ball->at, carom_vec_scale(t, ball->v));
    ball->at = p->boundary == CAROM_PERIODIC ? carom_torus_fold_position(p, later) : later;
}

void carom_published_fly_all(published_solver *self, double t)
{
    for (size_t i = 0; i < self->count; i++) {
        carom_published_move(self, i, t);
    }
}

carom_status carom_published_collide_all(published_solver *self, double part,
                                         carom_published_collide *collide, carom_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        for (size_t j = i + 1; j < self->count; j++) {
            double reach = part * (self->radius_m[i] + self->radius_m[j]);
            carom_vec displacement;
            double distance = published_displacement(self, i, j, reach, &displacement);
            if (distance <= reach && distance > 0) {
                CAROM_TRY(collide(self, i, j, displacement, distance, error));
            }
        }
        self->report.pair_tests += self->count - i - 1;
    }
    return CAROM_OK;
}

carom_status carom_published_record(published_solver *self, carom_collision *collision,
                                    double reduced_mass, double e, double overlap_m,
                                    const carom_two_velocities *before, carom_error *error)
{
    double u = collision->approach_mps;
    carom_two_velocities after = carom_flight_velocities(self->ball, collision);
    collision->a = self->canonical_index[collision->a];
    collision->b = collision->wall ? collision->b : self->canonical_index[collision->b];
    collision->dissipated_J = 0.5 * reduced_mass * (1 - e) * (1 + e) * u * u;
    collision->max_overlap_m = overlap_m > 0 ? overlap_m : 0;
    carom_sum_add(&self->sums.dissipated, collision->dissipated_J);
    self->report.collisions++;
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, overlap_m);
    if (self->log == NULL) {
        return CAROM_OK;
    }
    CAROM_TRY(carom_log_add(self->log, collision, error));
    return before == NULL
             ? CAROM_OK
             : carom_trace_impulse(self->trace, collision, before, &after, NULL, error);
}

double carom_published_beyond(const published_solver *self, carom_vec at, int wall, double reach_m)
{
    switch (wall) {
    case CAROM_LEFT: return reach_m - at.x;
    case CAROM_RIGHT: return at.x + reach_m - self->problem->width_m;
    case CAROM_BOTTOM: return reach_m - at.y;
    default: return at.y + reach_m - self->problem->height_m;
    }
}

carom_status carom_published_reflect(published_solver *self, size_t i, int wall, double e,
                                     double overlap_m, double t_s, carom_error *error)
{
    carom_vec n = carom_wall_normals[wall];
    carom_flight *ball = &self->ball[i];
    double m = published_ball(self, i)->mass_kg, u = carom_vec_dot(ball->v, n);
    carom_collision hit = {.t_s = t_s,
                           .normal = n,
                           .approach_mps = u,
                           .separation_mps = e * u,
                           .impulse_Ns = m * (1 + e) * u,
                           .a = (uint32_t)i,
                           .b = (uint32_t)wall,
                           .wall = true};
    carom_two_velocities before = carom_flight_velocities(self->ball, &hit);
    if (n.x != 0) {
        ball->v.x = -e * ball->v.x;
    } else {
        ball->v.y = -e * ball->v.y;
    }
    carom_budget_sums_add_impulse_at(&self->sums, self->problem, ball->at,
                                     carom_vec_scale(-hit.impulse_Ns, n));
    return carom_published_record(self, &hit, m, e, overlap_m, &before, error);
}
