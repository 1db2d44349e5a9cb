/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hooke's law with a linear dashpot: F = k delta + gamma ddelta/dt, gamma = 2 zeta sqrt(k mu).
 * With contact_end: force the dashpot never pulls (F >= 0). k in N/m, delta in m. */
#include "laws/calibration.h"
#include <carom/force_law.h>

typedef struct {
    double stiffness_N_per_m;
} hooke_options;

static const carom_param params[] = {
    {.key = "stiffness_N_per_m", .type = CAROM_NUMBER, .unit = "N/m", .fallback = NULL,
     .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .doc = "spring constant k of a contact",
     .offset = offsetof(hooke_options, stiffness_N_per_m)},
    {.key = NULL}};

static carom_force hooke_force(const void *options, const carom_contact *contact, double overlap_m,
                               double rate_mps)
{
    double k = ((const hooke_options *)options)->stiffness_N_per_m;
    double elastic = k * overlap_m, total = elastic;
    if (contact->damping > 0) {
        total += 2 * contact->damping * sqrt(k * contact->reduced_mass_kg) * rate_mps;
        if (contact->end == CAROM_END_FORCE && total < 0) {
            total = 0;
        }
    }
    return (carom_force){total, elastic};
}

static double hooke_energy(const void *options, const carom_contact *contact, double overlap_m)
{
    (void)contact;
    return 0.5 * ((const hooke_options *)options)->stiffness_N_per_m * overlap_m * overlap_m;
}

static carom_status hooke_damping(const void *options, int end, double restitution,
                                  double *damping, carom_error *error)
{
    (void)options;
    return carom_calibration_damping(end, restitution, damping, error);
}

static double hooke_frequency(const void *options, const carom_contact *contact,
                              double approach_mps)
{
    (void)approach_mps; /* a linear spring is as fast at any speed */
    return sqrt(((const hooke_options *)options)->stiffness_N_per_m / contact->reduced_mass_kg);
}

static double hooke_contact_time(const void *options, const carom_contact *contact,
                                 double approach_mps)
{
    return carom_calibration_duration(contact->end, contact->damping) /
           hooke_frequency(options, contact, approach_mps);
}

/* Eigenvalues of x'' + 2 zeta w0 x' + w0^2 x = 0: |lambda| = w0, or overdamped
 * w0 (zeta + sqrt(zeta^2 - 1)). */
static double hooke_rate(const void *options, const carom_contact *contact, double approach_mps)
{
    double zeta = contact->damping, w0 = hooke_frequency(options, contact, approach_mps);
    return zeta > 1 ? w0 * (zeta + sqrt(zeta * zeta - 1)) : w0;
}

const carom_force_law carom_force_law_hooke = {
    .about = {.name = "hooke", .summary = "linear spring and dashpot, F = k delta + gamma v",
              .params = params, .options_size = sizeof(hooke_options)},
    .force = hooke_force,
    .energy = hooke_energy,
    .damping = hooke_damping,
    .contact_time_s = hooke_contact_time,
    .rate_per_s = hooke_rate,
    .frequency_per_s = hooke_frequency};
