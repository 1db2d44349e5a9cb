/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Every solver, some with several settings, and scenes that each of them supports.
 */
#ifndef CAROM_TESTS_CONFORMANCE_CONTESTANTS_H
#define CAROM_TESTS_CONFORMANCE_CONTESTANTS_H

#include "support.h"

/* A solver and its settings. */
typedef struct {
    const char *name, *manner;
    carom_setting settings[16];
} contestant;

#define SPRING                                                                                     \
    {                                                                                              \
        "stiffness_N_per_m", "2e5"                                                                 \
    }
static const contestant contestants[] = {
    {"impulse", "default", {{NULL, NULL}}},
    {"impulse", "all at once", {{"impact_policy", "newton_lcp"}, {NULL, NULL}}},
    {"impulse", "fastest first", {{"impact_policy", "sequential_speed"}, {NULL, NULL}}},
    {"impulse",
     "long contacts",
     {{"cluster_time_s", "1e-4"}, {"collapse", "tc"}, {"tc_s", "1e-4"}, {NULL, NULL}}},
    {"stepped", "default", {{NULL, NULL}}},
    {"oracle", "default", {{NULL, NULL}}},
    {"penalty", "default", {SPRING, {NULL, NULL}}},
    {"penalty", "Verlet", {SPRING, {"integrator", "velocity_verlet"}, {NULL, NULL}}},
    {"penalty", "located", {SPRING, {"integrator", "rk4"}, {"contacts", "located"}, {NULL, NULL}}},
    {"penalty", "leaping", {SPRING, {"flight", "leap"}, {NULL, NULL}}},
    {"penalty",
     "leaping, located",
     {SPRING,
      {"flight", "leap"},
      {"contacts", "located"},
      {"contact_end", "overlap"},
      {NULL, NULL}}},
    {"penalty",
     "Hertz",
     {{"law", "hertz"},
      {"stiffness_N_per_m1p5", "2e7"},
      {"integrator", "velocity_verlet"},
      {NULL, NULL}}},
    {"penalty",
     "viscoelastic",
     {{"law", "viscoelastic"}, {"contact_time_s", "2e-3"}, {"at_speed_mps", "1"}, {NULL, NULL}}},
    {"penalty",
     "adaptive",
     {SPRING, {"integrator", "gsl_rkf45"}, {"tolerance", "1e-6"}, {"theta", "0.5"}, {NULL, NULL}}},
    {"published",
     "lecture",
     {{"source", "lecture_2006"},
      {"frame_s", "1e-3"},
      {"interpenetration_sign", "right"},
      {"stiffness_N_per_m", "2e4"},
      {NULL, NULL}}},
    {"published", "book", {{"source", "book"}, {"frame_s", "0.01"}, {NULL, NULL}}},
    {"published", "blog", {{"source", "blog_2013"}, {"frame_s", "0.02"}, {NULL, NULL}}},
    {"published", "pool", {{"source", "pool_2017"}, {"frame_s", "0.01"}, {NULL, NULL}}}};
enum { CONTESTANTS = sizeof contestants / sizeof contestants[0] };

/* Restrictions of published loops, which also need equal masses and no gravity. */
enum { ANY, LOSSY, ELASTIC, NO_WALLS };

static inline int limits_of(const contestant *entry)
{
    const char *source = entry->settings[0].value;
    if (strcmp(entry->name, "published") != 0) {
        return ANY;
    }
    return strcmp(source, "book") == 0 ? NO_WALLS
                                       : (strcmp(source, "blog_2013") == 0 ? LOSSY : ELASTIC);
}

static inline const carom_setting *settings_of(const contestant *entry)
{
    return entry->settings;
}

/* Add friction and spin to a scene, if the solver supports it with these settings. */
static inline void make_rough(carom_problem *scene, const contestant *entry)
{
    carom_error error = {0};
    carom_solver *solver;
    scene->friction = (carom_surfaces){0.2, 0.4};
    scene->tangential_restitution = (carom_surfaces){0.3, 0};
    for (size_t i = 0; i < scene->count; i++) {
        scene->ball[i].spin_radps = 3 * (double)i - 25;
        scene->ball[i].inertia_factor = i % 3 == 0 ? 0.5 : 0.4;
    }
    solver = carom_solver_new(scene, entry->name, settings_of(entry), &error);
    if (solver == NULL) {
        scene->friction = (carom_surfaces){0, 0};
    }
    carom_solver_free(solver);
}

static inline void make_scene(carom_problem *scene, const contestant *entry, uint64_t seed)
{
    static const int boundaries[] = {CAROM_WALLS, CAROM_PERIODIC, CAROM_OPEN};
    scene_random(scene, seed, 18, boundaries[seed % 3]);
    scene->restitution = (carom_restitution){0.9, 0.8};
    if (seed % 3 != 1) {
        scene->gravity_mps2.y = -0.8;
    }
    if (limits_of(entry) != ANY) {
        scene->gravity_mps2.y = 0;
        scene->boundary = limits_of(entry) == NO_WALLS
                            ? (seed % 2 == 0 ? CAROM_PERIODIC : CAROM_OPEN)
                            : (seed % 2 == 0 ? CAROM_WALLS : CAROM_OPEN);
        scene->restitution = limits_of(entry) == ELASTIC ? (carom_restitution){1, 1}
                                                         : scene->restitution;
        for (size_t i = 0; i < scene->count; i++) {
            scene->ball[i].mass_kg = 0.17;
        }
    } else if (seed % 2 == 0) {
        make_rough(scene, entry);
    }
}

#define for_each_solver(entry)                                                                     \
    for (const contestant *entry = contestants;                                                    \
         entry < contestants + CONTESTANTS                                                         \
             ? test_set_subject("solver %s (%s)", entry->name, entry->manner)                      \
             : (test_clear_subject(), false);                                                      \
         entry++)

static inline void assert_same_state(const outcome *a, const outcome *b)
{
    for (size_t i = 0; i < a->sample.count; i++) {
        assert_same(a->sample.x_m[i], b->sample.x_m[i]);
        assert_same(a->sample.y_m[i], b->sample.y_m[i]);
        assert_same(a->sample.vx_mps[i], b->sample.vx_mps[i]);
        assert_same(a->sample.vy_mps[i], b->sample.vy_mps[i]);
        assert_same(a->sample.spin_radps[i], b->sample.spin_radps[i]);
    }
    assert_same(a->sample.ledger.energy_residual_J, b->sample.ledger.energy_residual_J);
    assert_same(a->sample.ledger.dissipated_J, b->sample.ledger.dissipated_J);
    ck_assert_uint_eq(a->log.count, b->log.count);
    for (size_t k = 0; k < a->log.count; k++) {
        assert_same(a->log.item[k].t_s, b->log.item[k].t_s);
        assert_same(a->log.item[k].impulse_Ns, b->log.item[k].impulse_Ns);
        assert_same(a->log.item[k].impulse_t_Ns, b->log.item[k].impulse_t_Ns);
        ck_assert_uint_eq(a->log.item[k].a, b->log.item[k].a);
        ck_assert_uint_eq(a->log.item[k].b, b->log.item[k].b);
    }
    ck_assert_uint_eq(a->report.pair_tests, b->report.pair_tests);
}

#endif
