/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `trace`: contacts to trace, from names of bodies to numbers. */
#include "scenario/scenario.h"
#include "scene/scene.h"

/* Maximum number of contacts. */
static const double most_contacts = 1e6;

static const carom_list *item_at(const carom_scenario *scenario, size_t k)
{
    return &((const carom_list *)scenario->trace.contacts.items)[k];
}

static const char *name_of(const carom_list *item, size_t i)
{
    return ((const carom_scenario_name *)item->items)[i].text;
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

/* Report an item that names no ball or wall, or two bodies that cannot collide. */
static void report_item(const carom_scenario *scenario, carom_node root, size_t k,
                        carom_messages *messages)
{
    const carom_problem *problem = &scenario->problem;
    const carom_list *item = item_at(scenario, k);
    size_t walls = carom_walls_count(problem), unknown = 0;
    while (unknown < 2 &&
           (carom_problem_ball_called(problem, name_of(item, unknown)) < problem->count ||
            carom_wall_find(problem, name_of(item, unknown)) < walls)) {
        unknown++;
    }
    if (unknown == 2) {
        carom_document_complain(root, messages, true,
                                "trace.contacts[%zu]: '%s' and '%s' cannot collide; expected two "
                                "balls, or a ball and a part of the wall",
                                k, name_of(item, 0), name_of(item, 1));
        return;
    }
    const char **names = carom_allocate(problem->count + walls + 1, sizeof *names);
    char known[500] = "", key[60];
    for (size_t i = 0; i < problem->count + walls; i++) {
        names[i] = i < problem->count ? problem->ball[i].name
                                      : carom_wall_name(problem, i - problem->count);
    }
    carom_hint_names_append(name_of(item, unknown), names, problem->count + walls, known,
                            sizeof known);
    snprintf(key, sizeof key, "trace.contacts[%zu][%zu]", k, unknown);
    carom_document_complain(root, messages, true,
                            "%s: found '%s'; expected a ball, or a part of the wall: %s", key,
                            name_of(item, unknown), known);
    free(names);
}

static bool is_number(const char *text, double *number)
{
    return carom_number_parse(text, number) && *number >= 1 && *number <= most_contacts &&
         *number == floor(*number);
}

void carom_trace_validate(const carom_scenario *scenario, carom_node root, carom_messages *messages)
{
    for (size_t k = 0; k < scenario->trace.contacts.count; k++) {
        const carom_list *item = item_at(scenario, k);
        carom_bodies bodies;
        double number;
        if (item->count == 2 &&
            !carom_bodies_find(&scenario->problem, name_of(item, 0), name_of(item, 1), &bodies)) {
            report_item(scenario, root, k, messages);
        } else if (item->count != 2 && !is_number(name_of(item, 0), &number)) {
            carom_document_complain(
                root, messages, true,
                "trace.contacts: found '%s'; expected a number of contacts, from 1 to %.0f, or "
                "pairs of bodies: [[cue, eight], [cue, left]]",
                name_of(item, 0), most_contacts);
        }
    }
}

void carom_scenario_trace(const carom_scenario *scenario, carom_trace_request *trace_request)
{
    carom_bodies *pair = carom_allocate(scenario->trace.contacts.count + 1, sizeof *pair);
    *trace_request = (carom_trace_request){.pair = pair};
    for (size_t k = 0; k < scenario->trace.contacts.count; k++) {
        const carom_list *item = item_at(scenario, k);
        double number;
        if (item->count == 2) {
            trace_request->pairs += carom_bodies_find(&scenario->problem, name_of(item, 0),
                                                      name_of(item, 1),
                                                      &pair[trace_request->pairs]);
        } else if (is_number(name_of(item, 0), &number)) {
            trace_request->first = (size_t)number;
        }
    }
}
