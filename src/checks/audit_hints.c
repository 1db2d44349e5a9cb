/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the author of wrong records may have written instead: other units or axes, velocities of
 * another time, or differences of positions. */
#include "checks/checks.h"

/* A change of all positions or velocities: factors of x and y; so many widths and heights of the
 * table are added. */
static const struct {
    const char *as;
    bool of_velocity;
    double xx, xy, yx, yy, right, up;
} changes[] = {{"all positions seem to be in cm", false, 100, 0, 0, 100, 0, 0},
               {"all positions seem to be in mm", false, 1000, 0, 0, 1000, 0, 0},
               {"y seems to point down from the top of the table", false, 1, 0, 0, -1, 0, 1},
               {"y seems to point down", false, 1, 0, 0, -1, 0, 0},
               {"x seems to point left from the right wall", false, -1, 0, 0, 1, 1, 0},
               {"x and y seem to be exchanged", false, 0, 1, 1, 0, 0, 0},
               {"all velocities seem to be in cm/s", true, 100, 0, 0, 100, 0, 0},
               {"all velocities seem to be in mm/s", true, 1000, 0, 0, 1000, 0, 0},
               {"all velocities seem to be in km/h", true, 3.6, 0, 0, 3.6, 0, 0},
               {"vy seems to point down", true, 1, 0, 0, -1, 0, 0},
               {"vx seems to point left", true, -1, 0, 0, 1, 0, 0},
               {"vx and vy seem to be exchanged", true, 0, 1, 1, 0, 0, 0},
               {"all positions are shifted", false, 1, 0, 0, 1, 0, 0}};

void carom_audit_hint_start(const audit *self, bool of_velocity, char *hint, size_t size)
{
    const carom_problem *p = self->problem;
    const size_t last = sizeof changes / sizeof changes[0] - 1; /* two balls show a shift */
    for (size_t k = 0; k <= last - (self->balls == 1); k++) {
        double off = 0, wrong = 0;
        carom_vec shift = {0, 0};
        for (size_t i = 0; i < self->balls; i++) {
            const audit_state *s = carom_audit_state(self, 0, i);
            carom_flight f = carom_flight_from_ball(&p->ball[i]);
            carom_vec w = of_velocity ? f.v : f.at, g = of_velocity ? s->v : s->at;
            wrong += carom_vec_square(carom_vec_subtract(g, w));
            w = (carom_vec){
                changes[k].xx * w.x + changes[k].xy * w.y + changes[k].right * p->width_m,
                changes[k].yx * w.x + changes[k].yy * w.y + changes[k].up * p->height_m};
            shift = k == last && i == 0 ? carom_vec_subtract(g, w) : shift;
            off += carom_vec_square(carom_vec_subtract(carom_vec_subtract(g, w), shift));
        }
        if (off <= 1e-4 * wrong && changes[k].of_velocity == of_velocity) {
            snprintf(hint, size, "; %s", changes[k].as);
            if (k == last) {
                carom_text_append(hint, size, " by (%.4g, %.4g) m", shift.x, shift.y);
            }
            return;
        }
    }
}

void carom_audit_hint_half_step(const audit *self, carom_vec off_mps, char *hint, size_t size)
{
    carom_vec g = self->problem->gravity_mps2;
    double length = carom_vec_length(g), late_s = carom_vec_dot(off_mps, g) / (length * length);
    bool fits = carom_vec_length(off_mps) > 4 * self->unit.mps && length > 0 &&
                fabs(carom_vec_cross(off_mps, g)) < 1e-3 * fabs(carom_vec_dot(off_mps, g));
    for (size_t n = 0; n + self->balls < self->samples * self->balls && fits; n++) {
        const size_t k = n / self->balls, i = n % self->balls;
        const audit_state *b = carom_audit_state(self, k + 1, i);
        audit_state a = *carom_audit_state(self, k, i);
        double dt = b->t_s - a.t_s, near_mps = 4 * self->unit.mps + 1e-3 * length * fabs(late_s);
        carom_vec change = carom_vec_subtract(b->v, a.v);
        a.v = carom_vec_add_scaled(a.v, -late_s, g);
        carom_vec off = carom_vec_subtract(b->at, carom_audit_fly(self, i, a, dt).at);
        bool flies = dt > 0 && !self->problem->ball[i].fixed &&
                     carom_vec_length(carom_vec_add_scaled(change, -dt, g)) <= near_mps;
        fits = !flies || carom_vec_length(carom_torus_shortest(self->problem, off)) <=
                             near_mps * dt + 4 * self->unit.m;
    }
    if (fits) {
        snprintf(hint, size,
                 "; compared with the positions, the velocities are those %.4g s %s, as of half a "
                 "step (leapfrog, Euler, differences of positions)",
                 fabs(late_s), late_s > 0 ? "later" : "earlier");
    }
}

/* An interval in which the velocity breaks has another mean velocity than those before and after
 * it. No velocity is this mean but that of a difference of positions. Right velocities at the times
 * of collisions, which are irregular, are differences, too. */
bool carom_audit_has_differences(const audit *self)
{
    enum { FORWARD, BACKWARD, CENTRAL, KINDS };
    const carom_problem *p = self->problem;
    size_t count[KINDS] = {0}, breaks = 0;
    for (size_t n = 0; n + 3 * self->balls < self->samples * self->balls; n++) {
        const audit_state *s = &self->recording.track[n % self->balls].sample[n / self->balls];
        const double dt = s[2].t_s - s[1].t_s, within = 2 * self->unit.mps + 4 * self->unit.m / dt,
                     least = fmax(4 * within, 0.01 * self->speed_mps);
        const carom_vec fall = carom_vec_scale(dt, p->gravity_mps2);
        carom_vec mean[3];
        bool regular = self->unit_s == 0 && !p->ball[n % self->balls].fixed;
        for (size_t k = 0; k < 3; k++) {
            const double long_s = s[k + 1].t_s - s[k].t_s;
            mean[k] = carom_vec_subtract(s[k + 1].at, s[k].at);
            mean[k] = carom_vec_divide(carom_torus_shortest(p, mean[k]), long_s);
            regular = regular && long_s > 0;
        }
        const carom_vec first = carom_vec_subtract(mean[1], mean[0]),
                        second = carom_vec_subtract(mean[2], mean[1]),
                        even = carom_vec_scale(0.5, carom_vec_add(s[1].v, s[2].v)),
                        kind[KINDS] = {
                            carom_vec_subtract(s[1].v, mean[1]),
                            carom_vec_subtract(s[2].v, mean[1]),
                            carom_vec_subtract(s[1].v, carom_vec_add_scaled(mean[0], 0.5, first))};
        const bool is_mixed = regular &&
                              carom_vec_length(carom_vec_subtract(first, fall)) > least &&
                              carom_vec_length(carom_vec_subtract(second, fall)) > least &&
                              carom_vec_length(carom_vec_subtract(mean[1], even)) > within;
        breaks += is_mixed;
        for (size_t k = 0; k < KINDS; k++) {
            count[k] += is_mixed && carom_vec_length(kind[k]) <= within;
        }
    }
    return breaks > 0 && (10 * count[FORWARD] >= 9 * breaks || 10 * count[BACKWARD] >= 9 * breaks ||
                          10 * count[CENTRAL] >= 9 * breaks);
}
