/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Straight edges. */
#include "scene/boundaries.h"
#include <stdio.h>

/* True if a point is in front of the edge, extended by more_m. */
static bool is_before(const carom_part *part, carom_vec at, double more_m)
{
    double past_from = carom_vec_dot(part->along, carom_vec_subtract(at, part->from_m));
    double past_to = carom_vec_dot(part->along, carom_vec_subtract(at, part->to_m));
    return past_from + part->extension_m[0] + more_m > 0 &&
           past_to <= part->extension_m[1] + more_m;
}

static double distance_to(const carom_part *part, carom_vec at)
{
    return carom_vec_dot(part->normal, carom_vec_subtract(part->from_m, at));
}

static carom_wall_overlap edge_overlap(const carom_part *part, carom_vec at, double reach_m)
{
    double distance = distance_to(part, at);
    if (!(distance >= 0) || !is_before(part, at, 0)) { /* on the line: half of the disc is beyond */
        return (carom_wall_overlap){.overlap_m = -INFINITY};
    }
    return (carom_wall_overlap){reach_m - distance, part->normal};
}

/* First root of d + u t + a t^2/2 = 0 with decreasing gap d. A disc that overlaps the line past the
 * ends of the edge, or is behind the line, must cross the line outward first. */
static double edge_contact_time(const carom_part *part, const carom_path *path, double reach_m,
                                double rounding_mps)
{
    double distance = distance_to(part, path->at), d = distance - reach_m;
    double u = -carom_vec_dot(part->normal, path->v), a = -carom_vec_dot(part->normal, path->a), t;
    double size = part->length_m + fabs(part->from_m.x) + fabs(part->from_m.y);
    double spare = CAROM_JOINT_ROUNDING * size;
    if (a >= 0 && (-u <= rounding_mps || distance <= 0)) {
        return INFINITY;
    }
    if (distance > 0 && (d >= 0 || is_before(part, path->at, spare))) {
        t = carom_time_to_line(d, u, a);
    } else {
        double disc = u * u - 2 * a * d;
        t = u > 0 && disc > 0 ? (u + sqrt(disc)) / -a : INFINITY;
    }
    if (isinf(t)) {
        return t;
    }
    return is_before(part, carom_path_position(path, t), spare) ? t : INFINITY;
}

static carom_vec edge_point(const carom_part *part, double s)
{
    return carom_vec_add_scaled(carom_vec_scale(1 - s, part->from_m), s, part->to_m);
}

/* An end at the height of the ray counts as above it. */
static int edge_crossings(const carom_part *part, carom_vec at)
{
    carom_vec vector = carom_vec_subtract(part->to_m, part->from_m);
    if ((part->from_m.y >= at.y) == (part->to_m.y >= at.y)) {
        return 0;
    }
    return part->from_m.x + (at.y - part->from_m.y) / vector.y * vector.x > at.x;
}

static double edge_length(const carom_part *part)
{
    return part->length_m;
}

static double edge_area(const carom_part *part)
{
    return 0.5 * carom_vec_cross(part->from_m, part->to_m);
}

static double edge_normal_rotation(const carom_part *part, double reach_m)
{
    (void)part, (void)reach_m;
    return 0;
}

const carom_curve carom_edge_curve = {edge_overlap,
                                      edge_contact_time,
                                      edge_normal_rotation,
                                      edge_point,
                                      edge_crossings,
                                      edge_length,
                                      edge_area,
                                      1};

carom_part carom_edge(carom_vec from_m, carom_vec to_m, double side, const double extension_m[2],
                      const char *name)
{
    carom_vec vector = carom_vec_subtract(to_m, from_m);
    double length = carom_vec_length(vector);
    carom_part part = {.curve = &carom_edge_curve,
                       .from_m = from_m,
                       .to_m = to_m,
                       .normal = {side * vector.y / length, -side * vector.x / length},
                       .along = carom_vec_divide(vector, length),
                       .length_m = length,
                       .extension_m = {extension_m[0], extension_m[1]}};
    snprintf(part.name, sizeof part.name, "%s", name);
    return part;
}
