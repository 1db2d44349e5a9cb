/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What makes a tangential spring describe the same contact as a tangential restitution beta: the
 * spring's stiffness is a part kappa of the normal one's, k_t = kappa k_n (Cundall and Strack,
 * Geotechnique 29, 47 (1979)); where k_n changes with the overlap it is incremental, as Mindlin's.
 */
#ifndef CAROM_LAWS_TANGENTIAL_H
#define CAROM_LAWS_TANGENTIAL_H

#include <carom/force_law.h>

/** A free contact whose surfaces never slide, in numbers that no mass enters: lambda = kappa
 * mu_n/mu_t is the square of the tangential frequency over the normal one, and
 * beta = -cos(sqrt(lambda) w0 T) of a linear law, w0 T the time for which it presses: where a
 * dashpot pulls, as it may with CAROM_END_OVERLAP, there is no friction. Of other laws the force
 * grows by k_t while the overlap grows (Mindlin and Deresiewicz, J. Appl. Mech. 20, 327 (1953)) and
 * is k_t times the stretch while it shrinks (Thornton, Cummins and Cleary, Powder Technol. 233, 30
 * (2013)), so that no part of it makes energy: some is always lost, and beta stays below a largest
 * one (0.836312 of Hertz without a dashpot, one curve for every mass, stiffness and speed). They
 * are carried on step by step, to 1e-10 or so in a tenth of a millisecond. */

/** beta of lambda >= 0, for a contact at @p approach_mps > 0 (of which it depends where the normal
 * restitution does). NaN: the contact never ends, or takes more steps than a contact is followed
 * for (in a tenth of a second). */
double carom_tangential_restitution(const carom_force_law *law, const carom_contact *contact,
                                    double approach_mps, double lambda);

/** The smallest lambda that gives @p beta, to 44 bits (carom_calibration_rounded).
 *  @return CAROM_INVALID with a message for a beta that none gives */
CAROM_CHECKED carom_status carom_tangential_ratio(const carom_force_law *law,
                                                  const carom_contact *contact, double approach_mps,
                                                  double beta, double *lambda, carom_error *error);

#endif
