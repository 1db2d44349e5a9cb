/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameter table of a scenario file: what `carom show` prints and --set reaches. */
#include "scenario/scenario.h"
#include "params/rows.h"
#include "scenario/schema/schema.h"
#include <carom/friction_law.h>

static const char *const boundary_words[] = {"walls", "periodic", "open", NULL};
static const char *const wall_contact_words[] = {"surface", "centre", NULL};

#define AT(member) offsetof(carom_scenario, member)
static const carom_param table_rows[] = {
    {ENTRY("shape", AT(shape), "rectangle", &carom_shapes, "shape of the table")},
    {WORD("boundary", AT(problem.boundary), "walls", boundary_words,
          "what is at the edge of the table")},
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
            "Coulomb's mu between balls, or what the law makes mu of")},
    {NUMBER("ball_wall", AT(problem.friction.ball_wall), "", "0", 0, ANY,
            "the same between a ball and a wall")},
    {ENTRY("law", AT(friction_law), "constant", &carom_friction_laws,
           "how mu depends on the speed of slip")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_surfaces, member)
static const carom_param tangential_rows[] = {
    {NUMBER("ball_ball", AT(ball_ball), "", "0", -1, 1,
            "what a sticking contact of balls gives back")},
    {NUMBER("ball_wall", AT(ball_wall), "", "0", -1, 1,
            "what one of a ball and a wall gives back")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_restitution, member)
static const carom_param changed_rows[] = {
    {NUMBER("ball_ball", AT(ball_ball), "", "", 0, ANY, "between balls; as before by default")},
    {NUMBER("ball_wall", AT(ball_wall), "", "", 0, ANY,
            "between a ball and a wall; as before by default")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_change, member)
static const carom_param schedule_rows[] = {
    {NUMBER("at_s", AT(t_s), "s", NULL, 0, ANY, "from when on")},
    {MAP("restitution", AT(restitution), changed_rows,
         "restitution from then on: one number for both, or "
         "one for each"),
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
    {TEXT("a", AT(a), NULL, CAROM_MATERIAL_SIZE, "a material of balls")},
    {TEXT("b", AT(b), NULL, CAROM_MATERIAL_SIZE, "another, the same, or wall")},
    {NUMBER("restitution", AT(restitution), "", "", 0, ANY,
            "between these two; restitution's by default")},
    {NUMBER("stiffness_factor", AT(stiffness_factor), "", "1", POSITIVE, ANY,
            "of springs: times the stiffness of the solver")},
    {NUMBER("friction", AT(rub.friction), "", "", 0, ANY, "Coulomb's mu; friction's by default")},
    {NUMBER("tangential_restitution", AT(rub.tangential_restitution), "", "", -1, 1,
            "of a contact that sticks; as elsewhere by default")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_scenario_solver, member)
static const carom_param solver_rows[] = {
    {TEXT("name", AT(name), "", CAROM_NAME_SIZE,
          "name in records and tables; the kind by default")},
    {TEXT("label", AT(label), "", CAROM_SOLVER_LABEL_SIZE,
          "what figures call it; by default its name, with "
          "the step and stiffness that others have not")},
    {ENTRY("kind", AT(kind), NULL, &carom_solvers, "which solver")},
    {.key = NULL}};

/* Rows without a key: an item is a list itself, and its items are names. */
#undef AT
#define AT(member) offsetof(carom_scenario_name, member)
static const carom_param traced_name_rows[] = {
    {TEXT("", AT(text), "", CAROM_NAME_SIZE, "a ball, or a part of the wall")}, {.key = NULL}};
static const carom_param traced_rows[] = {
    {LIST("", 0, sizeof(carom_scenario_name), traced_name_rows, "two that meet"), .fallback = "",
     .lowest = 1, .highest = 2, .scalar_sets_all = true},
    {.key = NULL}};
#undef AT
#define AT(member) offsetof(carom_trace_keys, member)
static const carom_param trace_rows[] = {
    {LIST("contacts", AT(contacts), sizeof(carom_list), traced_rows,
          "how many, the first of the run; or all of these: [[cue, eight], [cue, left]]"),
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
          "what of a ball turns at a wall")},
    {VECTOR("gravity_mps2", AT(problem.gravity_mps2), "m/s^2", "0", ANY_LOW, ANY,
            "in the plane of the table")},
    {NUMBER("rolling_resistance", AT(problem.rolling_resistance), "", "0", 0, ANY,
            "c_rr: deceleration c_rr g_mps2")},
    {NUMBER("g_mps2", AT(problem.g_mps2), "m/s^2", "9.80665", 0, ANY,
            "what presses balls onto the table, for rolling_resistance")},
    {NUMBER("air_drag", AT(problem.air_drag), "", "0", 0, ANY, "f_d: deceleration f_d v^2 / r"),
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
         "tangential restitution: one number for both, or one for each; -1 smooth, 0 rough and "
         "dead, 1 a superball"),
     .fallback = "", .scalar_sets_all = true},
    {LIST("schedule", AT(schedule), sizeof(carom_change), schedule_rows,
          "what changes during the run"),
     .fallback = "", .lowest = 0, .highest = 10000},
    {FLAG("orientation", AT(problem.orientation), "false",
          "record how the balls have rolled: unit quaternions in trajectory.tsv")},
    {LIST("pairs", AT(pairs), sizeof(carom_pair), pair_rows, "what is different between materials"),
     .fallback = "", .lowest = 0, .highest = 1000},
    {FLAG("allow_energy_gain", AT(allow_energy_gain), "false", "admit a restitution above 1")},
    {FLAG("allow_unstable", AT(allow_unstable), "false",
          "admit steps beyond the stability limit in every solver")},
    {NUMBER("duration_s", AT(duration_s), "s", "2", POSITIVE, ANY, "simulated time")},
    {COUNT("samples", AT(samples), "201", 2, 10000000,
           "states recorded, t = 0 and t = duration included")},
    {COUNT("seed", AT(seed), "1", 0, 4294967295.0, "of the random numbers")},
    {LIST("balls", AT(balls), sizeof(carom_scenario_ball), carom_ball_rows, "balls one by one"),
     .fallback = "", .lowest = 0, .highest = 1000000},
    {LIST("groups", AT(groups), sizeof(carom_scenario_group), carom_group_rows, "balls by rule"),
     .fallback = "", .lowest = 0, .highest = 10000},
    {LIST("place", AT(place), sizeof(carom_placement), carom_placement_rows,
          "balls of groups that begin elsewhere"),
     .fallback = "", .lowest = 0, .highest = 10000},
    {LIST("solvers", AT(solvers), sizeof(carom_scenario_solver), solver_rows, "what to run"),
     .fallback = NULL, .lowest = 1, .highest = 1000},
    {TEXT("reference", AT(reference), "", CAROM_NAME_SIZE,
          "solver that divergence is measured against; the first by default")},
    {LIST("checks", AT(checks), sizeof(carom_scenario_check), carom_check_rows,
          "what carom check holds the runs to"),
     .fallback = "", .lowest = 0, .highest = 10000},
    {MAP("trace", AT(trace), trace_rows, "contacts recorded from inside, in contacts.tsv"),
     .fallback = ""},
    {LIST("figures", AT(figures), sizeof(carom_scenario_panel), panel_rows,
          "panels of the overview, see carom list figures; by default those with something to "
          "show"),
     .fallback = "", .lowest = 0, .highest = CAROM_MOST_PANELS},
    {MAP("sweep", AT(sweep), carom_sweep_rows, "the grid of carom sweep"), .fallback = ""},
    {MAP("divergence", AT(divergence), carom_divergence_rows,
         "how carom diverge takes differences apart"),
     .fallback = ""},
    {MAP("convergence", AT(convergence), carom_convergence_rows, "the map of carom converge"),
     .fallback = ""},
    {MAP("statistics", AT(statistics), carom_statistics_rows, "the ensemble of carom statistics"),
     .fallback = ""},
    {.key = NULL}};
