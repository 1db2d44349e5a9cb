/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "studies/contact/contact.h"
#include "base/base.h"
#include "measure/measure.h"
#include "params/params.h"
#include "scene/scene.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps of the converged springs. */
static const double converged_theta = 0.02;

/* ---- which contact ---- */

/* The n-th of a pair in a sorted log, from 1; NULL: there are not as many. */
static const carom_collision *find_nth(const carom_log *log, const carom_collision *pair, size_t n)
{
    for (size_t k = 0; k < log->count; k++) {
        if (carom_collision_same_pair(&log->item[k], pair) && --n == 0) {
            return &log->item[k];
        }
    }
    return NULL;
}

static const char *second_name(const carom_problem *problem, const carom_collision *met)
{
    return met->wall ? carom_wall_name(problem, met->b) : problem->ball[met->b].name;
}

static bool is_between(const carom_problem *problem, const carom_collision *met, const char *a,
                       const char *b)
{
    const char *first = problem->ball[met->a].name, *second = second_name(problem, met);
    return (strcmp(first, a) == 0 && strcmp(second, b) == 0) ||
           (strcmp(first, b) == 0 && strcmp(second, a) == 0);
}

static bool is_known(const carom_problem *problem, const char *name)
{
    return carom_problem_ball_called(problem, name) < problem->count ||
           carom_wall_called(problem, name) < carom_walls_count(problem);
}

/* "A,B" cut in two. @return false: it is not that */
static bool split_pair(const char *pair, char a[140], char b[140])
{
    const char *comma = strchr(pair, ',');
    if (comma == NULL || comma == pair || comma[1] == '\0') {
        return false;
    }
    snprintf(a, 140, "%.*s", (int)(comma - pair), pair);
    snprintf(b, 140, "%s", comma + 1 + strspn(comma + 1, " "));
    return true;
}

/* The contact that is asked for, in the sorted log of the reference. */
static carom_status choose(carom_contact_study *contact, const carom_log *log, carom_error *error)
{
    const carom_problem *problem = &contact->scenario->problem;
    char a[140] = "", b[140] = "";
    size_t found = 0, of_pair = 0;
    bool all = contact->pair[0] == '\0';
    if (!all && !split_pair(contact->pair, a, b)) {
        return carom_error_set(error, CAROM_INVALID, "pair",
                               "--pair: found '%s'; expected two names with a comma between, of "
                               "balls, or of a ball and a wall",
                               contact->pair);
    }
    for (const char *name = a; !all && name != NULL; name = name == a ? b : NULL) {
        if (!is_known(problem, name)) {
            return carom_error_set(error, CAROM_INVALID, "pair",
                                   "--pair: found '%s'; expected a ball, or a part of the wall",
                                   name);
        }
    }
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *met = &log->item[k];
        found += all || is_between(problem, met, a, b);
        if (found == (size_t)contact->number) {
            for (size_t i = 0; i <= k; i++) {
                of_pair += carom_collision_same_pair(&log->item[i], met);
            }
            contact->met = *met;
            contact->occurrence = of_pair;
            contact->a = problem->ball[met->a].name;
            contact->b = second_name(problem, met);
            contact->asked = carom_pair_restitution(problem, &problem->ball[met->a],
                                                    met->wall ? NULL : &problem->ball[met->b],
                                                    met->t_s);
            return CAROM_OK;
        }
    }
    return carom_error_set(error, CAROM_INVALID, all ? "contact" : "pair",
                           "there is no contact %lld%s%s: '%s' has %zu in %.6g s",
                           (long long)contact->number, all ? "" : " of ", contact->pair,
                           contact->scenario->reference, found, contact->scenario->duration_s);
}

/* The whole run of the reference, for its log. */
static carom_status find_contact(carom_contact_study *contact, const volatile sig_atomic_t *stop,
                                 carom_error *error)
{
    const carom_scenario *scenario = contact->scenario;
    const carom_scenario_solver *reference = carom_scenario_solver_called(scenario,
                                                                          scenario->reference);
    const carom_collide_config config = {.stop = stop, .from_s = scenario->duration_s};
    carom_log log = {.count = 0};
    carom_status status = carom_collide(
        carom_solver_new_chosen(&scenario->problem, &reference->kind, true, error), &config, NULL,
        &log, error);
    if (status == CAROM_OK || status == CAROM_COLLAPSE || status == CAROM_NOT_FINITE) {
        status = choose(contact, &log, error); /* what there was until then may be asked for */
    }
    carom_log_free(&log);
    return status;
}

/* ---- through one solver ---- */

/* Those of the contact that is the n-th of the sorted log; the largest of their forces. */
static carom_status keep_moments(carom_contact_lane *lane, const carom_solver *solver, size_t n,
                                 carom_error *error)
{
    carom_moments *inside = &lane->inside;
    size_t kept = 0;
    carom_status status;
    carom_moments_free(inside);
    status = carom_solver_moments(solver, inside, error);
    lane->force_N = NAN;
    for (size_t k = 0; k < inside->count; k++) {
        if (inside->item[k].contact == n) {
            lane->force_N = fmax(lane->force_N, inside->item[k].force_N);
            inside->item[kept++] = inside->item[k];
        }
    }
    inside->count = kept;
    return status;
}

/* What there is of the contact so far. @return whether it has come to its end */
static carom_status look(const carom_contact_study *contact, carom_contact_lane *lane,
                         const carom_solver *solver, bool *over, carom_error *error)
{
    carom_log log = {.count = 0};
    carom_status status = carom_solver_collisions(solver, &log, error);
    carom_log_sort(&log);
    const carom_collision *met = find_nth(&log, &contact->met, contact->occurrence);
    *over = met != NULL && !isnan(met->separation_mps);
    if (status == CAROM_OK && met != NULL) {
        lane->met = *met;
        lane->why[0] = '\0';
        status = keep_moments(lane, solver, (size_t)(met - log.item) + 1, error);
    }
    carom_log_free(&log);
    return status;
}

/* Until a while after the reference has it, and on until it is over. */
static carom_status follow(const carom_contact_study *contact, carom_contact_lane *lane,
                           carom_solver *solver, carom_error *error)
{
    const carom_scenario *scenario = contact->scenario;
    const carom_bodies pair = {contact->met.a, contact->met.b, contact->met.wall};
    carom_report report;
    carom_status status = carom_solver_trace(solver, &(carom_trace_wish){.pair = &pair, .pairs = 1},
                                             error);
    carom_solver_report(solver, &report);
    double more = 2 * report.contact_s + 1e-3 * scenario->duration_s, until = 0;
    for (bool over = false; status == CAROM_OK && !over && until < scenario->duration_s;
         more *= 2) {
        until = fmin(scenario->duration_s, contact->met.t_s + more);
        status = carom_solver_advance(solver, until, error);
        if (status == CAROM_OK) {
            status = look(contact, lane, solver, &over, error);
        }
    }
    carom_solver_report(solver, &report);
    lane->theta = report.theta;
    return status;
}

/* What is the solver's own fault goes into `why`. */
static carom_status forgive(carom_contact_lane *lane, carom_status status, const carom_error *error)
{
    if (status == CAROM_COLLAPSE || status == CAROM_NOT_FINITE || status == CAROM_INVALID) {
        snprintf(lane->why, sizeof lane->why, "%.290s", error->text);
        return CAROM_OK;
    }
    return status;
}

static carom_status set_step(const carom_contact_lane *lane, carom_choice *choice,
                             const carom_problem *problem, carom_error *error)
{
    if (lane->twin) {
        return carom_choice_converge(choice, problem, converged_theta, error);
    }
    if (!isnan(lane->asked_theta)) {
        carom_choice_set_number(choice, "step_s", NAN);
        carom_choice_set_number(choice, "theta", lane->asked_theta);
    }
    return CAROM_OK;
}

static carom_status run_lane(const carom_contact_study *contact, carom_contact_lane *lane,
                             carom_scenario *copy, const volatile sig_atomic_t *stop,
                             carom_error *error)
{
    carom_choice *choice = &carom_scenario_solver_called(copy, lane->name)->kind;
    carom_status status = set_step(lane, choice, &copy->problem, error);
    carom_solver *solver = NULL;
    if (status == CAROM_OK) {
        solver = carom_solver_new_chosen(&copy->problem, choice, true, error);
        status = solver == NULL ? error->status : CAROM_OK;
    }
    snprintf(lane->why, sizeof lane->why, "it has no such contact");
    if (status == CAROM_OK) {
        carom_solver_watch(solver, stop);
        status = follow(contact, lane, solver, error);
    }
    carom_solver_free(solver);
    status = forgive(lane, status, error);
    if (status == CAROM_OK && lane->twin && lane->why[0] == '\0') {
        status = carom_contact_solve(lane, &copy->problem, choice, error);
    }
    return status;
}

/* ---- all of them ---- */

typedef struct {
    carom_contact_study *contact;
    const carom_study *study;
} shared_work;

static carom_status run_task(void *context, size_t task, carom_error *error)
{
    const shared_work *shared = context;
    carom_scenario copy;
    carom_status status = carom_scenario_copy(&copy, shared->study->scenario, error);
    if (status == CAROM_OK) {
        status = run_lane(shared->contact, &shared->contact->lane[task], &copy, shared->study->stop,
                          error);
    }
    carom_scenario_free(&copy);
    return status;
}

/* Springs of two balls, whose steps have a length that can be said. */
static bool has_phases(const carom_contact_lane *twin)
{
    return twin->twin && twin->exact.known && !twin->met.wall && isfinite(twin->alone_s) &&
           twin->alone_restitution > 0;
}

static carom_status try_task(void *context, size_t task, carom_error *error)
{
    const shared_work *shared = context;
    carom_contact_lane *twin = &shared->contact->lane[task / CAROM_CONTACT_POINTS];
    carom_contact_point *point = &twin->point[task % CAROM_CONTACT_POINTS];
    carom_scenario copy;
    carom_springs springs;
    carom_status status = CAROM_OK;
    if (!has_phases(twin)) {
        return CAROM_OK;
    }
    status = carom_scenario_copy(&copy, shared->study->scenario, error);
    if (status == CAROM_OK) {
        const carom_choice *choice = &carom_scenario_solver_called(&copy, twin->name)->kind;
        if (carom_solver_springs(choice, &springs) && springs.integrator->evaluations > 0) {
            point->theta = carom_contact_theta(task % CAROM_CONTACT_POINTS);
            status = carom_contact_try_phases(shared->contact, twin, choice, point, error);
        }
    }
    carom_scenario_free(&copy);
    return status;
}

static carom_status read_thetas(carom_contact_study *contact, carom_error *error)
{
    const char *from = contact->theta;
    while (*from != '\0') {
        char word[40];
        size_t length = strcspn(from, ",");
        double theta = NAN;
        snprintf(word, sizeof word, "%.*s", (int)length, from);
        from += length + (from[length] == ',');
        if (!carom_number_parse(word, &theta) || !(theta > 0) || !isfinite(theta) ||
            contact->theta_count == CAROM_CONTACT_THETAS) {
            return carom_error_set(error, CAROM_INVALID, "theta",
                                   "--theta: found '%s'; expected up to %d numbers > 0 with commas "
                                   "between, h sqrt(k/mu)",
                                   contact->theta, CAROM_CONTACT_THETAS);
        }
        contact->thetas[contact->theta_count++] = theta;
    }
    return CAROM_OK;
}

static void add_lane(carom_contact_study *contact, const carom_scenario_solver *solver, bool twin,
                     double theta)
{
    carom_contact_lane *lane = &contact->lane[contact->lanes++];
    *lane = (carom_contact_lane){.name = solver->name,
                                 .soft = carom_solver_is(&solver->kind, CAROM_SOFT),
                                 .twin = twin,
                                 .asked_theta = theta,
                                 .force_N = NAN,
                                 .frequency_per_s = NAN};
    snprintf(lane->says, sizeof lane->says, "%.64s", solver->name);
    if (!isnan(theta)) {
        carom_text_append(lane->says, sizeof lane->says, ", θ = %g", theta);
    }
}

static carom_status make_lanes(carom_contact_study *contact, const carom_study *study,
                               carom_error *error)
{
    const carom_scenario *scenario = study->scenario;
    size_t thetas = contact->theta_count;
    contact->lane = calloc((2 + CAROM_CONTACT_THETAS) * scenario->solvers.count,
                           sizeof *contact->lane);
    if (contact->lane == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        bool soft = carom_solver_is(&solver->kind, CAROM_SOFT);
        size_t first = contact->lanes;
        if (!carom_study_chooses(study, solver->name)) {
            continue;
        }
        for (size_t t = 0; t < (soft && thetas > 0 ? thetas : 1); t++) {
            add_lane(contact, solver, false, soft && thetas > 0 ? contact->thetas[t] : NAN);
        }
        for (size_t k = first; k < contact->lanes; k++) {
            contact->lane[k].converged = contact->lanes;
        }
        if (soft) {
            add_lane(contact, solver, true, NAN);
        }
    }
    return CAROM_OK;
}

carom_status carom_contact_run(carom_contact_study *contact, const carom_study *study,
                               carom_error *error)
{
    shared_work shared = {contact, study};
    carom_status status = read_thetas(contact, error);
    contact->scenario = study->scenario;
    if (status == CAROM_OK) {
        status = find_contact(contact, study->stop, error);
    }
    if (status == CAROM_OK) {
        status = make_lanes(contact, study, error);
    }
    if (status == CAROM_OK) {
        status = carom_study_run(study, contact->lanes, run_task, &shared, error);
    }
    if (status == CAROM_OK) {
        status = carom_study_run(study, contact->lanes * CAROM_CONTACT_POINTS, try_task, &shared,
                                 error);
    }
    return status;
}

void carom_contact_free(carom_contact_study *contact)
{
    for (size_t i = 0; i < contact->lanes; i++) {
        carom_moments_free(&contact->lane[i].inside);
        free(contact->lane[i].exact.state);
    }
    free(contact->lane);
}

const carom_exact_contact *carom_contact_exact_of(const carom_contact_study *contact,
                                                  const carom_contact_lane *lane)
{
    const carom_contact_lane *twin = lane->soft ? &contact->lane[lane->converged] : NULL;
    return twin != NULL && twin->exact.known ? &twin->exact : NULL;
}
