/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a run: what the scripts in plots/ need to know is put before them as gnuplot
 * variables, taken from run.json; the curves come from the tables. */
#include "base/base.h"
#include "figures/figures.h"
#include "scene/scene.h"
#include <stdlib.h>
#include <string.h>

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
