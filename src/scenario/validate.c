/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Validates a scenario whose single values are valid: names, references, physics, sizes, positions
 * and the requirements of each solver. */
#include "measure/measure.h"
#include "scenario/scenario.h"
#include "search/search.h"

typedef struct {
    const carom_scenario *scenario;
    carom_node root;
    carom_messages *messages;
    size_t solver;    /* whose diagnostics are reported */
    size_t found;     /* faults of balls */
    carom_mark group; /* the last one with a reported ball */
} validation;

/* Adds an error, at the position of the key that it begins with. */
#define COMPLAIN(v, ...) carom_document_complain((v)->root, (v)->messages, true, __VA_ARGS__)

/* Position of a parameter that a solver rejects: in the solver, the scenario or the table; or, for
 * a default, the position of the solver. */
static carom_mark mark_of_key(const validation *v, const char *key)
{
    carom_node solver = carom_node_item(v->root, "solvers", v->solver);
    carom_node value = carom_node_get(solver, key);
    value = value.id != 0 ? value : carom_document_find(v->root, key);
    value = value.id != 0 ? value : carom_document_find(carom_node_get(v->root, "table"), key);
    return carom_node_mark(value.id != 0 ? value : solver, v->root);
}

/* ---- names ---- */

const char *carom_scenario_list_solvers(const carom_scenario *scenario, const char *wanted,
                                        char text[500])
{
    const char *names[1000]; /* as many as a scenario may have */
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        names[i] = carom_scenario_solver_at(scenario, i)->name;
    }
    text[0] = '\0';
    carom_hint_names_append(wanted, names, scenario->solvers.count, text, 500);
    return text;
}

/* Report a name that no solver has, as the value of a key. */
static void report_no_solver(const validation *v, const char *key, const char *name)
{
    char known[500];
    COMPLAIN(v, "%s: found '%s'; expected the name of a solver: %s", key, name,
             carom_scenario_list_solvers(v->scenario, name, known));
}

static void validate_solver_names(const validation *v)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    for (size_t i = 0; i < v->scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(v->scenario, i);
        if (solver->name[0] == '-' || solver->name[strspn(solver->name, plain)] != '\0') {
            COMPLAIN(v,
                     "solvers[%zu].name: found '%s'; expected letters, digits, _ and -, because it "
                     "names a folder; the key label is for figures",
                     i, solver->name);
        }
        if (carom_scenario_find_solver(v->scenario, solver->name) != solver) {
            COMPLAIN(
                v, "solvers[%zu].name: two solvers have the name '%s'; give each a different name",
                i, solver->name);
        }
    }
}

static void validate_references(const validation *v)
{
    const carom_scenario_check *check = v->scenario->checks.items;
    char key[60];
    if (carom_scenario_find_solver(v->scenario, v->scenario->reference) == NULL) {
        report_no_solver(v, "reference", v->scenario->reference);
    }
    for (size_t i = 0; i < v->scenario->checks.count; i++) {
        const carom_choice *kind = &check[i].kind;
        const carom_param_ref as = carom_params_find(kind->entry->params, kind->options, "as");
        char other[CAROM_NAME_SIZE] = "";
        if (as.row != NULL) {
            carom_param_format(as, other, sizeof other);
        }
        for (int k = 0; k < 2; k++) {
            const char *name = k == 0 ? check[i].solver : other;
            snprintf(key, sizeof key, "checks[%zu].%s", i, k == 0 ? "solver" : "as");
            if (name[0] != '\0' && carom_scenario_find_solver(v->scenario, name) == NULL) {
                report_no_solver(v, key, name);
            }
        }
        if (isnan(check[i].max) && isnan(check[i].min) && isnan(check[i].equals) &&
            !carom_check_kind_of(check[i].kind.entry)->has_default_bound) {
            COMPLAIN(v, "checks[%zu]: no bound; expected max, min or equals", i);
        }
    }
}

/* ---- physics ---- */

static void validate_gain(const validation *v, const char *key, double e)
{
    if (e > 1 && !v->scenario->allow_energy_gain) {
        COMPLAIN(v,
                 "%s: found %.6g; expected a number from 0 to 1 (e > 1 adds energy to the balls; "
                 "allow_energy_gain: true allows it)",
                 key, e);
    }
}

static void validate_restitution(const validation *v)
{
    const carom_problem *problem = &v->scenario->problem;
    const carom_restitution *e = &problem->restitution;
    carom_node given = carom_node_get(v->root, "restitution");
    if (carom_node_kind_of(given) == CAROM_NODE_SCALAR) { /* one number for both */
        validate_gain(v, "restitution", e->ball_ball);
    } else {
        validate_gain(v, "restitution.ball_ball", e->ball_ball);
        validate_gain(v, "restitution.ball_wall", e->ball_wall);
    }
    for (size_t k = 0; k < problem->changes; k++) {
        char key[60];
        e = &problem->change[k].restitution;
        snprintf(key, sizeof key, "schedule[%zu].restitution", k);
        validate_gain(v, key, fmax(e->ball_ball, e->ball_wall));
    }
}

/* ---- pairs of materials ---- */

/* Lists of pairs can be shared by several files, so a material that no ball has is no error. */
static void validate_material(const validation *v, size_t k, const char *key, const char *name)
{
    const carom_problem *problem = &v->scenario->problem;
    bool found = strcmp(name, "wall") == 0;
    for (size_t i = 0; i < problem->count && !found; i++) {
        found = strcmp(problem->ball[i].material, name) == 0;
    }
    if (!found) {
        carom_document_complain(v->root, v->messages, false,
                                "pairs[%zu].%s: no ball has the material '%s', so this pair has no "
                                "effect",
                                k, key, name);
    }
}

static bool is_same_pair(const carom_pair *p, const carom_pair *q)
{
    return (strcmp(p->a, q->a) == 0 && strcmp(p->b, q->b) == 0) ||
           (strcmp(p->a, q->b) == 0 && strcmp(p->b, q->a) == 0);
}

static void validate_pair(const validation *v, size_t k)
{
    const carom_pair *pair = v->scenario->pairs.items;
    char key[64];
    size_t j = 0;
    while (j < k && !is_same_pair(&pair[j], &pair[k])) {
        j++;
    }
    if (j < k) {
        COMPLAIN(v,
                 "pairs[%zu]: the same two materials as pairs[%zu] in line %zu; expected each two "
                 "once, in either order",
                 k, j, carom_node_mark(carom_node_item(v->root, "pairs", j), v->root).line);
    }
    if (strcmp(pair[k].a, "wall") == 0 && strcmp(pair[k].b, "wall") == 0) {
        COMPLAIN(v, "pairs[%zu]: two walls cannot collide; expected a material of balls", k);
    }
    snprintf(key, sizeof key, "pairs[%zu].restitution", k);
    validate_gain(v, key, pair[k].restitution);
}

static void validate_pairs(const validation *v)
{
    const carom_pair *pair = v->scenario->pairs.items;
    size_t walls = 0;
    while (walls < v->scenario->problem.count &&
           strcmp(v->scenario->problem.ball[walls].material, "wall") != 0) {
        walls++;
    }
    if (walls < v->scenario->problem.count) {
        carom_messages_add(v->messages, true, carom_ball_mark(v->scenario, v->root, walls),
                           "material",
                           "'wall' is the name of the walls in pairs; expected another name");
    }
    for (size_t k = 0; k < v->scenario->pairs.count; k++) {
        validate_material(v, k, "a", pair[k].a);
        validate_material(v, k, "b", pair[k].b);
        validate_pair(v, k);
    }
}

bool carom_solver_is_chosen(const char *const *only, size_t count, const char *name)
{
    bool chosen = count == 0;
    for (size_t i = 0; i < count; i++) {
        chosen = chosen || strcmp(only[i], name) == 0;
    }
    return chosen;
}

static void report_diagnostic(void *context, bool is_error, const char *key, const char *text)
{
    validation *v = context;
    const char *name = carom_scenario_solver_at(v->scenario, v->solver)->name;
    bool chosen = carom_solver_is_chosen(v->messages->only, v->messages->only_count, name);
    char full[160];
    snprintf(full, sizeof full, "%s (solver %s)", key, name);
    carom_messages_add(v->messages, is_error && chosen, mark_of_key(v, key), full, "%s", text);
}

static void validate_collect(const validation *v)
{
    const carom_scenario_word *word = v->scenario->sweep.collect.items;
    for (size_t i = 0; i < v->scenario->sweep.collect.count; i++) {
        carom_collected collected;
        if (!carom_find_collected(&v->scenario->problem, word[i].text, &collected)) {
            COMPLAIN(v,
                     "sweep.collect[%zu]: found '%s'; expected one of 'carom list quantities', "
                     "cue.x_m (y_m, vx_mps, vy_mps, direction_deg, spin_radps) at the end, "
                     "left.first_ball, or a/b of two quantities",
                     i, word[i].text);
        }
    }
}

static void validate_formula(const validation *v, const char *key, const char *formula)
{
    char why[300];
    double value;
    if (!carom_formula_evaluate(formula, 1, &value, why, sizeof why)) {
        COMPLAIN(v, "%s: no formula: %s", key, why);
    }
}

static void validate_theory(const validation *v)
{
    const carom_sweep *s = &v->scenario->sweep;
    const carom_scenario_word *word = s->collect.items;
    for (size_t i = 0; i < s->theory.count; i++) {
        const carom_sweep_theory *theory = &((const carom_sweep_theory *)s->theory.items)[i];
        char key[60];
        bool collected = false;
        for (size_t k = 0; k < s->collect.count; k++) {
            collected = collected || strcmp(word[k].text, theory->quantity) == 0;
        }
        if (!collected) {
            COMPLAIN(v,
                     "sweep.theory[%zu]: quantity '%s' is not collected; expected one of those in "
                     "collect",
                     i, theory->quantity);
        }
        snprintf(key, sizeof key, "sweep.theory[%zu]", i);
        validate_formula(v, key, theory->formula);
    }
}

/* Measured points are compared with curves over one parameter. */
static void validate_data(const validation *v)
{
    const carom_sweep *s = &v->scenario->sweep;
    const carom_sweep_parameter *p = s->parameters.items;
    const carom_scenario_word *word = s->parameters.count > 0 ? p[0].values.items : NULL;
    bool curves = s->parameters.count == 1 ||
                  (s->parameters.count == 2 && p[1].scale == CAROM_SWEEP_SEEDS);
    double number;
    for (size_t k = 0; word != NULL && k < p[0].values.count; k++) {
        curves = curves && carom_number_parse(word[k].text, &number);
    }
    if (s->data[0] != '\0' && (!curves || s->collect.count == 0)) {
        COMPLAIN(v, "sweep.data: measured points need one parameter with numbers (and none or one "
                    "with scale: seeds), and collect");
    }
}

static void validate_sweep(const validation *v)
{
    const carom_sweep_parameter *p = v->scenario->sweep.parameters.items;
    if (v->scenario->sweep.shown_as[0] != '\0') {
        validate_formula(v, "sweep.shown_as", v->scenario->sweep.shown_as);
    }
    for (size_t i = 0; i < v->scenario->sweep.parameters.count; i++, p++) {
        bool range = !isnan(p->from) && !isnan(p->to), listed = p->values.count > 0;
        bool by_itself = p->scale == CAROM_SWEEP_PHASES || p->scale == CAROM_SWEEP_SEEDS;
        const carom_sweep_set_key *set = p->sets.items;
        for (size_t k = 0; k < p->sets.count; k++) {
            char key[80];
            snprintf(key, sizeof key, "sweep.parameters[%zu].sets[%zu].formula", i, k);
            validate_formula(v, key, set[k].formula);
        }
        if (listed ? range || by_itself : !range && !by_itself) {
            COMPLAIN(v,
                     "sweep.parameters[%zu]: expected either values: [...] or from, to and count, "
                     "or scale: phases or seeds and count",
                     i);
        } else if (p->scale == CAROM_SWEEP_SEEDS && !isnan(p->from) &&
                   !(p->from >= 0 && floor(p->from) == p->from)) {
            COMPLAIN(v, "sweep.parameters[%zu]: seeds from %.6g; expected a whole number >= 0", i,
                     p->from);
        } else if (range && p->scale == CAROM_SWEEP_LOG && !(p->from > 0 && p->to > 0)) {
            COMPLAIN(v, "sweep.parameters[%zu]: a log scale from %.6g to %.6g; expected both > 0",
                     i, p->from, p->to);
        }
    }
    validate_collect(v);
    validate_theory(v);
    validate_data(v);
}

/* ---- limits of doubles, memory and disc space ---- */

/* Rows of trajectory.tsv, a hundred bytes each: a terabyte. */
static const double most_rows = 1e10;

/* At 1e9 s the resolution of a double is 1e-7 s. */
static const double longest_s = 1e9;

/* Report a fault at the position of the value. */
static bool report_value(void *context, const carom_fault *fault)
{
    const validation *v = context;
    const char *key = fault->key;
    carom_mark mark = fault->ball == CAROM_NO_BALL
                        ? carom_node_mark(carom_node_get(v->root, "table"), v->root)
                        : carom_ball_mark(v->scenario, v->root, fault->ball);
    carom_messages_add(v->messages, true, mark, key, "%s", fault->text);
    return true;
}

static void validate_products(const validation *v)
{
    const carom_scenario *s = v->scenario;
    const carom_sweep_parameter *p = s->sweep.parameters.items;
    double balls = (double)s->problem.count, rows = balls * (double)s->samples, points = 1;
    for (size_t i = 0; i < s->sweep.parameters.count; i++) {
        points *= p[i].values.count > 0 ? (double)p[i].values.count : (double)p[i].count;
    }
    if (rows > most_rows) {
        COMPLAIN(v,
                 "samples: %lld samples of %.0f balls are %.4g rows of trajectory.tsv, %.3g TB; "
                 "expected at most %.0f samples",
                 (long long)s->samples, balls, rows, rows * 1e-10, floor(most_rows / balls));
    }
    if (points > CAROM_MOST_TASKS) {
        COMPLAIN(v, "sweep.parameters: the grid has %.4g points; expected at most %d", points,
                 CAROM_MOST_TASKS);
    }
}

/* A step of theta is about a contact time, far from these limits. */
static void validate_steps(const validation *v, size_t i)
{
    static const char *const keys[] = {"step_s", "frame_s", NULL};
    const carom_choice *kind = &carom_scenario_solver_at(v->scenario, i)->kind;
    for (size_t k = 0; keys[k] != NULL; k++) {
        double step = carom_choice_number(kind, keys[k]);
        if (v->scenario->duration_s / step > CAROM_COUNT_MAX) { /* t + h = t in a double */
            COMPLAIN(v,
                     "solvers[%zu].%s: duration_s / step is about %.4g steps of %.4g s, more than "
                     "a double counts; expected steps of %.2g s or more",
                     i, keys[k], v->scenario->duration_s / step, step,
                     v->scenario->duration_s / CAROM_COUNT_MAX);
        }
    }
}

/* Warns of a table in centimetres: 1000 radii for a ball, and more for many; and of billiard balls
 * with a mass in grams. */
static void validate_units(const validation *v)
{
    const carom_problem *problem = &v->scenario->problem;
    const carom_ball usual = carom_ball_default();
    double width_m = fmax(problem->width_m, problem->height_m), radius_m = 0;
    const carom_ball *heavy = NULL; /* the first */
    for (const carom_ball *ball = problem->ball; ball < problem->ball + problem->count; ball++) {
        bool is_heavy = ball->radius_m == usual.radius_m && ball->mass_kg > 100 * usual.mass_kg;
        heavy = heavy == NULL && is_heavy ? ball : heavy;
        radius_m = fmax(radius_m, ball->radius_m);
    }
    if (heavy != NULL) {
        carom_messages_add(v->messages, false,
                           carom_ball_mark(v->scenario, v->root, (size_t)(heavy - problem->ball)),
                           "balls", "'%s' has %.4g kg; a billiard ball of its radius has %g kg",
                           heavy->name, heavy->mass_kg, usual.mass_kg);
    }
    if (problem->boundary == CAROM_WALLS && radius_m > 0 &&
        width_m > 1000 * radius_m * sqrt((double)problem->count)) {
        carom_document_complain(v->root, v->messages, false,
                                "table: %.4g m long, %.4g times the largest radius; lengths are in "
                                "metres",
                                width_m, width_m / radius_m);
    }
}

/* Refuses speeds with which a ball alone crosses the table more often than a log can hold: a slip
 * in a unit. */
static void validate_speeds(const validation *v)
{
    static const double most_crossings = 1e8;
    const carom_problem *problem = &v->scenario->problem;
    double length_m = fmax(problem->width_m, problem->height_m);
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_WALLS; i++) {
        const carom_ball *ball = &problem->ball[i];
        double speed_mps = carom_vec_length(carom_flight_from_ball(ball).v),
               crossings = speed_mps * v->scenario->duration_s / length_m;
        if (crossings > most_crossings && isfinite(crossings)) { /* or reported as too large */
            carom_messages_add(v->messages, true, carom_ball_mark(v->scenario, v->root, i), "balls",
                               "'%s' at %.4g m/s crosses the table %.2g times in duration_s; "
                               "expected at most %.0e times",
                               ball->name, speed_mps, crossings, most_crossings);
            return;
        }
    }
}

static void validate_sizes(validation *v)
{
    validate_units(v);
    validate_speeds(v);
    (void)carom_problem_check_values(&v->scenario->problem, report_value, v);
    if (v->scenario->duration_s > longest_s) {
        COMPLAIN(v,
                 "duration_s: found %.6g; expected at most %.0e s: the resolution of a double at "
                 "its end is %.2g s",
                 v->scenario->duration_s, longest_s, v->scenario->duration_s / CAROM_COUNT_MAX);
    }
    validate_products(v);
    for (size_t i = 0; i < v->scenario->solvers.count && v->messages->errors == 0; i++) {
        validate_steps(v, i);
    }
}

/* ---- balls: overlaps, walls, names ---- */

/* Limits of reported and of counted faults: the search for overlaps ends at the second, as all
 * pairs can overlap. */
enum { MOST_REPORTED = 20, MOST_COUNTED = 1000 };

/* Of the balls of a group that are beyond walls only the first is reported. */
static bool report_position(void *context, const carom_fault *fault)
{
    validation *v = context;
    bool alone = fault->other == CAROM_NO_BALL, of_group = alone &&
                                                           strcmp(fault->key, "balls") == 0 &&
                                                           fault->ball >= v->scenario->balls.count;
    carom_mark mark = carom_ball_mark(v->scenario, v->root, alone ? fault->ball : fault->other);
    if (of_group && mark.line == v->group.line && mark.column == v->group.column) {
        return true;
    }
    v->group = of_group ? mark : v->group;
    if (++v->found <= MOST_REPORTED) {
        carom_messages_add(v->messages, true, mark, fault->key, "%s", fault->text);
    }
    return v->found < MOST_COUNTED;
}

static int compare_names(const void *left, const void *right)
{
    const carom_ball *const *a = left, *const *b = right;
    int order = strcmp((*a)->name, (*b)->name);
    return order != 0 ? order : ((*a)->number > (*b)->number) - ((*a)->number < (*b)->number);
}

size_t carom_scenario_validate_ball_names(const carom_scenario *scenario, carom_node root,
                                          carom_messages *messages)
{
    const carom_problem *problem = &scenario->problem;
    size_t n = problem->count, found = 0;
    const carom_ball **sorted = carom_allocate(n + 1, sizeof *sorted);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = &problem->ball[i];
    }
    qsort(sorted, n, sizeof *sorted, compare_names);
    for (size_t i = 1; i < n; i++) {
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0 && ++found <= MOST_REPORTED) {
            carom_messages_add(messages, true, carom_ball_mark(scenario, root, sorted[i]->number),
                               "name",
                               "two balls have the name '%s'; give each a different name "
                               "(a group: a different prefix)",
                               sorted[i]->name);
        }
    }
    free(sorted);
    return found;
}

static void fold_balls(const carom_problem *problem)
{
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_PERIODIC; i++) {
        carom_ball *ball = &problem->ball[i];
        carom_flight home = carom_flight_from_ball(ball);
        home.at = carom_torus_fold_position(problem, home.at);
        carom_flight_to_ball(home, ball);
    }
}

carom_status carom_scenario_validate_balls(carom_scenario *scenario, carom_node root,
                                           carom_messages *messages)
{
    const carom_problem *problem = &scenario->problem;
    validation v = {.scenario = scenario, .root = root, .messages = messages};
    const carom_cancel_flag cancel = {scenario->stop};
    fold_balls(problem);
    carom_status status = carom_problem_check_positions(problem, &cancel, report_position, &v);
    status = status == CAROM_INVALID ? CAROM_OK : status;
    if (status == CAROM_OK) {
        v.found += carom_scenario_validate_ball_names(scenario, root, messages);
    }
    if (v.found > MOST_REPORTED) {
        carom_messages_add(messages, true, carom_ball_mark(scenario, root, problem->count - 1),
                           "balls", "and %zu more of this kind%s", v.found - MOST_REPORTED,
                           v.found >= MOST_COUNTED ? " at least" : "");
    }
    return status;
}

/* ---- the whole ---- */

carom_status carom_scenario_validate(carom_scenario *scenario, carom_node root,
                                     carom_messages *messages)
{
    validation v = {.scenario = scenario, .root = root, .messages = messages};
    if (scenario->problem.count == 0) {
        COMPLAIN(
            &v,
            "balls: there is no ball on the table; expected at least one under balls or groups");
    }
    validate_solver_names(&v);
    validate_references(&v);
    validate_restitution(&v);
    validate_sweep(&v);
    validate_pairs(&v);
    carom_trace_validate(scenario, root, messages);
    if (messages->errors == 0) {
        validate_sizes(&v);
    }
    if (messages->errors == 0) {
        CAROM_TRY(carom_scenario_validate_balls(scenario, root, messages));
    }
    if (messages->errors == 0) {
        const carom_diagnostics diagnostics = {report_diagnostic, &v, &messages->unreadable};
        for (v.solver = 0; v.solver < scenario->solvers.count; v.solver++) {
            carom_solver_check(&scenario->problem,
                               &carom_scenario_solver_at(scenario, v.solver)->kind, &diagnostics);
        }
    }
    return CAROM_OK;
}
