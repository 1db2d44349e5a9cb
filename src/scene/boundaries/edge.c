/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/vec.h"
#include "scene/boundaries/curves.h"
#include "scene/boundaries/disc.h"
#include "scene/boundaries/line.h"
#include <math.h>
#include <stdio.h>

static carom_vec vec_of(const double component[2])
{
    return (carom_vec){component[0], component[1]};
}

/* Whether a place stands before the edge, or so much beyond its ends. */
static bool is_before(const carom_part *part, carom_vec at, double more_m)
{
    carom_vec along = vec_of(part->along);
    return carom_vec_dot(along, carom_vec_minus(at, vec_of(part->from_m))) + part->spare_m[0] +
                   more_m >
               0 &&
           carom_vec_dot(along, carom_vec_minus(at, vec_of(part->to_m))) <=
               part->spare_m[1] + more_m;
}

static carom_beyond edge_beyond(const carom_part *part, double x, double y, double reach_m)
{
    carom_vec at = {x, y}, normal = vec_of(part->normal);
    double distance = carom_vec_dot(normal, carom_vec_minus(vec_of(part->from_m), at));
    if (!(distance > 0) || !is_before(part, at, 0)) {
        return (carom_beyond){-INFINITY, 0, 0};
    }
    return (carom_beyond){reach_m - distance, normal.x, normal.y};
}

/* d + u t + a t^2/2 = 0 where it falls, d being the gap; a disc whose centre is behind the edge's
 * line is somewhere else on the table, and no rounding. */
static double edge_touch_s(const carom_part *part, const carom_way *way, double reach_m,
                           double quiet_mps)
{
    carom_vec at = {way->x, way->y}, normal = vec_of(part->normal);
    double distance = carom_vec_dot(normal, carom_vec_minus(vec_of(part->from_m), at));
    double d = distance - reach_m, u = -(normal.x * way->vx + normal.y * way->vy);
    double a = -(normal.x * way->ax + normal.y * way->ay), t;
    double size = part->length_m + fabs(part->from_m[0]) + fabs(part->from_m[1]);
    if (a >= 0 && (-u <= quiet_mps || distance <= 0)) {
        return INFINITY;
    }
    if (distance > 0) {
        t = carom_time_to_line(d, u, a);
    } else { /* rises above the line first */
        double disc = u * u - 2 * a * d;
        t = u > 0 && disc > 0 ? (u + sqrt(disc)) / -a : INFINITY;
    }
    if (isinf(t)) {
        return t;
    }
    carom_way_at(way, t, &at.x, &at.y);
    return is_before(part, at, CAROM_SEAM_ROUNDING * size) ? t : INFINITY;
}

static void edge_point(const carom_part *part, double s, double *x, double *y)
{
    *x = (1 - s) * part->from_m[0] + s * part->to_m[0];
    *y = (1 - s) * part->from_m[1] + s * part->to_m[1];
}

/* An end at the height of the ray counts as above it. */
static int edge_crossings(const carom_part *part, double x, double y)
{
    double dy = part->to_m[1] - part->from_m[1], s;
    if ((part->from_m[1] >= y) == (part->to_m[1] >= y)) {
        return 0;
    }
    s = (y - part->from_m[1]) / dy;
    return part->from_m[0] + s * (part->to_m[0] - part->from_m[0]) > x;
}

static double edge_length(const carom_part *part)
{
    return part->length_m;
}

static double edge_area(const carom_part *part)
{
    return 0.5 * carom_vec_cross(vec_of(part->from_m), vec_of(part->to_m));
}

static double edge_turn(const carom_part *part, double reach_m)
{
    (void)part, (void)reach_m;
    return 0;
}

static const carom_curve edge_curve = {edge_beyond,    edge_touch_s, edge_turn, edge_point,
                                       edge_crossings, edge_length,  edge_area, 1};

carom_part carom_edge(const double from_m[2], const double to_m[2], double side,
                      const double spare_m[2], const char *name)
{
    carom_vec way = carom_vec_minus(vec_of(to_m), vec_of(from_m));
    double length = carom_vec_length(way);
    carom_part part = {.curve = &edge_curve,
                       .from_m = {from_m[0], from_m[1]},
                       .to_m = {to_m[0], to_m[1]},
                       .normal = {side * way.y / length, -side * way.x / length},
                       .along = {way.x / length, way.y / length},
                       .length_m = length,
                       .spare_m = {spare_m[0], spare_m[1]}};
    snprintf(part.name, sizeof part.name, "%s", name);
    return part;
}
