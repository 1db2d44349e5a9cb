/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Contact samples of a run: those of a contact agree with each other and with its log entry.
 */
#ifndef CAROM_TESTS_CONFORMANCE_SAMPLES_H
#define CAROM_TESTS_CONFORMANCE_SAMPLES_H

#include "scene/scene.h"
#include "support.h"
#include <float.h>
#include <stddef.h>

/* Compare without padding. */
static void assert_same_sample(const carom_contact_sample *m, const carom_contact_sample *n)
{
    size_t numbers = offsetof(carom_contact_sample, a) - offsetof(carom_contact_sample, t_s);
    ck_assert_uint_eq(m->contact, n->contact);
    ck_assert_int_eq(memcmp(&m->t_s, &n->t_s, numbers), 0);
    ck_assert(m->a == n->a && m->b == n->b && m->wall == n->wall);
}

/* Error of the trapezoidal rule, relative to the largest possible friction impulse. */
static const double of_limit = 0.1;

/* Ratio of lever arm and radius: overlapping balls touch at one point between the centers. */
static double part_of(const carom_problem *scene, const carom_contact_sample *m)
{
    double reach = scene->ball[m->a].radius_m + (m->wall ? 0 : scene->ball[m->b].radius_m);
    return m->wall && isnan(m->force_N) ? 1 : 1 - m->overlap_m / reach;
}

static double friction_of(const carom_problem *scene, bool wall)
{
    return wall ? scene->friction.ball_wall : scene->friction.ball_ball;
}

/* Friction is within Coulomb's limit; the slip follows from velocities and spins. */
static void check_surfaces(const carom_problem *scene, const carom_contact_sample *m)
{
    double mu = friction_of(scene, m->wall), limit = mu * fmax(m->force_N, 0);
    double a = scene->ball[m->a].radius_m, b = m->wall ? 0 : scene->ball[m->b].radius_m;
    double rims = part_of(scene, m) * (m->spin_a_radps * a + m->spin_b_radps * b);
    double fast = fabs(m->va_t_mps) + fabs(m->vb_t_mps) + a * fabs(m->spin_a_radps) +
                  b * fabs(m->spin_b_radps);
    if (isnan(m->force_N)) {
        assert_same(m->force_t_N, 0);
    } else {
        ck_assert_double_le(fabs(m->force_t_N), limit + 1e-9 * fabs(m->force_N) + 1e-9);
    }
    assert_near(m->slip_mps, m->va_t_mps - m->vb_t_mps + rims, 64 * DBL_EPSILON * fast);
}

/* Tangential balance of a contact: an impulse changes the slip by J_t over the tangential mass; for
 * springs the trapezoidal integral of the force is the impulse. */
static void check_friction(const carom_problem *scene, const carom_contact_sample *m, size_t n,
                           const carom_collision *c)
{
    const carom_ball *a = &scene->ball[c->a], *b = c->wall ? NULL : &scene->ball[c->b];
    double part = part_of(scene, m), plain = 1 / carom_pair_reduced_mass(a, b), sum = 0,
           inverse = plain + part * part * (carom_pair_inverse_tangential_mass(a, b) - plain);
    if (isnan(m->force_N)) {
        assert_near(m[1].slip_mps, m->slip_mps - c->impulse_t_Ns * inverse,
                    1e-13 * (1 + fabs(m->slip_mps)));
        return;
    }
    for (size_t k = 1; k < n; k++) {
        sum += 0.5 * (m[k].t_s - m[k - 1].t_s) * (m[k].force_t_N + m[k - 1].force_t_N);
    }
    if (!isnan(c->separation_mps) && n > 20) { /* otherwise the rule is too coarse */
        assert_near(sum, c->impulse_t_Ns, of_limit * friction_of(scene, c->wall) * c->impulse_Ns);
    }
}

/* A sample has the bodies of its contact, a unit normal, and the rate given by the velocities. */
static void check_sample(const carom_problem *scene, const carom_contact_sample *m,
                         const carom_collision *c)
{
    double fast = fabs(m->va_n_mps) + fabs(m->va_t_mps) + fabs(m->vb_n_mps) + fabs(m->vb_t_mps);
    ck_assert_uint_eq(m->a, c->a);
    ck_assert(m->wall == c->wall &&
              (m->wall || m->b == c->b)); /* the ball may move along the wall */
    assert_near(m->normal.x * m->normal.x + m->normal.y * m->normal.y, 1, 1e-14);
    /* rounding of some operations on the speeds */
    assert_near(m->rate_mps, m->va_n_mps - m->vb_n_mps, 16 * DBL_EPSILON * fast);
    ck_assert(!m->wall || (m->vb_n_mps == 0 && m->vb_t_mps == 0));
    ck_assert_double_ge(m->elastic_J, 0);
    if (carom_problem_has_contact_friction(scene)) {
        check_surfaces(scene, m);
    } else {
        assert_same(m->force_t_N, 0);
    }
}

/* The samples of a contact begin like its log entry, are in order of time, and a finished contact
 * has dissipated the logged energy. @return their number */
static size_t check_contact(const carom_problem *scene, bool frames, const carom_contact_sample *m,
                            size_t count, const carom_collision *c)
{
    size_t n = 0;
    bool impulse = isnan(m->force_N);
    while (n < count && m[n].contact == m->contact) {
        check_sample(scene, &m[n], c);
        ck_assert_msg(n == 0 || m[n].t_s >= m[n - 1].t_s, "contact %zu goes back in time",
                      m->contact);
        ck_assert(isfinite(m[n].overlap_m) && isfinite(m[n].va_t_mps));
        n++;
    }
    assert_same(m->t_s, c->t_s);
    assert_near(m->rate_mps, c->approach_mps, 0);
    assert_same(m->dissipated_J, 0);
    if (impulse) {
        ck_assert_uint_eq(n, 2);
        assert_same(m[1].t_s, c->t_s);
        assert_same(m[1].rate_mps, -c->separation_mps);
    }
    /* bodies may be pressed together again before they separate, also at the next part of a wall */
    bool ended = m[n - 1].over && m[n - 1].overlap_m <= 0 && !(c->wall && scene->part != NULL);
    if (ended || impulse) {
        assert_same(m[n - 1].dissipated_J, c->dissipated_J);
        assert_same(m[n - 1].elastic_J, 0);
    }
    ck_assert(frames || n > 1 || isnan(c->separation_mps));
    if (carom_problem_has_contact_friction(scene)) {
        check_friction(scene, m, n, c);
    }
    return n;
}

#endif
