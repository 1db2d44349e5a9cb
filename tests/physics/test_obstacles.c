/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixed balls (a Sinai billiard) and balls of different materials: all solvers against closed
 * forms and an independent computation. */
#include "support.h"
#include <float.h>

static void add_fixed(carom_problem *scene, double x, double y, double radius)
{
    scene_add(scene, x, y, 0, 0, radius, 1);
    scene->ball[scene->count - 1].fixed = true;
}

/* x(t) on an interval of length L with reflection at both ends. */
static double fold(double x, double length)
{
    double y = fabs(x - 2 * length * floor(x / (2 * length)));
    return y > length ? 2 * length - y : y;
}

START_TEST(between_a_fixed_ball_and_a_wall)
{
    /* from the wall to the fixed ball, minus both radii */
    const double r = 0.05, v = 1.7, free_path = 1.9 - 0.3 - r - r;
    carom_problem scene;
    scene_init(&scene, CAROM_WALLS);
    scene.width_m = 1.9;
    add_fixed(&scene, 0.3, 0.4, r);
    scene_add(&scene, 1.1, 0.4, v, 0, r, 0.31);
    for (double t = 0.7; t < 400; t *= 3.1) {
        outcome run = run_scene(&scene, "impulse", NULL, t);
        double path = free_path - r; /* from r right of the fixed ball's edge to the wall */
        assert_near(run.sample.x_m[1], 0.4 + fold(0.7 + v * t, path),
                    8 * DBL_EPSILON * (1 + v * t));
        assert_same(run.sample.x_m[0], 0.3);
        assert_same(run.sample.vx_mps[0], 0);
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-14);
        assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-14);
        outcome_free(&run);
    }
    carom_problem_free(&scene);
}
END_TEST

/* v - (1 + e)(v.n) n for every rigid solver, wherever the file lists the fixed ball. */
START_TEST(fixed_ball_reflects_the_normal_velocity)
{
    const char *const kinds[] = {"impulse", "stepped"};
    stream s = {9};
    for (int run_number = 0; run_number < ROUNDS(200, 40); run_number++) {
        double angle = 2 * PI * next_number(&s), slip = 1.8 * next_number(&s) - 0.9,
               e = next_number(&s);
        double reach = 0.13, v = 1.3, nx = cos(angle), ny = sin(angle), path = 0.2;
        /* the ball moves along d; at contact, the normal to the fixed ball is n */
        double dx = nx * sqrt(1 - slip * slip) - ny * slip,
               dy = ny * sqrt(1 - slip * slip) + nx * slip;
        double u = v * (dx * nx + dy * ny);
        carom_problem scene;
        scene_init(&scene, CAROM_OPEN);
        scene.restitution.ball_ball = e;
        for (int first = 0; first < 2; first++) {
            if (first == (run_number & 1)) {
                add_fixed(&scene, 1, 0.6, 0.1);
            } else {
                scene_add(&scene, 1 - reach * nx - path * dx, 0.6 - reach * ny - path * dy, v * dx,
                          v * dy, 0.03, 0.2);
            }
        }
        for (int kind = 0; kind < 2; kind++) {
            const carom_setting step[] = {{"step_s", "1e-5"}, {NULL, NULL}};
            outcome run = run_scene(&scene, kinds[kind], kind == 0 ? NULL : step, 0.25);
            size_t i = scene.ball[0].fixed ? 1 : 0;
            /* the time-stepping normal has an error of sqrt(v h/reach) */
            double tolerance = kind == 0 ? 1e-13 : 2e-3;
            assert_near(run.sample.vx_mps[i], v * dx - (1 + e) * u * nx, tolerance);
            assert_near(run.sample.vy_mps[i], v * dy - (1 + e) * u * ny, tolerance);
            assert_near(run.sample.ledger.energy_residual_J, 0, 1e-15);
            assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-15);
            /* rounding of a position over 25 000 steps */
            assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0,
                        kind == 0 ? 1e-15 : 1e-12);
            outcome_free(&run);
        }
        carom_problem_free(&scene);
    }
}
END_TEST

/* A point among mirrors: the next hit of a ray with a circle of radius R or the walls of a reduced
 * table. */
typedef struct {
    double x, y, vx, vy;
} ray;

static double to_circle(const ray *p, double cx, double cy, double reach)
{
    double dx = cx - p->x, dy = cy - p->y, v = hypot(p->vx, p->vy),
           along = (dx * p->vx + dy * p->vy) / v;
    double miss2 = dx * dx + dy * dy - along * along;
    return along <= 0 || miss2 >= reach * reach ? INFINITY
                                                : (along - sqrt(reach * reach - miss2)) / v;
}

static double to_mirror(double x, double v, double low, double high)
{
    return v > 0 ? (high - x) / v : (v < 0 ? (low - x) / v : INFINITY);
}

static void trace(ray *p, double t, double r, double obstacle)
{
    while (t > 0) {
        double tc = to_circle(p, 1.27, 0.635, r + obstacle),
               tx = to_mirror(p->x, p->vx, r, 2.54 - r);
        double ty = to_mirror(p->y, p->vy, r, 1.27 - r), first = fmin(tc, fmin(tx, ty)),
               h = fmin(first, t);
        p->x += p->vx * h;
        p->y += p->vy * h;
        t -= h;
        if (h == first && first == tc) {
            double nx = (p->x - 1.27) / (r + obstacle), ny = (p->y - 0.635) / (r + obstacle);
            double u = p->vx * nx + p->vy * ny;
            p->vx -= 2 * u * nx;
            p->vy -= 2 * u * ny;
        } else if (h == first && first == tx) {
            p->vx = -p->vx;
        } else if (h == first) {
            p->vy = -p->vy;
        }
    }
}

/* Sinai's billiard with a fixed ball in the middle. Each hit amplifies differences by about 2 l/R
 * < 20, so after at most 6 hits in 4 s rounding errors are below 1e-8. */
START_TEST(sinai_billiard)
{
    const double r = 0.04, obstacle = 0.3;
    stream s = {12};
    for (int run_number = 0; run_number < 100; run_number++) {
        double angle = 2 * PI * next_number(&s), y = 0.1 + next_number(&s);
        ray p = {0.2 + 0.3 * next_number(&s), y, cos(angle), sin(angle)};
        carom_problem scene;
        outcome run;
        scene_init(&scene, CAROM_WALLS);
        add_fixed(&scene, 1.27, 0.635, obstacle);
        scene_add(&scene, p.x, p.y, p.vx, p.vy, r, 0.17);
        run = run_scene(&scene, "impulse", NULL, 4);
        trace(&p, 4, r, obstacle);
        assert_near(run.sample.x_m[1], p.x, 1e-8);
        assert_near(run.sample.y_m[1], p.y, 1e-8);
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-15);
        outcome_free(&run);
        run = run_scene(&scene, "impulse", NULL, 3000);
        assert_near(run.sample.ledger.kinetic_J, 0.085, 1e-13);
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-12);
        assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-12);
        ck_assert_double_ge(hypot(run.sample.x_m[1] - 1.27, run.sample.y_m[1] - 0.635),
                            r + obstacle - 1e-12);
        ck_assert_uint_gt(run.log.count, 2000);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A ball falls onto a fixed one: parabola and circle intersected by stepping and bisection. */
START_TEST(falling_onto_a_fixed_ball)
{
    stream s = {8};
    for (int run_number = 0; run_number < 300; run_number++) {
        double x = 0.9 + 0.2 * next_number(&s), y = 0.9 + 0.3 * next_number(&s),
               vx = next_number(&s) - 0.5;
        double vy = -next_number(&s), reach = 0.14, g = -3, low = 0, high = 0;
        carom_problem scene;
        outcome run;
        scene_init(&scene, run_number % 2 == 0 ? CAROM_OPEN : CAROM_WALLS);
        scene.gravity_mps2.y = g;
        add_fixed(&scene, 1, 0.5, 0.1);
        scene_add(&scene, x, y, vx, vy, 0.04, 0.2);
        for (double t = 0; t < 2 && high == 0; t += 1e-4) {
            double dx = x + vx * t - 1, dy = y + vy * t + 0.5 * g * t * t - 0.5;
            high = dx * dx + dy * dy < reach * reach ? t : 0;
        }
        run = run_scene(&scene, "impulse", NULL, 1.3);
        for (low = high - 1e-4; high > 0 && high - low > 1e-15;) {
            double t = 0.5 * (low + high), dx = x + vx * t - 1,
                   dy = y + vy * t + 0.5 * g * t * t - 0.5;
            *(dx * dx + dy * dy < reach * reach ? &high : &low) = t;
        }
        if (high > 0) {
            /* the stepping may miss a graze with a depth below (v 1e-4)^2/reach */
            ck_assert_uint_ge(run.log.count, 1);
            ck_assert(!run.log.item[0].wall && run.log.item[0].t_s <= high + 1e-13);
            if (run.log.item[0].approach_mps > 0.05) {
                assert_near(run.log.item[0].t_s, high, 1e-13);
            }
        }
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-14);
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-14);
        assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-14);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Against a fixed ball the reduced mass is the ball's: t_c = pi sqrt(m/k). The budget closes as
 * with walls. */
START_TEST(spring_against_a_fixed_ball)
{
    const double k = 1e5, m = 0.17;
    penalty_settings s;
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0.6, 0.6, 1, 0, 0.03, m);
    add_fixed(&scene, 0.8, 0.6, 0.05);
    run = run_scene(&scene, "penalty", penalty_set(&s, "heun", k, 1e-6, "force"), 0.3);
    ck_assert_uint_eq(run.log.count, 1);
    assert_near(run.log.item[0].contact_s, PI * sqrt(m / k), 1e-8);
    assert_near(run.log.item[0].max_overlap_m, sqrt(m / k), 1e-8);
    assert_near(run.sample.vx_mps[0], -1, 6e-7); /* theta^2: contact onset is not located */
    assert_same(run.sample.x_m[1], 0.8);
    assert_near(run.sample.ledger.energy_residual_J, 0, 6e-7);
    assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-15);
    assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-15);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* A rolling ball stops at s = v^2/(2a), or hits the fixed ball first: v t - a t^2/2 = d. */
START_TEST(rolling_against_a_fixed_ball)
{
    const double a = 0.02 * 9.80665, v = 1.1, d = 0.4, t = 2 * d / (v + sqrt(v * v - 2 * a * d));
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene.rolling_resistance = 0.02;
    scene_add(&scene, 0.6, 0.6, v, 0, 0.03, 0.17);
    add_fixed(&scene, 0.6 + d + 0.08, 0.6, 0.05);
    run = run_scene(&scene, "impulse", NULL, 20);
    ck_assert_uint_eq(run.log.count, 1);
    assert_near(run.log.item[0].t_s, t, 1e-14);
    assert_near(run.sample.x_m[0], 0.6 + d - (v * v - 2 * a * d) / (2 * a), 1e-13);
    assert_same(run.sample.vx_mps[0], 0);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* Three materials: each pair, and each with the walls, has the specified restitution. */
static double restitution_of(const char *kind, const carom_setting *settings, const char *a,
                             const char *b)
{
    carom_problem scene;
    outcome run;
    double e;
    scene_init(&scene, CAROM_WALLS);
    scene.restitution = (carom_restitution){0.9, 0.8};
    assert_ok(
        carom_problem_add_pair(&scene, &(carom_pair){"steel", "rubber", 0.5, 1, {NAN, NAN}}, NULL));
    assert_ok(carom_problem_add_pair(&scene, &(carom_pair){"rubber", "rubber", 0.3, 1, {NAN, NAN}},
                                     NULL));
    assert_ok(
        carom_problem_add_pair(&scene, &(carom_pair){"wall", "rubber", 0.4, 1, {NAN, NAN}}, NULL));
    assert_ok(
        carom_problem_add_pair(&scene, &(carom_pair){"steel", "wall", NAN, 1, {NAN, NAN}}, NULL));
    scene_add(&scene, 2.3, 0.6, 1, 0, 0.03, 0.2);
    scene.ball[0].material = a;
    if (b != NULL) {
        scene_add(&scene, 2.4, 0.6, 0, 0, 0.03, 0.3);
        scene.ball[1].material = b;
    }
    run = run_scene(&scene, kind, settings, b == NULL ? 0.3 : 0.1);
    ck_assert_uint_eq(run.log.count, 1);
    e = run.log.item[0].separation_mps / run.log.item[0].approach_mps;
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-6);
    outcome_free(&run);
    carom_problem_free(&scene);
    return e;
}

START_TEST(materials)
{
    static const struct {
        const char *a, *b;
        double e;
    } cases[] = {{"steel", "steel", 0.9},   {"steel", "rubber", 0.5}, {"rubber", "steel", 0.5},
                 {"rubber", "rubber", 0.3}, {"", "rubber", 0.9},      {"", "", 0.9},
                 {"rubber", NULL, 0.4},     {"steel", NULL, 0.8},     {"", NULL, 0.8}};
    penalty_settings s;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const carom_setting step[] = {{"step_s", "1e-5"}, {NULL, NULL}};
        assert_near(restitution_of("impulse", NULL, cases[i].a, cases[i].b), cases[i].e, 4e-16);
        assert_near(restitution_of("stepped", step, cases[i].a, cases[i].b), cases[i].e, 4e-16);
        assert_near(restitution_of("penalty", penalty_set(&s, "heun", 1e5, 1e-6, "force"),
                                   cases[i].a,
                                   /* order 1 with damping: theta = 1e-3 */
                                   cases[i].b),
                    cases[i].e, 2e-3);
    }
}
END_TEST

START_TEST(fixed_balls_do_not_move)
{
    carom_problem scene;
    carom_error error = {0};
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 1, 1, 0.5, 0, 0.1, 1);
    scene.ball[0].fixed = true;
    ck_assert_ptr_null(carom_solver_new(&scene, "impulse", NULL, &error));
    ck_assert_str_eq(error.key, "fixed");
    /* a spinning fixed ball would add energy through friction */
    scene.ball[0].vx_mps = 0;
    scene.ball[0].spin_radps = 50;
    ck_assert_ptr_null(carom_solver_new(&scene, "impulse", NULL, &error));
    ck_assert_msg(strstr(error.text, "fixed and spins") != NULL, "%s", error.text);
    scene.ball[0].fixed = false;
    scene.ball[0].spin_radps = 1e160;
    ck_assert_ptr_null(carom_solver_new(&scene, "impulse", NULL, &error));
    ck_assert_str_eq(error.key, "spin_radps");
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("obstacles", between_a_fixed_ball_and_a_wall, fixed_ball_reflects_the_normal_velocity,
          sinai_billiard, falling_onto_a_fixed_ball, spring_against_a_fixed_ball,
          rolling_against_a_fixed_ball, materials, fixed_balls_do_not_move)
