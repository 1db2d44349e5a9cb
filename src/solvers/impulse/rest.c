/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restitution of contacts, resting balls and inelastic collapse.
 *
 * Bounces under gravity that lose energy end in finite time, and their limit is a ball at rest. The
 * solver replaces bounces lower than the rounding error of positions by this limit. A ball rests on
 * a side of a rectangle, along which it slides; or it lies still where gravity points into the cone
 * of the directions to its supports: on top of a fixed ball, on a level edge, in a cusp. Any impact
 * with an outcome above rounding lifts it off. On a slope or on a free ball it would slide, roll or
 * push. The solver cannot do that and reports a collapse. */
#include "solvers/impulse/impulse.h"

/* Rounding error of a ball's position, m. */
static double unresolved_length(const events_ball *ball)
{
    static const double ulps = 64;
    return ulps * DBL_EPSILON *
           (fabs(ball->flight.at.x) + fabs(ball->flight.at.y) + ball->radius_m);
}

/* True if the contact is with a side of a rectangle. */
static bool is_side(const impulse_solver *self, const carom_cluster_contact *contact)
{
    return contact->b == CAROM_NO_BODY && self->events.kind.is_box;
}

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

/* Speed (m/s) with which ball i rises against gravity by the rounding error of its position. */
static double unresolved_speed(const impulse_solver *self, uint32_t i)
{
    return sqrt(2 * carom_vec_length(self->events.problem->gravity_mps2) *
                unresolved_length(&self->events.ball[i]));
}

/* True if gravity points along the normal within rounding. */
static bool is_upright(const impulse_solver *self, carom_vec normal)
{
    static const double rounding = 64 * DBL_EPSILON;
    carom_vec g = self->events.problem->gravity_mps2;
    return fabs(carom_vec_cross(normal, g)) <= rounding * (fabs(g.x) + fabs(g.y)) &&
           carom_vec_dot(normal, g) > 0;
}

/* True if friction would act on a ball that rests at a contact. */
static bool has_friction_at_rest(const impulse_solver *self, const carom_cluster_contact *contact,
                                 const resting *at)
{
    const impulse_cluster *cluster = &self->cluster;
    double radius_m = self->events.ball[cluster->ball[at->body]].radius_m;
    double slip = carom_vec_cross(at->normal, cluster->v[at->body]) +
                  cluster->spin[at->body] * radius_m;
    return self->kind.surface_friction && contact->tangential.friction > 0 &&
           (fabs(slip) > carom_events_rounding_speed(cluster->speed_scale_mps) ||
            !is_upright(self, at->normal));
}

/* True if gravity presses the ball onto a contact that can support it alone: a side of a rectangle,
 * or any support below a ball that does not move sideways. The equilibrium on a fixed ball is
 * unstable but exact. */
static bool is_support(const impulse_solver *self, const carom_cluster_contact *contact,
                       const resting *at)
{
    const impulse_cluster *cluster = &self->cluster;
    if (at->body == CAROM_NO_BODY || has_friction_at_rest(self, contact, at)) {
        return false;
    }
    return is_side(self, contact)
             ? carom_vec_dot(at->normal, self->events.problem->gravity_mps2) > 0
             : is_upright(self, at->normal) &&
                   fabs(carom_vec_cross(at->normal, cluster->v[at->body])) <=
                       carom_events_rounding_speed(cluster->speed_scale_mps);
}

/* True if the impact is so slow that the ball rests. Without rest_speed_mps this replaces only
 * bounces that lose energy and are lower than the rounding error of positions. */
static bool comes_to_rest(const impulse_solver *self, const carom_cluster_contact *contact)
{
    const impulse_cluster *cluster = &self->cluster;
    resting at = resting_at(self, contact);
    double u = at.body == CAROM_NO_BODY ? INFINITY : carom_vec_dot(at.normal, cluster->v[at.body]);
    bool slow = self->rules.rest_speed_mps > 0
                  ? u < self->rules.rest_speed_mps
                  : self->rules.tc_s == 0 && contact->nominal < 1 && u > 0 && u < INFINITY &&
                        u < unresolved_speed(self, cluster->ball[at.body]);
    return slow && is_support(self, contact, &at);
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
    if (self->rules.has_rest && comes_to_rest(self, contact)) {
        contact->fixed = 0;
    }
}

/* True if gravity points into the cone of two directions to supports. */
static bool is_in_cone(carom_vec g, carom_vec a, carom_vec b)
{
    static const double rounding = 64 * DBL_EPSILON;
    return carom_vec_cross(a, g) > 0 && carom_vec_cross(g, b) > 0 &&
           carom_vec_cross(a, b) > rounding;
}

/* True if the supports of body k hold it still. */
static bool is_held_up(const impulse_solver *self, size_t k, double limit_mps)
{
    const impulse_cluster *cluster = &self->cluster;
    bool slow = carom_vec_length(cluster->v[k]) <= limit_mps;
    for (size_t i = 0; i < cluster->contacts; i++) {
        const carom_cluster_contact *contact = &cluster->contact[i];
        resting at = resting_at(self, contact);
        if (at.body != k) {
            continue;
        }
        if (!is_side(self, contact) && is_support(self, contact, &at) &&
            fabs(carom_vec_dot(at.normal, cluster->v[k])) <= limit_mps) {
            return true;
        }
        for (size_t j = 0; j < cluster->contacts && slow; j++) {
            resting other = resting_at(self, &cluster->contact[j]);
            bool spins = self->kind.surface_friction && cluster->spin[k] != 0;
            if (other.body == k && !spins &&
                is_in_cone(self->events.problem->gravity_mps2, at.normal, other.normal)) {
                return true;
            }
        }
    }
    return false;
}

/* Supports of a ball and its velocity with them. */
typedef struct {
    uint32_t support;
    carom_vec v;
} supported;

/* Body k after an impact: a support holds it if it moves by at most @p limit_mps along the normal.
 */
static supported find_support(const impulse_solver *self, size_t k, double limit_mps)
{
    const impulse_cluster *cluster = &self->cluster;
    supported body = {self->events.ball[cluster->ball[k]].support, cluster->v[k]};
    for (size_t i = 0; i < cluster->contacts; i++) {
        const carom_cluster_contact *contact = &cluster->contact[i];
        resting at = resting_at(self, contact);
        double u = carom_vec_dot(at.normal, body.v);
        uint32_t axis = at.normal.x != 0 ? SUPPORTED_X : SUPPORTED_Y;
        if (at.body != k || !is_side(self, contact) ||
            !(carom_vec_dot(at.normal, self->events.problem->gravity_mps2) > 0)) {
            continue;
        }
        if (fabs(u) <= limit_mps && is_support(self, contact, &at)) {
            *(axis == SUPPORTED_X ? &body.v.x : &body.v.y) = 0;
            body.support |= axis;
        } else if (u < 0 || has_friction_at_rest(self, contact, &at)) {
            body.support &= ~axis;
        }
    }
    if (is_held_up(self, k, limit_mps)) {
        return (supported){SUPPORTED_X | SUPPORTED_Y | SUPPORTED_ON_TOP, {0, 0}};
    }
    if ((body.support & SUPPORTED_ON_TOP) != 0 && !carom_vec_is_zero(body.v)) {
        body.support = 0; /* falls as soon as it has any velocity */
    }
    return body;
}

/* Apply the supports of body k. @return true if it has a new one */
static bool update_body(impulse_solver *self, size_t k, double limit_mps)
{
    events_ball *ball = &self->events.ball[self->cluster.ball[k]];
    supported body = find_support(self, k, limit_mps);
    bool rests = (body.support & ~ball->support) != 0;
    ball->stamp += body.support != ball->support; /* its path is not the expected one */
    ball->support = body.support;
    self->cluster.v[k] = body.v;
    if (rests && self->rules.rest_speed_mps == 0) {
        self->report.rest_s = self->report.rests == 0 ? carom_impulse_time(self)
                                                      : self->report.rest_s;
        self->report.rests++;
    }
    return rests;
}

static bool is_movable(const impulse_solver *self, size_t k)
{
    return self->cluster.inverse_mass[k] > 0;
}

void carom_impulse_update_support(impulse_solver *self)
{
    double limit_mps = 2 * carom_events_rounding_speed(self->cluster.speed_scale_mps);
    for (size_t k = 0; k < self->cluster.bodies; k++) {
        if (is_movable(self, k)) {
            (void)update_body(self, k, limit_mps);
        }
    }
}

/* After many unresolved collisions: let the bodies of the impact rest that have supports. They lose
 * the rest of their velocity. @return true if a ball came to rest */
static bool stop_bodies(impulse_solver *self)
{
    impulse_cluster *cluster = &self->cluster;
    bool any = false;
    for (size_t k = 0; k < cluster->bodies && self->rules.has_rest; k++) {
        uint32_t i = cluster->ball[k];
        carom_vec v = cluster->v[k];
        if (is_movable(self, k) && update_body(self, k, unresolved_speed(self, i))) {
            double m = self->events.problem->ball[i].mass_kg;
            carom_vec change = carom_vec_subtract(cluster->v[k], v);
            carom_sum_add(&self->events.sums.dissipated,
                          0.5 * m * (carom_vec_square(v) - carom_vec_square(cluster->v[k])));
            carom_budget_sums_add_impulse_at(&self->events.sums, self->events.problem,
                                             self->events.ball[i].flight.at,
                                             carom_vec_scale(m, change));
            self->events.ball[i].flight.v = cluster->v[k];
            any = true;
        }
    }
    return any;
}

/* True if collapse: rest would let a body of the impact rest. */
static bool could_rest(const impulse_solver *self)
{
    const impulse_cluster *cluster = &self->cluster;
    bool any = false;
    for (size_t k = 0; k < cluster->bodies && !self->rules.has_rest; k++) {
        uint32_t i = cluster->ball[k];
        any |= is_movable(self, k) && (find_support(self, k, unresolved_speed(self, i)).support &
                                       ~self->events.ball[i].support) != 0;
    }
    return any;
}

/* ---- collapse ---- */

/* An event-driven run cannot pass infinitely many collisions in finite time. Three tests detect
 * them: of the rounds in an impact (impact.c), and two of events. */

/* ---- events ---- */

/* True if the ball got no impulse and has hardly moved since its last event. A ball that slides
 * along a curved wall has such events. */
static bool is_stuck(const impulse_solver *self, const events_ball *ball, double since_s)
{
    return !self->cluster.pushed &&
           carom_vec_length(ball->flight.v) * since_s <= unresolved_length(ball);
}

/* Largest number of such collisions in succession that are no sign of a collapse. */
static const uint32_t few_collisions = 32;

/* Number of events of one ball that follow each other within some rounding errors of the time.
 * Collisions with and without time between them are then indistinguishable. */
static uint32_t count_at_once(impulse_solver *self, uint32_t i, double now_s)
{
    static const double no_time_ulps = 4.0;
    events_ball *ball = &self->events.ball[i];
    double since_s = now_s - self->events.traits[i].last_event_s;
    bool at_once = since_s <= no_time_ulps * DBL_EPSILON * now_s || is_stuck(self, ball, since_s);
    ball->zero_time_collisions = at_once ? ball->zero_time_collisions + 1 : 0;
    self->events.traits[i].last_event_s = now_s;
    return ball->zero_time_collisions;
}

/* Gravity or friction may bring two bodies together again and again, at ever shorter distances. A
 * collision is unresolved if the balls separated by less than the rounding error of their
 * positions since the previous one. A ball that had only unresolved collisions for a long time
 * will have no others. (On straight paths, the times alone give a finer test.) */
static uint32_t count_unresolved(impulse_solver *self, uint32_t i, events_event event,
                                 double last_s)
{
    const events_ball *ball = &self->events.ball[i];
    double displacement = self->cluster.cascade.largest_mps * (self->cluster.now_s - last_s);
    bool unresolved = displacement <= unresolved_length(ball);
    self->unresolved[i] = unresolved ? self->unresolved[i] + 1 : 0;
    if (event.kind == EVENT_PAIR) {
        self->unresolved[event.partner] = unresolved ? self->unresolved[event.partner] + 1 : 0;
    }
    return self->unresolved[i];
}

static carom_status refuse_merging(const impulse_solver *self, uint32_t i, events_event event)
{
    char event_text[CAROM_NAME_SIZE + 120];
    carom_ball_label partner = {"a wall"};
    if (event.kind == EVENT_PAIR) {
        partner = carom_ball_describe(&self->events.problem->ball[event.partner]);
    }
    snprintf(event_text, sizeof event_text,
             "and %s collide infinitely often, ever more slowly, and would stay in contact",
             partner.text);
    return carom_impulse_collapse_error(self, i, event_text, NULL);
}

/* After some such events a ball rests if it can; another ball may push it off again at once. */
static carom_status rest_or_refuse(impulse_solver *self, uint32_t i, events_event event,
                                   uint32_t at_once, uint32_t unresolved)
{
    static const uint32_t longest = 1000;
    const carom_problem *problem = self->events.problem;
    bool slides = event.kind == EVENT_WALL && self->cluster.contacts == 1 &&
                  carom_walls_normal_rotation_1pm(
                      problem, event.partner,
                      carom_walls_reach(problem, problem->ball[i].radius_m)) > 0;
    if (stop_bodies(self) && at_once <= longest && unresolved <= longest) {
        return CAROM_OK;
    }
    if (at_once > few_collisions) {
        return carom_impulse_collapse_error(
            self, i, "collides again and again with no time in between",
            slides ? "use the penalty solver, whose contacts can last along a curved wall" : NULL);
    }
    return unresolved <= longest ? CAROM_OK : refuse_merging(self, i, event);
}

carom_status carom_impulse_check_collapse(impulse_solver *self, uint32_t i, events_event event,
                                          double last_s)
{
    uint32_t at_once = count_at_once(self, i, self->cluster.now_s);
    uint32_t unresolved = self->unresolved == NULL ? 0 : count_unresolved(self, i, event, last_s);
    return at_once <= few_collisions && unresolved <= few_collisions
             ? CAROM_OK
             : rest_or_refuse(self, i, event, at_once, unresolved);
}

/* ---- messages ---- */

/* A remedy that works for this scene. */
static const char *suggest_fix(const impulse_solver *self, double least, double most)
{
    const impulse_rules *rules = &self->rules;
    bool several = self->cluster.contacts > 1 && rules->policy->set != CAROM_ROUND_ALL;
    bool lasting = self->events.kind.has_rolling || self->kind.surface_friction;
    if (most > 1) {
        return "a restitution above 1 adds energy at each of them; lower it or shorten duration_s";
    }
    if (!carom_vec_is_zero(self->events.problem->gravity_mps2)) {
        return could_rest(self) ? "use collapse: rest"
                                : "use the penalty solver, whose contacts can last";
    }
    if (several && least < 1 && !self->kind.surface_friction) {
        return "use impact_policy: newton_lcp, which resolves all contacts at once";
    }
    if (rules->tc_s > 0) {
        return "increase tc_s, or use the penalty solver";
    }
    if (least < 1 && !lasting) {
        return "use collapse: tc with tc_s, a time within which further collisions are elastic";
    }
    return least < 1 ? "raise the restitution or use the penalty solver"
                     : "shorten duration_s or use the penalty solver";
}

carom_status carom_impulse_collapse_error(const impulse_solver *self, uint32_t i,
                                          const char *event_text, const char *advice)
{
    char t[32], x[32], y[32];
    double least, most;
    carom_problem_restitutions(self->events.problem, &least, &most);
    carom_number_format_short(carom_impulse_time(self), t, sizeof t);
    carom_number_format_short(self->events.ball[i].flight.at.x, x, sizeof x);
    carom_number_format_short(self->events.ball[i].flight.at.y, y, sizeof y);
    return carom_error_set(
        self->error, CAROM_COLLAPSE, "collapse",
        "%s at t = %s s after %llu collision%s: %s at (%s, %s) m %s. An "
        "event-driven run cannot continue; %s",
        least < 1 && most <= 1 ? "inelastic collapse" : "infinitely many collisions", t,
        (unsigned long long)self->report.collisions, carom_plural((double)self->report.collisions),
        carom_ball_describe(&self->events.problem->ball[i]).text, x, y, event_text,
        advice != NULL ? advice : suggest_fix(self, least, most));
}
