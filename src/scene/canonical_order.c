/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "scene/scene.h"
#include <stdlib.h>

static bool highest_bit_is_lower(uint64_t a, uint64_t b)
{
    return a < b && a < (a ^ b);
}

/* Along Morton's curve, whose neighbours are near each other in the plane: whichever coordinate
 * differs in the higher bit decides. Balls that meet are then near each other in memory too. */
static int compare_places(const carom_ball *a, const carom_ball *b)
{
    uint64_t ax = carom_ordered_bits(a->x_m), bx = carom_ordered_bits(b->x_m);
    uint64_t ay = carom_ordered_bits(a->y_m), by = carom_ordered_bits(b->y_m);
    if (highest_bit_is_lower(ax ^ bx, ay ^ by)) {
        return (ay > by) - (ay < by);
    }
    return (ax > bx) - (ax < bx);
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_balls(const void *left, const void *right)
{
    const carom_ball *a = left, *b = right;
    const double p[] = {a->vx_mps, a->vy_mps,     a->radius_m,      a->mass_kg,
                        a->fixed,  a->spin_radps, a->inertia_factor};
    const double q[] = {b->vx_mps, b->vy_mps,     b->radius_m,      b->mass_kg,
                        b->fixed,  b->spin_radps, b->inertia_factor};
    int order = compare_places(a, b);
    for (size_t i = 0; i < sizeof p / sizeof p[0] && order == 0; i++) {
        order = compare_numbers(p[i], q[i]);
    }
    if (order != 0) {
        return order;
    }
    return (a->number > b->number) - (a->number < b->number);
}

void carom_balls_sort(carom_ball *ball, size_t count)
{
    if (count > 1) {
        qsort(ball, count, sizeof *ball, compare_balls);
    }
}
