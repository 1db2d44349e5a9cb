/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom statistics: ensembles of runs over seeds, for comparing solvers when single runs have
 * diverged. */
#include "carom_studies.h"
#include "studies/studies.h"
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/* Seeds that run at the same time, and bytes of their positions; the others wait. */
enum { MOST_SEEDS = 64, FEWEST_SEEDS = 4 };
static const double most_bytes = 256e6;

/* Bins of the distribution of speeds. */
enum { BINS = 30 };

/* ---- frames ---- */

/* A run: a solver and a seed. All numbers are NaN if it stopped early. */
typedef struct {
    const char *solver;
    double seed, number[CAROM_GAS_QUANTITIES];
    double *speed; /* of the balls at the end (m/s); NaN: fixed */
} run_row;

/* A quantity of a solver. */
typedef struct {
    const char *solver, *quantity;
    carom_estimate mean;
    double theory;
} mean_row;

/* A bin of speeds. */
typedef struct {
    const char *solver;
    double speed_mps, density, error, maxwell;
} bin_row;

/* X(NUMBER, of, column, unit, constant, doc) for each quantity of a run. */
#define QUANTITIES(X, NUMBER, of)                                                                  \
    X(NUMBER, of, collision_rate_Hz, "1/s", COLLISION_RATE,                                        \
      "collisions with other balls, per ball")                                                     \
    X(NUMBER, of, free_path_m, "m", FREE_PATH, "path between two of these collisions")             \
    X(NUMBER, of, energy_J, "J", ENERGY,                                                           \
      "kinetic (with rotation) and elastic energy per ball, mean over the samples")                \
    X(NUMBER, of, temperature_J, "J", TEMPERATURE,                                                 \
      "kinetic energy of translation per ball, mean over the samples")                             \
    X(NUMBER, of, pressure_N_per_m, "N/m", PRESSURE,                                               \
      "on the walls; on a periodic table from the virial")                                         \
    X(NUMBER, of, mean_speed_mps, "m/s", SPEED, "mean over balls and samples")
#define QUANTITY_COLUMN(NUMBER, of, name, unit, constant, doc)                                     \
    NUMBER(of, name, unit, r->number[CAROM_GAS_##constant], doc)
#define QUANTITY_NAME(NUMBER, of, name, unit, constant, doc) [CAROM_GAS_##constant] = #name,
enum { MEASURES = CAROM_GAS_QUANTITIES };
static const char *const quantity_names[MEASURES] = {QUANTITIES(QUANTITY_NAME, , )};

#define RUNS(NUMBER, TEXT, of)                                                                     \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    NUMBER(of, seed, "", r->seed, "seed of the random numbers")                                    \
    QUANTITIES(QUANTITY_COLUMN, NUMBER, of)
#define MEANS(NUMBER, TEXT, of)                                                                    \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, quantity, r->quantity, "a column of runs.tsv")                                        \
    NUMBER(of, mean, "", r->mean.value, "mean over the seeds, in the unit of the quantity")        \
    NUMBER(of, standard_error, "", r->mean.error, "standard error of the mean")                    \
    NUMBER(of, theory, "", r->theory, "gas of equal frictionless discs; nan: not applicable")
#define SPEEDS(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    NUMBER(of, speed_mps, "m/s", r->speed_mps, "middle of a bin")                                  \
    NUMBER(of, density_s_per_m, "s/m", r->density, "fraction of the balls per unit of speed")      \
    NUMBER(of, standard_error, "s/m", r->error, "counting error")                                  \
    NUMBER(of, maxwell_s_per_m, "s/m", r->maxwell,                                                 \
           "Maxwell's density for this number of balls at the mean temperature; nan: not "         \
           "applicable")
CAROM_COLUMNS(runs, run_row, RUNS)
CAROM_COLUMNS(means, mean_row, MEANS)
CAROM_COLUMNS(speeds, bin_row, SPEEDS)

enum { FRAME_MEANS, FRAME_RUNS, FRAME_SPEEDS };

static const carom_table tables[] = {
    [FRAME_MEANS] = {"statistics.tsv", "a row for each solver and quantity", means_columns,
                     sizeof(mean_row), NULL},
    [FRAME_RUNS] = {"runs.tsv", "a row for each solver and seed", runs_columns, sizeof(run_row),
                    ""},
    [FRAME_SPEEDS] = {"speeds.tsv", "a row for each solver and bin of speeds", speeds_columns,
                      sizeof(bin_row), ""},
    {.name = NULL}};

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

/* Fill a row from a run. Pressure: force on the walls over their length, or from the virial p A =
 * kinetic + (1/2) sum of J s/time. The impulse J acts at the distance s = r1 + r2 minus pi/4 of the
 * largest overlap, the mean of a half sine weighted with itself. */
static void measure_run(const carom_scenario *scenario, const carom_job *job, run_row *row)
{
    const carom_problem *problem = job->problem;
    const carom_trajectory *history = &job->history;
    const bool stopped = history->failure.status != CAROM_OK;
    double from = scenario->statistics.from_s, time = scenario->duration_s - from;
    double collisions = 0, walls = 0, virial = 0, n = 0, *number = row->number;
    for (size_t i = 0; i < problem->count; i++) {
        n += !problem->ball[i].fixed;
        row->speed[i] = stopped || problem->ball[i].fixed
                          ? NAN
                          : carom_vec_length(carom_flight_from_sample(&history->end, i).v);
    }
    for (size_t m = 0; m < MEASURES; m++) {
        number[m] = NAN;
    }
    for (size_t k = 0; k < history->log.count; k++) {
        const carom_collision *c = &history->log.item[k];
        if (c->t_s >= from && c->wall) {
            walls += c->impulse_Ns;
        } else if (c->t_s >= from) {
            collisions += !problem->ball[c->a].fixed + !problem->ball[c->b].fixed;
            virial += c->impulse_Ns * (problem->ball[c->a].radius_m + problem->ball[c->b].radius_m -
                                       0.25 * CAROM_PI * c->max_overlap_m);
        }
    }
    if (stopped) {
        return;
    }
    double kinetic_J = mean_since(history, history->kinetic_J, from),
           speed_mps = mean_since(history, history->speed_mps, from);
    number[CAROM_GAS_SPEED] = speed_mps;
    number[CAROM_GAS_COLLISION_RATE] = collisions / (n * time);
    number[CAROM_GAS_FREE_PATH] = collisions > 0 ? speed_mps * time * n / collisions : NAN;
    number[CAROM_GAS_ENERGY] = (kinetic_J + mean_since(history, history->spin_J, from) +
                                mean_since(history, history->elastic_J, from)) /
                               n;
    number[CAROM_GAS_TEMPERATURE] = kinetic_J / n;
    if (problem->boundary == CAROM_WALLS) {
        number[CAROM_GAS_PRESSURE] = walls / (time * carom_walls_length(problem));
    } else if (problem->boundary == CAROM_PERIODIC) {
        number[CAROM_GAS_PRESSURE] = (kinetic_J + 0.5 * virial / time) /
                                     (problem->width_m * problem->height_m);
    }
}

static bool has_seeded_group(const carom_scenario *scenario)
{
    const carom_scenario_group *group = scenario->groups.items;
    for (size_t g = 0; g < scenario->groups.count; g++) {
        const carom_choice *kind = &group[g].kind;
        if (carom_params_find(kind->entry->params, kind->options, "seed").row != NULL) {
            return true;
        }
    }
    return false;
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
static void perturb_start(carom_result *result, carom_problem *problem, unsigned long seed)
{
    double sigma = result->scenario->statistics.spread_rel * carom_smallest_radius(problem);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    CAROM_NEED(rng != NULL);
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
}

/* Give a job the problem of a seed. */
static void start_seed(carom_result *result, carom_job *job, long long seed)
{
    carom_scenario scenario;
    carom_error why = {0};
    char text[32];
    const carom_override override = {"seed", "seed", text};
    if (carom_result_failed(result)) {
        return;
    }
    snprintf(text, sizeof text, "%lld", seed);
    carom_status status = carom_study_read(result->request, &override, 1, NULL, &scenario, &why);
    if (status != CAROM_OK) {
        carom_result_fail(result, status, "seed", "%lld: %.500s", seed, why.text);
    } else {
        job->changed = scenario.problem;
        job->problem = &job->changed;
        scenario.problem = (carom_problem){.count = 0};
    }
    carom_scenario_free(&scenario);
    if (!carom_result_failed(result) && !has_seeded_group(result->scenario)) {
        perturb_start(result, &job->changed, (unsigned long)seed);
    }
}

/* ---- ensembles ---- */

typedef struct {
    carom_result *result;
    const carom_scenario_solver **spec;
    size_t solvers, seeds, balls;
    run_row *run; /* indexed by solver and seed */
    double *own;  /* room for all speeds of a solver */
} ensemble;

/* Run the seeds from @p first on with all solvers, which share the problem of a seed. */
static void run_batch(ensemble *e, carom_job *job, size_t first, size_t seeds)
{
    carom_result *result = e->result;
    const carom_scenario *scenario = result->scenario;
    for (size_t k = 0; k < seeds; k++) {
        carom_job *of_seed = &job[k * e->solvers];
        start_seed(result, of_seed, scenario->statistics.first_seed + (long long)(first + k));
        for (size_t l = 0; l < e->solvers; l++) {
            of_seed[l].problem = of_seed->problem;
            of_seed[l].samples = (size_t)scenario->samples;
            carom_choice_copy(&of_seed[l].choice, &e->spec[l]->kind);
        }
    }
    carom_result_run(result, job, seeds * e->solvers);
    for (size_t k = 0; k < seeds * e->solvers && !carom_result_failed(result); k++) {
        run_row *row = &e->run[k % e->solvers * e->seeds + first + k / e->solvers];
        row->solver = e->spec[k % e->solvers]->name;
        row->seed = (double)scenario->statistics.first_seed + (double)(first + k / e->solvers);
        row->speed = carom_result_take(result, e->balls, sizeof *row->speed);
        measure_run(scenario, &job[k], row);
    }
    carom_result_forget(job, seeds * e->solvers);
}

/* Collect a quantity of all runs of a solver, or with MEASURES all speeds, that are not NaN.
 *  @return how many */
static size_t collect(const ensemble *e, size_t solver, size_t quantity, double *value)
{
    size_t n = 0, each = quantity == MEASURES ? e->balls : 1;
    for (size_t k = 0; k < e->seeds * each; k++) {
        const run_row *row = &e->run[solver * e->seeds + k / each];
        double number = quantity == MEASURES ? row->speed[k % each] : row->number[quantity];
        if (!isnan(number)) {
            value[n++] = number;
        }
    }
    return n;
}

/* ---- study ---- */

/* Replace the theory of solver @p solver at the mean temperature of its runs, where the estimated
 * error of the theory exceeds the standard error, by NaN. */
static void find_theory(const ensemble *e, size_t solver, const carom_estimate *mean,
                        double *theory)
{
    const carom_choice *kind = &e->spec[solver]->kind;
    double k = carom_solver_has_traits(kind, CAROM_SOFT)
                 ? carom_choice_number(kind, "stiffness_N_per_m")
                 : INFINITY;
    double error_rel = carom_gas_theory(&e->result->scenario->problem, k,
                                        mean[CAROM_GAS_TEMPERATURE].value, theory);
    for (size_t m = 0; m < MEASURES; m++) {
        bool estimated = m == CAROM_GAS_COLLISION_RATE || m == CAROM_GAS_FREE_PATH ||
                         m == CAROM_GAS_PRESSURE;
        theory[m] = estimated && !(error_rel * theory[m] <= mean[m].error) ? NAN : theory[m];
    }
}

static void add_means(const ensemble *e, size_t solver, bool gas)
{
    carom_estimate mean[MEASURES];
    double theory[MEASURES] = {NAN, NAN, NAN, NAN, NAN, NAN};
    const char *name = e->spec[solver]->name;
    size_t count = 0;
    for (size_t m = 0; m < MEASURES; m++) {
        count = collect(e, solver, m, e->own);
        mean[m] = carom_mean(&e->result->arena, e->own, count);
    }
    if (count < e->seeds) {
        carom_result_note(e->result, "%s: %zu of %zu runs stopped early and are excluded.", name,
                          e->seeds - count, e->seeds);
    }
    if (gas) {
        find_theory(e, solver, mean, theory);
    }
    for (size_t m = 0; m < MEASURES; m++) {
        carom_result_add(e->result, FRAME_MEANS,
                         &(mean_row){name, quantity_names[m], mean[m], theory[m]});
    }
}

/* Add the distribution of the speeds of a solver in bins up to the fastest ball of all. */
static void add_speeds(const ensemble *e, size_t solver, double fastest, bool gas)
{
    double bin[BINS] = {0}, T = carom_mean(&e->result->arena, e->own,
                                           collect(e, solver, CAROM_GAS_TEMPERATURE, e->own))
                                    .value;
    size_t count = collect(e, solver, MEASURES, e->own);
    for (size_t k = 0; k < count; k++) {
        bin[(size_t)fmin(BINS - 1, BINS * (e->own[k] / fastest))]++;
    }
    for (size_t i = 0; i < BINS; i++) {
        double v = fastest * ((double)i + 0.5) / BINS, all = (double)count * fastest / BINS;
        bin_row row = {e->spec[solver]->name, v, bin[i] / all, sqrt(bin[i]) / all,
                       gas ? carom_gas_speed_density(&e->result->scenario->problem, T, v) : NAN};
        carom_result_add(e->result, FRAME_SPEEDS, &row);
    }
}

static void add_frames(ensemble *e)
{
    const char *why = carom_gas_reason(&e->result->scenario->problem);
    double fastest = 0;
    e->own = carom_result_take(e->result, e->seeds * e->balls + 1, sizeof *e->own);
    for (size_t k = 0; k < e->solvers * e->seeds; k++) {
        carom_result_add(e->result, FRAME_RUNS, &e->run[k]);
        for (size_t i = 0; i < e->balls; i++) {
            fastest = fmax(fastest, e->run[k].speed[i]);
        }
    }
    for (size_t l = 0; l < e->solvers; l++) {
        add_means(e, l, why == NULL);
        add_speeds(e, l, fastest > 0 ? fastest * (1 + 1e-9) : 1, why == NULL);
    }
    if (why == NULL) {
        carom_result_note(e->result, "theory: of a gas in equilibrium, from statistics.from_s on; "
                                     "- where its error exceeds the standard error");
    } else {
        carom_result_note(e->result, "no theory: %s", why);
    }
}

static void fill(carom_result *result)
{
    const carom_scenario *scenario = result->scenario;
    ensemble e = {.result = result,
                  .seeds = (size_t)scenario->statistics.seeds,
                  .balls = scenario->problem.count};
    e.spec = carom_result_solvers(result, 0, &e.solvers);
    if (scenario->statistics.from_s >= scenario->duration_s) {
        carom_result_fail(result, CAROM_INVALID, "statistics.from_s",
                          "statistics.from_s must be less than duration_s");
    }
    e.run = carom_result_take(result, e.solvers * e.seeds, sizeof *e.run);
    double bytes = (double)(e.balls * e.solvers * sizeof(carom_vec)) * (double)scenario->samples;
    size_t batch = (size_t)fmax(FEWEST_SEEDS, fmin(MOST_SEEDS, most_bytes / bytes));
    carom_job *job = carom_result_jobs(result, batch * e.solvers);
    result->jobs_planned = e.solvers * e.seeds;
    for (size_t k = 0; k < e.seeds && !carom_result_failed(result); k += batch) {
        run_batch(&e, job, k, e.seeds - k < batch ? e.seeds - k : batch);
    }
    if (!carom_result_failed(result)) {
        add_frames(&e);
    }
}

static void plot(const carom_result *result, carom_plot *plot)
{
    const carom_frame *means = &result->frame[FRAME_MEANS];
    for (size_t i = 0, n = 0; i < means->rows; i += MEASURES) {
        const mean_row *row = carom_frame_row(means, i);
        carom_result_plot_solver(result, plot, row->solver);
        n++;
        if (strcmp(row->solver, result->scenario->reference) == 0 || n == 1) {
            carom_plot_count(plot, "REF", n);
        }
    }
    carom_plot_figure(plot, "speeds", "speeds", "Distribution of the speeds at the end");
    size_t seeds = (size_t)result->scenario->statistics.seeds;
    carom_plot_figure(plot, "ensemble", "ensemble", "Means over %zu seed%s", seeds,
                      seeds > 1 ? "s; bars: standard errors" : "");
}

const carom_study_entry carom_study_statistics = {
    .about = {.name = "statistics",
              .summary = "compare solvers by statistics over many seeds",
              .options_size = sizeof(carom_result)},
    .varies_start = true,
    .text = STUDY_STATISTICS_TEXT,
    .notes = STUDY_STATISTICS_NOTES,
    .keys = "statistics",
    .fill = fill,
    .tables = tables,
    .figures = "speeds.* ensemble.*",
    .plot = plot};
