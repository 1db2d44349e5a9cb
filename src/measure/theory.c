/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What theory says a run's numbers may be: from how many events there were, rounding, the step, the
 * method's order and the stiffness ('carom help theory': contact, dashpot, integrators). Bounds,
 * not estimates: every collision is taken to have all the energy. */
#include "checks/checks.h"
#include "measure/converged.h"
#include "params/choice.h"
#include "run/course.h"
#include <carom/integrator.h>
#include <float.h>
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979324;

/* Units in the last place that one event may lose of energy or momentum, at most. */
static const double ulps_per_event = 8;

/* What matters of a penalty solver. */
typedef struct {
    const char *integrator, *law;
    bool located, dashpot;
    double theta, stiffness, zeta;
    int order;
} springs;

/* Damping ratio of a dashpot for a restitution, end of contact by overlap: a little less than by
 * force. */
static double damping_ratio(double e)
{
    double log_e = e > 0 ? -log(e) : 20;
    return log_e / sqrt(pi * pi + log_e * log_e);
}

static springs describe(const carom_scenario *scenario, const carom_choice *choice,
                        carom_finding *finding)
{
    const carom_problem *problem = &scenario->problem;
    const carom_entry *integrator = carom_choice_entry(choice, "integrator"),
                      *law = carom_choice_entry(choice, "law");
    double least, most;
    carom_error error = {0};
    carom_report report = {.theta = NAN};
    carom_solver *solver = carom_solver_new_chosen(problem, choice, false, &error);
    springs s = {.integrator = integrator->name,
                 .law = law->name,
                 .located = carom_choice_is_located(choice),
                 .dashpot = !carom_problem_is_elastic(problem)};
    if (solver != NULL) {
        carom_solver_report(solver, &report);
    }
    carom_solver_free(solver);
    if (error.status == CAROM_NO_MEMORY) {
        carom_finding_note(finding, &error);
    }
    carom_problem_restitutions(problem, &least, &most);
    s.zeta = s.dashpot ? damping_ratio(fmin(least, 1 / most)) : 0;
    s.theta = report.theta;
    s.stiffness = carom_choice_number(choice, "stiffness_N_per_m");
    s.order = carom_integrator_of(integrator)->order;
    return s;
}

/* Relative energy that a contact may win or lose to the method, and its formula. NaN: unknown. */
static double energy_per_contact(const springs *s, const char **formula)
{
    double h = s->theta, interior = NAN;
    if (strcmp(s->law, "hooke") != 0 || isnan(h)) {
        return NAN;
    }
    if (strcmp(s->integrator, "euler") == 0) {
        *formula = "N (exp(pi theta) - 1)";
        return expm1(pi * h);
    }
    if (strcmp(s->integrator, "symplectic_euler") == 0) {
        *formula = "N 2 theta";
        return 2 * h;
    }
    if (strcmp(s->integrator, "heun") == 0 || strcmp(s->integrator, "midpoint") == 0) {
        interior = pi * pow(h, 3) / 4;
    } else if (strcmp(s->integrator, "velocity_verlet") == 0) {
        interior = h * h / 4;
    } else if (strcmp(s->integrator, "rk4") == 0) {
        interior = pi * pow(h, 5) / 72;
    }
    if (s->dashpot) {
        *formula = s->located ? "N (interior + 4 zeta theta^p), p the method's order"
                              : "N (interior + theta^2 + 4 zeta theta)";
        return interior + (s->located ? 4 * s->zeta * pow(h, s->order) : h * h + 4 * s->zeta * h);
    }
    *formula = s->located
                 ? "N pi theta^3/4 (Heun, midpoint), N theta^2/4 (Verlet), N pi theta^5/72 (RK4)"
                 : "N (interior + theta^2/2): touch and release not located";
    return s->located ? interior : interior + 0.5 * h * h;
}

static void say(carom_finding *finding, double theory, double tolerance, const char *formula)
{
    finding->theory = finding->theory_to = theory;
    finding->tolerance = tolerance;
    snprintf(finding->formula, sizeof finding->formula, "%s", formula);
}

static void energy_theory(const springs *s, double collisions, double rounding,
                          carom_finding *finding)
{
    const char *formula = "";
    double each = energy_per_contact(s, &formula);
    char text[180];
    if (!isnan(each)) {
        snprintf(text, sizeof text, "%s + rounding; N = %.0f, theta = %.4g", formula, collisions,
                 s->theta);
        say(finding, 0, collisions * each + rounding, text);
    }
}

/* What is asked for comes out, up to the method's error of one contact. */
static void restitution_theory(const carom_scenario *scenario, const carom_choice *choice,
                               bool wall, carom_finding *finding)
{
    double e, most;
    const char *formula = "";
    carom_place law = carom_params_find(choice->entry->params, choice->options, "impact_law");
    if (!carom_problem_restitution_range(&scenario->problem, wall, &e, &most) || e != most ||
        (law.row != NULL &&
         strcmp(carom_choice_entry(choice, "impact_law")->name, "constant") != 0)) {
        return; /* there is not one that is asked for */
    }
    if (carom_choice_is_soft(choice)) {
        springs s = describe(scenario, choice, finding);
        double each = energy_per_contact(&s, &formula);
        if (!isnan(each)) {
            say(finding, e, each + 1e-9, formula);
        }
    } else {
        say(finding, e, 1e-12, "rounding of two speeds");
    }
}

/* Whether a contact may have more energy than there was at t = 0. */
static bool gains_energy(const carom_problem *problem)
{
    double least, most;
    carom_problem_restitutions(problem, &least, &most);
    return most > 1 || problem->gravity_mps2[0] != 0 || problem->gravity_mps2[1] != 0;
}

void carom_theory_of(const carom_scenario *scenario, const carom_choice *choice,
                     const char *quantity, double collisions, double steps, double energy_J,
                     carom_finding *finding)
{
    bool soft = carom_choice_is_soft(choice), exact = carom_choice_is_exact(choice);
    double rounding = ulps_per_event * DBL_EPSILON * (collisions + steps + 1);
    char text[180];
    snprintf(text, sizeof text, "%g eps (collisions + steps + 1)", ulps_per_event);
    if (strcmp(quantity, "momentum_residual_rel") == 0 ||
        (exact && strstr(quantity, "_residual_rel") != NULL)) {
        say(finding, 0, rounding, text);
    } else if (!soft && !exact) {
        return; /* what a frame loses depends on its length; there is no bound */
    } else if (strcmp(quantity, "angular_momentum_residual_rel") == 0) {
        /* central forces: what kicks and drifts in turn keeps it, others need not */
        springs s = describe(scenario, choice, finding);
        if (strcmp(s.integrator, "velocity_verlet") == 0 ||
            strcmp(s.integrator, "symplectic_euler") == 0) {
            say(finding, 0, rounding, text);
        }
    } else if (strcmp(quantity, "energy_residual_rel") == 0) {
        springs s = describe(scenario, choice, finding);
        energy_theory(&s, collisions, rounding, finding);
    } else if (strcmp(quantity, "restitution_ball") == 0 ||
               strcmp(quantity, "restitution_wall") == 0) {
        restitution_theory(scenario, choice, strcmp(quantity, "restitution_wall") == 0, finding);
    } else if (strcmp(quantity, "max_overlap_m") == 0 && !soft) {
        say(finding, 0, 64 * DBL_EPSILON * (scenario->problem.width_m + scenario->problem.height_m),
            "64 eps (width + height): rounding of the coordinates");
    } else if (strcmp(quantity, "max_overlap_m") == 0 && !gains_energy(&scenario->problem) &&
               scenario->problem.pairs == 0) {
        springs s = describe(scenario, choice, finding);
        if (strcmp(s.law, "hooke") == 0 && !isnan(s.stiffness)) {
            say(finding, 0, sqrt(2 * energy_J / s.stiffness) * (1 + s.theta),
                "sqrt(2 E(0)/k) (1 + theta)");
        }
    }
}
