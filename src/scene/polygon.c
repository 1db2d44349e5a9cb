/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polygonal table. In an outward corner a ball touches two edges; an inward corner is a separate
 * part. Corners on a straight side do not divide it: the side is one edge. */
#include "params/params.h"
#include "params/rows.h"
#include "scene/boundaries.h"
#include <stdio.h>

enum { MOST_CORNERS = 1000 };

typedef struct {
    carom_list corners; /* of carom_vec */
} polygon_options;

static const carom_param corner_rows[] = {{VECTOR("", 0, "m", NULL, 0, ANY, "a corner")},
                                          {.key = NULL}};

#define AT(member) offsetof(polygon_options, member)
static const carom_param rows[] = {{LIST("corners", AT(corners), sizeof(carom_vec), corner_rows,
                                         "[[x, y], ...] in m, around the table in either "
                                         "direction; the lowest x and y are 0. A straight side "
                                         "with more points is one wall, named after its first"),
                                    .fallback = NULL, .lowest = 3, .highest = MOST_CORNERS},
                                   {.key = NULL}};

static size_t count_of(const void *object)
{
    return ((const polygon_options *)object)->corners.count;
}

/* Corner k modulo the number of corners. */
static carom_vec corner(const void *object, size_t k)
{
    const carom_list *list = &((const polygon_options *)object)->corners;
    return ((const carom_vec *)list->items)[k % list->count];
}

static carom_vec edge_vector(const void *object, size_t k)
{
    return carom_vec_subtract(corner(object, k + 1), corner(object, k));
}

/* ---- validation ---- */

static double distance_to_segment(carom_vec p, carom_vec a, carom_vec b)
{
    carom_vec side = carom_vec_subtract(b, a), from = carom_vec_subtract(p, a);
    double s = carom_vec_dot(from, side) / carom_vec_dot(side, side);
    s = fmin(fmax(s, 0), 1);
    return carom_vec_length(carom_vec_subtract(from, carom_vec_scale(s, side)));
}

/* True if p and q are on different sides of the line through a and b, and not on it. */
static bool are_on_two_sides(carom_vec a, carom_vec b, carom_vec p, carom_vec q)
{
    carom_vec side = carom_vec_subtract(b, a);
    double one = carom_vec_cross(side, carom_vec_subtract(p, a));
    double other = carom_vec_cross(side, carom_vec_subtract(q, a));
    return (one > 0 && other < 0) || (one < 0 && other > 0);
}

/* Distance of two segments; 0 if they cross. Otherwise they are nearest at an end of one. */
static double segment_distance(carom_vec a, carom_vec b, carom_vec p, carom_vec q)
{
    if (are_on_two_sides(a, b, p, q) && are_on_two_sides(p, q, a, b)) {
        return 0;
    }
    return fmin(fmin(distance_to_segment(a, p, q), distance_to_segment(b, p, q)),
                fmin(distance_to_segment(p, a, b), distance_to_segment(q, a, b)));
}

static bool have_common_corner(size_t i, size_t j, size_t count)
{
    return i == j || (i + 1) % count == j || (j + 1) % count == i;
}

/* Rounding error of positions and directions, relative to the size of the table or to 1. */
static const double rounding = 1e-12;

static bool check_edges(const void *object, const carom_diagnostics *diagnostics)
{
    size_t n = count_of(object);
    for (size_t k = 0; k < n; k++) {
        carom_vec side = edge_vector(object, k), next = edge_vector(object, k + 1);
        if (!(carom_vec_length(side) > 0)) {
            carom_diagnostics_add(diagnostics, true, "corners",
                                  "corners %zu and %zu are equal; expected different corners",
                                  k + 1, (k + 1) % n + 1);
            return false;
        }
        double along = carom_vec_dot(side, next);
        if (along < 0 && fabs(carom_vec_cross(side, next)) <= -along * rounding) {
            carom_diagnostics_add(
                diagnostics, true, "corners",
                "edge %zu lies on edge %zu; expected a polygon without overlapping edges",
                (k + 1) % n + 1, k + 1);
            return false;
        }
    }
    return true;
}

static void polygon_extent(const void *object, double *width_m, double *height_m)
{
    *width_m = *height_m = 0;
    for (size_t k = 0; k < count_of(object); k++) {
        *width_m = fmax(*width_m, corner(object, k).x);
        *height_m = fmax(*height_m, corner(object, k).y);
    }
}

static void check_crossings(const void *object, const carom_diagnostics *diagnostics)
{
    size_t n = count_of(object);
    double width_m, height_m;
    polygon_extent(object, &width_m, &height_m);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            if (!have_common_corner(i, j, n) &&
                segment_distance(corner(object, i), corner(object, i + 1), corner(object, j),
                                 corner(object, j + 1)) <= rounding * (width_m + height_m)) {
                carom_diagnostics_add(
                    diagnostics, true, "corners",
                    "edge %zu, from corner %zu to %zu, crosses or touches edge %zu, from "
                    "corner %zu to %zu; expected edges that meet at corners only",
                    i + 1, i + 1, (i + 1) % n + 1, j + 1, j + 1, (j + 1) % n + 1);
                return;
            }
        }
    }
}

/* ---- parts ---- */

/* The corners at which the boundary turns, in order, and the sense of rotation around the table:
 * 1 counterclockwise, -1 clockwise. */
typedef struct {
    const void *object;
    size_t count, number[MOST_CORNERS];
    double sense;
} outline;

/* Corner k of an outline, modulo their number. */
static carom_vec turning_point(const outline *of, size_t k)
{
    return corner(of->object, of->number[k % of->count]);
}

/* True if corner k lies on the line between its neighbours, within the rounding of coordinates
 * that are typed with six digits. */
static bool is_on_straight_side(const void *object, size_t k)
{
    static const double typed = 1e-6;
    carom_vec before = edge_vector(object, k + count_of(object) - 1);
    carom_vec after = edge_vector(object, k), all = carom_vec_add(before, after);
    return carom_vec_dot(before, after) > 0 &&
           fabs(carom_vec_cross(before, after)) <= typed * carom_vec_dot(all, all);
}

static outline outline_of(const void *object)
{
    outline of = {.object = object};
    double twice_area = 0;
    for (size_t k = 0; k < count_of(object); k++) {
        twice_area += carom_vec_cross(corner(object, k), corner(object, k + 1));
        if (!is_on_straight_side(object, k)) {
            of.number[of.count++] = k;
        }
    }
    of.sense = twice_area > 0 ? 1 : -1;
    return of;
}

/* Cross product of the edges at corner k of an outline: > 0 for an outward corner. */
static double corner_sense(const outline *of, size_t k)
{
    carom_vec at = turning_point(of, k), before = turning_point(of, k + of->count - 1);
    return of->sense * carom_vec_cross(carom_vec_subtract(at, before),
                                       carom_vec_subtract(turning_point(of, k + 1), at));
}

static size_t polygon_parts(const void *object)
{
    outline of = outline_of(object);
    size_t count = of.count;
    for (size_t k = 0; k < of.count; k++) {
        count += corner_sense(&of, k) < 0;
    }
    return count;
}

/* Half the smallest distance of two edges without a common corner: edges extend beyond outward
 * corners by this length without entering the table again. The extension reflects balls that
 * overlap the other edge of the corner. */
static double clearance(const outline *of)
{
    double least = INFINITY;
    for (size_t i = 0; i < of->count; i++) {
        for (size_t j = i + 1; j < of->count; j++) {
            if (!have_common_corner(i, j, of->count)) {
                least = fmin(least,
                             segment_distance(turning_point(of, i), turning_point(of, i + 1),
                                              turning_point(of, j), turning_point(of, j + 1)));
            }
        }
    }
    return 0.5 * least;
}

static void polygon_build(const void *object, carom_part *part)
{
    outline of = outline_of(object);
    size_t n = of.count, next = n;
    double spare = clearance(&of);
    char name[32];
    for (size_t k = 0; k < n; k++) {
        const double spares[2] = {corner_sense(&of, k) > 0 ? spare : 0,
                                  corner_sense(&of, k + 1) > 0 ? spare : 0};
        snprintf(name, sizeof name, "edge%zu", of.number[k] + 1);
        part[k] = carom_edge(turning_point(&of, k), turning_point(&of, k + 1), of.sense, spares,
                             name);
    }
    for (size_t k = 0; k < n; k++) {
        if (corner_sense(&of, k) < 0) {
            snprintf(name, sizeof name, "corner%zu", of.number[k] + 1);
            part[next++] = carom_corner(part[k].from_m, 0, part[(k + n - 1) % n].along,
                                        part[k].along, name);
        }
    }
}

static void polygon_check(const void *object, const carom_diagnostics *diagnostics)
{
    double x = INFINITY, y = INFINITY;
    for (size_t k = 0; k < count_of(object); k++) {
        x = fmin(x, corner(object, k).x);
        y = fmin(y, corner(object, k).y);
    }
    if (x != 0 || y != 0) {
        carom_diagnostics_add(diagnostics, true, "corners",
                              "the lowest x is %.9g m and the lowest y is %.9g m; expected 0 and 0",
                              x, y);
    } else if (check_edges(object, diagnostics)) {
        check_crossings(object, diagnostics);
        if (outline_of(object).count < 3) {
            carom_diagnostics_add(diagnostics, true, "corners",
                                  "all corners lie on one line; expected a table with an area");
        }
    }
}

const carom_shape carom_shape_polygon = {.about = {.name = "polygon",
                                                   .summary = "straight walls, convex or concave",
                                                   .params = rows,
                                                   .options_size = sizeof(polygon_options)},
                                         .check = polygon_check,
                                         .extent = polygon_extent,
                                         .parts = polygon_parts,
                                         .build = polygon_build};
