/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * How a ball has turned that rolls on the table without slipping: unit quaternions. A quaternion is
 * normalised after every turn, so that it stays one however long the run.
 *
 * The instantaneous turn is omega = (-vy, vx, 0)/r: about the axis across the motion, the top of
 * the ball forward. Along a straight path of length s that is one turn by s/r (billiard blog, part
 * 6, which says it in two angles of a spot; those degrade at the poles). Uses sin and cos: it is an
 * observable and acts on nothing.
 */
#ifndef CAROM_SCENE_ORIENTATION_H
#define CAROM_SCENE_ORIENTATION_H

#include <carom/vec.h>
#include <stddef.h>

/** w + x i + y j + z k; turns a vector u of the ball into q u q*. */
typedef struct {
    double w, x, y, z;
} carom_quaternion;

/** Not turned. */
carom_quaternion carom_orientation_init(void);

/** Of @p count balls that have not turned; the caller's, freed with free(). NULL: no memory. */
carom_quaternion *carom_orientation_new(size_t count);

/** After a straight way, m, of a ball of radius r, m. */
carom_quaternion carom_orientation_roll(carom_quaternion q, carom_vec way, double r);

/** After the time t (s) on a parabola: velocity v at its start (m/s), acceleration g (m/s^2). The
 * axis turns on the way: Magnus' expansion to fourth order over parts so short that its error is
 * rounding. */
carom_quaternion carom_orientation_roll_curve(carom_quaternion q, carom_vec v, carom_vec g,
                                              double t, double r);

#endif
