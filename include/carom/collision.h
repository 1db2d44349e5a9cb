/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a solver writes down about every collision.
 */
#ifndef CAROM_COLLISION_H
#define CAROM_COLLISION_H

#include <carom/status.h>
#include <carom/vec.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** One collision: an impulse, or a contact of springs from touch to release. */
typedef struct {
    double t_s;            /**< impulse: the instant; penalty: the touch */
    carom_vec normal;      /**< unit, from a to b (wall: outward) */
    double approach_mps;   /**< normal speed towards each other before, > 0 */
    double separation_mps; /**< normal speed apart after; NaN: contact still open */
    double impulse_Ns;     /**< time integral of the normal force, >= 0 */
    double contact_s;      /**< duration; 0 for an impulse */
    double max_overlap_m;  /**< 0 for an impulse */
    double dissipated_J;   /**< what restitution, the dashpot or friction took */
    /** time integral of the tangential force on b along t, the normal turned by +90 degrees; on a
     * the opposite */
    double impulse_t_Ns;
    uint32_t a; /**< ball */
    uint32_t b; /**< ball, or carom_wall where `wall` */
    bool wall;
    /** the surfaces slid on each other, friction was at its limit; of springs, which slide at their
     * ends: for more than half of the contact */
    bool sliding;
} carom_collision;

/** A log that grows; zero-initialise, or carom_log_free to use it again. Belongs to one thread at a
 * time. */
typedef struct {
    carom_collision *item; /**< `count` of them (owned) */
    size_t count, capacity;
} carom_log;

/** Appends a copy. Before that the log may grow, which moves its items, and can fail with
 * CAROM_NO_MEMORY: then it is as it was. */
CAROM_CHECKED carom_status carom_log_add(carom_log *log, const carom_collision *collision,
                                         carom_error *error);

/** Sorts by time; what happens at the same time, by the numbers of the bodies. */
void carom_log_sort(carom_log *log);

/** Releases the items and leaves an empty log. */
void carom_log_free(carom_log *log);

#endif
