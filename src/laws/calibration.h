/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What makes a spring describe the same ball as a restitution e: closed forms of a free contact
 * where there are some, numerical solutions where not, and their inverses. All dimensionless, for
 * both definitions of the end of a contact (Schwager and Poeschel, Granular Matter 9, 465 (2007)).
 */
#ifndef CAROM_LAWS_CALIBRATION_H
#define CAROM_LAWS_CALIBRATION_H

#include <carom/status.h>

/* Hooke's spring with a linear dashpot: x'' + 2 zeta x' + x = 0, zeta = gamma/(2 sqrt(k mu)), in
 * units of 1/w0, w0 = sqrt(k/mu), and of v/w0. */

/** Where a contact ends. A dashpot that drives (zeta < 0, e > 1) pulls as a contact begins, not as
 * it ends: with the overlap. */
int carom_calibration_end(int end, double zeta);

/** Restitution of a free contact. @param end carom_contact_end, @param zeta > -1
 *  (< 1 for CAROM_END_OVERLAP: above, the overlap never returns to zero and e is 0) */
double carom_calibration_restitution(int end, double zeta);

/** w0 T, the dimensionless duration of a free contact (INFINITY where it never ends). */
double carom_calibration_duration(int end, double zeta);

/** w0 delta/v, the deepest overlap: exp(-zeta acos(zeta)/sqrt(1 - zeta^2)), continued above 1. */
double carom_calibration_overlap(double zeta);

/** To 44 significant bits: what of a calibration reaches the stepping core is rounded so, that the
 * last bits of the C library's exp, acos or pow do not. */
double carom_calibration_rounded(double value);

/** The inverse of carom_calibration_restitution for e > 0, by root finding for CAROM_END_FORCE
 * below 1 and in closed form else, rounded as above.
 *  @return CAROM_INVALID for an e that no damping up to zeta = 1000 gives */
CAROM_CHECKED carom_status carom_calibration_damping(int end, double restitution, double *zeta,
                                                     carom_error *error);

/* Hertz with the dashpot x^(1/4) x': with y = x^(5/4) and dz = x^(1/4) dt it is the linear one
 * above, of the same zeta, w0 -> (sqrt(5)/2) sqrt(K/mu): so e is the same function of zeta, at any
 * speed. */

/** The time integral of that substitution: T = I (5v/(4 W))^(-1/5)/W, W = (sqrt(5)/2) sqrt(K/mu).
 * Without damping this is T = 2.943275 delta_max/v. */
double carom_calibration_hertz_duration(int end, double zeta);

/** K/mu (1/(s^2 m^0.5)) for a contact of T (s), or of the deepest overlap delta (m), at approach
 * speed v (m/s). */
double carom_calibration_hertz_by_time(double duration, double contact_s, double approach_mps);
double carom_calibration_hertz_by_overlap(double overlap, double overlap_m, double approach_mps);

/** T (s) and delta (m) for K/mu at v: @p duration from above, @p overlap from
 * carom_calibration_overlap. */
double carom_calibration_hertz_time(double duration, double stiffness_per_mass,
                                    double approach_mps);
double carom_calibration_hertz_depth(double overlap, double stiffness_per_mass,
                                     double approach_mps);

/* Viscoelastic spheres (Kuwabara and Kono, Jpn. J. Appl. Phys. 26, 1230 (1987); Brilliantov, Spahn,
 * Hertzsch, Poeschel, Phys. Rev. E 53, 5382 (1996)): x'' + B sqrt(x) x' + x^(3/2) = 0, x(0) = 0,
 * x'(0) = 1, in units of L = (mu v^2/K)^(2/5) and L/v; B = (3/2) A (K/mu)^(2/5) v^(1/5). */

typedef struct {
    double restitution, duration, overlap;
} carom_viscoelastic;

/** Solved with an adaptive method to 1e-11 or so; NaN for B above 1000, where that does not follow
 * it (a restitution below 5e-15, or where the force ends it 1.3e-5). */
carom_viscoelastic carom_calibration_viscoelastic(int end, double B);

/** The B of a restitution, as carom_calibration_damping. */
CAROM_CHECKED carom_status carom_calibration_viscoelastic_damping(int end, double restitution,
                                                                  double *B, carom_error *error);

/** (K/mu)^(2/5) v^(1/5), the unit of 1/A; L, m. */
double carom_calibration_viscoelastic_rate(double stiffness_per_mass, double approach_mps);
double carom_calibration_viscoelastic_length(double stiffness_per_mass, double approach_mps);

#endif
