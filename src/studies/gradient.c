/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom gradient: derivative of a ball's final state with respect to keys of the scenario, for
 * every solver and for the exact solution of its model, as the limit of central differences. */
#include "studies/gradient.h"
#include "carom_studies.h"
#include "params/rows.h"

/* First offset of the differences over the scale of the key, and the ratio of two offsets. */
static const double first_offset = 0.02, offset_ratio = 4;

/* Relative change between two offsets below which a difference has converged. */
static const double plateau_rel = 1e-3;

/* theta of the converged springs; the relative error of e is 7e-11. */
static const double converged_theta = 0.02;

/* Outcomes of the reference solver and of the solver with an exact derivative are of the same model
 * if they differ by less than this fraction of themselves, or of a radius. */
static const double same_model_rel = 1e-6;

/* ---- one run ---- */

/* Values of all keys in the scenario. */
static void own_values(const carom_gradient *gradient, double *value)
{
    for (size_t j = 0; j < gradient->keys; j++) {
        value[j] = gradient->key[j].value;
    }
}

carom_status carom_gradient_choose(carom_choice *choice, const carom_scenario *scenario,
                                   const carom_gradient_solver *solver, carom_error *error)
{
    if (solver->name == NULL) {
        return carom_choice_set(choice, carom_interface_find(&carom_solvers, solver->kind), error);
    }
    CAROM_TRY(carom_choice_copy(choice, &carom_scenario_find_solver(scenario, solver->name)->kind,
                                error));
    return solver->converged
             ? carom_choice_converge(choice, &scenario->problem, converged_theta, error)
             : CAROM_OK;
}

static carom_status run_choice(const carom_gradient *gradient, const carom_scenario *scenario,
                               const carom_gradient_solver *solver, carom_trajectory *trajectory,
                               carom_error *error)
{
    carom_choice choice = {NULL, NULL};
    carom_status status = carom_gradient_choose(&choice, scenario, solver, error);
    CAROM_THEN(status,
               carom_trajectory_run(trajectory, &scenario->problem, &choice, scenario->duration_s,
                                    2, NULL, gradient->study->stop, error));
    carom_choice_free(&choice);
    if (status == CAROM_OK && trajectory->failure.status != CAROM_OK) {
        *error = trajectory->failure;
        status = CAROM_INVALID;
    }
    return status;
}

/* An offset may raise a restitution above 1. */
carom_status carom_gradient_load(const carom_gradient *gradient,
                                 const carom_gradient_solver *solver, const double *value,
                                 carom_scenario *scenario, carom_error *error)
{
    const carom_study *study = gradient->study;
    const char *only = solver->name;
    carom_messages messages = {.stop = study->stop,
                               .folder = study->scenario->folder,
                               .only = &only,
                               .only_count = only != NULL};
    char text[CAROM_GRADIENT_KEYS][32];
    size_t count = study->override_count;
    carom_override *override = malloc((count + gradient->keys + 1) * sizeof *override);
    CAROM_NEED(override != NULL, error);
    if (count > 0) {
        memcpy(override, study->overrides, count * sizeof *override);
    }
    override[count++] = (carom_override){"gradient", "allow_energy_gain", "true"};
    for (size_t j = 0; j < gradient->keys; j++) {
        if (value[j] != gradient->key[j].value) {
            carom_number_format(value[j], text[j], sizeof text[j]);
            override[count++] = (carom_override){"gradient", gradient->key[j].name, text[j]};
        }
    }
    carom_status status = carom_reading_status(
        carom_scenario_vary(scenario, gradient->root, override, count, &messages), error);
    if (status == CAROM_OK && messages.errors > 0) {
        status = carom_error_set(error, CAROM_INVALID, "", "%.600s", messages.item[0].text);
    }
    carom_messages_free(&messages);
    free(override);
    return status;
}

/* Run a solver with other values of the keys. @p trajectory is empty, with the reason in @p error,
 * if the scenario is invalid or the solver stops early.
 *  @param perturbed  move the fastest ball by one unit in the last place */
static carom_status run_with(const carom_gradient *gradient, const carom_gradient_solver *solver,
                             const double *value, bool perturbed, carom_trajectory *trajectory,
                             carom_error *error)
{
    carom_scenario scenario = {.version = 0};
    carom_status status = carom_gradient_load(gradient, solver, value, &scenario, error);
    *trajectory = (carom_trajectory){.samples = 0};
    if (status == CAROM_OK && perturbed) {
        carom_perturb_fastest_ball(&scenario.problem, 0);
    }
    CAROM_THEN(status, run_choice(gradient, &scenario, solver, trajectory, error));
    if (status != CAROM_OK) {
        carom_trajectory_free(trajectory);
    }
    carom_scenario_free(&scenario);
    return status == CAROM_INVALID ? CAROM_OK : status;
}

static double outcome_of(const carom_gradient *gradient, const carom_trajectory *trajectory)
{
    return trajectory->samples == 0
             ? NAN
             : carom_ball_end_of(&trajectory->end, gradient->of.ball, gradient->of.end);
}

/* ---- keys ---- */

/* Report a key without a number, by the reader's message if it does not accept a number either. */
static carom_status reject_key(const carom_gradient *gradient, carom_gradient_key *key,
                               carom_error *error)
{
    carom_scenario scenario = {.version = 0};
    double value[CAROM_GRADIENT_KEYS];
    own_values(gradient, value);
    key->value = 0;
    value[gradient->keys - 1] = 1;
    carom_status status = carom_gradient_load(gradient, &(carom_gradient_solver){.name = NULL},
                                              value, &scenario, error);
    carom_scenario_free(&scenario);
    return status != CAROM_OK
             ? status
             : carom_error_set(error, CAROM_INVALID, "by",
                               "%.100s has no value in this scenario; expected a key with a number",
                               key->name);
}

/* Find the number of a key in the file, or in the canonical scenario with all defaults. */
static carom_status find_number(const carom_gradient *gradient, const carom_node *canonical,
                                carom_gradient_key *key, carom_error *error)
{
    const carom_study *study = gradient->study;
    const carom_node *node = carom_tree_find(gradient->root, key->name);
    const char *text = NULL;
    node = node == NULL || node->kind != CAROM_NODE_SCALAR ? carom_tree_find(canonical, key->name)
                                                           : node;
    text = node != NULL && node->kind == CAROM_NODE_SCALAR ? node->text : "";
    for (size_t k = 0; k < study->override_count; k++) {
        text = strcmp(study->overrides[k].key, key->name) == 0 ? study->overrides[k].value : text;
    }
    if (carom_number_parse(text, &key->value) && isfinite(key->value)) {
        return CAROM_OK;
    }
    return reject_key(gradient, key, error);
}

static carom_status find_keys(carom_gradient *gradient, const char *text, carom_error *error)
{
    carom_tree tree = {.newest = NULL};
    carom_node *canonical = NULL;
    carom_messages messages = {.stop = gradient->study->stop};
    char *all = carom_scenario_text(gradient->study->scenario);
    carom_status status = carom_reading_status(
        all == NULL ? CAROM_NO_MEMORY
                    : carom_scenario_parse(&tree, all, strlen(all), &messages, &canonical),
        error);
    while (status == CAROM_OK && *text != '\0') {
        carom_gradient_key *key = &gradient->key[gradient->keys++];
        size_t length = strcspn(text, ",");
        snprintf(key->name, sizeof key->name, "%.*s", (int)length, text);
        status = find_number(gradient, canonical, key, error);
        text += length + (text[length] == ',');
        if (*text != '\0' && gradient->keys == CAROM_GRADIENT_KEYS) {
            status = carom_error_set(error, CAROM_INVALID, "by", "more than %d keys",
                                     (int)CAROM_GRADIENT_KEYS);
        }
    }
    carom_messages_free(&messages);
    carom_tree_free(&tree);
    free(all);
    return status;
}

static bool is_length(const carom_gradient_key *key)
{
    size_t length = strlen(key->name);
    return length > 2 && strcmp(key->name + length - 2, "_m") == 0 &&
           strstr(key->name, "per_m") == NULL;
}

/* Natural size of a change of a key, by its unit. */
static double scale_of(const carom_gradient *gradient, const carom_gradient_key *key,
                       double speed_mps)
{
    const char *unit = strrchr(key->name, '_');
    double radius_m = carom_smallest_radius(&gradient->study->scenario->problem);
    double own = key->value != 0 ? fabs(key->value) : 0.1;
    if (is_length(key)) {
        return radius_m;
    }
    if (unit != NULL && strcmp(unit, "_mps") == 0) {
        return fmax(speed_mps, 1e-3);
    }
    return unit != NULL && strcmp(unit, "_radps") == 0 ? fmax(own, speed_mps / radius_m) : own;
}

/* ---- preparation ---- */

/* Choose what to differentiate: by the options, the scenario, or the first and the last ball. */
static carom_status choose_quantities(carom_gradient *gradient, carom_error *error)
{
    const carom_scenario *scenario = gradient->study->scenario;
    const carom_problem *problem = &scenario->problem;
    const carom_scenario_word *word = scenario->gradient.by.items;
    char text[CAROM_GRADIENT_TEXT] = "";
    if (gradient->of_text[0] == '\0') {
        snprintf(gradient->of_text, sizeof gradient->of_text, "%s", scenario->gradient.of);
    }
    if (gradient->of_text[0] == '\0') {
        snprintf(gradient->of_text, sizeof gradient->of_text, "%s.x_m",
                 problem->ball[problem->count - 1].name);
    }
    for (size_t k = 0; k < scenario->gradient.by.count; k++) {
        carom_text_append(text, sizeof text, "%s%s", k == 0 ? "" : ",", word[k].text);
    }
    if (text[0] == '\0') {
        carom_text_append(text, sizeof text, "balls.%s.x_m", problem->ball[0].name);
    }
    if (!carom_find_collected(problem, gradient->of_text, &gradient->of) ||
        gradient->of.quantity != NULL) {
        return carom_error_set(error, CAROM_INVALID, "of",
                               "unknown '%.100s'; expected BALL.COLUMN with a ball of the scenario "
                               "and x_m, y_m, vx_mps, vy_mps, direction_deg or spin_radps",
                               gradient->of_text);
    }
    return find_keys(gradient, gradient->by_text[0] != '\0' ? gradient->by_text : text, error);
}

/* Kind and options of a named solver in the scenario. */
static const carom_choice *kind_of(const carom_gradient *gradient,
                                   const carom_gradient_solver *solver)
{
    return &carom_scenario_find_solver(gradient->study->scenario, solver->name)->kind;
}

bool carom_gradient_is_event_driven(const carom_gradient *gradient,
                                    const carom_gradient_solver *solver)
{
    const carom_choice *kind = kind_of(gradient, solver);
    return carom_solver_has_traits(kind, CAROM_EXACT) &&
           !carom_solver_has_traits(kind, CAROM_ARBITRARY_PRECISION);
}

static size_t add_solver(carom_gradient *gradient, carom_gradient_solver solver)
{
    solver.reference = gradient->solvers;
    solver.exact = SIZE_MAX;
    gradient->solver[gradient->solvers] = solver;
    return gradient->solvers++;
}

/* First of the first @p rows solvers that is event-driven, or of arbitrary precision; SIZE_MAX:
 * none. */
static size_t find_exact_solver(const carom_gradient *gradient, size_t rows, bool arbitrary)
{
    for (size_t i = 0; i < rows; i++) {
        const carom_gradient_solver *solver = &gradient->solver[i];
        if (arbitrary
                ? carom_solver_has_traits(kind_of(gradient, solver), CAROM_ARBITRARY_PRECISION)
                : carom_gradient_is_event_driven(gradient, solver)) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* Springs refer to converged springs, all other solvers to the first impulse solver. Their exact
 * derivative is that of a solver of arbitrary precision. */
static void choose_solvers(carom_gradient *gradient)
{
    const carom_scenario *scenario = gradient->study->scenario;
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(scenario, i);
        if (carom_study_includes(gradient->study, spec->name)) {
            add_solver(gradient, (carom_gradient_solver){.name = spec->name});
        }
    }
    size_t rows = gradient->solvers, rigid = find_exact_solver(gradient, rows, false),
           arbitrary = find_exact_solver(gradient, rows, true);
    for (size_t i = 0; i < rows; i++) {
        carom_gradient_solver *solver = &gradient->solver[i];
        if (carom_solver_has_traits(kind_of(gradient, solver), CAROM_SOFT)) {
            solver->reference = solver->exact = add_solver(
                gradient,
                (carom_gradient_solver){.name = solver->name, .converged = true, .hidden = true});
            continue;
        }
        if (!carom_gradient_is_event_driven(gradient, solver)) {
            rigid = rigid != SIZE_MAX
                      ? rigid
                      : add_solver(gradient,
                                   (carom_gradient_solver){.kind = "impulse", .hidden = true});
            solver->reference = rigid;
        }
        arbitrary = arbitrary != SIZE_MAX
                      ? arbitrary
                      : add_solver(gradient,
                                   (carom_gradient_solver){.kind = "oracle", .hidden = true});
        solver->exact = arbitrary;
    }
}

/* Compute the largest error of the derivative by theory, from the report of the first run. */
static void set_grid_error(const carom_gradient *gradient, carom_gradient_solver *solver,
                           const carom_report *report)
{
    const carom_scenario *scenario = gradient->study->scenario;
    double frame_s, step_s, T_s = scenario->duration_s;
    if (solver->name == NULL || solver->converged) {
        return;
    }
    const carom_choice *kind = kind_of(gradient, solver);
    frame_s = carom_choice_number(kind, "frame_s");
    step_s = isnan(frame_s) ? carom_choice_number(kind, "step_s") : frame_s;
    step_s = isnan(step_s) && report->steps > 0 ? T_s / (double)report->steps : step_s;
    solver->grid_error = carom_grid_derivative_error(&scenario->problem, kind, report->theta,
                                                     report->theta / step_s, T_s);
}

static double fastest_ball(const carom_problem *problem, const carom_sample *end)
{
    double fastest = 0;
    for (size_t i = 0; i < problem->count; i++) {
        fastest = fmax(fastest, carom_vec_length(carom_flight_from_ball(&problem->ball[i]).v));
        fastest = fmax(fastest, carom_vec_length(carom_flight_from_sample(end, i).v));
    }
    return fastest;
}

/* Run a solver with the scenario's values, and a copy perturbed by 1 ulp. */
static carom_status run_unchanged(void *context, size_t task, carom_error *error)
{
    const carom_gradient *gradient = context;
    carom_gradient_solver *solver = &gradient->solver[task];
    carom_trajectory runs[2];
    carom_error why = {0};
    double value[CAROM_GRADIENT_KEYS];
    own_values(gradient, value);
    CAROM_TRY(run_with(gradient, solver, value, true, &runs[1], error));
    carom_status status = run_with(gradient, solver, value, false, &runs[0], &why);
    if (status != CAROM_OK) {
        *error = why;
    } else if (runs[0].samples == 0) {
        snprintf(solver->failure, sizeof solver->failure, "%.290s", why.text);
    } else {
        solver->speed_mps = fastest_ball(&gradient->study->scenario->problem, &runs[0].end);
        set_grid_error(gradient, solver, &runs[0].report);
    }
    solver->outcome = outcome_of(gradient, &runs[0]);
    solver->noise = DBL_EPSILON * fabs(solver->outcome);
    if (gradient->solver[task].exact != task) { /* arbitrary precision has no other noise */
        solver->noise = fmax(fabs(outcome_of(gradient, &runs[1]) - solver->outcome), solver->noise);
    }
    carom_trajectory_free(&runs[0]);
    carom_trajectory_free(&runs[1]);
    return status;
}

static void choose_scales(carom_gradient *gradient)
{
    double speed_mps = 0;
    for (size_t i = 0; i < gradient->solvers; i++) {
        speed_mps = fmax(speed_mps, gradient->solver[i].speed_mps);
    }
    for (size_t j = 0; j < gradient->keys; j++) {
        gradient->key[j].scale = scale_of(gradient, &gradient->key[j], speed_mps);
    }
}

/* ---- runs ---- */

/* Outcomes of a solver for a key: below and above the value, at decreasing offsets. */
enum { POINTS = 2 * CAROM_GRADIENT_OFFSETS };

static double *outcomes_of(const carom_gradient *gradient, size_t solver, size_t key)
{
    return gradient->outcome + (solver * gradient->keys + key) * POINTS;
}

static double value_at(const carom_gradient *gradient, size_t key, size_t point)
{
    const carom_gradient_key *k = &gradient->key[key];
    double offset = first_offset * k->scale * pow(offset_ratio, -(double)(point / 2));
    return k->value + (point % 2 == 0 ? -offset : offset);
}

/* Values of all keys in run @p point of key @p key. */
static void set_values(const carom_gradient *gradient, size_t key, size_t point, double *value)
{
    own_values(gradient, value);
    value[key] = value_at(gradient, key, point);
}

/* Reject keys of which no changed value can be read. */
static carom_status check_keys(const carom_gradient *gradient, carom_error *error)
{
    carom_error why[2] = {{0}, {0}};
    for (size_t j = 0; j < gradient->keys; j++) {
        size_t invalid = 0;
        for (size_t side = 0; side < 2; side++) {
            carom_scenario scenario = {.version = 0};
            double value[CAROM_GRADIENT_KEYS];
            set_values(gradient, j, side, value);
            carom_status status = carom_gradient_load(gradient, &gradient->solver[0], value,
                                                      &scenario, &why[side]);
            carom_scenario_free(&scenario);
            if (status != CAROM_OK && status != CAROM_INVALID) {
                *error = why[side];
                return status;
            }
            invalid += status == CAROM_INVALID;
        }
        if (invalid == 2) {
            return carom_error_set(error, CAROM_INVALID, "", "%.600s", why[0].text);
        }
    }
    return CAROM_OK;
}

static carom_status run_point(void *context, size_t task, carom_error *error)
{
    const carom_gradient *gradient = context;
    size_t point = task % POINTS, key = task / POINTS % gradient->keys;
    const carom_gradient_solver *solver = &gradient->solver[task / POINTS / gradient->keys];
    double value[CAROM_GRADIENT_KEYS];
    carom_trajectory trajectory;
    gradient->outcome[task] = NAN;
    if (solver->failure[0] != '\0') {
        return CAROM_OK;
    }
    set_values(gradient, key, point, value);
    CAROM_TRY(run_with(gradient, solver, value, false, &trajectory, error));
    gradient->outcome[task] = outcome_of(gradient, &trajectory);
    carom_trajectory_free(&trajectory);
    return CAROM_OK;
}

/* ---- derivatives ---- */

/* Find the limit of slopes at decreasing offsets, whose rounding errors increase. From the smallest
 * offset on, the first two slopes that agree begin a plateau; the least uncertain slope on it is
 * the result.
 *  @param noise  rounding errors of the slope at the first offset
 *  @param zero  slope that counts as 0 */
static carom_gradient_slope find_plateau(const double *slope, size_t count, double noise,
                                         double zero)
{
    static const double rounding = 32; /* a run has the rounding of many perturbations by 1 ulp */
    carom_gradient_slope found = {NAN, NAN};
    size_t at = 0; /* number of its offset */
    for (size_t k = count; k-- > 1;) {
        double error = fabs(slope[k] - slope[k - 1]) + noise * pow(offset_ratio, (double)k + 1);
        bool converged = error <= fmax(plateau_rel * fabs(slope[k]), zero);
        double allowed = 2 * (error + found.error) +
                         rounding * noise * pow(offset_ratio, (double)at + 1);
        if (isnan(found.value) ? converged
                               : error < found.error && fabs(slope[k] - found.value) <= allowed) {
            found = (carom_gradient_slope){slope[k], error};
            at = k;
        } else if (!isnan(found.value) && !converged) {
            break;
        }
    }
    return found;
}

/* Limit of central differences. Extrapolation to offset 0 uses that each step reduces their error
 * by the square of the ratio of two offsets. */
static carom_gradient_slope differentiate(const carom_gradient *gradient, size_t i, size_t key)
{
    const carom_gradient_solver *solver = &gradient->solver[i];
    const double *outcome = outcomes_of(gradient, i, key), ratio = offset_ratio * offset_ratio;
    double offset = first_offset * gradient->key[key].scale, slope[CAROM_GRADIENT_OFFSETS];
    for (size_t k = 0; k < CAROM_GRADIENT_OFFSETS; k++) {
        slope[k] = (outcome[2 * k + 1] - outcome[2 * k]) /
                   (value_at(gradient, key, 2 * k + 1) - value_at(gradient, key, 2 * k));
    }
    for (size_t k = 0; k + 1 < CAROM_GRADIENT_OFFSETS; k++) {
        slope[k] = (ratio * slope[k + 1] - slope[k]) / (ratio - 1);
    }
    return find_plateau(slope, CAROM_GRADIENT_OFFSETS - 1, solver->noise / offset,
                        1e-9 * fabs(solver->outcome) / offset);
}

/* Exact derivative of a solver's model; NaN: the exact solver cannot run it, or has another
 * outcome, as with a restitution that depends on the speed. */
static double exact_slope(const carom_gradient *gradient, size_t i, size_t key)
{
    const carom_gradient_solver *solver = &gradient->solver[i];
    double own = gradient->solver[solver->reference].outcome,
           exact = gradient->solver[solver->exact].outcome;
    double radius_m = carom_smallest_radius(&gradient->study->scenario->problem);
    bool same = fabs(own - exact) <= same_model_rel * fmax(fabs(own), radius_m);
    return same ? gradient->slope[solver->exact * gradient->keys + key].value : NAN;
}

/* ---- study ---- */

static carom_status allocate(carom_gradient *gradient, carom_error *error)
{
    size_t most = 2 * gradient->study->scenario->solvers.count + 2;
    bool missing = false;
    gradient->solver = carom_zeros(most, sizeof *gradient->solver, &missing);
    gradient->slope = carom_zeros(most * gradient->keys + 1, sizeof *gradient->slope, &missing);
    gradient->outcome = carom_zeros(most * gradient->keys * POINTS + 1, sizeof *gradient->outcome,
                                    &missing);
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

carom_status carom_gradient_prepare(carom_gradient *gradient, const carom_study *study,
                                    carom_error *error)
{
    carom_messages messages = {.stop = study->stop};
    carom_status status = carom_scenario_parse(&gradient->tree, study->text, study->length,
                                               &messages, &gradient->root);
    gradient->study = study;
    carom_messages_free(&messages);
    CAROM_TRY(carom_reading_status(status, error));
    CAROM_TRY(choose_quantities(gradient, error));
    CAROM_TRY(allocate(gradient, error));
    choose_solvers(gradient);
    return CAROM_OK;
}

carom_status carom_gradient_examine(carom_gradient *gradient, carom_error *error)
{
    CAROM_TRY(carom_study_run(gradient->study, gradient->solvers, run_unchanged, gradient, error));
    choose_scales(gradient);
    return check_keys(gradient, error);
}

static carom_status gradient_run(void *object, const carom_study *study, carom_error *error)
{
    carom_gradient *gradient = object;
    CAROM_TRY(carom_gradient_prepare(gradient, study, error));
    CAROM_TRY(carom_gradient_examine(gradient, error));
    CAROM_TRY(carom_study_run(study, gradient->solvers * gradient->keys * POINTS, run_point,
                              gradient, error));
    for (size_t k = 0; k < gradient->solvers * gradient->keys; k++) {
        gradient->slope[k] = differentiate(gradient, k / gradient->keys, k % gradient->keys);
    }
    return CAROM_OK;
}

void carom_gradient_free(void *object)
{
    carom_gradient *gradient = object;
    carom_tree_free(&gradient->tree);
    free(gradient->solver);
    free(gradient->slope);
    free(gradient->outcome);
}

/* ---- records ---- */

static const char *unit_of(const carom_gradient *gradient)
{
    switch ((carom_ball_end)gradient->of.end) {
    case CAROM_BALL_END_X_M:
    case CAROM_BALL_END_Y_M: return "m";
    case CAROM_BALL_END_VX_MPS:
    case CAROM_BALL_END_VY_MPS: return "m/s";
    case CAROM_BALL_END_DIRECTION_DEG: return "degrees";
    case CAROM_BALL_END_SPIN_RADPS: return "rad/s";
    case CAROM_BALL_END_KINDS: break;
    }
    return "";
}

typedef struct {
    const carom_gradient *gradient;
    const carom_gradient_solver *solver;
    const carom_gradient_key *key;
    carom_gradient_slope slope;
    double exact, distance;
    char note[400];
} slope_row;

static slope_row row_of(const carom_gradient *gradient, size_t i, size_t j)
{
    const carom_gradient_solver *solver = &gradient->solver[i];
    slope_row row = {gradient,
                     solver,
                     &gradient->key[j],
                     gradient->slope[i * gradient->keys + j],
                     exact_slope(gradient, i, j),
                     fabs(solver->outcome - gradient->solver[solver->reference].outcome),
                     ""};
    if (solver->failure[0] != '\0') {
        snprintf(row.note, sizeof row.note, "the solver stops early: %s", solver->failure);
    } else if (isnan(row.slope.value)) {
        snprintf(row.note, sizeof row.note,
                 "no derivative: the differences do not converge (1 ulp changes the result by %.1g "
                 "%s)",
                 solver->noise, unit_of(gradient));
    }
    return row;
}

#define SLOPES(NUMBER, TEXT, table)                                                                \
    TEXT(table, solver, r->solver->name, "name in the scenario")                                   \
    TEXT(table, of, r->gradient->of_text, "quantity at the end of the run")                        \
    TEXT(table, by, r->key->name, "key of the scenario")                                           \
    NUMBER(table, pathwise, "", r->slope.value,                                                    \
           "derivative: limit of central differences, in the units of both; nan: none (note)")     \
    NUMBER(table, exact, "", r->exact, "exact derivative of the solver's model; nan: none")        \
    NUMBER(table, noise, "", r->slope.error, "uncertainty of pathwise")                            \
    NUMBER(table, value, "", r->key->value, "value of the key")                                    \
    NUMBER(table, outcome, "", r->solver->outcome, "quantity for that value")                      \
    NUMBER(table, distance, "", r->distance, "|outcome - exact solution of the solver's model|")   \
    NUMBER(table, grid_error, "", r->solver->grid_error,                                           \
           "largest error of pathwise by theory, springs on a grid of steps; 0: exact onsets")     \
    TEXT(table, note, r->note, "why pathwise is nan")
CAROM_COLUMNS(slopes, slope_row, SLOPES)

static void slopes_of_all(const void *object, carom_rows *rows)
{
    const carom_gradient *gradient = object;
    for (size_t i = 0; i < gradient->solvers; i++) {
        for (size_t j = 0; j < gradient->keys && !gradient->solver[i].hidden; j++) {
            slope_row row = row_of(gradient, i, j);
            carom_rows_write(rows, &row);
        }
    }
}

static const carom_table tables[] = {
    {"gradient.tsv", "a row for each solver and key", slopes_columns, slopes_of_all, NULL, 0, NULL},
    {.name = NULL}};

/* ---- text ---- */

/* 0 for a value below its uncertainty. */
static double rounded(double value, double uncertainty)
{
    return fabs(value) <= uncertainty ? 0 : value;
}

/* True if the outcome is the same in every run for a key. */
static bool changes_nothing(const carom_gradient *gradient, size_t j)
{
    for (size_t i = 0; i < gradient->solvers; i++) {
        const double *outcome = outcomes_of(gradient, i, j);
        for (size_t p = 0; p < POINTS; p++) {
            if (!isnan(outcome[p]) && outcome[p] != gradient->solver[i].outcome) {
                return false;
            }
        }
    }
    return true;
}

static void print_key(FILE *stream, const carom_gradient *gradient, size_t j)
{
    const carom_gradient_key *key = &gradient->key[j];
    fprintf(stream, "\nd %s / d %s at %.10g\n", gradient->of_text, key->name, key->value);
    fprintf(stream, "%-20s %14s %14s %14s %14s %14s\n", "", "pathwise", "+-", "exact", "result",
            "off by");
    for (size_t i = 0; i < gradient->solvers; i++) {
        if (!gradient->solver[i].hidden) {
            slope_row row = row_of(gradient, i, j);
            fprintf(stream, "%-20.20s %14.7g %14.1g %14.7g %14.9g %14.1g\n", row.solver->name,
                    rounded(row.slope.value, row.slope.error), row.slope.error,
                    rounded(row.exact, 1e-9), row.solver->outcome, row.distance);
        }
    }
    for (size_t i = 0; i < gradient->solvers && !gradient->solver[i].hidden; i++) {
        slope_row row = row_of(gradient, i, j);
        if (row.note[0] != '\0') {
            fprintf(stream, "%s: %s.\n", row.solver->name, row.note);
        }
    }
    if (changes_nothing(gradient, j)) {
        fprintf(stream, "%s changes nothing: %s is the same in every run.\n", key->name,
                gradient->of_text);
    }
}

static carom_status gradient_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_gradient *gradient = object;
    carom_status status = CAROM_OK;
    for (size_t j = 0; j < gradient->keys; j++) {
        print_key(stream, gradient, j);
    }
    fflush(stream);
    for (size_t i = 0; i < gradient->solvers; i++) {
        if (!gradient->solver[i].hidden && gradient->solver[i].failure[0] != '\0') {
            fprintf(complaints, "carom: error: %s: %s\n", gradient->solver[i].name,
                    gradient->solver[i].failure);
            status = CAROM_INVALID;
        }
    }
    return status;
}

/* ---- entry ---- */

#define AT(member) offsetof(carom_gradient, member)
static const carom_param rows[] = {
    {TEXT("of", AT(of_text), "", CAROM_KEY_SIZE,
          "BALL.COLUMN, such as b.x_m: quantity at the end of the run; the scenario's by default")},
    {TEXT("by", AT(by_text), "", CAROM_GRADIENT_TEXT,
          "keys, separated by commas, as for --set; the scenario's by default")},
    {.key = NULL}};

const carom_study_entry carom_study_gradient = {
    .about = {.name = "gradient",
              .summary = "derivative of the outcome by keys of the scenario, for every solver",
              .params = rows,
              .options_size = sizeof(carom_gradient)},
    .varies_start = true,
    .text = STUDY_GRADIENT_TEXT,
    .notes = STUDY_GRADIENT_NOTES,
    .keys = "gradient",
    .run = gradient_run,
    .print = gradient_print,
    .release = carom_gradient_free,
    .tables = tables};
