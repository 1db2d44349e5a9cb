/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom converge: runs penalty solvers on a grid of time steps and stiffnesses, and fits their
 * orders of convergence. */
#include "carom_studies.h"
#include "studies/studies.h"
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

/* Range of the fits: theta below the first limit, or below the second for methods of high order,
 * whose error soon reaches rounding; errors above rounding and below a radius, where they no longer
 * grow with the step. An order is reported if it exceeds this multiple of its standard error; noise
 * and chaotic growth give no such order. */
static const double theta_asymptotic = 0.1, theta_asymptotic_high = 0.6, rounding_m = 1e-10,
                    least_order = 2;

/* theta of the converged runs; the relative error of e is 7e-14. */
static const double converged_theta = 0.005;

/* ---- frames ---- */

/* Root mean square over the sub-step offsets, and the quantiles 0.16 and 0.84. */
typedef struct {
    double rms, low, high;
} spread;

/* A solver at one stiffness and time step. */
typedef struct {
    const char *solver;
    double stiffness, theta, step_s, floor_m;
    spread total_m, method_m;
    double weight;     /* 1/variance of ln method_m, from the scatter over the offsets */
    double energy_rel; /* largest |energy error| over the initial energy */
    double blown;      /* fraction of the runs that failed or doubled their energy */
    double force_evaluations, pair_tests, seconds; /* mean of a run */
} point;

/* A solver at one stiffness. */
typedef struct {
    const char *solver;
    double stiffness, floor_m, theta_floor, theta_blown;
    carom_estimate order;
} stiffness_row;

#define STIFFNESS(NUMBER, TEXT, of)                                                                \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    NUMBER(of, stiffness, "", r->stiffness, "in the unit of the law's key")
#define FLOOR(NUMBER, TEXT, of)                                                                    \
    NUMBER(of, floor_m, "m", r->floor_m,                                                           \
           "modelling error: distance of the converged run from the rigid run")
#define POINTS(NUMBER, TEXT, of)                                                                   \
    STIFFNESS(NUMBER, TEXT, of)                                                                    \
    NUMBER(of, theta, "", r->theta, "step times w0")                                               \
    NUMBER(of, step_s, "s", r->step_s, "step")                                                     \
    NUMBER(of, total_m, "m", r->total_m.rms, "distance from the rigid run at the end")             \
    NUMBER(of, total_low_m, "m", r->total_m.low, "two thirds of the runs lie above")               \
    NUMBER(of, total_high_m, "m", r->total_m.high, "and below")                                    \
    NUMBER(of, method_m, "m", r->method_m.rms, "distance from the converged run")                  \
    NUMBER(of, method_low_m, "m", r->method_m.low, "two thirds of the runs lie above")             \
    NUMBER(of, method_high_m, "m", r->method_m.high, "and below")                                  \
    FLOOR(NUMBER, TEXT, of)                                                                        \
    NUMBER(of, energy_rel, "", r->energy_rel, "largest energy error over E(0)")                    \
    NUMBER(of, blown, "", r->blown, "fraction of the runs that diverged")                          \
    NUMBER(of, force_evaluations, "", r->force_evaluations, "mean of a run")                       \
    NUMBER(of, pair_tests, "", r->pair_tests, "mean of a run")                                     \
    NUMBER(of, seconds, "s", r->seconds, "mean wall-clock time of a run")
#define FLOORS(NUMBER, TEXT, of)                                                                   \
    STIFFNESS(NUMBER, TEXT, of)                                                                    \
    FLOOR(NUMBER, TEXT, of)                                                                        \
    NUMBER(of, order, "", r->order.value, "fitted order of the discretization error")              \
    NUMBER(of, order_error, "", r->order.error, "its standard error")                              \
    NUMBER(of, theta_floor, "", r->theta_floor,                                                    \
           "theta at which discretization and modelling error are equal")                          \
    NUMBER(of, theta_blown, "", r->theta_blown, "smallest theta at which half of the runs diverge")
#define ORDERS(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    NUMBER(of, order, "", r->order.value, "mean over the stiffnesses")                             \
    NUMBER(of, order_error, "", r->order.error, "its standard error")                              \
    NUMBER(of, expected_from, "", r->expected.low, "by theory")                                    \
    NUMBER(of, expected_to, "", r->expected.high, "by theory")                                     \
    NUMBER(of, floor_slope, "", r->floor_slope.value,                                              \
           "exponent of the modelling error in the stiffness")                                     \
    NUMBER(of, floor_slope_error, "", r->floor_slope.error, "its standard error")                  \
    NUMBER(of, expected_slope, "", r->expected_slope,                                              \
           "by theory: -1/2 for Hooke, -2/5 for Hertz; nan with friction, or if e depends on the " \
           "speed")                                                                                \
    NUMBER(of, rigid_pair_tests, "", r->rigid_pair_tests, "pair tests of the rigid run")
CAROM_COLUMNS(points, point, POINTS)
CAROM_COLUMNS(floors, stiffness_row, FLOORS)
CAROM_COLUMNS(orders, carom_converge_order, ORDERS)

static const carom_table tables[] = {
    [CAROM_CONVERGE_POINTS] = {"convergence.tsv", "a row for each solver, stiffness and step",
                               points_columns, sizeof(point), ""},
    [CAROM_CONVERGE_FLOORS] = {"floors.tsv", "a row for each solver and stiffness", floors_columns,
                               sizeof(stiffness_row), NULL},
    [CAROM_CONVERGE_ORDERS] = {"orders.tsv", "a row for each solver", orders_columns,
                               sizeof(carom_converge_order), NULL},
    {.name = NULL}};

/* ---- theory ---- */

/* Order of convergence by theory ('carom help theory', integrators): the integrator's own order
 * with event location, else at most 2, or 1 with a dashpot, whose force jumps at contact onset. In
 * elastic linear contacts with event location, e converges one order faster than an even method,
 * and the contact time does not; the scene decides which dominates. NaN for adaptive integrators
 * and for force laws that are not linear. */
static carom_expected_order expected_order_of(const carom_problem *problem,
                                              const carom_choice *choice)
{
    bool dashpot = !carom_problem_is_elastic(problem);
    carom_springs s;
    if (!carom_solver_springs(choice, &s) || s.integrator->evaluations == 0 || !s.law->linear) {
        return (carom_expected_order){NAN, NAN};
    }
    double order = s.integrator->order;
    if (s.exact) {
        return (carom_expected_order){order,
                                      order + (!dashpot && s.integrator->order % 2 == 0 ? 1 : 0)};
    }
    return (carom_expected_order){fmin(order, dashpot ? 1 : 2), fmin(order, dashpot ? 1 : 2)};
}

/* Exponent of the modelling error in the stiffness: -1/2 for Hooke's law, -2/5 for Hertz's. NaN:
 * with friction, and for dissipative viscoelastic contacts, whose restitution depends on the speed;
 * the distance from rigid balls then does not tend to 0. */
static double expected_floor_slope(const carom_problem *problem, const carom_choice *choice)
{
    carom_springs s;
    bool elastic = carom_problem_is_elastic(problem) &&
                   isnan(carom_choice_number(choice, "dissipation_s"));
    return !carom_solver_springs(choice, &s) || carom_problem_has_contact_friction(problem) ||
                   (s.law == &carom_force_law_viscoelastic && !elastic)
             ? NAN
             : s.law->stiffness_power;
}

/* ---- plan ---- */

/* A solver and its grid of stiffnesses and thetas, each theta at every sub-step offset. */
typedef struct {
    carom_result *result;
    const carom_scenario_solver *spec;
    const char *key;              /* of the stiffness; "" if it cannot vary */
    double power, expected_slope; /* exponents of the stiffness: contact time, modelling error */
    carom_expected_order expected;
    size_t stiffnesses, thetas, offsets;
    const carom_trajectory *rigid;
} grid;

static double geometric_point(double from, double to, int64_t count, size_t k)
{
    return count > 1 ? from * pow(to / from, (double)k / (double)(count - 1)) : from;
}

static double stiffness_of(const grid *g, size_t k)
{
    const carom_convergence_keys *keys = &g->result->scenario->convergence;
    double own = carom_choice_number(&g->spec->kind, g->key);
    return g->stiffnesses == 1
             ? own
             : own * geometric_point(keys->factor_from, keys->factor_to, keys->factors, k);
}

static double theta_of(const grid *g, size_t i)
{
    const carom_convergence_keys *keys = &g->result->scenario->convergence;
    return geometric_point(keys->theta_from, keys->theta_to, keys->thetas, i);
}

static grid plan_grid(carom_result *result, const carom_scenario_solver *spec,
                      const carom_trajectory *rigid)
{
    const carom_problem *problem = &result->scenario->problem;
    const carom_convergence_keys *keys = &result->scenario->convergence;
    carom_springs springs = {.law = NULL};
    bool known = carom_solver_springs(&spec->kind, &springs) && springs.law->stiffness != NULL;
    grid g = {.result = result,
              .spec = spec,
              .key = "",
              .expected_slope = NAN,
              .expected = expected_order_of(problem, &spec->kind),
              .stiffnesses = 1,
              .thetas = (size_t)keys->thetas,
              .offsets = (size_t)keys->phases,
              .rigid = rigid};
    if (known && !isnan(carom_choice_number(&spec->kind, springs.law->stiffness))) {
        g.key = springs.law->stiffness;
        g.power = springs.law->stiffness_power;
        g.expected_slope = expected_floor_slope(problem, &spec->kind);
        g.stiffnesses = (size_t)keys->factors;
    }
    return g;
}

static void choose_springs(const grid *g, carom_job *job, size_t k)
{
    carom_choice_copy(&job->choice, &g->spec->kind);
    carom_choice_set_number(&job->choice, g->key, stiffness_of(g, k));
}

/* Phase with which the first contact begins this fraction of a step after a step. With exact
 * contacts the phase is this fraction. */
static double phase_of(const grid *g, double part, double step_s)
{
    static const double largest = 0.9999999; /* of the key */
    carom_springs springs = {.exact = false};
    bool contacts = g->rigid->log.count > 0;
    if (contacts && carom_solver_springs(&g->spec->kind, &springs) && !springs.exact) {
        part -= g->rigid->log.item[0].t_s / step_s;
    }
    return fmin(part - floor(part), largest);
}

/* Vary theta between the runs of a point, so that the sub-step offset of separation, pi/theta steps
 * after onset, is also uniformly distributed. The variation is half a step per contact, spread by
 * the golden ratio.
 *  @param report  of the converged run of stiffness k */
static void choose_point(const grid *g, carom_job *job, size_t k, const carom_report *report,
                         double theta, size_t offset)
{
    carom_result *result = g->result;
    static const double golden = 0.61803398874989485;
    double part = golden * (double)offset - floor(golden * (double)offset);
    double own = g->offsets > 1 ? theta / (1 + (part - 0.5) * theta / CAROM_PI) : theta;
    double step_s = own / report->theta * report->step_s;
    choose_springs(g, job, k);
    carom_result_set(result, &job->choice, "allow_unstable", "true");
    carom_choice_set_number(&job->choice, "step_s", NAN);
    carom_choice_set_number(&job->choice, "theta", own);
    carom_choice_set_number(&job->choice, "phase",
                            phase_of(g, (double)offset / (double)g->offsets, step_s));
}

/* ---- points ---- */

static spread spread_of(double *value, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += value[i] * value[i];
    }
    gsl_sort(value, 1, count);
    return (spread){count > 0 ? sqrt(sum / (double)count) : NAN,
                    count > 0 ? gsl_stats_quantile_from_sorted_data(value, 1, count, 0.16) : NAN,
                    count > 0 ? gsl_stats_quantile_from_sorted_data(value, 1, count, 0.84) : NAN};
}

/* Return 1/variance of ln rms, from the scatter of the squares: ln rms = ln(mean square)/2. */
static double weight_of(double *square, size_t count)
{
    double mean = gsl_stats_mean(square, 1, count),
           variance = count > 1 ? gsl_stats_variance(square, 1, count) : 0;
    double of_log = variance / ((double)count * 4 * mean * mean);
    return count == 0 ? 0 : 1 / (of_log + 1e-8); /* at least 1e-4 relative uncertainty */
}

static point summarize_point(const grid *g, const carom_job *job, const carom_trajectory *converged)
{
    const carom_problem *problem = &g->result->scenario->problem;
    size_t n = 0;
    double step_s = 0, scale_J = g->rigid->kinetic_J[0] > 0 ? g->rigid->kinetic_J[0] : 1,
           *method = carom_result_take(g->result, 3 * g->offsets, sizeof *method);
    double *total = method + g->offsets, *square = total + g->offsets;
    point p = {.solver = g->spec->name};
    for (size_t k = 0; k < g->offsets; k++) {
        const carom_trajectory *run = &job[k].history;
        double distance_m = carom_trajectory_distance(problem, g->rigid, run, 1);
        double error = fabs(run->end.ledger.energy_residual_J) / scale_J;
        if (run->failure.status != CAROM_OK || !(error <= 1) || !isfinite(distance_m)) {
            p.blown += 1 / (double)g->offsets;
            continue;
        }
        total[n] = distance_m;
        method[n] = carom_trajectory_distance(problem, converged, run, 1);
        square[n] = method[n] * method[n];
        n++;
        step_s += run->report.step_s;
        p.energy_rel = fmax(p.energy_rel, error);
        p.force_evaluations += (double)run->report.force_evaluations;
        p.pair_tests += (double)run->report.pair_tests;
        p.seconds += job[k].seconds;
    }
    p.weight = weight_of(square, n);
    p.total_m = spread_of(total, n);
    p.method_m = spread_of(method, n);
    p.step_s = step_s / (double)n;
    p.force_evaluations /= (double)n;
    p.pair_tests /= (double)n;
    p.seconds /= (double)n;
    return p;
}

/* ---- fits ---- */

/* Return the theta between two points at which discretization and modelling error are equal. */
static double crossing_theta(const point *a, const point *b)
{
    double la = log(a->method_m.rms / a->floor_m), lb = log(b->method_m.rms / b->floor_m);
    return la * lb <= 0 && la != lb
             ? exp(log(a->theta) + (log(b->theta) - log(a->theta)) * la / (la - lb))
             : NAN;
}

static void find_boundaries(const grid *g, stiffness_row *row, const point *p)
{
    row->theta_floor = row->theta_blown = NAN;
    for (size_t i = 0; i < g->thetas; i++) {
        if (isnan(row->theta_blown) && p[i].blown >= 0.5) {
            row->theta_blown = p[i].theta;
        }
        if (i > 0 && isnan(row->theta_floor)) {
            row->theta_floor = crossing_theta(&p[i - 1], &p[i]);
        }
    }
}

static carom_estimate fit_order(const grid *g, const point *p)
{
    bool high = g->expected.low > 2;
    double radius_m = carom_smallest_radius(&g->result->scenario->problem),
           longest = high ? theta_asymptotic_high : theta_asymptotic,
           shortest = high ? 2 * converged_theta : 0; /* below, the converged run errs as much */
    double *x = carom_result_take(g->result, 3 * g->thetas, sizeof *x);
    double *y = x + g->thetas, *w = y + g->thetas;
    size_t n = 0;
    for (size_t i = 0; i < g->thetas; i++) {
        if (p[i].theta >= shortest && p[i].theta <= longest && p[i].blown == 0 &&
            p[i].method_m.rms > rounding_m && p[i].method_m.rms < radius_m) {
            x[n] = p[i].theta;
            y[n] = p[i].method_m.rms;
            w[n++] = p[i].weight;
        }
    }
    carom_estimate order = carom_fit_order(&g->result->arena, x, y, w, n);
    return order.value > least_order * order.error ? order : (carom_estimate){NAN, NAN};
}

/* All stiffnesses have the same offsets, so their errors are correlated and the largest is used. */
static carom_estimate mean_order(const grid *g, const stiffness_row *row)
{
    carom_estimate *order = carom_result_take(g->result, g->stiffnesses, sizeof *order);
    double error = NAN; /* which fmax ignores */
    for (size_t j = 0; j < g->stiffnesses; j++) {
        order[j] = row[j].order;
        error = fmax(error, order[j].error);
    }
    return (carom_estimate){carom_estimate_mean(&g->result->arena, order, g->stiffnesses).value,
                            error};
}

/* Fit the modelling error to the contact time, K^power, and convert to a power of K. */
static carom_estimate fit_floor(const grid *g, const stiffness_row *row)
{
    double *x = carom_result_take(g->result, 3 * g->stiffnesses, sizeof *x);
    double *floor_m = x + g->stiffnesses, *w = floor_m + g->stiffnesses;
    for (size_t j = 0; j < g->stiffnesses; j++) {
        x[j] = pow(row[j].stiffness / row[0].stiffness, g->power);
        floor_m[j] = row[j].floor_m;
        w[j] = 1;
    }
    carom_estimate order = carom_fit_order(&g->result->arena, x, floor_m, w, g->stiffnesses);
    return (carom_estimate){g->power * order.value, fabs(g->power) * order.error};
}

/* ---- study ---- */

/* Run all points of a stiffness, and add their rows. */
static stiffness_row run_stiffness(const grid *g, size_t j, const carom_trajectory *converged)
{
    carom_result *result = g->result;
    size_t runs = g->thetas * g->offsets;
    carom_job *job = carom_result_jobs(result, runs);
    point *p = carom_result_take(result, g->thetas, sizeof *p);
    stiffness_row row = {.solver = g->spec->name, .stiffness = stiffness_of(g, j)};
    for (size_t k = 0; k < runs; k++) {
        choose_point(g, &job[k], j, &converged->report, theta_of(g, k / g->offsets),
                     k % g->offsets);
    }
    carom_result_run(result, job, runs);
    if (carom_result_failed(result)) {
        return row;
    }
    row.floor_m = carom_trajectory_distance(job->problem, g->rigid, converged, 1);
    for (size_t i = 0; i < g->thetas; i++) {
        p[i] = summarize_point(g, &job[i * g->offsets], converged);
        p[i].stiffness = row.stiffness;
        p[i].theta = theta_of(g, i);
        p[i].floor_m = row.floor_m;
        carom_result_add(result, CAROM_CONVERGE_POINTS, &p[i]);
    }
    find_boundaries(g, &row, p);
    row.order = fit_order(g, p);
    carom_result_forget(job, runs);
    return row;
}

static void run_solver(const grid *g)
{
    carom_result *result = g->result;
    carom_job *converged = carom_result_jobs(result, g->stiffnesses);
    stiffness_row *row = carom_result_take(result, g->stiffnesses, sizeof *row);
    for (size_t j = 0; j < g->stiffnesses; j++) {
        choose_springs(g, &converged[j], j);
        carom_result_converge(result, &converged[j], converged_theta);
    }
    carom_result_run(result, converged, g->stiffnesses);
    for (size_t j = 0; j < g->stiffnesses && !carom_result_failed(result); j++) {
        row[j] = run_stiffness(g, j, &converged[j].history);
        carom_result_add(result, CAROM_CONVERGE_FLOORS, &row[j]);
    }
    if (carom_result_failed(result)) {
        return;
    }
    carom_converge_order order = {.solver = g->spec->name,
                                  .order = mean_order(g, row),
                                  .expected = g->expected,
                                  .floor_slope = fit_floor(g, row),
                                  .expected_slope = g->expected_slope,
                                  .rigid_pair_tests = (double)g->rigid->report.pair_tests};
    carom_result_add(result, CAROM_CONVERGE_ORDERS, &order);
    if (isnan(order.order.value)) {
        carom_result_note(result,
                          "%s: no order could be fitted: too few time steps, no collision, or "
                          "errors that are noise or have grown by chaos.",
                          g->spec->name);
    }
}

static void fill(carom_result *result)
{
    const carom_scenario *scenario = result->scenario;
    carom_job *rigid = carom_result_jobs(result, 1);
    size_t solvers;
    const carom_scenario_solver **spec = carom_result_solvers(result, CAROM_SOFT, &solvers);
    grid *g = carom_result_take(result, solvers, sizeof *g);
    carom_result_choose_kind(result, &rigid->choice, "impulse");
    for (size_t i = 0; i < solvers; i++) {
        g[i] = plan_grid(result, spec[i], &rigid->history);
        result->jobs_planned += g[i].stiffnesses * (1 + g[i].thetas * g[i].offsets);
    }
    if (solvers == 0) {
        carom_result_fail(result, CAROM_INVALID, "solvers",
                          "no penalty solver to run; expected at least one");
    }
    carom_result_run(result, rigid, 1);
    if (rigid->history.failure.status != CAROM_OK) {
        carom_result_fail(result, rigid->history.failure.status, "",
                          "the rigid run, from which all distances are measured, stops: %.400s",
                          rigid->history.failure.text);
    }
    for (size_t i = 0; i < solvers && !carom_result_failed(result); i++) {
        run_solver(&g[i]);
    }
    if (carom_problem_has_contact_friction(&scenario->problem)) {
        carom_result_note(result, "With friction stiff springs may not converge to the impulse "
                                  "model ('carom contact').");
    }
}

/* ---- figures ---- */

/* Labels are those of the scenario, else names: time step and stiffness vary. The map needs two
 * stiffnesses of a solver. */
static void plot(const carom_result *result, carom_plot *plot)
{
    const carom_frame *orders = &result->frame[CAROM_CONVERGE_ORDERS],
                      *floors = &result->frame[CAROM_CONVERGE_FLOORS];
    bool has_linear = false, has_other = false, has_map = false;
    for (size_t i = 0; i < orders->rows; i++) {
        const char *name = ((const carom_converge_order *)carom_frame_row(orders, i))->solver;
        const carom_scenario_solver *solver = carom_scenario_find_solver(result->scenario, name);
        carom_springs springs;
        carom_label label;
        carom_solver_short_label(result->scenario, name, label.text, sizeof label);
        carom_plot_scenario_solver(plot, result->scenario, name, label.text);
        if (carom_solver_springs(&solver->kind, &springs)) {
            has_linear = has_linear || springs.law->linear;
            has_other = has_other || !springs.law->linear;
        }
    }
    for (size_t i = 1; i < floors->rows; i++) {
        const stiffness_row *row = carom_frame_row(floors, i), *before = row - 1;
        has_map = has_map || strcmp(row->solver, before->solver) == 0;
    }
    carom_plot_figure(plot, "convergence", "convergence",
                      "Discretization error over time step; band: 68 %% of runs with shifted "
                      "steps; grey: theory");
    if (has_map) {
        carom_plot_text(plot, "STIFFNESS", "stiffness %s",
                        !has_other    ? "k (N/m)"
                        : !has_linear ? "K (N/m^1.5)"
                                      : "k or K");
        carom_plot_figure(plot, "map", "map", "Error over time step and stiffness");
    }
    carom_plot_figure(plot, "work", "work",
                      "Error over cost; black: rigid balls, exact in their own model");
}

const carom_study_entry carom_study_converge = {
    .about = {.name = "converge",
              .summary = "errors over time step and stiffness, and their orders",
              .options_size = sizeof(carom_result)},
    .text = STUDY_CONVERGE_TEXT,
    .notes = STUDY_CONVERGE_NOTES,
    .keys = "convergence",
    .fill = fill,
    .tables = tables,
    .figures = "convergence.* map.* work.*",
    .plot = plot};
