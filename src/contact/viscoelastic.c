/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Viscoelastic spheres: F = K (delta^(3/2) + (3/2) A sqrt(delta) ddelta/dt), A being the
 * dissipative constant of the material in s (sources: contact/contact.h). Restitution decreases
 * with the approach speed. The scenario specifies it at reference_speed_mps, or gives A itself. */
#include "contact/contact.h"

typedef struct {
    carom_stiffness spring;
    double reference_speed_mps, dissipation_s;
} viscoelastic_options;

#define AT(member) offsetof(viscoelastic_options, member)
static const carom_param params[] = {
    CAROM_STIFFNESS_ROWS(viscoelastic_options, "stiffness_N_per_m1p5", "N/m^1.5", ""),
    {NUMBER("reference_speed_mps", AT(reference_speed_mps), "m/s", "1", POSITIVE, ANY,
            "approach speed at which the contact has the scenario's restitution")},
    {NUMBER("dissipation_s", AT(dissipation_s), "s", "", 0, ANY,
            "dissipative constant A of the material; replaces the restitution")},
    {.key = NULL}};

static bool viscoelastic_uses_materials(const void *options)
{
    return carom_stiffness_is_missing(&((const viscoelastic_options *)options)->spring);
}

static void viscoelastic_check(const void *object, const carom_diagnostics *diagnostics)
{
    const viscoelastic_options *options = object;
    if (viscoelastic_uses_materials(options)) {
        return;
    }
    carom_stiffness_check(&options->spring, "stiffness_N_per_m1p5", true, diagnostics);
    if (!isnan(options->dissipation_s) && isnan(options->spring.stiffness)) {
        carom_diagnostics_add(diagnostics, true, "dissipation_s",
                              "given without stiffness_N_per_m1p5; give both, or a restitution");
    }
}

static carom_status viscoelastic_damping(const void *object, int end, double restitution,
                                         double *damping, carom_error *error)
{
    *damping = 0;
    if (!isnan(((const viscoelastic_options *)object)->dissipation_s)) {
        return CAROM_OK; /* viscoelastic_contact uses dissipation_s */
    }
    return carom_calibration_viscoelastic_damping(end, restitution, damping, error);
}

/* Duration and overlap scale with L/v and L. B is the damping at at_speed_mps. */
static double stiffness_of(const carom_stiffness *spring, const carom_surface *surface, double B)
{
    double v = spring->at_speed_mps, length;
    if (!isnan(spring->stiffness)) {
        return spring->stiffness * surface->stiffness_factor;
    }
    if (carom_stiffness_is_missing(spring)) {
        return surface->elastic_N_per_m1p5 * surface->stiffness_factor;
    }
    carom_viscoelastic there = carom_calibration_viscoelastic(surface->end, B);
    length = isnan(spring->contact_s)
               ? spring->max_overlap_m / carom_calibration_round(there.overlap)
               : spring->contact_s * v / carom_calibration_round(there.duration);
    /* L = (m_red v^2/K)^(2/5) */
    return surface->reduced_mass_kg * v * v / (length * length * sqrt(length)) *
           surface->stiffness_factor;
}

static carom_contact viscoelastic_contact(const void *object, const carom_surface *surface)
{
    const viscoelastic_options *options = object;
    const carom_stiffness *spring = &options->spring;
    double v = options->reference_speed_mps, B = surface->damping;
    double there = isnan(spring->at_speed_mps)
                     ? B
                     : B * carom_calibration_viscoelastic_rate(1, spring->at_speed_mps / v);
    double mu = surface->reduced_mass_kg, K = stiffness_of(spring, surface, there);
    double A = isnan(options->dissipation_s)
                 ? B / (1.5 * carom_calibration_viscoelastic_rate(K / mu, v))
                 : options->dissipation_s;
    return (carom_contact){.reduced_mass_kg = mu,
                           .damping = A,
                           .stiffness = K,
                           .viscosity = 1.5 * A * K,
                           .end = surface->end};
}

static carom_force viscoelastic_force(const carom_contact *contact, double overlap_m,
                                      double rate_mps)
{
    double root = sqrt(overlap_m > 0 ? overlap_m : 0);
    double elastic = contact->stiffness * overlap_m * root, total = elastic;
    if (contact->viscosity > 0) {
        total += contact->viscosity * root * rate_mps;
        if (contact->end == CAROM_END_FORCE && total < 0) {
            total = 0;
        }
    }
    return (carom_force){total, elastic};
}

/* contact->damping holds A. */
static carom_contact_outcome viscoelastic_outcome(const carom_contact *contact, double approach_mps)
{
    double per_mass = contact->stiffness / contact->reduced_mass_kg;
    double B = 1.5 * contact->damping * carom_calibration_viscoelastic_rate(per_mass, approach_mps);
    double length = carom_calibration_viscoelastic_length(per_mass, approach_mps);
    carom_viscoelastic free_contact = carom_calibration_viscoelastic(contact->end, B);
    return (carom_contact_outcome){free_contact.restitution,
                                   free_contact.duration * length / approach_mps,
                                   free_contact.overlap * length};
}

/* Frequency at the maximum overlap of an undamped contact, (5/4)^(2/5) L. Damped contacts stay
 * below it. */
static double viscoelastic_frequency(const carom_contact *contact, double approach_mps)
{
    double depth = 1.09336207394 * carom_calibration_viscoelastic_length(
                                       contact->stiffness / contact->reduced_mass_kg, approach_mps);
    return sqrt(1.5 * contact->stiffness * sqrt(depth) / contact->reduced_mass_kg);
}

static double viscoelastic_rate(const carom_contact *contact, double approach_mps)
{
    /* w^2 = (3/2) (K/m_red) sqrt(delta) */
    double w = viscoelastic_frequency(contact, approach_mps);
    /* (3/2) A K sqrt(delta)/(2 m_red w) */
    double zeta = 0.5 * contact->damping * w;
    return zeta > 1 ? w * (zeta + sqrt(zeta * zeta - 1)) : w;
}

const carom_force_law carom_force_law_viscoelastic = {
    .about = {.name = "viscoelastic",
              .summary = "viscoelastic spheres (Kuwabara and Kono): restitution falls with speed",
              .params = params,
              .options_size = sizeof(viscoelastic_options)},
    .stiffness = "stiffness_N_per_m1p5",
    .stiffness_power = -0.4,
    .uses_materials = viscoelastic_uses_materials,
    .check = viscoelastic_check,
    .damping = viscoelastic_damping,
    .contact = viscoelastic_contact,
    .force = viscoelastic_force,
    .energy = carom_hertz_energy,
    .slope = carom_hertz_slope,
    .outcome = viscoelastic_outcome,
    .rate_per_s = viscoelastic_rate,
    .frequency_per_s = viscoelastic_frequency};
