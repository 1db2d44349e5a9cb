/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pairs of a new block: stiffness, dashpot and friction of two balls, or of a ball and a wall;
 * and the open contacts, which keep their state from one block to the next. */
#include "solvers/penalty/penalty.h"

/* ---- constants ---- */

/* Computes the contact of two bodies; *duration_s: its typical duration at 1 m/s, between 4/w and
 * 8/w, w being its frequency. A power of two does not depend on the rounding of w. The actual
 * approach speed is not known in advance. */
static carom_contact describe_contact(const penalty_shared *shared, const carom_pair *surfaces,
                                      const carom_ball *a, const carom_ball *b, double *duration_s)
{
    static const double typical_mps = 1;
    carom_surface surface = carom_pair_surface(shared->problem, a, b);
    surface.end = shared->options.contact_end;
    surface.damping = carom_penalty_calibration_now(shared, surfaces, b == NULL)->damping;
    carom_contact contact = shared->law->contact(shared->options.law.options, &surface);
    if (shared->exact) {
        int exponent;
        frexp(4 / shared->law->frequency_per_s(&contact, typical_mps), &exponent);
        *duration_s = ldexp(1, exponent);
        /* without clamp the force is smooth until the separation */
        contact.end = CAROM_END_OVERLAP;
    }
    return contact;
}

static penalty_friction describe_friction(const penalty_shared *shared, const carom_pair *surfaces,
                                          const carom_ball *a, const carom_ball *b)
{
    const penalty_options *options = &shared->options;
    double lambda = carom_penalty_calibration_now(shared, surfaces, b == NULL)->lambda;
    double inverse = 1 / carom_pair_reduced_mass(a, b);
    return (penalty_friction){
        .mu = carom_pair_tangential(shared->problem, a, b).friction,
        .ratio = !isnan(options->tangential_ratio) ? options->tangential_ratio
               : carom_force_law_uses_materials(shared->law, options->law.options)
                   ? carom_pair_elastic(shared->problem, a, b).tangential_ratio
                   : lambda * inverse / carom_pair_inverse_tangential_mass(a, b),
        .radius_a = a->radius_m,
        .radius_b = b == NULL ? 0 : b->radius_m,
        .torque_factor_a = a->radius_m * carom_ball_inverse_inertia(a),
        .torque_factor_b = b == NULL ? 0 : b->radius_m * carom_ball_inverse_inertia(b)};
}

static penalty_pair describe_pair(const penalty_shared *shared, const penalty_candidate *bodies)
{
    static const double rounding = 1e-12; /* bounds the rounding error of a distance */
    const carom_problem *problem = shared->problem;
    bool wall = bodies->b >= problem->count;
    const carom_ball *a = &problem->ball[bodies->a], *b = wall ? NULL : &problem->ball[bodies->b];
    const carom_pair *surfaces = carom_problem_pair(problem, a, b);
    penalty_pair pair = {.wall = wall,
                         .open_index = PENALTY_NOT_OPEN,
                         .reach_m = wall ? shared->reach_wall[bodies->a]
                                         : a->radius_m + b->radius_m,
                         .inverse_mass_a = shared->inverse_mass[bodies->a],
                         .inverse_mass_b = wall ? 0 : shared->inverse_mass[bodies->b]};
    pair.contact = describe_contact(shared, surfaces, a, b, &pair.duration_s);
    pair.separate_m2 = pair.reach_m * pair.reach_m * (1 + rounding);
    if (shared->friction) {
        pair.friction = describe_friction(shared, surfaces, a, b);
    }
    return pair;
}

/* ---- pairs of a block ---- */

/* Sets relative position and overlap of an exact contact at the origins of its balls. */
static void set_start(const penalty_block *block, penalty_pair *pair)
{
    carom_vec a = block->origin[pair->a];
    if (pair->wall) {
        pair->start_m = carom_walls_chain_overlap(block->shared->problem, pair->b, a, pair->reach_m,
                                                  &pair->start_part)
                            .overlap_m;
    } else {
        pair->shift = carom_vec_subtract(carom_vec_add(block->origin[pair->b], pair->shift), a);
        pair->start_m = pair->reach_m - carom_vec_length(pair->shift);
    }
}

void carom_penalty_fill_pairs(penalty_block *block, const uint32_t *slot,
                              const penalty_candidates *near)
{
    const uint32_t *kind = block->shared->kind;
    uint32_t n = (uint32_t)block->shared->problem->count;
    penalty_pair *pair = block->pair;
    for (size_t k = 0; k < near->count; k++) {
        const penalty_candidate *bodies = &near->item[k];
        uint32_t a = bodies->a, b = bodies->b;
        bool wall = b >= n;
        penalty_description *last = &block->shared->last[wall];
        uint32_t kind_b = wall ? 0 : kind[b];
        if (slot[a] == PENALTY_NO_SLOT || (!wall && slot[b] == PENALTY_NO_SLOT)) {
            continue;
        }
        if (!last->valid || last->a != kind[a] || last->b != kind_b) {
            *last = (penalty_description){describe_pair(block->shared, bodies), kind[a], kind_b,
                                          true};
        }
        *pair = last->pair;
        pair->a = slot[a];
        pair->b = wall ? b - n : slot[b];
        pair->shift = bodies->shift;
        if (block->origin != NULL) {
            set_start(block, pair);
        }
        pair++;
    }
    if (block->shared->friction) {
        size_t springs = 3 * block->balls;
        memset(block->x + springs, 0, block->pairs * sizeof *block->x);
        memset(block->v + springs, 0, block->pairs * sizeof *block->v);
    }
}

/* Finds a pair by the balls of the block. Pairs are in the order of a. */
static size_t find_by_balls(const penalty_block *block, uint32_t a, uint32_t b, bool wall)
{
    size_t low = 0;
    for (size_t high = block->pairs; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (block->pair[middle].a < a) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < block->pairs && block->pair[low].a == a; low++) {
        if (block->pair[low].wall == wall && block->pair[low].b == b) {
            return low;
        }
    }
    return block->pairs;
}

static bool is_member(const penalty_block *block, const uint32_t *slot, uint32_t i)
{
    return slot[i] < block->balls && block->ball[slot[i]] == i;
}

size_t carom_penalty_find_pair(const penalty_block *block, const uint32_t *slot,
                               const penalty_candidate *bodies)
{
    uint32_t a = bodies->a, b = bodies->b, n = (uint32_t)block->shared->problem->count;
    bool wall = b >= n;
    if (!is_member(block, slot, a) || (!wall && !is_member(block, slot, b))) {
        return block->pairs;
    }
    size_t k = find_by_balls(block, slot[a], wall ? b - n : slot[b], wall);
    return k < block->pairs || wall ? k : find_by_balls(block, slot[b], slot[a], false);
}

/* ---- open contacts ---- */

void carom_penalty_store_contacts(penalty_block *block)
{
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        if (pair->open_index != PENALTY_NOT_OPEN) {
            penalty_open_contact *open = &block->shared->open[pair->open_index];
            open->kept = *pair;
            open->spring = block->shared->friction
                             ? block->x[carom_penalty_spring_index(block, pair)]
                             : 0;
        }
    }
}

bool carom_penalty_restore_contact(penalty_block *block, const uint32_t *slot, size_t r)
{
    penalty_open_contact *open = &block->shared->open[r];
    const penalty_pair *kept = &open->kept;
    size_t k = carom_penalty_find_pair(block, slot, &open->bodies);
    penalty_pair *pair = &block->pair[k];
    if (k == block->pairs) {
        return false;
    }
    open->block = block;
    open->pair = (uint32_t)k;
    pair->open_index = (uint32_t)r;
    pair->contact = kept->contact;
    pair->duration_s = kept->duration_s;
    pair->friction.ratio = kept->friction.ratio;
    pair->contact_state = kept->contact_state;
    pair->friction_state = kept->friction_state;
    if (block->shared->friction) {
        block->x[carom_penalty_spring_index(block, pair)] = open->spring;
    }
    return true;
}
