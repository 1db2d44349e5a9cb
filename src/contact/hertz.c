/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hertz's law for elastic spheres (J. reine angew. Math. 92, 156 (1881)), F = K delta^(3/2), with
 * the dashpot that gives the same restitution at every speed (Tsuji, Tanaka, Ishida, Powder
 * Technol. 71, 239 (1992)): F = K delta^(3/2) + gamma delta^(1/4) ddelta/dt, gamma = sqrt(5) zeta
 * sqrt(K mu), zeta as for Hooke's law (contact/contact.h). K in N/m^1.5, delta in m. */
#include "contact/contact.h"

typedef struct {
    carom_stiffness spring;
} hertz_options;

static const carom_param params[] = {
    CAROM_STIFFNESS_ROWS(hertz_options, "stiffness_N_per_m1p5", "N/m^1.5", ""), {.key = NULL}};

static const double sqrt5 = 2.23606797749978969641;

static bool hertz_uses_materials(const void *options)
{
    return carom_stiffness_is_missing(&((const hertz_options *)options)->spring);
}

static void hertz_check(const void *object, const carom_diagnostics *diagnostics)
{
    if (!hertz_uses_materials(object)) {
        carom_stiffness_check(&((const hertz_options *)object)->spring, "stiffness_N_per_m1p5",
                              true, diagnostics);
    }
}

static carom_status hertz_damping(const void *options, int end, double restitution, double *damping,
                                  carom_error *error)
{
    (void)options;
    return carom_calibration_damping(end, restitution, damping, error);
}

static double stiffness_of(const carom_stiffness *spring, const carom_surface *surface)
{
    double per_mass, zeta = surface->damping;
    if (!isnan(spring->stiffness)) {
        return spring->stiffness * surface->stiffness_factor;
    }
    if (carom_stiffness_is_missing(spring)) {
        return surface->elastic_N_per_m1p5 * surface->stiffness_factor;
    }
    per_mass = isnan(spring->contact_s)
                 ? carom_calibration_hertz_by_overlap(carom_calibration_overlap(zeta),
                                                      spring->max_overlap_m, spring->at_speed_mps)
                 : carom_calibration_hertz_by_time(
                       carom_calibration_hertz_duration(surface->end, zeta), spring->contact_s,
                       spring->at_speed_mps);
    return per_mass * surface->reduced_mass_kg * surface->stiffness_factor;
}

static carom_contact hertz_contact(const void *object, const carom_surface *surface)
{
    double K = stiffness_of(&((const hertz_options *)object)->spring, surface);
    return (carom_contact){.reduced_mass_kg = surface->reduced_mass_kg,
                           .damping = surface->damping,
                           .stiffness = K,
                           .end = carom_calibration_effective_end(surface->end, surface->damping),
                           .viscosity = sqrt5 * surface->damping *
                                        sqrt(K * surface->reduced_mass_kg)};
}

static carom_force hertz_force(const carom_contact *contact, double overlap_m, double rate_mps)
{
    double root = sqrt(overlap_m > 0 ? overlap_m : 0);
    double elastic = contact->stiffness * overlap_m * root, total = elastic;
    if (contact->viscosity != 0) {
        total += contact->viscosity * sqrt(root) * rate_mps;
        if (contact->end == CAROM_END_FORCE && total < 0) {
            total = 0;
        }
    }
    return (carom_force){total, elastic};
}

double carom_hertz_energy(const carom_contact *contact, double overlap_m)
{
    return 0.4 * contact->stiffness * overlap_m * overlap_m * sqrt(overlap_m > 0 ? overlap_m : 0);
}

carom_slope carom_hertz_slope(const carom_contact *contact, double overlap_m)
{
    return (carom_slope){1.5 * contact->stiffness * sqrt(overlap_m), 0.5 / overlap_m};
}

static double depth_of(const carom_contact *contact, double approach_mps)
{
    return carom_calibration_hertz_depth(carom_calibration_overlap(contact->damping),
                                         contact->stiffness / contact->reduced_mass_kg,
                                         approach_mps);
}

static carom_contact_outcome hertz_outcome(const carom_contact *contact, double approach_mps)
{
    double duration = carom_calibration_hertz_duration(contact->end, contact->damping);
    return (carom_contact_outcome){
        carom_calibration_restitution(contact->end, contact->damping),
        carom_calibration_hertz_time(duration, contact->stiffness / contact->reduced_mass_kg,
                                     approach_mps),
        depth_of(contact, approach_mps)};
}

/* The slope of the force at the deepest overlap is (3/2) K sqrt(delta). */
static double hertz_frequency(const carom_contact *contact, double approach_mps)
{
    double slope = 1.5 * contact->stiffness * sqrt(depth_of(contact, approach_mps));
    return sqrt(slope / contact->reduced_mass_kg);
}

static double hertz_rate(const carom_contact *contact, double approach_mps)
{
    double w = hertz_frequency(contact, approach_mps);
    double zeta = 0.5 * contact->viscosity * sqrt(sqrt(depth_of(contact, approach_mps))) /
                  (w * contact->reduced_mass_kg);
    return zeta > 1 ? w * (zeta + sqrt(zeta * zeta - 1)) : w;
}

const carom_force_law carom_force_law_hertz = {
    .about = {.name = "hertz",
              .summary =
                  "elastic spheres, F = K delta^1.5, with a restitution independent of speed",
              .params = params,
              .options_size = sizeof(hertz_options)},
    .stiffness = "stiffness_N_per_m1p5",
    .stiffness_power = -0.4,
    .uses_materials = hertz_uses_materials,
    .check = hertz_check,
    .damping = hertz_damping,
    .contact = hertz_contact,
    .force = hertz_force,
    .energy = carom_hertz_energy,
    .slope = carom_hertz_slope,
    .outcome = hertz_outcome,
    .rate_per_s = hertz_rate,
    .frequency_per_s = hertz_frequency};
