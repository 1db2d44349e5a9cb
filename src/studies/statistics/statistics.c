/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "studies/statistics/statistics.h"
#include "measure/measure.h"
#include "params/params.h"
#include "scene/scene.h"
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const double carom_rare = 0.01;

/* What the threads share. */
typedef struct {
    carom_ensemble *ensemble;
    const carom_study *study;
} shared_work;

/* ---- one run ---- */

static double mean_since(const carom_course *course, const double *value, double from_s)
{
    double sum = 0, n = 0;
    for (size_t k = 0; k < course->samples; k++) {
        if (course->t_s[k] >= from_s) {
            sum += value[k];
            n++;
        }
    }
    return n > 0 ? sum / n : NAN;
}

/* Force of the walls by their length; without walls the virial, p A = kinetic + (1/2) sum of J
 * s/time, s the distance at which the push is made: r1 + r2 less pi/4 of the deepest overlap, the
 * mean of a half sine weighted with itself. */
static double pressure_of(const carom_problem *problem, const carom_course *course, double from_s,
                          double time_s)
{
    double walls = 0, virial = 0;
    for (size_t k = 0; k < course->log.count; k++) {
        const carom_collision *c = &course->log.item[k];
        if (c->t_s >= from_s && c->wall) {
            walls += c->impulse_Ns;
        } else if (c->t_s >= from_s) {
            virial += c->impulse_Ns * (problem->ball[c->a].radius_m + problem->ball[c->b].radius_m -
                                       0.25 * 3.14159265358979324 * c->max_overlap_m);
        }
    }
    if (problem->boundary == CAROM_WALLS) {
        return walls / (time_s * carom_walls_length(problem));
    }
    if (problem->boundary == CAROM_PERIODIC) {
        return (mean_since(course, course->kinetic_J, from_s) + 0.5 * virial / time_s) /
               (problem->width_m * problem->height_m);
    }
    return NAN;
}

/* The numbers of a run: the measures, and then the speeds of all balls at the end. */
static size_t count_numbers(const void *context, size_t task)
{
    const shared_work *shared = context;
    (void)task;
    return CAROM_MEASURES + shared->ensemble->balls;
}

static void measure(const carom_ensemble *ensemble, const carom_problem *problem,
                    const carom_course *course, double *number)
{
    double from = ensemble->scenario->statistics.from_s,
           time = ensemble->scenario->duration_s - from, met = 0, n = 0;
    for (size_t k = 0; k < course->log.count; k++) {
        met += course->log.item[k].t_s >= from && !course->log.item[k].wall ? 2 : 0;
    }
    for (size_t i = 0; i < problem->count; i++) {
        double speed = carom_vec_length(carom_flight_in(&course->end, i).v);
        n += !problem->ball[i].fixed;
        number[CAROM_MEASURES + i] = problem->ball[i].fixed ? NAN : speed;
    }
    number[CAROM_SPEED] = mean_since(course, course->speed_mps, from);
    number[CAROM_COLLISION_RATE] = met / (n * time);
    number[CAROM_FREE_PATH] = met > 0 ? number[CAROM_SPEED] * time * n / met : NAN;
    number[CAROM_ENERGY] = (mean_since(course, course->kinetic_J, from) +
                            mean_since(course, course->spin_J, from) +
                            mean_since(course, course->elastic_J, from)) /
                           n;
    number[CAROM_TEMPERATURE] = mean_since(course, course->kinetic_J, from) / n;
    number[CAROM_PRESSURE] = pressure_of(problem, course, from, time);
}

static bool has_seeded_group(const carom_scenario *scenario)
{
    const carom_scenario_group *group = scenario->groups.items;
    bool seeded = false;
    for (size_t g = 0; g < scenario->groups.count; g++) {
        seeded =
            seeded ||
            carom_params_find(group[g].kind.entry->params, group[g].kind.options, "seed").row !=
                NULL;
    }
    return seeded;
}

/* By the ratio method, as a gas's velocities (scenario/groups/gas.c): no log() in the value. */
static carom_status displace(const carom_scenario *scenario, carom_problem *problem,
                             unsigned long seed, carom_error *error)
{
    double sigma = scenario->statistics.spread_rel * carom_smallest_radius(problem);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (rng == NULL) {
        return carom_error_no_memory(error);
    }
    if (sigma > 0) {
        gsl_rng_set(rng, seed);
        carom_displace_fastest(problem, gsl_ran_gaussian_ratio_method(rng, sigma));
    }
    gsl_rng_free(rng);
    return CAROM_OK;
}

static carom_status run_task(void *context, size_t task, double *number, carom_error *error)
{
    const shared_work *shared = context;
    const carom_ensemble *ensemble = shared->ensemble;
    const carom_ensemble_lane *lane = &ensemble->lane[task / ensemble->seeds];
    long long seed = ensemble->scenario->statistics.first_seed +
                     (long long)(task % ensemble->seeds);
    carom_scenario copy;
    carom_course course = {.samples = 0};
    carom_status status = carom_scenario_copy_of_seed(&copy, shared->study->scenario, seed, error);
    if (status == CAROM_OK && !has_seeded_group(&copy)) {
        status = displace(&copy, &copy.problem, (unsigned long)seed, error);
    }
    if (status == CAROM_OK) {
        status = carom_course_run(
            &course, &copy.problem, &carom_scenario_solver_called(&copy, lane->spec->name)->kind,
            copy.duration_s, (size_t)copy.samples, shared->study->stop, error);
    }
    for (size_t k = 0; k < count_numbers(context, task); k++) {
        number[k] = NAN; /* what stops early is left out */
    }
    if (status == CAROM_OK && course.failure.status == CAROM_OK) {
        measure(ensemble, &copy.problem, &course, number);
    }
    carom_course_free(&course);
    carom_scenario_free(&copy);
    return status;
}

static carom_status take_task(void *context, size_t task, const double *number, carom_error *error)
{
    const shared_work *shared = context;
    const carom_ensemble *ensemble = shared->ensemble;
    carom_ensemble_lane *lane = &ensemble->lane[task / ensemble->seeds];
    size_t seed = task % ensemble->seeds;
    (void)error;
    for (size_t m = 0; m < CAROM_MEASURES; m++) {
        lane->value[m][seed] = number[m];
    }
    memcpy(&lane->speed[seed * ensemble->balls], &number[CAROM_MEASURES],
           ensemble->balls * sizeof *number);
    return CAROM_OK;
}

/* ---- all of them ---- */

static carom_status make_lanes(carom_ensemble *ensemble, const carom_study *study,
                               carom_error *error)
{
    const carom_scenario *scenario = study->scenario;
    *ensemble = (carom_ensemble){.scenario = scenario,
                                 .seeds = (size_t)scenario->statistics.seeds,
                                 .balls = scenario->problem.count,
                                 .temperature_J = NAN,
                                 .mass_kg = NAN};
    ensemble->lane = calloc(scenario->solvers.count + 1, sizeof *ensemble->lane);
    if (ensemble->lane == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(scenario, i);
        carom_ensemble_lane *lane = &ensemble->lane[ensemble->lanes];
        if (!carom_study_chooses(study, spec->name)) {
            continue;
        }
        ensemble->reference = strcmp(spec->name, scenario->reference) == 0 ? ensemble->lanes
                                                                           : ensemble->reference;
        ensemble->lanes++;
        lane->spec = spec;
        lane->speed = malloc((ensemble->seeds * ensemble->balls + 1) * sizeof *lane->speed);
        for (size_t m = 0; m < CAROM_MEASURES; m++) {
            lane->value[m] = malloc((ensemble->seeds + 1) * sizeof *lane->value[m]);
            if (lane->value[m] == NULL || lane->speed == NULL) {
                return carom_error_no_memory(error);
            }
            for (size_t k = 0; k < ensemble->seeds; k++) {
                lane->value[m][k] = NAN;
            }
        }
        for (size_t k = 0; k < ensemble->seeds * ensemble->balls; k++) {
            lane->speed[k] = NAN;
        }
    }
    return CAROM_OK;
}

/* Moves what is a number to the front. @return how many */
static size_t gather(double *value, size_t count)
{
    size_t n = 0;
    for (size_t k = 0; k < count; k++) {
        if (!isnan(value[k])) {
            value[n++] = value[k];
        }
    }
    return n;
}

/* Why kinetic theory, of equal smooth discs in equilibrium, is not of this problem; NULL: it is. */
static const char *why_no_theory(const carom_problem *problem)
{
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i], *first = &problem->ball[0];
        if (ball->fixed || ball->radius_m != first->radius_m || ball->mass_kg != first->mass_kg) {
            return "it is of equal discs, none of them fixed";
        }
    }
    return problem->count < 2                  ? "it is of many balls"
         : problem->boundary == CAROM_OPEN     ? "the table is open, so there is no density"
         : carom_problem_is_rough(problem)     ? "surfaces that rub turn motion into spin, and "
                                                 "lose energy where they slide; energy_J has "
                                                 "spin's, temperature_J not"
         : !carom_problem_is_elastic(problem)  ? "restitution below 1 takes energy"
         : carom_problem_has_friction(problem) ? "resistance takes energy"
         : !carom_vec_is_zero(problem->gravity_mps2) ? "gravity makes the density uneven"
                                                     : NULL;
}

static void find_theory(carom_ensemble *ensemble)
{
    const carom_problem *problem = &ensemble->scenario->problem;
    const carom_ball *first = &problem->ball[0];
    const bool equal = (ensemble->no_theory = why_no_theory(problem)) == NULL;
    double kinetic = 0, d = 2 * first->radius_m, wall = problem->boundary == CAROM_WALLS ? d : 0;
    /* where centres can be: of a rectangle exactly */
    double area = problem->part == NULL
                    ? (problem->width_m - wall) * (problem->height_m - wall)
                    : carom_walls_area(problem) - 0.5 * wall * carom_walls_length(problem);
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        kinetic += 0.5 * ball->mass_kg * carom_vec_square(carom_flight_of(ball).v);
    }
    ensemble->temperature_J = equal ? kinetic / (double)problem->count : NAN;
    ensemble->mass_kg = first->mass_kg;
    for (size_t l = 0; l < ensemble->lanes; l++) {
        carom_ensemble_lane *lane = &ensemble->lane[l];
        double k = carom_solver_is(&lane->spec->kind, CAROM_SOFT)
                     ? carom_choice_number(&lane->spec->kind, "stiffness_N_per_m")
                     : INFINITY;
        /* springs hold a part of the energy */
        double T = equal ? lane->mean[CAROM_TEMPERATURE].value : NAN;
        double effective = isinf(k) ? d : carom_effective_diameter(d, k, T);
        carom_disc_gas gas = carom_disc_gas_of((double)problem->count, effective, first->mass_kg,
                                               area, T);
        lane->theory[CAROM_COLLISION_RATE] = gas.collision_rate_Hz;
        lane->theory[CAROM_FREE_PATH] = gas.free_path_m;
        lane->theory[CAROM_PRESSURE] = gas.pressure_N_per_m;
        lane->theory[CAROM_ENERGY] = ensemble->temperature_J;
        lane->theory[CAROM_TEMPERATURE] = isinf(k) ? ensemble->temperature_J : NAN;
        lane->theory[CAROM_SPEED] = sqrt(1.57079632679489662 * T / first->mass_kg);
    }
}

static carom_status sum_up(carom_ensemble *ensemble, carom_error *error)
{
    carom_ensemble_lane *to = &ensemble->lane[ensemble->reference];
    size_t all = ensemble->seeds * ensemble->balls;
    double *a = malloc(2 * (all + ensemble->seeds + 1) * sizeof *a),
           *b = a == NULL ? NULL : a + all + ensemble->seeds + 1;
    if (a == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t l = 0; l < ensemble->lanes; l++) {
        carom_ensemble_lane *lane = &ensemble->lane[l];
        size_t na, nb;
        for (size_t m = 0; m < CAROM_MEASURES; m++) {
            memcpy(a, lane->value[m], ensemble->seeds * sizeof *a);
            memcpy(b, to->value[m], ensemble->seeds * sizeof *b);
            na = gather(a, ensemble->seeds);
            nb = gather(b, ensemble->seeds);
            lane->failed = m == CAROM_SPEED ? ensemble->seeds - na : lane->failed;
            lane->mean[m] = carom_mean_of(lane->value[m], ensemble->seeds);
            lane->differs[m] = carom_welch_test(a, na, b, nb);
        }
        memcpy(a, lane->speed, all * sizeof *a);
        memcpy(b, to->speed, all * sizeof *b);
        na = gather(a, all);
        nb = gather(b, all);
        lane->speeds = na;
        lane->speeds_differ = carom_smirnov_test(a, na, b, nb);
    }
    free(a);
    find_theory(ensemble);
    return CAROM_OK;
}

carom_status carom_ensemble_run(carom_ensemble *ensemble, const carom_study *study,
                                carom_error *error)
{
    shared_work shared = {ensemble, study};
    carom_status status = make_lanes(ensemble, study, error);
    const carom_study_tasks tasks = {
        0, ensemble->lanes * ensemble->seeds, count_numbers, run_task, take_task, &shared};
    if (status == CAROM_OK && study->scenario->statistics.from_s >= study->scenario->duration_s) {
        status = carom_error_set(error, CAROM_INVALID, "statistics.from_s",
                                 "statistics.from_s is not before duration_s: "
                                 "nothing would count");
    }
    if (status == CAROM_OK) {
        status = carom_study_open(study, tasks.tasks, error);
    }
    if (status == CAROM_OK) {
        status = carom_study_do(study, &tasks, error);
    }
    return status == CAROM_OK ? sum_up(ensemble, error) : status;
}

void carom_ensemble_free(carom_ensemble *ensemble)
{
    for (size_t l = 0; l < ensemble->lanes; l++) {
        for (size_t m = 0; m < CAROM_MEASURES; m++) {
            free(ensemble->lane[l].value[m]);
        }
        free(ensemble->lane[l].speed);
    }
    free(ensemble->lane);
    *ensemble = (carom_ensemble){.lanes = 0};
}
