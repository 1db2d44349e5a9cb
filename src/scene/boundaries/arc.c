/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs from inside, and posts from outside, of which a corner is one without radius. */
#include "scene/boundaries/boundaries.h"
#include <math.h>
#include <stdio.h>

/* At a touch the distance from the centre is always about the same number, so its root would always
 * be rounded alike, all normals be a little too long or too short, and energy drift. In another
 * scale for every direction the roundings even out. */
static carom_vec direction(carom_vec from_centre, double size_m, double *distance_m)
{
    double scale = 1 + fabs(from_centre.x) / size_m;
    carom_vec scaled = carom_vec_times(scale, from_centre);
    double length = carom_vec_length(scaled);
    *distance_m = length / scale;
    return carom_vec_over(scaled, length);
}

static carom_way way_about(const carom_part *part, const carom_way *way)
{
    carom_way about = *way;
    about.at = carom_vec_minus(way->at, part->from_m);
    return about;
}

static const carom_beyond elsewhere = {.beyond_m = -INFINITY};

/* ---- arcs ---- */

/* Whether a place stands before the arc; of its two ends before the last one only. */
static bool is_before_arc(const carom_part *part, carom_vec r, double more)
{
    double size = carom_vec_length(r);
    double over = carom_vec_dot(part->along, r) - part->cosine * size + more * size;
    return over > 0 || (over == 0 && carom_vec_cross(part->along, r) > 0);
}

static carom_beyond arc_beyond(const carom_part *part, carom_vec at, double reach_m)
{
    carom_vec r = carom_vec_minus(at, part->from_m), normal;
    double distance;
    if (!is_before_arc(part, r, 0)) {
        return elsewhere;
    }
    normal = direction(r, part->radius_m, &distance);
    return (carom_beyond){reach_m - (part->radius_m - distance), normal};
}

/* However slow the approach: a ball that is not turned leaves the table. */
static double arc_touch_s(const carom_part *part, const carom_way *way, double reach_m,
                          double quiet_mps)
{
    carom_way about = way_about(part, way);
    carom_crossings out = carom_disc_leave(&about, part->radius_m - reach_m);
    (void)quiet_mps;
    for (int k = 0; k < out.count; k++) {
        if (is_before_arc(part, carom_way_at(&about, out.t_s[k]), CAROM_SEAM_ROUNDING)) {
            return out.t_s[k];
        }
    }
    return INFINITY;
}

static double arc_turn(const carom_part *part, double reach_m)
{
    return 1 / (part->radius_m - reach_m);
}

/* Half the angle that the arc goes over, rad. asin(0) is 0 in any C library (Annex F), so that a
 * circle's and a half circle's is: a gas takes its radius from the area. */
static double half_angle(const carom_part *part)
{
    static const double pi = 3.14159265358979323846;
    return part->cosine < -1 ? pi : 0.5 * pi - asin(part->cosine);
}

/* What is drawn takes sin and cos: it acts on nothing. */
static carom_vec arc_point(const carom_part *part, double s)
{
    double angle = atan2(part->along.y, part->along.x) + (2 * s - 1) * half_angle(part);
    return carom_vec_ahead(part->from_m, part->radius_m, (carom_vec){cos(angle), sin(angle)});
}

static int arc_crossings(const carom_part *part, carom_vec at)
{
    double dy = at.y - part->from_m.y, half2 = part->radius_m * part->radius_m - dy * dy, half;
    carom_vec right, left;
    if (half2 <= 0) {
        return 0;
    }
    half = sqrt(half2);
    right = (carom_vec){half, dy};
    left = (carom_vec){-half, dy};
    return (part->from_m.x + half > at.x && is_before_arc(part, right, 0)) +
           (part->from_m.x - half > at.x && is_before_arc(part, left, 0));
}

static double arc_length(const carom_part *part)
{
    return 2 * part->radius_m * half_angle(part);
}

/* R^2 phi/2 of the sector and the triangle of the chord with the origin: c cross chord/2, the chord
 * 2 R sin(phi/2). */
static double arc_area(const carom_part *part)
{
    double sine = part->cosine < -1 ? 0 : sqrt(1 - part->cosine * part->cosine);
    carom_vec chord = carom_vec_times(2 * part->radius_m * sine, carom_vec_left(part->along));
    return part->radius_m * part->radius_m * half_angle(part) +
           0.5 * carom_vec_cross(part->from_m, chord);
}

const carom_curve carom_arc_curve = {arc_beyond,    arc_touch_s, arc_turn, arc_point,
                                     arc_crossings, arc_length,  arc_area, 96};

carom_part carom_arc(carom_vec centre_m, double radius_m, carom_vec middle, double cosine,
                     const char *name)
{
    carom_part part = {.curve = &carom_arc_curve,
                       .from_m = centre_m,
                       .along = middle,
                       .radius_m = radius_m,
                       .cosine = cosine};
    snprintf(part.name, sizeof part.name, "%s", name);
    return part;
}

/* ---- corners and posts ---- */

static bool is_before_corner(const carom_part *part, carom_vec r)
{
    return carom_vec_is_zero(part->along) ||
           (carom_vec_dot(part->along, r) > 0 && carom_vec_dot(part->after, r) <= 0);
}

static carom_beyond corner_beyond(const carom_part *part, carom_vec at, double reach_m)
{
    carom_vec r = carom_vec_minus(at, part->from_m), away;
    double distance;
    if (!is_before_corner(part, r)) {
        return elsewhere;
    }
    away = direction(r, part->radius_m + reach_m, &distance);
    return (carom_beyond){part->radius_m + reach_m - distance, carom_vec_times(-1, away)};
}

/* Wherever on the circle: a disc that comes at it over an edge has touched the edge before. */
static double corner_touch_s(const carom_part *part, const carom_way *way, double reach_m,
                             double quiet_mps)
{
    carom_way about = way_about(part, way);
    carom_crossings in = carom_disc_enter(&about, part->radius_m + reach_m, quiet_mps);
    return in.count > 0 ? in.t_s[0] : INFINITY;
}

static carom_vec corner_point(const carom_part *part, double s)
{
    (void)s;
    return part->from_m;
}

static int corner_crossings(const carom_part *part, carom_vec at)
{
    (void)part, (void)at;
    return 0;
}

static double corner_size(const carom_part *part)
{
    (void)part;
    return 0;
}

/* A point meets a corner without radius at no angle in particular. */
static double corner_turn(const carom_part *part, double reach_m)
{
    double size = part->radius_m + reach_m;
    return size > 0 ? -1 / size : 0;
}

const carom_curve carom_corner_curve = {corner_beyond,    corner_touch_s, corner_turn, corner_point,
                                        corner_crossings, corner_size,    corner_size, 0};

carom_part carom_corner(carom_vec place_m, double radius_m, carom_vec before, carom_vec after,
                        const char *name)
{
    carom_part part = {.curve = &carom_corner_curve,
                       .from_m = place_m,
                       .along = before,
                       .after = after,
                       .radius_m = radius_m};
    snprintf(part.name, sizeof part.name, "%s", name);
    return part;
}
