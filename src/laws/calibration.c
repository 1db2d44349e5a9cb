/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "laws/calibration.h"
#include <carom/force_law.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>

static const double stiffest_damping = 1000.0;
static const double pi = 3.14159265358979323846;

/* acos(z)/sqrt(1-z^2), continued through 1 by acosh(z)/sqrt(z^2-1): 1 - (z-1)/3 + 2(z-1)^2/15 - ...
 * near 1, where both quotients are 0/0. */
static double angle_ratio(double zeta)
{
    double d = zeta - 1;
    if (fabs(d) < 1e-4) {
        return 1 - d / 3 + 2 * d * d / 15 - 2 * d * d * d / 35;
    }
    return d < 0 ? acos(zeta) / sqrt(1 - zeta * zeta) : acosh(zeta) / sqrt(zeta * zeta - 1);
}

double carom_calibration_restitution(int end, double zeta)
{
    if (end == CAROM_END_FORCE) {
        return exp(-2 * zeta * angle_ratio(zeta));
    }
    return zeta < 1 ? exp(-pi * zeta / sqrt(1 - zeta * zeta)) : 0;
}

double carom_calibration_duration(int end, double zeta)
{
    if (end == CAROM_END_FORCE) {
        return 2 * angle_ratio(zeta);
    }
    return zeta < 1 ? pi / sqrt(1 - zeta * zeta) : INFINITY;
}

/* ln e is monotonic in zeta, and its logarithm keeps small e away from underflow. */
static double excess(double zeta, void *context)
{
    const double *log_restitution = context;
    return -2 * zeta * angle_ratio(zeta) - *log_restitution;
}

static carom_status solve_force_end(double log_restitution, double *zeta, carom_error *error)
{
    gsl_function function = {excess, &log_restitution};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    int status = GSL_CONTINUE;
    if (solver == NULL) {
        return carom_error_no_memory(error);
    }
    gsl_root_fsolver_set(solver, &function, 0.0, stiffest_damping);
    for (int i = 0; i < 200 && status == GSL_CONTINUE; i++) {
        gsl_root_fsolver_iterate(solver);
        status = gsl_root_test_interval(gsl_root_fsolver_x_lower(solver),
                                        gsl_root_fsolver_x_upper(solver), 0, 1e-15);
    }
    *zeta = gsl_root_fsolver_root(solver);
    gsl_root_fsolver_free(solver);
    return CAROM_OK;
}

static double round_to_44_bits(double value)
{
    int exponent;
    double fraction = frexp(value, &exponent);
    return ldexp(nearbyint(ldexp(fraction, 44)), exponent - 44);
}

carom_status carom_calibration_damping(int end, double restitution, double *zeta,
                                       carom_error *error)
{
    double log_restitution = log(restitution);
    carom_status status = CAROM_OK;
    double lowest = end == CAROM_END_FORCE
                        ? carom_calibration_restitution(end, stiffest_damping)
                        : exp(-pi * 1000.0);
    *zeta = 0;
    if (restitution == 1) {
        return CAROM_OK;
    }
    if (!(restitution > lowest) || !(restitution < 1)) {
        return carom_error_set(error, CAROM_INVALID, "restitution",
                               "found %.6g; a dashpot gives a restitution above %.2g and up to 1 "
                               "(1: no dashpot)", restitution, lowest);
    }
    if (end == CAROM_END_FORCE) {
        status = solve_force_end(log_restitution, zeta, error);
    } else {
        *zeta = -log_restitution / sqrt(pi * pi + log_restitution * log_restitution);
    }
    *zeta = round_to_44_bits(*zeta);
    return status;
}
