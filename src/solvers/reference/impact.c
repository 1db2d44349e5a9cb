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

/* A contact of the cluster. */
typedef struct {
    reference_ball *ball[2]; /* in order of their numbers; the second may be the wall body */
    uint32_t wall;           /* with the wall body: number of the wall */
    quad_vec normal;         /* unit vector from the first to the second */
    double restitution;
    carom_tangential tangential;
    /* of the round: separation speed, velocities and spins before; then impulses along normal and
     * tangent, energy that friction dissipates */
    quad velocity, impulse_Ns;
    carom_two_velocities before;
    carom_two_spins spin;
    double impulse_t_Ns, friction_J;
    bool sliding;
} contact;

/* An impact: balls and contacts of its cluster, and the equations of a round. */
typedef struct {
    reference_world *world;
    carom_arena memory;
    uint32_t *member; /* numbers of the balls */
    size_t members, contacts, room;
    contact *contact;
    bool *has;        /* indexed by ball of the world: member */
    bool lossy;       /* some contact lost energy */
    quad fastest_mps; /* largest approach speed before the round */
    size_t size;      /* contacts that approach */
    contact **active; /* these */
    bool *pushing;    /* they have an impulse: the right side of their row of the table */
    quad *table;      /* equations of the impulses */
} cluster;

/* ---- collecting ---- */

static uint32_t number_of(const cluster *c, const reference_ball *ball)
{
    return (uint32_t)(ball - c->world->ball);
}

/* Add a contact of ball a with ball b or, if b is the wall body, with a wall. Of two balls, the one
 * with the lower number comes first, as in the log. */
static void add_contact(cluster *c, uint32_t a, uint32_t b, uint32_t wall, quad_vec normal)
{
    const carom_problem *problem = c->world->problem;
    const carom_ball *own = &problem->ball[a], *other = b == problem->count ? NULL : own - a + b;
    bool flip = b < a;
    carom_arena_grow(&c->memory, &c->contact, c->contacts, &c->room, sizeof *c->contact);
    c->contact[c->contacts++] = (contact){
        .ball = {&c->world->ball[flip ? b : a], &c->world->ball[flip ? a : b]},
        .wall = wall,
        .normal = quad_scale(flip ? -1 : 1, normal),
        .restitution = carom_pair_restitution(problem, own, other, (double)c->world->now),
        .tangential = carom_pair_tangential(problem, own, other)};
}

static void join(cluster *c, uint32_t i)
{
    if (!c->has[i]) {
        c->has[i] = true;
        c->member[c->members++] = i;
        carom_reference_move(c->world, i);
    }
}

static bool has_contact(const cluster *c, const reference_ball *a, const reference_ball *b)
{
    for (const contact *p = c->contact; p < c->contact + c->contacts; p++) {
        if ((p->ball[0] == a && p->ball[1] == b) || (p->ball[0] == b && p->ball[1] == a)) {
            return true;
        }
    }
    return false;
}

/* Add ball j if it touches member i or is its partner in the event. */
static void add_ball(cluster *c, uint32_t i, uint32_t j, bool bound)
{
    reference_world *world = c->world;
    const carom_ball *a = &world->problem->ball[i], *b = &world->problem->ball[j];
    const reference_ball *own = &world->ball[i], *other = &world->ball[j];
    if (i == j || (a->fixed && b->fixed) || has_contact(c, own, other)) {
        return;
    }
    quad_vec displacement = carom_reference_shortest(
        world, quad_subtract(carom_reference_position(other, world->now),
                             carom_reference_position(own, world->now)));
    quad distance = quad_length(displacement);
    double overlap = (double)(own->radius + other->radius - distance);
    if (bound || -overlap <= world->gap_rel * fmin(a->radius_m, b->radius_m)) {
        world->report.max_overlap_m = fmax(world->report.max_overlap_m, overlap);
        join(c, j);
        add_contact(c, i, j, 0, (quad_vec){displacement.x / distance, displacement.y / distance});
    }
}

static void add_wall(cluster *c, uint32_t i, uint32_t wall, bool bound)
{
    const carom_problem *problem = c->world->problem;
    const carom_ball *ball = &problem->ball[i];
    quad_vec at = carom_reference_position(&c->world->ball[i], c->world->now), normal;
    quad gap = carom_reference_wall_gap(c->world, wall, at, &normal) -
               carom_walls_reach(problem, ball->radius_m);
    bool touches = bound || (gap <= c->world->gap_rel * ball->radius_m &&
                             carom_reference_faces(c->world, i, wall, at, normal, false));
    if (touches && !ball->fixed) {
        add_contact(c, i, (uint32_t)problem->count, wall, normal);
    }
}

/* Collect ball i, its partner (a ball, or the number of balls plus a wall) and everything
 * connected to them by contacts. */
static void collect(cluster *c, uint32_t i, uint32_t partner)
{
    uint32_t n = (uint32_t)c->world->problem->count;
    uint32_t walls = (uint32_t)carom_walls_count(c->world->problem);
    c->has = carom_arena_take(&c->memory, n, sizeof *c->has);
    c->member = carom_arena_take(&c->memory, n, sizeof *c->member);
    join(c, i);
    for (size_t k = 0; k < c->members; k++) {
        for (uint32_t b = 0; b < n; b++) {
            add_ball(c, c->member[k], b, k == 0 && b == partner);
        }
        for (uint32_t wall = 0; wall < walls; wall++) {
            add_wall(c, c->member[k], wall, k == 0 && partner == n + wall);
        }
    }
}

/* ---- velocities ---- */

static quad_vec velocity_of(const reference_ball *ball)
{
    return (quad_vec){ball->path.x[1], ball->path.y[1]};
}

/* Velocity of the second body of a contact relative to the first. */
static quad_vec relative_velocity(const contact *p)
{
    return quad_subtract(velocity_of(p->ball[1]), velocity_of(p->ball[0]));
}

static carom_two_velocities velocities_of(const contact *p)
{
    return (carom_two_velocities){quad_to_vec(velocity_of(p->ball[0])),
                                  quad_to_vec(velocity_of(p->ball[1]))};
}

static carom_two_spins spins_of(const contact *p)
{
    return (carom_two_spins){(double)p->ball[0]->spin, (double)p->ball[1]->spin};
}

/* Apply an impulse along a unit vector to the second body of a contact, the opposite one to the
 * first. */
static void push(const contact *p, quad impulse, quad_vec along)
{
    for (int k = 0; k < 2; k++) {
        quad change = (k == 0 ? -impulse : impulse) * p->ball[k]->inverse_mass;
        p->ball[k]->path.x[1] += change * along.x;
        p->ball[k]->path.y[1] += change * along.y;
    }
}

/* ---- impulses of a round ---- */

/* Change of the separation speed of p per unit impulse at q, for equal normals: the sum of the
 * inverse masses of shared balls, < 0 where they push a ball in the opposite sense. */
static quad shared_inverse_mass(const contact *p, const contact *q)
{
    quad inverse = 0;
    for (int k = 0; k < 4; k++) {
        if (p->ball[k / 2] == q->ball[k % 2]) {
            inverse += (k / 2 == k % 2 ? 1 : -1) * p->ball[k / 2]->inverse_mass;
        }
    }
    return inverse;
}

/* Make the equations 0 <= lambda _|_ w = Q lambda + b >= 0 of the approaching contacts, with Q =
 * N^T M^-1 N and b = (1 + e) u. A row of the table has those of Q, then that of b. */
static void make_equations(cluster *c)
{
    for (size_t i = 0; i < c->size; i++) {
        const contact *p = c->active[i];
        quad *row = &c->table[i * (c->size + 1)];
        for (size_t j = 0; j < c->size; j++) {
            row[j] = shared_inverse_mass(p, c->active[j]) *
                     quad_dot(p->normal, c->active[j]->normal);
        }
        row[c->size] = (1 + (quad)p->restitution) * p->velocity;
        c->pushing[i] = false;
    }
}

/* Exchange w_k and lambda_k, the left side of row k and the variable of its column k. */
static void exchange(cluster *c, size_t k)
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
static size_t first_violation(const cluster *c)
{
    static const quad redundant = 1e-28;
    for (size_t i = 0; i < c->size; i++) {
        const quad *row = &c->table[i * (c->size + 1)];
        quad inverse = shared_inverse_mass(c->active[i], c->active[i]);
        quad w = c->pushing[i] ? row[c->size] * inverse : row[c->size];
        if (w < -c->world->rounding_mps && (c->pushing[i] || row[i] > redundant * inverse)) {
            return i;
        }
    }
    return c->size;
}

static carom_status solve(cluster *c)
{
    make_equations(c);
    for (size_t k = 0; k < max_pivots; k++) {
        CAROM_TRY(carom_check_cancelled(c->world->cancel, c->world->error));
        size_t wrong = first_violation(c);
        if (wrong == c->size) {
            return CAROM_OK;
        }
        exchange(c, wrong);
    }
    return carom_error_set(c->world->error, CAROM_INTERNAL, "",
                           "the impulses of %zu contacts have no solution in 128 bits", c->size);
}

/* Friction at a contact with a normal impulse: min(mu J_n, (1 + beta) mu_t |slip|) against the
 * slip, with 1/mu_t = sum (1/m + r^2/I). */
static void apply_friction(const cluster *c, contact *p)
{
    quad_vec tangent = {-p->normal.y, p->normal.x};
    quad inverse = 0, slip = -quad_dot(relative_velocity(p), tangent);
    p->impulse_t_Ns = p->friction_J = 0;
    p->sliding = false;
    if (p->tangential.friction == 0 || p->impulse_Ns <= 0) {
        return;
    }
    for (int k = 0; k < 2; k++) {
        slip += p->ball[k]->spin * p->ball[k]->radius;
        inverse += p->ball[k]->inverse_mass + p->ball[k]->spin_response;
    }
    quad given = (1 + (quad)p->tangential.tangential_restitution) * slip / inverse;
    /* friction laws work in doubles */
    quad most = p->impulse_Ns * carom_problem_friction(c->world->problem, p->tangential.friction,
                                                       (double)quad_abs(slip));
    p->sliding = quad_abs(given) > most;
    if (p->sliding) {
        given = slip < 0 ? -most : most;
    }
    push(p, given, tangent);
    for (int k = 0; k < 2; k++) { /* both spins change by -r J/I */
        p->ball[k]->spin -= given * p->ball[k]->spin_response / p->ball[k]->radius;
    }
    p->impulse_t_Ns = (double)given;
    p->friction_J = (double)(given * (slip - given * inverse / 2));
}

/* Log an impulse and add it to the budget. The contact still has its velocity before the round. */
static void record_impulse(cluster *c, const contact *p)
{
    reference_world *world = c->world;
    bool wall = number_of(c, p->ball[1]) == world->problem->count;
    double approach = -(double)p->velocity, impulse = (double)p->impulse_Ns;
    carom_collision collision = {
        .t_s = (double)world->now,
        .normal = quad_to_vec(p->normal),
        .approach_mps = approach,
        .separation_mps = (double)quad_dot(relative_velocity(p), p->normal),
        .impulse_Ns = impulse,
        .dissipated_J = 0.5 * impulse * (1 - p->restitution) * approach + p->friction_J,
        .impulse_t_Ns = p->impulse_t_Ns,
        .sliding = p->sliding,
        .a = number_of(c, p->ball[0]),
        .b = wall ? p->wall : number_of(c, p->ball[1]),
        .wall = wall};
    c->lossy = c->lossy || collision.dissipated_J > 0;
    world->report.collisions++;
    carom_sum_add(&world->sums.dissipated, collision.dissipated_J);
    for (int k = 0; k < 2; k++) {
        const reference_ball *ball = p->ball[k];
        if (p->ball[1 - k]->inverse_mass == 0) {
            carom_budget_sums_add_impact(&world->sums, world->problem,
                                         quad_to_vec((quad_vec){ball->path.x[0], ball->path.y[0]}),
                                         (double)ball->radius, collision.normal, k == 0 ? -1 : 1,
                                         impulse, p->impulse_t_Ns);
        }
    }
    if (world->log != NULL) {
        carom_two_velocities after = velocities_of(p);
        carom_log_add(world->log, &collision);
        carom_trace_impulse(world->trace, &collision, &p->before, &after,
                            (carom_two_spins[2]){p->spin, spins_of(p)});
    }
}

/* ---- rounds ---- */

/* True if two contacts of the round share a free ball, one with friction. */
static bool have_coupled_friction(const cluster *c)
{
    for (size_t i = 0; i < c->size; i++) {
        for (size_t k = 0; k < i; k++) {
            const contact *p = c->active[i], *q = c->active[k];
            if ((p->tangential.friction > 0 || q->tangential.friction > 0) &&
                shared_inverse_mass(p, q) != 0) {
                return true;
            }
        }
    }
    return false;
}

/* Run one round: resolve all approaching contacts together. */
static carom_status run_round(cluster *c)
{
    const reference_world *world = c->world;
    c->size = 0;
    c->fastest_mps = 0;
    for (contact *p = c->contact; p < c->contact + c->contacts; p++) {
        p->velocity = quad_dot(relative_velocity(p), p->normal);
        p->before = velocities_of(p);
        p->spin = spins_of(p);
        if (p->velocity < -world->rounding_mps) {
            c->active[c->size++] = p;
            c->fastest_mps = -p->velocity > c->fastest_mps ? -p->velocity : c->fastest_mps;
        }
    }
    if (have_coupled_friction(c)) {
        return carom_cluster_refuse_friction(&world->problem->ball[c->member[0]],
                                             (double)world->now, c->contacts, "the reference",
                                             "friction", world->error);
    }
    CAROM_TRY(solve(c));
    for (size_t i = 0; i < c->size; i++) {
        contact *p = c->active[i];
        quad impulse = c->pushing[i] ? c->table[i * (c->size + 1) + c->size] : 0;
        p->impulse_Ns = impulse > 0 ? impulse : 0;
        push(p, p->impulse_Ns, p->normal);
    }
    for (size_t i = 0; i < c->size; i++) {
        apply_friction(c, c->active[i]);
    }
    for (size_t i = 0; i < c->size; i++) {
        if (c->active[i]->impulse_Ns > 0) {
            record_impulse(c, c->active[i]);
        }
    }
    return CAROM_OK;
}

/* Impacts repeated from the start on belong to a ball that gravity presses to a support. */
static carom_status collapse_error(const reference_world *world, uint32_t i)
{
    char t[32];
    double least, most;
    bool is_at_rest = world->ball[i].streak > 0 && world->now == 0 &&
                      !carom_vec_is_zero(world->problem->gravity_mps2);
    carom_problem_restitutions(world->problem, &least, &most);
    carom_number_format_short((double)world->now, t, sizeof t);
    return carom_error_set(
        world->error, CAROM_COLLAPSE, "",
        "%s at t = %s s: %s. No precision can continue beyond it; %s",
        least < 1 && most <= 1 ? "inelastic collapse" : "infinitely many collisions", t,
        carom_ball_describe(&world->problem->ball[i]).text,
        is_at_rest  ? "use kind: impulse: in the reference no ball rests on a support"
        : most > 1  ? "lower the restitution or shorten duration_s"
        : least < 1 ? "raise the restitution or shorten duration_s"
                    : "shorten duration_s");
}

static carom_status resolve(cluster *c)
{
    size_t rounds = 0, n = c->contacts;
    quad first_mps = 0;
    c->table = carom_arena_take(&c->memory, n * (n + 1), sizeof *c->table);
    c->active = carom_arena_take(&c->memory, n, sizeof *c->active);
    c->pushing = carom_arena_take(&c->memory, n, sizeof *c->pushing);
    do {
        CAROM_TRY(run_round(c));
        first_mps = rounds == 0 ? c->fastest_mps : first_mps;
        bool is_cascade = c->size > 0 && c->lossy && c->fastest_mps < cascade_fallen * first_mps;
        if (++rounds > most_rounds || is_cascade) {
            return collapse_error(c->world, c->member[0]);
        }
    } while (c->size > 0);
    return CAROM_OK;
}

/* Predict the members again, and count their impacts without time between them. */
static carom_status release(const cluster *c)
{
    reference_world *world = c->world;
    for (size_t k = 0; k < c->members; k++) {
        carom_reference_predict(world, c->member[k]);
    }
    for (size_t k = 0; k < c->members; k++) {
        reference_ball *ball = &world->ball[c->member[k]];
        bool again = world->now - ball->struck <= zero_interval * world->now;
        ball->streak = again ? ball->streak + 1 : 0;
        ball->struck = world->now;
        if (ball->streak > longest_streak && ball->inverse_mass > 0) {
            return collapse_error(world, c->member[k]);
        }
    }
    return CAROM_OK;
}

carom_status carom_reference_collide(reference_world *world, uint32_t i, uint32_t j)
{
    cluster c = {.world = world};
    collect(&c, i, j);
    carom_status status = resolve(&c);
    status = status == CAROM_OK ? release(&c) : status;
    carom_arena_free(&c.memory);
    return status;
}
