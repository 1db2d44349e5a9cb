/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration of force laws: damping for a given restitution, and duration and maximum overlap of a
 * free contact (laws.h). */
#include "contact/contact.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>

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

/* ---- Hertz ---- */

/* Overlap of the linear contact, exp(-zeta z) sin(r z)/r with r = sqrt(1 - zeta^2): starts at 0
 * with slope 1. */
static double linear_contact(double zeta, double z)
{
    double r2 = 1 - zeta * zeta, r = sqrt(fabs(r2));
    if (r * z < 1e-4) { /* series of both branches below for small r z */
        return exp(-zeta * z) * z * (1 - r2 * z * z / 6);
    }
    return r2 > 0 ? exp(-zeta * z) * sin(r * z) / r
                  : 0.5 * (exp((r - zeta) * z) - exp(-(r + zeta) * z)) / r;
}

static double hertz_integrand(double z, void *context)
{
    const double *zeta = context;
    double y = linear_contact(*zeta, z);
    return y > 0 ? pow(y, -0.2) : 0; /* rounding may make y negative at the end */
}

double carom_calibration_hertz_duration(int end, double zeta)
{
    enum { PIECES = 400 };
    double upper = carom_calibration_duration(end, zeta), duration = INFINITY, error;
    double low[PIECES], high[PIECES], part[PIECES], error_of[PIECES];
    size_t order[PIECES], level[PIECES];
    /* GSL's workspace on the stack: no allocation can fail */
    gsl_integration_workspace work = {.limit = PIECES,
                                      .alist = low,
                                      .blist = high,
                                      .rlist = part,
                                      .elist = error_of,
                                      .order = order,
                                      .level = level};
    gsl_function function = {hertz_integrand, &zeta};
    if (isfinite(upper)) {
        gsl_integration_qags(&function, 0, upper, 0, 1e-11, PIECES, &work, &duration, &error);
    }
    return duration;
}

/* W = (sqrt(5)/2) sqrt(K/m_red). */
static double hertz_frequency(double stiffness_per_mass)
{
    return 0.5 * sqrt(5 * stiffness_per_mass);
}

double carom_calibration_hertz_time(double duration, double stiffness_per_mass, double approach_mps)
{
    double W = hertz_frequency(stiffness_per_mass);
    return duration * pow(1.25 * approach_mps / W, -0.2) / W;
}

double carom_calibration_hertz_depth(double overlap, double stiffness_per_mass, double approach_mps)
{
    return pow(1.25 * approach_mps / hertz_frequency(stiffness_per_mass) * overlap, 0.8);
}

double carom_calibration_hertz_by_time(double duration, double contact_s, double approach_mps)
{
    /* t_c = I (5v/4)^(-1/5) W^(-4/5) */
    double W = pow(duration * pow(1.25 * approach_mps, -0.2) / contact_s, 1.25);
    return carom_calibration_round(0.8 * W * W);
}

double carom_calibration_hertz_by_overlap(double overlap, double overlap_m, double approach_mps)
{
    double W = 1.25 * approach_mps * overlap / pow(overlap_m, 1.25);
    return carom_calibration_round(0.8 * W * W);
}

/* ---- viscoelastic ---- */

static int viscoelastic_slopes(double t, const double y[], double dydt[], void *context)
{
    double B = *(const double *)context, x = y[0] > 0 ? y[0] : 0, root = sqrt(x);
    (void)t;
    dydt[0] = y[1];
    dydt[1] = -B * root * y[1] - x * root;
    return GSL_SUCCESS;
}

/* Signals that cross zero downwards at the maximum overlap and at the contact end. */
static double deepest_sign(int end, double B, const double y[2])
{
    (void)end, (void)B;
    return y[1];
}

static double end_sign(int end, double B, const double y[2])
{
    return end == CAROM_END_FORCE ? y[0] + B * y[1] : y[0];
}

/* Integrates y from *t until the signal crosses zero: whole steps first, then bisection of the last
 * step. */
static void integrate_to_zero(gsl_odeiv2_driver *driver,
                              double (*sign)(int, double, const double[2]), int end, double B,
                              double *t, double y[2])
{
    static const double step = 0.02, longest = 1e5;
    double before[2] = {y[0], y[1]}, low = *t, high;
    do {
        low = *t;
        before[0] = y[0];
        before[1] = y[1];
        gsl_odeiv2_driver_apply(driver, t, low + step * (1 + 0.1 * low), y);
    } while (sign(end, B, y) > 0 && *t < longest);
    high = *t;
    while (high - low > 1e-14 * high) {
        double middle = 0.5 * (low + high), from = low, there[2] = {before[0], before[1]};
        gsl_odeiv2_driver_reset(driver);
        gsl_odeiv2_driver_apply(driver, &from, middle, there);
        if (sign(end, B, there) > 0) {
            low = middle;
            before[0] = there[0];
            before[1] = there[1];
        } else {
            high = middle;
        }
    }
    *t = high;
    y[0] = before[0];
    y[1] = before[1];
    gsl_odeiv2_driver_reset(driver);
}

/* Allocates the parts of GSL's driver one by one: its own allocation cannot report a failure
 * safely.
 * @return false: no memory */
static bool open_driver(gsl_odeiv2_driver *driver, const gsl_odeiv2_system *system)
{
    *driver = (gsl_odeiv2_driver){
        .sys = system,
        .h = 1e-4,
        .hmax = DBL_MAX,
        .s = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, system->dimension),
        .c = carom_step_control_new(1e-13, 1e-13),
        .e = gsl_odeiv2_evolve_alloc(system->dimension)};
    if (driver->s == NULL || driver->c == NULL || driver->e == NULL) {
        return false;
    }
    gsl_odeiv2_step_set_driver(driver->s, driver);
    gsl_odeiv2_evolve_set_driver(driver->e, driver);
    gsl_odeiv2_control_set_driver(driver->c, driver);
    return true;
}

static void close_driver(gsl_odeiv2_driver *driver)
{
    if (driver->e != NULL) {
        gsl_odeiv2_evolve_free(driver->e);
    }
    if (driver->c != NULL) {
        gsl_odeiv2_control_free(driver->c);
    }
    if (driver->s != NULL) {
        gsl_odeiv2_step_free(driver->s);
    }
}

/* For larger B the signal of the contact end falls below the integration error of 1e-13 (with
 * CAROM_END_FORCE, x + B v is about x^(1/2)/B^2), or the contact outlasts the time limit. */
static const double max_B = 1000;

carom_viscoelastic carom_calibration_viscoelastic(int end, double B)
{
    gsl_odeiv2_system system = {viscoelastic_slopes, NULL, 2, &B};
    gsl_odeiv2_driver driver;
    double t = 0, y[2] = {0, 1};
    carom_viscoelastic found = {NAN, NAN, NAN};
    if (!(B <= max_B)) {
        return found;
    }
    bool open = open_driver(&driver, &system);
    /* retries once after an allocation failure, then returns NaN */
    for (int attempt = 0; attempt < 2 && !open; attempt++) {
        close_driver(&driver);
        open = open_driver(&driver, &system);
    }
    if (open) {
        integrate_to_zero(&driver, deepest_sign, end, B, &t, y);
        found.overlap = y[0];
        integrate_to_zero(&driver, end_sign, end, B, &t, y);
        found.restitution = -y[1];
        found.duration = t;
    }
    close_driver(&driver);
    return found;
}

/* Context of the root finder. */
typedef struct {
    int end;
    double log_restitution;
    bool no_memory; /* an allocation has failed */
} viscoelastic_target;

static double viscoelastic_excess(double B, void *context)
{
    viscoelastic_target *target = context;
    double restitution = carom_calibration_viscoelastic(target->end, B).restitution;
    target->no_memory = target->no_memory || isnan(restitution);
    return log(restitution) - target->log_restitution;
}

carom_status carom_calibration_viscoelastic_damping(int end, double restitution, double *B,
                                                    carom_error *error)
{
    static const double max_damping = 50;
    viscoelastic_target target = {end, log(restitution), false};
    double lowest = carom_calibration_viscoelastic(end, max_damping).restitution;
    *B = 0;
    if (restitution == 1) {
        return CAROM_OK;
    }
    CAROM_NEED(!isnan(lowest), error);
    if (!(restitution > lowest) || !(restitution < 1)) {
        return carom_error_set(
            error, CAROM_INVALID, "restitution",
            "must be above %.2g and at most 1 for a viscoelastic contact (got %.6g)", lowest,
            restitution);
    }
    *B = carom_calibration_round(
        carom_find_root((gsl_function){viscoelastic_excess, &target}, 0, max_damping, 0, 1e-13));
    return target.no_memory ? carom_error_no_memory(error) : CAROM_OK;
}

double carom_calibration_viscoelastic_rate(double stiffness_per_mass, double approach_mps)
{
    return carom_calibration_round(pow(stiffness_per_mass, 0.4) * pow(approach_mps, 0.2));
}

double carom_calibration_viscoelastic_length(double stiffness_per_mass, double approach_mps)
{
    return pow(approach_mps * approach_mps / stiffness_per_mass, 0.4);
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
