/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ball far away that touches nothing changes nothing, for every integrator, force law, contact
 * end and contact detection. */
#include "support.h"

static const char *const laws[][2] = {{"hooke", "stiffness_N_per_m"},
                                      {"hertz", "stiffness_N_per_m1p5"},
                                      {"viscoelastic", "stiffness_N_per_m1p5"}};
static const char *const stiffness[] = {"1e5", "3e7", "3e7"};
static const char *const ends[] = {"force", "overlap"}, *const contacts[] = {"grid", "located"};
static const char *const flights[] = {"step", "leap"};

enum { VARIANTS = 3 * 2 * 2 * 2 };

typedef struct {
    carom_setting list[8];
} variant;

static variant variant_of(const carom_entry *integrator, int k)
{
    int law = k % 3, rest = k / 3;
    variant v = {.list = {{"integrator", integrator->name},
                          {"law", laws[law][0]},
                          {laws[law][1], stiffness[law]},
                          {"step_s", "0.000030517578125"}, /* 2^-15 */
                          {"contact_end", ends[rest & 1]},
                          {"contacts", contacts[rest >> 1 & 1]},
                          {"flight", flights[rest >> 2 & 1]},
                          {NULL, NULL}}};
    return v;
}

/* Failures name the settings. */
static bool set_subject(const variant *v)
{
    return test_set_subject("%s %s %s %s %s", v->list[0].value, v->list[1].value, v->list[4].value,
                            v->list[5].value, v->list[6].value);
}

#define for_each_variant(integrator, variant_)                                                     \
    for (const carom_entry *const *integrator = carom_integrators.entries; *integrator != NULL;    \
         integrator++)                                                                             \
        for (int k_ = 0; k_ < VARIANTS; k_ += ROUNDS(1, 5))                                        \
            for (variant variant_ = variant_of(*integrator, k_), *once_ = &variant_;               \
                 once_ != NULL && set_subject(once_); once_ = NULL)

static void two_balls(carom_problem *scene)
{
    scene_init(scene, CAROM_OPEN);
    scene->restitution = (carom_restitution){0.7, 0.7};
    scene_add(scene, 1.0, 0.5, 1, 0, 0.028575, 0.17);
    scene_add(scene, 1.1, 0.505, -1, 0, 0.028575, 0.17);
}

/* The first two balls of two runs with the same collisions are equal to the bit. */
static void assert_alike(const outcome *one, const outcome *other)
{
    ck_assert_uint_eq(one->log.count, other->log.count);
    for (size_t i = 0; i < 2; i++) {
        const double a[] = {one->sample.x_m[i], one->sample.y_m[i], one->sample.vx_mps[i],
                            one->sample.vy_mps[i]};
        const double b[] = {other->sample.x_m[i], other->sample.y_m[i], other->sample.vx_mps[i],
                            other->sample.vy_mps[i]};
        for (int c = 0; c < 4; c++) {
            ck_assert_msg(a[c] == b[c], "ball %zu, %.17g and %.17g, %.3g apart", i, a[c], b[c],
                          a[c] - b[c]);
        }
    }
}

/* The method computes the same sums with and without the far ball. */
START_TEST(a_far_ball_changes_nothing)
{
    for_each_variant(integrator, v)
    {
        carom_problem scene;
        outcome alone, beside;
        two_balls(&scene);
        alone = run_scene(&scene, "penalty", v.list, 0.05);
        ck_assert_uint_eq(alone.log.count, 1);
        scene_add(&scene, 3, 0.5, 0, 5, 0.028575, 0.17);
        beside = run_scene(&scene, "penalty", v.list, 0.05);
        assert_alike(&alone, &beside);
        outcome_free(&alone);
        outcome_free(&beside);
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("far ball", a_far_ball_changes_nothing)
