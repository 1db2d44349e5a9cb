/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a table: edges, arcs and inward corners. The times at which a path crosses a line or a
 * circle, overlaps and normals. */
#include "scene/scene.h"

/* ---- edges ---- */

const carom_vec carom_wall_normals[CAROM_WALL_COUNT] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

static carom_vec position_after(const carom_path *path, double t_s)
{
    return carom_vec_free_fall(path->at, path->v, path->a, t_s);
}

/* First root of d + u t + a t^2/2 = 0 with decreasing d. */
double carom_time_to_line(double d, double u, double a)
{
    if (d < 0) {
        d = 0;
    }
    if (a >= 0) {
        double disc = u * u - 2 * a * d;
        if (u >= 0 || disc < 0) {
            return INFINITY;
        }
        return 2 * d / (-u + sqrt(disc)); /* a = 0: d/-u */
    }
    double root = sqrt(u * u - 2 * a * d);
    return u > 0 ? (u + root) / -a : (d > 0 ? 2 * d / (-u + root) : 0);
}

/* True if a point is in front of the edge, extended by more_m. */
static bool is_before_edge(const carom_part *part, carom_vec at, double more_m)
{
    double past_from = carom_vec_dot(part->along, carom_vec_subtract(at, part->from_m));
    double past_to = carom_vec_dot(part->along, carom_vec_subtract(at, part->to_m));
    return past_from + part->extension_m[0] + more_m > 0 &&
           past_to <= part->extension_m[1] + more_m;
}

static double distance_to_edge(const carom_part *part, carom_vec at)
{
    return carom_vec_dot(part->normal, carom_vec_subtract(part->from_m, at));
}

/* First root of d + u t + a t^2/2 = 0 with decreasing gap d. A disc that overlaps the line past the
 * ends of the edge, or is behind the line, must cross the line outward first. */
static double edge_contact_time(const carom_part *part, const carom_path *path, double reach_m,
                                double rounding_mps)
{
    double distance = distance_to_edge(part, path->at), d = distance - reach_m;
    double u = -carom_vec_dot(part->normal, path->v), a = -carom_vec_dot(part->normal, path->a), t;
    double size = part->length_m + fabs(part->from_m.x) + fabs(part->from_m.y);
    double spare = CAROM_JOINT_ROUNDING * size;
    if (a >= 0 && (-u <= rounding_mps || distance <= 0)) {
        return INFINITY;
    }
    if (distance > 0 && (d >= 0 || is_before_edge(part, path->at, spare))) {
        t = carom_time_to_line(d, u, a);
    } else {
        double disc = u * u - 2 * a * d;
        t = u > 0 && disc > 0 ? (u + sqrt(disc)) / -a : INFINITY;
    }
    return isfinite(t) && is_before_edge(part, position_after(path, t), spare) ? t : INFINITY;
}

/* ---- circles and parabolas: q(t) = |x + v t + a t^2/2|^2 - R^2, of degree 4 ---- */

enum { DEGREE = 4 };

/* Times (s) at which a path crosses a circle in one direction; a parabola has at most two. */
typedef struct {
    double t_s[3];
    int count;
} crossings;

static double value(const double *q, int degree, double t)
{
    double sum = q[degree];
    for (int k = degree; k-- > 0;) {
        sum = sum * t + q[k];
    }
    return sum;
}

/* `slope` may be q. */
static void derive(const double *q, int degree, double *slope)
{
    for (int k = 1; k <= degree; k++) {
        slope[k - 1] = k * q[k];
    }
}

/* Bisect [low, high], at whose ends q has different signs, down to neighbouring doubles. */
static double root_between(const double *q, int degree, double low, double high)
{
    bool below = value(q, degree, low) < 0;
    for (;;) {
        double middle = low + 0.5 * (high - low);
        if (!(middle > low && middle < high)) {
            return high;
        }
        if ((value(q, degree, middle) < 0) == below) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/* Roots in (0, end] at which q changes its sign: at most one between two extrema. */
static int roots_of(const double *q, int degree, double end, double *root)
{
    double slope[DEGREE], extremum[DEGREE + 1], low = 0;
    int extrema = 0, count = 0;
    if (degree > 1) {
        derive(q, degree, slope);
        extrema = roots_of(slope, degree - 1, end, extremum);
    }
    extremum[extrema] = end;
    for (int k = 0; k <= extrema; k++) {
        if ((value(q, degree, low) < 0) != (value(q, degree, extremum[k]) < 0)) {
            root[count++] = root_between(q, degree, low, extremum[k]);
        }
        low = extremum[k];
    }
    return count;
}

/* Time after which q only grows: q and all its derivatives are positive there. */
static double end_of(const double *q, double scale_s)
{
    double slope[DEGREE + 1], end = scale_s;
    bool grows = false;
    while (!grows) {
        grows = true;
        for (int k = 0; k <= DEGREE; k++) {
            slope[k] = q[k];
        }
        for (int degree = DEGREE; degree >= 0; degree--) {
            grows = grows && value(slope, degree, end) > 0;
            derive(slope, degree, slope);
        }
        end *= grows ? 1 : 2;
    }
    return end;
}

/* Relative distance from the circle that a ball can have after a reflection. */
static const double rounding = 1e-12;

/* q at the start. A ball that was just reflected can be on the wrong side of the circle by
 * rounding; it counts to the side that it moves to. */
static double corrected_start(const double *q, double radius_m, bool rising)
{
    bool on = fabs(q[0]) <= rounding * radius_m * radius_m;
    if (on && rising && q[0] >= 0 && q[1] < 0) {
        return -DBL_MIN;
    }
    return on && !rising && q[0] <= 0 && q[1] > 0 ? DBL_MIN : q[0];
}

/* Crossings at t > 0 at which q rises, or falls. */
static void append_curved(const carom_path *w, double radius_m, bool rising, crossings *found)
{
    double r2 = carom_vec_square(w->at), v2 = carom_vec_square(w->v), a2 = carom_vec_square(w->a);
    double q[DEGREE + 1] = {r2 - radius_m * radius_m, 2 * carom_vec_dot(w->at, w->v),
                            carom_vec_dot_after(v2, w->at, w->a), carom_vec_dot(w->v, w->a),
                            0.25 * a2};
    double a = sqrt(a2), scale = (sqrt(v2) + sqrt(a * (radius_m + sqrt(r2)))) / a, root[DEGREE];
    q[0] = corrected_start(q, radius_m, rising);
    int count = roots_of(q, DEGREE, end_of(q, scale), root);
    bool below = q[0] < 0;
    for (int k = 0; k < count; k++, below = !below) {
        if (below == rising) {
            found->t_s[found->count++] = root[k];
        }
    }
}

/* Sign of the first non-zero derivative of the squared distance: 1 if it grows, -1 if it decreases,
 * 0. The first derivative is 0 for a ball at rest or in tangential motion; gravity then decides. */
static int distance_trend(const carom_path *w)
{
    double p = carom_vec_dot(w->at, w->v);
    double q[] = {p, carom_vec_dot_after(carom_vec_square(w->v), w->at, w->a),
                  carom_vec_dot(w->v, w->a), carom_vec_square(w->a)};
    int k = 0;
    while (k < 3 && q[k] == 0) {
        k++;
    }
    return (q[k] > 0) - (q[k] < 0);
}

/* ---- circles and any path ---- */

/* Squared angle between path and circle below which R^2 v^2 - |x cross v|^2 is mostly rounding, and
 * can be 0 before the crossing. The equal expression (x.v)^2 + v^2 (R^2 - x^2) is a sum of positive
 * terms inside the circle. */
static const double grazing = 1e-8;

static void exit_straight(const carom_path *path, double radius_m, crossings *found)
{
    double p = carom_vec_dot(path->at, path->v), v2 = carom_vec_square(path->v);
    double c = carom_vec_square(path->at) - radius_m * radius_m;
    double cross = carom_vec_cross(path->at, path->v);
    double disc = radius_m * radius_m * v2 - cross * cross, root, t;
    if (c < 0 && disc < grazing * radius_m * radius_m * v2) {
        disc = p * p - v2 * c;
    }
    bool is_tangent = p < 0 && disc >= -rounding * radius_m * radius_m * v2;
    if (!(v2 > 0) || (disc <= 0 && c > rounding * radius_m * radius_m && !is_tangent)) {
        return;
    }
    root = sqrt(disc > 0 ? disc : 0);
    t = p <= 0 ? (-p + root) / v2 : -c / (p + root);
    found->t_s[found->count++] = t > 0 ? t : 0;
}

/* Times at which the point leaves a circle of @p radius_m > 0; 0 for a point on the circle, within
 * rounding, that moves outward. Straight path: the later root of |x + v t| = R,
 * t = (-x.v + sqrt(R^2 v^2 - (x cross v)^2))/v^2. A tangent leaves it where it touches it: a ball
 * that slides along a straight side meets the arc of a stadium there. */
static crossings disc_exit_times(const carom_path *path, double radius_m)
{
    crossings found = {.count = 0};
    double c = carom_vec_square(path->at) - radius_m * radius_m;
    if (carom_vec_is_zero(path->a)) {
        exit_straight(path, radius_m, &found);
        return found;
    }
    if (c >= 0 && distance_trend(path) > 0) {
        found.t_s[found.count++] = 0;
    }
    append_curved(path, radius_m, true, &found);
    return found;
}

static double enter_straight(const carom_path *path, double radius_m)
{
    double p = carom_vec_dot(path->at, path->v), v2 = carom_vec_square(path->v);
    double c = carom_vec_square(path->at) - radius_m * radius_m;
    double cross = carom_vec_cross(path->at, path->v);
    double disc = radius_m * radius_m * v2 - cross * cross;
    return p < 0 && disc > 0 ? fmax(0, c / (-p + sqrt(disc))) : INFINITY;
}

/* Time at which the point enters the circle faster than @p rounding_mps: the earlier root. */
static double disc_entry_time(const carom_path *path, double radius_m, double rounding_mps)
{
    double r2 = carom_vec_square(path->at), p = carom_vec_dot(path->at, path->v);
    bool is_rounding = p >= 0 || p * p <= rounding_mps * rounding_mps * r2;
    if (carom_vec_is_zero(path->a)) {
        return is_rounding ? INFINITY : enter_straight(path, radius_m);
    }
    if (r2 <= radius_m * radius_m && distance_trend(path) < 0 &&
        (!is_rounding || carom_vec_dot_after(carom_vec_square(path->v), path->at, path->a) < 0)) {
        return 0;
    }
    crossings found = {.count = 0};
    append_curved(path, radius_m, false, &found);
    return found.count > 0 ? found.t_s[0] : INFINITY;
}

/* ---- arcs and corners ---- */

/* Unit vector and length of a vector. At contact the length is nearly the same number every time,
 * so the rounding error of its square root would be too, all normals would be too long or too
 * short, and energy would drift. A scale that depends on the direction makes the errors random. */
static carom_vec direction(carom_vec from_centre, double size_m, double *distance_m)
{
    double scale = 1 + fabs(from_centre.x) / size_m;
    carom_vec scaled = carom_vec_scale(scale, from_centre);
    double length = carom_vec_length(scaled);
    *distance_m = length / scale;
    return carom_vec_divide(scaled, length);
}

/* True if a point is in front of the arc; of its two ends only the last one belongs to it. */
static bool is_before_arc(const carom_part *part, carom_vec r, double more)
{
    double size = carom_vec_length(r);
    double over = carom_vec_dot(part->along, r) - part->cosine * size + more * size;
    return over > 0 || (over == 0 && carom_vec_cross(part->along, r) > 0);
}

/* Any approach counts, however slow: a ball that is not reflected leaves the table. */
static double arc_contact_time(const carom_part *part, const carom_path *about, double reach_m)
{
    crossings out = disc_exit_times(about, part->radius_m - reach_m);
    for (int k = 0; k < out.count; k++) {
        if (is_before_arc(part, position_after(about, out.t_s[k]), CAROM_JOINT_ROUNDING)) {
            return out.t_s[k];
        }
    }
    return INFINITY;
}

/* Half the angle of an arc (rad). asin(0) is 0 in every C library (Annex F), so areas of circles
 * and stadiums are portable: a gas computes its radius from the area. */
static double half_angle(const carom_part *part)
{
    return part->cosine < -1 ? CAROM_PI : 0.5 * CAROM_PI - asin(part->cosine);
}

/* ---- all parts ---- */

carom_wall_overlap carom_part_overlap(const carom_part *part, carom_vec at, double reach_m)
{
    static const carom_wall_overlap none = {.overlap_m = -INFINITY};
    carom_vec r = carom_vec_subtract(at, part->from_m), away;
    double distance;
    switch (part->kind) {
    case CAROM_EDGE: /* on the line, half of the disc is beyond */
        distance = distance_to_edge(part, at);
        return distance >= 0 && is_before_edge(part, at, 0)
                 ? (carom_wall_overlap){reach_m - distance, part->normal}
                 : none;
    case CAROM_ARC:
        if (!is_before_arc(part, r, 0)) {
            return none;
        }
        away = direction(r, part->radius_m, &distance);
        return (carom_wall_overlap){reach_m - (part->radius_m - distance), away};
    default:
        if (!(carom_vec_dot(part->along, r) > 0 && carom_vec_dot(part->after, r) <= 0)) {
            return none;
        }
        away = direction(r, reach_m, &distance);
        return (carom_wall_overlap){reach_m - distance, carom_vec_scale(-1, away)};
    }
}

carom_wall_overlap carom_chain_overlap(const carom_part *part, size_t parts, uint32_t chain,
                                       carom_vec at, double reach_m, uint32_t *nearest)
{
    carom_wall_overlap most = {.overlap_m = -INFINITY};
    *nearest = CAROM_NO_PART;
    for (uint32_t k = 0; k < parts; k++) {
        if (part[k].chain == chain) {
            carom_wall_overlap own = carom_part_overlap(&part[k], at, reach_m);
            *nearest = own.overlap_m > most.overlap_m ? k : *nearest;
            most = own.overlap_m > most.overlap_m ? own : most;
        }
    }
    return most;
}

double carom_part_overlap_change(const carom_part *part, carom_vec from, carom_vec move)
{
    double farther_m = carom_vec_length_change(carom_vec_subtract(from, part->from_m), move);
    return part->kind == CAROM_EDGE ? carom_vec_dot(part->normal, move)
         : part->kind == CAROM_ARC  ? farther_m
                                    : -farther_m;
}

/* The whole circle around a corner counts: a disc that arrives over an edge has touched the edge
 * before. */
double carom_part_contact_time(const carom_part *part, const carom_path *path, double reach_m,
                               double rounding_mps)
{
    carom_path about = {carom_vec_subtract(path->at, part->from_m), path->v, path->a};
    return part->kind == CAROM_EDGE ? edge_contact_time(part, path, reach_m, rounding_mps)
         : part->kind == CAROM_ARC  ? arc_contact_time(part, &about, reach_m)
                                    : disc_entry_time(&about, reach_m, rounding_mps);
}

/* The normal at which a point hits a corner is undefined. */
double carom_part_normal_rotation_1pm(const carom_part *part, double reach_m)
{
    return part->kind == CAROM_EDGE ? 0
         : part->kind == CAROM_ARC  ? 1 / (part->radius_m - reach_m)
         : reach_m > 0              ? -1 / reach_m
                                    : 0;
}

/* For drawing only, so sin and cos are allowed. */
carom_vec carom_part_point(const carom_part *part, double s)
{
    if (part->kind != CAROM_ARC) {
        return carom_vec_add_scaled(carom_vec_scale(1 - s, part->from_m), s, part->to_m);
    }
    double angle = atan2(part->along.y, part->along.x) + (2 * s - 1) * half_angle(part);
    return carom_vec_add_scaled(part->from_m, part->radius_m, (carom_vec){cos(angle), sin(angle)});
}

int carom_part_crossings(const carom_part *part, carom_vec at)
{
    carom_vec way = carom_vec_subtract(part->to_m, part->from_m);
    double dy = at.y - part->from_m.y, half2 = part->radius_m * part->radius_m - dy * dy, half;
    if (part->kind == CAROM_EDGE) { /* an end at the height of the ray counts as above it */
        return (part->from_m.y >= at.y) != (part->to_m.y >= at.y) &&
               part->from_m.x + dy / way.y * way.x > at.x;
    }
    if (part->kind == CAROM_CORNER || half2 <= 0) {
        return 0;
    }
    half = sqrt(half2);
    return (part->from_m.x + half > at.x && is_before_arc(part, (carom_vec){half, dy}, 0)) +
           (part->from_m.x - half > at.x && is_before_arc(part, (carom_vec){-half, dy}, 0));
}

double carom_part_length(const carom_part *part)
{
    return part->kind == CAROM_ARC ? 2 * part->radius_m * half_angle(part) : part->length_m;
}

/* An arc has the sector R^2 phi/2 plus the triangle of chord and origin, c cross chord/2, with the
 * chord 2 R sin(phi/2). */
double carom_part_area(const carom_part *part)
{
    if (part->kind != CAROM_ARC) {
        return 0.5 * carom_vec_cross(part->from_m, part->to_m);
    }
    double sine = part->cosine < -1 ? 0 : sqrt(1 - part->cosine * part->cosine);
    carom_vec chord = carom_vec_scale(2 * part->radius_m * sine,
                                      carom_vec_rotate_left(part->along));
    return part->radius_m * part->radius_m * half_angle(part) +
           0.5 * carom_vec_cross(part->from_m, chord);
}

double carom_part_arc_length(const carom_part *part, carom_vec at)
{
    carom_vec r = carom_vec_subtract(at, part->from_m);
    double along_m = part->kind == CAROM_EDGE ? carom_vec_dot(part->along, r)
                   : part->kind == CAROM_ARC
                       ? part->radius_m * (half_angle(part) + atan2(carom_vec_cross(part->along, r),
                                                                    carom_vec_dot(part->along, r)))
                       : 0;
    return fmin(fmax(along_m, 0), carom_part_length(part));
}
