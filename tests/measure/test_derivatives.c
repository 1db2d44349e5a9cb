/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact derivatives of event-driven runs. */
#include "measure/measure.h"
#include "support.h"

enum { MOST_COLUMNS = 64 };

/* Derivatives with respect to every x, y, vx, vy of every ball. */
static double *all_derivatives(const carom_problem *scene, double t_s,
                               carom_derivative_summary *summary)
{
    size_t columns = 4 * scene->count;
    carom_direction direction[MOST_COLUMNS] = {{.minus = NULL}};
    double *derivative = calloc(scene->count * CAROM_RATES * columns, sizeof *derivative);
    carom_error error = {CAROM_OK, "", ""};
    for (size_t k = 0; k < columns; k++) {
        direction[k].ball = k / 4;
        direction[k].value = (carom_rate)(k % 4);
    }
    assert_ok(carom_derivatives_of(scene, NULL, t_s, direction, columns, NULL, derivative, summary,
                                   &error));
    return derivative;
}

/* PHYSICS K: one disc of radius 0.5 m and a wall, dy(T)/dy0 = -1; two equal discs head-on,
 * d x2(T)/d(x1, x2, v1, v2) = (1, 0, T, 0). */
START_TEST(values_of_one_bounce_and_of_head_on_discs)
{
    carom_problem scene;
    carom_derivative_summary summary;
    double *d;
    carom_problem_init(&scene);
    scene.width_m = scene.height_m = 4;
    scene_add(&scene, 2, 2.9, 0, -5, 0.5, 1);
    d = all_derivatives(&scene, 1, &summary);
    ck_assert_uint_eq(summary.collisions, 1);
    assert_near(d[CAROM_RATE_Y * 4 + CAROM_RATE_Y], -1, 1e-15);
    assert_near(d[CAROM_RATE_Y * 4 + CAROM_RATE_VY], -1, 1e-15);
    free(d);
    carom_problem_free(&scene);
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 2, 0, 0.5, 1);
    scene_add(&scene, 2.385, 0, 0, 0, 0.5, 1);
    d = all_derivatives(&scene, 1.125, &summary);
    assert_near(d[5 * 8 + 0], 1, 1e-15);
    assert_near(d[5 * 8 + 4], 0, 1e-15);
    assert_near(d[5 * 8 + 2], 1.125, 1e-15);
    assert_near(d[5 * 8 + 6], 0, 1e-15);
    free(d);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("derivatives", values_of_one_bounce_and_of_head_on_discs)
