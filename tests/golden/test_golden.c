/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes final states bit for bit into $GOLDEN_OUT: one line per scene and solver, with a hash
 * over all numbers and the first ball's state as hexadecimal floats.
 *
 * A line that ends in " *" is reproducible only with the same C library, processor and GSL: it
 * uses tan, log and the like (drag between impulses) or pow (GSL's step control). All other lines
 * are reproducible everywhere. */
#include "scenario/scenario.h"
#include "support.h"
#include <inttypes.h>

static FILE *out;
static const char *promise = ""; /* or " *" */

/* Fraction of every scene's time: 1 where the bits are compared, $GOLDEN_SHARE under emulation.
 * Elsewhere the program only has to run. */
static double duration_fraction = 1;

/* Fraction for springs with time-stepping free flight, which take nine tenths of the time:
 * $GOLDEN_STEPS where builds are compared. */
static double duration_fraction_of_steps = 1;

static uint64_t mix(uint64_t hash, double value)
{
    unsigned char byte[sizeof value];
    memcpy(byte, &value, sizeof value);
    for (size_t i = 0; i < sizeof value; i++) {
        hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

/* A line has no star exactly if the solver reports itself as portable. */
static void check_promise(const carom_problem *scene, const char *kind,
                          const carom_setting *settings)
{
    carom_choice choice = {NULL, NULL};
    carom_error error = {CAROM_OK, "", ""};
    assert_ok(carom_choice_set(&choice, carom_interface_find(&carom_solvers, kind), &error));
    for (size_t k = 0; settings != NULL && settings[k].key != NULL; k++) {
        carom_param_ref place = carom_params_find(choice.entry->params, choice.options,
                                                  settings[k].key);
        if (place.row != NULL && place.row->type == CAROM_ENTRY) {
            assert_ok(carom_param_parse(place, settings[k].value, &error));
        }
    }
    ck_assert_msg(carom_solver_is_portable(scene, &choice) == (promise[0] == '\0'),
                  "%s: its bits are said to be %s", kind,
                  promise[0] == '\0' ? "a C library's" : "the same everywhere");
    carom_choice_free(&choice);
}

static bool has_setting(const carom_setting *settings, const char *key, const char *value)
{
    for (size_t k = 0; settings != NULL && settings[k].key != NULL; k++) {
        if (strcmp(settings[k].key, key) == 0 && strcmp(settings[k].value, value) == 0) {
            return true;
        }
    }
    return false;
}

static void print_bits(const char *scene_name, const carom_problem *scene, const char *solver_name,
                       const char *kind, const carom_setting *settings, double t_s)
{
    const bool steps = (strcmp(kind, "penalty") == 0 && !has_setting(settings, "flight", "leap")) ||
                       has_setting(settings, "source", "lecture_2006");
    /* viscoelastic springs run 2.5 times as long, to cover the same lines of code */
    const double longer = has_setting(settings, "law", "viscoelastic") ? 2.5 : 1;
    const double of_steps = steps ? fmin(1, longer * duration_fraction_of_steps) : 1;
    outcome run = run_scene(scene, kind, settings, duration_fraction * of_steps * t_s);
    check_promise(scene, kind, settings);
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < scene->count; i++) {
        hash = mix(mix(hash, run.sample.x_m[i]), run.sample.y_m[i]);
        hash = mix(mix(hash, run.sample.vx_mps[i]), run.sample.vy_mps[i]);
        hash = run.sample.spin_radps[i] == 0 ? hash : mix(hash, run.sample.spin_radps[i]);
    }
    hash = mix(mix(hash, run.sample.ledger.energy_residual_J), run.sample.ledger.dissipated_J);
    for (size_t k = 0; k < run.log.count; k++) {
        hash = mix(mix(hash, run.log.item[k].t_s), run.log.item[k].impulse_Ns);
    }
    fprintf(out, "%s %s %016" PRIx64 " %zu %a %a %a %a%s\n", scene_name, solver_name, hash,
            run.log.count, run.sample.x_m[0], run.sample.y_m[0], run.sample.vx_mps[0],
            run.sample.vy_mps[0], promise);
    outcome_free(&run);
}

static void print_scene(const char *name, const carom_problem *scene, double t_s)
{
    static const carom_setting sequential[] = {{"impact_policy", "sequential_index"}, {NULL, NULL}};
    static const carom_setting located[] = {
        {"stiffness_N_per_m", "3e5"}, {"integrator", "rk4"}, {"contacts", "located"}, {NULL, NULL}};
    static const carom_setting hertz[] = {{"law", "hertz"},
                                          {"max_overlap_m", "1e-3"},
                                          {"at_speed_mps", "2"},
                                          {"flight", "leap"},
                                          {NULL, NULL}};
    static const carom_setting viscoelastic[] = {{"law", "viscoelastic"},
                                                 {"stiffness_N_per_m1p5", "3e7"},
                                                 {"integrator", "symplectic_euler"},
                                                 {NULL, NULL}};
    penalty_settings s;
    print_bits(name, scene, "reflections", "impulse", NULL, t_s);
    print_bits(name, scene, "sequential", "impulse", sequential, t_s);
    print_bits(name, scene, "euler", "penalty", penalty_set(&s, "euler", 3e5, 1e-5, "force"), t_s);
    print_bits(name, scene, "heun", "penalty", penalty_set(&s, "heun", 3e5, 1e-5, "force"), t_s);
    print_bits(name, scene, "overlap", "penalty", penalty_set(&s, "heun", 3e5, 1e-5, "overlap"),
               t_s);
    print_bits(name, scene, "verlet", "penalty",
               penalty_set(&s, "velocity_verlet", 3e5, 1e-5, "force"), t_s);
    print_bits(name, scene, "located", "penalty", located, t_s);
    print_bits(name, scene, "hertz", "penalty", hertz, t_s);
    print_bits(name, scene, "viscoelastic", "penalty", viscoelastic, t_s);
}

/* The published loops, each on a table that its source supports. */
static void print_published(void)
{
    static const carom_setting lecture[] = {{"source", "lecture_2006"},
                                            {"frame_s", "1e-4"},
                                            {"stiffness_N_per_m", "3e4"},
                                            {"interpenetration_sign", "right"},
                                            {NULL, NULL}};
    static const carom_setting printed[] = {{"source", "lecture_2006"},
                                            {"frame_s", "1e-3"},
                                            {"stiffness_N_per_m", "0.1"},
                                            {"integrator", "heun"},
                                            {NULL, NULL}};
    static const carom_setting book[] = {{"source", "book"}, {"frame_s", "0.01"}, {NULL, NULL}};
    static const carom_setting blog[] = {
        {"source", "blog_2013"}, {"frame_s", "0.016666666666666666"}, {NULL, NULL}};
    static const carom_setting clock[] = {
        {"source", "blog_2013"}, {"frame_s", "0.05"}, {"clock", "right"}, {NULL, NULL}};
    static const carom_setting pool[] = {
        {"source", "pool_2017"}, {"frame_s", "0.01"}, {NULL, NULL}};
    carom_problem scene;
    scene_random(&scene, 23, 30, CAROM_WALLS);
    print_bits("published", &scene, "blog_2013", "published", blog, 1);
    scene.restitution = (carom_restitution){0.9, 0.8};
    print_bits("published-lossy", &scene, "blog_2013", "published", blog, 1);
    print_bits("published-lossy", &scene, "blog_2013-clock", "published", clock, 1);
    scene.boundary = CAROM_PERIODIC;
    print_bits("published-lossy", &scene, "book", "published", book, 1);
    scene.boundary = CAROM_WALLS;
    scene.restitution = (carom_restitution){1, 1};
    for (size_t i = 0; i < scene.count; i++) {
        scene.ball[i].mass_kg = 0.17;
    }
    print_bits("published", &scene, "lecture_2006", "published", lecture, 1);
    print_bits("published", &scene, "lecture_2006-printed", "published", printed, 1);
    print_bits("published", &scene, "pool_2017", "published", pool, 1);
    carom_problem_free(&scene);
}

/* Uses more than + - * / and sqrt. */
static void print_bits_here(const char *scene_name, const carom_problem *scene,
                            const char *solver_name, const char *kind,
                            const carom_setting *settings, double t_s)
{
    promise = " *";
    print_bits(scene_name, scene, solver_name, kind, settings, t_s);
    promise = "";
}

static void print_stepped(const char *name, const carom_problem *scene, double t_s)
{
    static const carom_setting frames[] = {{"step_s", "1e-3"}, {NULL, NULL}};
    print_bits(name, scene, "stepped", "stepped", frames, t_s);
}

/* Rolling resistance and drag: forces for springs, closed forms between impulses. */
static void print_friction(const char *name, const carom_problem *scene, double t_s)
{
    static const carom_setting frames[] = {{"step_s", "1e-3"}, {NULL, NULL}};
    penalty_settings s;
    print_bits(name, scene, "heun", "penalty", penalty_set(&s, "heun", 3e5, 1e-5, "force"), t_s);
    print_bits(name, scene, "verlet", "penalty",
               penalty_set(&s, "velocity_verlet", 3e5, 1e-5, "force"), t_s);
    print_bits_here(name, scene, "reflections", "impulse", NULL, t_s);
    print_bits_here(name, scene, "stepped", "stepped", frames, t_s);
}

static void friction(void)
{
    static const struct {
        const char *name;
        double rolling, drag;
    } tables[] = {{"resistance", 0.01, 0}, {"drag", 0, 0.02}, {"friction", 0.01, 0.02}};
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
        carom_problem scene;
        scene_random(&scene, 23, 20, CAROM_WALLS);
        scene.restitution = (carom_restitution){0.95, 0.8};
        scene.rolling_resistance = tables[k].rolling;
        scene.air_drag = tables[k].drag;
        print_friction(tables[k].name, &scene, 1);
        carom_problem_free(&scene);
    }
}

/* WebAssembly has no MPFR. */
static void print_exactly(const char *name, const carom_problem *scene, double t_s)
{
#ifdef CAROM_WITHOUT_MPFR
    (void)name, (void)scene, (void)t_s;
#else
    print_bits(name, scene, "oracle", "oracle", NULL, t_s);
#endif
}

static void add_triangle(carom_problem *scene)
{
    const double d = 2 * 0.028575 * (1 + 1e-14), half_sqrt3 = 0.86602540378443864676;
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k <= row; k++) {
            scene_add(scene, 1.905 + row * d * half_sqrt3, 0.635 + (k - 0.5 * row) * d, 0, 0,
                      0.028575, 0.17 + 0.01 * k);
        }
    }
}

/* Simultaneous contacts by a linear complementarity problem, and few balls in arbitrary precision.
 */
static void at_once_and_exactly(void)
{
    static const carom_setting newton[] = {{"impact_policy", "newton_lcp"}, {NULL, NULL}};
    carom_problem scene;
    scene_init(&scene, CAROM_WALLS);
    scene.restitution = (carom_restitution){0.9, 0.8};
    scene_add(&scene, 0.635, 0.6353, 3, 0, 0.028575, 0.17);
    add_triangle(&scene);
    print_bits("triangle", &scene, "newton_lcp", "impulse", newton, 2);
    print_exactly("triangle", &scene, 2);
    print_stepped("triangle", &scene, 2);
    carom_problem_free(&scene);
    scene_random(&scene, 24, 6, CAROM_PERIODIC);
    scene.gravity_mps2.y = -0.7;
    print_exactly("falling", &scene, 2);
    print_bits("falling", &scene, "reflections", "impulse", NULL, 2);
    print_stepped("falling", &scene, 2);
    carom_problem_free(&scene);
}

static void adaptively(void)
{
    static const char *const contacts[] = {"grid", "located"};
    carom_problem scene;
    scene_init(&scene, CAROM_WALLS);
    scene.width_m = 1;
    scene.height_m = 1;
    scene.restitution = (carom_restitution){0.7, 0.9};
    scene_add(&scene, 0.3, 0.5, 1.5, 0, 0.03, 0.2);
    scene_add(&scene, 0.5, 0.51, -0.5, 0, 0.04, 0.5);
    for (size_t k = 0; k < 2; k++) {
        const carom_setting settings[] = {{"integrator", "gsl_rkf45"}, {"contacts", contacts[k]},
                                          {"flight", "leap"},          {"stiffness_N_per_m", "1e5"},
                                          {"step_s", "5e-5"},          {NULL, NULL}};
        char name[60];
        snprintf(name, sizeof name, "gsl_rkf45-%s", contacts[k]);
        print_bits_here("pair", &scene, name, "penalty", settings, 0.3);
    }
    carom_problem_free(&scene);
}

/* A gas of 40 balls on a scene's table, generated by the group's rule. */
static void add_gas(carom_problem *scene, int64_t seed)
{
    static const carom_setting keys[] = {
        {"count", "40"}, {"packing_fraction", "0.3"}, {"temperature_J", "0.05"}};
    const carom_scenario scenario = {.seed = seed};
    carom_choice gas = {NULL, NULL};
    assert_ok(carom_choice_set(&gas, carom_interface_find(&carom_group_kinds, "gas"), NULL));
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        carom_param_ref place = carom_params_find(gas.entry->params, gas.options, keys[k].key);
        assert_ok(carom_param_parse(place, keys[k].value, NULL));
    }
    assert_ok(carom_group_kind_of(gas.entry)->generate(gas.options, &scenario, scene, NULL));
    carom_choice_free(&gas);
}

/* With these seeds, velocities computed by log() differed on processors without fused operations.
 */
static void gases(void)
{
    static const int64_t seeds[] = {26, 263, 720};
    static const double radius_m = 0.7;
    penalty_settings s;
    carom_problem scene;
    penalty_set(&s, "heun", 3e5, 1e-5, "force");
    for (size_t k = 0; k < sizeof seeds / sizeof seeds[0]; k++) {
        char name[40];
        scene_init(&scene, CAROM_PERIODIC);
        snprintf(name, sizeof name, "gas-%d", (int)seeds[k]);
        add_gas(&scene, seeds[k]);
        print_bits(name, &scene, "reflections", "impulse", NULL, 1);
        print_bits(name, &scene, "heun", "penalty", s.list, 0.2);
        carom_problem_free(&scene);
    }
    scene_shape(&scene, "circle", &radius_m);
    add_gas(&scene, seeds[0]);
    print_bits("gas-round", &scene, "reflections", "impulse", NULL, 1);
    carom_problem_free(&scene);
}

/* Springs specified by overlap and contact time, for restitutions at which acos and exp of the C
 * library round differently on processors without fused operations. */
static void calibrated(void)
{
    static const struct {
        double restitution;
        carom_setting how;
    } springs[] = {{0.734, {"max_overlap_m", "1e-3"}}, {0.37319, {"contact_time_s", "2e-3"}}};
    for (size_t k = 0; k < sizeof springs / sizeof springs[0]; k++) {
        const carom_setting list[] = {springs[k].how,
                                      {"integrator", "heun"},
                                      {"step_s", "1e-5"},
                                      {k == 0 ? "at_speed_mps" : NULL, "1"},
                                      {NULL, NULL}};
        carom_problem scene;
        scene_init(&scene, CAROM_PERIODIC);
        scene.restitution.ball_ball = springs[k].restitution;
        add_gas(&scene, 26);
        print_bits("gas-26", &scene, springs[k].how.key, "penalty", list, 0.2);
        carom_problem_free(&scene);
    }
}

static void make_frictional(carom_problem *scene)
{
    scene->restitution = (carom_surfaces){0.95, 0.9};
    scene->friction = (carom_surfaces){0.1, 0.4};
    scene->tangential_restitution = (carom_surfaces){0.5, 0};
    for (size_t i = 0; i < scene->count; i++) {
        scene->ball[i].spin_radps = (double)i - 15;
        scene->ball[i].inertia_factor = i % 2 == 0 ? 0.4 : 0.5;
    }
}

/* Tangential springs, incremental ones included, with and without event location. */
static void print_friction_springs(carom_problem *scene)
{
    static const carom_setting located[] = {{"stiffness_N_per_m", "3e6"},
                                            {"integrator", "rk4"},
                                            {"contacts", "located"},
                                            {"flight", "leap"},
                                            {NULL, NULL}};
    static const carom_setting viscoelastic[] = {{"law", "viscoelastic"},
                                                 {"stiffness_N_per_m1p5", "3e7"},
                                                 {"integrator", "symplectic_euler"},
                                                 {"tangential_stiffness_ratio", "0.2"},
                                                 {"flight", "leap"},
                                                 {NULL, NULL}};
    penalty_settings s;
    print_bits("rough", scene, "verlet", "penalty",
               penalty_set(&s, "velocity_verlet", 3e5, 1e-5, "force"), 0.2);
    print_bits("rough", scene, "located", "penalty", located, 1);
    print_bits("rough", scene, "viscoelastic", "penalty", viscoelastic, 1);
}

/* mu depends on the slip through carom's own exponential function. */
static void print_slipping(carom_problem *scene)
{
    static const carom_setting located[] = {{"stiffness_N_per_m", "3e6"},
                                            {"integrator", "heun"},
                                            {"contacts", "located"},
                                            {"flight", "leap"},
                                            {NULL, NULL}};
    carom_choice law = {NULL, NULL};
    assert_ok(
        carom_choice_set(&law, carom_interface_find(&carom_friction_laws, "exponential"), NULL));
    assert_ok(carom_problem_set_friction_law(scene, &law, NULL));
    scene->friction = (carom_surfaces){1, 4};
    print_bits("rough-by-slip", scene, "reflections", "impulse", NULL, 2);
    print_bits("rough-by-slip", scene, "located", "penalty", located, 1);
    carom_choice_free(&law);
}

/* Friction and spin: many balls, few in arbitrary precision, and touching ones resolved one by
 * one. */
static void frictional(void)
{
    static const carom_setting by_speed[] = {{"impact_policy", "sequential_speed"}, {NULL, NULL}};
    carom_problem scene;
    scene_random(&scene, 27, 30, CAROM_WALLS);
    make_frictional(&scene);
    print_bits("rough", &scene, "reflections", "impulse", NULL, 2);
    print_stepped("rough", &scene, 2);
    print_friction_springs(&scene);
    print_slipping(&scene);
    carom_problem_free(&scene);
    scene_random(&scene, 28, 6, CAROM_PERIODIC);
    make_frictional(&scene);
    print_exactly("rough-few", &scene, 2);
    print_bits("rough-few", &scene, "reflections", "impulse", NULL, 2);
    carom_problem_free(&scene);
    scene_init(&scene, CAROM_WALLS);
    scene_add(&scene, 0.635, 0.6353, 3, 0, 0.028575, 0.17);
    add_triangle(&scene);
    make_frictional(&scene);
    print_bits("rough-triangle", &scene, "sequential_speed", "impulse", by_speed, 2);
    carom_problem_free(&scene);
}

START_TEST(final_states)
{
    static const char *const boundary[] = {"walls", "periodic", "open"};
    const char *path = getenv("GOLDEN_OUT"), *steps = getenv("GOLDEN_STEPS"),
               *part = getenv("GOLDEN_SHARE");
    carom_problem scene;
    out = fopen(path == NULL ? "/dev/null" : path, "w");
    ck_assert_ptr_nonnull(out);
    duration_fraction = path == NULL ? 0.1 : part == NULL ? 1 : strtod(part, NULL);
    duration_fraction_of_steps = steps == NULL ? 1 : strtod(steps, NULL);
    for (int b = CAROM_WALLS; b <= CAROM_OPEN; b++) {
        char name[40];
        scene_random(&scene, 21, 60, b);
        print_scene(boundary[b], &scene, 1);
        scene.restitution = (carom_restitution){0.9, 0.8};
        if (b != CAROM_PERIODIC) {
            scene.gravity_mps2.x = 0.3;
            scene.gravity_mps2.y = -0.7;
        }
        snprintf(name, sizeof name, "%s-lossy", boundary[b]);
        print_scene(name, &scene, 0.7);
        carom_problem_free(&scene);
    }
    /* fixed balls, and balls of very different sizes */
    scene_random(&scene, 22, 40, CAROM_WALLS);
    for (size_t i = 0; i < 40; i++) {
        carom_ball *ball = &scene.ball[i];
        ball->radius_m *= i % 4 == 0 ? 1 : 0.15;
        ball->fixed = i % 8 == 0;
        ball->vx_mps = ball->fixed ? 0 : ball->vx_mps;
        ball->vy_mps = ball->fixed ? 0 : ball->vy_mps;
    }
    print_scene("obstacles", &scene, 0.6);
    carom_problem_free(&scene);
    scene_init(&scene, CAROM_WALLS); /* a rack: many simultaneous contacts */
    scene_add(&scene, 0.635, 0.6353, 6, 0, 0.028575, 0.17);
    for (int row = 0; row < 5; row++) {
        for (int k = 0; k <= row; k++) {
            const double d = 2 * 0.028575 * (1 + 1e-14), half_sqrt3 = 0.86602540378443864676;
            scene_add(&scene, 1.905 + row * d * half_sqrt3, 0.635 + (k - 0.5 * row) * d, 0, 0,
                      0.028575, 0.17);
        }
    }
    print_scene("break", &scene, 2);
    carom_problem_free(&scene);
    print_published();
    friction();
    at_once_and_exactly();
    adaptively();
    gases();
    calibrated();
    frictional();
    ck_assert_int_eq(fclose(out), 0);
}
END_TEST

TEST_MAIN("golden", final_states)
