/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The collision balance from contact samples, compared with conservation of momentum.
 * (Numbers of impulses, and spins: tests/cases/trace.case, friction_studies.case.) */
#include "run/run.h"
#include "support.h"

static const double e = 0.6, ma = 0.3, mb = 0.2;

/* An oblique collision across the edge of a periodic table; turned: the same balls in reverse
 * order. */
static void make_scene(carom_problem *scene, bool turned)
{
    scene_init(scene, CAROM_PERIODIC);
    scene->restitution.ball_ball = e;
    for (int i = 0; i < 2; i++) {
        if (turned == (i == 1)) {
            scene_add(scene, scene->width_m - 0.12, 0.6, 1.5, 0.4, 0.1, ma);
        } else {
            scene_add(scene, 0.1, 0.65, -0.5, 0.1, 0.1, mb);
        }
    }
}

static carom_collision_balance exchange_by(const carom_problem *scene, const char *kind,
                                           const carom_setting *settings, double t_s, bool ends)
{
    const carom_trace_request trace_request = {.first = 1, .ends = ends};
    carom_contact_samples contact_samples = {.item = NULL};
    carom_error error = {0};
    carom_collision_balance balance;
    carom_solver *solver = carom_solver_new(scene, kind, settings, &error);
    ck_assert_msg(solver != NULL, "%s", error.text);
    assert_ok(carom_solver_trace(solver, &trace_request, NULL));
    assert_ok(carom_solver_advance(solver, t_s, NULL));
    assert_ok(carom_solver_contact_samples(solver, &contact_samples, NULL));
    ck_assert_msg(!ends || contact_samples.count == 2, "%zu moments", contact_samples.count);
    balance = carom_collision_balance_of(scene, &contact_samples, 1);
    carom_contact_samples_free(&contact_samples);
    carom_solver_free(solver);
    return balance;
}

/* Springs conserve momentum along the axes of contact onset although their own axes rotate.
 * Exchanging the balls reverses the axes. The first and the last sample suffice. */
START_TEST(springs_conserve_momentum)
{
    const carom_setting settings[] = {{"stiffness_N_per_m", "1e4"}, {NULL, NULL}};
    carom_problem scene, other;
    carom_collision_balance x, y, short_of;
    make_scene(&scene, false);
    make_scene(&other, true);
    x = exchange_by(&scene, "penalty", settings, 0.1, false);
    y = exchange_by(&other, "penalty", settings, 0.1, false);
    short_of = exchange_by(&scene, "penalty", settings, 0.1, true);
    ck_assert(x.over && y.over);
    ck_assert_double_gt(fabs(x.after[0].v_t_mps - x.before[0].v_t_mps), 1e-3);
    assert_near(x.after[2].p_n_kgmps, x.before[2].p_n_kgmps, 1e-15);
    assert_near(x.after[2].p_t_kgmps, x.before[2].p_t_kgmps, 1e-15);
    ck_assert(y.a == 0 && y.b == 1);
    for (int i = 0; i < 2; i++) {
        assert_near(y.before[i].v_n_mps, -x.before[1 - i].v_n_mps, 1e-15);
        assert_near(y.after[i].v_t_mps, -x.after[1 - i].v_t_mps, 1e-15);
        assert_near(y.after[i].kinetic_J, x.after[1 - i].kinetic_J, 1e-15);
        assert_same(short_of.after[i].v_n_mps, x.after[i].v_n_mps);
        assert_same(short_of.before[i].v_t_mps, x.before[i].v_t_mps);
    }
    carom_problem_free(&scene);
    carom_problem_free(&other);
}
END_TEST

/* With event location the force at separation is 0 within rounding, of either sign. The contact
 * counts as ended in both cases, and only after its end. */
START_TEST(located_contact_ends_despite_rounding)
{
    for (int i = 0; i < 40; i++) {
        char k[40];
        const carom_setting settings[] = {{"stiffness_N_per_m", k},
                                          {"integrator", "heun"},
                                          {"step_s", "1e-5"},
                                          {"contacts", "located"},
                                          {NULL, NULL}};
        carom_problem scene;
        carom_collision_balance x;
        snprintf(k, sizeof k, "%.17g", 1e4 * (1 + 0.0237 * i));
        make_scene(&scene, false);
        scene.restitution.ball_ball = i % 2 == 0 ? 1
                                                 : e; /* the contact ends by overlap or by force */
        x = exchange_by(&scene, "penalty", settings, 0.1, true);
        ck_assert_msg(x.over, "%d, stiffness %s: not over", i, k);
        ck_assert(!exchange_by(&scene, "penalty", settings, 0.012, false).over);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A contact that does not exist or has not ended has no balance. */
START_TEST(unfinished_contact_has_no_balance)
{
    const carom_setting settings[] = {{"stiffness_N_per_m", "1e4"}, {NULL, NULL}};
    carom_problem scene;
    carom_collision_balance during, before;
    make_scene(&scene, false);
    during = exchange_by(&scene, "penalty", settings, 0.012, false);
    before = exchange_by(&scene, "penalty", settings, 0.001, false);
    ck_assert(!during.over && !before.over);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("exchange", springs_conserve_momentum, located_contact_ends_despite_rounding,
          unfinished_contact_has_no_balance)
