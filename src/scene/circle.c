/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Circular table. */
#include "params/rows.h"
#include "scene/boundaries.h"

typedef struct {
    double radius_m;
} circle_options;

#define AT(member) offsetof(circle_options, member)
static const carom_param rows[] = {{NUMBER("radius_m", AT(radius_m), "m", NULL, POSITIVE, ANY,
                                           "radius of the table; its centre is (radius, radius)")},
                                   {.key = NULL}};

static void circle_extent(const void *object, double *width_m, double *height_m)
{
    const circle_options *circle = object;
    *width_m = *height_m = 2 * circle->radius_m;
}

static size_t circle_parts(const void *object)
{
    (void)object;
    return 1;
}

static void circle_build(const void *object, carom_part *part)
{
    double radius = ((const circle_options *)object)->radius_m;
    const carom_vec centre = {radius, radius}, right = {1, 0};
    part[0] = carom_arc(centre, radius, right, CAROM_FULL_CIRCLE, "rim");
}

const carom_shape carom_shape_circle = {.about = {.name = "circle",
                                                  .summary = "one round wall",
                                                  .params = rows,
                                                  .options_size = sizeof(circle_options)},
                                        .extent = circle_extent,
                                        .parts = circle_parts,
                                        .build = circle_build};
