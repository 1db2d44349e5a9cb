/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * One contact by itself, exactly: what two bodies do from touch to release when nothing acts but
 * their force law and, where something presses one against the other, a constant preload. Of a
 * linear law it is in closed form, of others carried on until nothing changes any more.
 */
#ifndef CAROM_LAWS_FREE_CONTACT_H
#define CAROM_LAWS_FREE_CONTACT_H

#include <carom/force_law.h>

/** States that a contact is told by, equally far apart in time; the first is the touch, the last
 * the release. */
enum { CAROM_CONTACT_STATES = 401 };

/** A contact at a time since its touch. */
typedef struct {
    double t_s, overlap_m, rate_mps; /**< rate of the overlap: > 0 while closing */
    double force_N;                  /**< of the law, > 0 where it pushes apart */
    double elastic_J;                /**< in the spring */
    double dissipated_J;             /**< taken since the touch */
} carom_contact_state;

/** A contact from touch to release. */
typedef struct {
    bool closed; /**< in closed form, but for the root that the release is; else converged */
    /** largest relative change of what stands below when the steps are halved; 0: closed form */
    double error;
    double contact_s;            /**< INFINITY: it never ends, and nothing below is known */
    double restitution;          /**< separation over approach speed */
    double overlap_m, deepest_s; /**< the deepest, and when */
    double force_N;              /**< the largest */
    double impulse_Ns;           /**< time integral of the force */
    double dissipated_J;         /**< with what an overlap that outlasts the force relaxes by */
    carom_contact_state state[CAROM_CONTACT_STATES];
} carom_free_contact;

/** Solves it. Linear: mu x'' + gamma x' + k x = mu g, the damped oscillator about g/w0^2 for any
 * damping (any textbook; the ends: Schwager and Poeschel, Granular Matter 9, 465 (2007)). Others:
 * the classical Runge-Kutta method, 8000 steps and more a contact.
 *  @param approach_mps  > 0, at the touch
 *  @param preload_mps2  g: what would accelerate the bodies towards each other, 0 in free space */
void carom_free_contact_solve(carom_free_contact *solved, const carom_force_law *law,
                              const carom_contact *contact, double approach_mps,
                              double preload_mps2);

#endif
