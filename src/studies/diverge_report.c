/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables, printed output and figures of carom diverge. */
#include "carom_studies.h"
#include "studies/studies.h"

/* Most rows of parts_by_ball.tsv. */
static const double most_rows_by_ball = 200000;

#define PARTS(NUMBER, TEXT, of)                                                                    \
    NUMBER(of, raw_m, "m", r->parts.raw_m, "rms distance over all balls")                          \
    NUMBER(of, model_m, "m", r->parts.model_m, "modelling error: distance of the converged runs")  \
    NUMBER(of, method_m, "m", r->parts.method_m,                                                   \
           "discretization error: distance from the converged runs")                               \
    NUMBER(of, balls, "", (double)r->parts.followed,                                               \
           "balls with the same collisions so far and not in contact; base of the next columns")   \
    NUMBER(of, followed_m, "m", r->parts.followed_m, "rms distance of these balls")                \
    NUMBER(of, lag_m, "m", r->parts.lag_m, "caused by contact delay")                              \
    NUMBER(of, turn_m, "m", r->parts.turn_m, "caused by rotation of the contact normals")          \
    NUMBER(of, without_lag_m, "m", r->parts.without_lag_m, "distance without the contact delay")   \
    NUMBER(of, rest_m, "m", r->parts.rest_m,                                                       \
           "modelling error without delay, rotation, restitution")                                 \
    NUMBER(of, restitution_m, "m", r->parts.restitution_m,                                         \
           "caused by a restitution other than the rigid one")
#define BETWEEN(NUMBER, TEXT, of)                                                                  \
    TEXT(of, solver, r->solver->name, "name in the scenario")                                      \
    TEXT(of, reference, r->to->name, "compared with this solver")

/* Row of a pair at a sample: all balls, or one. */
typedef struct {
    const carom_diverge_solver *solver, *to;
    size_t k;
    const char *ball;
    carom_parts parts;
} parts_row;

#define AT_SAMPLE(NUMBER, TEXT, of)                                                                \
    NUMBER(of, t_s, "s", r->to->base.t_s[r->k], "time of the sample")                              \
    BETWEEN(NUMBER, TEXT, of)
#define OF_PAIRS(NUMBER, TEXT, of)                                                                 \
    AT_SAMPLE(NUMBER, TEXT, of)                                                                    \
    NUMBER(of, control_m, "m", r->to->control_m[0][r->k],                                          \
           "rms distance of the reference from its copy perturbed by 1 ulp")                       \
    PARTS(NUMBER, TEXT, of)
#define OF_BALLS(NUMBER, TEXT, of)                                                                 \
    AT_SAMPLE(NUMBER, TEXT, of)                                                                    \
    TEXT(of, ball, r->ball, "name in the scenario")                                                \
    PARTS(NUMBER, TEXT, of)
CAROM_COLUMNS(of_pairs, parts_row, OF_PAIRS)
CAROM_COLUMNS(of_balls, parts_row, OF_BALLS)

static void put_part_rows(const carom_diverge *diverge, bool by_ball, carom_rows *rows)
{
    size_t balls = by_ball ? diverge->balls : 1;
    for (size_t p = 0; p < diverge->pairs; p++) {
        const carom_diverge_pair *pair = &diverge->pair[p];
        parts_row row = {.solver = pair->solver, .to = pair->reference};
        for (; row.k < row.to->base.samples && row.k < row.solver->base.samples; row.k++) {
            for (size_t i = 0; i < balls; i++) {
                row.ball = diverge->scenario->problem.ball[i].name;
                row.parts = carom_diverge_parts(diverge, pair, row.k, by_ball ? &i : NULL);
                carom_rows_write(rows, &row);
            }
        }
    }
}

static void pairs_over_time(const void *object, carom_rows *rows)
{
    put_part_rows(object, false, rows);
}

static void balls_over_time(const void *object, carom_rows *rows)
{
    const carom_diverge *diverge = object;
    double count = (double)diverge->pairs * (double)diverge->samples * (double)diverge->balls;
    if (count <= most_rows_by_ball) {
        put_part_rows(diverge, true, rows);
    }
}

/* Row of a solver and its perturbed copy j, at sample k. */
typedef struct {
    const carom_diverge_solver *solver;
    size_t j, k;
} copy_row;

#define OFFSET(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver->name, "name in the scenario")                                      \
    NUMBER(of, offset_m, "m", r->solver->offset_m[r->j], "perturbation of the initial state")
#define COPIES(NUMBER, TEXT, of)                                                                   \
    NUMBER(of, t_s, "s", r->solver->base.t_s[r->k], "time of the sample")                          \
    OFFSET(NUMBER, TEXT, of)                                                                       \
    NUMBER(of, collisions_per_ball, "", r->solver->per_ball[r->k], "up to this time")              \
    NUMBER(of, rms_m, "m", r->solver->control_m[r->j][r->k], "rms distance from the perturbed copy")
#define PREDICTABILITY(NUMBER, TEXT, of)                                                           \
    OFFSET(NUMBER, TEXT, of)                                                                       \
    NUMBER(of, horizon_s, "s", r->solver->horizon_s[r->j],                                         \
           "predictability time; nan: not reached")                                                \
    NUMBER(of, horizon_collisions, "", r->solver->horizon_collisions[r->j],                        \
           "collisions per ball at that time")                                                     \
    NUMBER(of, growth_per_s, "1/s", r->solver->growth_per_s.value,                                 \
           "growth rate of ln distance; nan: no exponential fits")                                 \
    NUMBER(of, growth_per_s_error, "1/s", r->solver->growth_per_s.error, "its standard error")     \
    NUMBER(of, growth_per_collision, "", r->solver->growth_per_collision.value,                    \
           "growth of ln distance per collision of a ball")                                        \
    NUMBER(of, growth_per_collision_error, "", r->solver->growth_per_collision.error,              \
           "its standard error")
CAROM_COLUMNS(copies, copy_row, COPIES)
CAROM_COLUMNS(predictability, copy_row, PREDICTABILITY)

static void put_copy_rows(const carom_diverge *diverge, bool by_sample, carom_rows *rows)
{
    for (size_t i = 0; i < diverge->solvers; i++) {
        copy_row row = {.solver = &diverge->solver[i]};
        for (row.j = 0; row.j < CAROM_PERTURBED_COPIES && !row.solver->hidden; row.j++) {
            size_t samples = by_sample ? carom_common_sample_count(&row.solver->base,
                                                                   &row.solver->copy[row.j])
                                       : 1;
            for (row.k = 0; row.k < samples; row.k++) {
                carom_rows_write(rows, &row);
            }
        }
    }
}

static void copies_over_time(const void *object, carom_rows *rows)
{
    put_copy_rows(object, true, rows);
}

static void predictability_of_all(const void *object, carom_rows *rows)
{
    put_copy_rows(object, false, rows);
}

typedef struct {
    const carom_diverge_solver *solver, *to;
    const carom_diverge_pair *pair;
    carom_parts parts;
} pair_row;

#define PAIRS(NUMBER, TEXT, of)                                                                    \
    BETWEEN(NUMBER, TEXT, of)                                                                      \
    NUMBER(of, matched, "", (double)r->pair->alignment.matched, "matched collisions")              \
    NUMBER(of, edit_distance, "",                                                                  \
           r->pair->edit_distance == CAROM_UNMATCHED ? NAN : (double)r->pair->edit_distance,       \
           "insertions and deletions between the logs; nan: too long, or a recording")             \
    NUMBER(of, mean_offset_s, "s", r->pair->alignment.mean_offset_s,                               \
           "mean delay of matched collisions")                                                     \
    NUMBER(of, largest_offset_s, "s", r->pair->alignment.largest_offset_s, "largest delay")        \
    NUMBER(of, horizon_s, "s", r->pair->horizon_s, "time of divergence; nan: not reached")         \
    NUMBER(of, horizon_collisions, "", r->pair->horizon_collisions,                                \
           "collisions per ball at that time")                                                     \
    NUMBER(of, amplification, "", r->pair->amplification,                                          \
           "growth of a small perturbation by then; nan: no longer small")                         \
    NUMBER(of, at_s, "s", r->pair->at_s, "time of the next columns: divergence, chaos or end")     \
    PARTS(NUMBER, TEXT, of)
CAROM_COLUMNS(pairs, pair_row, PAIRS)

static void pairs_as_a_whole(const void *object, carom_rows *rows)
{
    const carom_diverge *diverge = object;
    for (size_t p = 0; p < diverge->pairs; p++) {
        const carom_diverge_pair *pair = &diverge->pair[p];
        carom_rows_write(rows, &(pair_row){pair->solver, pair->reference, pair, pair->parts});
    }
}

static const carom_table tables[] = {
    {"parts.tsv", "a row for each sample and pair of solvers", of_pairs_columns, pairs_over_time,
     NULL, 0, NULL},
    {"parts_by_ball.tsv", "the same for each ball; no rows for many balls", of_balls_columns,
     balls_over_time, NULL, 0, NULL},
    {"pairs.tsv", "a row for each pair of solvers", pairs_columns, pairs_as_a_whole, NULL, 0, NULL},
    {"controls.tsv", "a row for each sample, solver and offset", copies_columns, copies_over_time,
     NULL, 0, NULL},
    {"horizons.tsv", "a row for each solver and offset", predictability_columns,
     predictability_of_all, NULL, 0, NULL},
    {.name = NULL}};

/* ---- description of a pair ---- */

static double largest_of(const double *value, size_t count)
{
    double largest = 0;
    for (size_t k = 0; k < count; k++) {
        largest = fmax(largest, value[k]);
    }
    return largest;
}

static const char *why_unknown(const carom_diverge *diverge, const carom_diverge_pair *pair)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const carom_diverge_solver *solver = pair->solver, *to = pair->reference;
    for (size_t i = 0; i < diverge->balls && diverge->displacements_known; i++) {
        if (pair->at_s < fmin(solver->lost_s[i], to->lost_s[i]) && !problem->ball[i].fixed) {
            return "its parts are incomplete, because the balls are in contact";
        }
    }
    if (!diverge->displacements_known) {
        return carom_problem_has_contact_friction(problem)
                 ? "its parts are unknown with friction in contacts"
             : carom_problem_has_friction(problem)
                 ? "its parts are unknown with rolling resistance or drag"
                 : "its parts are unknown with fixed balls under gravity";
    }
    return solver->multiple || to->multiple
             ? "its parts are unknown after contacts of three or more balls"
             : "its parts are unknown, because the collision sequences differ";
}

static void append_parts(const carom_diverge *diverge, const carom_diverge_pair *pair, char *text,
                         size_t size)
{
    const carom_parts *parts = &pair->parts;
    bool soft = pair->solver->soft || pair->reference->soft;
    carom_text_append(text, size, " (%.2g m at t = %.4g s", parts->raw_m, pair->at_s);
    if (!carom_diverge_has_recording(pair) && (soft || parts->method_m > 0)) {
        carom_text_append(text, size, ": modelling error %.2g m, discretization error %.2g m",
                          parts->model_m, parts->method_m);
        if (soft && parts->followed > 0) {
            carom_text_append(text, size,
                              "; contact delay %.2g m, rotation of the contact normal %.2g m, "
                              "restitution %.2g m, rest %.2g m",
                              parts->lag_m, parts->turn_m, parts->restitution_m, parts->rest_m);
            if (fmax(parts->lag_m, fmax(parts->turn_m, parts->restitution_m)) >
                1.01 * parts->model_m) {
                carom_text_append(text, size, ", which partly cancel");
            }
        } else if (soft && parts->model_m > 0) {
            carom_text_append(text, size, "; %s", why_unknown(diverge, pair));
        }
        if (soft && parts->followed > 0 && parts->followed < diverge->balls) {
            carom_text_append(text, size, " over %zu balls", parts->followed);
        }
    }
    if (pair->amplification >= 2) {
        carom_text_append(text, size, "; a small perturbation has grown %.2g-fold",
                          pair->amplification);
    }
    carom_text_append(text, size, ")");
}

/* Append whether perturbed copies have diverged too. */
static void append_chaos(const carom_diverge *diverge, const carom_diverge_pair *pair, char *text,
                         size_t size)
{
    double farthest = fmax(largest_of(pair->solver->control_m[0], pair->last + 1),
                           largest_of(pair->reference->control_m[0], pair->last + 1));
    if (!isnan(pair->chaos_s)) {
        carom_text_append(text, size,
                          "; after t = %.4g s the runs are chaotic: a copy of %s perturbed by "
                          "1 ulp is %.4g m away.",
                          pair->chaos_s, pair->chaotic->name, diverge->level_m);
    } else {
        carom_text_append(text, size,
                          "; more than %.4g m after t = %.4g s, without chaos: copies perturbed "
                          "by 1 ulp stay within %.2g m.",
                          diverge->level_m, pair->horizon_s, farthest);
    }
}

/* Distance below which noise of a recording may cause a difference: 5 sigma, m. 0: no recording */
static double noise_of_recording(const carom_diverge_pair *pair)
{
    return 5 * fmax(carom_solver_resolution(&pair->solver->choice),
                    carom_solver_resolution(&pair->reference->choice));
}

void carom_diverge_describe_pair(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                 char *text, size_t size)
{
    const carom_diverge_solver *to = pair->reference;
    const char *cause = carom_diverge_cause(diverge, pair, pair->at),
               *at_end = carom_diverge_cause(diverge, pair, pair->last);
    double end_s = to->base.t_s[pair->last];
    bool same_cause = isnan(pair->chaos_s) && cause == at_end;
    snprintf(text, size, "%s and %s: until ", pair->solver->name, to->name);
    if (same_cause || isnan(pair->until_s)) {
        carom_text_append(text, size, "the end (t = %.4g s) ", end_s);
    } else {
        carom_text_append(
            text, size, "t = %.4g s (%.3g collisions per ball) ", pair->until_s,
            carom_interpolate(to->base.t_s, to->per_ball, pair->last + 1, pair->until_s));
    }
    if (pair->parts.raw_m == 0 && isnan(pair->until_s)) {
        carom_text_append(text, size, "no difference.");
        return;
    }
    if (isnan(pair->until_s) &&
        largest_of(pair->raw_m, pair->last + 1) <= noise_of_recording(pair)) {
        carom_text_append(text, size,
                          "the difference is within the noise of the recording (5 sigma_m = %.2g "
                          "m).",
                          noise_of_recording(pair));
        return;
    }
    carom_text_append(text, size, "the difference is %s", cause);
    append_parts(diverge, pair, text, size);
    if (isnan(pair->chaos_s) && !same_cause) {
        carom_text_append(text, size, ", at the end (t = %.4g s) %s", end_s, at_end);
    }
    if (isnan(pair->until_s)) {
        carom_text_append(text, size, ".");
    } else {
        append_chaos(diverge, pair, text, size);
    }
}

static void name_pair(const carom_problem *problem, const carom_collision *c, char *text,
                      size_t size)
{
    carom_text_append(text, size, "%s-%s", problem->ball[c->a].name,
                      c->wall ? carom_wall_name(problem, c->b) : problem->ball[c->b].name);
}

/* Return the first unmatched collision of ball i; NULL: none. */
static const carom_collision *next_of(const carom_log *log, const size_t *partner, size_t i)
{
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        if (partner[k] == CAROM_UNMATCHED && (c->a == i || (!c->wall && c->b == i))) {
            return c;
        }
    }
    return NULL;
}

void carom_diverge_describe_mismatch(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                     char *text, size_t size)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const carom_diverge_solver *solver[2] = {pair->reference, pair->solver};
    const carom_alignment *a = &pair->alignment;
    const size_t index[2] = {a->first, a->second}, *partner[2] = {a->partner, a->back};
    text[0] = '\0';
    if (a->first == CAROM_UNMATCHED && a->second == CAROM_UNMATCHED) {
        return;
    }
    int side = a->second == CAROM_UNMATCHED ||
                       (a->first != CAROM_UNMATCHED && solver[0]->base.log.item[a->first].t_s <=
                                                           solver[1]->base.log.item[a->second].t_s)
                 ? 0
                 : 1;
    const carom_collision *c = &solver[side]->base.log.item[index[side]];
    carom_text_append(text, size, "at t = %.6g s %s has ", c->t_s, solver[side]->name);
    name_pair(problem, c, text, size);
    const carom_collision *other = next_of(&solver[1 - side]->base.log, partner[1 - side], c->a);
    if (other == NULL && !c->wall) {
        other = next_of(&solver[1 - side]->base.log, partner[1 - side], c->b);
    }
    if (other == NULL) {
        carom_text_append(text, size, ", %s none", solver[1 - side]->name);
    } else {
        carom_text_append(text, size, ", %s has ", solver[1 - side]->name);
        name_pair(problem, other, text, size);
        carom_text_append(text, size, " (t = %.6g s) instead", other->t_s);
    }
}

/* ---- printing ---- */

static void print_reach(FILE *stream, double t_s, double collisions)
{
    if (isnan(t_s)) {
        fprintf(stream, "%24s", "not reached");
    } else {
        fprintf(stream, "%10.4g s %8.3g coll.", t_s, collisions);
    }
}

/* Whether no copy diverges and no exponential fits; then one line is printed. */
static bool is_stable(const carom_diverge_solver *solver)
{
    bool stable = solver->growth != CAROM_GROWTH_EXPONENTIAL;
    for (size_t j = 0; j < CAROM_PERTURBED_COPIES; j++) {
        stable = stable && isnan(solver->horizon_s[j]);
    }
    return stable;
}

/* The growth if no exponential fits, to the end of the line. */
static void print_no_rate(FILE *stream, const carom_diverge_solver *solver)
{
    fprintf(stream, "%s\n", carom_diverge_growth_text(solver));
}

static void print_stable(FILE *stream, const carom_diverge_solver *solver)
{
    const size_t last = CAROM_PERTURBED_COPIES - 1;
    fprintf(stream, "%-16.16s %12.3g   at most %.3g m away; ", solver->name, solver->offset_m[last],
            largest_of(solver->control_m[last], solver->base.samples));
    print_no_rate(stream, solver);
}

static void print_growth(FILE *stream, const carom_diverge_solver *solver)
{
    const carom_estimate s = solver->growth_per_s, each = solver->growth_per_collision;
    if (isnan(s.value)) {
        fprintf(stream, "%-16s ", "");
        print_no_rate(stream, solver);
        return;
    }
    fprintf(stream, "%-16s a difference grows by exp(%.3g +- %.2g) per second", "", s.value,
            s.error);
    if (!isnan(each.value)) {
        fprintf(stream, ", %.3g-fold per collision (exp(%.3g +- %.2g)): %.2g digits",
                exp(each.value), each.value, each.error, each.value / log(10));
    }
    fputc('\n', stream);
}

static void print_copies(FILE *stream, const carom_diverge *diverge)
{
    fprintf(stream,
            "\nCopies with a perturbed initial state, until they are %.4g m away; collisions per "
            "ball, with balls and walls:\n\n"
            "%-16s %12s %24s\n",
            diverge->level_m, "", "offset (m)", "predictability time");
    for (size_t i = 0; i < diverge->solvers; i++) {
        const carom_diverge_solver *solver = &diverge->solver[i];
        if (carom_solver_has_traits(&solver->choice, CAROM_RECORDED)) {
            fprintf(stream, "%-16.16s a recording has no perturbed copies\n", solver->name);
            continue;
        }
        if (!solver->hidden && is_stable(solver)) {
            print_stable(stream, solver);
        }
        for (size_t j = 0; j < CAROM_PERTURBED_COPIES && !solver->hidden && !is_stable(solver);
             j++) {
            fprintf(stream, "%-16.16s %12.3g ", j == 0 ? solver->name : "", solver->offset_m[j]);
            print_reach(stream, solver->horizon_s[j], solver->horizon_collisions[j]);
            fprintf(stream, "%s\n", j == 0 ? "   1 ulp" : "");
        }
        if (solver->base.report.precision_bits > 0) {
            double met = carom_collisions_per_ball(&solver->base.log, &diverge->scenario->problem,
                                                   solver->base.end.t_s);
            fprintf(stream, "%-16s %.0f bits; %.3g digits lost, %.2g per collision\n", "",
                    solver->base.report.precision_bits, solver->base.report.lost_digits,
                    met > 0 ? solver->base.report.lost_digits / met : 0);
        }
        if (!solver->hidden && !is_stable(solver)) {
            print_growth(stream, solver);
        }
    }
}

static void print_pair(FILE *stream, const carom_diverge *diverge, const carom_diverge_pair *pair)
{
    const carom_alignment *a = &pair->alignment;
    char text[1024];
    carom_diverge_describe_pair(diverge, pair, text, sizeof text);
    fprintf(stream, "\n%s\n", text);
    if (carom_diverge_has_recording(pair)) {
        return;
    }
    fprintf(stream, "  collisions: %zu matched of %zu and %zu", a->matched,
            pair->reference->base.log.count, pair->solver->base.log.count);
    if (a->matched > 0) {
        fprintf(stream, ", times differ by %.3g s on average, by at most %.3g s", a->mean_offset_s,
                fabs(a->largest_offset_s));
    }
    if (pair->edit_distance != CAROM_UNMATCHED) {
        fprintf(stream, "; edit distance %zu", pair->edit_distance);
    }
    carom_diverge_describe_mismatch(diverge, pair, text, sizeof text);
    fprintf(stream, "\n  first mismatch: %s\n",
            text[0] != '\0' ? text
            : a->matched == pair->reference->base.log.count &&
                    a->matched == pair->solver->base.log.count
                ? "none"
                : "none, except within a contact time of the end");
}

static carom_status diverge_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_diverge *diverge = object;
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < diverge->solvers; i++) {
        const carom_diverge_solver *solver = &diverge->solver[i];
        if (solver->base.failure.status != CAROM_OK) {
            fprintf(complaints, "carom: error: solver '%s' stopped: %s\n", solver->name,
                    solver->base.failure.text);
            status = solver->base.failure.status;
        }
    }
    for (size_t p = 0; p < diverge->pairs; p++) {
        print_pair(stream, diverge, &diverge->pair[p]);
    }
    print_copies(stream, diverge);
    return status;
}

/* ---- figures ---- */

/* Number of rows in parts.tsv that precede a pair. */
static size_t rows_before(const carom_diverge *diverge, size_t pair)
{
    size_t rows = 0;
    for (size_t p = 0; p < pair; p++) {
        rows += carom_common_sample_count(&diverge->pair[p].solver->base,
                                          &diverge->pair[p].reference->base);
    }
    return rows;
}

/* Number of rows in controls.tsv that precede a solver. */
static size_t copy_rows_before(const carom_diverge *diverge, size_t solver)
{
    size_t rows = 0;
    for (size_t i = 0; i < solver; i++) {
        for (size_t j = 0; j < CAROM_PERTURBED_COPIES && !diverge->solver[i].hidden; j++) {
            rows += carom_common_sample_count(&diverge->solver[i].base,
                                              &diverge->solver[i].copy[j]);
        }
    }
    return rows;
}

/* Collisions of movable balls until the predictability time: with balls and with anything, the mean
 * distance of centres in the former, and the most of one ball over the mean. */
typedef struct {
    double with_balls, all, reach_m, most_rel;
} collision_counts;

/* Largest number of collisions of one ball until the predictability time. */
static double most_collisions(const carom_problem *problem, const carom_diverge_solver *solver)
{
    const carom_log *log = &solver->base.log;
    double most = 0;
    for (size_t i = 0; i < problem->count; i++) {
        double own = 0;
        for (size_t k = 0; k < log->count && !(log->item[k].t_s > solver->horizon_s[0]); k++) {
            own += log->item[k].a == i || (!log->item[k].wall && log->item[k].b == i);
        }
        most = fmax(most, problem->ball[i].fixed ? 0 : own);
    }
    return most;
}

static double count_movers(const carom_problem *problem)
{
    double movers = 0;
    for (size_t i = 0; i < problem->count; i++) {
        movers += !problem->ball[i].fixed;
    }
    return movers;
}

static collision_counts count_collisions(const carom_problem *problem,
                                         const carom_diverge_solver *solver)
{
    const carom_log *log = &solver->base.log;
    collision_counts m = {0, 0, 0, 0};
    for (size_t k = 0; k < log->count && !(log->item[k].t_s > solver->horizon_s[0]); k++) {
        const carom_collision *c = &log->item[k];
        const carom_ball *a = &problem->ball[c->a], *b = c->wall ? NULL : &problem->ball[c->b];
        double movers = !a->fixed + (b != NULL && !b->fixed);
        m.all += movers;
        m.with_balls += b == NULL ? 0 : movers;
        m.reach_m += b == NULL ? 0 : movers * (a->radius_m + b->radius_m);
    }
    m.reach_m /= m.with_balls;
    m.most_rel = most_collisions(problem, solver) * count_movers(problem) / m.all;
    return m;
}

/* Theoretical growth rate (1/s) of a single ball in a stadium whose straights are twice as long as
 * the radius of its ends for the centre of the ball ('carom help theory', tables). NaN: another
 * table, or forces act between collisions. */
static double stadium_rate(const carom_problem *problem)
{
    static const double rate = 0.430, tolerance = 0.01;
    const carom_ball *ball = &problem->ball[0];
    double curvature = 0, length_m = 0, arcs = 0, edges = 0;
    for (size_t i = 0; problem->part != NULL && i < problem->parts; i++) {
        const carom_part *part = &problem->part[i];
        double here = part->curve->normal_rotation_1pm(part, ball->radius_m);
        arcs += here > 0;
        edges += here == 0;
        curvature = fmax(curvature, here);
        length_m = here == 0 ? part->length_m : length_m;
    }
    bool is_stadium = problem->count == 1 && arcs == 2 && edges == 2 &&
                      fabs(0.5 * length_m * curvature - 1) < tolerance;
    bool is_free = carom_problem_is_elastic(problem) && !carom_problem_has_friction(problem) &&
                   carom_vec_is_zero(problem->gravity_mps2);
    return is_stadium && is_free
             ? rate * curvature * carom_vec_length(carom_flight_from_ball(ball).v)
             : NAN;
}

/* Theoretical growth of a small difference per collision ('carom help theory', chaos). A collision
 * of balls multiplies it by about 2 l/d, with the mean path l and the distance d of the centres. A
 * flat wall does not change it. NaN without collisions of balls. */
static double theory_of(const carom_diverge *diverge, const carom_diverge_solver *solver)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const collision_counts m = count_collisions(problem, solver);
    const double movers = count_movers(problem);
    double path_m = 0;
    for (size_t k = 1; k < solver->base.samples && !(solver->base.t_s[k] > solver->horizon_s[0]);
         k++) {
        path_m += 0.5 * (solver->base.speed_mps[k] + solver->base.speed_mps[k - 1]) *
                  (solver->base.t_s[k] - solver->base.t_s[k - 1]);
    }
    return m.with_balls > 0
             ? pow(2 * movers * path_m / m.with_balls / m.reach_m, m.with_balls / m.all)
             : NAN;
}

/* Define the other solvers that are compared with @p to: labels and rows of parts.tsv.
 *  @return their number */
static size_t define_others(carom_drawing *drawing, const carom_diverge *diverge,
                            const carom_diverge_solver *to)
{
    const char *name[CAROM_MAX_FIGURES];
    size_t pair[CAROM_MAX_FIGURES], count = 0;
    for (size_t p = 0; p < diverge->pairs && count < CAROM_MAX_FIGURES; p++) {
        if (diverge->pair[p].reference == to && !diverge->pair[p].solver->hidden) {
            name[count] = diverge->pair[p].solver->name;
            pair[count++] = p;
        }
    }
    if (count > 0) {
        carom_drawing_solvers(drawing, diverge->scenario, name, count);
    }
    carom_drawing_count(drawing, "N", count);
    carom_drawing_array(drawing, "PAIRFROM PAIRUPTO", count + 1);
    for (size_t i = 0; i < count; i++) {
        carom_drawing_count_at(drawing, "PAIRFROM", i, rows_before(diverge, pair[i]));
        carom_drawing_count_at(drawing, "PAIRUPTO", i, rows_before(diverge, pair[i] + 1) - 1);
    }
    return count;
}

static void draw_copies(carom_drawing *drawing, const carom_diverge *diverge)
{
    size_t i = 0;
    while (i + 1 < diverge->solvers &&
           strcmp(diverge->solver[i].name, diverge->scenario->reference) != 0) {
        i++;
    }
    i = diverge->solver[i].hidden ? 0 : i;
    const carom_diverge_solver *solver = &diverge->solver[i];
    bool alone = diverge->balls == 1;
    const carom_estimate growth = alone ? solver->growth_per_s : solver->growth_per_collision;
    carom_label label;
    carom_solver_label(diverge->scenario, solver->name, label.text, sizeof label.text);
    carom_drawing_text(drawing, "LANE", label.text);
    carom_drawing_count(drawing, "FROM", copy_rows_before(diverge, i));
    carom_drawing_count(drawing, "ROWS", solver->base.samples);
    carom_drawing_text(drawing, "AXIS", alone ? "t_s" : "collisions_per_ball");
    carom_drawing_text(drawing, "AXISNAME", alone ? "t (s)" : "collisions per ball");
    carom_drawing_number(drawing, "REACHED",
                         alone ? solver->horizon_s[0] : solver->horizon_collisions[0]);
    carom_drawing_number(drawing, "GROWTH", growth.value);
    carom_drawing_number(drawing, "GROWTHTHEORY",
                         alone ? exp(stadium_rate(&diverge->scenario->problem))
                               : theory_of(diverge, solver));
    carom_drawing_number(drawing, "OFTEN",
                         alone ? 0
                               : count_collisions(&diverge->scenario->problem, solver).most_rel);
    carom_drawing_count(drawing, "POWERED", solver->growth == CAROM_GROWTH_POWER);
    const size_t others = define_others(drawing, diverge, solver);
    carom_drawing_subject(drawing, "Distance of %s from perturbed copies%s over %s", label.text,
                          others > 0 ? " and other solvers" : "",
                          alone ? "time" : "collisions per ball");
    carom_drawing_figure(drawing, "copies", "copies");
}

static void diverge_draw(const void *object, carom_drawing *drawing)
{
    const carom_diverge *diverge = object;
    carom_drawing_number(drawing, "DURATION", diverge->scenario->duration_s);
    carom_drawing_number(drawing, "LEVEL", diverge->level_m);
    carom_drawing_rounding(drawing, &diverge->scenario->problem);
    draw_copies(drawing, diverge);
}

/* ---- entry ---- */

const carom_study_entry carom_study_diverge = {
    .about = {.name = "diverge",
              .summary = "causes of the difference of solvers: model, discretization, chaos",
              .options_size = sizeof(carom_diverge)},
    .text = STUDY_DIVERGE_TEXT,
    .notes = STUDY_DIVERGE_NOTES,
    .keys = "divergence",
    .run = carom_diverge_run,
    .print = diverge_print,
    .release = carom_diverge_free,
    .tables = tables,
    .figures = "copies.*",
    .draw = diverge_draw};
