/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a sweep: of one parameter every column over it, one curve per solver; of two a map for
 * every column and solver. */
#include "figures/gnuplot.h"
#include "records/tsv.h"
#include "sweep/sweep.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More than this between the least and the largest of positive values asks for a logarithmic axis.
 */
static const double wide = 100;

typedef struct {
    double least, largest;
    bool numbers; /* all of them are */
} range;

static range range_of(const carom_tsv *table, size_t column)
{
    range r = {INFINITY, -INFINITY, table->rows > 0};
    for (size_t row = 0; row < table->rows; row++) {
        double value = carom_tsv_number(table, row, column);
        r.numbers = r.numbers && !isnan(value);
        r.least = value < r.least ? value : r.least;
        r.largest = value > r.largest ? value : r.largest;
    }
    return r;
}

/* Rows of one point: as many as there are solvers. */
static size_t solvers_of(const carom_tsv *table)
{
    size_t column = carom_tsv_column(table, "solver"), count = 1;
    while (count < table->rows &&
           strcmp(carom_tsv_text(table, count, column), carom_tsv_text(table, 0, column)) != 0) {
        count++;
    }
    return count;
}

static void set_up(carom_gnuplot *plot, const carom_scenario *scenario, const carom_tsv *table)
{
    const carom_sweep_parameter *p = scenario->sweep.parameters.items;
    size_t solvers = solvers_of(table);
    range x = range_of(table, 0);
    const char *name[CAROM_MOST_FIGURES];
    solvers = solvers < CAROM_MOST_FIGURES ? solvers : CAROM_MOST_FIGURES;
    for (size_t i = 0; i < solvers; i++) {
        name[i] = carom_tsv_text(table, i, carom_tsv_column(table, "solver"));
    }
    carom_gnuplot_solvers(plot, scenario, name, solvers);
    fprintf(plot->script, "ABREAST = %zu\nLOGX = %d\n", solvers_of(table),
            p->scale == CAROM_SWEEP_LOG || (x.least > 0 && x.largest > wide * x.least));
    carom_gnuplot_text(plot, "PARAMETER", p->key);
}

static void name_figure(char name[60], const char *column, const char *solver)
{
    snprintf(name, 60, "sweep-%.30s%s%.20s", column, solver[0] == '\0' ? "" : "-", solver);
    for (char *c = name; *c != '\0'; c++) {
        *c = isalnum((unsigned char)*c) || *c == '_' ? *c : '-';
    }
}

static void draw_column(carom_gnuplot *plot, const carom_tsv *table, size_t column)
{
    range y = range_of(table, column);
    char name[60];
    name_figure(name, table->header[column], "");
    fprintf(plot->script, "LOGY = %d\n", y.least > 0 && y.largest > wide * y.least);
    carom_gnuplot_text(plot, "QUANTITY", table->header[column]);
    carom_gnuplot_draw(plot, name, "sweep");
}

/* ---- maps ---- */

/* Places along an axis: the values of the column in the order of their first rows, every `every`
 * rows, `count` of them. */
static void tell_axis(carom_gnuplot *plot, const carom_tsv *table, size_t column, const char *axis,
                      size_t every, size_t count)
{
    char variable[40];
    fprintf(plot->script, "%sCOUNT = %zu\narray %sSAYS[%zu]\n", axis, count, axis, count);
    for (size_t k = 0; k < count; k++) {
        snprintf(variable, sizeof variable, "%sSAYS[%zu]", axis, k + 1);
        carom_gnuplot_text(plot, variable, carom_tsv_text(table, k * every, column));
    }
    snprintf(variable, sizeof variable, "%sNAME", axis);
    carom_gnuplot_text(plot, variable, table->header[column]);
}

/* The data block $MAP: place on either axis and value, for every point. The last parameter varies
 * fastest. */
static void draw_map(carom_gnuplot *plot, const carom_tsv *table, size_t column, size_t solver,
                     size_t abreast, size_t rows)
{
    char name[60];
    const char *said = carom_tsv_text(table, solver, carom_tsv_column(table, "solver"));
    range z = {INFINITY, -INFINITY, false};
    fputs("$MAP << MAP_END\nx\ty\tvalue\n", plot->script);
    for (size_t point = 0; point * abreast + solver < table->rows; point++) {
        double value = carom_tsv_number(table, point * abreast + solver, column);
        char text[32];
        carom_number_format(value, text, sizeof text);
        fprintf(plot->script, "%zu\t%zu\t%s\n", point / rows + 1, point % rows + 1, text);
        z.numbers = z.numbers || isfinite(value);
        z.least = value < z.least ? value : z.least;
        z.largest = value > z.largest ? value : z.largest;
    }
    fprintf(plot->script, "MAP_END\nLOGZ = %d\n", z.least > 0 && z.largest > wide * z.least);
    /* what does not vary needs a scale too */
    double room = z.largest > z.least ? 0 : (z.least == 0 ? 1 : fabs(z.least));
    carom_gnuplot_number(plot, "ZLOW", z.least - room);
    carom_gnuplot_number(plot, "ZHIGH", z.largest + room);
    carom_gnuplot_text(plot, "QUANTITY", table->header[column]);
    carom_gnuplot_text(plot, "LANE", said);
    name_figure(name, table->header[column], said);
    if (z.numbers) {
        carom_gnuplot_draw(plot, name, "sweepmap");
    }
}

/* ---- all ---- */

static bool is_clock(const carom_look *look, const char *column)
{
    const carom_quantity *quantity = carom_quantity_find(column);
    return look->clockless && quantity != NULL && quantity->place == CAROM_IN_CLOCK;
}

static void draw_curves(carom_gnuplot *plot, const carom_scenario *scenario, const carom_tsv *table)
{
    set_up(plot, scenario, table);
    for (size_t column = 2; column < table->columns; column++) {
        if (!is_clock(plot->look, table->header[column])) {
            draw_column(plot, table, column);
        }
    }
}

static void draw_maps(carom_gnuplot *plot, const carom_scenario *scenario, const carom_tsv *table)
{
    size_t abreast = solvers_of(table), rows = carom_sweep_values(scenario, 1);
    tell_axis(plot, table, 0, "X", rows * abreast, carom_sweep_values(scenario, 0));
    tell_axis(plot, table, 1, "Y", abreast, rows);
    for (size_t column = 3; column < table->columns; column++) {
        for (size_t solver = 0; solver < abreast && !is_clock(plot->look, table->header[column]);
             solver++) {
            draw_map(plot, table, column, solver, abreast, rows);
        }
    }
}

static bool is_number(const char *text)
{
    double value;
    return carom_number_parse(text, &value);
}

bool carom_sweep_is_drawn(const carom_scenario *scenario)
{
    const carom_sweep_parameter *p = scenario->sweep.parameters.items;
    const carom_scenario_word *value = p[0].values.items;
    bool numbers = true;
    for (size_t k = 0; k < p[0].values.count; k++) {
        numbers = numbers && is_number(value[k].text);
    }
    return scenario->sweep.parameters.count == 2 ||
           (scenario->sweep.parameters.count == 1 && numbers);
}

carom_status carom_sweep_draw(const carom_scenario *scenario, const char *directory,
                              const carom_look *look, const char *name, size_t *drawn,
                              carom_error *error)
{
    char path[4500];
    carom_tsv table;
    carom_gnuplot plot;
    carom_status status;
    *drawn = 0;
    if (!carom_sweep_is_drawn(scenario)) {
        return CAROM_OK;
    }
    snprintf(path, sizeof path, "%s/sweep.tsv", directory);
    status = carom_tsv_read(&table, path, error);
    if (status == CAROM_OK) {
        status = carom_gnuplot_start_command(&plot, directory, look, scenario->title, "sweep", name,
                                             error);
    }
    if (status == CAROM_OK) {
        if (scenario->sweep.parameters.count == 1) {
            draw_curves(&plot, scenario, &table);
        } else {
            draw_maps(&plot, scenario, &table);
        }
        *drawn = plot.names;
        status = carom_gnuplot_finish(&plot, error);
    }
    carom_tsv_free(&table);
    return status;
}
