/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a run: what the scripts in plots/ need to know is put before them as gnuplot
 * variables, taken from run.json; the curves come from the tables. */
#define _POSIX_C_SOURCE 200809L
#include "figures/run_figures.h"
#include "figures/energy_curve.h"
#include "figures/figure_data.h"
#include "figures/gnuplot.h"
#include "scene/walls.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

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

typedef struct {
    FILE *script;
    bool first;
} outline;

static void write_point(void *context, double x, double y)
{
    outline *line = context;
    char at[2][32];
    carom_number_format_short(x, at[0], sizeof at[0]);
    carom_number_format_short(y, at[1], sizeof at[1]);
    fprintf(line->script, "%s %s,%s", line->first ? "from" : " to", at[0], at[1]);
    line->first = false;
}

/* The table's outline as gnuplot's polygon takes it; "": the rectangle. */
static void write_outline(const carom_gnuplot *plot, const carom_problem *problem)
{
    outline line = {plot->script, true};
    fputs("OUTLINE = \"", plot->script);
    if (problem->part != NULL) {
        carom_walls_draw(problem, write_point, &line);
    }
    fputs("\"\n", plot->script);
}

static void write_table(const carom_gnuplot *plot, const carom_figure_data *data)
{
    const carom_problem *problem = &data->scenario.problem;
    FILE *gnuplot = plot->script;
    carom_gnuplot_number(plot, "WIDTH", problem->width_m);
    carom_gnuplot_number(plot, "HEIGHT", problem->height_m);
    write_outline(plot, problem);
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

/* ---- which figures a run has ---- */

/* A script with this line in the comment at its top is a figure of every run, by its own name. */
static const char every_run[] = "# Figure of: run\n";

static bool is_of_run(const char *path)
{
    char line[400];
    bool is = false;
    FILE *file = fopen(path, "r");
    while (file != NULL && !is && fgets(line, sizeof line, file) != NULL && line[0] == '#') {
        is = strcmp(line, every_run) == 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return is;
}

static int is_script(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && dot != NULL && strcmp(dot, ".gp") == 0;
}

/* In the order of their names. A folder that cannot be read has been complained of before. */
static void draw_panels(carom_gnuplot *plot)
{
    char folder[4500], path[5000], name[40];
    struct dirent **entry = NULL;
    int count;
    snprintf(folder, sizeof folder, "%.4400s/plots", plot->look->home);
    count = scandir(folder, &entry, is_script, alphasort);
    for (int i = 0; i < count; i++) {
        size_t stem = strlen(entry[i]->d_name) - strlen(".gp");
        snprintf(path, sizeof path, "%s/%.300s", folder, entry[i]->d_name);
        if (stem < sizeof name && is_of_run(path)) {
            snprintf(name, sizeof name, "%.*s", (int)stem, entry[i]->d_name);
            carom_gnuplot_draw(plot, name, name);
        }
        free(entry[i]);
    }
    free(entry);
}

carom_status carom_figures_draw(const char *directory, const carom_look *look, carom_error *error)
{
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
        draw_panels(&plot);
        status = carom_gnuplot_finish(&plot, error);
    }
    free(energies);
    carom_figure_data_free(&data);
    return status;
}
