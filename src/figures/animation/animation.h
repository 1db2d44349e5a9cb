/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The records of a run as a film: every solver's balls on a table of its own, to scale, and below
 * what becomes of the energy and of the distance from the reference.
 */
#ifndef CAROM_FIGURES_ANIMATION_H
#define CAROM_FIGURES_ANIMATION_H

#include "figures/presets.h"
#include <carom/status.h>
#include <stddef.h>

enum { CAROM_MOST_SHOWN = 6 }; /**< solvers of a film: a table each */

/** How an animation is to be. */
typedef struct {
    /** one table: the second solver's balls as circles over the first's discs */
    bool overlay;
    /** of solvers; none: all, the reference first; one: the reference and that one. Of an overlay
     * two */
    const char *const *name;
    size_t names;
    double length_s; /**< of the film without slow motion; 0: between 4 and 10 s */
} carom_animation;

/** Draws animation.gif (animation-overlay.gif), where look->film says so animation.mp4 too, and
 * the caption, which says what is slowed and how balls get from sample to sample.
 *  @return what carom_figures_draw returns */
CAROM_CHECKED carom_status carom_animate(const char *directory, const carom_look *look,
                                         const carom_animation *animation, carom_error *error);

#endif
