/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rectangular table, and the list of shapes. */
#include "params/rows.h"
#include "scene/boundaries.h"
#include <assert.h>

typedef struct {
    double width_m, height_m;
} rectangle_options;

#define AT(member) offsetof(rectangle_options, member)
static const carom_param rows[] = {
    {NUMBER("width_m", AT(width_m), "m", "2.54", POSITIVE, ANY, "inside width of the table, x")},
    {NUMBER("height_m", AT(height_m), "m", "1.27", POSITIVE, ANY, "inside height of the table, y")},
    {.key = NULL}};

double carom_wall_line(const carom_problem *problem, double radius_m, int wall)
{
    double reach = problem->wall_contact == CAROM_SURFACE ? radius_m : 0;
    switch (wall) {
    case CAROM_LEFT:
    case CAROM_BOTTOM: return reach;
    case CAROM_RIGHT: return problem->width_m - reach;
    default: return problem->height_m - reach;
    }
}

double carom_side_contact_time(double width_m, double height_m, size_t side, const carom_path *path,
                               double reach_m, double rounding_mps)
{
    carom_wall_overlap at = carom_side_overlap(width_m, height_m, side, path->at, reach_m);
    double u = -carom_vec_dot(at.normal, path->v), a = -carom_vec_dot(at.normal, path->a);
    return a >= 0 && -u <= rounding_mps ? INFINITY : carom_time_to_line(-at.overlap_m, u, a);
}

const char *carom_side_name(size_t side)
{
    static const char *const name[CAROM_WALL_COUNT] = {"left", "right", "bottom", "top"};
    assert(side < CAROM_WALL_COUNT);
    return name[side];
}

static void rectangle_extent(const void *object, double *width_m, double *height_m)
{
    const rectangle_options *options = object;
    *width_m = options->width_m;
    *height_m = options->height_m;
}

const carom_shape carom_shape_rectangle = {.about = {.name = "rectangle",
                                                     .summary = "four straight walls",
                                                     .params = rows,
                                                     .options_size = sizeof(rectangle_options)},
                                           .extent = rectangle_extent,
                                           .box = true};

/* ---- the list of shapes ---- */

/* To add a shape, write a file in this folder and append X(name). */
#define SHAPES(X)                                                                                  \
    X(rectangle)                                                                                   \
    X(circle)                                                                                      \
    X(stadium)                                                                                     \
    X(polygon)

#define X(name) extern const carom_shape carom_shape_##name;
SHAPES(X)
#undef X

#define X(name) &carom_shape_##name.about,
static const carom_entry *const entries[] = {SHAPES(X) NULL};
#undef X

const carom_interface carom_shapes = {"shape", "shapes", entries};
