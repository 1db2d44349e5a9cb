/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distance of two states. */
#include "measure/measure.h"
#include "support.h"

START_TEST(divergence_in_numbers)
{
    carom_problem scene;
    carom_sample a, b;
    carom_divergence d;
    const size_t order[] = {1, 0};
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 0, 0, 0.1, 1);
    scene_add(&scene, 1, 0, 0, 0, 0.1, 1);
    assert_ok(carom_sample_init(&a, 2, NULL));
    assert_ok(carom_sample_init(&b, 2, NULL));
    a.x_m[0] = 3;
    a.y_m[0] = 4;
    a.x_m[1] = 2.5;
    a.vx_mps[0] = 2;
    d = carom_divergence_of(&scene, order, &a, &b);
    assert_near(d.rms_m, sqrt((25 + 6.25) / 2), 1e-15);
    assert_near(d.max_m, 5, 0);
    assert_near(d.rms_mps, sqrt(2), 1e-15);
    a.x_m[1] = 0;
    scene.ball[1].fixed = true; /* the mean is over movable balls */
    assert_near(carom_divergence_of(&scene, order, &a, &b).rms_m, 5, 1e-15);
    a.x_m[1] = 2.5;
    scene.boundary = CAROM_PERIODIC; /* the nearest image of 2.5 on 2.54 is 0.04 away */
    d = carom_divergence_of(&scene, order, &a, &b);
    assert_near(d.max_m, sqrt(0.46 * 0.46 + 0.19 * 0.19), 1e-14);
    carom_sample_free(&a);
    carom_sample_free(&b);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("divergence", divergence_in_numbers)
