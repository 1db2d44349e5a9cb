/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom converge: runs penalty solvers on a grid of time steps and stiffnesses, and fits their
 * orders of convergence. */
#include "studies/studies.h"
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

/* Range of the fits: theta below the first limit, or below the second for methods of high order,
 * whose error soon reaches rounding; errors above rounding. */
static const double theta_asymptotic = 0.1, theta_asymptotic_high = 0.6, rounding_m = 1e-10;

/* theta of the converged runs; the relative error of e is 7e-14. */
static const double converged_theta = 0.005;

/* Result of one run. */
typedef struct {
    double distance_m, method_m, energy_rel, steps, force_evaluations, pair_tests, seconds;
    bool blown;
} outcome;

/* Data shared by the threads. */
typedef struct {
    carom_converge *converge;
    const carom_study *study;
    carom_trajectory rigid;
    carom_trajectory *converged; /* converged references, by solver and row */
    size_t *run, runs;           /* indices of those that exist */
    outcome *outcome;            /* indexed by solver, row, point and offset */
    size_t rows;                 /* rows allocated for each solver */
    double *scratch;
} shared_work;

/* ---- the grid ---- */

static double geometric_point(double from, double to, int64_t count, size_t k)
{
    return count > 1 ? from * pow(to / from, (double)k / (double)(count - 1)) : from;
}

static double stiffness_of(const carom_scenario *scenario, const carom_converge_solver *solver,
                           size_t k)
{
    const carom_convergence_keys *keys = &scenario->convergence;
    double own = carom_choice_number(&solver->spec->kind, solver->stiffness_key);
    return solver->rows == 1
             ? own
             : own * geometric_point(keys->factor_from, keys->factor_to, keys->factors, k);
}

static void add_solver(carom_converge *converge, const carom_scenario_solver *spec)
{
    const carom_problem *problem = &converge->scenario->problem;
    const size_t l = converge->solvers++, most = (size_t)converge->scenario->convergence.factors;
    carom_converge_solver *solver = &converge->solver[l];
    carom_springs springs = {.law = NULL};
    bool known = carom_solver_springs(&spec->kind, &springs) && springs.law->stiffness != NULL;
    *solver = (carom_converge_solver){.spec = spec,
                                      .stiffness_key = "",
                                      .expected_slope = NAN,
                                      .row = converge->row + l * most,
                                      .rows = 1,
                                      .expected = carom_expected_order_of(problem, &spec->kind)};
    if (known && !isnan(carom_choice_number(&spec->kind, springs.law->stiffness))) {
        solver->stiffness_key = springs.law->stiffness;
        solver->power = springs.law->stiffness_power;
        solver->expected_slope = carom_problem_has_contact_friction(problem) ? NAN : solver->power;
        solver->rows = most;
    }
    for (size_t k = 0; k < solver->rows; k++) {
        solver->row[k].stiffness = stiffness_of(converge->scenario, solver, k);
        solver->row[k].point = converge->point + (l * most + k) * converge->points;
    }
}

static carom_status make_solvers(carom_converge *converge, const carom_study *study,
                                 carom_error *error)
{
    const carom_scenario *scenario = study->scenario;
    size_t solvers = scenario->solvers.count,
           rows = solvers * (size_t)scenario->convergence.factors;
    bool missing = false;
    *converge = (carom_converge){.scenario = scenario,
                                 .points = (size_t)scenario->convergence.thetas,
                                 .phases = (size_t)scenario->convergence.phases};
    converge->solver = carom_zeros(solvers + 1, sizeof *converge->solver, &missing);
    converge->row = carom_zeros(rows + 1, sizeof *converge->row, &missing);
    converge->point = carom_zeros(rows * converge->points + 1, sizeof *converge->point, &missing);
    CAROM_NEED(!missing, error);
    for (size_t i = 0; i < solvers; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(scenario, i);
        if (carom_solver_has_traits(&spec->kind, CAROM_SOFT) &&
            carom_study_includes(study, spec->name)) {
            add_solver(converge, spec);
        }
    }
    return converge->solvers > 0
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "solvers",
                               "no penalty solver to run; expected at least one");
}

/* ---- running ---- */

static carom_status run_to_end(const shared_work *shared, carom_trajectory *trajectory,
                               const carom_choice *choice, carom_error *error)
{
    const carom_scenario *scenario = shared->study->scenario;
    return carom_trajectory_run(trajectory, &scenario->problem, choice, scenario->duration_s, 2,
                                shared->study->stop, error);
}

/* Free flight is the same for every integrator. It is computed analytically if possible, so that
 * the cost of a point is the cost of its contacts. */
static carom_status set_step(const carom_choice *choice, const carom_problem *problem, double theta,
                             double phase, carom_error *error)
{
    CAROM_TRY(carom_choice_set_text(choice, "flight",
                                    carom_problem_allows_leaps(problem) ? "leap" : "step", error));
    CAROM_TRY(carom_choice_set_text(choice, "allow_unstable", "true", error));
    carom_choice_set_number(choice, "step_s", NAN);
    carom_choice_set_number(choice, "theta", theta);
    carom_choice_set_number(choice, "phase", phase);
    return CAROM_OK;
}

/* Run the springs of a row; converged if @p theta is NaN. */
static carom_status run_springs(const shared_work *shared, size_t row, double theta, double phase,
                                carom_trajectory *trajectory, carom_error *error)
{
    const carom_problem *problem = &shared->study->scenario->problem;
    const carom_converge_solver *solver = &shared->converge->solver[row / shared->rows];
    carom_choice springs;
    carom_status status = carom_choice_copy(&springs, &solver->spec->kind, error);
    if (status == CAROM_OK) {
        carom_choice_set_number(&springs, solver->stiffness_key,
                                solver->row[row % shared->rows].stiffness);
        status = isnan(theta) ? carom_choice_converge(&springs, problem, converged_theta, error)
                              : set_step(&springs, problem, theta, phase, error);
    }
    CAROM_THEN(status, run_to_end(shared, trajectory, &springs, error));
    carom_choice_free(&springs);
    return status;
}

static carom_status run_converged(void *context, size_t task, carom_error *error)
{
    const shared_work *shared = context;
    size_t row = shared->run[task];
    return run_springs(shared, row, NAN, 0, &shared->converged[row], error);
}

/* Vary theta between the runs of a point, so that the sub-step offset of separation, pi/theta steps
 * after onset, is also uniformly distributed. The variation is half a step per contact, spread by
 * the golden ratio. */
static double jittered_theta(double theta, size_t phase)
{
    static const double golden = 0.61803398874989485;
    double part = golden * (double)phase - floor(golden * (double)phase);
    return theta / (1 + (part - 0.5) * theta / 3.14159265358979324);
}

static outcome evaluate_run(const shared_work *shared, const carom_trajectory *trajectory,
                            const carom_trajectory *converged, double seconds)
{
    const carom_problem *problem = &shared->converge->scenario->problem;
    const carom_ledger *ledger = &trajectory->end.ledger;
    double initial_J = shared->rigid.kinetic_J[0];
    outcome o = {.steps = (double)trajectory->report.steps,
                 .force_evaluations = (double)trajectory->report.force_evaluations,
                 .pair_tests = (double)trajectory->report.pair_tests,
                 .seconds = seconds};
    o.distance_m = carom_trajectory_distance(problem, &shared->rigid, trajectory, 1);
    o.method_m = carom_trajectory_distance(problem, converged, trajectory, 1);
    o.energy_rel = initial_J > 0 ? fabs(ledger->energy_residual_J) / initial_J
                                 : fabs(ledger->energy_residual_J);
    o.blown = trajectory->failure.status != CAROM_OK || !(o.energy_rel <= 1) ||
              !isfinite(o.distance_m);
    return o;
}

static carom_status run_point(void *context, size_t task, carom_error *error)
{
    const shared_work *shared = context;
    const carom_converge *converge = shared->converge;
    const carom_convergence_keys *keys = &converge->scenario->convergence;
    size_t phase = task % converge->phases, i = task / converge->phases % converge->points;
    size_t row = shared->run[task / converge->phases / converge->points];
    double theta = geometric_point(keys->theta_from, keys->theta_to, keys->thetas, i);
    double start = carom_seconds_now();
    carom_trajectory trajectory = {.samples = 0};
    carom_status status = run_springs(shared, row,
                                      converge->phases > 1 ? jittered_theta(theta, phase) : theta,
                                      (double)phase / (double)converge->phases, &trajectory, error);
    if (status == CAROM_OK) {
        shared->outcome[(row * converge->points + i) * converge->phases + phase] = evaluate_run(
            shared, &trajectory, &shared->converged[row], carom_seconds_now() - start);
    }
    carom_trajectory_free(&trajectory);
    return status;
}

/* ---- results ---- */

static carom_spread spread_of(double *value, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += value[i] * value[i];
    }
    gsl_sort(value, 1, count);
    return (carom_spread){
        count > 0 ? sqrt(sum / (double)count) : NAN,
        count > 0 ? gsl_stats_quantile_from_sorted_data(value, 1, count, 0.16) : NAN,
        count > 0 ? gsl_stats_quantile_from_sorted_data(value, 1, count, 0.84) : NAN};
}

/* Return 1/variance of ln rms, from the scatter of the squares: ln rms = ln(mean square)/2. */
static double weight_of(double *square, size_t count)
{
    double mean = gsl_stats_mean(square, 1, count),
           variance = count > 1 ? gsl_stats_variance(square, 1, count) : 0;
    double of_log = variance / ((double)count * 4 * mean * mean);
    return 1 / (of_log + 1e-8); /* at least 1e-4 relative uncertainty */
}

static void summarize_point(const shared_work *shared, carom_converge_point *point,
                            const outcome *of, double *scratch)
{
    size_t n = 0, phases = shared->converge->phases;
    double steps = 0, *method = scratch, *total = scratch + phases, *square = scratch + 2 * phases;
    for (size_t k = 0; k < phases; k++) {
        if (of[k].blown) {
            point->blown += 1 / (double)phases;
            continue;
        }
        method[n] = of[k].method_m;
        total[n] = of[k].distance_m;
        square[n++] = of[k].method_m * of[k].method_m;
        steps += of[k].steps;
        point->energy_rel = fmax(point->energy_rel, of[k].energy_rel);
        point->force_evaluations += of[k].force_evaluations;
        point->pair_tests += of[k].pair_tests;
        point->seconds += of[k].seconds;
    }
    point->weight = n > 0 ? weight_of(square, n) : 0;
    point->total_m = spread_of(total, n);
    point->method_m = spread_of(method, n);
    point->step_s = shared->converge->scenario->duration_s * (double)n / steps;
    point->force_evaluations /= (double)n;
    point->pair_tests /= (double)n;
    point->seconds /= (double)n;
}

/* Return the theta between two points at which discretization and modelling error are equal. */
static double crossing_theta(const carom_converge_point *a, const carom_converge_point *b,
                             double floor_m)
{
    double la = log(a->method_m.rms / floor_m), lb = log(b->method_m.rms / floor_m);
    return la * lb <= 0 && la != lb
             ? exp(log(a->theta) + (log(b->theta) - log(a->theta)) * la / (la - lb))
             : NAN;
}

static void find_boundaries(const carom_converge *converge, carom_converge_row *row)
{
    row->theta_floor = row->theta_blown = NAN;
    for (size_t i = 0; i < converge->points; i++) {
        const carom_converge_point *point = &row->point[i];
        if (isnan(row->theta_blown) && point->blown >= 0.5) {
            row->theta_blown = point->theta;
        }
        if (i > 0 && isnan(row->theta_floor)) {
            row->theta_floor = crossing_theta(&row->point[i - 1], point, row->floor_m);
        }
    }
}

static carom_estimate fit_order(const carom_converge *converge, const carom_converge_solver *solver,
                                const carom_converge_row *row, double *scratch)
{
    double longest = solver->expected.low > 2 ? theta_asymptotic_high : theta_asymptotic;
    double *x = scratch, *y = x + converge->points, *w = y + converge->points;
    size_t n = 0;
    for (size_t i = 0; i < converge->points; i++) {
        const carom_converge_point *point = &row->point[i];
        if (point->theta <= longest && point->blown == 0 && point->method_m.rms > rounding_m) {
            x[n] = point->theta;
            y[n] = point->method_m.rms;
            w[n++] = point->weight;
        }
    }
    return carom_fit_order(x, y, w, n);
}

/* All stiffnesses have the same offsets, so their errors are correlated and the largest is used. */
static carom_estimate mean_order(const carom_converge_solver *solver, double *scratch)
{
    carom_estimate *order = (carom_estimate *)scratch, mean;
    double error = 0;
    for (size_t j = 0; j < solver->rows; j++) {
        order[j] = solver->row[j].order;
        error = fmax(error, order[j].error);
    }
    mean = carom_estimate_mean(order, solver->rows);
    return (carom_estimate){mean.value, error};
}

/* Fit the modelling error to the contact time, K^power, and convert to a power of K. */
static carom_estimate fit_floor(const carom_converge_solver *solver, double *scratch)
{
    double *x = scratch, *floor_m = x + solver->rows, *w = floor_m + solver->rows;
    for (size_t j = 0; j < solver->rows; j++) {
        x[j] = pow(solver->row[j].stiffness / solver->row[0].stiffness, solver->power);
        floor_m[j] = solver->row[j].floor_m;
        w[j] = 1;
    }
    carom_estimate order = carom_fit_order(x, floor_m, w, solver->rows);
    return (carom_estimate){solver->power * order.value, fabs(solver->power) * order.error};
}

static void summarize_solver(const shared_work *shared, size_t which, double *scratch)
{
    const carom_converge *converge = shared->converge;
    const carom_convergence_keys *keys = &converge->scenario->convergence;
    carom_converge_solver *solver = &converge->solver[which];
    for (size_t j = 0; j < solver->rows; j++) {
        carom_converge_row *row = &solver->row[j];
        size_t at = which * shared->rows + j;
        row->floor_m = carom_trajectory_distance(&converge->scenario->problem, &shared->rigid,
                                                 &shared->converged[at], 1);
        for (size_t i = 0; i < converge->points; i++) {
            row->point[i].theta = geometric_point(keys->theta_from, keys->theta_to, keys->thetas,
                                                  i);
            summarize_point(shared, &row->point[i],
                            &shared->outcome[(at * converge->points + i) * converge->phases],
                            scratch);
        }
        find_boundaries(converge, row);
        row->order = fit_order(converge, solver, row, scratch);
    }
    solver->order = mean_order(solver, scratch);
    solver->floor_slope = fit_floor(solver, scratch);
}

/* ---- study ---- */

static carom_status run_rigid(shared_work *shared, carom_error *error)
{
    carom_choice impulse = {NULL, NULL};
    carom_status status = carom_choice_set(&impulse,
                                           carom_interface_find(&carom_solvers, "impulse"), error);
    CAROM_THEN(status, run_to_end(shared, &shared->rigid, &impulse, error));
    carom_choice_free(&impulse);
    return status;
}

static carom_status allocate_work(shared_work *shared, carom_error *error)
{
    const carom_converge *converge = shared->converge;
    size_t rows = converge->solvers * shared->rows;
    bool missing = false;
    shared->scratch = carom_zeros(3 * (converge->points + converge->phases) + 4 * shared->rows,
                                  sizeof *shared->scratch, &missing);
    shared->run = carom_zeros(rows + 1, sizeof *shared->run, &missing);
    shared->converged = carom_zeros(rows + 1, sizeof *shared->converged, &missing);
    shared->outcome = carom_zeros(rows * converge->points * converge->phases + 1,
                                  sizeof *shared->outcome, &missing);
    CAROM_NEED(!missing, error);
    return CAROM_OK;
}

/* The points need the converged runs, so they are the second group of tasks. */
static carom_status run_all(shared_work *shared, carom_error *error)
{
    const carom_converge *converge = shared->converge;
    CAROM_TRY(allocate_work(shared, error));
    CAROM_TRY(run_rigid(shared, error));
    for (size_t i = 0; i < converge->solvers; i++) {
        for (size_t j = 0; j < converge->solver[i].rows; j++) {
            shared->run[shared->runs++] = i * shared->rows + j;
        }
    }
    CAROM_TRY(carom_study_run(shared->study, shared->runs, run_converged, shared, error));
    CAROM_TRY(carom_study_run(shared->study, shared->runs * converge->points * converge->phases,
                              run_point, shared, error));
    for (size_t i = 0; i < converge->solvers; i++) {
        summarize_solver(shared, i, shared->scratch);
    }
    return CAROM_OK;
}

carom_status carom_converge_run(void *object, const carom_study *study, carom_error *error)
{
    carom_converge *converge = object;
    shared_work shared = {
        .converge = converge, .study = study, .rows = (size_t)study->scenario->convergence.factors};
    CAROM_TRY(make_solvers(converge, study, error));
    carom_status status = run_all(&shared, error);
    for (size_t i = 0; i < shared.runs; i++) {
        carom_trajectory_free(&shared.converged[shared.run[i]]);
    }
    carom_trajectory_free(&shared.rigid);
    free(shared.run);
    free(shared.converged);
    free(shared.outcome);
    free(shared.scratch);
    return status;
}

void carom_converge_free(void *object)
{
    carom_converge *converge = object;
    free(converge->solver);
    free(converge->row);
    free(converge->point);
    *converge = (carom_converge){.solvers = 0};
}
