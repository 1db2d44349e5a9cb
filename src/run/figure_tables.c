/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for the figures of a run. Figures show the balls at the instants of their collisions, and
 * all of few of them at equal times, whatever the samples of the scenario are. The solvers run
 * again up to the last of these instants, side by side, which gives the same bits. */
#define _POSIX_C_SOURCE 200809L
#include "run/run.h"

/* Most balls with a path; equal parts of a path; collisions on it, wall hits and states of one
 * solver; fewer hits show no structure; most balls of a moment between start and end. */
enum {
    PATH_BALLS = 12,
    PATH_PARTS = 240,
    PATH_COLLISIONS = 500,
    MOST_HITS = 10000,
    LEAST_HITS = 100,
    MOST_STATES = 400,
    MOMENT_BALLS = 10000
};

/* ---- columns ---- */

typedef struct {
    const char *solver;
    const carom_ball *ball;
    size_t number; /* of the ball, from 0 */
    double t_s, spin_radps;
    carom_vec at, v;
    int kind; /* 0: at equal times; 1, 2: before and after a collision */
} path_point;

typedef struct {
    const char *solver;
    double arc_m, sine;
} wall_hit;

typedef struct {
    const char *solver;
    const carom_ball *a, *b;
    size_t number[2], state; /* number: of the balls, from 0 */
    carom_vec va, vb, normal;
    double relative_mps;
} pair_state;

typedef enum { START, CONTACT, MISMATCH, END } moment;

typedef struct {
    const char *solver;
    const carom_ball *ball;
    size_t number;
    double t_s;
    carom_vec at;
    moment moment;
} placed_ball;

/* Names are last: gnuplot reads a cell that begins with a quote up to the next quote. */
#define PATHS(NUMBER, TEXT, of)                                                                    \
    TEXT(of, solver, r->solver, "whose run it is")                                                 \
    NUMBER(of, number, "", (double)r->number, "of the ball, from 0")                               \
    NUMBER(of, t_s, "s", r->t_s, "time")                                                           \
    NUMBER(of, x_m, "m", r->at.x, "position of its centre")                                        \
    NUMBER(of, y_m, "m", r->at.y, "position of its centre")                                        \
    NUMBER(of, vx_mps, "m/s", r->v.x, "velocity")                                                  \
    NUMBER(of, vy_mps, "m/s", r->v.y, "velocity")                                                  \
    NUMBER(of, spin_radps, "rad/s", r->spin_radps, "spin, counterclockwise")                       \
    NUMBER(of, radius_m, "m", r->ball->radius_m, "radius")                                         \
    NUMBER(of, instant, "", (double)r->kind,                                                       \
           "0: one of equal times; 1: before a collision; 2: after it")                            \
    TEXT(of, ball, r->ball->name, "its name; a row of nan begins and interrupts its path")
#define HITS(NUMBER, TEXT, of)                                                                     \
    TEXT(of, solver, r->solver, "whose run it is")                                                 \
    NUMBER(of, arc_m, "m", r->arc_m, "arc length along walls and fixed balls")                     \
    NUMBER(of, sine, "", r->sine, "sine of the angle to the normal, counterclockwise > 0")
#define STATES(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver, "whose run it is")                                                 \
    NUMBER(of, number_a, "", (double)r->number[0], "of a ball, from 0")                            \
    NUMBER(of, number_b, "", (double)r->number[1], "of the ball that it hits first")               \
    NUMBER(of, state, "", (double)r->state, "0: before the collision; then after each")            \
    NUMBER(of, mass_a_kg, "kg", r->a->mass_kg, "mass of a")                                        \
    NUMBER(of, mass_b_kg, "kg", r->b->mass_kg, "mass of b")                                        \
    NUMBER(of, vxa_mps, "m/s", r->va.x, "velocity of a")                                           \
    NUMBER(of, vya_mps, "m/s", r->va.y, "velocity of a")                                           \
    NUMBER(of, vxb_mps, "m/s", r->vb.x, "velocity of b")                                           \
    NUMBER(of, vyb_mps, "m/s", r->vb.y, "velocity of b")                                           \
    NUMBER(of, normal_x, "", r->normal.x, "unit vector from a to b")                               \
    NUMBER(of, normal_y, "", r->normal.y, "the same")                                              \
    NUMBER(of, relative_mps, "m/s", r->relative_mps,                                               \
           "velocity of a relative to b along the normal")                                         \
    TEXT(of, a, r->a->name, "its name")                                                            \
    TEXT(of, b, r->b->name, "its name")
#define CORNERS(NUMBER, TEXT, of)                                                                  \
    NUMBER(of, x_m, "m", r->x, "corner, or point on a curve")                                      \
    NUMBER(of, y_m, "m", r->y, "the same")
#define MOMENTS(NUMBER, TEXT, of)                                                                  \
    TEXT(of, solver, r->solver, "whose run it is")                                                 \
    NUMBER(                                                                                        \
        of, moment, "", (double)r->moment,                                                         \
        "0: start; 1: first collision of two balls of the reference; 2: first mismatch; 3: end")   \
    NUMBER(of, t_s, "s", r->t_s, "time")                                                           \
    NUMBER(of, x_m, "m", r->at.x, "position of its centre")                                        \
    NUMBER(of, y_m, "m", r->at.y, "position of its centre")                                        \
    NUMBER(of, radius_m, "m", r->ball->radius_m, "radius")                                         \
    NUMBER(of, fixed, "", (double)r->ball->fixed, "1: an obstacle")                                \
    NUMBER(of, number, "", (double)r->number, "of the ball, from 0")                               \
    TEXT(of, ball, r->ball->name, "its name")
CAROM_COLUMNS(path, path_point, PATHS)
CAROM_COLUMNS(hit, wall_hit, HITS)
CAROM_COLUMNS(state, pair_state, STATES)
CAROM_COLUMNS(moment, placed_ball, MOMENTS)
CAROM_COLUMNS(corner, carom_vec, CORNERS)

enum { PATHS_TABLE, HITS_TABLE, STATES_TABLE, MOMENTS_TABLE, OUTLINE_TABLE };

const carom_table carom_figure_tables[] = {
    {.name = "paths.tsv",
     .doc = "up to 12 balls at equal times, and before and after up to 500 collisions",
     .columns = path_columns,
     .row_size = sizeof(path_point)},
    {.name = "hits.tsv",
     .doc = "a row for each hit of a wall or fixed ball",
     .columns = hit_columns,
     .row_size = sizeof(wall_hit)},
    {.name = "states.tsv",
     .doc = "two balls before and after their first collision; on one line, after each",
     .columns = state_columns,
     .row_size = sizeof(pair_state)},
    {.name = "moments.tsv",
     .doc = "a row for each ball and moment",
     .columns = moment_columns,
     .row_size = sizeof(placed_ball)},
    {.name = "outline.tsv",
     .doc = "the edge of the table; on an open plane, none",
     .columns = corner_columns,
     .row_size = sizeof(carom_vec)},
    {.name = NULL}};

/* ---- one solver ---- */

typedef enum { SAMPLE, BEFORE, AFTER, AT_MOMENT } instant_kind;

typedef struct {
    double t_s;
    instant_kind kind;
    size_t number; /* of the collision, or the moment */
} instant;

/* A solver that runs again, and its rows. */
typedef struct {
    const carom_problem *problem;
    const carom_solver_run *first; /* the run before */
    carom_solver_run again;
    const carom_collision *pair; /* first collision of the pair of the states; NULL: none */
    size_t ball[2];              /* the pair, a and b in the log of the reference */
    bool chain;                  /* states after every collision */
    bool maps;                   /* enough hits for a boundary map */
    double path_s;               /* end of the paths of all solvers; INFINITY: none */
    instant *instant;
    size_t instants, room;
    carom_arena memory; /* of instants and frames */
    carom_frame frame[OUTLINE_TABLE];
} repeated;

static carom_vec position(const carom_sample *sample, size_t ball)
{
    return (carom_vec){sample->x_m[ball], sample->y_m[ball]};
}

static carom_vec velocity(const carom_sample *sample, size_t ball)
{
    return (carom_vec){sample->vx_mps[ball], sample->vy_mps[ball]};
}

static void add_row(repeated *r, int table, const void *row)
{
    carom_frame_add(&r->memory, &r->frame[table], row);
}

static void add_instant(repeated *r, double t_s, instant_kind kind, size_t number)
{
    if (t_s >= 0 && t_s <= r->first->reached_s) {
        carom_arena_grow(&r->memory, &r->instant, r->instants, &r->room, sizeof *r->instant);
        r->instant[r->instants++] = (instant){t_s, kind, number};
    }
}

static bool is_hit(const carom_problem *problem, const carom_collision *c)
{
    return c->wall || problem->ball[c->a].fixed != problem->ball[c->b].fixed;
}

/* Lists the instants by time. Just before a collision the balls still have their velocities. */
static void plan(repeated *r, const carom_run *run)
{
    const carom_log *log = &r->first->log;
    const double moment_s[] = {
        [CONTACT] = run->figures.contact_s, [MISMATCH] = run->figures.mismatch_s};
    bool few = r->problem->count <= PATH_BALLS;
    size_t hits = 0;
    r->path_s = run->figures.path_s;
    for (size_t k = 0; k < log->count; k++) {
        hits += is_hit(r->problem, &log->item[k]);
    }
    r->maps = few && hits >= LEAST_HITS;
    hits = hits < MOST_HITS ? hits : MOST_HITS;
    for (size_t k = 0; few && k <= PATH_PARTS; k++) {
        double t_s = run->request->scenario->duration_s * (double)k / PATH_PARTS;
        if (t_s < r->path_s) {
            add_instant(r, t_s, SAMPLE, k);
        }
    }
    if (few) {
        add_instant(r, r->path_s, SAMPLE, PATH_PARTS);
    }
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        bool on_path = few && c->t_s < r->path_s, is_pair = c == r->pair,
             counts = r->maps && hits > 0 && is_hit(r->problem, c);
        hits -= counts;
        if (on_path || counts || is_pair) {
            add_instant(r, nextafter(c->t_s, -1), BEFORE, k);
        }
        if ((on_path || is_pair) && isfinite(c->separation_mps)) {
            /* the time of a solver with more digits may be rounded down */
            add_instant(r, nextafter(c->t_s + c->contact_s, INFINITY), AFTER, k);
        }
    }
    for (moment m = CONTACT; m <= MISMATCH && r->problem->count <= MOMENT_BALLS; m++) {
        add_instant(r, moment_s[m], AT_MOMENT, m);
    }
    if (r->instants > 0) {
        qsort(r->instant, r->instants, sizeof *r->instant, carom_compare_numbers);
    }
}

static void add_path(repeated *r, size_t ball, instant_kind kind)
{
    const carom_sample *sample = &r->again.sample;
    path_point row = {.solver = r->first->name,
                      .ball = &r->problem->ball[ball],
                      .number = ball,
                      .t_s = sample->t_s,
                      .spin_radps = sample->spin_radps[ball],
                      .at = position(sample, ball),
                      .v = velocity(sample, ball),
                      .kind = (int)kind};
    add_row(r, PATHS_TABLE, &row);
}

/* Adds a hit. The normal n points out of the table, or into the fixed ball. */
static void add_hit(repeated *r, const carom_collision *c)
{
    const carom_problem *problem = r->problem;
    bool swapped = !c->wall && problem->ball[c->a].fixed;
    size_t ball = swapped ? c->b : c->a, post = swapped ? c->a : c->b;
    carom_vec n = carom_vec_scale(swapped ? -1 : 1, c->normal),
              v = velocity(&r->again.sample, ball),
              at = carom_vec_add_scaled(position(&r->again.sample, ball),
                                        carom_walls_reach(problem, problem->ball[ball].radius_m),
                                        n);
    wall_hit hit = {.solver = r->first->name, .sine = carom_vec_cross(n, v) / carom_vec_length(v)};
    hit.arc_m = c->wall ? carom_walls_arc_length(problem, c->b, at)
                        : carom_walls_arc_begin(problem, carom_walls_count(problem) + post) +
                              problem->ball[post].radius_m * (CAROM_PI + atan2(n.y, n.x));
    if (isfinite(hit.sine)) {
        add_row(r, HITS_TABLE, &hit);
    }
}

/* Adds the velocities of the pair. Springs turn the normal during the contact: the relative
 * velocity along it is that of the log, but not of a chain. */
static void add_state(repeated *r, bool after)
{
    const carom_sample *sample = &r->again.sample;
    size_t a = r->ball[0], b = r->ball[1];
    pair_state state = {.solver = r->first->name,
                        .a = &r->problem->ball[a],
                        .b = &r->problem->ball[b],
                        .number = {a, b},
                        .state = r->frame[STATES_TABLE].rows,
                        .va = velocity(sample, a),
                        .vb = velocity(sample, b),
                        .normal = carom_vec_scale(r->pair->a == a ? 1 : -1, r->pair->normal)};
    state.relative_mps = r->chain
                           ? carom_vec_dot(carom_vec_subtract(state.va, state.vb), state.normal)
                       : after ? -r->pair->separation_mps
                               : r->pair->approach_mps;
    add_row(r, STATES_TABLE, &state);
}

/* Adds all balls, of more than MOMENT_BALLS some. @p sample is NULL for the initial state. */
static void add_moment(repeated *r, const carom_sample *sample, moment m)
{
    size_t count = r->problem->count;
    for (size_t i = 0; i < count; i += 1 + (count - 1) / MOMENT_BALLS) {
        const carom_ball *ball = &r->problem->ball[i];
        placed_ball row = {.solver = r->first->name, .ball = ball, .moment = m};
        row.number = i;
        row.t_s = sample == NULL ? 0 : sample->t_s;
        row.at = sample == NULL ? (carom_vec){ball->x_m, ball->y_m} : position(sample, i);
        add_row(r, MOMENTS_TABLE, &row);
    }
}

static void record(repeated *r, const instant *now)
{
    if (now->kind == AT_MOMENT) {
        add_moment(r, &r->again.sample, (moment)now->number);
        return;
    }
    for (size_t i = 0; now->kind == SAMPLE && i < r->problem->count; i++) {
        add_path(r, i, SAMPLE);
    }
    if (now->kind == SAMPLE) {
        return;
    }
    const carom_collision *c = &r->first->log.item[now->number];
    if (now->t_s < r->path_s && r->problem->count <= PATH_BALLS) {
        add_path(r, c->a, now->kind);
        if (!c->wall) {
            add_path(r, c->b, now->kind);
        }
    }
    if (now->kind == BEFORE && r->maps && is_hit(r->problem, c) &&
        r->frame[HITS_TABLE].rows < MOST_HITS) {
        add_hit(r, c);
    }
    size_t states = r->frame[STATES_TABLE].rows;
    bool is_state = r->chain ? (now->kind == AFTER || states == 0) && states <= MOST_STATES
                             : c == r->pair;
    if (is_state) {
        add_state(r, now->kind == AFTER);
    }
}

static carom_status run_again(void *context, size_t i, carom_error *error)
{
    const carom_run *run = context;
    repeated *r = (repeated *)run->figures.of + i;
    const carom_solver_run *first = r->first;
    plan(r, run);
    if (r->instants == 0) { /* too many balls to run again */
        add_moment(r, NULL, START);
        add_moment(r, &first->sample, END);
        return CAROM_OK;
    }
    carom_status status = carom_solver_run_open(&r->again, first->name, first->problem,
                                                first->choice, false, first->stop, error);
    if (status == CAROM_OK) {
        add_moment(r, &r->again.sample, START);
    }
    for (size_t k = 0; k < r->instants && status == CAROM_OK; k++) {
        if (r->instant[k].t_s > 0 || r->instant[k].kind == AFTER) {
            carom_solver_run_advance(&r->again, r->instant[k].t_s);
            carom_solver_run_sample(&r->again);
        }
        if (carom_solver_run_has_failed(&r->again)) {
            break;
        }
        record(r, &r->instant[k]);
        status = carom_check_cancelled(&(carom_cancel_flag){first->stop}, error);
    }
    add_moment(r, &first->sample, END);
    carom_solver_run_close(&r->again);
    return status;
}

/* ---- choice of the pair ---- */

/* True if two balls move, and all collisions are on their line, without other forces. */
static bool is_chain(const carom_problem *problem, const carom_log *log, carom_vec normal)
{
    const double rounding = 1e-9;
    size_t movable = 0;
    bool on_line = !carom_problem_has_friction(problem) && carom_vec_is_zero(problem->gravity_mps2);
    for (size_t i = 0; i < problem->count; i++) {
        carom_vec v = {problem->ball[i].vx_mps, problem->ball[i].vy_mps};
        movable += !problem->ball[i].fixed;
        on_line = on_line && fabs(carom_vec_cross(v, normal)) <= rounding * carom_vec_length(v);
    }
    for (size_t k = 0; k < log->count && on_line; k++) {
        on_line = fabs(carom_vec_cross(log->item[k].normal, normal)) <= rounding;
    }
    return on_line && movable == 2 && log->count <= MOST_STATES;
}

/* True if a ball of the collision touches a third body during it. */
static bool is_shared(const carom_log *log, const carom_collision *c)
{
    for (const carom_collision *o = log->item; o < log->item + log->count; o++) {
        bool together = o != c && o->t_s <= c->t_s + c->contact_s &&
                        c->t_s <= o->t_s + o->contact_s;
        if (together &&
            (o->a == c->a || o->a == c->b || (!o->wall && (o->b == c->a || o->b == c->b)))) {
            return true;
        }
    }
    return false;
}

/* Finds the first collision of two movable balls, or of the pair of the reference. @return why
 * there is none, or none of these balls alone */
static const char *choose_pair(repeated *r, const repeated *reference)
{
    const carom_log *log = &r->first->log;
    for (size_t k = 0; k < log->count && r->pair == NULL; k++) {
        const carom_collision *c = &log->item[k];
        if (!c->wall && !r->problem->ball[c->a].fixed && !r->problem->ball[c->b].fixed &&
            (r == reference ||
             (reference->pair != NULL && carom_collision_same_pair(c, reference->pair)))) {
            r->pair = c;
            r->ball[0] = r == reference ? c->a : reference->ball[0];
            r->ball[1] = r == reference ? c->b : reference->ball[1];
            r->chain = is_chain(r->problem, log, c->normal);
        }
    }
    bool ends = r->pair == NULL || isfinite(r->pair->separation_mps);
    bool none = r->pair == NULL, shares = r->pair != NULL && !r->chain && is_shared(log, r->pair);
    if (shares || (!ends && !r->chain)) {
        r->pair = NULL;
    }
    if (r != reference && r->pair != NULL) { /* not matched: a ball has hit others before */
        const carom_log *other = &reference->first->log;
        carom_alignment match = carom_alignment_of(other, log, r->problem->count, INFINITY, 0);
        bool matched = match.partner[reference->pair - other->item] ==
                       (size_t)(r->pair - log->item);
        r->pair = matched ? r->pair : NULL;
        carom_alignment_free(&match);
    }
    return shares ? "contacts overlap"
         : none   ? "no such collision"
         : ends   ? "not matched"
                  : "contact does not end";
}

/* ---- all solvers ---- */

/* The tables of all solvers. */
typedef struct {
    carom_arena memory;
    carom_frame frame[CAROM_FIGURE_TABLES];
} tables;

/* Add the path of each ball. A row of nan begins it, and interrupts it where the ball leaves a
 * periodic table. */
static void add_paths(tables *to, const repeated *r)
{
    const carom_frame *paths = &r->frame[PATHS_TABLE];
    for (size_t i = 0; i < r->problem->count; i++) {
        const carom_vec none = {NAN, NAN};
        carom_vec last = none;
        for (size_t k = 0; k < paths->rows; k++) {
            const path_point *at = carom_frame_row(paths, k);
            carom_vec way = carom_vec_subtract(at->at, last);
            if (at->number != i) {
                continue;
            }
            if (isnan(last.x) || !carom_vec_equal(carom_torus_shortest(r->problem, way), way)) {
                carom_frame_add(&to->memory, &to->frame[PATHS_TABLE],
                                &(path_point){at->solver, at->ball, i, NAN, NAN, none, none, 0});
            }
            carom_frame_add(&to->memory, &to->frame[PATHS_TABLE], at);
            last = at->at;
        }
    }
}

/* Longest paths of a ball along x and y (m). */
static void measure_paths(const repeated *r, double path_m[2])
{
    for (size_t i = 0; i < r->problem->count; i++) {
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (size_t k = 0; k < r->frame[PATHS_TABLE].rows; k++) {
            const path_point *point = carom_frame_row(&r->frame[PATHS_TABLE], k);
            double at[2] = {point->at.x, point->at.y};
            for (int c = 0; c < 2 && point->number == i; c++) {
                low[c] = fmin(low[c], at[c]);
                high[c] = fmax(high[c], at[c]);
                path_m[c] = fmax(path_m[c], high[c] - low[c]);
            }
        }
    }
}

static void add_corner(void *context, carom_vec at)
{
    tables *to = context;
    carom_frame_add(&to->memory, &to->frame[OUTLINE_TABLE], &at);
}

/* Finds the moments: the first collision of two balls of the reference, the first mismatch and the
 * end of the paths, which is the same for all solvers. */
static void find_moments(carom_run *run)
{
    carom_figure_files *figures = &run->figures;
    const carom_log *log = &run->solver[run->reference].solver_run.log;
    size_t first = 0;
    while (first < log->count && log->item[first].wall) {
        first++;
    }
    figures->contact_s = first < log->count ? log->item[first].t_s : NAN;
    figures->mismatch_s = NAN;
    figures->path_s = INFINITY;
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_log *own = &run->solver[i].solver_run.log;
        figures->mismatch_s = fmin(figures->mismatch_s, run->solver[i].summary.first_mismatch_s);
        if (own->count > PATH_COLLISIONS) {
            figures->path_s = fmin(figures->path_s, own->item[PATH_COLLISIONS].t_s);
        }
    }
}

carom_status carom_figure_files_write(carom_run *run, const char *directory, carom_error *error)
{
    carom_figure_files *figures = &run->figures;
    const carom_problem *problem = &run->request->scenario->problem;
    repeated *of = carom_allocate(run->solvers, sizeof *of), *reference = &of[run->reference];
    tables all = {.memory = {NULL}};
    figures->of = of;
    find_moments(run);
    for (int table = 0; table < CAROM_FIGURE_TABLES; table++) {
        all.frame[table].table = &carom_figure_tables[table];
        for (size_t i = 0; i < run->solvers && table < OUTLINE_TABLE; i++) {
            of[i].frame[table].table = &carom_figure_tables[table];
        }
    }
    for (size_t i = 0; i < run->solvers; i++) {
        of[i].first = &run->solver[i].solver_run;
        of[i].problem = problem;
    }
    choose_pair(reference, reference);
    for (size_t i = 0; i < run->solvers; i++) {
        run->solver[i].unpaired = choose_pair(&of[i], reference);
    }
    carom_status status = carom_job_pool_run(
        &(carom_job_pool){
            .tasks = run->solvers, .jobs = run->request->threads, .run = run_again, .context = run},
        error);
    measure_paths(reference, figures->path_m);
    for (size_t i = 0; i < run->solvers && figures->path_m[0] + figures->path_m[1] == 0; i++) {
        measure_paths(&of[i], figures->path_m);
    }
    figures->hits = reference->frame[HITS_TABLE].rows;
    figures->states = reference->frame[STATES_TABLE].rows;
    for (size_t i = 0; i < run->solvers; i++) {
        add_paths(&all, &of[i]);
        for (int table = HITS_TABLE; table < OUTLINE_TABLE; table++) {
            for (size_t k = 0; k < of[i].frame[table].rows; k++) {
                carom_frame_add(&all.memory, &all.frame[table],
                                carom_frame_row(&of[i].frame[table], k));
            }
        }
        carom_arena_free(&of[i].memory);
    }
    free(of);
    if (problem->boundary != CAROM_OPEN) {
        carom_walls_draw(problem, add_corner, &all);
    }
    CAROM_THEN(status,
               carom_frames_open(figures->file, directory, all.frame, CAROM_FIGURE_TABLES, error));
    carom_arena_free(&all.memory);
    return status;
}

carom_status carom_figure_files_commit(carom_figure_files *figures, carom_error *error)
{
    for (size_t k = 0; k < CAROM_FIGURE_TABLES; k++) {
        CAROM_TRY(carom_file_commit(&figures->file[k], error));
    }
    return CAROM_OK;
}
