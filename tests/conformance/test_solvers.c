/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every solver names the key of a feature, a table or a setting that it does not support. What
 * runs have in common: test_properties.c. */
#include "conformance/variants.h"
#include "scenes.h"

static void add_rolling(carom_problem *scene)
{
    scene->rolling_resistance = 0.01;
}

static void add_drag(carom_problem *scene)
{
    scene->air_drag = 0.01;
}

static void add_gravity(carom_problem *scene)
{
    scene->gravity_mps2.y = -1;
}

static void add_loss(carom_problem *scene)
{
    scene->restitution = (carom_restitution){0.9, 0.8};
}

static void add_friction(carom_problem *scene)
{
    scene->friction = (carom_surfaces){0.2, 0.2};
}

static void make_periodic(carom_problem *scene)
{
    scene->boundary = CAROM_PERIODIC;
}

static void make_open(carom_problem *scene)
{
    scene->boundary = CAROM_OPEN;
}

static const struct {
    const char *key;
    void (*add)(carom_problem *scene);
} features[] = {{"rolling_resistance", add_rolling},
                {"air_drag", add_drag},
                {"gravity_mps2", add_gravity},
                {"restitution", add_loss},
                {"friction", add_friction},
                {"boundary", make_periodic},
                {"boundary", make_open}};

static bool has_key(const variant *v, const char *key)
{
    return carom_params_find(v->choice.entry->params, v->choice.options, key).row != NULL;
}

/* A table that the solver supports, with a feature that it may not support. The solver names the
 * key of the feature, or of one of its parameters, as flight: leap. */
static void try_feature(variant *v, size_t k)
{
    carom_problem scene;
    make_table(&scene, carom_shape_of(carom_shapes.entries[0]), CAROM_WALLS);
    make_physics(&scene, ELASTIC, 3);
    if (variant_complete(v, &scene)) {
        features[k].add(&scene);
        test_set_subject("%s with %s", v->name, features[k].key);
        carom_error error = variant_check(v, &scene);
        ck_assert_msg(error.status == CAROM_OK || strcmp(error.key, features[k].key) == 0 ||
                          has_key(v, error.key),
                      "rejected by the key '%s': %s", error.key, error.text);
    }
    carom_problem_free(&scene);
}

START_TEST(unsupported_features_are_rejected_by_key)
{
    for (size_t i = 0; carom_solvers.entries[i] != NULL; i++) {
        for_each_variant(v, carom_solvers.entries[i])
        {
            for (size_t k = 0; k < sizeof features / sizeof features[0]; k++) {
                try_feature(&v, k);
            }
        }
    }
}
END_TEST

/* Whatever the solver. */
START_TEST(tables_and_settings_are_checked)
{
    const carom_problem *scene = new_scene("ball 1 0.5 2.385 0");
    const carom_problem *narrow_scene = new_scene("periodic 0.1 0.9; ball 0.05 0.5");
    for (size_t i = 0; carom_solvers.entries[i] != NULL; i++) {
        const char *kind = carom_solvers.entries[i]->name;
        const char *needs = strcmp(kind, "penalty") == 0 ? " stiffness_N_per_m=1e5" : "";
        test_set_subject("%s", kind);
        carom_error unknown = refusal_of(scene, "%s no_such_key=1", kind);
        ck_assert_ptr_eq(strstr(unknown.text, "no_such_key: unknown parameter of "), unknown.text);
        if (!is_recorded(carom_solvers.entries[i]) && strcmp(kind, "published") != 0) {
            carom_error none = refusal_of(new_scene("walls"), "%s%s", kind, needs);
            carom_error narrow = refusal_of(narrow_scene, "%s%s", kind, needs);
            ck_assert_str_eq(none.key, "balls");
            ck_assert_str_eq(narrow.key, "boundary");
        }
    }
    ck_assert_str_eq(refusal_of(scene, "no_such_solver").key, "kind");
    ck_assert_str_eq(refusal_of(scene, "penalty").text,
                     "stiffness_N_per_m: missing; penalty needs a value");
}
END_TEST

TEST_MAIN("solver conformance", unsupported_features_are_rejected_by_key,
          tables_and_settings_are_checked)
