/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restitution of contacts, resting balls and inelastic collapse.
 *
 * A ball that gravity presses onto a wall or onto the top of a fixed ball rests there after a slow
 * impact, until another ball lifts it off. On the side of a fixed ball or on a free ball it would
 * slide, roll or push. The solver cannot do that and reports a collapse. */
#include "solvers/impulse/impulse.h"

static bool is_recent(const impulse_solver *self, uint32_t i)
{
    return self->cluster.now_s - self->events.traits[i].last_impulse_s < self->rules.tc_s;
}

/* The ball that may rest at a contact, and the direction to its support. */
typedef struct {
    size_t body; /* CAROM_NO_BODY: none */
    carom_vec normal;
} resting;

static resting resting_at(const impulse_solver *self, const carom_cluster_contact *contact)
{
    const double *inverse_mass = self->cluster.inverse_mass;
    if (contact->b == CAROM_NO_BODY || inverse_mass[contact->b] == 0) {
        return (resting){contact->a, contact->normal};
    }
    return (resting){inverse_mass[contact->a] == 0 ? contact->b : CAROM_NO_BODY,
                     carom_vec_scale(-1, contact->normal)};
}

static bool is_pressed_by_gravity(const impulse_solver *self, const resting *at)
{
    return carom_vec_dot(at->normal, self->events.problem->gravity_mps2) > 0;
}

/* True if the ball is on top of a fixed one: gravity points to the support within rounding, and
 * the ball does not move sideways. The equilibrium is unstable but exact. */
static bool is_on_top(const impulse_solver *self, const resting *at)
{
    static const double rounding = 64 * DBL_EPSILON;
    const impulse_cluster *cluster = &self->cluster;
    carom_vec g = self->events.problem->gravity_mps2;
    double across = carom_vec_cross(at->normal, cluster->v[at->body]);
    return fabs(carom_vec_cross(at->normal, g)) <= rounding * (fabs(g.x) + fabs(g.y)) &&
           fabs(across) <= carom_events_rounding_speed(cluster->speed_scale_mps);
}

/* True if gravity presses the ball onto a support and the impact is slow enough to rest. */
static bool comes_to_rest(const impulse_solver *self, const carom_cluster_contact *contact)
{
    const impulse_cluster *cluster = &self->cluster;
    resting at = resting_at(self, contact);
    if (at.body == CAROM_NO_BODY) {
        return false;
    }
    double u = carom_vec_dot(at.normal, cluster->v[at.body]);
    return u < self->rules.rest_speed_mps && is_pressed_by_gravity(self, &at) &&
           (contact->b == CAROM_NO_BODY || is_on_top(self, &at));
}

void carom_impulse_set_restitution(const impulse_solver *self, carom_cluster_contact *contact)
{
    const carom_ball *ball = self->events.problem->ball;
    bool wall = contact->b == CAROM_NO_BODY;
    uint32_t a = self->cluster.ball[contact->a], b = wall ? 0 : self->cluster.ball[contact->b];
    bool in_lasting_contact = self->rules.tc_s > 0 &&
                              (is_recent(self, a) || (!wall && is_recent(self, b)));
    contact->nominal = carom_pair_restitution(self->events.problem, &ball[a],
                                              wall ? NULL : &ball[b], carom_impulse_time(self));
    contact->fixed = in_lasting_contact ? 1 : NAN;
    if (self->kind.surface_friction) {
        contact->tangential = carom_pair_tangential(self->events.problem, &ball[a],
                                                    wall ? NULL : &ball[b]);
    }
    if (self->rules.rest_speed_mps > 0 && comes_to_rest(self, contact)) {
        contact->fixed = 0;
    }
}

/* Support a ball at a contact, or release it. */
static void update_support(impulse_solver *self, const carom_cluster_contact *contact,
                           const resting *at)
{
    impulse_cluster *cluster = &self->cluster;
    carom_vec *v = &cluster->v[at->body];
    double u = carom_vec_dot(at->normal, *v),
           rounding = carom_events_rounding_speed(cluster->speed_scale_mps);
    uint32_t *support = &self->events.ball[cluster->ball[at->body]].support;
    uint32_t axis = at->normal.x != 0 ? SUPPORTED_X : SUPPORTED_Y;
    if (contact->b != CAROM_NO_BODY) {
        if (fabs(u) <= 2 * rounding && is_on_top(self, at)) {
            *v = (carom_vec){0, 0};
            *support |= SUPPORTED_X | SUPPORTED_Y | SUPPORTED_ON_TOP;
        }
    } else if (fabs(u) <= 2 * rounding) {
        *(axis == SUPPORTED_X ? &v->x : &v->y) = 0;
        *support |= axis;
    } else if (u < 0) {
        *support &= ~axis;
    }
}

void carom_impulse_update_support(impulse_solver *self)
{
    impulse_cluster *cluster = &self->cluster;
    for (size_t k = 0; k < cluster->contacts; k++) {
        const carom_cluster_contact *contact = &cluster->contact[k];
        resting at = resting_at(self, contact);
        if (at.body != CAROM_NO_BODY && is_pressed_by_gravity(self, &at)) {
            update_support(self, contact, &at);
        }
    }
    for (size_t k = 0; k < cluster->bodies; k++) {
        uint32_t *support = &self->events.ball[cluster->ball[k]].support;
        if ((*support & SUPPORTED_ON_TOP) != 0 && !carom_vec_is_zero(cluster->v[k])) {
            *support &= SUPPORTED_FIXED; /* falls as soon as it has any velocity */
        }
    }
}

/* ---- collapse ---- */

/* An event-driven run cannot pass infinitely many collisions in finite time. Three tests detect
 * them: of the rounds in an impact (impact.c), and two of events. */

/* ---- events ---- */

/* True if the ball got no impulse and has hardly moved since its last event. A ball that slides
 * along a curved wall has such events. */
static bool is_stuck(const impulse_solver *self, const events_ball *ball, double since_s)
{
    static const double no_motion_ulps = 64;
    return !self->cluster.pushed &&
           carom_vec_length(ball->flight.v) * since_s <=
               no_motion_ulps * DBL_EPSILON *
                   (fabs(ball->flight.at.x) + fabs(ball->flight.at.y) + ball->radius_m);
}

/* True if too many events of one ball follow each other within some rounding errors of the time.
 * Collisions with and without time between them are then indistinguishable. */
static bool has_zero_time_streak(impulse_solver *self, uint32_t i, double now_s)
{
    static const uint32_t longest_streak = 32;
    static const double no_time_ulps = 4.0;
    events_ball *ball = &self->events.ball[i];
    double since_s = now_s - self->events.traits[i].last_event_s;
    bool at_once = since_s <= no_time_ulps * DBL_EPSILON * now_s || is_stuck(self, ball, since_s);
    ball->zero_time_collisions = at_once ? ball->zero_time_collisions + 1 : 0;
    self->events.traits[i].last_event_s = now_s;
    return ball->zero_time_collisions > longest_streak;
}

/* Gravity or friction may bring two bodies together again and again, at ever shorter distances. A
 * collision is unresolved if the balls separated by less than the rounding error of their
 * positions since the previous one. A ball that had only unresolved collisions for a long time
 * will have no others. (On straight paths, the times alone give a finer test.) */
static bool is_unresolved(impulse_solver *self, uint32_t i, events_event event, double last_s)
{
    static const uint32_t longest = 1000;
    static const double no_motion_ulps = 64;
    const events_ball *ball = &self->events.ball[i];
    double displacement = self->cluster.cascade.largest_mps * (self->cluster.now_s - last_s);
    bool unresolved = displacement <=
                      no_motion_ulps * DBL_EPSILON *
                          (fabs(ball->flight.at.x) + fabs(ball->flight.at.y) + ball->radius_m);
    self->unresolved[i] = unresolved ? self->unresolved[i] + 1 : 0;
    if (event.kind == EVENT_PAIR) {
        self->unresolved[event.partner] = unresolved ? self->unresolved[event.partner] + 1 : 0;
    }
    return self->unresolved[i] > longest;
}

static void name_ball(const impulse_solver *self, uint32_t i, char *text, size_t size)
{
    const carom_ball *ball = &self->events.problem->ball[i];
    snprintf(text, size, "ball %u%s%s", ball->number + 1, ball->name[0] == '\0' ? "" : ", ",
             ball->name);
}

static carom_status refuse_merging(const impulse_solver *self, uint32_t i, events_event event)
{
    char event_text[CAROM_NAME_SIZE + 120], partner[CAROM_NAME_SIZE + 20] = "a wall";
    if (event.kind == EVENT_PAIR) {
        name_ball(self, event.partner, partner, sizeof partner);
    }
    snprintf(event_text, sizeof event_text,
             "and %s collide infinitely often, ever more slowly, and would stay in contact",
             partner);
    return carom_impulse_collapse_error(self, i, event_text, NULL);
}

carom_status carom_impulse_check_collapse(impulse_solver *self, uint32_t i, events_event event,
                                          double last_s)
{
    if (has_zero_time_streak(self, i, self->cluster.now_s)) {
        return carom_impulse_collapse_error(
            self, i, "collides again and again with no time in between", NULL);
    }
    return self->unresolved == NULL || !is_unresolved(self, i, event, last_s)
             ? CAROM_OK
             : refuse_merging(self, i, event);
}

/* ---- messages ---- */

static const char *suggest_fix(const impulse_solver *self, double least, double most)
{
    bool several = self->cluster.contacts > 1 && !self->rules.policy->all_at_once &&
                   !self->kind.surface_friction;
    if (most > 1) {
        return "a restitution above 1 adds energy at each of them; lower it or shorten duration_s";
    }
    if (several && least < 1) {
        return "raise the restitution, shorten duration_s, use impact_policy: newton_lcp, which "
               "resolves all contacts at once, or use the penalty solver";
    }
    if (self->rules.tc_s > 0) {
        return "increase tc_s, shorten duration_s or use the penalty solver";
    }
    return least < 1 ? "raise the restitution, shorten duration_s or use the penalty solver"
                     : "shorten duration_s or use the penalty solver";
}

carom_status carom_impulse_collapse_error(const impulse_solver *self, uint32_t i,
                                          const char *event_text, const char *advice)
{
    char t[32], x[32], y[32], name[CAROM_NAME_SIZE + 20];
    double least, most;
    carom_problem_restitutions(self->events.problem, &least, &most);
    carom_number_format_short(carom_impulse_time(self), t, sizeof t);
    carom_number_format_short(self->events.ball[i].flight.at.x, x, sizeof x);
    carom_number_format_short(self->events.ball[i].flight.at.y, y, sizeof y);
    name_ball(self, i, name, sizeof name);
    return carom_error_set(self->error, CAROM_COLLAPSE, "collapse",
                           "%s at t = %s s after %llu collision%s: %s at (%s, %s) m %s. An "
                           "event-driven run cannot continue; %s",
                           least < 1 && most <= 1 && advice == NULL ? "inelastic collapse"
                                                                    : "infinitely many collisions",
                           t, (unsigned long long)self->report.collisions,
                           carom_plural((double)self->report.collisions), name, x, y, event_text,
                           advice != NULL ? advice : suggest_fix(self, least, most));
}
