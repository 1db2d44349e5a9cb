/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Coordinates on a periodic table.
 */
#ifndef CAROM_SCENE_BOUNDARIES_TORUS_H
#define CAROM_SCENE_BOUNDARIES_TORUS_H

#include <carom/problem.h>
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

/** A way as that to the nearest image, where the table is periodic. */
static inline carom_vec carom_torus_shortest(const carom_problem *problem, carom_vec way)
{
    return problem->boundary != CAROM_PERIODIC
             ? way
             : (carom_vec){carom_torus_nearest(way.x, problem->width_m),
                           carom_torus_nearest(way.y, problem->height_m)};
}

/** A place as that of its image on the table. */
static inline carom_vec carom_torus_home(const carom_problem *problem, carom_vec at)
{
    return (carom_vec){carom_torus_fold(at.x, problem->width_m),
                       carom_torus_fold(at.y, problem->height_m)};
}

#endif
