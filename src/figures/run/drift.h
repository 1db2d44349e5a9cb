/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What many collisions do to the energy: a drift, a random walk, or a bound.
 */
#ifndef CAROM_FIGURES_RUN_DRIFT_H
#define CAROM_FIGURES_RUN_DRIFT_H

#include "figures/drawing.h"
#include "figures/run/facts.h"

/** Whether there are collisions enough to tell those apart. */
bool carom_drift_is(const carom_facts *facts);

/** Adds, a block for each solver: $DRIFT1 ... (n, part), the largest energy so far that nothing
 * explains, of that at the start, after n collisions; DRIFTS[i], rows of it; DRIFTEND[i], its last;
 * DRIFTEACH[i], what theory has of the inside of each undamped contact of Hooke's, which adds up
 * (0: nothing, or of a method that is symplectic); DRIFTWALK[i], what theory has of their ends at
 * most where they are not located, which adds up as n^(1/2) if the phases of the step are random
 * (0: nothing); DRIFTN, the most collisions; DRIFTLOW, DRIFTHIGH, what the curves lie between;
 * DRIFTBELOW, who is rounding. */
void carom_drift_add(carom_drawing *drawing, const carom_figure_data *data,
                     const carom_recorded *recorded);

#endif
