/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line style per kind of solver, the same in every figure. */
#include "figures/gnuplot.h"
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

void carom_gnuplot_solvers(const carom_gnuplot *gnuplot, const carom_scenario *scenario,
                           const char *const *name, size_t count)
{
    int taken[CAROM_LAST_STYLE + 1] = {0};
    fprintf(gnuplot->script, "N = %zu\narray NAME[N]\narray STYLE[N]\n", count);
    for (size_t i = 0; i < count; i++) {
        int style = carom_style_of(scenario, name[i], taken);
        char variable[40];
        taken[style] = 1;
        snprintf(variable, sizeof variable, "NAME[%zu]", i + 1);
        carom_gnuplot_text(gnuplot, variable, name[i]);
        fprintf(gnuplot->script, "STYLE[%zu] = %d\n", i + 1, style);
    }
}
