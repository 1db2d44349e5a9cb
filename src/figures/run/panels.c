/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/run/run_figures.h"
#include <math.h>

#define X(constant, name, doc) name,
const char *const carom_panel_names[CAROM_PANEL_KINDS] = {CAROM_PANELS(X)};
#undef X

static bool is_apart(const carom_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        if (facts->of[i].apart_m > facts->rounding_m) {
            return true;
        }
    }
    return false;
}

const char *carom_panel_obstacle(carom_panel panel, const carom_figure_data *data,
                                 const carom_recorded *recorded, const carom_facts *facts)
{
    static const char unlogged[] = "the records have no collisions.tsv";
    switch (panel) {
    case CAROM_PANEL_DIVERGENCE:
        return !data->compared  ? "distances are in the records of carom compare only"
             : !is_apart(facts) ? "no solver is farther from the reference than rounding"
                                : NULL;
    case CAROM_PANEL_SPACE_TIME:
        return recorded->solver[data->reference].state == NULL ? "there are too many balls" : NULL;
    case CAROM_PANEL_RASTER:
        return !facts->logged                              ? unlogged
             : facts->of[facts->reference].collisions == 0 ? "the reference has no collision"
                                                           : NULL;
    case CAROM_PANEL_DRIFT:
        return !facts->logged         ? unlogged
             : !carom_drift_is(facts) ? "every solver has fewer than 1000 collisions"
                                      : NULL;
    case CAROM_PANEL_ENERGY:
    case CAROM_PANEL_MOMENTUM:
    case CAROM_PANEL_PATHS:
    case CAROM_PANEL_KINDS: break;
    }
    return NULL;
}

static bool any_above(const carom_facts *facts, size_t offset, double rounding)
{
    for (size_t i = 0; i < facts->count; i++) {
        if (*(const double *)((const char *)&facts->of[i] + offset) > rounding) {
            return true;
        }
    }
    return false;
}

/* The paths of many balls cannot be read; those along a line are all the same line. */
static bool has_paths(const carom_figure_data *data, const carom_recorded *recorded)
{
    size_t movable = 0;
    for (size_t i = 0; i < data->scenario.problem.count; i++) {
        movable += !data->scenario.problem.ball[i].fixed;
    }
    return movable <= CAROM_MOST_PATHS && !carom_space_time_is(data, recorded);
}

static bool has_parting(const carom_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        if (facts->of[i].parting.a != NULL) {
            return true;
        }
    }
    return false;
}

/* Whether there is something to see in it, above rounding. */
static bool shows(carom_panel panel, const carom_figure_data *data, const carom_recorded *recorded,
                  const carom_facts *facts)
{
    switch (panel) {
    case CAROM_PANEL_ENERGY:
        return any_above(facts, offsetof(carom_fact, off_rel), CAROM_ROUNDING_REL) ||
               any_above(facts, offsetof(carom_fact, varied_rel), CAROM_ROUNDING_REL);
    case CAROM_PANEL_MOMENTUM:
        return any_above(facts, offsetof(carom_fact, unexplained_rel), CAROM_ROUNDING_REL);
    case CAROM_PANEL_SPACE_TIME: return carom_space_time_is(data, recorded);
    case CAROM_PANEL_RASTER: return has_parting(facts);
    case CAROM_PANEL_PATHS: return has_paths(data, recorded);
    case CAROM_PANEL_DRIFT: return false; /* where the scenario asks for it */
    case CAROM_PANEL_DIVERGENCE:
    case CAROM_PANEL_KINDS: break;
    }
    return true;
}

static size_t take_named(carom_panel chosen[CAROM_MOST_PANELS], const carom_figure_data *data,
                         const carom_recorded *recorded, const carom_facts *facts)
{
    const carom_scenario_panel *named = data->scenario.figures.items;
    size_t count = 0;
    for (size_t i = 0; i < data->scenario.figures.count && count < CAROM_MOST_PANELS; i++) {
        carom_panel panel = (carom_panel)named[i].panel;
        if (carom_panel_obstacle(panel, data, recorded, facts) == NULL) {
            chosen[count++] = panel;
        }
    }
    return count;
}

/* Puts it behind all that weigh as much; the lightest falls out where there are too many. */
static size_t insert(carom_panel chosen[CAROM_MOST_PANELS], size_t count, carom_panel panel,
                     const carom_facts *facts)
{
    int weight = carom_finding_of(panel, facts).weight;
    size_t at = count;
    while (at > 0 && carom_finding_of(chosen[at - 1], facts).weight < weight) {
        at--;
    }
    count += count < CAROM_MOST_PANELS;
    for (size_t i = count; i-- > at + 1;) {
        chosen[i] = chosen[i - 1];
    }
    if (at < count) {
        chosen[at] = panel;
    }
    return count;
}

size_t carom_panels_choose(carom_panel chosen[CAROM_MOST_PANELS], const carom_figure_data *data,
                           const carom_recorded *recorded, const carom_facts *facts)
{
    /* the scene first, then what it comes to */
    static const carom_panel order[] = {CAROM_PANEL_SPACE_TIME, CAROM_PANEL_ENERGY,
                                        CAROM_PANEL_DIVERGENCE, CAROM_PANEL_RASTER,
                                        CAROM_PANEL_PATHS,      CAROM_PANEL_MOMENTUM};
    static const carom_panel spare[] = {CAROM_PANEL_ENERGY, CAROM_PANEL_PATHS};
    const size_t least = 2;
    size_t count = take_named(chosen, data, recorded, facts);
    if (count > 0) {
        return count;
    }
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (carom_panel_obstacle(order[i], data, recorded, facts) == NULL &&
            shows(order[i], data, recorded, facts)) {
            count = insert(chosen, count, order[i], facts);
        }
    }
    for (size_t i = 0; i < sizeof spare / sizeof spare[0] && count < least; i++) {
        if (!shows(spare[i], data, recorded, facts)) {
            chosen[count++] = spare[i];
        }
    }
    return count;
}
