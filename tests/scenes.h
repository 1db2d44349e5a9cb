/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Scenes and runs from one string each; all are freed at the end of the test.
 *
 *     carom_problem *scene = new_scene("walls 2 1; e 0.9; ball 0.3 0.5 %g 0 r 0.05 m 0.2", v);
 *     outcome *run = run_until(2.5, scene, "penalty integrator=rk4 step_s=%g", h);
 *     assert_near(run->sample.x_m[0], ...);
 *
 * Texts may contain %g, which is replaced by all digits of a double, %s, and %d.
 *
 * A scene is a list of statements "KEY NUMBERS ...", separated by semicolons:
 *
 *     walls|periodic|open [WIDTH HEIGHT]; circle RADIUS; stadium LENGTH RADIUS; polygon X Y X Y ...
 *     g X Y; e BALLS [WALLS]; mu BALLS [WALLS]; beta BALLS [WALLS]; roll C_RR; drag F_D; centre
 *     ball X Y [VX VY] [r RADIUS] [m MASS] [spin OMEGA] [inertia FACTOR] [of=MATERIAL]; fixed X Y
 *
 * The balls of a solver "overlapping KIND ..." may overlap as they begin, and "unlogged KIND ..."
 * keeps no log, for millions of collisions. One number of e, mu and beta is for balls and walls. A
 * statement "r 0.1 m 2" without a ball is for all balls after it.
 */
#ifndef CAROM_TESTS_SCENES_H
#define CAROM_TESTS_SCENES_H

#include "support.h"

enum { TEXT_SIZE = 4000, MOST_NUMBERS = 40, MOST_SETTINGS = 20 };

static inline void fill_in(char text[TEXT_SIZE], const char *format, va_list arguments)
{
    char *out = text, *const end = text + TEXT_SIZE;
    for (const char *in = format; *in != '\0' && out < end - 1; in++) {
        size_t room = (size_t)(end - out);
        if (*in != '%') {
            *out++ = *in;
            continue;
        }
        switch (*++in) {
        case 'g': snprintf(out, room, "%.17g", va_arg(arguments, double)); break;
        case 's': snprintf(out, room, "%s", va_arg(arguments, const char *)); break;
        case 'd': snprintf(out, room, "%d", va_arg(arguments, int)); break;
        default: ck_abort_msg("'%s': only %%g, %%s and %%d", format);
        }
        out += strlen(out);
    }
    ck_assert(out < end - 1);
    *out = '\0';
}

/* ---- scenes ---- */

/* A key and the numbers after it. */
typedef struct {
    const char *rest;
    char key[CAROM_NAME_SIZE];
    double number[MOST_NUMBERS];
    size_t count;
} scene_words;

/* @return false at the end of a statement */
static inline bool read_words(scene_words *words)
{
    const char *key = words->rest + strspn(words->rest, " ");
    int length = (int)strcspn(key, " ;");
    char *end = NULL;
    snprintf(words->key, sizeof words->key, "%.*s", length, key);
    words->rest = key + length;
    for (words->count = 0; length > 0 && words->count < MOST_NUMBERS; words->rest = end) {
        words->number[words->count] = strtod(words->rest, &end);
        if (end == words->rest) {
            break;
        }
        words->count++;
    }
    return length > 0;
}

static inline bool set_shape(carom_problem *scene, const char *name, double *number, size_t count)
{
    const carom_entry *entry = carom_interface_find(&carom_shapes, name);
    carom_choice shape = {NULL, NULL};
    carom_list corners = {number, count / 2};
    if (entry == NULL) {
        return false;
    }
    assert_ok(carom_choice_set(&shape, entry, NULL));
    memcpy(shape.options, strcmp(name, "polygon") == 0 ? (void *)&corners : number,
           entry->options_size);
    assert_ok(carom_problem_set_shape(scene, &shape, NULL));
    free(shape.options);
    return true;
}

static inline bool set_in_scene(carom_problem *scene, const char *key, double *number, size_t count)
{
    static const char *const boundaries[] = {"walls", "periodic", "open"};
    const carom_surfaces both = {number[0], count > 1 ? number[1] : number[0]};
    for (int k = 0; k < 3; k++) {
        if (strcmp(key, boundaries[k]) == 0) {
            scene->boundary = k;
            scene->width_m = count > 1 ? number[0] : scene->width_m;
            scene->height_m = count > 1 ? number[1] : scene->height_m;
            return true;
        }
    }
    if (strcmp(key, "g") == 0) {
        scene->gravity_mps2 = (carom_vec){number[0], number[1]};
    } else if (strcmp(key, "e") == 0) {
        scene->restitution = both;
    } else if (strcmp(key, "mu") == 0) {
        scene->friction = both;
    } else if (strcmp(key, "beta") == 0) {
        scene->tangential_restitution = both;
    } else if (strcmp(key, "roll") == 0) {
        scene->rolling_resistance = number[0];
    } else if (strcmp(key, "drag") == 0) {
        scene->air_drag = number[0];
    } else if (strcmp(key, "centre") == 0) {
        scene->wall_contact = CAROM_CENTRE;
    } else {
        return set_shape(scene, key, number, count);
    }
    return true;
}

static inline bool set_in_ball(carom_ball *ball, char *key, const double *number, size_t count)
{
    bool fixed = strcmp(key, "fixed") == 0;
    if (fixed || strcmp(key, "ball") == 0) {
        ck_assert(count == (fixed ? 2 : 4) || count == 2);
        ball->fixed = fixed;
        ball->x_m = number[0];
        ball->y_m = number[1];
        ball->vx_mps = count > 2 ? number[2] : 0;
        ball->vy_mps = count > 2 ? number[3] : 0;
    } else if (strncmp(key, "of=", 3) == 0) {
        ball->material = test_keep(memcpy(malloc(CAROM_NAME_SIZE), key + 3, strlen(key + 2)), free);
    } else {
        double *member = strcmp(key, "r") == 0       ? &ball->radius_m
                       : strcmp(key, "m") == 0       ? &ball->mass_kg
                       : strcmp(key, "spin") == 0    ? &ball->spin_radps
                       : strcmp(key, "inertia") == 0 ? &ball->inertia_factor
                                                     : NULL;
        if (member == NULL) {
            return false;
        }
        ck_assert_uint_eq(count, 1);
        *member = number[0];
    }
    return true;
}

static inline void read_scene(carom_problem *scene, const char *format, va_list arguments)
{
    char text[TEXT_SIZE];
    carom_ball every = carom_ball_default();
    scene_words words = {.rest = text};
    fill_in(text, format, arguments);
    for (bool more = true; more; more = *words.rest++ == ';') {
        carom_ball ball = every;
        bool is_ball = false;
        while (read_words(&words)) {
            is_ball |= strcmp(words.key, "ball") == 0 || strcmp(words.key, "fixed") == 0;
            ck_assert_msg(set_in_ball(&ball, words.key, words.number, words.count) ||
                              set_in_scene(scene, words.key, words.number, words.count),
                          "'%s' in the scene '%s'", words.key, text);
        }
        if (is_ball) {
            assert_ok(carom_problem_add(scene, &ball, NULL));
        } else {
            every = ball;
        }
    }
}

static inline void release_scene(void *scene)
{
    carom_problem_free(scene);
    free(scene);
}

/** A scene from its text. */
CAROM_PRINTF(1, 2) static inline carom_problem *new_scene(const char *format, ...)
{
    carom_problem *scene = malloc(sizeof *scene);
    va_list arguments;
    carom_problem_init(scene);
    test_keep(scene, release_scene);
    va_start(arguments, format);
    read_scene(scene, format, arguments);
    va_end(arguments);
    return scene;
}

/** Add more statements to a scene. */
CAROM_PRINTF(2, 3) static inline void add_to_scene(carom_problem *scene, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    read_scene(scene, format, arguments);
    va_end(arguments);
}

/** n balls of different sizes and masses on a 9-foot table. */
static inline carom_problem *new_random_scene(uint64_t seed, size_t n, int boundary)
{
    carom_problem *scene = malloc(sizeof *scene);
    scene_random(scene, seed, n, boundary);
    return test_keep(scene, release_scene);
}

/** Five rows of pool balls at a distance @p d (m), with the apex at @p x, @p y. */
static inline void add_rack(carom_problem *scene, double x, double y, double d)
{
    for (int row = 0; row < 5; row++) {
        for (int k = 0; k <= row; k++) {
            add_to_scene(scene, "ball %g %g", x + row * d * sqrt(0.75), y + (k - 0.5 * row) * d);
        }
    }
}

/* ---- solvers: "[overlapping] [unlogged] KIND KEY=VALUE ..." ---- */

static inline void release_solver(void *solver)
{
    carom_solver_free(solver);
}

/* A solver of balls that may overlap as they begin, which carom_solver_new() refuses. Settings that
 * choose an entry come first. */
static inline carom_solver *create_unchecked(const carom_problem *scene, const char *kind,
                                             const carom_setting *settings, bool log,
                                             carom_error *error)
{
    carom_choice choice = {NULL, NULL};
    assert_ok(carom_choice_set(&choice, carom_interface_find(&carom_solvers, kind), error));
    for (; settings->key != NULL; settings++) {
        assert_ok(carom_param_parse(
            carom_params_find(choice.entry->params, choice.options, settings->key), settings->value,
            error));
    }
    carom_solver *solver = carom_solver_new_from_choice(scene, &choice, log, error);
    carom_choice_free(&choice);
    return solver;
}

static inline bool skip_word(char **text, const char *word)
{
    bool found = strncmp(*text, word, strlen(word)) == 0;
    *text += found ? strlen(word) : 0;
    return found;
}

static inline carom_solver *create_solver(const carom_problem *scene, const char *format,
                                          va_list arguments, carom_error *error)
{
    char buffer[TEXT_SIZE], *text = buffer;
    carom_setting settings[MOST_SETTINGS + 1] = {{NULL, NULL}};
    size_t count = 0;
    fill_in(buffer, format, arguments);
    bool overlapping = skip_word(&text, "overlapping "), unlogged = skip_word(&text, "unlogged ");
    for (char *word = strchr(text, ' '); word != NULL && count < MOST_SETTINGS; count++) {
        char *equal = strchr(word, '=');
        ck_assert_msg(equal != NULL, "no value: %s", word);
        *word = *equal = '\0';
        settings[count] = (carom_setting){word + 1, equal + 1};
        word = strchr(equal + 1, ' ');
    }
    return overlapping || unlogged ? create_unchecked(scene, text, settings, !unlogged, error)
                                   : carom_solver_new(scene, text, settings, error);
}

/** A solver. */
CAROM_PRINTF(2, 3)
static inline carom_solver *new_solver(const carom_problem *scene, const char *format, ...)
{
    carom_error error = {CAROM_OK, "", ""};
    va_list arguments;
    va_start(arguments, format);
    carom_solver *solver = create_solver(scene, format, arguments, &error);
    va_end(arguments);
    ck_assert_msg(solver != NULL, "%s: %s", format, error.text);
    return test_keep(solver, release_solver);
}

/** The solver is not created. @return why */
CAROM_PRINTF(2, 3)
static inline carom_error refusal_of(const carom_problem *scene, const char *format, ...)
{
    carom_error error = {CAROM_OK, "", ""};
    va_list arguments;
    va_start(arguments, format);
    carom_solver *solver = create_solver(scene, format, arguments, &error);
    va_end(arguments);
    if (solver != NULL) {
        carom_solver_free(solver);
        ck_abort_msg("'%s' is not refused", format);
    }
    return error;
}

static inline void release_sample(void *sample)
{
    carom_sample_free(sample);
    free(sample);
}

/** The state of a solver now. */
static inline carom_sample *sample_of(const carom_solver *solver, const carom_problem *scene)
{
    carom_sample *sample = malloc(sizeof *sample);
    assert_ok(carom_sample_init(sample, scene->count, NULL));
    test_keep(sample, release_sample);
    carom_solver_sample(solver, sample);
    return sample;
}

/* ---- runs ---- */

static inline void release_outcome(void *run)
{
    outcome_free(run);
    free(run);
}

static inline outcome *run_text(int slices, double t_s, const carom_problem *scene,
                                const char *format, va_list arguments)
{
    carom_error error = {CAROM_OK, "", ""};
    carom_solver *solver = create_solver(scene, format, arguments, &error);
    outcome *run = malloc(sizeof *run);
    ck_assert_msg(solver != NULL && run != NULL, "%s: %s", format, error.text);
    *run = run_solver(solver, scene, t_s, slices);
    return test_keep(run, release_outcome);
}

/** Runs a solver from 0 to @p t_s; it must get there. */
CAROM_PRINTF(3, 4)
static inline outcome *run_until(double t_s, const carom_problem *scene, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    outcome *run = run_text(1, t_s, scene, format, arguments);
    va_end(arguments);
    ck_assert_msg(run->status == CAROM_OK, "%s: %s", format, run->error.text);
    return run;
}

/** The same in equal slices; it may end early, see `status`. */
CAROM_PRINTF(4, 5)
static inline outcome *try_until(double t_s, int slices, const carom_problem *scene,
                                 const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    outcome *run = run_text(slices, t_s, scene, format, arguments);
    va_end(arguments);
    return run;
}

/** The largest distance of a ball from itself in another run (m), along x or y. */
static inline double farthest(const carom_problem *scene, const outcome *a, const outcome *b)
{
    double most = 0;
    for (size_t i = 0; i < scene->count; i++) {
        double x = a->sample.x_m[i] - b->sample.x_m[i], y = a->sample.y_m[i] - b->sample.y_m[i];
        if (scene->boundary == CAROM_PERIODIC) {
            x -= scene->width_m * floor(x / scene->width_m + 0.5);
            y -= scene->height_m * floor(y / scene->height_m + 0.5);
        }
        most = fmax(most, fmax(fabs(x), fabs(y)));
    }
    return most;
}

/** The balls are in the same state, to the bit. */
static inline void assert_same_balls(const outcome *a, const outcome *b)
{
    size_t size = a->sample.count * sizeof *a->sample.x_m;
    ck_assert_mem_eq(a->sample.x_m, b->sample.x_m, size);
    ck_assert_mem_eq(a->sample.y_m, b->sample.y_m, size);
    ck_assert_mem_eq(a->sample.vx_mps, b->sample.vx_mps, size);
    ck_assert_mem_eq(a->sample.vy_mps, b->sample.vy_mps, size);
    ck_assert_mem_eq(a->sample.spin_radps, b->sample.spin_radps, size);
}

/** The only collision of a run. */
static inline const carom_collision *only_hit(const outcome *run)
{
    ck_assert_uint_eq(run->log.count, 1);
    return &run->log.item[0];
}

/** Energy, momentum and angular momentum (if it exists) of the last sample are accounted for. */
static inline void assert_budget(const outcome *run, double tolerance)
{
    const carom_ledger *l = &run->sample.ledger;
    assert_near(l->energy_residual_J, 0, tolerance);
    assert_near(l->momentum_residual_kgmps, 0, tolerance);
    if (!isnan(l->angular_momentum_kgm2ps)) {
        assert_near(l->angular_momentum_residual_kgm2ps, 0, tolerance);
    }
}

#endif
