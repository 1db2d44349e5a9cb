/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes final states bit for bit into $GOLDEN_OUT: one line per scene and solver, with a hash
 * over all numbers and the first ball's state as hexadecimal floats.
 *
 * A line that ends in " *" is reproducible only with the same C library, processor and GSL: it
 * uses tan, log and the like (drag between impulses) or pow (GSL's step control). All other lines
 * are reproducible everywhere. */
#include "scenario/scenario.h"
#define TESTS_WITHOUT_CHECK
#include "support.h"
#include <inttypes.h>

static FILE *out;

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

/* A solver of a scene. Settings: "key=value key=value". */
typedef struct {
    const char *name, *kind, *settings;
} row;

#define SPRINGS(integrator, end)                                                                   \
    "integrator=" integrator " stiffness_N_per_m=3e5 step_s=1e-5 contact_end=" end                 \
    " allow_unstable=true"
#define HEUN SPRINGS("heun", "force")
#define VERLET SPRINGS("velocity_verlet", "force")

enum { MOST_SETTINGS = 12, MOST_TEXT = 300 };

/* Cut the text, and fill the list. */
static void cut_settings(char text[MOST_TEXT], carom_setting list[MOST_SETTINGS])
{
    size_t count = 0;
    for (char *key = strtok(text, " "); key != NULL; key = strtok(NULL, " ")) {
        char *value = strchr(key, '=');
        *value = '\0';
        list[count++] = (carom_setting){key, value + 1};
    }
    list[count] = (carom_setting){NULL, NULL};
}

/* The last mark of a line: " *" if the solver reports itself as not portable. */
static const char *mark_of(const carom_problem *scene, const char *kind,
                           const carom_setting *settings)
{
    carom_choice choice = {NULL, NULL};
    carom_error error = {CAROM_OK, "", ""};
    bool portable;
    assert_ok(carom_choice_set(&choice, carom_interface_find(&carom_solvers, kind), &error));
    for (size_t k = 0; settings[k].key != NULL; k++) {
        carom_param_ref place = carom_params_find(choice.entry->params, choice.options,
                                                  settings[k].key);
        if (place.row != NULL && place.row->type == CAROM_ENTRY) {
            assert_ok(carom_param_parse(place, settings[k].value, &error));
        }
    }
    portable = carom_solver_is_portable(scene, &choice);
    carom_choice_free(&choice);
    return portable ? "" : " *";
}

static bool has_setting(const row *solver, const char *setting)
{
    return strstr(solver->settings, setting) != NULL;
}

static void print_bits(const char *scene_name, const carom_problem *scene, const row *solver,
                       double t_s)
{
    const bool steps = (strcmp(solver->kind, "penalty") == 0 &&
                        !has_setting(solver, "flight=leap")) ||
                       has_setting(solver, "source=lecture_2006");
    /* viscoelastic springs run 2.5 times as long, to cover the same lines of code */
    const double longer = has_setting(solver, "law=viscoelastic") ? 2.5 : 1;
    const double of_steps = steps ? fmin(1, longer * duration_fraction_of_steps) : 1;
    char text[MOST_TEXT];
    carom_setting settings[MOST_SETTINGS];
    snprintf(text, sizeof text, "%s", solver->settings);
    cut_settings(text, settings);
    outcome run = run_scene(scene, solver->kind, settings, duration_fraction * of_steps * t_s);
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
    fprintf(out, "%s %s %016" PRIx64 " %zu %a %a %a %a%s\n", scene_name, solver->name, hash,
            run.log.count, run.sample.x_m[0], run.sample.y_m[0], run.sample.vx_mps[0],
            run.sample.vy_mps[0], mark_of(scene, solver->kind, settings));
    outcome_free(&run);
}

static void print_rows(const char *name, const carom_problem *scene, double t_s, const row *solvers)
{
    for (; solvers->name != NULL; solvers++) {
        print_bits(name, scene, solvers, t_s);
    }
}

#define PRINT(name, scene, t_s, ...)                                                               \
    print_rows(name, scene, t_s, (const row[]){__VA_ARGS__, {NULL, NULL, NULL}})

static void print_scene(const char *name, const carom_problem *scene, double t_s)
{
    PRINT(name, scene, t_s, {"reflections", "impulse", ""},
          {"sequential", "impulse", "impact_policy=sequential_index"},
          {"euler", "penalty", SPRINGS("euler", "force")}, {"heun", "penalty", HEUN},
          {"overlap", "penalty", SPRINGS("heun", "overlap")}, {"verlet", "penalty", VERLET},
          {"located", "penalty", "stiffness_N_per_m=3e5 integrator=rk4 contacts=located"},
          {"hertz", "penalty", "law=hertz max_overlap_m=1e-3 at_speed_mps=2 flight=leap"},
          {"viscoelastic", "penalty",
           "law=viscoelastic stiffness_N_per_m1p5=3e7 integrator=symplectic_euler"});
}

static void print_boxes(void)
{
    static const char *const boundary[] = {"walls", "periodic", "open"};
    for (int b = CAROM_WALLS; b <= CAROM_OPEN; b++) {
        carom_problem scene;
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
}

/* Fixed balls, and balls of very different sizes. */
static void print_obstacles(void)
{
    carom_problem scene;
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
}

/* A ball and a rack: many simultaneous contacts. Masses grow by @p more_kg within a row. */
static void make_rack(carom_problem *scene, double speed_mps, int rows, double more_kg)
{
    const double d = 2 * 0.028575 * (1 + 1e-14), half_sqrt3 = 0.86602540378443864676;
    scene_init(scene, CAROM_WALLS);
    scene_add(scene, 0.635, 0.6353, speed_mps, 0, 0.028575, 0.17);
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k <= i; k++) {
            scene_add(scene, 1.905 + i * d * half_sqrt3, 0.635 + (k - 0.5 * i) * d, 0, 0, 0.028575,
                      0.17 + more_kg * k);
        }
    }
}

static void print_break(void)
{
    carom_problem scene;
    make_rack(&scene, 6, 5, 0);
    print_scene("break", &scene, 2);
    carom_problem_free(&scene);
}

/* The published loops, each on a table that its source supports. */
static void print_published(void)
{
    const char *blog = "source=blog_2013 frame_s=0.016666666666666666";
    carom_problem scene;
    scene_random(&scene, 23, 30, CAROM_WALLS);
    PRINT("published", &scene, 1, {"blog_2013", "published", blog});
    scene.restitution = (carom_restitution){0.9, 0.8};
    PRINT("published-lossy", &scene, 1, {"blog_2013", "published", blog},
          {"blog_2013-clock", "published", "source=blog_2013 frame_s=0.05 corrected=clock"});
    scene.boundary = CAROM_PERIODIC;
    PRINT("published-lossy", &scene, 1, {"book", "published", "source=book frame_s=0.01"});
    scene.boundary = CAROM_WALLS;
    scene.restitution = (carom_restitution){1, 1};
    for (size_t i = 0; i < scene.count; i++) {
        scene.ball[i].mass_kg = 0.17;
    }
    PRINT("published", &scene, 1,
          {"lecture_2006", "published",
           "source=lecture_2006 frame_s=1e-4 stiffness_N_per_m=3e4 corrected=sign"},
          {"lecture_2006-printed", "published",
           "source=lecture_2006 frame_s=1e-3 stiffness_N_per_m=0.1 integrator=heun"},
          {"pool_2017", "published", "source=pool_2017 frame_s=0.01"});
    carom_problem_free(&scene);
}

/* Rolling resistance and drag: forces for springs, closed forms between impulses. */
static void print_drag(void)
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
        PRINT(tables[k].name, &scene, 1, {"heun", "penalty", HEUN}, {"verlet", "penalty", VERLET},
              {"reflections", "impulse", ""}, {"stepped", "stepped", "step_s=1e-3"});
        carom_problem_free(&scene);
    }
}

/* Simultaneous contacts by a linear complementarity problem, and few balls in 128-bit numbers.
 */
static void print_at_once_and_exactly(void)
{
    carom_problem scene;
    make_rack(&scene, 3, 3, 0.01);
    scene.restitution = (carom_restitution){0.9, 0.8};
    PRINT("triangle", &scene, 2, {"newton_lcp", "impulse", "impact_policy=newton_lcp"},
          {"oracle", "oracle", ""}, {"stepped", "stepped", "step_s=1e-3"});
    carom_problem_free(&scene);
    scene_random(&scene, 24, 6, CAROM_PERIODIC);
    scene.gravity_mps2.y = -0.7;
    PRINT("falling", &scene, 2, {"oracle", "oracle", ""}, {"reflections", "impulse", ""},
          {"stepped", "stepped", "step_s=1e-3"});
    carom_problem_free(&scene);
}

static void print_adaptive(void)
{
    carom_problem scene;
    scene_init(&scene, CAROM_WALLS);
    scene.width_m = 1;
    scene.height_m = 1;
    scene.restitution = (carom_restitution){0.7, 0.9};
    scene_add(&scene, 0.3, 0.5, 1.5, 0, 0.03, 0.2);
    scene_add(&scene, 0.5, 0.51, -0.5, 0, 0.04, 0.5);
#define ADAPTIVE " integrator=gsl_rkf45 flight=leap stiffness_N_per_m=1e5 step_s=5e-5"
    PRINT("pair", &scene, 0.3, {"gsl_rkf45-grid", "penalty", "contacts=grid" ADAPTIVE},
          {"gsl_rkf45-located", "penalty", "contacts=located" ADAPTIVE});
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
static void print_gases(void)
{
    static const int64_t seeds[] = {26, 263, 720};
    static const double radius_m = 0.7;
    carom_problem scene;
    for (size_t k = 0; k < sizeof seeds / sizeof seeds[0]; k++) {
        char name[40];
        scene_init(&scene, CAROM_PERIODIC);
        snprintf(name, sizeof name, "gas-%d", (int)seeds[k]);
        add_gas(&scene, seeds[k]);
        PRINT(name, &scene, 1, {"reflections", "impulse", ""});
        PRINT(name, &scene, 0.2, {"heun", "penalty", HEUN});
        carom_problem_free(&scene);
    }
    scene_shape(&scene, "circle", &radius_m);
    add_gas(&scene, seeds[0]);
    PRINT("gas-round", &scene, 1, {"reflections", "impulse", ""});
    carom_problem_free(&scene);
}

/* Springs specified by overlap and contact time, for restitutions at which acos and exp of the C
 * library round differently on processors without fused operations. */
static void print_calibrated(void)
{
    static const struct {
        double restitution;
        row solver;
    } springs[] = {
        {0.734,
         {"max_overlap_m", "penalty",
          "max_overlap_m=1e-3 integrator=heun step_s=1e-5 at_speed_mps=1"}},
        {0.37319,
         {"contact_time_s", "penalty", "contact_time_s=2e-3 integrator=heun step_s=1e-5"}}};
    for (size_t k = 0; k < sizeof springs / sizeof springs[0]; k++) {
        carom_problem scene;
        scene_init(&scene, CAROM_PERIODIC);
        scene.restitution.ball_ball = springs[k].restitution;
        add_gas(&scene, 26);
        PRINT("gas-26", &scene, 0.2, springs[k].solver);
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

/* mu depends on the slip through carom's own exponential function. */
static void print_slipping(carom_problem *scene)
{
    scene->friction_law = (carom_friction_law){true, 0.00995, 0.108, 1.088};
    scene->friction = (carom_surfaces){1, 4};
    PRINT("rough-by-slip", scene, 2, {"reflections", "impulse", ""});
    PRINT("rough-by-slip", scene, 1,
          {"located", "penalty",
           "stiffness_N_per_m=3e6 integrator=heun contacts=located flight=leap"});
}

/* Friction and spin: many balls, with tangential springs, incremental ones included, few balls in
 * 128-bit numbers, and touching ones resolved one by one. */
static void print_frictional(void)
{
    carom_problem scene;
    scene_random(&scene, 27, 30, CAROM_WALLS);
    make_frictional(&scene);
    PRINT("rough", &scene, 2, {"reflections", "impulse", ""},
          {"stepped", "stepped", "step_s=1e-3"});
    PRINT("rough", &scene, 0.2, {"verlet", "penalty", VERLET});
    PRINT(
        "rough", &scene, 1,
        {"located", "penalty", "stiffness_N_per_m=3e6 integrator=rk4 contacts=located flight=leap"},
        {"viscoelastic", "penalty",
         "law=viscoelastic stiffness_N_per_m1p5=3e7 integrator=symplectic_euler "
         "tangential_stiffness_ratio=0.2 flight=leap"});
    print_slipping(&scene);
    carom_problem_free(&scene);
    scene_random(&scene, 28, 6, CAROM_PERIODIC);
    make_frictional(&scene);
    PRINT("rough-few", &scene, 2, {"oracle", "oracle", ""}, {"reflections", "impulse", ""});
    carom_problem_free(&scene);
    make_rack(&scene, 3, 3, 0.01);
    make_frictional(&scene);
    PRINT("rough-triangle", &scene, 2,
          {"sequential_speed", "impulse", "impact_policy=sequential_speed"});
    carom_problem_free(&scene);
}

int main(void)
{
    const char *path = getenv("GOLDEN_OUT"), *steps = getenv("GOLDEN_STEPS"),
               *part = getenv("GOLDEN_SHARE");
    out = fopen(path == NULL ? "/dev/null" : path, "w");
    ck_assert_msg(out != NULL, "%s cannot be written", path);
    duration_fraction = path == NULL ? 0.1 : part == NULL ? 1 : strtod(part, NULL);
    duration_fraction_of_steps = steps == NULL ? 1 : strtod(steps, NULL);
    print_boxes();
    print_obstacles();
    print_break();
    print_published();
    print_drag();
    print_at_once_and_exactly();
    print_adaptive();
    print_gases();
    print_calibrated();
    print_frictional();
    return fclose(out) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
