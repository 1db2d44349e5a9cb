/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact derivatives of event-driven runs against closed forms and differences in doubles; runs
 * without derivatives; growth of tangent vectors. */
#include "measure/derivatives.h"

/* One disc of radius 0.5 m and a wall, dy(T)/dy0 = -1; two equal discs head-on,
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
    assert_near(d[CAROM_RATE_Y * 5 + CAROM_RATE_Y], -1, 1e-15);
    assert_near(d[CAROM_RATE_Y * 5 + CAROM_RATE_VY], -1, 1e-15);
    free(d);
    carom_problem_free(&scene);
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 2, 0, 0.5, 1);
    scene_add(&scene, 2.385, 0, 0, 0, 0.5, 1);
    d = all_derivatives(&scene, 1.125, &summary);
    assert_near(d[5 * 10 + 0], 1, 1e-15);
    assert_near(d[5 * 10 + 5], 0, 1e-15);
    assert_near(d[5 * 10 + 2], 1.125, 1e-15);
    assert_near(d[5 * 10 + 7], 0, 1e-15);
    free(d);
    carom_problem_free(&scene);
}
END_TEST

/* ---- rolling resistance, drag, and laws that depend on speed ---- */

static void final_state(const carom_problem *scene, const carom_choice *solver, double t_s,
                        double *state)
{
    carom_error error = {CAROM_OK, "", ""};
    carom_solver *made = carom_solver_new_from_choice(scene, solver, true, &error);
    outcome run;
    ck_assert_msg(made != NULL, "%s: %s", error.key, error.text);
    run = run_solver(made, scene, t_s, 1);
    ck_assert_msg(run.status == CAROM_OK, "%s: %s", run.error.key, run.error.text);
    for (size_t i = 0; i < scene->count; i++) {
        state[CAROM_RATES * i + CAROM_RATE_X] = run.sample.x_m[i];
        state[CAROM_RATES * i + CAROM_RATE_Y] = run.sample.y_m[i];
        state[CAROM_RATES * i + CAROM_RATE_VX] = run.sample.vx_mps[i];
        state[CAROM_RATES * i + CAROM_RATE_VY] = run.sample.vy_mps[i];
        state[CAROM_RATES * i + CAROM_RATE_SPIN] = run.sample.spin_radps[i];
    }
    outcome_free(&run);
}

/* Change an initial value, resistance, drag, or the radius of ball 0. */
static void change_rolling(carom_problem *scene, size_t column, double by)
{
    size_t parameter = column - CAROM_RATES * scene->count;
    double *const member[] = {&scene->rolling_resistance, &scene->air_drag,
                              &scene->ball[0].radius_m};
    if (column < CAROM_RATES * scene->count) {
        *initial_value(&scene->ball[column / CAROM_RATES], column % CAROM_RATES) += by;
    } else {
        *member[parameter] += by;
    }
}

static void change_both(const carom_problem *scene, size_t column, double step,
                        carom_problem sides[2])
{
    for (int k = 0; k < 2; k++) {
        assert_ok(carom_problem_copy(&sides[k], scene, NULL));
        change_rolling(&sides[k], column, (k == 0 ? -0.5 : 0.5) * step);
    }
}

/* Central differences of runs in doubles with the steps h and h/2, extrapolated. */
static void extrapolated(const carom_problem *scene, const carom_choice *solver, size_t column,
                         double step, double t_s, double *derivative)
{
    double state[4][CAROM_RATES * MOST_BALLS];
    for (int half = 0; half < 2; half++) {
        carom_problem sides[2];
        change_both(scene, column, half == 0 ? step : 0.5 * step, sides);
        for (int k = 0; k < 2; k++) {
            final_state(&sides[k], solver, t_s, state[2 * half + k]);
            carom_problem_free(&sides[k]);
        }
    }
    for (size_t k = 0; k < CAROM_RATES * scene->count; k++) {
        double coarse = (state[1][k] - state[0][k]) / step;
        double fine = (state[3][k] - state[2][k]) / (0.5 * step);
        derivative[k] = fine + (fine - coarse) / 3;
    }
}

static void assert_rolling(const carom_problem *scene, const carom_choice *solver, double t_s)
{
    size_t size = CAROM_RATES * scene->count;
    for (size_t column = 0; column < size + 3; column++) {
        bool is_initial = column < size, is_resistance = column < size + 2;
        double step = is_initial ? 3e-5 : is_resistance ? 1e-5 : 1e-6;
        double got[CAROM_RATES * MOST_BALLS], want[CAROM_RATES * MOST_BALLS];
        carom_problem sides[2];
        carom_direction direction = {.minus = &sides[0], .plus = &sides[1], .step = step};
        carom_direction initial = {.ball = column / CAROM_RATES,
                                   .value = (carom_rate)(column % CAROM_RATES)};
        carom_derivative_summary summary;
        carom_error error = {CAROM_OK, "", ""};
        /* ball 1 is at rest: resistance and drag are not smooth in its velocity, or it is fixed */
        bool is_of_rest = is_initial && column / CAROM_RATES == 1 &&
                          column % CAROM_RATES >= CAROM_RATE_VX &&
                          (column % CAROM_RATES < CAROM_RATE_SPIN || scene->ball[1].fixed);
        if (is_of_rest || (column == size && scene->rolling_resistance == 0) ||
            (column == size + 1 && scene->air_drag == 0)) {
            continue;
        }
        change_both(scene, column, step, sides);
        extrapolated(scene, solver, column, step, t_s, want);
        assert_ok(carom_derivatives_of(scene, solver, t_s, is_initial ? &initial : &direction, 1,
                                       NULL, got, &summary, &error));
        ck_assert_int_eq(summary.fault, CAROM_DERIVATIVE_EXISTS);
        ck_assert_uint_gt(summary.collisions, 3);
        for (size_t k = 0; k < size; k++) {
            ck_assert_msg(fabs(got[k] - want[k]) <= 2e-7 * fmax(1, fabs(want[k])),
                          "column %zu, value %zu: got %.17g, want %.17g", column, k, got[k],
                          want[k]);
        }
        carom_problem_free(&sides[0]), carom_problem_free(&sides[1]);
    }
}

/* Resistance, drag, and both; a ball that is hit at rest and balls that stop; friction that depends
 * on the slip; restitution that depends on the speed. */
START_TEST(rolling_and_laws_that_depend_on_speed)
{
    static const double resistance[] = {0.03, 0, 0.02}, drag[] = {0, 0.01, 0.005};
    static const double table[][2] = {{0.05, 0.95}, {0.5, 0.9}, {1, 0.8}, {3, 0.7}};
    for (int k = 0; k < 6; k++) {
        carom_problem scene;
        carom_choice law = {NULL, NULL}, solver = {NULL, NULL};
        carom_list *points;
        scene_init(&scene, CAROM_WALLS);
        scene.width_m = 1.2, scene.height_m = 1;
        scene.rolling_resistance = resistance[k % 3];
        scene.air_drag = drag[k % 3];
        scene.restitution = (carom_surfaces){0.9, 0.8};
        scene.friction = (carom_surfaces){k < 3 ? 0.1 : 1, 0.15};
        scene_add(&scene, 0.2, 0.3, 1.1, 0.4, 0.06, 0.2);
        scene_add(&scene, 0.7, 0.45, 0, 0, 0.05, 0.3);
        scene_add(&scene, 0.9, 0.8, -0.5, -0.7, 0.055, 0.25);
        scene.ball[0].spin_radps = 5;
        assert_ok(carom_choice_set(&solver, carom_interface_find(&carom_solvers, "impulse"), NULL));
        if (k >= 3) {
            assert_ok(carom_choice_set(&law, &carom_friction_law_exponential.about, NULL));
            assert_ok(carom_problem_set_friction_law(&scene, &law, NULL));
            carom_choice_free(&law);
            assert_ok(carom_choice_set_text(&solver, "impact_law", "table", NULL));
            points = carom_param_list(
                carom_params_find(solver.entry->params, solver.options, "points"));
            points->items = malloc(sizeof table);
            memcpy(points->items, table, sizeof table);
            points->count = 4;
        }
        assert_rolling(&scene, &solver, 2.5);
        carom_choice_free(&solver);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Parabolas that end at an arc, a fixed ball or another ball. */
START_TEST(falling_past_a_post_in_a_circle)
{
    static const double radius = 0.6;
    carom_problem scene;
    carom_choice solver = {NULL, NULL};
    scene_shape(&scene, "circle", &radius);
    scene.gravity_mps2 = (carom_vec){0.4, -3};
    scene.restitution = (carom_surfaces){0.9, 0.8};
    scene.friction = (carom_surfaces){0.1, 0.15};
    scene_add(&scene, 0.5, 0.9, 0.3, 0.4, 0.06, 0.2);
    scene_add(&scene, 0.62, 0.5, 0, 0, 0.1, 1);
    scene_add(&scene, 0.9, 0.8, -0.5, 0.2, 0.055, 0.25);
    scene.ball[1].fixed = true;
    assert_ok(carom_choice_set(&solver, carom_interface_find(&carom_solvers, "impulse"), NULL));
    assert_rolling(&scene, &solver, 0.9);
    carom_choice_free(&solver);
    carom_problem_free(&scene);
}
END_TEST

/* ---- no derivative ---- */

/* Return the fault of a run to t_s. It makes derivatives of ball 0 by its own vx NaN, and leaves
 * those of the last ball. */
static carom_derivative_summary faulty_run(const carom_problem *scene, double t_s)
{
    carom_derivative_summary summary;
    size_t size = CAROM_RATES * scene->count, last = scene->count - 1;
    double *d = all_derivatives(scene, t_s, &summary);
    ck_assert(isnan(d[CAROM_RATE_X * size + CAROM_RATE_VX]));
    assert_near(d[(CAROM_RATES * last + CAROM_RATE_X) * size + CAROM_RATES * last + CAROM_RATE_VX],
                t_s, 1e-15);
    assert_near(d[(CAROM_RATES * last + CAROM_RATE_X) * size], 0, 0);
    free(d);
    return summary;
}

START_TEST(no_derivative_at_simultaneous_and_grazing_impacts)
{
    carom_problem scene;
    carom_derivative_summary summary;
    char text[200];
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, -2, 0, 1, 0, 0.5, 1);
    scene_add(&scene, 0, 0, 0, 0, 0.5, 1);
    scene_add(&scene, 2, 0, -1, 0, 0.5, 1);
    scene_add(&scene, 9, 9, 0, 0, 0.5, 1);
    summary = faulty_run(&scene, 2);
    ck_assert_int_eq(summary.fault, CAROM_SIMULTANEOUS_IMPACTS);
    carom_derivative_describe(&scene, &summary, text, sizeof text);
    ck_assert_str_eq(text, "simultaneous impacts of a ball and a ball at t = 1 s");
    scene.ball[2].x_m = 3; /* one after the other */
    free(all_derivatives(&scene, 2, &summary));
    ck_assert_int_eq(summary.fault, CAROM_DERIVATIVE_EXISTS);
    carom_derivative_describe(&scene, &summary, text, sizeof text);
    ck_assert_str_eq(text, "");
    scene.ball[2].vx_mps = 0;
    scene.ball[0].y_m = 1 - 2e-13; /* cosine of the angle 6e-7 */
    summary = faulty_run(&scene, 2.5);
    ck_assert_int_eq(summary.fault, CAROM_GRAZING_IMPACT);
    assert_near(summary.least_approach, sqrt(4e-13), 1e-9);
    assert_near(summary.least_approach_s, 2, 1e-6);
    carom_problem_free(&scene);
}
END_TEST

/* A sphere with slip = approach, beta = 0, e = 1 sticks for mu >= 1/7. */
START_TEST(no_derivative_at_the_limit_of_sliding)
{
    static const double mu[] = {1.0 / 7, 0.14, 0.145};
    for (int k = 0; k < 3; k++) {
        carom_problem scene;
        carom_derivative_summary summary;
        carom_problem_init(&scene);
        scene.width_m = scene.height_m = 4;
        scene.friction.ball_wall = mu[k];
        scene_add(&scene, 1.7, 2, 1, -1, 0.5, 1);
        scene_add(&scene, 1, 3, 0, 0, 0.5, 1);
        if (k == 0) {
            ck_assert_int_eq(faulty_run(&scene, 1.6).fault, CAROM_SLIP_LIMIT);
        }
        free(all_derivatives(&scene, 1.6, &summary));
        ck_assert_int_eq(summary.fault, k == 0 ? CAROM_SLIP_LIMIT : CAROM_DERIVATIVE_EXISTS);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A ball that bounces with e = 0.5 under gravity: at rest after its last bounce, or elastic as soon
 * as two bounces are less than tc apart. Until then its energy before bounce n is 4^-n of the
 * first. */
START_TEST(rest_and_elastic_bounces)
{
    for (int tc = 0; tc < 2; tc++) {
        const carom_setting settings[] = {{"collapse", tc ? "tc" : "rest"},
                                          {tc ? "tc_s" : "rest_speed_mps", "0.1"},
                                          {NULL, NULL}};
        carom_problem scene;
        carom_choice solver = {NULL, NULL};
        carom_derivative_summary summary;
        carom_direction direction = {.value = CAROM_RATE_Y};
        double d[CAROM_RATES], want[CAROM_RATES];
        carom_problem_init(&scene);
        scene.gravity_mps2.y = -10;
        scene.restitution.ball_wall = 0.5;
        scene_add(&scene, 0.5, 1.05, 0, 0, 0.05, 1);
        assert_ok(carom_choice_set(&solver, carom_interface_find(&carom_solvers, "impulse"), NULL));
        for (const carom_setting *setting = settings; setting->key != NULL; setting++) {
            assert_ok(carom_choice_set_text(&solver, setting->key, setting->value, NULL));
        }
        assert_ok(
            carom_derivatives_of(&scene, &solver, 1.5, &direction, 1, NULL, d, &summary, NULL));
        ck_assert_int_eq(summary.fault, tc ? CAROM_DERIVATIVE_EXISTS : CAROM_RESTING_BALL);
        ck_assert(isnan(d[CAROM_RATE_Y]) == !tc);
        if (tc) {
            extrapolated(&scene, &solver, CAROM_RATE_Y, 1e-5, 1.5, want);
            ck_assert_uint_gt(summary.collisions, 6);
            assert_near(d[CAROM_RATE_Y], want[CAROM_RATE_Y], 1e-7);
            assert_near(d[CAROM_RATE_VY], want[CAROM_RATE_VY], 1e-6);
        }
        carom_choice_free(&solver);
        carom_problem_free(&scene);
    }
}
END_TEST

/* ---- growth ---- */

/* All exponents of a run. @return their sum */
static double spectrum(const carom_problem *scene, double t_s, carom_estimate *exponent_1ps,
                       size_t exponents, carom_lyapunov *lyapunov)
{
    carom_error error = {CAROM_OK, "", ""};
    double sum = 0;
    carom_status status = carom_lyapunov_of(scene, NULL, t_s, NULL, exponent_1ps, exponents,
                                            lyapunov, &error);
    ck_assert_msg(status == CAROM_OK, "%s: %s", error.key, error.text);
    for (size_t k = 0; k < exponents; k++) {
        sum += exponent_1ps[k].value;
    }
    return sum;
}

/* The sum of all exponents is the logarithm of the determinant over time. It is 0 for e = 1; an
 * impact multiplies the determinant by e^2. */
START_TEST(phase_volume)
{
    for (int k = 0; k < 4; k++) {
        carom_problem scene;
        carom_estimate exponent_1ps[12];
        carom_lyapunov lyapunov;
        double e = k % 2 == 0 ? 1 : 0.98, sum, measured_s;
        carom_problem_init(&scene);
        set_table(&scene, (uint64_t)k, 0);
        scene.restitution = (carom_surfaces){e, e};
        scene_add(&scene, 0.5, 0.5, 1.1, 0.4, 0.11, 0.2);
        scene_add(&scene, 0.8, 0.4, 0.3, -0.6, 0.13, 0.7);
        scene_add(&scene, 0.8, 0.7, -0.5, -0.7, 0.1, 0.4);
        sum = spectrum(&scene, 60, exponent_1ps, 12, &lyapunov);
        measured_s = lyapunov.to_s - lyapunov.from_s;
        ck_assert_uint_gt(lyapunov.collisions, 100);
        assert_near(sum * measured_s, 2 * (double)lyapunov.collisions * log(e), 1e-10);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A ball on the axis of a stadium, L = 4 R between the arcs: a displacement across the path grows
 * by exp(arcosh(L/R - 1)) from arc to arc, one along the path does not. */
START_TEST(exponent_of_an_unstable_path)
{
    static const double stadium[] = {2, 1.01};
    carom_problem scene;
    carom_estimate exponent_1ps[4];
    carom_lyapunov lyapunov;
    scene_shape(&scene, "stadium", stadium);
    scene_add(&scene, 1.3, 1.01, 1, 0, 0.01, 1);
    (void)spectrum(&scene, 4000, exponent_1ps, 1, &lyapunov);
    assert_near(exponent_1ps[0].value, acosh(3) / 4, 1e-9);
    ck_assert(lyapunov.is_chaotic);
    (void)spectrum(&scene, 4000, exponent_1ps, 4, &lyapunov);
    assert_near(exponent_1ps[0].value, acosh(3) / 4, 1e-9);
    assert_near(exponent_1ps[1].value, 0, 2 * lyapunov.resolution_1ps);
    assert_near(exponent_1ps[2].value, 0, 2 * lyapunov.resolution_1ps);
    assert_near(exponent_1ps[3].value, -acosh(3) / 4, 1e-9);
    carom_problem_free(&scene);
}
END_TEST

/* A circle: the separation grows as t, which is no exponent. A stadium with straights of 2 R:
 * 0.43000 +- 0.00035 v/R (tests/physics/test_chaotic_tables.c). A square of 1 m with a disc of
 * radius R, periodic: -2 ln R + 1 - 4 ln 2 + 27 zeta(3)/(2 pi^2) + O(R ln^2 R) per collision
 * (Dahlqvist, The Lyapunov exponent in the Sinai billiard in the small scatterer limit, 1996,
 * arXiv:chao-dyn/9601007, abstract). */
START_TEST(exponents_of_single_balls)
{
    static const double circle = 1.01, stadium[] = {2, 1.01}, zeta3 = 1.2020569031595943;
    const double r = 0.002, want = -2 * log(r) + 1 - 4 * log(2) + 13.5 * zeta3 / (PI * PI);
    for (int k = 0; k < 3; k++) {
        carom_problem scene;
        carom_estimate largest;
        carom_lyapunov lyapunov;
        double t_s = k == 0 ? 2e4 : (k == 1 ? 2e6 : 1e6), scale;
        if (k < 2) {
            scene_shape(&scene, k == 0 ? "circle" : "stadium",
                        k == 0 ? (const void *)&circle : stadium);
        } else {
            scene_init(&scene, CAROM_PERIODIC);
            scene.width_m = scene.height_m = 1;
            scene_add(&scene, 0.5, 0.5, 0, 0, r / 2, 1);
            scene.ball[0].fixed = true;
        }
        scene_add(&scene, 0.9, 0.77, cos(1.1), sin(1.1), k < 2 ? 0.01 : r / 2, 1);
        (void)spectrum(&scene, (k > 0 ? ROUNDS(1, 0.1) : 1) * t_s, &largest, 1, &lyapunov);
        scale = k < 2 ? 1 : (lyapunov.to_s - lyapunov.from_s) / (double)lyapunov.collisions;
        ck_assert(lyapunov.is_chaotic == (k > 0));
        if (k == 0) {
            assert_near(largest.value, lyapunov.resolution_1ps, 0.3 * lyapunov.resolution_1ps);
        } else {
            double exponent = k == 1 ? 0.43 : want;
            assert_near(largest.value * scale, exponent,
                        4 * largest.error * scale + (k == 1 ? 4 * 0.00035 : 0.01 * want));
            ck_assert_double_lt(largest.error * scale, ROUNDS(0.02, 0.08) * exponent);
        }
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("derivatives", values_of_one_bounce_and_of_head_on_discs,
          rolling_and_laws_that_depend_on_speed, falling_past_a_post_in_a_circle,
          no_derivative_at_simultaneous_and_grazing_impacts, no_derivative_at_the_limit_of_sliding,
          rest_and_elastic_bounces, phase_volume, exponent_of_an_unstable_path,
          exponents_of_single_balls)
