/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes in one sentence what is wrong with the recorded motion of a ball in an interval: where
 * its motions from both samples meet, its velocity breaks. The place and the change of velocity
 * show which law the records break. */
#include "checks/checks.h"
#include <float.h>

/* Where the velocity of a ball breaks. */
typedef struct {
    size_t ball;
    double t_s;
    carom_vec at, before, after, impulse; /* place, velocities, m (after - before) */
    bool exists;                          /* false: the ball moves freely */
    bool jumps;                           /* its motions do not meet */
    double gap_m;                         /* by so much */
} velocity_break;

/* True if a ball flies freely from a sample to the next one. */
static bool flies(const audit *self, size_t from, size_t ball, double allowed_m)
{
    const audit_state *next = carom_audit_state(self, from + 1, ball),
                      to = carom_audit_fly(self, ball, *carom_audit_state(self, from, ball),
                                           self->t_s[from + 1] - self->t_s[from]);
    carom_vec off = carom_torus_shortest(self->problem, carom_vec_subtract(next->at, to.at));
    return carom_vec_length(off) <= allowed_m;
}

/* Finds the break of a ball between two samples: the time at which its motion from the first is
 * nearest to that from the last. Velocities that change at a sample, where the positions do not,
 * are no break. */
static velocity_break find_break(audit *self, size_t from, size_t to, size_t ball,
                                 const audit_tolerance *allowed)
{
    const carom_problem *p = self->problem;
    const audit_state *a = carom_audit_state(self, from, ball);
    double dt = self->t_s[to] - self->t_s[from], since = 0.5 * dt,
           near = fmax(3 * allowed->m, 0.02 * p->ball[ball].radius_m);
    velocity_break found = {.ball = ball};
    carom_vec gap = {0, 0};
    if (p->ball[ball].fixed) {
        return found;
    }
    audit_state b = *carom_audit_state(self, to, ball);
    b.at = carom_vec_add(a->at, carom_torus_shortest(p, carom_vec_subtract(b.at, a->at)));
    for (int round = 0; round < 4; round++) {
        const audit_state first = carom_audit_fly(self, ball, *a, since),
                          last = carom_audit_fly(self, ball, b, since - dt);
        carom_vec w = carom_vec_subtract(first.v, last.v);
        found.at = first.at, found.before = first.v, found.after = last.v;
        gap = carom_vec_subtract(first.at, last.at);
        found.exists = carom_vec_length(w) > 2 * allowed->mps;
        since -= found.exists ? carom_vec_dot(gap, w) / carom_vec_square(w) : 0;
    }
    found.t_s = self->t_s[from] + since;
    found.impulse = carom_vec_scale(p->ball[ball].mass_kg,
                                    carom_vec_subtract(found.after, found.before));
    found.gap_m = carom_vec_length(gap);
    found.jumps = !(found.gap_m <= near) || since < -0.01 * dt || since > 1.01 * dt ||
                  (since < 0.01 * dt && from > 0 && !flies(self, from - 1, ball, near)) ||
                  (since > 0.99 * dt && to + 1 < self->samples && !flies(self, to, ball, near));
    return found;
}

/* The component that is farthest from the expected one, relative to its tolerance. */
static void fail_component(audit *self, const audit_interval *in, audit_test test, const char *why)
{
    const audit_state *got = carom_audit_state(self, in->to, in->ball), *want = in->want,
                      *from = carom_audit_state(self, in->from, in->ball);
    double dt = self->t_s[in->to] - self->t_s[in->from];
    carom_vec moved = carom_torus_shortest(self->problem, carom_vec_subtract(got->at, want->at)),
              off = carom_vec_subtract(got->v, want->v);
    audit_state as = {
        .at = carom_vec_add(want->at, moved), .v = got->v, .spin_radps = got->spin_radps};
    char hint[200] = "";
    const carom_vec is_mps = carom_vec_subtract(got->v, from->v),
                    law_mps = carom_vec_subtract(want->v, from->v),
                    is_m = carom_vec_subtract(as.at, from->at),
                    off_m = carom_vec_add_scaled(is_m, -0.5 * dt, carom_vec_add(from->v, got->v));
    const bool flies = test == AUDIT_FLIGHT && dt > 0,
               moves = carom_vec_length(off) > in->allowed.mps;
    if (flies && !moves && carom_vec_length(moved) > in->allowed.m) {
        carom_audit_hint_half_step(self, carom_vec_scale(-1 / dt, moved), hint, sizeof hint);
    } else if (flies && moves && carom_vec_length(off) > 1e-3 * carom_vec_length(law_mps) &&
               carom_vec_length(off_m) <= 2 * in->allowed.m) { /* they agree */
        snprintf(hint, sizeof hint,
                 "; its acceleration is (%.4g, %.4g) m/s^2 instead of (%.4g, %.4g)", is_mps.x / dt,
                 is_mps.y / dt, law_mps.x / dt, law_mps.y / dt);
    }
    carom_audit_fail_state(self, test, in->to, in->ball, &as, want, &in->allowed, why, hint);
}

/* ---- one collision ---- */

/* Relative velocity of the bodies of a collision, from the state of sample k. */
static carom_vec relative_velocity(const audit *self, const carom_collision *c, size_t k)
{
    const double since_s = c->t_s - self->t_s[k];
    const carom_vec a = carom_audit_fly(self, c->a, *carom_audit_state(self, k, c->a), since_s).v;
    return c->wall
             ? a
             : carom_vec_subtract(
                   a, carom_audit_fly(self, c->b, *carom_audit_state(self, k, c->b), since_s).v);
}

/* The body that a ball hits in a collision: the number of a ball, or of a wall after them. */
static size_t other_body(const audit *self, const carom_collision *c, size_t ball)
{
    return c->wall ? self->balls + c->b : c->a == ball ? c->b : c->a;
}

bool carom_audit_test_restitution(audit *self, const audit_interval *in)
{
    const carom_problem *p = self->problem;
    const audit_contacts contacts = carom_audit_contacts(self, in->ball);
    const carom_collision *c = contacts.first;
    bool alone = !self->soft && contacts.count == 1 && self->ball[in->ball].most_hits == 1 &&
                 self->free[in->from * self->balls + in->ball];
    for (size_t i = 0; i < self->balls && alone; i++) {
        const audit_ball *ball = &self->ball[i];
        alone = i == in->ball || ball->group != self->ball[in->ball].group ||
                (!c->wall && i == other_body(self, c, in->ball) && ball->most_hits == 1);
    }
    if (!alone || carom_problem_has_contact_friction(p) || !isfinite(c->separation_mps)) {
        return false;
    }
    const carom_ball *a = &p->ball[c->a];
    const carom_vec u = relative_velocity(self, c, in->from),
                    w = relative_velocity(self, c, in->to), change = carom_vec_subtract(w, u);
    const double jump = fmax(carom_vec_length(change), DBL_MIN),
                 approach = -carom_vec_dot(u, change) / jump,
                 apart = carom_vec_dot(w, change) / jump, e = c->separation_mps / c->approach_mps;
    const audit_tolerance of_a = carom_audit_rounding_between(self, in->from, in->to, c->a);
    const double error = /* at a wall, times count under gravity */
        of_a.mps +
        (c->wall ? carom_vec_length(p->gravity_mps2) * (of_a.m / c->approach_mps + 2 * self->unit_s)
                 : carom_audit_rounding_between(self, in->from, in->to, c->b).mps),
                 within = (1 + e) * error * (1 + fabs(carom_vec_cross(u, change)) / (jump * jump));
    if (contacts.own > 0 && jump > error &&
        fabs(apart - e * approach) > within) { /* else with the other ball */
        carom_audit_fail(
            self, AUDIT_COLLISIONS, c->t_s, a->name, apart / approach, e, within / approach,
            "%.60s and %.60s at t = %.9g s: restitution is %.4g; the scenario has %.6g", a->name,
            carom_audit_other(self, c, c->a), c->t_s, apart / approach, e);
    }
    return jump > error; /* else they have not yet met */
}

/* A collision as it is recorded: ball a, and ball b or a wall. */
typedef struct {
    velocity_break a, b;
    const carom_ball *ball_a, *ball_b; /* b NULL: a wall */
    const char *other;                 /* its name */
    carom_vec normal;                  /* from a to the other body */
    double distance_m, contact_m;      /* of the centers or from the wall; where they touch */
} recorded_collision;

/* What the record has between ball `a` and another body. @p wall: its number if b is NULL */
static recorded_collision describe_break(const audit *self, const velocity_break *a,
                                         const velocity_break *b, size_t wall)
{
    const carom_problem *p = self->problem;
    recorded_collision r = {.a = *a, .ball_a = &p->ball[a->ball]};
    if (b != NULL && b->ball < a->ball && !p->ball[b->ball].fixed) {
        return describe_break(self, b, a, wall);
    }
    if (b != NULL) {
        r.b = *b;
        r.ball_b = &p->ball[b->ball];
        carom_vec d = carom_torus_shortest(p, carom_vec_subtract(b->at, a->at));
        r.other = r.ball_b->name;
        r.distance_m = carom_vec_length(d);
        r.normal = carom_vec_divide(d, fmax(r.distance_m, 1e-300));
        r.contact_m = r.ball_a->radius_m + r.ball_b->radius_m;
    } else {
        carom_wall_overlap o = carom_walls_part_overlap(p, wall, a->at, 0);
        r.other = carom_wall_name(p, wall);
        r.distance_m = -o.overlap_m;
        r.normal = o.normal;
        r.contact_m = carom_walls_reach(p, r.ball_a->radius_m);
    }
    return r;
}

/* Finds the body that a ball has collided with: that of the expected collision @p c; without one,
 * of those that break at the same time, and the walls that its impulse points away from, the one
 * nearest to contact. @return false: none */
static bool find_partner(audit *self, const velocity_break *a, size_t from, size_t to,
                         const audit_tolerance *allowed, const carom_collision *c,
                         recorded_collision *found)
{
    double same_s = 0.02 * (self->t_s[to] - self->t_s[from]) + 4 * self->unit_s,
           best_m = 0.5 * self->problem->ball[a->ball].radius_m;
    bool any = false;
    for (size_t k = 0; k < self->balls + carom_walls_count(self->problem); k++) {
        velocity_break b = {.exists = true, .t_s = a->t_s};
        if (k == a->ball || (c != NULL && k != other_body(self, c, a->ball))) {
            continue;
        }
        if (k < self->balls && self->problem->ball[k].fixed) { /* does not break */
            b.ball = k;
            b.at = carom_audit_state(self, from, k)->at;
        } else if (k < self->balls) {
            b = find_break(self, from, to, k, allowed);
        }
        recorded_collision r = describe_break(self, a, k < self->balls ? &b : NULL,
                                              k - self->balls);
        double off_m = fabs(r.distance_m - r.contact_m);
        if (b.exists && !b.jumps &&
            (c != NULL ? off_m < 1.01 * fmax(r.contact_m, r.ball_a->radius_m)
                       : off_m < best_m && fabs(b.t_s - a->t_s) <= same_s &&
                             carom_vec_dot(r.a.impulse, r.normal) < 0)) {
            best_m = off_m;
            *found = r;
            any = true;
        }
    }
    return any;
}

/* @return false: the spin is right */
static bool fail_spin(audit *self, const audit_interval *in, const char *start)
{
    const char *name = self->problem->ball[in->ball].name;
    double got = carom_audit_state(self, in->to, in->ball)->spin_radps, want = in->want->spin_radps;
    if (fabs(got - want) <= in->allowed.radps) {
        return false;
    }
    const double times = want / got, near = 1e-3 * fabs(times);
    const char *hint = fabs(times - M_PI / 180) < near ? "; it seems to be in degrees"
                     : fabs(times + 1) < near          ? "; clockwise seems positive"
                                                       : "";
    carom_audit_fail(self, AUDIT_COLLISIONS, carom_audit_time(self, in->to), name, got, want,
                     in->allowed.radps,
                     "%s: spin of %s is %.6g rad/s after it; friction gives %.6g%s", start, name,
                     got, want, hint);
    return true;
}

/* The bodies collide too far apart or overlapping. */
static void fail_distance(audit *self, const recorded_collision *r, const carom_collision *c,
                          double allowed_m, const char *start)
{
    double t_s = r->a.t_s, late_s = c == NULL ? 0 : t_s - c->t_s,
           distance_m = carom_audit_shown(r->distance_m, allowed_m),
           short_m = r->contact_m - distance_m;
    char when[60] = "";
    if (fabs(late_s) > 4 * self->unit_s) {
        snprintf(when, sizeof when, ", %.3g s too %s", fabs(late_s), late_s > 0 ? "late" : "early");
        self->late_most_m = fmax(self->late_most_m, short_m);
        self->late_s = fmax(self->late_s, late_s);
        self->late += late_s > 0;
    }
    carom_audit_fail(
        self, AUDIT_COLLISIONS, t_s - fmax(late_s, 0), r->ball_a->name, distance_m, r->contact_m,
        allowed_m, "%s: they collide at a distance of %.6g m%s; %s %.6g m", start, distance_m, when,
        r->ball_b == NULL ? "the radius is" : "their radii add up to", r->contact_m);
}

/* Describes what the record of a collision violates. @p c: the collision that is expected, or NULL.
 * @return false: nothing */
static bool fail_collision(audit *self, const audit_interval *in, const recorded_collision *r,
                           const carom_collision *c)
{
    const carom_ball *a = r->ball_a, *b = r->ball_b;
    const bool moves_b = b != NULL && !b->fixed;
    const double within = in->allowed.mps, t_s = r->a.t_s;
    const carom_vec J = r->a.impulse, K = r->b.impulse;
    double total = carom_vec_length(carom_vec_add(J, K)),
           approach = carom_vec_dot(carom_vec_subtract(r->a.before, r->b.before), r->normal),
           apart = carom_vec_dot(carom_vec_subtract(r->b.after, r->a.after), r->normal),
           along = carom_vec_cross(J, r->normal), mass_kg = a->mass_kg + (moves_b ? b->mass_kg : 0),
           gap_m = fmax(r->a.gap_m, r->b.gap_m), allowed_m = 3 * in->allowed.m;
    bool moved = gap_m > allowed_m; /* as balls that are pushed apart: the impulse is uncertain */
    allowed_m = fmax(allowed_m, 3 * gap_m) + (self->soft ? 2 * self->max_overlap_m : 0);
    const bool bounces = c != NULL && fabs(apart * c->approach_mps - c->separation_mps * approach) >
                                          within * approach; /* otherwise */
    char start[200];
    snprintf(start, sizeof start, "%.60s and %.60s at t = %.9g s", a->name, r->other, t_s);
    if (fabs(r->distance_m - r->contact_m) > allowed_m) {
        fail_distance(self, r, c, allowed_m, start);
    } else if (moved) {
        return false;
    } else if (moves_b && total > within * mass_kg) {
        carom_audit_fail(self, AUDIT_COLLISIONS, t_s, a->name, total, 0, within * mass_kg,
                         "%s: the collision changes their total momentum by %.4g kg m/s", start,
                         total);
    } else if (fabs(along) > within * a->mass_kg &&
               !carom_problem_has_contact_friction(self->problem) && !(self->soft && bounces)) {
        double degrees = 180 / M_PI * atan2(along, -carom_vec_dot(J, r->normal));
        carom_audit_fail(self, AUDIT_COLLISIONS, t_s, a->name, degrees, 0,
                         180 / M_PI * within * a->mass_kg / carom_vec_length(J),
                         "%s: the impulse is %.4g degrees off the contact normal; without friction "
                         "the tangential velocity of %s stays the same",
                         start, fabs(degrees), a->name);
    } else if (bounces) {
        double got = fabs(apart) < within ? 0 : apart / approach,
               want = c->separation_mps / c->approach_mps;
        int digits = fabs(got - want) < 1e-5 ? 12 : 6;
        bool gains = self->soft && got > fmax(1, want);
        carom_audit_fail(self, AUDIT_COLLISIONS, t_s, a->name, got, want, within / approach,
                         "%s: restitution is %.*g; %s %.*g%s", start, digits, got,
                         self->soft ? "expected" : "the scenario has", digits, want,
                         gains ? "; take shorter steps, or correct the force"
                         : fabs(got - 2 * want - 1) < 1e-3 ? "; twice the right impulse"
                                                           : "");
    } else if (c != NULL && fabs(along - c->impulse_t_Ns) > within * a->mass_kg) {
        carom_audit_fail(self, AUDIT_COLLISIONS, t_s, a->name, along, c->impulse_t_Ns,
                         within * a->mass_kg,
                         "%s: the tangential impulse is %.4g N s; friction gives %.4g N s", start,
                         fabs(along) > within * a->mass_kg ? along : 0, c->impulse_t_Ns);
    } else {
        return c != NULL && fail_spin(self, in, start);
    }
    return true;
}

/* A ball has moved on freely. Perhaps it collides in a later interval. */
static void fail_passage(audit *self, const audit_interval *in, const carom_collision *c)
{
    recorded_collision r;
    velocity_break a = {.exists = false};
    for (size_t k = in->to; k + 1 < self->samples && !a.exists; k++) {
        a = find_break(self, k, k + 1, in->ball, &in->allowed);
        if (a.exists && !a.jumps && find_partner(self, &a, k, k + 1, &in->allowed, c, &r) &&
            fail_collision(self, in, &r, c)) {
            return;
        }
    }
    const char *name = self->problem->ball[in->ball].name;
    carom_audit_fail(self, AUDIT_COLLISIONS, c->t_s, name, NAN, c->t_s, NAN,
                     "%s meets %s at t = %.9g s, but moves on freely until t = %.9g s", name,
                     carom_audit_other(self, c, in->ball), c->t_s, carom_audit_time(self, in->to));
}

void carom_audit_describe(audit *self, const audit_interval *in)
{
    const audit_contacts contacts = carom_audit_contacts(self, in->ball);
    const carom_collision *c = contacts.first;
    size_t most = contacts.count;
    velocity_break a = find_break(self, in->from, in->to, in->ball, &in->allowed);
    recorded_collision r;
    if (c != NULL && !c->wall) {
        size_t others = carom_audit_contacts(self, other_body(self, c, in->ball)).count;
        most = others > most ? others : most;
    }
    char why[120];
    if (in->whole) {
        snprintf(why, sizeof why, "free motion since t = %.9g s gives",
                 carom_audit_time(self, in->from));
        fail_component(self, in, AUDIT_FLIGHT, why);
    } else if (most > 1 || (c != NULL && !isfinite(c->separation_mps))) {
        snprintf(why, sizeof why,
                 "the motion since t = %.9g s, with %zu collisions (more samples show which is "
                 "wrong), gives",
                 carom_audit_time(self, in->from), most);
        fail_component(self, in, AUDIT_COLLISIONS, why);
    } else if (c != NULL && c->t_s == self->failed_s) {
        return; /* the other ball of this collision has failed */
    } else if (c != NULL && !a.exists) {
        fail_passage(self, in, c);
    } else if (a.exists && !a.jumps &&
               find_partner(self, &a, in->from, in->to, &in->allowed, c, &r) &&
               fail_collision(self, in, &r, c)) {
        self->failed_s = c != NULL ? c->t_s : self->failed_s;
    } else {
        bool instant = self->t_s[in->from] == self->t_s[in->to];
        fail_component(self, in, c == NULL ? AUDIT_FLIGHT : AUDIT_COLLISIONS,
                       c != NULL ? "their collision gives"
                       : instant
                           ? "the row before, with nothing in reach, gives"
                           : "free motion since the sample before, with nothing in reach, gives");
    }
}
