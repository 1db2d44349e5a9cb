/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/displace.h"
#include <math.h>

double carom_smallest_radius(const carom_problem *problem)
{
    double smallest = INFINITY;
    for (size_t i = 0; i < problem->count; i++) {
        smallest = problem->ball[i].fixed ? smallest : fmin(smallest, problem->ball[i].radius_m);
    }
    return smallest;
}

/* The fastest ball; of several the one farthest left, and lowest. */
static size_t fastest_ball(const carom_problem *problem)
{
    size_t best = 0;
    for (size_t i = 1; i < problem->count; i++) {
        const carom_ball *a = &problem->ball[i], *b = &problem->ball[best];
        double va = a->vx_mps * a->vx_mps + a->vy_mps * a->vy_mps,
               vb = b->vx_mps * b->vx_mps + b->vy_mps * b->vy_mps;
        bool first = b->fixed || va > vb ||
                     (va == vb && (a->x_m < b->x_m || (a->x_m == b->x_m && a->y_m < b->y_m)));
        best = !a->fixed && first ? i : best;
    }
    return best;
}

/* One unit in the last place further; near 0 one of the radius, as nothing smaller is seen by a
 * contact. */
static double next(double coordinate, double radius)
{
    return fabs(coordinate) >= radius ? nextafter(coordinate, INFINITY)
                                      : coordinate + (nextafter(radius, INFINITY) - radius);
}

double carom_displace_fastest(carom_problem *problem, double offset_m)
{
    carom_ball *ball = &problem->ball[fastest_ball(problem)];
    double x = ball->x_m, y = ball->y_m,
           v = sqrt(ball->vx_mps * ball->vx_mps + ball->vy_mps * ball->vy_mps);
    if (offset_m != 0) {
        ball->x_m -= v > 0 ? offset_m * ball->vy_mps / v : 0;
        ball->y_m += v > 0 ? offset_m * ball->vx_mps / v : offset_m;
    } else if (fabs(ball->vx_mps) >= fabs(ball->vy_mps)) {
        ball->y_m = next(y, ball->radius_m);
    } else {
        ball->x_m = next(x, ball->radius_m);
    }
    return sqrt((ball->x_m - x) * (ball->x_m - x) + (ball->y_m - y) * (ball->y_m - y));
}
