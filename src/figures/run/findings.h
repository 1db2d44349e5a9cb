/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a panel of a run says, in one sentence with its number, from the facts of the run.
 */
#ifndef CAROM_FIGURES_RUN_FINDINGS_H
#define CAROM_FIGURES_RUN_FINDINGS_H

#include "figures/run/facts.h"

typedef struct {
    char text[240];
    int weight; /**< how much there is to it: the heaviest is an overview's title */
} carom_finding;

/** What @p panel says. */
carom_finding carom_finding_of(carom_panel panel, const carom_facts *facts);

#endif
