/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What the contacts of springs, lasting a while, make of a rigid run: where every ball would be
 * displaced to, were each collision replaced by a contact of the same two balls alone.
 *
 * Such a contact leaves its balls behind (it lags: the impulse comes later) and sends them another
 * way (it turns: the line of centres rotates meanwhile; 'carom help theory', contact). It may have
 * another restitution too, as that of viscoelastic spheres depends on the speed. All three are
 * found from the two balls by themselves, from their touch on, with the springs converged. They
 * are carried on through the later collisions of the rigid run by the linearised dynamics of hard
 * discs (Dellago, Posch and Hoover, Phys. Rev. E 53, 1485 (1996)). So they are told apart however
 * long ago they arose, and however much chaos has made of them, as long as they are small against a
 * ball. To first order soft - rigid = lag + turn + restitution + what the method adds. What is
 * missing then is of second order, or of contacts of three and more.
 */
#ifndef CAROM_MEASURE_LAG_H
#define CAROM_MEASURE_LAG_H

#include "measure/alignment.h"
#include "scene/flight.h"
#include <signal.h>

typedef struct carom_lag carom_lag;

/** What is needed to tell; all of it must outlive the carom_lag. */
typedef struct {
    const carom_problem *problem; /**< without friction; balls in any order */
    /** sorted by time; a and b are positions in the problem */
    const carom_log *rigid, *soft;
    const carom_alignment *alignment;  /**< of rigid and soft */
    const carom_choice *springs;       /**< a penalty solver, converged */
    const volatile sig_atomic_t *stop; /**< set from outside to end; may be NULL */
} carom_lag_brief;

/** NULL: no memory. */
carom_lag *carom_lag_new(const carom_lag_brief *brief, carom_error *error);
void carom_lag_free(carom_lag *lag);

/** Carries all displacements on to @p t_s, which must not be before the last call's. */
CAROM_CHECKED carom_status carom_lag_advance(carom_lag *lag, double t_s, carom_error *error);

/** Displacements that a contact of springs makes of a rigid collision: contact delay, rotation of
 * the contact normal, and a restitution other than the rigid one. */
enum { CAROM_LAGGING, CAROM_TURNED, CAROM_RESTORED, CAROM_CONTACT_PARTS };

/** Computes the displacements of ball @p i there, in position and velocity.
 *  @param part  CAROM_CONTACT_PARTS of them
 *  @return false: its story is another by then, or it was in a contact of three: nothing can be
 * said */
bool carom_lag_at(const carom_lag *lag, size_t i, carom_flight *part);

/** Of a ball of which nothing can be said: whether because it, or one that it met, was in a contact
 * of three or more. */
bool carom_lag_is_crowded(const carom_lag *lag, size_t i);

/** Whether displacements can be told of: no friction, also of surfaces, nothing fixed under
 * gravity. */
bool carom_lag_is_known(const carom_problem *problem);

#endif
