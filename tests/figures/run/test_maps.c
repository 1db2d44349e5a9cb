/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the velocity circle and the boundary map against closed forms. */
#include "figures/run/run_figures.h"
#include "support.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
enum { MOST = 10200 };

/* One solver's records in memory. */
static carom_recorded_impact impact[MOST];
static carom_recorded_state state[2 * 3];
static carom_recorded_solver solver;
static carom_run_records run;

static void begin_run(void)
{
    memset(impact, 0, sizeof impact);
    memset(state, 0, sizeof state);
    solver = (carom_recorded_solver){
        .samples = 2, .state = state, .logged = true, .impact = impact};
    run = (carom_run_records){.recorded = {&solver, 1}};
    run.data.solvers = 1;
    run.logged = true;
}

static void add_ball(double x, double y, double vx, double vy, double radius_m, double mass)
{
    static const char *const names[] = {"first", "second", "third"};
    carom_problem *problem = &run.data.scenario.problem;
    scene_add(problem, x, y, vx, vy, radius_m, mass);
    problem->ball[problem->count - 1].name = names[problem->count - 1];
}

/* Records the balls at the start, and at @p end_s with the given velocities along x. */
static void write_samples(double end_s, const double *end_mps)
{
    const carom_problem *problem = &run.data.scenario.problem;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        state[i] = (carom_recorded_state){0, {ball->x_m, ball->y_m}, {ball->vx_mps, ball->vy_mps}};
        state[problem->count + i] = (carom_recorded_state){end_s, {0, 0}, {end_mps[i], 0}};
    }
    solver.states = 2 * problem->count;
}

/* The value of the last statement that sets @p variable. */
static double number_of(const carom_drawing *drawing, const char *variable)
{
    double value = NAN;
    for (size_t i = 0; i < drawing->count; i++) {
        if (strcmp(drawing->item[i].name, variable) == 0) {
            value = strtod(drawing->item[i].value, NULL);
        }
    }
    return value;
}

/* ---- velocity circle ---- */

/* Galperin's collisions of a large ball with a small one in front of a wall, without positions.
 * @return their number */
static size_t count_to_pi(double m, double M)
{
    double v[2] = {0, -1.37};
    carom_problem *problem = &run.data.scenario.problem;
    size_t n = 0;
    begin_run();
    scene_init(problem, CAROM_WALLS);
    add_ball(1, 2, 0, 0, 0.1, m);
    add_ball(3, 2, v[1], 0, 0.1, M);
    while (n < MOST && (v[1] < v[0] || v[0] < 0)) {
        bool wall = !(v[1] < v[0]);
        double t_s = 0.5 + 0.01 * (double)n, u = v[0] - v[1], m_red = m * M / (m + M);
        impact[n] = (carom_recorded_impact){.t_s = t_s,
                                            .impulse_Ns = wall ? -2 * m * v[0] : 2 * m_red * u,
                                            .approach_mps = wall ? -v[0] : u,
                                            .separation_mps = wall ? -v[0] : u,
                                            .normal = {wall ? -1 : 1, 0},
                                            .a = problem->ball[0].name,
                                            .b = wall ? "left" : problem->ball[1].name,
                                            .wall = wall};
        v[0] = wall ? -v[0] : v[0] - 2 * M / (m + M) * u;
        v[1] = wall ? v[1] : v[1] + 2 * m / (m + M) * u;
        n++;
    }
    solver.impacts = n;
    write_samples(100, v);
    return n;
}

/* Calls @p check for every row of the block `name`; @return their number. */
static size_t each_row(const carom_drawing *drawing, const char *name,
                       void (*check)(size_t row, double x, double y))
{
    size_t rows = 0;
    for (size_t i = 0; i < drawing->count; i++) {
        const carom_statement *item = &drawing->item[i];
        const char *line = item->value;
        if (item->kind != CAROM_DRAW_BLOCK || strcmp(item->name, name) != 0) {
            continue;
        }
        for (line = strchr(line, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
            double x, y;
            ck_assert_int_eq(sscanf(line, "%lf\t%lf", &x, &y), 2);
            check(rows++, x, y);
        }
    }
    return rows;
}

static double radius, previous;

static void check_on_circle(size_t row, double x, double y)
{
    radius = row == 0 ? hypot(x, y) : radius;
    ck_assert_double_eq_tol(hypot(x, y) / radius, 1, 1e-13);
}

START_TEST(collisions_step_by_equal_arcs)
{
    static const size_t counts[] = {3, 31, 314};
    for (int k = 0; k < 3; k++) {
        double m = 0.37, M = m * pow(100, k);
        carom_drawing drawing = {.item = NULL};
        size_t n = count_to_pi(m, M);
        ck_assert_uint_eq(n, counts[k]);
        ck_assert_ptr_null(carom_newton_obstacle(&run, 0));
        carom_newton_add(&drawing, &run);
        ck_assert_double_eq_tol(number_of(&drawing, "CIRCLEARC"), 360 / pi * atan(sqrt(m / M)),
                                1e-10);
        ck_assert_double_eq_tol(number_of(&drawing, "CIRCLEGAIN[1]"), 0, 1e-12);
        ck_assert_uint_eq(each_row(&drawing, "CIRCLE1", check_on_circle), n + 1);
        carom_drawing_free(&drawing);
        carom_problem_free(&run.data.scenario.problem);
    }
}
END_TEST

/* With e = 0.83 the heavy ball leaves along the normal with (1 + e) m/(m + M) u. */
static void check_lossy(size_t row, double x, double y)
{
    double u = 0.8 * 1.3, heavy = row == 0 ? 0 : 1.83 * 0.75 / 2.25 * u;
    ck_assert_double_eq_tol(y, sqrt(1.5) * heavy, 1e-15);
    ck_assert_double_eq_tol(x, sqrt(0.75) * (u - 2 * heavy), 1e-15);
}

/* A lossy oblique collision: the energy along the normal falls by m_red u^2 (1 - e^2)/2. */
START_TEST(oblique_collisions_use_the_normal)
{
    const double m = 0.75, M = 1.5, e = 0.83, v = 1.3, still[3] = {0};
    carom_problem *problem = &run.data.scenario.problem;
    /* springs turn the normal: their impulse is smaller, its component along the normal at onset */
    double u = 0.8 * v, m_red = m * M / (m + M), J = 0.995 * (1 + e) * m_red * u,
           end[] = {(u - J / m) / 0.8, J / M / 0.8};
    carom_drawing drawing = {.item = NULL};
    carom_recorded_solver other[2];
    carom_recorded_state elsewhere[4] = {{0}};
    begin_run();
    scene_init(problem, CAROM_OPEN);
    add_ball(0, 0, v, 0, 1, m);
    add_ball(3, -1.2, 0, 0, 1, M);
    impact[0] = (carom_recorded_impact){.t_s = 0.4,
                                        .impulse_Ns = J,
                                        .approach_mps = u,
                                        .separation_mps = e * u,
                                        .normal = {0.8, -0.6},
                                        .a = problem->ball[0].name,
                                        .b = problem->ball[1].name};
    solver.impacts = 1;
    write_samples(1, end);
    other[0] = other[1] = solver;
    ck_assert_ptr_null(carom_newton_obstacle(&run, 0));
    carom_newton_add(&drawing, &run);
    ck_assert_double_eq_tol(number_of(&drawing, "CIRCLEGAIN[1]"), m_red / m * (e * e - 1), 1e-14);
    ck_assert_uint_eq(each_row(&drawing, "CIRCLE1", check_lossy), 2);
    carom_drawing_free(&drawing);
    other[1].samples = 2; /* the second sample is before the collision, with another velocity */
    other[1].state = elsewhere;
    for (int faster = 0; faster < 2; faster++) {
        const double v_mps = (faster ? 1.05 : 1.001) * v;
        elsewhere[2] = (carom_recorded_state){0.2, {0.2, 0}, {v_mps, 0}};
        run.recorded = (carom_recorded){other, 2};
        ck_assert_pstr_eq(carom_newton_obstacle(&run, 1),
                          faster ? "its balls arrive at other velocities" : NULL);
    }
    run.recorded = (carom_recorded){&solver, 1};
    add_ball(5, 0, 0, 0, 1, M); /* a third ball that the second one touches */
    impact[1] = impact[0];
    impact[1].a = problem->ball[2].name;
    solver.impacts = 2;
    write_samples(1, still);
    ck_assert_str_eq(carom_newton_obstacle(&run, 0),
                     "a third body takes part in the first collision of two balls");
    solver.impacts = 0;
    ck_assert_str_eq(carom_newton_obstacle(&run, 0),
                     "the reference has no collision of two movable balls");
    solver.state = NULL;
    ck_assert_str_eq(carom_newton_obstacle(&run, 0), "too many balls");
    carom_problem_free(problem);
}
END_TEST

/* ---- boundary map ---- */

/* Length of a part from its beginning to s, as a polygon. */
static double polygon_length(const carom_part *part, double s)
{
    enum { PIECES = 4000 };
    double length = 0;
    for (int k = 0; k < PIECES; k++) {
        length += carom_vec_length(
            carom_vec_subtract(part->curve->point(part, s * (k + 1) / PIECES),
                               part->curve->point(part, s * k / PIECES)));
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
                    carom_boundary_arc_length(&scene, k, part->curve->point(part, s)),
                    before + polygon_length(part, s), 1e-6);
            }
            before += part->curve->length_m(part);
        }
        if (scene.part == NULL) { /* counterclockwise, without a jump at a corner */
            static const carom_vec at[] = {{0.3, 0}, {1.9, 0.4}, {1.5, 1.3}, {0, 0.9}};
            static const size_t side[] = {CAROM_BOTTOM, CAROM_RIGHT, CAROM_TOP, CAROM_LEFT};
            static const double want[] = {0.3, 2.3, 3.6, 5.5};
            for (int k = 0; k < 4; k++) {
                ck_assert_double_eq_tol(carom_boundary_arc_length(&scene, side[k], at[k]), want[k],
                                        1e-15);
            }
        }
        carom_problem_free(&scene);
    }
    ck_assert_uint_eq(shape, 4);
}
END_TEST

static const double table_m = 0.9, ball_m = 0.02, angle = 0.7385;

/* Successive hits in a circle are pi - 2 angle apart, at the same sine. */
static void check_chord(size_t row, double arc, double sine)
{
    double step = fmod(arc - previous + 4 * pi * table_m, 2 * pi * table_m);
    ck_assert_double_eq_tol(sine, sin(angle), 1e-10);
    ck_assert(row == 0 || fabs(step - table_m * (pi - 2 * angle)) < 1e-7);
    previous = arc;
}

START_TEST(sine_is_constant_in_a_circle)
{
    enum { HITS = 10100, LOCATED = 10000 }; /* a map has 10 000 */
    const double v = 1.7, r = table_m - ball_m, turn = pi - 2 * angle, last = 0.2 + HITS * turn;
    carom_problem *problem = &run.data.scenario.problem;
    carom_drawing drawing = {.item = NULL};
    begin_run();
    scene_shape(problem, "circle", &table_m);
    for (size_t i = 0; i < HITS; i++) { /* starts on the circle, towards the first hit */
        double at = 0.2 + turn * (double)(i + 1);
        impact[i] = (carom_recorded_impact){.t_s = 2 * r * cos(angle) / v * (double)(i + 1),
                                            .impulse_Ns = 2 * 0.3 * v * cos(angle),
                                            .normal = {cos(at), sin(at)},
                                            .wall = true};
    }
    add_ball(table_m + r * cos(0.2), table_m + r * sin(0.2), v * cos(0.2 + pi - angle),
             v * sin(0.2 + pi - angle), ball_m, 0.3);
    for (size_t i = 0; i < HITS; i++) {
        impact[i].a = problem->ball[0].name;
        impact[i].b = problem->part[0].name;
    }
    solver.impacts = HITS;
    write_samples(impact[HITS - 1].t_s, (const double[]){0}); /* of the flight to the last hit */
    state[1] = (carom_recorded_state){
        0.5 * (impact[HITS - 1].t_s + impact[HITS - 2].t_s),
        {table_m + 0.5 * r * (cos(last) + cos(last - turn)),
         table_m + 0.5 * r * (sin(last) + sin(last - turn))},
        {v * cos(last - turn + pi - angle), v * sin(last - turn + pi - angle)}};
    ck_assert_ptr_null(carom_birkhoff_obstacle(&run));
    carom_birkhoff_add(&drawing, &run);
    ck_assert_uint_eq(each_row(&drawing, "HIT1", check_chord), LOCATED);
    carom_drawing_free(&drawing);
    solver.impacts = 99;
    ck_assert_str_eq(carom_birkhoff_obstacle(&run), "fewer than 100 hits of walls and fixed balls");
    carom_problem_free(problem);
}
END_TEST

TEST_MAIN("maps", collisions_step_by_equal_arcs, oblique_collisions_use_the_normal,
          arc_length_holds_for_every_shape, sine_is_constant_in_a_circle)
