/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the contacts of an impact in arbitrary precision. */
#include "solvers/oracle/oracle.h"

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
    carom_oracle_displacement(world, &s->here.position, &s->there.position, &s->displacement);
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
    if (part->curve == &carom_edge_curve) {
        oracle_dot(gap, normal, &world->outward[wall]);
        mpfr_neg(gap, gap, N);
        oracle_vec_set(normal, &world->outward[wall]);
        return;
    }
    mpfr_hypot(gap, normal->x, normal->y, N);
    mpfr_div(normal->x, normal->x, gap, N);
    mpfr_div(normal->y, normal->y, gap, N);
    mpfr_sub_d(gap, gap, part->radius_m, N);
    if (part->curve == &carom_arc_curve) {
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

carom_status carom_oracle_collect(oracle_world *world, uint32_t i, uint32_t bound_to)
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
