/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom fan: every outcome that the first cluster of a scene can have. */
#include "scene/scene.h"
#include "studies/fan/fan.h"
#include "studies/studies.h"
#include <math.h>
#include <string.h>

/* The walls that the first ball of the cluster touches. */
static size_t walls_met(const carom_fan *fan)
{
    const carom_problem *problem = &fan->scenario->problem;
    double radius_m = problem->ball[fan->ball[0]].radius_m;
    size_t met = 0;
    for (size_t w = 0; w < carom_walls_count(problem); w++) {
        met += fabs(carom_walls_beyond(problem, w, fan->flight[0].at,
                                       carom_walls_reach(problem, radius_m))
                        .beyond_m) <= CAROM_FAN_TOUCHING * radius_m;
    }
    return met;
}

static carom_status fan_print(const void *object, FILE *stream, FILE *complaints)
{
    (void)complaints;
    const carom_fan *fan = object;
    const carom_problem *problem = &fan->scenario->problem;
    size_t failed = 0;
    char met[60];
    for (size_t i = 0; i < fan->outcomes; i++) {
        failed += fan->outcome[i].failure[0] != '\0';
    }
    if (fan->balls > 1) {
        snprintf(met, sizeof met, "%zu balls meet", fan->balls);
    } else {
        size_t walls = walls_met(fan);
        snprintf(met, sizeof met, walls > 1 ? "1 ball meets %zu walls" : "1 ball meets a wall",
                 walls);
    }
    fprintf(stream, "%s at t = %.9g s: %zu %s from the policies, %zu serial %s%s and springs\n",
            met, fan->t_s, fan->outcomes - failed,
            fan->outcomes - failed == 1 ? "outcome" : "outcomes", fan->orders,
            fan->orders == 1 ? "order" : "orders",
            fan->all_orders ? "" : " (too many balls for all)");
    for (size_t i = 0; i < fan->outcomes; i++) {
        const carom_outcome *outcome = &fan->outcome[i];
        fprintf(stream, "\n%zu  %s", i + 1, outcome->source);
        if (outcome->sources > 1) {
            fprintf(stream, " (and %zu more)", outcome->sources - 1);
        }
        fprintf(stream, "\n");
        if (outcome->failure[0] != '\0') {
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

/* A ball after an outcome: the i-th of these, the k-th ball of the cluster. */
typedef struct {
    const carom_fan *fan;
    size_t i, k;
} after;

static const carom_outcome *outcome_of(const after *r)
{
    return &r->fan->outcome[r->i];
}

static const carom_ball *ball_of(const after *r)
{
    return &r->fan->scenario->problem.ball[r->fan->ball[r->k]];
}

#define OUTCOMES(NUMBER, TEXT, of)                                                                 \
    NUMBER(of, outcome, "", (double)(r->i + 1), "its number")                                      \
    TEXT(of, source, outcome_of(r)->source, "the first way that leads to it")                      \
    NUMBER(of, sources, "", (double)outcome_of(r)->sources, "how many ways do")                    \
    TEXT(of, ball, ball_of(r)->name, "its name in the scenario")                                   \
    NUMBER(of, x_m, "m", r->fan->flight[r->k].at.x, "place of its centre")                         \
    NUMBER(of, y_m, "m", r->fan->flight[r->k].at.y, "place of its centre")                         \
    NUMBER(of, radius_m, "m", ball_of(r)->radius_m, "its radius")                                  \
    NUMBER(of, vx_mps, "m/s", outcome_of(r)->v[r->k].x,                                            \
           "velocity after; nan: there is no outcome")                                             \
    NUMBER(of, vy_mps, "m/s", outcome_of(r)->v[r->k].y, "velocity after")
CAROM_COLUMNS(outcomes, after, OUTCOMES)

#define TURNS(NUMBER, TEXT, of)                                                                    \
    NUMBER(of, outcome, "", (double)(r->i + 1), "its number")                                      \
    TEXT(of, ball, ball_of(r)->name, "its name in the scenario")                                   \
    NUMBER(of, spin_radps, "rad/s", outcome_of(r)->spin_radps[r->k], "spin after")
CAROM_COLUMNS(turns, after, TURNS)

static void outcomes_of_all(const void *object, carom_rows *rows)
{
    const carom_fan *fan = object;
    for (size_t i = 0; i < fan->outcomes; i++) {
        for (size_t k = 0; k < fan->balls; k++) {
            carom_rows_put(rows, &(after){fan, i, k});
        }
    }
}

static void turns_of_all(const void *object, carom_rows *rows)
{
    const carom_fan *fan = object;
    if (carom_problem_spins(&fan->scenario->problem)) {
        outcomes_of_all(object, rows);
    }
}

static const carom_table tables[] = {{.name = "fan.tsv",
                                      .doc = "a row for each outcome and ball",
                                      .columns = outcomes_columns,
                                      .rows = outcomes_of_all},
                                     {.name = "fan-spin.tsv",
                                      .doc = "where balls can spin: a row for each outcome and "
                                             "ball",
                                      .columns = turns_columns,
                                      .rows = turns_of_all},
                                     {.name = NULL}};

/* The outcome of rigid balls that is nearest to the last one of springs, the stiffest; NULL: none
 * is within a hundredth of the speeds. */
static const carom_outcome *nearest_to_springs(const carom_fan *fan)
{
    const carom_outcome *springs = &fan->outcome[fan->outcomes - 1], *nearest = NULL;
    double least = 0.01;
    for (size_t i = 0; i + 1 < fan->outcomes; i++) {
        const carom_outcome *o = &fan->outcome[i];
        double largest = 0, fastest = 0;
        for (size_t k = 0; k < fan->balls; k++) {
            largest = fmax(largest, carom_vec_length(carom_vec_minus(o->v[k], springs->v[k])));
            fastest = fmax(fastest, carom_vec_length(springs->v[k]));
        }
        if (strncmp(o->source, "springs", 7) != 0 && o->failure[0] == '\0' &&
            largest < least * fastest) {
            least = largest / fastest;
            nearest = o;
        }
    }
    return strncmp(springs->source, "springs", 7) == 0 && springs->failure[0] == '\0' ? nearest
                                                                                      : NULL;
}

static void title_fan(carom_drawing *drawing, const carom_fan *fan)
{
    const carom_outcome *near = fan->outcomes > 0 ? nearest_to_springs(fan) : NULL;
    size_t rigid = 0;
    char called[160] = "";
    for (size_t i = 0; i < fan->outcomes; i++) {
        rigid += fan->outcome[i].failure[0] == '\0' &&
                 strncmp(fan->outcome[i].source, "springs", 7) != 0;
    }
    for (size_t i = 0; near != NULL && near->source[i] != '\0'; i++) {
        called[i] = near->source[i];
        called[i] = called[i] == '_' ? ' ' : called[i];
    }
    carom_drawing_title(drawing, "%zu %s at once, %zu %s for rigid balls%s%s", fan->balls,
                        fan->balls == 1 ? "ball" : "balls", rigid,
                        rigid == 1 ? "outcome" : "outcomes",
                        near == NULL ? "" : "; stiff springs come to that of ", called);
}

static void fan_draw(const void *object, carom_drawing *drawing)
{
    title_fan(drawing, object);
    carom_drawing_figure(drawing, "fan", "fan");
}

static carom_status fan_run(void *object, const carom_study *study, carom_error *error)
{
    return carom_fan_find(object, study->scenario, study->stop, error);
}

static void fan_release(void *object)
{
    carom_fan_free(object);
}

static const carom_taken_option options[] = {
    {"output", "where fan.tsv goes; by default out/<stem of FILE>"},
    {"set", NULL},
    {"json", NULL},
    {"no-plots", "table only"},
    CAROM_LOOK_OPTIONS,
    {NULL, NULL}};

const carom_study_kind carom_study_fan = {
    .about = {.name = "fan",
              .summary = "every outcome of the first simultaneous impact",
              .options_size = sizeof(carom_fan)},
    .text = "Takes the first instant at which something collides and lists what can come of it:\n"
            "by every impact policy, by every serial order of the balls (up to six), and by\n"
            "springs of 1e6 to 1e12 N/m. Outcomes that agree within 1e-8 of the fastest speed\n"
            "are listed once. For rigid balls, one ball that hits one other has one outcome; one\n"
            "that hits two at once has a fan of them. The outcomes of springs differ from those\n"
            "of rigid balls and from each other: the normal rotates while an oblique contact\n"
            "lasts, by an angle that falls with the stiffness. Springs act on the balls that\n"
            "touch alone, without gravity, rolling resistance and drag. A method whose collisions\n"
            "never end has no outcome, and the table gives the reason.\n",
    .options = options,
    .run = fan_run,
    .print = fan_print,
    .release = fan_release,
    .tables = tables,
    .draw = fan_draw};
