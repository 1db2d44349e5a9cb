/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cost of a run, estimated by running a short part of it: for carom explain and the progress of
 * long commands. */
#include "studies/studies.h"
#include "sweep/sweep.h"

/* Limits of a partial run; the first that is reached ends it. */
typedef struct {
    double seconds; /* wall-clock time */
    double work;    /* steps or events, times balls: independent of the machine */
} run_limits;

/* Partial run of a solver from t = 0. */
typedef struct {
    double t_s;  /* simulated time; 0: the solver was not run */
    double part; /* of the duration; 1: it reached the end, or the solver failed */
    double steps, collisions;
    double making_s, seconds; /* time to create the solver, and to advance it */
    bool stopped;             /* failed before the end */
    char why[640];            /* its error */
} partial_run;

/* The first partial run is enough for short runs. For a long run a second one takes 1 % of the
 * estimated total time, within limits. Scenes may start slowly, as a rack of touching balls does.
 */
static const run_limits short_limits = {0.01, INFINITY};
static const double measured_fraction = 0.01, least_time_s = 0.2, longest_time_s = 2;

/* ---- partial run ---- */

/* Length of the next interval (s). Intervals grow from a small first one, and their length is
 * limited, so that a single interval never takes much of the time. */
static double next_interval(double t_s, double duration_s)
{
    const double first = duration_s * 0x1p-20, longest = duration_s / 256;
    return fmin(fmax(t_s, first), longest);
}

/* Work of one step, in balls: a step moves every ball, an event one or two, and an event of the
 * arbitrary-precision solver every ball. */
static double work_of(const carom_choice *solver, const carom_problem *problem)
{
    bool few = carom_solver_has_traits(solver, CAROM_EXACT) &&
               !carom_solver_has_traits(solver, CAROM_ARBITRARY_PRECISION);
    return few ? 1 : (double)problem->count;
}

/* Advance until a limit is reached. @p each: work of a step. */
static carom_status advance_partially(partial_run *partial, carom_solver *solver, double duration_s,
                                      double each, const run_limits *limits, carom_error *error)
{
    carom_report report = {.collisions = 0};
    double start = carom_seconds_now();
    carom_status status = CAROM_OK;
    while (partial->part < 1 && partial->seconds < limits->seconds &&
           (double)report.steps * each < limits->work) {
        double t = fmin(partial->t_s + next_interval(partial->t_s, duration_s), duration_s);
        status = carom_solver_advance(solver, t, error);
        carom_solver_report(solver, &report);
        partial->t_s = t;
        partial->part = t == duration_s || status != CAROM_OK ? 1 : t / duration_s;
        partial->seconds = carom_seconds_now() - start;
    }
    partial->steps = (double)report.steps;
    partial->collisions = (double)report.collisions;
    partial->stopped = status != CAROM_OK;
    if (partial->stopped && error != NULL) {
        snprintf(partial->why, sizeof partial->why, "%s", error->text);
    }
    return status == CAROM_NO_MEMORY || status == CAROM_INTERRUPTED ? status : CAROM_OK;
}

/* Run a part. Solvers that cannot be created are skipped.
 *  @return CAROM_NO_MEMORY or CAROM_INTERRUPTED */
static carom_status run_partially(partial_run *partial, const carom_scenario *scenario,
                                  const carom_choice *solver, const run_limits *limits,
                                  const volatile sig_atomic_t *stop, carom_error *error)
{
    const carom_problem *problem = &scenario->problem;
    double start = carom_seconds_now();
    carom_error own = {CAROM_OK, "", ""};
    carom_status status;
    *partial = (partial_run){.t_s = 0};
    carom_solver *instance = carom_solver_new_from_choice(problem, solver, true, &own);
    if (instance == NULL) {
        return own.status == CAROM_NO_MEMORY ? carom_error_no_memory(error) : CAROM_OK;
    }
    partial->making_s = carom_seconds_now() - start;
    carom_solver_set_cancel_flag(instance, stop);
    status = advance_partially(partial, instance, scenario->duration_s, work_of(solver, problem),
                               limits, &own);
    carom_solver_free(instance);
    return carom_reading_status(status, error);
}

carom_status carom_report_cost(const carom_scenario *scenario, const carom_scenario_solver *of,
                               carom_report_text *to, carom_error *error)
{
    const carom_choice *solver = &of->kind;
    /* a few hundredths of a second; arbitrary precision is 1000 times slower */
    const run_limits limits = {
        INFINITY, carom_solver_has_traits(solver, CAROM_ARBITRARY_PRECISION) ? 2e2 : 2e5};
    bool events = carom_solver_has_traits(solver, CAROM_EXACT);
    const char *unit = events ? "event" : "step";
    partial_run partial;
    carom_status status = run_partially(&partial, scenario, solver, &limits, NULL, error);
    double steps = partial.t_s > 0 ? partial.steps / partial.part : 0;
    if (steps >= 1 && !partial.stopped) {
        carom_report_add_quantities(to,
                                    events ? "about=%s solver=%s events=%g seen_s=%g"
                                           : "about=%s solver=%s steps=%g seen_s=%g",
                                    "effort", of->name, steps, partial.t_s);
    }
    if (partial.stopped) {
        carom_report_add_quantities(to, "about=%s solver=%s collisions=%g", "stop", of->name,
                                    partial.collisions);
        fprintf(to->stream, "The run stops early: %s.\n", partial.why);
    } else if (partial.part == 1 && steps >= 1) {
        carom_report_add_quantities(to, "collisions=%g", partial.collisions);
        fprintf(to->stream, "Trial run: %.0f %s%s, %.0f collision%s.\n", steps, unit,
                carom_plural(steps), partial.collisions, carom_plural(partial.collisions));
    } else if (steps >= 1) {
        double n = (double)scenario->problem.count;
        fprintf(to->stream, "Estimated cost: %.3g %ss, %.3g %s, from the first %s.\n", steps, unit,
                events ? steps / n : steps * n, events ? "per ball" : "ball-steps",
                carom_number_with_prefix(partial.t_s, 2, "s").text);
    }
    return status;
}

/* ---- time of runs ---- */

/* Measurement on all threads at once, because a run is slower while all processors are busy. */
typedef struct {
    const carom_scenario *scenario;
    const carom_choice *solver;
    run_limits limits;
    const volatile sig_atomic_t *stop;
    double *seconds; /* time of a whole run, by thread */
} timing_job;

static double whole_run_time(const partial_run *partial)
{
    return partial->t_s > 0 ? partial->making_s + partial->seconds / partial->part : NAN;
}

static carom_status time_on_one_thread(void *context, size_t task, carom_error *error)
{
    const timing_job *all = context;
    partial_run partial;
    carom_status status = run_partially(&partial, all->scenario, all->solver, &all->limits,
                                        all->stop, error);
    all->seconds[task] = whole_run_time(&partial);
    return status;
}

static carom_status time_on_all_threads(const carom_study *study, const carom_scenario *scenario,
                                        const carom_choice *solver, double runs, double *seconds,
                                        carom_error *error)
{
    size_t threads = (size_t)(study->jobs > 0 ? study->jobs : carom_processor_count());
    double *each = calloc(threads, sizeof *each), sum = 0;
    double limits = fmin(fmax(measured_fraction * runs * *seconds, least_time_s), longest_time_s);
    timing_job all = {scenario, solver, {limits, INFINITY}, study->stop, each};
    carom_status status = each == NULL ? carom_error_no_memory(error) : CAROM_OK;
    CAROM_THEN(status, carom_job_pool_run(&(carom_job_pool){.tasks = threads,
                                                            .jobs = (long)threads,
                                                            .run = time_on_one_thread,
                                                            .context = &all,
                                                            .stop = study->stop},
                                          error));
    for (size_t i = 0; status == CAROM_OK && i < threads; i++) {
        sum += each[i];
    }
    *seconds = sum / (double)threads;
    free(each);
    return status;
}

static carom_status time_run(const carom_study *study, const carom_scenario *scenario,
                             const carom_choice *solver, double runs, double *seconds,
                             carom_error *error)
{
    static const double long_run_s = 0.5;
    partial_run partial;
    carom_status status = run_partially(&partial, scenario, solver, &short_limits, study->stop,
                                        error);
    *seconds = whole_run_time(&partial);
    return status == CAROM_OK && *seconds > long_run_s
             ? time_on_all_threads(study, scenario, solver, runs, seconds, error)
             : status;
}

carom_status carom_estimate_run_time(const carom_study *study, const carom_scenario *scenario,
                                     double runs, double *seconds, double *longest_s,
                                     carom_error *error)
{
    carom_status status = CAROM_OK;
    *seconds = *longest_s = 0;
    for (size_t i = 0; i < scenario->solvers.count && status == CAROM_OK; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        double one = 0;
        if (carom_study_includes(study, solver->name)) {
            status = time_run(study, scenario, &solver->kind, runs, &one, error);
            *seconds += one;
            *longest_s = fmax(*longest_s, one);
        }
    }
    return status;
}

/* ---- points of a sweep ---- */

/* Estimate the time of one point; NaN if it is not a valid scenario. */
static carom_status time_point(const carom_study *study, size_t number, double *seconds,
                               carom_error *error)
{
    const carom_scenario *grid = study->scenario;
    carom_sweep_point point;
    carom_messages messages = {.stop = study->stop,
                               .folder = grid->folder,
                               .only = study->only,
                               .only_count = study->only_count};
    carom_scenario scenario = {.version = 0};
    carom_status status = carom_sweep_point_init(&point, study, number, error);
    double longest_s;
    *seconds = NAN;
    CAROM_THEN(status,
               carom_reading_status(carom_scenario_read(&scenario, study->text, study->length,
                                                        point.override, point.overrides, &messages),
                                    error));
    if (status == CAROM_OK && messages.errors == 0) {
        status = carom_estimate_run_time(study, &scenario, (double)carom_sweep_points(grid),
                                         seconds, &longest_s, error);
    }
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
    carom_sweep_point_free(&point);
    return status;
}

carom_status carom_estimate_point_time(const carom_study *study, double *seconds,
                                       carom_error *error)
{
    enum { SEEN = 5 };
    size_t points = carom_sweep_points(study->scenario), seen = points < SEEN ? points : SEEN;
    carom_status status = CAROM_OK;
    double sum = 0;
    for (size_t i = 0; i < seen && status == CAROM_OK; i++) {
        double one;
        status = time_point(study, (2 * i + 1) * points / (2 * seen), &one, error);
        sum += one / (double)seen;
    }
    *seconds = sum;
    return status;
}
