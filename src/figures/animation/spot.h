/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The spot on a ball that shows how it rolls, as it is seen from above.
 */
#ifndef CAROM_FIGURES_ANIMATION_SPOT_H
#define CAROM_FIGURES_ANIMATION_SPOT_H

#include "scenario/scenario.h"
#include <stdio.h>

/** Where the middle of a ball's spot is, on a ball of radius 1: x, y and, upwards, z.
 *  @param q  how the ball has turned since the start, a unit quaternion (w, x, y, z) */
void carom_spot_of(const carom_scenario *scenario, size_t ball, const double q[4], double spot[3]);

/** Writes the outline of a ball's spot as lines "x y" (m), and an empty line behind them; nothing
 * where all of it is on the far side.
 *  @param q         how the ball has turned since the start, a unit quaternion (w, x, y, z)
 *  @param radius_m  as which the ball is drawn */
void carom_spot_write(FILE *stream, const carom_scenario *scenario, size_t ball, const double q[4],
                      carom_vec place, double radius_m);

#endif
