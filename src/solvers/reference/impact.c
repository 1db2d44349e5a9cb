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
/* A cascade of rounds is endless if all approach speeds have fallen to this fraction of their
 * contacts' peaks (compare impulse/rest.c, which has fewer digits). */
static const size_t cascade_rounds = 6;
static const double cascade_fallen = 1e-20;

/* ---- collecting ---- */

/* The same criterion as in the event-driven solver. */
static double tolerance(const reference_world *world, quad_vec at, double radius)
{
    static const double touching_ulps = 8.0;
    double ulps = touching_ulps * DBL_EPSILON * (fabs((double)at.x) + fabs((double)at.y));
    return fmax(world->gap_rel * radius, ulps);
}

/* Add a contact of ball a with ball b or, if `wall`, with wall b. Of two balls, the one with the
 * lower number becomes a, as in the log. */
static void add_contact(reference_world *world, uint32_t a, uint32_t b, bool wall, quad_vec normal)
{
    const carom_ball *ball = world->problem->ball, *other = wall ? NULL : &ball[b];
    reference_cluster *cluster = &world->cluster;
    bool flip = !wall && b < a;
    reference_contact contact = {
        .a = flip ? b : a,
        .b = flip ? a : b,
        .wall = wall,
        .normal = quad_scale(flip ? -1 : 1, normal),
        .restitution = carom_pair_restitution(world->problem, &ball[a], other, (double)world->now),
        .tangential = carom_pair_tangential(world->problem, &ball[a], other)};
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
        const reference_contact *c = &cluster->contact[k];
        if (!c->wall && c->a + c->b == i + j && (c->a == i || c->a == j)) {
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
    if (!bound && -overlap > tolerance(world, at, fmin(a->radius_m, b->radius_m))) {
        return;
    }
    world->report.max_overlap_m = fmax(world->report.max_overlap_m, overlap);
    join(world, j);
    add_contact(world, i, j, false,
                (quad_vec){displacement.x / distance, displacement.y / distance});
}

static void add_wall(reference_world *world, uint32_t i, uint32_t wall, bool bound)
{
    const carom_problem *problem = world->problem;
    const carom_ball *ball = &problem->ball[i];
    quad_vec at = carom_reference_position(&world->ball[i], world->now), normal;
    quad gap = carom_reference_wall_gap(world, wall, at, &normal) -
               carom_walls_reach(problem, ball->radius_m);
    bool touches = bound || ((double)gap <= tolerance(world, at, ball->radius_m) &&
                             (problem->part == NULL ||
                              carom_reference_faces(world, i, wall, at, normal, false)));
    if (touches && !ball->fixed) {
        add_contact(world, i, wall, true, normal);
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

static quad_vec velocity_of(const reference_world *world, const reference_contact *contact, bool b)
{
    if (b && contact->wall) {
        return (quad_vec){0, 0};
    }
    const reference_path *path = &world->ball[b ? contact->b : contact->a].path;
    return (quad_vec){path->x[1], path->y[1]};
}

/* Apply an impulse along a unit vector to ball b of a contact, the opposite one to ball a. */
static void push(reference_world *world, const reference_contact *contact, quad impulse,
                 quad_vec along)
{
    for (int of_b = 0; of_b <= !contact->wall; of_b++) {
        reference_ball *ball = &world->ball[of_b ? contact->b : contact->a];
        quad change = (of_b ? impulse : -impulse) * ball->inverse_mass;
        ball->path.x[1] += change * along.x;
        ball->path.y[1] += change * along.y;
    }
}

static quad separation(const reference_world *world, const reference_contact *contact)
{
    return quad_dot(
        quad_subtract(velocity_of(world, contact, true), velocity_of(world, contact, false)),
        contact->normal);
}

static bool approaches(const reference_world *world, const reference_contact *contact)
{
    return contact->velocity < -world->rounding_mps;
}

/* Velocities and spins of the two bodies. */
static reference_motion motion_of(const reference_world *world, const reference_contact *contact)
{
    return (reference_motion){{quad_to_vec(velocity_of(world, contact, false)),
                               quad_to_vec(velocity_of(world, contact, true))},
                              {(double)world->ball[contact->a].spin,
                               contact->wall ? 0 : (double)world->ball[contact->b].spin}};
}

/* ---- impulses of a round ---- */

/* Make room for the equations of all contacts: 0 <= lambda _|_ Q lambda + b >= 0. */
static void reserve_equations(reference_world *world)
{
    reference_cluster *c = &world->cluster;
    size_t n = c->contacts;
    if (n > c->capacity) {
        free(c->q), free(c->active), free(c->pushing);
        c->q = carom_allocate(2 * n * n + 3 * n, sizeof *c->q);
        c->active = carom_allocate(n, sizeof *c->active);
        c->pushing = carom_allocate(n, sizeof *c->pushing);
        c->capacity = n;
        c->copy = c->q + n * n;
        c->b = c->copy + n * n;
        c->right = c->b + n;
        c->lambda = c->right + n;
    }
}

/* Sum of the inverse masses of the free balls that two contacts share, < 0 where they push a ball
 * in the opposite sense. */
static quad shared_inverse_mass(const reference_world *world, const reference_contact *p,
                                const reference_contact *q)
{
    const reference_ball *ball = world->ball;
    quad inverse = p->a == q->a ? ball[p->a].inverse_mass : 0;
    inverse += !p->wall && !q->wall && p->b == q->b ? ball[p->b].inverse_mass : 0;
    inverse -= !q->wall && p->a == q->b ? ball[p->a].inverse_mass : 0;
    inverse -= !p->wall && p->b == q->a ? ball[p->b].inverse_mass : 0;
    return inverse;
}

/* Q = N^T M^-1 N and b = (1 + e) u. */
static void fill(reference_world *world)
{
    reference_cluster *c = &world->cluster;
    for (size_t i = 0; i < c->size; i++) {
        const reference_contact *p = &c->contact[c->active[i]];
        c->b[i] = (1 + (quad)p->restitution) * p->velocity;
        for (size_t j = 0; j < c->size; j++) {
            const reference_contact *q = &c->contact[c->active[j]];
            c->q[i * c->size + j] = shared_inverse_mass(world, p, q) *
                                    quad_dot(p->normal, q->normal);
        }
    }
}

/* Solve Q_PP lambda_P = -b_P over the pushing contacts by elimination without pivoting, as Q is
 * positive semidefinite. Rows without a pivot are redundant and get no impulse. */
static void solve_pushing(reference_cluster *c, const carom_cancel_flag *cancel)
{
    static const quad redundant = 1e-28;
    size_t n = c->size;
    memcpy(c->copy, c->q, n * n * sizeof *c->q);
    for (size_t i = 0; i < n; i++) {
        c->right[i] = -c->b[i];
        c->lambda[i] = 0;
    }
    for (size_t k = 0; k < n && !carom_is_cancelled(cancel); k++) {
        const quad *row = &c->copy[k * n];
        c->pushing[k] = c->pushing[k] && row[k] > redundant * c->q[k * n + k];
        for (size_t i = k + 1; i < n && c->pushing[k]; i++) {
            quad factor = c->copy[i * n + k] / row[k];
            for (size_t j = k; j < n; j++) {
                c->copy[i * n + j] -= factor * row[j];
            }
            c->right[i] -= factor * c->right[k];
        }
    }
    for (size_t k = n; k-- > 0;) {
        quad sum = c->right[k];
        for (size_t j = k + 1; j < n; j++) {
            sum -= c->copy[k * n + j] * c->lambda[j];
        }
        c->lambda[k] = c->pushing[k] ? sum / c->copy[k * n + k] : 0;
    }
}

/* The first contact that pulls, or approaches without an impulse. Returns c->size if the solution
 * is complete. */
static size_t first_violation(const reference_cluster *c, quad rounding_mps)
{
    static const quad rounding = 0x1p-104;
    for (size_t i = 0; i < c->size; i++) {
        quad w = c->b[i], scale = quad_abs(w);
        for (size_t j = 0; j < c->size; j++) {
            quad change = c->q[i * c->size + j] * c->lambda[j];
            w += change;
            scale += quad_abs(change);
        }
        w = c->pushing[i] ? c->lambda[i] * c->q[i * c->size + i] : w;
        if (w < -(rounding_mps + rounding * scale)) {
            return i;
        }
    }
    return c->size;
}

static carom_status solve(reference_world *world)
{
    reference_cluster *c = &world->cluster;
    fill(world);
    for (size_t i = 0; i < c->size; i++) {
        c->pushing[i] = true;
    }
    for (size_t k = 0; k < max_pivots; k++) {
        CAROM_TRY(carom_check_cancelled(world->cancel, world->error));
        solve_pushing(c, world->cancel);
        size_t wrong = first_violation(c, world->rounding_mps);
        if (wrong == c->size) {
            return CAROM_OK;
        }
        c->pushing[wrong] = !c->pushing[wrong];
    }
    return carom_error_set(world->error, CAROM_INTERNAL, "",
                           "the impulses of %zu contacts have no solution in 128 bits", c->size);
}

/* Friction at a contact with a normal impulse: min(mu J_n, (1 + beta) mu_t |slip|) against the
 * slip, with 1/mu_t = sum (1/m + r^2/I). */
static void apply_friction(reference_world *world, reference_contact *contact, quad impulse)
{
    quad_vec tangent = {-contact->normal.y, contact->normal.x};
    quad inverse = 0;
    quad slip = quad_dot(
        quad_subtract(velocity_of(world, contact, false), velocity_of(world, contact, true)),
        tangent);
    contact->impulse_t_Ns = contact->friction_J = 0;
    contact->sliding = false;
    if (contact->tangential.friction == 0 || impulse <= 0) {
        return;
    }
    for (int of_b = 0; of_b <= !contact->wall; of_b++) {
        const reference_ball *ball = &world->ball[of_b ? contact->b : contact->a];
        slip += ball->spin * ball->radius;
        inverse += ball->inverse_mass + ball->spin_response;
    }
    quad given = (1 + (quad)contact->tangential.tangential_restitution) * slip / inverse;
    /* friction laws work in doubles */
    quad most = impulse * carom_problem_friction(world->problem, contact->tangential.friction,
                                                 (double)quad_abs(slip));
    contact->sliding = quad_abs(given) > most;
    if (contact->sliding) {
        given = slip < 0 ? -most : most;
    }
    push(world, contact, given, tangent);
    for (int of_b = 0; of_b <= !contact->wall; of_b++) { /* both spins change by -r J/I */
        reference_ball *ball = &world->ball[of_b ? contact->b : contact->a];
        ball->spin -= given * ball->spin_response / ball->radius;
    }
    contact->impulse_t_Ns = (double)given;
    contact->friction_J = (double)(given * (slip - given * inverse / 2));
}

/* Log an impulse and add it to the budget. The contact still has its velocity before the round. */
static void record_impulse(reference_world *world, reference_contact *contact, double impulse)
{
    const carom_ball *ball = world->problem->ball;
    double approach = -(double)contact->velocity;
    double dissipated = 0.5 * impulse * (1 - contact->restitution) * approach + contact->friction_J;
    contact->peak_mps = fmax(contact->peak_mps, approach);
    world->cluster.lossy = world->cluster.lossy || dissipated > 0;
    world->report.collisions++;
    if (dissipated != 0) {
        carom_sum_add(&world->sums.dissipated, dissipated);
    }
    bool a_fixed = ball[contact->a].fixed;
    if (a_fixed || contact->wall || ball[contact->b].fixed) {
        uint32_t i = a_fixed ? contact->b : contact->a;
        quad_vec at = {world->ball[i].path.x[0], world->ball[i].path.y[0]};
        carom_budget_sums_add_impact(&world->sums, world->problem, quad_to_vec(at),
                                     ball[i].radius_m, quad_to_vec(contact->normal),
                                     a_fixed ? 1 : -1, impulse, contact->impulse_t_Ns);
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
                                 .a = contact->a,
                                 .b = contact->b,
                                 .wall = contact->wall};
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
    for (size_t k = 0; k < c->contacts; k++) {
        reference_contact *contact = &c->contact[k];
        contact->velocity = separation(world, contact);
        contact->before = motion_of(world, contact);
        if (approaches(world, contact)) {
            c->active[c->size++] = k;
        }
    }
    if (have_coupled_friction(world)) {
        return carom_cluster_refuse_friction(&world->problem->ball[c->member[0]],
                                             (double)world->now, c->contacts, "the reference",
                                             "friction", world->error);
    }
    if (c->size > 0) {
        CAROM_TRY(solve(world));
    }
    for (size_t i = 0; i < c->size; i++) {
        c->lambda[i] = c->lambda[i] > 0 ? c->lambda[i] : 0;
        push(world, &c->contact[c->active[i]], c->lambda[i], c->contact[c->active[i]].normal);
    }
    for (size_t i = 0; i < c->size; i++) {
        apply_friction(world, &c->contact[c->active[i]], c->lambda[i]);
    }
    for (size_t i = 0; i < c->size; i++) {
        if (c->lambda[i] > 0) {
            record_impulse(world, &c->contact[c->active[i]], (double)c->lambda[i]);
        }
    }
    return CAROM_OK;
}

/* True if all contacts that approach have nearly stopped. */
static bool is_cascade(const reference_world *world, size_t rounds)
{
    bool fallen = rounds > cascade_rounds && world->cluster.lossy;
    for (size_t k = 0; k < world->cluster.contacts && fallen; k++) {
        reference_contact contact = world->cluster.contact[k];
        contact.velocity = separation(world, &contact);
        fallen = !approaches(world, &contact) ||
               -(double)contact.velocity < cascade_fallen * contact.peak_mps;
    }
    return fallen;
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
    size_t rounds = 0;
    world->cluster.lossy = false;
    reserve_equations(world);
    do {
        CAROM_TRY(run_round(world));
        if (++rounds > most_rounds || (world->cluster.size > 0 && is_cascade(world, rounds))) {
            return collapse_error(world, world->cluster.member[0], false);
        }
        CAROM_TRY(carom_check_cancelled(world->cancel, world->error));
    } while (world->cluster.size > 0);
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
