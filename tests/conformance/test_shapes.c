/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conformance of shapes: every shape, and every solver on every shape, which it supports or rejects
 * with the name of the key. */
#include "scene/scene.h"
#include "support.h"
#include <float.h>

static const double round_table = 0.9, long_table[] = {0.7, 0.6};
static double notched[][2] = {{0, 0},     {1.9, 0},   {1.9, 1.3}, {1.1, 1.3},
                              {1.0, 0.8}, {0.9, 1.3}, {0, 1.3}};
static const double sides[] = {1.9, 1.3};
static const carom_list corners = {notched, 7};

/* Options of every shape, in the layout of its struct. */
static const struct {
    const char *name;
    const void *options;
} tables[] = {
    {"rectangle", sides}, {"circle", &round_table}, {"stadium", long_table}, {"polygon", &corners}};

static const struct {
    const char *name;
    carom_setting settings[4];
} contestants[] = {{"impulse", {{NULL, NULL}}},
                   {"stepped", {{"step_s", "1e-4"}, {NULL, NULL}}},
                   {"oracle", {{NULL, NULL}}},
                   {"penalty", {{"stiffness_N_per_m", "3e5"}, {"step_s", "1e-5"}, {NULL, NULL}}},
                   {"published",
                    {{"source", "lecture_2006"},
                     {"frame_s", "1e-3"},
                     {"stiffness_N_per_m", "2e4"},
                     {NULL, NULL}}}};
enum {
    TABLES = sizeof tables / sizeof tables[0],
    SOLVERS = sizeof contestants / sizeof contestants[0]
};

/* Balls in the lower middle of the table, optionally in reverse order. */
static void make_scene(carom_problem *scene, size_t table, bool backwards)
{
    enum { BALLS = 8 };
    scene_shape(scene, tables[table].name, tables[table].options);
    for (size_t n = 0; n < BALLS; n++) {
        size_t k = backwards ? BALLS - 1 - n : n;
        stream s = {.state = k + 1};
        double vx = 4 * next_number(&s) - 2, vy = 4 * next_number(&s) - 2;
        scene_add(scene, 0.6 + 0.15 * (double)(k % 4), 0.35 + 0.2 * (double)(k / 4), vx, vy, 0.03,
                  0.17);
    }
    scene->restitution = (carom_restitution){0.95, 0.9};
}

static bool can(const carom_problem *scene, const char *name)
{
    return scene->part == NULL ||
           (carom_solver_entry_of(carom_interface_find(&carom_solvers, name))->traits &
            CAROM_ANY_SHAPE) != 0;
}

START_TEST(every_shape_is_tested)
{
    size_t shapes = 0, solvers = 0;
    while (carom_shapes.entries[shapes] != NULL) {
        ck_assert_str_eq(carom_shapes.entries[shapes]->name,
                         tables[shapes < TABLES ? shapes : 0].name);
        shapes++;
    }
    for (const carom_entry *const *entry = carom_solvers.entries; *entry != NULL; entry++) {
        solvers += (carom_solver_entry_of(*entry)->traits & CAROM_RECORDED) == 0;
    }
    ck_assert_uint_eq(shapes, TABLES);
    ck_assert_uint_eq(solvers, SOLVERS);
}
END_TEST

/* Straight and parabolic paths: a part is in contact at the first contact time, none before, and
 * normals are unit vectors. */
START_TEST(contacts_are_at_contact_times)
{
    stream s = {.state = 5};
    for (size_t table = 0; table < TABLES; table++) {
        carom_problem scene;
        size_t tried = 0;
        make_scene(&scene, table, false);
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
            ck_assert_msg(isfinite(first), "%s: a ball gets out", tables[table].name);
            for (int part = 0; part <= 20; part++) {
                double t = first * part / 20;
                carom_vec p = {x + t * (way.v.x + 0.5 * t * way.a.x),
                               y + t * (way.v.y + 0.5 * t * way.a.y)};
                double deepest = carom_walls_max_overlap(&scene, p, reach);
                carom_wall_overlap at = carom_walls_part_overlap(&scene, which, p, reach);
                ck_assert(carom_walls_enclose(&scene, p));
                ck_assert_msg(deepest < 1e-12, "%s: %.3g beyond before it touches %s",
                              tables[table].name, deepest, carom_wall_name(&scene, which));
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

static void assert_same_outcome(const outcome *a, const outcome *b, bool backwards)
{
    size_t n = a->sample.count;
    for (size_t i = 0; i < n; i++) {
        size_t j = backwards ? n - 1 - i : i;
        assert_same(a->sample.x_m[i], b->sample.x_m[j]);
        assert_same(a->sample.y_m[i], b->sample.y_m[j]);
        assert_same(a->sample.vx_mps[i], b->sample.vx_mps[j]);
        assert_same(a->sample.vy_mps[i], b->sample.vy_mps[j]);
    }
    ck_assert_uint_eq(a->log.count, b->log.count);
}

/* Sampling is pure, equal input gives equal bits, the order of balls has no effect, residuals
 * vanish, and no ball leaves the table; or the shape is rejected. */
START_TEST(every_solver_in_every_shape)
{
    for (size_t k = 0; k < TABLES * SOLVERS; k++) {
        const char *name = contestants[k % SOLVERS].name;
        const carom_setting *settings = contestants[k % SOLVERS].settings;
        carom_problem scene, other;
        carom_error error = {0};
        make_scene(&scene, k / SOLVERS, false);
        make_scene(&other, k / SOLVERS, true);
        if (!can(&scene, name)) {
            ck_assert_ptr_null(carom_solver_new(&scene, name, settings, &error));
            ck_assert_str_eq(error.key, "shape");
        } else if (strcmp(name, "published") != 0) {
            outcome a = run_scene(&scene, name, settings, 1.5),
                    b = run_sliced(&scene, name, settings, 1.5, 7);
            outcome c = run_scene(&other, name, settings, 1.5);
            ck_assert_uint_gt(a.log.count, 10);
            assert_same_outcome(&a, &b, false);
            assert_same_outcome(&a, &c, true);
            for (size_t i = 0; i < scene.count; i++) {
                ck_assert_msg(
                    carom_walls_enclose(&scene, (carom_vec){a.sample.x_m[i], a.sample.y_m[i]}),
                    "%s in %s", name, tables[k / SOLVERS].name);
            }
            assert_near(a.sample.ledger.energy_residual_J, 0,
                        strcmp(name, "penalty") == 0 ? 2e-2 : 1e-12);
            assert_near(a.sample.ledger.momentum_residual_kgmps, 0, 1e-11);
            assert_near(a.sample.ledger.angular_momentum_residual_kgm2ps, 0,
                        strcmp(name, "penalty") == 0 ? 2e-3 : 1e-11);
            outcome_free(&a);
            outcome_free(&b);
            outcome_free(&c);
        }
        carom_problem_free(&scene);
        carom_problem_free(&other);
    }
}
END_TEST

TEST_MAIN("shape conformance", every_shape_is_tested, contacts_are_at_contact_times,
          every_solver_in_every_shape)
