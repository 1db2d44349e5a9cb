/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a hash over the bits of log, exp and sin of 200 000 numbers each, to compare C libraries
 * and processors. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static uint64_t mix(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (hash ^ bits) * UINT64_C(1099511628211);
}

int main(void)
{
    uint64_t state = UINT64_C(88172645463325252), hash = UINT64_C(14695981039346656037);
    for (int k = 0; k < 200000; k++) { /* Marsaglia's xorshift, mapped to (0, 1) */
        double x;
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        x = (double)(state >> 11) / 9007199254740992.0;
        hash = mix(mix(mix(hash, log(x)), exp(x)), sin(x));
    }
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
