/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "figures/figures.h"
#include "figures/run/run_figures.h"
#include <math.h>

/* Fewer cannot show which power of their number something grows with. */
static const size_t least_collisions = 1000;

bool carom_drift_is(const carom_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        if (facts->of[i].collisions >= least_collisions && facts->logged) {
            return true;
        }
    }
    return false;
}

/* ---- theory ---- */

typedef struct {
    double each, walk; /* of a collision's energy; 0: nothing */
} expected;

/* Step times w0 of the stiffest contact; NaN: the solver has no steps. */
static double theta_of(const carom_problem *problem, const carom_choice *choice)
{
    carom_report report = {.theta = NAN};
    carom_error error = {0};
    carom_solver *solver = carom_solver_new_chosen(problem, choice, false, &error);
    if (solver != NULL) {
        carom_solver_report(solver, &report);
    }
    carom_solver_free(solver);
    return report.theta;
}

/* 'carom help theory', integrators: the inside of a contact is what the integrator says of itself,
 * its ends theta^2/2 at most. */
static expected expect(const carom_figure_data *data, size_t solver)
{
    const carom_problem *problem = &data->scenario.problem;
    const carom_scenario_solver *spec = carom_scenario_solver_called(&data->scenario,
                                                                     data->solver[solver].name);
    carom_springs springs;
    expected of = {0, 0};
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
        !springs.integrator->theory.keeps_angular_momentum) { /* symplectic */
        of.each = springs.integrator->theory.energy(theta);
    }
    of.walk = springs.located || springs.integrator->theory.whole ? 0 : 0.5 * theta * theta;
    return of;
}

/* ---- curves ---- */

typedef struct {
    double low, high; /* of what is above rounding */
    double most;      /* collisions */
    char below[400];
} extent;

/* The largest so far, in steps of the number that are seen on a log axis. @return its last */
static double add_curve(carom_drawing *drawing, const carom_figure_data *data,
                        const carom_recorded_solver *solver, size_t number, extent *seen,
                        size_t *rows)
{
    const double step = 1.02;
    const double *time = solver->series[CAROM_SERIES_TIME],
                 *residual = solver->series[CAROM_SERIES_RESIDUAL];
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
            seen->low = fmin(seen->low, most);
            carom_block_put(&block, (const double[]){last, most}, 2);
        }
    }
    seen->high = fmax(seen->high, most);
    seen->most = fmax(seen->most, (double)collisions);
    *rows = block.put;
    carom_block_end(&block, drawing, "DRIFT", number);
    return most;
}

static void add_solver(carom_drawing *drawing, const carom_figure_data *data,
                       const carom_recorded_solver *solver, size_t i, extent *seen)
{
    size_t rows;
    expected of = expect(data, i);
    double end = add_curve(drawing, data, solver, i, seen, &rows);
    carom_drawing_count_at(drawing, "DRIFTS", i, rows);
    carom_drawing_number_at(drawing, "DRIFTEND", i, end);
    carom_drawing_number_at(drawing, "DRIFTEACH", i, of.each);
    carom_drawing_number_at(drawing, "DRIFTWALK", i, of.walk);
    if (rows == 0) {
        carom_text_append(seen->below, sizeof seen->below, "%s%s",
                          seen->below[0] == '\0' ? "" : ", ", data->solver[i].name);
    }
}

void carom_drift_add(carom_drawing *drawing, const carom_figure_data *data,
                     const carom_recorded *recorded)
{
    static const char *const arrays[] = {"DRIFTS", "DRIFTEND", "DRIFTEACH", "DRIFTWALK"};
    extent seen = {INFINITY, 0, 1, ""};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        carom_drawing_array(drawing, arrays[i], recorded->solvers);
    }
    for (size_t i = 0; i < recorded->solvers; i++) {
        add_solver(drawing, data, &recorded->solver[i], i, &seen);
    }
    carom_drawing_number(drawing, "DRIFTN", seen.most);
    carom_drawing_number(drawing, "DRIFTLOW", fmin(seen.low, seen.high));
    carom_drawing_number(drawing, "DRIFTHIGH", seen.high);
    carom_drawing_text(drawing, "DRIFTBELOW", seen.below);
}
