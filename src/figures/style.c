/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/style.h"
#include <string.h>

/* As plots/style.gp numbers them. */
static int style_of_hue(carom_hue hue)
{
    switch (hue) {
    case CAROM_HUE_BLACK: return 1;
    case CAROM_HUE_ORANGE: return 2;
    case CAROM_HUE_BLUE: return 3;
    case CAROM_HUE_NEXT: break;
    }
    return 4;
}

static int wanted_style(const carom_scenario *scenario, const char *solver)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *s = carom_scenario_solver_at(scenario, i);
        if (strcmp(s->name, solver) == 0) {
            return style_of_hue(carom_solver_hue(&s->kind));
        }
    }
    return style_of_hue(CAROM_HUE_NEXT);
}

static bool is_wanted(const carom_scenario *scenario, int style)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        if (wanted_style(scenario, carom_scenario_solver_at(scenario, i)->name) == style) {
            return true;
        }
    }
    return false;
}

int carom_style_of(const carom_scenario *scenario, const char *solver, const int *taken)
{
    int style = wanted_style(scenario, solver);
    while (taken[style] && style < CAROM_LAST_STYLE) {
        style = style < 4 ? 4 : style + 1;
    }
    /* Euler's and Heun's, where there are none */
    for (int spare = 2; taken[style] && spare <= 3; spare++) {
        if (!taken[spare] && !is_wanted(scenario, spare)) {
            style = spare;
        }
    }
    return style;
}

void carom_drawing_solvers(carom_drawing *drawing, const carom_scenario *scenario,
                           const char *const *name, size_t count)
{
    int taken[CAROM_LAST_STYLE + 1] = {0};
    carom_drawing_count(drawing, "N", count);
    carom_drawing_array(drawing, "NAME", count);
    carom_drawing_array(drawing, "STYLE", count);
    for (size_t i = 0; i < count; i++) {
        int style = carom_style_of(scenario, name[i], taken);
        taken[style] = 1;
        carom_drawing_text_at(drawing, "NAME", i, name[i]);
        carom_drawing_count_at(drawing, "STYLE", i, (size_t)style);
    }
}
