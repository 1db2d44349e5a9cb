/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polygonal table. In an outward corner a ball touches two edges; an inward corner is a separate
 * part. */
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
                                         "direction; the lowest x and y are 0"),
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

static bool are_on_one_side(carom_vec a, carom_vec b, carom_vec p, carom_vec q)
{
    carom_vec side = carom_vec_subtract(b, a);
    double one = carom_vec_cross(side, carom_vec_subtract(p, a));
    double other = carom_vec_cross(side, carom_vec_subtract(q, a));
    return (one > 0 && other > 0) || (one < 0 && other < 0);
}

/* Distance of two edges without a common corner; 0 if they cross. */
static double edge_distance(const void *object, size_t i, size_t j)
{
    carom_vec a = corner(object, i), b = corner(object, i + 1), p = corner(object, j),
              q = corner(object, j + 1);
    double first = fmin(distance_to_segment(a, p, q), distance_to_segment(b, p, q));
    if (!are_on_one_side(a, b, p, q) && !are_on_one_side(p, q, a, b)) {
        return 0;
    }
    return fmin(first, fmin(distance_to_segment(p, a, b), distance_to_segment(q, a, b)));
}

static bool have_common_corner(size_t i, size_t j, size_t count)
{
    return i == j || (i + 1) % count == j || (j + 1) % count == i;
}

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
        if (carom_vec_cross(side, next) == 0 && carom_vec_dot(side, next) < 0) {
            carom_diagnostics_add(
                diagnostics, true, "corners",
                "edge %zu lies on edge %zu; expected a polygon without overlapping edges",
                (k + 1) % n + 1, k + 1);
            return false;
        }
    }
    return true;
}

static void check_crossings(const void *object, const carom_diagnostics *diagnostics)
{
    size_t n = count_of(object);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            if (!have_common_corner(i, j, n) && !(edge_distance(object, i, j) > 0)) {
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
    }
}

/* ---- parts ---- */

static void polygon_extent(const void *object, double *width_m, double *height_m)
{
    *width_m = *height_m = 0;
    for (size_t k = 0; k < count_of(object); k++) {
        *width_m = fmax(*width_m, corner(object, k).x);
        *height_m = fmax(*height_m, corner(object, k).y);
    }
}

/* Cross product of the edges at corner k, > 0 for an outward corner. @p sense: of the polygon. */
static double corner_sense(const void *object, size_t k, double sense)
{
    size_t before = k + count_of(object) - 1;
    return sense * carom_vec_cross(edge_vector(object, before), edge_vector(object, k));
}

static double orientation_sign(const void *object)
{
    double twice_area = 0;
    for (size_t k = 0; k < count_of(object); k++) {
        twice_area += carom_vec_cross(corner(object, k), corner(object, k + 1));
    }
    return twice_area > 0 ? 1 : -1;
}

static size_t polygon_parts(const void *object)
{
    size_t count = count_of(object);
    for (size_t k = 0; k < count_of(object); k++) {
        count += corner_sense(object, k, orientation_sign(object)) < 0;
    }
    return count;
}

/* Half the smallest distance of two edges without a common corner: edges extend beyond outward
 * corners by this length without entering the table again. The extension reflects balls that
 * overlap the other edge of the corner. */
static double clearance(const void *object)
{
    double least = INFINITY;
    size_t n = count_of(object);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            least = have_common_corner(i, j, n) ? least : fmin(least, edge_distance(object, i, j));
        }
    }
    return 0.5 * least;
}

static carom_part edge_of(const void *object, size_t k, double sense, double spare)
{
    const double spares[2] = {corner_sense(object, k, sense) > 0 ? spare : 0,
                              corner_sense(object, k + 1, sense) > 0 ? spare : 0};
    char name[32];
    snprintf(name, sizeof name, "edge%zu", k + 1);
    return carom_edge(corner(object, k), corner(object, k + 1), sense, spares, name);
}

static void polygon_build(const void *object, carom_part *part)
{
    size_t n = count_of(object), next = n;
    double sense = orientation_sign(object), spare = clearance(object);
    for (size_t k = 0; k < n; k++) {
        part[k] = edge_of(object, k, sense, spare);
    }
    for (size_t k = 0; k < n; k++) {
        if (corner_sense(object, k, sense) < 0) {
            char name[32];
            snprintf(name, sizeof name, "corner%zu", k + 1);
            part[next++] = carom_corner(part[k].from_m, 0, part[(k + n - 1) % n].along,
                                        part[k].along, name);
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
