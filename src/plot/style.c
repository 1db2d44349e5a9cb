/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels, colors and line styles of solvers. */
#include "plot/plot.h"
#include <ctype.h>

/* ---- families ---- */

/* Colors in plots/style.gp: those of carom/integrator.h, two for other families, and grey. */
enum { FIRST_FREE_COLOR = CAROM_COLOR_PURPLE + 1, FREE_COLORS = 2, GREY_COLOR = 9 };

static bool is_grey(const carom_scenario_solver *solver)
{
    return carom_solver_has_traits(&solver->kind, CAROM_QUADRUPLE_PRECISION);
}

/* Color that belongs to the method of a solver; 0 if none does. */
static int own_color(const carom_scenario_solver *solver)
{
    return is_grey(solver) ? GREY_COLOR : (int)carom_solver_color(&solver->kind);
}

static const void *solver_integrator(const carom_scenario_solver *solver)
{
    carom_springs springs;
    return carom_solver_springs(&solver->kind, &springs) ? springs.integrator : NULL;
}

static bool are_same_family(const carom_scenario_solver *a, const carom_scenario_solver *b)
{
    int color = own_color(a);
    if (color != 0 || own_color(b) != 0) {
        return color == own_color(b);
    }
    return a->kind.entry == b->kind.entry && solver_integrator(a) == solver_integrator(b);
}

/* Index of the first solver of the same family. */
static size_t first_of_family(const carom_scenario *scenario, size_t solver)
{
    size_t i = 0;
    while (i < solver && !are_same_family(carom_scenario_solver_at(scenario, i),
                                          carom_scenario_solver_at(scenario, solver))) {
        i++;
    }
    return i;
}

/* Color of a solver. Families without their own color share the free ones, in the order of the
 * scenario. */
static int solver_color(const carom_scenario *scenario, size_t solver)
{
    int color = own_color(carom_scenario_solver_at(scenario, solver)), families = 0;
    for (size_t i = 0; i < first_of_family(scenario, solver); i++) {
        families += own_color(carom_scenario_solver_at(scenario, i)) == 0 &&
                    first_of_family(scenario, i) == i;
    }
    return color != 0 ? color : FIRST_FREE_COLOR + families % FREE_COLORS;
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
    return FIRST_FREE_COLOR;
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

/* Words of names with their own spelling. */
static const char *const spelling[][2] = {{"rk4", "RK4"},
                                          {"ode", "ODE"},
                                          {"lammps", "LAMMPS"},
                                          {"mujoco", "MuJoCo"},
                                          {"oracle", "128-bit impulse"}};

void carom_solver_capitalize(const char *name, char *text, size_t size)
{
    size_t word = strcspn(name, "-_ ,");
    for (size_t i = 0; i < sizeof spelling / sizeof spelling[0]; i++) {
        if (strlen(spelling[i][0]) == word && strncmp(name, spelling[i][0], word) == 0) {
            snprintf(text, size, "%s%s", spelling[i][1], name + word);
            return;
        }
    }
    snprintf(text, size, "%c%s", toupper((unsigned char)name[0]), name[0] == '\0' ? "" : name + 1);
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

void carom_solver_label(const carom_scenario *scenario, const char *solver, char *text, size_t size)
{
    const carom_scenario_solver *s = carom_scenario_find_solver(scenario, solver);
    if (s != NULL && s->label[0] != '\0') {
        snprintf(text, size, "%s", s->label);
        return;
    }
    carom_solver_capitalize(solver, text, size);
    if (s != NULL) {
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
