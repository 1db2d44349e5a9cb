/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "studies/contact.h"
#include "base/base.h"
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
        return carom_error_set(error, CAROM_INVALID, "--pair",
                               "found '%s'; expected two names with a comma between, of "
                               "balls, or of a ball and a wall",
                               contact->pair);
    }
    for (const char *name = a; !all && name != NULL; name = name == a ? b : NULL) {
        if (!is_known(problem, name)) {
            return carom_error_set(error, CAROM_INVALID, "--pair",
                                   "found '%s'; expected a ball, or a part of the wall", name);
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
    return carom_error_set(error, CAROM_INVALID, all ? "--contact" : "--pair",
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

/* ---- what springs make of the contact exactly: the two alone, where that is the same; else what
 * the converged run has seen ---- */

/* Relative, of duration, depth and impulse: the two alone are what the converged run has. Its own
 * error is below 1e-8, that of a contact that turns above 1e-5. */
static const double same = 1e-6;

/* Of the converged springs: theta 0.02, 'carom help theory', integrators. */
static const double converged_error = 1e-8;

/* What presses a towards b: gravity, where b does not fall with it. */
static double preload(const carom_problem *problem, const carom_collision *met)
{
    const carom_ball *a = &problem->ball[met->a];
    double g = carom_vec_dot(problem->gravity_mps2, met->normal);
    if (met->wall || problem->ball[met->b].fixed) {
        return g;
    }
    return a->fixed ? -g : 0;
}

/* The numbers of the contact, as the solver has them. */
static carom_status describe(const carom_problem *problem, const carom_collision *met,
                             const carom_springs *springs, carom_contact *contact,
                             carom_error *error)
{
    const carom_ball *a = &problem->ball[met->a], *b = met->wall ? NULL : &problem->ball[met->b];
    const carom_pair *pair = carom_problem_pair(problem, a, b);
    carom_surface surface = {.reduced_mass_kg = carom_pair_reduced_mass(a, b),
                             .stiffness_factor = pair == NULL ? 1 : pair->stiffness_factor,
                             .end = springs->contact_end,
                             .wall = met->wall};
    CAROM_TRY(springs->law->damping(springs->law_options, springs->contact_end,
                                    carom_pair_restitution(problem, a, b, met->t_s),
                                    &surface.damping, error));
    *contact = springs->law->contact(springs->law_options, &surface);
    return CAROM_OK;
}

static bool agree(double a, double b)
{
    return fabs(a - b) <= same * fabs(b);
}

/* The solution of which the numbers are known, with room for its states. */
static carom_status take_exact(carom_contact_lane *twin, carom_exact_contact exact, size_t states,
                               carom_error *error)
{
    exact.state = malloc((states + 1) * sizeof *exact.state);
    exact.states = states;
    exact.known = true;
    if (exact.state == NULL) {
        return carom_error_no_memory(error);
    }
    twin->exact = exact;
    return CAROM_OK;
}

static carom_status take_alone(carom_contact_lane *twin, const carom_free_contact *alone,
                               carom_error *error)
{
    const carom_exact_contact exact = {.alone = true,
                                       .closed = alone->closed,
                                       .error = alone->error,
                                       .approach_mps = twin->met.approach_mps,
                                       .contact_s = alone->contact_s,
                                       .restitution = alone->restitution,
                                       .overlap_m = alone->overlap_m,
                                       .force_N = alone->force_N,
                                       .impulse_Ns = alone->impulse_Ns,
                                       .dissipated_J = alone->dissipated_J};
    CAROM_TRY(take_exact(twin, exact, CAROM_CONTACT_STATES, error));
    memcpy(twin->exact.state, alone->state, sizeof alone->state);
    return CAROM_OK;
}

static carom_status take_converged(carom_contact_lane *twin, carom_error *error)
{
    const carom_collision *met = &twin->met;
    const carom_exact_contact exact = {.error = converged_error,
                                       .approach_mps = met->approach_mps,
                                       .contact_s = met->contact_s,
                                       .restitution = met->separation_mps / met->approach_mps,
                                       .overlap_m = met->max_overlap_m,
                                       .force_N = twin->force_N,
                                       .impulse_Ns = met->impulse_Ns,
                                       .dissipated_J = met->dissipated_J};
    CAROM_TRY(take_exact(twin, exact, twin->inside.count, error));
    for (size_t i = 0; i < twin->inside.count; i++) {
        const carom_moment *at = &twin->inside.item[i];
        twin->exact.state[i] = (carom_contact_state){at->t_s - met->t_s, at->overlap_m,
                                                     at->rate_mps,       at->force_N,
                                                     at->elastic_J,      at->dissipated_J};
    }
    return CAROM_OK;
}

/* The exact solution of a twin's contact, whose springs, converged, are the choice. */
static carom_status solve_exactly(carom_contact_lane *twin, const carom_problem *problem,
                                  const carom_choice *choice, carom_error *error)
{
    const carom_collision *met = &twin->met;
    carom_free_contact *alone = malloc(sizeof *alone);
    carom_contact contact;
    carom_springs springs;
    carom_status status;
    bool is_alone;
    if (alone == NULL || !carom_solver_springs(choice, &springs)) {
        free(alone);
        return alone == NULL ? carom_error_no_memory(error) : CAROM_OK;
    }
    status = describe(problem, met, &springs, &contact, error);
    if (status == CAROM_OK) {
        twin->frequency_per_s = springs.law->frequency_per_s(&contact, met->approach_mps);
        carom_free_contact_solve(alone, springs.law, &contact, met->approach_mps,
                                 preload(problem, met));
        twin->alone_s = alone->contact_s;
        twin->alone_restitution = alone->restitution;
        is_alone = agree(met->contact_s, alone->contact_s) &&
                   agree(met->max_overlap_m, alone->overlap_m) &&
                   agree(met->impulse_Ns, alone->impulse_Ns);
        status = is_alone ? take_alone(twin, alone, error) : take_converged(twin, error);
    }
    free(alone);
    return status;
}

/* ---- what the step does to the restitution: the two alone and head on, with the speed that they
 * met at, at many thetas, and at each with the touch at many places between two steps ---- */

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

/* The theta of the k-th point. */
static double theta_of_point(size_t k)
{
    double wanted = finest * pow(coarsest / finest, (double)k / (CAROM_CONTACT_POINTS - 1));
    return pi / (floor(pi / wanted) + odd_part);
}

/* Finds all of a point but its theta. */
static carom_status try_phases(const carom_contact_study *contact, const carom_contact_lane *twin,
                               const carom_choice *choice, carom_contact_point *point,
                               carom_error *error)
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
    double more, until = 0;
    CAROM_TRY(carom_solver_trace(solver, &(carom_trace_wish){.pair = &pair, .pairs = 1}, error));
    carom_solver_report(solver, &report);
    more = 2 * report.contact_s + 1e-3 * scenario->duration_s;
    for (bool over = false; !over && until < scenario->duration_s; more *= 2) {
        until = fmin(scenario->duration_s, contact->met.t_s + more);
        CAROM_TRY(carom_solver_advance(solver, until, error));
        CAROM_TRY(look(contact, lane, solver, &over, error));
    }
    return CAROM_OK;
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

static carom_status follow_through(const carom_contact_study *contact, carom_contact_lane *lane,
                                   carom_choice *choice, const volatile sig_atomic_t *stop,
                                   carom_error *error)
{
    const carom_problem *problem = &contact->scenario->problem;
    carom_report report;
    carom_solver *solver;
    carom_status status;
    CAROM_TRY(set_step(lane, choice, problem, error));
    solver = carom_solver_new_chosen(problem, choice, true, error);
    if (solver == NULL) {
        return error->status;
    }
    carom_solver_watch(solver, stop);
    status = follow(contact, lane, solver, error);
    carom_solver_report(solver, &report);
    lane->theta = report.theta;
    carom_solver_free(solver);
    return status;
}

static carom_status run_lane(const carom_contact_study *contact, carom_contact_lane *lane,
                             carom_choice *choice, const volatile sig_atomic_t *stop,
                             carom_error *error)
{
    snprintf(lane->why, sizeof lane->why, "it has no such contact");
    CAROM_TRY(forgive(lane, follow_through(contact, lane, choice, stop, error), error));
    return lane->twin && lane->why[0] == '\0'
             ? solve_exactly(lane, &contact->scenario->problem, choice, error)
             : CAROM_OK;
}

/* ---- all of them ---- */

typedef struct {
    carom_contact_study *contact;
    const carom_study *study;
} shared_work;

static carom_status copy_choice(const shared_work *shared, const carom_contact_lane *lane,
                                carom_choice *choice, carom_error *error)
{
    return carom_choice_copy(
        choice, &carom_scenario_solver_called(shared->study->scenario, lane->name)->kind, error);
}

static carom_status run_task(void *context, size_t task, carom_error *error)
{
    const shared_work *shared = context;
    carom_contact_lane *lane = &shared->contact->lane[task];
    carom_choice choice;
    carom_status status = copy_choice(shared, lane, &choice, error);
    if (status == CAROM_OK) {
        status = run_lane(shared->contact, lane, &choice, shared->study->stop, error);
    }
    carom_choice_free(&choice);
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
    carom_choice choice;
    carom_springs springs;
    carom_status status;
    if (!has_phases(twin)) {
        return CAROM_OK;
    }
    status = copy_choice(shared, twin, &choice, error);
    if (status == CAROM_OK && carom_solver_springs(&choice, &springs) &&
        springs.integrator->evaluations > 0) {
        point->theta = theta_of_point(task % CAROM_CONTACT_POINTS);
        status = try_phases(shared->contact, twin, &choice, point, error);
    }
    carom_choice_free(&choice);
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
            return carom_error_set(error, CAROM_INVALID, "--theta",
                                   "found '%s'; expected up to %d numbers > 0 with commas "
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

carom_status carom_contact_run(void *object, const carom_study *study, carom_error *error)
{
    carom_contact_study *contact = object;
    shared_work shared = {contact, study};
    contact->scenario = study->scenario;
    CAROM_TRY(read_thetas(contact, error));
    CAROM_TRY(find_contact(contact, study->stop, error));
    CAROM_TRY(make_lanes(contact, study, error));
    CAROM_TRY(carom_study_run(study, contact->lanes, run_task, &shared, error));
    return carom_study_run(study, contact->lanes * CAROM_CONTACT_POINTS, try_task, &shared, error);
}

void carom_contact_free(void *object)
{
    carom_contact_study *contact = object;
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
