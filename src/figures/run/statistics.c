/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of a run, and the drift of its energy over many collisions. */
#include "base/base.h"
#include "figures/figures.h"
#include "figures/run/run_figures.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double last_of(const carom_recorded_solver *solver, carom_series_kind kind)
{
    return solver->samples == 0 ? NAN : solver->series[kind][solver->samples - 1];
}

/* Largest magnitude from time `from_s` on; NaN without a number. */
static double largest_of(const carom_recorded_solver *solver, carom_series_kind kind, double from_s)
{
    double most = NAN;
    for (size_t k = 0; k < solver->samples; k++) {
        if (!(solver->series[CAROM_SERIES_TIME][k] < from_s)) {
            most = fmax(most, fabs(solver->series[kind][k]));
        }
    }
    return most;
}

static double range_of(const carom_recorded_solver *solver, carom_series_kind kind)
{
    double least = NAN, most = NAN;
    for (size_t k = 0; k < solver->samples; k++) {
        least = fmin(least, solver->series[kind][k]);
        most = fmax(most, solver->series[kind][k]);
    }
    return most - least;
}

double carom_distance_rounding_m(const carom_problem *problem)
{
    double most = hypot(problem->width_m, problem->height_m);
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_OPEN; i++) {
        most = fmax(most, hypot(problem->ball[i].x_m, problem->ball[i].y_m));
    }
    return CAROM_ROUNDING_REL * most;
}

/* ---- collisions ---- */

static void count_collisions(carom_solver_statistics *result, const carom_recorded_solver *solver)
{
    result->collisions = solver->impacts;
    for (size_t i = 0; i < solver->impacts; i++) {
        const carom_recorded_impact *impact = &solver->impact[i];
        result->walls += impact->edge_impulse_kgmps[0] != 0 || impact->edge_impulse_kgmps[1] != 0;
    }
}

/* Counts the collisions from `from` to `to` - 1 that are between the bodies of @p pair. */
static size_t count_pair(const carom_recorded_solver *solver, size_t from, size_t to,
                         const carom_recorded_impact *pair)
{
    size_t count = 0;
    for (size_t i = from; i < to && i < solver->impacts; i++) {
        count += carom_recorded_is_same_pair(&solver->impact[i], pair);
    }
    return count;
}

/* Finds the collision at the time of the mismatch, which equals a logged time exactly. Among
 * simultaneous ones it chooses the first that the other log has less often; with @p any, the first.
 */
static bool find_collision(carom_first_mismatch *mismatch, const carom_recorded_solver *solver,
                           const carom_recorded_solver *other, bool own, bool any)
{
    size_t first = 0, end;
    while (first < solver->impacts && solver->impact[first].t_s != mismatch->t_s) {
        first++;
    }
    for (end = first; end < solver->impacts && solver->impact[end].t_s == mismatch->t_s;) {
        end++;
    }
    for (size_t i = first; i < end; i++) {
        size_t here = count_pair(solver, first, i + 1, &solver->impact[i]);
        if (any || here > count_pair(other, first, end, &solver->impact[i])) {
            mismatch->a = solver->impact[i].a;
            mismatch->b = solver->impact[i].b;
            mismatch->again = here > 1;
            mismatch->before = i;
            mismatch->own = own;
            return true;
        }
    }
    return false;
}

static carom_first_mismatch find_mismatch(double mismatch_s, const carom_recorded_solver *solver,
                                          const carom_recorded_solver *reference)
{
    carom_first_mismatch mismatch = {.t_s = mismatch_s};
    bool found = isnan(mismatch_s);
    for (int any = 0; any < 2; any++) {
        found = found || find_collision(&mismatch, solver, reference, true, any) ||
                find_collision(&mismatch, reference, solver, false, any);
    }
    return mismatch;
}

static void find_fastest(carom_solver_statistics *result, const carom_recorded_solver *solver,
                         const carom_problem *problem)
{
    for (size_t i = 0; i < problem->count && solver->state != NULL && solver->samples > 0; i++) {
        const double *v = solver->state[(solver->samples - 1) * problem->count + i].v_mps;
        double speed = hypot(v[0], v[1]);
        if (result->fastest == NULL || speed > result->fastest_mps) {
            result->fastest = problem->ball[i].name;
            result->fastest_mps = speed;
        }
    }
}

/* ---- all statistics ---- */

static void compute_solver_statistics(carom_solver_statistics *result, const carom_run_records *run,
                                      size_t i)
{
    const carom_recorded_solver *solver = &run->recorded.solver[i];
    const double mismatch_s = run->data.solver[i].first_mismatch_s;
    *result = (carom_solver_statistics){
        .name = run->data.solver[i].label,
        .end_s = last_of(solver, CAROM_SERIES_TIME),
        .energy_error_end_rel = last_of(solver, CAROM_SERIES_ENERGY_RESIDUAL) / run->data.energy_J,
        .energy_error_max_rel = largest_of(solver, CAROM_SERIES_ENERGY_RESIDUAL, 0) /
                                run->data.energy_J,
        .dissipated_rel = last_of(solver, CAROM_SERIES_DISSIPATED) / run->data.energy_J,
        .dissipated_J = last_of(solver, CAROM_SERIES_DISSIPATED),
        .energy_range_rel = range_of(solver, CAROM_SERIES_ENERGY) / run->data.energy_J,
        .momentum_error_max_rel = largest_of(solver, CAROM_SERIES_MOMENTUM_RESIDUAL, 0) /
                                  run->data.momentum_kgmps,
        .angular_momentum_range_rel = range_of(solver, CAROM_SERIES_ANGULAR_MOMENTUM) /
                                      largest_of(solver, CAROM_SERIES_ANGULAR_MOMENTUM, 0),
        .max_distance_m = largest_of(solver, CAROM_SERIES_DISTANCE, 0),
        .max_distance_after_mismatch_m = isnan(mismatch_s)
                                           ? NAN
                                           : largest_of(solver, CAROM_SERIES_DISTANCE, mismatch_s),
        .final_distance_m = last_of(solver, CAROM_SERIES_DISTANCE),
        .contact_delay_m = run->data.solver[i].contact_delay_m,
        .mismatch = find_mismatch(mismatch_s, solver, &run->recorded.solver[run->data.reference])};
    result->newton = carom_newton_compute(run, i);
    result->birkhoff = carom_birkhoff_compute(run, i);
    count_collisions(result, solver);
    find_fastest(result, solver, &run->data.scenario.problem);
}

carom_status carom_run_statistics_compute(carom_run_statistics *statistics,
                                          const carom_run_records *run, carom_error *error)
{
    const carom_vec gravity = run->data.scenario.problem.gravity_mps2;
    *statistics = (carom_run_statistics){
        .of = calloc(run->data.solvers + 1, sizeof *statistics->of),
        .count = run->data.solvers,
        .reference = run->data.reference,
        .balls = run->data.scenario.problem.count,
        .compared = run->data.compared,
        .logged = true,
        .no_energy = run->data.energy_is_zero,
        .at_rest = run->data.at_rest,
        .distance_rounding_m = carom_distance_rounding_m(&run->data.scenario.problem),
        .gravity = gravity.x != 0 || gravity.y != 0,
        .resistance = carom_problem_has_friction(&run->data.scenario.problem)};
    if (statistics->of == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < run->data.solvers; i++) {
        compute_solver_statistics(&statistics->of[i], run, i);
        statistics->logged = statistics->logged && run->recorded.solver[i].logged;
    }
    return CAROM_OK;
}

void carom_run_statistics_free(carom_run_statistics *statistics)
{
    free(statistics->of);
}

/* ---- drift ---- */

/* Fewer collisions cannot show a power law. */
static const size_t least_collisions = 1000;

bool carom_drift_applies(const carom_run_statistics *statistics)
{
    for (size_t i = 0; i < statistics->count; i++) {
        if (statistics->of[i].collisions >= least_collisions && statistics->logged) {
            return true;
        }
    }
    return false;
}

/* ---- theory ---- */

typedef struct {
    double each, walk; /* relative to the energy of a collision; 0 if unknown */
} theory_error;

/* Step times w0 of the stiffest contact, or NaN for a solver without steps. */
static double theta_of(const carom_problem *problem, const carom_choice *choice)
{
    carom_report report = {.theta = NAN};
    carom_error error = {0};
    carom_solver *solver = carom_solver_new_from_choice(problem, choice, false, &error);
    if (solver != NULL) {
        carom_solver_report(solver, &report);
    }
    carom_solver_free(solver);
    return report.theta;
}

/* Theoretical error ('carom help theory', integrators): the integrator's inside a contact, and at
 * most theta^2/2 at its ends. */
static theory_error expected_error(const carom_figure_data *data, size_t solver)
{
    const carom_problem *problem = &data->scenario.problem;
    const carom_scenario_solver *spec = carom_scenario_find_solver(&data->scenario,
                                                                   data->solver[solver].name);
    carom_springs springs;
    theory_error of = {0, 0};
    double theta;
    if (spec == NULL || !carom_solver_springs(&spec->kind, &springs) || !springs.law->linear ||
        !carom_problem_is_elastic(problem)) {
        return of;
    }
    theta = theta_of(problem, &spec->kind);
    if (!(theta > 0)) {
        return of;
    }
    if (springs.integrator->theory.energy != NULL &&
        !springs.integrator->theory.conserves_angular_momentum) { /* symplectic */
        of.each = springs.integrator->theory.energy(theta);
    }
    of.walk = springs.located || springs.integrator->theory.whole ? 0 : 0.5 * theta * theta;
    return of;
}

/* ---- curves ---- */

typedef struct {
    double low, high; /* range of errors above rounding */
    double most;      /* largest number of collisions */
    char below[400];
} extent;

/* Adds the largest error so far, in steps of collisions that a log axis resolves. @return the last
 * value */
static double add_curve(carom_drawing *drawing, const carom_figure_data *data,
                        const carom_recorded_solver *solver, size_t number, extent *extent_seen,
                        size_t *rows)
{
    const double step = 1.02;
    const double *time = solver->series[CAROM_SERIES_TIME],
                 *residual = solver->series[CAROM_SERIES_ENERGY_RESIDUAL];
    double most = 0, last = 0;
    size_t collisions = 0;
    carom_block block;
    carom_block_begin(&block, "n\tpart");
    for (size_t i = 0; i < solver->samples; i++) {
        double part = fabs(residual[i]) / (data->energy_is_zero ? 1 : data->energy_J);
        while (collisions < solver->impacts && solver->impact[collisions].t_s <= time[i]) {
            collisions++;
        }
        most = fmax(most, part);
        if (most > CAROM_ROUNDING_REL && collisions > 0 &&
            ((double)collisions >= step * last || i + 1 == solver->samples)) {
            last = (double)collisions;
            extent_seen->low = fmin(extent_seen->low, most);
            carom_block_add_row(&block, (const double[]){last, most}, 2);
        }
    }
    extent_seen->high = fmax(extent_seen->high, most);
    extent_seen->most = fmax(extent_seen->most, (double)collisions);
    *rows = block.rows_added;
    carom_block_end(&block, drawing, "DRIFT", number);
    return most;
}

static void add_solver(carom_drawing *drawing, const carom_figure_data *data,
                       const carom_recorded_solver *solver, size_t i, extent *extent_seen)
{
    size_t rows;
    theory_error of = expected_error(data, i);
    double end = add_curve(drawing, data, solver, i, extent_seen, &rows);
    carom_drawing_count_at(drawing, "DRIFTS", i, rows);
    carom_drawing_number_at(drawing, "DRIFTEND", i, end);
    carom_drawing_number_at(drawing, "DRIFTEACH", i, of.each);
    carom_drawing_number_at(drawing, "DRIFTWALK", i, of.walk);
    if (rows == 0) {
        carom_text_append(extent_seen->below, sizeof extent_seen->below, "%s%s",
                          extent_seen->below[0] == '\0' ? "" : ", ", data->solver[i].label);
    }
}

void carom_drift_add(carom_drawing *drawing, const carom_run_records *run)
{
    static const char *const arrays[] = {"DRIFTS", "DRIFTEND", "DRIFTEACH", "DRIFTWALK"};
    extent extent_seen = {INFINITY, 0, 1, ""};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        carom_drawing_array(drawing, arrays[i], run->recorded.solvers);
    }
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        add_solver(drawing, &run->data, &run->recorded.solver[i], i, &extent_seen);
    }
    carom_drawing_number(drawing, "DRIFTN", extent_seen.most);
    carom_drawing_number(drawing, "DRIFTLOW", fmin(extent_seen.low, extent_seen.high));
    carom_drawing_number(drawing, "DRIFTHIGH", extent_seen.high);
    carom_drawing_text(drawing, "DRIFTBELOW", extent_seen.below);
}
