/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hooke's law with a linear dashpot: F = k delta + gamma ddelta/dt, gamma = 2 zeta sqrt(k m_red).
 * With contact_end: force the dashpot never pulls (F >= 0). k in N/m, delta in m. */
#include "contact/contact.h"

typedef struct {
    carom_stiffness spring;
    double damping_Ns_per_m;
} hooke_options;

#define AT(member) offsetof(hooke_options, member)
static const carom_param params[] = {
    CAROM_STIFFNESS_ROWS(hooke_options, "stiffness_N_per_m", "N/m", NULL),
    {NUMBER("damping_Ns_per_m", AT(damping_Ns_per_m), "N s/m", "", 0, ANY,
            "damping constant gamma of every contact; replaces the restitution")},
    {.key = NULL}};

static void hooke_check(const void *object, const carom_diagnostics *diagnostics)
{
    const hooke_options *options = object;
    carom_stiffness_check(&options->spring, "stiffness_N_per_m", false, diagnostics);
    if (!isnan(options->damping_Ns_per_m) && isnan(options->spring.stiffness)) {
        carom_diagnostics_add(diagnostics, true, "damping_Ns_per_m",
                              "given without stiffness_N_per_m; give both, or a restitution");
    }
}

static carom_status hooke_damping(const void *object, int end, double restitution, double *damping,
                                  carom_error *error)
{
    const hooke_options *options = object;
    *damping = 0;
    if (!isnan(options->damping_Ns_per_m)) {
        return CAROM_OK; /* hooke_contact uses damping_Ns_per_m */
    }
    return carom_calibration_damping(end, restitution, damping, error);
}

/* Undamped values, pi and 1, are exact on every machine and stay unrounded. */
static double rounded(const carom_surface *surface, double value)
{
    return surface->damping == 0 ? value : carom_calibration_round(value);
}

static double stiffness_of(const carom_stiffness *spring, const carom_surface *surface)
{
    double w = 0; /* w0 */
    if (!isnan(spring->stiffness)) {
        return spring->stiffness * surface->stiffness_factor;
    }
    if (!isnan(spring->contact_s)) {
        w = rounded(surface, carom_calibration_duration(surface->end, surface->damping)) /
            spring->contact_s;
    } else {
        w = rounded(surface, carom_calibration_overlap(surface->damping)) * spring->at_speed_mps /
            spring->max_overlap_m;
    }
    return surface->reduced_mass_kg * w * w * surface->stiffness_factor;
}

static carom_contact hooke_contact(const void *object, const carom_surface *surface)
{
    const hooke_options *options = object;
    double k = stiffness_of(&options->spring, surface),
           critical = 2 * sqrt(k * surface->reduced_mass_kg);
    bool given = !isnan(options->damping_Ns_per_m);
    double zeta = given ? options->damping_Ns_per_m / critical : surface->damping;
    return (carom_contact){.reduced_mass_kg = surface->reduced_mass_kg,
                           .damping = zeta,
                           .stiffness = k,
                           .viscosity = given ? options->damping_Ns_per_m : zeta * critical,
                           .end = carom_calibration_effective_end(surface->end, zeta)};
}

static carom_force hooke_force(const carom_contact *contact, double overlap_m, double rate_mps)
{
    double elastic = contact->stiffness * overlap_m, total = elastic;
    if (contact->viscosity != 0) {
        total += contact->viscosity * rate_mps;
        if (contact->end == CAROM_END_FORCE && total < 0) {
            total = 0;
        }
    }
    return (carom_force){total, elastic};
}

static double hooke_energy(const carom_contact *contact, double overlap_m)
{
    return 0.5 * contact->stiffness * overlap_m * overlap_m;
}

static carom_slope hooke_slope(const carom_contact *contact, double overlap_m)
{
    (void)overlap_m;
    return (carom_slope){contact->stiffness, 0};
}

static double hooke_frequency(const carom_contact *contact, double approach_mps)
{
    (void)approach_mps; /* no influence on a linear spring */
    return sqrt(contact->stiffness / contact->reduced_mass_kg);
}

static carom_contact_outcome hooke_outcome(const carom_contact *contact, double approach_mps)
{
    double w0 = hooke_frequency(contact, approach_mps);
    return (carom_contact_outcome){carom_calibration_restitution(contact->end, contact->damping),
                                   carom_calibration_duration(contact->end, contact->damping) / w0,
                                   carom_calibration_overlap(contact->damping) * approach_mps / w0};
}

static double hooke_rate(const carom_contact *contact, double approach_mps)
{
    return carom_calibration_rate(hooke_frequency(contact, approach_mps), contact->damping);
}

const carom_force_law carom_force_law_hooke = {
    .about = {.name = "hooke",
              .summary = "linear spring and dashpot, F = k delta + gamma v",
              .params = params,
              .options_size = sizeof(hooke_options)},
    .smooth = true,
    .linear = true,
    .stiffness = "stiffness_N_per_m",
    .stiffness_power = -0.5,
    .check = hooke_check,
    .damping = hooke_damping,
    .contact = hooke_contact,
    .force = hooke_force,
    .energy = hooke_energy,
    .slope = hooke_slope,
    .outcome = hooke_outcome,
    .rate_per_s = hooke_rate,
    .frequency_per_s = hooke_frequency};
