/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thousand random scenes of frictional, spinning balls on every table, with every property of
 * surfaces. Energy only decreases, by the amount in the budget. Momentum and angular momentum are
 * conserved. Renumbering changes no bit, and every run ends. */
#include "physics/friction_scenes.h"

/* ---- solvers ---- */

/* Features that a solver does not support and that its scenes omit. */
enum { NO_SHAPES = 1, NO_GRAVITY_BESIDE_FIXED = 2 };

typedef struct {
    const char *name, *kind;
    carom_setting settings[4];
    uint64_t every; /* runs one of this many scenes */
    unsigned cannot;
    bool may_refuse; /* its policy may reject frictional clusters */
    bool by_number;  /* its result depends on the numbering */
    /* tolerances relative to the scale: increase of energy, budget, momentum */
    double rise, off, off_momentum;
} contestant;

/* A few hundred roundings of speeds of a few m/s. */
#define ROUNDING 2e-13, 2e-13, 2e-13
static const contestant contestants[] = {
    {"reflections", "impulse", {{NULL, NULL}}, 1, 0, true, false, ROUNDING},
    {"one by one",
     "impulse",
     {{"impact_policy", "sequential_speed"}, {NULL, NULL}},
     1,
     0,
     false,
     false,
     ROUNDING},
    {"by number",
     "impulse",
     {{"impact_policy", "sequential_index"}, {NULL, NULL}},
     1,
     0,
     false,
     true,
     ROUNDING},
    {"stepped", "stepped", {{"step_s", "2e-3"}, {NULL, NULL}}, 1, 0, false, false, ROUNDING},
    {"oracle",
     "oracle",
     {{NULL, NULL}},
     7,
     NO_SHAPES | NO_GRAVITY_BESIDE_FIXED,
     true,
     false,
     ROUNDING},
    {"springs",
     "penalty",
     {{"stiffness_N_per_m", "2e4"},
      {"integrator", "velocity_verlet"},
      {"step_s", "5e-5"},
      {NULL, NULL}},
     23,
     0,
     false,
     false,
     1e-6, /* 70 steps per contact: the error disappears after each contact */
     3e-4,
     1e-12}};
enum { CONTESTANTS = sizeof contestants / sizeof contestants[0] };

/* ---- a scene ---- */

static const double round_table = 0.8, long_table[] = {0.9, 0.6}, sides[] = {1.9, 1.3};
static double notched[][2] = {{0, 0},     {1.9, 0},   {1.9, 1.3}, {1.1, 1.3},
                              {1.0, 0.8}, {0.9, 1.3}, {0, 1.3}};
static const carom_list corners = {notched, 7};

static const struct {
    const char *shape;
    const void *options;
    int boundary;
} tables[] = {{"rectangle", sides, CAROM_WALLS},    {"circle", &round_table, CAROM_WALLS},
              {"stadium", long_table, CAROM_WALLS}, {"polygon", &corners, CAROM_WALLS},
              {"rectangle", sides, CAROM_PERIODIC}, {"rectangle", sides, CAROM_OPEN}};
enum { TABLES = sizeof tables / sizeof tables[0] };

/* A row or a square of touching balls of 1/16 m, exact because sixteenths are dyadic. */
static size_t add_cluster(const carom_problem *scene, stream *s, carom_ball *list, size_t count)
{
    size_t columns = 2 + (size_t)(3 * next_number(s)), rows = columns < 4 ? 2 : 1, added = 0;
    double x = floor(between(s, 4, 14)) / 16, y = floor(between(s, 4, 14)) / 16;
    bool resting = happens(s, 0.5);
    for (size_t k = 0; k < rows * columns; k++) {
        carom_ball ball = any_ball(scene, s);
        ball.radius_m = 1.0 / 16;
        ball.x_m = x + (double)(k % columns) / 8;
        ball.y_m = y + (double)(k / columns) / 8;
        if (resting) {
            ball.vx_mps = ball.vy_mps = ball.spin_radps = 0;
        }
        if (has_room(scene, list, count + added, &ball)) {
            list[count + added++] = ball;
        }
    }
    return added;
}

static size_t make_balls(const carom_problem *scene, stream *s, carom_ball list[MOST_BALLS])
{
    size_t wanted = 3 + (size_t)(9 * next_number(s));
    size_t count = happens(s, 0.4) ? add_cluster(scene, s, list, 0) : 0;
    for (int tries = 0; tries < 200 && count < wanted; tries++) {
        carom_ball ball = any_ball(scene, s);
        if (happens(s, 0.1)) {
            ball.fixed = true;
            ball.vx_mps = ball.vy_mps = ball.spin_radps = 0;
        }
        if (has_room(scene, list, count, &ball)) {
            list[count++] = ball;
        }
    }
    return count;
}

/* Shuffle: ball k of one scene has the index place[k] in the other. */
static void shuffle(stream *s, size_t count, size_t place[MOST_BALLS])
{
    for (size_t k = 0; k < count; k++) {
        place[k] = k;
    }
    for (size_t k = count; k-- > 1;) {
        size_t other = (size_t)((double)(k + 1) * next_number(s)), store = place[k];
        place[k] = place[other];
        place[other] = store;
    }
}

typedef struct {
    carom_problem scene, renumbered;
    size_t place[MOST_BALLS];
    bool falls_beside_fixed;
} pair_of_scenes;

static void make_scenes(pair_of_scenes *both, uint64_t seed)
{
    stream s = {seed};
    size_t table = (size_t)(seed % TABLES), count, at[MOST_BALLS];
    carom_ball list[MOST_BALLS];
    carom_problem *scene = &both->scene;
    scene_shape(scene, tables[table].shape, tables[table].options);
    scene->boundary = tables[table].boundary;
    set_surfaces(scene, &s);
    if (happens(&s, 0.3)) {
        scene->gravity_mps2.x = between(&s, -1, 1);
        scene->gravity_mps2.y = between(&s, -3, 0);
    }
    count = make_balls(scene, &s, list);
    assert_ok(carom_problem_copy(&both->renumbered, scene, NULL));
    shuffle(&s, count, both->place);
    for (size_t k = 0; k < count; k++) {
        at[both->place[k]] = k;
    }
    for (size_t k = 0; k < count; k++) {
        assert_ok(carom_problem_add(scene, &list[k], NULL));
        assert_ok(carom_problem_add(&both->renumbered, &list[at[k]], NULL));
    }
    both->falls_beside_fixed = !carom_vec_is_zero(scene->gravity_mps2) &&
                               carom_problem_has_fixed(scene);
}

static void free_scenes(pair_of_scenes *both)
{
    carom_problem_free(&both->scene);
    carom_problem_free(&both->renumbered);
}

/* ---- conservation ---- */

static const double end_s = 0.6;
enum { SLICES = 6 };

static bool can(const contestant *who, const pair_of_scenes *both)
{
    return ((who->cannot & NO_SHAPES) == 0 || both->scene.part == NULL) &&
           ((who->cannot & NO_GRAVITY_BESIDE_FIXED) == 0 || !both->falls_beside_fixed);
}

/* Scale of a run: its energy, momentum and angular momentum, and what gravity adds. */
static double scale_of(const carom_problem *scene, const carom_sample *s)
{
    double g = carom_vec_length(scene->gravity_mps2), mass = 0, speed = 1;
    for (size_t i = 0; i < scene->count; i++) {
        mass += scene->ball[i].fixed ? 0 : scene->ball[i].mass_kg;
        speed = fmax(speed, fabs(s->vx_mps[i]) + fabs(s->vy_mps[i]));
    }
    return s->ledger.kinetic_J + s->ledger.spin_J + mass * (speed + 3 * g) * 3;
}

static void check_budget(const contestant *who, uint64_t seed, const carom_problem *scene,
                         const carom_sample *s, double *energy)
{
    const carom_ledger *l = &s->ledger;
    double now = l->kinetic_J + l->spin_J + l->elastic_J + l->potential_J,
           scale = scale_of(scene, s);
    ck_assert_msg(now <= *energy + who->rise * scale, "scene %d, %s: energy rises by %g of %g",
                  (int)seed, who->name, now - *energy, scale);
    *energy = now;
    ck_assert_msg(fabs(l->energy_residual_J) <= who->off * scale,
                  "scene %d, %s: the budget is off by %g of %g", (int)seed, who->name,
                  l->energy_residual_J, scale);
    ck_assert_msg(l->momentum_residual_kgmps <= who->off_momentum * scale,
                  "scene %d, %s: momentum off by %g", (int)seed, who->name,
                  l->momentum_residual_kgmps);
    ck_assert_msg(scene->boundary == CAROM_PERIODIC ||
                      fabs(l->angular_momentum_residual_kgm2ps) <= who->off_momentum * scale,
                  "scene %d, %s: angular momentum off by %g", (int)seed, who->name,
                  l->angular_momentum_residual_kgm2ps);
}

/* Solvers that find every impact time let no balls overlap or leave the table. */
static void check_places(const contestant *who, uint64_t seed, const carom_problem *scene,
                         const carom_sample *s)
{
    unsigned traits =
        carom_solver_entry_of(carom_interface_find(&carom_solvers, who->kind))->traits;
    if ((traits & CAROM_EXACT) == 0) {
        return;
    }
    ck_assert_msg(s->max_overlap_m < 1e-12, "scene %d, %s: %g m deep", (int)seed, who->name,
                  s->max_overlap_m);
    for (size_t i = 0; i < scene->count; i++) {
        carom_vec at = {s->x_m[i], s->y_m[i]};
        double beyond = scene->ball[i].fixed
                          ? 0
                          : carom_walls_max_overlap(scene, at, scene->ball[i].radius_m);
        ck_assert_msg(beyond < 1e-12, "scene %d, %s: ball %zu is %g m beyond a wall", (int)seed,
                      who->name, i, beyond);
    }
}

/* Run to the end with samples in between; returns how and in which state it ended. */
static carom_status run_through(const contestant *who, uint64_t seed, const carom_problem *scene,
                                carom_sample *sample, uint64_t *collisions)
{
    carom_error error = {0};
    carom_status status = CAROM_OK;
    double energy = INFINITY;
    carom_report report;
    carom_solver *solver = carom_solver_new(scene, who->kind, who->settings, &error);
    ck_assert_msg(solver != NULL, "scene %d, %s: %s", (int)seed, who->name, error.text);
    assert_ok(carom_sample_init(sample, scene->count, NULL));
    for (int k = 1; k <= SLICES && status == CAROM_OK; k++) {
        status = carom_solver_advance(solver, end_s * k / SLICES, &error);
        if (status == CAROM_OK) {
            carom_solver_sample(solver, sample);
            check_budget(who, seed, scene, sample, &energy);
            check_places(who, seed, scene, sample);
        }
    }
    carom_solver_report(solver, &report);
    *collisions = report.collisions;
    ck_assert_msg(status == CAROM_OK || status == CAROM_COLLAPSE ||
                      (status == CAROM_INVALID && who->may_refuse &&
                       strstr(error.text, "sequential_speed") != NULL),
                  "scene %d, %s: %s", (int)seed, who->name, error.text);
    carom_solver_free(solver);
    return status;
}

static void assert_renumbered(const contestant *who, uint64_t seed, const size_t *place,
                              const carom_sample *a, const carom_sample *b)
{
    for (size_t i = 0; i < a->count; i++) {
        size_t k = place[i];
        double one[] = {a->x_m[i], a->y_m[i], a->vx_mps[i], a->vy_mps[i], a->spin_radps[i]};
        double two[] = {b->x_m[k], b->y_m[k], b->vx_mps[k], b->vy_mps[k], b->spin_radps[k]};
        ck_assert_msg(memcmp(one, two, sizeof one) == 0,
                      "scene %d, %s: ball %zu by another number is elsewhere, (%.17g, %.17g) and "
                      "(%.17g, %.17g)",
                      (int)seed, who->name, i, one[0], one[1], two[0], two[1]);
    }
}

typedef struct {
    size_t ran, refused, collapsed;
    uint64_t collisions;
} tally;

static void try_scene(const contestant *who, uint64_t seed, const pair_of_scenes *both, tally *sum)
{
    carom_sample one, two;
    uint64_t collisions, again;
    carom_status status = run_through(who, seed, &both->scene, &one, &collisions), other;
    sum->ran += status == CAROM_OK;
    sum->refused += status == CAROM_INVALID;
    sum->collapsed += status == CAROM_COLLAPSE;
    sum->collisions += collisions;
    if (!who->by_number) {
        other = run_through(who, seed, &both->renumbered, &two, &again);
        ck_assert_msg(other == status && again == collisions,
                      "scene %d, %s: ends otherwise by other numbers", (int)seed, who->name);
        assert_renumbered(who, seed, both->place, &one, &two);
        carom_sample_free(&two);
    }
    carom_sample_free(&one);
}

START_TEST(thousand_random_frictional_scenes)
{
    tally sums[CONTESTANTS] = {{0}};
    for (uint64_t seed = 1; seed <= ROUNDS(1000, 100); seed++) {
        pair_of_scenes both;
        make_scenes(&both, seed);
        for (size_t k = 0; k < CONTESTANTS; k++) {
            if (seed % contestants[k].every == 0 && can(&contestants[k], &both)) {
                try_scene(&contestants[k], seed, &both, &sums[k]);
            }
        }
        free_scenes(&both);
    }
    for (size_t k = 0; k < CONTESTANTS; k++) {
        const tally *sum = &sums[k];
        size_t all = sum->ran + sum->refused + sum->collapsed;
        printf("%s: %zu to the end with %llu collisions, %zu refused, %zu collapsed\n",
               contestants[k].name, sum->ran, (unsigned long long)sum->collisions, sum->refused,
               sum->collapsed);
        ck_assert_uint_gt(sum->collisions, 2 * all);
        ck_assert_uint_le(20 * sum->collapsed, all + 20);
        ck_assert_uint_le(3 * sum->refused, all + 10); /* frictional clusters */
    }
}
END_TEST

TEST_MAIN("rough scenes", thousand_random_frictional_scenes)
