/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction between surfaces in the oracle's numbers: Walton and Braun, J. Rheol. 30, 949 (1986). */
#include "solvers/oracle/oracle.h"
#include <carom/friction_law.h>
#include <math.h>

static const mpfr_rnd_t N = MPFR_RNDN;

/* Adds r omega of ball i. */
static void add_rim(oracle_world *world, uint32_t i)
{
    const oracle_ball *ball = &world->ball[i];
    mpfr_mul(world->scratch.term, ball->spin, ball->radius, N);
    mpfr_add(world->scratch.slip, world->scratch.slip, world->scratch.term, N);
}

/* The speed at which the two surfaces pass each other; the tangent is the normal turned by +90
 * degrees, in scratch.way. */
static void find_slip(oracle_world *world, const oracle_touch *touch)
{
    oracle_scratch *s = &world->scratch;
    oracle_vec *v = &s->apart.velocity;
    mpfr_neg(s->way.x, touch->normal.y, N);
    mpfr_set(s->way.y, touch->normal.x, N);
    oracle_vec_set(v, &world->ball[touch->a].at.velocity);
    if (!touch->wall) {
        oracle_vec_sub(v, v, &world->ball[touch->b].at.velocity);
    }
    oracle_dot(s->slip, v, &s->way);
    add_rim(world, touch->a);
    if (!touch->wall) {
        add_rim(world, touch->b);
    }
}

/* Adds what of 1/mu_t is ball i's: 1/m + r^2/I. */
static void add_inverse(oracle_world *world, uint32_t i)
{
    mpfr_ptr inverse = world->scratch.inverse;
    mpfr_add(inverse, inverse, world->ball[i].inverse_mass, N);
    mpfr_add(inverse, inverse, world->ball[i].turn, N);
}

/* Both spins change by -r J/I = -J (r^2/I)/r. */
static void rub_ball(oracle_world *world, uint32_t i, int sign)
{
    oracle_ball *ball = &world->ball[i];
    mpfr_ptr term = world->scratch.term, given = world->scratch.given;
    carom_oracle_push(world, i, sign, given, &world->scratch.way);
    mpfr_mul(term, given, ball->turn, N);
    mpfr_div(term, term, ball->radius, N);
    mpfr_sub(ball->spin, ball->spin, term, N);
}

/* A law of friction is one of doubles, part of the situation as they are: its coefficient is that
 * at the slip, rounded to one; the worlds agree on that far beyond its last bit. */
static double coefficient(const oracle_world *world, const oracle_touch *touch)
{
    return carom_problem_friction(world->problem, touch->rub.friction,
                                  fabs(mpfr_get_d(world->scratch.slip, N)));
}

/* min(mu J_n, (1 + beta) mu_t |slip|) with the sign of the slip into scratch.given. */
static void find_impulse(oracle_world *world, oracle_touch *touch, const mpfr_t impulse)
{
    oracle_scratch *s = &world->scratch;
    mpfr_set_d(s->given, touch->rub.tangential_restitution, N);
    mpfr_add_ui(s->given, s->given, 1, N);
    mpfr_mul(s->given, s->given, s->slip, N);
    mpfr_div(s->given, s->given, s->inverse, N);
    mpfr_mul_d(s->most, impulse, coefficient(world, touch), N);
    touch->sliding = mpfr_cmpabs(s->given, s->most) > 0;
    if (touch->sliding) {
        mpfr_copysign(s->given, s->most, s->slip, N);
    }
}

void carom_oracle_rub(oracle_world *world, oracle_touch *touch, const mpfr_t impulse)
{
    oracle_scratch *s = &world->scratch;
    touch->impulse_t_Ns = touch->rubbed_J = 0;
    touch->sliding = false;
    if (touch->rub.friction == 0 || mpfr_sgn(impulse) <= 0) {
        return;
    }
    find_slip(world, touch);
    mpfr_set_zero(s->inverse, 1);
    add_inverse(world, touch->a);
    if (!touch->wall) {
        add_inverse(world, touch->b);
    }
    find_impulse(world, touch, impulse);
    rub_ball(world, touch->a, -1);
    if (!touch->wall) {
        rub_ball(world, touch->b, 1);
    }
    touch->impulse_t_Ns = mpfr_get_d(s->given, N);
    mpfr_mul(s->term, s->given, s->inverse, N); /* J (slip - J/(2 mu_t)) */
    mpfr_div_2ui(s->term, s->term, 1, N);
    mpfr_sub(s->term, s->slip, s->term, N);
    mpfr_mul(s->term, s->term, s->given, N);
    touch->rubbed_J = mpfr_get_d(s->term, N);
}

static bool is_of(const oracle_touch *touch, uint32_t i)
{
    return touch->a == i || (!touch->wall && touch->b == i);
}

static bool share_a_ball(const oracle_world *world, const oracle_touch *p, const oracle_touch *q)
{
    bool by_a = is_of(q, p->a) && !world->problem->ball[p->a].fixed;
    return by_a || (!p->wall && is_of(q, p->b) && !world->problem->ball[p->b].fixed);
}

bool carom_oracle_rubs_together(const oracle_world *world, const size_t *active, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            const oracle_touch *p = &world->touch[active[i]], *q = &world->touch[active[k]];
            if ((p->rub.friction > 0 || q->rub.friction > 0) && share_a_ball(world, p, q)) {
                return true;
            }
        }
    }
    return false;
}
