/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serialization of complicated states: spring contacts with friction, balls at rest, clusters and
 * collapses, long lists, tables with corners, every integrator and law. */
#include "conformance/serialized.h"
#include "scene/scene.h"

/* ---- scenes ---- */

/* An L-shaped table with an inward corner. */
static void corner(carom_problem *scene)
{
    static double corners[][2] = {{0, 0}, {1.6, 0}, {1.6, 0.7}, {0.7, 0.7}, {0.7, 1.5}, {0, 1.5}};
    carom_list list = {corners, 6};
    scene_shape(scene, "polygon", &list);
    scene->boundary = CAROM_WALLS;
    scene->restitution = (carom_restitution){0.9, 0.7};
    scene_add(scene, 0.3, 0.3, 1.7, 1.9, 0.07, 0.17);
    scene_add(scene, 1.3, 0.3, -2.1, 0.83, 0.06, 0.21);
    scene_add(scene, 0.3, 1.2, 0.73, -2.3, 0.08, 0.15);
    scene_add(scene, 0.9, 0.45, -0.9, 1.3, 0.05, 0.12);
}

static void rough_corner(carom_problem *scene)
{
    corner(scene);
    scene->friction = (carom_surfaces){0.3, 0.4};
    scene->tangential_restitution = (carom_surfaces){0.2, 0.1};
}

/* Balls that fall onto the floor and onto each other until they rest. */
static void heap(carom_problem *scene)
{
    scene_init(scene, CAROM_WALLS);
    scene->gravity_mps2.y = -9.81;
    scene->restitution = (carom_restitution){0.4, 0.25};
    for (int i = 0; i < 6; i++) {
        scene_add(scene, 0.2 + 0.31 * i, 0.05 + 0.013 * i, 0, 0, 0.04, 0.17);
    }
    scene_add(scene, 0.51, 0.21, 0.02, -0.1, 0.04, 0.19);
}

/* A ball hits a rack of ten touching balls. */
static void rack(carom_problem *scene)
{
    double r = 0.028575;
    scene_init(scene, CAROM_WALLS);
    scene->restitution = (carom_restitution){0.95, 0.85};
    for (int row = 0; row < 4; row++) {
        for (int k = 0; k <= row; k++) {
            scene_add(scene, 1.7 + sqrt(3) * r * row, 0.635 + r * (2 * k - row), 0, 0, r, 0.17);
        }
    }
    scene_add(scene, 1.58, 0.641, 7.3, -0.11, r, 0.17);
}

static void rough_rack(carom_problem *scene)
{
    rack(scene);
    scene->friction = (carom_surfaces){0.25, 0.35};
    scene->tangential_restitution = (carom_surfaces){0.4, 0};
    for (size_t i = 0; i < scene->count; i++) {
        scene->ball[i].spin_radps = 17.3 * (double)i - 60;
    }
}

/* Loss by friction only: the next step reuses the rates of the last one. */
static void elastic_rough(carom_problem *scene)
{
    rough_rack(scene);
    scene->restitution = (carom_restitution){1, 1};
}

static void pegs(carom_problem *scene)
{
    scene_random(scene, 5, 18, CAROM_WALLS);
    scene->restitution = (carom_restitution){0.93, 0.81};
    for (size_t i = 0; i < scene->count; i += 4) {
        scene->ball[i].fixed = true;
        scene->ball[i].vx_mps = scene->ball[i].vy_mps = 0;
    }
}

static void two(carom_problem *scene)
{
    scene_init(scene, CAROM_OPEN);
    scene->restitution = (carom_restitution){0.87, 1};
    scene_add(scene, 0.5, 0.5, 1.3, 0.1, 0.05, 0.17);
    scene_add(scene, 0.7, 0.53, -0.7, 0, 0.06, 0.23);
}

static void one(carom_problem *scene)
{
    scene_init(scene, CAROM_WALLS);
    scene_add(scene, 0.5, 0.5, 9.3, 7.1, 0.05, 0.17);
}

/* Rolling resistance, drag and orientation. */
static void cloth(carom_problem *scene)
{
    scene_random(scene, 11, 18, CAROM_WALLS);
    scene->restitution = (carom_restitution){0.93, 0.71};
    scene->rolling_resistance = 0.05;
    scene->g_mps2 = 9.81;
    scene->air_drag = 0.003;
    scene->orientation = true;
}

/* A schedule of restitutions, two materials, walls that reflect centers. */
static void changing(carom_problem *scene)
{
    carom_pair pair = {"ivory", "wall", 0.6, 1.7, {NAN, NAN}},
               both = {"ivory", "ivory", 0.7, 0.8, {NAN, NAN}};
    scene_random(scene, 13, 18, CAROM_WALLS);
    scene->restitution = (carom_restitution){0.9, 0.8};
    scene->wall_contact = CAROM_CENTRE;
    for (size_t i = 0; i < scene->count; i++) {
        carom_ball ball = scene->ball[i];
        ball.material = "ivory";
        ball.vx_mps *= 1.5;
        if (i % 3 == 0) {
            assert_ok(carom_problem_add(scene, &ball, NULL));
            scene->count--;
            scene->ball[i].material = scene->ball[scene->count].material;
        }
    }
    assert_ok(carom_problem_add_pair(scene, &pair, NULL));
    assert_ok(carom_problem_add_pair(scene, &both, NULL));
    for (int k = 1; k < 9; k++) {
        carom_change change = {0.013 * k, {0.9 - 0.05 * k, 0.8}};
        assert_ok(carom_problem_add_change(scene, &change, NULL));
    }
}

/* Radii of ratio 1 to 20 on a periodic table with gravity. */
static void sizes(carom_problem *scene)
{
    scene_random(scene, 17, 30, CAROM_PERIODIC);
    scene->restitution = (carom_restitution){0.9, 0.9};
    scene->gravity_mps2 = (carom_vec){0.3, -1.1};
    for (size_t i = 0; i < scene->count; i++) {
        scene->ball[i].radius_m *= i % 3 == 0 ? 1.3 : (i % 3 == 1 ? 0.2 : 0.05);
        scene->ball[i].vx_mps *= 3;
    }
}

/* A touching row that transmits an impulse; the remaining velocities are rounding. */
static void cradle(carom_problem *scene)
{
    carom_vec along = {cos(0.7), sin(0.7)};
    scene_init(scene, CAROM_WALLS);
    for (int i = 0; i < 6; i++) {
        double r = 0.03, at = 2 * r * i - (i == 0 ? 0.01 : 0), v = i == 0 ? 3.1 : 0;
        scene_add(scene, 0.3 + at * along.x, 0.2 + at * along.y, v * along.x, v * along.y, r, 0.17);
    }
}

/* Pairs that move on with equal velocity, apart from rounding. */
static void sticky(carom_problem *scene)
{
    scene_init(scene, CAROM_WALLS);
    scene->restitution = (carom_restitution){0, 0.5};
    for (int i = 0; i < 8; i++) {
        carom_vec along = {cos(0.3 + 0.4 * i), sin(0.3 + 0.4 * i)};
        double x = 0.25 + 0.28 * i, y = 0.6, r = 0.03, v = 1.13 + 0.37 * i, way = 2 * r + 0.01;
        scene_add(scene, x, y, v * along.x, v * along.y, r, 0.17);
        scene_add(scene, x + way * along.x, y + way * along.y, 0, 0, r, 0.17);
    }
}

/* A row with gaps that the fastest ball crosses in a tenth of a step. */
static void gaps(carom_problem *scene)
{
    scene_init(scene, CAROM_OPEN);
    scene->restitution = (carom_restitution){0.97, 1};
    scene_add(scene, 0.2, 0.2, 0, 11.3, 0.05, 5);
    scene_add(scene, 0.2, 0.29, 0, 0, 0.03, 0.02);
    scene_add(scene, 0.597, 0.2, 0.31, 0, 0.03, 0.17);
    for (int i = 0; i < 9; i++) {
        scene_add(scene, 0.66 + (0.06 + 3e-6) * i + 1e-6 * i * i, 0.2, 0, 0, 0.03, 0.17);
    }
}

/* A ball with more resistance is hit repeatedly, ever more slowly. */
static void chase(carom_problem *scene)
{
    scene_init(scene, CAROM_OPEN);
    scene->restitution = (carom_restitution){0.5, 1};
    scene->g_mps2 = 9.81;
    scene->rolling_resistance = 0.011;
    scene_add(scene, 0.2, 0.2, 1.3, 0, 0.03, 0.17);
    scene_add(scene, 0.27, 0.2, 1.1, 0, 0.03, 0.17);
    scene->ball[1].rolling_resistance = 0.043;
}

/* Many events in a small box. */
static void box(carom_problem *scene)
{
    scene_init(scene, CAROM_WALLS);
    scene->width_m = scene->height_m = 0.3;
    scene_add(scene, 0.1, 0.1, 23.1, -17.7, 0.04, 0.17);
    scene_add(scene, 0.2, 0.2, -19.3, 13.1, 0.05, 0.17);
    scene_add(scene, 0.07, 0.22, 9.1, 5.3, 0.03, 0.17);
}

/* Small and heavy balls get so fast that neighbour lists become wider than at the start. */
static void fall(carom_problem *scene)
{
    scene_init(scene, CAROM_WALLS);
    scene->gravity_mps2.y = -9.81;
    scene->restitution = (carom_restitution){0.9, 0.95};
    for (int i = 0; i < 8; i++) {
        scene_add(scene, 0.2 + 0.024 * i, 0.05 + 0.041 * (i % 3), 0.1 * i, 0, 0.01, 40);
    }
}

static void many(carom_problem *scene)
{
    scene_random(scene, 19, ROUNDS(2000, 300), CAROM_PERIODIC);
    scene->restitution = (carom_restitution){0.95, 0.9};
}

/* ---- settings ---- */

#define PENALTY(text, ...)                                                                         \
    {                                                                                              \
        "penalty", text,                                                                           \
        {                                                                                          \
            SPRING, __VA_ARGS__,                                                                   \
            {                                                                                      \
                NULL, NULL                                                                         \
            }                                                                                      \
        }                                                                                          \
    }
#define SET(key, value)                                                                            \
    {                                                                                              \
        key, value                                                                                 \
    }

static const contestant manners[] = {
    {"impulse", "default", {{NULL, NULL}}},
    {"impulse", "generalized", {SET("impact_policy", "generalized_reflections"), {NULL, NULL}}},
    {"impulse", "one by one", {SET("impact_policy", "sequential_index"), {NULL, NULL}}},
    {"impulse", "resting", {SET("collapse", "rest"), SET("rest_speed_mps", "0.05"), {NULL, NULL}}},
    {"impulse", "tc", {SET("collapse", "tc"), SET("tc_s", "2e-3"), {NULL, NULL}}},
    {"stepped", "default", {{NULL, NULL}}},
    {"oracle", "default", {{NULL, NULL}}},
    {"oracle", "few digits", {SET("precision_bits", "128"), {NULL, NULL}}},
    PENALTY("euler", SET("integrator", "euler")),
    PENALTY("symplectic", SET("integrator", "symplectic_euler"), SET("phase", "0.37")),
    PENALTY("Verlet", SET("integrator", "velocity_verlet")),
    PENALTY("located", SET("integrator", "rk4"), SET("contacts", "located")),
    PENALTY("located to the end", SET("integrator", "velocity_verlet"), SET("contacts", "located"),
            SET("contact_end", "overlap")),
    PENALTY("adaptive", SET("integrator", "gsl_rkf45"), SET("theta", "0.5")),
    PENALTY("leaping", SET("integrator", "velocity_verlet"), SET("flight", "leap"),
            SET("phase", "0.41")),
    PENALTY("leaping, located", SET("flight", "leap"), SET("contacts", "located")),
    {"penalty", "Hertz", {SET("law", "hertz"), SET("stiffness_N_per_m1p5", "2e7"), {NULL, NULL}}},
    {"penalty",
     "Hertz, located",
     {SET("law", "hertz"),
      SET("stiffness_N_per_m1p5", "2e7"),
      SET("contacts", "located"),
      SET("integrator", "heun"),
      {NULL, NULL}}}};
enum { MANNERS = sizeof manners / sizeof manners[0] };

/* Adaptive methods need few balls; the stiff one, which evaluates forces once per coordinate, very
 * few. */
static bool can(const carom_problem *scene, const contestant *entry)
{
    carom_solver *solver = carom_solver_new(scene, entry->name, settings_of(entry), NULL);
    carom_solver_free(solver);
    return solver != NULL && (scene->count <= 2 || strcmp(entry->manner, "stiff") != 0) &&
           (scene->count <= 30 || strcmp(entry->manner, "adaptive") != 0);
}

/* A time within a contact or at an impact, also near the end of the log, where impacts can
 * accumulate; otherwise any time. */
static double sample_of(const carom_problem *scene, const contestant *entry, uint64_t turn,
                        double end_s)
{
    outcome whole = run_sliced(scene, entry->name, settings_of(entry), end_s, 1);
    size_t k = (size_t)(somewhere(turn) * (double)whole.log.count);
    double t_s = end_s * somewhere(turn);
    if (turn % 4 != 0 && k < whole.log.count) {
        size_t last = whole.log.count - 1, back = turn % 16 < last ? turn % 16 : last;
        const carom_collision *c = &whole.log.item[turn % 4 == 3 ? last - back : k];
        t_s = c->t_s + (isfinite(c->contact_s) ? 0.5 * c->contact_s : 0);
    }
    outcome_free(&whole);
    return t_s < end_s ? t_s : end_s;
}

/* Every settings that support the scene, serialized at some times; one of two settings of long
 * lists, and one of six under the sanitizers, depending on the scene. */
static void everywhere(void (*make)(carom_problem *scene), double end_s, uint64_t contact_samples,
                       size_t first)
{
    enum { EVERY = ROUNDS(1, 6) };
    size_t turns = 0;
    for (size_t k = first % EVERY; k < MANNERS; k += EVERY) {
        const contestant *entry = &manners[k];
        carom_problem scene;
        make(&scene);
        for (uint64_t turn = 0; turn < contact_samples && can(&scene, entry); turn++, turns++) {
            if (scene.count <= 200 || k % 2 == 0) {
                resume_in_copy(&scene, entry, sample_of(&scene, entry, turns, end_s), end_s);
            }
        }
        carom_problem_free(&scene);
    }
    ck_assert_uint_gt(turns, 0);
}

#define SCENE_TEST(make, end_s, contact_samples)                                                   \
    START_TEST(make##_continues)                                                                   \
    {                                                                                              \
        everywhere(make, end_s, contact_samples, sizeof #make);                                    \
    }                                                                                              \
    END_TEST

SCENE_TEST(corner, 0.5, 1)
SCENE_TEST(rough_corner, 0.5, 1)
SCENE_TEST(heap, 0.12, 2)
SCENE_TEST(rack, 0.04, 2)
SCENE_TEST(rough_rack, 0.04, ROUNDS(2, 1))
SCENE_TEST(elastic_rough, 0.04, 2)
SCENE_TEST(pegs, 0.2, 1)
SCENE_TEST(two, 0.2, 2)
SCENE_TEST(one, 0.3, 1)
SCENE_TEST(cloth, 0.12, 1)
SCENE_TEST(changing, 0.12, 1)
SCENE_TEST(sizes, 0.12, 1)
SCENE_TEST(cradle, 0.9, 2)
SCENE_TEST(sticky, 0.3, 2)
SCENE_TEST(gaps, 0.03, 3)
SCENE_TEST(box, 0.2, 1)
SCENE_TEST(fall, 0.2, 1)
SCENE_TEST(many, 0.006, 1)

/* Serialize while the solver counts events with almost no time between them. */
static void time_among_the_last(void (*make)(carom_problem *scene), double end_s)
{
    static const contestant events = {"impulse", "default", {{NULL, NULL}}};
    carom_problem scene;
    outcome whole;
    double t_s;
    make(&scene);
    whole = run_sliced(&scene, "impulse", settings_of(&events), end_s, 1);
    ck_assert_int_eq(whole.status, CAROM_COLLAPSE);
    t_s = whole.log.item[whole.log.count - 4].t_s;
    for (int ulps = 0; ulps < 16; ulps++, t_s = nextafter(t_s, end_s)) {
        resume_in_copy(&scene, &events, t_s, end_s);
    }
    outcome_free(&whole);
    carom_problem_free(&scene);
}

START_TEST(within_a_collapse)
{
    time_among_the_last(heap, 0.12);
    time_among_the_last(chase, 2);
}
END_TEST

TEST_MAIN("states kept, scene by scene", within_a_collapse, corner_continues,
          rough_corner_continues, heap_continues, rack_continues, rough_rack_continues,
          elastic_rough_continues, pegs_continues, two_continues, one_continues, cloth_continues,
          changing_continues, sizes_continues, cradle_continues, sticky_continues, gaps_continues,
          box_continues, fall_continues, many_continues)
