/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elastic spheres with two kinds of dashpot. Hertz (J. reine angew. Math. 92, 156 (1881)):
 * F = K delta^(3/2), K in N/m^1.5, delta in m.
 *
 * hertz: F += gamma delta^(1/4) ddelta/dt, gamma = sqrt(5) zeta sqrt(K m_red), which gives the same
 * restitution at every speed (Tsuji, Tanaka, Ishida, Powder Technol. 71, 239 (1992)).
 *
 * viscoelastic: F += (3/2) A K sqrt(delta) ddelta/dt, A being the dissipative constant of the
 * material in s (Kuwabara and Kono, Jpn. J. Appl. Phys. 26, 1230 (1987); Brilliantov, Spahn,
 * Hertzsch, Poeschel, Phys. Rev. E 53, 5382 (1996)). Restitution decreases with the approach speed.
 * The scenario specifies it at reference_speed_mps, or gives A itself. */
#include "contact/contact.h"

typedef struct {
    carom_stiffness spring;
    double reference_speed_mps, dissipation_s; /* viscoelastic */
} sphere_options;

static const double sqrt5 = 2.23606797749978969641;

/* ---- both laws ---- */

static bool uses_materials(const void *options)
{
    return carom_stiffness_is_missing(&((const sphere_options *)options)->spring);
}

static void check(const void *options, const carom_diagnostics *diagnostics)
{
    if (!uses_materials(options)) {
        carom_stiffness_check(&((const sphere_options *)options)->spring, "stiffness_N_per_m1p5",
                              true, diagnostics);
    }
}

/* K as given, or from the materials; NaN if it follows from a duration or an overlap. */
static double given_stiffness(const sphere_options *options, const carom_surface *surface)
{
    return uses_materials(options) ? surface->elastic_N_per_m1p5 * surface->stiffness_factor
                                   : options->spring.stiffness * surface->stiffness_factor;
}

static double energy(const carom_contact *contact, double overlap_m)
{
    return 0.4 * contact->stiffness * overlap_m * overlap_m * sqrt(overlap_m > 0 ? overlap_m : 0);
}

static carom_slope slope(const carom_contact *contact, double overlap_m)
{
    return (carom_slope){1.5 * contact->stiffness * sqrt(overlap_m), 0.5 / overlap_m};
}

/* sqrt(k/m_red) with the slope k = (3/2) K sqrt(delta) of the force at the deepest overlap. */
static double frequency_at(const carom_contact *contact, double depth_m)
{
    return sqrt(1.5 * contact->stiffness * sqrt(depth_m) / contact->reduced_mass_kg);
}

/* ---- hertz ----
 * The substitution y = x^(5/4), dz = x^(1/4) dt turns the contact into Hooke's with the same zeta
 * and w0 -> W = (sqrt(5)/2) sqrt(K/m_red). Therefore e is the same function of zeta, at any speed,
 * and the maximum overlap is (5v/(4 W) overlap)^(4/5), overlap = carom_calibration_overlap(zeta).
 * The duration is I (5v/(4 W))^(-1/5)/W. Without damping it is 2.943275 delta_max/v. */

static const carom_param hertz_rows[] = {
    CAROM_STIFFNESS_ROWS(sphere_options, "stiffness_N_per_m1p5", "N/m^1.5", ""), {.key = NULL}};

static carom_status hertz_damping(const void *options, int end, double restitution, double *damping,
                                  carom_error *error)
{
    (void)options;
    return carom_calibration_damping(end, restitution, damping, error);
}

static double hertz_W(double stiffness_per_mass)
{
    return 0.5 * sqrt(5 * stiffness_per_mass);
}

/* The integral I, INFINITY if the contact never ends. */
static double hertz_integral(int end, double zeta)
{
    double W = hertz_W(1);
    const carom_contact unit = {.reduced_mass_kg = 1,
                                .stiffness = 1,
                                .viscosity = sqrt5 * zeta,
                                .end = carom_calibration_effective_end(end, zeta)};
    return isinf(carom_calibration_duration(end, zeta))
             ? INFINITY
             : carom_free_contact_outcome(&carom_force_law_hertz, &unit, 1, 1).contact_s * W *
                   pow(1.25 / W, 0.2);
}

static carom_contact hertz_contact(const void *object, const carom_surface *surface)
{
    const sphere_options *options = object;
    const carom_stiffness *spring = &options->spring;
    double K = given_stiffness(options, surface), zeta = surface->damping, v = spring->at_speed_mps;
    if (isnan(K)) {
        double W = isnan(spring->contact_s)
                     ? 1.25 * v * carom_calibration_overlap(zeta) / pow(spring->max_overlap_m, 1.25)
                     : pow(hertz_integral(surface->end, zeta) * pow(1.25 * v, -0.2) /
                               spring->contact_s,
                           1.25);
        K = carom_calibration_round(0.8 * W * W) * surface->reduced_mass_kg *
            surface->stiffness_factor;
    }
    return (carom_contact){.reduced_mass_kg = surface->reduced_mass_kg,
                           .damping = zeta,
                           .stiffness = K,
                           .end = carom_calibration_effective_end(surface->end, zeta),
                           .viscosity = sqrt5 * zeta * sqrt(K * surface->reduced_mass_kg)};
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

static double hertz_depth(const carom_contact *contact, double approach_mps)
{
    double W = hertz_W(contact->stiffness / contact->reduced_mass_kg);
    return pow(1.25 * approach_mps / W * carom_calibration_overlap(contact->damping), 0.8);
}

static carom_contact_outcome hertz_outcome(const carom_contact *contact, double approach_mps)
{
    double W = hertz_W(contact->stiffness / contact->reduced_mass_kg);
    return (carom_contact_outcome){carom_calibration_restitution(contact->end, contact->damping),
                                   hertz_integral(contact->end, contact->damping) *
                                       pow(1.25 * approach_mps / W, -0.2) / W,
                                   hertz_depth(contact, approach_mps)};
}

static double hertz_frequency(const carom_contact *contact, double approach_mps)
{
    return frequency_at(contact, hertz_depth(contact, approach_mps));
}

static double hertz_rate(const carom_contact *contact, double approach_mps)
{
    double w = hertz_frequency(contact, approach_mps);
    return carom_calibration_rate(w, 0.5 * contact->viscosity *
                                         sqrt(sqrt(hertz_depth(contact, approach_mps))) /
                                         (w * contact->reduced_mass_kg));
}

const carom_force_law carom_force_law_hertz = {
    .about = {.name = "hertz",
              .summary =
                  "elastic spheres, F = K delta^1.5, with a restitution independent of speed",
              .params = hertz_rows,
              .options_size = sizeof(sphere_options)},
    .stiffness = "stiffness_N_per_m1p5",
    .stiffness_power = -0.4,
    .uses_materials = uses_materials,
    .check = check,
    .damping = hertz_damping,
    .contact = hertz_contact,
    .force = hertz_force,
    .energy = energy,
    .slope = slope,
    .outcome = hertz_outcome,
    .rate_per_s = hertz_rate,
    .frequency_per_s = hertz_frequency};

/* ---- viscoelastic ----
 * x'' + B sqrt(x) x' + x^(3/2) = 0, x(0) = 0, x'(0) = 1, in units of L = (m_red v^2/K)^(2/5) and
 * L/v; B = (3/2) A (K/m_red)^(2/5) v^(1/5). */

#define AT(member) offsetof(sphere_options, member)
static const carom_param viscoelastic_rows[] = {
    CAROM_STIFFNESS_ROWS(sphere_options, "stiffness_N_per_m1p5", "N/m^1.5", ""),
    {NUMBER("reference_speed_mps", AT(reference_speed_mps), "m/s", "1", POSITIVE, ANY,
            "approach speed at which the contact has the scenario's restitution")},
    {NUMBER("dissipation_s", AT(dissipation_s), "s", "", 0, ANY,
            "dissipative constant A of the material; replaces the restitution")},
    {.key = NULL}};

static void viscoelastic_check(const void *object, const carom_diagnostics *diagnostics)
{
    const sphere_options *options = object;
    check(options, diagnostics);
    if (!uses_materials(options) && !isnan(options->dissipation_s) &&
        isnan(options->spring.stiffness)) {
        carom_diagnostics_add(diagnostics, true, "dissipation_s",
                              "given without stiffness_N_per_m1p5; give both, or a restitution");
    }
}

/* For larger B the signal of the contact end falls below the integration error of 1e-13 (with
 * CAROM_END_FORCE, x + B v is about x^(1/2)/B^2), or the contact outlasts the time limit. */
static const double max_B = 1000;

carom_contact_outcome carom_calibration_viscoelastic(int end, double B)
{
    const carom_contact unit = {.reduced_mass_kg = 1, .stiffness = 1, .viscosity = B, .end = end};
    return B <= max_B ? carom_free_contact_outcome(&carom_force_law_viscoelastic, &unit, 1, 1)
                      : (carom_contact_outcome){NAN, NAN, NAN};
}

/* Context of the root finder. */
typedef struct {
    int end;
    double log_restitution;
} viscoelastic_target;

static double viscoelastic_excess(double B, void *context)
{
    const viscoelastic_target *target = context;
    return log(carom_calibration_viscoelastic(target->end, B).restitution) -
           target->log_restitution;
}

carom_status carom_calibration_viscoelastic_damping(int end, double restitution, double *B,
                                                    carom_error *error)
{
    static const double max_damping = 50;
    viscoelastic_target target = {end, log(restitution)};
    double lowest = carom_calibration_viscoelastic(end, max_damping).restitution;
    *B = 0;
    if (restitution == 1) {
        return CAROM_OK;
    }
    if (!(restitution > lowest) || !(restitution < 1)) {
        return carom_error_set(
            error, CAROM_INVALID, "restitution",
            "must be above %.2g and at most 1 for a viscoelastic contact (got %.6g)", lowest,
            restitution);
    }
    *B = carom_calibration_round(
        carom_find_root((gsl_function){viscoelastic_excess, &target}, 0, max_damping, 0, 1e-13));
    return CAROM_OK;
}

static carom_status viscoelastic_damping(const void *object, int end, double restitution,
                                         double *damping, carom_error *error)
{
    *damping = 0;
    return isnan(((const sphere_options *)object)->dissipation_s)
             ? carom_calibration_viscoelastic_damping(end, restitution, damping, error)
             : CAROM_OK; /* viscoelastic_contact uses dissipation_s */
}

/* (K/m_red)^(2/5) v^(1/5), the unit of 1/A (1/s). */
static double viscoelastic_unit(double stiffness_per_mass, double approach_mps)
{
    return carom_calibration_round(pow(stiffness_per_mass, 0.4) * pow(approach_mps, 0.2));
}

/* L, m. */
static double length_of(const carom_contact *contact, double approach_mps)
{
    return pow(approach_mps * approach_mps / (contact->stiffness / contact->reduced_mass_kg), 0.4);
}

static carom_contact viscoelastic_contact(const void *object, const carom_surface *surface)
{
    const sphere_options *options = object;
    const carom_stiffness *spring = &options->spring;
    double v = options->reference_speed_mps, B = surface->damping, m_red = surface->reduced_mass_kg;
    double K = given_stiffness(options, surface), A = options->dissipation_s;
    if (isnan(K)) { /* duration and overlap scale with L/v and L; B at at_speed_mps */
        double u = spring->at_speed_mps;
        carom_contact_outcome unit = carom_calibration_viscoelastic(
            surface->end, B * viscoelastic_unit(1, u / v));
        double length = isnan(spring->contact_s)
                          ? spring->max_overlap_m / carom_calibration_round(unit.overlap_m)
                          : spring->contact_s * u / carom_calibration_round(unit.contact_s);
        K = m_red * u * u / (length * length * sqrt(length)) * surface->stiffness_factor;
    }
    if (isnan(A)) {
        A = B / (1.5 * viscoelastic_unit(K / m_red, v));
    }
    return (carom_contact){.reduced_mass_kg = m_red,
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
    double B = 1.5 * contact->damping * viscoelastic_unit(per_mass, approach_mps);
    double length = length_of(contact, approach_mps);
    carom_contact_outcome unit = carom_calibration_viscoelastic(contact->end, B);
    return (carom_contact_outcome){unit.restitution, unit.contact_s * length / approach_mps,
                                   unit.overlap_m * length};
}

/* Frequency at the maximum overlap of an undamped contact, (5/4)^(2/5) L. Damped contacts stay
 * below it. */
static double viscoelastic_frequency(const carom_contact *contact, double approach_mps)
{
    return frequency_at(contact, 1.09336207394 * length_of(contact, approach_mps));
}

/* w^2 = (3/2) (K/m_red) sqrt(delta), zeta = (3/2) A K sqrt(delta)/(2 m_red w). */
static double viscoelastic_rate(const carom_contact *contact, double approach_mps)
{
    double w = viscoelastic_frequency(contact, approach_mps);
    return carom_calibration_rate(w, 0.5 * contact->damping * w);
}

const carom_force_law carom_force_law_viscoelastic = {
    .about = {.name = "viscoelastic",
              .summary = "viscoelastic spheres (Kuwabara and Kono): restitution falls with speed",
              .params = viscoelastic_rows,
              .options_size = sizeof(sphere_options)},
    .stiffness = "stiffness_N_per_m1p5",
    .stiffness_power = -0.4,
    .uses_materials = uses_materials,
    .check = viscoelastic_check,
    .damping = viscoelastic_damping,
    .contact = viscoelastic_contact,
    .force = viscoelastic_force,
    .energy = energy,
    .slope = slope,
    .outcome = viscoelastic_outcome,
    .rate_per_s = viscoelastic_rate,
    .frequency_per_s = viscoelastic_frequency};
