/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom reverse: runs to the end, reverses all velocities, runs back, and measures the distance
 * from the start. */
#include "carom_studies.h"
#include "studies/studies.h"

/* Fractions of the time step. */
enum { PARTS = 3 };
static const double parts[PARTS] = {1, 0.5, 0.25};

/* ---- frame ---- */

/* A solver at one time step. */
typedef struct {
    const char *solver;
    double step_s, theta; /* NaN: the other one is given, or neither */
    double t_s, error_m;
    double collisions;                   /* per ball until the reversal */
    double dissipated_J, energy_error_J; /* until the reversal */
} reversal;

#define REVERSALS(NUMBER, TEXT, of)                                                                \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    NUMBER(of, step_s, "s", r->step_s, "time step; nan: none, or given by theta")                  \
    NUMBER(of, theta, "", r->theta, "step times w0, if given by theta")                            \
    NUMBER(of, t_s, "s", r->t_s, "time of the reversal")                                           \
    NUMBER(of, return_error_m, "m", r->error_m, "rms distance from the start; nan: stopped early") \
    NUMBER(of, collisions_per_ball, "", r->collisions, "until the reversal")                       \
    NUMBER(of, dissipated_J, "J", r->dissipated_J, "until the reversal")                           \
    NUMBER(of, energy_error_J, "J", r->energy_error_J,                                             \
           "added by the method until the reversal; negative: removed")
CAROM_COLUMNS(reversals, reversal, REVERSALS)

static const carom_table tables[] = {
    {"reverse.tsv", "a row for each solver and time step", reversals_columns, sizeof(reversal),
     "solver step_s theta return_error_m collisions_per_ball dissipated_J energy_error_J"},
    {.name = NULL}};

/* ---- runs ---- */

static void choose_step(carom_job *job, const carom_scenario_solver *solver, double part)
{
    carom_choice_copy(&job->choice, &solver->kind);
    carom_choice_set_number(&job->choice, "step_s",
                            part * carom_choice_number(&solver->kind, "step_s"));
    carom_choice_set_number(&job->choice, "theta",
                            part * carom_choice_number(&solver->kind, "theta"));
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

/* Add the row of a run there and back. A solver that stops in either direction does not return. */
static void add_row(carom_result *result, const carom_scenario_solver *solver, double part,
                    const carom_job *out, const carom_job *back)
{
    static const double rounding_rel = 1e-12;
    const carom_error *failed = out->history.failure.status != CAROM_OK ? &out->history.failure
                                                                        : &back->history.failure;
    const carom_ledger *end = &out->history.end.ledger;
    double step_s = carom_choice_number(&solver->kind, "step_s");
    double theta = isnan(step_s) ? part * carom_choice_number(&solver->kind, "theta") : NAN;
    reversal row = {solver->name, part * step_s, theta, out->duration_s, NAN, NAN, NAN, NAN};
    if (failed->status == CAROM_OK) {
        row.error_m = distance_from_start(out->problem, &back->history.end);
    }
    if (part == 1) { /* once for each solver */
        carom_result_stopped(result, solver->name, failed);
    }
    if (out->history.failure.status == CAROM_OK) {
        row.collisions = carom_collisions_per_ball(&out->history.log, out->problem, INFINITY);
        row.dissipated_J = end->dissipated_J;
        row.energy_error_J = end->energy_residual_J;
    }
    double scale_J = end->kinetic_J + end->spin_J + fabs(end->dissipated_J);
    if (part == 1 && fabs(row.dissipated_J) > rounding_rel * scale_J) {
        carom_result_note(result, "%s %s energy, so its run cannot be reversed.", solver->name,
                          row.dissipated_J > 0 ? "dissipates" : "gains");
    }
    carom_result_add(result, 0, &row);
}

static void fill(carom_result *result)
{
    size_t solvers, runs = 0;
    const carom_scenario_solver **solver = carom_result_solvers(result, 0, &solvers), **of;
    carom_job *out = carom_result_jobs(result, PARTS * solvers),
              *back = carom_result_jobs(result, PARTS * solvers);
    double *part = carom_result_take(result, PARTS * solvers + 1, sizeof *part);
    of = carom_result_take(result, PARTS * solvers + 1, sizeof *of);
    for (size_t i = 0; i < solvers && !carom_result_failed(result); i++) {
        const carom_choice *kind = &solver[i]->kind;
        bool has_step = carom_params_find(kind->entry->params, kind->options, "step_s").row != NULL;
        for (size_t p = 0; p < (has_step ? PARTS : 1); p++, runs++) {
            part[runs] = parts[p];
            of[runs] = solver[i];
            choose_step(&out[runs], solver[i], parts[p]);
        }
    }
    result->jobs_planned = 2 * runs;
    carom_result_run(result, out, runs);
    for (size_t k = 0; k < runs && !carom_result_failed(result); k++) {
        if (out[k].history.failure.status == CAROM_OK) {
            choose_step(&back[k], of[k], part[k]);
            reverse_velocities(result, &back[k], &out[k].history.end);
        }
    }
    carom_result_run(result, back, runs);
    for (size_t k = 0; k < runs && !carom_result_failed(result); k++) {
        add_row(result, of[k], part[k], &out[k], &back[k]);
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
