/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stadium: two straights along x and two half circles. The motion is chaotic for any length of the
 * straights (Bunimovich, Commun. Math. Phys. 65, 295 (1979)). */
#include "params/rows.h"
#include "scene/boundaries.h"

typedef struct {
    double length_m, radius_m;
} stadium_options;

#define AT(member) offsetof(stadium_options, member)
static const carom_param rows[] = {
    {NUMBER("length_m", AT(length_m), "m", NULL, POSITIVE, ANY, "length of the straight walls")},
    {NUMBER("radius_m", AT(radius_m), "m", NULL, POSITIVE, ANY, "radius of the half circles")},
    {.key = NULL}};

static void stadium_extent(const void *object, double *width_m, double *height_m)
{
    const stadium_options *stadium = object;
    *width_m = stadium->length_m + 2 * stadium->radius_m;
    *height_m = 2 * stadium->radius_m;
}

static size_t stadium_parts(const void *object)
{
    (void)object;
    return 4;
}

static void stadium_build(const void *object, carom_part *part)
{
    const stadium_options *stadium = object;
    double r = stadium->radius_m, end = r + stadium->length_m;
    const carom_vec low[2] = {{r, 0}, {end, 0}}, high[2] = {{end, 2 * r}, {r, 2 * r}};
    const carom_vec centre[2] = {{end, r}, {r, r}}, right = {1, 0}, left = {-1, 0};
    const double none[2] = {0, 0};
    part[0] = carom_edge(low[0], low[1], 1, none, "bottom");
    part[1] = carom_arc(centre[0], r, right, 0, "right");
    part[2] = carom_edge(high[0], high[1], 1, none, "top");
    part[3] = carom_arc(centre[1], r, left, 0, "left");
}

const carom_shape carom_shape_stadium = {
    .about = {.name = "stadium",
              .summary = "two straight walls and two half circles",
              .params = rows,
              .options_size = sizeof(stadium_options)},
    .extent = stadium_extent,
    .parts = stadium_parts,
    .build = stadium_build};
