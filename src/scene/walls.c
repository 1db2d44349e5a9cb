/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/walls.h"
#include <math.h>
#include <stdlib.h>

const char *carom_wall_name(const carom_problem *problem, size_t wall)
{
    return problem->part == NULL ? carom_side_name(wall) : problem->part[wall].name;
}

double carom_walls_deepest(const carom_problem *problem, double x, double y, double reach_m)
{
    double deepest = -INFINITY;
    for (size_t k = 0; k < carom_walls_count(problem); k++) {
        deepest = fmax(deepest, carom_walls_beyond(problem, k, x, y, reach_m).beyond_m);
    }
    return deepest;
}

carom_status carom_problem_set_shape(carom_problem *problem, const carom_choice *chosen,
                                     carom_error *error)
{
    const carom_shape *shape = carom_shape_of(chosen->entry);
    free(problem->part);
    problem->part = NULL;
    problem->parts = 0;
    problem->shape = shape->about.name;
    shape->extent(chosen->options, &problem->width_m, &problem->height_m);
    if (shape->box) {
        return CAROM_OK;
    }
    problem->parts = shape->parts(chosen->options);
    problem->part = calloc(problem->parts, sizeof *problem->part);
    if (problem->part == NULL) {
        return carom_error_no_memory(error);
    }
    shape->build(chosen->options, problem->part);
    return CAROM_OK;
}
