/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameter tables of balls: one by one, and by rule. */
#include "params/rows.h"
#include "scenario/scenario.h"

#define AT(member) offsetof(carom_scenario_ball, member)
const carom_param carom_ball_rows[] = {
    {TEXT("name", AT(name), "", CAROM_NAME_SIZE,
          "name in the records; ball1, ball2, ... by default")},
    {NUMBER("x_m", AT(ball.x_m), "m", NULL, ANY_LOW, ANY, "position of the centre")},
    {NUMBER("y_m", AT(ball.y_m), "m", NULL, ANY_LOW, ANY, "position of the centre")},
    {NUMBER("vx_mps", AT(ball.vx_mps), "m/s", "0", ANY_LOW, ANY, "velocity")},
    {NUMBER("vy_mps", AT(ball.vy_mps), "m/s", "0", ANY_LOW, ANY, "velocity")},
    {NUMBER("radius_m", AT(ball.radius_m), "m", "0.028575", POSITIVE, ANY, "radius")},
    {NUMBER("mass_kg", AT(ball.mass_kg), "kg", "0.17", POSITIVE, ANY, "mass")},
    {NUMBER("density_kgpm3", AT(density_kgpm3), "kg/m^3", "", POSITIVE, ANY,
            "or of what it is made: the mass is a sphere's, 4/3 pi r^3 times this"),
     .instead_of = "mass_kg"},
    {NUMBER("rolling_resistance", AT(ball.rolling_resistance), "", "", 0, ANY,
            "c_rr of this ball; the table's by default")},
    {NUMBER("air_drag", AT(ball.air_drag), "", "", 0, ANY,
            "f_d of this ball; the table's by default")},
    {NUMBER("spin_radps", AT(ball.spin_radps), "rad/s", "0", ANY_LOW, ANY,
            "spin about the vertical axis, counterclockwise")},
    {NUMBER("inertia_factor", AT(ball.inertia_factor), "", "0.4", POSITIVE, ANY,
            "moment of inertia over m r^2: 0.4 a sphere, 0.5 a disc")},
    {FLAG("fixed", AT(ball.fixed), "false", "an obstacle: it never moves, as if of infinite mass")},
    {TEXT("material", AT(material), "", CAROM_MATERIAL_SIZE, "what pairs speaks of")},
    {VECTOR("spot_rad", AT(spot_rad), "rad", "0", ANY_LOW, ANY,
            "[phi, theta] of the spot that an animation shows, at the start: from +x, and from the "
            "top")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_scenario_group, member)
const carom_param carom_group_rows[] = {
    {ENTRY("kind", AT(kind), NULL, &carom_group_kinds, "rule that places the balls")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_placement, member)
const carom_param carom_placement_rows[] = {
    {TEXT("ball", AT(ball), NULL, CAROM_NAME_SIZE, "name of a ball of a group")},
    {NUMBER("x_m", AT(x_m), "m", "", ANY_LOW, ANY,
            "position of the centre; the group's by default")},
    {NUMBER("y_m", AT(y_m), "m", "", ANY_LOW, ANY,
            "position of the centre; the group's by default")},
    {NUMBER("vx_mps", AT(vx_mps), "m/s", "", ANY_LOW, ANY, "velocity; the group's by default")},
    {NUMBER("vy_mps", AT(vy_mps), "m/s", "", ANY_LOW, ANY, "velocity; the group's by default")},
    {NUMBER("spin_radps", AT(spin_radps), "rad/s", "", ANY_LOW, ANY,
            "spin about the vertical axis; the group's by default")},
    {.key = NULL, .doc = "radius, mass and all else are its group's"}};
