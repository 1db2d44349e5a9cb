/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameter tables of balls: one by one, and by rule. */
#include "scenario/scenario.h"

#define COORDINATE(name, what)                                                                     \
    {                                                                                              \
        .key = #name, .type = CAROM_NUMBER, .unit = "m", .fallback = NULL,                         \
        .lowest = CAROM_ANY_LOW, .highest = CAROM_ANY_HIGH, .doc = what,                           \
        .offset = offsetof(carom_scenario_ball, ball.name)                                         \
    }
#define VELOCITY(name, what)                                                                       \
    {                                                                                              \
        .key = #name, .type = CAROM_NUMBER, .unit = "m/s", .fallback = "0",                        \
        .lowest = CAROM_ANY_LOW, .highest = CAROM_ANY_HIGH, .doc = what,                           \
        .offset = offsetof(carom_scenario_ball, ball.name)                                         \
    }

const carom_param carom_ball_rows[] = {
    {.key = "name",
     .type = CAROM_TEXT,
     .fallback = "",
     .size = CAROM_NAME_SIZE,
     .doc = "name in the records; ball1, ball2, ... by default",
     .offset = offsetof(carom_scenario_ball, name)},
    COORDINATE(x_m, "position of the centre"),
    COORDINATE(y_m, "position of the centre"),
    VELOCITY(vx_mps, "velocity"),
    VELOCITY(vy_mps, "velocity"),
    {.key = "radius_m",
     .type = CAROM_NUMBER,
     .unit = "m",
     .fallback = "0.028575",
     .lowest = CAROM_POSITIVE,
     .highest = CAROM_ANY_HIGH,
     .doc = "radius",
     .offset = offsetof(carom_scenario_ball, ball.radius_m)},
    {.key = "mass_kg",
     .type = CAROM_NUMBER,
     .unit = "kg",
     .fallback = "0.17",
     .lowest = CAROM_POSITIVE,
     .highest = CAROM_ANY_HIGH,
     .doc = "mass",
     .offset = offsetof(carom_scenario_ball, ball.mass_kg)},
    {.key = "density_kgpm3",
     .type = CAROM_NUMBER,
     .unit = "kg/m^3",
     .fallback = "",
     .lowest = CAROM_POSITIVE,
     .highest = CAROM_ANY_HIGH,
     .instead_of = "mass_kg",
     .doc = "or of what it is made: the mass is a sphere's, 4/3 pi r^3 times this",
     .offset = offsetof(carom_scenario_ball, density_kgpm3)},
    {.key = "rolling_resistance",
     .type = CAROM_NUMBER,
     .fallback = "",
     .lowest = 0,
     .highest = CAROM_ANY_HIGH,
     .doc = "c_rr of this ball; the table's by default",
     .offset = offsetof(carom_scenario_ball, ball.rolling_resistance)},
    {.key = "air_drag",
     .type = CAROM_NUMBER,
     .fallback = "",
     .lowest = 0,
     .highest = CAROM_ANY_HIGH,
     .doc = "f_d of this ball; the table's by default",
     .offset = offsetof(carom_scenario_ball, ball.air_drag)},
    {.key = "spin_radps",
     .type = CAROM_NUMBER,
     .unit = "rad/s",
     .fallback = "0",
     .lowest = CAROM_ANY_LOW,
     .highest = CAROM_ANY_HIGH,
     .doc = "spin about the vertical axis, counterclockwise",
     .offset = offsetof(carom_scenario_ball, ball.spin_radps)},
    {.key = "inertia_factor",
     .type = CAROM_NUMBER,
     .fallback = "0.4",
     .lowest = CAROM_POSITIVE,
     .highest = CAROM_ANY_HIGH,
     .doc = "moment of inertia over m r^2: 0.4 a sphere, 0.5 a disc",
     .offset = offsetof(carom_scenario_ball, ball.inertia_factor)},
    {.key = "fixed",
     .type = CAROM_FLAG,
     .fallback = "false",
     .doc = "an obstacle: it never moves, as if of infinite mass",
     .offset = offsetof(carom_scenario_ball, ball.fixed)},
    {.key = "material",
     .type = CAROM_TEXT,
     .fallback = "",
     .size = CAROM_MATERIAL_SIZE,
     .doc = "what pairs speaks of",
     .offset = offsetof(carom_scenario_ball, material)},
    {.key = "spot_rad",
     .type = CAROM_VECTOR,
     .unit = "rad",
     .fallback = "0",
     .lowest = CAROM_ANY_LOW,
     .highest = CAROM_ANY_HIGH,
     .doc = "[phi, theta] of the spot that an animation shows, at the start: from +x, and from the "
            "top",
     .offset = offsetof(carom_scenario_ball, spot_rad)},
    {.key = NULL}};

const carom_param carom_group_rows[] = {{.key = "kind",
                                         .type = CAROM_ENTRY,
                                         .fallback = NULL,
                                         .seam = &carom_group_kinds,
                                         .doc = "rule that places the balls",
                                         .offset = offsetof(carom_scenario_group, kind)},
                                        {.key = NULL}};

#define INSTEAD(name, of, what)                                                                    \
    {                                                                                              \
        .key = #name, .type = CAROM_NUMBER, .unit = of, .fallback = "", .lowest = CAROM_ANY_LOW,   \
        .highest = CAROM_ANY_HIGH, .doc = what "; the group's by default",                         \
        .offset = offsetof(carom_placement, name)                                                  \
    }
const carom_param carom_placement_rows[] = {
    {.key = "ball",
     .type = CAROM_TEXT,
     .fallback = NULL,
     .size = CAROM_NAME_SIZE,
     .doc = "name of a ball of a group",
     .offset = offsetof(carom_placement, ball)},
    INSTEAD(x_m, "m", "position of the centre"),
    INSTEAD(y_m, "m", "position of the centre"),
    INSTEAD(vx_mps, "m/s", "velocity"),
    INSTEAD(vy_mps, "m/s", "velocity"),
    INSTEAD(spin_radps, "rad/s", "spin about the vertical axis"),
    {.key = NULL, .doc = "radius, mass and all else are its group's"}};
