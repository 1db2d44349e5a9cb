/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom reverse: runs to time T, reverses all velocities, runs for T again, and measures the
 * distance from the start. */
#include "carom_studies.h"
#include "studies/studies.h"

/* Number of reversal times, and fractions of the time step. */
enum { TIMES = 20, PARTS = 3 };
static const double parts[PARTS] = {1, 0.5, 0.25};

enum { WHY_SIZE = 300 };

/* A solver at one time step. */
typedef struct {
    const char *name;
    double factor;        /* fraction of its time step; 1 without a time step */
    double step_s, theta; /* time step or theta; NaN: the other one is given */
    /* indexed by reversal time: rms distance from the start; NaN: stopped early */
    double error_m[TIMES];
    double collisions; /* per ball until the last reversal time */
    /* indexed by reversal time: reason for the failure; "": none */
    char why[TIMES][WHY_SIZE];
    /* |E(0)|, or a scale of the energy with gravity; until the last reversal: dissipated energy,
     * energy error over energy_J */
    double energy_J, dissipated_J, energy_rel;
    bool gravity;
    /* rigid balls; no time step; simultaneous impacts of three or more balls */
    bool rigid, exact, multiple;
} reverse_run_result;

typedef struct {
    const carom_scenario *scenario;
    const volatile sig_atomic_t *stop; /* cancellation flag; may be NULL */
    reverse_run_result *result;
    size_t results;
    /* the system dissipates energy; it has friction */
    bool dissipates, has_friction;
    /* largest distance of a return: a tenth of the smallest radius */
    double level_m;
} reversal;

static double reversal_time(const reversal *reverse, size_t k)
{
    return reverse->scenario->duration_s * (double)(k + 1) / TIMES;
}

/* ---- runs ---- */

static carom_status reverse_velocities(carom_problem *back, const carom_problem *problem,
                                       const carom_sample *end, carom_error *error)
{
    carom_status status = carom_problem_copy(back, problem, error);
    for (size_t i = 0; status == CAROM_OK && i < back->count; i++) {
        carom_flight ball = carom_flight_from_sample(end, i);
        ball.v = carom_vec_subtract((carom_vec){0, 0}, ball.v);
        carom_flight_to_ball(ball, &back->ball[i]);
        back->ball[i].spin_radps = -end->spin_radps[i];
    }
    return status;
}

static double distance_from_start(const carom_problem *problem, const carom_sample *end)
{
    double sum = 0, n = 0;
    for (size_t i = 0; i < problem->count; i++) {
        carom_vec displacement = carom_vec_subtract(carom_flight_from_sample(end, i).at,
                                                    carom_flight_from_ball(&problem->ball[i]).at);
        sum += carom_vec_square(carom_torus_shortest(problem, displacement));
        n += !problem->ball[i].fixed;
    }
    return sqrt(sum / fmax(n, 1));
}

static void store_losses(reverse_run_result *result, const carom_problem *problem,
                         const carom_trajectory *out)
{
    const carom_ledger *end = &out->end.ledger;
    double energy = end->kinetic_J + end->spin_J + end->elastic_J + end->potential_J +
                    end->dissipated_J - end->energy_residual_J;
    result->energy_J = fabs(energy);
    result->gravity = !carom_vec_is_zero(problem->gravity_mps2);
    if (result->gravity) { /* E(0) is arbitrary, its parts' changes are not */
        result->energy_J = fmax(out->kinetic_J[0], end->kinetic_J + end->spin_J) +
                           fabs(energy - out->kinetic_J[0] - end->potential_J);
    }
    result->dissipated_J = end->dissipated_J;
    result->energy_rel = end->energy_residual_J / fmax(result->energy_J, 1e-300);
    for (size_t k = 0; k < out->log.count && !result->multiple; k++) {
        result->multiple = carom_collision_is_simultaneous(&out->log, k);
    }
}

typedef struct {
    carom_trajectory out, back;
    carom_problem reversed;
} round_trip;

static carom_status run_there_and_back(const reversal *reverse, round_trip *trip,
                                       const carom_choice *choice, reverse_run_result *result,
                                       size_t k, carom_error *error)
{
    const carom_problem *problem = &reverse->scenario->problem;
    const volatile sig_atomic_t *stop = reverse->stop;
    double t = reversal_time(reverse, k);
    carom_choice_set_number(choice, "step_s", result->step_s);
    carom_choice_set_number(choice, "theta", result->theta);
    CAROM_TRY(carom_trajectory_run(&trip->out, problem, choice, t, 2, NULL, stop, error));
    if (trip->out.failure.status != CAROM_OK) {
        snprintf(result->why[k], WHY_SIZE, "stopped before the reversal: %.250s",
                 trip->out.failure.text);
        return CAROM_OK;
    }
    if (k + 1 == TIMES) {
        result->collisions = carom_collisions_per_ball(&trip->out.log, problem, t);
        store_losses(result, problem, &trip->out);
    }
    CAROM_TRY(reverse_velocities(&trip->reversed, problem, &trip->out.end, error));
    CAROM_TRY(carom_trajectory_run(&trip->back, &trip->reversed, choice, t, 2, NULL, stop, error));
    if (trip->back.failure.status != CAROM_OK) {
        snprintf(result->why[k], WHY_SIZE, "stopped after the reversal: %.250s",
                 trip->back.failure.text);
        return CAROM_OK;
    }
    result->error_m[k] = distance_from_start(problem, &trip->back.end);
    return CAROM_OK;
}

static carom_status run_task(void *context, size_t task, carom_error *error)
{
    const reversal *reverse = context;
    reverse_run_result *result = &reverse->result[task / TIMES];
    round_trip trip = {.reversed = {.count = 0}};
    carom_choice choice;
    carom_status status = carom_choice_copy(
        &choice, &carom_scenario_find_solver(reverse->scenario, result->name)->kind, error);
    CAROM_THEN(status, run_there_and_back(reverse, &trip, &choice, result, task % TIMES, error));
    carom_trajectory_free(&trip.out);
    carom_trajectory_free(&trip.back);
    carom_problem_free(&trip.reversed);
    carom_choice_free(&choice);
    return status;
}

/* ---- study ---- */

/* Add a solver at a fraction of its time step or theta. */
static void add_result(reversal *reverse, const carom_scenario_solver *solver, double part)
{
    reverse_run_result *result = &reverse->result[reverse->results++];
    double step = carom_choice_number(&solver->kind, "step_s"),
           theta = carom_choice_number(&solver->kind, "theta");
    *result = (reverse_run_result){.name = solver->name,
                                   .factor = part,
                                   .step_s = part * step,
                                   .theta = isnan(step) ? part * theta : NAN,
                                   .rigid = !carom_solver_has_traits(&solver->kind, CAROM_SOFT),
                                   .exact = isnan(step) && isnan(theta) &&
                                            isnan(carom_choice_number(&solver->kind, "frame_s"))};
    for (size_t k = 0; k < TIMES; k++) {
        result->error_m[k] = NAN;
    }
}

static carom_status make_results(reversal *reverse, const carom_study *study, carom_error *error)
{
    const carom_scenario *scenario = study->scenario;
    *reverse = (reversal){.scenario = scenario,
                          .stop = study->stop,
                          .level_m = 0.1 * carom_smallest_radius(&scenario->problem),
                          .dissipates = carom_problem_has_friction(&scenario->problem) ||
                                        !carom_problem_is_elastic(&scenario->problem),
                          .has_friction = carom_problem_has_contact_friction(&scenario->problem)};
    reverse->result = calloc(PARTS * scenario->solvers.count + 1, sizeof *reverse->result);
    CAROM_NEED(reverse->result != NULL, error);
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        bool chosen = carom_study_includes(study, solver->name);
        bool steps =
            carom_params_find(solver->kind.entry->params, solver->kind.options, "step_s").row !=
            NULL;
        for (size_t p = 0; chosen && p < (steps ? PARTS : 1); p++) {
            add_result(reverse, solver, parts[p]);
        }
    }
    return CAROM_OK;
}

static carom_status reverse_run(void *object, const carom_study *study, carom_error *error)
{
    reversal *reverse = object;
    CAROM_TRY(make_results(reverse, study, error));
    return carom_study_run(study, reverse->results * TIMES, run_task, reverse, error);
}

static void reverse_release(void *object)
{
    const reversal *reverse = object;
    free(reverse->result);
}

/* ---- output ---- */

/* Format "heun, h = 1e-05 s". */
static void format_name(const reverse_run_result *result, char *text, size_t size)
{
    if (!isnan(result->step_s)) {
        snprintf(text, size, "%.40s, h = %.3g s", result->name, result->step_s);
    } else if (!isnan(result->theta)) {
        snprintf(text, size, "%.40s, θ = %.3g", result->name, result->theta);
    } else {
        snprintf(text, size, "%.40s", result->name);
    }
}

/* Explain why a solver does not return from the last reversal time; "" if it does. */
static void explain_no_return(const reversal *reverse, const reverse_run_result *result, char *text,
                              size_t size)
{
    const size_t last = TIMES - 1;
    text[0] = '\0';
    for (size_t k = 0; k <= last; k++) {
        if (result->why[k][0] != '\0') {
            snprintf(text, size, "reversed at t = %.4g s it %s", reversal_time(reverse, k),
                     result->why[k]);
            return;
        }
    }
    if (!(result->error_m[last] > reverse->level_m)) {
        return;
    }
    if (fabs(result->dissipated_J) > 1e-9 * result->energy_J) {
        snprintf(text, size, "it %s %.3g J before the reversal, and the run back does not %s",
                 result->dissipated_J > 0 ? "loses" : "gains", fabs(result->dissipated_J),
                 result->dissipated_J > 0 ? "return it" : "remove it");
    } else if (fabs(result->energy_rel) > 0.01) {
        snprintf(text, size, "its integrator %s %.2g %s before the reversal",
                 result->energy_rel > 0 ? "adds" : "removes",
                 fabs(result->energy_rel) * (result->gravity ? result->energy_J : 1),
                 result->gravity ? "J" : "of E(0)");
    } else if (result->rigid && !result->exact) {
        snprintf(text, size, "its time steps detect collisions late in both directions");
    } else if (result->rigid && result->multiple) {
        snprintf(text, size,
                 "no rule for rigid balls inverts a simultaneous impact of three or more");
    } else if (result->rigid) {
        snprintf(text, size,
                 "collisions amplify rounding errors too much ('carom diverge' shows how fast)");
    } else {
        snprintf(text, size,
                 "collisions amplify its discretization error beyond %.2g m ('carom diverge' shows "
                 "how fast)",
                 reverse->level_m);
    }
}

typedef struct {
    const reverse_run_result *result;
    double t_s, error_m;
} return_row;

#define RETURNS(NUMBER, TEXT, of)                                                                  \
    TEXT(of, solver, r->result->name, "name in the scenario")                                      \
    NUMBER(of, step_s, "s", r->result->step_s, "time step; nan: none, or given by theta")          \
    NUMBER(of, theta, "", r->result->theta, "step times w0, if given by theta")                    \
    NUMBER(of, t_s, "s", r->t_s, "time of the reversal")                                           \
    NUMBER(of, return_error_m, "m", r->error_m, "rms distance from the start; nan: stopped early")
CAROM_COLUMNS(returns, return_row, RETURNS)

static void returns_of_all(const void *object, carom_rows *rows)
{
    const reversal *reverse = object;
    for (size_t i = 0; i < reverse->results; i++) {
        const reverse_run_result *result = &reverse->result[i];
        for (size_t k = 0; k < TIMES; k++) {
            carom_rows_write(rows,
                             &(return_row){result, reversal_time(reverse, k), result->error_m[k]});
        }
    }
}

static const carom_table tables[] = {{"reverse.tsv",
                                      "a row for each solver, time step and reversal time",
                                      returns_columns, returns_of_all, NULL, 0, NULL},
                                     {.name = NULL}};

static void print_results(FILE *stream, const reversal *reverse)
{
    static const double at[] = {0.25, 0.5, 1};
    fprintf(stream, "%-34s", "return error (m), reversed at t =");
    for (size_t c = 0; c < 3; c++) {
        fprintf(stream, " %10.4g s", at[c] * reverse->scenario->duration_s);
    }
    fprintf(stream, "   collisions per ball\n");
    for (size_t i = 0; i < reverse->results; i++) {
        const reverse_run_result *result = &reverse->result[i];
        char name[160];
        format_name(result, name, sizeof name);
        /* the UTF-8 theta has two bytes but one column */
        fprintf(stream, "%-34s%s", name, strstr(name, "θ") != NULL ? " " : "");
        for (size_t c = 0; c < 3; c++) {
            double distance = result->error_m[(size_t)(at[c] * TIMES) - 1];
            char text[20];
            snprintf(text, sizeof text, isnan(distance) ? "stopped" : "%.3g", distance);
            fprintf(stream, " %12s", text);
        }
        fprintf(stream, "   %.3g\n", result->collisions);
    }
}

/* Print why solvers do not return, once for each solver at its own time step.
 *  @return CAROM_INVALID if a run stopped early */
static carom_status print_reasons(FILE *stream, const reversal *reverse)
{
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < reverse->results; i++) {
        const reverse_run_result *result = &reverse->result[i];
        char why[WHY_SIZE + 100];
        explain_no_return(reverse, result, why, sizeof why);
        if (why[0] != '\0' && result->factor == 1) {
            fprintf(stream, "\n%s does not return: %s.\n", result->name, why);
        }
        for (size_t k = 0; k < TIMES; k++) {
            status = result->why[k][0] != '\0' ? CAROM_INVALID : status;
        }
    }
    return status;
}

static carom_status reverse_print(const void *object, FILE *stream, FILE *complaints)
{
    (void)complaints;
    const reversal *reverse = object;
    if (reverse->dissipates) {
        fprintf(stream, "The system dissipates energy, so the run cannot be reversed.\n");
    }
    if (reverse->has_friction) {
        fprintf(stream, "Friction dissipates energy in contacts that slide, or stick with a "
                        "tangential restitution other than 1, so the run cannot be reversed.\n");
    }
    fprintf(stream, "\n");
    print_results(stream, reverse);
    return print_reasons(stream, reverse);
}

const carom_study_entry carom_study_reverse = {
    .about = {.name = "reverse",
              .summary = "reverse all velocities at T and run back: distance from the start",
              .options_size = sizeof(reversal)},
    .varies_start = true,
    .text = STUDY_REVERSE_TEXT,
    .notes = STUDY_REVERSE_NOTES,
    .run = reverse_run,
    .print = reverse_print,
    .release = reverse_release,
    .tables = tables};
