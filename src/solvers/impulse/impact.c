/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resolves impacts. All bodies that touch at one instant form a cluster, which is collected here.
 * The impact policy computes its impulses; this file logs them, adds them to the budget and updates
 * the balls. */
#include "solvers/impulse/impulse.h"

/* Rounds after which an impact is given up, about 1 s of computing. A light body between a heavy
 * one and a wall is hit pi sqrt(M/m) times; between two fixed bodies it is hit forever. */
static const size_t most_rounds = 5000000;

/* ---- collecting ---- */

/* Add ball i, whose clock is at the current time. */
static inline void add_body(impulse_solver *self, uint32_t i)
{
    impulse_cluster *cluster = &self->cluster;
    const events_traits *traits = &self->events.traits[i];
    double v2 = carom_vec_square(self->events.ball[i].flight.v);
    size_t cluster_index = cluster->bodies++;
    cluster->speed_scale_mps = traits->speed_scale_mps > cluster->speed_scale_mps
                                 ? traits->speed_scale_mps
                                 : cluster->speed_scale_mps;
    cluster->speed2 = v2 > cluster->speed2 ? v2 : cluster->speed2;
    self->events.ball[i].cluster_index = (uint32_t)cluster_index;
    cluster->ball[cluster_index] = i;
    cluster->v[cluster_index] = self->events.ball[i].flight.v;
    cluster->inverse_mass[cluster_index] = traits->inverse_mass;
    cluster->inverse_inertia[cluster_index] = traits->inverse_inertia;
    cluster->spin[cluster_index] = traits->spin_radps;
    cluster->radius_m[cluster_index] = self->events.ball[i].radius_m;
}

static void move_and_add(impulse_solver *self, uint32_t i)
{
    carom_events_move(&self->events, i, self->cluster.now_s);
    add_body(self, i);
}

static void add_contact(impulse_solver *self, const carom_cluster_contact *contact)
{
    impulse_cluster *cluster = &self->cluster;
    if (cluster->contacts == cluster->contact_capacity) {
        size_t as_many = cluster->contact_capacity;
        carom_reserve(&cluster->peak_mps, as_many, &as_many, sizeof *cluster->peak_mps);
        carom_reserve(&cluster->contact, cluster->contacts, &cluster->contact_capacity,
                      sizeof *cluster->contact);
    }
    cluster->peak_mps[cluster->contacts] = 0;
    cluster->contact[cluster->contacts++] = *contact;
}

/* Add neighbour k of ball i if the two touch or are about to collide. */
static void add_if_touching(impulse_solver *self, uint32_t i, const events_neighbours *view,
                            size_t k, bool bound)
{
    uint32_t j = view->ball[k];
    const events_ball *a = &self->events.ball[i], *b = &self->events.ball[j];
    carom_cluster_contact contact = {.a = a->cluster_index, .b = b->cluster_index, .fixed = NAN};
    if (b->cluster_index < a->cluster_index ||
        self->events.traits[i].inverse_mass + self->events.traits[j].inverse_mass == 0) {
        return; /* found from the other ball already; or both are fixed */
    }
    double gap = carom_impulse_gap(carom_candidate_pairs_offset(&view->pairs, k),
                                   carom_candidate_pairs_reach(&view->pairs, k), &contact.normal);
    double tolerance_m = carom_impulse_tolerance(self, fmin(a->radius_m, b->radius_m), a);
    if (isnan(gap) || (!bound && !(gap <= tolerance_m))) {
        return;
    }
    carom_impulse_record_overlap(self, -gap);
    if (b->cluster_index == IMPULSE_NOT_IN_CLUSTER) {
        move_and_add(self, j);
        contact.b = b->cluster_index;
    }
    carom_impulse_set_restitution(self, &contact);
    add_contact(self, &contact);
}

static void collect_balls(impulse_solver *self, uint32_t i, events_neighbours *view,
                          uint32_t bound_to)
{
    double margin_m = carom_impulse_tolerance(self, self->events.ball[i].radius_m,
                                              &self->events.ball[i]);
    (void)carom_events_find_neighbours(&self->events, i, margin_m, view);
    for (size_t k = 0; k < view->count; k++) {
        double reach = carom_candidate_pairs_reach(&view->pairs, k) + margin_m;
        bool bound = view->ball[k] == bound_to;
        if (carom_vec_square(carom_candidate_pairs_offset(&view->pairs, k)) <= reach * reach ||
            bound) {
            add_if_touching(self, i, view, k, bound);
        }
    }
}

static void collect_walls(impulse_solver *self, uint32_t i)
{
    const carom_problem *problem = self->events.problem;
    const events_ball *ball = &self->events.ball[i];
    double tolerance_m = carom_impulse_tolerance(self, ball->radius_m, ball);
    size_t walls = (ball->support & SUPPORTED_FIXED) != 0 ? 0 : carom_walls_count(problem);
    for (size_t wall = 0; wall < walls; wall++) {
        carom_wall_overlap at = carom_walls_part_overlap(
            problem, wall, ball->flight.at, carom_walls_reach(problem, ball->radius_m));
        carom_cluster_contact contact = {.a = ball->cluster_index,
                                         .b = CAROM_NO_BODY,
                                         .normal = at.normal,
                                         .fixed = NAN,
                                         .wall = (int)wall};
        if (-at.overlap_m <= tolerance_m) {
            carom_impulse_set_restitution(self, &contact);
            carom_impulse_record_overlap(self, at.overlap_m);
            add_contact(self, &contact);
        }
    }
}

/* Breadth-first search. The neighbours of the first two bodies are kept for the prediction after
 * the impact. */
static void collect(impulse_solver *self, uint32_t i)
{
    impulse_cluster *cluster = &self->cluster;
    bool pair = self->events.event[i].kind == EVENT_PAIR;
    uint32_t bound_to = pair ? self->events.event[i].partner : self->events.grid.end;
    move_and_add(self, i);
    for (size_t k = 0; k < cluster->bodies; k++) {
        events_neighbours *view = &self->events.view[k < 1 ? k : 1];
        collect_balls(self, cluster->ball[k], view, k == 0 ? bound_to : self->events.grid.end);
        collect_walls(self, cluster->ball[k]);
    }
}

/* ---- resolving ---- */

/* Impulses from walls and fixed balls are external: add them to the momentum budget. */
static void book_impulse(impulse_solver *self, const carom_cluster_contact *contact,
                         const carom_impulse *impulse)
{
    const double *inverse_mass = self->cluster.inverse_mass;
    bool a_fixed = inverse_mass[contact->a] == 0;
    bool b_fixed = contact->b == CAROM_NO_BODY || inverse_mass[contact->b] == 0;
    if (impulse->dissipated_J != 0) {
        carom_sum_add(&self->events.sums.dissipated, impulse->dissipated_J);
    }
    if (a_fixed || b_fixed) {
        const events_ball *ball =
            &self->events.ball[self->cluster.ball[a_fixed ? contact->b : contact->a]];
        carom_budget_sums_add_impact(&self->events.sums, self->events.problem, ball->flight.at,
                                     ball->radius_m, contact->normal, a_fixed ? 1 : -1,
                                     impulse->impulse_Ns, impulse->impulse_t_Ns);
    }
}

/* Update the data that detect endless impacts and gains of energy. */
static void track_cascade(impulse_cluster *cluster, const carom_impulse *impulse)
{
    double *peak = &cluster->peak_mps[impulse->contact], u = impulse->approach_mps;
    *peak = u > *peak ? u : *peak;
    cluster->cascade.largest_fraction = u > cluster->cascade.largest_fraction * *peak
                                          ? u / *peak
                                          : cluster->cascade.largest_fraction;
    cluster->cascade.dissipated_J += impulse->dissipated_J;
    cluster->cascade.exchanged_J += fabs(impulse->dissipated_J);
    cluster->cascade.lossy |= impulse->dissipated_J > 0;
    cluster->cascade.gains_energy |= u > 0 && impulse->dissipated_J < 0;
}

/* Store velocities and spins before the round, for the trace. */
static void store_velocities(impulse_solver *self)
{
    impulse_cluster *cluster = &self->cluster;
    if (carom_trace_is_on(self->trace)) {
        memcpy(cluster->v_before, cluster->v, cluster->bodies * sizeof *cluster->v);
        memcpy(cluster->spin_before, cluster->spin, cluster->bodies * sizeof *cluster->spin);
    }
}

static void trace_impulse(impulse_solver *self, const carom_cluster_contact *contact, bool flip,
                          const carom_collision *collision)
{
    const impulse_cluster *c = &self->cluster;
    bool wall = contact->b == CAROM_NO_BODY;
    size_t a = flip ? contact->b : contact->a, b = wall || flip ? contact->a : contact->b;
    carom_two_velocities before = {c->v_before[a], c->v_before[b]}, after = {c->v[a], c->v[b]};
    carom_two_spins spin[] = {{c->spin_before[a], c->spin_before[b]}, {c->spin[a], c->spin[b]}};
    if (wall) {
        before.b = after.b = (carom_vec){0, 0};
        spin[0].b = spin[1].b = 0;
    }
    carom_trace_impulse(self->trace, collision, &before, &after, spin);
}

static void record_impulse(void *context, const carom_impulse *impulse)
{
    impulse_solver *self = context;
    impulse_cluster *cluster = &self->cluster;
    const carom_cluster_contact *contact = &cluster->contact[impulse->contact];
    bool wall = contact->b == CAROM_NO_BODY;
    uint32_t a = cluster->ball[contact->a],
             b = wall ? (uint32_t)contact->wall : cluster->ball[contact->b];
    bool flip = !wall && b < a;
    carom_collision collision = {.t_s = self->events.origin_s + cluster->now_s,
                                 .normal = carom_vec_scale(flip ? -1 : 1, contact->normal),
                                 .approach_mps = impulse->approach_mps,
                                 .separation_mps = impulse->separation_mps,
                                 .impulse_Ns = impulse->impulse_Ns,
                                 .dissipated_J = impulse->dissipated_J,
                                 .impulse_t_Ns = impulse->impulse_t_Ns,
                                 .sliding = impulse->sliding,
                                 .a = flip ? b : a,
                                 .b = flip ? a : b,
                                 .wall = wall};
    self->report.collisions++;
    self->events.traits[a].last_impulse_s = cluster->now_s;
    if (!wall) {
        self->events.traits[b].last_impulse_s = cluster->now_s;
    }
    cluster->pushed = true;
    if (cluster->contacts > 1) { /* a single contact cannot be endless or gain energy */
        track_cascade(cluster, impulse);
    }
    book_impulse(self, contact, impulse);
    if (self->log != NULL) {
        carom_log_add(self->log, &collision);
        trace_impulse(self, contact, flip, &collision);
    }
}

/* In the TC model, all rounds after a body's first are elastic. The speeds in the round decide
 * which balls rest. */
static void update_restitutions(impulse_solver *self)
{
    impulse_cluster *cluster = &self->cluster;
    for (size_t k = 0; k < cluster->contacts && (self->rules.tc_s > 0 || self->rules.has_rest);
         k++) {
        carom_impulse_set_restitution(self, &cluster->contact[k]);
    }
}

/* Reflects the velocity directly instead of through the impulse. With e = 1 and a normal along an
 * axis, speeds stay bit-identical forever. */
static void reflect_at_wall(const carom_cluster *cluster, const carom_cluster_contact *contact,
                            double e)
{
    carom_vec *v = &cluster->v[contact->a], n = contact->normal;
    if (n.y == 0) {
        v->x = 0 - e * v->x;
    } else if (n.x == 0) {
        v->y = 0 - e * v->y;
    } else {
        *v = carom_vec_add_scaled(*v, -(1 + e) * carom_vec_dot(*v, n), n);
    }
}

/* A single contact gets the same impulse under every policy. */
static void resolve_one(const carom_cluster *cluster, double *largest_mps)
{
    const carom_cluster_contact *contact = &cluster->contact[0];
    double approach = -carom_cluster_contact_velocity(cluster, contact), e;
    if (approach <= cluster->rounding_mps) {
        return;
    }
    *largest_mps = approach;
    e = carom_cluster_contact_restitution(cluster, contact, approach);
    carom_impulse given = carom_impulse_along_normal(
        e, approach, carom_cluster_contact_inverse_mass(cluster, contact));
    if (contact->b == CAROM_NO_BODY) {
        reflect_at_wall(cluster, contact, e);
    } else {
        carom_cluster_contact_push(cluster, contact, given.impulse_Ns);
    }
    given.separation_mps = carom_cluster_contact_velocity(cluster, contact);
    carom_cluster_contact_apply_friction(cluster, contact, &given);
    cluster->emit(cluster->context, &given);
}

static carom_cluster cluster_for_policy(impulse_solver *self)
{
    const impulse_cluster *own = &self->cluster;
    return (carom_cluster){.bodies = own->bodies,
                           .contacts = own->contacts,
                           .v = own->v,
                           .inverse_mass = own->inverse_mass,
                           .radius_m = own->radius_m,
                           .spin = self->kind.surface_friction ? own->spin : NULL,
                           .inverse_inertia = own->inverse_inertia,
                           .number = own->number,
                           .contact = own->contact,
                           .law = self->rules.law,
                           .friction_law = self->events.problem->friction_law,
                           .rounding_mps = carom_events_rounding_speed(own->speed_scale_mps),
                           .cancel = self->events.cancel,
                           .emit = record_impulse,
                           .context = self};
}

static bool lacks_friction_rule(const impulse_solver *self, const carom_cluster *cluster)
{
    unsigned does = self->rules.policy->properties &
                    (CAROM_DOES_FRICTION | CAROM_DOES_SEPARATE_FRICTION);
    if (does == 0) {
        return carom_cluster_has_friction(cluster);
    }
    return does == CAROM_DOES_SEPARATE_FRICTION && carom_cluster_has_coupled_friction(cluster);
}

/* A cascade of rounds is endless if every approach speed has fallen to a tiny fraction of its
 * contact's peak in this impact. A larger fraction suffices if the speed is also negligible
 * compared with the speeds before the impact. In a cascade that ends, the approach speeds go from
 * that order to zero within one or two rounds of rounding error. Each contact has its own peak,
 * because all bodies that a heavy one pushes are slow. */
static const size_t cascade_rounds = 6;
static const double cascade_fallen = 1e-10, cascade_shrunk = 1e-4;

static bool has_fallen(const impulse_cluster *cluster, double approach, double part)
{
    return part < cascade_fallen ||
           (part < cascade_shrunk && approach < cascade_fallen * cluster->speed_scale_mps);
}

/* True if the rounds of the current impact will never end. `round` is the last one. */
static bool is_cascade(const impulse_solver *self, const carom_cluster *cluster, size_t round)
{
    const impulse_cluster *own = &self->cluster;
    if (round < cascade_rounds || !own->cascade.lossy ||
        own->cascade.largest_fraction >= cascade_shrunk) {
        return false;
    }
    for (size_t k = 0; k < own->contacts; k++) {
        double approach = -carom_cluster_contact_velocity(cluster, &own->contact[k]);
        if (approach > cluster->rounding_mps &&
            !has_fallen(own, approach, approach / own->peak_mps[k])) {
            return false;
        }
    }
    return has_fallen(own, own->cascade.last_mps, own->cascade.largest_fraction);
}

/* In impacts of light and heavy bodies, approach speeds of light ones have large rounding errors.
 * A round may create as much approach as it removes. The threshold of rounding therefore grows
 * with the number of rounds, up to a fixed fraction of the largest speed. */
static void raise_rounding(impulse_solver *self, carom_cluster *cluster, size_t round)
{
    impulse_cluster *own = &self->cluster;
    static const size_t rounds_per_doubling = 100;
    static const double most = 1e-10;
    double rounding = carom_events_rounding_speed(own->speed_scale_mps);
    cluster->rounding_mps = ldexp(rounding, (int)(round / rounds_per_doubling));
    if (!(cluster->rounding_mps < most * own->speed_scale_mps)) {
        cluster->rounding_mps = most * own->speed_scale_mps;
    }
    own->cascade.rounding_factor = cluster->rounding_mps / rounding;
}

/* Run one round of the policy. *ended: no contact approaches any more. */
static carom_status run_round(impulse_solver *self, carom_cluster *cluster, size_t round,
                              bool *ended)
{
    impulse_cluster *own = &self->cluster;
    size_t impulses = 0;
    double largest;
    own->cascade.largest_fraction = 0;
    store_velocities(self);
    CAROM_TRY(carom_check_cancelled(self->events.cancel, self->error));
    if (self->kind.surface_friction && lacks_friction_rule(self, cluster)) {
        return carom_cluster_refuse_friction(
            &self->events.problem->ball[own->ball[0]], carom_impulse_time(self), own->contacts,
            self->rules.policy->about.name, "impact_policy", self->error);
    }
    CAROM_TRY(carom_impact_round(&self->workspace, cluster, self->rules.policy->set, &impulses,
                                 &largest, self->error));
    *ended = impulses == 0;
    if (*ended) {
        return CAROM_OK;
    }
    own->cascade.largest_mps = round == 0 ? largest : own->cascade.largest_mps;
    own->cascade.last_mps = largest;
    update_restitutions(self);
    raise_rounding(self, cluster, round);
    return is_cascade(self, cluster, round)
             ? carom_impulse_collapse_error(
                   self, own->ball[0],
                   "and the bodies in contact with it collide infinitely often, ever more slowly",
                   NULL)
             : CAROM_OK;
}

static carom_status resolve(impulse_solver *self)
{
    impulse_cluster *own = &self->cluster;
    carom_cluster cluster = cluster_for_policy(self);
    if (own->contacts == 1) {
        store_velocities(self);
        resolve_one(&cluster, &own->cascade.largest_mps);
        return CAROM_OK;
    }
    for (size_t k = 0; k < own->bodies; k++) {
        own->number[k] = self->events.problem->ball[own->ball[k]].number;
    }
    for (size_t round = 0; round < most_rounds; round++) {
        bool ended = false;
        CAROM_TRY(run_round(self, &cluster, round, &ended));
        if (ended) {
            return CAROM_OK;
        }
    }
    return carom_impulse_collapse_error(
        self, own->ball[0],
        "and the bodies in contact with it have collided millions of times and still approach each "
        "other",
        "leave gaps between them, shorten duration_s or use the penalty solver");
}

/* Impulses of several contacts can add energy although each restitution is at most 1, as with
 * newton_lcp. The budget shows a negative dissipation. */
static void record_gain(impulse_solver *self)
{
    static const double rounding = 1e-12;
    const impulse_cluster *cluster = &self->cluster;
    if (!cluster->cascade.gains_energy &&
        -cluster->cascade.dissipated_J > rounding * cluster->cascade.exchanged_J) {
        self->report.gains++;
        self->report.gained_J -= cluster->cascade.dissipated_J;
    }
}

/* ---- after the impact ---- */

/* Largest speed that influenced the velocities of the bodies. */
static double next_speed_scale(const impulse_cluster *cluster)
{
    if (cluster->cascade.rounding_factor > 1) {
        return cluster->cascade.rounding_factor * cluster->speed_scale_mps;
    }
    return cluster->pushed
             ? carom_impulse_next_speed_scale(cluster->speed2, cluster->speed_scale_mps)
             : cluster->speed_scale_mps;
}

static void leave_cluster(impulse_solver *self, bool apply)
{
    impulse_cluster *cluster = &self->cluster;
    double speed_scale = next_speed_scale(cluster);
    for (size_t k = 0; k < cluster->bodies; k++) {
        events_ball *ball = &self->events.ball[cluster->ball[k]];
        carom_vec v = cluster->v[k];
        ball->cluster_index = IMPULSE_NOT_IN_CLUSTER;
        if (apply) {
            ball->stamp += !carom_vec_equal(ball->flight.v, v);
            ball->flight.v = v;
            self->events.traits[cluster->ball[k]].spin_radps = cluster->spin[k];
            self->events.traits[cluster->ball[k]].speed_scale_mps = cluster->inverse_mass[k] > 0
                                                                      ? speed_scale
                                                                      : 0;
        }
    }
}

/* A ball that hit a wall is moved exactly onto its line. */
static void snap_to_wall(impulse_solver *self, uint32_t i)
{
    const carom_problem *problem = self->events.problem;
    int wall = (int)self->events.event[i].partner;
    carom_vec *at = &self->events.ball[i].flight.at;
    double radius_m = self->events.ball[i].radius_m;
    if (self->events.kind.is_box) {
        *(wall == CAROM_LEFT || wall == CAROM_RIGHT ? &at->x : &at->y) = carom_wall_line(
            problem, radius_m, wall);
        return;
    }
    carom_wall_overlap hit = carom_walls_part_overlap(problem, self->events.event[i].partner, *at,
                                                      carom_walls_reach(problem, radius_m));
    if (isfinite(hit.overlap_m)) { /* at a joint the ball may be in front of the next part */
        *at = carom_vec_add_scaled(*at, -hit.overlap_m, hit.normal);
    }
}

static void update_velocity(const impulse_solver *self, events_neighbours *view, uint32_t j)
{
    for (size_t k = 0; k < view->count; k++) {
        if (view->ball[k] == j) {
            carom_candidate_pairs_set_velocity(&view->pairs, k, self->events.ball[j].flight.v);
        }
    }
}

/* A collision of at most two balls changes only their velocities, so their lists of neighbours are
 * still valid. */
static void predict_bodies(impulse_solver *self)
{
    const impulse_cluster *cluster = &self->cluster;
    for (size_t k = 0; k < cluster->bodies; k++) {
        if (cluster->bodies > 2) {
            carom_events_move_and_predict(&self->events, cluster->ball[k], cluster->now_s);
            continue;
        }
        if (cluster->bodies == 2) {
            update_velocity(self, &self->events.view[k], cluster->ball[1 - k]);
        }
        carom_events_predict(&self->events, cluster->ball[k], &self->events.view[k]);
    }
}

/* Check and record the speeds after the impact.
 *  @return CAROM_NOT_FINITE if the square of a speed overflows */
static carom_status check_speeds(impulse_solver *self)
{
    impulse_cluster *cluster = &self->cluster;
    char t[32];
    for (size_t k = 0; k < cluster->bodies; k++) {
        const carom_ball *ball = &self->events.problem->ball[cluster->ball[k]];
        double v2 = carom_vec_square(cluster->v[k]);
        if (!isfinite(v2)) {
            carom_number_format_short(self->events.origin_s + cluster->now_s, t, sizeof t);
            return carom_error_set(self->error, CAROM_NOT_FINITE, "",
                                   "at t = %s s the speed of %s overflows; lower a restitution "
                                   "above 1 or shorten duration_s",
                                   t, carom_ball_describe(ball).text);
        }
        cluster->speed2 = v2 > cluster->speed2 ? v2 : cluster->speed2;
    }
    if (cluster->contacts > 1) {
        record_gain(self);
    }
    if (self->rules.has_rest) {
        carom_impulse_update_support(self);
    }
    return CAROM_OK;
}

/* Time of the previous impulse of ball i or its partner, whichever is earlier. */
static double last_impulse(const impulse_solver *self, uint32_t i, events_event event)
{
    double own = self->events.traits[i].last_impulse_s;
    bool free_partner = event.kind == EVENT_PAIR &&
                        self->events.traits[event.partner].inverse_mass > 0;
    return free_partner ? fmin(own, self->events.traits[event.partner].last_impulse_s) : own;
}

/* Compute the velocities after the impact, without applying them to the balls. */
static carom_status collect_and_resolve(impulse_solver *self, uint32_t i)
{
    impulse_cluster *cluster = &self->cluster;
    collect(self, i);
    if (cluster->speed2 > cluster->speed_scale_mps * cluster->speed_scale_mps) {
        cluster->speed_scale_mps = sqrt(cluster->speed2);
    }
    if (self->events.event[i].kind == EVENT_WALL) {
        snap_to_wall(self, i);
    }
    CAROM_TRY(resolve(self));
    return check_speeds(self);
}

carom_status carom_impulse_collide(impulse_solver *self, uint32_t i, double now_s)
{
    impulse_cluster *cluster = &self->cluster;
    events_event event = self->events.event[i];
    double last_s = self->unresolved == NULL ? 0 : last_impulse(self, i, event);
    carom_status status;
    cluster->bodies = cluster->contacts = 0;
    cluster->now_s = now_s;
    cluster->speed_scale_mps = cluster->speed2 = 0;
    cluster->cascade = (impulse_cascade){.rounding_factor = 1};
    cluster->pushed = false;
    if (self->kind.fast_pairs && event.kind == EVENT_PAIR && !carom_trace_is_on(self->trace) &&
        carom_impulse_collide_two(self, i, &status)) {
        return status;
    }
    status = collect_and_resolve(self, i);
    leave_cluster(self, status == CAROM_OK);
    CAROM_TRY(status);
    CAROM_TRY(carom_impulse_check_collapse(self, i, event, last_s));
    predict_bodies(self);
    return CAROM_OK;
}
