/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A ball between impacts: free fall in the plane, or rolling that slows down; and what that does to
 * the ledger, in closed form.
 */
#ifndef CAROM_SCENE_FLIGHT_H
#define CAROM_SCENE_FLIGHT_H

#include "scene/accounts.h"
#include "scene/rolling.h"
#include <carom/problem.h>

typedef struct {
    double x, y, vx, vy; /**< m, m/s */
} carom_flight;

/** After t (s) under the acceleration g (m/s^2): x + v t + g t^2/2. */
static inline carom_flight carom_flight_fall(carom_flight f, const double g[2], double t)
{
    return (carom_flight){f.x + t * (f.vx + 0.5 * t * g[0]), f.y + t * (f.vy + 0.5 * t * g[1]),
                          f.vx + t * g[0], f.vy + t * g[1]};
}

double carom_flight_speed(carom_flight f);

/** What slows each ball of a problem, by ball; the caller's, freed with free(). NULL: no memory. */
carom_rolling *carom_flight_rolling(const carom_problem *problem);

/** After a way s (m) straight on, with the speed v (m/s) that is left. */
carom_flight carom_flight_roll(carom_flight f, double s, double v);

/** Books the weight m g over t: its impulse, and the integral of its torque (r x m g) with
 *  r = r0 + v t + g t^2/2, whose last part is parallel to g. */
void carom_flight_book_weight(const carom_problem *problem, double mass_kg, carom_flight f,
                              const double g[2], double t, carom_accounts *accounts);

/** Books the impulse of the weight of all balls from the start until @p t_s: m g t each. */
void carom_flight_book_weights(const carom_problem *problem, double t_s, carom_accounts *accounts);

/** Books that ball @p i is put (dx, dy) m away, folded back into a periodic table: the potential of
 * gravity changes by -m g (dx, dy), and nobody has done that work. */
void carom_flight_book_fold(const carom_problem *problem, size_t i, double dx, double dy,
                            carom_accounts *accounts);

/** Books friction on a way s that left the speed v. It acts along the path, whose distance from the
 *  table's centre does not change: the work follows from the way, the impulse from the speeds, and
 * the torque is that impulse's at the start. */
void carom_flight_book_friction(const carom_problem *problem, double mass_kg, carom_rolling r,
                                carom_flight f, double s, double v, carom_accounts *accounts);

#endif
