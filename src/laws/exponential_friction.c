/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction that falls with the slip, mu(g) = floor + rise exp(-decay g). The defaults are pool
 * balls': Alciatore, The Illustrated Principles of Pool and Billiards, technical proof TP A.14,
 * fitted to Marlow's measurements (The Physics of Pocket Billiards, 1995). The slip is in the
 * plane, so this is Alciatore's throw of stun shots: follow and draw add a vertical slip. */
#include "laws/laws.h"
#include <carom/friction_law.h>
#include <math.h>

/* exp(-x) = 2^-n exp(-r), r = x - n ln 2 between -ln(2)/2 and ln(2)/2, where 14 terms of Taylor's
 * series leave 4e-18. */

/* ln 2 in two parts (Cody and Waite): the first has 33 bits, so that n of it, n < 2^11, is exact.
 */
static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
static const double per_ln2 = 1.44269504088896340736;

/* Above it exp(-x) is less than half of the smallest double. */
static const double largest = 745.2;

double carom_exp_negative(double x)
{
    double r, sum = 1, half = 0.5;
    if (!(x < largest)) {
        return isnan(x) ? x : 0;
    }
    int n = (int)(x * per_ln2 + 0.5);
    r = (x - n * ln2_high) - n * ln2_low;
    for (int k = 13; k > 0; k--) { /* 1 - r (1 - r/2 (1 - r/3 ...)) */
        sum = 1 - r / k * sum;
    }
    for (; n > 0; n /= 2) { /* times 2^-n, bit by bit of n */
        sum = n % 2 == 1 ? sum * half : sum;
        half *= half;
    }
    return sum;
}

typedef struct {
    double floor, rise, decay_s_per_m;
} exponential_options;

#define PART(name, of, usual, what)                                                                \
    {                                                                                              \
        .key = #name, .type = CAROM_NUMBER, .unit = of, .fallback = usual, .lowest = 0,            \
        .highest = CAROM_ANY_HIGH, .doc = what, .offset = offsetof(exponential_options, name)      \
    }
static const carom_param params[] = {
    PART(floor, "", "0.00995", "what is left of friction at a fast slip; a pool ball's"),
    PART(rise, "", "0.108", "what is added to it at no slip"),
    PART(decay_s_per_m, "s/m", "1.088", "how fast that falls with the slip"),
    {.key = NULL}};

static double exponential_coefficient(const void *object, double nominal, double slip_mps)
{
    const exponential_options *o = object;
    return nominal * (o->floor + o->rise * carom_exp_negative(o->decay_s_per_m * slip_mps));
}

const carom_friction_law carom_friction_law_exponential = {
    .about = {.name = "exponential",
              .summary = "friction times floor + rise exp(-decay_s_per_m |slip|); friction: 1 is "
                         "the law itself; in the plane, so of stun shots",
              .params = params,
              .options_size = sizeof(exponential_options)},
    .coefficient = exponential_coefficient};
