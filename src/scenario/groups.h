/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "params/rows.h"
#include "scenario/scenario.h"

/** @file
 * Options common to all kinds of groups, and their rows.
 */

typedef struct {
    char name[CAROM_NAME_SIZE], material[CAROM_MATERIAL_SIZE];
    double radius_m, mass_kg;
    double density_kgpm3; /**< instead of the mass; NaN: not given */
    double inertia_factor, spin_radps;
} carom_group_common;

/* Rows for an options struct (AT, params/rows.h) whose member `common` is a carom_group_common. */
#define CAROM_GROUP_COMMON                                                                         \
    {TEXT("name", AT(common.name), "", CAROM_NAME_SIZE,                                            \
          "prefix of the names; the kind by default")},                                            \
        {TEXT("material", AT(common.material), "", CAROM_MATERIAL_SIZE,                            \
              "name of the material, used by pairs and materials")},                               \
        {NUMBER("radius_m", AT(common.radius_m), "m", "0.028575", POSITIVE, ANY,                   \
                "radius of each ball")},                                                           \
        {NUMBER("mass_kg", AT(common.mass_kg), "kg", "0.17", POSITIVE, ANY, "mass of each ball")}, \
        {NUMBER("inertia_factor", AT(common.inertia_factor), "", "0.4", POSITIVE, ANY,             \
                "moment of inertia over m r^2: 0.4 for a sphere, 0.5 for a disc")},                \
        {NUMBER("spin_radps", AT(common.spin_radps), "rad/s", "0", ANY_LOW, ANY,                   \
                "spin of each ball about the vertical axis, counterclockwise")},                   \
    {                                                                                              \
        NUMBER("density_kgpm3", AT(common.density_kgpm3), "kg/m^3", "", POSITIVE, ANY,             \
               "density; the mass is that of a sphere, 4/3 pi r^3 times this"),                    \
            .instead_of = "mass_kg"                                                                \
    }

#define CAROM_GROUP_POSITION(what)                                                                 \
    {NUMBER("x_m", AT(x_m), "m", NULL, ANY_LOW, ANY, what)},                                       \
    {                                                                                              \
        NUMBER("y_m", AT(y_m), "m", NULL, ANY_LOW, ANY, what)                                      \
    }
#define CAROM_GROUP_COUNT                                                                          \
    {                                                                                              \
        COUNT("count", AT(count), NULL, 1, 1000000, "number of balls")                             \
    }
#define CAROM_GROUP_GAP                                                                            \
    {                                                                                              \
        NUMBER("gap_m", AT(gap_m), "m", "0", 0, ANY, "gap between neighbours; 0: they touch")      \
    }

/** Mass of a ball (kg): as given, or of a sphere of the given density. */
double carom_group_mass(const carom_group_common *common);

/** Check that @p count balls can be added to the problem. @return CAROM_INVALID */
CAROM_CHECKED carom_status carom_group_room(const carom_problem *problem, int64_t count,
                                            const char *key, carom_error *error);

/** Add ball @p index (from 0) of a group with the position and velocity of @p at.
 *  @return CAROM_INVALID, CAROM_NO_MEMORY, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_group_add(const carom_scenario *scenario, carom_problem *problem,
                                           const carom_group_common *common, const char *kind,
                                           size_t index, const carom_ball *at, carom_error *error);
