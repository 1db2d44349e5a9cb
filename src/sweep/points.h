/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The points of a sweep's grid: which values they have, and those as a scenario's overrides.
 */
#ifndef CAROM_SWEEP_POINTS_H
#define CAROM_SWEEP_POINTS_H

#include "scenario/scenario.h"

/** Number of points of a scenario's grid: the product of its parameters' values. */
size_t carom_sweep_points(const carom_scenario *scenario);

/** Number of values of the i-th parameter of the grid. */
size_t carom_sweep_values(const carom_scenario *scenario, size_t i);

/** The i-th parameter of the grid. */
const carom_sweep_parameter *carom_sweep_parameter_at(const carom_scenario *scenario, size_t i);

/** The value of a parameter at a point, as text. */
typedef struct {
    char value[CAROM_KEY_SIZE];
    char text[2 * CAROM_KEY_SIZE + 16]; /**< "sweep KEY=VALUE", for messages */
} carom_setting_of_point;

/** A point of the grid: its values, one for every parameter, and after them, where a parameter sets
 * other keys, what it sets them to; as overrides of a scenario, behind those that were given. */
typedef struct {
    carom_setting_of_point *setting;
    carom_override *override;
    size_t overrides;
} carom_sweep_point;

/** Point number @p number of the grid, the last parameter fastest, and @p count that are @p given.
 *  The caller frees with carom_sweep_point_free in any case, once what is made of the overrides
 *  is no longer there. */
CAROM_CHECKED carom_status carom_sweep_point_make(carom_sweep_point *point,
                                                  const carom_scenario *grid, size_t number,
                                                  const carom_override *given, size_t count,
                                                  carom_error *error);
void carom_sweep_point_free(carom_sweep_point *point);

/** What figures call a parameter: its label, or what its row says ("mass of large"), and its unit,
 * "" for none
 * or where the label has brackets of its own.
 *  @param label  CAROM_LABEL_SIZE bytes
 *  @return the unit, static */
enum { CAROM_LABEL_SIZE = 256 };
const char *carom_sweep_label(const carom_sweep_parameter *parameter, char *label);

#endif
