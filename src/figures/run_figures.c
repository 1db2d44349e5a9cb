/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a run: what the scripts in plots/ need to know is put before them as gnuplot
 * variables, taken from run.json; the curves come from the tables. */
#define _POSIX_C_SOURCE 200809L
#include "figures/run_figures.h"
#include "base/text.h"
#include "figures/energy_curve.h"
#include "figures/figure_data.h"
#include "figures/gnuplot.h"
#include "figures/style.h"
#include "scene/walls.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void tell_order(carom_drawing *drawing, const carom_figure_data *data)
{
    size_t others = 0;
    carom_drawing_array(drawing, "ORDER", data->solvers);
    carom_drawing_array(drawing, "OTHER", data->solvers);
    for (size_t i = 0; i < data->solvers; i++) {
        carom_drawing_count_at(drawing, "ORDER", i, data->order[i] + 1);
        if (data->order[i] != data->reference) {
            carom_drawing_count_at(drawing, "OTHER", others++, data->order[i] + 1);
        }
    }
}

static void tell_solvers(carom_drawing *drawing, const carom_figure_data *data)
{
    const char **name = calloc(data->solvers + 1, sizeof *name);
    if (name == NULL) {
        drawing->failed = true;
        return;
    }
    for (size_t i = 0; i < data->solvers; i++) {
        name[i] = data->solver[i].name;
    }
    carom_drawing_solvers(drawing, &data->scenario, name, data->solvers);
    free(name);
    carom_drawing_array(drawing, "LAST", data->solvers);
    for (size_t i = 0; i < data->solvers; i++) {
        carom_drawing_count_at(drawing, "LAST", i, data->solver[i].last_sample);
    }
    tell_order(drawing, data);
    carom_drawing_count(drawing, "REF", data->reference + 1);
    carom_drawing_count(drawing, "COMPARED", data->compared);
    carom_drawing_number(drawing, "E0", data->energy_J);
    carom_drawing_number(drawing, "P0", data->momentum_kgmps);
    carom_drawing_count(drawing, "ENONE", data->energy_is_zero);
    carom_drawing_count(drawing, "ATREST", data->at_rest);
    carom_drawing_number(drawing, "MISMATCH", data->first_mismatch_s);
    carom_drawing_number(drawing, "LAG", data->lag_m);
}

typedef struct {
    char text[8192];
    bool first;
} outline;

static void write_point(void *context, carom_vec place)
{
    outline *line = context;
    char at[2][32];
    carom_number_format_short(place.x, at[0], sizeof at[0]);
    carom_number_format_short(place.y, at[1], sizeof at[1]);
    carom_text_append(line->text, sizeof line->text, "%s %s,%s", line->first ? "from" : " to",
                      at[0], at[1]);
    line->first = false;
}

/* The table's outline as gnuplot's polygon takes it; "": the rectangle. */
static void tell_outline(carom_drawing *drawing, const carom_problem *problem)
{
    outline line = {"", true};
    if (problem->part != NULL) {
        carom_walls_draw(problem, write_point, &line);
    }
    carom_drawing_text(drawing, "OUTLINE", line.text);
}

static void tell_balls(carom_drawing *drawing, const carom_problem *problem)
{
    carom_drawing_count(drawing, "BALLS", problem->count);
    carom_drawing_array(drawing, "RADIUS", problem->count);
    carom_drawing_array(drawing, "COLOUR", problem->count);
    for (size_t i = 0; i < problem->count; i++) {
        carom_drawing_number_at(drawing, "RADIUS", i, problem->ball[i].radius_m);
        carom_drawing_count_at(drawing, "COLOUR", i, problem->ball[i].fixed ? 0x606060 : 0xe3e3e3);
    }
}

static void tell_table(carom_drawing *drawing, const carom_figure_data *data)
{
    const carom_problem *problem = &data->scenario.problem;
    carom_drawing_number(drawing, "WIDTH", problem->width_m);
    carom_drawing_number(drawing, "HEIGHT", problem->height_m);
    carom_drawing_count(drawing, "TABLE", problem->boundary != CAROM_OPEN);
    tell_outline(drawing, problem);
    tell_balls(drawing, problem);
    carom_drawing_count(drawing, "PATHS", data->paths);
    carom_drawing_array(drawing, "CHOSEN", data->paths);
    for (size_t i = 0; i < data->paths; i++) {
        carom_drawing_count_at(drawing, "CHOSEN", i, data->path[i]);
    }
    carom_drawing_text(drawing, "PATHSTYLE",
                       problem->boundary == CAROM_PERIODIC ? "dots" : "lines");
    carom_drawing_text(drawing, "PATHHEAD", data->path_heading);
}

void carom_figures_tell(carom_drawing *drawing, const carom_figure_data *data)
{
    const char *const footer[3] = {data->footer[0], data->footer[1], data->footer[2]};
    carom_drawing_begin(drawing, data->title, footer);
    carom_drawing_number(drawing, "DURATION", data->scenario.duration_s);
    tell_solvers(drawing, data);
    tell_table(drawing, data);
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
static void draw_panels(carom_drawing *drawing, const carom_look *look)
{
    char folder[4500], path[5000], name[40];
    struct dirent **entry = NULL;
    int count;
    snprintf(folder, sizeof folder, "%.4400s/plots", look->home);
    count = scandir(folder, &entry, is_script, alphasort);
    for (int i = 0; i < count; i++) {
        size_t stem = strlen(entry[i]->d_name) - strlen(".gp");
        snprintf(path, sizeof path, "%s/%.300s", folder, entry[i]->d_name);
        if (stem < sizeof name && is_of_run(path)) {
            snprintf(name, sizeof name, "%.*s", (int)stem, entry[i]->d_name);
            carom_drawing_figure(drawing, name, name);
        }
        free(entry[i]);
    }
    free(entry);
}

carom_status carom_figures_draw(const char *directory, const carom_look *look, carom_error *error)
{
    carom_figure_data data;
    carom_drawing drawing = {.item = NULL};
    carom_status status = carom_figure_data_read(&data, directory, error);
    if (status == CAROM_OK) {
        carom_figures_tell(&drawing, &data);
        status = carom_energy_curves(directory, &data, &drawing, error);
    }
    if (status == CAROM_OK) {
        carom_drawing_page(&drawing, "overview", "overview");
        draw_panels(&drawing, look);
        status = carom_gnuplot_draw(&drawing, directory, look, error);
    }
    carom_drawing_free(&drawing);
    carom_figure_data_free(&data);
    return status;
}

/* ---- what studies have left ---- */

const char carom_drawings_ending[] = ".figures.tsv";

static int is_drawing(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name), ending = strlen(carom_drawings_ending);
    return entry->d_name[0] != '.' && length > ending &&
           strcmp(entry->d_name + length - ending, carom_drawings_ending) == 0;
}

static carom_status draw_file(const char *directory, const char *name, const carom_look *look,
                              carom_error *error)
{
    char path[5000];
    carom_drawing drawing = {.item = NULL};
    carom_status status;
    snprintf(path, sizeof path, "%.4400s/%.300s", directory, name);
    status = carom_drawing_read(&drawing, path, error);
    if (status == CAROM_OK) {
        status = carom_gnuplot_draw(&drawing, directory, look, error);
    }
    carom_drawing_free(&drawing);
    return status;
}

carom_status carom_figures_draw_again(const char *directory, const carom_look *look, bool *runs,
                                      size_t *studies, carom_error *error)
{
    struct dirent **entry = NULL;
    char path[5000];
    int count = scandir(directory, &entry, is_drawing, alphasort);
    carom_status status = CAROM_OK;
    *studies = count > 0 ? (size_t)count : 0;
    snprintf(path, sizeof path, "%.4400s/run.json", directory);
    *runs = *studies == 0 || access(path, F_OK) == 0;
    if (*runs) {
        status = carom_figures_draw(directory, look, error);
    }
    for (int i = 0; i < count; i++) {
        if (status == CAROM_OK) {
            status = draw_file(directory, entry[i]->d_name, look, error);
        }
        free(entry[i]);
    }
    free(entry);
    return status;
}
