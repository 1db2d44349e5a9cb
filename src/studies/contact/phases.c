/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the step does to the restitution: the two alone and head on, with the speed that they met
 * at, at many thetas, and at each with the touch at many places between two steps. */
#include "measure/measure.h"
#include "params/params.h"
#include "studies/contact/contact.h"
#include <math.h>
#include <stdlib.h>

/* Steps from the start to the touch, at least: none at all would be a start in touch. */
static const double before = 2.5;

/* Of theta, about. */
static const double coarsest = 0.9, finest = 0.009, pi = 3.14159265358979324;

/* How single errors scatter depends on the part of a step by which steps do not fit into half a
 * period, pi/theta: it is the same everywhere, and none that whole numbers come near to. */
static const double odd_part = 0.381966;

/* NaN: the solver does not take the step, or the two do not part. */
static carom_status measure(const carom_problem *scene, const carom_choice *choice,
                            double longest_s, double *restitution, carom_error *error)
{
    const carom_collide_config config = {.from_s = longest_s};
    carom_log log = {.count = 0};
    carom_status status = carom_collide(carom_solver_new_chosen(scene, choice, true, error),
                                        &config, NULL, &log, error);
    *restitution = status == CAROM_OK && log.count > 0
                     ? log.item[0].separation_mps / log.item[0].approach_mps
                     : NAN;
    carom_log_free(&log);
    return status == CAROM_INVALID || status == CAROM_NOT_FINITE ? CAROM_OK : status;
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* What a method makes of the energy inside a contact, (v'/v)^2 = 1 + gain, whether touch and
 * release are located or not: in the mean over the phases those add nothing. Of methods that keep
 * what is nearly the energy theory has a bound, no mean. */
static double theory_of(const carom_springs *springs, const carom_contact_lane *twin, double theta)
{
    const carom_integrator_theory *known = &springs->integrator->theory;
    bool told = springs->law->linear && known->energy != NULL && !known->keeps_angular_momentum &&
                fabs(twin->alone_restitution - 1) < 1e-12;
    return told ? sqrt(1 + known->energy(theta)) - 1 : NAN;
}

/* Mean of the error and, of its magnitude, where two thirds of the phases lie. */
static void sum_up(double error[CAROM_CONTACT_PHASES], carom_contact_point *point)
{
    double sum = 0;
    for (size_t p = 0; p < CAROM_CONTACT_PHASES; p++) {
        sum += error[p];
        error[p] = fabs(error[p]);
    }
    qsort(error, CAROM_CONTACT_PHASES, sizeof *error, ascending);
    point->mean = sum / CAROM_CONTACT_PHASES;
    point->median = error[CAROM_CONTACT_PHASES / 2];
    point->low = error[CAROM_CONTACT_PHASES / 6];
    point->high = error[CAROM_CONTACT_PHASES - 1 - CAROM_CONTACT_PHASES / 6];
}

double carom_contact_theta(size_t k)
{
    double wanted = finest * pow(coarsest / finest, (double)k / (CAROM_CONTACT_POINTS - 1));
    return pi / (floor(pi / wanted) + odd_part);
}

carom_status carom_contact_try_phases(const carom_contact_study *contact,
                                      const carom_contact_lane *twin, const carom_choice *choice,
                                      carom_contact_point *point, carom_error *error)
{
    double h = point->theta / twin->frequency_per_s, found[CAROM_CONTACT_PHASES];
    carom_springs springs;
    carom_problem scene = {.count = 0};
    const carom_problem *problem = &contact->scenario->problem;
    const carom_collision *met = &contact->met;
    double reach = problem->ball[met->a].radius_m + problem->ball[met->b].radius_m;
    carom_status status = carom_head_on(&scene, problem, met->a, met->b,
                                        reach + before * h * met->approach_mps, met->approach_mps,
                                        met->t_s, error);
    point->theory = carom_solver_springs(choice, &springs) ? theory_of(&springs, twin, point->theta)
                                                           : NAN;
    carom_choice_set_number(choice, "step_s", NAN);
    carom_choice_set_number(choice, "theta", point->theta);
    for (size_t p = 0; p < CAROM_CONTACT_PHASES && status == CAROM_OK; p++) {
        carom_choice_set_number(choice, "phase", ((double)p + 0.5) / CAROM_CONTACT_PHASES);
        status = measure(&scene, choice, (before + 10) * h + 3 * twin->alone_s, &found[p], error);
        found[p] -= twin->alone_restitution;
    }
    if (status == CAROM_OK) {
        sum_up(found, point);
    }
    carom_problem_free(&scene);
    return status;
}
