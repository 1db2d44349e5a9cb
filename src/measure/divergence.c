/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/divergence.h"
#include "base/sum.h"
#include "scene/boundaries/torus.h"
#include <math.h>

static double nearest_image(const carom_problem *problem, double difference, double length)
{
    if (problem->boundary != CAROM_PERIODIC) {
        return difference;
    }
    return carom_torus_nearest(difference, length);
}

carom_divergence carom_divergence_of(const carom_problem *problem, const size_t *order,
                                     const carom_sample *sample, const carom_sample *reference)
{
    carom_sum position = {0}, velocity = {0};
    double n = 0, largest = 0;
    for (size_t k = 0; k < problem->count; k++) {
        size_t i = order[k];
        double dx = nearest_image(problem, sample->x_m[i] - reference->x_m[i], problem->width_m);
        double dy = nearest_image(problem, sample->y_m[i] - reference->y_m[i], problem->height_m);
        double dvx = sample->vx_mps[i] - reference->vx_mps[i];
        double dvy = sample->vy_mps[i] - reference->vy_mps[i];
        double square = dx * dx + dy * dy;
        n += !problem->ball[i].fixed;
        largest = square > largest ? square : largest;
        carom_sum_add(&position, square);
        carom_sum_add(&velocity, dvx * dvx + dvy * dvy);
    }
    return (carom_divergence){sqrt(carom_sum_value(&position) / fmax(n, 1)), sqrt(largest),
                              sqrt(carom_sum_value(&velocity) / fmax(n, 1))};
}
