/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom diverge: splits the difference of every pair of solvers into its causes, and measures how
 * fast perturbed copies of each solver diverge from it. */
#include "carom_studies.h"
#include "studies/studies.h"

/* Offsets of the perturbed copies over the smallest radius; 0 means 1 ulp. */
enum { COPIES = 4 };
static const double offsets[COPIES] = {0, 1e-12, 1e-9, 1e-6};

/* theta of the converged runs. */
static const double converged_theta = 0.02;

/* Growth is fitted from this multiple of the initial distance to this fraction of the smallest
 * radius. */
static const double growth_start = 8, growth_end_rel = 0.02;

/* Errors below this part of the smallest radius are not compared. */
static const double negligible_rel = 1e-9;

/* ---- frames ---- */

/* Parts of the difference of two runs, rms over the balls (m). For every ball: difference =
 * modelling error + discretization error, and where the displacements are known: modelling error =
 * delay + rotation + restitution + rest. */
typedef struct {
    double raw_m, model_m, method_m; /* over all balls */
    double balls; /* with known displacements; the next members are over these, NaN without any */
    double followed_m, lag_m, turn_m, without_lag_m, rest_m, restitution_m;
} parts_of_difference;

/* A pair of solvers at a sample. */
typedef struct {
    double t_s, control_m;
    const char *solver, *reference;
    parts_of_difference parts;
} parts_row;

/* A pair of solvers. */
typedef struct {
    const char *solver, *reference;
    carom_alignment logs;
    carom_crossing horizon;
    double horizon_collisions, at_s, method_above;
    parts_of_difference parts; /* at at_s */
    double next_s[2];
    const char *next[2]; /* bodies of logs.mismatch */
} pair_row;

/* A solver and a perturbed copy, at a sample. */
typedef struct {
    double t_s, offset_m, collisions_per_ball, rms_m;
    const char *solver;
} copy_row;

/* A solver and a perturbed copy. */
typedef struct {
    const char *solver;
    double offset_m;
    carom_crossing horizon;
    double horizon_collisions;
    carom_estimate per_s; /* growth of ln distance; NaN if no exponential fits */
} horizon_row;

#define BETWEEN(NUMBER, TEXT, of)                                                                  \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, reference, r->reference, "compared with this solver")
#define PARTS(NUMBER, TEXT, of)                                                                    \
    NUMBER(of, raw_m, "m", r->parts.raw_m, "rms distance over all balls")                          \
    NUMBER(of, model_m, "m", r->parts.model_m, "modelling error: distance of the converged runs")  \
    NUMBER(of, method_m, "m", r->parts.method_m,                                                   \
           "discretization error: distance from the converged runs")                               \
    NUMBER(of, balls, "", r->parts.balls,                                                          \
           "balls with equal collisions and not in contact; the next columns are over these")      \
    NUMBER(of, followed_m, "m", r->parts.followed_m, "rms distance of these balls")                \
    NUMBER(of, lag_m, "m", r->parts.lag_m, "caused by contact delay")                              \
    NUMBER(of, turn_m, "m", r->parts.turn_m, "caused by rotation of the contact normals")          \
    NUMBER(of, without_lag_m, "m", r->parts.without_lag_m, "distance without the contact delay")   \
    NUMBER(of, rest_m, "m", r->parts.rest_m,                                                       \
           "modelling error without delay, rotation, restitution")                                 \
    NUMBER(of, restitution_m, "m", r->parts.restitution_m,                                         \
           "caused by a restitution other than the rigid one")
#define OF_PAIRS(NUMBER, TEXT, of)                                                                 \
    NUMBER(of, t_s, "s", r->t_s, "time of the sample")                                             \
    BETWEEN(NUMBER, TEXT, of)                                                                      \
    NUMBER(of, control_m, "m", r->control_m,                                                       \
           "rms distance of the reference from its copy perturbed by 1 ulp")                       \
    PARTS(NUMBER, TEXT, of)
#define INTERVAL(NUMBER, of)                                                                       \
    NUMBER(of, horizon_from_s, "s", r->horizon.from,                                               \
           "last sample at which the runs have not diverged, or of the run")                       \
    NUMBER(of, horizon_to_s, "s", r->horizon.to, "first sample after they have; nan: not reached")
#define PAIRS(NUMBER, TEXT, of)                                                                    \
    BETWEEN(NUMBER, TEXT, of)                                                                      \
    NUMBER(of, matched, "", (double)r->logs.matched, "collisions that both runs have")             \
    NUMBER(of, mean_offset_s, "s", r->logs.mean_offset_s, "mean delay of matched collisions")      \
    NUMBER(of, largest_offset_s, "s", r->logs.largest_offset_s, "largest delay")                   \
    NUMBER(of, horizon_s, "s", r->horizon.at,                                                      \
           "time of divergence, interpolated between horizon_from_s and horizon_to_s")             \
    NUMBER(of, horizon_collisions, "", r->horizon_collisions, "collisions per ball at that time")  \
    NUMBER(of, at_s, "s", r->at_s,                                                                 \
           "time of the next columns: when the runs, or copies, have diverged, or the end")        \
    PARTS(NUMBER, TEXT, of)                                                                        \
    NUMBER(of, method_above, "", r->method_above,                                                  \
           "part of the samples at which the discretization error is larger")                      \
    INTERVAL(NUMBER, of)                                                                           \
    NUMBER(of, mismatch_s, "s", r->logs.mismatch_s,                                                \
           "first collision without a match in the other run; nan: none")                          \
    TEXT(of, reference_has, r->next[0],                                                            \
         "first unmatched collision in the reference, or what the same balls hit then")            \
    NUMBER(of, reference_has_s, "s", r->next_s[0], "its time")                                     \
    TEXT(of, solver_has, r->next[1], "the same in the solver")                                     \
    NUMBER(of, solver_has_s, "s", r->next_s[1], "its time")
#define OFFSET(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    NUMBER(of, offset_m, "m", r->offset_m, "perturbation of the initial state")
#define COPIED(NUMBER, TEXT, of)                                                                   \
    NUMBER(of, t_s, "s", r->t_s, "time of the sample")                                             \
    OFFSET(NUMBER, TEXT, of)                                                                       \
    NUMBER(of, collisions_per_ball, "", r->collisions_per_ball, "up to this time")                 \
    NUMBER(of, rms_m, "m", r->rms_m, "rms distance from the perturbed copy")
#define PREDICTABILITY(NUMBER, TEXT, of)                                                           \
    OFFSET(NUMBER, TEXT, of)                                                                       \
    NUMBER(of, horizon_s, "s", r->horizon.at,                                                      \
           "predictability time, interpolated between horizon_from_s and horizon_to_s")            \
    NUMBER(of, horizon_collisions, "", r->horizon_collisions, "collisions per ball at that time")  \
    NUMBER(of, growth_per_s, "1/s", r->per_s.value,                                                \
           "growth rate of ln distance; nan: no exponential fits")                                 \
    NUMBER(of, growth_per_s_error, "1/s", r->per_s.error,                                          \
           "its spread over the copies; other paths differ by more")                               \
    INTERVAL(NUMBER, of)
CAROM_COLUMNS(of_pairs, parts_row, OF_PAIRS)
CAROM_COLUMNS(pairs, pair_row, PAIRS)
CAROM_COLUMNS(copies, copy_row, COPIED)
CAROM_COLUMNS(horizons, horizon_row, PREDICTABILITY)

enum { FRAME_PARTS, FRAME_PAIRS, FRAME_COPIES, FRAME_HORIZONS };

static const carom_table tables[] = {
    [FRAME_PARTS] = {"parts.tsv", "a row for each sample and pair of solvers", of_pairs_columns,
                     sizeof(parts_row), ""},
    [FRAME_PAIRS] = {"pairs.tsv", "a row for each pair of solvers", pairs_columns, sizeof(pair_row),
                     "/solver=solver reference=compared_with horizon_from_s=still_close_at "
                     "horizon_to_s=apart_at at_s=distance_at raw_m=distance_of_the_runs "
                     "model_m=__modelling_error method_m=__discretization_error "
                     "lag_m=____contact_delay matched=equal_collisions "
                     "reference_has=first_that_differs reference_has_s=__at "
                     "solver_has=__instead_of_it solver_has_s=__at"},
    [FRAME_COPIES] = {"controls.tsv", "a row for each sample, solver and offset", copies_columns,
                      sizeof(copy_row), ""},
    [FRAME_HORIZONS] = {"horizons.tsv", "a row for each solver and offset", horizons_columns,
                        sizeof(horizon_row),
                        "4 solver offset_m=change_of_start horizon_from_s=still_close_at "
                        "horizon_to_s=apart_at growth_per_s=growth_rate "
                        "growth_per_s_error=its_error"},
    {.name = NULL}};

/* ---- plan ---- */

/* Jobs of a solver. */
enum { BASE, CONVERGED, FIRST_COPY, JOBS = FIRST_COPY + COPIES };

/* A solver, its runs, and what is known of them. */
typedef struct {
    const char *name;
    const carom_choice *choice; /* the scenario's; NULL: only run as the rigid one */
    bool soft, exact, recorded;
    carom_job *job;
    const carom_trajectory *base, *model; /* model: without discretization error */
    double offset_m[COPIES], *distance_m[COPIES], *per_ball; /* indexed by sample */
    carom_crossing horizon[COPIES];
    carom_run_parts parts; /* arrays over samples and balls */
} solver_runs;

typedef struct {
    carom_result *result;
    const carom_problem *problem;
    size_t balls, samples, solvers;
    double radius_m, level_m; /* level_m: distance that counts as diverged */
    solver_runs *solver;
    const solver_runs *rigid;
    carom_job *job; /* JOBS of each solver */
    bool displacements_are_defined;
} study;

static void plan_solver(study *s, const char *name, const carom_choice *choice)
{
    solver_runs *r = &s->solver[s->solvers];
    *r = (solver_runs){.name = name, .choice = choice, .job = &s->job[JOBS * s->solvers++]};
    carom_job *converged = &r->job[CONVERGED];
    for (size_t j = 0; j < JOBS; j++) {
        r->job[j].samples = s->samples;
    }
    r->base = r->model = &r->job[BASE].history;
    if (choice == NULL) {
        carom_result_choose_kind(s->result, &r->job[BASE].choice, "impulse");
        r->exact = true;
        return;
    }
    r->soft = carom_solver_has_traits(choice, CAROM_SOFT);
    r->exact = carom_solver_has_traits(choice, CAROM_EXACT);
    r->recorded = carom_solver_has_traits(choice, CAROM_RECORDED);
    carom_choice_copy(&r->job[BASE].choice, choice);
    for (size_t j = 0; j < COPIES; j++) {
        carom_job *copy = &r->job[FIRST_COPY + j];
        carom_problem *problem = carom_result_change(s->result, copy);
        carom_choice_copy(&copy->choice, choice);
        r->offset_m[j] = problem == NULL
                           ? NAN
                           : carom_perturb_fastest_ball(problem, offsets[j] * s->radius_m);
    }
    if (r->soft) {
        r->model = &converged->history;
        carom_choice_copy(&converged->choice, choice);
        carom_result_converge(s->result, converged, converged_theta);
    }
}

/* The rigid run of the displacements is the reference if it is exact, else the first exact solver,
 * else an additional impulse solver. */
static void plan_all(study *s)
{
    const carom_scenario *scenario = s->result->scenario;
    size_t count;
    const carom_scenario_solver **spec = carom_result_solvers(s->result, 0, &count);
    s->solver = carom_result_take(s->result, count + 1, sizeof *s->solver);
    s->job = carom_result_jobs(s->result, JOBS * (count + 1));
    for (size_t i = 0; i < count; i++) {
        plan_solver(s, spec[i]->name, &spec[i]->kind);
    }
    for (size_t i = 0; i < s->solvers; i++) {
        const solver_runs *r = &s->solver[i];
        bool is_better = s->rigid == NULL || strcmp(r->name, scenario->reference) == 0;
        s->rigid = r->exact && is_better ? r : s->rigid;
    }
    if (s->rigid == NULL) {
        s->rigid = &s->solver[s->solvers];
        plan_solver(s, "", NULL);
    }
    for (size_t i = 0; i < s->solvers; i++) {
        solver_runs *r = &s->solver[i];
        r->model = r->soft || r->exact ? r->model : s->rigid->base;
    }
}

/* ---- perturbed copies ---- */

static size_t common_samples(const carom_trajectory *a, const carom_trajectory *b)
{
    return a->samples < b->samples ? a->samples : b->samples;
}

/* Collisions per ball at a crossing of samples of @p r. */
static double collisions_at(const solver_runs *r, const carom_crossing *c)
{
    const double *n = r->per_ball, *t = r->base->t_s;
    return isnan(c->at) ? NAN
         : c->k == 0    ? n[0]
                        : n[c->k - 1] + (n[c->k] - n[c->k - 1]) *
                                         ((c->at - t[c->k - 1]) / (t[c->k] - t[c->k - 1]));
}

/* Whether contacts begin where the path says. On a grid of time steps their outcome depends on
 * where in a step they begin, so the distance of copies grows by the method. */
static bool grows_smoothly(const solver_runs *r)
{
    carom_springs springs = {.exact = false};
    return r->exact || (r->soft && carom_solver_springs(r->choice, &springs) && springs.exact);
}

/* Fit the growth of the copies. The 1 ulp copy is within rounding at first. */
static carom_estimate fit_growth(const study *s, const solver_runs *r)
{
    carom_arena *arena = &s->result->arena;
    carom_estimate per_s[COPIES];
    size_t growing = 0;
    for (size_t j = 0; j < COPIES && grows_smoothly(r); j++) {
        size_t both = common_samples(r->base, &r->job[FIRST_COPY + j].history);
        per_s[j] = carom_growth_rate(arena, r->base->t_s, r->distance_m[j], both,
                                     growth_start * r->distance_m[j][0],
                                     growth_end_rel * s->radius_m);
        growing += j > 0 && !isnan(per_s[j].value);
    }
    return growing > 1 ? carom_estimate_mean(arena, per_s, COPIES) : (carom_estimate){NAN, NAN};
}

static void measure_copies(const study *s, solver_runs *r)
{
    const carom_trajectory *base = r->base;
    r->per_ball = carom_result_take(s->result, s->samples + 1, sizeof(double));
    for (size_t k = 0; k < base->samples; k++) {
        r->per_ball[k] = carom_collisions_per_ball(&base->log, s->problem, base->t_s[k]);
    }
    for (size_t j = 0; j < COPIES; j++) {
        const carom_trajectory *copy = &r->job[FIRST_COPY + j].history;
        size_t both = common_samples(base, copy);
        r->distance_m[j] = carom_result_take(s->result, s->samples + 1, sizeof(double));
        for (size_t k = 0; k < s->samples; k++) {
            double rms_m = carom_trajectory_distance(s->problem, base, copy, k);
            r->distance_m[j][k] = rms_m;
            if (k < both) {
                carom_result_add(
                    s->result, FRAME_COPIES,
                    &(copy_row){base->t_s[k], r->offset_m[j], r->per_ball[k], rms_m, r->name});
            }
        }
        r->horizon[j] = carom_crossing_of(base->t_s, r->distance_m[j], both, s->level_m);
        if (r->recorded) { /* it does not depend on the start */
            r->horizon[j] = (carom_crossing){NAN, NAN, NAN, both};
        }
    }
    horizon_row row = {.solver = r->name, .per_s = fit_growth(s, r)};
    for (size_t j = 0; j < COPIES; j++) {
        row.offset_m = r->offset_m[j];
        row.horizon = r->horizon[j];
        row.horizon_collisions = collisions_at(r, &row.horizon);
        carom_result_add(s->result, FRAME_HORIZONS, &row);
    }
}

/* ---- contacts ---- */

/* Reduce the times first_s, indexed by ball, to the first collision in a log. */
static void find_first_contacts(const carom_log *log, double *first_s)
{
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        double *a = &first_s[c->a], *b = &first_s[c->wall ? c->a : c->b];
        *a = fmin(*a, c->t_s);
        *b = fmin(*b, c->t_s);
    }
}

static void find_displacements(const study *s, solver_runs *r)
{
    const carom_trajectory *rigid = s->rigid->base;
    double end_s = s->result->scenario->duration_s, slack_s = r->base->report.contact_s;
    carom_alignment own = carom_alignment_of(&rigid->log, &r->base->log, s->balls, end_s, slack_s);
    for (size_t i = 0; i < s->balls; i++) {
        r->parts.lost_s[i] = s->displacements_are_defined ? own.lost_s[i] : r->soft ? 0 : INFINITY;
    }
    carom_alignment_free(&own);
    if (!r->soft || !s->displacements_are_defined) {
        return;
    }
    carom_alignment converged = carom_alignment_of(&rigid->log, &r->model->log, s->balls, end_s,
                                                   slack_s);
    const carom_displacements of = {s->problem,
                                    &rigid->log,
                                    &r->model->log,
                                    &converged,
                                    &r->job[CONVERGED].choice,
                                    s->result->request->stop,
                                    rigid->t_s,
                                    rigid->samples,
                                    r->parts};
    (void)(carom_displacements_find(&of, &s->result->error) == CAROM_OK);
    carom_alignment_free(&converged);
}

/* Displacements of springs end at the first mismatch of the solver or of its converged run with the
 * rigid run. Rigid solvers have none. */
static void measure_contacts(const study *s, solver_runs *r)
{
    size_t all = s->samples * s->balls + 1;
    carom_run_parts *parts = &r->parts;
    *parts = (carom_run_parts){
        .at_m = r->base->at_m,
        .model_m = r->model->at_m,
        .model_samples = r->model->samples,
        .part = carom_result_take(s->result, all, sizeof *parts->part),
        .touching = carom_result_take(s->result, all, sizeof *parts->touching),
        .lost_s = carom_result_take(s->result, 2 * s->balls + 1, sizeof *parts->lost_s)};
    parts->first_s = parts->lost_s + s->balls;
    for (size_t i = 0; i < s->balls; i++) {
        parts->first_s[i] = INFINITY;
    }
    find_first_contacts(&r->base->log, parts->first_s);
    find_first_contacts(&r->job[CONVERGED].history.log, parts->first_s);
    find_displacements(s, r);
}

/* ---- parts of the difference ---- */

/* Add the squares of a ball's parts; `at` is its index in the arrays. */
static void add_squares(const carom_problem *problem, const carom_run_parts *a,
                        const carom_run_parts *b, double t_s, size_t i, size_t at,
                        parts_of_difference *sum)
{
    carom_vec raw = carom_torus_shortest(problem, carom_vec_subtract(b->at_m[at], a->at_m[at]));
    carom_vec model = carom_torus_shortest(problem,
                                           carom_vec_subtract(b->model_m[at], a->model_m[at]));
    carom_vec method = carom_vec_subtract(
        carom_torus_shortest(problem, carom_vec_subtract(b->at_m[at], b->model_m[at])),
        carom_torus_shortest(problem, carom_vec_subtract(a->at_m[at], a->model_m[at])));
    carom_vec part[CAROM_CONTACT_PARTS], rest;
    if (t_s < fmin(a->first_s[i], b->first_s[i])) { /* before the first contact all models agree */
        model = (carom_vec){0, 0};
        method = raw;
    }
    sum->raw_m += carom_vec_square(raw);
    sum->model_m += carom_vec_square(model);
    sum->method_m += carom_vec_square(method);
    if (!(t_s < a->lost_s[i] && t_s < b->lost_s[i]) || a->touching[at] || b->touching[at]) {
        return;
    }
    rest = model;
    for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
        part[f] = carom_vec_subtract(b->part[at][f], a->part[at][f]);
        rest = carom_vec_subtract(rest, part[f]);
    }
    sum->balls++;
    sum->followed_m += carom_vec_square(raw);
    sum->lag_m += carom_vec_square(part[CAROM_CONTACT_DELAY]);
    sum->turn_m += carom_vec_square(part[CAROM_NORMAL_ROTATION]);
    sum->restitution_m += carom_vec_square(part[CAROM_RESTITUTION_CHANGE]);
    sum->without_lag_m += carom_vec_square(carom_vec_subtract(raw, part[CAROM_CONTACT_DELAY]));
    sum->rest_m += carom_vec_square(rest);
}

typedef struct {
    const solver_runs *solver, *reference;
} pair;

/* Return the parts at sample k, of the movable balls. */
static parts_of_difference parts_of(const study *s, pair p, size_t k)
{
    const carom_problem *problem = s->problem;
    const carom_run_parts *reference = &p.reference->parts, *run = &p.solver->parts;
    double t_s = p.solver->base->t_s[k];
    parts_of_difference sum = {0};
    double count = 0;
    if (k >= run->model_samples || k >= reference->model_samples) {
        return (parts_of_difference){NAN, NAN, NAN, 0, NAN, NAN, NAN, NAN, NAN, NAN};
    }
    for (size_t i = 0; i < problem->count; i++) {
        if (!problem->ball[i].fixed) {
            count++;
            add_squares(problem, reference, run, t_s, i, k * problem->count + i, &sum);
        }
    }
    double known = sum.balls > 0 ? sum.balls : NAN;
    count = fmax(count, 1);
    return (parts_of_difference){sqrt(sum.raw_m / count),      sqrt(sum.model_m / count),
                                 sqrt(sum.method_m / count),   sum.balls,
                                 sqrt(sum.followed_m / known), sqrt(sum.lag_m / known),
                                 sqrt(sum.turn_m / known),     sqrt(sum.without_lag_m / known),
                                 sqrt(sum.rest_m / known),     sqrt(sum.restitution_m / known)};
}

/* Add the rows of a pair over time. @return the part of them whose discretization error exceeds the
 * modelling error */
static double add_parts(const study *s, pair p)
{
    const carom_trajectory *to = p.reference->base;
    size_t both = common_samples(p.solver->base, to);
    double above = 0;
    parts_row row = {.solver = p.solver->name, .reference = p.reference->name};
    for (size_t k = 0; k < both; k++) {
        row.t_s = to->t_s[k];
        row.control_m = p.reference->distance_m[0][k];
        row.parts = parts_of(s, p, k);
        above += row.parts.method_m > fmax(row.parts.model_m, negligible_rel * s->radius_m);
        carom_result_add(s->result, FRAME_PARTS, &row);
    }
    return both > 0 ? above / (double)both : NAN;
}

/* ---- pairs ---- */

static bool is_touching(const study *s, pair p, size_t k)
{
    bool touching = false;
    for (size_t at = k * s->balls; at < (k + 1) * s->balls; at++) {
        touching = touching || p.solver->parts.touching[at] || p.reference->parts.touching[at];
    }
    return touching;
}

/* Find the time of divergence, and the parts of the difference there: at the first sample after it
 * that is outside contacts, and before chaos. */
static void find_divergence(const study *s, pair p, double slack_s, pair_row *row)
{
    const carom_trajectory *to = p.reference->base;
    const double *t_s = to->t_s;
    size_t both = common_samples(p.solver->base, to), k = 0;
    double *raw_m = carom_result_take(s->result, both + 1, sizeof *raw_m);
    for (size_t i = 0; i < both; i++) {
        raw_m[i] = carom_trajectory_distance(s->problem, to, p.solver->base, i);
    }
    row->horizon = carom_crossing_of(t_s, raw_m, both, s->level_m);
    row->horizon_collisions = collisions_at(p.reference, &row->horizon);
    double until_s = fmin(row->horizon.at,
                          fmin(p.solver->horizon[0].at, p.reference->horizon[0].at));
    while (k + 1 < both && !(t_s[k] >= until_s)) {
        k++;
    }
    while (k + 1 < both && t_s[k] < until_s + slack_s && is_touching(s, p, k)) {
        k++;
    }
    row->at_s = t_s[k];
    row->parts = parts_of(s, p, k);
}

static const char *name_bodies(const study *s, const carom_collision *c)
{
    const carom_ball *ball = s->problem->ball;
    return c == NULL
             ? "none"
             : carom_arena_print(&s->result->arena, "%s-%s", ball[c->a].name,
                                 c->wall ? carom_wall_name(s->problem, c->b) : ball[c->b].name);
}

static void compare_logs(const study *s, pair p, double slack_s, pair_row *row)
{
    const carom_trajectory *to = p.reference->base, *own = p.solver->base;
    row->logs = (carom_alignment){.mean_offset_s = NAN, .largest_offset_s = NAN, .mismatch_s = NAN};
    if (!p.solver->recorded && !p.reference->recorded) { /* a recording has no collisions */
        row->logs = carom_alignment_of(&to->log, &own->log, s->balls,
                                       fmin(own->end.t_s, to->end.t_s), slack_s);
    }
    carom_alignment_free(&row->logs);
    for (int side = 0; side < 2; side++) {
        const carom_collision *c = row->logs.mismatch[side];
        row->next[side] = name_bodies(s, c);
        row->next_s[side] = c == NULL ? NAN : c->t_s;
    }
}

static void compare_pair(const study *s, pair p)
{
    double slack_s = fmax(p.solver->base->report.contact_s, p.reference->base->report.contact_s);
    pair_row row = {.solver = p.solver->name, .reference = p.reference->name};
    row.method_above = add_parts(s, p);
    find_divergence(s, p, slack_s, &row);
    compare_logs(s, p, slack_s, &row);
    carom_result_add(s->result, FRAME_PAIRS, &row);
}

/* Compare every pair once; the reference is second if it is one of the two. */
static void compare_solvers(const study *s)
{
    size_t n = s->solvers - (s->solver[s->solvers - 1].choice == NULL);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n && !carom_result_failed(s->result); j++) {
            const solver_runs *a = &s->solver[i], *b = &s->solver[j];
            bool turned = strcmp(b->name, s->result->scenario->reference) == 0;
            compare_pair(s, turned ? (pair){a, b} : (pair){b, a});
        }
    }
}

/* ---- study ---- */

static void add_notes(const study *s)
{
    bool soft = false;
    char grid[500] = "";
    carom_result_note(s->result,
                      "Runs are apart from a distance of %.4g m on (divergence.horizon_rel).",
                      s->level_m);
    for (size_t i = 0; i < s->solvers; i++) {
        const solver_runs *r = &s->solver[i];
        soft = soft || r->soft;
        if (r->recorded) {
            carom_result_note(s->result,
                              "%s: a recording has no perturbed copies; distances of less than 5 "
                              "sigma_m = %.4g m are within its noise.",
                              r->name, 5 * r->base->report.noise_m);
        } else if (!grows_smoothly(r)) {
            carom_text_append(grid, sizeof grid, "%s%s", grid[0] == '\0' ? "" : ", ", r->name);
        }
    }
    if (grid[0] != '\0') {
        carom_result_note(s->result,
                          "%s: no growth is fitted, because contacts begin on a grid of times, and "
                          "their outcome depends on where in a step.",
                          grid);
    }
    if (soft && !s->displacements_are_defined) {
        carom_result_note(s->result, "The parts of the modelling error are unknown with %s.",
                          carom_problem_has_contact_friction(s->problem) ? "friction in contacts"
                          : carom_problem_has_friction(s->problem) ? "rolling resistance or drag"
                                                                   : "fixed balls under gravity");
    }
}

static void fill(carom_result *result)
{
    const carom_scenario *scenario = result->scenario;
    study *s = result->state = carom_result_take(result, 1, sizeof *s);
    *s = (study){.result = result,
                 .problem = &scenario->problem,
                 .balls = scenario->problem.count,
                 .samples = (size_t)scenario->samples,
                 .radius_m = carom_smallest_radius(&scenario->problem),
                 .displacements_are_defined = carom_displacements_are_defined(&scenario->problem)};
    s->level_m = scenario->divergence.horizon_rel * s->radius_m;
    plan_all(s);
    carom_result_run(result, s->job, s->solvers * JOBS);
    for (size_t i = 0; i < s->solvers && !carom_result_failed(result); i++) {
        solver_runs *r = &s->solver[i];
        carom_result_stopped(result, r->name, &r->base->failure);
        if (r->choice != NULL) {
            measure_copies(s, r);
        }
        measure_contacts(s, r);
    }
    if (!carom_result_failed(result)) {
        compare_solvers(s);
        add_notes(s);
    }
}

/* ---- figures ---- */

static void plot(const carom_result *result, carom_plot *plot)
{
    const carom_scenario *scenario = result->scenario;
    const study *s = result->state;
    size_t reference = 0;
    for (size_t i = 0; i < s->solvers && s->solver[i].choice != NULL; i++) {
        reference = strcmp(s->solver[i].name, scenario->reference) == 0 ? i : reference;
        carom_result_plot_solver(result, plot, s->solver[i].name);
    }
    carom_plot_count(plot, "REF", reference + 1);
    carom_plot_number(plot, "DURATION", scenario->duration_s);
    carom_plot_number(plot, "LEVEL", s->level_m);
    carom_plot_figure(plot, "copies", "copies",
                      "Distance from copies with perturbed starts (r: radius)%s",
                      s->solvers > 1 ? ", and from other solvers" : "");
    carom_plot_figure(plot, "predictability", "predictability",
                      "Predictability time over the perturbation of the start");
}

const carom_study_entry carom_study_diverge = {
    .about = {.name = "diverge",
              .summary = "causes of the distance: model, discretization, chaos",
              .options_size = sizeof(carom_result)},
    .text = STUDY_DIVERGE_TEXT,
    .notes = STUDY_DIVERGE_NOTES,
    .keys = "divergence",
    .fill = fill,
    .tables = tables,
    .figures = "copies.* predictability.*",
    .plot = plot};
