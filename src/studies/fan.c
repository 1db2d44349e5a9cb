/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom fan: outcomes of the first cluster of simultaneous contacts, for every impact policy and
 * for springs of increasing stiffness. */
#include "carom_studies.h"
#include "impacts/impacts.h"
#include "studies/studies.h"

/* Largest gap over radius of bodies that touch: rounding. */
static const double touching_rel = 1e-9;

/* Outcomes are equal if no velocity, of centres or of surfaces by spin, differs by more than this
 * fraction of the fastest. Springs of 1e12 N/m have an overlap of some 1e-7 m at positions of 1 m,
 * which leaves 9 digits. */
static const double same_outcome = 1e-8;

/* In contact times: balls that collide again within the first belong to the same impact. An impact
 * that lasts longer than the second, because balls stay together, is read then. */
static const double recollision_contacts = 20, most_contacts = 500;

/* ---- frames ---- */

/* A ball of the cluster in an outcome, whose rows follow each other. */
typedef struct {
    double outcome; /* number of the outcome, from 1 */
    const char *source;
    double sources;
    const carom_ball *ball;
    carom_flight before;
    carom_vec v; /* NaN after a failure */
    double spin_radps;
    carom_status status; /* of the first method */
} ball_row;

#define OUTCOMES(NUMBER, TEXT, of)                                                                 \
    NUMBER(of, outcome, "", r->outcome, "number of the outcome")                                   \
    TEXT(of, source, r->source, "first method with this outcome")                                  \
    NUMBER(of, sources, "", r->sources, "number of methods with this outcome")                     \
    TEXT(of, ball, r->ball->name, "name in the scenario")                                          \
    NUMBER(of, x_m, "m", r->before.at.x, "position of the centre")                                 \
    NUMBER(of, y_m, "m", r->before.at.y, "position of the centre")                                 \
    NUMBER(of, radius_m, "m", r->ball->radius_m, "radius")                                         \
    NUMBER(of, vx_mps, "m/s", r->v.x, "velocity after the impact; nan: no outcome")                \
    NUMBER(of, vy_mps, "m/s", r->v.y, "velocity after the impact")                                 \
    NUMBER(of, arriving_vx_mps, "m/s", r->before.v.x, "velocity before the impact")                \
    NUMBER(of, arriving_vy_mps, "m/s", r->before.v.y, "velocity before the impact")                \
    NUMBER(of, spin_radps, "rad/s", r->spin_radps, "spin after the impact")
CAROM_COLUMNS(outcomes, ball_row, OUTCOMES)

static const carom_table tables[] = {{"fan.tsv", "a row for each outcome and ball",
                                      outcomes_columns, sizeof(ball_row),
                                      "outcome source sources ball vx_mps vy_mps spin_radps"},
                                     {.name = NULL}};

/* ---- outcomes ---- */

typedef struct {
    carom_result *result;
    const carom_problem *problem;
    double t_s; /* time of the impact */
    /* balls that collide, and balls that touch them, in ascending order */
    size_t *ball, balls;
    size_t *group;        /* cluster of each of them; several may collide at the same time */
    carom_flight *flight; /* states just before the impact */
    size_t outcomes, failures;
} fan;

/* Whether two methods have one outcome. Reasons of failures may differ in numbers. */
static bool is_same(const fan *f, const ball_row *a, const ball_row *b)
{
    double largest = 0, fastest = 0;
    if (a->status != CAROM_OK || b->status != CAROM_OK) {
        return a->status == b->status;
    }
    for (size_t k = 0; k < f->balls; k++) {
        carom_vec off = carom_vec_subtract(a[k].v, b[k].v);
        double surface = fabs(a[k].spin_radps - b[k].spin_radps) * a[k].ball->radius_m;
        largest = fmax(fmax(largest, surface), fmax(fabs(off.x), fabs(off.y)));
        fastest = fmax(fastest, fmax(fabs(a[k].v.x), fabs(a[k].v.y)));
    }
    return (fastest > 0 ? largest / fastest : largest) < same_outcome;
}

/* Add the outcome or failure of a method. Ball k of the cluster is ball number index[k] of @p end,
 * ball k without an index. Cancellation ends the study. */
static void add_outcome(fan *f, const char *source, const carom_error *failure,
                        const carom_sample *end, const size_t *index)
{
    ball_row *own = carom_result_take(f->result, f->balls, sizeof *own);
    bool known = failure->status == CAROM_OK;
    if (!known && failure->status != CAROM_COLLAPSE && failure->status != CAROM_INVALID &&
        failure->status != CAROM_NOT_FINITE) {
        carom_result_fail(f->result, failure->status, failure->key, "%s", failure->text);
        return;
    }
    for (size_t k = 0; k < f->balls; k++) {
        size_t i = index != NULL ? index[k] : k;
        own[k] = (ball_row){(double)(f->outcomes + 1),
                            source,
                            1,
                            &f->problem->ball[f->ball[k]],
                            f->flight[k],
                            known ? carom_flight_from_sample(end, i).v : (carom_vec){NAN, NAN},
                            known ? end->spin_radps[i] : NAN,
                            failure->status};
    }
    for (size_t i = 0; i < f->outcomes && own->outcome > 0; i++) {
        ball_row *other = carom_frame_row(&f->result->frame[0], i * f->balls);
        for (size_t k = 0; k < f->balls && is_same(f, own, other); k++) {
            other[k].sources++;
            own->outcome = 0;
        }
    }
    for (size_t k = 0; k < f->balls && own->outcome > 0; k++) {
        carom_result_add(f->result, 0, &own[k]);
    }
    if (own->outcome > 0 && !known) {
        carom_result_note(f->result, "%s has no outcome: %s", source, failure->text);
    }
    f->failures += own->outcome > 0 && !known;
    f->outcomes += own->outcome > 0;
}

/* ---- cluster ---- */

/* Mark ball i and all balls connected by contacts, not through fixed balls, with a group number. */
static void mark_group(const carom_problem *problem, const carom_sample *at, size_t i,
                       size_t *group, size_t number)
{
    bool grown = true;
    group[i] = number;
    while (grown) {
        grown = false;
        for (size_t a = 0; a < problem->count; a++) {
            carom_vec from = carom_flight_from_sample(at, a).at;
            for (size_t b = 0; group[a] == number && !problem->ball[a].fixed && b < problem->count;
                 b++) {
                carom_vec to = carom_flight_from_sample(at, b).at;
                if (group[b] == 0 &&
                    carom_balls_touch(problem, a, b, carom_vec_subtract(to, from))) {
                    group[b] = number;
                    grown = true;
                }
            }
        }
    }
}

/* Find the time of the first collision, and every ball in it or touching one of its balls. */
static void find_cluster(fan *f)
{
    size_t count = f->problem->count, groups = 0;
    size_t *group = carom_result_take(f->result, count, sizeof *group);
    carom_job *job = carom_result_jobs(f->result, 2); /* through the collision; until before it */
    const carom_collision *first = carom_result_first_collision(f->result, job);
    const carom_error *failure = &job->history.failure;
    if (first == NULL) {
        bool refused = failure->status != CAROM_OK;
        carom_result_fail(f->result, refused ? failure->status : CAROM_INVALID,
                          refused ? failure->key : "", "%s",
                          refused ? failure->text : "nothing collides within duration_s");
        return;
    }
    f->t_s = first->t_s;
    carom_choice_copy(&job[1].choice, &job->choice);
    job[1].duration_s = fmax(0, nextafter(f->t_s, -1));
    carom_result_run(f->result, &job[1], 1);
    if (carom_result_failed(f->result)) {
        return;
    }
    const carom_log *log = &job->history.log;
    const carom_sample *end = &job[1].history.end;
    for (size_t k = 0; k < log->count && log->item[k].t_s == f->t_s; k++) {
        const carom_collision *c = &log->item[k];
        if (group[c->a] == 0) {
            mark_group(f->problem, end, c->a, group, ++groups);
        }
        if (!c->wall && group[c->b] == 0) {
            mark_group(f->problem, end, c->b, group, group[c->a]);
        }
    }
    f->ball = carom_result_take(f->result, count, sizeof *f->ball);
    f->group = carom_result_take(f->result, count, sizeof *f->group);
    f->flight = carom_result_take(f->result, count, sizeof *f->flight);
    for (size_t i = 0; i < count; i++) {
        if (group[i] != 0) {
            f->ball[f->balls] = i;
            f->group[f->balls] = group[i];
            f->flight[f->balls++] = carom_flight_from_sample(end, i);
        }
    }
}

/* ---- policies ---- */

static void run_policies(fan *f)
{
    const carom_entry *const *policy = carom_impact_policies.entries;
    carom_job *job;
    size_t count = 0;
    while (policy[count] != NULL) {
        count++;
    }
    job = carom_result_jobs(f->result, count);
    for (size_t i = 0; i < count; i++) {
        carom_result_choose_kind(f->result, &job[i].choice, "impulse");
        carom_result_set(f->result, &job[i].choice, "impact_policy", policy[i]->name);
        job[i].duration_s = fmax(f->t_s,
                                 DBL_MIN); /* a collision at t = 0 is in the first interval */
    }
    carom_result_run(f->result, job, count);
    for (size_t i = 0; i < count && !carom_result_failed(f->result); i++) {
        add_outcome(f, policy[i]->name, &job[i].history.failure, &job[i].history.end, f->ball);
    }
}

/* ---- springs: the balls alone, until the impact is over ---- */

/* Give a job the cluster alone, without gravity and resistance, with springs. */
static void plan_springs(const fan *f, carom_job *job, const char *stiffness_N_per_m)
{
    static const carom_setting settings[] = {
        {"integrator", "rk4"}, {"contacts", "located"}, {"theta", "0.01"}};
    carom_problem *scene = carom_result_change(f->result, job);
    carom_result_choose_kind(f->result, &job->choice, "penalty");
    carom_result_set(f->result, &job->choice, "stiffness_N_per_m", stiffness_N_per_m);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        carom_result_set(f->result, &job->choice, settings[i].key, settings[i].value);
    }
    for (size_t k = 0; k < f->balls && scene != NULL; k++) {
        carom_ball *ball = &scene->ball[k]; /* f->ball ascends, so no ball is overwritten */
        *ball = scene->ball[f->ball[k]];
        carom_flight_to_ball(f->flight[k], ball);
        ball->rolling_resistance = ball->air_drag = 0;
        ball->number = (uint32_t)k;
    }
    if (scene != NULL) {
        scene->count = f->balls;
        scene->gravity_mps2 = (carom_vec){0, 0};
        scene->rolling_resistance = scene->air_drag = 0;
        scene->restitution = carom_problem_restitution(f->problem, f->t_s);
        scene->changes = 0;
    }
}

/* Whether ball k of the cluster touches a wall before the impact. */
static bool touches(const fan *f, size_t k, size_t wall)
{
    double radius_m = f->problem->ball[f->ball[k]].radius_m;
    carom_wall_overlap overlap = carom_walls_part_overlap(f->problem, wall, f->flight[k].at,
                                                          carom_walls_reach(f->problem, radius_m));
    return fabs(overlap.overlap_m) <= touching_rel * radius_m;
}

/* Time after which the balls of a cluster do not collide soon, with each other and with the walls
 * that they touched. */
static double end_of_impact(const fan *f, const carom_log *log, double contact_s)
{
    double over_s = 0;
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        bool own = c->wall ? touches(f, c->a, c->b) : f->group[c->a] == f->group[c->b];
        if (own && over_s > 0 && c->t_s > over_s + recollision_contacts * contact_s) {
            break;
        }
        double end_s = isnan(c->separation_mps) ? INFINITY : c->t_s + c->contact_s;
        over_s = own ? fmax(over_s, end_s) : over_s;
    }
    return fmin(over_s + 0.25 * contact_s, most_contacts * contact_s);
}

/* Run springs until the impact is certainly over, and again to its end. */
static void run_springs(fan *f, const char *stiffness_N_per_m)
{
    carom_job *job = carom_result_jobs(f->result, 2);
    carom_report report = {.contact_s = 0};
    carom_error failure = {0};
    plan_springs(f, &job[0], stiffness_N_per_m);
    plan_springs(f, &job[1], stiffness_N_per_m);
    if (carom_result_failed(f->result)) {
        return;
    }
    if (carom_initial_report(job->problem, &job->choice, &report, &failure) == CAROM_OK) {
        job->duration_s = most_contacts * report.contact_s;
        carom_result_run(f->result, job, 1);
        failure = job->history.failure;
        job[1].duration_s = end_of_impact(f, &job->history.log, report.contact_s);
        carom_result_run(f->result, &job[1], failure.status == CAROM_OK);
    }
    if (!carom_result_failed(f->result)) {
        add_outcome(f, carom_arena_print(&f->result->arena, "springs of %s N/m", stiffness_N_per_m),
                    &failure, &job[1].history.end, NULL);
    }
    carom_result_forget(job, 2);
}

/* ---- study ---- */

static void find_outcomes(fan *f)
{
    static const char *const stiffness_N_per_m[] = {"1e+06", "1e+08", "1e+10", "1e+12"};
    carom_result *result = f->result;
    size_t rigid, walls = 0;
    run_policies(f);
    rigid = f->outcomes - f->failures;
    for (size_t w = 0; w < carom_walls_count(f->problem); w++) {
        walls += touches(f, 0, w);
    }
    if (f->balls > 1) {
        carom_result_note(result, "%zu balls collide at t = %.9g s.", f->balls, f->t_s);
    } else {
        carom_result_note(result, "1 ball hits %zu wall%s at t = %.9g s.", walls,
                          carom_plural((double)walls), f->t_s);
    }
    carom_result_note(result, "The impact policies give %zu outcome%s of rigid balls.", rigid,
                      carom_plural((double)rigid));
    for (size_t i = 0; i < 4 && !carom_result_failed(result); i++) {
        run_springs(f, stiffness_N_per_m[i]);
    }
}

static void fill(carom_result *result)
{
    fan f = {.result = result, .problem = &result->scenario->problem};
    find_cluster(&f);
    if (!carom_result_failed(result)) {
        find_outcomes(&f);
    }
}

static void plot(const carom_result *result, carom_plot *plot)
{
    (void)result;
    carom_plot_figure(plot, "fan", "fan",
                      "Velocities before (grey) and after the first simultaneous impact");
}

static const carom_command_option options[] = {
    {"output", "folder of fan.tsv; by default out/<stem of FILE>"},
    {"set", NULL},
    {"unset", NULL},
    {"json", NULL},
    {"no-plots", "table only"},
    CAROM_FIGURE_STYLE_OPTIONS,
    {NULL, NULL}};

const carom_study_entry carom_study_fan = {
    .about = {.name = "fan",
              .summary = "outcomes of the first simultaneous impact",
              .options_size = sizeof(carom_result)},
    .text = STUDY_FAN_TEXT,
    .options = options,
    .fill = fill,
    .tables = tables,
    .figures = "fan.*",
    .plot = plot};
