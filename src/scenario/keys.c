/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of a scenario file: the parameter tables for reading, --set, `carom show` and `carom list`.
 */
#include "measure/measure.h"
#include "params/rows.h"
#include "scenario/panels.h"
#include "scenario/scenario.h"

/* ---- balls and groups ---- */

#define AT(member) offsetof(carom_scenario_ball, member)
static const carom_param ball_rows[] = {
    {TEXT("name", AT(name), "", CAROM_NAME_SIZE,
          "name in the records; ball1, ball2, ... by default")},
    {NUMBER("x_m", AT(ball.x_m), "m", NULL, ANY_LOW, ANY, "x of the centre")},
    {NUMBER("y_m", AT(ball.y_m), "m", NULL, ANY_LOW, ANY, "y of the centre")},
    {NUMBER("vx_mps", AT(ball.vx_mps), "m/s", "0", ANY_LOW, ANY, "velocity along x")},
    {NUMBER("vy_mps", AT(ball.vy_mps), "m/s", "0", ANY_LOW, ANY, "velocity along y")},
    {NUMBER("radius_m", AT(ball.radius_m), "m", "0.028575", POSITIVE, ANY, "radius")},
    {NUMBER("mass_kg", AT(ball.mass_kg), "kg", "0.17", POSITIVE, ANY, "mass")},
    {NUMBER("density_kgpm3", AT(density_kgpm3), "kg/m^3", "", POSITIVE, ANY,
            "density; the mass is that of a sphere, 4/3 pi r^3 times this"),
     .instead_of = "mass_kg"},
    {NUMBER("rolling_resistance", AT(ball.rolling_resistance), "", "", 0, ANY,
            "coefficient of rolling resistance c_rr of this ball; the table's by default")},
    {NUMBER("air_drag", AT(ball.air_drag), "", "", 0, ANY,
            "drag factor f_d of this ball; the table's by default")},
    {NUMBER("spin_radps", AT(ball.spin_radps), "rad/s", "0", ANY_LOW, ANY,
            "spin about the vertical axis, counterclockwise")},
    {NUMBER("inertia_factor", AT(ball.inertia_factor), "", "0.4", POSITIVE, ANY,
            "moment of inertia over m r^2: 0.4 for a sphere, 0.5 for a disc")},
    {FLAG("fixed", AT(ball.fixed), "false", "obstacle: never moves, infinite mass")},
    {TEXT("material", AT(material), "", CAROM_MATERIAL_SIZE,
          "name of the material, used by pairs and materials")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_scenario_group, member)
static const carom_param group_rows[] = {
    {ENTRY("kind", AT(kind), NULL, &carom_group_kinds, "arrangement of the balls")}, {.key = NULL}};

/* ---- checks ---- */

const char *const carom_check_file_names[] = {"series", "trajectory", "divergence", "collisions",
                                              NULL};
static const char *const over_words[] = {"end", "max", "min", "largest", "start", NULL};
static const char *const of_words[] = {"step", "stiffness", NULL};

#undef AT
#define AT(member) offsetof(carom_summary_check, member)
static const carom_param summary_params[] = {
    {WORD("quantity", AT(quantity), NULL, carom_quantity_words,
          "a quantity of the summary (carom list quantities)")},
    {.key = NULL}};

static const carom_check_kind summary_check = {
    .about = {.name = "summary",
              .summary = "a quantity of the summary",
              .params = summary_params,
              .options_size = sizeof(carom_summary_check)},
    .subject = "quantity",
    .is_default = true,
    .has_theory = true,
};

#undef AT
#define AT(member) offsetof(carom_column_check, member)
static const carom_param column_params[] = {
    {TEXT("column", AT(column), NULL, CAROM_NAME_SIZE, "name of the column")},
    {WORD("file", AT(file), "series", carom_check_file_names, "table of the solver")},
    {TEXT("ball", AT(ball), "", CAROM_NAME_SIZE, "only rows of this ball")},
    {NUMBER("at_s", AT(at_s), "s", "", 0, ANY, "value at the sample of this time")},
    {WORD("over", AT(over), "end", over_words,
          "value over all samples: the last, largest, smallest, largest magnitude, or first")},
    {.key = NULL}};

static const carom_check_kind column_check = {
    .about = {.name = "column",
              .summary = "a column of the records, at one time or over all samples",
              .params = column_params,
              .options_size = sizeof(carom_column_check)},
    .subject = "column",
};

#undef AT
#define AT(member) offsetof(carom_sequence_check, member)
static const carom_param sequence_params[] = {
    {TEXT("as", AT(as), "", CAROM_NAME_SIZE,
          "solver to compare the collision sequence with; the reference by default")},
    {NUMBER("until_s", AT(until_s), "s", "", POSITIVE, ANY, "only collisions before this time")},
    {.key = NULL}};

static const carom_check_kind sequence_check = {
    .about = {.name = "sequence",
              .summary = "the collision sequence of every ball equals that of another solver",
              .params = sequence_params,
              .options_size = sizeof(carom_sequence_check)},
    .has_default_bound = true,
};

#undef AT
#define AT(member) offsetof(carom_order_check, member)
static const carom_param order_params[] = {
    {WORD("of", AT(of), "step", of_words,
          "order of the discretization error in the step, or exponent of the modelling error in "
          "the stiffness")},
    {.key = NULL}};

static const carom_check_kind order_check = {
    .about = {.name = "order",
              .summary = "order of convergence, measured by carom converge",
              .params = order_params,
              .options_size = sizeof(carom_order_check)},
    .has_default_bound = true,
    .has_theory = true,
};

static const carom_check_kind renumbering_check = {
    .about = {.name = "renumbering",
              .summary = "reversing the order of the balls changes no bit of the result"},
    .has_default_bound = true,
};

#undef AT
#define AT(member) offsetof(carom_data_check, member)
static const carom_param data_params[] = {
    {NUMBER("within_sigma", AT(within_sigma), "", NULL, POSITIVE, ANY,
            "largest allowed deviation of a measured point from the curve, in standard errors")},
    {TEXT("series", AT(series), "", CAROM_KEY_SIZE, "only points of this series; all by default")},
    {.key = NULL}};

static const carom_check_kind data_check = {
    .about = {.name = "data",
              .summary = "the points of sweep.data lie near the solver's curve; runs the sweep",
              .params = data_params,
              .options_size = sizeof(carom_data_check)},
    .has_default_bound = true,
};

static const carom_entry *const entries[] = {&summary_check.about,
                                             &column_check.about,
                                             &order_check.about,
                                             &sequence_check.about,
                                             &renumbering_check.about,
                                             &data_check.about,
                                             NULL};

const carom_interface carom_check_kinds = {"check", "checks", entries};

static const char *const theory_words[] = {"theory", NULL};

#undef AT
#define AT(member) offsetof(carom_scenario_check, member)
const carom_param carom_check_rows[] = {
    {ENTRY("kind", AT(kind), "summary", &carom_check_kinds, "what is checked")},
    {TEXT("solver", AT(solver), "", CAROM_NAME_SIZE, "name of a solver; all by default")},
    {NUMBER("max", AT(max), "", "", 0, ANY, "largest allowed magnitude"), .words = theory_words},
    {NUMBER("min", AT(min), "", "", ANY_LOW, ANY, "smallest allowed value")},
    {NUMBER("equals", AT(equals), "", "", ANY_LOW, ANY, "expected value, within `within`"),
     .words = theory_words},
    {NUMBER("within", AT(within), "", "", 0, ANY,
            "largest allowed distance from `equals`; theory by default"),
     .words = theory_words},
    {TEXT("goal", AT(goal), "", CAROM_GOAL_SIZE,
          "text of a goal in the lab; checks with the same text are one goal")},
    {.key = NULL}};

/* ---- studies ---- */

static const char *const scale_words[] = {"linear", "log", "phases", "seeds", NULL};

/* A row without a key: the item itself is a scalar. */
#undef AT
#define AT(member) offsetof(carom_scenario_word, member)
static const carom_param word_rows[] = {{TEXT("", AT(text), NULL, CAROM_KEY_SIZE, "a value")},
                                        {.key = NULL}};

#define FORMULA_OF_X                                                                               \
    "of x, the parameter's value: numbers, pi, + - * / ^ ( ), abs, sqrt, exp, log, sin, cos, "     \
    "tan, atan, floor, ceil, min, max"

#undef AT
#define AT(member) offsetof(carom_sweep_set_key, member)
static const carom_param sweep_set_rows[] = {
    {TEXT("key", AT(key), NULL, CAROM_KEY_SIZE, "key to set, as for --set")},
    {TEXT("formula", AT(formula), NULL, CAROM_KEY_SIZE, FORMULA_OF_X)},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_sweep_parameter, member)
static const carom_param sweep_parameter_rows[] = {
    {TEXT("key", AT(key), NULL, CAROM_KEY_SIZE,
          "key that varies, as for --set; * for every item that has the next key: "
          "solvers.*.step_s; with sets: a name")},
    {NUMBER("from", AT(from), "", "", ANY_LOW, ANY, "first value")},
    {NUMBER("to", AT(to), "", "", ANY_LOW, ANY, "last value")},
    {COUNT("count", AT(count), "2", 1, 1000000, "number of values")},
    {WORD("scale", AT(scale), "linear", scale_words,
          "spacing of the values; phases: centres of equal parts of from..to (0..1), seeds: from "
          "(1), from + 1, ...")},
    {LIST("values", AT(values), sizeof(carom_scenario_word), word_rows, "list of the values"),
     .fallback = "", .lowest = 1, .highest = 1000000},
    {LIST("sets", AT(sets), sizeof(carom_sweep_set_key), sweep_set_rows,
          "keys computed from the value, instead of a key that varies"),
     .fallback = "", .lowest = 1, .highest = 64},
    {TEXT("label", AT(label), "", CAROM_KEY_SIZE,
          "label in figures, with the unit in brackets if it has one; by default the text of "
          "'carom list'")},
    {NUMBER("origin", AT(origin), "", "", ANY_LOW, ANY, "origin of the axis in figures")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_sweep_theory, member)
static const carom_param sweep_theory_rows[] = {
    {TEXT("quantity", AT(quantity), NULL, CAROM_KEY_SIZE, "a collected quantity")},
    {TEXT("formula", AT(formula), NULL, CAROM_KEY_SIZE, FORMULA_OF_X)},
    {TEXT("label", AT(label), "theory", CAROM_KEY_SIZE, "label of the line")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_sweep, member)
static const carom_param sweep_rows[] = {
    {LIST("parameters", AT(parameters), sizeof(carom_sweep_parameter), sweep_parameter_rows,
          "parameters that vary; the grid is their product"),
     .fallback = "", .lowest = 1, .highest = 16},
    {LIST("collect", AT(collect), sizeof(carom_scenario_word), word_rows,
          "quantities to collect: names, ratios a/b, final values of a ball such as cue.vx_mps, or "
          "left.first_ball, the number of the first ball at a wall; by default the columns of "
          "summary.tsv without clock times"),
     .fallback = "", .lowest = 1, .highest = 64},
    {LIST("theory", AT(theory), sizeof(carom_sweep_theory), sweep_theory_rows,
          "theory: lines in the figures of a sweep over one parameter"),
     .fallback = "", .highest = 64},
    {TEXT("together", AT(together), "", CAROM_KEY_SIZE,
          "draw all collected quantities in one figure; axis label with unit")},
    {TEXT("shown_as", AT(shown_as), "", CAROM_KEY_SIZE,
          "formula of x, the value of a quantity, that figures over one parameter show, as "
          "1/sqrt(x); with `together` as the label of the axis")},
    {TEXT(
        "data", AT(data), "", CAROM_DATA_PATH_SIZE,
        "file of measured points with error bars, relative to the scenario file, for a sweep over "
        "one parameter ('carom help studies')")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_divergence_keys, member)
static const carom_param divergence_rows[] = {
    {NUMBER("horizon_rel", AT(horizon_rel), "", "0.1", POSITIVE, 1000,
            "distance at which runs have diverged, relative to the smallest radius")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_convergence_keys, member)
static const carom_param convergence_rows[] = {
    {NUMBER("theta_from", AT(theta_from), "", "0.002", POSITIVE, 100,
            "shortest step, times sqrt(k/m_red) of the stiffest contact")},
    {NUMBER("theta_to", AT(theta_to), "", "2.5", POSITIVE, 100, "longest step")},
    {COUNT("thetas", AT(thetas), "16", 1, 100, "number of step sizes, in equal ratios")},
    {NUMBER("factor_from", AT(factor_from), "", "0.01", POSITIVE, 1e12,
            "lowest stiffness: that of the solver times this")},
    {NUMBER("factor_to", AT(factor_to), "", "100", POSITIVE, 1e12,
            "highest stiffness: that of the solver times this")},
    {COUNT("factors", AT(factors), "5", 1, 100, "number of stiffnesses, in equal ratios")},
    {COUNT("phases", AT(phases), "32", 1, 1000,
           "number of sub-step offsets of the contact over which every point is averaged")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_statistics_keys, member)
static const carom_param statistics_rows[] = {
    {COUNT("seeds", AT(seeds), "20", 2, 10000, "number of runs of the ensemble")},
    {COUNT("first_seed", AT(first_seed), "1", 0, 4000000000.0,
           "first seed; the others follow by steps of 1")},
    {NUMBER("from_s", AT(from_s), "s", "0", 0, ANY, "start of the evaluation")},
    {NUMBER("spread_rel", AT(spread_rel), "", "0.01", 0, 1,
            "standard deviation of the sideways displacement of the fastest ball, relative to the "
            "smallest radius; used if no group has a seed")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_gradient_keys, member)
static const carom_param gradient_rows[] = {
    {TEXT("of", AT(of), "", CAROM_KEY_SIZE,
          "BALL.COLUMN, such as b.x_m: quantity at the end of the run; by default x_m of the last "
          "ball")},
    {LIST("by", AT(by), sizeof(carom_scenario_word), word_rows,
          "keys, as for --set; by default x_m of the first ball"),
     .fallback = "", .lowest = 1, .highest = 16},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_fit_keys, member)
static const carom_param fit_rows[] = {
    {LIST("by", AT(by), sizeof(carom_scenario_word), word_rows, "keys to fit, as for --set"),
     .fallback = "", .lowest = 1, .highest = 16},
    {TEXT("to", AT(to), "", CAROM_NAME_SIZE,
          "recorded solver that is fitted; by default the first one")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_audit_keys, member)
static const carom_param audit_rows[] = {
    {NUMBER("within", AT(within), "", "0", 0, ANY,
            "error of recorded positions (m) and velocities (m/s) that carom check --records "
            "allows; by default the rounding of the file")},
    {.key = NULL}};

/* ---- the lab page ---- */

const char *const carom_view_charts[] = {"energy",   "divergence", "raster",
                                         "momentum", "contact",    NULL};
const char *const carom_view_knobs[] = {"speed",    "restitution", "stiffness",   "step", "offset",
                                        "mass",     "friction",    "gravity",     "gap",  "count",
                                        "duration", "rolling",     "temperature", NULL};

#undef AT
#define AT(member) offsetof(carom_view_knob, member)
static const carom_param view_knob_rows[] = {
    {WORD("", AT(knob), NULL, carom_view_knobs, "a parameter")}, {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_view_keys, member)
static const carom_param view_rows[] = {
    {WORD("chart", AT(chart), "energy", carom_view_charts, "chart beside the table")},
    {FLAG("trails", AT(trails), "false", "draw the trails of the balls")},
    {NUMBER("zoom", AT(zoom), "", "1", 0.1, 1000,
            "magnification about the balls at t = 0; 1: the whole table")},
    {LIST("knobs", AT(knobs), sizeof(carom_view_knob), view_knob_rows,
          "parameters above the others; by default speed, restitution, stiffness and step"),
     .fallback = "", .lowest = 1, .highest = 6},
    {.key = NULL}};

/* ---- the whole file ---- */

static const char *const boundary_words[] = {"walls", "periodic", "open", NULL};
static const char *const wall_contact_words[] = {"surface", "centre", NULL};

#undef AT
#define AT(member) offsetof(carom_scenario, member)
static const carom_param table_rows[] = {
    {ENTRY("shape", AT(shape), "rectangle", &carom_shapes, "shape of the table")},
    {WORD("boundary", AT(problem.boundary), "walls", boundary_words, "boundary of the table")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_restitution, member)
static const carom_param restitution_rows[] = {
    {NUMBER("ball_ball", AT(ball_ball), "", "1", 0, ANY, "restitution between balls")},
    {NUMBER("ball_wall", AT(ball_wall), "", "1", 0, ANY, "restitution between a ball and a wall")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_scenario, member)
static const carom_param friction_rows[] = {
    {NUMBER("ball_ball", AT(problem.friction.ball_ball), "", "0", 0, ANY,
            "Coulomb's mu between balls; nominal mu of the law")},
    {NUMBER("ball_wall", AT(problem.friction.ball_wall), "", "0", 0, ANY,
            "Coulomb's mu between a ball and a wall; nominal mu of the law")},
    {ENTRY("law", AT(friction_law), "constant", &carom_friction_laws,
           "law of mu over the slip speed")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_surfaces, member)
static const carom_param tangential_rows[] = {
    {NUMBER("ball_ball", AT(ball_ball), "", "0", -1, 1,
            "tangential restitution of a sticking contact of balls")},
    {NUMBER("ball_wall", AT(ball_wall), "", "0", -1, 1,
            "tangential restitution of a sticking contact of a ball and a wall")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_restitution, member)
static const carom_param changed_rows[] = {
    {NUMBER("ball_ball", AT(ball_ball), "", "", 0, ANY,
            "new restitution between balls; unchanged by default")},
    {NUMBER("ball_wall", AT(ball_wall), "", "", 0, ANY,
            "new restitution between a ball and a wall; unchanged by default")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_change, member)
static const carom_param schedule_rows[] = {
    {NUMBER("at_s", AT(t_s), "s", NULL, 0, ANY, "start of the change")},
    {MAP("restitution", AT(restitution), changed_rows,
         "new restitution: one number for both, or one for each"),
     .fallback = "", .scalar_sets_all = true},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_drag_keys, member)
static const carom_param drag_rows[] = {
    {NUMBER("air_kgpm3", AT(air_kgpm3), "kg/m^3", "1.2", 0, ANY, "density of the air")},
    {NUMBER("ball_kgpm3", AT(ball_kgpm3), "kg/m^3", "", POSITIVE, ANY,
            "density of the balls; by default each ball's own, from its mass and radius")},
    {NUMBER("c_d", AT(c_d), "", "0.47", 0, ANY, "drag coefficient; a smooth sphere's by default")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_pair, member)
static const carom_param pair_rows[] = {
    {TEXT("a", AT(a), NULL, CAROM_MATERIAL_SIZE, "first material")},
    {TEXT("b", AT(b), NULL, CAROM_MATERIAL_SIZE, "second material, or wall")},
    {NUMBER("restitution", AT(restitution), "", "", 0, ANY,
            "restitution of these two; the table's by default")},
    {NUMBER("stiffness_factor", AT(stiffness_factor), "", "1", POSITIVE, ANY,
            "factor of the stiffness of springs")},
    {NUMBER("friction", AT(tangential.friction), "", "", 0, ANY,
            "Coulomb's mu; the table's by default")},
    {NUMBER("tangential_restitution", AT(tangential.tangential_restitution), "", "", -1, 1,
            "tangential restitution of a sticking contact; the table's by default")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_material, member)
static const carom_param material_rows[] = {
    {TEXT("name", AT(name), NULL, CAROM_MATERIAL_SIZE, "name, for the key material of balls")},
    {NUMBER("youngs_modulus_Pa", AT(youngs_modulus_Pa), "Pa", "", POSITIVE, ANY,
            "Young's modulus E; a preset has its own")},
    {NUMBER("poisson_ratio", AT(poisson_ratio), "", "", 0, 0.5,
            "Poisson's ratio nu; a preset has its own")},
    {NUMBER("density_kgpm3", AT(density_kgpm3), "kg/m^3", "", POSITIVE, ANY,
            "density of balls and groups that have neither mass_kg nor density_kgpm3; a preset "
            "has its own")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_scenario_solver, member)
static const carom_param solver_rows[] = {
    {TEXT("name", AT(name), "", CAROM_NAME_SIZE,
          "name in records and tables; the kind by default")},
    {TEXT("label", AT(label), "", CAROM_SOLVER_LABEL_SIZE,
          "label in figures; by default its name, with step and stiffness if they differ between "
          "solvers")},
    {ENTRY("kind", AT(kind), NULL, &carom_solvers, "kind of solver")},
    {.key = NULL}};

/* Rows without a key: an item is a list itself, and its items are names. */
#undef AT
#define AT(member) offsetof(carom_scenario_name, member)
static const carom_param traced_name_rows[] = {
    {TEXT("", AT(text), "", CAROM_NAME_SIZE, "a ball, or a part of the wall")}, {.key = NULL}};
static const carom_param traced_rows[] = {
    {LIST("", 0, sizeof(carom_scenario_name), traced_name_rows, "two bodies"), .fallback = "",
     .lowest = 1, .highest = 2, .scalar_sets_all = true},
    {.key = NULL}};
#undef AT
#define AT(member) offsetof(carom_trace_keys, member)
static const carom_param trace_rows[] = {
    {LIST("contacts", AT(contacts), sizeof(carom_list), traced_rows,
          "number of contacts from the beginning of the run; or all contacts of pairs: [[cue, "
          "eight], [cue, left]]"),
     .fallback = "", .lowest = 0, .highest = 1000, .scalar_sets_all = true},
    {.key = NULL}};
#define X(constant, name, doc) name,
static const char *const panel_words[] = {CAROM_PANELS(X) NULL};
#undef X

/* A row without a key: the item itself is a word. */
#undef AT
#define AT(member) offsetof(carom_scenario_panel, member)
static const carom_param panel_rows[] = {{WORD("", AT(panel), NULL, panel_words, "a panel")},
                                         {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_scenario, member)
const carom_param carom_scenario_rows[] = {
    {COUNT("carom", AT(version), NULL, CAROM_SCENARIO_VERSION, CAROM_SCENARIO_VERSION,
           "format version")},
    {TEXT("title", AT(title), "", CAROM_TITLE_SIZE, "one line"), .controls = "\t"},
    {TEXT("source", AT(source), "", CAROM_SOURCE_SIZE, "where the scenario comes from"),
     .controls = "\t\n"},
    {MAP("table", 0, table_rows, "the table"), .fallback = ""},
    {WORD("wall_contact", AT(problem.wall_contact), "surface", wall_contact_words,
          "point of a ball that walls reflect")},
    {FLAG("allow_overlap", AT(problem.allow_overlap), "false",
          "balls may overlap at the start, as compressed springs")},
    {VECTOR("gravity_mps2", AT(problem.gravity_mps2), "m/s^2", "0", ANY_LOW, ANY,
            "gravity in the plane of the table, [x, y]")},
    {NUMBER("rolling_resistance", AT(problem.rolling_resistance), "", "0", 0, ANY,
            "rolling resistance c_rr: deceleration c_rr g_mps2")},
    {NUMBER("g_mps2", AT(problem.g_mps2), "m/s^2", "9.80665", 0, ANY,
            "gravity normal to the table, for rolling_resistance")},
    {NUMBER("air_drag", AT(problem.air_drag), "", "0", 0, ANY,
            "air drag f_d: deceleration f_d v^2 / r"),
     .instead_of = "drag"},
    {MAP("drag", AT(drag), drag_rows, "instead of air_drag: f_d = 3 air_kgpm3 c_d/(8 ball_kgpm3)"),
     .fallback = ""},
    {MAP("restitution", AT(problem.restitution), restitution_rows,
         "restitution: one number for both surfaces, or one for each"),
     .fallback = "", .scalar_sets_all = true},
    {MAP("friction", 0, friction_rows,
         "friction between surfaces: one number for both, or one for each"),
     .fallback = "", .scalar_sets_all = true},
    {MAP("tangential_restitution", AT(problem.tangential_restitution), tangential_rows,
         "tangential restitution of sticking contacts: one number for both, or one for each; -1: "
         "no friction, 0: no slip afterwards, 1: slip reversed (superball)"),
     .fallback = "", .scalar_sets_all = true},
    {LIST("schedule", AT(schedule), sizeof(carom_change), schedule_rows,
          "changes of the restitution during the run"),
     .fallback = "", .lowest = 0, .highest = 10000},
    {LIST("pairs", AT(pairs), sizeof(carom_pair), pair_rows,
          "contacts of two materials that differ from the others"),
     .fallback = "", .lowest = 0, .highest = 1000},
    {LIST("materials", AT(materials), sizeof(carom_material), material_rows,
          "elastic constants of materials, or names of presets (carom list materials): law: hertz "
          "or viscoelastic without a stiffness takes it from them, for each pair and its radii"),
     .fallback = "", .lowest = 0, .highest = 1000, .scalar_sets_all = true},
    {TEXT("wall_material", AT(problem.wall_material), "", CAROM_MATERIAL_SIZE,
          "material of the walls")},
    {FLAG("allow_energy_gain", AT(allow_energy_gain), "false", "allow a restitution above 1")},
    {NUMBER("duration_s", AT(duration_s), "s", "2", POSITIVE, ANY, "simulated time")},
    {COUNT("samples", AT(samples), "201", 2, 10000000,
           "number of recorded states, including t = 0 and t = duration_s")},
    {COUNT("seed", AT(seed), "1", 0, 4294967295.0, "seed of the random numbers")},
    {LIST("balls", AT(balls), sizeof(carom_scenario_ball), ball_rows, "balls one by one"),
     .fallback = "", .lowest = 0, .highest = 1000000},
    {LIST("groups", AT(groups), sizeof(carom_scenario_group), group_rows, "groups of balls"),
     .fallback = "", .lowest = 0, .highest = 10000},
    {LIST("solvers", AT(solvers), sizeof(carom_scenario_solver), solver_rows, "solvers to run"),
     .fallback = NULL, .lowest = 1, .highest = 1000},
    {TEXT("reference", AT(reference), "", CAROM_NAME_SIZE,
          "solver to which the others are compared; the first by default")},
    {LIST("checks", AT(checks), sizeof(carom_scenario_check), carom_check_rows,
          "conditions that carom check tests"),
     .fallback = "", .lowest = 0, .highest = 10000},
    {MAP("trace", AT(trace), trace_rows, "contacts to trace, in contacts.tsv"), .fallback = ""},
    {LIST("figures", AT(figures), sizeof(carom_scenario_panel), panel_rows,
          "panels of the overview (carom list figures); by default the motion, energy, distances "
          "and collisions"),
     .fallback = "", .lowest = 0, .highest = CAROM_MAX_PANELS},
    {MAP("sweep", AT(sweep), sweep_rows, "the grid of carom sweep"), .fallback = ""},
    {MAP("divergence", AT(divergence), divergence_rows, "parameters of carom diverge"),
     .fallback = ""},
    {MAP("convergence", AT(convergence), convergence_rows, "the map of carom converge"),
     .fallback = ""},
    {MAP("statistics", AT(statistics), statistics_rows, "the ensemble of carom statistics"),
     .fallback = ""},
    {MAP("gradient", AT(gradient), gradient_rows, "the derivative of carom gradient"),
     .fallback = ""},
    {MAP("fit", AT(fit), fit_rows, "the fit of carom fit"), .fallback = ""},
    {MAP("audit", AT(audit), audit_rows, "tolerance of carom check --records"), .fallback = ""},
    {MAP("view", AT(view), view_rows, "what the lab page shows first"), .fallback = ""},
    {.key = NULL}};
