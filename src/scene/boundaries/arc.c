/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs from inside, and posts from outside, of which a corner is one without radius. */
#include "base/vec.h"
#include "scene/boundaries/curves.h"
#include "scene/boundaries/disc.h"
#include <math.h>
#include <stdio.h>

/* At a touch the distance from the centre is always about the same number, so its root would always
 * be rounded alike, all normals be a little too long or too short, and energy drift. In another
 * scale for every direction the roundings even out. */
static carom_vec direction(carom_vec from_centre, double size_m, double *distance_m)
{
    double scale = 1 + fabs(from_centre.x) / size_m;
    carom_vec scaled = carom_vec_times(from_centre, scale);
    double length = carom_vec_length(scaled);
    *distance_m = length / scale;
    return (carom_vec){scaled.x / length, scaled.y / length};
}

static carom_vec from_centre(const carom_part *part, double x, double y)
{
    return (carom_vec){x - part->from_m[0], y - part->from_m[1]};
}

static carom_way way_about(const carom_part *part, const carom_way *way)
{
    carom_way about = *way;
    about.x -= part->from_m[0];
    about.y -= part->from_m[1];
    return about;
}

static const carom_beyond elsewhere = {-INFINITY, 0, 0};

/* ---- arcs ---- */

/* Whether a place stands before the arc; of its two ends before the last one only. */
static bool is_before_arc(const carom_part *part, carom_vec r, double more)
{
    carom_vec middle = {part->along[0], part->along[1]};
    double size = carom_vec_length(r);
    double over = carom_vec_dot(middle, r) - part->cosine * size + more * size;
    return over > 0 || (over == 0 && carom_vec_cross(middle, r) > 0);
}

static carom_beyond arc_beyond(const carom_part *part, double x, double y, double reach_m)
{
    carom_vec r = from_centre(part, x, y), normal;
    double distance;
    if (!is_before_arc(part, r, 0)) {
        return elsewhere;
    }
    normal = direction(r, part->radius_m, &distance);
    return (carom_beyond){reach_m - (part->radius_m - distance), normal.x, normal.y};
}

/* However slow the approach: a ball that is not turned leaves the table. */
static double arc_touch_s(const carom_part *part, const carom_way *way, double reach_m,
                          double quiet_mps)
{
    carom_way about = way_about(part, way);
    carom_crossings out = carom_disc_leave(&about, part->radius_m - reach_m);
    (void)quiet_mps;
    for (int k = 0; k < out.count; k++) {
        carom_vec r;
        carom_way_at(&about, out.t_s[k], &r.x, &r.y);
        if (is_before_arc(part, r, CAROM_SEAM_ROUNDING)) {
            return out.t_s[k];
        }
    }
    return INFINITY;
}

static double arc_turn(const carom_part *part, double reach_m)
{
    return 1 / (part->radius_m - reach_m);
}

/* What is drawn and measured of the whole arc takes sin and cos: it acts on nothing. Half the angle
 * that it goes over, rad. */
static double half_angle(const carom_part *part)
{
    return part->cosine < -1 ? acos(-1) : acos(part->cosine);
}

static void arc_point(const carom_part *part, double s, double *x, double *y)
{
    double angle = atan2(part->along[1], part->along[0]) + (2 * s - 1) * half_angle(part);
    *x = part->from_m[0] + part->radius_m * cos(angle);
    *y = part->from_m[1] + part->radius_m * sin(angle);
}

static int arc_crossings(const carom_part *part, double x, double y)
{
    double dy = y - part->from_m[1], half2 = part->radius_m * part->radius_m - dy * dy, half;
    carom_vec right, left;
    if (half2 <= 0) {
        return 0;
    }
    half = sqrt(half2);
    right = (carom_vec){half, dy};
    left = (carom_vec){-half, dy};
    return (part->from_m[0] + half > x && is_before_arc(part, right, 0)) +
           (part->from_m[0] - half > x && is_before_arc(part, left, 0));
}

static double arc_length(const carom_part *part)
{
    return 2 * part->radius_m * half_angle(part);
}

/* R^2 phi/2 of the sector and the triangle of the chord with the origin: c cross chord/2. */
static double arc_area(const carom_part *part)
{
    carom_vec centre = {part->from_m[0], part->from_m[1]}, from, to;
    arc_point(part, 0, &from.x, &from.y);
    arc_point(part, 1, &to.x, &to.y);
    return part->radius_m * part->radius_m * half_angle(part) +
           0.5 * carom_vec_cross(centre, carom_vec_minus(to, from));
}

static const carom_curve arc_curve = {arc_beyond,    arc_touch_s, arc_turn, arc_point,
                                      arc_crossings, arc_length,  arc_area, 96};

carom_part carom_arc(const double centre_m[2], double radius_m, const double middle[2],
                     double cosine, const char *name)
{
    carom_part part = {.curve = &arc_curve,
                       .from_m = {centre_m[0], centre_m[1]},
                       .along = {middle[0], middle[1]},
                       .radius_m = radius_m,
                       .cosine = cosine};
    snprintf(part.name, sizeof part.name, "%s", name);
    return part;
}

/* ---- corners and posts ---- */

static bool is_before_corner(const carom_part *part, carom_vec r)
{
    carom_vec before = {part->along[0], part->along[1]}, after = {part->after[0], part->after[1]};
    bool all = before.x == 0 && before.y == 0;
    return all || (carom_vec_dot(before, r) > 0 && carom_vec_dot(after, r) <= 0);
}

static carom_beyond corner_beyond(const carom_part *part, double x, double y, double reach_m)
{
    carom_vec r = from_centre(part, x, y), away;
    double distance;
    if (!is_before_corner(part, r)) {
        return elsewhere;
    }
    away = direction(r, part->radius_m + reach_m, &distance);
    return (carom_beyond){part->radius_m + reach_m - distance, -away.x, -away.y};
}

/* Wherever on the circle: a disc that comes at it over an edge has touched the edge before. */
static double corner_touch_s(const carom_part *part, const carom_way *way, double reach_m,
                             double quiet_mps)
{
    carom_way about = way_about(part, way);
    carom_crossings in = carom_disc_enter(&about, part->radius_m + reach_m, quiet_mps);
    return in.count > 0 ? in.t_s[0] : INFINITY;
}

static void corner_point(const carom_part *part, double s, double *x, double *y)
{
    (void)s;
    *x = part->from_m[0];
    *y = part->from_m[1];
}

static int corner_crossings(const carom_part *part, double x, double y)
{
    (void)part;
    (void)x;
    (void)y;
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

static const carom_curve corner_curve = {
    corner_beyond,    corner_touch_s, corner_turn, corner_point,
    corner_crossings, corner_size,    corner_size, 0};

carom_part carom_corner(const double place_m[2], double radius_m, const double before[2],
                        const double after[2], const char *name)
{
    carom_part part = {.curve = &corner_curve,
                       .from_m = {place_m[0], place_m[1]},
                       .along = {before[0], before[1]},
                       .after = {after[0], after[1]},
                       .radius_m = radius_m};
    snprintf(part.name, sizeof part.name, "%s", name);
    return part;
}
