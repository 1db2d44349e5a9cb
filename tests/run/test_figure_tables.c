/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for the figures of a run: paths through the points of collision, hits of walls, velocities
 * before and after; arc length along every shape. */
#define _XOPEN_SOURCE 700
#include "records/records.h"
#include "run/run.h"
#include "scratch_folder.h"
#include "support.h"

static carom_tsv table;

/* Runs a scenario of one line into the folder, and reads a table. */
static void read_run(const char *text, const char *name)
{
    carom_scenario scenario;
    carom_messages messages = {.errors = 0};
    carom_error error = {0};
    carom_run run;
    char path[200];
    carom_request request = {
        .scenario = &scenario, .name = "it", .directory = folder, .figures = true, .threads = 2};
    make_folder();
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_uint_eq(messages.errors, 0);
    assert_ok(carom_run_scenario(&run, &request, &error));
    carom_run_close(&run);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_ok(carom_tsv_read(&table, path, NULL, &error));
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
}

static double number(size_t row, const char *column)
{
    return carom_tsv_number(&table, row, carom_tsv_column(&table, column));
}

/* Three samples, and no ball turns between them: the path has the point of each collision. */
START_TEST(path_turns_at_the_walls)
{
    size_t turns = 0;
    read_run("carom: 1\nduration_s: 7\nsamples: 3\ntable: { width_m: 1.1, height_m: 1 }\n"
             "balls: [ { name: a, x_m: 0.3, y_m: 0.4, vx_mps: 1.17, radius_m: 0.1 } ]\n"
             "solvers: [ { name: rigid, kind: impulse }, { name: soft, kind: penalty,"
             " integrator: rk4, stiffness_N_per_m: 1e6, step_s: 1e-5 } ]\n",
             "paths.tsv");
    for (size_t k = 1; k < table.rows; k++) {
        double before = number(k - 1, "vx_mps"), after = number(k, "vx_mps");
        bool at_wall = fabs(fabs(number(k, "x_m") - 0.55) - 0.45) < 1e-3;
        ck_assert_msg(!(before * after < 0) || at_wall, "row %zu: turns at %g", k,
                      number(k, "x_m"));
        turns += before * after < 0 && at_wall;
    }
    ck_assert_uint_ge(turns, 2 * 7);
    carom_tsv_free(&table);
}
END_TEST

/* The path of a solver that stops goes on beyond its last sample, to the last collision. */
START_TEST(path_ends_where_the_solver_stops)
{
    read_run("carom: 1\nduration_s: 1\nsamples: 3\ntable: { boundary: open }\n"
             "restitution: { ball_ball: 0.03 }\n"
             "balls: [ { name: a, x_m: 0, y_m: 0, vx_mps: 1, radius_m: 0.03 },\n"
             "  { name: b, x_m: 0.3, y_m: 0, radius_m: 0.03 },\n"
             "  { name: c, x_m: 0.5, y_m: 0, vx_mps: -1, radius_m: 0.03 } ]\n"
             "solvers: [ { name: rigid, kind: impulse } ]\n",
             "paths.tsv");
    ck_assert_double_eq_tol(number(table.rows - 1, "t_s"), 0.2090587663, 1e-9);
    carom_tsv_free(&table);
}
END_TEST

/* Paths of all solvers and balls end at one time, when a solver has 500 collisions. */
START_TEST(paths_end_together)
{
    read_run(
        "carom: 1\nduration_s: 4000\nsamples: 3\ntable: { width_m: 1.1, height_m: 1 }\nballs:\n"
        "  - { name: a, x_m: 0.3, y_m: 0.4, vx_mps: 1.17, vy_mps: 0.31, radius_m: 0.1 }\n"
        "  - { name: b, x_m: 0.7, y_m: 0.5, vx_mps: 0.2, radius_m: 0.1 }\n"
        "solvers: [ { name: one, kind: impulse }, { name: two, kind: penalty, integrator: rk4,"
        " contacts: located, flight: leap, stiffness_N_per_m: 1e5, theta: 0.1 } ]\n",
        "paths.tsv");
    double end_s = number(table.rows - 1, "t_s");
    size_t ends = 0;
    ck_assert_double_lt(end_s, 3900);
    for (size_t k = 0; k < table.rows; k++) {
        bool is_last = k + 1 == table.rows || isnan(number(k + 1, "t_s"));
        ends += is_last && number(k, "t_s") == end_s && number(k, "instant") == 0;
    }
    ck_assert_uint_eq(ends, 2 * 2);
    carom_tsv_free(&table);
}
END_TEST

/* Successive hits in a circle are pi - 2 angle apart, at the same sine. */
START_TEST(sine_is_constant_in_a_circle)
{
    double first, step = NAN;
    read_run(
        "carom: 1\nduration_s: 400\nsamples: 3\ntable: { shape: circle, radius_m: 0.9 }\n"
        "balls: [ { name: a, x_m: 1.2, y_m: 0.9, vx_mps: 0.7, vy_mps: 1.1, radius_m: 0.02 } ]\n"
        "solvers: [ { name: rigid, kind: impulse } ]\n",
        "hits.tsv");
    ck_assert_uint_ge(table.rows, 100);
    first = number(0, "sine");
    for (size_t k = 1; k < table.rows; k++) {
        double length = 2 * CAROM_PI * 0.9,
               arc = fmod(number(k, "arc_m") - number(k - 1, "arc_m") + length, length);
        step = k == 1 ? arc : step;
        ck_assert_double_eq_tol(number(k, "sine"), first, 1e-9);
        ck_assert_double_eq_tol(arc, step, 1e-6);
        ck_assert_double_eq_tol(arc, 0.9 * (CAROM_PI - 2 * asin(fabs(first))), 1e-6);
    }
    carom_tsv_free(&table);
}
END_TEST

/* Galperin's collisions of a large ball with a small one in front of a wall: the energy is kept,
 * and two collisions turn the state (sqrt(m) v) by 2 arctan sqrt(m/M). */
START_TEST(states_turn_by_equal_arcs)
{
    const double m = 0.3, M = 30, arc = 2 * atan(sqrt(m / M));
    read_run("carom: 1\nduration_s: 9\nsamples: 3\ntable: { width_m: 50, height_m: 1 }\n"
             "balls: [ { name: small, x_m: 0.5, y_m: 0.5, radius_m: 0.1, mass_kg: 0.3 },\n"
             "  { name: large, x_m: 2, y_m: 0.5, vx_mps: -1.37, radius_m: 0.1, mass_kg: 30 } ]\n"
             "solvers: [ { name: rigid, kind: impulse } ]\n",
             "states.tsv");
    ck_assert_uint_eq(table.rows, 32); /* 31 collisions: digits of pi */
    for (size_t k = 2; k < table.rows; k++) {
        double x[2], y[2];
        for (size_t i = 0; i < 2; i++) {
            bool a_is_small = number(k - 2 * i, "mass_a_kg") < 1;
            double a = number(k - 2 * i, "vxa_mps"), b = number(k - 2 * i, "vxb_mps");
            x[i] = sqrt(m) * (a_is_small ? a : b);
            y[i] = sqrt(M) * (a_is_small ? b : a);
        }
        ck_assert_double_eq_tol(hypot(x[0], y[0]), sqrt(M) * 1.37, 1e-9);
        ck_assert_double_eq_tol(fabs(atan2(x[0] * y[1] - y[0] * x[1], x[0] * x[1] + y[0] * y[1])),
                                arc, 1e-9);
    }
    carom_tsv_free(&table);
}
END_TEST

/* The balls collide after 6.294 s, but those of soft springs after 7.846 s, when others precede. */
START_TEST(states_are_of_the_same_collision)
{
    read_run("carom: 1\nduration_s: 9\nsamples: 3\n"
             "table: { shape: polygon, corners: [[0, 0], [2, 0], [0.7, 1.5]] }\nballs:\n"
             "  - { name: one, x_m: 0.7, y_m: 0.5, vx_mps: 0.9, vy_mps: 0.37, radius_m: 0.04 }\n"
             "  - { name: two, x_m: 1.1, y_m: 0.3, vx_mps: -0.2, vy_mps: 0.61, radius_m: 0.06 }\n"
             "solvers: [ { name: rigid, kind: impulse }, { name: soft, kind: penalty,"
             " integrator: velocity_verlet, stiffness_N_per_m: 1e5, step_s: 1e-4 } ]\n",
             "states.tsv");
    ck_assert_uint_eq(table.rows, 2);
    carom_tsv_free(&table);
}
END_TEST

/* ---- arc length ---- */

static double polygon_length(const carom_part *part, double s)
{
    enum { PIECES = 20000 };
    double length = 0;
    for (int k = 1; k <= PIECES; k++) {
        length += carom_vec_length(carom_vec_subtract(carom_part_point(part, s * (k - 1) / PIECES),
                                                      carom_part_point(part, s * k / PIECES)));
    }
    return length;
}

START_TEST(arc_length_holds_for_every_shape)
{
    static const double round_table = 0.9, long_table[] = {0.7, 0.6}, sides[] = {1.9, 1.3};
    static double notched[][2] = {{0, 0},     {1.9, 0},   {1.9, 1.3}, {1.1, 1.3},
                                  {1.0, 0.8}, {0.9, 1.3}, {0, 1.3}};
    static const carom_list corners = {notched, 7};
    static const void *const options[] = {sides, &round_table, long_table, &corners};
    carom_problem scene;
    size_t shape = 0;
    for (; carom_shapes.entries[shape] != NULL; shape++) {
        double before = 0;
        ck_assert_uint_lt(shape, 4);
        scene_shape(&scene, carom_shapes.entries[shape]->name, options[shape]);
        for (size_t k = 0; k < scene.parts; k++) {
            const carom_part *part = &scene.part[k];
            for (double s = 0.05; s < 1; s += 0.23) {
                ck_assert_double_eq_tol(
                    carom_walls_arc_length(&scene, k, carom_part_point(part, s)),
                    before + polygon_length(part, s), 1e-6);
            }
            before += carom_part_length(part);
        }
        if (scene.part == NULL) { /* counterclockwise, without a jump at a corner */
            static const carom_vec at[] = {{0.3, 0}, {1.9, 0.4}, {1.5, 1.3}, {0, 0.9}};
            static const size_t side[] = {CAROM_BOTTOM, CAROM_RIGHT, CAROM_TOP, CAROM_LEFT};
            static const double want[] = {0.3, 2.3, 3.6, 5.5};
            for (int k = 0; k < 4; k++) {
                ck_assert_double_eq_tol(carom_walls_arc_length(&scene, side[k], at[k]), want[k],
                                        1e-15);
            }
        }
        carom_problem_free(&scene);
    }
    ck_assert_uint_eq(shape, 4);
}
END_TEST

TEST_MAIN("figure tables", path_turns_at_the_walls, path_ends_where_the_solver_stops,
          paths_end_together, sine_is_constant_in_a_circle, states_turn_by_equal_arcs,
          states_are_of_the_same_collision, arc_length_holds_for_every_shape)
