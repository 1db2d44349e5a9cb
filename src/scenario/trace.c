/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `trace`: contacts to trace, from names of bodies to numbers. */
#include "scenario/scenario.h"
#include "scene/scene.h"

/* Maximum number of contacts. */
static const double most_contacts = 1e6;

/* One item of the list. */
typedef struct {
    size_t count;
    const carom_scenario_name *name;
} trace_item;

static trace_item get_item(const carom_scenario *scenario, size_t k)
{
    const carom_list *item = &((const carom_list *)scenario->trace.contacts.items)[k];
    return (trace_item){item->count, item->items};
}

/* ---- names ---- */

bool carom_bodies_find(const carom_problem *problem, const char *a, const char *b,
                       carom_bodies *bodies)
{
    const char *const name[] = {a, b};
    size_t balls = problem->count, ball[2];
    for (size_t i = 0; i < 2; i++) {
        ball[i] = carom_problem_ball_called(problem, name[i]);
    }
    if (ball[0] < balls && ball[1] < balls) {
        *bodies = (carom_bodies){(uint32_t)ball[0], (uint32_t)ball[1], false};
        return ball[0] != ball[1];
    }
    for (size_t i = 0; i < 2; i++) {
        size_t wall = carom_wall_find(problem, name[1 - i]);
        if (ball[i] < balls && ball[1 - i] == balls && wall < carom_walls_count(problem)) {
            *bodies = (carom_bodies){(uint32_t)ball[i], (uint32_t)wall, true};
            return true;
        }
    }
    return false;
}

/* ---- validation ---- */

static carom_node node_of(carom_node root, size_t k)
{
    carom_node trace = carom_node_get(root, "trace"), contacts = carom_node_get(trace, "contacts"),
               item = carom_node_item(trace, "contacts", k);
    return item.id != 0 ? item : contacts.id != 0 ? contacts : root;
}

static carom_node name_node_of(carom_node root, size_t k, size_t i)
{
    carom_node item = node_of(root, k);
    return carom_node_kind_of(item) == CAROM_NODE_LIST && i < carom_node_count(item)
             ? carom_node_value(item, i)
             : item;
}

/* List the balls and walls, with a suggestion. */
static void describe_bodies(const carom_problem *problem, const char *name, const char **names,
                            char *text, size_t size)
{
    size_t walls = carom_walls_count(problem), count = problem->count + walls;
    for (size_t i = 0; i < count; i++) {
        names[i] = i < problem->count ? problem->ball[i].name
                                      : carom_wall_name(problem, i - problem->count);
    }
    carom_hint_names_append(name, names, count, text, size);
}

static void report_item(const carom_scenario *scenario, carom_node root, size_t k,
                        carom_messages *messages)
{
    const carom_problem *problem = &scenario->problem;
    const char **names = carom_allocate(problem->count + carom_walls_count(problem) + 1,
                                        sizeof *names);
    trace_item item = get_item(scenario, k);
    char known[500] = "";
    size_t unknown = 0;
    while (unknown < 2 &&
           (carom_problem_ball_called(problem, item.name[unknown].text) < problem->count ||
            carom_wall_find(problem, item.name[unknown].text) < carom_walls_count(problem))) {
        unknown++;
    }
    if (unknown < 2) {
        describe_bodies(problem, item.name[unknown].text, names, known, sizeof known);
        carom_messages_add(
            messages, true, carom_node_mark(name_node_of(root, k, unknown), root), "",
            "trace.contacts[%zu]: found '%s'; expected a ball, or a part of the wall: %s", k,
            item.name[unknown].text, known);
    } else {
        carom_messages_add(
            messages, true, carom_node_mark(node_of(root, k), root), "",
            "trace.contacts[%zu]: '%s' and '%s' cannot collide; expected two balls, or a ball and "
            "a part of the wall",
            k, item.name[0].text, item.name[1].text);
    }
    free(names);
}

static bool is_number(const char *text, double *number)
{
    return carom_number_parse(text, number) && *number >= 1 && *number <= most_contacts &&
         *number == floor(*number);
}

static void validate_item(const carom_scenario *scenario, carom_node root, size_t k,
                          carom_messages *messages)
{
    trace_item item = get_item(scenario, k);
    carom_bodies bodies;
    double number;
    if (item.count == 2) {
        if (!carom_bodies_find(&scenario->problem, item.name[0].text, item.name[1].text, &bodies)) {
            report_item(scenario, root, k, messages);
        }
    } else if (!is_number(item.name[0].text, &number)) {
        carom_messages_add(messages, true, carom_node_mark(node_of(root, k), root),
                           "trace.contacts",
                           "found '%s'; expected a number of contacts, from 1 to %.0f, or pairs of "
                           "bodies: [[cue, eight], [cue, left]]",
                           item.name[0].text, most_contacts);
    }
}

void carom_trace_validate(const carom_scenario *scenario, carom_node root, carom_messages *messages)
{
    for (size_t k = 0; k < scenario->trace.contacts.count; k++) {
        validate_item(scenario, root, k, messages);
    }
}

void carom_scenario_trace(const carom_scenario *scenario, carom_trace_request *trace_request)
{
    carom_bodies *pair = carom_allocate(scenario->trace.contacts.count + 1, sizeof *pair);
    *trace_request = (carom_trace_request){.pair = pair};
    for (size_t k = 0; k < scenario->trace.contacts.count; k++) {
        trace_item item = get_item(scenario, k);
        double number;
        if (item.count == 2) {
            trace_request->pairs += carom_bodies_find(&scenario->problem, item.name[0].text,
                                                      item.name[1].text,
                                                      &pair[trace_request->pairs]);
        } else if (is_number(item.name[0].text, &number)) {
            trace_request->first = (size_t)number;
        }
    }
}
