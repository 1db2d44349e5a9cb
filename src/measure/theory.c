/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Theoretical bounds of the numbers of a run, from the number of events, rounding, the time step,
 * the order of the integrator and the stiffness ('carom help theory': contact, dashpot,
 * integrators). The bounds assume that every collision has the whole energy. */
#include "impacts/impacts.h"
#include "measure/measure.h"

/* Largest loss of energy or momentum in one event, in ulp. */
static const double ulps_per_event = 8;

/* Parameters of a penalty solver. */
typedef struct {
    carom_springs is;
    double theta, zeta; /* zeta: damping ratio, 0 without dashpots */
} springs;

/* The damping ratio is that of a contact that ends with the overlap; slightly smaller than if it
 * ends with the force. */
static void find_step_and_damping(const carom_problem *problem, const carom_choice *choice,
                                  springs *s)
{
    double least, most;
    carom_report report = {.theta = NAN};
    (void)(carom_initial_report(problem, choice, &report, &(carom_error){0}) == CAROM_OK);
    carom_problem_restitutions(problem, &least, &most);
    double e = fmin(least, 1 / most), log_e = e > 0 ? -log(e) : 20;
    s->zeta = carom_problem_is_elastic(problem) ? 0
                                                : log_e / sqrt(CAROM_PI * CAROM_PI + log_e * log_e);
    s->theta = report.theta;
}

/* Largest relative energy error of a contact; NaN: unknown. */
static double energy_per_contact(const springs *s, char *formula, size_t size)
{
    const carom_integrator *method = s->is.integrator;
    const carom_integrator_theory *theory = &method->theory;
    bool known = theory->energy != NULL;
    double h = s->theta, interior = known && !isnan(h) ? theory->energy(h) : NAN;
    if (!s->is.law->linear || isnan(h)) {
        return NAN;
    }
    if (known && (theory->whole || (s->zeta == 0 && s->is.exact))) {
        snprintf(formula, size, "%s", theory->formula);
        return interior;
    }
    if (s->zeta == 0) {
        snprintf(formula, size, "interior + theta^2/2, without event location");
        return interior + 0.5 * h * h;
    }
    snprintf(formula, size,
             s->is.exact ? "interior + 4 zeta theta^p, p the order of the integrator"
                         : "interior + theta^2 + 4 zeta theta");
    return interior + (s->is.exact ? 4 * s->zeta * pow(h, method->order) : h * h + 4 * s->zeta * h);
}

static void set_theory(carom_theory *theory, double value, double tolerance, const char *formula)
{
    theory->value = theory->to = value;
    theory->tolerance = tolerance;
    snprintf(theory->formula, sizeof theory->formula, "%s", formula);
}

static void set_rounding_theory(carom_theory *theory, double rounding)
{
    char text[180];
    snprintf(text, sizeof text, "%g eps (collisions + steps + 1)", ulps_per_event);
    set_theory(theory, 0, rounding, text);
}

/* Largest relative error of the energy after N contacts. Gains multiply: each contact may have the
 * whole energy, with the gains of those before. */
static double largest_gain(double collisions, double each)
{
    return expm1(collisions * log1p(each));
}

static void energy_theory(const springs *s, double collisions, double rounding,
                          carom_theory *theory)
{
    char formula[100], text[180];
    double each = energy_per_contact(s, formula, sizeof formula);
    if (!isnan(each)) {
        snprintf(text, sizeof text, "(1 + x)^N - 1 + rounding, x = %s; N = %.0f, theta = %.4g",
                 formula, collisions, s->theta);
        set_theory(theory, 0, largest_gain(collisions, each) + rounding, text);
    }
}

/* Specified restitution of a solver; NaN: none, or several. */
static double specified_restitution(const carom_problem *problem, const carom_choice *choice,
                                    bool wall)
{
    double e, most;
    const carom_entry *law = carom_choice_find_entry(choice, &carom_impact_laws);
    bool one = carom_problem_restitution_range(problem, wall, &e, &most) && e == most &&
               (law == NULL || carom_impact_law_is_constant(law));
    return one ? e : NAN;
}

/* The restitution has the specified value within the integration error of one contact. Not with
 * friction, which rotates balls during contact. */
static void restitution_theory(double e, const springs *s, bool rough, carom_theory *theory)
{
    char formula[100];
    if (isnan(e) || (s != NULL && rough)) {
        return;
    }
    if (s == NULL) {
        set_theory(theory, e, 1e-12, "rounding of two speeds");
        return;
    }
    double each = energy_per_contact(s, formula, sizeof formula);
    if (!isnan(each)) {
        set_theory(theory, e, each + 1e-9, formula);
    }
}

/* Whether a contact may have more energy than the initial energy. */
static bool gains_energy(const carom_problem *problem)
{
    double least, most;
    carom_problem_restitutions(problem, &least, &most);
    return most > 1 || !carom_vec_is_zero(problem->gravity_mps2);
}

static void springs_theory(const carom_problem *problem, const carom_choice *choice, springs *s,
                           const char *quantity, const carom_events *events, double rounding,
                           carom_theory *theory)
{
    double k = s->is.stiffness_N_per_m;
    if (strcmp(quantity, "angular_momentum_residual_rel") == 0) {
        if (s->is.integrator->theory.conserves_angular_momentum) {
            set_rounding_theory(theory, rounding);
        }
    } else if (strcmp(quantity, "energy_residual_rel") == 0) {
        if (!carom_problem_has_contact_friction(
                problem)) { /* with friction energy errors exceed the bound, 1.8-fold and more */
            find_step_and_damping(problem, choice, s);
            energy_theory(s, events->collisions, rounding, theory);
        }
    } else if (strcmp(quantity, "max_overlap_m") == 0 && !gains_energy(problem) &&
               problem->pairs == 0 && s->is.law->linear && !isnan(k)) {
        find_step_and_damping(problem, choice, s);
        char formula[100];
        double each = energy_per_contact(s, formula, sizeof formula);
        double most_J = events->energy_J * (1 + largest_gain(events->collisions, each));
        if (!isnan(each)) {
            set_theory(theory, 0, sqrt(2 * most_J / k) * (1 + s->theta),
                       "sqrt(2 E/k) (1 + theta), E with the largest energy error");
        }
    }
}

carom_theory carom_theory_of(const carom_problem *problem, const carom_choice *choice,
                             const char *quantity, const carom_events *events)
{
    carom_theory theory = CAROM_NO_THEORY;
    bool soft = carom_solver_has_traits(choice, CAROM_SOFT),
         exact = carom_solver_has_traits(choice, CAROM_EXACT);
    bool wall = strcmp(quantity, "restitution_wall") == 0;
    double rounding = ulps_per_event * DBL_EPSILON * (events->collisions + events->steps + 1);
    springs s;
    if (strcmp(quantity, "momentum_residual_rel") == 0 ||
        (exact && strstr(quantity, "_residual_rel") != NULL)) {
        set_rounding_theory(&theory, rounding);
    } else if ((!soft && !exact) || (soft && !carom_solver_springs(choice, &s.is))) {
        return theory; /* no bound for frames of arbitrary length */
    } else if (wall || strcmp(quantity, "restitution_ball") == 0) {
        double e = specified_restitution(problem, choice, wall);
        if (soft && !isnan(e)) {
            find_step_and_damping(problem, choice, &s);
        }
        restitution_theory(e, soft ? &s : NULL, carom_problem_has_contact_friction(problem),
                           &theory);
    } else if (soft) {
        springs_theory(problem, choice, &s, quantity, events, rounding, &theory);
    } else if (strcmp(quantity, "max_overlap_m") == 0) {
        set_theory(&theory, 0, 64 * DBL_EPSILON * (problem->width_m + problem->height_m),
                   "64 eps (width + height): rounding of the coordinates");
    }
    return theory;
}
