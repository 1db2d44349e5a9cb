/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom contact: traces one contact in every solver and computes its exact solution. */
#include "studies/contact.h"

/* Time step of converged springs, times w0; the relative error of e is below 1e-8. */
static const double converged_theta = 0.02;

/* ---- which contact ---- */

/* Find the n-th collision of a pair in a sorted log, from 1; NULL if there are fewer. */
static const carom_collision *find_collision(const carom_log *log, const carom_collision *pair,
                                             size_t n)
{
    for (size_t k = 0; k < log->count; k++) {
        if (carom_collision_same_pair(&log->item[k], pair) && --n == 0) {
            return &log->item[k];
        }
    }
    return NULL;
}

static const char *second_name(const carom_problem *problem, const carom_collision *collision)
{
    return collision->wall ? carom_wall_name(problem, collision->b)
                           : problem->ball[collision->b].name;
}

static bool is_pair(const carom_problem *problem, const carom_collision *collision, const char *a,
                    const char *b)
{
    const char *first = problem->ball[collision->a].name, *second = second_name(problem, collision);
    return (strcmp(first, a) == 0 && strcmp(second, b) == 0) ||
           (strcmp(first, b) == 0 && strcmp(second, a) == 0);
}

static bool has_contact(const carom_problem *problem, const char *name)
{
    return carom_problem_ball_called(problem, name) < problem->count ||
           carom_wall_find(problem, name) < carom_walls_count(problem);
}

/* Split "A,B".
 *  @return false for another format */
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

static carom_status choose_contact(carom_contact_study *contact, const carom_log *log,
                                   carom_error *error)
{
    const carom_problem *problem = &contact->scenario->problem;
    char a[140] = "", b[140] = "";
    size_t found = 0, of_pair = 0;
    bool all = contact->pair[0] == '\0';
    if (!all && !split_pair(contact->pair, a, b)) {
        return carom_error_set(error, CAROM_INVALID, "contact.pair",
                               "found '%s'; expected the names of two balls, or of a ball "
                               "and a wall, with a comma between them",
                               contact->pair);
    }
    for (const char *name = a; !all && name != NULL; name = name == a ? b : NULL) {
        if (!has_contact(problem, name)) {
            return carom_error_set(error, CAROM_INVALID, "contact.pair",
                                   "found '%s'; expected the name of a ball or of a wall", name);
        }
    }
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *collision = &log->item[k];
        found += all || is_pair(problem, collision, a, b);
        if (found == (size_t)contact->number) {
            for (size_t i = 0; i <= k; i++) {
                of_pair += carom_collision_same_pair(&log->item[i], collision);
            }
            contact->collision = *collision;
            contact->occurrence = of_pair;
            contact->a = problem->ball[collision->a].name;
            contact->b = second_name(problem, collision);
            contact->specified = carom_pair_restitution(
                problem, &problem->ball[collision->a],
                collision->wall ? NULL : &problem->ball[collision->b], collision->t_s);
            return CAROM_OK;
        }
    }
    return carom_error_set(error, CAROM_INVALID, all ? "contact.contact" : "contact.pair",
                           "contact %lld%s%s does not exist: '%s' has %zu in %.6g s",
                           (long long)contact->number, all ? "" : " of ", contact->pair,
                           contact->scenario->reference, found, contact->scenario->duration_s);
}

static carom_status find_contact(carom_contact_study *contact, carom_error *error)
{
    const carom_scenario *scenario = contact->scenario;
    const carom_scenario_solver *reference = carom_scenario_find_solver(scenario,
                                                                        scenario->reference);
    const carom_run_until_over_config config = {.stop = contact->stop,
                                                .from_s = scenario->duration_s};
    carom_log log = {.count = 0};
    carom_status status = carom_run_until_over(
        carom_solver_new_from_choice(&scenario->problem, &reference->kind, true, error), &config,
        NULL, &log, error);
    if (status == CAROM_OK || status == CAROM_COLLAPSE || status == CAROM_NOT_FINITE) {
        status = choose_contact(contact, &log, error); /* the contact may be before the failure */
    }
    carom_log_free(&log);
    return status;
}

/* ---- exact solution: two bodies alone if they have the same contact, else the converged run ----
 */

/* Largest relative difference of duration, overlap and impulse for which two bodies alone have the
 * same contact as the converged run. The error of the latter is below 1e-8; rotation changes the
 * contact by more than 1e-5. */
static const double same = 1e-6;

/* Relative error of the converged springs. */
static const double converged_error = 1e-8;

/* Acceleration that presses a onto b: gravity, if b does not fall too. */
static double preload(const carom_problem *problem, const carom_collision *collision)
{
    const carom_ball *a = &problem->ball[collision->a];
    double g = carom_vec_dot(problem->gravity_mps2, collision->normal);
    if (collision->wall || problem->ball[collision->b].fixed) {
        return g;
    }
    return a->fixed ? -g : 0;
}

static carom_status find_contact_parameters(const carom_problem *problem,
                                            const carom_collision *collision,
                                            const carom_springs *springs, carom_contact *contact,
                                            carom_error *error)
{
    const carom_ball *a = &problem->ball[collision->a],
                     *b = collision->wall ? NULL : &problem->ball[collision->b];
    carom_surface surface = carom_pair_surface(problem, a, b);
    surface.end = springs->contact_end;
    CAROM_TRY(springs->law->damping(springs->law_options, springs->contact_end,
                                    carom_pair_restitution(problem, a, b, collision->t_s),
                                    &surface.damping, error));
    *contact = springs->law->contact(springs->law_options, &surface);
    return CAROM_OK;
}

static bool are_equal(double a, double b)
{
    return fabs(a - b) <= same * fabs(b);
}

static carom_status store_free_contact(carom_contact_solver *converged,
                                       const carom_free_contact *alone, carom_error *error)
{
    const carom_exact_contact exact = {.alone = true,
                                       .closed = alone->closed,
                                       .error = alone->error,
                                       .approach_mps = converged->collision.approach_mps,
                                       .contact_s = alone->contact_s,
                                       .restitution = alone->restitution,
                                       .overlap_m = alone->overlap_m,
                                       .force_N = alone->force_N,
                                       .impulse_Ns = alone->impulse_Ns,
                                       .dissipated_J = alone->dissipated_J,
                                       .state = malloc(sizeof alone->state),
                                       .states = CAROM_CONTACT_STATES};
    CAROM_NEED(exact.state != NULL, error);
    converged->exact = exact;
    memcpy(converged->exact.state, alone->state, sizeof alone->state);
    return CAROM_OK;
}

static carom_status store_converged_run(carom_contact_solver *converged, carom_error *error)
{
    const carom_collision *collision = &converged->collision;
    const carom_exact_contact exact = {
        .error = converged_error,
        .approach_mps = collision->approach_mps,
        .contact_s = collision->contact_s,
        .restitution = collision->separation_mps / collision->approach_mps,
        .overlap_m = collision->max_overlap_m,
        .force_N = converged->force_N,
        .impulse_Ns = collision->impulse_Ns,
        .dissipated_J = collision->dissipated_J,
        .state = malloc((converged->samples.count + 1) * sizeof *exact.state),
        .states = converged->samples.count};
    CAROM_NEED(exact.state != NULL, error);
    converged->exact = exact;
    for (size_t i = 0; i < exact.states; i++) {
        const carom_contact_sample *at = &converged->samples.item[i];
        exact.state[i] = (carom_contact_state){
            at->t_s - collision->t_s, at->overlap_m, at->rate_mps, at->force_N, at->elastic_J,
            at->dissipated_J};
    }
    return CAROM_OK;
}

/* Compute the exact solution of the contact of a converged run with the springs of @p choice. */
static carom_status solve_exactly(carom_contact_solver *converged, const carom_problem *problem,
                                  const carom_choice *choice, carom_error *error)
{
    const carom_collision *collision = &converged->collision;
    carom_free_contact alone;
    carom_contact contact;
    carom_springs springs;
    if (!carom_solver_springs(choice, &springs)) {
        return CAROM_OK;
    }
    CAROM_TRY(find_contact_parameters(problem, collision, &springs, &contact, error));
    converged->frequency_per_s = springs.law->frequency_per_s(&contact, collision->approach_mps);
    carom_free_contact_solve(&alone, springs.law, &contact, collision->approach_mps,
                             preload(problem, collision));
    return are_equal(collision->contact_s, alone.contact_s) &&
                   are_equal(collision->max_overlap_m, alone.overlap_m) &&
                   are_equal(collision->impulse_Ns, alone.impulse_Ns)
             ? store_free_contact(converged, &alone, error)
             : store_converged_run(converged, error);
}

/* ---- through one solver ---- */

/* Keep the samples of contact n of the sorted log, and find their largest force. */
static carom_status store_samples(carom_contact_solver *run, const carom_solver *solver, size_t n,
                                  carom_error *error)
{
    carom_contact_samples *samples = &run->samples;
    size_t count = 0;
    carom_contact_samples_free(samples);
    carom_status status = carom_solver_contact_samples(solver, samples, error);
    run->force_N = NAN;
    for (size_t k = 0; k < samples->count; k++) {
        if (samples->item[k].contact == n) {
            run->force_N = fmax(run->force_N, samples->item[k].force_N);
            samples->item[count++] = samples->item[k];
        }
    }
    samples->count = count;
    return status;
}

/* Store the contact as far as it has been simulated, and whether it has ended (@p over). */
static carom_status find_progress(const carom_contact_study *contact, carom_contact_solver *run,
                                  const carom_solver *solver, bool *over, carom_error *error)
{
    carom_log log = {.count = 0};
    carom_status status = carom_solver_collisions(solver, &log, error);
    carom_log_sort(&log);
    const carom_collision *collision = find_collision(&log, &contact->collision,
                                                      contact->occurrence);
    *over = collision != NULL && !isnan(collision->separation_mps);
    if (status == CAROM_OK && collision != NULL) {
        run->collision = *collision;
        run->failure[0] = '\0';
        status = store_samples(run, solver, (size_t)(collision - log.item) + 1, error);
    }
    carom_log_free(&log);
    return status;
}

/* Advance beyond the contact of the reference, and on until the contact has ended. */
static carom_status trace_contact(const carom_contact_study *contact, carom_contact_solver *run,
                                  carom_solver *solver, carom_error *error)
{
    const carom_scenario *scenario = contact->scenario;
    const carom_bodies pair = {contact->collision.a, contact->collision.b, contact->collision.wall};
    carom_report report;
    double more, until = 0;
    CAROM_TRY(carom_solver_trace(solver, &(carom_trace_request){.pair = &pair, .pairs = 1}, error));
    carom_solver_report(solver, &report);
    more = 2 * report.contact_s + 1e-3 * scenario->duration_s;
    for (bool over = false; !over && until < scenario->duration_s; more *= 2) {
        until = fmin(scenario->duration_s, contact->collision.t_s + more);
        CAROM_TRY(carom_solver_advance(solver, until, error));
        CAROM_TRY(find_progress(contact, run, solver, &over, error));
    }
    return CAROM_OK;
}

/* Store a failure of the solver in its run; return any other error. */
static carom_status store_failure(carom_contact_solver *run, carom_status status,
                                  const carom_error *error)
{
    if (status == CAROM_COLLAPSE || status == CAROM_NOT_FINITE || status == CAROM_INVALID) {
        snprintf(run->failure, sizeof run->failure, "%.290s", error->text);
        return CAROM_OK;
    }
    return status;
}

static carom_status set_step(const carom_contact_solver *run, carom_choice *choice,
                             const carom_problem *problem, carom_error *error)
{
    if (run->is_converged) {
        return carom_choice_converge(choice, problem, converged_theta, error);
    }
    if (!isnan(run->specified_theta)) {
        carom_choice_set_number(choice, "step_s", NAN);
        carom_choice_set_number(choice, "theta", run->specified_theta);
    }
    return CAROM_OK;
}

static carom_status trace_with(const carom_contact_study *contact, carom_contact_solver *run,
                               carom_choice *choice, carom_error *error)
{
    const carom_problem *problem = &contact->scenario->problem;
    carom_report report;
    carom_status status;
    CAROM_TRY(set_step(run, choice, problem, error));
    carom_solver *solver = carom_solver_new_from_choice(problem, choice, true, error);
    if (solver == NULL) {
        return error->status;
    }
    carom_solver_set_cancel_flag(solver, contact->stop);
    status = trace_contact(contact, run, solver, error);
    carom_solver_report(solver, &report);
    run->theta = report.theta;
    carom_solver_free(solver);
    return status;
}

static carom_status run_solver(const carom_contact_study *contact, carom_contact_solver *run,
                               carom_choice *choice, carom_error *error)
{
    snprintf(run->failure, sizeof run->failure, "no such contact");
    CAROM_TRY(store_failure(run, trace_with(contact, run, choice, error), error));
    return run->is_converged && run->failure[0] == '\0'
             ? solve_exactly(run, &contact->scenario->problem, choice, error)
             : CAROM_OK;
}

/* ---- all of them ---- */

static carom_status copy_choice(const carom_contact_study *contact, const carom_contact_solver *run,
                                carom_choice *choice, carom_error *error)
{
    return carom_choice_copy(
        choice, &carom_scenario_find_solver(contact->scenario, run->name)->kind, error);
}

static carom_status run_task(void *context, size_t task, carom_error *error)
{
    const carom_contact_study *contact = context;
    carom_contact_solver *run = &contact->run[task];
    carom_choice choice;
    carom_status status = copy_choice(contact, run, &choice, error);
    CAROM_THEN(status, run_solver(contact, run, &choice, error));
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
                                   "found '%s'; expected up to %d numbers > 0, separated "
                                   "by commas: values of h sqrt(k/m_red)",
                                   contact->theta, CAROM_CONTACT_THETAS);
        }
        contact->thetas[contact->theta_count++] = theta;
    }
    return CAROM_OK;
}

static void add_run(carom_contact_study *contact, const carom_scenario_solver *solver,
                    bool converged, double theta)
{
    carom_contact_solver *run = &contact->run[contact->runs++];
    *run = (carom_contact_solver){.name = solver->name,
                                  .soft = carom_solver_has_traits(&solver->kind, CAROM_SOFT),
                                  .is_converged = converged,
                                  .specified_theta = theta,
                                  .force_N = NAN,
                                  .frequency_per_s = NAN};
    snprintf(run->label, sizeof run->label, "%.64s", solver->name);
    if (!isnan(theta)) {
        carom_text_append(run->label, sizeof run->label, ", θ = %g", theta);
    }
}

static carom_status make_runs(carom_contact_study *contact, const carom_study *study,
                              carom_error *error)
{
    const carom_scenario *scenario = study->scenario;
    size_t thetas = contact->theta_count;
    contact->run = calloc((2 + CAROM_CONTACT_THETAS) * scenario->solvers.count,
                          sizeof *contact->run);
    CAROM_NEED(contact->run != NULL, error);
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        bool soft = carom_solver_has_traits(&solver->kind, CAROM_SOFT);
        size_t first = contact->runs;
        if (!carom_study_includes(study, solver->name)) {
            continue;
        }
        for (size_t t = 0; t < (soft && thetas > 0 ? thetas : 1); t++) {
            add_run(contact, solver, false, soft && thetas > 0 ? contact->thetas[t] : NAN);
        }
        for (size_t k = first; k < contact->runs; k++) {
            contact->run[k].converged_index = contact->runs;
        }
        if (soft) {
            add_run(contact, solver, true, NAN);
        }
    }
    return CAROM_OK;
}

carom_status carom_contact_run(void *object, const carom_study *study, carom_error *error)
{
    carom_contact_study *contact = object;
    contact->scenario = study->scenario;
    contact->stop = study->stop;
    CAROM_TRY(read_thetas(contact, error));
    CAROM_TRY(find_contact(contact, error));
    CAROM_TRY(make_runs(contact, study, error));
    return carom_study_run(study, contact->runs, run_task, contact, error);
}

void carom_contact_free(void *object)
{
    carom_contact_study *contact = object;
    for (size_t i = 0; i < contact->runs; i++) {
        carom_contact_samples_free(&contact->run[i].samples);
        free(contact->run[i].exact.state);
    }
    free(contact->run);
}

const carom_exact_contact *carom_contact_exact_of(const carom_contact_study *contact,
                                                  const carom_contact_solver *run)
{
    const carom_contact_solver *converged = run->soft ? &contact->run[run->converged_index] : NULL;
    return converged != NULL && converged->exact.state != NULL ? &converged->exact : NULL;
}
