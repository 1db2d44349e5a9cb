/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a scenario although each value is right by itself. */
#include "base/base.h"
#include "measure/measure.h"
#include "params/params.h"
#include "scenario/scenario.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const carom_scenario *scenario;
    const carom_node *root;
    carom_messages *messages;
    size_t solver; /* whose findings are reported */
} examination;

/* ---- places ---- */

/* The value at a path of keys below a node, as far as it is written there. */
static const carom_node *descend(const carom_node *node, const char *path)
{
    char segment[CAROM_KEY_SIZE];
    while (node != NULL && *path != '\0') {
        size_t length = strcspn(path, ".");
        const carom_node *next;
        snprintf(segment, sizeof segment, "%.*s", (int)length, path);
        next = carom_node_get(node, segment);
        if (next == NULL) {
            return node->kind == CAROM_NODE_SCALAR ? node : NULL;
        }
        node = next;
        path += length + (path[length] == '.');
    }
    return node;
}

/* Where a parameter that a solver finds fault with was given: with the solver, with the scenario,
 * with the table, or (a default) where the solver begins. */
static carom_mark mark_of_key(const examination *x, const char *key)
{
    const carom_node *solver = carom_node_item(x->root, "solvers", x->solver);
    const carom_node *place = carom_node_get(solver, key);
    place = place != NULL ? place : descend(x->root, key);
    place = place != NULL && place != x->root ? place
                                              : descend(carom_node_get(x->root, "table"), key);
    return carom_node_mark(place != NULL ? place : solver, x->root);
}

/* ---- names ---- */

static bool is_plain_name(const char *name)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return name[0] != '-' && name[strspn(name, allowed)] == '\0';
}

static void list_solvers(const carom_scenario *scenario, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        carom_text_append(text, size, "%s%s", i == 0 ? "" : ", ",
                          carom_scenario_solver_at(scenario, i)->name);
    }
}

static void examine_solver_names(const examination *x)
{
    char key[64];
    for (size_t i = 0; i < x->scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(x->scenario, i);
        const carom_node *node = carom_node_item(x->root, "solvers", i);
        carom_mark mark = carom_node_mark(carom_node_get(node, "name"), node);
        snprintf(key, sizeof key, "solvers[%zu].name", i);
        if (!is_plain_name(solver->name)) {
            carom_messages_add(x->messages, true, mark, key,
                               "found '%s'; expected letters, digits, _ and -, because it names a "
                               "folder",
                               solver->name);
        }
        if (carom_scenario_solver_called(x->scenario, solver->name) != solver) {
            carom_messages_add(x->messages, true, mark, key,
                               "'%s' is the name of two solvers; expected a different name each",
                               solver->name);
        }
    }
}

static void examine_references(const examination *x)
{
    const carom_scenario_check *check = x->scenario->checks.items;
    char names[400], key[64];
    list_solvers(x->scenario, names, sizeof names);
    if (carom_scenario_solver_called(x->scenario, x->scenario->reference) == NULL) {
        carom_messages_add(x->messages, true,
                           carom_node_mark(carom_node_get(x->root, "reference"), x->root),
                           "reference", "found '%s'; expected the name of a solver: %s",
                           x->scenario->reference, names);
    }
    for (size_t i = 0; i < x->scenario->checks.count; i++) {
        const carom_node *node = carom_node_item(x->root, "checks", i);
        if (check[i].solver[0] != '\0' &&
            carom_scenario_solver_called(x->scenario, check[i].solver) == NULL) {
            snprintf(key, sizeof key, "checks[%zu].solver", i);
            carom_messages_add(
                x->messages, true, carom_node_mark(carom_node_get(node, "solver"), node), key,
                "found '%s'; expected the name of a solver: %s", check[i].solver, names);
        }
        if (isnan(check[i].max) && isnan(check[i].min) && isnan(check[i].equals) &&
            !carom_check_kind_of(check[i].kind.entry)->bounds_itself) {
            snprintf(key, sizeof key, "checks[%zu]", i);
            carom_messages_add(x->messages, true, node->mark, key,
                               "neither max nor min nor equals; expected a bound");
        }
    }
}

/* ---- physics ---- */

static void report_gain(const examination *x, carom_mark mark, const char *key, double e)
{
    carom_messages_add(x->messages, true, mark, key,
                       "found %.6g; expected a number from 0 to 1 (above 1 a collision "
                       "makes energy: say allow_energy_gain: true to admit it)",
                       e);
}

static void examine_restitution(const examination *x)
{
    const carom_restitution *e = &x->scenario->problem.restitution;
    const double value[] = {e->ball_ball, e->ball_wall};
    const char *const key[] = {"restitution.ball_ball", "restitution.ball_wall"};
    for (size_t i = 0; i < 2; i++) {
        if (value[i] > 1 && !x->scenario->allow_energy_gain) {
            const carom_node *place = descend(x->root, key[i]);
            report_gain(x, carom_node_mark(place, x->root), key[i], value[i]);
        }
    }
}

static void examine_schedule(const examination *x)
{
    const carom_problem *problem = &x->scenario->problem;
    for (size_t k = 0; k < problem->changes && !x->scenario->allow_energy_gain; k++) {
        const carom_restitution *e = &problem->change[k].restitution;
        char key[60];
        snprintf(key, sizeof key, "schedule[%zu].restitution", k);
        if (fmax(e->ball_ball, e->ball_wall) > 1) {
            report_gain(x, carom_node_mark(carom_node_item(x->root, "schedule", k), x->root), key,
                        fmax(e->ball_ball, e->ball_wall));
        }
    }
}

/* ---- pairs of materials ---- */

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The materials there are, in order, each once; and how many. NULL: no memory; the caller frees */
static const char **materials_of(const carom_problem *problem, size_t *count)
{
    const char **name = malloc((problem->count + 2) * sizeof *name);
    size_t n = 0;
    *count = 0;
    for (size_t i = 0; name != NULL && i < problem->count; i++) {
        if (n == 0 || strcmp(name[n - 1], problem->ball[i].material) != 0) {
            name[n++] = problem->ball[i].material;
        }
    }
    if (name != NULL) {
        name[n++] = "wall";
        qsort(name, n, sizeof *name, compare_texts);
    }
    for (size_t i = 0; i < n; i++) {
        if (name[i][0] != '\0' && (*count == 0 || strcmp(name[*count - 1], name[i]) != 0)) {
            name[(*count)++] = name[i];
        }
    }
    return name;
}

static void examine_material(const examination *x, size_t k, bool second, const char **names,
                             size_t count)
{
    const carom_pair *pair = &((const carom_pair *)x->scenario->pairs.items)[k];
    const char *name = second ? pair->b : pair->a;
    const carom_node *node = carom_node_item(x->root, "pairs", k);
    char key[64], known[500] = "";
    if (bsearch(&name, names, count, sizeof *names, compare_texts) != NULL) {
        return;
    }
    carom_hint_names_append(name, names, count, known, sizeof known);
    snprintf(key, sizeof key, "pairs[%zu].%s", k, second ? "b" : "a");
    carom_messages_add(
        x->messages, true, carom_node_mark(carom_node_get(node, second ? "b" : "a"), x->root), key,
        "found '%s'; expected the material of a ball or group, or wall: %s", name, known);
}

static bool is_same_pair(const carom_pair *p, const carom_pair *q)
{
    return (strcmp(p->a, q->a) == 0 && strcmp(p->b, q->b) == 0) ||
           (strcmp(p->a, q->b) == 0 && strcmp(p->b, q->a) == 0);
}

static void examine_pair(const examination *x, size_t k)
{
    const carom_pair *pair = x->scenario->pairs.items;
    const carom_node *node = carom_node_item(x->root, "pairs", k);
    char key[64];
    size_t j = 0;
    snprintf(key, sizeof key, "pairs[%zu]", k);
    while (j < k && !is_same_pair(&pair[j], &pair[k])) {
        j++;
    }
    if (j < k) {
        carom_messages_add(x->messages, true, carom_node_mark(node, x->root), key,
                           "the same two materials as pairs[%zu] in line %zu; "
                           "expected each two once, in either order",
                           j, carom_node_mark(carom_node_item(x->root, "pairs", j), x->root).line);
    }
    if (strcmp(pair[k].a, "wall") == 0 && strcmp(pair[k].b, "wall") == 0) {
        carom_messages_add(x->messages, true, carom_node_mark(node, x->root), key,
                           "walls do not meet walls; expected a material of balls");
    }
    if (pair[k].restitution > 1 && !x->scenario->allow_energy_gain) {
        snprintf(key, sizeof key, "pairs[%zu].restitution", k);
        report_gain(x, carom_node_mark(carom_node_get(node, "restitution"), x->root), key,
                    pair[k].restitution);
    }
}

static carom_status examine_pairs(const examination *x)
{
    size_t count, walls = 0;
    const char **names = materials_of(&x->scenario->problem, &count);
    if (names == NULL) {
        return CAROM_NO_MEMORY;
    }
    while (walls < x->scenario->problem.count &&
           strcmp(x->scenario->problem.ball[walls].material, "wall") != 0) {
        walls++;
    }
    if (walls < x->scenario->problem.count) {
        carom_messages_add(x->messages, true, carom_ball_mark(x->scenario, x->root, walls),
                           "material",
                           "'wall' is what pairs calls the table's walls; "
                           "expected another name");
    }
    for (size_t k = 0; k < x->scenario->pairs.count; k++) {
        examine_material(x, k, false, names, count);
        examine_material(x, k, true, names, count);
        examine_pair(x, k);
    }
    free(names);
    return CAROM_OK;
}

bool carom_solver_is_chosen(const char *const *only, size_t count, const char *name)
{
    bool chosen = count == 0;
    for (size_t i = 0; i < count; i++) {
        chosen = chosen || strcmp(only[i], name) == 0;
    }
    return chosen;
}

static void report_finding(void *context, bool is_error, const char *key, const char *text)
{
    examination *x = context;
    const char *name = carom_scenario_solver_at(x->scenario, x->solver)->name;
    bool chosen = carom_solver_is_chosen(x->messages->only, x->messages->only_count, name);
    char full[160];
    snprintf(full, sizeof full, "%s (solver %s)", key, name);
    carom_messages_add(x->messages, is_error && chosen, mark_of_key(x, key), full, "%s", text);
}

static carom_status examine_solvers(examination *x)
{
    bool no_memory = false;
    carom_findings findings = {report_finding, x, &no_memory};
    for (x->solver = 0; x->solver < x->scenario->solvers.count; x->solver++) {
        const carom_choice *kind = &carom_scenario_solver_at(x->scenario, x->solver)->kind;
        carom_solver_check(&x->scenario->problem, kind, &findings);
    }
    return no_memory ? CAROM_NO_MEMORY : CAROM_OK;
}

static void examine_collect(const examination *x, const carom_node *sweep)
{
    const carom_scenario_word *word = x->scenario->sweep.collect.items;
    char key[64];
    for (size_t i = 0; i < x->scenario->sweep.collect.count; i++) {
        carom_collected collected;
        if (!carom_collected_find(&x->scenario->problem, word[i].text, &collected)) {
            snprintf(key, sizeof key, "sweep.collect[%zu]", i);
            carom_messages_add(
                x->messages, true, carom_node_mark(carom_node_item(sweep, "collect", i), x->root),
                key,
                "found '%s'; expected one of 'carom list quantities', or a ball's "
                "place or velocity at the end: cue.x_m, cue.y_m, cue.vx_mps, cue.vy_mps, "
                "cue.direction_deg, cue.spin_radps; or a/b of two quantities",
                word[i].text);
        }
    }
}

static void examine_theory(const examination *x, const carom_node *sweep)
{
    const carom_sweep *s = &x->scenario->sweep;
    const carom_scenario_word *word = s->collect.items;
    for (size_t i = 0; i < s->theory.count; i++) {
        const carom_sweep_theory *theory = &((const carom_sweep_theory *)s->theory.items)[i];
        const carom_mark mark = carom_node_mark(carom_node_item(sweep, "theory", i), x->root);
        char key[64], why[300];
        double value;
        bool collected = false;
        snprintf(key, sizeof key, "sweep.theory[%zu]", i);
        for (size_t k = 0; k < s->collect.count; k++) {
            collected = collected || strcmp(word[k].text, theory->quantity) == 0;
        }
        if (!collected) {
            carom_messages_add(x->messages, true, mark, key,
                               "quantity '%s' is not collected; expected one of those in collect",
                               theory->quantity);
        }
        if (!carom_formula_of(theory->formula, 1, &value, why, sizeof why)) {
            carom_messages_add(x->messages, true, mark, key, "no formula: %s", why);
        }
    }
}

static void examine_sets(const examination *x, const carom_node *node, const char *parameter,
                         const carom_list *sets)
{
    const carom_sweep_set_key *set = sets->items;
    for (size_t k = 0; k < sets->count; k++) {
        char key[128], why[300];
        double value;
        if (!carom_formula_of(set[k].formula, 1, &value, why, sizeof why)) {
            snprintf(key, sizeof key, "%s.sets[%zu].formula", parameter, k);
            carom_messages_add(x->messages, true,
                               carom_node_mark(carom_node_item(node, "sets", k), x->root), key,
                               "no formula: %s", why);
        }
    }
}

static void examine_sweep(const examination *x)
{
    const carom_sweep_parameter *parameter = x->scenario->sweep.parameters.items;
    const carom_node *sweep = carom_node_get(x->root, "sweep");
    char key[64];
    for (size_t i = 0; i < x->scenario->sweep.parameters.count; i++) {
        const carom_sweep_parameter *p = &parameter[i];
        const carom_node *node = carom_node_item(sweep, "parameters", i);
        bool range = !isnan(p->from) && !isnan(p->to), listed = p->values.count > 0;
        bool by_itself = p->scale == CAROM_SWEEP_PHASES || p->scale == CAROM_SWEEP_SEEDS;
        snprintf(key, sizeof key, "sweep.parameters[%zu]", i);
        examine_sets(x, node, key, &p->sets);
        if (listed ? range || by_itself : !range && !by_itself) {
            carom_messages_add(x->messages, true, node->mark, key,
                               "expected either values: [...] or from, to and count, or scale: "
                               "phases or seeds and count");
        } else if (p->scale == CAROM_SWEEP_SEEDS && !isnan(p->from) &&
                   !(p->from >= 0 && floor(p->from) == p->from)) {
            carom_messages_add(x->messages, true, node->mark, key,
                               "seeds from %.6g; expected a whole number >= 0", p->from);
        } else if (range && p->scale == CAROM_SWEEP_LOG && !(p->from > 0 && p->to > 0)) {
            carom_messages_add(x->messages, true, node->mark, key,
                               "a log scale from %.6g to %.6g; expected both > 0", p->from, p->to);
        }
    }
    examine_collect(x, sweep);
    examine_theory(x, sweep);
}

carom_status carom_names_examine(carom_scenario *scenario, const carom_node *root,
                                 carom_messages *messages)
{
    examination x = {scenario, root, messages, 0};
    if (scenario->problem.count == 0) {
        carom_messages_add(messages, true, carom_node_mark(carom_node_get(root, "balls"), root),
                           "balls",
                           "there is no ball on the table; expected at least one under balls or "
                           "groups");
    }
    examine_solver_names(&x);
    examine_references(&x);
    return CAROM_OK;
}

carom_status carom_scenario_examine(carom_scenario *scenario, const carom_node *root,
                                    carom_messages *messages)
{
    examination x = {scenario, root, messages, 0};
    CAROM_TRY(carom_names_examine(scenario, root, messages));
    examine_restitution(&x);
    examine_schedule(&x);
    examine_sweep(&x);
    CAROM_TRY(examine_pairs(&x));
    CAROM_TRY(carom_trace_examine(scenario, root, messages));
    if (messages->errors == 0) {
        carom_sizes_examine(scenario, root, messages);
    }
    if (messages->errors == 0) {
        CAROM_TRY(carom_balls_examine(scenario, root, messages));
    }
    return messages->errors == 0 ? examine_solvers(&x) : CAROM_OK;
}
