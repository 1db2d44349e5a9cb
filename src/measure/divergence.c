/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "measure/measure.h"
#include "scene/boundaries/boundaries.h"
#include "scene/scene.h"
#include <math.h>

carom_divergence carom_divergence_of(const carom_problem *problem, const size_t *order,
                                     const carom_sample *sample, const carom_sample *reference)
{
    carom_sum position = {0}, velocity = {0};
    double n = 0, largest = 0;
    for (size_t k = 0; k < problem->count; k++) {
        size_t i = order[k];
        carom_flight ball = carom_flight_in(sample, i), other = carom_flight_in(reference, i);
        carom_vec way = carom_torus_shortest(problem, carom_vec_minus(ball.at, other.at));
        double square = carom_vec_square(way);
        n += !problem->ball[i].fixed;
        largest = square > largest ? square : largest;
        carom_sum_add(&position, square);
        carom_sum_add(&velocity, carom_vec_square(carom_vec_minus(ball.v, other.v)));
    }
    return (carom_divergence){sqrt(carom_sum_value(&position) / fmax(n, 1)), sqrt(largest),
                              sqrt(carom_sum_value(&velocity) / fmax(n, 1))};
}
