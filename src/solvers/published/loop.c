/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the loops of the sources share: flying, mirroring at walls, booking. */
#include "scene/boundaries/torus.h"
#include "solvers/published/state.h"

void carom_published_fly(published_solver *self, size_t i, double t)
{
    const carom_problem *p = self->problem;
    carom_flight *ball = &self->ball[i];
    double dx = ball->vx * t, dy = ball->vy * t;
    ball->x += dx;
    ball->y += dy;
    if (p->boundary == CAROM_PERIODIC) {
        ball->x = carom_torus_fold(ball->x, p->width_m);
        ball->y = carom_torus_fold(ball->y, p->height_m);
    }
    if (self->orientation != NULL) {
        self->orientation[i] = carom_orientation_roll(self->orientation[i], dx, dy,
                                                      self->radius_m[i]);
    }
}

void carom_published_book_impulse(published_solver *self, size_t i, double jx, double jy)
{
    const carom_flight *ball = &self->ball[i];
    carom_sum_add(&self->accounts.impulse_x, jx);
    carom_sum_add(&self->accounts.impulse_y, jy);
    carom_sum_add(&self->accounts.angular, (ball->x - 0.5 * self->problem->width_m) * jy -
                                               (ball->y - 0.5 * self->problem->height_m) * jx);
}

carom_two_velocities carom_published_velocities(const published_solver *self,
                                                const carom_collision *collision)
{
    const carom_flight *a = &self->ball[collision->a],
                       *b = collision->wall ? NULL : &self->ball[collision->b];
    return (carom_two_velocities){a->vx, a->vy, b == NULL ? 0 : b->vx, b == NULL ? 0 : b->vy};
}

carom_status carom_published_note(published_solver *self, carom_collision *collision,
                                  double reduced_mass, double e, double overlap_m,
                                  const carom_two_velocities *before, carom_error *error)
{
    double u = collision->approach_mps;
    carom_two_velocities after = carom_published_velocities(self, collision);
    carom_status status;
    collision->a = self->who[collision->a];
    collision->b = collision->wall ? collision->b : self->who[collision->b];
    collision->dissipated_J = 0.5 * reduced_mass * (1 - e) * (1 + e) * u * u;
    collision->max_overlap_m = overlap_m > 0 ? overlap_m : 0;
    carom_sum_add(&self->accounts.dissipated, collision->dissipated_J);
    self->report.collisions++;
    if (overlap_m > self->report.max_overlap_m) {
        self->report.max_overlap_m = overlap_m;
    }
    status = self->log == NULL ? CAROM_OK : carom_log_add(self->log, collision, error);
    return status == CAROM_OK && self->log != NULL && before != NULL
             ? carom_trace_impulse(self->trace, collision, before, &after, error)
             : status;
}

double carom_published_beyond(const published_solver *self, size_t i, int wall, double reach_m)
{
    const carom_flight *ball = &self->ball[i];
    switch (wall) {
    case CAROM_LEFT: return reach_m - ball->x;
    case CAROM_RIGHT: return ball->x + reach_m - self->problem->width_m;
    case CAROM_BOTTOM: return reach_m - ball->y;
    default: return ball->y + reach_m - self->problem->height_m;
    }
}

carom_status carom_published_mirror(published_solver *self, size_t i, int wall, double e,
                                    double overlap_m, double t_s, carom_error *error)
{
    const double *n = carom_wall_normals[wall];
    carom_flight *ball = &self->ball[i];
    double m = published_ball(self, i)->mass_kg, u = ball->vx * n[0] + ball->vy * n[1];
    carom_collision hit = {.t_s = t_s,
                           .normal_x = n[0],
                           .normal_y = n[1],
                           .approach_mps = u,
                           .separation_mps = e * u,
                           .impulse_Ns = m * (1 + e) * u,
                           .a = (uint32_t)i,
                           .b = (uint32_t)wall,
                           .wall = true};
    carom_two_velocities before = carom_published_velocities(self, &hit);
    if (n[0] != 0) {
        ball->vx = -e * ball->vx;
    } else {
        ball->vy = -e * ball->vy;
    }
    carom_published_book_impulse(self, i, -hit.impulse_Ns * n[0], -hit.impulse_Ns * n[1]);
    return carom_published_note(self, &hit, m, e, overlap_m, &before, error);
}
