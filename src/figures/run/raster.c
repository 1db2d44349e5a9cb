/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/figures.h"
#include "figures/run/run_figures.h"
#include <math.h>

/* @return how many */
static size_t add_ticks(carom_drawing *drawing, const carom_figure_data *data,
                        const carom_recorded_solver *solver, size_t number, bool wall)
{
    const double seen_s = data->scenario.duration_s / 4000; /* parts of the widest figure */
    double last_s = -INFINITY;
    carom_block block;
    carom_block_begin(&block, "t_s");
    for (size_t i = 0; i < solver->impacts; i++) {
        const carom_recorded_impact *impact = &solver->impact[i];
        if (impact->wall == wall && impact->t_s >= last_s + seen_s) {
            carom_block_put(&block, &impact->t_s, 1);
            last_s = impact->t_s;
        }
    }
    carom_block_end(&block, drawing, wall ? "WALLTICK" : "TICK", number);
    return block.put;
}

void carom_raster_add(carom_drawing *drawing, const carom_figure_data *data,
                      const carom_recorded *recorded, const carom_facts *facts)
{
    static const char *const arrays[] = {"TICKS", "WALLTICKS", "PARTED", "PARTEDIN", "PARTEDPAIR"};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        carom_drawing_array(drawing, arrays[i], recorded->solvers);
    }
    for (size_t i = 0; i < recorded->solvers; i++) {
        const carom_parting *parting = &facts->of[i].parting;
        const carom_recorded_solver *solver = &recorded->solver[i];
        char pair[2 * CAROM_NAME_SIZE + 8] = "";
        if (parting->a != NULL) {
            snprintf(pair, sizeof pair, "%.60s and %.60s", parting->a, parting->b);
        }
        carom_drawing_count_at(drawing, "TICKS", i, add_ticks(drawing, data, solver, i, false));
        carom_drawing_count_at(drawing, "WALLTICKS", i, add_ticks(drawing, data, solver, i, true));
        carom_drawing_number_at(drawing, "PARTED", i, parting->a == NULL ? 0 : parting->t_s);
        carom_drawing_count_at(drawing, "PARTEDIN", i, (parting->own ? i : facts->reference) + 1);
        carom_drawing_text_at(drawing, "PARTEDPAIR", i, pair);
    }
}
