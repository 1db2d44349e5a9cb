/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of tables: each is a chain of edges and arcs around the table, and its inward corners. To
 * add a shape, append its row to `shapes`. */
#include "params/params.h"
#include "params/rows.h"
#include "scene/scene.h"

/* ---- parts ---- */

/* An edge with the table on its left (@p side 1) or right (-1). */
static carom_part edge_between(carom_vec from_m, carom_vec to_m, double side, const char *name)
{
    carom_vec way = carom_vec_subtract(to_m, from_m);
    double length = carom_vec_length(way);
    carom_part part = {.kind = CAROM_EDGE,
                       .from_m = from_m,
                       .to_m = to_m,
                       .normal = {side * way.y / length, -side * way.x / length},
                       .along = carom_vec_divide(way, length),
                       .length_m = length};
    snprintf(part.name, sizeof part.name, "%s", name);
    return part;
}

static carom_part arc_around(carom_vec centre_m, double radius_m, carom_vec middle, double cosine,
                             const char *name)
{
    carom_part part = {.kind = CAROM_ARC,
                       .from_m = centre_m,
                       .along = middle,
                       .radius_m = radius_m,
                       .cosine = cosine};
    snprintf(part.name, sizeof part.name, "%s", name);
    return part;
}

/* ---- rectangle, circle, stadium ---- */

typedef struct {
    double width_m, height_m;
} rectangle_options;

#define AT(member) offsetof(rectangle_options, member)
static const carom_param rectangle_rows[] = {
    {NUMBER("width_m", AT(width_m), "m", "2.54", POSITIVE, ANY, "inside width of the table, x")},
    {NUMBER("height_m", AT(height_m), "m", "1.27", POSITIVE, ANY, "inside height of the table, y")},
    {.key = NULL}};

static size_t rectangle_build(const void *object, carom_vec *size_m, carom_part *part)
{
    const rectangle_options *options = object;
    (void)part;
    *size_m = (carom_vec){options->width_m, options->height_m};
    return 0;
}

typedef struct {
    double radius_m;
} circle_options;

#undef AT
#define AT(member) offsetof(circle_options, member)
static const carom_param circle_rows[] = {
    {NUMBER("radius_m", AT(radius_m), "m", NULL, POSITIVE, ANY,
            "radius of the table; its centre is (radius, radius)")},
    {.key = NULL}};

static size_t circle_build(const void *object, carom_vec *size_m, carom_part *part)
{
    static const double full_circle = -2; /* no cosine is less */
    double radius = ((const circle_options *)object)->radius_m;
    const carom_vec centre = {radius, radius}, right = {1, 0};
    *size_m = (carom_vec){2 * radius, 2 * radius};
    if (part != NULL) {
        part[0] = arc_around(centre, radius, right, full_circle, "rim");
    }
    return 1;
}

typedef struct {
    double length_m, radius_m;
} stadium_options;

#undef AT
#define AT(member) offsetof(stadium_options, member)
static const carom_param stadium_rows[] = {
    {NUMBER("length_m", AT(length_m), "m", NULL, POSITIVE, ANY, "length of the straight walls")},
    {NUMBER("radius_m", AT(radius_m), "m", NULL, POSITIVE, ANY, "radius of the half circles")},
    {.key = NULL}};

/* Two straights along x and two half circles. The motion is chaotic for any length of the straights
 * (Bunimovich, Commun. Math. Phys. 65, 295 (1979)). */
static size_t stadium_build(const void *object, carom_vec *size_m, carom_part *part)
{
    const stadium_options *stadium = object;
    double r = stadium->radius_m, end = r + stadium->length_m;
    const carom_vec low[2] = {{r, 0}, {end, 0}}, high[2] = {{end, 2 * r}, {r, 2 * r}};
    const carom_vec centre[2] = {{end, r}, {r, r}}, right = {1, 0}, left = {-1, 0};
    *size_m = (carom_vec){stadium->length_m + 2 * r, 2 * r};
    if (part != NULL) {
        part[0] = edge_between(low[0], low[1], 1, "bottom");
        part[1] = arc_around(centre[0], r, right, 0, "right");
        part[2] = edge_between(high[0], high[1], 1, "top");
        part[3] = arc_around(centre[1], r, left, 0, "left");
    }
    return 4;
}

/* ---- polygon ----
 * In an outward corner a ball touches two edges; an inward corner is a separate part. Corners on a
 * straight side do not divide it: the side is one edge. */

enum { MOST_CORNERS = 1000 };

typedef struct {
    carom_list corners; /* of carom_vec */
} polygon_options;

static const carom_param corner_rows[] = {{VECTOR("", 0, "m", NULL, 0, ANY, "a corner")},
                                          {.key = NULL}};

#undef AT
#define AT(member) offsetof(polygon_options, member)
static const carom_param polygon_rows[] = {
    {LIST("corners", AT(corners), sizeof(carom_vec), corner_rows,
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

/* True if edge j begins where edge i ends. */
static bool follows(size_t i, size_t j, size_t count)
{
    return (i + 1) % count == j;
}

/* Rounding error of positions and directions, relative to the size of the table or to 1. */
static const double rounding = 1e-12;

static carom_vec extent_of(const void *object)
{
    carom_vec most = {0, 0};
    for (size_t k = 0; k < count_of(object); k++) {
        most = (carom_vec){fmax(most.x, corner(object, k).x), fmax(most.y, corner(object, k).y)};
    }
    return most;
}

/* Distance of edges i and j apart from their common corner: it is 0 as well if one of two
 * neighbours lies on the other or has no length. */
static double edge_distance(const void *object, size_t i, size_t j)
{
    size_t n = count_of(object);
    carom_vec a = corner(object, i), b = corner(object, i + 1);
    carom_vec p = corner(object, j), q = corner(object, j + 1);
    double least = INFINITY;
    if (follows(i, j, n)) {
        least = fmin(distance_to_segment(a, p, q), distance_to_segment(q, a, b));
    }
    if (follows(j, i, n)) {
        least = fmin(least, fmin(distance_to_segment(b, p, q), distance_to_segment(p, a, b)));
    }
    return isinf(least) ? segment_distance(a, b, p, q) : least;
}

static bool check_crossings(const void *object, const carom_diagnostics *diagnostics)
{
    size_t n = count_of(object);
    carom_vec size_m = extent_of(object);
    for (size_t i = 0; i < n; i++) {
        carom_vec a = corner(object, i), b = corner(object, i + 1);
        if (a.x == b.x && a.y == b.y) {
            carom_diagnostics_add(diagnostics, true, "corners",
                                  "corners %zu and %zu are equal; expected different corners",
                                  i + 1, (i + 1) % n + 1);
            return false;
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            if (!(edge_distance(object, i, j) > rounding * (size_m.x + size_m.y))) {
                carom_diagnostics_add(
                    diagnostics, true, "corners",
                    "edge %zu, from corner %zu to %zu, crosses or touches edge %zu, from "
                    "corner %zu to %zu; expected edges that meet at corners only",
                    i + 1, i + 1, (i + 1) % n + 1, j + 1, j + 1, (j + 1) % n + 1);
                return false;
            }
        }
    }
    return true;
}

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

/* Half the smallest distance of two edges without a common corner: edges extend beyond outward
 * corners by this length without entering the table again. The extension reflects balls that
 * overlap the other edge of the corner. */
static double clearance(const outline *of)
{
    double least = INFINITY;
    for (size_t i = 0; i < of->count; i++) {
        for (size_t j = i + 1; j < of->count; j++) {
            if (!follows(i, j, of->count) && !follows(j, i, of->count)) {
                least = fmin(least,
                             segment_distance(turning_point(of, i), turning_point(of, i + 1),
                                              turning_point(of, j), turning_point(of, j + 1)));
            }
        }
    }
    return 0.5 * least;
}

static size_t polygon_build(const void *object, carom_vec *size_m, carom_part *part)
{
    outline of = outline_of(object);
    size_t n = of.count, count = n;
    uint32_t chains = 0;
    double spare = part == NULL ? 0 : clearance(&of);
    for (size_t k = 0; k < n; k++) {
        chains += corner_sense(&of, k) > 0;
    }
    for (size_t k = 0, chain = chains - 1; k < n && part != NULL; k++) {
        char name[32];
        snprintf(name, sizeof name, "edge%zu", of.number[k] + 1);
        part[k] = edge_between(turning_point(&of, k), turning_point(&of, k + 1), of.sense, name);
        part[k].extension_m[0] = corner_sense(&of, k) > 0 ? spare : 0;
        part[k].extension_m[1] = corner_sense(&of, k + 1) > 0 ? spare : 0;
        chain = (chain + (corner_sense(&of, k) > 0)) % chains; /* begins at an outward corner */
        part[k].chain = (uint32_t)chain;
    }
    for (size_t k = 0; k < n; k++) {
        if (corner_sense(&of, k) < 0 && part != NULL) {
            carom_part *corner_part = &part[count];
            *corner_part = (carom_part){.kind = CAROM_CORNER,
                                        .from_m = part[k].from_m,
                                        .to_m = part[k].from_m,
                                        .along = part[(k + n - 1) % n].along,
                                        .after = part[k].along,
                                        .chain = part[k].chain};
            snprintf(corner_part->name, sizeof corner_part->name, "corner%zu", of.number[k] + 1);
        }
        count += corner_sense(&of, k) < 0;
    }
    *size_m = extent_of(object);
    return count;
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
    } else if (check_crossings(object, diagnostics) && outline_of(object).count < 3) {
        carom_diagnostics_add(diagnostics, true, "corners",
                              "all corners lie on one line; expected a table with an area");
    }
}

/* ---- the list of shapes ---- */

#define SHAPE(shape, text, ...)                                                                    \
    {                                                                                              \
        .about = {.name = #shape,                                                                  \
                  .summary = text,                                                                 \
                  .params = shape##_rows,                                                          \
                  .options_size = sizeof(shape##_options)},                                        \
        .build = shape##_build, __VA_ARGS__                                                        \
    }

static const carom_shape shapes[] = {
    SHAPE(rectangle, "four straight walls", .box = true),
    SHAPE(circle, "one round wall", .box = false),
    SHAPE(stadium, "two straight walls and two half circles", .box = false),
    SHAPE(polygon, "straight walls, convex or concave", .check = polygon_check)};
static const carom_entry *const entries[] = {&shapes[0].about, &shapes[1].about, &shapes[2].about,
                                             &shapes[3].about, NULL};

const carom_interface carom_shapes = {"shape", "shapes", entries};

carom_status carom_problem_set_shape(carom_problem *problem, const carom_choice *chosen,
                                     carom_error *error)
{
    const carom_shape *shape = carom_shape_of(chosen->entry);
    carom_vec size_m;
    (void)error;
    free(problem->part);
    problem->part = NULL;
    problem->shape = shape->about.name;
    problem->parts = shape->build(chosen->options, &size_m, NULL);
    problem->width_m = size_m.x;
    problem->height_m = size_m.y;
    if (problem->parts > 0) {
        problem->part = carom_allocate(problem->parts, sizeof *problem->part);
        shape->build(chosen->options, &size_m, problem->part);
    }
    return CAROM_OK;
}
