/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom statistics: ensembles of runs over seeds, for comparing solvers when single runs have
 * diverged. */
#include "carom_studies.h"
#include "studies/studies.h"
#include <gsl/gsl_histogram.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/* Quantities of a run. */
typedef enum {
    CAROM_COLLISION_RATE, /* collisions with other balls per ball (1/s) */
    CAROM_FREE_PATH,      /* path between two of them (m) */
    CAROM_ENERGY,      /* kinetic with rotation, and elastic, per ball, mean over the samples (J) */
    CAROM_TEMPERATURE, /* kinetic of translation, per ball, mean over the samples (J) */
    CAROM_PRESSURE,    /* on the walls, or from the virial on a periodic table (N/m) */
    CAROM_SPEED,       /* mean over balls and samples (m/s) */
    CAROM_MEASURES     /* numbers of a run from here on: speeds of the balls at the end (m/s) */
} carom_measure;

typedef struct {
    const carom_scenario_solver *spec;
    size_t speeds; /* at the end, of movable balls */
    carom_estimate mean[CAROM_MEASURES];
    /* for a gas of equal discs at the measured temperature; NaN: not applicable */
    double theory[CAROM_MEASURES];
    carom_test differs[CAROM_MEASURES], speeds_differ; /* compared with the reference */
    size_t failed; /* runs that stopped early and are excluded */
} ensemble_solver;

typedef struct {
    const carom_scenario *scenario;
    const volatile sig_atomic_t *stop; /* cancellation flag; may be NULL */
    ensemble_solver *solver;
    size_t solvers, seeds, balls, reference;
    double *number; /* indexed by solver, seed and number of the run; NaN: stopped early, fixed */
    double temperature_J, mass_kg; /* of a gas of equal discs, otherwise NaN */
    const char *no_theory;         /* reason why kinetic theory does not apply; NULL: it does */
} ensemble_study;

/* Significance level of the tests. */
static const double significance = 0.01;

/* ---- one run ---- */

static double mean_since(const carom_trajectory *trajectory, const double *value, double from_s)
{
    double sum = 0, n = 0;
    for (size_t k = 0; k < trajectory->samples; k++) {
        if (trajectory->t_s[k] >= from_s) {
            sum += value[k];
            n++;
        }
    }
    return n > 0 ? sum / n : NAN;
}

/* Pressure: force on the walls over their length, or from the virial p A = kinetic + (1/2) sum of J
 * s/time. The impulse J acts at the distance s = r1 + r2 minus pi/4 of the largest overlap, the
 * mean of a half sine weighted with itself. */
static double pressure_of(const carom_problem *problem, const carom_trajectory *trajectory,
                          double from_s, double time_s)
{
    double walls = 0, virial = 0;
    for (size_t k = 0; k < trajectory->log.count; k++) {
        const carom_collision *c = &trajectory->log.item[k];
        if (c->t_s >= from_s && c->wall) {
            walls += c->impulse_Ns;
        } else if (c->t_s >= from_s) {
            virial += c->impulse_Ns * (problem->ball[c->a].radius_m + problem->ball[c->b].radius_m -
                                       0.25 * 3.14159265358979324 * c->max_overlap_m);
        }
    }
    if (problem->boundary == CAROM_WALLS) {
        return walls / (time_s * carom_walls_length(problem));
    }
    if (problem->boundary == CAROM_PERIODIC) {
        return (mean_since(trajectory, trajectory->kinetic_J, from_s) + 0.5 * virial / time_s) /
               (problem->width_m * problem->height_m);
    }
    return NAN;
}

static size_t count_numbers(const ensemble_study *ensemble)
{
    return CAROM_MEASURES + ensemble->balls;
}

static double *numbers_of(const ensemble_study *ensemble, size_t solver, size_t seed)
{
    return ensemble->number + (solver * ensemble->seeds + seed) * count_numbers(ensemble);
}

static void measure_run(const ensemble_study *ensemble, const carom_problem *problem,
                        const carom_trajectory *trajectory, double *number)
{
    double from = ensemble->scenario->statistics.from_s,
           time = ensemble->scenario->duration_s - from, collisions = 0, n = 0;
    for (size_t k = 0; k < trajectory->log.count; k++) {
        collisions += trajectory->log.item[k].t_s >= from && !trajectory->log.item[k].wall ? 2 : 0;
    }
    for (size_t i = 0; i < problem->count; i++) {
        double speed = carom_vec_length(carom_flight_from_sample(&trajectory->end, i).v);
        n += !problem->ball[i].fixed;
        number[CAROM_MEASURES + i] = problem->ball[i].fixed ? NAN : speed;
    }
    number[CAROM_SPEED] = mean_since(trajectory, trajectory->speed_mps, from);
    number[CAROM_COLLISION_RATE] = collisions / (n * time);
    number[CAROM_FREE_PATH] = collisions > 0 ? number[CAROM_SPEED] * time * n / collisions : NAN;
    number[CAROM_ENERGY] = (mean_since(trajectory, trajectory->kinetic_J, from) +
                            mean_since(trajectory, trajectory->spin_J, from) +
                            mean_since(trajectory, trajectory->elastic_J, from)) /
                           n;
    number[CAROM_TEMPERATURE] = mean_since(trajectory, trajectory->kinetic_J, from) / n;
    number[CAROM_PRESSURE] = pressure_of(problem, trajectory, from, time);
}

static bool has_seeded_group(const carom_scenario *scenario)
{
    const carom_scenario_group *group = scenario->groups.items;
    bool seeded = false;
    for (size_t g = 0; g < scenario->groups.count; g++) {
        seeded =
            seeded ||
            carom_params_find(group[g].kind.entry->params, group[g].kind.options, "seed").row !=
                NULL;
    }
    return seeded;
}

/* Largest overlap of a movable ball with a wall, m. */
static double largest_wall_overlap(const carom_problem *problem)
{
    double largest = 0;
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_WALLS; i++) {
        const carom_ball *ball = &problem->ball[i];
        double reach = problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
        if (!ball->fixed) {
            largest = fmax(largest, carom_walls_max_overlap(
                                        problem, (carom_vec){ball->x_m, ball->y_m}, reach));
        }
    }
    return largest;
}

/* Displace the fastest ball by a normally distributed distance, away from a wall that it touches.
 * The ratio method, as for the velocities of a gas (scenario/groups.c), has no log() in the
 * value. */
static carom_status perturb_start(const carom_scenario *scenario, carom_problem *problem,
                                  unsigned long seed, carom_error *error)
{
    double sigma = scenario->statistics.spread_rel * carom_smallest_radius(problem);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    CAROM_NEED(rng != NULL, error);
    if (sigma > 0) {
        double overlap_m = largest_wall_overlap(problem), offset_m;
        gsl_rng_set(rng, seed);
        offset_m = gsl_ran_gaussian_ratio_method(rng, sigma);
        carom_perturb_fastest_ball(problem, offset_m);
        if (largest_wall_overlap(problem) > overlap_m) {
            carom_perturb_fastest_ball(problem, -2 * offset_m);
        }
    }
    gsl_rng_free(rng);
    return CAROM_OK;
}

static carom_status run_task(void *context, size_t task, carom_error *error)
{
    const ensemble_study *ensemble = context;
    const ensemble_solver *solver = &ensemble->solver[task / ensemble->seeds];
    long long seed = ensemble->scenario->statistics.first_seed +
                     (long long)(task % ensemble->seeds);
    double *number = numbers_of(ensemble, 0, task);
    carom_scenario copy;
    carom_trajectory trajectory = {.samples = 0};
    carom_status status = carom_scenario_copy_of_seed(&copy, ensemble->scenario, seed, error);
    for (size_t k = 0; k < count_numbers(ensemble); k++) {
        number[k] = NAN; /* runs that stop early are excluded */
    }
    if (status == CAROM_OK && !has_seeded_group(&copy)) {
        status = perturb_start(&copy, &copy.problem, (unsigned long)seed, error);
    }
    CAROM_THEN(status, carom_trajectory_run(&trajectory, &copy.problem, &solver->spec->kind,
                                            copy.duration_s, (size_t)copy.samples, NULL,
                                            ensemble->stop, error));
    if (status == CAROM_OK && trajectory.failure.status == CAROM_OK) {
        measure_run(ensemble, &copy.problem, &trajectory, number);
    }
    carom_trajectory_free(&trajectory);
    carom_scenario_free(&copy);
    return status;
}

/* ---- ensembles ---- */

static carom_status make_solvers(ensemble_study *ensemble, const carom_study *study,
                                 carom_error *error)
{
    const carom_scenario *scenario = study->scenario;
    const size_t seeds = (size_t)scenario->statistics.seeds;
    *ensemble = (ensemble_study){.scenario = scenario,
                                 .stop = study->stop,
                                 .seeds = seeds,
                                 .balls = scenario->problem.count,
                                 .temperature_J = NAN,
                                 .mass_kg = NAN};
    ensemble->solver = calloc(scenario->solvers.count + 1, sizeof *ensemble->solver);
    CAROM_NEED(ensemble->solver != NULL, error);
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(scenario, i);
        if (!carom_study_includes(study, spec->name)) {
            continue;
        }
        ensemble->reference = strcmp(spec->name, scenario->reference) == 0 ? ensemble->solvers
                                                                           : ensemble->reference;
        ensemble->solver[ensemble->solvers++].spec = spec;
    }
    ensemble->number = malloc((ensemble->solvers * seeds * count_numbers(ensemble) + 1) *
                              sizeof *ensemble->number);
    CAROM_NEED(ensemble->number != NULL, error);
    return CAROM_OK;
}

/* Collect numbers @p first to @p last of all runs of a solver that are not NaN.
 *  @return how many */
static size_t collect(const ensemble_study *ensemble, size_t solver, size_t first, size_t last,
                      double *value)
{
    size_t n = 0, count = count_numbers(ensemble);
    for (size_t k = 0; k < ensemble->seeds * count; k++) {
        double number = ensemble->number[solver * ensemble->seeds * count + k];
        if (k % count >= first && k % count <= last && !isnan(number)) {
            value[n++] = number;
        }
    }
    return n;
}

/* Reason why the kinetic theory of equal frictionless discs in equilibrium does not apply; NULL: it
 * does. */
static const char *why_no_theory(const carom_problem *problem)
{
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i], *first = &problem->ball[0];
        if (ball->fixed || ball->radius_m != first->radius_m || ball->mass_kg != first->mass_kg) {
            return "it holds for equal discs, none of them fixed";
        }
    }
    return problem->count < 2              ? "it holds for many balls"
         : problem->boundary == CAROM_OPEN ? "an open table has no density"
         : carom_problem_has_contact_friction(problem)
             ? "friction converts translation into rotation and dissipates energy; energy_J "
               "includes rotation, temperature_J does not"
         : !carom_problem_is_elastic(problem)        ? "a restitution below 1 dissipates energy"
         : carom_problem_has_friction(problem)       ? "resistance dissipates energy"
         : !carom_vec_is_zero(problem->gravity_mps2) ? "gravity makes the density uneven"
                                                     : NULL;
}

static void find_theory(ensemble_study *ensemble)
{
    const carom_problem *problem = &ensemble->scenario->problem;
    const carom_ball *first = &problem->ball[0];
    const bool equal = (ensemble->no_theory = why_no_theory(problem)) == NULL;
    double kinetic = 0, d = 2 * first->radius_m, wall = problem->boundary == CAROM_WALLS ? d : 0;
    /* area available to the centres, exact for a rectangle */
    double area = problem->part == NULL
                    ? (problem->width_m - wall) * (problem->height_m - wall)
                    : carom_walls_area(problem) - 0.5 * wall * carom_walls_length(problem);
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        kinetic += 0.5 * ball->mass_kg * carom_vec_square(carom_flight_from_ball(ball).v);
    }
    ensemble->temperature_J = equal ? kinetic / (double)problem->count : NAN;
    ensemble->mass_kg = first->mass_kg;
    for (size_t l = 0; l < ensemble->solvers; l++) {
        ensemble_solver *solver = &ensemble->solver[l];
        double k = carom_solver_has_traits(&solver->spec->kind, CAROM_SOFT)
                     ? carom_choice_number(&solver->spec->kind, "stiffness_N_per_m")
                     : INFINITY;
        /* springs store a part of the energy */
        double T = equal ? solver->mean[CAROM_TEMPERATURE].value : NAN;
        double effective = isinf(k) ? d : carom_effective_diameter(d, k, T);
        carom_disc_gas gas = carom_disc_gas_of((double)problem->count, effective, first->mass_kg,
                                               area, T);
        solver->theory[CAROM_COLLISION_RATE] = gas.collision_rate_Hz;
        solver->theory[CAROM_FREE_PATH] = gas.free_path_m;
        solver->theory[CAROM_PRESSURE] = gas.pressure_N_per_m;
        solver->theory[CAROM_ENERGY] = ensemble->temperature_J;
        solver->theory[CAROM_TEMPERATURE] =
            ensemble->temperature_J -
            (isinf(k) ? 0 : carom_soft_disc_energy((double)problem->count, d, k, area, T));
        solver->theory[CAROM_SPEED] = sqrt(1.57079632679489662 * T / first->mass_kg);
    }
}

static carom_status sum_points(ensemble_study *ensemble, carom_error *error)
{
    const size_t to = ensemble->reference, last = count_numbers(ensemble) - 1,
                 most = ensemble->seeds * (last + 1);
    double *a = malloc(2 * (most + 1) * sizeof *a), *b = a == NULL ? NULL : a + most + 1;
    CAROM_NEED(a != NULL, error);
    for (size_t l = 0; l < ensemble->solvers; l++) {
        ensemble_solver *solver = &ensemble->solver[l];
        size_t na, nb;
        for (size_t m = 0; m < CAROM_MEASURES; m++) {
            na = collect(ensemble, l, m, m, a);
            nb = collect(ensemble, to, m, m, b);
            solver->failed = m == CAROM_SPEED ? ensemble->seeds - na : solver->failed;
            solver->mean[m] = carom_mean(a, na);
            solver->differs[m] = carom_welch_test(a, na, b, nb);
        }
        na = collect(ensemble, l, CAROM_MEASURES, last, a);
        nb = collect(ensemble, to, CAROM_MEASURES, last, b);
        solver->speeds = na;
        solver->speeds_differ = carom_smirnov_test(a, na, b, nb);
    }
    free(a);
    find_theory(ensemble);
    return CAROM_OK;
}

static carom_status statistics_run(void *object, const carom_study *study, carom_error *error)
{
    ensemble_study *ensemble = object;
    CAROM_TRY(make_solvers(ensemble, study, error));
    if (study->scenario->statistics.from_s >= study->scenario->duration_s) {
        return carom_error_set(error, CAROM_INVALID, "statistics.from_s",
                               "statistics.from_s must be less than duration_s");
    }
    CAROM_TRY(
        carom_study_run(study, ensemble->solvers * ensemble->seeds, run_task, ensemble, error));
    return sum_points(ensemble, error);
}

static void statistics_release(void *object)
{
    ensemble_study *ensemble = object;
    free(ensemble->number);
    free(ensemble->solver);
}

/* ---- tables and figures ---- */

enum { BINS = 30 };

/* X(NUMBER, of, column, unit, constant, label, doc) for each quantity. */
#define MEASURES(X, NUMBER, of)                                                                    \
    X(NUMBER, of, collision_rate_Hz, "1/s", COLLISION_RATE, "collision rate",                      \
      "collisions with other balls, per ball")                                                     \
    X(NUMBER, of, free_path_m, "m", FREE_PATH, "free path",                                        \
      "path between two of these collisions")                                                      \
    X(NUMBER, of, energy_J, "J", ENERGY, "energy",                                                 \
      "kinetic (with rotation) and elastic energy per ball, mean over the samples")                \
    X(NUMBER, of, temperature_J, "J", TEMPERATURE, "temperature",                                  \
      "kinetic energy of translation per ball, mean over the samples")                             \
    X(NUMBER, of, pressure_N_per_m, "N/m", PRESSURE, "pressure",                                   \
      "on the walls; on a periodic table from the virial")                                         \
    X(NUMBER, of, mean_speed_mps, "m/s", SPEED, "mean speed", "mean over balls and samples")
#define MEASURE_COLUMN(NUMBER, of, name, unit, measure_run, label, doc)                            \
    NUMBER(of, name, unit, r->number[CAROM_##measure_run], doc)
#define MEASURE_NAME(NUMBER, of, name, unit, measure_run, label, doc)                              \
    [CAROM_##measure_run] = {#name, label},
static const struct {
    const char *name, *label;
} measures[CAROM_MEASURES] = {MEASURES(MEASURE_NAME, , )};

/* Row of a table: a quantity of a solver, or the test of its speeds. */
typedef struct {
    const ensemble_solver *solver;
    const char *name;
    carom_estimate mean;
    double theory;
    carom_test differs;
} mean_of;

#define MEANS(NUMBER, TEXT, of)                                                                    \
    TEXT(of, solver, r->solver->spec->name, "name in the scenario")                                \
    TEXT(of, quantity, r->name, "a column of runs.tsv, or speed_distribution")                     \
    NUMBER(of, mean, "", r->mean.value, "mean over the seeds, in the unit of the quantity")        \
    NUMBER(of, standard_error, "", r->mean.error, "standard error of the mean")                    \
    NUMBER(of, theory, "", r->theory, "gas of equal frictionless discs; nan: not applicable")      \
    NUMBER(of, t, "", r->differs.statistic,                                                        \
           "Welch's t against the reference; for speeds the Kolmogorov-Smirnov distance")          \
    NUMBER(of, p, "", r->differs.p, "probability of this difference by chance")
CAROM_COLUMNS(means, mean_of, MEANS)

static void means_of_all(const void *object, carom_rows *rows)
{
    const ensemble_study *ensemble = object;
    for (size_t l = 0; l < ensemble->solvers; l++) {
        const ensemble_solver *solver = &ensemble->solver[l];
        for (size_t m = 0; m < CAROM_MEASURES; m++) {
            carom_rows_write(rows, &(mean_of){solver, measures[m].name, solver->mean[m],
                                              solver->theory[m], solver->differs[m]});
        }
        carom_rows_write(
            rows, &(mean_of){solver, "speed_distribution", {NAN, NAN}, NAN, solver->speeds_differ});
    }
}

typedef struct {
    const ensemble_solver *solver;
    double seed;
    const double *number;
} run_of;

#define RUNS(NUMBER, TEXT, of)                                                                     \
    TEXT(of, solver, r->solver->spec->name, "name in the scenario")                                \
    NUMBER(of, seed, "", r->seed, "seed of the random numbers")                                    \
    MEASURES(MEASURE_COLUMN, NUMBER, of)
CAROM_COLUMNS(runs, run_of, RUNS)

static void runs_of_all(const void *object, carom_rows *rows)
{
    const ensemble_study *ensemble = object;
    for (size_t l = 0; l < ensemble->solvers; l++) {
        for (size_t k = 0; k < ensemble->seeds; k++) {
            carom_rows_write(
                rows, &(run_of){&ensemble->solver[l],
                                (double)ensemble->scenario->statistics.first_seed + (double)k,
                                numbers_of(ensemble, l, k)});
        }
    }
}

/* Speeds of the balls at the end, indexed by seed and ball. */
static double speed_at(const ensemble_study *ensemble, size_t solver, size_t k)
{
    return numbers_of(ensemble, solver, k / ensemble->balls)[CAROM_MEASURES + k % ensemble->balls];
}

static double fastest(const ensemble_study *ensemble)
{
    double fastest = 0;
    for (size_t l = 0; l < ensemble->solvers; l++) {
        for (size_t k = 0; k < ensemble->seeds * ensemble->balls; k++) {
            fastest = fmax(fastest, speed_at(ensemble, l, k));
        }
    }
    return fastest > 0 ? fastest : 1;
}

/* Row of a table: a bin of speeds with its density and counting error, and the Maxwell distribution
 * in two dimensions, (m v/T) exp(-m v^2/(2 T)). */
typedef struct {
    const ensemble_solver *solver;
    double v, n, all, width, mass, T;
} bin_of;

#define SPEEDS(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver->spec->name, "name in the scenario")                                \
    NUMBER(of, speed_mps, "m/s", r->v, "middle of a bin")                                          \
    NUMBER(of, density_s_per_m, "s/m", r->n / (r->all * r->width),                                 \
           "fraction of the balls per unit of speed")                                              \
    NUMBER(of, standard_error, "s/m", sqrt(r->n) / (r->all * r->width), "counting error")          \
    NUMBER(of, maxwell_s_per_m, "s/m",                                                             \
           r->mass * r->v / r->T * exp(-r->mass * r->v * r->v / (2 * r->T)),                       \
           "Maxwell's density at the measured temperature; nan: not applicable")
CAROM_COLUMNS(speeds, bin_of, SPEEDS)

static void speeds_of_all(const void *object, carom_rows *rows)
{
    const ensemble_study *ensemble = object;
    double top = fastest(ensemble) * (1 + 1e-9);
    double range[BINS + 1], bin[BINS];
    gsl_histogram histogram = {BINS, range, bin};
    for (size_t l = 0; l < ensemble->solvers; l++) {
        const ensemble_solver *solver = &ensemble->solver[l];
        gsl_histogram_set_ranges_uniform(&histogram, 0, top);
        for (size_t k = 0; k < ensemble->seeds * ensemble->balls; k++) {
            double speed = speed_at(ensemble, l, k);
            if (!isnan(speed)) {
                gsl_histogram_increment(&histogram, speed);
            }
        }
        for (size_t i = 0; i < BINS; i++) {
            carom_rows_write(rows,
                             &(bin_of){solver, top * ((double)i + 0.5) / BINS,
                                       gsl_histogram_get(&histogram, i), (double)solver->speeds,
                                       top / BINS, ensemble->mass_kg, ensemble->temperature_J});
        }
    }
}

static const carom_table tables[] = {
    {"statistics.tsv", "a row for each solver and quantity", means_columns, means_of_all, NULL, 0,
     NULL},
    {"runs.tsv", "a row for each solver and seed", runs_columns, runs_of_all, NULL, 0, NULL},
    {"speeds.tsv", "a row for each solver and bin of speeds", speeds_columns, speeds_of_all, NULL,
     0, NULL},
    {.name = NULL}};

static void statistics_draw(const void *object, carom_drawing *drawing)
{
    const ensemble_study *ensemble = object;
    const char *names[CAROM_MAX_FIGURES];
    bool gas = !isnan(ensemble->temperature_J);
    for (size_t l = 0; l < ensemble->solvers && l < CAROM_MAX_FIGURES; l++) {
        names[l] = ensemble->solver[l].spec->name;
    }
    carom_drawing_solvers(drawing, ensemble->scenario, names,
                          ensemble->solvers < CAROM_MAX_FIGURES ? ensemble->solvers
                                                                : CAROM_MAX_FIGURES);
    carom_drawing_count(drawing, "BINS", BINS);
    carom_drawing_count(drawing, "MEASURES", CAROM_MEASURES);
    carom_drawing_count(drawing, "REF", ensemble->reference + 1);
    carom_drawing_count(drawing, "GAS", gas);
    carom_drawing_array(drawing, "MEASURED", CAROM_MEASURES);
    for (size_t m = 0; m < CAROM_MEASURES; m++) {
        carom_drawing_text_at(drawing, "MEASURED", m, measures[m].label);
    }
    carom_drawing_subject(drawing, "Distribution of the speeds at the end");
    carom_drawing_figure(drawing, "speeds", "speeds");
    carom_drawing_subject(drawing, "Means over the seeds, relative to the reference");
    carom_drawing_figure(drawing, "ensemble", "ensemble");
}

/* ---- study ---- */

static const char *format_test(const carom_test *test, char *text, size_t size)
{
    if (isnan(test->p)) {
        return "-";
    }
    snprintf(text, size, "p = %.3g%s", test->p, test->p < significance ? ", differs" : "");
    return text;
}

static void print_solver(FILE *stream, const ensemble_study *ensemble, size_t l)
{
    const ensemble_solver *solver = &ensemble->solver[l];
    bool reference = l == ensemble->reference;
    char text[60];
    fprintf(stream, "\n%s%s\n", solver->spec->name, reference ? " (the reference)" : "");
    if (solver->failed > 0) {
        fprintf(stream, "  %zu of %zu runs stopped early and are excluded\n", solver->failed,
                ensemble->seeds);
    }
    for (size_t m = 0; m < CAROM_MEASURES; m++) {
        char theory[40] = "";
        if (isnan(solver->mean[m].value)) {
            continue;
        }
        if (!isnan(solver->theory[m])) {
            snprintf(theory, sizeof theory, "theory %.5g", solver->theory[m]);
        }
        fprintf(stream, "  %-18s %12.6g +- %-10.2g %-20s %s\n", measures[m].name,
                solver->mean[m].value, solver->mean[m].error, theory,
                reference ? "" : format_test(&solver->differs[m], text, sizeof text));
    }
    if (ensemble->no_theory == NULL && isnan(solver->theory[CAROM_COLLISION_RATE])) {
        fprintf(stream, "  no theory of collisions without a constant stiffness_N_per_m\n");
    }
    if (!reference) {
        fprintf(stream, "  speed distribution: largest distance %.3g from the reference's, %s\n",
                solver->speeds_differ.statistic,
                format_test(&solver->speeds_differ, text, sizeof text));
    }
}

static carom_status statistics_print(const void *object, FILE *stream, FILE *complaints)
{
    (void)complaints;
    const ensemble_study *ensemble = object;
    const carom_scenario *scenario = ensemble->scenario;
    fprintf(
        stream,
        "%zu ball%s, %zu seed%s, from t = %g s to %g s; p: how probable such a difference would "
        "be by chance\n",
        ensemble->balls, carom_plural((double)ensemble->balls), ensemble->seeds,
        carom_plural((double)ensemble->seeds), scenario->statistics.from_s, scenario->duration_s);
    if (ensemble->no_theory == NULL) {
        fprintf(stream, "theory: of a gas in equilibrium, from statistics.from_s on\n");
    } else {
        fprintf(stream, "no theory: %s\n", ensemble->no_theory);
    }
    for (size_t l = 0; l < ensemble->solvers; l++) {
        print_solver(stream, ensemble, l);
    }
    return CAROM_OK;
}

const carom_study_entry carom_study_statistics = {
    .about = {.name = "statistics",
              .summary = "ensembles over seeds, for times at which single runs have diverged",
              .options_size = sizeof(ensemble_study)},
    .varies_start = true,
    .text = STUDY_STATISTICS_TEXT,
    .notes = STUDY_STATISTICS_NOTES,
    .keys = "statistics",
    .run = statistics_run,
    .print = statistics_print,
    .release = statistics_release,
    .tables = tables,
    .figures = "speeds.* ensemble.*",
    .draw = statistics_draw};
