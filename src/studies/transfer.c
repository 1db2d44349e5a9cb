/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom transfer: measures the restitution of a force law over the approach speed, and uses it as a
 * table in the impulse solver. */
#include "carom_studies.h"
#include "studies/studies.h"
#include <carom/impact_law.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

enum { POINTS = 24 };

typedef struct {
    const carom_scenario *scenario;
    const carom_scenario_solver *soft;
    double approach_mps[POINTS], restitution[POINTS];
    double theory[POINTS]; /* restitution of a free collision by the force law; NaN: unknown */
    size_t a, b;           /* bodies of the measurement; b: the number of balls for a wall */
    /* the restitution has the specified value at every speed */
    bool same;
    /* balls with other masses or radii collide too */
    bool other_masses;
    /* impulse solvers with the specified restitution, and with the table (owned) */
    carom_choice constant, table;
    carom_trajectory spring, constant_run, table_run;
} transfer_study;

/* Range of the table: from this fraction of the fastest collision, or from the slowest collision if
 * that is slower (but not below the second fraction), to this multiple of the fastest. */
static const double slow_part = 1e-2, slowest_part = 1e-4, beyond = 1.2;

/* theta of the measurement. */
static const double measured_theta = 0.01;

static carom_status run(carom_trajectory *trajectory, const carom_choice *choice,
                        const carom_study *study, carom_error *error)
{
    const carom_scenario *scenario = study->scenario;
    return carom_trajectory_run(trajectory, &scenario->problem, choice, scenario->duration_s,
                                (size_t)scenario->samples, study->stop, error);
}

/* ---- measurement ---- */

/* NULL: a wall */
static const carom_ball *second_ball(const transfer_study *transfer)
{
    const carom_problem *problem = &transfer->scenario->problem;
    return transfer->b < problem->count ? &problem->ball[transfer->b] : NULL;
}

/* True if a collision is of the measured kind: of two balls, or of a ball and a wall. */
static bool is_measured(const transfer_study *transfer, const carom_collision *collision)
{
    return collision->wall == (second_ball(transfer) == NULL);
}

static double initial_distance(const transfer_study *transfer)
{
    const carom_ball *ball = transfer->scenario->problem.ball, *b = second_ball(transfer);
    return 1.01 * (ball[transfer->a].radius_m + (b == NULL ? 0 : b->radius_m));
}

static bool has_separated(const void *context, const carom_sample *end, const carom_log *log,
                          const carom_report *report_failure)
{
    (void)context, (void)end, (void)report_failure;
    return log->count > 0 && !isnan(log->item[0].separation_mps);
}

static carom_status measure_restitution(transfer_study *transfer, const carom_choice *springs,
                                        size_t k, const volatile sig_atomic_t *stop,
                                        carom_error *error)
{
    const carom_problem *problem = &transfer->scenario->problem;
    double speed = transfer->approach_mps[k], distance = initial_distance(transfer);
    const carom_run_until_over_config config = {.stop = stop,
                                                .from_s = 0.01 * distance / (1.01 * speed),
                                                .each_contacts = 2,
                                                .most = 40,
                                                .is_over = has_separated};
    carom_problem scene;
    carom_log log = {NULL, 0, 0};
    carom_status status = carom_make_head_on_scene(&scene, problem, transfer->a, transfer->b,
                                                   distance, speed, 0, error);
    CAROM_THEN(status,
               carom_run_until_over(carom_solver_new_from_choice(&scene, springs, true, error),
                                    &config, NULL, &log, error));
    transfer->restitution[k] = log.count > 0 ? log.item[0].separation_mps / log.item[0].approach_mps
                                             : NAN;
    carom_log_free(&log);
    carom_problem_free(&scene);
    return status != CAROM_OK || !isnan(transfer->restitution[k])
             ? status
             : carom_error_set(error, CAROM_INVALID, "",
                               "two balls that collide at %.6g m/s do not separate, so the "
                               "restitution cannot be measured",
                               speed);
}

static const char *second_name(const carom_problem *problem, const carom_collision *collision)
{
    return collision->wall ? "a wall" : problem->ball[collision->b].name;
}

static bool have_other_materials(const carom_problem *problem, const carom_collision *p,
                                 const carom_collision *q)
{
    const carom_ball *ball = problem->ball;
    const carom_ball *b = p->wall ? NULL : &ball[p->b], *d = q->wall ? NULL : &ball[q->b];
    const carom_pair *one = carom_problem_pair(problem, &ball[p->a], b);
    const carom_pair *other = carom_problem_pair(problem, &ball[q->a], d);
    double k = one == NULL ? 1 : one->stiffness_factor,
           l = other == NULL ? 1 : other->stiffness_factor;
    return k != l || carom_pair_restitution(problem, &ball[p->a], b, 0) !=
                         carom_pair_restitution(problem, &ball[q->a], d, 0);
}

/* Whether they differ in reduced mass or effective radius, which force laws depend on. */
static bool have_other_masses(const carom_problem *problem, const carom_collision *p,
                              const carom_collision *q)
{
    const carom_ball *a = &problem->ball[p->a], *b = p->wall ? NULL : &problem->ball[p->b],
                     *c = &problem->ball[q->a], *d = q->wall ? NULL : &problem->ball[q->b];
    double r = 1 / (1 / a->radius_m + (b == NULL ? 0 : 1 / b->radius_m)),
           s = 1 / (1 / c->radius_m + (d == NULL ? 0 : 1 / d->radius_m));
    double mu = carom_pair_reduced_mass(a, b), nu = carom_pair_reduced_mass(c, d);
    return fabs(r - s) > 1e-9 * r || fabs(mu - nu) > 1e-9 * mu;
}

/* Reject scenes that a single table cannot describe: several materials, or a schedule. */
static carom_status check_materials(transfer_study *transfer, carom_error *error)
{
    const carom_problem *problem = &transfer->scenario->problem;
    const carom_log *log = &transfer->spring.log;
    const carom_collision *first = NULL;
    if (problem->changes > 0) {
        return carom_error_set(
            error, CAROM_INVALID, "schedule",
            "the restitution changes at t = %.6g s, but the table depends on speed only; "
            "expected a scenario without a schedule",
            problem->change[0].t_s);
    }
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        first = first == NULL && is_measured(transfer, c) ? c : first;
        if (is_measured(transfer, c) && have_other_materials(problem, first, c)) {
            return carom_error_set(
                error, CAROM_INVALID, "pairs",
                "the collision of %.60s and %.60s has other materials than that of "
                "%.60s and %.60s, and one table "
                "cannot describe both; expected collisions of one kind of balls",
                problem->ball[c->a].name, second_name(problem, c), problem->ball[first->a].name,
                second_name(problem, first));
        }
        transfer->other_masses = transfer->other_masses ||
                                 (is_measured(transfer, c) && have_other_masses(problem, first, c));
    }
    return CAROM_OK;
}

static double specified_restitution(const transfer_study *transfer)
{
    const carom_problem *problem = &transfer->scenario->problem;
    return carom_pair_restitution(problem, &problem->ball[transfer->a], second_ball(transfer), 0);
}

/* Choose the speeds from the collisions, and the balls of the first one. */
static carom_status choose_speeds(transfer_study *transfer, carom_error *error)
{
    const carom_log *log = &transfer->spring.log;
    double slowest = INFINITY, fastest = 0;
    bool walls = true; /* no two balls collide */
    for (size_t k = 0; k < log->count; k++) {
        walls = walls && log->item[k].wall;
    }
    for (size_t k = log->count; k-- > 0;) {
        const carom_collision *c = &log->item[k];
        if (c->wall == walls) {
            transfer->a = c->a;
            transfer->b = walls ? transfer->scenario->problem.count : c->b;
            slowest = fmin(slowest, c->approach_mps);
            fastest = fmax(fastest, c->approach_mps);
        }
    }
    if (!(fastest > 0)) {
        return carom_error_set(error, CAROM_INVALID, "duration_s",
                               "nothing collides; expected a collision, whose restitution is "
                               "measured");
    }
    fastest *= beyond;
    slowest = fmax(fmin(slowest / beyond, slow_part * fastest), slowest_part * fastest);
    for (size_t k = 0; k < POINTS; k++) {
        transfer->approach_mps[k] = slowest * pow(fastest / slowest, (double)k / (POINTS - 1));
    }
    return CAROM_OK;
}

/* ---- impulse solver with the table ---- */

static carom_status fill_points(const transfer_study *transfer, carom_param_ref points,
                                carom_error *error)
{
    carom_list *list = carom_param_list(points);
    list->items = calloc(POINTS, points.row->size);
    CAROM_NEED(list->items != NULL, error);
    list->count = POINTS;
    for (size_t k = 0; k < POINTS; k++) {
        char *item = (char *)list->items + k * points.row->size;
        for (const carom_param *field = points.row->fields; field->key != NULL; field++) {
            bool speed = strcmp(field->key, "approach_mps") == 0;
            *carom_param_number(
                (carom_param_ref){field, item}) = speed ? transfer->approach_mps[k]
                                                        : fmin(1, transfer->restitution[k]);
        }
    }
    return CAROM_OK;
}

static carom_status make_impulse(transfer_study *transfer, carom_choice *choice, bool table,
                                 carom_error *error)
{
    CAROM_TRY(carom_choice_set(choice, carom_interface_find(&carom_solvers, "impulse"), error));
    if (!table) {
        return CAROM_OK;
    }
    CAROM_TRY(carom_choice_set_text(choice, "impact_law", "table", error));
    CAROM_TRY(carom_choice_set_text(choice, "table_for_walls",
                                    second_ball(transfer) == NULL ? "true" : "false", error));
    return fill_points(transfer,
                       carom_params_find(choice->entry->params, choice->options, "points"), error);
}

static const carom_scenario_solver *find_soft(const carom_scenario *scenario, const char *name)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        if (carom_solver_has_traits(&solver->kind, CAROM_SOFT) &&
            (name == NULL || strcmp(name, solver->name) == 0)) {
            return solver;
        }
    }
    return NULL;
}

static carom_status measure_all(transfer_study *transfer, const carom_study *study,
                                carom_error *error)
{
    carom_problem scene = {.count = 0};
    carom_choice springs;
    carom_status status = carom_choice_copy(&springs, &transfer->soft->kind, error);
    CAROM_THEN(status,
               carom_make_head_on_scene(&scene, &study->scenario->problem, transfer->a, transfer->b,
                                        initial_distance(transfer), 1, 0, error));
    CAROM_THEN(status, carom_choice_converge(&springs, &scene, measured_theta, error));
    for (size_t k = 0; k < POINTS && status == CAROM_OK; k++) {
        status = measure_restitution(transfer, &springs, k, study->stop, error);
    }
    carom_problem_free(&scene);
    carom_choice_free(&springs);
    return status;
}

/* Compute the restitution of free collisions of the two balls from the force law alone. */
static carom_status find_theory(transfer_study *transfer, carom_error *error)
{
    const carom_problem *problem = &transfer->scenario->problem;
    const carom_ball *a = &problem->ball[transfer->a], *b = second_ball(transfer);
    carom_springs springs;
    const bool known = carom_solver_springs(&transfer->soft->kind, &springs);
    carom_surface surface = carom_pair_surface(problem, a, b);
    carom_contact contact;
    surface.end = known ? (int)springs.contact_end : 0;
    if (known) {
        CAROM_TRY(springs.law->damping(springs.law_options, surface.end,
                                       specified_restitution(transfer), &surface.damping, error));
        contact = springs.law->contact(springs.law_options, &surface);
    }
    for (size_t k = 0; k < POINTS; k++) {
        transfer->theory[k] =
            known ? springs.law->outcome(&contact, transfer->approach_mps[k]).restitution : NAN;
    }
    return CAROM_OK;
}

/* Measure the chosen penalty solver, or the first one, and run the impulse solvers. */
static carom_status transfer_run(void *object, const carom_study *study, carom_error *error)
{
    const carom_scenario *scenario = study->scenario;
    const char *name = study->only_count > 0 ? study->only[0] : NULL;
    transfer_study *transfer = object;
    transfer->scenario = scenario;
    transfer->soft = find_soft(scenario, name);
    if (transfer->soft == NULL) {
        return carom_error_set(error, CAROM_INVALID, "solvers",
                               "no penalty solver%s%s; expected one, whose restitution is "
                               "measured",
                               name == NULL ? "" : " called ", name == NULL ? "" : name);
    }
    CAROM_TRY(run(&transfer->spring, &transfer->soft->kind, study, error));
    CAROM_TRY(choose_speeds(transfer, error));
    CAROM_TRY(check_materials(transfer, error));
    CAROM_TRY(measure_all(transfer, study, error));
    CAROM_TRY(find_theory(transfer, error));
    CAROM_TRY(make_impulse(transfer, &transfer->constant, false, error));
    CAROM_TRY(make_impulse(transfer, &transfer->table, true, error));
    CAROM_TRY(run(&transfer->constant_run, &transfer->constant, study, error));
    CAROM_TRY(run(&transfer->table_run, &transfer->table, study, error));
    transfer->same = true;
    for (size_t k = 0; k < POINTS; k++) {
        double change = transfer->restitution[k] - specified_restitution(transfer);
        transfer->same = transfer->same && fabs(change) < 1e-6;
    }
    return CAROM_OK;
}

static void transfer_release(void *object)
{
    transfer_study *transfer = object;
    carom_trajectory_free(&transfer->spring);
    carom_trajectory_free(&transfer->constant_run);
    carom_trajectory_free(&transfer->table_run);
    carom_choice_free(&transfer->constant);
    carom_choice_free(&transfer->table);
}

/* ---- output ---- */

typedef struct {
    const transfer_study *transfer;
    size_t k;
} transfer_at;

static double kinetic_at(const carom_trajectory *trajectory, size_t k)
{
    return k < trajectory->samples ? trajectory->kinetic_J[k] : NAN;
}

static double distance_at(const transfer_at *r, const carom_trajectory *trajectory)
{
    return carom_trajectory_distance(&r->transfer->scenario->problem, &r->transfer->spring,
                                     trajectory, r->k);
}

#define RESTITUTIONS(NUMBER, TEXT, of)                                                             \
    NUMBER(of, approach_mps, "m/s", r->transfer->approach_mps[r->k], "normal approach speed")      \
    NUMBER(of, restitution, "", r->transfer->restitution[r->k], "measured with springs")           \
    NUMBER(of, theory, "", r->transfer->theory[r->k],                                              \
           "of a free collision by the force law; nan: unknown")
#define DISTANCES(NUMBER, TEXT, of)                                                                \
    NUMBER(of, t_s, "s", r->transfer->spring.t_s[r->k], "time of the sample")                      \
    NUMBER(of, constant_m, "m", distance_at(r, &r->transfer->constant_run),                        \
           "rms distance from the springs, with the specified restitution")                        \
    NUMBER(of, table_m, "m", distance_at(r, &r->transfer->table_run),                              \
           "rms distance from the springs, with the measured restitution")                         \
    NUMBER(of, kinetic_springs_J, "J", r->transfer->spring.kinetic_J[r->k],                        \
           "kinetic energy with springs")                                                          \
    NUMBER(of, kinetic_constant_J, "J", kinetic_at(&r->transfer->constant_run, r->k),              \
           "kinetic energy with the specified restitution")                                        \
    NUMBER(of, kinetic_table_J, "J", kinetic_at(&r->transfer->table_run, r->k),                    \
           "kinetic energy with the measured restitution")
CAROM_COLUMNS(restitutions, transfer_at, RESTITUTIONS)
CAROM_COLUMNS(distances, transfer_at, DISTANCES)

static void restitutions_of_all(const void *object, carom_rows *rows)
{
    for (transfer_at row = {object, 0}; row.k < POINTS; row.k++) {
        carom_rows_write(rows, &row);
    }
}

static void distances_of_all(const void *object, carom_rows *rows)
{
    for (transfer_at row = {object, 0}; row.k < row.transfer->spring.samples; row.k++) {
        carom_rows_write(rows, &row);
    }
}

static void write_solver(const void *object, FILE *stream)
{
    const transfer_study *transfer = object;
    fprintf(stream, "# restitution of '%s': a solver for the solvers: list of a scenario\n",
            transfer->soft->name);
    fprintf(stream, "- name: transferred\n  kind: impulse\n  impact_law: table\n%s  points:\n",
            second_ball(transfer) == NULL ? "  table_for_walls: true\n" : "");
    for (size_t k = 0; k < POINTS; k++) {
        fprintf(stream, "    - { approach_mps: %.15g, restitution: %.15g }\n",
                transfer->approach_mps[k], fmin(1, transfer->restitution[k]));
    }
}

static const carom_table tables[] = {
    {"restitution.tsv", "a row for each approach speed", restitutions_columns, restitutions_of_all,
     NULL},
    {"transfer.tsv", "a row for each sample", distances_columns, distances_of_all, NULL},
    {.name = "solver.yaml", .doc = "the impulse solver for a scenario", .write = write_solver},
    {.name = NULL}};

static void title_restitution(carom_drawing *drawing, const transfer_study *transfer,
                              const char *name)
{
    const size_t last = POINTS - 1;
    double slow = transfer->restitution[0], fast = transfer->restitution[last], least = slow,
           most = slow;
    for (size_t k = 0; k <= last; k++) {
        least = fmin(least, transfer->restitution[k]);
        most = fmax(most, transfer->restitution[k]);
    }
    if (most - least < 1e-3) {
        carom_drawing_subject(drawing, "%s: e is %.2f at every speed", name, slow);
    } else if (least < fmin(slow, fast) - 1e-3 || most > fmax(slow, fast) + 1e-3) {
        carom_drawing_subject(drawing, "%s: e is between %.2f and %.2f", name, least, most);
    } else {
        carom_drawing_subject(drawing, "%s: e %s from %.2f to %.2f with the speed", name,
                              fast < slow ? "falls" : "rises", slow, fast);
    }
}

/* Median over the samples of the ratio of distances, specified restitution over table. */
static double median_gain(const transfer_study *transfer)
{
    double *ratio = malloc((transfer->spring.samples + 1) * sizeof *ratio), median = NAN;
    size_t n = 0;
    for (transfer_at r = {transfer, 0}; ratio != NULL && r.k < transfer->spring.samples; r.k++) {
        double constant_run = distance_at(&r, &transfer->constant_run),
               table = distance_at(&r, &transfer->table_run);
        if (constant_run > 0 && table > 0) {
            ratio[n++] = constant_run / table;
        }
    }
    if (n > 0) {
        gsl_sort(ratio, 1, n);
        median = gsl_stats_median_from_sorted_data(ratio, 1, n);
    }
    free(ratio);
    return median;
}

static void title_distance(carom_drawing *drawing, const transfer_study *transfer, const char *name)
{
    double gain = median_gain(transfer);
    if (gain > 1.05) {
        carom_drawing_subject(drawing,
                              "With e(v) instead of e = %.3g, impulses are %.2g times nearer to %s "
                              "(median over time)",
                              specified_restitution(transfer), gain, name);
    } else {
        carom_drawing_subject(drawing,
                              "With e(v) instead of e = %.3g, impulses are no nearer to %s",
                              specified_restitution(transfer), name);
    }
}

/* Index of the sample at or after time @p t_s. */
static size_t sample_after(const carom_trajectory *trajectory, double t_s)
{
    size_t k = 0;
    while (k + 1 < trajectory->samples && trajectory->t_s[k] < t_s) {
        k++;
    }
    return k;
}

/* Mark the collision of the springs that multiplies the distance of the table run most, if at least
 * threefold until the next collision: its time, and who collides. */
static void mark_collision(carom_drawing *drawing, const transfer_study *transfer)
{
    static const double least = 3;
    const carom_trajectory *spring = &transfer->spring;
    const carom_collision *found = NULL;
    double most = least;
    for (size_t i = 0; i < spring->log.count && spring->samples > 0; i++) {
        const carom_collision *c = &spring->log.item[i];
        double next_s = i + 1 < spring->log.count ? spring->log.item[i + 1].t_s : INFINITY;
        size_t k = sample_after(spring, c->t_s), n = sample_after(spring, next_s);
        transfer_at before = {transfer, k > 0 ? k - 1 : 0}, after = {transfer, n};
        double from = distance_at(&before, &transfer->table_run),
               to = distance_at(&after, &transfer->table_run);
        if (from > 0 && to > most * from) {
            most = to / from;
            found = c;
        }
    }
    const carom_ball *ball = transfer->scenario->problem.ball;
    char text[2 * CAROM_NAME_SIZE + 40] = "";
    if (found != NULL) {
        snprintf(text, sizeof text, "%s hits %s, %.2g s", ball[found->a].name,
                 found->wall ? "a wall" : ball[found->b].name, found->t_s);
    }
    carom_drawing_number(drawing, "MOMENT_S", found == NULL ? 0 : found->t_s);
    carom_drawing_text(drawing, "SPOTNAME", text);
}

static void transfer_draw(const void *object, carom_drawing *drawing)
{
    const transfer_study *transfer = object;
    const carom_label name = carom_text_label_of(transfer->scenario, transfer->soft->name);
    bool has_theory = !isnan(transfer->theory[0]);
    carom_drawing_text(drawing, "LANE", name.text);
    carom_drawing_number(drawing, "DURATION", transfer->scenario->duration_s);
    carom_drawing_number(drawing, "NOMINAL", specified_restitution(transfer));
    carom_drawing_count(drawing, "THEORY", has_theory);
    title_restitution(drawing, transfer, name.text);
    carom_drawing_figure(drawing, "restitution", "restitution");
    title_distance(drawing, transfer, name.text);
    mark_collision(drawing, transfer);
    carom_drawing_figure(drawing, "transfer", "transfer");
}

/* ---- printing ---- */

/* Print one distance, and the ratio if the table differs. */
static void print_distance(FILE *stream, const char *when, double before, double after, bool same)
{
    char b[20], a[20], closer[20] = "-";
    snprintf(b, sizeof b, isnan(before) ? "stopped" : "%.3g", before);
    snprintf(a, sizeof a, isnan(after) ? "stopped" : "%.3g", after);
    if (before > 0 && after > 0 && !same) {
        snprintf(closer, sizeof closer, "%.3g", before / after);
    }
    fprintf(stream, "%-34s %12s %12s %12s%s\n", when, b, a, closer,
            !same && after > 1.001 * before ? "  (farther)" : "");
}

static void print_closeness(FILE *stream, const transfer_study *transfer)
{
    static const double at[] = {0.25, 0.5, 1};
    const carom_problem *problem = &transfer->scenario->problem;
    bool farther = false;
    const carom_trajectory *spring = &transfer->spring, *constant_run = &transfer->constant_run,
                           *table = &transfer->table_run;
    fprintf(stream, "\n%-34s %12s %12s %12s\n", "rms distance from the springs (m)", "constant e",
            "table e(v)", "closer by");
    for (size_t c = 0; c < 3; c++) {
        size_t k = (size_t)(at[c] * (double)(spring->samples - 1));
        double before = carom_trajectory_distance(problem, spring, constant_run, k);
        double after = carom_trajectory_distance(problem, spring, table, k);
        char when[40];
        snprintf(when, sizeof when, "  at t = %.4g s", spring->t_s[k]);
        print_distance(stream, when, before, after, transfer->same);
        farther = farther || (after > 1.001 * before && !transfer->same);
    }
    fprintf(stream, "%-34s", "kinetic energy at the end (J)");
    for (size_t i = 0; i < 2; i++) {
        const carom_trajectory *run = i == 0 ? constant_run : table;
        char text[20] = "stopped";
        if (run->samples >= spring->samples) {
            snprintf(text, sizeof text, "%.5g", run->end.ledger.kinetic_J);
        }
        fprintf(stream, " %12s", text);
    }
    fprintf(stream, "   (springs %.5g)\n", spring->end.ledger.kinetic_J);
    if (farther) {
        fprintf(stream,
                "Where the table is farther away, the restitution is not the cause: contact delay "
                "and rotation remain, and chaos amplifies them ('carom diverge').\n");
    }
}

static void print_limits(FILE *stream, const transfer_study *transfer)
{
    if (transfer->same) {
        fprintf(stream, "The restitution has the specified value at every speed, so the table "
                        "changes nothing.\n");
    } else if (transfer->other_masses) {
        fprintf(stream,
                "Balls with other masses or radii also collide; their restitution may differ.\n");
    }
    for (size_t k = 0; k < transfer->spring.log.count; k++) {
        if (!is_measured(transfer, &transfer->spring.log.item[k])) {
            fputs(
                "At walls the impulse solver uses the specified restitution, because the table is "
                "measured with two balls.\n",
                stream);
            break;
        }
    }
    if (carom_problem_has_contact_friction(&transfer->scenario->problem)) {
        fprintf(stream, "The table has the normal restitution of head-on contacts; friction is not "
                        "transferred ('carom contact').\n");
    }
}

static carom_status transfer_print(const void *object, FILE *stream, FILE *complaints)
{
    const transfer_study *transfer = object;
    const carom_scenario *scenario = transfer->scenario;
    const size_t last = POINTS - 1;
    const struct {
        const char *name;
        const carom_trajectory *trajectory;
    } runs[] = {{transfer->soft->name, &transfer->spring},
                {"the impulse solver with the constant e", &transfer->constant_run},
                {"the impulse solver with the table", &transfer->table_run}};
    carom_status status = CAROM_OK;
    fprintf(stream, "%s between %s and %s: e = %.6g at %.4g m/s, %.6g at %.4g m/s\n",
            transfer->soft->name, scenario->problem.ball[transfer->a].name,
            second_ball(transfer) == NULL ? "a wall" : second_ball(transfer)->name,
            transfer->restitution[0], transfer->approach_mps[0], transfer->restitution[last],
            transfer->approach_mps[last]);
    print_limits(stream, transfer);
    print_closeness(stream, transfer);
    fflush(stream);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        const carom_trajectory *trajectory = runs[i].trajectory;
        if (trajectory->failure.status != CAROM_OK) {
            fprintf(complaints, "carom: error: %s stopped at t = %.6g s: %s\n", runs[i].name,
                    trajectory->end.t_s, trajectory->failure.text);
            status = status == CAROM_OK ? trajectory->failure.status : status;
        }
    }
    return status;
}

static const carom_command_option options[] = {
    {"output", "folder of tables and figures; by default out/<stem of FILE>"},
    {"set", NULL},
    {"solver", "the penalty solver; the first by default"},
    {"json", NULL},
    {"no-plots", NULL},
    CAROM_FIGURE_STYLE_OPTIONS,
    {NULL, NULL}};

const carom_study_entry carom_study_transfer = {
    .about = {.name = "transfer",
              .summary = "measure the restitution of a force law and use it with impulses",
              .options_size = sizeof(transfer_study)},
    .text = STUDY_TRANSFER_TEXT,
    .notes = STUDY_TRANSFER_NOTES,
    .options = options,
    .counts = "runs",
    .run = transfer_run,
    .print = transfer_print,
    .release = transfer_release,
    .tables = tables,
    .draw = transfer_draw};
