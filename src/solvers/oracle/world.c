/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creates and releases a world. */
#include "solvers/oracle/oracle.h"

/* Fold into [0, length) of a periodic table. */
static void fold_axis(mpfr_t x, const mpfr_t length)
{
    mpfr_fmod(x, x, length, N);
    if (mpfr_sgn(x) < 0) {
        mpfr_add(x, x, length, N);
    }
    if (mpfr_cmp(x, length) >= 0) {
        mpfr_sub(x, x, length, N);
    }
}

/* Folds ball i into a periodic table. */
static void fold(oracle_world *world, size_t i)
{
    if (world->problem->boundary == CAROM_PERIODIC) {
        fold_axis(world->ball[i].at.position.x, world->width);
        fold_axis(world->ball[i].at.position.y, world->height);
    }
}

static void init_ball(oracle_world *world, size_t i)
{
    const carom_ball *given = &world->problem->ball[i];
    oracle_ball *ball = &world->ball[i];
    oracle_motion_init(&ball->at, world->bits);
    mpfr_inits2(world->bits, ball->clock, ball->radius, ball->inverse_mass, ball->spin,
                ball->spin_response, ball->struck, (mpfr_ptr)NULL);
    oracle_vec_set_d(&ball->at.position, carom_flight_from_ball(given).at);
    oracle_vec_set_d(&ball->at.velocity, carom_flight_from_ball(given).v);
    mpfr_set_zero(ball->clock, 1);
    mpfr_set_d(ball->radius, given->radius_m, N);
    mpfr_set_d(ball->inverse_mass, given->mass_kg, N);
    mpfr_ui_div(ball->inverse_mass, 1, ball->inverse_mass, N);
    mpfr_set_d(ball->spin, given->spin_radps, N);
    mpfr_div_d(ball->spin_response, ball->inverse_mass, given->inertia_factor, N);
    if (given->fixed) {
        mpfr_set_zero(ball->inverse_mass, 1);
        mpfr_set_zero(ball->spin_response, 1);
    }
    mpfr_set_inf(ball->struck, -1);
}

/* Unit normal of an edge, computed from its ends because the normal in doubles is rounded. */
static void init_part(oracle_world *world, size_t k)
{
    const carom_part *part = world->problem->part;
    oracle_vec *outward = &world->outward[k], *from = &world->scratch.displacement;
    oracle_vec_init(outward, world->bits);
    if (part == NULL || part[k].kind != CAROM_EDGE) {
        return;
    }
    part += k;
    bool right = carom_vec_cross(part->along, part->normal) < 0;
    oracle_vec_set_d(from, right ? part->from_m : part->to_m);
    oracle_vec_set_d(outward, right ? part->to_m : part->from_m);
    oracle_vec_sub(outward, outward, from);
    mpfr_swap(outward->x, outward->y); /* rotated by -90 degrees */
    mpfr_neg(outward->y, outward->y, N);
    mpfr_hypot(world->scratch.distance, outward->x, outward->y, N);
    mpfr_div(outward->x, outward->x, world->scratch.distance, N);
    mpfr_div(outward->y, outward->y, world->scratch.distance, N);
}

/* Approach speeds below 2^(-bits/2) of the largest speed are rounding error. */
static void set_rounding_speed(oracle_world *world)
{
    double fastest = 0;
    for (size_t i = 0; i < world->problem->count; i++) {
        const carom_ball *ball = &world->problem->ball[i];
        carom_vec v = carom_flight_from_ball(ball).v;
        fastest = fmax(fastest, fmax(fabs(v.x), fabs(v.y)));
    }
    mpfr_set_d(world->rounding_speed, fastest, N);
    mpfr_div_2ui(world->rounding_speed, world->rounding_speed, (unsigned long)world->bits / 2, N);
}

static void free_cluster(oracle_world *world)
{
    for (size_t k = 0; k < world->cluster.contact_capacity; k++) {
        oracle_vec_clear(&world->cluster.contact[k].normal);
        mpfr_clear(world->cluster.contact[k].velocity);
    }
    oracle_clear_numbers(world->cluster.system, world->cluster.system_capacity);
    carom_lcp_free(&world->cluster.lcp);
    free(world->cluster.contact);
    free(world->cluster.system);
}

static bool allocate(oracle_world *world)
{
    size_t n = world->problem->count;
    bool missing = false;
    world->ball = carom_zeros(n, sizeof *world->ball, &missing);
    world->pair_time = carom_zeros(n * n, sizeof *world->pair_time, &missing);
    world->wall_time = carom_zeros(world->walls * n + 1, sizeof *world->wall_time, &missing);
    world->outward = carom_zeros(world->walls + 1, sizeof *world->outward, &missing);
    world->cluster.has = carom_zeros(n, sizeof *world->cluster.has, &missing);
    world->cluster.member = carom_zeros(n, sizeof *world->cluster.member, &missing);
    return !missing;
}

static void free_arrays(oracle_world *world)
{
    free(world->ball);
    free(world->pair_time);
    free(world->wall_time);
    free(world->outward);
    free(world->cluster.has);
    free(world->cluster.member);
    free(world);
}

oracle_world *carom_oracle_world_new(const carom_problem *problem, mpfr_prec_t bits, double gap_rel,
                                     const carom_cancel_flag *cancel)
{
    size_t n = problem->count;
    oracle_world *world = calloc(1, sizeof *world);
    if (world == NULL) {
        return NULL;
    }
    *world = (oracle_world){.problem = problem,
                            .bits = bits,
                            .gap_rel = gap_rel,
                            .cluster.lcp.cancel = cancel,
                            .cancel = cancel};
    world->surface_friction = carom_problem_has_contact_friction(problem);
    world->walls = problem->boundary == CAROM_PERIODIC ? CAROM_WALL_COUNT
                                                       : carom_walls_count(problem);
    if (!allocate(world)) {
        free_arrays(world);
        return NULL;
    }
    mpfr_inits2(bits, world->now, world->rounding_speed, world->width, world->height,
                (mpfr_ptr)NULL);
    oracle_vec_init(&world->gravity, bits);
    oracle_init_numbers(world->scratch.number, ORACLE_SCRATCH_NUMBERS, bits);
    oracle_init_numbers(world->pair_time, n * n, bits);
    oracle_init_numbers(world->wall_time, world->walls * n, bits);
    for (size_t k = 0; k < n * n; k++) {
        mpfr_set_inf(world->pair_time[k], 1);
    }
    for (size_t k = 0; k < world->walls; k++) {
        init_part(world, k);
    }
    mpfr_set_zero(world->now, 1);
    mpfr_set_d(world->width, problem->width_m, N);
    mpfr_set_d(world->height, problem->height_m, N);
    oracle_vec_set_d(&world->gravity, problem->gravity_mps2);
    for (size_t i = 0; i < n; i++) {
        init_ball(world, i);
        fold(world, i);
    }
    set_rounding_speed(world);
    for (size_t i = 0; i < n; i++) {
        carom_oracle_predict(world, i);
    }
    return world;
}

void carom_oracle_world_free(oracle_world *world)
{
    if (world == NULL) {
        return;
    }
    size_t n = world->problem->count;
    for (size_t i = 0; i < n; i++) {
        oracle_ball *ball = &world->ball[i];
        oracle_motion_clear(&ball->at);
        mpfr_clears(ball->clock, ball->radius, ball->inverse_mass, ball->spin, ball->spin_response,
                    ball->struck, (mpfr_ptr)NULL);
    }
    oracle_clear_numbers(world->pair_time, n * n);
    oracle_clear_numbers(world->wall_time, world->walls * n);
    for (size_t k = 0; k < world->walls; k++) {
        oracle_vec_clear(&world->outward[k]);
    }
    oracle_clear_numbers(world->scratch.number, ORACLE_SCRATCH_NUMBERS);
    oracle_vec_clear(&world->gravity);
    mpfr_clears(world->now, world->rounding_speed, world->width, world->height, (mpfr_ptr)NULL);
    free_cluster(world);
    carom_log_free(&world->log);
    free(world->struck);
    free_arrays(world);
}
