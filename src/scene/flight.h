/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A ball between impacts: free fall in the plane, or rolling that slows down; and what that does to
 * the ledger, in closed form.
 */
#ifndef CAROM_SCENE_FLIGHT_H
#define CAROM_SCENE_FLIGHT_H

#include "scene/ledger.h"
#include "scene/rolling.h"
#include <carom/solver.h>

typedef struct {
    carom_vec at, v; /**< m, m/s */
} carom_flight;

/** After t (s) under the acceleration g (m/s^2): x + v t + g t^2/2. */
static inline carom_flight carom_flight_fall(carom_flight f, carom_vec g, double t)
{
    return (carom_flight){carom_vec_fallen(f.at, f.v, g, t), carom_vec_ahead(f.v, t, g)};
}

/** A ball as a run begins. */
static inline carom_flight carom_flight_of(const carom_ball *ball)
{
    return (carom_flight){{ball->x_m, ball->y_m}, {ball->vx_mps, ball->vy_mps}};
}

/** The ball as this one begins a run. */
static inline void carom_flight_put(carom_flight f, carom_ball *ball)
{
    ball->x_m = f.at.x;
    ball->y_m = f.at.y;
    ball->vx_mps = f.v.x;
    ball->vy_mps = f.v.y;
}

/** Ball @p i of a sample. */
static inline carom_flight carom_flight_in(const carom_sample *sample, size_t i)
{
    return (carom_flight){{sample->x_m[i], sample->y_m[i]}, {sample->vx_mps[i], sample->vy_mps[i]}};
}

/** Puts it into a sample as ball @p i. */
static inline void carom_flight_record(carom_flight f, carom_sample *sample, size_t i)
{
    sample->x_m[i] = f.at.x;
    sample->y_m[i] = f.at.y;
    sample->vx_mps[i] = f.v.x;
    sample->vy_mps[i] = f.v.y;
}

/** Ball @p i of a solver's view. */
static inline carom_flight carom_flight_shown(const carom_view *view, size_t i)
{
    return (carom_flight){{view->x_m[i], view->y_m[i]}, {view->vx_mps[i], view->vy_mps[i]}};
}

/** Shows ball @p i in a solver's view. */
static inline void carom_flight_show(carom_flight f, carom_view *view, size_t i)
{
    view->x_m[i] = f.at.x;
    view->y_m[i] = f.at.y;
    view->vx_mps[i] = f.v.x;
    view->vy_mps[i] = f.v.y;
}

/** What slows each ball of a problem, by ball; the caller's, freed with free(). NULL: no memory. */
carom_rolling *carom_flight_rolling(const carom_problem *problem);

/** After a way s (m) straight on, with the speed v (m/s) that is left. */
carom_flight carom_flight_roll(carom_flight f, double s, double v);

/** Books the weight m g over t: its impulse, and the integral of its torque (r x m g) with
 *  r = r0 + v t + g t^2/2, whose last part is parallel to g. */
void carom_flight_book_weight(const carom_problem *problem, double mass_kg, carom_flight f,
                              carom_vec g, double t, carom_accounts *accounts);

/** Books the impulse of the weight of all balls from the start until @p t_s: m g t each. */
void carom_flight_book_weights(const carom_problem *problem, double t_s, carom_accounts *accounts);

/** Books that ball @p i is put @p way (m) away, folded back into a periodic table: the potential of
 * gravity changes by -m g.way, and nobody has done that work. */
void carom_flight_book_fold(const carom_problem *problem, size_t i, carom_vec way,
                            carom_accounts *accounts);

/** Books friction on a way s that left the speed v. It acts along the path, whose distance from the
 *  table's centre does not change: the work follows from the way, the impulse from the speeds, and
 * the torque is that impulse's at the start. */
void carom_flight_book_friction(const carom_problem *problem, double mass_kg, carom_rolling r,
                                carom_flight f, double s, double v, carom_accounts *accounts);

#endif
