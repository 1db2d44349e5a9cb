/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The curves of a run as data blocks. Nothing is joined across an impulse, which takes no time; and
 * what a log axis cannot show above rounding is not drawn.
 */
#ifndef CAROM_FIGURES_RUN_CURVES_H
#define CAROM_FIGURES_RUN_CURVES_H

#include "figures/drawing.h"
#include "figures/run/recorded.h"

/** Adds, a block for each solver: $ENERGY1 ... (t_s, energy_J) and $MOMENTUM1 ... (t_s, px_kgmps,
 * py_kgmps), with a gap at each impulse, the arrays ENERGYEND, MOMENTUMXEND and MOMENTUMYEND of
 * where they end, and MOMENTUMAXES, "x", "y" or "xy": the components that are there. And for a log
 * axis $RESIDUAL1 ... , $UNEXPLAINED1 ... (t_s, part: of data->energy_J, data->momentum_kgmps) and
 * $APART1 ... (t_s, rms_m).
 *
 * Of each of the latter three there are, RESIDUAL being its name: RESIDUALS[i], whether a solver
 * has a curve; RESIDUALLOW and RESIDUALHIGH, where the axis begins and ends, both powers of ten, 0
 * where there is no curve: below all that is more than a thousandth of the smallest curve's largest
 * value (of the lag where that is smaller), and above all; RESIDUALBELOW, who is below it, "exactly
 * 0: impulse; rounding: heun"; RESIDUALEND[i], where a curve ends, 0: there is none. A curve is
 * interrupted where it is below the axis. */
CAROM_CHECKED carom_status carom_curves_add(carom_drawing *drawing, const carom_figure_data *data,
                                            const carom_recorded *recorded, const char *directory,
                                            carom_error *error);

#endif
