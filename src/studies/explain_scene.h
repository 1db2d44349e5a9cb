/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What carom explain says of a scene before it says anything of solvers.
 */
#ifndef CAROM_STUDIES_EXPLAIN_SCENE_H
#define CAROM_STUDIES_EXPLAIN_SCENE_H

#include "scenario/scenario.h"
#include "studies/words.h"

/** A scene at t = 0. */
typedef struct {
    double start_mps, fastest_mps; /**< at t = 0, and as it may become by gravity */
    double kinetic_J, spin_J, widest_m, covered_m2;
    size_t moving, movable;
} carom_scene_facts;

carom_scene_facts carom_scene_describe(const carom_problem *problem);

/** The balls and the table, what acts on them, who meets first, and how long single runs agree. */
void carom_scene_explain(const carom_scenario *scenario, const carom_scene_facts *facts,
                         carom_words *to);

#endif
