/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slope of a force law, and stiffness of the tangential spring of a linear law for a given
 * tangential restitution. */
#include "contact/contact.h"

carom_slope carom_force_law_slope(const carom_force_law *law, const carom_contact *contact,
                                  double overlap_m)
{
    static const double part = 1e-3;
    double step = part * overlap_m, low, here, high;
    if (law->slope != NULL) {
        return law->slope(contact, overlap_m);
    }
    low = law->force(contact, overlap_m - step, 0).elastic_N;
    here = law->force(contact, overlap_m, 0).elastic_N;
    high = law->force(contact, overlap_m + step, 0).elastic_N;
    return (carom_slope){(high - low) / (2 * step),
                         high == low ? 0 : 2 * (high - 2 * here + low) / (step * (high - low))};
}

/* w0 times the time for which a free contact presses: friction vanishes while a dashpot pulls. */
static double duration_of(const carom_force_law *law, const carom_contact *contact,
                          double approach_mps)
{
    carom_contact pressing = *contact;
    pressing.end = contact->viscosity > 0 ? CAROM_END_FORCE : contact->end;
    return law->outcome(&pressing, approach_mps).contact_s *
           law->frequency_per_s(contact, approach_mps);
}

carom_status carom_tangential_ratio(const carom_force_law *law, const carom_contact *contact,
                                    double approach_mps, double beta, double *lambda,
                                    carom_error *error)
{
    double duration, part;
    *lambda = 0;
    if (!(beta > -1)) {
        return CAROM_OK; /* no spring */
    }
    if (!law->linear) {
        return carom_error_set(error, CAROM_INVALID, "tangential_stiffness_ratio",
                               "required for friction with law: %s, because tangential_restitution "
                               "sets it only for a linear law; use 2 (1 - nu)/(2 - nu), 0.82 for a "
                               "Poisson ratio nu of 0.3",
                               law->about.name);
    }
    duration = duration_of(law, contact, approach_mps);
    if (!isfinite(duration)) {
        return carom_error_set(error, CAROM_INVALID, "tangential_restitution",
                               "undefined for a contact that never ends (got %.6g); reduce the "
                               "damping",
                               beta);
    }
    part = acos(-beta) / duration;
    *lambda = carom_calibration_round(part * part);
    return CAROM_OK;
}
