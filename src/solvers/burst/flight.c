/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/burst/flight.h"
#include "solvers/penalty/neighbours.h"
#include <string.h>

/* Several coordinates side by side, so that the processor can add several at once. */
enum { LANES = 32 };

/* The bits in which two doubles differ. */
static inline uint64_t differ(double a, double b)
{
    uint64_t p, q;
    memcpy(&p, &a, sizeof p);
    memcpy(&q, &b, sizeof q);
    return p ^ q;
}

/* Adds ways so many times. Between two powers of two doubles are evenly spaced, so each sum adds
 * the same: the way rounded to their spacing. Halfway between two, it goes to the even one, and
 * from there again; so if two additions add the same, all do, and what they come to is exact. */
static void add_often(double *restrict at, const double *restrict way, size_t times)
{
    static const int fraction_bits = 52; /* above: sign and exponent */
    double end[LANES], n = (double)times;
    uint64_t other = 0;
    for (size_t k = 0; k < LANES; k++) {
        double once = at[k] + way[k], added = once - at[k], twice = once + way[k];
        end[k] = at[k] + n * added;
        other |= differ(at[k], end[k]) >> fraction_bits | differ(added, twice - once);
    }
    if (other == 0) {
        memcpy(at, end, sizeof end);
        return;
    }
    for (size_t step = 0; step < times; step++) {
        for (size_t k = 0; k < LANES; k++) {
            at[k] += way[k];
        }
    }
}

/* Adding 0, as a step does, makes of -0 a 0. */
static void fly(const burst_flight *f, double *restrict x, double *restrict v)
{
    double way[LANES];
    for (size_t k = 0; k < LANES; k++) {
        v[k] += 0.0;
    }
    f->integrator->way(f->h, v, way, LANES);
    add_often(x, way, f->steps);
}

void carom_burst_fly(void *context, size_t part, size_t from, size_t to)
{
    const burst_flight *f = context;
    size_t i = from;
    (void)part;
    for (; i + LANES <= to; i += LANES) {
        fly(f, &f->x[i], &f->v[i]);
    }
    if (i < to) { /* the rest among zeros */
        double x[LANES] = {0}, v[LANES] = {0};
        size_t bytes = (to - i) * sizeof *x;
        memcpy(x, &f->x[i], bytes);
        memcpy(v, &f->v[i], bytes);
        fly(f, x, v);
        memcpy(&f->x[i], x, bytes);
        memcpy(&f->v[i], v, bytes);
    }
}

bool carom_burst_goes_on(const penalty_system *system, double t_s)
{
    return carom_penalty_list_lasts(system, system->step_s) &&
           carom_penalty_grid_time(system, system->report.steps + 1) <= t_s &&
           !carom_penalty_is_to_change(system);
}
