/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What all figures of a run are told.
 */
#ifndef CAROM_FIGURES_RUN_FIGURES_H
#define CAROM_FIGURES_RUN_FIGURES_H

#include "figures/drawing.h"
#include "figures/figure_data.h"
#include "figures/presets.h"
#include <carom/status.h>
#include <stdbool.h>

/** Begins a drawing of a run: title and footer, and what is known of the solvers, the table and the
 * balls. */
void carom_figures_tell(carom_drawing *drawing, const carom_figure_data *data);

#endif
