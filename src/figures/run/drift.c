/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drift of the energy over many collisions. */
#include "figures/run/run_figures.h"

/* ---- drift ---- */

/* Largest energy error so far (J) over the number of collisions. */
typedef struct {
    const carom_recorded_solver *solver;
    size_t sample, collisions;
    double most_J;
} drift_curve;

/* Advances by a sample. @return whether there was one */
static bool drift_next(drift_curve *c)
{
    const carom_recorded_solver *solver = c->solver;
    if (c->sample == solver->samples) {
        return false;
    }
    while (c->collisions < solver->impacts &&
           solver->impact[c->collisions].t_s <= solver->series[CAROM_SERIES_TIME][c->sample]) {
        c->collisions++;
    }
    c->most_J = fmax(c->most_J, fabs(solver->series[CAROM_SERIES_ENERGY_RESIDUAL][c->sample]));
    c->sample++;
    return true;
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
    if (spec == NULL || !carom_solver_springs(&spec->kind, &springs) || !springs.law->linear ||
        !carom_problem_is_elastic(problem) || data->in_joules) {
        return of;
    }
    double theta = theta_of(problem, &spec->kind);
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
    const double step = 1.02, scale_J = data->in_joules ? 1 : data->energy_J,
                 rounding_J = CAROM_ROUNDING_REL * data->energy_J;
    double last = 0;
    drift_curve c = {.solver = solver};
    carom_block block;
    carom_block_begin(&block, "n\tpart");
    while (drift_next(&c)) {
        double part = c.most_J / scale_J;
        if (c.most_J > rounding_J && c.collisions > 0 &&
            ((double)c.collisions >= step * last || c.sample == solver->samples)) {
            last = (double)c.collisions;
            extent_seen->low = fmin(extent_seen->low, part);
            carom_block_add_row(&block, (const double[]){last, part}, 2);
        }
    }
    extent_seen->high = fmax(extent_seen->high, c.most_J / scale_J);
    extent_seen->most = fmax(extent_seen->most, (double)c.collisions);
    *rows = block.rows_added;
    carom_block_end(&block, drawing, "DRIFT", number);
    return c.most_J / scale_J;
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
    const size_t least_collisions = 1000; /* fewer cannot show a power law */
    bool drifted = false;
    extent extent_seen = {INFINITY, 0, 1, ""};
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        drifted = drifted || run->recorded.solver[i].impacts >= least_collisions;
    }
    carom_drawing_count(drawing, "DRIFTED", drifted && run->logged);
    if (!drifted || !run->logged) {
        return;
    }
    carom_drawing_array(drawing, "DRIFTS DRIFTEND DRIFTEACH DRIFTWALK", run->recorded.solvers);
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        add_solver(drawing, &run->data, &run->recorded.solver[i], i, &extent_seen);
    }
    carom_drawing_number(drawing, "DRIFTN", extent_seen.most);
    carom_drawing_number(drawing, "DRIFTLOW", fmin(extent_seen.low, extent_seen.high));
    carom_drawing_number(drawing, "DRIFTHIGH", extent_seen.high);
    carom_drawing_text(drawing, "DRIFTBELOW", extent_seen.below);
}
