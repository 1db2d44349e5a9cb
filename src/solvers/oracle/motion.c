/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion of the balls in arbitrary precision. Each ball has its own clock. */
#include "solvers/oracle/oracle.h"

static bool falls(const oracle_world *world, size_t i)
{
    return !carom_vec_is_zero(world->problem->gravity_mps2) && !world->problem->ball[i].fixed;
}

/* x + v t + g t^2/2 and v + g t, for one axis. */
static void move_axis(mpfr_t x, mpfr_t v, const mpfr_t t, const mpfr_t g, bool fallen, mpfr_t term)
{
    mpfr_mul(term, v, t, N);
    mpfr_add(x, x, term, N);
    if (fallen) {
        mpfr_mul(term, g, t, N);
        mpfr_add(v, v, term, N);
        mpfr_mul(term, term, t, N);
        mpfr_div_2ui(term, term, 1, N);
        mpfr_add(x, x, term, N);
    }
}

static void move(const oracle_world *world, size_t i, const mpfr_t t, oracle_motion *at,
                 mpfr_t term)
{
    bool fallen = falls(world, i);
    move_axis(at->position.x, at->velocity.x, t, world->gravity.x, fallen, term);
    move_axis(at->position.y, at->velocity.y, t, world->gravity.y, fallen, term);
}

void carom_oracle_ball_at(const oracle_world *world, size_t i, const mpfr_t t, oracle_motion *at)
{
    const oracle_ball *ball = &world->ball[i];
    mpfr_t since, term;
    mpfr_inits2(world->bits, since, term, (mpfr_ptr)NULL);
    mpfr_sub(since, t, ball->clock, N);
    oracle_vec_set(&at->position, &ball->at.position);
    oracle_vec_set(&at->velocity, &ball->at.velocity);
    move(world, i, since, at, term);
    mpfr_clears(since, term, (mpfr_ptr)NULL);
}

void carom_oracle_book_weight(const oracle_world *world, size_t i, double t_s,
                              carom_budget_sums *sums)
{
    const oracle_ball *ball = &world->ball[i];
    if (falls(world, i)) {
        carom_flight_add_weight(world->problem, world->problem->ball[i].mass_kg,
                                oracle_motion_get(&ball->at), world->problem->gravity_mps2,
                                t_s - mpfr_get_d(ball->clock, N), sums);
    }
}

void carom_oracle_move(oracle_world *world, size_t i)
{
    oracle_ball *ball = &world->ball[i];
    mpfr_ptr since = world->scratch.since;
    carom_oracle_book_weight(world, i, mpfr_get_d(world->now, N), &world->sums);
    mpfr_sub(since, world->now, ball->clock, N);
    move(world, i, since, &ball->at, world->scratch.term);
    mpfr_set(ball->clock, world->now, N);
}
