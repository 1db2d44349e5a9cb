/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distance of two states. */
#include "measure/measure.h"
#include "scenes.h"

START_TEST(divergence_in_numbers)
{
    carom_problem *scene = new_scene("open; r 0.1; ball 0 0; ball 1 0");
    double x[] = {3, 2.5}, y[] = {4, 0}, v[] = {2, 0}, zero[] = {0, 0};
    const carom_sample a = {.count = 2, .x_m = x, .y_m = y, .vx_mps = v, .vy_mps = zero},
                       b = {.count = 2, .x_m = zero, .y_m = zero, .vx_mps = zero, .vy_mps = zero};
    carom_divergence d;
    const size_t order[] = {1, 0};
    d = carom_divergence_of(scene, order, &a, &b);
    assert_near(d.rms_m, sqrt((25 + 6.25) / 2), 1e-15);
    assert_near(d.max_m, 5, 0);
    assert_near(d.rms_mps, sqrt(2), 1e-15);
    x[1] = 0;
    scene->ball[1].fixed = true; /* the mean is over movable balls */
    assert_near(carom_divergence_of(scene, order, &a, &b).rms_m, 5, 1e-15);
    x[1] = 2.5;
    scene->boundary = CAROM_PERIODIC; /* the nearest image of 2.5 on 2.54 is 0.04 away */
    d = carom_divergence_of(scene, order, &a, &b);
    assert_near(d.max_m, sqrt(0.46 * 0.46 + 0.19 * 0.19), 1e-14);
}
END_TEST

TEST_MAIN("divergence", divergence_in_numbers)
