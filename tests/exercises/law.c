/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spring and dashpot; zeta by bisection for both ends of the contact. */
#include <carom/force_law.h>
#include <math.h>

static const double pi = 3.14159265358979323846;

typedef struct {
    double stiffness;
} options;

static const carom_param params[] = {{.key = "stiffness_N_per_m",
                                      .type = CAROM_NUMBER,
                                      .unit = "N/m",
                                      .fallback = "1e6",
                                      .lowest = CAROM_POSITIVE,
                                      .highest = CAROM_ANY_HIGH,
                                      .doc = "k",
                                      .offset = offsetof(options, stiffness)},
                                     {.key = NULL}};

/* acos(zeta)/sqrt(1 - zeta^2), with acosh above critical damping: w0 times the time of maximum
 * overlap. */
static double angle(double zeta)
{
    if (fabs(zeta - 1) < 1e-6) {
        return 1 - (zeta - 1) / 3;
    }
    return zeta < 1 ? acos(zeta) / sqrt(1 - zeta * zeta) : acosh(zeta) / sqrt(zeta * zeta - 1);
}

/* w0 times the contact duration, and -ln e/zeta. */
static double phase(int end, double zeta)
{
    return end == CAROM_END_FORCE ? 2 * angle(zeta) : pi / sqrt(1 - zeta * zeta);
}

static double log_e(int end, double zeta)
{
    return -zeta * phase(end, zeta);
}

static carom_status damping(const void *object, int end, double restitution, double *zeta,
                            carom_error *error)
{
    double low = 0, high = end == CAROM_END_FORCE ? 1000 : 1 - 1e-12;
    (void)object;
    *zeta = 0;
    if (restitution == 1) {
        return CAROM_OK;
    }
    if (!(restitution > exp(log_e(end, high))) || !(restitution < 1)) {
        return carom_error_set(error, CAROM_INVALID, "restitution",
                               "found %g; expected a restitution above %.2g and up to 1",
                               restitution, exp(log_e(end, high)));
    }
    for (int i = 0; i < 100; i++) {
        *zeta = 0.5 * (low + high);
        if (log_e(end, *zeta) > log(restitution)) {
            low = *zeta;
        } else {
            high = *zeta;
        }
    }
    return CAROM_OK;
}

static carom_contact contact(const void *object, const carom_surface *surface)
{
    const options *o = object;
    double k = o->stiffness * surface->stiffness_factor;
    return (carom_contact){.reduced_mass_kg = surface->reduced_mass_kg,
                           .damping = surface->damping,
                           .stiffness = k,
                           .viscosity = 2 * surface->damping * sqrt(k * surface->reduced_mass_kg),
                           .end = surface->end};
}

static carom_force force(const carom_contact *c, double overlap_m, double rate_mps)
{
    double elastic = c->stiffness * overlap_m, total = elastic + c->viscosity * rate_mps;
    return (carom_force){c->end == CAROM_END_FORCE && total < 0 ? 0 : total, elastic};
}

static double energy(const carom_contact *c, double overlap_m)
{
    return 0.5 * c->stiffness * overlap_m * overlap_m;
}

static double frequency(const carom_contact *c, double approach_mps)
{
    (void)approach_mps;
    return sqrt(c->stiffness / c->reduced_mass_kg);
}

static carom_contact_outcome outcome(const carom_contact *c, double approach_mps)
{
    double w0 = frequency(c, approach_mps), zeta = c->damping;
    return (carom_contact_outcome){exp(log_e(c->end, zeta)), phase(c->end, zeta) / w0,
                                   approach_mps / w0 * exp(-zeta * angle(zeta))};
}

const carom_force_law carom_force_law_mine = {.about = {.name = "mine",
                                                        .summary = "spring and dashpot",
                                                        .params = params,
                                                        .options_size = sizeof(options)},
                                              .stiffness = "stiffness_N_per_m",
                                              .stiffness_power = -0.5,
                                              .damping = damping,
                                              .contact = contact,
                                              .force = force,
                                              .energy = energy,
                                              .outcome = outcome,
                                              .rate_per_s = frequency,
                                              .frequency_per_s = frequency};
