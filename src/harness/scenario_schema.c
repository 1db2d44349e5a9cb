/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameter table of a scenario file: what `carom show` prints and --set reaches. */
#include "harness/scenario.h"

static const char *const boundary_words[] = {"walls", "periodic", "open", NULL};
static const char *const wall_contact_words[] = {"surface", "centre", NULL};
static const char *const scale_words[] = {"linear", "log", "phases", "seeds", NULL};

static const carom_param table_rows[] = {
    {.key = "width_m", .type = CAROM_NUMBER, .unit = "m", .fallback = "2.54",
     .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .doc = "inside width of the table, x",
     .offset = offsetof(carom_problem, width_m)},
    {.key = "height_m", .type = CAROM_NUMBER, .unit = "m", .fallback = "1.27",
     .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .doc = "inside height of the table, y",
     .offset = offsetof(carom_problem, height_m)},
    {.key = "boundary", .type = CAROM_WORD, .fallback = "walls", .words = boundary_words,
     .doc = "what is at the edge of the table", .offset = offsetof(carom_problem, boundary)},
    {.key = NULL}};

static const carom_param restitution_rows[] = {
    {.key = "ball_ball", .type = CAROM_NUMBER, .fallback = "1", .lowest = 0,
     .highest = CAROM_ANY_HIGH, .doc = "restitution between balls",
     .offset = offsetof(carom_restitution, ball_ball)},
    {.key = "ball_wall", .type = CAROM_NUMBER, .fallback = "1", .lowest = 0,
     .highest = CAROM_ANY_HIGH, .doc = "restitution between a ball and a wall",
     .offset = offsetof(carom_restitution, ball_wall)},
    {.key = NULL}};

#define CHANGED(name, what)                                                                       \
    {.key = #name, .type = CAROM_NUMBER, .fallback = "", .lowest = 0, .highest = CAROM_ANY_HIGH, .doc = what, \
     .offset = offsetof(carom_restitution, name)}
static const carom_param changed_rows[] = {CHANGED(ball_ball, "between balls; as before by default"),
                                           CHANGED(ball_wall, "between a ball and a wall; as before by default"),
                                           {.key = NULL}};

static const carom_param schedule_rows[] = {
    {.key = "at_s", .type = CAROM_NUMBER, .unit = "s", .fallback = NULL, .lowest = 0, .highest = CAROM_ANY_HIGH,
     .doc = "from when on", .offset = offsetof(carom_change, t_s)},
    {.key = "restitution", .type = CAROM_MAP, .fallback = "", .fields = changed_rows, .scalar_sets_all = true,
     .doc = "one number for both surfaces, or one for each", .offset = offsetof(carom_change, restitution)},
    {.key = NULL}};

#define COORDINATE(name, what)                                                                   \
    {.key = #name, .type = CAROM_NUMBER, .unit = "m", .fallback = NULL, .lowest = CAROM_ANY_LOW, \
     .highest = CAROM_ANY_HIGH, .doc = what, .offset = offsetof(carom_scenario_ball, ball.name)}
#define VELOCITY(name, what)                                                                      \
    {.key = #name, .type = CAROM_NUMBER, .unit = "m/s", .fallback = "0", .lowest = CAROM_ANY_LOW, \
     .highest = CAROM_ANY_HIGH, .doc = what, .offset = offsetof(carom_scenario_ball, ball.name)}

static const carom_param ball_rows[] = {
    {.key = "name", .type = CAROM_TEXT, .fallback = "", .size = CAROM_NAME_SIZE,
     .doc = "name in the records; ball1, ball2, ... by default",
     .offset = offsetof(carom_scenario_ball, name)},
    COORDINATE(x_m, "position of the centre"),
    COORDINATE(y_m, "position of the centre"),
    VELOCITY(vx_mps, "velocity"),
    VELOCITY(vy_mps, "velocity"),
    {.key = "radius_m", .type = CAROM_NUMBER, .unit = "m", .fallback = "0.028575",
     .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .doc = "radius",
     .offset = offsetof(carom_scenario_ball, ball.radius_m)},
    {.key = "mass_kg", .type = CAROM_NUMBER, .unit = "kg", .fallback = "0.17",
     .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .doc = "mass",
     .offset = offsetof(carom_scenario_ball, ball.mass_kg)},
    {.key = "density_kgpm3", .type = CAROM_NUMBER, .unit = "kg/m^3", .fallback = "",
     .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .instead_of = "mass_kg",
     .doc = "or of what it is made: the mass is a sphere's, 4/3 pi r^3 times this",
     .offset = offsetof(carom_scenario_ball, density_kgpm3)},
    {.key = "rolling_resistance", .type = CAROM_NUMBER, .fallback = "", .lowest = 0,
     .highest = CAROM_ANY_HIGH, .doc = "c_rr of this ball; the table's by default",
     .offset = offsetof(carom_scenario_ball, ball.rolling_resistance)},
    {.key = "air_drag", .type = CAROM_NUMBER, .fallback = "", .lowest = 0,
     .highest = CAROM_ANY_HIGH, .doc = "f_d of this ball; the table's by default",
     .offset = offsetof(carom_scenario_ball, ball.air_drag)},
    {.key = "fixed", .type = CAROM_FLAG, .fallback = "false",
     .doc = "an obstacle: it never moves, as if of infinite mass", .offset = offsetof(carom_scenario_ball, ball.fixed)},
    {.key = "material", .type = CAROM_TEXT, .fallback = "", .size = CAROM_MATERIAL_SIZE,
     .doc = "what pairs speaks of", .offset = offsetof(carom_scenario_ball, material)},
    {.key = "spot_rad", .type = CAROM_VECTOR, .unit = "rad", .fallback = "0", .lowest = CAROM_ANY_LOW, .highest = CAROM_ANY_HIGH,
     .doc = "[phi, theta] of the spot that an animation shows, at the start: from +x, and from the top",
     .offset = offsetof(carom_scenario_ball, spot_rad)},
    {.key = NULL}};

static const carom_param drag_rows[] = {
    {.key = "air_kgpm3", .type = CAROM_NUMBER, .unit = "kg/m^3", .fallback = "1.2", .lowest = 0,
     .highest = CAROM_ANY_HIGH, .doc = "density of the air", .offset = offsetof(carom_drag_keys, air_kgpm3)},
    {.key = "ball_kgpm3", .type = CAROM_NUMBER, .unit = "kg/m^3", .fallback = "", .lowest = CAROM_POSITIVE,
     .highest = CAROM_ANY_HIGH, .doc = "density of the balls; by default each ball's own, from its mass and radius",
     .offset = offsetof(carom_drag_keys, ball_kgpm3)},
    {.key = "c_d", .type = CAROM_NUMBER, .fallback = "0.47", .lowest = 0, .highest = CAROM_ANY_HIGH,
     .doc = "drag coefficient; a smooth sphere's by default", .offset = offsetof(carom_drag_keys, c_d)},
    {.key = NULL}};

static const carom_param pair_rows[] = {
    {.key = "a", .type = CAROM_TEXT, .fallback = NULL, .size = CAROM_MATERIAL_SIZE,
     .doc = "a material of balls", .offset = offsetof(carom_pair, a)},
    {.key = "b", .type = CAROM_TEXT, .fallback = NULL, .size = CAROM_MATERIAL_SIZE,
     .doc = "another, the same, or wall", .offset = offsetof(carom_pair, b)},
    {.key = "restitution", .type = CAROM_NUMBER, .fallback = "", .lowest = 0, .highest = CAROM_ANY_HIGH,
     .doc = "between these two; restitution's by default", .offset = offsetof(carom_pair, restitution)},
    {.key = "stiffness_factor", .type = CAROM_NUMBER, .fallback = "1", .lowest = CAROM_POSITIVE,
     .highest = CAROM_ANY_HIGH, .doc = "of springs: times the stiffness of the solver",
     .offset = offsetof(carom_pair, stiffness_factor)},
    {.key = NULL}};

static const carom_param group_rows[] = {
    {.key = "kind", .type = CAROM_ENTRY, .fallback = NULL, .seam = &carom_group_kinds,
     .doc = "rule that places the balls", .offset = offsetof(carom_scenario_group, kind)},
    {.key = NULL}};

static const carom_param solver_rows[] = {
    {.key = "name", .type = CAROM_TEXT, .fallback = "", .size = CAROM_NAME_SIZE,
     .doc = "name in records and tables; the kind by default",
     .offset = offsetof(carom_scenario_solver, name)},
    {.key = "kind", .type = CAROM_ENTRY, .fallback = NULL, .seam = &carom_solvers,
     .doc = "which solver", .offset = offsetof(carom_scenario_solver, kind)},
    {.key = NULL}};

static const char *const theory_words[] = {"theory", NULL};

#define BOUND(name, word, what)                                                                   \
    {.key = #name, .type = CAROM_NUMBER, .fallback = "", .lowest = CAROM_ANY_LOW, .highest = CAROM_ANY_HIGH, \
     .words = word, .doc = what, .offset = offsetof(carom_scenario_check, name)}
const carom_param carom_check_rows[] = {
    {.key = "kind", .type = CAROM_ENTRY, .fallback = "summary", .seam = &carom_check_kinds,
     .doc = "what is looked at", .offset = offsetof(carom_scenario_check, kind)},
    {.key = "solver", .type = CAROM_TEXT, .fallback = "", .size = CAROM_NAME_SIZE,
     .doc = "name of a solver; all by default", .offset = offsetof(carom_scenario_check, solver)},
    BOUND(max, theory_words, "largest magnitude allowed"),
    BOUND(min, NULL, "smallest value allowed"),
    BOUND(equals, theory_words, "the value, but for `within`"),
    BOUND(within, theory_words, "how far from `equals`; theory by default"),
    {.key = NULL}};

/* A row without a key: the item itself is a scalar. */
static const carom_param word_rows[] = {
    {.key = "", .type = CAROM_TEXT, .fallback = NULL, .size = CAROM_KEY_SIZE, .doc = "a value",
     .offset = offsetof(carom_scenario_word, text)},
    {.key = NULL}};

static const carom_param sweep_parameter_rows[] = {
    {.key = "key", .type = CAROM_TEXT, .fallback = NULL, .size = CAROM_KEY_SIZE,
     .doc = "what varies, as --set takes it; * for every item that says what follows: solvers.*.step_s", .offset = offsetof(carom_sweep_parameter, key)},
    {.key = "from", .type = CAROM_NUMBER, .fallback = "", .lowest = CAROM_ANY_LOW,
     .highest = CAROM_ANY_HIGH, .doc = "first value",
     .offset = offsetof(carom_sweep_parameter, from)},
    {.key = "to", .type = CAROM_NUMBER, .fallback = "", .lowest = CAROM_ANY_LOW,
     .highest = CAROM_ANY_HIGH, .doc = "last value", .offset = offsetof(carom_sweep_parameter, to)},
    {.key = "count", .type = CAROM_COUNT, .fallback = "2", .lowest = 1, .highest = 1000000,
     .doc = "how many values", .offset = offsetof(carom_sweep_parameter, count)},
    {.key = "scale", .type = CAROM_WORD, .fallback = "linear", .words = scale_words,
     .doc = "spacing of the values; phases: middles of equal parts of from..to (0..1), seeds: from (1), from + 1, ...",
     .offset = offsetof(carom_sweep_parameter, scale)},
    {.key = "values", .type = CAROM_LIST, .fallback = "", .lowest = 1, .highest = 1000000,
     .fields = word_rows, .size = sizeof(carom_scenario_word), .doc = "the values one by one",
     .offset = offsetof(carom_sweep_parameter, values)},
    {.key = NULL}};

static const carom_param sweep_rows[] = {
    {.key = "parameters", .type = CAROM_LIST, .fallback = "", .lowest = 1, .highest = 16,
     .fields = sweep_parameter_rows, .size = sizeof(carom_sweep_parameter),
     .doc = "what varies; the grid is the product", .offset = offsetof(carom_sweep, parameters)},
    {.key = "collect", .type = CAROM_LIST, .fallback = "", .lowest = 1, .highest = 64,
     .fields = word_rows, .size = sizeof(carom_scenario_word),
     .doc = "quantities to collect, or cue.vx_mps: of a ball at the end; by default the columns of summary.tsv but the clock", .offset = offsetof(carom_sweep, collect)},
    {.key = NULL}};

static const carom_param divergence_rows[] = {
    {.key = "horizon_rel", .type = CAROM_NUMBER, .fallback = "0.1", .lowest = CAROM_POSITIVE, .highest = 1000,
     .doc = "part of the smallest radius; runs this far apart no longer tell the same story",
     .offset = offsetof(carom_divergence_keys, horizon_rel)},
    {.key = NULL}};

#define CONVERGENCE(name, usual, low, high, what)                                                 \
    {.key = #name, .type = CAROM_NUMBER, .fallback = usual, .lowest = low, .highest = high,       \
     .doc = what, .offset = offsetof(carom_convergence_keys, name)}
#define CONVERGENCE_COUNT(name, usual, high, what)                                                \
    {.key = #name, .type = CAROM_COUNT, .fallback = usual, .lowest = 1, .highest = high,          \
     .doc = what, .offset = offsetof(carom_convergence_keys, name)}
static const carom_param convergence_rows[] = {
    CONVERGENCE(theta_from, "0.002", CAROM_POSITIVE, 100, "shortest step, times sqrt(k/mu) of the stiffest contact"),
    CONVERGENCE(theta_to, "2.5", CAROM_POSITIVE, 100, "longest step"),
    CONVERGENCE_COUNT(thetas, "16", 1000, "how many steps, in ratio"),
    CONVERGENCE(factor_from, "0.01", CAROM_POSITIVE, 1e12, "softest: the solver's own stiffness times this"),
    CONVERGENCE(factor_to, "100", CAROM_POSITIVE, 1e12, "stiffest"),
    CONVERGENCE_COUNT(factors, "5", 1000, "how many stiffnesses, in ratio"),
    CONVERGENCE_COUNT(phases, "32", 10000, "phases of the step at touch that every point is averaged over"),
    {.key = NULL}};

static const carom_param statistics_rows[] = {
    {.key = "seeds", .type = CAROM_COUNT, .fallback = "20", .lowest = 2, .highest = 1000000,
     .doc = "runs of the ensemble", .offset = offsetof(carom_statistics_keys, seeds)},
    {.key = "first_seed", .type = CAROM_COUNT, .fallback = "1", .lowest = 0, .highest = 4000000000.0,
     .doc = "seed of the first; the others count on", .offset = offsetof(carom_statistics_keys, first_seed)},
    {.key = "from_s", .type = CAROM_NUMBER, .unit = "s", .fallback = "0", .lowest = 0, .highest = CAROM_ANY_HIGH,
     .doc = "what happens before does not count", .offset = offsetof(carom_statistics_keys, from_s)},
    {.key = "spread_rel", .type = CAROM_NUMBER, .fallback = "0.01", .lowest = 0, .highest = 1,
     .doc = "where no group has a seed: by what part of a radius the fastest ball is displaced across its way (sigma)",
     .offset = offsetof(carom_statistics_keys, spread_rel)},
    {.key = NULL}};

const carom_param carom_scenario_rows[] = {
    {.key = "carom", .type = CAROM_COUNT, .fallback = NULL, .lowest = CAROM_SCENARIO_VERSION,
     .highest = CAROM_SCENARIO_VERSION, .doc = "format version",
     .offset = offsetof(carom_scenario, version)},
    {.key = "title", .type = CAROM_TEXT, .fallback = "", .size = CAROM_TITLE_SIZE, .controls = "\t",
     .doc = "one line", .offset = offsetof(carom_scenario, title)},
    {.key = "source", .type = CAROM_TEXT, .fallback = "", .size = CAROM_SOURCE_SIZE, .controls = "\t\n",
     .doc = "where the scenario comes from", .offset = offsetof(carom_scenario, source)},
    {.key = "table", .type = CAROM_MAP, .fallback = "", .fields = table_rows,
     .doc = "the table", .offset = offsetof(carom_scenario, problem)},
    {.key = "wall_contact", .type = CAROM_WORD, .fallback = "surface",
     .words = wall_contact_words, .doc = "what of a ball turns at a wall",
     .offset = offsetof(carom_scenario, problem.wall_contact)},
    {.key = "gravity_mps2", .type = CAROM_VECTOR, .unit = "m/s^2", .fallback = "0",
     .lowest = CAROM_ANY_LOW, .highest = CAROM_ANY_HIGH, .doc = "in the plane of the table",
     .offset = offsetof(carom_scenario, problem.gravity_mps2)},
    {.key = "rolling_resistance", .type = CAROM_NUMBER, .fallback = "0", .lowest = 0,
     .highest = CAROM_ANY_HIGH, .doc = "c_rr: deceleration c_rr g_mps2",
     .offset = offsetof(carom_scenario, problem.rolling_resistance)},
    {.key = "g_mps2", .type = CAROM_NUMBER, .unit = "m/s^2", .fallback = "9.80665", .lowest = 0,
     .highest = CAROM_ANY_HIGH, .doc = "what presses balls onto the table, for rolling_resistance",
     .offset = offsetof(carom_scenario, problem.g_mps2)},
    {.key = "air_drag", .type = CAROM_NUMBER, .fallback = "0", .lowest = 0,
     .highest = CAROM_ANY_HIGH, .instead_of = "drag", .doc = "f_d: deceleration f_d v^2 / r",
     .offset = offsetof(carom_scenario, problem.air_drag)},
    {.key = "drag", .type = CAROM_MAP, .fallback = "", .fields = drag_rows,
     .doc = "instead of air_drag: f_d = 3 air_kgpm3 c_d/(8 ball_kgpm3)", .offset = offsetof(carom_scenario, drag)},
    {.key = "restitution", .type = CAROM_MAP, .fallback = "", .fields = restitution_rows,
     .scalar_sets_all = true, .doc = "one number for both surfaces, or one for each",
     .offset = offsetof(carom_scenario, problem.restitution)},
    {.key = "schedule", .type = CAROM_LIST, .fallback = "", .lowest = 0, .highest = 10000, .fields = schedule_rows,
     .size = sizeof(carom_change), .doc = "what changes during the run", .offset = offsetof(carom_scenario, schedule)},
    {.key = "orientation", .type = CAROM_FLAG, .fallback = "false",
     .doc = "record how the balls have rolled: unit quaternions in trajectory.tsv",
     .offset = offsetof(carom_scenario, problem.orientation)},
    {.key = "pairs", .type = CAROM_LIST, .fallback = "", .lowest = 0, .highest = 1000,
     .fields = pair_rows, .size = sizeof(carom_pair), .doc = "what is different between materials",
     .offset = offsetof(carom_scenario, pairs)},
    {.key = "allow_energy_gain", .type = CAROM_FLAG, .fallback = "false",
     .doc = "admit a restitution above 1", .offset = offsetof(carom_scenario, allow_energy_gain)},
    {.key = "allow_unstable", .type = CAROM_FLAG, .fallback = "false",
     .doc = "admit steps beyond the stability limit in every solver",
     .offset = offsetof(carom_scenario, allow_unstable)},
    {.key = "duration_s", .type = CAROM_NUMBER, .unit = "s", .fallback = "2",
     .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .doc = "simulated time",
     .offset = offsetof(carom_scenario, duration_s)},
    {.key = "samples", .type = CAROM_COUNT, .fallback = "201", .lowest = 2, .highest = 10000000,
     .doc = "states recorded, t = 0 and t = duration included",
     .offset = offsetof(carom_scenario, samples)},
    {.key = "seed", .type = CAROM_COUNT, .fallback = "1", .lowest = 0, .highest = 4294967295.0,
     .doc = "of the random numbers", .offset = offsetof(carom_scenario, seed)},
    {.key = "balls", .type = CAROM_LIST, .fallback = "", .lowest = 0, .highest = 1000000,
     .fields = ball_rows, .size = sizeof(carom_scenario_ball), .doc = "balls one by one",
     .offset = offsetof(carom_scenario, balls)},
    {.key = "groups", .type = CAROM_LIST, .fallback = "", .lowest = 0, .highest = 10000,
     .fields = group_rows, .size = sizeof(carom_scenario_group), .doc = "balls by rule",
     .offset = offsetof(carom_scenario, groups)},
    {.key = "solvers", .type = CAROM_LIST, .fallback = NULL, .lowest = 1, .highest = 1000,
     .fields = solver_rows, .size = sizeof(carom_scenario_solver), .doc = "what to run",
     .offset = offsetof(carom_scenario, solvers)},
    {.key = "reference", .type = CAROM_TEXT, .fallback = "", .size = CAROM_NAME_SIZE,
     .doc = "solver that divergence is measured against; the first by default",
     .offset = offsetof(carom_scenario, reference)},
    {.key = "checks", .type = CAROM_LIST, .fallback = "", .lowest = 0, .highest = 10000,
     .fields = carom_check_rows, .size = sizeof(carom_scenario_check),
     .doc = "what carom check holds the runs to", .offset = offsetof(carom_scenario, checks)},
    {.key = "sweep", .type = CAROM_MAP, .fallback = "", .fields = sweep_rows,
     .doc = "the grid of carom sweep", .offset = offsetof(carom_scenario, sweep)},
    {.key = "divergence", .type = CAROM_MAP, .fallback = "", .fields = divergence_rows,
     .doc = "how carom diverge takes differences apart", .offset = offsetof(carom_scenario, divergence)},
    {.key = "convergence", .type = CAROM_MAP, .fallback = "", .fields = convergence_rows,
     .doc = "the map of carom converge", .offset = offsetof(carom_scenario, convergence)},
    {.key = "statistics", .type = CAROM_MAP, .fallback = "", .fields = statistics_rows,
     .doc = "the ensemble of carom statistics", .offset = offsetof(carom_scenario, statistics)},
    {.key = NULL}};
