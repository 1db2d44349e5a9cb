/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The damping of a spring and dashpot that describes the same ball as a restitution e, for both
 * definitions of the end of a contact (PHYSICS: Schwager and Poeschel, Granular Matter 9, 465 (2007)).
 * zeta = gamma/(2 sqrt(k mu)) is the damping ratio, w0 = sqrt(k/mu).
 */
#ifndef CAROM_LAWS_CALIBRATION_H
#define CAROM_LAWS_CALIBRATION_H

#include <carom/status.h>

/** Restitution of a free spring-dashpot contact. @param end carom_contact_end, @param zeta >= 0
 *  (< 1 for CAROM_END_OVERLAP: above, the overlap never returns to zero and e is 0) */
double carom_calibration_restitution(int end, double zeta);

/** w0 T, the dimensionless duration of a free contact (INFINITY where it never ends). */
double carom_calibration_duration(int end, double zeta);

/** The inverse of carom_calibration_restitution for 0 < e <= 1, by root finding for
 *  CAROM_END_FORCE and in closed form for CAROM_END_OVERLAP. Rounded to 44 significant bits, so that
 *  the last bits of the C library's exp and acos do not reach the stepping core.
 *  @return CAROM_INVALID for an e that no damping up to zeta = 1000 gives */
CAROM_CHECKED carom_status carom_calibration_damping(int end, double restitution, double *zeta,
                                                     carom_error *error);

#endif
