/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Names beside the curves of a sweep's figure, for those that come to one end.
 */
#ifndef CAROM_SWEEP_BESIDE_H
#define CAROM_SWEEP_BESIDE_H

#include "figures/drawing.h"
#include "sweep/finding.h"

/** Tells the figure NAMED_BESIDE, whether names stand beside the curves of the column, as the
 * scenario's `sweep.names` asks for, and then NAMEX and NAMEY, their centres as parts of the panel:
 * of the solvers, then of the column's lines of theory; NAMEX is -1 where there is no room.
 *  @param low, high  of what the axis shows; NaN of @p low: it is logarithmic, and names stand at
 *  the ends */
void carom_sweep_name_beside(const carom_sweep_curves *curves, double low, double high,
                             carom_drawing *drawing);

#endif
