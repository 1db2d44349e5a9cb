/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Collision log: one record per collision, written by the solver.
 */
#ifndef CAROM_COLLISION_H
#define CAROM_COLLISION_H

#include <carom/status.h>
#include <carom/vec.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** One collision: an impulse, or a spring contact from onset to separation. */
typedef struct {
    double t_s;            /**< time of the impulse, or contact onset */
    carom_vec normal;      /**< unit, from a to b; out of the table at a wall */
    double approach_mps;   /**< normal approach speed before, > 0 */
    double separation_mps; /**< normal separation speed after; NaN: contact not over */
    double impulse_Ns;     /**< time integral of the normal force, >= 0 */
    double contact_s;      /**< duration; 0 for an impulse */
    double max_overlap_m;  /**< 0 for an impulse */
    double dissipated_J;   /**< energy lost to restitution, dashpot and friction */
    /** time integral of the tangential force on b along t (the normal rotated by +90 degrees) */
    double impulse_t_Ns;
    uint32_t a; /**< index of the first ball */
    uint32_t b; /**< index of the second ball, or of the part of the wall if `wall` */
    bool wall;
    /** friction reached Coulomb's limit; for springs: during more than half of the contact */
    bool sliding;
} carom_collision;

/** A growing list of collisions. Zero-initialize it. Not thread-safe. */
typedef struct {
    carom_collision *item; /**< array of `count` (owned) */
    size_t count, capacity;
} carom_log;

/** Append a copy of @p collision. Pointers to items become invalid. */
void carom_log_add(carom_log *log, const carom_collision *collision);

/** Sort by time, simultaneous collisions by ball numbers. */
void carom_log_sort(carom_log *log);

/** Free the items; the log is empty and can be used again. */
void carom_log_free(carom_log *log);

#endif
