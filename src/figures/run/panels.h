/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The panels of a run's figures: which of them have something to show, and which stand in the
 * overview.
 */
#ifndef CAROM_FIGURES_RUN_PANELS_H
#define CAROM_FIGURES_RUN_PANELS_H

#include "figures/run/findings.h"

/** What a panel is called: its script in plots/ and its figure. */
extern const char *const carom_panel_names[CAROM_PANEL_KINDS];

/** Why a panel cannot be drawn of these records; NULL: it can. */
const char *carom_panel_obstacle(carom_panel panel, const carom_figure_data *data,
                                 const carom_recorded *recorded, const carom_facts *facts);

/** The panels of the overview, the important ones first: those that the scenario names, but what
 * cannot be drawn; else those, two at least, that show something above rounding, by what their
 * findings weigh.
 *  @return how many */
size_t carom_panels_choose(carom_panel chosen[CAROM_MOST_PANELS], const carom_figure_data *data,
                           const carom_recorded *recorded, const carom_facts *facts);

#endif
