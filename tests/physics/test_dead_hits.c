/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dead hits (a coefficient of restitution of 0, or nearly): a ball that gravity presses onto a rim
 * is an inelastic collapse at once, a ball that glances off moves on along the tangent, and no ball
 * ever leaves a table. */
#include "chance.h"
#include "scene/scene.h"
#include "scenes.h"
#include "search/search.h"

static const double G = 9.81;

/* ---- tables ---- */

static const struct {
    const char *text;
    double x, y, width, height; /* a rectangle on the table, m */
} tables[] = {{"circle 1", 0.3, 0.3, 1.4, 1.4},
              {"stadium 1 1", 0.5, 0.2, 2, 1.6},
              /* notched: a corner points up into it at (1, 0.3), between two slopes */
              {"polygon 0 0 1 0.3 2 0 2 2 0 2", 0, 0.4, 2, 1.6},
              {"walls 2 2", 0, 0, 2, 2}};
enum { CIRCLE, NOTCHED = 2, TABLES = sizeof tables / sizeof tables[0] };

static carom_problem *new_table(size_t table, double e)
{
    return new_scene("%s; g 0 %g; e 1 %g", tables[table].text, -G, e);
}

/* ---- one ball ---- */

/* A rounding error of the position lifts the ball so far that it falls for about 2e-9 s. The solver
 * stops after 1000 such falls. */
static const double last_falls_s = 1e-5;

/* A ball of 0.1 m with speed v upwards on a table: the collapse. */
static void assert_collapse(size_t table, double e, double x, double y, double v, double at_s,
                            double tolerance_s)
{
    carom_problem *scene = new_table(table, e);
    add_to_scene(scene, "ball %g %g 0 %g r 0.1 m 1", x, y, v);
    outcome *run = try_until(3, 30, scene, "impulse collapse=error");
    ck_assert_msg(run->status == CAROM_COLLAPSE, "status %d: %s", (int)run->status,
                  run->error.text);
    ck_assert_ptr_nonnull(strstr(run->error.text, "inelastic collapse"));
    assert_near(run->log.item[run->log.count - 1].t_s, at_s, tolerance_s);
    ck_assert(run->sample.max_overlap_m < 1e-12);
}

/* It falls by h and stays: where a rim curves upwards, the ball presses onto it from then on.
 * Bounces with e > 0 last no longer than on a floor, (1 + e)/(1 - e) times the fall. */
START_TEST(ball_stays_on_a_rim)
{
    const double e[] = {0, 1e-300, 1e-17, 1e-9, 1e-3}, start[TABLES] = {0.5, 0.8, 0.45, 0.5};
    const double deep[TABLES] = {1 - sqrt(0.81 - 0.25), 1 - sqrt(0.81 - 0.04),
                                 0.3 * 0.45 + 0.1 * sqrt(1.09), 0.1};
    for (size_t table = 0; table < TABLES; table++) {
        for (size_t k = 0; k < sizeof e / sizeof e[0]; k++) {
            double fall = sqrt(2 * (1.1 - deep[table]) / G);
            assert_collapse(table, e[k], start[table], 1.1, 0, fall,
                            fall * 3 * e[k] + last_falls_s);
        }
    }
}
END_TEST

/* Exactly above a corner that points inwards, and above the lowest point of a rim. */
START_TEST(ball_stays_on_a_point)
{
    const double deep[] = {0.1, 0.4}, e[] = {0, 0.25};
    for (size_t k = 0; k < 4; k++) {
        double fall = sqrt(2 * (1.1 - deep[k % 2]) / G), own = e[k / 2];
        assert_collapse(k % 2 == 0 ? CIRCLE : NOTCHED, own, 1, 1.1, 0,
                        fall + 2 * fall * own / (1 - own), last_falls_s);
    }
}
END_TEST

/* By default a ball rests where its support is level or a point below it, and nowhere else. */
START_TEST(ball_rests_where_it_can)
{
    static const struct {
        size_t table;
        double x, rest_y; /* NaN: it would slide */
    } drops[] = {{CIRCLE, 0.5, NAN}, {CIRCLE, 1, 0.1}, {NOTCHED, 0.45, NAN},
                 {NOTCHED, 1, 0.4},  {1, 1.5, 0.1},    {3, 0.5, 0.1}};
    const double e[] = {0, 1e-9, 0.5, 0.9};
    for (size_t k = 0; k < 4 * sizeof drops / sizeof drops[0]; k++) {
        carom_problem *scene = new_table(drops[k / 4].table, e[k % 4]);
        add_to_scene(scene, "ball %g 1.1 r 0.1 m 1", drops[k / 4].x);
        outcome *run = try_until(10, 1, scene, "impulse");
        test_set_subject("drop %zu", k);
        if (isnan(drops[k / 4].rest_y)) {
            ck_assert(run->status == CAROM_COLLAPSE || (drops[k / 4].table == CIRCLE && k % 4 > 1));
            continue;
        }
        assert_ok(run->status);
        assert_near(run->sample.y_m[0], drops[k / 4].rest_y, 1e-13);
        assert_same(run->sample.vy_mps[0], 0);
        assert_budget(run, 1e-12);
        ck_assert_uint_ge(run->report.rests, 1);
    }
}
END_TEST

/* Thrown up against the highest point of the rim, the ball falls off and stays at the lowest
 * point. */
START_TEST(ball_falls_off_the_upper_rim)
{
    const double v = 7, R = 0.9, up = (v - sqrt(v * v - 2 * G * R)) / G;
    assert_collapse(CIRCLE, 0, 1, 1, v, up + sqrt(4 * R / G), last_falls_s);
}
END_TEST

/* A ball that flies over a corner reaches below the line of the next edge before it reaches the
 * edge. The gap to that line is d + u t + a t^2/2, and the ball touches at the later root. */
START_TEST(ball_flies_over_a_corner)
{
    const double size = sqrt(1.09), d = (0.43 - 0.3 * 1.1) / size - 0.1;
    const double u = (0.8 + 0.3) / size, a = -G / size;
    carom_problem *scene = new_table(NOTCHED, 0.9);
    add_to_scene(scene, "ball 1.1 0.43 -1 0.8 r 0.1 m 1");
    outcome *run = run_until(0.3, scene, "impulse");
    ck_assert_uint_ge(run->log.count, 1);
    assert_near(run->log.item[0].t_s, (u + sqrt(u * u - 2 * a * d)) / -a, 1e-14);
}
END_TEST

/* ---- no ball leaves a table ---- */

static bool is_lost(const carom_problem *scene, const carom_sample *at)
{
    for (size_t i = 0; i < scene->count; i++) {
        carom_vec place = {at->x_m[i], at->y_m[i]};
        if (!carom_walls_enclose(scene, place) ||
            carom_walls_max_overlap(scene, place, scene->ball[i].radius_m) > 1e-9) {
            return true;
        }
    }
    return false;
}

static carom_problem *random_table(stream *s)
{
    const double e[] = {0, 0, 0, 1e-16, 1e-8, 1e-3, 0.1, 0.3, 0.5, 0.7, 0.9, 1};
    size_t table = (size_t)(TABLES * next_number(s)), n = 1 + (size_t)(3 * next_number(s));
    carom_problem *scene = new_table(table, ONE_OF(s, e));
    scene->restitution.ball_ball = happens(s, 0.5) ? 1 : ONE_OF(s, e);
    scene->gravity_mps2.x = happens(s, 0.3) ? between(s, -G, G) : 0;
    scene->gravity_mps2.y = -by_decades(s, 1e-3, 20);
    for (size_t i = 0; i < n; i++) {
        double cell = tables[table].width / (double)n, r = between(s, 0.02, 0.45) * cell;
        double speed = happens(s, 0.4) ? 0 : by_decades(s, 1e-2, 10), turn = between(s, 0, 2 * PI);
        double x = tables[table].x + ((double)i + 0.5) * cell, y;
        r = fmin(r, 0.2 * tables[table].height);
        y = tables[table].y + between(s, r, tables[table].height - r);
        if (happens(s, 0.1)) { /* exact numbers, for exact zeros */
            x = i == 0 && n < 3 ? 1 : x;
            speed = 0;
        }
        scene_add(scene, x, y, speed * cos(turn), speed * sin(turn), r, 1);
    }
    return scene;
}

/* Every ball stays on the table until the end or until the solver stops, and the energy budget
 * closes. CAROM_SCENES is the number of scenes, CAROM_SCENE selects one. */
START_TEST(no_ball_leaves_a_table)
{
    uint64_t first = (uint64_t)from_environment("CAROM_SCENE", 1);
    uint64_t scenes = first > 1 ? 1 : (uint64_t)from_environment("CAROM_SCENES", 4000);
    size_t ran = 0, collapsed = 0;
    for (uint64_t k = first; k < first + scenes; k++) {
        stream s = {k * UINT64_C(1000003)};
        carom_problem *scene = random_table(&s);
        while (carom_problem_check(scene, carom_problem_store_first_fault, NULL) == CAROM_INVALID) {
            scene = random_table(&s); /* solvers refuse balls inside each other */
        }
        test_set_subject("scene %llu", (unsigned long long)k);
        for (int part = 0; part <= 1; part++) {
            outcome *run = try_until(part == 0 ? 0.37 : 4, 20, scene, "impulse");
            ck_assert_msg(run->status == CAROM_OK || run->status == CAROM_COLLAPSE, "status %d: %s",
                          (int)run->status, run->error.text);
            if (run->status == CAROM_OK) {
                ck_assert(!is_lost(scene, &run->sample));
                assert_near(run->sample.ledger.energy_residual_J, 0, 1e-10);
            }
            *(run->status == CAROM_OK ? &ran : &collapsed) += (size_t)part;
        }
        test_release();
    }
    ck_assert(ran > scenes / 20 && collapsed > scenes / 20);
}
END_TEST

/* The check of every exact solver finds a ball beyond a wall and accepts one inside. */
START_TEST(overlap_of_walls_is_found)
{
    for (size_t table = 0; table < TABLES; table++) {
        double xy[] = {1, 1, 0, 0, 0}, far[] = {1.05, -7};
        carom_view view = {.x_m = xy, .y_m = xy + 1, .vx_mps = xy + 2, .vy_mps = xy + 3};
        carom_problem *scene = new_table(table, 1);
        add_to_scene(scene, "ball 1 1 0 0 r 0.1");
        assert_ok(carom_walls_check(scene, &view, 1, NULL));
        for (int k = 0; k < 2; k++) {
            xy[1] = far[k] > 0 ? 1.9 + 1e-3 : far[k];
            carom_error error = {0};
            ck_assert_int_eq(carom_walls_check(scene, &view, 1, &error), CAROM_INTERNAL);
            ck_assert_ptr_nonnull(strstr(error.text, "ball 1 is beyond a wall"));
        }
    }
}
END_TEST

/* ---- glancing hits without gravity ---- */

/* With e = 0 a ball that hits a fixed one keeps its tangential velocity. A free ball of the same
 * mass takes half of the approach velocity. Rounding must not bring the two together again. */
START_TEST(ball_continues_along_the_tangent)
{
    enum { OFFSETS = 400 };
    for (int k = 0; k < 2 * OFFSETS; k++) {
        double off = 0.0999 * (2 * (k / 2) - OFFSETS) / OFFSETS, b = off / 0.1, c = sqrt(1 - b * b);
        bool fixed = k % 2 == 0;
        const carom_problem *scene = new_scene(
            "walls 10 10; e 0 1; r 0.05; ball 4 %g 1 0; %s 4.3 5", 5 + off,
            fixed ? "fixed" : "ball");
        outcome *run = run_until(2, scene, "impulse");
        ck_assert_uint_eq(run->log.count, 1);
        assert_near(run->sample.vx_mps[0], fixed ? b * b : 1 - 0.5 * c * c, 1e-13);
        assert_near(run->sample.vy_mps[0], (fixed ? 1 : 0.5) * b * c, 1e-13);
    }
}
END_TEST

TEST_MAIN("dead hits", ball_stays_on_a_rim, ball_stays_on_a_point, ball_rests_where_it_can,
          ball_falls_off_the_upper_rim, ball_flies_over_a_corner, no_ball_leaves_a_table,
          overlap_of_walls_is_found, ball_continues_along_the_tangent)
