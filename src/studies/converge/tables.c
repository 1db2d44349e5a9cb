/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carom converge leaves behind: tables and figures. */
#include "figures/gnuplot.h"
#include "records/table.h"
#include "studies/converge/converge.h"
#include <math.h>
#include <string.h>

static void write_points(const void *object, FILE *stream)
{
    const carom_converge *converge = object;
    fputs("solver\tstiffness\ttheta\tstep_s\ttotal_m\ttotal_low_m\ttotal_high_m\tmethod_m\tmethod_"
          "low_m\tmethod_high_m\t"
          "floor_m\tenergy_rel\tblown\tforce_evaluations\tpair_tests\tseconds\n",
          stream);
    for (size_t l = 0; l < converge->lanes; l++) {
        for (size_t j = 0; j < converge->lane[l].rows; j++) {
            const carom_converge_row *row = &converge->lane[l].row[j];
            for (size_t i = 0; i < converge->points; i++) {
                const carom_converge_point *p = &row->point[i];
                const double numbers[] = {row->stiffness,       p->theta,        p->step_s,
                                          p->total_m.rms,       p->total_m.low,  p->total_m.high,
                                          p->method_m.rms,      p->method_m.low, p->method_m.high,
                                          row->floor_m,         p->energy_rel,   p->blown,
                                          p->force_evaluations, p->pair_tests,   p->seconds};
                fprintf(stream, "%s\t", converge->lane[l].spec->name);
                carom_numbers_write(stream, numbers, sizeof numbers / sizeof numbers[0]);
            }
        }
    }
}

static void write_floors(const void *object, FILE *stream)
{
    const carom_converge *converge = object;
    fputs("solver\tstiffness\tfloor_m\torder\torder_error\ttheta_floor\ttheta_blown\n", stream);
    for (size_t l = 0; l < converge->lanes; l++) {
        for (size_t j = 0; j < converge->lane[l].rows; j++) {
            const carom_converge_row *row = &converge->lane[l].row[j];
            const double numbers[] = {row->stiffness,   row->floor_m,     row->order.value,
                                      row->order.error, row->theta_floor, row->theta_blown};
            fprintf(stream, "%s\t", converge->lane[l].spec->name);
            carom_numbers_write(stream, numbers, sizeof numbers / sizeof numbers[0]);
        }
    }
}

static void write_orders(const void *object, FILE *stream)
{
    const carom_converge *converge = object;
    fputs(
        "solver\torder\torder_error\texpected_from\texpected_to\tfloor_slope\tfloor_slope_error\n",
        stream);
    for (size_t l = 0; l < converge->lanes; l++) {
        const carom_converge_lane *lane = &converge->lane[l];
        const double numbers[] = {lane->order.value,       lane->order.error,
                                  lane->expected.low,      lane->expected.high,
                                  lane->floor_slope.value, lane->floor_slope.error};
        fprintf(stream, "%s\t", lane->spec->name);
        carom_numbers_write(stream, numbers, sizeof numbers / sizeof numbers[0]);
    }
}

const carom_table carom_converge_tables[] = {{.name = "convergence.tsv", .write = write_points},
                                             {.name = "floors.tsv", .write = write_floors},
                                             {.name = "orders.tsv", .write = write_orders},
                                             {.name = NULL}};

/* ---- figures ---- */

/* What the scripts need to know of the lanes: name, first row of each in convergence.tsv, what is
 * said of it. */
static void set_lanes(carom_gnuplot *plot, const carom_converge *converge)
{
    size_t row = 0, floor = 0;
    const char *names[CAROM_MOST_FIGURES];
    for (size_t l = 0; l < converge->lanes && l < CAROM_MOST_FIGURES; l++) {
        names[l] = converge->lane[l].spec->name;
    }
    carom_gnuplot_solvers(plot, converge->scenario, names,
                          converge->lanes < CAROM_MOST_FIGURES ? converge->lanes
                                                               : CAROM_MOST_FIGURES);
    fprintf(plot->script,
            "POINTS = %zu\narray SAYS[N]\narray FROM[N]\narray MIDDLE[N]\narray ROWS[N]\n"
            "array FLOOR[N]\narray SLOPE[N]\n",
            converge->points);
    for (size_t l = 0; l < converge->lanes && l < CAROM_MOST_FIGURES; l++) {
        const carom_converge_lane *lane = &converge->lane[l];
        char name[40], says[160];
        snprintf(name, sizeof name, "SAYS[%zu]", l + 1);
        snprintf(says, sizeof says, isnan(lane->order.value) ? "%s" : "%s: order %.2f ± %.2g",
                 lane->spec->name, lane->order.value, lane->order.error);
        carom_gnuplot_text(plot, name, says);
        snprintf(name, sizeof name, "SLOPE[%zu]", l + 1);
        says[0] = '\0';
        if (!isnan(lane->floor_slope.value)) {
            snprintf(says, sizeof says, "%.4f ± %.1g", lane->floor_slope.value,
                     lane->floor_slope.error);
        }
        carom_gnuplot_text(plot, name, says);
        fprintf(plot->script,
                "FROM[%zu] = %zu\nMIDDLE[%zu] = %zu\nROWS[%zu] = %zu\nFLOOR[%zu] = %zu\n", l + 1,
                row, l + 1, row + lane->rows / 2 * converge->points, l + 1, lane->rows, l + 1,
                floor);
        row += lane->rows * converge->points;
        floor += lane->rows;
    }
}

static void draw_maps(carom_gnuplot *plot, const carom_converge *converge)
{
    for (size_t l = 0; l < converge->lanes; l++) {
        char name[100];
        fprintf(plot->script, "LANE = %zu\n", l + 1);
        snprintf(name, sizeof name, "map-%s", converge->lane[l].spec->name);
        if (converge->lane[l].rows > 1) {
            carom_gnuplot_draw(plot, name, "map");
        }
    }
}

void carom_converge_draw(const void *object, carom_gnuplot *plot)
{
    const carom_converge *converge = object;
    static const struct {
        const char *name, *label, *column;
        bool clock;
    } work[] = {{"work-evaluations", "force evaluations", "force_evaluations", false},
                {"work-pairs", "pair tests", "pair_tests", false},
                {"work-seconds", "seconds", "seconds", true}};
    set_lanes(plot, converge);
    carom_gnuplot_draw(plot, "convergence", "convergence");
    carom_gnuplot_draw(plot, "floor", "floor");
    draw_maps(plot, converge);
    for (size_t i = 0; i < sizeof work / sizeof work[0]; i++) {
        if (plot->look->clockless && work[i].clock) {
            continue;
        }
        carom_gnuplot_text(plot, "COST", work[i].column);
        carom_gnuplot_text(plot, "COSTLABEL", work[i].label);
        carom_gnuplot_draw(plot, work[i].name, "work");
    }
}
