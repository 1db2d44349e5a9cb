/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Places over time of balls that move along one line.
 */
#ifndef CAROM_FIGURES_RUN_SPACE_TIME_H
#define CAROM_FIGURES_RUN_SPACE_TIME_H

#include "figures/drawing.h"
#include "figures/run/recorded.h"

/** Whether a scene is that of such a figure: at most CAROM_MOST_FOLLOWED balls, which move many
 * times as far along one axis as along the other. */
bool carom_space_time_is(const carom_figure_data *data, const carom_recorded *recorded);

/** Adds, a block for each solver: $PLACE1 ... (t_s, place_m), a line for each ball, with its place
 * at each of its collisions; $TOUCH1 ... (t_s, from_m, to_m), the collisions, from ball to ball or
 * to the wall's side of a ball; TOUCHES[i], how many. Further PLACEAXIS, "x" or "y"; PLACELOW,
 * PLACEHIGH (m), what balls reach with their radii; WALLPLACES and WALLPLACE[i] (m), walls there;
 * START[i] (m) of the balls, and BALLNAME[i]. */
void carom_space_time_add(carom_drawing *drawing, const carom_figure_data *data,
                          const carom_recorded *recorded);

#endif
