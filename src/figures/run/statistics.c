/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of a run, and the drift of its energy over many collisions. */
#include "figures/run/run_figures.h"

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

double carom_largest_kinetic_energy(const carom_recorded_solver *solver)
{
    double most_J = 0;
    for (size_t k = 0; k < solver->samples; k++) {
        most_J = fmax(most_J, solver->series[CAROM_SERIES_ENERGY][k] -
                                  solver->series[CAROM_SERIES_ELASTIC][k] -
                                  solver->series[CAROM_SERIES_POTENTIAL][k]);
    }
    return most_J > 0 ? most_J : 1;
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
        result->lost_J[impact->wall ? CAROM_LOSS_WALLS : CAROM_LOSS_BALLS] += impact->dissipated_J;
    }
    result->lost_J[CAROM_LOSS_OTHER] = result->dissipated_J - result->lost_J[CAROM_LOSS_WALLS] -
                                       result->lost_J[CAROM_LOSS_BALLS];
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

/* Final speeds of a ball in all runs. @return their range */
static double compare_final_speeds(carom_run_statistics *statistics, const carom_run_records *run,
                                   size_t ball)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_recorded_solver *solver = &run->recorded.solver[i];
        size_t last = (solver->samples - 1) * run->data.scenario.problem.count;
        const double *v = solver->state[last + ball].v_mps;
        statistics->of[i].final_mps = hypot(v[0], v[1]);
        least = fmin(least, statistics->of[i].final_mps);
        most = fmax(most, statistics->of[i].final_mps);
    }
    return most - least;
}

/* Largest sampled speed of all runs, m/s. */
static double top_speed(const carom_run_records *run)
{
    double top_mps = 0;
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        const carom_recorded_solver *solver = &run->recorded.solver[i];
        for (size_t k = 0; k < solver->samples * run->data.scenario.problem.count; k++) {
            const double *v = solver->state[k].v_mps;
            top_mps = fmax(top_mps, hypot(v[0], v[1]));
        }
    }
    return top_mps;
}

/* Chooses the ball whose speeds headlines give: the fastest one at the end of the reference if its
 * speeds differ, else the one whose speeds differ most. */
static void compare_speeds(carom_run_statistics *statistics, const carom_run_records *run)
{
    const carom_problem *problem = &run->data.scenario.problem;
    size_t found = 0, fastest = 0;
    double widest = -1, most_mps = -1;
    for (size_t i = 0; i < statistics->count; i++) {
        if (run->recorded.solver[i].state == NULL || run->recorded.solver[i].samples == 0) {
            return;
        }
    }
    statistics->top_mps = top_speed(run);
    for (size_t ball = 0; ball < problem->count; ball++) {
        double range_mps = compare_final_speeds(statistics, run, ball),
               own_mps = statistics->of[statistics->reference].final_mps;
        found = range_mps > widest ? ball : found;
        fastest = own_mps > most_mps ? ball : fastest;
        widest = fmax(widest, range_mps);
        most_mps = fmax(most_mps, own_mps);
    }
    if (compare_final_speeds(statistics, run, fastest) < CAROM_NOTABLE_REL * statistics->top_mps) {
        (void)compare_final_speeds(statistics, run, found);
        fastest = found;
    }
    statistics->ball = problem->ball[fastest].name;
}

/* ---- drift ---- */

/* Fewer collisions cannot show a power law. */
static const size_t least_collisions = 1000;

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

/* Slope of the log-log curve over the last factor of 100 in collisions, by least squares over
 * points at equal distances on the log axis. */
static double drift_power(const carom_recorded_solver *solver, double rounding_J)
{
    const double step = 1.1, from = (double)solver->impacts / 100;
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, last = 0;
    drift_curve c = {.solver = solver};
    while (solver->impacts >= least_collisions && drift_next(&c)) {
        if ((double)c.collisions >= fmax(from, step * last) && c.most_J > rounding_J) {
            double a = log((double)c.collisions), b = log(c.most_J);
            last = (double)c.collisions;
            n++;
            x += a;
            y += b;
            xx += a * a;
            xy += a * b;
        }
    }
    return n < 10 ? NAN : (n * xy - x * y) / (n * xx - x * x);
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
        .energy_unit = run->data.in_joules ? run->data.energy_J : 1,
        .energy_error_max_rel = largest_of(solver, CAROM_SERIES_ENERGY_RESIDUAL, 0) /
                                run->data.energy_J,
        .dissipated_rel = last_of(solver, CAROM_SERIES_DISSIPATED) / run->data.energy_J,
        .dissipated_J = last_of(solver, CAROM_SERIES_DISSIPATED),
        .energy_start_J = solver->samples == 0 ? NAN : solver->series[CAROM_SERIES_ENERGY][0],
        .energy_end_J = last_of(solver, CAROM_SERIES_ENERGY),
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
    result->restitution = solver->impacts == 1 && !solver->impact[0].wall
                            ? solver->impact[0].separation_mps / solver->impact[0].approach_mps
                            : NAN;
    result->drift_power = drift_power(solver, CAROM_ROUNDING_REL * run->data.energy_J);
}

carom_status carom_run_statistics_compute(carom_run_statistics *statistics,
                                          const carom_run_records *run, carom_error *error)
{
    const carom_vec gravity = run->data.scenario.problem.gravity_mps2;
    *statistics = (carom_run_statistics){
        .of = calloc(run->data.solvers + 1, sizeof *statistics->of),
        .count = run->data.solvers,
        .reference = run->data.reference,
        .compared = run->data.compared,
        .logged = true,
        .in_joules = run->data.in_joules,
        .at_rest = run->data.at_rest,
        .distance_rounding_m = carom_distance_rounding_m(&run->data.scenario.problem),
        .gravity = gravity.x != 0 || gravity.y != 0,
        .resistance = carom_problem_has_friction(&run->data.scenario.problem)};
    CAROM_NEED(statistics->of != NULL, error);
    for (size_t i = 0; i < run->data.scenario.solvers.count; i++) { /* 5 sigma of a recording */
        const carom_scenario_solver *solver = carom_scenario_solver_at(&run->data.scenario, i);
        statistics->distance_rounding_m = fmax(statistics->distance_rounding_m,
                                               5 * carom_solver_resolution(&solver->kind));
    }
    for (size_t i = 0; i < run->data.solvers; i++) {
        compute_solver_statistics(&statistics->of[i], run, i);
        statistics->logged = statistics->logged && run->recorded.solver[i].logged;
    }
    compare_speeds(statistics, run);
    return CAROM_OK;
}

void carom_run_statistics_free(carom_run_statistics *statistics)
{
    free(statistics->of);
}

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
    extent extent_seen = {INFINITY, 0, 1, ""};
    carom_drawing_array(drawing, "DRIFTS DRIFTEND DRIFTEACH DRIFTWALK", run->recorded.solvers);
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        add_solver(drawing, &run->data, &run->recorded.solver[i], i, &extent_seen);
    }
    carom_drawing_number(drawing, "DRIFTN", extent_seen.most);
    carom_drawing_number(drawing, "DRIFTLOW", fmin(extent_seen.low, extent_seen.high));
    carom_drawing_number(drawing, "DRIFTHIGH", extent_seen.high);
    carom_drawing_text(drawing, "DRIFTBELOW", extent_seen.below);
}
