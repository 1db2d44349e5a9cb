/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom gradient: derivative of a ball's final state with respect to keys of the scenario, for
 * every solver and for the exact solution of its model, as the limit of central differences. */
#include "carom_studies.h"
#include "params/rows.h"
#include "solvers/solvers.h"
#include "studies/studies.h"

/* First offset of the differences over the scale of the key, and the ratio of two offsets. Each
 * offset has a run below and a run above the value. */
static const double first_offset = 0.02, offset_ratio = 4;
enum { OFFSETS = 14, POINTS = 2 * OFFSETS, SLOPES = OFFSETS - 1 };

/* Relative change between two offsets below which a difference has converged. */
static const double plateau_rel = 1e-3;

/* theta of the converged springs; the relative error of e is 7e-11. */
static const double converged_theta = 0.02;

/* Outcomes are the same if they differ by less than this fraction of themselves, or of a radius. */
static const double same_rel = 1e-6;

/* ---- frame ---- */

typedef struct {
    const char *solver, *of, *by, *note;
    double pathwise, exact, noise, value, outcome, distance, grid_error;
} slope_row;

#define SLOPE_COLUMNS(NUMBER, TEXT, table)                                                         \
    TEXT(table, solver, r->solver, "name in the scenario")                                         \
    TEXT(table, of, r->of, "quantity at the end of the run")                                       \
    TEXT(table, by, r->by, "key of the scenario")                                                  \
    NUMBER(table, pathwise, "", r->pathwise,                                                       \
           "derivative: limit of central differences, in the units of both; nan: none (note)")     \
    NUMBER(table, exact, "", r->exact, "exact derivative of the solver's model; nan: none")        \
    NUMBER(table, noise, "", r->noise, "uncertainty of pathwise")                                  \
    NUMBER(table, value, "", r->value, "value of the key")                                         \
    NUMBER(table, outcome, "", r->outcome, "quantity for that value")                              \
    NUMBER(table, distance, "", r->distance, "|outcome - exact solution of the solver's model|")   \
    NUMBER(table, grid_error, "", r->grid_error,                                                   \
           "largest error of pathwise by theory, springs on a grid of steps; 0: exact onsets")     \
    TEXT(table, note, r->note, "why pathwise is nan")
CAROM_COLUMNS(slopes, slope_row, SLOPE_COLUMNS)

static const carom_table tables[] = {{"gradient.tsv", "a row for each solver and key",
                                      slopes_columns, sizeof(slope_row),
                                      "solver of by pathwise exact noise outcome distance"},
                                     {.name = NULL}};

/* ---- solvers ---- */

/* A solver of the study, or a hidden one: converged springs of a solver, or rigid balls in double
 * or 128-bit numbers. */
typedef struct differentiated {
    const char *name, *kind;          /* kind: of an added solver, which has no name; else NULL */
    bool converged, smooth, wanted;   /* wanted: derivatives are */
    struct differentiated *reference; /* with the outcome of its model */
    struct differentiated *exact;     /* with the derivative of its model; NULL: none */
    /* for the scenario's own values: outcome, and its change by a perturbation of 1 ulp */
    double outcome, noise;
    double speed_mps;    /* largest speed of a ball at the start or the end */
    double grid_error;   /* grid_derivative_error */
    carom_error failure; /* why it stopped early */
    double *at;          /* outcomes, indexed by key and point; NaN: no result */
} differentiated;

/* The study; begins with its keys. */
typedef struct {
    carom_result result;
    char of_text[CAROM_KEY_SIZE], by_text[CAROM_CHANGED_TEXT]; /* empty: those of the scenario */
} gradient_keys;

typedef struct {
    carom_result *result;
    const char *of_text;
    carom_changed changed;
    carom_collected of;
    differentiated *solver; /* first the `rows` solvers of the study, then hidden ones */
    size_t rows, solvers;
    size_t first; /* of those that run now */
} gradient;

static bool has_traits(const gradient *g, const differentiated *s, unsigned traits)
{
    return s->kind == NULL &&
           carom_solver_has_traits(&carom_scenario_find_solver(g->result->scenario, s->name)->kind,
                                   traits);
}

static differentiated *add_solver(gradient *g, differentiated solver)
{
    differentiated *s = &g->solver[g->solvers++];
    *s = solver;
    s->at = carom_result_take(g->result, g->changed.count * POINTS, sizeof *s->at);
    return s;
}

static bool is_rigid(const gradient *g, const differentiated *s, bool quadruple)
{
    return has_traits(g, s, CAROM_EXACT) &&
           has_traits(g, s, CAROM_QUADRUPLE_PRECISION) == quadruple;
}

/* First solver of rigid balls in doubles or 128-bit numbers; a hidden one if there is none. */
static differentiated *rigid_solver(gradient *g, bool quadruple)
{
    const char *kind = quadruple ? "oracle" : "impulse";
    for (differentiated *s = g->solver; s < g->solver + g->solvers; s++) {
        if (s->kind != NULL ? strcmp(s->kind, kind) == 0 : is_rigid(g, s, quadruple)) {
            return s;
        }
    }
    return add_solver(g, (differentiated){.kind = kind, .smooth = true});
}

static bool are_same(const gradient *g, double a, double b)
{
    double radius_m = carom_smallest_radius(&g->result->scenario->problem);
    return fabs(a - b) <= same_rel * fmax(fabs(a), radius_m);
}

/* True if a derivative can exist: 1 ulp hardly changes the outcome. */
static bool is_calm(const gradient *g, const differentiated *s)
{
    return are_same(g, s->outcome, s->outcome + s->noise);
}

static void choose_solvers(gradient *g)
{
    size_t count;
    const carom_scenario_solver **spec = carom_result_solvers(g->result, 0, &count);
    g->solver = carom_result_take(g->result, 2 * count + 2, sizeof *g->solver);
    for (size_t i = 0; i < count; i++) {
        (void)add_solver(g, (differentiated){.name = spec[i]->name,
                                             .smooth = carom_solver_is_smooth(&spec[i]->kind),
                                             .wanted = true});
    }
    g->rows = g->solvers;
}

/* Springs refer to converged springs, all other solvers to the first impulse solver. Their exact
 * derivative is that of the 128-bit reference, which no solver without derivative needs.
 */
static void choose_references(gradient *g)
{
    for (differentiated *s = g->solver; s < g->solver + g->rows; s++) {
        if (has_traits(g, s, CAROM_SOFT)) {
            s->reference = s->exact = add_solver(
                g, (differentiated){.name = s->name, .converged = true, .smooth = true});
            continue;
        }
        s->reference = is_rigid(g, s, false) ? s : rigid_solver(g, false);
        s->exact = is_calm(g, s) ? rigid_solver(g, true) : NULL;
    }
}

/* Drop exact solvers that cannot run the model or have another outcome, as with a restitution that
 * depends on the speed. */
static void check_exact(gradient *g)
{
    for (differentiated *s = g->solver; s < g->solver + g->rows; s++) {
        if (s->exact != NULL && !are_same(g, s->reference->outcome, s->exact->outcome)) {
            s->exact = NULL;
        } else if (s->exact != NULL) {
            s->exact->wanted = true;
        }
    }
}

/* ---- runs ---- */

static carom_status choose(const carom_scenario *scenario, const differentiated *s,
                           carom_choice *choice, carom_error *error)
{
    if (s->kind != NULL) {
        return carom_choice_set(choice, carom_interface_find(&carom_solvers, s->kind), error);
    }
    carom_choice_copy(choice, &carom_scenario_find_solver(scenario, s->name)->kind);
    return s->converged ? carom_choice_converge(choice, converged_theta, error) : CAROM_OK;
}

/* 2 zeta e of the lowest restitution e: the force of a linear dashpot jumps at contact onset. 0 for
 * force laws whose damping begins at 0. */
static double onset_jump(const carom_problem *problem, const carom_force_law *law)
{
    static const double linear_power = -0.5; /* T ~ k^(-1/2) */
    double e, most, log_e;
    carom_problem_restitutions(problem, &e, &most);
    if (!(e > 0 && e < 1) || law->stiffness_power != linear_power) {
        return 0;
    }
    log_e = log(e);
    return -2 * e * log_e / sqrt(CAROM_PI * CAROM_PI + log_e * log_e);
}

/* Error that a contact on a grid of time steps adds to the derivative of a final position by an
 * initial one ('carom help studies'): at most (theta + 2 zeta e) w0 T, with zeta of the lowest
 * restitution e, w0 the angular frequency of a contact and T the time after it. 0 with event
 * location; NaN without a known spring model. */
static double grid_derivative_error(const carom_problem *problem, const carom_choice *choice,
                                    double theta, double w0_1ps, double T_s)
{
    carom_springs model = {.exact = false};
    if (!carom_solver_springs(choice, &model)) {
        return NAN;
    }
    return model.exact ? 0 : (theta + onset_jump(problem, model.law)) * w0_1ps * T_s;
}

/* The largest error of the derivative by theory, from the report of a run. */
static double grid_error(const gradient *g, const differentiated *s, const carom_report *report)
{
    const carom_scenario *scenario = g->result->scenario;
    const carom_choice *kind = &carom_scenario_find_solver(scenario, s->name)->kind;
    double frame_s = carom_choice_number(kind, "frame_s");
    double step_s = isnan(frame_s) ? carom_choice_number(kind, "step_s") : frame_s;
    step_s = isnan(step_s) ? report->step_s : step_s;
    return grid_derivative_error(&scenario->problem, kind, report->theta, report->theta / step_s,
                                 scenario->duration_s);
}

/* Run a solver with other values of the keys. The outcome is NaN, with the reason in @p error, if
 * the scenario is invalid or the solver stops early.
 *  @param perturbed  move the fastest ball by one unit in the last place
 *  @param about  receives the largest speed and the error by theory; may be NULL */
static carom_status run_with(const gradient *g, const differentiated *s, const double *value,
                             bool perturbed, double *outcome, differentiated *about,
                             carom_error *error)
{
    carom_scenario scenario;
    carom_choice choice = {NULL, NULL};
    carom_trajectory run = {.samples = 0};
    carom_status status = carom_changed_load(&g->changed, s->name, value, &scenario, error);
    if (status == CAROM_OK && perturbed) {
        carom_perturb_fastest_ball(&scenario.problem, 0);
    }
    CAROM_THEN(status, choose(&scenario, s, &choice, error));
    CAROM_THEN(status, carom_trajectory_run(&run, &scenario.problem, &choice, scenario.duration_s,
                                            2, NULL, g->result->request->stop, error));
    if (status == CAROM_OK && run.failure.status != CAROM_OK) {
        *error = run.failure;
        status = CAROM_INVALID;
    }
    *outcome = status == CAROM_OK ? carom_ball_end_of(&run.end, g->of.ball, g->of.end) : NAN;
    if (status == CAROM_OK && about != NULL) {
        about->failure.status = CAROM_OK;
        about->speed_mps = carom_changed_fastest(&g->result->scenario->problem, &run.end);
        about->grid_error = g->first == 0 ? grid_error(g, s, &run.report) : 0;
    }
    carom_trajectory_free(&run);
    carom_choice_free(&choice);
    carom_scenario_free(&scenario);
    return status == CAROM_INVALID ? CAROM_OK : status;
}

/* Run a solver with the scenario's values, and a copy perturbed by 1 ulp. */
static carom_status run_unchanged(void *context, size_t task, carom_error *error)
{
    const gradient *g = context;
    differentiated *s = &g->solver[g->first + task];
    double perturbed, value[CAROM_CHANGED_KEYS];
    carom_changed_own_values(&g->changed, value);
    CAROM_TRY(run_with(g, s, value, true, &perturbed, NULL, error));
    carom_status status = run_with(g, s, value, false, &s->outcome, s, &s->failure);
    s->noise = DBL_EPSILON * fabs(s->outcome);
    if (!has_traits(g, s, CAROM_QUADRUPLE_PRECISION)) { /* which has no other noise */
        s->noise = fmax(fabs(perturbed - s->outcome), s->noise);
    }
    if (status != CAROM_OK) {
        *error = s->failure;
    }
    return status;
}

/* Value of a key at point @p k: below and above its own, at decreasing offsets. */
static double value_at(const carom_changed_key *key, size_t k)
{
    double offset = first_offset * key->scale * pow(offset_ratio, -(double)(k / 2));
    return key->value + (k % 2 == 0 ? -offset : offset);
}

static carom_status run_point(void *context, size_t task, carom_error *error)
{
    const gradient *g = context;
    size_t points = g->changed.count * POINTS, at = task % points, key = at / POINTS;
    const differentiated *s = &g->solver[task / points];
    double value[CAROM_CHANGED_KEYS];
    s->at[at] = NAN;
    if (!s->wanted || !is_calm(g, s)) {
        return CAROM_OK;
    }
    carom_changed_own_values(&g->changed, value);
    value[key] = value_at(&g->changed.key[key], at % POINTS);
    return run_with(g, s, value, false, &s->at[at], NULL, error);
}

/* Run the solvers of the study, then the hidden ones that they need, then all with other values. */
static void run_all(gradient *g)
{
    double speed_mps = 0;
    choose_solvers(g);
    carom_result_tasks(g->result, g->rows, run_unchanged, g);
    choose_references(g);
    g->first = g->rows;
    carom_result_tasks(g->result, g->solvers - g->rows, run_unchanged, g);
    check_exact(g);
    for (size_t i = 0; i < g->solvers; i++) {
        speed_mps = fmax(speed_mps, g->solver[i].speed_mps);
    }
    carom_changed_scale(&g->changed, speed_mps);
    carom_result_tasks(g->result, g->solvers * g->changed.count * POINTS, run_point, g);
}

/* ---- derivatives ---- */

/* A limit and its uncertainty, NaN without one; slopes below and above the value, where they
 * differ. */
typedef struct {
    double value, error, below, above;
} limit;

/* Number of the slope that is the limit for small offsets; 0: none. The slopes at three offsets
 * must agree: of both changes between neighbours one is allowed, and the other at most as many
 * times larger as rounding errors grow. Of a smooth outcome the slopes that agree best count,
 * because at small offsets the errors of event location are slopes, too. An outcome on a grid of
 * steps jumps; means over many jumps agree at large offsets, so that the plateau at the smallest
 * ones counts. */
static size_t find_plateau(const double *slope, const double *error, double zero, bool smooth)
{
    double change[SLOPES] = {INFINITY}, best = INFINITY;
    size_t found = 0;
    for (size_t k = 1; k < SLOPES; k++) {
        double allowed = fmax(plateau_rel * fabs(slope[k]), zero);
        change[k] = isnan(error[k]) ? INFINITY : error[k] == 0 ? 0 : error[k] / allowed;
    }
    for (size_t k = SLOPES - 1; k > 1; k--) {
        double larger = fmax(change[k], change[k - 1]);
        bool agree = fmin(change[k], change[k - 1]) <= 1 && larger <= offset_ratio;
        if (agree && larger < best) {
            best = larger;
            found = change[k] < change[k - 1] ? k : k - 1;
        } else if (!agree && found > 0 && !smooth) {
            break;
        }
    }
    return found;
}

/* True if the slopes above and below the value differ by the same at three offsets: rounding errors
 * would grow fourfold, and a curvature shrink. */
static bool is_kink(const double *difference, size_t k, double least)
{
    double same = 0.3 * fabs(difference[k]);
    return fabs(difference[k]) > least && fabs(difference[k - 1] - difference[k]) < same &&
           fabs(difference[k + 1] - difference[k]) < same;
}

/* Limit of central differences. Extrapolation to offset 0 uses that each step reduces their error
 * by the square of the ratio of two offsets, and that of one-sided differences by the ratio. */
static limit differentiate(const differentiated *s, const carom_changed_key *key, const double *at)
{
    const double ratio = offset_ratio * offset_ratio;
    double side[2][OFFSETS], slope[OFFSETS], difference[OFFSETS], error[SLOPES];
    double offset = first_offset * key->scale, zero = 1e-9 * fabs(s->outcome) / offset;
    limit none = {NAN, NAN, NAN, NAN};
    for (size_t k = 0; k < OFFSETS; k++) {
        double low = value_at(key, 2 * k), high = value_at(key, 2 * k + 1);
        slope[k] = (at[2 * k + 1] - at[2 * k]) / (high - low);
        side[0][k] = (s->outcome - at[2 * k]) / (key->value - low);
        side[1][k] = (at[2 * k + 1] - s->outcome) / (high - key->value);
        difference[k] = side[1][k] - side[0][k];
    }
    for (size_t k = 0; k < SLOPES; k++) {
        slope[k] = (ratio * slope[k + 1] - slope[k]) / (ratio - 1);
        error[k] = k == 0 ? NAN
                          : fabs(slope[k] - slope[k - 1]) +
                                s->noise / offset * pow(offset_ratio, (double)k + 1);
    }
    size_t found = find_plateau(slope, error, zero, s->smooth);
    if (found == 0) {
        return none;
    }
    if (is_kink(difference, found, fmax(2 * plateau_rel * fabs(slope[found]), zero))) {
        none.below = (offset_ratio * side[0][found] - side[0][found - 1]) / (offset_ratio - 1);
        none.above = (offset_ratio * side[1][found] - side[1][found - 1]) / (offset_ratio - 1);
        return none;
    }
    return (limit){slope[found], error[found], NAN, NAN};
}

/* ---- rows ---- */

/* Why a derivative is missing. */
static const char *note_of(const gradient *g, const differentiated *s, limit slope)
{
    static const char *const units[] = {"m", "m", "m/s", "m/s", "degrees", "rad/s"};
    carom_arena *arena = &g->result->arena;
    if (s->failure.status != CAROM_OK) {
        return carom_arena_print(arena, "the solver stops early: %.290s", s->failure.text);
    }
    if (!isnan(slope.below)) {
        return carom_arena_print(arena, "no derivative: %.6g on the left, %.6g on the right",
                                 slope.below, slope.above);
    }
    return !isnan(slope.value)
             ? ""
             : carom_arena_print(arena,
                                 "no derivative: the differences do not converge (1 ulp changes "
                                 "the result by %.1g %s)",
                                 s->noise, units[(size_t)g->of.end]);
}

static void add_row(const gradient *g, const differentiated *s, size_t j)
{
    const differentiated *exact = s->exact;
    const carom_changed_key *key = &g->changed.key[j];
    limit slope = differentiate(s, key, s->at + j * POINTS);
    slope_row row = {
        .solver = s->name,
        .of = g->of_text,
        .by = key->name,
        .note = note_of(g, s, slope),
        .pathwise = slope.value,
        .exact = exact == NULL ? NAN : differentiate(exact, key, exact->at + j * POINTS).value,
        .noise = slope.error,
        .value = key->value,
        .outcome = s->outcome,
        .distance = fabs(s->outcome - s->reference->outcome),
        .grid_error = s->grid_error};
    carom_result_add(g->result, 0, &row);
    if (row.note[0] != '\0') {
        carom_result_note(g->result, "%s, %s: %s.", s->name, key->name, row.note);
    }
}

/* ---- study ---- */

static void fill(carom_result *result)
{
    gradient *g = carom_result_take(result, 1, sizeof *g); /* outlives the names in its rows */
    const gradient_keys *own = (const gradient_keys *)result;
    const carom_scenario *scenario = result->scenario;
    const carom_problem *problem = &scenario->problem;
    carom_arena *arena = &result->arena;
    g->result = result;
    g->of_text = own->of_text[0] != '\0' ? own->of_text
               : scenario->gradient.of[0] != '\0'
                   ? scenario->gradient.of
                   : carom_arena_print(arena, "%s.x_m", problem->ball[problem->count - 1].name);
    if (!carom_find_collected(problem, g->of_text, &g->of) || g->of.quantity != NULL ||
        g->of.first_ball) {
        carom_result_fail(result, CAROM_INVALID, "of",
                          "unknown '%.100s'; expected BALL.COLUMN with a ball of the scenario and "
                          "x_m, y_m, vx_mps, vy_mps, direction_deg or spin_radps",
                          g->of_text);
    }
    carom_changed_find(&g->changed, result, own->by_text, &scenario->gradient.by,
                       carom_arena_print(arena, "balls.%s.x_m", problem->ball[0].name));
    if (carom_result_failed(result)) {
        return;
    }
    run_all(g);
    for (size_t i = 0; i < g->rows && !carom_result_failed(result); i++) {
        for (size_t j = 0; j < g->changed.count; j++) {
            add_row(g, &g->solver[i], j);
        }
        carom_result_stopped(result, g->solver[i].name, &g->solver[i].failure);
    }
}

#define AT(member) offsetof(gradient_keys, member)
static const carom_param keys[] = {
    {TEXT("of", AT(of_text), "", CAROM_KEY_SIZE,
          "BALL.COLUMN, such as b.x_m: quantity at the end of the run; the scenario's by default")},
    {TEXT("by", AT(by_text), "", CAROM_CHANGED_TEXT,
          "keys, separated by commas, as for --set; the scenario's by default")},
    {.key = NULL}};

const carom_study_entry carom_study_gradient = {
    .about = {.name = "gradient",
              .summary = "derivatives of the outcome by keys of the scenario",
              .params = keys,
              .options_size = sizeof(gradient_keys)},
    .varies_start = true,
    .text = STUDY_GRADIENT_TEXT,
    .notes = STUDY_GRADIENT_NOTES,
    .keys = "gradient",
    .fill = fill,
    .tables = tables};
