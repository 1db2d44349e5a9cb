/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Displacements of a rigid run by spring contacts. */
#include "measure/measure.h"

/* State of a ball of the rigid run at its own time, and its displacements. */
typedef struct {
    carom_flight flight;
    double clock_s;
    carom_flight field[CAROM_CONTACT_PARTS];
    double lost_s;     /* time at which the displacements become unknown */
    double soft_end_s; /* end of its last contact with springs */
} ball_state;

/* The rigid run as it is followed. */
typedef struct {
    const carom_displacements *of;
    ball_state *ball;
} follower;

bool carom_displacements_are_defined(const carom_problem *problem)
{
    return !carom_problem_has_friction(problem) && !carom_problem_has_contact_friction(problem) &&
           !carom_problem_falls_past_fixed(problem);
}

/* ---- free flight ---- */

static const carom_vec none = {0, 0};

static carom_vec gravity(const follower *self, size_t i)
{
    return self->of->problem->ball[i].fixed ? none : self->of->problem->gravity_mps2;
}

static carom_flight drift(carom_flight d, double t)
{
    return (carom_flight){carom_vec_add_scaled(d.at, t, d.v), d.v};
}

static void advance_ball(follower *self, size_t i, double t_s)
{
    ball_state *ball = &self->ball[i];
    double t = t_s - ball->clock_s;
    ball->flight = carom_flight_fall(ball->flight, gravity(self, i), t);
    ball->clock_s = t_s;
    for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
        ball->field[f] = drift(ball->field[f], t);
    }
}

/* ---- displacement by one contact ---- */

/* Make a scene with only the bodies of a collision, as they touch. */
static carom_status isolate_collision(const follower *self, const carom_collision *c,
                                      carom_problem *scene, carom_error *error)
{
    const carom_problem *problem = self->of->problem;
    const ball_state *a = &self->ball[c->a];
    carom_ball ball = problem->ball[c->a];
    double reach = ball.radius_m + (c->wall ? 0 : problem->ball[c->b].radius_m);
    carom_problem table = *problem;
    table.count = 0; /* without balls */
    table.changes = 0;
    CAROM_TRY(carom_problem_copy(scene, &table, error));
    scene->boundary = c->wall ? CAROM_WALLS : CAROM_OPEN;
    scene->restitution = carom_problem_restitution(problem, c->t_s);
    carom_flight_to_ball(a->flight, &ball);
    CAROM_TRY(carom_problem_add(scene, &ball, error));
    if (c->wall) {
        return CAROM_OK;
    }
    /* the periodic image that collides */
    ball = problem->ball[c->b];
    carom_flight_to_ball((carom_flight){carom_vec_add_scaled(a->flight.at, reach, c->normal),
                                        self->ball[c->b].flight.v},
                         &ball);
    return carom_problem_add(scene, &ball, error);
}

/* Displacement at contact onset that transforms the rigid path into the path with springs, after
 * the contact. */
static carom_flight displacement_at_onset(const follower *self, size_t i, carom_flight onset,
                                          const carom_sample *sample, size_t k)
{
    carom_flight soft = carom_flight_from_sample(sample, k);
    carom_flight rigid = carom_flight_fall(onset, gravity(self, i), sample->t_s);
    carom_flight difference = {carom_vec_subtract(soft.at, rigid.at),
                               carom_vec_subtract(soft.v, rigid.v)};
    return drift(difference, -sample->t_s);
}

/* Run a contact of springs until it is over: longer than a typical one, repeated. */
static carom_status run_contact(const follower *self, const carom_problem *scene, carom_sample *end,
                                carom_error *error)
{
    static const double contacts = 1.25;
    enum { MOST = 8 };
    carom_solver *solver = carom_solver_new_from_choice(scene, self->of->springs, true, error);
    carom_report report;
    bool is_over = false;
    if (solver == NULL) {
        return error->status;
    }
    carom_status status = carom_check_cancelled(&(carom_cancel_flag){self->of->stop}, error);
    carom_solver_set_cancel_flag(solver, self->of->stop);
    carom_solver_report(solver, &report);
    for (int k = 1; k <= MOST && status == CAROM_OK && !is_over; k++) {
        status = carom_solver_advance(solver, contacts * k * report.contact_s, error);
        carom_solver_sample(solver, end);
        is_over = end->contacts == 0 && end->collisions > 0;
    }
    carom_solver_free(solver);
    return status;
}

/* Velocity difference caused by a later separation from a wall, with gravity along the normal. The
 * time of separation is extrapolated from the free path of the ball after the contact. */
static carom_vec delay_in_gravity(const follower *self, const carom_collision *c,
                                  carom_flight onset, const carom_sample *sample)
{
    carom_flight soft = carom_flight_from_sample(sample, 0);
    double pull = carom_vec_dot(gravity(self, c->a), c->normal);
    double away = carom_vec_dot(carom_vec_subtract(onset.at, soft.at), c->normal);
    double speed = -carom_vec_dot(soft.v, c->normal);
    double free_s = 2 * away / (speed + sqrt(fmax(0, speed * speed + 2 * pull * away)));
    bool falls = c->wall && pull != 0 && isfinite(free_s);
    return carom_vec_scale(falls ? -pull * (sample->t_s - free_s) : 0, c->normal);
}

/* Part of the change of velocity by springs that rotation of the normal causes: the rigid one along
 * the direction of the soft one. Without dissipation both have the same length, because energy is
 * conserved. The remainder is another restitution. w: relative velocity before. */
static carom_vec rotated_kick(carom_vec rigid, carom_vec soft, carom_vec w, carom_vec n)
{
    double length = carom_vec_length(soft);
    carom_vec along = carom_vec_divide(soft, length);
    double scale = carom_vec_dot(rigid, n) / carom_vec_dot(w, n) * carom_vec_dot(w, along);
    return length > 0 ? carom_vec_scale(scale, along) : rigid;
}

/* Add the displacements by a contact of springs. The velocities of the balls are already those
 * after the rigid collision. */
static carom_status add_contact_displacements(follower *self, const carom_problem *scene,
                                              const carom_collision *c, carom_error *error)
{
    carom_sample sample;
    carom_vec w = carom_vec_subtract(c->wall ? none : carom_flight_from_ball(&scene->ball[1]).v,
                                     carom_flight_from_ball(&scene->ball[0]).v);
    carom_status status = carom_sample_init(&sample, scene->count, error);
    CAROM_THEN(status, run_contact(self, scene, &sample, error));
    for (size_t k = 0; k < scene->count && status == CAROM_OK; k++) {
        size_t i = k == 0 ? c->a : c->b;
        carom_flight *field = self->ball[i].field, before = carom_flight_from_ball(&scene->ball[k]);
        carom_flight onset = {before.at, self->ball[i].flight.v};
        carom_flight d = displacement_at_onset(self, i, onset, &sample, k);
        carom_vec delayed = delay_in_gravity(self, c, onset, &sample);
        carom_vec rigid = carom_vec_subtract(onset.v, before.v);
        carom_vec soft = carom_vec_add(rigid, carom_vec_subtract(d.v, delayed));
        carom_vec turned = rotated_kick(rigid, soft, w, c->normal);
        carom_flight source[CAROM_CONTACT_PARTS] = {
            [CAROM_CONTACT_DELAY] = {d.at, delayed},
            [CAROM_NORMAL_ROTATION] = {none, carom_vec_subtract(turned, rigid)},
            [CAROM_RESTITUTION_CHANGE] = {none, carom_vec_subtract(soft, turned)}};
        for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
            field[f].at = carom_vec_add(field[f].at, source[f].at);
            field[f].v = carom_vec_add(field[f].v, source[f].v);
        }
    }
    carom_sample_free(&sample);
    return status;
}

/* ---- collisions ---- */

/* Displacement after a collision that is later by dt, of a ball with the fraction `part` of the
 * change of velocity. */
static carom_flight displacement_after(carom_flight d, double part, carom_vec kick,
                                       carom_vec changed, double dt)
{
    return (carom_flight){carom_vec_add_scaled(d.at, -dt, carom_vec_scale(part, kick)),
                          carom_vec_add_scaled(d.v, part, changed)};
}

/* Propagate displacements through a collision. Displaced balls collide later by dt, at another
 * place, with another normal and other speeds. The state after the collision is extrapolated to the
 * time of the undisturbed collision. d and w are position and velocity of b relative to a (a wall
 * is at rest), e the restitution. */
static void propagate_displacements(follower *self, const carom_collision *c, double e)
{
    const carom_problem *problem = self->of->problem;
    ball_state *a = &self->ball[c->a], *b = c->wall ? NULL : &self->ball[c->b];
    carom_vec n = c->normal, w = carom_vec_subtract(b ? b->flight.v : none, a->flight.v);
    carom_vec g = b ? none : carom_vec_scale(-1, gravity(self, c->a));
    double radius = problem->ball[c->a].radius_m, wn = carom_vec_dot(w, n);
    /* path past a for a rotation of the normal by 1 rad; walls are curved like balls */
    double reach = b ? radius + problem->ball[c->b].radius_m
                     : -1 / carom_walls_normal_rotation_1pm(problem, c->b,
                                                            carom_walls_reach(problem, radius));
    double ia = carom_ball_inverse_mass(&problem->ball[c->a]),
           ib = b ? carom_ball_inverse_mass(&problem->ball[c->b]) : 0;
    carom_vec kick = carom_vec_scale(-(1 + e) * wn, n); /* change of w */
    double pa = -ia / (ia + ib), pb = ib / (ia + ib);   /* fractions of the two balls */
    for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
        carom_flight *p = &a->field[f], *q = b ? &b->field[f] : NULL;
        carom_vec d = carom_vec_subtract(q ? q->at : none, p->at);
        double dt = -carom_vec_dot(d, n) / wn;
        carom_vec v = carom_vec_add_scaled(carom_vec_subtract(q ? q->v : none, p->v), dt, g);
        carom_vec rotation = carom_vec_divide(carom_vec_add_scaled(d, dt, w),
                                              reach); /* rotation of the normal */
        double along = carom_vec_dot_after(carom_vec_dot(v, n), w, rotation);
        carom_vec changed = carom_vec_scale(
            -(1 + e), carom_vec_add_scaled(carom_vec_scale(along, n), wn, rotation));
        *p = displacement_after(*p, pa, kick, changed, dt);
        if (q) {
            *q = displacement_after(*q, pb, kick, changed, dt);
        }
    }
}

static void apply_impulse(follower *self, const carom_collision *c)
{
    const carom_ball *ball = self->of->problem->ball;
    carom_flight *a = &self->ball[c->a].flight;
    double ja = -c->impulse_Ns * carom_ball_inverse_mass(&ball[c->a]);
    a->v = carom_vec_add_scaled(a->v, ja, c->normal);
    if (!c->wall) {
        carom_flight *b = &self->ball[c->b].flight;
        double jb = c->impulse_Ns * carom_ball_inverse_mass(&ball[c->b]);
        b->v = carom_vec_add_scaled(b->v, jb, c->normal);
    }
}

/* Whether a contact of springs begins before the previous one of its balls has ended: a contact of
 * three bodies. */
static bool overlaps_previous_contact(ball_state *a, ball_state *b, const carom_collision *soft)
{
    bool overlaps = soft->t_s < a->soft_end_s || soft->t_s < b->soft_end_s;
    a->soft_end_s = b->soft_end_s = soft->t_s +
                                    (isnan(soft->separation_mps) ? INFINITY : soft->contact_s);
    return overlaps;
}

static bool has_ball(const carom_collision *c, uint32_t ball)
{
    return c->a == ball || (!c->wall && c->b == ball);
}

/* Whether another collision at the same time shares a ball with collision @p k. The outcome of such
 * an impact depends discontinuously on the positions. */
static bool is_simultaneous(const carom_log *log, size_t k)
{
    const carom_collision *c = &log->item[k];
    for (int step = -1; step <= 1; step += 2) {
        for (size_t i = k + (size_t)step; i < log->count && log->item[i].t_s == c->t_s;
             i += (size_t)step) {
            if (has_ball(&log->item[i], c->a) || (!c->wall && has_ball(&log->item[i], c->b))) {
                return true;
            }
        }
    }
    return false;
}

static carom_status handle_collision(follower *self, size_t k, carom_error *error)
{
    const carom_collision *c = &self->of->rigid->item[k];
    size_t partner = self->of->alignment->partner[k];
    ball_state *a = &self->ball[c->a], *b = c->wall ? a : &self->ball[c->b];
    carom_problem scene;
    advance_ball(self, c->a, c->t_s);
    advance_ball(self, c->wall ? c->a : c->b, c->t_s);
    if (partner == CAROM_UNMATCHED || !(c->t_s < a->lost_s && c->t_s < b->lost_s) ||
        overlaps_previous_contact(a, b, &self->of->soft->item[partner]) ||
        is_simultaneous(self->of->rigid, k)) {
        a->lost_s = fmin(a->lost_s, c->t_s);
        b->lost_s = fmin(b->lost_s, c->t_s);
        apply_impulse(self, c);
        return CAROM_OK;
    }
    carom_status status = isolate_collision(self, c, &scene, error);
    propagate_displacements(self, c, c->separation_mps / c->approach_mps);
    apply_impulse(self, c);
    CAROM_THEN(status, add_contact_displacements(self, &scene, c, error));
    carom_problem_free(&scene);
    return status;
}

/* ---- samples ---- */

/* Mark the samples during a contact, from the earlier onset to the separation of the springs. In
 * between the effect of the contact is incomplete. */
static void mark_contacts(const carom_displacements *of)
{
    double interval_s = of->samples > 1 ? of->t_s[1] - of->t_s[0] : INFINITY;
    for (size_t c = 0; c < of->rigid->count; c++) {
        if (of->alignment->partner[c] != CAROM_UNMATCHED) {
            const carom_collision *rigid = &of->rigid->item[c],
                                  *soft = &of->soft->item[of->alignment->partner[c]];
            double from = fmin(rigid->t_s, soft->t_s), to = soft->t_s + soft->contact_s;
            size_t k = (size_t)(from / interval_s);
            k -= k > 0; /* the quotient may be rounded up */
            to = isnan(soft->separation_mps) ? INFINITY : to;
            for (; k < of->samples && of->t_s[k] < fmax(rigid->t_s, to); k++) {
                bool *touching = of->to.touching + k * of->problem->count;
                touching[rigid->a] |= of->t_s[k] > from;
                touching[rigid->wall ? rigid->a : rigid->b] |= of->t_s[k] > from;
            }
        }
    }
}

static carom_status follow(follower *self, carom_error *error)
{
    const carom_displacements *of = self->of;
    size_t n = of->problem->count, next = 0;
    for (size_t i = 0; i < n; i++) {
        self->ball[i] = (ball_state){.flight = carom_flight_from_ball(&of->problem->ball[i]),
                                     .lost_s = of->alignment->lost_s[i]};
    }
    for (size_t k = 0; k < of->samples; k++) {
        for (; next < of->rigid->count && of->rigid->item[next].t_s <= of->t_s[k]; next++) {
            CAROM_TRY(handle_collision(self, next, error));
        }
        for (size_t i = 0; i < n; i++) {
            const ball_state *ball = &self->ball[i];
            for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
                of->to.part[k * n + i][f] = drift(ball->field[f], of->t_s[k] - ball->clock_s).at;
            }
            if (!(of->t_s[k] < ball->lost_s)) {
                of->to.lost_s[i] = fmin(of->to.lost_s[i], of->t_s[k]);
            }
        }
    }
    return CAROM_OK;
}

carom_status carom_displacements_find(const carom_displacements *of, carom_error *error)
{
    follower self = {of, carom_allocate(of->problem->count, sizeof *self.ball)};
    mark_contacts(of);
    carom_status status = follow(&self, error);
    free(self.ball);
    return status;
}
