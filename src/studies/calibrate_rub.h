/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What carom calibrate says of a contact along the tangent: the spring that stands for a tangential
 * restitution, where surfaces slide, and what a run of one contact comes to.
 */
#ifndef CAROM_STUDIES_CALIBRATE_RUB_H
#define CAROM_STUDIES_CALIBRATE_RUB_H

#include <carom/force_law.h>
#include <carom/status.h>
#include <stdio.h>

/** What is asked for; NaN: it is not. */
typedef struct {
    double friction, restitution, stiffness_ratio; /**< mu, beta, kappa */
    double inertia_factor, other_inertia_factor;   /**< of m r^2 */
} carom_calibrate_rub_keys;

/** The contact along the normal. */
typedef struct {
    const carom_choice *law;
    const carom_contact *contact;
    int contact_end;
    double restitution, speed_mps;
    double mass_kg, other_mass_kg, radius_m, other_radius_m;
    bool wall; /**< there is no other ball */
} carom_calibrate_brief;

/** What it comes to along the tangent. */
typedef struct {
    bool asked;         /**< for friction, or for a spring; else nothing below is known */
    double mass_ratio;  /**< mu_n/mu_t */
    double beta, kappa; /**< one of them is asked for, the other follows */
    double frequency_per_s;
    double measured;      /**< beta of a run whose surfaces hardly slip and stick; NaN: none */
    double sticks_below;  /**< g_t/g_n of the impulse; NaN: it always sticks, or never rubs */
    double slides_beyond; /**< g_t/g_n from which on springs slide from the touch; NaN: unknown */
} carom_calibrate_rub;

/** @return CAROM_INVALID where no spring of the law has the tangential restitution, or what the
 *  run of one contact says */
CAROM_CHECKED carom_status carom_calibrate_rub_solve(carom_calibrate_rub *rub,
                                                     const carom_calibrate_rub_keys *keys,
                                                     const carom_calibrate_brief *brief,
                                                     carom_error *error);

/** The rows of it; nothing where nothing was asked. @p row prints one. */
void carom_calibrate_rub_print(const carom_calibrate_rub *rub, const carom_calibrate_rub_keys *keys,
                               void (*row)(FILE *stream, const char *label, double value,
                                           const char *unit),
                               FILE *stream);

#endif
