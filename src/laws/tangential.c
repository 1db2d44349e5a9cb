/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tangential springs from a tangential restitution. */
#include "laws/tangential.h"
#include "laws/calibration.h"
#include <math.h>

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

/* w0 T of a free contact. */
static double duration_of(const carom_force_law *law, const carom_contact *contact,
                          double approach_mps)
{
    return law->outcome(contact, approach_mps).contact_s *
           law->frequency_per_s(contact, approach_mps);
}

double carom_tangential_restitution(const carom_force_law *law, const carom_contact *contact,
                                    double approach_mps, double lambda)
{
    return -cos(sqrt(lambda) * duration_of(law, contact, approach_mps));
}

carom_status carom_tangential_ratio(const carom_force_law *law, const carom_contact *contact,
                                    double approach_mps, double beta, double *lambda,
                                    carom_error *error)
{
    double part = acos(-beta) / duration_of(law, contact, approach_mps);
    (void)error;
    *lambda = carom_calibration_rounded(part * part);
    return CAROM_OK;
}
