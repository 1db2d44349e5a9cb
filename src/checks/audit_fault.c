/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes in one sentence what is wrong with the recorded motion of a ball in an interval. */
#include "checks/checks.h"

/* What the recorded velocities say about the only collision of both bodies; a can move. */
typedef struct {
    carom_collision at;
    const carom_ball *a, *b; /* b NULL: a wall */
    const char *other;       /* name of b, or of the wall */
    carom_vec off_a, off_b;  /* recorded minus computed velocities after it, m/s */
    carom_vec moved_m;       /* recorded minus computed position of a, m */
    carom_vec impulse;       /* recorded impulse on a, N s */
    double spin_off;         /* rad/s, of a */
} collision_fault;

static const carom_collision *first_hit(const carom_log *log, size_t ball)
{
    const carom_collision *c = log->item;
    while (!carom_audit_is_hit(c, ball)) {
        c++;
    }
    return c;
}

/* Motion of a ball that meets nothing. @return false: the solver fails */
static bool compute_free(audit *self, const audit_interval *in, size_t number, audit_state *to)
{
    carom_problem alone = *self->problem;
    carom_ball ball = self->problem->ball[number];
    const audit_state *s = carom_audit_state(self, in->from, number);
    carom_sample sample = {.count = 0};
    carom_error error = {CAROM_OK, "", ""};
    ball.x_m = s->at.x, ball.y_m = s->at.y, ball.vx_mps = s->v.x, ball.vy_mps = s->v.y;
    ball.spin_radps = s->spin_radps;
    ball.number = 0;
    alone.ball = &ball;
    alone.count = 1;
    alone.boundary = alone.boundary == CAROM_PERIODIC ? CAROM_PERIODIC : CAROM_OPEN;
    carom_solver *solver = carom_solver_new_from_choice(&alone, &self->reference, false, &error);
    bool moved = solver != NULL && carom_sample_init(&sample, 1, &error) == CAROM_OK &&
                 carom_solver_advance(solver, self->t_s[in->to] - self->t_s[in->from], &error) ==
                     CAROM_OK;
    if (moved) {
        carom_solver_sample(solver, &sample);
        *to = (audit_state){{sample.x_m[0], sample.y_m[0]},
                            {sample.vx_mps[0], sample.vy_mps[0]},
                            sample.spin_radps[0]};
    }
    carom_sample_free(&sample);
    carom_solver_free(solver);
    return moved;
}

/* The component that is farthest from the expected one, relative to its tolerance. */
static void fail_component(audit *self, const audit_interval *in, audit_test test,
                           const audit_state *want, const char *why)
{
    const audit_state *got = carom_audit_state(self, in->to, in->ball);
    const carom_ball *b = &self->problem->ball[in->ball];
    carom_vec moved = carom_torus_shortest(self->problem, carom_vec_subtract(got->at, want->at));
    const struct {
        const char *name;
        double got, want, within;
    } part[] = {{"x_m", want->at.x + moved.x, want->at.x, in->allowed.m},
                {"y_m", want->at.y + moved.y, want->at.y, in->allowed.m},
                {"vx_mps", got->v.x, want->v.x, in->allowed.mps},
                {"vy_mps", got->v.y, want->v.y, in->allowed.mps},
                {"spin_radps", got->spin_radps, want->spin_radps, in->allowed.radps}};
    size_t worst = 0;
    for (size_t c = 1; c < 5; c++) {
        if (fabs(part[c].got - part[c].want) * part[worst].within >
            fabs(part[worst].got - part[worst].want) * part[c].within) {
            worst = c;
        }
    }
    carom_audit_fail(self, test, self->t_s[in->to], b->name, part[worst].got, part[worst].want,
                     part[worst].within, "%s of %s at t = %.9g s is %.10g; %s gives %.10g",
                     part[worst].name, b->name, self->t_s[in->to], part[worst].got, why,
                     part[worst].want);
}

/* ---- one collision ---- */

static collision_fault compare_collision(const audit *self, const audit_interval *in,
                                         carom_collision hit)
{
    const carom_problem *p = self->problem;
    const carom_collision *c = &hit;
    if (p->ball[hit.a].fixed) {
        uint32_t a = hit.a;
        hit.a = hit.b, hit.b = a;
        hit.normal = carom_vec_scale(-1, hit.normal);
    }
    const audit_state *got_a = carom_audit_state(self, in->to, c->a),
                      *want_a = &self->expected[c->a];
    carom_vec tangent = carom_vec_rotate_left(c->normal);
    collision_fault f = {.at = hit, .a = &p->ball[c->a], .b = c->wall ? NULL : &p->ball[c->b]};
    f.other = c->wall ? carom_wall_name(p, c->b) : f.b->name;
    f.off_a = carom_vec_subtract(got_a->v, want_a->v);
    f.moved_m = carom_torus_shortest(p, carom_vec_subtract(got_a->at, want_a->at));
    f.spin_off = got_a->spin_radps - want_a->spin_radps;
    if (f.b != NULL && !f.b->fixed) {
        f.off_b = carom_vec_subtract(carom_audit_state(self, in->to, c->b)->v,
                                     self->expected[c->b].v);
    }
    f.impulse = carom_vec_subtract(carom_vec_scale(f.a->mass_kg, f.off_a),
                                   carom_vec_add(carom_vec_scale(c->impulse_Ns, c->normal),
                                                 carom_vec_scale(c->impulse_t_Ns, tangent)));
    return f;
}

/* Describes a collision whose outcome differs in velocity. */
static void fail_outcome(audit *self, const audit_interval *in, const collision_fault *f)
{
    const carom_collision *c = &f->at;
    const double within = in->allowed.mps;
    const bool moves_b = f->b != NULL && !f->b->fixed;
    double normal_off = carom_vec_dot(carom_vec_subtract(f->off_b, f->off_a), c->normal),
           along = carom_vec_cross(c->normal, f->off_a),
           lost = carom_vec_length(
               carom_vec_add(carom_vec_scale(f->a->mass_kg, f->off_a),
                             carom_vec_scale(moves_b ? f->b->mass_kg : 0, f->off_b))),
           allowed_Ns = within * (f->a->mass_kg + (moves_b ? f->b->mass_kg : 0));
    char start[200];
    snprintf(start, sizeof start, "%.60s and %.60s at t = %.9g s", f->a->name, f->other, c->t_s);
    if (moves_b && lost > allowed_Ns) {
        carom_audit_fail(self, AUDIT_COLLISIONS, c->t_s, f->a->name, lost, 0, allowed_Ns,
                         "%s: the collision changes their total momentum by %.4g kg m/s", start,
                         lost);
    } else if (fabs(along) > within && !carom_problem_has_contact_friction(self->problem)) {
        double degrees = 180 / M_PI *
                         atan2(carom_vec_cross(c->normal, f->impulse),
                               -carom_vec_dot(c->normal, f->impulse));
        carom_audit_fail(self, AUDIT_COLLISIONS, c->t_s, f->a->name, degrees, 0,
                         180 / M_PI * within * f->a->mass_kg / carom_vec_length(f->impulse),
                         "%s: the impulse is %.4g degrees off the contact normal; without friction "
                         "the tangential velocity of %s stays the same",
                         start, fabs(degrees), f->a->name);
    } else if (fabs(along) > within) {
        double got = carom_vec_cross(f->impulse, c->normal);
        carom_audit_fail(self, AUDIT_COLLISIONS, c->t_s, f->a->name, got, c->impulse_t_Ns,
                         within * f->a->mass_kg,
                         "%s: the tangential impulse is %.4g N s; friction gives %.4g N s", start,
                         got, c->impulse_t_Ns);
    } else if (fabs(normal_off) > within) {
        double got = (c->separation_mps + normal_off) / c->approach_mps,
               want = c->separation_mps / c->approach_mps;
        got = fabs(got) * c->approach_mps < within ? 0 : got;
        carom_audit_fail(self, AUDIT_COLLISIONS, c->t_s, f->a->name, got, want,
                         within / c->approach_mps, "%s: restitution is %.6g; the scenario has %.6g",
                         start, got, want);
    } else if (fabs(f->spin_off) > in->allowed.radps) {
        double want = self->expected[c->a].spin_radps;
        carom_audit_fail(self, AUDIT_COLLISIONS, c->t_s, f->a->name, want + f->spin_off, want,
                         in->allowed.radps,
                         "%s: spin of %s is %.6g rad/s after it; friction gives %.6g", start,
                         f->a->name, want + f->spin_off, want);
    } else {
        fail_component(self, in, AUDIT_COLLISIONS, &self->expected[in->ball], start);
    }
}

/* Describes a collision whose velocities are right and whose positions are not: at another time, or
 * at another place. */
static void fail_time(audit *self, const audit_interval *in, const collision_fault *f)
{
    const carom_collision *c = &f->at;
    carom_vec jump = carom_vec_scale(1 / f->a->mass_kg, f->impulse);
    double late_s = -carom_vec_dot(f->moved_m, jump) / carom_vec_square(jump);
    carom_vec rest = carom_vec_add_scaled(f->moved_m, late_s, jump);
    if (carom_vec_length(rest) < 0.1 * carom_vec_length(f->moved_m)) {
        carom_audit_fail(self, AUDIT_COLLISIONS, c->t_s, f->a->name, c->t_s + late_s, c->t_s,
                         in->allowed.m / carom_vec_length(jump),
                         "%s and %s collide %.4g s too %s; they touch at t = %.9g s", f->a->name,
                         f->other, fabs(late_s), late_s > 0 ? "late" : "early", c->t_s);
    } else {
        fail_component(self, in, AUDIT_COLLISIONS, &self->expected[in->ball], "their collision");
    }
}

/* True if the recorded ball meets nothing in the interval. */
static bool moves_freely(audit *self, const audit_interval *in, size_t ball)
{
    const audit_state *got = carom_audit_state(self, in->to, ball);
    audit_state alone;
    if (!compute_free(self, in, ball, &alone)) {
        return false;
    }
    carom_vec moved = carom_torus_shortest(self->problem, carom_vec_subtract(got->at, alone.at));
    return carom_vec_length(moved) <= in->allowed.m &&
           carom_vec_length(carom_vec_subtract(got->v, alone.v)) <= in->allowed.mps;
}

void carom_audit_describe(audit *self, const audit_interval *in)
{
    const carom_ball *ball = &self->problem->ball[in->ball];
    size_t hits = carom_audit_count_hits(in->log, in->ball), others = 0, other = in->ball;
    if (hits == 0) {
        fail_component(self, in, AUDIT_FLIGHT, &self->expected[in->ball],
                       "free motion since the sample before, with nothing in reach,");
        return;
    }
    const carom_collision *c = first_hit(in->log, in->ball);
    if (!c->wall) {
        other = c->a == in->ball ? c->b : c->a;
        others = carom_audit_count_hits(in->log, other);
    }
    if (moves_freely(self, in, in->ball) &&
        (c->wall || self->problem->ball[other].fixed || moves_freely(self, in, other))) {
        carom_audit_fail(self, AUDIT_COLLISIONS, c->t_s, ball->name, NAN, c->t_s, NAN,
                         "%s moves on through %s, which it hits at t = %.9g s", ball->name,
                         c->wall ? carom_wall_name(self->problem, c->b)
                                 : self->problem->ball[other].name,
                         c->t_s);
    } else if (hits > 1 || others > 1 || !isfinite(c->separation_mps)) {
        char why[100];
        snprintf(why, sizeof why, "the motion since t = %.9g s, with %zu collisions,",
                 self->t_s[in->from], hits > others ? hits : others);
        fail_component(self, in, AUDIT_COLLISIONS, &self->expected[in->ball], why);
    } else {
        collision_fault f = compare_collision(self, in, *c);
        bool same = carom_vec_length(f.off_a) <= in->allowed.mps &&
                    carom_vec_length(f.off_b) <= in->allowed.mps &&
                    fabs(f.spin_off) <= in->allowed.radps;
        if (same && f.at.a == in->ball) {
            fail_time(self, in, &f);
        } else {
            fail_outcome(self, in, &f);
        }
    }
}
