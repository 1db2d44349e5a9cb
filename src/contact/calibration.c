/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration of force laws: damping for a given restitution, duration and maximum overlap of a
 * free contact, and the tangential spring (contact.h). */
#include "contact/contact.h"

static const double max_zeta = 1000.0;

/* acos(z)/sqrt(1-z^2), for z > 1 acosh(z)/sqrt(z^2-1). Both are 0/0 at 1; the series there is
 * 1 - (z-1)/3 + 2(z-1)^2/15 - ... */
static double angle_ratio(double zeta)
{
    double d = zeta - 1;
    if (fabs(d) < 1e-4) {
        return 1 - d / 3 + 2 * d * d / 15 - 2 * d * d * d / 35;
    }
    return d < 0 ? acos(zeta) / sqrt(1 - zeta * zeta) : acosh(zeta) / sqrt(zeta * zeta - 1);
}

int carom_calibration_effective_end(int end, double zeta)
{
    return zeta < 0 ? CAROM_END_OVERLAP : end;
}

double carom_calibration_restitution(int end, double zeta)
{
    if (carom_calibration_effective_end(end, zeta) == CAROM_END_FORCE) {
        return exp(-2 * zeta * angle_ratio(zeta));
    }
    return zeta < 1 ? exp(-CAROM_PI * zeta / sqrt(1 - zeta * zeta)) : 0;
}

double carom_calibration_duration(int end, double zeta)
{
    if (carom_calibration_effective_end(end, zeta) == CAROM_END_FORCE) {
        return 2 * angle_ratio(zeta);
    }
    return zeta < 1 ? CAROM_PI / sqrt(1 - zeta * zeta) : INFINITY;
}

double carom_calibration_overlap(double zeta)
{
    return exp(-zeta * angle_ratio(zeta));
}

double carom_calibration_rate(double w, double zeta)
{
    return zeta > 1 ? w * (zeta + sqrt(zeta * zeta - 1)) : w;
}

/* Uses ln e, which is monotonic in zeta and does not underflow. */
static double log_restitution_error(double zeta, void *context)
{
    const double *log_restitution = context;
    return -2 * zeta * angle_ratio(zeta) - *log_restitution;
}

double carom_calibration_round(double value)
{
    int exponent;
    double fraction = frexp(value, &exponent);
    return ldexp(nearbyint(ldexp(fraction, 44)), exponent - 44);
}

carom_status carom_calibration_damping(int end, double restitution, double *zeta,
                                       carom_error *error)
{
    double log_restitution = log(restitution);
    double lowest = end == CAROM_END_FORCE ? carom_calibration_restitution(end, max_zeta)
                                           : exp(-CAROM_PI * 1000.0);
    *zeta = 0;
    if (restitution == 1) {
        return CAROM_OK;
    }
    if (!(restitution > lowest) || !(restitution < INFINITY)) {
        return carom_error_set(error, CAROM_INVALID, "restitution",
                               "must be above %.2g for a contact with a dashpot (got %.6g)", lowest,
                               restitution);
    }
    if (end == CAROM_END_FORCE && restitution < 1) {
        *zeta = carom_find_root((gsl_function){log_restitution_error, &log_restitution}, 0,
                                max_zeta, 0, 1e-15);
    } else {
        *zeta = -log_restitution / sqrt(CAROM_PI * CAROM_PI + log_restitution * log_restitution);
    }
    *zeta = carom_calibration_round(*zeta);
    return CAROM_OK;
}

/* ---- stiffness ---- */

void carom_stiffness_check(const carom_stiffness *spring, const char *name, bool timed,
                           const carom_diagnostics *diagnostics)
{
    int given = !isnan(spring->stiffness) + !isnan(spring->contact_s) +
                !isnan(spring->max_overlap_m);
    bool wants_speed = !isnan(spring->max_overlap_m) || (timed && !isnan(spring->contact_s));
    if (given != 1) {
        carom_diagnostics_add(
            diagnostics, true,
            !isnan(spring->max_overlap_m) ? "max_overlap_m"
            : given > 1                   ? "contact_time_s"
                                          : name,
            given == 0 ? "missing; give it, contact_time_s or max_overlap_m"
                       : "given together with another specification of the stiffness; give "
                         "only one of the stiffness, contact_time_s and max_overlap_m");
    } else if (wants_speed && isnan(spring->at_speed_mps)) {
        carom_diagnostics_add(
            diagnostics, true, "at_speed_mps",
            "missing; give the approach speed (m/s) at which the contact is specified");
    } else if (!wants_speed && !isnan(spring->at_speed_mps)) {
        carom_diagnostics_add(diagnostics, true, "at_speed_mps",
                              "has no effect, as the contact is specified at any speed; remove it");
    }
}

/* ---- tangential ---- */

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
