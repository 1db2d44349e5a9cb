/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom reverse: runs to time T, reverses all velocities, runs for T again, and measures the
 * distance from the start. */
#include "carom_studies.h"
#include "studies/studies.h"

/* Number of reversal times, and fractions of the time step. */
enum { TIMES = 20, PARTS = 3 };
static const double parts[PARTS] = {1, 0.5, 0.25};

/* ---- frames ---- */

/* A solver at one time step. */
typedef struct {
    const char *solver;
    double step_s, theta; /* NaN: the other one is given, or neither */
    double error_m;
    double collisions;                   /* per ball until the last reversal */
    double dissipated_J, energy_error_J; /* until the last reversal */
} reversal;

/* A solver at one time step and reversal time. */
typedef struct {
    const reversal *run;
    double t_s, error_m;
} return_row;

#define STEP(NUMBER, TEXT, of, r)                                                                  \
    TEXT(of, solver, (r)->solver, "name in the scenario")                                          \
    NUMBER(of, step_s, "s", (r)->step_s, "time step; nan: none, or given by theta")                \
    NUMBER(of, theta, "", (r)->theta, "step times w0, if given by theta")
#define RETURNS(NUMBER, TEXT, of)                                                                  \
    STEP(NUMBER, TEXT, of, r->run)                                                                 \
    NUMBER(of, t_s, "s", r->t_s, "time of the reversal")                                           \
    NUMBER(of, return_error_m, "m", r->error_m, "rms distance from the start; nan: stopped early")
#define REVERSALS(NUMBER, TEXT, of)                                                                \
    STEP(NUMBER, TEXT, of, r)                                                                      \
    NUMBER(of, return_error_m, "m", r->error_m,                                                    \
           "rms distance from the start, reversed at the end")                                     \
    NUMBER(of, collisions_per_ball, "", r->collisions, "until the reversal at the end")            \
    NUMBER(of, dissipated_J, "J", r->dissipated_J, "until that reversal")                          \
    NUMBER(of, energy_error_J, "J", r->energy_error_J,                                             \
           "added by the method until that reversal; negative: removed")
CAROM_COLUMNS(returns, return_row, RETURNS)
CAROM_COLUMNS(reversals, reversal, REVERSALS)

enum { FRAME_RETURNS, FRAME_REVERSALS };

static const carom_table tables[] = {
    [FRAME_RETURNS] = {"reverse.tsv", "a row for each solver, time step and reversal time",
                       returns_columns, sizeof(return_row), ""},
    [FRAME_REVERSALS] = {"reversals.tsv", "a row for each solver and time step", reversals_columns,
                         sizeof(reversal), NULL},
    {.name = NULL}};

/* ---- runs ---- */

static double reversal_time(const carom_result *result, size_t k)
{
    return result->scenario->duration_s * (double)(k + 1) / TIMES;
}

static void choose_step(carom_result *result, carom_job *job, const carom_scenario_solver *solver,
                        const reversal *of)
{
    carom_result_choose(result, &job->choice, &solver->kind);
    carom_choice_set_number(&job->choice, "step_s", of->step_s);
    carom_choice_set_number(&job->choice, "theta", of->theta);
}

static void reverse_velocities(carom_result *result, carom_job *back, const carom_sample *end)
{
    carom_problem *problem = carom_result_change(result, back);
    for (size_t i = 0; problem != NULL && i < problem->count; i++) {
        carom_flight ball = carom_flight_from_sample(end, i);
        ball.v = carom_vec_subtract((carom_vec){0, 0}, ball.v);
        carom_flight_to_ball(ball, &problem->ball[i]);
        problem->ball[i].spin_radps = -end->spin_radps[i];
    }
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

/* ---- study ---- */

static void note_dissipation(carom_result *result, const char *solver, const carom_ledger *end)
{
    static const double rounding_rel = 1e-12;
    double dissipated_J = end->dissipated_J,
           scale_J = end->kinetic_J + end->spin_J + fabs(dissipated_J);
    if (fabs(dissipated_J) > rounding_rel * scale_J) {
        carom_result_note(result, "%s %s energy, so its run cannot be reversed.", solver,
                          dissipated_J > 0 ? "dissipates" : "gains");
    }
}

/* Run there and back for every reversal time, and add the rows. A solver that stops in either
 * direction does not return. */
static void run_solver(carom_result *result, const carom_scenario_solver *solver, double part)
{
    const carom_problem *problem = &result->scenario->problem;
    double step_s = carom_choice_number(&solver->kind, "step_s"),
           theta = carom_choice_number(&solver->kind, "theta"), error_m[TIMES];
    reversal *row = carom_result_take(result, 1, sizeof *row);
    carom_job *out = carom_result_jobs(result, TIMES), *back = carom_result_jobs(result, TIMES);
    *row = (reversal){.solver = solver->name,
                      .step_s = part * step_s,
                      .theta = isnan(step_s) ? part * theta : NAN};
    for (size_t k = 0; k < TIMES; k++) {
        choose_step(result, &out[k], solver, row);
        out[k].duration_s = back[k].duration_s = reversal_time(result, k);
    }
    carom_result_run(result, out, TIMES);
    for (size_t k = 0; k < TIMES && !carom_result_failed(result); k++) {
        if (out[k].history.failure.status == CAROM_OK) {
            choose_step(result, &back[k], solver, row);
            reverse_velocities(result, &back[k], &out[k].history.end);
        }
    }
    carom_result_run(result, back, TIMES);
    bool stopped = false;
    const carom_trajectory *last = &out[TIMES - 1].history;
    if (carom_result_failed(result)) {
        return;
    }
    for (size_t k = 0; k < TIMES; k++) {
        const carom_error *failed = out[k].history.failure.status != CAROM_OK
                                      ? &out[k].history.failure
                                      : &back[k].history.failure;
        bool returned = failed->status == CAROM_OK;
        error_m[k] = returned ? distance_from_start(problem, &back[k].history.end) : NAN;
        if (part == 1 && !stopped) { /* once for each solver */
            carom_result_stopped(result, solver->name, failed);
        }
        stopped = stopped || !returned;
        carom_result_add(result, FRAME_RETURNS,
                         &(return_row){row, reversal_time(result, k), error_m[k]});
    }
    row->error_m = error_m[TIMES - 1];
    bool reached = last->failure.status == CAROM_OK;
    row->collisions = reached ? carom_collisions_per_ball(&last->log, problem, INFINITY) : NAN;
    row->dissipated_J = reached ? last->end.ledger.dissipated_J : NAN;
    row->energy_error_J = reached ? last->end.ledger.energy_residual_J : NAN;
    carom_result_add(result, FRAME_REVERSALS, row);
    if (part == 1 && reached) {
        note_dissipation(result, solver->name, &last->end.ledger);
    }
    carom_result_forget(out, TIMES);
    carom_result_forget(back, TIMES);
}

static size_t count_steps(const carom_scenario_solver *solver)
{
    const carom_param *row =
        carom_params_find(solver->kind.entry->params, solver->kind.options, "step_s").row;
    return row != NULL ? PARTS : 1;
}

static void fill(carom_result *result)
{
    size_t solvers;
    const carom_scenario_solver **solver = carom_result_solvers(result, 0, &solvers);
    carom_result_try_reference(result);
    for (size_t i = 0; i < solvers; i++) {
        result->jobs_planned += 2 * TIMES * count_steps(solver[i]);
    }
    for (size_t i = 0; i < solvers; i++) {
        for (size_t p = 0; p < count_steps(solver[i]) && !carom_result_failed(result); p++) {
            run_solver(result, solver[i], parts[p]);
        }
    }
    if (carom_problem_has_contact_friction(&result->scenario->problem)) {
        carom_result_note(result,
                          "Contacts that slide, or stick with a tangential restitution other than "
                          "1, dissipate energy.");
    }
}

const carom_study_entry carom_study_reverse = {
    .about = {.name = "reverse",
              .summary = "reverse all velocities, run back, measure the distance",
              .options_size = sizeof(carom_result)},
    .varies_start = true,
    .text = STUDY_REVERSE_TEXT,
    .notes = STUDY_REVERSE_NOTES,
    .fill = fill,
    .tables = tables};
