/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/burst/flight.h"
#include <string.h>

/* Several coordinates side by side, so that the processor can add several at once. Adding 0, as a
 * step does, makes of -0 a 0. */
void carom_burst_fly(void *context, size_t part, size_t from, size_t to)
{
    enum { LANES = 8 };
    const burst_flight *f = context;
    (void)part;
    for (size_t i = from; i < to; i += LANES) {
        size_t lanes = to - i < LANES ? to - i : LANES;
        double at[LANES] = {0}, way[LANES] = {0};
        for (size_t k = 0; k < lanes; k++) {
            f->v[i + k] += 0.0;
            at[k] = f->x[i + k];
            way[k] = f->integrator->way(f->h, f->v[i + k]);
        }
        for (size_t step = 0; step < f->steps; step++) {
            for (size_t k = 0; k < LANES; k++) {
                at[k] += way[k];
            }
        }
        memcpy(&f->x[i], at, lanes * sizeof *at);
    }
}

bool carom_burst_goes_on(const penalty_system *system, double t_s)
{
    return carom_penalty_list_lasts(system, system->step_s) &&
           carom_penalty_grid_time(system, system->report.steps + 1) <= t_s &&
           !carom_penalty_is_to_change(system);
}
