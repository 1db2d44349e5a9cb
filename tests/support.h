/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What the tests share: comparisons that print got, want and tolerance with 17 digits, and scenes.
 */
#ifndef CAROM_TESTS_SUPPORT_H
#define CAROM_TESTS_SUPPORT_H

#include "suites.h"

#include <carom/carom.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Check writes every assertion that holds into a file, which takes longer than what most of them
 * look at; these say something only when they fail. */
#undef ck_assert
#undef ck_assert_msg
#define ck_assert(condition) ck_assert_msg(condition, "Assertion '%s' failed", #condition)
#define ck_assert_msg(condition, ...)                                                              \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            ck_abort_msg("%s", test_message(__VA_ARGS__));                                         \
        }                                                                                          \
    } while (0)

CAROM_PRINTF(1, 2) static inline const char *test_message(const char *format, ...)
{
    static char text[4000];
    int used = snprintf(text, sizeof text, "%s%s", test_subject, test_subject[0] ? ": " : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
    va_end(arguments);
    return text;
}

/** Name the subject of the assertions that follow. @return true */
CAROM_PRINTF(1, 2) static inline bool test_set_subject(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(test_subject, sizeof test_subject, format, arguments);
    va_end(arguments);
    return true;
}

#define PI 3.14159265358979323846

/* Whether the sanitizers look on, under which a program takes ten times as long. */
#if defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ && !defined SANITIZED
#define SANITIZED 1
#endif

/** How often what is repeated for certainty is repeated: @p full times; under the sanitizers, which
 * look at memory and need every line once, @p few. A constant. */
#ifdef SANITIZED
#define ROUNDS(full, few) (few)
#else
#define ROUNDS(full, few) (full)
#endif

/** |got - want| <= tolerance, with all three in the message. */
#define assert_near(got, want, tolerance)                                                          \
    do {                                                                                           \
        double got_ = (got), want_ = (want), tolerance_ = (tolerance);                             \
        ck_assert_msg(fabs(got_ - want_) <= tolerance_,                                            \
                      "%s: got %.17g, want %.17g, off by %.3g, tolerance %.3g", #got, got_, want_, \
                      got_ - want_, tolerance_);                                                   \
    } while (0)

/** The same bits (so -0 is not 0), NaN equal to NaN. */
#define assert_same(got, want)                                                                     \
    do {                                                                                           \
        double got_ = (got), want_ = (want);                                                       \
        ck_assert_msg(memcmp(&got_, &want_, sizeof got_) == 0 || (isnan(got_) && isnan(want_)),    \
                      "%s: got %.17g, want the same bits as %.17g", #got, got_, want_);            \
    } while (0)

#define assert_ok(call)                                                                            \
    do {                                                                                           \
        carom_status status_ = (call);                                                             \
        ck_assert_msg(status_ == CAROM_OK, "%s: status %d", #call, (int)status_);                  \
    } while (0)

static inline void scene_init(carom_problem *scene, int boundary)
{
    carom_problem_init(scene);
    scene->boundary = boundary;
}

static inline void scene_add(carom_problem *scene, double x, double y, double vx, double vy,
                             double radius, double mass)
{
    carom_ball ball = carom_ball_default();
    ball.x_m = x;
    ball.y_m = y;
    ball.vx_mps = vx;
    ball.vy_mps = vy;
    ball.radius_m = radius;
    ball.mass_kg = mass;
    assert_ok(carom_problem_add(scene, &ball, NULL));
}

/** A table of a shape, its parameters as its options struct has them. */
static inline void scene_shape(carom_problem *scene, const char *shape, const void *options)
{
    carom_choice choice = {NULL, NULL};
    const carom_entry *entry = carom_interface_find(&carom_shapes, shape);
    carom_problem_init(scene);
    assert_ok(carom_choice_set(&choice, entry, NULL));
    memcpy(choice.options, options, entry->options_size);
    assert_ok(carom_problem_set_shape(scene, &choice, NULL));
    free(choice.options);
}

/** A run to one time: state, ledger, report and sorted log. */
typedef struct {
    carom_sample sample;
    carom_report report;
    carom_log log;
    carom_error error;
    carom_status status;
} outcome;

/** Runs a solver to its end, and frees it. */
static inline outcome run_solver(carom_solver *solver, const carom_problem *scene, double t_s,
                                 int slices)
{
    outcome result = {.status = CAROM_OK};
    assert_ok(carom_sample_init(&result.sample, scene->count, &result.error));
    for (int i = 1; i <= slices && result.status == CAROM_OK; i++) {
        result.status = carom_solver_advance(solver, i == slices ? t_s : t_s * i / slices,
                                             &result.error);
        carom_solver_sample(solver, &result.sample);
    }
    carom_solver_report(solver, &result.report);
    assert_ok(carom_solver_collisions(solver, &result.log, &result.error));
    carom_log_sort(&result.log);
    carom_solver_free(solver);
    return result;
}

static inline outcome run_sliced(const carom_problem *scene, const char *kind,
                                 const carom_setting *settings, double t_s, int slices)
{
    carom_error error = {CAROM_OK, "", ""};
    carom_solver *solver = carom_solver_new(scene, kind, settings, &error);
    ck_assert_msg(solver != NULL, "%s: %s", kind, error.text);
    return run_solver(solver, scene, t_s, slices);
}

static inline outcome run_scene(const carom_problem *scene, const char *kind,
                                const carom_setting *settings, double t_s)
{
    outcome result = run_sliced(scene, kind, settings, t_s, 1);
    ck_assert_msg(result.status == CAROM_OK, "%s: %s", kind, result.error.text);
    return result;
}

static inline void outcome_free(outcome *result)
{
    carom_sample_free(&result->sample);
    carom_log_free(&result->log);
}

/** A reproducible stream of numbers in [0, 1): splitmix64 (Steele, Lea, Flood 2014). */
typedef struct {
    uint64_t state;
} stream;

static inline double next_number(stream *s)
{
    uint64_t z = (s->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/** n balls of different sizes and masses, jittered on a square grid of a 9-foot table. */
static inline void scene_random(carom_problem *scene, uint64_t seed, size_t n, int boundary)
{
    stream s = {seed};
    size_t columns = 2 * (size_t)ceil(sqrt((double)n / 2));
    double cell = 2.54 / (double)columns;
    scene_init(scene, boundary);
    for (size_t i = 0; i < n; i++) {
        double radius = cell * (0.15 + 0.15 * next_number(&s));
        double room = 0.5 * cell - 1.05 * radius;
        double x = ((double)(i % columns) + 0.5) * cell + room * (2 * next_number(&s) - 1);
        double y = ((double)(i / columns) + 0.5) * cell + room * (2 * next_number(&s) - 1);
        double vx = 4 * next_number(&s) - 2; /* one by one: arguments have no order */
        double vy = 4 * next_number(&s) - 2;
        double mass = 0.1 + 0.2 * next_number(&s);
        scene_add(scene, x, y, vx, vy, radius, mass);
    }
}

#endif
