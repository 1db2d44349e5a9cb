/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact traces against theory. The undamped Hooke contact is half an oscillation: overlap (v/w)
 * sin(w t), rate v cos(w t), w = sqrt(k/m_red), from contact onset on. */
#include "support.h"

static const double m1 = 1, m2 = 3, k = 1e4, v = 2, mu = 0.75;
static const double T = 0.0272069904635132678, deepest_m = 0.0173205080756887729;

/* Contact onset lies at an irregular sub-step offset. */
static void make_pair(carom_problem *scene, double restitution)
{
    scene_init(scene, CAROM_OPEN);
    scene->restitution.ball_ball = restitution;
    scene_add(scene, 0.5, 0.6, v, 0, 0.1, m1);
    scene_add(scene, 0.7 + 0.0123457, 0.6, 0, 0, 0.1, m2);
}

static void follow(const carom_problem *scene, const char *kind, const carom_setting *settings,
                   double t_s, size_t most, carom_contact_samples *contact_samples, carom_log *log)
{
    carom_error error = {0};
    const carom_trace_request all = {.first = 100, .most = most};
    carom_solver *solver = carom_solver_new(scene, kind, settings, &error);
    ck_assert_msg(solver != NULL, "%s", error.text);
    *contact_samples = (carom_contact_samples){.item = NULL};
    *log = (carom_log){.item = NULL};
    assert_ok(carom_solver_trace(solver, &all, NULL));
    ck_assert_int_eq(carom_solver_advance(solver, t_s, &error), CAROM_OK);
    assert_ok(carom_solver_contact_samples(solver, contact_samples, NULL));
    assert_ok(carom_solver_collisions(solver, log, NULL));
    carom_log_sort(log);
    carom_solver_free(solver);
}

typedef struct {
    const char *integrator;
    int order;
    double phase, amplitude; /* errors over a contact, as multiples of theta^order */
} method;

/* Errors of the oscillator in steps of theta: after half an oscillation, phase and amplitude are
 * off by these multiples of theta^order (Hairer, Lubich, Wanner, Geometric Numerical Integration,
 * I.1). Euler: |1 + i theta| = 1 + theta^2/2, arg = theta - theta^3/3. Heun: arg off by theta^3/6.
 * Verlet: by theta^3/24, on an ellipse that differs from the circle by theta^2/8. RK4: by
 * theta^5/120. */
static const method methods[] = {{"euler", 1, 0, 0.5 * PI},
                                 {"heun", 2, PI / 6, 0},
                                 {"velocity_verlet", 2, PI / 24, 1.0 / 8},
                                 {"rk4", 4, PI / 120, 0}};

typedef struct {
    double overlap, rate, force, impulse; /* largest error, relative to the largest value */
} misfit;

static misfit misfit_of(const method *one, double theta, bool located)
{
    char number[32];
    const carom_setting settings[] = {{"integrator", one->integrator},
                                      {"stiffness_N_per_m", "1e4"},
                                      {"theta", number},
                                      {"contacts", located ? "located" : "grid"},
                                      {NULL, NULL}};
    carom_problem scene;
    carom_contact_samples contact_samples;
    carom_log log;
    misfit off = {0, 0, 0, 0};
    double impulse = 0, w = PI / T;
    snprintf(number, sizeof number, "%.17g", theta);
    make_pair(&scene, 1);
    follow(&scene, "penalty", settings, 0.1, 0, &contact_samples, &log);
    ck_assert_uint_eq(log.count, 1);
    for (size_t i = 0; i < contact_samples.count; i++) {
        const carom_contact_sample *m = &contact_samples.item[i];
        double phase = w * (m->t_s - contact_samples.item[0].t_s);
        off.overlap = fmax(off.overlap, fabs(m->overlap_m / deepest_m - sin(phase)));
        off.rate = fmax(off.rate, fabs(m->rate_mps / v - cos(phase)));
        off.force = fmax(off.force, fabs(m->force_N / (k * deepest_m) - sin(phase)));
        if (i > 0) {
            const carom_contact_sample *n = &contact_samples.item[i - 1];
            impulse += 0.5 * (m->force_N + n->force_N) * (m->t_s - n->t_s);
        }
        assert_near(m->elastic_J, 0.5 * k * m->overlap_m * m->overlap_m, 1e-15);
    }
    off.impulse = fabs(impulse / log.item[0].impulse_Ns - 1);
    assert_near(contact_samples.item[0].t_s, 0.0123457 / v, 1e-15);
    assert_near(contact_samples.item[0].overlap_m, 0, 1e-15);
    assert_near(contact_samples.item[contact_samples.count - 1].overlap_m, 0, 1e-15);
    assert_near(contact_samples.item[contact_samples.count - 1].t_s,
                log.item[0].t_s + log.item[0].contact_s, 1e-16);
    carom_contact_samples_free(&contact_samples);
    carom_log_free(&log);
    carom_problem_free(&scene);
    return off;
}

/* Every step of every method lies on the arc to its order, and half the step reduces the error
 * accordingly. The trapezoidal rule for the impulse has an error of theta^2/12. */
START_TEST(steps_lie_on_the_arc)
{
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        const method *one = &methods[i];
        double theta = 0.05, most = pow(theta, one->order) * (one->phase + one->amplitude),
               slack = 1.1;
        misfit off = misfit_of(one, theta, true), half = misfit_of(one, 0.5 * theta, true);
        assert_near(off.overlap, 0, slack * most);
        assert_near(off.rate, 0, slack * most);
        assert_near(off.force, 0, slack * most);
        assert_near(off.impulse, 0, slack * (most + theta * theta / 12));
        ck_assert_double_gt(off.rate, 0.1 * most);
        ck_assert_double_gt(off.rate / half.rate, 0.9 * pow(2, one->order));
    }
}
END_TEST

/* Without event location, the force begins up to a step late, which shifts the arc by at most
 * theta^2/2 and enlarges it by as much. */
START_TEST(without_event_location_second_order)
{
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        const method *one = &methods[i];
        double theta = 0.05, own = pow(theta, one->order) * (one->phase + one->amplitude);
        double most = 1.1 * own + theta * theta;
        misfit off = misfit_of(one, theta, false);
        assert_near(off.overlap, 0, most);
        assert_near(off.rate, 0, most);
        assert_near(off.impulse, 0, most);
    }
}
END_TEST

/* ---- damping ---- */

/* At every sample, spring energy, dissipated energy and kinetic energy add up to the initial
 * energy. In the end m_red v^2 (1 - e^2)/2 is lost. */
static void check_lossy(const char *end, bool located, double theta)
{
    char number[32];
    bool by_force = strcmp(end, "force") == 0;
    const double e = 0.6, energy = 0.5 * mu * v * v;
    const carom_setting settings[] = {{"integrator", "rk4"},
                                      {"stiffness_N_per_m", "1e4"},
                                      {"theta", number},
                                      {"contact_end", end},
                                      {"contacts", located ? "located" : "grid"},
                                      {NULL, NULL}};
    /* RK4 with event location: order 4. Without it, the jump of the damping force at onset, 2 zeta
     * v w, comes up to a step late: order 1, with zeta 0.16 */
    double most = located ? pow(theta, 4) : theta;
    carom_problem scene;
    carom_contact_samples contact_samples;
    carom_log kept;
    const carom_contact_sample *last, *release = NULL;
    snprintf(number, sizeof number, "%.17g", theta);
    make_pair(&scene, e);
    follow(&scene, "penalty", settings, 0.1, 0, &contact_samples, &kept);
    last = &contact_samples.item[contact_samples.count - 1];
    for (const carom_contact_sample *m = contact_samples.item; m <= last; m++) {
        double moving = 0.5 * mu * m->rate_mps * m->rate_mps;
        assert_near((moving + m->elastic_J + m->dissipated_J) / energy, 1, most);
        release = by_force && release == NULL && m > contact_samples.item && m->force_N <= 1e-9
                    ? m
                    : release;
    }
    release = by_force ? release : last;
    ck_assert_ptr_nonnull(release);
    assert_near(release->t_s, kept.item[0].t_s + kept.item[0].contact_s, 1e-15);
    assert_near(-release->rate_mps, e * v, most * v);
    if (by_force) {
        assert_near(release->force_N, 0, 1e-9);
        ck_assert_double_gt(release->overlap_m, 0.01 * deepest_m);
        ck_assert_uint_gt((size_t)(last - release), 0);
    } else { /* damping pulls: gamma times the rate */
        double zeta = -log(e) / sqrt(PI * PI + log(e) * log(e));
        assert_near(release->force_N, -2 * zeta * sqrt(k * mu) * e * v, 10 * most * k * deepest_m);
    }
    assert_near(last->overlap_m, 0, 1e-15);
    assert_same(last->dissipated_J, kept.item[0].dissipated_J);
    assert_near(last->dissipated_J / energy, 1 - e * e, most);
    carom_contact_samples_free(&contact_samples);
    carom_log_free(&kept);
    carom_problem_free(&scene);
}

START_TEST(damping_accounts_for_all_energy)
{
    check_lossy("overlap", true, 0.05);
    check_lossy("force", true, 0.05);
    check_lossy("overlap", false, 0.02);
    check_lossy("force", false, 0.02);
}
END_TEST

/* ---- impulses, images, walls, fixed balls ---- */

/* A ball at the right edge of a periodic table obliquely hits one at the left edge. */
static void make_across(carom_problem *scene, int boundary)
{
    scene_init(scene, boundary);
    scene->restitution.ball_ball = 0.7;
    scene_add(scene, scene->width_m - 0.12, 0.6, 1.5, 0.4, 0.1, 0.3);
    scene_add(scene, 0.1, 0.65, -0.5, 0.1, 0.1, 0.2);
}

/* Along n the relative velocity becomes -e times the previous one; along t it stays; momentum is
 * conserved. n points across the edge. */
START_TEST(impulse_reverses_the_normal_velocity)
{
    const char *const kinds[] = {"impulse", "oracle", "stepped"};
    for (size_t i = 0; i < 3; i++) {
        const carom_setting settings[] = {{i == 2 ? "step_s" : NULL, "1e-4"}, {NULL, NULL}};
        carom_problem scene;
        carom_contact_samples contact_samples;
        carom_log log;
        const carom_contact_sample *m;
        double ma, mb;
        make_across(&scene, CAROM_PERIODIC);
        follow(&scene, kinds[i], settings, 0.1, 0, &contact_samples, &log);
        ck_assert_uint_eq(contact_samples.count, 2);
        m = contact_samples.item;
        ma = scene.ball[m->a].mass_kg;
        mb = scene.ball[m->b].mass_kg;
        ck_assert_double_gt(m->a == 0 ? m->normal.x : -m->normal.x, 0.9);
        ck_assert(isnan(m[0].force_N) && isnan(m[1].force_N));
        assert_near(m[1].rate_mps, -0.7 * m[0].rate_mps, 1e-15);
        assert_near(m[1].va_t_mps, m[0].va_t_mps, 1e-15);
        assert_near(m[1].vb_t_mps, m[0].vb_t_mps, 1e-15);
        assert_near(ma * m[1].va_n_mps + mb * m[1].vb_n_mps,
                    ma * m[0].va_n_mps + mb * m[0].vb_n_mps, 1e-15);
        assert_near(m[1].dissipated_J,
                    0.5 * ma * mb / (ma + mb) * (1 - 0.49) * m->rate_mps * m->rate_mps, 1e-15);
        carom_contact_samples_free(&contact_samples);
        carom_log_free(&log);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Spring contacts begin where and as impulses act, also across the edge of a periodic table. */
START_TEST(springs_touch_where_impulses_act)
{
    const carom_setting manner[][5] = {
        {{"stiffness_N_per_m", "1e5"}, {NULL, NULL}},
        {{"stiffness_N_per_m", "1e5"},
         {"contacts", "located"},
         {"integrator", "rk4"},
         {NULL, NULL}},
        {{"stiffness_N_per_m", "1e5"}, {"flight", "leap"}, {NULL, NULL}}};
    carom_problem scene;
    carom_contact_samples exact, contact_samples;
    carom_log log;
    make_across(&scene, CAROM_PERIODIC);
    follow(&scene, "impulse", NULL, 0.1, 0, &exact, &log);
    carom_log_free(&log);
    for (size_t i = 0; i < 3; i++) {
        const carom_contact_sample *m, *expected = exact.item;
        follow(&scene, "penalty", manner[i], 0.1, 0, &contact_samples, &log);
        m = contact_samples.item;
        ck_assert_uint_gt(contact_samples.count, 50);
        assert_near(m->t_s, expected->t_s, 1e-13);
        ck_assert(m->a == expected->a && m->b == expected->b);
        assert_near(m->normal.x, expected->normal.x, 1e-12);
        assert_near(m->va_n_mps, expected->va_n_mps, 1e-12);
        assert_near(m->vb_t_mps, expected->vb_t_mps, 1e-12);
        carom_contact_samples_free(&contact_samples);
        carom_log_free(&log);
    }
    carom_contact_samples_free(&exact);
    carom_problem_free(&scene);
}
END_TEST

/* Walls and fixed balls have velocity zero. The normal of a round wall rotates with the ball's
 * position. */
START_TEST(walls_and_fixed_balls_have_no_velocity)
{
    const carom_setting spring[] = {{"stiffness_N_per_m", "2e3"}, {NULL, NULL}};
    const double round = 1;
    carom_problem scene;
    carom_contact_samples contact_samples;
    carom_log log;
    double turned = 0;
    scene_shape(&scene, "circle", &round);
    scene_add(&scene, 1, 0.5, 0, 0, 0.1, 1);
    scene.ball[0].fixed = true;
    scene_add(&scene, 1.5, 1.2, 1, 0.3, 0.1, 0.2);
    scene_add(&scene, 1.05, 0.8, 0, -1, 0.1, 0.2);
    follow(&scene, "penalty", spring, 0.6, 0, &contact_samples, &log);
    for (size_t i = 0; i < contact_samples.count; i++) {
        const carom_contact_sample *m = &contact_samples.item[i];
        double is_of_fixed_ball = m->a == 0 ? fabs(m->va_n_mps) + fabs(m->va_t_mps)
                                            : fabs(m->vb_n_mps) + fabs(m->vb_t_mps);
        ck_assert(m->wall || m->a == 0 || m->b == 0);
        assert_same(is_of_fixed_ball, 0);
        if (m->wall && i > 0 && contact_samples.item[i - 1].contact == m->contact) {
            const carom_contact_sample *n = &contact_samples.item[i - 1];
            turned += fabs(m->normal.x * n->normal.y - m->normal.y * n->normal.x);
        }
    }
    ck_assert_uint_ge(log.count, 2);
    ck_assert_double_gt(turned, 1e-3);
    carom_contact_samples_free(&contact_samples);
    carom_log_free(&log);
    carom_problem_free(&scene);
}
END_TEST

/* ---- limits ---- */

START_TEST(trace_is_limited)
{
    const carom_setting settings[] = {{"stiffness_N_per_m", "1e4"}, {NULL, NULL}};
    enum { MOST = 10 };
    carom_problem scene;
    carom_contact_samples whole, part;
    carom_log log;
    make_pair(&scene, 1);
    follow(&scene, "penalty", settings, 0.1, 0, &whole, &log);
    carom_log_free(&log);
    follow(&scene, "penalty", settings, 0.1, MOST, &part, &log);
    ck_assert_uint_eq(part.count, MOST);
    ck_assert_uint_eq(part.left_out, whole.count - MOST);
    ck_assert_uint_eq(whole.left_out, 0);
    assert_same(part.item[MOST - 1].force_N, whole.item[MOST - 1].force_N);
    carom_contact_samples_free(&whole);
    carom_contact_samples_free(&part);
    carom_log_free(&log);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("contacts from inside", steps_lie_on_the_arc, without_event_location_second_order,
          damping_accounts_for_all_energy, impulse_reverses_the_normal_velocity,
          springs_touch_where_impulses_act, walls_and_fixed_balls_have_no_velocity,
          trace_is_limited)
