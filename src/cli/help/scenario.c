/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carom help says of the file that a run begins with. */
#include "cli/help/help.h"
#include <stddef.h>

static const char file[] =
    "A scenario is a YAML file: the balls, the table, and the solvers to run it through.\n"
    "  carom: 1\n"
    "  title: Two balls\n"
    "  table: { width_m: 2.54, height_m: 1.27, boundary: walls }\n"
    "  restitution: { ball_ball: 0.95, ball_wall: 0.8 }\n"
    "  duration_s: 2.0\n"
    "  balls:\n"
    "    - { name: cue, x_m: 0.6, y_m: 0.63, vx_mps: 2 }\n"
    "    - { name: post, x_m: 1.27, y_m: 0.3, radius_m: 0.1, fixed: true }   # an obstacle\n"
    "  groups:\n"
    "    - { kind: rack, x_m: 1.905, y_m: 0.635, rows: 5 }\n"
    "  solvers:\n"
    "    - { name: impulse, kind: impulse }\n"
    "    - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e6, step_s: 1e-5 }\n"
    "  reference: impulse\n"
    "  checks:\n"
    "    - { quantity: energy_residual_rel, solver: impulse, max: 1.0e-12 }\n"
    "Only `carom`, a solver and a ball are required; 'carom help keys' has all keys, with\n"
    "unit, default and range, 'carom show FILE' prints the scenario as it was understood.\n"
    "Units are SI and part of every name. A scalar is a number where the C locale reads all of\n"
    "it as one.\n";

static const char groups[] =
    "A group makes balls by a rule (below) and calls them by its `name`, or else its kind, and a\n"
    "number from 1: rack1, rack2, ... One that begins elsewhere, or moves, is said by\n"
    "  place:\n"
    "    - { ball: rack7, x_m: 1.3, y_m: 0.9 }\n"
    "    - { ball: rack15, vx_mps: 0.5, vy_mps: -0.5, spin_radps: 20 }\n"
    "or by --set balls.rack7.x_m=1.3. What is not said there is as the group has it, with any\n"
    "seed; 'carom show' writes all balls out, one by one.\n";

static const char materials[] =
    "Balls of different materials (`material: steel`) get a restitution of their own by\n"
    "  pairs:\n"
    "    - { a: steel, b: rubber, restitution: 0.7 }\n"
    "    - { a: steel, b: wall, restitution: 0.6 }\n"
    "`stiffness_factor` there makes springs of the pair softer or stiffer. Restitution changes\n"
    "during the run by\n"
    "  schedule: [ { at_s: 2, restitution: 0.8 }, { at_s: 5, restitution: { ball_wall: 1 } } ]\n"
    "`density_kgpm3` instead of `mass_kg` makes balls of one material, so that radii alone\n"
    "decide.\n";

static const char motion[] =
    "The table is `shape: rectangle` or another of 'carom list shapes'; a rectangle's `boundary`\n"
    "is walls, periodic (what leaves on one side enters on the other) or open.\n"
    "`rolling_resistance: 0.01` slows balls by c_rr g (`g_mps2`), `air_drag`, or by what it is\n"
    "made of `drag: { air_kgpm3: 1.2, c_d: 0.47 }`, by f_d v^2/r. Both are exact in the\n"
    "impulse solver, and forces among others in the penalty solver. `gravity_mps2` acts in the\n"
    "plane of the table. `orientation: true` adds to trajectory.tsv how every ball has rolled.\n"
    "Surfaces are smooth by default. `friction: 0.1`, or { ball_ball: 0.06, ball_wall: 0.2 }, is\n"
    "Coulomb's mu, with `tangential_restitution` of contacts that stick and `spin_radps` of\n"
    "balls. Of a law that depends on the speed of slip ('carom list friction-laws') it is a\n"
    "factor, so that what is smooth stays smooth and 1 is the law itself:\n"
    "  friction: { ball_ball: 1, law: exponential }         # pool balls, as published\n";

static const char inside[] =
    "What a contact is like from inside, for every solver in contacts.tsv of its folder:\n"
    "  trace: { contacts: 3 }                           # the first three of the run\n"
    "  trace: { contacts: [[cue, eight], [cue, left]] } # all of these two, and at this wall\n"
    "Of springs every step while the two overlap, with touch and release, which lie between\n"
    "the steps where collisions.tsv has them: where contacts are seen on the grid, by the free\n"
    "flight before and, at the release, the straight line of the force (or of the overlap,\n"
    "which of the two ends it) over its step. A force that ends before the overlap has a row\n"
    "there, and goes on at 0 until the two are apart. Of an impulse two rows, before and after,\n"
    "whose force is nan: infinite, for no time. source: lecture_2006 sees touch and release at\n"
    "its frames alone. Rows are by contact and number it as collisions.tsv has it, from 1; of a\n"
    "solver the first million is kept. A run that is followed is the same to the bit.\n";

static const char mistakes[] =
    "A mistake is reported with its place and what would be right, all mistakes of a file at\n"
    "once:\n"
    "  two.yaml:8:32: error: balls[0].mass_kg: found '-2'; expected a number > 0 (kg)\n"
    "  two.yaml:12:47: error: solvers[1].stiffness: unknown key; did you mean "
    "'stiffness_N_per_m'?\n";

static const char names[] =
    "FILE may be the name of an experiment (04-break, or another scene of its folder:\n"
    "15-as-published/clock), or '-' for standard input. --set KEY=VALUE reaches anything that\n"
    "the file can say, items of a list by their name (ball2 and impulse, where a ball and a\n"
    "solver say none) or number from 0, balls of groups as if they were among `balls`:\n"
    "  carom compare 04-break --set balls.cue.vx_mps=3 --set solvers.heun.step_s=1e-6\n"
    "  carom compare 04-break --set balls.rack1.x_m=1.85\n";

static const char keys[] =
    "Of every key its meaning, unit, default and range; the keys of what a `kind`, `law`,\n"
    "`integrator` or `impact_policy` chooses are those of 'carom list solvers', groups, checks,\n"
    "force-laws, integrators, impact-laws, impact-policies and friction-laws. --set takes any of\n"
    "them:\n"
    "--set balls.0.vx_mps=3.\n";

static const char said[] =
    "A spring contact is said by its stiffness, by the time it lasts (`contact_time_s`), or by\n"
    "how deep it gets at a speed (`max_overlap_m`, `at_speed_mps`); its dashpot follows from\n"
    "the scenario's restitution. 'carom calibrate' turns each into the others, and says which\n"
    "step each integrator needs for a wanted error:\n"
    "  carom calibrate --set stiffness_N_per_m=1e6 --set restitution=0.9\n"
    "  carom calibrate --set law=hertz --set contact_time_s=2e-4 --set at_speed_mps=2\n";

static const char stepped[] =
    "`law`         what a contact's force is; under viscoelastic restitution falls with speed.\n"
    "`integrator`  carries the motion; the gsl_ ones divide a step as their error control wants.\n"
    "`contact_end` force: a contact never pulls; overlap: it may.\n"
    "`contacts`    grid: touch and release are seen at the steps. located: the step is split\n"
    "              there (events located by root finding), which gives every method its own\n"
    "              order; with a root of the overlap in the force, as Hertz' has, by parts that\n"
    "              are finer there: of a contact, as many times as many as the order.\n"
    "`flight`      step: free flight is stepped. leap: from contact to contact in closed form\n"
    "              (event-driven between contacts), so that any stiffness costs the same.\n"
    "Their words and defaults: 'carom list solvers', under penalty.\n";

const cli_section cli_scenario_sections[] = {{"a file", file},
                                             {"balls by rule", groups},
                                             {"materials", materials},
                                             {"table and motion", motion},
                                             {"contacts from inside", inside},
                                             {"mistakes", mistakes},
                                             {"from the command line", names},
                                             {NULL, NULL}};

const cli_section cli_key_sections[] = {{"", keys}, {NULL, NULL}};

const cli_section cli_spring_sections[] = {
    {"how stiff", said}, {"how it is stepped", stepped}, {NULL, NULL}};
