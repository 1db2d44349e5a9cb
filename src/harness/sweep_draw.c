/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a sweep of one parameter: every column over it, one curve per solver. */
#include "harness/gnuplot.h"
#include "harness/sweep.h"
#include "harness/tsv.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More than this between the least and the largest of positive values asks for a logarithmic axis. */
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
    while (count < table->rows && strcmp(carom_tsv_text(table, count, column), carom_tsv_text(table, 0, column)) != 0) {
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
    fprintf(plot->pipe, "ABREAST = %zu\nLOGX = %d\n", solvers_of(table),
            p->scale == CAROM_SWEEP_LOG || (x.least > 0 && x.largest > wide * x.least));
    carom_gnuplot_text(plot, "PARAMETER", p->key);
}

static void draw_column(carom_gnuplot *plot, const carom_tsv *table, size_t column)
{
    range y = range_of(table, column);
    char name[100];
    snprintf(name, sizeof name, "sweep-%.80s", table->header[column]);
    for (char *c = name; *c != '\0'; c++) {
        *c = isalnum((unsigned char)*c) || *c == '_' ? *c : '-';
    }
    fprintf(plot->pipe, "COLUMN = %zu\nLOGY = %d\n", column + 1, y.least > 0 && y.largest > wide * y.least);
    carom_gnuplot_text(plot, "QUANTITY", table->header[column]);
    carom_gnuplot_draw(plot, name, "sweep");
}

carom_status carom_sweep_draw(const carom_scenario *scenario, const char *directory, const carom_look *look, const char *name,
                              size_t *drawn, carom_error *error)
{
    char path[4500];
    carom_tsv table;
    carom_gnuplot plot;
    carom_status status;
    *drawn = 0;
    snprintf(path, sizeof path, "%s/sweep.tsv", directory);
    status = carom_tsv_read(&table, path, error);
    if (status == CAROM_OK && scenario->sweep.parameters.count == 1 && range_of(&table, 0).numbers) {
        status = carom_gnuplot_start_command(&plot, directory, look, scenario->title, "sweep", name, error);
        if (status == CAROM_OK) {
            set_up(&plot, scenario, &table);
            for (size_t column = 2; column < table.columns && *drawn < CAROM_MOST_FIGURES; column++) {
                const carom_quantity *quantity = carom_quantity_find(table.header[column]);
                if (!(look->clockless && quantity != NULL && quantity->is_clock)) {
                    draw_column(&plot, &table, column);
                    ++*drawn;
                }
            }
            status = carom_gnuplot_finish(&plot, error);
        }
    }
    carom_tsv_free(&table);
    return status;
}
