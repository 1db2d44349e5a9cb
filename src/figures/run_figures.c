/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a run: what the scripts in plots/ need to know is put before them as gnuplot
 * variables, taken from run.json; the curves come from the tables. */
#include "figures/run_figures.h"
#include "figures/energy_curve.h"
#include "figures/figure_data.h"
#include "figures/gnuplot.h"
#include <stdlib.h>

static void write_solvers(const carom_gnuplot *plot, const carom_figure_data *data)
{
    FILE *gnuplot = plot->script;
    fprintf(gnuplot,
            "N = %zu\narray NAME[N]\narray STYLE[N]\narray ORDER[N]\n"
            "array LAST[N]\n",
            data->solvers);
    for (size_t i = 0; i < data->solvers; i++) {
        const carom_figure_solver *solver = &data->solver[i];
        char name[40];
        snprintf(name, sizeof name, "NAME[%zu]", i + 1);
        carom_gnuplot_text(plot, name, solver->name);
        fprintf(gnuplot, "STYLE[%zu] = %d\nORDER[%zu] = %zu\nLAST[%zu] = %zu\n", i + 1,
                solver->style, i + 1, data->order[i] + 1, i + 1, solver->last_sample);
    }
    fprintf(gnuplot, "array OTHER[N]\n");
    for (size_t i = 0, k = 0; i < data->solvers; i++) {
        if (data->order[i] != data->reference) {
            fprintf(gnuplot, "OTHER[%zu] = %zu\n", ++k, data->order[i] + 1);
        }
    }
    fprintf(gnuplot, "REF = %zu\nCOMPARED = %d\n", data->reference + 1, data->compared);
    carom_gnuplot_number(plot, "E0", data->energy_J);
    carom_gnuplot_number(plot, "P0", data->momentum_kgmps);
    fprintf(plot->script, "ENONE = %d\nATREST = %d\n", data->energy_is_zero, data->at_rest);
    carom_gnuplot_number(plot, "MISMATCH", data->first_mismatch_s);
    carom_gnuplot_number(plot, "LAG", data->lag_m);
}

static void write_table(const carom_gnuplot *plot, const carom_figure_data *data)
{
    const carom_problem *problem = &data->scenario.problem;
    FILE *gnuplot = plot->script;
    carom_gnuplot_number(plot, "WIDTH", problem->width_m);
    carom_gnuplot_number(plot, "HEIGHT", problem->height_m);
    fprintf(gnuplot,
            "TABLE = %d\nBALLS = %zu\nPATHS = %zu\narray CHOSEN[%zu]\narray RADIUS[%zu]\n"
            "array COLOUR[%zu]\n",
            problem->boundary != CAROM_OPEN, problem->count, data->paths, data->paths,
            problem->count, problem->count);
    for (size_t i = 0; i < data->paths; i++) {
        fprintf(gnuplot, "CHOSEN[%zu] = %zu\n", i + 1, data->path[i]);
    }
    for (size_t i = 0; i < problem->count; i++) {
        char name[40];
        snprintf(name, sizeof name, "RADIUS[%zu]", i + 1);
        carom_gnuplot_number(plot, name, problem->ball[i].radius_m);
        fprintf(gnuplot, "COLOUR[%zu] = 0x%s\n", i + 1,
                problem->ball[i].fixed ? "606060" : "e3e3e3");
    }
    fprintf(gnuplot, "PATHSTYLE = \"%s\"\n",
            problem->boundary == CAROM_PERIODIC ? "dots" : "lines");
    carom_gnuplot_text(plot, "PATHHEAD", data->path_heading);
}

void carom_figures_tell(const carom_gnuplot *plot, const carom_figure_data *data)
{
    carom_gnuplot_number(plot, "DURATION", data->scenario.duration_s);
    write_solvers(plot, data);
    write_table(plot, data);
}

carom_status carom_figures_draw(const char *directory, const carom_look *look, carom_error *error)
{
    static const char *const panels[] = {"energy", "momentum", "divergence", "paths"};
    carom_figure_data data;
    carom_gnuplot plot = {.script = NULL};
    char *energies = NULL;
    carom_status status = carom_figure_data_read(&data, directory, error);
    if (status == CAROM_OK) {
        status = carom_energy_curves(directory, &data, &energies, error);
    }
    if (status == CAROM_OK) {
        const char *const footer[3] = {data.footer[0], data.footer[1], data.footer[2]};
        status = carom_gnuplot_start(&plot, directory, look, data.title, footer, error);
    }
    if (status == CAROM_OK) {
        carom_figures_tell(&plot, &data);
        fputs(energies, plot.script);
        carom_gnuplot_draw_page(&plot, "overview", "overview");
        for (size_t i = 0; i < sizeof panels / sizeof panels[0]; i++) {
            carom_gnuplot_draw(&plot, panels[i], panels[i]);
        }
        status = carom_gnuplot_finish(&plot, error);
    }
    free(energies);
    carom_figure_data_free(&data);
    return status;
}
