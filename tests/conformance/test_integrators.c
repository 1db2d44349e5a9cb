/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conformance test of all integrators in the list. */
#include "conformance/entry.h"
#include <carom/integrator.h>

static size_t calls;

static carom_motion motion;

/* x'' = -x (theta = h), and q' = v^2: q = integral of v^2. */
static void oscillator(void *context, const double *x, const double *v, double *a, double *g)
{
    (void)context;
    calls++;
    a[0] = -x[0];
    if (motion.coordinates > 1) {
        a[1] = -4 * x[1];
    }
    g[0] = v[0] * v[0];
}

static carom_motion motion = {.coordinates = 2, .quadratures = 1, .rates = oscillator};

typedef struct {
    double x[2], v[2], q[1];
} state;

static const carom_param kind_rows[] = {{.key = "kind", .type = CAROM_ENTRY}, {.key = NULL}};

static state integrate(const carom_integrator *method, double h, int steps)
{
    state s = {{1, 0.5}, {0.3, -1}, {0}};
    double *work = calloc(method->work_coordinates * 2 + method->work_quadratures + 2,
                          sizeof *work);
    size_t size = method->work_coordinates * 2 + method->work_quadratures;
    carom_choice choice = {NULL, NULL};
    size_t before = calls, said = 0;
    assert_ok(carom_choice_set(&choice, &method->about, NULL));
    motion.options = choice.options;
    motion.state = method->prepare == NULL ? NULL : method->prepare(NULL, choice.options, 2, 1);
    work[size] = work[size + 1] = 12345.678; /* guard value */
    for (int i = 0; i < steps; i++) {
        said += method->step(&motion, h, s.x, s.v, s.q, work);
    }
    ck_assert_uint_eq(said, calls - before);
    if (method->release != NULL) {
        method->release(motion.state);
    }
    carom_params_free(kind_rows, &choice);
    ck_assert_msg(work[size] == 12345.678 && work[size + 1] == 12345.678,
                  "writes beyond the work it asked for");
    free(work);
    return s;
}

#define for_each_integrator(method) for_each_entry(carom_integrators, carom_integrator, method)

/* Global error against cos and sin at t = 2: the declared order, for motion and quadrature. */
START_TEST(order_is_as_declared)
{
    const double t = 2, x = cos(t) + 0.3 * sin(t), v = -sin(t) + 0.3 * cos(t);
    /* integral of (-sin + 0.3 cos)^2 = t/2 (1 + 0.09) - sin 2t/4 (1 - 0.09) - 0.3 sin^2 t */
    const double q = 0.5 * t * 1.09 - 0.25 * sin(2 * t) * 0.91 - 0.3 * sin(t) * sin(t);
    for_each_integrator(method)
    {
        double ex[2], ev[2], eq[2];
        /* adaptive: error by its tolerance, 1e-10 per step, for any h */
        if (method->evaluations == 0) {
            state s = integrate(method, t / 20, 20);
            assert_near(s.x[0], x, 1e-9);
            assert_near(s.v[0], v, 1e-9);
            assert_near(s.q[0], q, 1e-9);
            continue;
        }
        for (int i = 0; i < 2; i++) {
            int steps = 100 << i;
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

static void assert_calls(const carom_integrator *method, size_t want)
{
    ck_assert_msg(method->evaluations == 0 || calls == want,
                  "%zu calls of the rates in 7 steps, want %zu (evaluations %d, reuses_rates %s)",
                  calls, want, method->evaluations, method->reuses_rates ? "true" : "false");
}

START_TEST(cost_is_as_declared)
{
    for_each_integrator(method)
    {
        double a[2], g[1];
        bool known = false;
        size_t fresh = method->reuses_rates ? 1 : 0;
        calls = 0;
        integrate(method, 0.01, 7); /* rates are not reused */
        assert_calls(method, 7 * ((size_t)method->evaluations + fresh));
        motion.a = a;
        motion.g = g;
        motion.known = &known;
        calls = 0;
        integrate(method, 0.01, 7);
        assert_calls(method, 7 * (size_t)method->evaluations + fresh);
        motion.a = motion.g = NULL;
    }
}
END_TEST

START_TEST(step_of_zero_changes_nothing)
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

static void zero_force(void *context, const double *x, const double *v, double *a, double *g)
{
    (void)context, (void)x, (void)v;
    a[0] = a[1] = g[0] = 0;
}

/* Steps of free flight can be taken later, all at once: each adds the same displacement. */
START_TEST(free_displacement_equals_a_step)
{
    stream s = {7};
    size_t tried = 0;
    motion.rates = zero_force;
    for_each_integrator(method)
    {
        for (int k = 0; k < 200 && method->displacement != NULL; k++) {
            double h = ldexp(next_number(&s), -(k % 40)), q[1] = {0}, work[20];
            double v[2] = {ldexp(next_number(&s), k % 9), -next_number(&s)}, kept = v[0];
            double x[2] = {10 * next_number(&s), -0.0}, x0 = x[0], displacement[2];
            method->displacement(h, v, displacement, 2);
            method->step(&motion, h, x, v, q, work);
            assert_same(x[0], x0 + displacement[0]);
            assert_same(x[1], -0.0 + displacement[1]);
            assert_same(v[0], kept);
            tried++;
        }
    }
    motion.rates = oscillator;
    ck_assert_uint_ge(tried, 5 * 200);
}
END_TEST

/* Energy factor per step on the oscillator ('carom help theory', integrators). */
START_TEST(energy_factor_per_step)
{
    const double theta = 0.3;
    const struct {
        const char *name;
        double factor;
    } want[] = {{"euler", 1 + theta * theta},
                {"heun", 1 + pow(theta, 4) / 4},
                {"rk4", 1 - pow(theta, 6) / 72 + pow(theta, 8) / 576}};
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        const carom_integrator *method = (const carom_integrator *)(const void *)
            carom_interface_find(&carom_integrators, want[i].name);
        state s = {{1, 0}, {0.3, 0}, {0}};
        double work[20];
        method->step(&motion, theta, s.x, s.v, s.q, work);
        assert_near((s.x[0] * s.x[0] + s.v[0] * s.v[0]) / 1.09, want[i].factor, 1e-15);
    }
}
END_TEST

/* Symplectic methods: the energy oscillates about a mean for 100 000 steps, by a fraction theta/2
 * or theta^2/4, and grows for theta > 2. */
START_TEST(symplectic_methods_do_not_drift)
{
    const char *const names[] = {"symplectic_euler", "velocity_verlet"};
    const double theta = 0.1;
    const double waver[] = {0.5 * theta, 0.25 * theta * theta};
    for (int k = 0; k < 2; k++) {
        const carom_integrator *method = (const carom_integrator *)(const void *)
            carom_interface_find(&carom_integrators, names[k]);
        for (int steps = 100000; steps < 100063; steps++) { /* one period */
            state s = integrate(method, theta, steps);
            assert_near((s.x[0] * s.x[0] + s.v[0] * s.v[0]) / 1.09, 1, 2.2 * waver[k]);
        }
        state wild = integrate(method, 2.05, 300);
        ck_assert_double_gt(wild.x[0] * wild.x[0] + wild.v[0] * wild.v[0], 100);
    }
}
END_TEST

/* Declared stability limit, on the oscillator. */
START_TEST(rk4_is_stable_up_to_its_limit)
{
    const carom_integrator *method = (const carom_integrator *)(const void *)carom_interface_find(
        &carom_integrators, "rk4");
    state calm, wild;
    motion.coordinates = 1;
    calm = integrate(method, 2.82, 3000);
    wild = integrate(method, 2.84, 3000);
    motion.coordinates = 2;
    ck_assert_double_lt(calm.x[0] * calm.x[0] + calm.v[0] * calm.v[0], 1.1);
    ck_assert_double_gt(wild.x[0] * wild.x[0] + wild.v[0] * wild.v[0], 1.1);
}
END_TEST

/* A force that changes at every call: no sub-step is short enough. */
static void changing_force(void *context, const double *x, const double *v, double *a, double *g)
{
    (void)context, (void)x, (void)v;
    calls++;
    a[0] = a[1] = calls % 2 == 0 ? 1e6 : -1e6;
    g[0] = 0;
}

static void nan_force(void *context, const double *x, const double *v, double *a, double *g)
{
    (void)context, (void)x, (void)v;
    calls++;
    a[0] = a[1] = g[0] = NAN;
}

/* A step ends on cancellation. Fixed-step methods have a fixed cost; adaptive ones report the
 * cancellation. */
START_TEST(steps_can_be_cancelled)
{
    volatile sig_atomic_t stop = 1;
    carom_cancel_flag cancel = {&stop};
    for_each_integrator(method)
    {
        carom_status failure = CAROM_OK;
        motion.cancel = &cancel;
        motion.failure = &failure;
        calls = 0;
        integrate(method, 0.1, 1);
        ck_assert_msg(calls <= 5, "%zu calls after the wish to end", calls);
        ck_assert_int_eq(failure, method->evaluations == 0 ? CAROM_INTERRUPTED : CAROM_OK);
        stop = 0;
        failure = CAROM_OK;
        integrate(method, 0.1, 1);
        ck_assert_int_eq(failure, CAROM_OK);
        stop = 1;
        motion.cancel = NULL;
        motion.failure = NULL;
    }
}
END_TEST

/* A step ends for any force: after the maximum number of sub-steps, or as soon as a rate is not
 * finite. */
START_TEST(steps_end_for_any_force)
{
    for_each_integrator(method)
    {
        carom_status failure = CAROM_OK;
        motion.failure = &failure;
        motion.rates = changing_force;
        calls = 0;
        integrate(method, 0.1, 1);
        ck_assert_msg(calls <= 300 * (size_t)CAROM_MAX_SUBSTEPS, "%zu calls", calls);
        ck_assert_msg(failure == CAROM_OK || failure == CAROM_INVALID, "failure %d", (int)failure);
        motion.rates = nan_force;
        failure = CAROM_OK;
        integrate(method, 0.1, 1);
        ck_assert_int_eq(failure, method->evaluations == 0 ? CAROM_NOT_FINITE : CAROM_OK);
        motion.rates = oscillator;
        motion.failure = NULL;
    }
}
END_TEST

TEST_MAIN("integrator conformance", free_displacement_equals_a_step, steps_can_be_cancelled,
          steps_end_for_any_force, symplectic_methods_do_not_drift, rk4_is_stable_up_to_its_limit,
          order_is_as_declared, cost_is_as_declared, step_of_zero_changes_nothing,
          energy_factor_per_step)
