/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact derivatives of event-driven runs against central differences of the arbitrary-precision
 * reference, in random scenes with walls, arcs, corners, posts, gravity and friction. */
#include "measure/derivatives.h"
#include "solvers/oracle/oracle.h"
#include <float.h>

/* ---- the reference: central differences in numbers of 256 bits ---- */

enum { BITS = 256 };

/* Numbers of 113 bits. */
#if LDBL_MANT_DIG >= 113
typedef long double quad;
#else
__extension__ typedef __float128 quad;
#endif

static quad quad_of(mpfr_srcptr x)
{
    quad sum = 0;
    mpfr_t rest;
    mpfr_init2(rest, BITS);
    mpfr_set(rest, x, MPFR_RNDN);
    for (int k = 0; k < 3; k++) {
        double part = mpfr_get_d(rest, MPFR_RNDN);
        sum += (quad)part;
        mpfr_sub_d(rest, rest, part, MPFR_RNDN);
    }
    mpfr_clear(rest);
    return sum;
}

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
                                 double t_s, quad *derivative)
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
        derivative[k] = quad_of(state[1][k]);
        mpfr_clears(state[0][k], state[1][k], (mpfr_ptr)NULL);
    }
}

/* A step that doubles below 32 add without rounding. The error is about its square. */
static const double reference_step = 0x1p-46;

static void reference_of_initial_value(const carom_problem *scene, size_t column, double t_s,
                                       quad *derivative)
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

/* A scene on a table of any shape, with e from 0.5 to 1. */
static void make_scene(carom_problem *scene, stream *s, uint64_t shape, bool has_friction)
{
    carom_ball list[MOST_BALLS];
    size_t wanted = (size_t)between(s, 2, 7);
    carom_problem_init(scene);
    set_table(scene, shape, 0);
    scene->restitution = (carom_surfaces){happens(s, 0.2) ? 1 : between(s, 0.5, 1),
                                          between(s, 0.5, 1)};
    scene->boundary = shape % 8 == 7 ? CAROM_PERIODIC : CAROM_WALLS;
    scene->wall_contact = shape % 16 == 11 && !has_friction ? CAROM_CENTRE : CAROM_SURFACE;
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
        }
        ball.spin_radps *= 0.25;
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
            quad want[CAROM_RATES * MOST_BALLS];
            bool is_fixed = scene.ball[column / CAROM_RATES].fixed;
            reference_of_initial_value(&scene, column, t_s, want);
            for (size_t k = 0; k < size && !(is_fixed && (column % CAROM_RATES == CAROM_RATE_VX ||
                                                          column % CAROM_RATES == CAROM_RATE_VY));
                 k++) {
                double off = fabs(derivative[k * size + column] - (double)want[k]) / largest;
                worst = fmax(worst, off);
                if (!(off < 1e-12)) {
                    printf("shape %d: %zu balls, value %zu, column %zu: got %.17g, want %.17g\n",
                           (int)shape, scene.count, k, column, derivative[k * size + column],
                           (double)want[k]);
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
    ck_assert_uint_gt(collisions, ROUNDS(100, 40));
    assert_near(worst, 0, 1e-12);
}
END_TEST

START_TEST(initial_values_with_friction)
{
    uint64_t collisions;
    double worst = worst_of_scenes(true, &collisions);
    ck_assert_uint_gt(collisions, ROUNDS(100, 40));
    assert_near(worst, 0, 1e-12);
}
END_TEST

/* ---- the product in long numbers, without friction ---- */

typedef struct {
    quad x, y;
} quad_vec;

static quad_vec along(quad_vec a, quad factor, quad_vec b)
{
    return (quad_vec){a.x + factor * b.x, a.y + factor * b.y};
}

static quad dot(quad_vec a, quad_vec b)
{
    return a.x * b.x + a.y * b.y;
}

static quad quad_length(quad_vec a)
{
    quad square = dot(a, a), root = (quad)sqrt((double)square);
    for (int k = 0; k < 3; k++) {
        root = (root + square / root) / 2;
    }
    return root;
}

static quad_vec vec_of(const oracle_vec *v)
{
    return (quad_vec){quad_of(v->x), quad_of(v->y)};
}

/* A ball of the product: velocity and derivatives at its own time. */
typedef struct {
    quad clock_s;
    quad_vec v, dx[4 * MOST_BALLS], dv[4 * MOST_BALLS];
} product_ball;

static quad_vec gravity_of(const carom_problem *scene, size_t i)
{
    quad_vec none = {0, 0}, g = {(quad)scene->gravity_mps2.x, (quad)scene->gravity_mps2.y};
    return scene->ball[i].fixed ? none : g;
}

static void transport(const carom_problem *scene, product_ball *ball, size_t i, quad t_s)
{
    quad t = t_s - ball->clock_s;
    ball->v = along(ball->v, t, gravity_of(scene, i));
    ball->clock_s = t_s;
    for (size_t k = 0; k < 4 * scene->count; k++) {
        ball->dx[k] = along(ball->dx[k], t, ball->dv[k]);
    }
}

/* Vector from a contact's center of curvature to the center of ball a, with the sign that makes
 * it point from b to a or into the wall; only its direction counts for an edge. */
static quad_vec contact_vector(const oracle_world *world, const carom_collision *c, bool *is_edge)
{
    const carom_problem *scene = world->problem;
    quad_vec at = vec_of(&world->ball[c->a].at.position);
    *is_edge = false;
    if (!c->wall) {
        return along(vec_of(&world->ball[c->b].at.position), -1, at);
    }
    if (scene->part == NULL || scene->part[c->b].curve == &carom_edge_curve) {
        *is_edge = true;
        return scene->part == NULL
                 ? (quad_vec){(quad)carom_wall_normals[c->b].x, (quad)carom_wall_normals[c->b].y}
                 : vec_of(&world->outward[c->b]);
    }
    at = along(at, -1,
               (quad_vec){(quad)scene->part[c->b].from_m.x, (quad)scene->part[c->b].from_m.y});
    return scene->part[c->b].curve == &carom_arc_curve ? at : (quad_vec){-at.x, -at.y};
}

/* Move position and velocity to the delayed impact, reflect, move back: the saltation matrix.
 * A wall is a body at rest of infinite mass. */
static void multiply(const oracle_world *world, product_ball *a, product_ball *b,
                     const carom_collision *c)
{
    const carom_problem *scene = world->problem;
    bool is_edge,
        is_arc = c->wall && scene->part != NULL && scene->part[c->b].curve == &carom_arc_curve;
    quad_vec n = contact_vector(world, c, &is_edge), none = {0, 0};
    quad size = quad_length(n);
    /* n follows the center of b, or of a in an arc */
    quad bend = is_edge ? 0 : (is_arc ? 1 : -1) / size;
    quad one = 1, ma, mb; /* parts of the two in the change of the relative velocity */
    quad e = one + (quad)carom_pair_restitution(scene, &scene->ball[c->a],
                                                c->wall ? NULL : &scene->ball[c->b], c->t_s);
    quad_vec ga = gravity_of(scene, c->a), gb = c->wall ? none : gravity_of(scene, c->b), u;
    quad un;
    mb = c->wall || scene->ball[c->b].fixed ? 0 : one / (quad)scene->ball[c->b].mass_kg;
    ma = scene->ball[c->a].fixed ? 0 : one / (quad)scene->ball[c->a].mass_kg;
    ma /= ma + mb;
    mb = one - ma;
    n = (quad_vec){n.x / size, n.y / size};
    u = along(a->v, -1, b->v);
    un = dot(u, n);
    for (size_t k = 0; k < 4 * scene->count; k++) {
        quad_vec d = along(a->dx[k], -1, b->dx[k]), w = along(a->dv[k], -1, b->dv[k]), dn, dj;
        quad late = -dot(n, d) / un;
        d = along(d, late, u);
        w = along(along(w, late, ga), -late, gb);
        dn = along(d, -dot(n, d), n);
        dn = (quad_vec){bend * dn.x, bend * dn.y};
        dj = along((quad_vec){un * dn.x, un * dn.y}, dot(w, n) + dot(u, dn), n);
        a->dv[k] = along(a->dv[k], -e * ma, dj);
        b->dv[k] = along(b->dv[k], e * mb, dj);
        a->dx[k] = along(a->dx[k], late * e * ma * un, n);
        b->dx[k] = along(b->dx[k], -late * e * mb * un, n);
    }
}

/* The derivatives of a run of the reference by initial positions and velocities. */
static void product_of(const carom_problem *scene, double t_s, product_ball *ball)
{
    static const carom_cancel_flag never;
    carom_error error = {CAROM_OK, "", ""};
    oracle_world *whole = carom_oracle_world_new(scene, BITS, 1e-9, &never);
    oracle_world *world = carom_oracle_world_new(scene, BITS, 1e-9, &never);
    assert_ok(carom_oracle_world_advance(whole, t_s, &error));
    memset(ball, 0, (scene->count + 1) * sizeof *ball);
    for (size_t i = 0; i < scene->count; i++) {
        ball[i].v = vec_of(&world->ball[i].at.velocity);
        ball[i].dx[4 * i].x = ball[i].dx[4 * i + 1].y = 1;
        ball[i].dv[4 * i + 2].x = ball[i].dv[4 * i + 3].y = 1;
    }
    for (size_t k = 0; k < whole->log.count; k++) {
        const carom_collision *c = &whole->log.item[k];
        bool is_last = k + 1 == whole->log.count;
        size_t second = c->wall ? scene->count : c->b;
        double between_s = is_last ? t_s : 0.5 * (c->t_s + whole->log.item[k + 1].t_s);
        assert_ok(carom_oracle_world_advance(world, between_s, &error));
        ck_assert_uint_eq(world->log.count, k + 1);
        transport(scene, &ball[c->a], c->a, quad_of(world->ball[c->a].clock));
        memset(&ball[scene->count], 0, sizeof *ball);
        if (!c->wall) {
            transport(scene, &ball[second], second, quad_of(world->ball[second].clock));
        }
        multiply(world, &ball[c->a], &ball[second], c);
        ball[c->a].v = vec_of(&world->ball[c->a].at.velocity);
        ball[second].v = c->wall ? ball[second].v : vec_of(&world->ball[second].at.velocity);
    }
    for (size_t i = 0; i < scene->count; i++) {
        transport(scene, &ball[i], i, (quad)t_s);
    }
    carom_oracle_world_free(whole);
    carom_oracle_world_free(world);
}

/* The formulas are exact: in numbers of 113 bits they agree with differences within 1e-20. */
START_TEST(product_in_long_numbers)
{
    static product_ball ball[MOST_BALLS + 1];
    double worst = 0;
    for (uint64_t shape = 0; shape < ROUNDS(20, 6); shape++) {
        stream s = {shape + 1};
        carom_problem scene;
        carom_derivative_summary summary;
        double t_s, largest;
        free(make_run(&scene, &s, shape, false, &t_s, &summary, &largest));
        if (scene.boundary == CAROM_PERIODIC) { /* its clocks stop at the edges, too */
            carom_problem_free(&scene);
            continue;
        }
        product_of(&scene, t_s, ball);
        for (size_t column = 0; column < 4 * scene.count; column++) {
            quad want[CAROM_RATES * MOST_BALLS];
            size_t of = column / 4 * CAROM_RATES + column % 4;
            if (scene.ball[column / 4].fixed) {
                continue;
            }
            reference_of_initial_value(&scene, of, t_s, want);
            for (size_t i = 0; i < scene.count; i++) {
                const quad *w = &want[CAROM_RATES * i];
                quad off[] = {w[0] - ball[i].dx[column].x, w[1] - ball[i].dx[column].y,
                              w[2] - ball[i].dv[column].x, w[3] - ball[i].dv[column].y};
                for (int value = 0; value < 4; value++) {
                    worst = fmax(worst, fabs((double)off[value]) / largest);
                }
            }
        }
        carom_problem_free(&scene);
    }
    assert_near(worst, 0, 1e-20);
}
END_TEST

/* ---- parameters ---- */

enum { TABLE, GRAVITY, PARAMETERS = 12 };

/* Change one parameter of a scene. */
static void change_parameter(carom_problem *scene, uint64_t shape, int parameter, double by)
{
    carom_ball *ball = &scene->ball[scene->count - 1];
    double *const member[PARAMETERS] = {[GRAVITY] = &scene->gravity_mps2.y,
                                        &ball->radius_m,
                                        &ball->mass_kg,
                                        &ball->inertia_factor,
                                        &scene->restitution.ball_ball,
                                        &scene->restitution.ball_wall,
                                        &scene->friction.ball_ball,
                                        &scene->friction.ball_wall,
                                        &scene->tangential_restitution.ball_ball,
                                        &scene->tangential_restitution.ball_wall};
    if (parameter == TABLE) {
        set_table(scene, shape, by);
    } else {
        *member[parameter] += by;
    }
}

static void make_sides(const carom_problem *scene, uint64_t shape, int parameter, double step,
                       carom_problem sides[2])
{
    for (int k = 0; k < 2; k++) {
        assert_ok(carom_problem_copy(&sides[k], scene, NULL));
        change_parameter(&sides[k], shape, parameter, (k == 0 ? -0.5 : 0.5) * step);
    }
}

/* Flights and impacts are differenced with a step of 1e-6, which is 2e-5 of a radius: 1e-8 allows
 * for its square and for rounding. The reference has gravity with straight walls only. */
START_TEST(parameters_of_balls_surfaces_and_tables)
{
    const double step = 0x1p-20;
    double worst = 0;
    uint64_t changed = 0;
    for (uint64_t shape = 0; shape < ROUNDS(20, 8); shape++) {
        stream s = {shape + 1};
        carom_problem scene, sides[2];
        carom_derivative_summary summary;
        double t_s, largest;
        quad want[CAROM_RATES * MOST_BALLS];
        free(make_run(&scene, &s, shape, true, &t_s, &summary, &largest));
        for (int parameter = 0; parameter < 11; parameter++) {
            carom_direction direction = {.minus = &sides[0], .plus = &sides[1], .step = step};
            double *got;
            if ((parameter == GRAVITY && shape % 8 != 3) ||
                (scene.restitution.ball_ball == 1 && parameter == GRAVITY + 4)) {
                continue;
            }
            make_sides(&scene, shape, parameter, step, sides);
            got = derivatives(&scene, t_s, &direction, 1, &summary);
            if (parameter == TABLE && scene.boundary == CAROM_PERIODIC) {
                ck_assert(isnan(got[0]));
            }
            carom_problem_free(&sides[0]), carom_problem_free(&sides[1]);
            make_sides(&scene, shape, parameter, reference_step, sides);
            reference_derivative(&sides[1], &sides[0], reference_step, t_s, want);
            for (size_t k = 0; k < CAROM_RATES * scene.count && !isnan(got[k]); k++) {
                double exact = (double)want[k];
                double off = fabs(got[k] - exact) / fmax(largest, fabs(exact));
                worst = fmax(worst, off);
                changed += exact != 0;
                if (!(off < 1e-8)) {
                    printf("shape %d, parameter %d, value %zu of %zu: got %.17g, want %.17g\n",
                           (int)shape, parameter, k, scene.count, got[k], exact);
                }
            }
            free(got);
            carom_problem_free(&sides[0]), carom_problem_free(&sides[1]);
        }
        carom_problem_free(&scene);
    }
    assert_near(worst, 0, 1e-8);
    ck_assert_uint_gt(changed, ROUNDS(1000, 400));
}
END_TEST

TEST_MAIN("derivatives and reference", initial_values_without_friction,
          initial_values_with_friction, product_in_long_numbers,
          parameters_of_balls_surfaces_and_tables)
