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

/** How many overrides a point is: one for every parameter, or as many as it sets. */
size_t carom_sweep_overrides(const carom_scenario *scenario);

/** The values of point number @p point, the last parameter fastest, one for every parameter; and
 * after them, where a parameter sets other keys, what it sets them to. The overrides that they are,
 * carom_sweep_overrides of them, point to @p settings.
 *  @param settings  as many as there are parameters and overrides */
void carom_sweep_set(const carom_scenario *scenario, size_t point, carom_setting_of_point *settings,
                     carom_override *overrides);

/** What figures call a parameter: its label, or what its row says ("mass of large"), and its unit,
 * "" for none
 * or where the label has brackets of its own.
 *  @param label  CAROM_LABEL_SIZE bytes
 *  @return the unit, static */
enum { CAROM_LABEL_SIZE = 256 };
const char *carom_sweep_label(const carom_sweep_parameter *parameter, char *label);

#endif
