/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariances on random scenes: a distant ball, and the names of the axes.
 *
 * A distant ball widens the cells of an open table;
 * solvers with analytic flight (impulse, leap) then split their flights elsewhere and show
 * rounding errors, while time-stepping solvers do not. Exchanging the axes changes the order of
 * walls and sums, again within rounding. A failure prints solver, scene and seed. */
#include "support.h"
#include <float.h>

enum { BALLS = 12, SEEDS = ROUNDS(2, 1), VARIANTS = 6 };

/* Short enough that rounding errors, amplified about tenfold in each of a few collisions, stay
 * below the tolerance. */
static const double duration = 0.4;
/* Rounding error of a position of about 2 m after some flights, amplified tenfold by each of at
 * most five collisions of one ball. */
static const double tolerance = 20 * DBL_EPSILON * 1e5;

typedef struct {
    const char *name, *kind;
    bool flies; /* has analytic flight */
    carom_setting settings[8];
} contestant;

#define SPRINGS(integrator, contacts, flight)                                                      \
    {                                                                                              \
        {"integrator", integrator}, {"stiffness_N_per_m", "2e4"}, {"step_s", "3e-5"},              \
            {"contact_end", "force"}, {"contacts", contacts}, {"flight", flight},                  \
        {                                                                                          \
            NULL, NULL                                                                             \
        }                                                                                          \
    }
static const contestant contestants[] = {
    {"impulse", "impulse", true, {{NULL, NULL}}},
    {"stepped", "stepped", false, {{"step_s", "1e-4"}, {NULL, NULL}}},
    {"heun", "penalty", false, SPRINGS("heun", "grid", "step")},
    {"verlet", "penalty", false, SPRINGS("velocity_verlet", "grid", "step")},
    {"located", "penalty", false, SPRINGS("rk4", "located", "step")},
    {"leap", "penalty", true, SPRINGS("rk4", "located", "leap")}};
enum { CONTESTANTS = sizeof contestants / sizeof contestants[0] };

static void make_scene(carom_problem *scene, int variant, uint64_t seed)
{
    static const int boundary[] = {CAROM_WALLS, CAROM_PERIODIC, CAROM_OPEN};
    scene_random(scene, 100 + seed, BALLS, boundary[variant % 3]);
    scene->restitution = variant < 3 ? (carom_restitution){1, 1} : (carom_restitution){0.8, 0.7};
    scene->gravity_mps2.x = scene->boundary == CAROM_PERIODIC ? 0 : 0.4;
    scene->gravity_mps2.y = scene->boundary == CAROM_PERIODIC ? 0 : -0.7;
}

static void swap_axes(carom_problem *other, const carom_problem *scene)
{
    assert_ok(carom_problem_copy(other, scene, NULL));
    other->width_m = scene->height_m;
    other->height_m = scene->width_m;
    other->gravity_mps2.x = scene->gravity_mps2.y;
    other->gravity_mps2.y = scene->gravity_mps2.x;
    for (size_t i = 0; i < BALLS; i++) {
        other->ball[i].x_m = scene->ball[i].y_m;
        other->ball[i].y_m = scene->ball[i].x_m;
        other->ball[i].vx_mps = scene->ball[i].vy_mps;
        other->ball[i].vy_mps = scene->ball[i].vx_mps;
    }
}

typedef struct {
    const contestant *who;
    int variant;
    uint64_t seed;
    const char *transformation;
} trial;

/* Difference of ball i in both runs; 0 if bit-identical. */
static double difference(const outcome *a, const outcome *b, size_t i, bool exchanged)
{
    const double p[] = {a->sample.x_m[i], a->sample.y_m[i], a->sample.vx_mps[i],
                        a->sample.vy_mps[i]};
    const double q[] = {b->sample.x_m[i], b->sample.y_m[i], b->sample.vx_mps[i],
                        b->sample.vy_mps[i]};
    double most = 0;
    for (size_t k = 0; k < 4; k++) {
        most = fmax(most, fabs(p[k] - q[exchanged ? k ^ 1 : k]));
    }
    return most;
}

static void assert_alike(const trial *t, const outcome *a, const outcome *b, bool exchanged,
                         double allowed)
{
    double most = 0;
    for (size_t i = 0; i < BALLS; i++) {
        most = fmax(most, difference(a, b, i, exchanged));
    }
    ck_assert_msg(
        most <= allowed && a->log.count == b->log.count,
        "%s: %s, scene %d, seed %llu: off by %.3g, tolerance %.3g; %zu and %zu collisions",
        t->transformation, t->who->name, t->variant, (unsigned long long)t->seed, most, allowed,
        a->log.count, b->log.count);
}

static size_t try_all(trial t)
{
    const contestant *c = t.who;
    carom_problem scene, other;
    outcome base, changed;
    size_t collisions;
    make_scene(&scene, t.variant, t.seed);
    base = run_scene(&scene, c->kind, c->settings, duration);
    collisions = base.log.count;
    t.transformation = "axes exchanged";
    swap_axes(&other, &scene);
    changed = run_scene(&other, c->kind, c->settings, duration);
    assert_alike(&t, &base, &changed, true, tolerance);
    outcome_free(&changed);
    carom_problem_free(&other);
    if (scene.boundary == CAROM_OPEN) {
        t.transformation = "a far ball";
        assert_ok(carom_problem_copy(&other, &scene, NULL));
        scene_add(&other, 60.5, -40.25, 3.1, -2.7, scene.ball[0].radius_m, scene.ball[0].mass_kg);
        changed = run_scene(&other, c->kind, c->settings, duration);
        assert_alike(&t, &base, &changed, false, c->flies ? tolerance : 0);
        outcome_free(&changed);
        carom_problem_free(&other);
    }
    outcome_free(&base);
    carom_problem_free(&scene);
    return collisions;
}

START_TEST(invariances)
{
    int solver = _i;
    size_t collisions = 0;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            collisions += try_all((trial){&contestants[solver], variant, seed, ""});
        }
    }
    ck_assert_uint_ge(collisions, 3 * VARIANTS * SEEDS); /* otherwise the test would be empty */
}
END_TEST

static void add_tests(TCase *tcase)
{
    tcase_add_loop_test(tcase, invariances, 0, CONTESTANTS);
}

TEST_SUITE("metamorphic", add_tests)
