/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Free flight over many steps of a grid, with the bits of single steps. */
#include "solvers/penalty/penalty.h"

/* Coordinates per iteration. A fixed number lets the compiler vectorize the loops. */
enum { LANES = 32 };

static inline uint64_t differing_bits(double a, double b)
{
    uint64_t p, q;
    memcpy(&p, &a, sizeof p);
    memcpy(&q, &b, sizeof q);
    return p ^ q;
}

/* Adds displacements repeatedly, with the rounding of single additions. Between two powers of two,
 * doubles are evenly spaced, so each addition adds the same: the displacement rounded to their
 * spacing. Ties round to even, so the first two additions may differ. If they agree, all do, and
 * the product is exact. */
static void add_repeatedly(double *restrict at, const double *restrict displacement, size_t times)
{
    static const int fraction_bits = 52; /* the bits above are sign and exponent */
    double end[LANES], n = (double)times;
    uint64_t differs = 0;
    for (size_t k = 0; k < LANES; k++) {
        double once = at[k] + displacement[k], added = once - at[k], twice = once + displacement[k];
        end[k] = at[k] + n * added;
        differs |= differing_bits(at[k], end[k]) >> fraction_bits |
                   differing_bits(added, twice - once);
    }
    if (differs == 0) {
        memcpy(at, end, sizeof end);
    } else if (times > 64) { /* few parts contain a power of two */
        add_repeatedly(at, displacement, times / 2);
        add_repeatedly(at, displacement, times - times / 2);
    } else {
        for (size_t step = 0; step < times; step++) {
            for (size_t k = 0; k < LANES; k++) {
                at[k] += displacement[k];
            }
        }
    }
}

/* Free flight of a batch of coordinates. Adding 0 turns -0 into 0, as a step does. */
static void advance_batch(const penalty_flight *flight, double *restrict x, double *restrict v)
{
    double displacement[LANES];
    for (size_t k = 0; k < LANES; k++) {
        v[k] += 0.0;
    }
    flight->integrator->displacement(flight->h, v, displacement, LANES);
    add_repeatedly(x, displacement, flight->steps);
}

void carom_penalty_advance_flight(const penalty_flight *flight, size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        advance_batch(flight, &flight->x[i], &flight->v[i]);
    }
    if (i < count) { /* the rest, padded with zeros */
        double x[LANES] = {0}, v[LANES] = {0};
        size_t bytes = (count - i) * sizeof *x;
        memcpy(x, &flight->x[i], bytes);
        memcpy(v, &flight->v[i], bytes);
        advance_batch(flight, x, v);
        memcpy(&flight->x[i], x, bytes);
        memcpy(&flight->v[i], v, bytes);
    }
}
