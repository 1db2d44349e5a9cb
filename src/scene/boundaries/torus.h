/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Coordinates on a periodic table.
 */
#ifndef CAROM_SCENE_BOUNDARIES_TORUS_H
#define CAROM_SCENE_BOUNDARIES_TORUS_H

#include <math.h>

/** The coordinate inside [0, length). */
static inline double carom_torus_fold(double coordinate_m, double length_m)
{
    double inside = coordinate_m - length_m * floor(coordinate_m / length_m);
    return inside < length_m ? inside : 0; /* rounding can reach the length itself */
}

/** A difference of coordinates as that to the nearest image. */
static inline double carom_torus_nearest(double difference_m, double length_m)
{
    return difference_m - length_m * floor(difference_m / length_m + 0.5);
}

#endif
