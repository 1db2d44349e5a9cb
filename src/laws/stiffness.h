/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * How stiff a contact is can be said in three ways: the stiffness itself, the time that a free
 * contact lasts, or how deep it gets at a stated speed. The rows for that, and what is wrong with
 * what is said.
 */
#ifndef CAROM_LAWS_STIFFNESS_H
#define CAROM_LAWS_STIFFNESS_H

#include <carom/force_law.h>

/** What is not given is NaN. */
typedef struct {
    double stiffness; /**< N/m, or N/m^1.5 */
    /** every contact lasts as long, whatever the masses; at at_speed_mps where that matters */
    double contact_s;
    double max_overlap_m; /**< at at_speed_mps */
    double at_speed_mps;
} carom_stiffness;

/** Rows for an options struct whose member `spring` is a carom_stiffness. */
#define CAROM_STIFFNESS_ROWS(options, name, dimension)                                             \
    {.key = name,                                                                                  \
     .type = CAROM_NUMBER,                                                                         \
     .unit = dimension,                                                                            \
     .fallback = NULL,                                                                             \
     .lowest = CAROM_POSITIVE,                                                                     \
     .highest = CAROM_ANY_HIGH,                                                                    \
     .doc = "stiffness of a contact",                                                              \
     .offset = offsetof(options, spring.stiffness)},                                               \
        {.key = "contact_time_s",                                                                  \
         .type = CAROM_NUMBER,                                                                     \
         .unit = "s",                                                                              \
         .fallback = "",                                                                           \
         .lowest = CAROM_POSITIVE,                                                                 \
         .highest = CAROM_ANY_HIGH,                                                                \
         .instead_of = name,                                                                       \
         .doc = "or the time a free contact lasts, whatever the masses",                           \
         .offset = offsetof(options, spring.contact_s)},                                           \
        {.key = "max_overlap_m",                                                                   \
         .type = CAROM_NUMBER,                                                                     \
         .unit = "m",                                                                              \
         .fallback = "",                                                                           \
         .lowest = CAROM_POSITIVE,                                                                 \
         .highest = CAROM_ANY_HIGH,                                                                \
         .instead_of = name,                                                                       \
         .doc = "or how deep it gets at at_speed_mps",                                             \
         .offset = offsetof(options, spring.max_overlap_m)},                                       \
    {                                                                                              \
        .key = "at_speed_mps", .type = CAROM_NUMBER, .unit = "m/s", .fallback = "",                \
        .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH,                                       \
        .doc = "approach speed that contact_time_s or max_overlap_m is said of",                   \
        .offset = offsetof(options, spring.at_speed_mps)                                           \
    }

/** Reports where not exactly one of the three is given, or a speed is missing. @p name: the
 * stiffness's key;
 *  @p timed: contact_time_s depends on the speed. */
void carom_stiffness_check(const carom_stiffness *spring, const char *name, bool timed,
                           const carom_findings *findings);

#endif
