/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of carom diverge. */
#include "figures/gnuplot.h"
#include "studies/diverge/diverge.h"
#include <math.h>
#include <string.h>

/* Rows of parts.tsv before those of a pair. */
static size_t rows_before(const carom_diverge *diverge, size_t pair)
{
    size_t rows = 0;
    for (size_t p = 0; p < pair; p++) {
        const carom_course *a = &diverge->lane[diverge->pair[p].lane].base;
        const carom_course *b = &diverge->lane[diverge->pair[p].reference].base;
        rows += a->samples < b->samples ? a->samples : b->samples;
    }
    return rows;
}

static void draw_pair(carom_gnuplot *plot, const carom_diverge *diverge, size_t p)
{
    const carom_diverge_pair *pair = &diverge->pair[p];
    const carom_diverge_lane *lane = &diverge->lane[pair->lane],
                             *to = &diverge->lane[pair->reference];
    char name[100];
    fprintf(plot->script, "FROM = %zu\nUPTO = %zu\nSOFT = %d\n", rows_before(diverge, p),
            rows_before(diverge, p + 1) - 1, lane->soft || to->soft);
    carom_gnuplot_text(plot, "LANE", lane->name);
    carom_gnuplot_text(plot, "REFERENCE", to->name);
    carom_gnuplot_number(plot, "HORIZON", pair->horizon_s);
    carom_gnuplot_number(plot, "CHAOS", pair->chaos_s);
    snprintf(name, sizeof name, "parts-%s", lane->name);
    carom_gnuplot_draw(plot, name, "parts");
}

/* Rows of controls.tsv before those of a lane. */
static size_t control_rows(const carom_diverge *diverge, size_t lane)
{
    size_t rows = 0;
    for (size_t i = 0; i < lane; i++) {
        for (size_t j = 0; j < CAROM_CONTROLS && !diverge->lane[i].hidden; j++) {
            size_t a = diverge->lane[i].base.samples, b = diverge->lane[i].control[j].samples;
            rows += a < b ? a : b;
        }
    }
    return rows;
}

static void draw_controls(carom_gnuplot *plot, const carom_diverge *diverge)
{
    size_t i = 0;
    while (i + 1 < diverge->lanes &&
           strcmp(diverge->lane[i].name, diverge->scenario->reference) != 0) {
        i++;
    }
    i = diverge->lane[i].hidden ? 0 : i;
    carom_gnuplot_text(plot, "LANE", diverge->lane[i].name);
    fprintf(plot->script, "FROM = %zu\nROWS = %zu\n", control_rows(diverge, i),
            diverge->lane[i].base.samples);
    carom_gnuplot_number(plot, "REACHED", diverge->lane[i].horizon_collisions[0]);
    carom_gnuplot_number(plot, "GROWTH", diverge->lane[i].growth_per_collision.value);
    carom_gnuplot_number(plot, "GROWTHERROR", diverge->lane[i].growth_per_collision.error);
    carom_gnuplot_draw(plot, "controls", "controls");
}

void carom_diverge_draw(const void *object, carom_gnuplot *plot)
{
    const carom_diverge *diverge = object;
    carom_gnuplot_number(plot, "DURATION", diverge->scenario->duration_s);
    carom_gnuplot_number(plot, "LEVEL", diverge->level_m);
    for (size_t p = 0; p < diverge->pairs; p++) {
        if (strcmp(diverge->lane[diverge->pair[p].reference].name, diverge->scenario->reference) ==
            0) {
            draw_pair(plot, diverge, p);
        }
    }
    draw_controls(plot, diverge);
}
