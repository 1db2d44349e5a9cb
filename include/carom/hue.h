/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Colors reserved for a method: it has the same color in every figure.
 */
#ifndef CAROM_HUE_H
#define CAROM_HUE_H

/** Color of a solver or an integrator in figures. */
typedef enum {
    CAROM_HUE_NEXT, /**< next color that no other curve has, green first */
    CAROM_HUE_BLACK,
    CAROM_HUE_ORANGE,
    CAROM_HUE_BLUE
} carom_hue;

#endif
