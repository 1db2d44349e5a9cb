/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balls that overlap each other or the walls, or share a name. */
#include "scenario/scenario.h"
#include "scene/boundaries.h"
#include "scene/scene.h"
#include "search/search.h"
#include <stdlib.h>
#include <string.h>

/* After so many, the rest is only counted; and after so many, not even looked for: a scene in which
 * everything overlaps everything would take for ever. */
enum { MOST_REPORTED = 20, MOST_COUNTED = 1000 };

typedef struct {
    const carom_scenario *scenario;
    const carom_problem *problem; /* its own */
    const carom_node *root;
    carom_messages *messages;
    size_t found;
    /* of the group whose balls are examined: how many reach beyond walls; the last is reported */
    carom_mark group;
    size_t beyond, last;
    char text[320];
} inspection;

/* Where the position of two that overlap was said: of the later one, or of the one that was placed.
 */
static carom_mark mark_of_pair(const inspection *in, size_t early, size_t late)
{
    bool first = carom_ball_is_placed(in->scenario, early) &&
                 !carom_ball_is_placed(in->scenario, late);
    return carom_position_mark(in->scenario, in->root, first ? early : late);
}

static void report_group(inspection *in)
{
    char others[60] = "";
    snprintf(others, sizeof others, " (and %zu more of its group)", in->beyond - 1);
    if (in->beyond > 0 && ++in->found <= MOST_REPORTED) {
        carom_messages_add(in->messages, true, in->group, "balls", "%s%s", in->text,
                           in->beyond > 1 ? others : "");
    }
    in->beyond = 0;
}

/* One message for all balls of a group that are where the group puts them, and beyond walls. */
static void hold_group(inspection *in, const carom_fault *fault, carom_mark mark)
{
    if (in->beyond > 0 && (mark.line != in->group.line || mark.column != in->group.column)) {
        report_group(in);
    }
    in->beyond += in->beyond == 0 || fault->ball != in->last;
    in->last = fault->ball;
    in->group = mark;
    snprintf(in->text, sizeof in->text, "%s", fault->text);
}

static bool report_position(void *context, const carom_fault *fault)
{
    inspection *in = context;
    bool alone = fault->other == CAROM_NO_BALL;
    carom_mark mark = alone ? carom_position_mark(in->scenario, in->root, fault->ball)
                            : mark_of_pair(in, fault->ball, fault->other);
    if (alone && strcmp(fault->key, "balls") == 0 && fault->ball >= in->scenario->balls.count &&
        !carom_ball_is_placed(in->scenario, fault->ball)) {
        hold_group(in, fault, mark);
    } else if (++in->found <= MOST_REPORTED) {
        carom_messages_add(in->messages, true, mark, fault->key, "%s", fault->text);
    }
    return in->found < MOST_COUNTED;
}

static int compare_names(const void *left, const void *right)
{
    const carom_ball *const *a = left, *const *b = right;
    int order = strcmp((*a)->name, (*b)->name);
    return order != 0 ? order : ((*a)->number > (*b)->number) - ((*a)->number < (*b)->number);
}

static carom_status inspect_names(inspection *in)
{
    size_t n = in->problem->count;
    const carom_ball **sorted = malloc((n + 1) * sizeof *sorted);
    if (sorted == NULL) {
        return CAROM_NO_MEMORY;
    }
    for (size_t i = 0; i < n; i++) {
        sorted[i] = &in->problem->ball[i];
    }
    qsort(sorted, n, sizeof *sorted, compare_names);
    for (size_t i = 1; i < n; i++) {
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0 && ++in->found <= MOST_REPORTED) {
            carom_messages_add(in->messages, true,
                               carom_ball_mark(in->scenario, in->root, sorted[i]->number), "name",
                               "'%s' is the name of two balls; expected a different name "
                               "(for a group: a different prefix) each",
                               sorted[i]->name);
        }
    }
    free(sorted);
    return CAROM_OK;
}

/* A periodic table's balls are folded in place: it is where they are recorded anyway. */
static void fold_balls(const carom_problem *problem)
{
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_PERIODIC; i++) {
        carom_ball *ball = &problem->ball[i];
        carom_flight home = carom_flight_of(ball);
        home.at = carom_torus_home(problem, home.at);
        carom_flight_put(home, ball);
    }
}

carom_status carom_balls_examine(carom_scenario *scenario, const carom_node *root,
                                 carom_messages *messages)
{
    const carom_problem *problem = &scenario->problem;
    inspection in = {.scenario = scenario, .problem = problem, .root = root, .messages = messages};
    const carom_watch watch = {scenario->stop};
    carom_status status;
    fold_balls(problem);
    status = carom_problem_check_positions(problem, &watch, report_position, &in);
    report_group(&in);
    status = status == CAROM_INVALID ? CAROM_OK : status;
    status = status == CAROM_OK ? inspect_names(&in) : status;
    if (in.found > MOST_REPORTED) {
        carom_messages_add(messages, true, carom_ball_mark(scenario, root, problem->count - 1),
                           "balls", "and %zu more of this kind%s", in.found - MOST_REPORTED,
                           in.found >= MOST_COUNTED ? " at least" : "");
    }
    return status;
}
