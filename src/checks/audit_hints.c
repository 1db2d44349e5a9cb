/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the author of wrong records may have written instead: other units or axes, velocities of
 * another time, or differences of positions. */
#include "checks/checks.h"

/* A change of all positions or velocities: factors of x and y; the height of the table is added. */
static const struct {
    const char *as;
    bool of_velocity;
    double xx, xy, yx, yy, up;
} changes[] = {{"all positions seem to be in cm", false, 100, 0, 0, 100, 0},
               {"all positions seem to be in mm", false, 1000, 0, 0, 1000, 0},
               {"y seems to point down from the top of the table", false, 1, 0, 0, -1, 1},
               {"y seems to point down", false, 1, 0, 0, -1, 0},
               {"x and y seem to be exchanged", false, 0, 1, 1, 0, 0},
               {"all velocities seem to be in cm/s", true, 100, 0, 0, 100, 0},
               {"all velocities seem to be in mm/s", true, 1000, 0, 0, 1000, 0},
               {"all velocities seem to be in km/h", true, 3.6, 0, 0, 3.6, 0},
               {"vy seems to point down", true, 1, 0, 0, -1, 0},
               {"vx and vy seem to be exchanged", true, 0, 1, 1, 0, 0}};

/* The ball whose start in the scenario another one has, or NULL. */
static const char *find_owner(const audit *self, size_t ball)
{
    const audit_state *s = carom_audit_state(self, 0, ball);
    for (size_t i = 0; i < self->balls; i++) {
        const carom_flight f = carom_flight_from_ball(&self->problem->ball[i]);
        if (i != ball && carom_vec_length(carom_vec_subtract(f.at, s->at)) <= 2 * self->unit.m &&
            carom_vec_length(carom_vec_subtract(f.v, s->v)) <= 2 * self->unit.mps) {
            return self->problem->ball[i].name;
        }
    }
    return NULL;
}

void carom_audit_hint_start(const audit *self, size_t ball, bool of_velocity, char *hint,
                            size_t size)
{
    const carom_problem *p = self->problem;
    const char *owner = of_velocity ? NULL : find_owner(self, ball);
    if (owner != NULL) {
        snprintf(hint, size, "; it begins as %.60s should: names seem to be exchanged", owner);
        return;
    }
    for (size_t k = 0; k <= sizeof changes / sizeof changes[0]; k++) {
        bool shifted = k == sizeof changes / sizeof changes[0];
        double off = 0, wrong = 0;
        carom_vec shift = {0, 0};
        for (size_t i = 0; i < self->balls; i++) {
            const audit_state *s = carom_audit_state(self, 0, i);
            carom_flight f = carom_flight_from_ball(&p->ball[i]);
            carom_vec w = of_velocity ? f.v : f.at, g = of_velocity ? s->v : s->at;
            wrong += carom_vec_square(carom_vec_subtract(g, w));
            if (!shifted) {
                w = (carom_vec){changes[k].xx * w.x + changes[k].xy * w.y,
                                changes[k].yx * w.x + changes[k].yy * w.y +
                                    changes[k].up * p->height_m};
            } else if (i == 0) {
                shift = carom_vec_subtract(g, w);
            }
            off += carom_vec_square(carom_vec_subtract(carom_vec_subtract(g, w), shift));
        }
        if (off > 1e-4 * wrong || (!shifted && changes[k].of_velocity != of_velocity)) {
            continue;
        }
        if (!shifted) {
            snprintf(hint, size, "; %s", changes[k].as);
        } else if (!of_velocity && self->balls > 1) {
            snprintf(hint, size, "; all positions are shifted by (%.4g, %.4g) m", shift.x, shift.y);
        }
        return;
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

/* The kinds of differences. */
enum { FORWARD, BACKWARD, CENTRAL, KINDS };

/* Adds sample k of a ball to the counts, if the differences of positions before and after it differ
 * by more than gravity explains, and no constant acceleration fits. @return whether they do */
static bool count_kinds(const audit *self, size_t k, size_t ball, size_t *count)
{
    const carom_vec g = self->problem->gravity_mps2;
    const audit_state *a = &self->recording.track[ball].sample[k - 1], *b = a + 1, *c = a + 2;
    double before_s = b->t_s - a->t_s, after_s = c->t_s - b->t_s, least_s = fmin(before_s, after_s);
    if (!(least_s > 0)) {
        return false;
    }
    carom_vec before = carom_torus_shortest(self->problem, carom_vec_subtract(b->at, a->at)),
              after = carom_torus_shortest(self->problem, carom_vec_subtract(c->at, b->at)),
              mean = carom_vec_divide(carom_vec_add(before, after), before_s + after_s);
    before = carom_vec_divide(before, before_s);
    after = carom_vec_divide(after, after_s);
    carom_vec jump = carom_vec_add_scaled(carom_vec_subtract(after, before),
                                          -0.5 * (before_s + after_s), g);
    double within = 2 * self->unit.mps + 4 * self->unit.m / least_s;
    const carom_vec kind[KINDS] = {[FORWARD] = after, [BACKWARD] = before, [CENTRAL] = mean};
    carom_vec mean_before = carom_vec_scale(0.5, carom_vec_add(a->v, b->v)),
              mean_after = carom_vec_scale(0.5, carom_vec_add(b->v, c->v));
    bool accelerates = carom_vec_length(carom_vec_subtract(before, mean_before)) <= within &&
                       carom_vec_length(carom_vec_subtract(after, mean_after)) <= within,
         breaks = !accelerates && carom_vec_length(jump) > fmax(4 * within, 0.01 * self->speed_mps);
    for (size_t n = 0; n < KINDS; n++) {
        count[n] += breaks && carom_vec_length(carom_vec_subtract(b->v, kind[n])) <= within;
    }
    return breaks;
}

/* A velocity that breaks between two samples shows in the differences at both. Those of time steps,
 * whose velocities break at a sample, show it at one. Right velocities at the times of collisions,
 * which are irregular, are differences, too. */
bool carom_audit_has_differences(const audit *self)
{
    size_t count[KINDS] = {0}, pairs = 0;
    for (size_t i = 0; i < self->balls && self->unit_s == 0; i++) {
        for (size_t k = 1; k + 2 < self->samples; k++) {
            size_t both[KINDS] = {0};
            if (!self->problem->ball[i].fixed && count_kinds(self, k, i, both) &&
                count_kinds(self, k + 1, i, both)) {
                pairs++;
                for (size_t n = 0; n < KINDS; n++) {
                    count[n] += both[n] == 2;
                }
            }
        }
    }
    return pairs > 0 && (10 * count[FORWARD] >= 9 * pairs || 10 * count[BACKWARD] >= 9 * pairs ||
                         10 * count[CENTRAL] >= 9 * pairs);
}
