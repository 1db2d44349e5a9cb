/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SCENARIO_GROUPS_H
#define CAROM_INTERNAL_SCENARIO_GROUPS_H

#include "scenario/scenario.h"

/** @file
 * What the kinds of groups share: prefix, radius, mass, and the rows that say so.
 */

typedef struct {
    char name[CAROM_NAME_SIZE], material[CAROM_MATERIAL_SIZE];
    double radius_m, mass_kg;
    double density_kgpm3; /**< instead of the mass; NaN: not given */
    double inertia_factor, spin_radps;
} carom_group_common;

/* Rows for an options struct whose member `common` is a carom_group_common. */
#define CAROM_GROUP_COMMON(options)                                                                \
    {.key = "name",                                                                                \
     .type = CAROM_TEXT,                                                                           \
     .fallback = "",                                                                               \
     .size = CAROM_NAME_SIZE,                                                                      \
     .doc = "prefix of the names; the kind by default",                                            \
     .offset = offsetof(options, common.name)},                                                    \
        {.key = "material",                                                                        \
         .type = CAROM_TEXT,                                                                       \
         .fallback = "",                                                                           \
         .size = CAROM_MATERIAL_SIZE,                                                              \
         .doc = "what pairs speaks of",                                                            \
         .offset = offsetof(options, common.material)},                                            \
        {.key = "radius_m",                                                                        \
         .type = CAROM_NUMBER,                                                                     \
         .unit = "m",                                                                              \
         .fallback = "0.028575",                                                                   \
         .lowest = CAROM_POSITIVE,                                                                 \
         .highest = CAROM_ANY_HIGH,                                                                \
         .doc = "radius of each ball",                                                             \
         .offset = offsetof(options, common.radius_m)},                                            \
        {.key = "mass_kg",                                                                         \
         .type = CAROM_NUMBER,                                                                     \
         .unit = "kg",                                                                             \
         .fallback = "0.17",                                                                       \
         .lowest = CAROM_POSITIVE,                                                                 \
         .highest = CAROM_ANY_HIGH,                                                                \
         .doc = "mass of each ball",                                                               \
         .offset = offsetof(options, common.mass_kg)},                                             \
        {.key = "inertia_factor",                                                                  \
         .type = CAROM_NUMBER,                                                                     \
         .unit = "",                                                                               \
         .fallback = "0.4",                                                                        \
         .lowest = CAROM_POSITIVE,                                                                 \
         .highest = CAROM_ANY_HIGH,                                                                \
         .doc = "moment of inertia over m r^2: 0.4 a sphere, 0.5 a disc",                          \
         .offset = offsetof(options, common.inertia_factor)},                                      \
        {.key = "spin_radps",                                                                      \
         .type = CAROM_NUMBER,                                                                     \
         .unit = "rad/s",                                                                          \
         .fallback = "0",                                                                          \
         .lowest = CAROM_ANY_LOW,                                                                  \
         .highest = CAROM_ANY_HIGH,                                                                \
         .doc = "spin of each ball about the vertical axis, counterclockwise",                     \
         .offset = offsetof(options, common.spin_radps)},                                          \
    {                                                                                              \
        .key = "density_kgpm3", .type = CAROM_NUMBER, .unit = "kg/m^3", .fallback = "",            \
        .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .instead_of = "mass_kg",              \
        .doc = "or of what they are made: the mass is a sphere's, 4/3 pi r^3 times this",          \
        .offset = offsetof(options, common.density_kgpm3)                                          \
    }

#define CAROM_GROUP_PLACE(options, what)                                                           \
    {.key = "x_m",                                                                                 \
     .type = CAROM_NUMBER,                                                                         \
     .unit = "m",                                                                                  \
     .fallback = NULL,                                                                             \
     .lowest = CAROM_ANY_LOW,                                                                      \
     .highest = CAROM_ANY_HIGH,                                                                    \
     .doc = what,                                                                                  \
     .offset = offsetof(options, x_m)},                                                            \
    {                                                                                              \
        .key = "y_m", .type = CAROM_NUMBER, .unit = "m", .fallback = NULL,                         \
        .lowest = CAROM_ANY_LOW, .highest = CAROM_ANY_HIGH, .doc = what,                           \
        .offset = offsetof(options, y_m)                                                           \
    }

#define CAROM_GROUP_COUNT(options)                                                                 \
    {                                                                                              \
        .key = "count", .type = CAROM_COUNT, .fallback = NULL, .lowest = 1, .highest = 1000000,    \
        .doc = "number of balls", .offset = offsetof(options, count)                               \
    }

#define CAROM_GROUP_GAP(options)                                                                   \
    {                                                                                              \
        .key = "gap_m", .type = CAROM_NUMBER, .unit = "m", .fallback = "0", .lowest = 0,           \
        .highest = CAROM_ANY_HIGH, .doc = "gap between neighbours; 0: they touch",                 \
        .offset = offsetof(options, gap_m)                                                         \
    }

/** kg: the mass that is given, or that of a sphere. */
double carom_group_mass(const carom_group_common *common);

/** Whether @p count further balls may be added, before any is. @return CAROM_INVALID with the
 * number */
CAROM_CHECKED carom_status carom_group_room(const carom_problem *problem, int64_t count,
                                            const char *key, carom_error *error);

/** Adds the ball number @p index (from 0) of a group at @p at, with the group's name and body.
 *  @return CAROM_INTERRUPTED too */
CAROM_CHECKED carom_status carom_group_add(const carom_scenario *scenario, carom_problem *problem,
                                           const carom_group_common *common, const char *kind,
                                           size_t index, const carom_ball *at, carom_error *error);

#endif
