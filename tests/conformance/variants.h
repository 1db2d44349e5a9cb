/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Every solver of the registry with every combination of its words and plug-ins, and scenes on
 * every shape of table.
 */
#ifndef CAROM_TESTS_CONFORMANCE_VARIANTS_H
#define CAROM_TESTS_CONFORMANCE_VARIANTS_H

#include "conformance/entry.h"
#include "scene/scene.h"

enum { MOST_ALTERNATIVES = 16, BALLS = 8 };

/* ---- solvers ---- */

/** A solver and its options: alternative taken[k] of the k-th parameter with alternatives. */
typedef struct {
    const carom_solver_entry *solver;
    size_t taken[MOST_ALTERNATIVES], count[MOST_ALTERNATIVES], depth;
    carom_choice choice;
    char name[100];
} variant;

static inline const char *alternative(const carom_param *row, size_t k)
{
    const carom_entry *entry = row->type == CAROM_ENTRY ? row->interface->entries[k] : NULL;
    return row->type == CAROM_WORD ? row->words[k] : (entry == NULL ? NULL : entry->name);
}

/* Search for the k-th row of a kind. */
typedef struct {
    bool (*kind)(carom_param_ref param);
    size_t k;
    carom_param_ref found;
} row_search;

static inline bool visit_row(void *context, carom_param_ref param)
{
    row_search *search = context;
    if (!search->kind(param) || search->k-- > 0) {
        return true;
    }
    search->found = param;
    return false;
}

static inline carom_param_ref find_row(const carom_choice *choice, bool (*kind)(carom_param_ref),
                                       size_t k)
{
    row_search search = {.kind = kind, .k = k};
    carom_params_each(choice->entry->params, choice->options, visit_row, &search);
    return search.found;
}

static inline bool has_alternatives(carom_param_ref param)
{
    return alternative(param.row, 0) != NULL;
}

static inline bool is_optional_number(carom_param_ref param)
{
    return param.row->type == CAROM_NUMBER && param.row->fallback != NULL &&
           param.row->fallback[0] == '\0';
}

/** Set the parameter @p key to @p value if the variant has it. */
static inline void variant_give(variant *v, const char *key, double value)
{
    carom_param_ref param = carom_params_find(v->choice.entry->params, v->choice.options, key);
    if (param.row != NULL) {
        *carom_param_number(param) = value;
    }
}

/** Set the options of a variant. Its name lists the plug-ins, and the words that are not defaults.
 */
static inline void variant_set(variant *v)
{
    carom_param_ref param;
    carom_choice_free(&v->choice);
    assert_ok(carom_choice_set(&v->choice, &v->solver->about, NULL));
    snprintf(v->name, sizeof v->name, "%s", v->solver->about.name);
    for (v->depth = 0; (param = find_row(&v->choice, has_alternatives, v->depth)).row != NULL;) {
        const char *word = alternative(param.row, v->taken[v->depth]);
        size_t used = strlen(v->name), count = 0;
        while (alternative(param.row, count) != NULL) {
            count++;
        }
        assert_ok(carom_param_parse(param, word, NULL));
        if (param.row->type == CAROM_ENTRY || param.row->fallback == NULL ||
            strcmp(word, param.row->fallback) != 0) {
            snprintf(v->name + used, sizeof v->name - used, " %s", word);
        }
        v->count[v->depth++] = count;
        ck_assert_uint_lt(v->depth, MOST_ALTERNATIVES);
    }
    carom_params_each(v->choice.entry->params, v->choice.options, fill_required, NULL);
    variant_give(v, "step_s", 0x1p-11);
    variant_give(v, "phase", 0.37); /* no contact begins at the beginning of a step */
}

/** Go on to the next combination; after the last one the variant has no choice. */
static inline void variant_next(variant *v)
{
    for (size_t k = v->depth; k-- > 0; v->taken[k] = 0) {
        if (++v->taken[k] < v->count[k]) {
            variant_set(v);
            return;
        }
    }
    carom_choice_free(&v->choice);
    v->choice.entry = NULL;
}

static inline bool is_recorded(const carom_entry *solver)
{
    return (carom_solver_entry_of(solver)->traits & CAROM_RECORDED) != 0;
}

static inline variant first_variant(const carom_entry *solver)
{
    variant v = {.solver = carom_solver_entry_of(solver)};
    if (!is_recorded(solver)) {
        variant_set(&v);
    }
    return v;
}

/** All variants of a solver; none of a recording. */
#define for_each_variant(v, solver_)                                                               \
    for (variant v = first_variant(solver_); v.choice.entry != NULL; variant_next(&v))

static inline void note_error(void *context, bool is_error, const char *key, const char *text)
{
    carom_error *first = context;
    if (is_error && first->status == CAROM_OK) {
        first->status = CAROM_INVALID;
        snprintf(first->key, sizeof first->key, "%s", key);
        snprintf(first->text, sizeof first->text, "%s", text);
    }
}

/** First error of a variant and a problem. */
static inline carom_error variant_check(const variant *v, const carom_problem *problem)
{
    carom_error first = {CAROM_OK, "", ""};
    const carom_diagnostics diagnostics = {note_error, &first, NULL};
    carom_solver_check(problem, &v->choice, &diagnostics);
    return first;
}

/** Set the optional number that the variant needs for a problem, as collapse: tc needs tc_s.
 * @return false: the solver refuses the problem, or this combination of words */
static inline bool variant_complete(variant *v, const carom_problem *problem)
{
    carom_param_ref param;
    bool accepted = variant_check(v, problem).status == CAROM_OK;
    for (size_t k = 0; !accepted; k++) {
        param = find_row(&v->choice, is_optional_number, k);
        if (param.row == NULL) {
            return false;
        }
        *carom_param_number(param) = typical_value(param.row->unit);
        accepted = variant_check(v, problem).status == CAROM_OK;
        *carom_param_number(param) = accepted ? typical_value(param.row->unit) : NAN;
    }
    return true;
}

/* ---- scenes ---- */

/** A table of a shape. @return false: the shape has no such boundary */
static inline bool make_table(carom_problem *scene, const carom_shape *shape, int boundary)
{
    carom_choice choice = choice_of(&shape->about);
    carom_problem_init(scene);
    assert_ok(carom_problem_set_shape(scene, &choice, NULL));
    scene->boundary = boundary;
    choice_free(&choice);
    return shape->box || boundary == CAROM_WALLS;
}

static inline bool fits(const carom_problem *scene, double x, double y, double radius)
{
    double margin = 1.01 * radius;
    bool within = x > margin && x < scene->width_m - margin && y > margin &&
                  y < scene->height_m - margin && carom_walls_enclose(scene, (carom_vec){x, y}) &&
                  carom_walls_max_overlap(scene, (carom_vec){x, y}, margin) < 0;
    for (size_t i = 0; i < scene->count && within; i++) {
        const carom_ball *ball = &scene->ball[i];
        within = hypot(x - ball->x_m, y - ball->y_m) > margin + 1.01 * ball->radius_m;
    }
    return within;
}

/** Add balls at random places, three of them in contact with each other if @p touching; their
 * speeds (m/s) are of the order of their distances. */
static inline void add_balls(carom_problem *scene, stream *s, bool equal, bool touching)
{
    double cell = sqrt(carom_walls_area(scene) / (2 * BALLS));
    while (scene->count < BALLS) {
        double radius = cell * (equal || touching ? 0.2 : 0.14 + 0.12 * next_number(s));
        double x = scene->width_m * next_number(s), y = scene->height_m * next_number(s);
        double vx = cell * (10 * next_number(s) - 5), vy = cell * (10 * next_number(s) - 5);
        double mass = equal ? 0.17 : 0.1 + 0.2 * next_number(s), up = sqrt(3) * radius;
        bool three = touching && scene->count == 0;
        if (!fits(scene, x, y, radius) || (three && !(fits(scene, x + 2 * radius, y, radius) &&
                                                      fits(scene, x + radius, y + up, radius)))) {
            continue;
        }
        scene_add(scene, x, y, vx, vy, radius, mass);
        if (three) {
            scene_add(scene, x + 2 * radius, y, -0.5 * vx, vy, radius, mass);
            scene_add(scene, x + radius, y + up, 0, 0, radius, 1.5 * mass);
        }
    }
}

static inline void fix_ball(carom_ball *ball)
{
    ball->fixed = true;
    ball->vx_mps = ball->vy_mps = ball->spin_radps = 0;
}

/** What acts on the balls of a scene. */
enum { ELASTIC, FALLING, FRICTIONAL, DRAGGED, TOUCHING, PHYSICS_KINDS };
static const char *const physics_names[PHYSICS_KINDS] = {"elastic", "gravity", "friction", "drag",
                                                         "touching"};

/** Balls on a table: equal and elastic, or of different sizes and with losses. */
static inline void make_physics(carom_problem *scene, size_t physics, uint64_t seed)
{
    stream s = {seed};
    bool elastic = physics == ELASTIC;
    add_balls(scene, &s, elastic, physics == TOUCHING);
    scene->restitution = elastic ? (carom_restitution){1, 1} : (carom_restitution){0.9, 0.8};
    if (physics == TOUCHING) {
        scene->restitution.ball_ball = 1; /* without dashpots, a step may reuse rates of the last */
    }
    if (physics == FALLING) {
        scene->gravity_mps2 = (carom_vec){0.4, -1.2};
    } else if (physics == FRICTIONAL || physics == TOUCHING) {
        scene->friction = (carom_surfaces){0.25, 0.35};
        scene->tangential_restitution = (carom_surfaces){0.4, 0};
        for (size_t i = 0; i < scene->count; i++) {
            scene->ball[i].spin_radps = 7.3 * (double)i - 25;
            scene->ball[i].inertia_factor = i % 3 == 0 ? 0.5 : 0.4;
        }
    } else if (physics == DRAGGED) {
        scene->rolling_resistance = 0.05;
        scene->air_drag = 0.01;
    }
    if (physics == FRICTIONAL || physics == DRAGGED) {
        fix_ball(&scene->ball[scene->count - 1]);
    }
}

#endif
