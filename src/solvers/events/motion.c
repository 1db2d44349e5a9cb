/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion of free balls in closed form: free fall x(t) = x + v t + g t^2/2 or, without gravity in
 * the plane, decelerated motion on a straight line (scene/scene.h). */
#include "solvers/events/events.h"

carom_vec carom_events_gravity(const carom_events *self, uint32_t i)
{
    carom_vec g = self->problem->gravity_mps2;
    uint32_t support = self->ball[i].support;
    return (carom_vec){(support & SUPPORTED_X) != 0 ? 0 : g.x,
                       (support & SUPPORTED_Y) != 0 ? 0 : g.y};
}

carom_flight carom_events_curved_at(const carom_events *self, uint32_t i, double t_s)
{
    carom_flight flight = self->ball[i].flight;
    double t = t_s - self->ball[i].clock_s;
    return self->kind.has_rolling ? carom_flight_roll(flight, self->rolling[i], t)
                                  : carom_flight_fall(flight, carom_events_gravity(self, i), t);
}

void carom_events_book_flight(const carom_events *self, uint32_t i, double t_s,
                              carom_budget_sums *sums)
{
    const events_ball *ball = &self->ball[i];
    double t = t_s - ball->clock_s, m = self->problem->ball[i].mass_kg;
    carom_vec g = carom_events_gravity(self, i);
    if (self->kind.has_rolling) {
        carom_flight_add_friction(self->problem, m, self->rolling[i], ball->flight, t, sums);
    } else if (!carom_vec_is_zero(g)) {
        carom_flight_add_weight(self->problem, m, ball->flight, g, t, sums);
    }
}

void carom_events_move_curved(carom_events *self, uint32_t i, double t_s)
{
    carom_events_book_flight(self, i, t_s, &self->sums);
    self->ball[i].flight = carom_events_curved_at(self, i, t_s);
    self->ball[i].clock_s = t_s;
}
