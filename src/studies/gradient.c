/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom gradient: derivative of a ball's final state with respect to keys of the scenario, for
 * every solver: as the limit of differences, as the mean slope over an interval, and exactly. */
#include "studies/gradient.h"
#include <gsl/gsl_fit.h>

/* First offset of the differences over the scale of the key, and the ratio of two offsets. */
static const double first_offset = 0.02, offset_ratio = 4;

/* Relative change between two offsets below which a difference has converged. */
static const double plateau_rel = 1e-3;

/* theta of the converged springs; the relative error of e is 7e-11. */
static const double converged_theta = 0.02;

/* Smallest width of the interval of the mean slope: flight of this many steps, and this fraction of
 * the scale of the key. */
static const double interval_steps = 8, interval_rel = 2e-3;

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
        return carom_choice_set(choice, carom_interface_find(&carom_solvers, "impulse"), error);
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
    CAROM_THEN(status, carom_trajectory_run(trajectory, &scenario->problem, &choice,
                                            scenario->duration_s, 2, gradient->study->stop, error));
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

carom_status carom_gradient_evaluate(const carom_gradient *gradient,
                                     const carom_gradient_solver *solver, const double *value,
                                     double *outcome, carom_error *why)
{
    carom_trajectory trajectory;
    CAROM_TRY(run_with(gradient, solver, value, false, &trajectory, why));
    *outcome = outcome_of(gradient, &trajectory);
    carom_trajectory_free(&trajectory);
    return CAROM_OK;
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
    gradient->interval = isnan(gradient->interval) ? scenario->gradient.interval
                                                   : gradient->interval;
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
    if (solver->name == NULL) {
        return true;
    }
    const carom_choice *kind = kind_of(gradient, solver);
    return carom_solver_has_traits(kind, CAROM_EXACT) &&
           !carom_solver_has_traits(kind, CAROM_ARBITRARY_PRECISION);
}

static void add_solver(carom_gradient *gradient, const char *name, bool converged, bool hidden)
{
    gradient->solver[gradient->solvers] = (carom_gradient_solver){
        .name = name, .converged = converged, .hidden = hidden, .reference = gradient->solvers};
    gradient->solvers++;
}

/* Carom's springs refer to converged springs, all other solvers to the first impulse solver. */
static void choose_solvers(carom_gradient *gradient)
{
    const carom_scenario *scenario = gradient->study->scenario;
    size_t rows, rigid = SIZE_MAX;
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(scenario, i);
        if (carom_study_includes(gradient->study, spec->name)) {
            add_solver(gradient, spec->name, false, false);
            if (rigid == SIZE_MAX && carom_gradient_is_event_driven(
                                         gradient, &gradient->solver[gradient->solvers - 1])) {
                rigid = gradient->solvers - 1;
            }
        }
    }
    rows = gradient->solvers;
    for (size_t i = 0; i < rows; i++) {
        carom_gradient_solver *solver = &gradient->solver[i];
        const carom_choice *kind = kind_of(gradient, solver);
        if (carom_solver_has_traits(kind, CAROM_SOFT)) {
            solver->reference = gradient->solvers;
            add_solver(gradient, solver->name, true, true);
        } else if (!carom_gradient_is_event_driven(gradient, solver)) {
            if (rigid == SIZE_MAX) {
                rigid = gradient->solvers;
                add_solver(gradient, NULL, false, true);
            }
            solver->reference = rigid;
        }
    }
}

/* Store the time between two tests for contact, 0 if the solver finds contacts between them, and
 * the error by theory. */
static void set_steps(const carom_gradient *gradient, carom_gradient_solver *solver,
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
    if (!carom_solver_has_traits(kind, CAROM_EXACT) && solver->grid_error != 0 && !isnan(step_s)) {
        solver->step_s = step_s;
    }
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
        solver->end_mps = carom_flight_from_sample(&runs[0].end, gradient->of.ball).v;
        solver->speed_mps = fastest_ball(&gradient->study->scenario->problem, &runs[0].end);
        set_steps(gradient, solver, &runs[0].report);
    }
    solver->outcome = outcome_of(gradient, &runs[0]);
    solver->noise = fmax(fabs(outcome_of(gradient, &runs[1]) - solver->outcome),
                         DBL_EPSILON * fabs(solver->outcome));
    carom_trajectory_free(&runs[0]);
    carom_trajectory_free(&runs[1]);
    return status;
}

/* The interval has to average over many sub-step offsets of the contacts. */
static void choose_intervals(carom_gradient *gradient)
{
    double speed_mps = 0, step_s = 0, T = gradient->study->scenario->duration_s;
    for (size_t i = 0; i < gradient->solvers; i++) {
        speed_mps = fmax(speed_mps, gradient->solver[i].speed_mps);
        step_s = fmax(step_s, gradient->solver[i].step_s);
    }
    for (size_t j = 0; j < gradient->keys; j++) {
        carom_gradient_key *key = &gradient->key[j];
        double times = interval_steps * step_s / T;
        key->scale = scale_of(gradient, key, speed_mps);
        if (is_length(key)) {
            times *= speed_mps * T / key->scale;
        }
        key->interval = isnan(gradient->interval) ? fmax(times, interval_rel) * key->scale
                                                  : gradient->interval;
    }
}

/* ---- runs ---- */

double carom_gradient_value(const carom_gradient *gradient, size_t key, size_t point)
{
    static const double golden = 0.61803398874989485;
    const carom_gradient_key *k = &gradient->key[key];
    if (point < 2 * CAROM_GRADIENT_OFFSETS) {
        double offset = first_offset * k->scale * pow(offset_ratio, -(double)(point / 2));
        return k->value + (point % 2 == 0 ? -offset : offset);
    }
    /* one value in each of equal parts, at a place that does not repeat: no aliasing with steps */
    double m = (double)(point - 2 * CAROM_GRADIENT_OFFSETS);
    double part = golden * m - floor(golden * m);
    return k->value + k->interval * ((m + part) / (double)gradient->runs - 0.5);
}

/* Values of all keys in run @p point of key @p key. */
static void set_values(const carom_gradient *gradient, size_t key, size_t point, double *value)
{
    own_values(gradient, value);
    value[key] = carom_gradient_value(gradient, key, point);
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
    size_t points = carom_gradient_points(gradient), point = task % points,
           key = task / points % gradient->keys, i = task / points / gradient->keys;
    const carom_gradient_solver *solver = &gradient->solver[i];
    double value[CAROM_GRADIENT_KEYS];
    gradient->outcome[task] = NAN;
    if (solver->failure[0] != '\0' || (solver->hidden && point >= 2 * CAROM_GRADIENT_OFFSETS)) {
        return CAROM_OK;
    }
    set_values(gradient, key, point, value);
    return carom_gradient_evaluate(gradient, solver, value, &gradient->outcome[task], error);
}

/* ---- derivatives ---- */

/* A limit for small offsets, and its uncertainty; NaN: none. */
typedef struct {
    double value, error;
    size_t at; /* number of its offset */
} limit;

/* Find the limit of slopes at decreasing offsets, whose rounding errors increase. From the smallest
 * offset on, the first two slopes that agree begin a plateau; the least uncertain slope on it is
 * the result.
 *  @param noise  rounding errors of the slope at the first offset
 *  @param zero  slope that counts as 0 */
static limit find_plateau(const double *slope, size_t count, double noise, double zero)
{
    static const double rounding = 32; /* a run has the rounding of many perturbations by 1 ulp */
    limit found = {NAN, NAN, 0};
    for (size_t k = count; k-- > 1;) {
        double error = fabs(slope[k] - slope[k - 1]) + noise * pow(offset_ratio, (double)k + 1);
        bool converged = error <= fmax(plateau_rel * fabs(slope[k]), zero);
        double allowed = 2 * (error + found.error) +
                         rounding * noise * pow(offset_ratio, (double)found.at + 1);
        if (isnan(found.value) ? converged
                               : error < found.error && fabs(slope[k] - found.value) <= allowed) {
            found = (limit){slope[k], error, k};
        } else if (!isnan(found.value) && !converged) {
            break;
        }
    }
    return found;
}

/* Slope of the outcomes between two points of a key. */
static double slope_between(const carom_gradient *gradient, size_t key, const double *outcome,
                            size_t p, size_t q)
{
    return (outcome[q] - outcome[p]) /
           (carom_gradient_value(gradient, key, q) - carom_gradient_value(gradient, key, p));
}

/* Extrapolate slopes to offset 0: each step reduces their error by @p ratio.
 *  @return the plateau of the limits */
static limit extrapolate(const double *slope, size_t count, double ratio, double noise, double zero)
{
    double limits[CAROM_GRADIENT_OFFSETS];
    for (size_t k = 0; k + 1 < count; k++) {
        limits[k] = (ratio * slope[k + 1] - slope[k]) / (ratio - 1);
    }
    return find_plateau(limits, count - 1, noise, zero);
}

/* Slopes on one side, between successive offsets. */
static limit one_sided(const carom_gradient *gradient, size_t key, const double *outcome,
                       size_t side, double zero)
{
    /* a perturbed copy may be on the other side */
    double noise = 16 * DBL_EPSILON * fabs(outcome[side]) /
                   (first_offset * gradient->key[key].scale);
    double slope[CAROM_GRADIENT_OFFSETS];
    for (size_t k = 0; k + 1 < CAROM_GRADIENT_OFFSETS; k++) {
        slope[k] = slope_between(gradient, key, outcome, 2 * k + 2 + side, 2 * k + side);
    }
    return extrapolate(slope, CAROM_GRADIENT_OFFSETS - 1, offset_ratio, noise, zero);
}

static limit two_sided(const carom_gradient *gradient, size_t key, const double *outcome,
                       double noise, double zero)
{
    double slope[CAROM_GRADIENT_OFFSETS];
    for (size_t k = 0; k < CAROM_GRADIENT_OFFSETS; k++) {
        slope[k] = slope_between(gradient, key, outcome, 2 * k, 2 * k + 1);
    }
    return extrapolate(slope, CAROM_GRADIENT_OFFSETS, offset_ratio * offset_ratio, noise, zero);
}

/* Difference of the outcomes on both sides, extrapolated to offset 0 along the one-sided slopes. */
static double find_jump(const carom_gradient *gradient, size_t key, const double *outcome,
                        limit left, limit right)
{
    size_t p = 2 * (left.at > right.at ? left.at : right.at);
    double x = gradient->key[key].value;
    return outcome[p + 1] - right.value * (carom_gradient_value(gradient, key, p + 1) - x) -
           (outcome[p] - left.value * (carom_gradient_value(gradient, key, p) - x));
}

static void differentiate(const carom_gradient *gradient, size_t i, size_t key,
                          carom_gradient_slope *slope)
{
    const carom_gradient_solver *solver = &gradient->solver[i];
    const double *outcome = carom_gradient_outcomes(gradient, i, key);
    double offset = first_offset * gradient->key[key].scale, noise = solver->noise / offset,
           zero = 1e-9 * fabs(solver->outcome) / offset;
    limit left = one_sided(gradient, key, outcome, 0, zero),
          right = one_sided(gradient, key, outcome, 1, zero),
          both = two_sided(gradient, key, outcome, noise, zero);
    double least, jump = find_jump(gradient, key, outcome, left, right);
    slope->left = left.value;
    slope->right = right.value;
    offset *= pow(offset_ratio, -(double)(left.at > right.at ? left.at : right.at));
    least = 10 * solver->noise + 1e-9 * fabs(solver->outcome) +
            plateau_rel * (fabs(left.value) + fabs(right.value)) * offset;
    slope->jump = fabs(jump) > least ? jump : 0;
    slope->pathwise = both.value;
    slope->noise = both.error;
    if (!isnan(left.value) && !isnan(right.value) &&
        (slope->jump != 0 ||
         fabs(left.value - right.value) >
             2 * plateau_rel * fmax(fabs(left.value), fabs(right.value)) + 2 * zero)) {
        slope->pathwise = slope->noise = NAN;
    }
}

static void fit_line(const carom_gradient *gradient, size_t i, size_t key, double *scratch,
                     carom_gradient_slope *slope)
{
    const double *outcome = carom_gradient_outcomes(gradient, i, key);
    double *x = scratch, *y = scratch + carom_gradient_points(gradient), a, cov[3], square;
    size_t n = 0;
    for (size_t p = 2 * CAROM_GRADIENT_OFFSETS; p < carom_gradient_points(gradient); p++) {
        if (!isnan(outcome[p])) {
            x[n] = carom_gradient_value(gradient, key, p) - gradient->key[key].value;
            y[n++] = outcome[p];
        }
    }
    slope->runs = (double)n;
    slope->averaged = slope->error = NAN;
    if (n > 3) {
        gsl_fit_linear(x, 1, y, 1, n, &a, &slope->averaged, &cov[0], &cov[1], &cov[2], &square);
        slope->error = sqrt(cov[2]);
    }
}

/* ---- exact derivatives of impulse solvers ---- */

/* Change of a key over its scale in the problems of a direction. */
static const double direction_step = 1e-5;

/* Describe the change of a key as an initial value of a ball, or by two problems.
 *  @param pair  receives the scenarios of the two problems
 *  @return CAROM_INVALID: the key has no direction */
static carom_status find_direction(const carom_gradient *gradient, size_t key,
                                   const carom_gradient_solver *solver, carom_scenario *pair,
                                   carom_direction *direction, carom_error *error)
{
    static const carom_rate rates[] = {CAROM_RATE_X,  CAROM_RATE_Y, CAROM_RATE_VX,
                                       CAROM_RATE_VY, CAROM_RATES,  CAROM_RATE_SPIN};
    const carom_gradient_key *k = &gradient->key[key];
    double value[CAROM_GRADIENT_KEYS];
    carom_collected ball;
    if (strncmp(k->name, "balls.", 6) == 0 &&
        carom_find_collected(&gradient->study->scenario->problem, k->name + 6, &ball) &&
        ball.quantity == NULL && rates[ball.end] != CAROM_RATES) {
        *direction = (carom_direction){.ball = ball.ball, .value = rates[ball.end]};
        return CAROM_OK;
    }
    if (strncmp(k->name, "solvers.", 8) == 0 || strcmp(k->name, "duration_s") == 0) {
        return carom_error_set(error, CAROM_INVALID, "", "not a key of the problem");
    }
    *direction = (carom_direction){.minus = &pair[0].problem, .plus = &pair[1].problem};
    for (int side = 0; side < 2; side++) {
        own_values(gradient, value);
        value[key] = k->value + (side - 0.5) * direction_step * k->scale;
        direction->step = side == 0 ? -value[key] : value[key] + direction->step;
        CAROM_TRY(carom_gradient_load(gradient, solver, value, &pair[side], error));
    }
    return CAROM_OK;
}

/* Derivative of the quantity, from the derivatives of the ball's state.
 *  @param stride  between two of them */
static double slope_of_state(const carom_gradient *gradient, const double *d, size_t stride,
                             carom_vec v)
{
    static const double degree = 3.14159265358979324 / 180;
    int end = gradient->of.end;
    if (end == CAROM_BALL_END_DIRECTION_DEG) {
        return (v.x * d[CAROM_RATE_VY * stride] - v.y * d[CAROM_RATE_VX * stride]) /
               carom_vec_square(v) / degree;
    }
    return d[(size_t)(end < CAROM_BALL_END_DIRECTION_DEG ? end : CAROM_RATE_SPIN) * stride];
}

static carom_status compute_exact(carom_gradient *gradient, size_t i, carom_scenario *pair,
                                  double *derivative, carom_error *error)
{
    carom_gradient_solver *solver = &gradient->solver[i];
    const carom_scenario *scenario = gradient->study->scenario;
    const carom_problem *problem = &scenario->problem;
    carom_direction direction[CAROM_GRADIENT_KEYS];
    carom_derivative_summary summary;
    carom_choice choice = {NULL, NULL};
    bool known[CAROM_GRADIENT_KEYS];
    carom_status status;
    for (size_t j = 0; j < gradient->keys; j++) {
        status = find_direction(gradient, j, solver, &pair[2 * j], &direction[j], error);
        known[j] = status == CAROM_OK;
        if (status == CAROM_INVALID) {
            direction[j] = (carom_direction){.ball = 0};
        } else {
            CAROM_TRY(status);
        }
    }
    status = carom_gradient_choose(&choice, scenario, solver, error);
    CAROM_THEN(status, carom_derivatives_of(problem, &choice, scenario->duration_s, direction,
                                            gradient->keys, gradient->study->stop, derivative,
                                            &summary, error));
    carom_choice_free(&choice);
    CAROM_TRY(status);
    carom_derivative_describe(problem, &summary, solver->fault, sizeof solver->fault);
    for (size_t j = 0; j < gradient->keys; j++) {
        const double *d = derivative + gradient->of.ball * CAROM_RATES * gradient->keys + j;
        gradient->slope[i * gradient->keys + j].exact = known[j] ? slope_of_state(gradient, d,
                                                                                  gradient->keys,
                                                                                  solver->end_mps)
                                                                 : NAN;
    }
    return CAROM_OK;
}

/* Set the exact derivatives of a solver; NaN if it is not event-driven. */
static carom_status find_exact(void *context, size_t i, carom_error *error)
{
    carom_gradient *gradient = context;
    size_t pairs = 2 * gradient->keys;
    const carom_gradient_solver *solver = &gradient->solver[i];
    bool missing = false;
    carom_scenario *pair;
    double *derivative;
    carom_status status = CAROM_OK;
    for (size_t j = 0; j < gradient->keys; j++) {
        gradient->slope[i * gradient->keys + j].exact = NAN;
    }
    if (!carom_gradient_is_event_driven(gradient, solver) || solver->failure[0] != '\0') {
        return CAROM_OK;
    }
    pair = carom_zeros(pairs, sizeof *pair, &missing);
    derivative = carom_zeros(gradient->study->scenario->problem.count * CAROM_RATES *
                                 gradient->keys,
                             sizeof *derivative, &missing);
    status = missing ? carom_error_no_memory(error)
                     : compute_exact(gradient, i, pair, derivative, error);
    for (size_t k = 0; pair != NULL && k < pairs; k++) {
        carom_scenario_free(&pair[k]);
    }
    free(pair);
    free(derivative);
    return status;
}

/* ---- study ---- */

static carom_status allocate(carom_gradient *gradient, carom_error *error)
{
    size_t most = 2 * gradient->study->scenario->solvers.count + 1;
    bool missing = false;
    gradient->solver = carom_zeros(most, sizeof *gradient->solver, &missing);
    gradient->slope = carom_zeros(most * gradient->keys + 1, sizeof *gradient->slope, &missing);
    gradient->outcome = carom_zeros(most * gradient->keys * carom_gradient_points(gradient) + 1,
                                    sizeof *gradient->outcome, &missing);
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

static carom_status evaluate(carom_gradient *gradient, carom_error *error)
{
    double *scratch = calloc(2 * carom_gradient_points(gradient) + 1, sizeof *scratch);
    CAROM_NEED(scratch != NULL, error);
    for (size_t i = gradient->solvers; i-- > 0;) { /* references before the solvers */
        for (size_t j = 0; j < gradient->keys; j++) {
            carom_gradient_slope *slope = &gradient->slope[i * gradient->keys + j];
            differentiate(gradient, i, j, slope);
            fit_line(gradient, i, j, scratch, slope);
            slope->exact = gradient->solver[i].converged ? slope->pathwise : slope->exact;
        }
    }
    for (size_t i = 0; i < gradient->solvers * gradient->keys; i++) {
        size_t reference = gradient->solver[i / gradient->keys].reference;
        gradient->slope[i].exact =
            gradient->slope[reference * gradient->keys + i % gradient->keys].exact;
    }
    free(scratch);
    return CAROM_OK;
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
    if (!gradient->lyapunov) {
        CAROM_TRY(choose_quantities(gradient, error));
    }
    CAROM_TRY(allocate(gradient, error));
    choose_solvers(gradient);
    return CAROM_OK;
}

carom_status carom_gradient_examine(carom_gradient *gradient, carom_error *error)
{
    CAROM_TRY(carom_study_run(gradient->study, gradient->solvers, run_unchanged, gradient, error));
    choose_intervals(gradient);
    return check_keys(gradient, error);
}

carom_status carom_gradient_run(carom_gradient *gradient, carom_error *error)
{
    const carom_study *study = gradient->study;
    size_t runs = gradient->solvers * gradient->keys * carom_gradient_points(gradient);
    CAROM_TRY(carom_gradient_examine(gradient, error));
    CAROM_TRY(carom_study_run(study, runs, run_point, gradient, error));
    CAROM_TRY(carom_study_run(study, gradient->solvers, find_exact, gradient, error));
    return evaluate(gradient, error);
}

void carom_gradient_free(void *object)
{
    carom_gradient *gradient = object;
    carom_tree_free(&gradient->tree);
    free(gradient->solver);
    free(gradient->slope);
    free(gradient->outcome);
    free(gradient->newton);
    free(gradient->exponent);
}
