/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths of balls, and the times at which they reach other balls and walls. Both are polynomials in
 * time: the gap to a straight wall, the squared distance from a ball or an arc. */
#include "solvers/reference/reference.h"

/* ---- numbers ---- */

static quad value(const quad *c, int degree, quad t)
{
    quad sum = c[degree];
    for (int k = degree; k-- > 0;) {
        sum = sum * t + c[k];
    }
    return sum;
}

static quad slope(const quad *c, int degree, quad t)
{
    quad sum = degree * c[degree];
    for (int k = degree; k-- > 1;) {
        sum = sum * t + k * c[k];
    }
    return sum;
}

/* Coefficients of the same polynomial in t - by. */
static void shift(quad *c, int degree, quad by)
{
    for (int from = 0; from < degree && by != 0; from++) {
        for (int k = degree; k-- > from;) {
            c[k] += by * c[k + 1];
        }
    }
}

/* ---- first contact ---- */

enum { GAP_TERMS = 2 * REFERENCE_TERMS };

/* A gap as a polynomial in the time from now: positive while the bodies are apart. */
typedef struct {
    quad c[GAP_TERMS];
    int degree;
    quad per_m; /* slope per speed: 1, or 2 d for a squared distance */
} gap;

/* Root in [low, high], between which the gap decreases through 0: Newton's method within bounds. */
static quad refine(const quad *c, int degree, quad low, quad high)
{
    static const quad resolution = 0x1p-111;
    for (quad t = high;;) {
        quad f = value(c, degree, t), next = t - f / slope(c, degree, t);
        if (f == 0) {
            return t;
        }
        *(f > 0 ? &low : &high) = t;
        if (!(next > low && next < high)) {
            next = low + (high - low) / 2;
        }
        if (quad_abs(next - t) <= resolution * next || next == low || next == high) {
            return next;
        }
        t = next;
    }
}

/* Bounds of a polynomial on [0, h]: the positive and the negative terms at h. */
static void bound(const quad *c, int degree, quad h, quad bounds[2])
{
    quad power = h;
    bounds[0] = bounds[1] = c[0];
    for (int k = 1; k <= degree; k++, power *= h) {
        bounds[c[k] > 0] += c[k] * power;
    }
}

/* First time before `end` at which a polynomial decreases through 0. Walks in steps on which it has
 * one sign or is monotonic. A step is halved until its bounds prove that; below the resolution of
 * time the gap touches 0 without a contact. A gap that is not finite never closes. */
static quad walk(gap *f, quad end)
{
    static const quad resolution = 0x1p-104;
    quad t = 0, h = end < REFERENCE_NEVER ? end : 1, *c = f->c, derivative[GAP_TERMS];
    quad least = resolution * h;
    while (t < end) {
        int falls = 0, rises = 0;
        quad bounds[2], slopes[2];
        for (int k = 1; k <= f->degree; k++) {
            derivative[k - 1] = k * c[k];
            falls += c[k] < 0;
            rises += c[k] > 0;
        }
        if (falls == 0 || (rises == 0 && c[0] <= 0)) {
            return REFERENCE_NEVER;
        }
        bound(c, f->degree, h, bounds);
        bound(derivative, f->degree - 1, h, slopes);
        if (slopes[1] < 0 && c[0] > 0 && value(c, f->degree, h) <= 0) {
            return t + refine(c, f->degree, 0, h);
        }
        if (!(bounds[0] <= 0) || bounds[1] < 0 || slopes[0] > 0 || slopes[1] < 0 ||
            h < least + resolution * t) {
            t += h;
            shift(c, f->degree, h);
            h *= 2;
        } else {
            h /= 2;
        }
    }
    return REFERENCE_NEVER;
}

/* Time until the gap closes. A decrease more slowly than rounding_mps is rounding. @param touching
 * a negative gap is rounding; otherwise the ball must come before the body first */
static quad time_to_close(const reference_world *world, gap *f, bool touching, quad end)
{
    if (f->c[1] < 0 && -f->c[1] <= f->per_m * world->rounding_mps) {
        f->c[1] = 0;
    }
    if (touching && f->c[0] <= 0) {
        int k = 1;
        while (k < f->degree && f->c[k] == 0) {
            k++;
        }
        if (f->c[k] < 0) {
            return 0;
        }
        f->c[0] = 0;
    }
    return walk(f, end);
}

/* Gap sign (|(x, y)|^2 - reach^2) of a relative path. */
static gap circle_gap(const reference_path *path, quad reach, int sign)
{
    const quad *x = path->x, *y = path->y;
    int n = path->degree;
    gap f = {.degree = 2 * n, .per_m = 2 * quad_length((quad_vec){x[0], y[0]})};
    for (int k = 0; k <= 2 * n; k++) {
        for (int i = k > n ? k - n : 0; i <= n && i <= k; i++) {
            f.c[k] += sign * (x[i] * x[k - i] + y[i] * y[k - i]);
        }
    }
    f.c[0] -= sign * reach * reach;
    return f;
}

/* ---- paths ---- */

quad_vec carom_reference_position(const reference_ball *ball, quad t)
{
    const reference_path *path = &ball->path;
    return (quad_vec){value(path->x, path->degree, t - path->clock),
                      value(path->y, path->degree, t - path->clock)};
}

quad_vec carom_reference_velocity(const reference_ball *ball, quad t)
{
    const reference_path *path = &ball->path;
    return (quad_vec){slope(path->x, path->degree, t - path->clock),
                      slope(path->y, path->degree, t - path->clock)};
}

void carom_reference_book_path(const reference_world *world, size_t i, quad t,
                               carom_budget_sums *sums)
{
    const carom_problem *problem = world->problem;
    const reference_ball *ball = &world->ball[i];
    const reference_path *path = &ball->path;
    quad_vec from = {path->x[0], path->y[0]}, velocity = {path->x[1], path->y[1]};
    carom_flight flight = {quad_to_vec(from), quad_to_vec(velocity)};
    carom_rolling rolling = carom_ball_rolling(problem, &problem->ball[i]);
    if (problem->ball[i].fixed) {
        return;
    }
    if (!carom_vec_is_zero(problem->gravity_mps2)) {
        carom_flight_add_weight(problem, problem->ball[i].mass_kg, flight, problem->gravity_mps2,
                                (double)(t - path->clock), sums);
    } else if (rolling.a > 0 || rolling.b > 0) {
        quad way = quad_length(quad_subtract(carom_reference_position(ball, t), from));
        quad speed = quad_length(carom_reference_velocity(ball, t));
        carom_flight_add_friction_over(problem, problem->ball[i].mass_kg, rolling, flight,
                                       (double)way, (double)speed, sums);
    }
}

void carom_reference_move(reference_world *world, size_t i)
{
    reference_ball *ball = &world->ball[i];
    reference_path *path = &ball->path;
    bool stopped = path->stops && world->now >= path->until;
    carom_reference_book_path(world, i, world->now, &world->sums);
    quad_vec at = carom_reference_position(ball, world->now);
    quad_vec v = stopped ? (quad_vec){0, 0} : carom_reference_velocity(ball, world->now);
    *path = (reference_path){.clock = world->now,
                             .x = {at.x, v.x},
                             .y = {at.y, v.y},
                             .degree = 1,
                             .until = REFERENCE_NEVER};
}

/* Path of a ball that slows down along a line, v' = -(a + b v^2): the Taylor series of v follows
 * from its coefficients so far. With drag it is used as far as its last terms are rounding. */
static void set_rolling_path(const reference_world *world, reference_path *path, carom_rolling r)
{
    static const quad negligible = 0x1p-116;
    gap speed = {.degree = r.b > 0 ? REFERENCE_TERMS - 2 : 1};
    quad v = quad_length((quad_vec){path->x[1], path->y[1]}), end = REFERENCE_NEVER, stop;
    quad_vec along = {path->x[1] / v, path->y[1] / v};
    quad *c = speed.c;
    c[0] = v;
    for (int k = 0; k < speed.degree; k++) {
        quad square = 0;
        for (int i = 0; i <= k; i++) {
            square += c[i] * c[k - i];
        }
        c[k + 1] = -((k == 0 ? r.a : 0) + r.b * square) / (k + 1);
    }
    path->degree = speed.degree + 1;
    for (int k = 1; k < path->degree; k++) {
        path->x[k + 1] = along.x * c[k] / (k + 1);
        path->y[k + 1] = along.y * c[k] / (k + 1);
    }
    if (r.b > 0) {
        int n = speed.degree;
        quad power;
        end = -4 * v / c[1];
        do {
            end /= 2;
            power = 1;
            for (int k = 1; k < n; k++) {
                power *= end;
            }
        } while ((quad_abs(c[n - 1]) + quad_abs(c[n]) * end) * power > negligible * v);
    }
    stop = walk(&speed, end);
    path->stops = stop <= end;
    path->until = world->now + (path->stops ? stop : end);
}

static void set_path(const reference_world *world, size_t i)
{
    const carom_ball *given = &world->problem->ball[i];
    carom_rolling rolling = carom_ball_rolling(world->problem, given);
    reference_path *path = &world->ball[i].path;
    if (given->fixed) {
        return;
    }
    if (!carom_vec_is_zero(world->problem->gravity_mps2)) {
        path->x[2] = world->gravity.x / 2;
        path->y[2] = world->gravity.y / 2;
        path->degree = 2;
    } else if ((rolling.a > 0 || rolling.b > 0) && (path->x[1] != 0 || path->y[1] != 0)) {
        set_rolling_path(world, path, rolling);
    }
}

/* ---- balls ---- */

quad_vec carom_reference_shortest(const reference_world *world, quad_vec displacement)
{
    if (world->problem->boundary == CAROM_PERIODIC) {
        quad width = world->problem->width_m, height = world->problem->height_m;
        displacement.x -= 2 * displacement.x > width ? width : 0;
        displacement.x += -2 * displacement.x > width ? width : 0;
        displacement.y -= 2 * displacement.y > height ? height : 0;
        displacement.y += -2 * displacement.y > height ? height : 0;
    }
    return displacement;
}

/* Path of ball j relative to ball i, from now. */
static reference_path relative_path(const reference_world *world, size_t i, size_t j)
{
    const reference_path *own = &world->ball[i].path;
    reference_path path = world->ball[j].path;
    shift(path.x, path.degree, world->now - path.clock);
    shift(path.y, path.degree, world->now - path.clock);
    while (path.degree < own->degree) {
        path.degree++;
        path.x[path.degree] = path.y[path.degree] = 0;
    }
    for (int k = 0; k <= own->degree; k++) {
        path.x[k] -= own->x[k];
        path.y[k] -= own->y[k];
    }
    while (path.degree > 1 && path.x[path.degree] == 0 && path.y[path.degree] == 0) {
        path.degree--;
    }
    path.until = own->until < path.until ? own->until : path.until;
    return path;
}

static void predict_pair(reference_world *world, size_t i, size_t j)
{
    const carom_problem *problem = world->problem;
    int images = problem->boundary == CAROM_PERIODIC ? 1 : 0;
    quad *event = i < j ? &world->time[i * world->events + j] : &world->time[j * world->events + i];
    *event = REFERENCE_NEVER;
    world->report.pair_tests++;
    quad reach = world->ball[i].radius + world->ball[j].radius;
    if ((problem->ball[i].fixed && problem->ball[j].fixed)) {
        return;
    }
    reference_path nearest = relative_path(world, i, j), path = nearest;
    quad end = path.until - world->now, power = 1, way = 0; /* no longer way until the end */
    for (int k = 1; k <= path.degree; k++) {
        power *= end;
        way += (quad_abs(path.x[k]) + quad_abs(path.y[k])) * power;
    }
    for (int a = -images; a <= images; a++) {
        for (int b = -images; b <= images; b++) {
            path.x[0] = nearest.x[0] + a * (quad)problem->width_m;
            path.y[0] = nearest.y[0] + b * (quad)problem->height_m;
            if (quad_length((quad_vec){path.x[0], path.y[0]}) - reach > way) {
                continue;
            }
            gap f = circle_gap(&path, reach, 1);
            quad t = world->now + time_to_close(world, &f, true, end);
            *event = t < *event ? t : *event;
        }
    }
}

/* ---- walls ---- */

bool carom_reference_faces(const reference_world *world, size_t i, size_t wall, quad_vec at,
                           quad_vec normal, bool spare)
{
    const carom_problem *problem = world->problem;
    carom_vec outward = quad_to_vec(normal), centre = quad_to_vec(at);
    double reach = carom_walls_reach(problem, problem->ball[i].radius_m);
    double size = CAROM_JOINT_ROUNDING * (problem->width_m + problem->height_m);
    centre = carom_vec_add_scaled(centre, -size, outward); /* never behind the wall by rounding */
    if (problem->part == NULL) {                           /* sides have no ends */
        return true;
    }
    for (int side = -spare; side <= spare; side++) {
        carom_vec near = carom_vec_add_scaled(centre, side * size, carom_vec_rotate_left(outward));
        if (carom_walls_part_overlap(problem, wall, near, reach).overlap_m > -INFINITY) {
            return true;
        }
    }
    return false;
}

quad carom_reference_wall_gap(const reference_world *world, size_t wall, quad_vec at,
                              quad_vec *normal)
{
    const carom_part *part = world->problem->part == NULL ? NULL : &world->problem->part[wall];
    if (part == NULL || part->kind == CAROM_EDGE) {
        *normal = world->line[wall].normal;
        return world->line[wall].offset - quad_dot(*normal, at);
    }
    quad_vec from = quad_subtract(at, quad_from_vec(part->from_m));
    quad distance = quad_length(from);
    int sign = part->kind == CAROM_ARC ? 1 : -1;
    *normal = quad_scale(sign / distance, from);
    return sign * (part->radius_m - distance);
}

/* Gap between a ball on a path and a wall. */
static gap wall_gap(const reference_world *world, const reference_path *path, size_t wall,
                    quad reach)
{
    const carom_part *part = world->problem->part == NULL ? NULL : &world->problem->part[wall];
    quad_vec at = {path->x[0], path->y[0]}, normal;
    if (part != NULL && part->kind != CAROM_EDGE) {
        reference_path about = *path;
        about.x[0] -= part->from_m.x;
        about.y[0] -= part->from_m.y;
        return part->kind == CAROM_ARC ? circle_gap(&about, part->radius_m - reach, -1)
                                       : circle_gap(&about, reach, 1);
    }
    gap f = {.degree = path->degree, .per_m = 1};
    f.c[0] = carom_reference_wall_gap(world, wall, at, &normal) - reach;
    for (int k = 1; k <= path->degree; k++) {
        f.c[k] = -quad_dot((quad_vec){path->x[k], path->y[k]}, normal);
    }
    return f;
}

/* Time at which ball i reaches a wall. It can leave the line or circle of the wall elsewhere
 * before. */
static quad time_to_wall(const reference_world *world, size_t i, size_t wall)
{
    const carom_problem *problem = world->problem;
    reference_path path = world->ball[i].path;
    bool surface = problem->boundary == CAROM_WALLS && problem->wall_contact == CAROM_SURFACE;
    quad reach = surface ? world->ball[i].radius : 0, t = 0, end = path.until - world->now;
    while (!problem->ball[i].fixed) {
        quad_vec at = {path.x[0], path.y[0]}, normal;
        (void)carom_reference_wall_gap(world, wall, at, &normal);
        bool faces = carom_reference_faces(world, i, wall, at, normal, true);
        if (t > 0 && (faces || !(t < end))) {
            return faces ? world->now + t : REFERENCE_NEVER;
        }
        gap f = wall_gap(world, &path, wall, reach);
        f.c[0] = t > 0 && f.c[0] > 0 ? 0 : f.c[0];
        quad step = time_to_close(world, &f, faces && t == 0, end - t);
        if (!(step > 0 && step < REFERENCE_NEVER)) {
            return world->now + step;
        }
        shift(path.x, path.degree, step);
        shift(path.y, path.degree, step);
        t += step;
    }
    return REFERENCE_NEVER;
}

void carom_reference_predict(reference_world *world, size_t i)
{
    size_t n = world->problem->count;
    quad *time = &world->time[i * world->events];
    set_path(world, i);
    for (size_t j = 0; j < n; j++) {
        if (j != i && !carom_is_cancelled(world->cancel)) {
            predict_pair(world, i, j);
        }
    }
    for (size_t wall = 0; wall < world->walls; wall++) {
        time[n + wall] = time_to_wall(world, i, wall);
    }
    time[n + world->walls] = world->ball[i].path.until;
}
