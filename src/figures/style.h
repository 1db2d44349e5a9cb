/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * One line style per kind of solver, the same in every figure.
 */
#ifndef CAROM_FIGURES_STYLE_H
#define CAROM_FIGURES_STYLE_H

#include "figures/drawing.h"
#include "scenario/scenario.h"

enum { CAROM_LAST_STYLE = 7 };

/** The line style of plots/style.gp for a solver: 1 impulse, 2 Euler, 3 Heun, the others the first
 * from 4 on that is not
 *  @p taken (CAROM_LAST_STYLE + 1 of them); a taken one's too. The last may be several solvers'. */
int carom_style_of(const carom_scenario *scenario, const char *solver, const int *taken);

/** Sets NAME and STYLE of @p count solvers, and N. */
void carom_drawing_solvers(carom_drawing *drawing, const carom_scenario *scenario,
                           const char *const *name, size_t count);

#endif
