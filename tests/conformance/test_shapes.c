/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conformance of shapes. Every solver on every shape: test_properties.c. */
#include "conformance/variants.h"
#include <float.h>

/* Straight and parabolic paths: a part is in contact at the first contact time, none before, and
 * normals are unit vectors. */
START_TEST(contacts_are_at_contact_times)
{
    stream s = {.state = 5};
    for_each_entry(carom_shapes, carom_shape, shape)
    {
        carom_problem scene;
        size_t tried = 0;
        make_table(&scene, shape, CAROM_WALLS);
        while (tried < 3000) {
            double reach = 0.02 + 0.05 * next_number(&s), first = INFINITY,
                   x = scene.width_m * next_number(&s);
            double y = scene.height_m * next_number(&s), vx = 2 * next_number(&s) - 1;
            carom_path way = {{x, y}, {vx, 2 * next_number(&s) - 1}, {0, tried % 2 == 0 ? 0 : -1}};
            size_t which = 0;
            if (!carom_walls_enclose(&scene, way.at) ||
                carom_walls_max_overlap(&scene, way.at, reach) > -1e-6) {
                continue;
            }
            for (size_t k = 0; k < carom_walls_count(&scene); k++) {
                double t = carom_walls_contact_time(&scene, k, &way, reach, 0);
                which = t < first ? k : which;
                first = fmin(first, t);
            }
            ck_assert_msg(isfinite(first), "a ball gets out");
            for (int part = 0; part <= 20; part++) {
                double t = first * part / 20;
                carom_vec p = {x + t * (way.v.x + 0.5 * t * way.a.x),
                               y + t * (way.v.y + 0.5 * t * way.a.y)};
                double deepest = carom_walls_max_overlap(&scene, p, reach);
                carom_wall_overlap at = carom_walls_part_overlap(&scene, which, p, reach);
                ck_assert(carom_walls_enclose(&scene, p));
                ck_assert_msg(deepest < 1e-12, "%.3g beyond before it touches %s", deepest,
                              carom_wall_name(&scene, which));
                if (part == 20) {
                    assert_near(deepest, 0, 1e-12);
                }
                if (isfinite(at.overlap_m)) {
                    assert_near(at.normal.x * at.normal.x + at.normal.y * at.normal.y, 1,
                                8 * DBL_EPSILON);
                }
            }
            tried++;
        }
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("shape conformance", contacts_are_at_contact_times)
