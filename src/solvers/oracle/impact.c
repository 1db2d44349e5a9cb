/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resolves impacts in arbitrary precision by generalized reflections
 * (impacts/generalized_reflections.c). An active-set method in doubles (impacts/impacts.h) selects
 * the contacts with an impulse. The equations are then solved in full precision, and Murty's
 * least-index rule corrects the selection if the doubles were wrong (Murty, Linear Algebra Appl.
 * 5, 65 (1972)). */
#include "solvers/oracle/oracle.h"

/* This many consecutive collisions of a ball, each within 2^-100 of the run time after the
 * previous one, count as endless. (A light ball between a heavy one and a wall has intervals of
 * about m/M of the time, but finitely many collisions.) */
static const unsigned long zero_interval_bits = 100;
static const unsigned longest_streak = 200;
static const size_t max_pivots = 10000;
static const size_t most_rounds = 5000000;
/* A cascade of rounds is endless if all approach speeds have fallen to this fraction of their
 * contacts' peaks (compare impulse/rest.c, which has fewer digits). */
static const size_t cascade_rounds = 6;
static const double cascade_fallen = 1e-20;

/* ---- collecting ---- */

/* The same criterion as in the event-driven solver. */
static const double touching_ulps = 8.0;

/* Add a contact of ball i with ball b or, if `wall`, with wall b. */
static carom_status add_contact(oracle_world *world, uint32_t i, uint32_t b, bool wall,
                                const oracle_vec *normal)
{
    const carom_problem *problem = world->problem;
    const carom_ball *one = &problem->ball[i], *other = wall ? NULL : &problem->ball[b];
    oracle_cluster *cluster = &world->cluster;
    size_t had = cluster->contact_capacity;
    CAROM_NEED(carom_reserve(&cluster->contact, cluster->contacts, &cluster->contact_capacity,
                             sizeof *cluster->contact),
               world->error);
    for (size_t k = had; k < cluster->contact_capacity; k++) {
        oracle_vec_init(&cluster->contact[k].normal, world->bits);
        mpfr_init2(cluster->contact[k].velocity, world->bits);
    }
    oracle_contact *contact = &cluster->contact[cluster->contacts++];
    contact->a = i;
    contact->b = b;
    contact->wall = wall;
    contact->peak_mps = 0;
    contact->restitution = carom_pair_restitution(problem, one, other, mpfr_get_d(world->now, N));
    contact->tangential = carom_pair_tangential(problem, one, other);
    oracle_vec_set(&contact->normal, normal);
    return CAROM_OK;
}

static void join(oracle_world *world, uint32_t i)
{
    if (!world->cluster.has[i]) {
        world->cluster.has[i] = true;
        world->cluster.member[world->cluster.members++] = i;
        carom_oracle_move(world, i);
    }
}

static void wrap_to_nearest(mpfr_t d, const mpfr_t length, mpfr_t half)
{
    mpfr_div_2ui(half, length, 1, N);
    if (mpfr_cmp(d, half) > 0) {
        mpfr_sub(d, d, length, N);
    }
    mpfr_neg(half, half, N);
    if (mpfr_cmp(d, half) < 0) {
        mpfr_add(d, d, length, N);
    }
}

/* Displacement from `here` to the nearest image of `there`. */
static void displacement_to(const oracle_world *world, const oracle_vec *here,
                            const oracle_vec *there, oracle_vec *displacement)
{
    mpfr_t half;
    oracle_vec_sub(displacement, there, here);
    if (world->problem->boundary == CAROM_PERIODIC) {
        mpfr_init2(half, world->bits);
        wrap_to_nearest(displacement->x, world->width, half);
        wrap_to_nearest(displacement->y, world->height, half);
        mpfr_clear(half);
    }
}

static double tolerance(const oracle_world *world, const oracle_ball *ball, double radius)
{
    carom_vec at = oracle_vec_get(&ball->at.position);
    double ulps = touching_ulps * DBL_EPSILON * (fabs(at.x) + fabs(at.y));
    return fmax(world->gap_rel * radius, ulps);
}

/* Add ball j if it touches ball i or is its partner. */
static carom_status add_if_touching(oracle_world *world, uint32_t i, uint32_t j, bool bound)
{
    const carom_problem *problem = world->problem;
    oracle_scratch *s = &world->scratch;
    mpfr_ptr distance = s->distance, gap = s->gap;
    double radius = fmin(problem->ball[i].radius_m, problem->ball[j].radius_m);
    carom_oracle_ball_at(world, i, world->now, &s->here);
    carom_oracle_ball_at(world, j, world->now, &s->there);
    displacement_to(world, &s->here.position, &s->there.position, &s->displacement);
    mpfr_hypot(distance, s->displacement.x, s->displacement.y, N);
    mpfr_sub(gap, distance, world->ball[i].radius, N);
    mpfr_sub(gap, gap, world->ball[j].radius, N);
    if (!bound && mpfr_get_d(gap, N) > tolerance(world, &world->ball[i], radius)) {
        return CAROM_OK;
    }
    mpfr_div(s->displacement.x, s->displacement.x, distance, N);
    mpfr_div(s->displacement.y, s->displacement.y, distance, N);
    CAROM_TRY(add_contact(world, i, j, false, &s->displacement));
    world->report.max_overlap_m = fmax(world->report.max_overlap_m, -mpfr_get_d(gap, N));
    join(world, j);
    return CAROM_OK;
}

/* Gap of a ball's centre to a side of a rectangle, and the normal. */
static void measure_side(const oracle_world *world, const oracle_ball *ball, size_t wall,
                         mpfr_t gap, oracle_vec *normal)
{
    bool horizontal = wall == CAROM_LEFT || wall == CAROM_RIGHT;
    mpfr_set(gap, horizontal ? ball->at.position.x : ball->at.position.y, N);
    if (wall == CAROM_RIGHT || wall == CAROM_TOP) {
        mpfr_sub(gap, horizontal ? world->width : world->height, gap, N);
    }
    oracle_vec_set_d(normal, carom_wall_normals[wall]);
}

/* Gap of a ball's centre to a part of another shape, and the normal. */
static void measure_part(const oracle_world *world, const oracle_ball *ball, size_t wall,
                         mpfr_t gap, oracle_vec *normal)
{
    const carom_part *part = &world->problem->part[wall];
    oracle_vec_set_d(normal, part->from_m);
    oracle_vec_sub(normal, &ball->at.position, normal);
    if (part->kind == CAROM_EDGE) {
        oracle_dot(gap, normal, &world->outward[wall]);
        mpfr_neg(gap, gap, N);
        oracle_vec_set(normal, &world->outward[wall]);
        return;
    }
    mpfr_hypot(gap, normal->x, normal->y, N);
    mpfr_div(normal->x, normal->x, gap, N);
    mpfr_div(normal->y, normal->y, gap, N);
    mpfr_sub_d(gap, gap, part->radius_m, N);
    if (part->kind == CAROM_ARC) {
        mpfr_neg(gap, gap, N);
    } else {
        mpfr_neg(normal->x, normal->x, N);
        mpfr_neg(normal->y, normal->y, N);
    }
}

/* True if ball i lies in front of this part, not of its neighbour. */
static bool is_before(const oracle_world *world, uint32_t i, size_t wall)
{
    const carom_problem *problem = world->problem;
    return problem->part == NULL ||
           carom_walls_part_overlap(problem, wall, oracle_vec_get(&world->ball[i].at.position),
                                    carom_walls_reach(problem, problem->ball[i].radius_m))
                   .overlap_m > -INFINITY;
}

static carom_status add_wall_if_touching(oracle_world *world, uint32_t i, size_t wall, bool bound)
{
    const carom_problem *problem = world->problem;
    const oracle_ball *ball = &world->ball[i];
    mpfr_ptr gap = world->scratch.gap;
    oracle_vec *normal = &world->scratch.displacement;
    (problem->part == NULL ? measure_side : measure_part)(world, ball, wall, gap, normal);
    if (problem->wall_contact == CAROM_SURFACE) {
        mpfr_sub(gap, gap, ball->radius, N);
    }
    if (problem->ball[i].fixed ||
        (!bound && (mpfr_get_d(gap, N) > tolerance(world, ball, problem->ball[i].radius_m) ||
                    !is_before(world, i, wall)))) {
        return CAROM_OK;
    }
    return add_contact(world, i, (uint32_t)wall, true, normal);
}

static bool has_contact(const oracle_world *world, uint32_t i, uint32_t j)
{
    for (size_t k = 0; k < world->cluster.contacts; k++) {
        const oracle_contact *contact = &world->cluster.contact[k];
        if (!contact->wall &&
            ((contact->a == i && contact->b == j) || (contact->a == j && contact->b == i))) {
            return true;
        }
    }
    return false;
}

/* Collects ball i, its partner (a ball, or the number of balls plus a wall) and everything
 * connected to them by contacts. */
static carom_status collect(oracle_world *world, uint32_t i, uint32_t bound_to)
{
    uint32_t n = (uint32_t)world->problem->count;
    size_t walls = carom_walls_count(world->problem);
    memset(world->cluster.has, 0, n * sizeof *world->cluster.has);
    world->cluster.members = world->cluster.contacts = 0;
    join(world, i);
    for (size_t k = 0; k < world->cluster.members; k++) {
        uint32_t a = world->cluster.member[k];
        for (uint32_t b = 0; b < n; b++) {
            bool both_fixed = world->problem->ball[a].fixed && world->problem->ball[b].fixed;
            if (b != a && !both_fixed && !has_contact(world, a, b)) {
                CAROM_TRY(add_if_touching(world, a, b, k == 0 && b == bound_to));
            }
        }
        for (size_t wall = 0; wall < walls; wall++) {
            CAROM_TRY(add_wall_if_touching(world, a, wall, k == 0 && bound_to == n + wall));
        }
    }
    return CAROM_OK;
}

/* ---- resolving ---- */

/* Applies sign times the impulse (N s) to ball i along a unit vector. */
static void push(oracle_world *world, uint32_t i, int sign, const mpfr_t impulse,
                 const oracle_vec *displacement)
{
    oracle_ball *ball = &world->ball[i];
    mpfr_ptr change = world->scratch.change, part = world->scratch.part;
    mpfr_mul(change, impulse, ball->inverse_mass, N);
    mpfr_mul_si(change, change, sign, N);
    mpfr_mul(part, change, displacement->x, N);
    mpfr_add(ball->at.velocity.x, ball->at.velocity.x, part, N);
    mpfr_mul(part, change, displacement->y, N);
    mpfr_add(ball->at.velocity.y, ball->at.velocity.y, part, N);
}

static void compute_velocity(oracle_world *world, oracle_contact *contact)
{
    const oracle_ball *a = &world->ball[contact->a],
                      *b = contact->wall ? NULL : &world->ball[contact->b];
    oracle_vec *v = &world->scratch.relative.velocity;
    mpfr_neg(v->x, a->at.velocity.x, N);
    mpfr_neg(v->y, a->at.velocity.y, N);
    if (b != NULL) {
        oracle_vec_add(v, v, &b->at.velocity);
    }
    oracle_dot(contact->velocity, v, &contact->normal);
}

static bool approaches(const oracle_world *world, const oracle_contact *contact)
{
    return mpfr_sgn(contact->velocity) < 0 &&
           mpfr_cmpabs(contact->velocity, world->rounding_speed) > 0;
}

/* (N^T M^-1 N)_pq, as in impacts/lcp.c. */
static void compute_coupling(oracle_world *world, const oracle_contact *p, const oracle_contact *q,
                             mpfr_t result)
{
    mpfr_ptr inverse = world->scratch.inverse, cosine = world->scratch.cosine;
    mpfr_set_zero(inverse, 1);
    if (p->a == q->a) {
        mpfr_add(inverse, inverse, world->ball[p->a].inverse_mass, N);
    }
    if (!p->wall && !q->wall && p->b == q->b) {
        mpfr_add(inverse, inverse, world->ball[p->b].inverse_mass, N);
    }
    if (!q->wall && p->a == q->b) {
        mpfr_sub(inverse, inverse, world->ball[p->a].inverse_mass, N);
    }
    if (!p->wall && p->b == q->a) {
        mpfr_sub(inverse, inverse, world->ball[p->b].inverse_mass, N);
    }
    oracle_dot(cosine, &p->normal, &q->normal);
    mpfr_mul(result, inverse, cosine, N);
}

/* Equations of a round: the matrix Q, a copy for the elimination, the right side and the solution.
 */
typedef struct {
    size_t size;
    mpfr_t *q, *b, *copy, *right, *lambda;
    size_t *active; /* contact numbers */
    bool *pushing;  /* lambda may be positive */
} equations;

static carom_status reserve_system(oracle_world *world, size_t size)
{
    size_t need = 2 * size * size + 3 * size;
    mpfr_t *grown;
    if (need <= world->cluster.system_capacity) {
        return CAROM_OK;
    }
    grown = realloc(world->cluster.system, need * sizeof *grown);
    CAROM_NEED(grown != NULL, world->error);
    world->cluster.system = grown;
    oracle_init_numbers(grown + world->cluster.system_capacity,
                        need - world->cluster.system_capacity, world->bits);
    world->cluster.system_capacity = need;
    return CAROM_OK;
}

/* Solve Q_PP lambda_P = -b_P over the pushing contacts by elimination without pivoting, as Q is
 * positive semidefinite. Rows without a pivot are redundant and get no impulse. */
static void solve_pushing(oracle_world *world, equations *e)
{
    mpfr_ptr factor = world->scratch.factor, term = world->scratch.term;
    size_t n = e->size;
    for (size_t i = 0; i < n * n; i++) {
        mpfr_set(e->copy[i], e->q[i], N);
    }
    for (size_t i = 0; i < n; i++) {
        mpfr_neg(e->right[i], e->b[i], N);
        mpfr_set_zero(e->lambda[i], 1);
    }
    for (size_t k = 0; k < n && !carom_is_cancelled(world->cancel); k++) {
        double left = mpfr_get_d(e->copy[k * n + k], N), whole = mpfr_get_d(e->q[k * n + k], N);
        if (e->pushing[k] && !(left > 1e-30 * whole)) {
            e->pushing[k] = false;
        }
        for (size_t i = k + 1; i < n && e->pushing[k]; i++) {
            if (e->pushing[i]) {
                mpfr_div(factor, e->copy[i * n + k], e->copy[k * n + k], N);
                for (size_t j = k; j < n; j++) {
                    mpfr_mul(term, factor, e->copy[k * n + j], N);
                    mpfr_sub(e->copy[i * n + j], e->copy[i * n + j], term, N);
                }
                mpfr_mul(term, factor, e->right[k], N);
                mpfr_sub(e->right[i], e->right[i], term, N);
            }
        }
    }
    for (size_t k = n; k-- > 0;) {
        if (e->pushing[k]) {
            mpfr_set(e->lambda[k], e->right[k], N);
            for (size_t j = k + 1; j < n; j++) {
                mpfr_mul(term, e->copy[k * n + j], e->lambda[j], N);
                mpfr_sub(e->lambda[k], e->lambda[k], term, N);
            }
            mpfr_div(e->lambda[k], e->lambda[k], e->copy[k * n + k], N);
        }
    }
}

/* The first contact that pulls, or approaches without an impulse. Returns e->size if the solution
 * is complete. */
static size_t first_violation(oracle_world *world, const equations *e)
{
    mpfr_ptr w = world->scratch.separation, term = world->scratch.term;
    for (size_t i = 0; i < e->size; i++) {
        if (e->pushing[i]) {
            mpfr_mul(w, e->lambda[i], e->q[i * e->size + i], N);
        } else {
            mpfr_set(w, e->b[i], N);
            for (size_t j = 0; j < e->size; j++) {
                mpfr_mul(term, e->q[i * e->size + j], e->lambda[j], N);
                mpfr_add(w, w, term, N);
            }
        }
        if (mpfr_sgn(w) < 0 && mpfr_cmpabs(w, world->rounding_speed) > 0) {
            return i;
        }
    }
    return e->size;
}

static void fill(oracle_world *world, equations *e)
{
    for (size_t i = 0; i < e->size; i++) {
        const oracle_contact *contact = &world->cluster.contact[e->active[i]];
        mpfr_set_d(e->b[i], contact->restitution, N);
        mpfr_add_ui(e->b[i], e->b[i], 1, N);
        mpfr_mul(e->b[i], e->b[i], contact->velocity, N);
        world->cluster.lcp.b[i] = mpfr_get_d(e->b[i], N);
        for (size_t j = 0; j < e->size; j++) {
            compute_coupling(world, contact, &world->cluster.contact[e->active[j]],
                             e->q[i * e->size + j]);
            world->cluster.lcp.q[i * e->size + j] = mpfr_get_d(e->q[i * e->size + j], N);
        }
    }
}

static carom_status solve(oracle_world *world, equations *e)
{
    CAROM_TRY(carom_lcp_solve(&world->cluster.lcp, world->error));
    for (size_t i = 0; i < e->size; i++) {
        e->pushing[i] = world->cluster.lcp.lambda[i] > 0;
    }
    for (size_t k = 0; k < max_pivots; k++) {
        CAROM_TRY(carom_check_cancelled(world->cancel, world->error));
        solve_pushing(world, e);
        size_t wrong = first_violation(world, e);
        if (wrong == e->size) {
            return CAROM_OK;
        }
        e->pushing[wrong] = !e->pushing[wrong];
    }
    return carom_error_set(world->error, CAROM_INTERNAL, "",
                           "the impulses of %zu contacts have no solution in full precision",
                           e->size);
}

/* Add the external impulse on ball i: the normal part at its centre, the tangential part at its
 * surface. */
static void book_impulse(oracle_world *world, const oracle_contact *contact, uint32_t i, int sign,
                         double impulse)
{
    carom_vec at = oracle_vec_get(&world->ball[i].at.position),
              normal = oracle_vec_get(&contact->normal), tangent = {-normal.y, normal.x};
    carom_budget_sums_add_impulse_at(&world->sums, world->problem, at,
                                     carom_vec_scale(sign * impulse, normal));
    if (contact->impulse_t_Ns != 0) {
        at = carom_vec_add_scaled(at, -sign * world->problem->ball[i].radius_m, normal);
        carom_budget_sums_add_impulse_at(&world->sums, world->problem, at,
                                         carom_vec_scale(sign * contact->impulse_t_Ns, tangent));
    }
}

/* The log has the ball with the lower number first. */
static bool is_flipped(const oracle_contact *contact)
{
    return !contact->wall && contact->b < contact->a;
}

/* Velocities and spins of the two, in the order of the log. */
static carom_two_velocities velocities(const oracle_world *world, const oracle_contact *contact)
{
    carom_vec a = oracle_vec_get(&world->ball[contact->a].at.velocity), b = {0, 0};
    if (!contact->wall) {
        b = oracle_vec_get(&world->ball[contact->b].at.velocity);
    }
    return is_flipped(contact) ? (carom_two_velocities){b, a} : (carom_two_velocities){a, b};
}

static carom_two_spins spins(const oracle_world *world, const oracle_contact *contact)
{
    double a = mpfr_get_d(world->ball[contact->a].spin, N);
    double b = contact->wall ? 0 : mpfr_get_d(world->ball[contact->b].spin, N);
    return is_flipped(contact) ? (carom_two_spins){b, a} : (carom_two_spins){a, b};
}

/* Log an impulse and add it to the budget. The contact still has its velocity before the round. */
static carom_status record_impulse(oracle_world *world, oracle_contact *contact, double impulse)
{
    const carom_problem *problem = world->problem;
    double approach = -mpfr_get_d(contact->velocity, N);
    double dissipated = 0.5 * impulse * (1 - contact->restitution) * approach + contact->friction_J;
    bool flip = is_flipped(contact);
    contact->peak_mps = fmax(contact->peak_mps, approach);
    world->cluster.lossy = world->cluster.lossy || dissipated > 0;
    compute_velocity(world, contact);
    world->report.collisions++;
    if (dissipated != 0) {
        carom_sum_add(&world->sums.dissipated, dissipated);
    }
    if (contact->wall || problem->ball[contact->b].fixed) {
        book_impulse(world, contact, contact->a, -1, impulse);
    } else if (problem->ball[contact->a].fixed) {
        book_impulse(world, contact, contact->b, 1, impulse);
    }
    CAROM_NEED(carom_reserve(&world->struck, world->log.count, &world->struck_capacity,
                             sizeof *world->struck),
               world->error);
    world->struck[world->log.count] = (oracle_collision_state){
        contact->before, velocities(world, contact), {contact->spin_before, spins(world, contact)}};
    return carom_log_add(&world->log,
                         &(carom_collision){.t_s = mpfr_get_d(world->now, N),
                                            .normal = carom_vec_scale(
                                                flip ? -1 : 1, oracle_vec_get(&contact->normal)),
                                            .approach_mps = approach,
                                            .separation_mps = mpfr_get_d(contact->velocity, N),
                                            .impulse_Ns = impulse,
                                            .dissipated_J = dissipated,
                                            .impulse_t_Ns = contact->impulse_t_Ns,
                                            .sliding = contact->sliding,
                                            .a = flip ? contact->b : contact->a,
                                            .b = flip ? contact->a : contact->b,
                                            .wall = contact->wall},
                         world->error);
}

/* ---- friction ---- */

/* Friction between surfaces: Walton and Braun, J. Rheol. 30, 949 (1986). */

/* Add the surface speed r omega of ball i. */
static void add_rim(oracle_world *world, uint32_t i)
{
    const oracle_ball *ball = &world->ball[i];
    mpfr_mul(world->scratch.term, ball->spin, ball->radius, N);
    mpfr_add(world->scratch.slip, world->scratch.slip, world->scratch.term, N);
}

/* Tangential velocity between the surfaces. The tangent, the normal rotated by +90 degrees, is
 * stored in scratch.displacement. */
static void compute_slip(oracle_world *world, const oracle_contact *contact)
{
    oracle_scratch *s = &world->scratch;
    oracle_vec *v = &s->relative.velocity;
    mpfr_neg(s->displacement.x, contact->normal.y, N);
    mpfr_set(s->displacement.y, contact->normal.x, N);
    oracle_vec_set(v, &world->ball[contact->a].at.velocity);
    if (!contact->wall) {
        oracle_vec_sub(v, v, &world->ball[contact->b].at.velocity);
    }
    oracle_dot(s->slip, v, &s->displacement);
    add_rim(world, contact->a);
    if (!contact->wall) {
        add_rim(world, contact->b);
    }
}

/* Add ball i's part of 1/mu_t: 1/m + r^2/I. */
static void add_inverse(oracle_world *world, uint32_t i)
{
    mpfr_ptr inverse = world->scratch.inverse;
    mpfr_add(inverse, inverse, world->ball[i].inverse_mass, N);
    mpfr_add(inverse, inverse, world->ball[i].spin_response, N);
}

/* Both spins change by -r J/I = -J (r^2/I)/r. */
static void apply_friction_to(oracle_world *world, uint32_t i, int sign)
{
    oracle_ball *ball = &world->ball[i];
    mpfr_ptr term = world->scratch.term, given = world->scratch.given;
    push(world, i, sign, given, &world->scratch.displacement);
    mpfr_mul(term, given, ball->spin_response, N);
    mpfr_div(term, term, ball->radius, N);
    mpfr_sub(ball->spin, ball->spin, term, N);
}

/* Compute min(mu J_n, (1 + beta) mu_t |slip|) with the sign of the slip, in scratch.given. */
static void compute_friction_impulse(oracle_world *world, oracle_contact *contact,
                                     const mpfr_t impulse)
{
    oracle_scratch *s = &world->scratch;
    mpfr_set_d(s->given, contact->tangential.tangential_restitution, N);
    mpfr_add_ui(s->given, s->given, 1, N);
    mpfr_mul(s->given, s->given, s->slip, N);
    mpfr_div(s->given, s->given, s->inverse, N);
    /* friction laws work in doubles; the worlds agree far beyond the last bit of the slip */
    mpfr_mul_d(s->most, impulse,
               carom_problem_friction(world->problem, contact->tangential.friction,
                                      fabs(mpfr_get_d(s->slip, N))),
               N);
    contact->sliding = mpfr_cmpabs(s->given, s->most) > 0;
    if (contact->sliding) {
        mpfr_copysign(s->given, s->most, s->slip, N);
    }
}

/* Apply friction at a contact with the normal impulse (N s), as
 * carom_cluster_contact_apply_friction does. */
static void apply_friction(oracle_world *world, oracle_contact *contact, const mpfr_t impulse)
{
    oracle_scratch *s = &world->scratch;
    contact->impulse_t_Ns = contact->friction_J = 0;
    contact->sliding = false;
    if (contact->tangential.friction == 0 || mpfr_sgn(impulse) <= 0) {
        return;
    }
    compute_slip(world, contact);
    mpfr_set_zero(s->inverse, 1);
    add_inverse(world, contact->a);
    if (!contact->wall) {
        add_inverse(world, contact->b);
    }
    compute_friction_impulse(world, contact, impulse);
    apply_friction_to(world, contact->a, -1);
    if (!contact->wall) {
        apply_friction_to(world, contact->b, 1);
    }
    contact->impulse_t_Ns = mpfr_get_d(s->given, N);
    /* energy dissipated by friction: J (slip - J/(2 mu_t)) */
    mpfr_mul(s->term, s->given, s->inverse, N);
    mpfr_div_2ui(s->term, s->term, 1, N);
    mpfr_sub(s->term, s->slip, s->term, N);
    mpfr_mul(s->term, s->term, s->given, N);
    contact->friction_J = mpfr_get_d(s->term, N);
}

static bool is_of(const oracle_contact *contact, uint32_t i)
{
    return contact->a == i || (!contact->wall && contact->b == i);
}

static bool have_common_ball(const oracle_world *world, const oracle_contact *p,
                             const oracle_contact *q)
{
    bool by_a = is_of(q, p->a) && !world->problem->ball[p->a].fixed;
    return by_a || (!p->wall && is_of(q, p->b) && !world->problem->ball[p->b].fixed);
}

/* True if two contacts in the round share a free ball, one with friction. */
static bool have_coupled_friction(const oracle_world *world, const size_t *active, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            const oracle_contact *p = &world->cluster.contact[active[i]],
                                 *q = &world->cluster.contact[active[k]];
            if ((p->tangential.friction > 0 || q->tangential.friction > 0) &&
                have_common_ball(world, p, q)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- rounds ---- */

static carom_status apply(oracle_world *world, const equations *e)
{
    for (size_t i = 0; i < e->size; i++) {
        oracle_contact *contact = &world->cluster.contact[e->active[i]];
        contact->before = velocities(world, contact);
        contact->spin_before = spins(world, contact);
    }
    for (size_t i = 0; i < e->size; i++) {
        oracle_contact *contact = &world->cluster.contact[e->active[i]];
        if (mpfr_sgn(e->lambda[i]) > 0) {
            push(world, contact->a, -1, e->lambda[i], &contact->normal);
            if (!contact->wall) {
                push(world, contact->b, 1, e->lambda[i], &contact->normal);
            }
        }
    }
    for (size_t i = 0; i < e->size; i++) {
        apply_friction(world, &world->cluster.contact[e->active[i]], e->lambda[i]);
    }
    for (size_t i = 0; i < e->size; i++) {
        if (mpfr_sgn(e->lambda[i]) > 0) {
            CAROM_TRY(record_impulse(world, &world->cluster.contact[e->active[i]],
                                     mpfr_get_d(e->lambda[i], N)));
        }
    }
    return CAROM_OK;
}

/* No model exists for friction when a ball has several simultaneous contacts. */
static carom_status refuse_friction(const oracle_world *world)
{
    char t[32];
    carom_number_format_short(mpfr_get_d(world->now, N), t, sizeof t);
    return carom_error_set(
        world->error, CAROM_INVALID, "friction",
        "at t = %s s ball %u, or one in contact with it, has several simultaneous contacts; the "
        "oracle supports friction in single contacts only; use friction 0, or solver impulse with "
        "impact_policy: sequential_speed",
        t, world->problem->ball[world->cluster.member[0]].number + 1);
}

/* Run one round: resolve all approaching contacts together. */
static carom_status run_round(oracle_world *world, equations *e)
{
    e->size = 0;
    for (size_t k = 0; k < world->cluster.contacts; k++) {
        compute_velocity(world, &world->cluster.contact[k]);
        if (approaches(world, &world->cluster.contact[k])) {
            e->active[e->size++] = k;
        }
    }
    size_t n = e->size;
    if (world->surface_friction && have_coupled_friction(world, e->active, n)) {
        return refuse_friction(world);
    }
    if (n == 0) {
        return CAROM_OK;
    }
    CAROM_TRY(reserve_system(world, n));
    CAROM_TRY(carom_lcp_resize(&world->cluster.lcp, n, world->error));
    e->q = world->cluster.system;
    e->copy = e->q + n * n;
    e->b = e->copy + n * n;
    e->right = e->b + n;
    e->lambda = e->right + n;
    fill(world, e);
    CAROM_TRY(solve(world, e));
    return apply(world, e);
}

/* True if all contacts that approach have nearly stopped. */
static bool is_cascade(oracle_world *world, size_t rounds)
{
    bool fallen = rounds > cascade_rounds && world->cluster.lossy;
    for (size_t k = 0; k < world->cluster.contacts && fallen; k++) {
        compute_velocity(world, &world->cluster.contact[k]);
        fallen = !approaches(world, &world->cluster.contact[k]) ||
               -mpfr_get_d(world->cluster.contact[k].velocity, N) <
                     cascade_fallen * world->cluster.contact[k].peak_mps;
    }
    return fallen;
}

static carom_status collapse_error(const oracle_world *world, uint32_t i)
{
    const carom_ball *ball = &world->problem->ball[i];
    char t[32];
    double least, most;
    carom_problem_restitutions(world->problem, &least, &most);
    carom_number_format_short(mpfr_get_d(world->now, N), t, sizeof t);
    return carom_error_set(world->error, CAROM_COLLAPSE, "",
                           "%s at t = %s s: ball %u%s%s. No precision can continue beyond it; %s%s",
                           least < 1 && most <= 1 ? "inelastic collapse"
                                                  : "infinitely many collisions",
                           t, ball->number + 1, ball->name[0] == '\0' ? "" : ", ", ball->name,
                           most > 1    ? "lower the restitution or "
                           : least < 1 ? "raise the restitution or "
                                       : "",
                           "shorten duration_s");
}

static carom_status run_rounds(oracle_world *world, equations *e)
{
    size_t rounds = 0;
    world->cluster.lossy = false;
    do {
        CAROM_TRY(run_round(world, e));
        if (++rounds > most_rounds || (e->size > 0 && is_cascade(world, rounds))) {
            return collapse_error(world, world->cluster.member[0]);
        }
        CAROM_TRY(carom_check_cancelled(world->cancel, world->error));
    } while (e->size > 0);
    return CAROM_OK;
}

static carom_status resolve(oracle_world *world)
{
    bool missing = false;
    equations e = {
        .active = carom_zeros(world->cluster.contacts + 1, sizeof *e.active, &missing),
        .pushing = carom_zeros(world->cluster.contacts + 1, sizeof *e.pushing, &missing)};
    carom_status status = missing ? carom_error_no_memory(world->error) : run_rounds(world, &e);
    free(e.active);
    free(e.pushing);
    return status;
}

static carom_status check_collapse(oracle_world *world)
{
    mpfr_ptr since = world->scratch.since, zero_interval = world->scratch.zero_interval;
    mpfr_div_2ui(zero_interval, world->now, zero_interval_bits, N);
    for (size_t k = 0; k < world->cluster.members; k++) {
        oracle_ball *ball = &world->ball[world->cluster.member[k]];
        mpfr_sub(since, world->now, ball->struck, N);
        ball->streak = mpfr_cmp(since, zero_interval) <= 0 ? ball->streak + 1 : 0;
        mpfr_set(ball->struck, world->now, N);
        if (ball->streak > longest_streak &&
            !world->problem->ball[world->cluster.member[k]].fixed) {
            return collapse_error(world, world->cluster.member[k]);
        }
    }
    return CAROM_OK;
}

carom_status carom_oracle_collide(oracle_world *world, uint32_t i, uint32_t j)
{
    CAROM_TRY(collect(world, i, j));
    CAROM_TRY(resolve(world));
    for (size_t k = 0; k < world->cluster.members; k++) {
        carom_oracle_predict(world, world->cluster.member[k]);
    }
    return check_collapse(world);
}
