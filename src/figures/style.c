/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/style.h"
#include <string.h>

/* ---- families ---- */

/* The first hue that is nobody's own. */
enum { FIRST_FURTHER = 4 };

/* As plots/style.gp numbers them; 0: none of its own. */
static int hue_of(const carom_scenario_solver *solver)
{
    switch (carom_solver_hue(&solver->kind)) {
    case CAROM_HUE_BLACK: return 1;
    case CAROM_HUE_ORANGE: return 2;
    case CAROM_HUE_BLUE: return 3;
    case CAROM_HUE_NEXT: break;
    }
    return 0;
}

static const void *integrator_of(const carom_scenario_solver *solver)
{
    carom_springs springs;
    return carom_solver_springs(&solver->kind, &springs) ? springs.integrator : NULL;
}

static bool are_of_a_family(const carom_scenario_solver *a, const carom_scenario_solver *b)
{
    int hue = hue_of(a);
    if (hue != 0 || hue_of(b) != 0) {
        return hue == hue_of(b);
    }
    return a->kind.entry == b->kind.entry && integrator_of(a) == integrator_of(b);
}

/* How many of the solvers before one are of its family. */
static size_t place_in_family(const carom_scenario *scenario, size_t solver)
{
    size_t place = 0;
    for (size_t i = 0; i < solver; i++) {
        place += are_of_a_family(carom_scenario_solver_at(scenario, i),
                                 carom_scenario_solver_at(scenario, solver));
    }
    return place;
}

static bool is_anybodys(const carom_scenario *scenario, int hue)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        if (hue_of(carom_scenario_solver_at(scenario, i)) == hue) {
            return true;
        }
    }
    return false;
}

/* Of the @p family-th of those without a hue of their own: the further ones, then what Heun and
 * Euler leave. */
static int further_hue(const carom_scenario *scenario, size_t family)
{
    int hue[CAROM_HUES], hues = 0;
    for (int h = FIRST_FURTHER; h <= CAROM_HUES; h++) {
        hue[hues++] = h;
    }
    for (int h = FIRST_FURTHER - 1; h > 1; h--) {
        if (!is_anybodys(scenario, h)) {
            hue[hues++] = h;
        }
    }
    return hue[family % (size_t)hues];
}

/* How many families without a hue of their own begin before the one that @p solver is of. */
static size_t families_before(const carom_scenario *scenario, size_t solver)
{
    size_t families = 0;
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *other = carom_scenario_solver_at(scenario, i);
        if (are_of_a_family(other, carom_scenario_solver_at(scenario, solver))) {
            break;
        }
        families += hue_of(other) == 0 && place_in_family(scenario, i) == 0;
    }
    return families;
}

int carom_style_of(const carom_scenario *scenario, const char *solver)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *s = carom_scenario_solver_at(scenario, i);
        if (strcmp(s->name, solver) == 0) {
            int own = hue_of(s), variant = (int)(place_in_family(scenario, i) % CAROM_VARIANTS);
            return 10 * variant +
                   (own != 0 ? own : further_hue(scenario, families_before(scenario, i)));
        }
    }
    return FIRST_FURTHER;
}

/* ---- what figures are told ---- */

void carom_drawing_solvers(carom_drawing *drawing, const carom_scenario *scenario,
                           const char *const *name, size_t count)
{
    carom_drawing_count(drawing, "N", count);
    carom_drawing_array(drawing, "NAME", count);
    carom_drawing_array(drawing, "LABEL", count);
    carom_drawing_array(drawing, "STYLE", count);
    for (size_t i = 0; i < count; i++) {
        carom_drawing_text_at(drawing, "NAME", i, name[i]);
        carom_drawing_text_at(drawing, "LABEL", i, name[i]);
        carom_drawing_count_at(drawing, "STYLE", i, (size_t)carom_style_of(scenario, name[i]));
    }
}
