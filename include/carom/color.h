/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Colors reserved for a method: it has the same color in every figure.
 */
#ifndef CAROM_COLOR_H
#define CAROM_COLOR_H

/** Color of a solver or an integrator in figures. */
typedef enum {
    CAROM_COLOR_NEXT, /**< next color that no method has */
    CAROM_COLOR_BLACK,
    CAROM_COLOR_ORANGE,
    CAROM_COLOR_BLUE,
    CAROM_COLOR_GREEN,
    CAROM_COLOR_PURPLE
} carom_color;

#endif
