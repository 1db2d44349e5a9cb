/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact derivatives of event-driven runs, against closed forms and against central differences of
 * the arbitrary-precision reference. */
#include "measure/measure.h"
#include "physics/friction_scenes.h"
#include "solvers/oracle/oracle.h"

/* Derivatives of a run along directions; NULL: inelastic collapse. */
static double *derivatives(const carom_problem *scene, double t_s, const carom_direction *direction,
                           size_t columns, carom_derivative_summary *summary)
{
    double *derivative = calloc(scene->count * CAROM_RATES * columns, sizeof *derivative);
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_derivatives_of(scene, NULL, t_s, direction, columns, NULL,
                                               derivative, summary, &error);
    ck_assert_msg(status == CAROM_OK || status == CAROM_COLLAPSE, "%s: %s", error.key, error.text);
    if (status != CAROM_OK) {
        free(derivative);
        return NULL;
    }
    return derivative;
}

/* Derivatives with respect to every initial value: column CAROM_RATES ball + value. */
static double *all_derivatives(const carom_problem *scene, double t_s,
                               carom_derivative_summary *summary)
{
    carom_direction direction[CAROM_RATES * MOST_BALLS] = {{.minus = NULL}};
    for (size_t k = 0; k < CAROM_RATES * scene->count; k++) {
        direction[k].ball = k / CAROM_RATES;
        direction[k].value = (carom_rate)(k % CAROM_RATES);
    }
    return derivatives(scene, t_s, direction, CAROM_RATES * scene->count, summary);
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

/* ---- the reference: central differences in numbers of 256 bits ---- */

enum { BITS = 256 };

static void run_reference(const carom_problem *scene, double t_s, mpfr_t *state)
{
    static const carom_cancel_flag never;
    carom_error error = {CAROM_OK, "", ""};
    oracle_world *world = carom_oracle_world_new(scene, BITS, 1e-9, &never);
    oracle_motion at;
    mpfr_t end;
    oracle_motion_init(&at, BITS);
    mpfr_init2(end, BITS);
    mpfr_set_d(end, t_s, MPFR_RNDN);
    assert_ok(carom_oracle_world_advance(world, t_s, &error));
    for (size_t i = 0; i < scene->count; i++) {
        carom_oracle_ball_at(world, i, end, &at);
        mpfr_set(state[CAROM_RATES * i + CAROM_RATE_X], at.position.x, MPFR_RNDN);
        mpfr_set(state[CAROM_RATES * i + CAROM_RATE_Y], at.position.y, MPFR_RNDN);
        mpfr_set(state[CAROM_RATES * i + CAROM_RATE_VX], at.velocity.x, MPFR_RNDN);
        mpfr_set(state[CAROM_RATES * i + CAROM_RATE_VY], at.velocity.y, MPFR_RNDN);
        mpfr_set(state[CAROM_RATES * i + CAROM_RATE_SPIN], world->ball[i].spin, MPFR_RNDN);
    }
    mpfr_clear(end);
    oracle_motion_clear(&at);
    carom_oracle_world_free(world);
}

/* Derivative of every final value by the runs of two problems. */
static void reference_derivative(const carom_problem *plus, const carom_problem *minus, double step,
                                 double t_s, double *derivative)
{
    mpfr_t state[2][CAROM_RATES * MOST_BALLS];
    for (size_t k = 0; k < CAROM_RATES * plus->count; k++) {
        mpfr_inits2(BITS, state[0][k], state[1][k], (mpfr_ptr)NULL);
    }
    run_reference(minus, t_s, state[0]);
    run_reference(plus, t_s, state[1]);
    for (size_t k = 0; k < CAROM_RATES * plus->count; k++) {
        mpfr_sub(state[1][k], state[1][k], state[0][k], MPFR_RNDN);
        mpfr_div_d(state[1][k], state[1][k], step, MPFR_RNDN);
        derivative[k] = mpfr_get_d(state[1][k], MPFR_RNDN);
        mpfr_clears(state[0][k], state[1][k], (mpfr_ptr)NULL);
    }
}

static double *initial_value(carom_ball *ball, size_t value)
{
    double *const members[] = {&ball->x_m, &ball->y_m, &ball->vx_mps, &ball->vy_mps,
                               &ball->spin_radps};
    return members[value];
}

/* Steps of the initial values are exact: these are rounded to multiples of 2^-20, the spins too. */
static const double reference_step = 0x1p-40;

static void reference_of_initial_value(const carom_problem *scene, size_t column, double t_s,
                                       double *derivative)
{
    carom_problem sides[2];
    for (int k = 0; k < 2; k++) {
        assert_ok(carom_problem_copy(&sides[k], scene, NULL));
        *initial_value(&sides[k].ball[column / CAROM_RATES],
                       column % CAROM_RATES) += (k == 0 ? -0.5 : 0.5) * reference_step;
    }
    reference_derivative(&sides[1], &sides[0], reference_step, t_s, derivative);
    carom_problem_free(&sides[0]);
    carom_problem_free(&sides[1]);
}

static double rounded(double x)
{
    return floor(x * 0x1p20) * 0x1p-20;
}

/* A scene on a table of any shape, with e from 0.5 to 1. */
static void make_scene(carom_problem *scene, stream *s, uint64_t shape, bool has_friction)
{
    static const double stadium[] = {0.9, 0.7}, circle[] = {0.8};
    static double corner[][2] = {{0, 0}, {2, 0.2}, {2, 0.9}, {1.1, 0.8}, {0.9, 1.6}, {0, 1.4}};
    static const carom_list polygon = {corner, 6};
    const void *const options[] = {circle, stadium, &polygon, (const double[]){1.9, 1.3}};
    static const char *const names[] = {"circle", "stadium", "polygon", "rectangle"};
    carom_ball list[MOST_BALLS];
    size_t wanted = (size_t)between(s, 2, 7);
    scene_shape(scene, names[shape % 4], options[shape % 4]);
    scene->restitution = (carom_surfaces){happens(s, 0.2) ? 1 : between(s, 0.5, 1),
                                          between(s, 0.5, 1)};
    if (shape % 8 == 3) {
        scene->gravity_mps2 = (carom_vec){0.3, -2};
    }
    if (has_friction) {
        scene->friction = (carom_surfaces){between(s, 0.05, 0.5), between(s, 0.05, 0.5)};
        scene->tangential_restitution = (carom_surfaces){between(s, -0.5, 1), between(s, -0.5, 1)};
    }
    for (size_t count = 0; count < wanted;) {
        carom_ball ball = any_ball(scene, s);
        ball.material = "";
        ball.radius_m *= 1.5;
        ball.fixed = count == 1 && shape % 8 == 5; /* a post */
        for (size_t value = 0; value < CAROM_RATES; value++) {
            *initial_value(&ball, value) *= ball.fixed && value > 1 ? 0 : 1;
            *initial_value(&ball, value) = rounded(*initial_value(&ball, value));
        }
        ball.spin_radps = rounded(0.25 * ball.spin_radps);
        if (has_room(scene, list, count, &ball)) {
            list[count++] = ball;
            assert_ok(carom_problem_add(scene, &ball, NULL));
        }
    }
}

/* A run of a random scene, short enough for derivatives below 300: rounding errors of the run
 * change them by 1e-16 times their square. */
static double *make_run(carom_problem *scene, stream *s, uint64_t shape, bool has_friction,
                        double *t_s, carom_derivative_summary *summary, double *largest)
{
    double *derivative;
    make_scene(scene, s, shape, has_friction);
    for (*t_s = 1.5;; *t_s *= 0.8) {
        size_t size = CAROM_RATES * scene->count;
        derivative = all_derivatives(scene, *t_s, summary);
        *largest = 0;
        for (size_t k = 0; k < size * size && derivative != NULL; k++) {
            *largest = fmax(*largest, fabs(derivative[k]));
        }
        if (derivative != NULL && *largest < 300) {
            return derivative;
        }
        free(derivative);
    }
}

/* Largest difference from the reference over all initial values, relative to the largest
 * derivative. */
static double worst_of_scenes(bool has_friction, uint64_t *collisions)
{
    double worst = 0;
    *collisions = 0;
    for (uint64_t shape = 0; shape < ROUNDS(20, 8); shape++) {
        stream s = {shape + 1};
        carom_problem scene;
        carom_derivative_summary summary;
        double t_s, largest, *derivative;
        size_t size;
        derivative = make_run(&scene, &s, shape, has_friction, &t_s, &summary, &largest);
        size = CAROM_RATES * scene.count;
        ck_assert_int_eq(summary.fault, CAROM_DERIVATIVE_EXISTS);
        *collisions += summary.collisions;
        for (size_t column = 0; column < size; column++) {
            double want[CAROM_RATES * MOST_BALLS];
            bool is_fixed = scene.ball[column / CAROM_RATES].fixed;
            reference_of_initial_value(&scene, column, t_s, want);
            for (size_t k = 0; k < size && !(is_fixed && column % CAROM_RATES > 1); k++) {
                double off = fabs(derivative[k * size + column] - want[k]) / largest;
                worst = fmax(worst, off);
                if (!(off < 1e-12)) {
                    printf("shape %d: %zu balls, value %zu, column %zu: got %.17g, want %.17g\n",
                           (int)shape, scene.count, k, column, derivative[k * size + column],
                           want[k]);
                }
            }
        }
        free(derivative);
        carom_problem_free(&scene);
    }
    return worst;
}

START_TEST(initial_values_without_friction)
{
    uint64_t collisions;
    double worst = worst_of_scenes(false, &collisions);
    printf("frictionless: %d collisions, worst %.2e\n", (int)collisions, worst);
    ck_assert_uint_gt(collisions, ROUNDS(100, 40));
    assert_near(worst, 0, 1e-12);
}
END_TEST

START_TEST(initial_values_with_friction)
{
    uint64_t collisions;
    double worst = worst_of_scenes(true, &collisions);
    printf("friction: %d collisions, worst %.2e\n", (int)collisions, worst);
    ck_assert_uint_gt(collisions, ROUNDS(100, 40));
    assert_near(worst, 0, 1e-12);
}
END_TEST

TEST_MAIN("derivatives", values_of_one_bounce_and_of_head_on_discs, initial_values_without_friction,
          initial_values_with_friction)
