/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every integrator of the list must have. */
#include "support.h"
#include <carom/integrator.h>

static size_t calls;

/* x'' = -x (theta = h), and q' = v^2: q = integral of v^2. */
static void oscillator(const void *context, const double *x, const double *v, double *a, double *g)
{
    (void)context;
    calls++;
    a[0] = -x[0];
    a[1] = -4 * x[1];
    g[0] = v[0] * v[0];
}

static const carom_motion motion = {2, 1, oscillator, NULL};

typedef struct {
    double x[2], v[2], q[1];
} state;

static state integrate(const carom_integrator *method, double h, int steps)
{
    state s = {{1, 0.5}, {0.3, -1}, {0}};
    double *work = calloc(method->work_coordinates * 2 + method->work_quadratures + 2,
                          sizeof *work);
    size_t size = method->work_coordinates * 2 + method->work_quadratures;
    work[size] = work[size + 1] = 12345.678; /* a fence */
    for (int i = 0; i < steps; i++) {
        method->step(&motion, h, s.x, s.v, s.q, work);
    }
    ck_assert_msg(work[size] == 12345.678 && work[size + 1] == 12345.678,
                  "%s writes beyond the work it asked for", method->about.name);
    free(work);
    return s;
}

#define for_each_integrator(method)                                                              \
    for (const carom_entry *const *list_ = carom_integrators.entries; *list_ != NULL; list_++)   \
        for (const carom_integrator *method = (const carom_integrator *)(const void *)*list_,    \
                                    *once_ = method; once_ != NULL; once_ = NULL)

/* Global error against cos and sin at t = 2: the order that is claimed, for motion and quadrature. */
START_TEST(order_is_the_claimed_one)
{
    const double t = 2, x = cos(t) + 0.3 * sin(t), v = -sin(t) + 0.3 * cos(t);
    /* integral of (-sin + 0.3 cos)^2 = t/2 (1 + 0.09) - sin 2t/4 (1 - 0.09) - 0.3 sin^2 t */
    const double q = 0.5 * t * 1.09 - 0.25 * sin(2 * t) * 0.91 - 0.3 * sin(t) * sin(t);
    for_each_integrator(method)
    {
        double ex[2], ev[2], eq[2];
        for (int i = 0; i < 2; i++) {
            int steps = 400 << i;
            state s = integrate(method, t / steps, steps);
            ex[i] = fabs(s.x[0] - x);
            ev[i] = fabs(s.v[0] - v);
            eq[i] = fabs(s.q[0] - q);
        }
        assert_near(log2(ex[0] / ex[1]), method->order, 0.15);
        assert_near(log2(ev[0] / ev[1]), method->order, 0.15);
        assert_near(log2(eq[0] / eq[1]), method->order, 0.15);
    }
}
END_TEST

START_TEST(cost_is_the_claimed_one)
{
    for_each_integrator(method)
    {
        calls = 0;
        integrate(method, 0.01, 7);
        ck_assert_uint_eq(calls, 7 * (size_t)method->evaluations);
    }
}
END_TEST

START_TEST(no_step_changes_nothing)
{
    for_each_integrator(method)
    {
        state s = integrate(method, 0, 1);
        assert_same(s.x[0], 1);
        assert_same(s.v[1], -1);
        assert_same(s.q[0], 0);
        ck_assert_double_gt(method->stability_limit, 0);
    }
}
END_TEST

/* Energy factor per step on the oscillator, PHYSICS D. */
START_TEST(energy_factor_per_step)
{
    const double theta = 0.3;
    const struct {
        const char *name;
        double factor;
    } want[] = {{"euler", 1 + theta * theta}, {"heun", 1 + pow(theta, 4) / 4}};
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        const carom_integrator *method =
            (const carom_integrator *)(const void *)carom_seam_find(&carom_integrators, want[i].name);
        state s = {{1, 0}, {0.3, 0}, {0}};
        double work[16];
        method->step(&motion, theta, s.x, s.v, s.q, work);
        assert_near((s.x[0] * s.x[0] + s.v[0] * s.v[0]) / 1.09, want[i].factor, 1e-15);
    }
}
END_TEST

TEST_MAIN("integrator conformance", order_is_the_claimed_one, cost_is_the_claimed_one,
          no_step_changes_nothing, energy_factor_per_step)
