/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The colours that figures keep for an entry, so that a method looks the same in all of them.
 */
#ifndef CAROM_HUE_H
#define CAROM_HUE_H

/** Of a solver or an integrator in figures. */
typedef enum {
    CAROM_HUE_NEXT, /**< the next one that is free: green first */
    CAROM_HUE_BLACK,
    CAROM_HUE_ORANGE,
    CAROM_HUE_BLUE
} carom_hue;

#endif
