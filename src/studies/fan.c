/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom fan: outcomes of the first cluster of simultaneous contacts, for every impact policy, every
 * serial order of its balls, and springs of increasing stiffness. */
#include "carom_studies.h"
#include "impacts/impacts.h"
#include "studies/studies.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_permutation.h>

/* Largest gap over radius of bodies that touch: rounding. */
static const double touching_rel = 1e-9;

/* One outcome and the first method that has it. */
typedef struct {
    char source[160];
    size_t sources;     /* number of methods with this outcome */
    carom_vec *v;       /* indexed by ball of the cluster (m/s); NaN after a failure */
    double *spin_radps; /* indexed by ball of the cluster */
    carom_status status;
    char failure[640]; /* reason why the method has no outcome */
} fan_outcome;

typedef struct {
    const carom_scenario *scenario;
    double t_s;                        /* time of the impact */
    const volatile sig_atomic_t *stop; /* cancellation flag; may be NULL */
    /* balls that collide, and balls that touch them */
    size_t *ball;
    /* cluster of each of these balls; several clusters may collide at the same time */
    size_t *group;
    carom_flight *flight; /* states just before the impact */
    size_t balls;
    fan_outcome *outcome;
    size_t outcomes, capacity;
    size_t orders;   /* serial orders computed */
    bool all_orders; /* false: too many balls */
} fan_study;

/* Largest cluster for which every order is computed: 6! = 720. */
enum { MOST_PERMUTED = 6 };

/* Outcomes are equal if no velocity, of centres or of surfaces by spin, differs by more than this
 * fraction of the fastest. Springs of 1e12 N/m have an overlap of some 1e-7 m at positions of 1 m,
 * which leaves 9 digits. */
static const double same_outcome = 1e-8;

/* ---- outcomes ---- */

/* Whether a method has an outcome like this one. Reasons of failures may differ in numbers. */
static bool is_same(const fan_study *fan, const fan_outcome *p, carom_status status,
                    const carom_sample *sample)
{
    double largest = 0, fastest = 0;
    if (status != CAROM_OK || p->status != CAROM_OK) {
        return p->status == status;
    }
    for (size_t k = 0; k < fan->balls; k++) {
        size_t i = fan->ball[k];
        carom_vec v = carom_flight_from_sample(sample, i).v, off = carom_vec_subtract(v, p->v[k]);
        double spin_change = sample->spin_radps[i] - p->spin_radps[k];
        largest = fmax(largest, fmax(fabs(off.x), fabs(off.y)));
        largest = fmax(largest, fabs(spin_change) * fan->scenario->problem.ball[i].radius_m);
        fastest = fmax(fastest, fmax(fabs(v.x), fabs(v.y)));
    }
    return (fastest > 0 ? largest / fastest : largest) < same_outcome;
}

/* Add the outcome or failure of a method. Cancellation and lack of memory end the study. */
static carom_status add_result(fan_study *fan, carom_status status, const carom_error *why,
                               const carom_sample *sample, const char *source, carom_error *error)
{
    if (status != CAROM_OK && status != CAROM_COLLAPSE && status != CAROM_INVALID &&
        status != CAROM_NOT_FINITE) {
        *error = *why;
        return status;
    }
    for (size_t i = 0; i < fan->outcomes; i++) {
        if (is_same(fan, &fan->outcome[i], status, sample)) {
            fan->outcome[i].sources++;
            return CAROM_OK;
        }
    }
    CAROM_NEED(carom_reserve(&fan->outcome, fan->outcomes, &fan->capacity, sizeof *fan->outcome),
               error);
    fan_outcome *outcome = &fan->outcome[fan->outcomes++];
    *outcome = (fan_outcome){.sources = 1,
                             .status = status,
                             .v = malloc(fan->balls * sizeof *outcome->v + 1),
                             .spin_radps = malloc(fan->balls * sizeof *outcome->spin_radps + 1)};
    CAROM_NEED(outcome->v != NULL && outcome->spin_radps != NULL, error);
    snprintf(outcome->source, sizeof outcome->source, "%s", source);
    snprintf(outcome->failure, sizeof outcome->failure, "%s", status == CAROM_OK ? "" : why->text);
    for (size_t k = 0; k < fan->balls; k++) {
        size_t i = fan->ball[k];
        outcome->v[k] = status == CAROM_OK ? carom_flight_from_sample(sample, i).v
                                           : (carom_vec){NAN, NAN};
        outcome->spin_radps[k] = status == CAROM_OK ? sample->spin_radps[i] : NAN;
    }
    return CAROM_OK;
}

/* ---- running ---- */

static carom_status run_policy(const fan_study *fan, const carom_problem *problem,
                               const char *policy, double t_s, carom_sample *sample,
                               carom_error *error)
{
    const carom_setting settings[] = {{"impact_policy", policy}, {NULL, NULL}};
    const carom_run_until_over_config config = {.stop = fan->stop, .from_s = t_s};
    return carom_run_until_over(carom_solver_new(problem, "impulse", settings, error), &config,
                                sample, NULL, error);
}

static bool has_collided(const void *context, const carom_sample *end, const carom_log *log,
                         const carom_report *report)
{
    (void)context, (void)log, (void)report;
    return end->collisions > 0;
}

/* Find the first collisions by a run in short intervals, because the collisions after them may
 * never end. */
static carom_status run_to_first(const fan_study *fan, carom_sample *sample, carom_log *log,
                                 carom_error *error)
{
    enum { SLICES = 256 };
    /* a policy that resolves every cluster, also with friction */
    const carom_setting settings[] = {{"impact_policy", "sequential_speed"}, {NULL, NULL}};
    const carom_run_until_over_config config = {.stop = fan->stop,
                                                .each_s = fan->scenario->duration_s / SLICES,
                                                .most = SLICES,
                                                .is_over = has_collided};
    carom_solver *solver = carom_solver_new(&fan->scenario->problem, "impulse", settings, error);
    carom_status status = carom_run_until_over(solver, &config, sample, log, error);
    status = status == CAROM_COLLAPSE ? CAROM_OK : status;
    return status == CAROM_OK && log->count == 0
             ? carom_error_set(error, CAROM_INVALID, "", "nothing collides within duration_s")
             : status;
}

/* ---- cluster ---- */

static bool are_touching(const carom_problem *problem, const carom_sample *at, size_t i, size_t j)
{
    return carom_balls_touch(
        problem, i, j,
        carom_vec_subtract(carom_flight_from_sample(at, j).at, carom_flight_from_sample(at, i).at));
}

/* Mark ball i and all balls connected by contacts, not through fixed balls, with a group number. */
static void mark_group(const carom_problem *problem, const carom_sample *at, size_t i,
                       size_t *group, size_t number)
{
    bool grown = true;
    group[i] = number;
    while (grown) {
        grown = false;
        for (size_t a = 0; a < problem->count; a++) {
            for (size_t b = 0; group[a] == number && !problem->ball[a].fixed && b < problem->count;
                 b++) {
                if (group[b] == 0 && are_touching(problem, at, a, b)) {
                    group[b] = number;
                    grown = true;
                }
            }
        }
    }
}

static carom_status store_cluster(fan_study *fan, const carom_sample *at, const size_t *group,
                                  carom_error *error)
{
    size_t n = at->count + 1;
    fan->ball = calloc(2 * n, sizeof *fan->ball);
    fan->flight = calloc(n, sizeof *fan->flight);
    CAROM_NEED(fan->ball != NULL && fan->flight != NULL, error);
    fan->group = fan->ball + n;
    for (size_t i = 0; i < at->count; i++) {
        if (group[i] != 0) {
            size_t k = fan->balls++;
            fan->ball[k] = i;
            fan->group[k] = group[i];
            fan->flight[k] = carom_flight_from_sample(at, i);
        }
    }
    return CAROM_OK;
}

/* Find the time of the first collision, and every ball in it or touching one of its balls. */
static carom_status find_first_cluster(fan_study *fan, carom_sample *sample, carom_log *log,
                                       size_t *group, carom_error *error)
{
    const carom_problem *problem = &fan->scenario->problem;
    size_t groups = 0;
    CAROM_TRY(run_to_first(fan, sample, log, error));
    fan->t_s = log->item[0].t_s;
    CAROM_TRY(run_policy(fan, problem, "generalized_reflections", fmax(0, nextafter(fan->t_s, -1)),
                         sample, error));
    for (size_t k = 0; k < log->count && log->item[k].t_s == fan->t_s; k++) {
        const carom_collision *c = &log->item[k];
        if (group[c->a] == 0) {
            mark_group(problem, sample, c->a, group, ++groups);
        }
        if (!c->wall && group[c->b] == 0) {
            mark_group(problem, sample, c->b, group, group[c->a]);
        }
    }
    return store_cluster(fan, sample, group, error);
}

static carom_status find_cluster(fan_study *fan, carom_sample *sample, carom_error *error)
{
    carom_log log = {NULL, 0, 0};
    size_t *group = calloc(fan->scenario->problem.count + 1, sizeof *group);
    carom_status status = group == NULL ? carom_error_no_memory(error)
                                        : find_first_cluster(fan, sample, &log, group, error);
    carom_log_free(&log);
    free(group);
    return status;
}

/* A collision at t = 0 happens in the first interval. */
static double just_after(const fan_study *fan)
{
    return fmax(fan->t_s, DBL_MIN);
}

static carom_status add_policies(fan_study *fan, const carom_problem *problem, carom_sample *sample,
                                 carom_error *error)
{
    for (const carom_entry *const *policy = carom_impact_policies.entries; *policy != NULL;
         policy++) {
        carom_error why = {0};
        carom_status status = run_policy(fan, problem, (*policy)->name, just_after(fan), sample,
                                         &why);
        CAROM_TRY(add_result(fan, status, &why, sample, (*policy)->name, error));
    }
    return CAROM_OK;
}

/* ---- serial orders ---- */

/* Run one order by renumbering the balls of the cluster. @p sample has the original numbers. */
static carom_status run_order(fan_study *fan, const carom_problem *problem, carom_problem *copy,
                              const size_t *order, carom_sample *scratch, carom_sample *sample,
                              carom_error *error)
{
    char source[160] = "order";
    carom_error why = {0};
    for (size_t k = 0; k < fan->balls; k++) {
        size_t used = strlen(source), from = fan->ball[order[k]];
        copy->ball[fan->ball[k]] = problem->ball[from];
        copy->ball[fan->ball[k]].number = (uint32_t)fan->ball[k];
        snprintf(source + used, sizeof source - used, " %s", problem->ball[from].name);
    }
    carom_status status = run_policy(fan, copy, "sequential_index", just_after(fan), scratch, &why);
    for (size_t k = 0; k < fan->balls && status == CAROM_OK; k++) {
        sample->vx_mps[fan->ball[order[k]]] = scratch->vx_mps[fan->ball[k]];
        sample->vy_mps[fan->ball[order[k]]] = scratch->vy_mps[fan->ball[k]];
        sample->spin_radps[fan->ball[order[k]]] = scratch->spin_radps[fan->ball[k]];
    }
    fan->orders++;
    return add_result(fan, status, &why, sample, source, error);
}

static carom_status add_orders(fan_study *fan, const carom_problem *problem, carom_sample *sample,
                               carom_error *error)
{
    size_t first[MOST_PERMUTED] = {0, 1, 2, 3, 4, 5};
    gsl_permutation order = {fan->balls, first};
    carom_problem copy = *problem;
    carom_sample scratch;
    carom_status status = carom_sample_init(&scratch, problem->count, error);
    fan->all_orders = fan->balls <= MOST_PERMUTED;
    copy.ball = malloc(problem->count * sizeof *copy.ball);
    if (status == CAROM_OK && copy.ball == NULL) {
        status = carom_error_no_memory(error);
    }
    if (status == CAROM_OK && fan->all_orders) {
        memcpy(copy.ball, problem->ball, problem->count * sizeof *copy.ball);
        do {
            status = run_order(fan, problem, &copy, order.data, &scratch, sample, error);
        } while (status == CAROM_OK && gsl_permutation_next(&order) == GSL_SUCCESS);
    }
    free(copy.ball);
    carom_sample_free(&scratch);
    return status;
}

/* ---- springs: the balls alone, until the impact is over ---- */

/* In contact times: balls that collide again within `soon` belong to the same impact. An impact
 * that lasts longer than `longest`, because balls stay together, is read then. The state is checked
 * every `often`. */
static const double recollision_contacts = 20, most_contacts = 500, check_contacts = 0.25;

static carom_status isolate_cluster(const fan_study *fan, carom_problem *scene, carom_error *error)
{
    CAROM_TRY(carom_problem_copy(scene, &fan->scenario->problem, error));
    /* fan->ball is sorted, so no ball is overwritten */
    for (size_t k = 0; k < fan->balls; k++) {
        carom_ball *ball = &scene->ball[k];
        *ball = scene->ball[fan->ball[k]];
        carom_flight_to_ball(fan->flight[k], ball);
        ball->rolling_resistance = ball->air_drag = 0;
        ball->number = (uint32_t)k;
    }
    scene->count = fan->balls;
    scene->gravity_mps2 = (carom_vec){0, 0};
    scene->rolling_resistance = scene->air_drag = 0;
    scene->restitution = carom_problem_restitution(&fan->scenario->problem, fan->t_s);
    scene->changes = 0;
    return CAROM_OK;
}

static carom_wall_overlap wall_gap(const carom_problem *scene, size_t i, size_t wall, carom_vec at)
{
    return carom_walls_part_overlap(scene, wall, at,
                                    carom_walls_reach(scene, scene->ball[i].radius_m));
}

static bool will_hit_wall(const carom_problem *scene, const carom_sample *at, size_t i,
                          double within_s)
{
    carom_vec start = carom_flight_from_ball(&scene->ball[i]).at;
    carom_flight ball = carom_flight_from_sample(at, i);
    bool hits = false;
    for (size_t w = 0; w < carom_walls_count(scene); w++) {
        carom_wall_overlap now = wall_gap(scene, i, w, ball.at);
        double out = carom_vec_dot(ball.v, now.normal);
        bool touched = fabs(wall_gap(scene, i, w, start).overlap_m) <=
                       touching_rel * scene->ball[i].radius_m;
        hits = hits || (touched && out > 0 && fabs(now.overlap_m) <= out * within_s);
    }
    return hits;
}

static bool will_collide(const carom_problem *scene, const carom_sample *at, size_t i, size_t j,
                         double within_s)
{
    carom_flight a = carom_flight_from_sample(at, i), b = carom_flight_from_sample(at, j);
    double reach = scene->ball[i].radius_m + scene->ball[j].radius_m;
    return carom_time_of_impact(carom_torus_shortest(scene, carom_vec_subtract(b.at, a.at)),
                                carom_vec_subtract(b.v, a.v), reach, 0, within_s) <= within_s;
}

/* Whether no balls of a cluster touch or will touch within a time. */
static bool is_over(const fan_study *fan, const carom_problem *scene, const carom_sample *at,
                    double within_s)
{
    bool over = at->contacts == 0 && at->collisions > 0;
    for (size_t i = 0; i < scene->count && over; i++) {
        over = !will_hit_wall(scene, at, i, within_s);
        for (size_t j = i + 1; j < scene->count && over; j++) {
            over = fan->group[i] != fan->group[j] || !will_collide(scene, at, i, j, within_s);
        }
    }
    return over;
}

/* Context of is_impact_over. */
typedef struct {
    const fan_study *fan;
    const carom_problem *scene;
} impact_context;

static bool is_impact_over(const void *context, const carom_sample *end, const carom_log *log,
                           const carom_report *report)
{
    const impact_context *of = context;
    (void)log;
    return is_over(of->fan, of->scene, end, recollision_contacts * report->contact_s);
}

/* Run the cluster alone with springs of @p stiffness_N_per_m (text), without gravity and
 * resistance, until the impact is over. Store the velocities and spins in @p sample of the whole
 * problem. */
static carom_status collide_springs(const fan_study *fan, const char *stiffness_N_per_m,
                                    carom_problem *scene, carom_sample *at, carom_sample *sample,
                                    carom_error *error)
{
    const carom_setting settings[] = {{"stiffness_N_per_m", stiffness_N_per_m},
                                      {"integrator", "rk4"},
                                      {"contacts", "located"},
                                      {"theta", "0.01"},
                                      {NULL, NULL}};
    const carom_run_until_over_config config = {.stop = fan->stop,
                                                .each_contacts = check_contacts,
                                                .most = (int)(most_contacts / check_contacts),
                                                .is_over = is_impact_over,
                                                .context = &(impact_context){fan, scene}};
    CAROM_TRY(isolate_cluster(fan, scene, error));
    CAROM_TRY(carom_sample_init(at, scene->count, error));
    CAROM_TRY(carom_run_until_over(carom_solver_new(scene, "penalty", settings, error), &config, at,
                                   NULL, error));
    for (size_t k = 0; k < fan->balls; k++) {
        sample->vx_mps[fan->ball[k]] = at->vx_mps[k];
        sample->vy_mps[fan->ball[k]] = at->vy_mps[k];
        sample->spin_radps[fan->ball[k]] = at->spin_radps[k];
    }
    return CAROM_OK;
}

static carom_status add_springs(fan_study *fan, double stiffness, carom_sample *sample,
                                carom_error *error)
{
    char k[32], source[64];
    carom_problem scene = {.count = 0};
    carom_sample at = {.count = 0};
    carom_error why = {0};
    carom_number_format_short(stiffness, k, sizeof k);
    snprintf(source, sizeof source, "springs of %s N/m", k);
    carom_status status = collide_springs(fan, k, &scene, &at, sample, &why);
    carom_sample_free(&at);
    carom_problem_free(&scene);
    return add_result(fan, status, &why, sample, source, error);
}

/* ---- study ---- */

static carom_status find_outcomes(fan_study *fan, carom_sample *sample, carom_error *error)
{
    static const double stiffness[] = {1e6, 1e8, 1e10, 1e12};
    const carom_problem *problem = &fan->scenario->problem;
    CAROM_TRY(carom_sample_init(sample, problem->count, error));
    CAROM_TRY(find_cluster(fan, sample, error));
    CAROM_TRY(add_policies(fan, problem, sample, error));
    CAROM_TRY(add_orders(fan, problem, sample, error));
    for (size_t i = 0; i < sizeof stiffness / sizeof stiffness[0]; i++) {
        CAROM_TRY(add_springs(fan, stiffness[i], sample, error));
    }
    return CAROM_OK;
}

static carom_status fan_run(void *object, const carom_study *study, carom_error *error)
{
    fan_study *fan = object;
    carom_sample sample = {.count = 0};
    fan->scenario = study->scenario;
    fan->stop = study->stop;
    carom_status status = find_outcomes(fan, &sample, error);
    carom_sample_free(&sample);
    return status;
}

static void fan_release(void *object)
{
    fan_study *fan = object;
    for (size_t i = 0; i < fan->outcomes; i++) {
        free(fan->outcome[i].v);
        free(fan->outcome[i].spin_radps);
    }
    free(fan->outcome);
    free(fan->flight);
    free(fan->ball);
}

/* ---- output ---- */

static size_t count_walls(const fan_study *fan)
{
    const carom_problem *problem = &fan->scenario->problem;
    size_t touched = 0, i = fan->ball[0];
    for (size_t w = 0; w < carom_walls_count(problem); w++) {
        touched += fabs(wall_gap(problem, i, w, fan->flight[0].at).overlap_m) <=
                   touching_rel * problem->ball[i].radius_m;
    }
    return touched;
}

static carom_status fan_print(const void *object, FILE *stream, FILE *complaints)
{
    (void)complaints;
    const fan_study *fan = object;
    const carom_problem *problem = &fan->scenario->problem;
    size_t failed = 0;
    char touched[60];
    for (size_t i = 0; i < fan->outcomes; i++) {
        failed += fan->outcome[i].status != CAROM_OK;
    }
    if (fan->balls > 1) {
        snprintf(touched, sizeof touched, "%zu balls collide", fan->balls);
    } else {
        size_t walls = count_walls(fan);
        snprintf(touched, sizeof touched,
                 walls > 1 ? "1 ball hits %zu walls" : "1 ball hits a wall", walls);
    }
    fprintf(stream,
            "%s at t = %.9g s: %zu outcome%s from the policies, %zu serial order%s%s and "
            "springs\n",
            touched, fan->t_s, fan->outcomes - failed,
            carom_plural((double)(fan->outcomes - failed)), fan->orders,
            carom_plural((double)fan->orders), fan->all_orders ? "" : " (too many balls for all)");
    for (size_t i = 0; i < fan->outcomes; i++) {
        const fan_outcome *outcome = &fan->outcome[i];
        fprintf(stream, "\n%zu  %s", i + 1, outcome->source);
        if (outcome->sources > 1) {
            fprintf(stream, " (and %zu more)", outcome->sources - 1);
        }
        fprintf(stream, "\n");
        if (outcome->status != CAROM_OK) {
            fprintf(stream, "   no outcome: %s\n", outcome->failure);
            continue;
        }
        for (size_t k = 0; k < fan->balls; k++) {
            fprintf(stream, "   %-16s (%+.9f, %+.9f) m/s", problem->ball[fan->ball[k]].name,
                    outcome->v[k].x + 0.0, outcome->v[k].y + 0.0);
            if (carom_problem_spins(problem)) {
                fprintf(stream, " %+.9g rad/s", outcome->spin_radps[k] + 0.0);
            }
            fputc('\n', stream);
        }
    }
    return CAROM_OK;
}

/* Row of a table: ball k of the cluster in outcome i. */
typedef struct {
    const fan_study *fan;
    size_t i, k;
} outcome_row;

static const fan_outcome *outcome_of(const outcome_row *r)
{
    return &r->fan->outcome[r->i];
}

static const carom_ball *ball_of(const outcome_row *r)
{
    return &r->fan->scenario->problem.ball[r->fan->ball[r->k]];
}

#define OUTCOMES(NUMBER, TEXT, of)                                                                 \
    NUMBER(of, outcome, "", (double)(r->i + 1), "number of the outcome")                           \
    TEXT(of, source, outcome_of(r)->source, "first method with this outcome")                      \
    NUMBER(of, sources, "", (double)outcome_of(r)->sources, "number of methods with this outcome") \
    TEXT(of, ball, ball_of(r)->name, "name in the scenario")                                       \
    NUMBER(of, x_m, "m", r->fan->flight[r->k].at.x, "position of the centre")                      \
    NUMBER(of, y_m, "m", r->fan->flight[r->k].at.y, "position of the centre")                      \
    NUMBER(of, radius_m, "m", ball_of(r)->radius_m, "radius")                                      \
    NUMBER(of, vx_mps, "m/s", outcome_of(r)->v[r->k].x,                                            \
           "velocity after the impact; nan: no outcome")                                           \
    NUMBER(of, vy_mps, "m/s", outcome_of(r)->v[r->k].y, "velocity after the impact")               \
    NUMBER(of, arriving_vx_mps, "m/s", r->fan->flight[r->k].v.x, "velocity before the impact")     \
    NUMBER(of, arriving_vy_mps, "m/s", r->fan->flight[r->k].v.y, "velocity before the impact")
CAROM_COLUMNS(outcomes, outcome_row, OUTCOMES)

#define SPINS(NUMBER, TEXT, of)                                                                    \
    NUMBER(of, outcome, "", (double)(r->i + 1), "number of the outcome")                           \
    TEXT(of, ball, ball_of(r)->name, "name in the scenario")                                       \
    NUMBER(of, spin_radps, "rad/s", outcome_of(r)->spin_radps[r->k], "spin after the impact")
CAROM_COLUMNS(spins, outcome_row, SPINS)

static void outcomes_of_all(const void *object, carom_rows *rows)
{
    const fan_study *fan = object;
    for (size_t i = 0; i < fan->outcomes; i++) {
        for (size_t k = 0; k < fan->balls; k++) {
            carom_rows_write(rows, &(outcome_row){fan, i, k});
        }
    }
}

static void spins_of_all(const void *object, carom_rows *rows)
{
    const fan_study *fan = object;
    if (carom_problem_spins(&fan->scenario->problem)) {
        outcomes_of_all(object, rows);
    }
}

static const carom_table tables[] = {{"fan.tsv", "a row for each outcome and ball",
                                      outcomes_columns, outcomes_of_all, NULL, 0, NULL},
                                     {"fan-spin.tsv", "with spin: a row for each outcome and ball",
                                      spins_columns, spins_of_all, NULL, 0, NULL},
                                     {.name = NULL}};

static void fan_draw(const void *object, carom_drawing *drawing)
{
    (void)object;
    carom_drawing_subject(drawing,
                          "Velocities before (grey) and after the first simultaneous impact");
    carom_drawing_figure(drawing, "fan", "fan");
}

static const carom_command_option options[] = {
    {"output", "folder of fan.tsv; by default out/<stem of FILE>"},
    {"set", NULL},
    {"json", NULL},
    {"no-plots", "table only"},
    CAROM_FIGURE_STYLE_OPTIONS,
    {NULL, NULL}};

const carom_study_entry carom_study_fan = {
    .about = {.name = "fan",
              .summary = "every outcome of the first simultaneous impact",
              .options_size = sizeof(fan_study)},
    .text = STUDY_FAN_TEXT,
    .options = options,
    .run = fan_run,
    .print = fan_print,
    .release = fan_release,
    .tables = tables,
    .figures = "fan.*",
    .draw = fan_draw};
