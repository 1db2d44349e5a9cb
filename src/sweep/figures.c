/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a sweep: of one parameter every column over it, one curve per solver; of two a map for
 * every column and solver. */
#define _POSIX_C_SOURCE 200809L
#include "figures/gnuplot.h"
#include "figures/style.h"
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

static void set_up(carom_drawing *drawing, const carom_scenario *scenario, const carom_tsv *table)
{
    const carom_sweep_parameter *p = scenario->sweep.parameters.items;
    size_t solvers = solvers_of(table);
    range x = range_of(table, 0);
    const char *name[CAROM_MOST_FIGURES];
    solvers = solvers < CAROM_MOST_FIGURES ? solvers : CAROM_MOST_FIGURES;
    for (size_t i = 0; i < solvers; i++) {
        name[i] = carom_tsv_text(table, i, carom_tsv_column(table, "solver"));
    }
    carom_drawing_solvers(drawing, scenario, name, solvers);
    carom_drawing_count(drawing, "ABREAST", solvers_of(table));
    carom_drawing_count(drawing, "LOGX",
                        p->scale == CAROM_SWEEP_LOG || (x.least > 0 && x.largest > wide * x.least));
    carom_drawing_text(drawing, "PARAMETER", p->key);
}

static void name_figure(char name[60], const char *column, const char *solver)
{
    snprintf(name, 60, "sweep-%.30s%s%.20s", column, solver[0] == '\0' ? "" : "-", solver);
    for (char *c = name; *c != '\0'; c++) {
        *c = isalnum((unsigned char)*c) || *c == '_' ? *c : '-';
    }
}

static void draw_of(carom_drawing *drawing, const char *column, const char *name, const char *panel)
{
    const carom_quantity *quantity = carom_quantity_find(column);
    if (quantity != NULL && quantity->place == CAROM_IN_CLOCK) {
        carom_drawing_clocked(drawing, name, panel);
    } else {
        carom_drawing_figure(drawing, name, panel);
    }
}

static void draw_column(carom_drawing *drawing, const carom_tsv *table, size_t column)
{
    range y = range_of(table, column);
    char name[60];
    name_figure(name, table->header[column], "");
    carom_drawing_count(drawing, "LOGY", y.least > 0 && y.largest > wide * y.least);
    carom_drawing_text(drawing, "QUANTITY", table->header[column]);
    draw_of(drawing, table->header[column], name, "sweep");
}

/* ---- maps ---- */

/* Places along an axis: the values of the column in the order of their first rows, every `every`
 * rows, `count` of them. */
static void tell_axis(carom_drawing *drawing, const carom_tsv *table, size_t column,
                      const char *axis, size_t every, size_t count)
{
    char variable[40];
    snprintf(variable, sizeof variable, "%sCOUNT", axis);
    carom_drawing_count(drawing, variable, count);
    snprintf(variable, sizeof variable, "%sSAYS", axis);
    carom_drawing_array(drawing, variable, count);
    for (size_t k = 0; k < count; k++) {
        carom_drawing_text_at(drawing, variable, k, carom_tsv_text(table, k * every, column));
    }
    snprintf(variable, sizeof variable, "%sNAME", axis);
    carom_drawing_text(drawing, variable, table->header[column]);
}

/* The data block $MAP: place on either axis and value, for every point. The last parameter varies
 * fastest. @return the range of the values */
static range tell_map(carom_drawing *drawing, const carom_tsv *table, size_t column, size_t solver,
                      size_t abreast, size_t rows)
{
    range z = {INFINITY, -INFINITY, false};
    char *block = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&block, &length);
    if (stream == NULL) {
        drawing->failed = true;
        return z;
    }
    fputs("x\ty\tvalue\n", stream);
    for (size_t point = 0; point * abreast + solver < table->rows; point++) {
        double value = carom_tsv_number(table, point * abreast + solver, column);
        char text[32];
        carom_number_format(value, text, sizeof text);
        fprintf(stream, "%zu\t%zu\t%s\n", point / rows + 1, point % rows + 1, text);
        z.numbers = z.numbers || isfinite(value);
        z.least = value < z.least ? value : z.least;
        z.largest = value > z.largest ? value : z.largest;
    }
    if ((ferror(stream) | fclose(stream)) != 0) {
        drawing->failed = true;
    } else {
        carom_drawing_block(drawing, "MAP", block);
    }
    free(block);
    return z;
}

static void draw_map(carom_drawing *drawing, const carom_tsv *table, size_t column, size_t solver,
                     size_t abreast, size_t rows)
{
    char name[60];
    const char *said = carom_tsv_text(table, solver, carom_tsv_column(table, "solver"));
    range z = tell_map(drawing, table, column, solver, abreast, rows);
    carom_drawing_count(drawing, "LOGZ", z.least > 0 && z.largest > wide * z.least);
    /* what does not vary needs a scale too */
    double room = z.largest > z.least ? 0 : (z.least == 0 ? 1 : fabs(z.least));
    carom_drawing_number(drawing, "ZLOW", z.least - room);
    carom_drawing_number(drawing, "ZHIGH", z.largest + room);
    carom_drawing_text(drawing, "QUANTITY", table->header[column]);
    carom_drawing_text(drawing, "LANE", said);
    name_figure(name, table->header[column], said);
    if (z.numbers) {
        draw_of(drawing, table->header[column], name, "sweepmap");
    }
}

/* ---- all ---- */

static void draw_curves(carom_drawing *drawing, const carom_scenario *scenario,
                        const carom_tsv *table)
{
    set_up(drawing, scenario, table);
    for (size_t column = 2; column < table->columns; column++) {
        draw_column(drawing, table, column);
    }
}

static void draw_maps(carom_drawing *drawing, const carom_scenario *scenario,
                      const carom_tsv *table)
{
    size_t abreast = solvers_of(table), rows = carom_sweep_values(scenario, 1);
    tell_axis(drawing, table, 0, "X", rows * abreast, carom_sweep_values(scenario, 0));
    tell_axis(drawing, table, 1, "Y", abreast, rows);
    for (size_t column = 3; column < table->columns; column++) {
        for (size_t solver = 0; solver < abreast; solver++) {
            draw_map(drawing, table, column, solver, abreast, rows);
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
    carom_drawing drawing = {.item = NULL};
    carom_status status;
    *drawn = 0;
    if (!carom_sweep_is_drawn(scenario)) {
        return CAROM_OK;
    }
    snprintf(path, sizeof path, "%s/sweep.tsv", directory);
    status = carom_tsv_read(&table, path, error);
    if (status == CAROM_OK) {
        carom_drawing_begin_command(&drawing, scenario->title, "sweep", name);
        if (scenario->sweep.parameters.count == 1) {
            draw_curves(&drawing, scenario, &table);
        } else {
            draw_maps(&drawing, scenario, &table);
        }
        *drawn = carom_drawing_figures(&drawing, look->clockless);
        status = carom_gnuplot_draw(&drawing, directory, look, error);
    }
    carom_drawing_free(&drawing);
    carom_tsv_free(&table);
    return status;
}
