/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exp(-x) = 2^-n exp(-r), r = x - n ln 2 between -ln(2)/2 and ln(2)/2, where 14 terms of Taylor's
 * series leave 4e-18. */
#include "friction/friction.h"
#include <math.h>

/* ln 2 in two parts (Cody and Waite): the first has 33 bits, so that n of it, n < 2^11, is exact.
 */
static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
static const double per_ln2 = 1.44269504088896340736;

/* Above it exp(-x) is less than half of the smallest double. */
static const double largest = 745.2;

double carom_decay(double x)
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
