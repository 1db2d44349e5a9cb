/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables of solvers; presets. */
#include "figures/figures.h"
#include <float.h>

/* ---- variables ---- */

void carom_drawing_solvers(carom_drawing *drawing, const carom_scenario *scenario,
                           const char *const *name, size_t count)
{
    carom_drawing_count(drawing, "N", count);
    carom_drawing_array(drawing, "NAME LABEL STYLE", count);
    for (size_t i = 0; i < count; i++) {
        char label[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE];
        carom_solver_label(scenario, name[i], label, sizeof label);
        carom_drawing_text_at(drawing, "NAME", i, name[i]);
        carom_drawing_text_at(drawing, "LABEL", i, label);
        carom_drawing_count_at(drawing, "STYLE", i,
                               (size_t)carom_solver_line_style(scenario, name[i]));
    }
}

void carom_drawing_rounding(carom_drawing *drawing, const carom_problem *problem)
{
    double farthest = problem->boundary == CAROM_OPEN ? 0
                                                      : fmax(problem->width_m, problem->height_m);
    for (size_t i = 0; i < problem->count; i++) {
        farthest = fmax(farthest, fmax(fabs(problem->ball[i].x_m), fabs(problem->ball[i].y_m)));
    }
    carom_drawing_number(drawing, "ROUNDING", 0.5 * DBL_EPSILON * farthest);
}

/* ---- presets ---- */

/* A slide is 13.33 inches wide: a point is two of 1920 pixels. Exponents are 0.88 of the font. */
const carom_preset carom_presets[] = {
    {.name = "screen",
     .summary = "12 by 8 inches, for a screen",
     .figure = {1200, 800, 18},
     .page = {1600, 1200, 15},
     .page_panels = 4,
     .page_across = 2,
     .scale = 1,
     .line = 1,
     .titled = true,
     .footed = true},
    {.name = "slide",
     .summary = "a whole slide, 16 : 9, 1920 by 1080 pixels, 20 points, two panels on a page",
     .figure = {4000 / 3.0, 750, 21},
     .page = {4000 / 3.0, 750, 20.5},
     .page_panels = 2,
     .page_across = 2,
     .page_fixed = true,
     .scale = 1.44,
     .line = 1.3,
     .titled = true},
    {.name = "column",
     .summary = "one column of a paper, 85 mm, 8 points, no heading",
     .figure = {334.65, 251, 8},
     .page = {334.65, 420, 8},
     .page_panels = 2,
     .page_across = 1,
     .scale = 4,
     .line = 0.45},
    {.name = "print",
     .summary = "the width of a page, 170 mm, 9 points, black and grey, no heading",
     .figure = {669.3, 440, 9},
     .page = {669.3, 520, 8},
     .page_panels = 4,
     .page_across = 2,
     .scale = 4,
     .line = 0.55,
     .mono = true},
    {.name = NULL}};

const carom_preset *carom_preset_find(const char *name)
{
    for (const carom_preset *p = carom_presets; p->name != NULL; p++) {
        if (strcmp(p->name, name) == 0) {
            return p;
        }
    }
    return NULL;
}
