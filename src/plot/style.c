/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels, colors and line styles of solvers. */
#include "plot/plot.h"
#include <ctype.h>

/* ---- families ---- */

/* Color of a family in plots/style.gp: that of carom/integrator.h, grey for 128-bit numbers, one
 * for other integrators, one for other kinds of solvers. */
static int solver_color(const carom_scenario *scenario, size_t solver)
{
    enum { OTHER_INTEGRATOR = CAROM_COLOR_PURPLE + 1, OTHER_KIND, GREY = 9 };
    const carom_choice *choice = &carom_scenario_solver_at(scenario, solver)->kind;
    carom_springs springs;
    int color = (int)carom_solver_color(choice);
    return carom_solver_has_traits(choice, CAROM_QUADRUPLE_PRECISION) ? GREY
         : color != 0                                                 ? color
         : carom_solver_springs(choice, &springs)                     ? OTHER_INTEGRATOR
                                                                      : OTHER_KIND;
}

/* Shade and dash: the number of earlier solvers of the same color. */
static int solver_variant(const carom_scenario *scenario, size_t solver)
{
    int color = solver_color(scenario, solver), variant = 0;
    for (size_t i = 0; i < solver; i++) {
        variant += solver_color(scenario, i) == color;
    }
    return variant % CAROM_VARIANTS;
}

int carom_solver_line_style(const carom_scenario *scenario, const char *solver)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        if (strcmp(carom_scenario_solver_at(scenario, i)->name, solver) == 0) {
            return 10 * solver_variant(scenario, i) + solver_color(scenario, i);
        }
    }
    return CAROM_COLOR_PURPLE + 1;
}

/* ---- labels ---- */

/* Parameters that distinguish solvers of a kind, with their symbols. */
static const struct {
    const char *key, *symbol, *unit;
} label_parts[] = {{"step_s", "h", "s"},
                   {"theta", "θ", ""},
                   {"frame_s", "frame", "s"},
                   {"stiffness_N_per_m", "k", "N/m"},
                   {"contact_time_s", "T", "s"}};
enum { LABEL_PARTS = sizeof label_parts / sizeof label_parts[0] };

const char *carom_param_symbol(const char *key)
{
    for (size_t k = 0; k < LABEL_PARTS; k++) {
        if (strcmp(label_parts[k].key, key) == 0) {
            return label_parts[k].symbol;
        }
    }
    return NULL;
}

/* A parameter that the scenario specifies, else NaN. */
static double specified_value(const carom_scenario_solver *solver, const char *key)
{
    carom_param_ref index = carom_params_find(solver->kind.entry->params, solver->kind.options,
                                              key);
    return index.row != NULL && index.row->type == CAROM_NUMBER && carom_param_is_set(index)
             ? *carom_param_number(index)
             : NAN;
}

static bool differs(const carom_scenario *scenario, const char *key, double from)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        double other = specified_value(carom_scenario_solver_at(scenario, i), key);
        if (!isnan(other) && other != from) {
            return true;
        }
    }
    return false;
}

/* Names of methods, with their spelling in texts. */
static const char *const spelling[][2] = {
    {"impulse", "Impulse"}, {"euler", "Euler"},   {"heun", "Heun"},
    {"verlet", "Verlet"},   {"rk4", "RK4"},       {"ode", "ODE"},
    {"lammps", "LAMMPS"},   {"mujoco", "MuJoCo"}, {"oracle", "128-bit impulse"}};

/* Writes a name that begins with the name of a method in its spelling. */
static bool spell(const char *name, char *text, size_t size)
{
    size_t word = strcspn(name, "-_ ,");
    for (size_t i = 0; i < sizeof spelling / sizeof spelling[0]; i++) {
        if (strlen(spelling[i][0]) == word && strncmp(name, spelling[i][0], word) == 0) {
            snprintf(text, size, "%s%s", spelling[i][1], name + word);
            return true;
        }
    }
    snprintf(text, size, "%s", name);
    return false;
}

void carom_solver_capitalize(const char *name, char *text, size_t size)
{
    if (!spell(name, text, size)) {
        text[0] = (char)toupper((unsigned char)text[0]);
    }
}

void carom_solver_append_differences(const carom_scenario *scenario,
                                     const carom_scenario_solver *solver, char *text, size_t size)
{
    for (size_t k = 0; k < LABEL_PARTS; k++) {
        double value = specified_value(solver, label_parts[k].key);
        if (!isnan(value) && differs(scenario, label_parts[k].key, value)) {
            carom_text_append(text, size, ", %s = %s", label_parts[k].symbol,
                              carom_number_with_prefix(value, 4, label_parts[k].unit).text);
        }
    }
}

void carom_solver_short_label(const carom_scenario *scenario, const char *solver, char *text,
                              size_t size)
{
    const carom_scenario_solver *s = carom_scenario_find_solver(scenario, solver);
    if (s != NULL && s->label[0] != '\0') {
        snprintf(text, size, "%s", s->label);
    } else {
        (void)spell(solver, text, size);
    }
}

void carom_solver_label(const carom_scenario *scenario, const char *solver, char *text, size_t size)
{
    const carom_scenario_solver *s = carom_scenario_find_solver(scenario, solver);
    carom_solver_short_label(scenario, solver, text, size);
    if (s != NULL && s->label[0] == '\0') {
        carom_solver_append_differences(scenario, s, text, size);
    }
}

void carom_plot_scenario_solver(carom_plot *plot, const carom_scenario *scenario,
                                const char *solver, const char *label)
{
    carom_label own;
    carom_solver_label(scenario, solver, own.text, sizeof own.text);
    carom_plot_solver(plot, solver, label == NULL ? own.text : label,
                      carom_solver_line_style(scenario, solver));
}

void carom_label_in_text(const char *label, char *text, size_t size)
{
    const char *comma = strstr(label, ", ");
    carom_solver_capitalize(label, text, size);
    if (comma != NULL && (size_t)(comma - label) < strlen(text)) {
        text[comma - label] = '\0';
        carom_text_append(text, size, " (%s)", comma + 2);
    }
}
