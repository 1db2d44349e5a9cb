/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/canonical_order.h"
#include <stdlib.h>

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_balls(const void *left, const void *right)
{
    const carom_ball *a = left, *b = right;
    const double p[] = {a->x_m, a->y_m, a->vx_mps, a->vy_mps, a->radius_m, a->mass_kg};
    const double q[] = {b->x_m, b->y_m, b->vx_mps, b->vy_mps, b->radius_m, b->mass_kg};
    for (size_t i = 0; i < sizeof p / sizeof p[0]; i++) {
        int order = compare_numbers(p[i], q[i]);
        if (order != 0) {
            return order;
        }
    }
    return (a->number > b->number) - (a->number < b->number);
}

void carom_balls_sort(carom_ball *ball, size_t count)
{
    if (count > 1) {
        qsort(ball, count, sizeof *ball, compare_balls);
    }
}
