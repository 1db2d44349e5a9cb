/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws one contact of each solver before, during and after it. */
#include "figures/run/run_figures.h"
#include "run/run.h"

enum { BEFORE, DURING, AFTER, ZOOM_PHASES };
static const char *const phase_names[ZOOM_PHASES] = {"before", "during", "after"};

typedef struct {
    double t_s, x_m, y_m, vx_mps, vy_mps, drawn_m, overlap_m;
} zoom_ball;

typedef struct {
    carom_run_records run;
    size_t ball;                          /* the specified ball */
    double longest_s;                     /* longest contact of any solver */
    double exaggerate;                    /* specified factor; 1 to choose one */
    const carom_recorded_impact **impact; /* indexed by solver; NULL without a collision */
    double *factor;                       /* indexed by solver: factor of the drawn overlaps */
    zoom_ball *at;                        /* solver x phase x ball */
} zoom;

static zoom_ball *balls_at(const zoom *z, size_t solver, size_t contact_sample)
{
    return &z->at[(solver * ZOOM_PHASES + contact_sample) * z->run.data.scenario.problem.count];
}

/* ---- choice of the contact ---- */

static carom_status find_ball(zoom *z, const char *name, carom_error *error)
{
    const carom_problem *problem = &z->run.data.scenario.problem;
    z->ball = carom_problem_ball_called(problem, name);
    return z->ball < problem->count
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "",
                               "no ball '%.60s' in the records; expected a name of trajectory.tsv",
                               name);
}

static const carom_recorded_impact *nearest_collision(const carom_recorded_solver *solver,
                                                      const char *name, double t_s)
{
    const carom_recorded_impact *found = NULL;
    for (size_t i = 0; i < solver->impacts; i++) {
        const carom_recorded_impact *impact = &solver->impact[i];
        bool own = strcmp(impact->a, name) == 0 || (!impact->wall && strcmp(impact->b, name) == 0);
        if (own && (found == NULL || fabs(impact->t_s - t_s) < fabs(found->t_s - t_s))) {
            found = impact;
        }
    }
    return found;
}

static carom_status choose_contacts(zoom *z, double t_s, carom_error *error)
{
    const char *name = z->run.data.scenario.problem.ball[z->ball].name;
    size_t found = 0;
    for (size_t i = 0; i < z->run.data.solvers; i++) {
        z->impact[i] = nearest_collision(&z->run.recorded.solver[i], name, t_s);
        found += z->impact[i] != NULL;
        if (z->impact[i] != NULL) {
            z->longest_s = fmax(z->longest_s, z->impact[i]->contact_s);
        }
    }
    return found > 0 ? CAROM_OK
                     : carom_error_set(error, CAROM_INVALID, "",
                                       "ball '%.60s' has no collision in the records; expected one "
                                       "of collisions.tsv",
                                       name);
}

/* ---- positions ---- */

static double phase_time(const zoom *z, size_t solver, int contact_sample)
{
    const carom_recorded_impact *impact = z->impact[solver];
    double lasts = impact->contact_s, margin_s = lasts > 0 ? lasts
                                               : z->longest_s > 0
                                                   ? z->longest_s
                                                   : 1e-3 * z->run.data.scenario.duration_s;
    return contact_sample == BEFORE ? fmax(0, impact->t_s - margin_s)
         : contact_sample == DURING ? impact->t_s + 0.5 * lasts
                                    : impact->t_s + lasts + margin_s;
}

static void store_sample(const zoom *z, size_t solver, int contact_sample,
                         const carom_sample *sample)
{
    zoom_ball *balls = balls_at(z, solver, (size_t)contact_sample);
    for (size_t i = 0; i < sample->count; i++) {
        balls[i] = (zoom_ball){.t_s = sample->t_s,
                               .x_m = sample->x_m[i],
                               .y_m = sample->y_m[i],
                               .vx_mps = sample->vx_mps[i],
                               .vy_mps = sample->vy_mps[i],
                               .drawn_m = z->run.data.scenario.problem.ball[i].radius_m};
    }
}

/* Runs a solver again from the start, with the same bits as in the records. */
static carom_status run_again(const zoom *z, size_t solver,
                              const carom_figure_options *figure_options, carom_error *error)
{
    const carom_scenario *scenario = &z->run.data.scenario;
    const carom_scenario_solver *spec = carom_scenario_find_solver(scenario,
                                                                   z->run.data.solver[solver].name);
    carom_solver_run solver_run;
    carom_status status = carom_solver_run_open(&solver_run, spec->name, &scenario->problem,
                                                &spec->kind, false, figure_options->stop, error);
    for (int contact_sample = BEFORE; contact_sample < ZOOM_PHASES && status == CAROM_OK;
         contact_sample++) {
        carom_solver_run_advance(&solver_run, phase_time(z, solver, contact_sample));
        carom_solver_run_sample(&solver_run);
        if (carom_solver_run_has_failed(&solver_run)) {
            status = carom_error_set(error, solver_run.failure.status, "", "%s",
                                     solver_run.failure.text);
        } else {
            store_sample(z, solver, contact_sample, &solver_run.sample);
        }
    }
    carom_solver_run_close(&solver_run);
    return status;
}

/* ---- overlaps ---- */

/* Overlap of two balls, m; 0 if they are separate. */
static double pair_overlap(const carom_problem *problem, const zoom_ball *balls, size_t a, size_t b)
{
    carom_vec offset = carom_torus_shortest(
        problem, (carom_vec){balls[b].x_m - balls[a].x_m, balls[b].y_m - balls[a].y_m});
    return fmax(0,
                problem->ball[a].radius_m + problem->ball[b].radius_m - hypot(offset.x, offset.y));
}

/* Measures the overlap of the two bodies in contact. */
static double measure_overlap(const zoom *z, size_t solver, size_t contact_sample, size_t other)
{
    const carom_problem *problem = &z->run.data.scenario.problem;
    zoom_ball *balls = balls_at(z, solver, contact_sample), *own = &balls[z->ball];
    double reach = problem->wall_contact == CAROM_SURFACE ? problem->ball[z->ball].radius_m : 0;
    if (other == problem->count) {
        own->overlap_m = fmax(
            0, carom_walls_max_overlap(problem, (carom_vec){own->x_m, own->y_m}, reach));
    } else {
        own->overlap_m = balls[other].overlap_m = pair_overlap(problem, balls, z->ball, other);
    }
    return own->overlap_m;
}

/* Index of the other ball, or the number of balls for a wall. */
static size_t other_body(const zoom *z, size_t solver)
{
    const carom_problem *problem = &z->run.data.scenario.problem;
    const carom_recorded_impact *impact = z->impact[solver];
    const char *own = problem->ball[z->ball].name,
               *name = strcmp(impact->a, own) == 0 ? impact->b : impact->a;
    return impact->wall ? problem->count : carom_problem_ball_called(problem, name);
}

/* Largest of 1, 2 and 5 times a power of ten that is at most `factor`. */
static double round_factor(double factor)
{
    double power = pow(10, floor(log10(fmax(1, factor)))), digit = fmax(1, factor) / power;
    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

static void measure_overlaps(zoom *z, size_t solver)
{
    const double visible_part = 0.3; /* visible overlap, relative to the radius */
    const carom_problem *problem = &z->run.data.scenario.problem;
    size_t other = other_body(z, solver);
    double deepest = 0;
    for (size_t contact_sample = 0; contact_sample < ZOOM_PHASES; contact_sample++) {
        deepest = fmax(deepest, measure_overlap(z, solver, contact_sample, other));
    }
    /* if walls act on centres, no radius can show the overlap */
    bool shown = deepest > 0 && !(other == problem->count && problem->wall_contact == CAROM_CENTRE);
    z->factor[solver] = !shown ? 1
                      : z->exaggerate > 1
                          ? z->exaggerate
                          : round_factor(visible_part * problem->ball[z->ball].radius_m / deepest);
    for (size_t contact_sample = 0; contact_sample < ZOOM_PHASES; contact_sample++) {
        zoom_ball *balls = balls_at(z, solver, contact_sample);
        double added_m = (z->factor[solver] - 1) * balls[z->ball].overlap_m;
        balls[z->ball].drawn_m += other == problem->count ? added_m : 0.5 * added_m;
        if (other < problem->count) {
            balls[other].drawn_m += 0.5 * added_m;
        }
    }
}

/* ---- table and figures ---- */

typedef struct {
    const char *solver, *contact_sample, *name;
    const zoom_ball *ball;
} zoom_row;

#define ZOOM_COLUMNS(NUMBER, TEXT, of)                                                             \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, moment, r->contact_sample, "before, during or after the contact")                     \
    TEXT(of, ball, r->name, "name in the scenario")                                                \
    NUMBER(of, t_s, "s", r->ball->t_s, "time")                                                     \
    NUMBER(of, x_m, "m", r->ball->x_m, "position of the centre")                                   \
    NUMBER(of, y_m, "m", r->ball->y_m, "position of the centre")                                   \
    NUMBER(of, vx_mps, "m/s", r->ball->vx_mps, "velocity")                                         \
    NUMBER(of, vy_mps, "m/s", r->ball->vy_mps, "velocity")                                         \
    NUMBER(of, overlap_m, "m", r->ball->overlap_m, "overlap of the bodies in contact")             \
    NUMBER(of, drawn_radius_m, "m", r->ball->drawn_m, "drawn radius")
CAROM_COLUMNS(zoomed, zoom_row, ZOOM_COLUMNS)

static void rows_of_all(const void *object, carom_rows *rows)
{
    const zoom *z = object;
    const carom_problem *problem = &z->run.data.scenario.problem;
    for (size_t s = 0; s < z->run.data.solvers; s++) {
        for (size_t k = 0; k < ZOOM_PHASES * problem->count && z->impact[s] != NULL; k++) {
            carom_rows_write(
                rows, &(zoom_row){z->run.data.solver[s].name, phase_names[k / problem->count],
                                  problem->ball[k % problem->count].name, &balls_at(z, s, 0)[k]});
        }
    }
}

const carom_table carom_zoom_tables[] = {{.name = "zoom.tsv",
                                          .doc = "a row for each solver, moment and ball",
                                          .columns = zoomed_columns,
                                          .rows = rows_of_all},
                                         {.name = NULL}};

static void define_title(carom_drawing *drawing, const zoom *z, size_t solver)
{
    const carom_recorded_impact *impact = z->impact[solver];
    const char *name = z->run.data.solver[solver].label;
    if (impact->contact_s > 0) {
        carom_drawing_subject(
            drawing, "%s: contact of %s and %s at %.6g s lasts %.3g ms, overlap %.3g mm", name,
            impact->a, impact->b, impact->t_s, 1e3 * impact->contact_s, 1e3 * impact->overlap_m);
    } else {
        carom_drawing_subject(drawing, "%s: %s and %s collide instantaneously at %.6g s", name,
                            impact->a, impact->b, impact->t_s);
    }
}

/* Draws a page for each solver; `from` counts the rows of zoom.tsv. */
static void draw(carom_drawing *drawing, const zoom *z)
{
    size_t from = 0;
    carom_figures_define_run(drawing, &z->run.data);
    carom_drawing_count(drawing, "LOOKED", z->ball);
    carom_drawing_array(drawing, "MOMENT_S", ZOOM_PHASES);
    for (size_t s = 0; s < z->run.data.solvers; s++) {
        char name[80];
        if (z->impact[s] == NULL) {
            continue;
        }
        for (int contact_sample = BEFORE; contact_sample < ZOOM_PHASES; contact_sample++) {
            carom_drawing_number_at(drawing, "MOMENT_S", (size_t)contact_sample,
                                    phase_time(z, s, contact_sample) - z->impact[s]->t_s);
        }
        carom_drawing_count(drawing, "SHOWN", s + 1);
        carom_drawing_count(drawing, "FIRSTROW", from);
        carom_drawing_count(drawing, "OTHER", other_body(z, s));
        carom_drawing_number(drawing, "EXAGGERATE", z->factor[s]);
        define_title(drawing, z, s);
        snprintf(name, sizeof name, "zoom-%.60s", z->run.data.solver[s].name);
        carom_drawing_add(drawing, CAROM_DRAW_PAGE, name, "zoom");
        from += ZOOM_PHASES * z->run.data.scenario.problem.count;
    }
}

static carom_status prepare_zoom(zoom *z, const char *directory,
                                 const carom_figure_options *figure_options, double t_s,
                                 const char *ball, carom_error *error)
{
    size_t solvers, balls;
    CAROM_TRY(carom_run_records_read(&z->run, directory, figure_options->stop, error));
    solvers = z->run.data.solvers;
    balls = z->run.data.scenario.problem.count;
    z->impact = calloc(solvers + 1, sizeof *z->impact);
    z->factor = calloc(solvers + 1, sizeof *z->factor);
    z->at = calloc(solvers * ZOOM_PHASES * balls + 1, sizeof *z->at);
    CAROM_NEED(z->impact != NULL && z->factor != NULL && z->at != NULL, error);
    CAROM_TRY(find_ball(z, ball, error));
    CAROM_TRY(choose_contacts(z, t_s, error));
    for (size_t s = 0; s < solvers; s++) {
        if (z->impact[s] != NULL) {
            CAROM_TRY(run_again(z, s, figure_options, error));
            measure_overlaps(z, s);
        }
    }
    return carom_tables_write(directory, carom_zoom_tables, z, error);
}

carom_status carom_zoom_draw(const char *directory, const carom_figure_options *figure_options,
                             double t_s, const char *ball, double exaggerate, carom_error *error)
{
    zoom z = {.exaggerate = exaggerate};
    carom_drawing drawing = {.item = NULL};
    carom_status status = prepare_zoom(&z, directory, figure_options, t_s, ball, error);
    if (status == CAROM_OK) {
        draw(&drawing, &z);
        status = carom_gnuplot_draw(&drawing, directory, figure_options, error);
    }
    carom_drawing_free(&drawing);
    free(z.impact);
    free(z.factor);
    free(z.at);
    carom_run_records_free(&z.run);
    return status;
}
