/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resolves impacts in 128-bit numbers by generalized reflections (impacts/policies.c). Murty's
 * least-index rule selects the contacts with an impulse (Linear Algebra Appl. 5, 65 (1972)), from
 * all that approach. Friction: Walton and Braun, J. Rheol. 30, 949 (1986). */
#include "solvers/reference/reference.h"

/* This many consecutive collisions of a ball, each within 2^-100 of the run time after the
 * previous one, count as endless. (A light ball between a heavy one and a wall has intervals of
 * about m/M of the time, but finitely many collisions.) */
static const quad zero_interval = 0x1p-100;
static const unsigned longest_streak = 200;
static const size_t max_pivots = 10000;
static const size_t most_rounds = 5000000;
/* The rounds of an impact that loses energy are endless if the approach speeds have fallen to this
 * fraction of the first ones. */
static const quad cascade_fallen = 1e-20;

/* ---- collecting ---- */

/* Add a contact of ball a with ball b or, if b is the wall body, with a wall. Of two balls, the one
 * with the lower number comes first, as in the log. */
static void add_contact(reference_world *world, uint32_t a, uint32_t b, uint32_t wall,
                        quad_vec normal)
{
    const carom_problem *problem = world->problem;
    const carom_ball *own = &problem->ball[a], *other = b == problem->count ? NULL : own - a + b;
    reference_cluster *cluster = &world->cluster;
    bool flip = b < a;
    reference_contact contact = {
        .body = {flip ? b : a, flip ? a : b},
        .wall = wall,
        .normal = quad_scale(flip ? -1 : 1, normal),
        .restitution = carom_pair_restitution(problem, own, other, (double)world->now),
        .tangential = carom_pair_tangential(problem, own, other)};
    CAROM_APPEND(cluster->contact, cluster->contacts, cluster->contact_capacity, contact);
}

static void join(reference_world *world, uint32_t i)
{
    if (!world->cluster.has[i]) {
        world->cluster.has[i] = true;
        world->cluster.member[world->cluster.members++] = i;
        carom_reference_move(world, i);
    }
}

static bool has_contact(const reference_cluster *cluster, uint32_t i, uint32_t j)
{
    for (size_t k = 0; k < cluster->contacts; k++) {
        const uint32_t *body = cluster->contact[k].body;
        if ((body[0] == i && body[1] == j) || (body[0] == j && body[1] == i)) {
            return true;
        }
    }
    return false;
}

/* Add ball j if it touches member i or is its partner in the event. */
static void add_ball(reference_world *world, uint32_t i, uint32_t j, bool bound)
{
    const carom_ball *a = &world->problem->ball[i], *b = &world->problem->ball[j];
    if (i == j || (a->fixed && b->fixed) || has_contact(&world->cluster, i, j)) {
        return;
    }
    quad_vec at = carom_reference_position(&world->ball[i], world->now);
    quad_vec to = carom_reference_position(&world->ball[j], world->now);
    quad_vec displacement = carom_reference_shortest(world, quad_subtract(to, at));
    quad distance = quad_length(displacement);
    double overlap = (double)(world->ball[i].radius + world->ball[j].radius - distance);
    if (!bound && -overlap > world->gap_rel * fmin(a->radius_m, b->radius_m)) {
        return;
    }
    world->report.max_overlap_m = fmax(world->report.max_overlap_m, overlap);
    join(world, j);
    add_contact(world, i, j, 0, (quad_vec){displacement.x / distance, displacement.y / distance});
}

static void add_wall(reference_world *world, uint32_t i, uint32_t wall, bool bound)
{
    const carom_problem *problem = world->problem;
    const carom_ball *ball = &problem->ball[i];
    quad_vec at = carom_reference_position(&world->ball[i], world->now), normal;
    quad gap = carom_reference_wall_gap(world, wall, at, &normal) -
               carom_walls_reach(problem, ball->radius_m);
    bool touches = bound || (gap <= world->gap_rel * ball->radius_m &&
                             carom_reference_faces(world, i, wall, at, normal, false));
    if (touches && !ball->fixed) {
        add_contact(world, i, (uint32_t)problem->count, wall, normal);
    }
}

/* Collect ball i, its partner (a ball, or the number of balls plus a wall) and everything
 * connected to them by contacts. */
static void collect(reference_world *world, uint32_t i, uint32_t bound_to)
{
    reference_cluster *cluster = &world->cluster;
    uint32_t n = (uint32_t)world->problem->count;
    uint32_t walls = (uint32_t)carom_walls_count(world->problem);
    memset(cluster->has, 0, n * sizeof *cluster->has);
    cluster->members = cluster->contacts = 0;
    join(world, i);
    for (size_t k = 0; k < cluster->members; k++) {
        for (uint32_t b = 0; b < n; b++) {
            add_ball(world, cluster->member[k], b, k == 0 && b == bound_to);
        }
        for (uint32_t wall = 0; wall < walls; wall++) {
            add_wall(world, cluster->member[k], wall, k == 0 && bound_to == n + wall);
        }
    }
}

/* ---- velocities ---- */

static quad_vec velocity_of(const reference_world *world, uint32_t body)
{
    const reference_path *path = &world->ball[body].path;
    return (quad_vec){path->x[1], path->y[1]};
}

/* Velocity of the second body of a contact relative to the first. */
static quad_vec relative_velocity(const reference_world *world, const reference_contact *contact)
{
    return quad_subtract(velocity_of(world, contact->body[1]),
                         velocity_of(world, contact->body[0]));
}

static quad separation(const reference_world *world, const reference_contact *contact)
{
    return quad_dot(relative_velocity(world, contact), contact->normal);
}

/* Apply an impulse along a unit vector to the second body of a contact, the opposite one to the
 * first. */
static void push(reference_world *world, const reference_contact *contact, quad impulse,
                 quad_vec along)
{
    for (int k = 0; k < 2; k++) {
        reference_ball *ball = &world->ball[contact->body[k]];
        quad change = (k == 0 ? -impulse : impulse) * ball->inverse_mass;
        ball->path.x[1] += change * along.x;
        ball->path.y[1] += change * along.y;
    }
}

static reference_motion motion_of(const reference_world *world, const reference_contact *contact)
{
    const uint32_t *body = contact->body;
    return (reference_motion){
        {quad_to_vec(velocity_of(world, body[0])), quad_to_vec(velocity_of(world, body[1]))},
        {(double)world->ball[body[0]].spin, (double)world->ball[body[1]].spin}};
}

/* ---- impulses of a round ---- */

/* Change of the separation speed of p per unit impulse at q, for equal normals: the sum of the
 * inverse masses of shared balls, < 0 where they push a ball in the opposite sense. */
static quad shared_inverse_mass(const reference_world *world, const reference_contact *p,
                                const reference_contact *q)
{
    quad inverse = 0;
    for (int k = 0; k < 4; k++) {
        if (p->body[k / 2] == q->body[k % 2]) {
            quad own = world->ball[p->body[k / 2]].inverse_mass;
            inverse += k / 2 == k % 2 ? own : -own;
        }
    }
    return inverse;
}

/* Make the equations 0 <= lambda _|_ w = Q lambda + b >= 0 of the approaching contacts, with Q =
 * N^T M^-1 N and b = (1 + e) u. A row of the table has those of Q, then that of b. */
static void make_equations(reference_world *world)
{
    reference_cluster *c = &world->cluster;
    size_t width = c->size + 1;
    for (size_t i = 0; i < c->size; i++) {
        const reference_contact *p = &c->contact[c->active[i]];
        for (size_t j = 0; j < c->size; j++) {
            const reference_contact *q = &c->contact[c->active[j]];
            c->table[i * width + j] = shared_inverse_mass(world, p, q) *
                                      quad_dot(p->normal, q->normal);
        }
        c->table[i * width + c->size] = (1 + (quad)p->restitution) * p->velocity;
        c->pushing[i] = false;
    }
}

/* Exchange w_k and lambda_k, the left side of row k and the variable of its column k. */
static void exchange(reference_cluster *c, size_t k)
{
    size_t width = c->size + 1;
    quad *row = &c->table[k * width], pivot = row[k];
    for (size_t j = 0; j < width; j++) {
        row[j] /= -pivot;
    }
    row[k] = 1 / pivot;
    for (size_t i = 0; i < c->size; i++) {
        quad *other = &c->table[i * width], factor = other[k];
        other[k] = i == k ? factor : 0;
        for (size_t j = 0; j < width && i != k; j++) {
            other[j] += factor * row[j];
        }
    }
    c->pushing[k] = !c->pushing[k];
}

/* The first contact that pulls, or approaches without an impulse; c->size: none. An impulse that
 * other contacts give as well is redundant and stays 0. */
static size_t first_violation(const reference_world *world)
{
    static const quad redundant = 1e-28;
    const reference_cluster *c = &world->cluster;
    for (size_t i = 0; i < c->size; i++) {
        const reference_contact *p = &c->contact[c->active[i]];
        const quad *row = &c->table[i * (c->size + 1)];
        quad inverse = shared_inverse_mass(world, p, p);
        quad w = c->pushing[i] ? row[c->size] * inverse : row[c->size];
        if (w < -world->rounding_mps && (c->pushing[i] || row[i] > redundant * inverse)) {
            return i;
        }
    }
    return c->size;
}

static carom_status solve(reference_world *world)
{
    reference_cluster *c = &world->cluster;
    make_equations(world);
    for (size_t k = 0; k < max_pivots; k++) {
        CAROM_TRY(carom_check_cancelled(world->cancel, world->error));
        size_t wrong = first_violation(world);
        if (wrong == c->size) {
            return CAROM_OK;
        }
        exchange(c, wrong);
    }
    return carom_error_set(world->error, CAROM_INTERNAL, "",
                           "the impulses of %zu contacts have no solution in 128 bits", c->size);
}

/* Friction at a contact with a normal impulse: min(mu J_n, (1 + beta) mu_t |slip|) against the
 * slip, with 1/mu_t = sum (1/m + r^2/I). */
static void apply_friction(reference_world *world, reference_contact *contact)
{
    quad_vec tangent = {-contact->normal.y, contact->normal.x};
    quad inverse = 0, slip = -quad_dot(relative_velocity(world, contact), tangent);
    contact->impulse_t_Ns = contact->friction_J = 0;
    contact->sliding = false;
    if (contact->tangential.friction == 0 || contact->impulse_Ns <= 0) {
        return;
    }
    for (int k = 0; k < 2; k++) {
        const reference_ball *ball = &world->ball[contact->body[k]];
        slip += ball->spin * ball->radius;
        inverse += ball->inverse_mass + ball->spin_response;
    }
    quad given = (1 + (quad)contact->tangential.tangential_restitution) * slip / inverse;
    /* friction laws work in doubles */
    quad most = contact->impulse_Ns * carom_problem_friction(world->problem,
                                                             contact->tangential.friction,
                                                             (double)quad_abs(slip));
    contact->sliding = quad_abs(given) > most;
    if (contact->sliding) {
        given = slip < 0 ? -most : most;
    }
    push(world, contact, given, tangent);
    for (int k = 0; k < 2; k++) { /* both spins change by -r J/I */
        reference_ball *ball = &world->ball[contact->body[k]];
        ball->spin -= given * ball->spin_response / ball->radius;
    }
    contact->impulse_t_Ns = (double)given;
    contact->friction_J = (double)(given * (slip - given * inverse / 2));
}

/* Log an impulse and add it to the budget. The contact still has its velocity before the round. */
static void record_impulse(reference_world *world, const reference_contact *contact)
{
    const uint32_t *body = contact->body;
    bool wall = body[1] == world->problem->count;
    double approach = -(double)contact->velocity, impulse = (double)contact->impulse_Ns;
    double dissipated = 0.5 * impulse * (1 - contact->restitution) * approach + contact->friction_J;
    world->cluster.lossy = world->cluster.lossy || dissipated > 0;
    world->report.collisions++;
    carom_sum_add(&world->sums.dissipated, dissipated);
    for (int k = 0; k < 2; k++) {
        const reference_ball *ball = &world->ball[body[k]];
        quad_vec at = {ball->path.x[0], ball->path.y[0]};
        if (world->ball[body[1 - k]].inverse_mass == 0) {
            carom_budget_sums_add_impact(&world->sums, world->problem, quad_to_vec(at),
                                         (double)ball->radius, quad_to_vec(contact->normal),
                                         k == 0 ? -1 : 1, impulse, contact->impulse_t_Ns);
        }
    }
    if (world->log == NULL) {
        return;
    }
    carom_collision collision = {.t_s = (double)world->now,
                                 .normal = quad_to_vec(contact->normal),
                                 .approach_mps = approach,
                                 .separation_mps = (double)separation(world, contact),
                                 .impulse_Ns = impulse,
                                 .dissipated_J = dissipated,
                                 .impulse_t_Ns = contact->impulse_t_Ns,
                                 .sliding = contact->sliding,
                                 .a = body[0],
                                 .b = wall ? contact->wall : body[1],
                                 .wall = wall};
    reference_motion after = motion_of(world, contact);
    carom_two_spins spin[2] = {contact->before.spin, after.spin};
    carom_log_add(world->log, &collision);
    carom_trace_impulse(world->trace, &collision, &contact->before.velocity, &after.velocity, spin);
}

/* ---- rounds ---- */

/* True if two contacts of the round share a free ball, one with friction. */
static bool have_coupled_friction(const reference_world *world)
{
    const reference_cluster *c = &world->cluster;
    for (size_t i = 0; i < c->size; i++) {
        for (size_t k = 0; k < i; k++) {
            const reference_contact *p = &c->contact[c->active[i]];
            const reference_contact *q = &c->contact[c->active[k]];
            if ((p->tangential.friction > 0 || q->tangential.friction > 0) &&
                shared_inverse_mass(world, p, q) != 0) {
                return true;
            }
        }
    }
    return false;
}

/* Run one round: resolve all approaching contacts together. */
static carom_status run_round(reference_world *world)
{
    reference_cluster *c = &world->cluster;
    c->size = 0;
    c->fastest_mps = 0;
    for (size_t k = 0; k < c->contacts; k++) {
        reference_contact *contact = &c->contact[k];
        contact->velocity = separation(world, contact);
        contact->before = motion_of(world, contact);
        if (contact->velocity < -world->rounding_mps) {
            c->active[c->size++] = k;
            c->fastest_mps = -contact->velocity > c->fastest_mps ? -contact->velocity
                                                                 : c->fastest_mps;
        }
    }
    if (have_coupled_friction(world)) {
        return carom_cluster_refuse_friction(&world->problem->ball[c->member[0]],
                                             (double)world->now, c->contacts, "the reference",
                                             "friction", world->error);
    }
    CAROM_TRY(solve(world));
    for (size_t i = 0; i < c->size; i++) {
        reference_contact *contact = &c->contact[c->active[i]];
        quad impulse = c->pushing[i] ? c->table[i * (c->size + 1) + c->size] : 0;
        contact->impulse_Ns = impulse > 0 ? impulse : 0;
        push(world, contact, contact->impulse_Ns, contact->normal);
    }
    for (size_t i = 0; i < c->size; i++) {
        apply_friction(world, &c->contact[c->active[i]]);
    }
    for (size_t i = 0; i < c->size; i++) {
        if (c->contact[c->active[i]].impulse_Ns > 0) {
            record_impulse(world, &c->contact[c->active[i]]);
        }
    }
    return CAROM_OK;
}

/* @param repeats  impacts without time between them; otherwise rounds of one impact. Repeated from
 * the start on, they belong to a ball that gravity presses to a support. */
static carom_status collapse_error(const reference_world *world, uint32_t i, bool repeats)
{
    char t[32];
    double least, most;
    bool is_at_rest = repeats && !carom_vec_is_zero(world->problem->gravity_mps2) &&
                      world->now == 0;
    carom_problem_restitutions(world->problem, &least, &most);
    carom_number_format_short((double)world->now, t, sizeof t);
    return carom_error_set(
        world->error, CAROM_COLLAPSE, "",
        "%s at t = %s s: %s. No precision can continue beyond it; %s%s",
        least < 1 && most <= 1 ? "inelastic collapse" : "infinitely many collisions", t,
        carom_ball_describe(&world->problem->ball[i]).text,
        is_at_rest  ? ""
        : most > 1  ? "lower the restitution or "
        : least < 1 ? "raise the restitution or "
                    : "",
        is_at_rest ? "use kind: impulse: in the reference no ball rests on a support"
                   : "shorten duration_s");
}

static carom_status resolve(reference_world *world)
{
    reference_cluster *c = &world->cluster;
    size_t rounds = 0, n = c->contacts;
    quad first_mps = 0;
    c->lossy = false;
    if (n > c->capacity) {
        free(c->table), free(c->active), free(c->pushing);
        c->table = carom_allocate(n * (n + 1), sizeof *c->table);
        c->active = carom_allocate(n, sizeof *c->active);
        c->pushing = carom_allocate(n, sizeof *c->pushing);
        c->capacity = n;
    }
    do {
        CAROM_TRY(run_round(world));
        first_mps = rounds == 0 ? c->fastest_mps : first_mps;
        bool is_cascade = c->size > 0 && c->lossy && c->fastest_mps < cascade_fallen * first_mps;
        if (++rounds > most_rounds || is_cascade) {
            return collapse_error(world, c->member[0], false);
        }
    } while (c->size > 0);
    return CAROM_OK;
}

carom_status carom_reference_collide(reference_world *world, uint32_t i, uint32_t j)
{
    const reference_cluster *cluster = &world->cluster;
    collect(world, i, j);
    CAROM_TRY(resolve(world));
    for (size_t k = 0; k < cluster->members; k++) {
        carom_reference_predict(world, cluster->member[k]);
    }
    for (size_t k = 0; k < cluster->members; k++) {
        reference_ball *ball = &world->ball[cluster->member[k]];
        ball->streak = world->now - ball->struck <= zero_interval * world->now ? ball->streak + 1
                                                                               : 0;
        ball->struck = world->now;
        if (ball->streak > longest_streak && !world->problem->ball[cluster->member[k]].fixed) {
            return collapse_error(world, cluster->member[k], true);
        }
    }
    return CAROM_OK;
}
