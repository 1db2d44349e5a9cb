/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact traces of every solver: tracing changes no bit of a run, and samples agree with the log.
 */
#include "conformance/contestants.h"
#include <float.h>
#include <stddef.h>

/* Of a run. */
static double duration_s(void)
{
    return ROUNDS(1, 0.5);
}

/* A run with traced contacts, in several advances. */
static outcome run_traced(const carom_problem *scene, const contestant *entry,
                          const carom_trace_request *trace_request, int slices,
                          carom_contact_samples *contact_samples)
{
    outcome run = {.status = CAROM_OK};
    carom_solver *solver = carom_solver_new(scene, entry->name, settings_of(entry), &run.error);
    *contact_samples = (carom_contact_samples){.item = NULL};
    assert_ok(carom_sample_init(&run.sample, scene->count, NULL));
    assert_ok(carom_solver_trace(solver, trace_request, NULL));
    for (int i = 1; i <= slices; i++) {
        assert_ok(carom_solver_advance(solver, duration_s() * i / slices, &run.error));
        carom_solver_sample(solver, &run.sample);
    }
    carom_solver_report(solver, &run.report);
    assert_ok(carom_solver_collisions(solver, &run.log, NULL));
    carom_log_sort(&run.log);
    assert_ok(carom_solver_contact_samples(solver, contact_samples, NULL));
    carom_solver_free(solver);
    return run;
}

/* Compare without padding. */
static void assert_same_sample(const carom_contact_sample *m, const carom_contact_sample *n)
{
    size_t numbers = offsetof(carom_contact_sample, a) - offsetof(carom_contact_sample, t_s);
    ck_assert_uint_eq(m->contact, n->contact);
    ck_assert_int_eq(memcmp(&m->t_s, &n->t_s, numbers), 0);
    ck_assert(m->a == n->a && m->b == n->b && m->wall == n->wall);
}

/* Error of the trapezoidal rule, relative to the largest possible friction impulse. */
static const double of_limit = 0.02;

static bool is_blog(const contestant *entry)
{
    return limits_of(entry) == LOSSY;
}

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
    if (!isnan(c->separation_mps)) {
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
static size_t check_contact(const carom_problem *scene, const contestant *entry,
                            const carom_contact_sample *m, size_t count, const carom_collision *c)
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
    if (!isnan(c->separation_mps) || impulse) {
        assert_same(m[n - 1].dissipated_J, c->dissipated_J);
        assert_same(m[n - 1].elastic_J, 0);
    }
    ck_assert(is_blog(entry) || n > 1 || isnan(c->separation_mps));
    if (carom_problem_has_contact_friction(scene)) {
        check_friction(scene, m, n, c);
    }
    return n;
}

/* Trace every contact: no bit of the run changes, and samples agree with the log.
 * @param contact_samples  samples of the run; the caller frees them */
static void follow(const carom_problem *scene, const contestant *entry,
                   carom_contact_samples *contact_samples)
{
    const carom_trace_request all = {.first = 1000000};
    outcome plain = run_sliced(scene, entry->name, settings_of(entry), duration_s(), 10),
            traced = run_traced(scene, entry, &all, 10, contact_samples);
    size_t contact = 0;
    assert_same_state(&plain, &traced);
    ck_assert_uint_gt(plain.log.count, 0);
    for (size_t k = 0; k < contact_samples->count; contact++) {
        ck_assert_uint_eq(contact_samples->item[k].contact, contact + 1);
        k += check_contact(scene, entry, &contact_samples->item[k], contact_samples->count - k,
                           &traced.log.item[contact]);
    }
    ck_assert_uint_eq(contact, plain.log.count);
    outcome_free(&plain);
    outcome_free(&traced);
}

/* Independent of the division into advances. */
static void trace_all(const carom_problem *scene, const contestant *entry)
{
    const carom_trace_request all = {.first = 1000000};
    carom_contact_samples contact_samples, sliced;
    outcome often;
    follow(scene, entry, &contact_samples);
    often = run_traced(scene, entry, &all, 137, &sliced);
    ck_assert_uint_eq(contact_samples.count, sliced.count);
    for (size_t k = contact_samples.count; k-- > 0;) {
        assert_same_sample(&contact_samples.item[k], &sliced.item[k]);
    }
    carom_contact_samples_free(&contact_samples);
    carom_contact_samples_free(&sliced);
    outcome_free(&often);
}

START_TEST(tracing_changes_no_bit)
{
    for_each_solver(entry)
    {
        for (uint64_t seed = 1; seed <= ROUNDS(3, 1); seed++) {
            carom_problem scene;
            make_scene(&scene, entry, seed);
            trace_all(&scene, entry);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* With friction, also at walls, for all settings that support it. */
START_TEST(contacts_with_friction)
{
    size_t tried = 0;
    for_each_solver(entry)
    {
        carom_problem scene;
        carom_contact_samples contact_samples;
        make_scene(&scene, entry, 6);
        if (carom_problem_has_contact_friction(&scene)) {
            follow(&scene, entry, &contact_samples);
            carom_contact_samples_free(&contact_samples);
            tried++;
        }
        carom_problem_free(&scene);
    }
    ck_assert_uint_ge(tried, 9);
}
END_TEST

/* At round walls, and across the joint of two parts. */
START_TEST(walls_of_any_shape)
{
    const double lengths[] = {0.8, 0.5};
    for_each_solver(entry)
    {
        const carom_choice kind = {carom_interface_find(&carom_solvers, entry->name), NULL};
        stream s = {7};
        carom_problem scene;
        if (!carom_solver_has_traits(&kind, CAROM_ANY_SHAPE)) {
            continue;
        }
        scene_shape(&scene, "stadium", lengths);
        scene.restitution = (carom_restitution){0.9, 0.8};
        for (int i = 0; i < 12; i++) {
            double vx = 6 * next_number(&s) - 3, vy = 6 * next_number(&s) - 3;
            scene_add(&scene, 0.4 + 0.2 * (i % 6), i < 6 ? 0.35 : 0.65, vx, vy, 0.08, 0.2);
        }
        trace_all(&scene, entry);
        carom_problem_free(&scene);
    }
}
END_TEST

/* The samples of selected contacts equal those among all contacts. */
START_TEST(selected_contacts_equal_those_among_all)
{
    enum { FEW = ROUNDS(7, 3) };
    const carom_trace_request all = {.first = 1000000};
    for_each_solver(entry)
    {
        carom_problem scene;
        carom_contact_samples every, first, paired;
        outcome run;
        carom_bodies pair;
        carom_trace_request few = {.first = FEW}, two = {.pair = &pair, .pairs = 1};
        size_t k = 0, found = 0;
        make_scene(&scene, entry, 3);
        run = run_traced(&scene, entry, &all, 1, &every);
        pair = (carom_bodies){run.log.item[FEW].b, run.log.item[FEW].a, false};
        if (run.log.item[FEW].wall) {
            pair = (carom_bodies){run.log.item[FEW].a, run.log.item[FEW].b, true};
        }
        outcome_free(&run);
        run = run_traced(&scene, entry, &few, 1, &first);
        outcome_free(&run);
        run = run_traced(&scene, entry, &two, 1, &paired);
        outcome_free(&run);
        for (; k < first.count; k++) {
            assert_same_sample(&first.item[k], &every.item[k]);
        }
        ck_assert_uint_eq(first.item[k - 1].contact, FEW);
        ck_assert_uint_eq(every.item[k].contact, FEW + 1);
        for (k = 0; k < every.count; k++) {
            const carom_contact_sample *m = &every.item[k];
            bool same = m->a == pair.a && m->b == pair.b, turned = m->a == pair.b && m->b == pair.a;
            if (m->wall == pair.wall && (same || (turned && !m->wall))) {
                assert_same_sample(m, &paired.item[found++]);
            }
        }
        ck_assert_uint_gt(found, 0);
        ck_assert_uint_eq(found, paired.count);
        carom_contact_samples_free(&every);
        carom_contact_samples_free(&first);
        carom_contact_samples_free(&paired);
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("contacts from inside", tracing_changes_no_bit, contacts_with_friction,
          walls_of_any_shape, selected_contacts_equal_those_among_all)
