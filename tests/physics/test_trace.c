/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact traces against theory. The undamped Hooke contact is half an oscillation: overlap (v/w)
 * sin(w t), rate v cos(w t), w = sqrt(k/m_red), from contact onset on. (Normals, velocities and
 * logs of every solver: tests/conformance/test_properties.c.) */
#include "scenes.h"

static const double k = 1e4, v = 2, mu = 0.75;
static const double T = 0.0272069904635132678, deepest_m = 0.0173205080756887729;

typedef struct {
    carom_contact_samples samples;
    const carom_contact_sample *first, *last;
    carom_log log;
} trace;

static void release_trace(void *object)
{
    trace *t = object;
    carom_contact_samples_free(&t->samples);
    carom_log_free(&t->log);
    free(t);
}

/* Of all contacts within 0.1 s. @param most  samples; 0: all */
CAROM_PRINTF(3, 4)
static trace *follow(const carom_problem *scene, size_t most, const char *format, ...)
{
    const carom_trace_request all = {.first = 100, .most = most};
    carom_error error = {0};
    trace *t = test_keep(calloc(1, sizeof *t), release_trace);
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    fill_in(text, format, arguments);
    va_end(arguments);
    carom_solver *solver = new_solver(scene, "%s", text);
    assert_ok(carom_solver_trace(solver, &all, NULL));
    assert_ok(carom_solver_advance(solver, 0.1, &error));
    assert_ok(carom_solver_contact_samples(solver, &t->samples, NULL));
    assert_ok(carom_solver_collisions(solver, &t->log, NULL));
    carom_log_sort(&t->log);
    t->first = t->samples.item;
    t->last = t->first + t->samples.count - 1;
    return t;
}

/* Contact onset lies at an irregular sub-step offset. */
static carom_problem *new_pair(double restitution)
{
    return new_scene("open; e %g; r 0.1; ball 0.5 0.6 %g 0 m 1; ball %g 0.6 m 3", restitution, v,
                     0.7 + 0.0123457);
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

static misfit misfit_of(const method *one, double theta, const char *contacts)
{
    const trace *t = follow(new_pair(1), 0,
                            "penalty integrator=%s stiffness_N_per_m=%g theta=%g "
                            "contacts=%s",
                            one->integrator, k, theta, contacts);
    misfit off = {0, 0, 0, 0};
    double impulse = 0, w = PI / T;
    ck_assert_uint_eq(t->log.count, 1);
    for (const carom_contact_sample *m = t->first; m <= t->last; m++) {
        double phase = w * (m->t_s - t->first->t_s);
        off.overlap = fmax(off.overlap, fabs(m->overlap_m / deepest_m - sin(phase)));
        off.rate = fmax(off.rate, fabs(m->rate_mps / v - cos(phase)));
        off.force = fmax(off.force, fabs(m->force_N / (k * deepest_m) - sin(phase)));
        impulse += m > t->first ? 0.5 * (m->force_N + m[-1].force_N) * (m->t_s - m[-1].t_s) : 0;
        assert_near(m->elastic_J, 0.5 * k * m->overlap_m * m->overlap_m, 1e-15);
    }
    off.impulse = fabs(impulse / t->log.item[0].impulse_Ns - 1);
    assert_near(t->first->t_s, 0.0123457 / v, 1e-15);
    assert_near(t->first->overlap_m, 0, 1e-15);
    assert_near(t->last->overlap_m, 0, 1e-15);
    assert_near(t->last->t_s, t->log.item[0].t_s + t->log.item[0].contact_s, 1e-16);
    return off;
}

/* Every step of every method lies on the arc to its order, and half the step reduces the error
 * accordingly. The trapezoidal rule for the impulse has an error of theta^2/12. Without event
 * location, the force begins up to a step late, which shifts the arc by at most theta^2/2 and
 * enlarges it by as much. */
START_TEST(steps_lie_on_the_arc)
{
    const double theta = 0.05;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        const method *one = &methods[i];
        double most = 1.1 * pow(theta, one->order) * (one->phase + one->amplitude);
        misfit off = misfit_of(one, theta, "located"),
               half = misfit_of(one, 0.5 * theta, "located");
        test_set_subject("%s", one->integrator);
        assert_near(off.overlap, 0, most);
        assert_near(off.rate, 0, most);
        assert_near(off.force, 0, most);
        assert_near(off.impulse, 0, most + 1.1 * theta * theta / 12);
        ck_assert_double_gt(off.rate, 0.09 * most);
        ck_assert_double_gt(off.rate / half.rate, 0.9 * pow(2, one->order));
        off = misfit_of(one, theta, "grid");
        assert_near(off.overlap, 0, most + theta * theta);
        assert_near(off.rate, 0, most + theta * theta);
        assert_near(off.impulse, 0, most + theta * theta);
    }
}
END_TEST

/* ---- damping ---- */

/* At every sample, spring energy, dissipated energy and kinetic energy add up to the initial
 * energy. In the end m_red v^2 (1 - e^2)/2 is lost. */
static void check_lossy(const char *end, bool located, double theta)
{
    bool by_force = strcmp(end, "force") == 0;
    const double e = 0.6, energy = 0.5 * mu * v * v;
    /* RK4 with event location: order 4. Without it, the jump of the damping force at onset, 2 zeta
     * v w, comes up to a step late: order 1, with zeta 0.16 */
    double most = located ? pow(theta, 4) : theta;
    const trace *t = follow(new_pair(e), 0,
                            "penalty integrator=rk4 stiffness_N_per_m=%g theta=%g "
                            "contact_end=%s contacts=%s",
                            k, theta, end, located ? "located" : "grid");
    const carom_contact_sample *last = t->last, *release = by_force ? NULL : last;
    const carom_collision *hit = &t->log.item[0];
    for (const carom_contact_sample *m = t->first; m <= last; m++) {
        double moving = 0.5 * mu * m->rate_mps * m->rate_mps;
        assert_near((moving + m->elastic_J + m->dissipated_J) / energy, 1, most);
        release = release == NULL && m > t->first && m->force_N <= 1e-9 ? m : release;
    }
    ck_assert_ptr_nonnull(release);
    assert_near(release->t_s, hit->t_s + hit->contact_s, 1e-15);
    assert_near(-release->rate_mps, e * v, most * v);
    if (by_force) {
        assert_near(release->force_N, 0, 1e-9);
        ck_assert_double_gt(release->overlap_m, 0.01 * deepest_m);
        ck_assert(last > release);
    } else { /* damping pulls: gamma times the rate */
        double zeta = -log(e) / sqrt(PI * PI + log(e) * log(e));
        assert_near(release->force_N, -2 * zeta * sqrt(k * mu) * e * v, 10 * most * k * deepest_m);
    }
    assert_near(last->overlap_m, 0, 1e-15);
    assert_same(last->dissipated_J, hit->dissipated_J);
    assert_near(last->dissipated_J / energy, 1 - e * e, most);
}

START_TEST(damping_accounts_for_all_energy)
{
    check_lossy("overlap", true, 0.05);
    check_lossy("force", true, 0.05);
    check_lossy("overlap", false, 0.02);
    check_lossy("force", false, 0.02);
}
END_TEST

/* ---- impulses ---- */

/* A ball at the right edge of a periodic table obliquely hits one at the left edge; n points across
 * the edge. Along n the relative velocity becomes -e times the previous one; along t it stays;
 * momentum is conserved. Springs begin where and as impulses act. */
START_TEST(contacts_across_an_edge)
{
    static const char *const rigid[] = {"impulse", "oracle", "stepped step_s=1e-4"};
    static const char *const soft[] = {"", " contacts=located integrator=rk4", " flight=leap"};
    carom_problem *scene = new_scene(
        "periodic 2.54 1.27; e 0.7; r 0.1; ball 2.42 0.6 1.5 0.4 m 0.3; "
        "ball 0.1 0.65 -0.5 0.1 m 0.2");
    const carom_contact_sample *exact = NULL;
    for (size_t i = 3; i-- > 0;) {
        const trace *t = follow(scene, 0, "%s", rigid[i]);
        const carom_contact_sample *m = exact = t->first;
        double ma = scene->ball[m->a].mass_kg, mb = scene->ball[m->b].mass_kg;
        ck_assert_uint_eq(t->samples.count, 2);
        ck_assert_double_gt(m->a == 0 ? m->normal.x : -m->normal.x, 0.9);
        ck_assert(isnan(m[0].force_N) && isnan(m[1].force_N));
        assert_near(m[1].rate_mps, -0.7 * m[0].rate_mps, 1e-15);
        assert_near(m[1].va_t_mps, m[0].va_t_mps, 1e-15);
        assert_near(m[1].vb_t_mps, m[0].vb_t_mps, 1e-15);
        assert_near(ma * m[1].va_n_mps + mb * m[1].vb_n_mps,
                    ma * m[0].va_n_mps + mb * m[0].vb_n_mps, 1e-15);
        assert_near(m[1].dissipated_J,
                    0.5 * ma * mb / (ma + mb) * (1 - 0.49) * m->rate_mps * m->rate_mps, 1e-15);
    }
    for (size_t i = 0; i < 3; i++) {
        const trace *t = follow(scene, 0, "penalty stiffness_N_per_m=1e5%s", soft[i]);
        const carom_contact_sample *m = t->first;
        ck_assert_uint_gt(t->samples.count, 50);
        assert_near(m->t_s, exact->t_s, 1e-13);
        ck_assert(m->a == exact->a && m->b == exact->b);
        assert_near(m->normal.x, exact->normal.x, 1e-12);
        assert_near(m->va_n_mps, exact->va_n_mps, 1e-12);
        assert_near(m->vb_t_mps, exact->vb_t_mps, 1e-12);
    }
}
END_TEST

/* Fixed balls and walls have velocity zero. The normal of a round wall rotates with the ball. */
START_TEST(walls_and_fixed_balls_have_no_velocity)
{
    const trace *t = follow(new_scene("circle 1; r 0.1; m 0.2; fixed 1 0.5; ball 1.05 0.72 0 -1; "
                                      "ball 1.85 1.05 1 0.3"),
                            0, "penalty stiffness_N_per_m=2e3");
    double turned = 0;
    ck_assert_uint_eq(t->log.count, 2);
    for (const carom_contact_sample *m = t->first; m <= t->last; m++) {
        bool first = !m->wall && m->a == 0;
        ck_assert(m->wall || m->a == 0 || m->b == 0);
        assert_same(first ? m->va_n_mps : m->vb_n_mps, 0);
        assert_same(first ? m->va_t_mps : m->vb_t_mps, 0);
        if (m->wall && m > t->first && m[-1].wall) {
            turned += fabs(carom_vec_cross(m->normal, m[-1].normal));
        }
    }
    ck_assert_double_gt(turned, 1e-3);
}
END_TEST

/* ---- limits ---- */

START_TEST(trace_is_limited)
{
    enum { MOST = 10 };
    const trace *whole = follow(new_pair(1), 0, "penalty stiffness_N_per_m=%g", k);
    const trace *part = follow(new_pair(1), MOST, "penalty stiffness_N_per_m=%g", k);
    ck_assert_uint_eq(part->samples.count, MOST);
    ck_assert_uint_eq(part->samples.left_out, whole->samples.count - MOST);
    ck_assert_uint_eq(whole->samples.left_out, 0);
    assert_same(part->last->force_N, whole->first[MOST - 1].force_N);
}
END_TEST

TEST_MAIN("contacts from inside", steps_lie_on_the_arc, damping_accounts_for_all_energy,
          contacts_across_an_edge, walls_and_fixed_balls_have_no_velocity, trace_is_limited)
