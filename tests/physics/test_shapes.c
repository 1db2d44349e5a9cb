/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs on tables that are no rectangle: conservation at round walls, and contacts that slide
 * across joints of the wall. */
#include "params/params.h"
#include "support.h"

static const double stiffness = 300, mass = 0.17, radius = 0.04;

/* An empty table of a shape with these parameters. */
static void table_init(carom_problem *scene, const char *kind, const char *const key[2],
                       const double value[2])
{
    carom_choice shape = {NULL, NULL};
    scene_init(scene, CAROM_WALLS);
    assert_ok(carom_choice_set(&shape, carom_interface_find(&carom_shapes, kind), NULL));
    for (int k = 0; k < 2 && key[k] != NULL; k++) {
        ck_assert(carom_choice_set_number(&shape, key[k], value[k]));
    }
    assert_ok(carom_problem_set_shape(scene, &shape, NULL));
    carom_choice_free(&shape);
}

static void circle_init(carom_problem *scene)
{
    table_init(scene, "circle", (const char *const[]){"radius_m", NULL}, (const double[]){0.5, 0});
}

static void stadium_init(carom_problem *scene)
{
    table_init(scene, "stadium", (const char *const[]){"length_m", "radius_m"},
               (const double[]){0.6, 0.4});
}

static const char *const contacts[] = {"grid", "located"}, *const flights[] = {"step", "leap"};
enum { VARIANTS = 4 };

/* The four variants of the penalty solver, by number. */
static outcome run_variant(const carom_problem *scene, int path, double k, const char *theta,
                           double t_s)
{
    char text[40];
    const carom_setting list[] = {
        {"integrator", "velocity_verlet"}, {"stiffness_N_per_m", text},   {"theta", theta},
        {"contacts", contacts[path % 2]},  {"flight", flights[path / 2]}, {NULL, NULL}};
    snprintf(text, sizeof text, "%.17g", k);
    return run_scene(scene, "penalty", list, t_s);
}

/* The force points to the centre, so angular momentum about it is conserved for any step. */
START_TEST(circle_keeps_angular_momentum)
{
    for (int path = 0; path < VARIANTS; path++) {
        carom_problem scene;
        const carom_sample *at;
        outcome run;
        double before = -0.2 * 0.37 + 0.2 * 1.0, after;
        circle_init(&scene);
        scene_add(&scene, 0.3, 0.3, 1, 0.37, radius, mass);
        run = run_variant(&scene, path, 1e5, "0.1", 20);
        at = &run.sample;
        after = (at->x_m[0] - 0.5) * at->vy_mps[0] - (at->y_m[0] - 0.5) * at->vx_mps[0];
        ck_assert_uint_gt(run.log.count, 20);
        assert_near(after, before, 1e-11);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A ball slides along the straight wall of a stadium onto the arc and leaves it there: one
 * contact, of the straight wall where it began. */
START_TEST(contact_slides_across_a_joint)
{
    double x[VARIANTS], y[VARIANTS];
    for (int path = 0; path < VARIANTS; path++) {
        carom_problem scene;
        outcome run;
        stadium_init(&scene);
        scene_add(&scene, 0.9, 0.05, 1.2, -0.3, radius, mass);
        run = run_variant(&scene, path, stiffness, "0.01", 0.15);
        ck_assert_uint_eq(run.log.count, 1);
        ck_assert_uint_eq(run.log.item[0].b, 0);
        assert_near(run.log.item[0].t_s, 0.01 / 0.3, 1e-3);
        ck_assert_double_gt(0.9 + 1.2 * (run.log.item[0].t_s + run.log.item[0].contact_s), 1.0);
        assert_near(run.sample.vx_mps[0] * run.sample.vx_mps[0] +
                        run.sample.vy_mps[0] * run.sample.vy_mps[0],
                    1.2 * 1.2 + 0.3 * 0.3, 1e-3);
        x[path] = run.sample.x_m[0];
        y[path] = run.sample.y_m[0];
        assert_near(x[path], x[0], 1e-4);
        assert_near(y[path], y[0], 1e-4);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A spring so soft that the ball's centre passes the wall: no force acts any more, which is an
 * error. */
START_TEST(ball_passes_a_soft_wall)
{
    for (int path = 0; path < VARIANTS; path++) {
        char text[] = "30";
        const carom_setting list[] = {{"stiffness_N_per_m", text},
                                      {"contacts", contacts[path % 2]},
                                      {"flight", flights[path / 2]},
                                      {NULL, NULL}};
        carom_problem scene;
        outcome run;
        stadium_init(&scene);
        scene_add(&scene, 0.7, 0.3, 0.1, -1, radius, mass);
        run = run_sliced(&scene, "penalty", list, 3, 1);
        ck_assert_int_eq(run.status, CAROM_INVALID);
        ck_assert_ptr_nonnull(strstr(run.error.text, "has gone through the wall"));
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("springs on tables of other shapes", circle_keeps_angular_momentum,
          contact_slides_across_a_joint, ball_passes_a_soft_wall)
