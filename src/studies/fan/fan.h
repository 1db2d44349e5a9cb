/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_STUDIES_FAN_H
#define CAROM_INTERNAL_STUDIES_FAN_H

#include "scenario/scenario.h"
#include "scene/scene.h"

#include <signal.h>

/** @file
 * The fan: all outcomes that a scene's first cluster of simultaneous contacts can have, by every
 * impact policy, by every serial order of its balls, and by ever stiffer springs.
 */

/** Bodies touch where their gap is at most this part of a radius: rounding. */
#define CAROM_FAN_TOUCHING 1e-9

/** One outcome and where it came from first. */
typedef struct {
    char source[160];
    size_t sources;     /**< how many ways lead to it */
    carom_vec *v;       /**< by ball of the cluster, m/s; NaN where it failed */
    double *spin_radps; /**< the same */
    carom_status status;
    char failure[640]; /**< why this way leads to no outcome; "": it does */
} carom_outcome;

typedef struct {
    const carom_scenario *scenario;
    double t_s;                        /**< of the cluster */
    const volatile sig_atomic_t *stop; /**< may be NULL */
    /** its balls, by their numbers: those that collide then, and what touches them */
    size_t *ball;
    /** which of them are one cluster: there may be several at the same instant */
    size_t *group;
    carom_flight *flight; /**< where they are then, and how fast just before */
    size_t balls;
    carom_outcome *outcome;
    size_t outcomes, capacity;
    size_t orders;   /**< serial orders tried */
    bool all_orders; /**< or the cluster has too many balls for that */
} carom_fan;

/** Finds them. Of the scenario's solvers only the problem is used. A way that leads nowhere (an
 * endless row of collisions) is an outcome with a reason.
 *  @return CAROM_INVALID where nothing collides, CAROM_INTERRUPTED; carom_fan_free in any case */
CAROM_CHECKED carom_status carom_fan_find(carom_fan *fan, const carom_scenario *scenario,
                                          const volatile sig_atomic_t *stop, carom_error *error);

/** What springs of @p stiffness_N_per_m (as a scenario writes it) make of the cluster by itself,
 * without gravity and friction, which do nothing in an instant: its balls' velocities and spins
 * when the impact is over, into @p sample of the whole problem. Over it is when nobody touches
 * anybody any more, nor will soon. */
CAROM_CHECKED carom_status carom_fan_press(const carom_fan *fan, const carom_problem *problem,
                                           const char *stiffness_N_per_m, carom_sample *sample,
                                           carom_error *error);
void carom_fan_free(carom_fan *fan);

#endif
