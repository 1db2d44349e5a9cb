/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Room for what is seen of a solver. */
#include <carom/solver.h>
#include <stdlib.h>

carom_status carom_sample_init(carom_sample *sample, size_t count, carom_error *error)
{
    double *room = calloc(5 * count + 1, sizeof *room);
    *sample = (carom_sample){.count = count, .x_m = room};
    if (room == NULL) {
        return carom_error_no_memory(error);
    }
    sample->y_m = room + count;
    sample->vx_mps = room + 2 * count;
    sample->vy_mps = room + 3 * count;
    sample->spin_radps = room + 4 * count;
    return CAROM_OK;
}

carom_status carom_sample_follow_orientation(carom_sample *sample, carom_error *error)
{
    sample->orientation = calloc(4 * sample->count + 1, sizeof *sample->orientation);
    return sample->orientation == NULL ? carom_error_no_memory(error) : CAROM_OK;
}

void carom_sample_free(carom_sample *sample)
{
    free(sample->x_m);
    free(sample->orientation);
    *sample = (carom_sample){0};
}
