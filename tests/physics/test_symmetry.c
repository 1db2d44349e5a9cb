/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symmetries of mechanics as properties of random scenes: reflection, exchange of the axes, another
 * frame of reference, a distant ball, and reversal of time. A failure prints solver, scene and
 * seed.
 *
 * A distant ball widens the cells of an open table; solvers with analytic flight (impulse, leap)
 * then split their flights elsewhere and show rounding errors, while time-stepping solvers do not.
 */
#include "support.h"
#include <float.h>

enum { BALLS = 12, SEEDS = ROUNDS(4, 1), VARIANTS = 6 };

/* Short enough that rounding errors, amplified about tenfold in each of a few collisions, stay
 * below the tolerance. */
static const double duration = 0.4;
/* Rounding error of a position of about 2 m at the start (reflection) and after some flights,
 * amplified tenfold by each of at most five collisions of one ball. */
static const double tolerance = 60 * DBL_EPSILON * 1e5;

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

/* Image of a state: (x, y, vx, vy). */
typedef void image(const carom_problem *scene, const double *from, double *to);

static void reflect(const carom_problem *scene, const double *from, double *to)
{
    to[0] = scene->width_m - from[0];
    to[1] = from[1];
    to[2] = -from[2];
    to[3] = from[3];
}

static void exchange_axes(const carom_problem *scene, const double *from, double *to)
{
    (void)scene;
    to[0] = from[1];
    to[1] = from[0];
    to[2] = from[3];
    to[3] = from[2];
}

static void keep(const carom_problem *scene, const double *from, double *to)
{
    (void)scene;
    memcpy(to, from, 4 * sizeof *to);
}

static const struct {
    const char *name;
    image *of;
    bool far_ball;
} transformations[] = {{"reflection", reflect, false},
                       {"axes exchanged", exchange_axes, false},
                       {"a far ball", keep, true}};
enum { TRANSFORMATIONS = sizeof transformations / sizeof transformations[0] };

static void make_image(carom_problem *other, const carom_problem *scene, size_t k)
{
    image *of = transformations[k].of;
    const double g[] = {0, 0, scene->gravity_mps2.x, scene->gravity_mps2.y};
    double to[4];
    assert_ok(carom_problem_copy(other, scene, NULL));
    of(scene, g, to);
    other->gravity_mps2 = (carom_vec){to[2], to[3]};
    if (of == exchange_axes) {
        other->width_m = scene->height_m;
        other->height_m = scene->width_m;
    }
    for (size_t i = 0; i < BALLS; i++) {
        carom_ball *b = &other->ball[i];
        const double from[] = {b->x_m, b->y_m, b->vx_mps, b->vy_mps};
        of(scene, from, to);
        b->x_m = to[0], b->y_m = to[1], b->vx_mps = to[2], b->vy_mps = to[3];
    }
    if (transformations[k].far_ball) {
        scene_add(other, 60.5, -40.25, 3.1, -2.7, scene->ball[0].radius_m, scene->ball[0].mass_kg);
    }
}

static void read_state(const outcome *run, size_t i, double state[4])
{
    const carom_sample *s = &run->sample;
    state[0] = s->x_m[i], state[1] = s->y_m[i], state[2] = s->vx_mps[i], state[3] = s->vy_mps[i];
}

/* @return number of collisions */
static size_t try_all(const contestant *c, int variant, uint64_t seed)
{
    carom_problem scene, other;
    make_scene(&scene, variant, seed);
    outcome base = run_scene(&scene, c->kind, c->settings, duration);
    size_t collisions = base.log.count;
    for (size_t k = 0; k < TRANSFORMATIONS; k++) {
        bool exact = transformations[k].far_ball && !c->flies;
        double most = 0, state[4], want[4], got[4];
        if (transformations[k].far_ball && scene.boundary != CAROM_OPEN) {
            continue;
        }
        make_image(&other, &scene, k);
        outcome run = run_scene(&other, c->kind, c->settings, duration);
        for (size_t i = 0; i < BALLS; i++) {
            read_state(&base, i, state);
            transformations[k].of(&scene, state, want);
            read_state(&run, i, got);
            for (size_t n = 0; n < 4; n++) {
                most = fmax(most, fabs(got[n] - want[n]));
            }
        }
        ck_assert_msg(most <= (exact ? 0 : tolerance) && run.log.count == base.log.count,
                      "%s: %s, scene %d, seed %llu: off by %.3g; %zu and %zu collisions",
                      transformations[k].name, c->name, variant, (unsigned long long)seed, most,
                      base.log.count, run.log.count);
        outcome_free(&run);
        carom_problem_free(&other);
    }
    outcome_free(&base);
    carom_problem_free(&scene);
    return collisions;
}

START_TEST(invariances)
{
    size_t collisions = 0;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            collisions += try_all(&contestants[_i], variant, seed);
        }
    }
    ck_assert_uint_ge(collisions, 3 * VARIANTS * SEEDS); /* otherwise the test would be empty */
}
END_TEST

/* ---- another frame, reversal: impulse and Heun, elastic, without gravity ---- */

typedef struct {
    carom_problem scene, other;
    outcome a, b;
} two_runs;

/* Runs a scene, changes the initial state of a copy, and runs the copy. */
static two_runs run_both(const contestant *c, uint64_t seed, int boundary,
                         void (*change)(carom_ball *, const carom_sample *, size_t))
{
    two_runs r;
    scene_random(&r.scene, seed, 8, boundary);
    scene_random(&r.other, seed, 8, boundary);
    r.a = run_scene(&r.scene, c->kind, c->settings, 0.25);
    for (size_t i = 0; i < 8; i++) {
        change(&r.other.ball[i], &r.a.sample, i);
    }
    r.b = run_scene(&r.other, c->kind, c->settings, 0.25);
    return r;
}

static void free_both(two_runs *r)
{
    outcome_free(&r->a);
    outcome_free(&r->b);
    carom_problem_free(&r->scene);
    carom_problem_free(&r->other);
}

static const double ux = 0.7, uy = -1.3;

static void boost(carom_ball *ball, const carom_sample *end, size_t i)
{
    (void)end, (void)i;
    ball->vx_mps += ux;
    ball->vy_mps += uy;
}

/* An open table has no preferred frame of reference. */
START_TEST(galilean_boost)
{
    const contestant *c = &contestants[_i == 0 ? 0 : 2];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        two_runs r = run_both(c, seed, CAROM_OPEN, boost);
        for (size_t i = 0; i < 8; i++) {
            assert_near(r.b.sample.x_m[i], r.a.sample.x_m[i] + ux * 0.25, 1e-9);
            assert_near(r.b.sample.vy_mps[i], r.a.sample.vy_mps[i] + uy, 1e-9);
        }
        free_both(&r);
    }
}
END_TEST

static void reverse(carom_ball *ball, const carom_sample *end, size_t i)
{
    ball->x_m = end->x_m[i];
    ball->y_m = end->y_m[i];
    ball->vx_mps = -end->vx_mps[i];
    ball->vy_mps = -end->vy_mps[i];
}

/* With e = 1, reversing the velocities leads back to the start: within rounding for the
 * event-driven solver, within the discretization error (theta^2 per contact, amplified) for
 * springs. */
START_TEST(time_reversal)
{
    static const contestant hard = {
        "heun",
        "penalty",
        false,
        {{"integrator", "heun"}, {"stiffness_N_per_m", "2e5"}, {"step_s", "1e-5"}, {NULL, NULL}}};
    const contestant *c = _i == 0 ? &contestants[0] : &hard;
    double allowed = _i == 0 ? 1e-9 : 2e-3;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        two_runs r = run_both(c, seed, CAROM_WALLS, reverse);
        ck_assert_uint_gt(r.a.log.count, 0);
        /* a reversal during a contact would only change the log */
        for (size_t i = 0; i < 8 && r.a.sample.contacts == 0; i++) {
            assert_near(r.b.sample.x_m[i], r.scene.ball[i].x_m, allowed);
            assert_near(r.b.sample.vy_mps[i], -r.scene.ball[i].vy_mps, 100 * allowed);
        }
        free_both(&r);
    }
}
END_TEST

static void add_tests(TCase *tcase)
{
    tcase_add_loop_test(tcase, invariances, 0, CONTESTANTS);
    tcase_add_loop_test(tcase, galilean_boost, 0, 2);
    tcase_add_loop_test(tcase, time_reversal, 0, 2);
}

TEST_SUITE("symmetries", add_tests)
