/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distance of two states, and perturbation of the initial state. */
#include "measure/measure.h"

carom_divergence carom_divergence_of(const carom_problem *problem, const size_t *order,
                                     const carom_sample *sample, const carom_sample *reference)
{
    carom_sum position = {0}, velocity = {0};
    double n = 0, largest = 0;
    for (size_t k = 0; k < problem->count; k++) {
        size_t i = order == NULL ? k : order[k];
        carom_flight ball = carom_flight_from_sample(sample, i),
                     other = carom_flight_from_sample(reference, i);
        carom_vec displacement = carom_torus_shortest(problem,
                                                      carom_vec_subtract(ball.at, other.at));
        double square = carom_vec_square(displacement);
        n += !problem->ball[i].fixed;
        largest = square > largest ? square : largest;
        carom_sum_add(&position, square);
        carom_sum_add(&velocity, carom_vec_square(carom_vec_subtract(ball.v, other.v)));
    }
    return (carom_divergence){sqrt(carom_sum_value(&position) / fmax(n, 1)), sqrt(largest),
                              sqrt(carom_sum_value(&velocity) / fmax(n, 1))};
}

double carom_sample_distance(const carom_problem *problem, const carom_sample *a,
                             const carom_sample *b)
{
    return carom_divergence_of(problem, NULL, a, b).rms_m;
}

/* ---- perturbation ---- */

double carom_smallest_radius(const carom_problem *problem)
{
    double smallest = INFINITY;
    for (size_t i = 0; i < problem->count; i++) {
        smallest = problem->ball[i].fixed ? smallest : fmin(smallest, problem->ball[i].radius_m);
    }
    return smallest;
}

/* Return the fastest ball; of several the leftmost, then the lowest. */
static size_t fastest_ball(const carom_problem *problem)
{
    size_t best = 0;
    for (size_t i = 1; i < problem->count; i++) {
        const carom_ball *a = &problem->ball[i], *b = &problem->ball[best];
        double va = carom_vec_square(carom_flight_from_ball(a).v),
               vb = carom_vec_square(carom_flight_from_ball(b).v);
        bool first = b->fixed || va > vb ||
                     (va == vb && (a->x_m < b->x_m || (a->x_m == b->x_m && a->y_m < b->y_m)));
        best = !a->fixed && first ? i : best;
    }
    return best;
}

/* Add 1 ulp of the coordinate, or of the radius if that is larger, because smaller changes do not
 * affect contacts. */
static double next_coordinate(double coordinate, double radius)
{
    return fabs(coordinate) >= radius ? nextafter(coordinate, INFINITY)
                                      : coordinate + (nextafter(radius, INFINITY) - radius);
}

double carom_perturb_fastest_ball(carom_problem *problem, double offset_m)
{
    carom_ball *ball = &problem->ball[fastest_ball(problem)];
    carom_flight start = carom_flight_from_ball(ball), moved = start;
    carom_vec across = carom_vec_scale(offset_m, carom_vec_rotate_left(start.v)),
              up = {0, offset_m};
    double v = carom_vec_length(start.v);
    if (offset_m != 0) {
        moved.at = carom_vec_add(start.at, v > 0 ? carom_vec_divide(across, v) : up);
    } else if (fabs(start.v.x) >= fabs(start.v.y)) {
        moved.at.y = next_coordinate(start.at.y, ball->radius_m);
    } else {
        moved.at.x = next_coordinate(start.at.x, ball->radius_m);
    }
    carom_flight_to_ball(moved, ball);
    return carom_vec_length(carom_vec_subtract(moved.at, start.at));
}
