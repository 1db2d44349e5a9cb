/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scenario as it was read, once more: to be changed, or with the balls of another seed. */
#include "scenario/scenario.h"
#include <string.h>

/* The texts of a ball stand beside it, in the copy too. */
static void point_to_texts(carom_scenario_ball *ball, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ball[i].ball.name = ball[i].name;
        ball[i].ball.material = ball[i].material;
    }
}

carom_status carom_scenario_copy(carom_scenario *copy, const carom_scenario *from,
                                 carom_error *error)
{
    carom_status rows, problem;
    *copy = *from;
    rows = carom_params_copy(carom_scenario_rows, copy, error);
    point_to_texts(copy->balls.items, copy->balls.count);
    problem = carom_problem_copy(&copy->problem, &from->problem, error);
    return rows == CAROM_OK ? problem : rows;
}

static carom_status set_seed(carom_scenario *scenario, long long seed, carom_error *error)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", seed);
    return carom_param_parse(carom_params_find(carom_scenario_rows, scenario, "seed"), text, error);
}

/* Takes the balls of the groups away and generates them anew. What a seed does not change, they
 * have as before: drag by density is of the radius and the mass. */
static carom_status regenerate(carom_scenario *copy, const carom_scenario *from,
                               carom_messages *messages)
{
    carom_status status;
    copy->problem.count = copy->balls.count;
    status = carom_scenario_generate(copy, NULL, messages);
    if (messages->errors == 0 && status == CAROM_OK) {
        carom_placements_apply(copy);
    }
    for (size_t i = copy->balls.count; i < copy->problem.count; i++) {
        copy->problem.ball[i].air_drag = from->problem.ball[i].air_drag;
    }
    if (status == CAROM_OK && messages->errors == 0) {
        status = carom_balls_examine(copy, NULL, messages);
    }
    return messages->lost ? CAROM_NO_MEMORY : status;
}

carom_status carom_scenario_copy_of_seed(carom_scenario *copy, const carom_scenario *from,
                                         long long seed, carom_error *error)
{
    carom_messages messages = {.item = NULL};
    carom_error wrong = {CAROM_OK, "", ""};
    const char *why = NULL;
    carom_status status = carom_scenario_copy(copy, from, error);
    if (status == CAROM_OK && set_seed(copy, seed, &wrong) != CAROM_OK) {
        why = wrong.text;
    } else if (status == CAROM_OK && copy->groups.count > 0) {
        status = regenerate(copy, from, &messages);
        why = messages.errors > 0 ? messages.item[0].text : NULL;
    }
    if (status != CAROM_OK) {
        carom_reading_failed(status, error);
    } else if (why != NULL) {
        status = carom_error_set(error, CAROM_INVALID, "seed",
                                 "seed %lld makes no valid scenario: %.300s", seed, why);
    }
    carom_messages_free(&messages);
    return status;
}
