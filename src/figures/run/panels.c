/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include "figures/figures.h"
#include "figures/run/run_figures.h"
#include "system/system.h"
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* ---- figures ---- */

/* What of a run is drawn: its panels, each with what it found as its title. */

/* Everything that is known of the run. */
typedef struct {
    carom_figure_data data;
    carom_recorded recorded;
    carom_facts facts;
} known;

static carom_status read_all(known *k, const char *directory, const carom_look *look,
                             carom_error *error)
{
    carom_status status = carom_figure_data_read(&k->data, directory, look->stop, error);
    if (status == CAROM_OK) {
        status = carom_recorded_read(&k->recorded, &k->data, directory, error);
    }
    return status == CAROM_OK ? carom_facts_find(&k->facts, &k->data, &k->recorded, error) : status;
}

static void free_all(known *k)
{
    carom_facts_free(&k->facts);
    carom_recorded_free(&k->recorded);
    carom_figure_data_free(&k->data);
}

static bool is_drawn(const known *k, carom_panel panel)
{
    return carom_panel_obstacle(panel, &k->data, &k->recorded, &k->facts) == NULL;
}

static carom_status tell(carom_drawing *drawing, const known *k, carom_error *error)
{
    carom_figures_tell(drawing, &k->data);
    if (is_drawn(k, CAROM_PANEL_SPACE_TIME)) {
        carom_space_time_add(drawing, &k->data, &k->recorded);
    }
    if (is_drawn(k, CAROM_PANEL_RASTER)) {
        carom_raster_add(drawing, &k->data, &k->recorded, &k->facts);
    }
    if (is_drawn(k, CAROM_PANEL_DRIFT)) {
        carom_drift_add(drawing, &k->data, &k->recorded);
    }
    return carom_curves_add(drawing, &k->data, &k->recorded, error);
}

/* ---- which figures a run has ---- */

/* What a panel is headed by where it stands beside others. */
static void head_of(const known *k, carom_panel panel, char *text, size_t size)
{
    const char *reference = k->data.solver[k->data.reference].name;
    switch (panel) {
    case CAROM_PANEL_ENERGY: snprintf(text, size, "energy"); break;
    case CAROM_PANEL_MOMENTUM: snprintf(text, size, "momentum"); break;
    case CAROM_PANEL_DIVERGENCE: snprintf(text, size, "distance from %s", reference); break;
    case CAROM_PANEL_SPACE_TIME: snprintf(text, size, "places over time"); break;
    case CAROM_PANEL_RASTER: snprintf(text, size, "collisions"); break;
    case CAROM_PANEL_DRIFT: snprintf(text, size, "energy unexplained over collisions"); break;
    case CAROM_PANEL_PATHS: snprintf(text, size, "%s", k->data.path_heading); break;
    case CAROM_PANEL_KINDS: break;
    }
}

/* Names each panel that the scenario asks for and the overview lacks, with the reason. */
static void say_lacking(const known *k, const carom_look *look, char *text, size_t size)
{
    const carom_scenario_panel *named = k->data.scenario.figures.items;
    int room = look->preset->page_panels;
    for (size_t i = 0; i < k->data.scenario.figures.count; i++) {
        carom_panel panel = (carom_panel)named[i].panel;
        const char *why = carom_panel_obstacle(panel, &k->data, &k->recorded, &k->facts);
        if (why == NULL && room-- <= 0) {
            why = "there is no room for more panels";
        }
        if (why != NULL) {
            carom_text_append(text, size, " No panel '%s': %s.", carom_panel_names[panel], why);
        }
    }
    if (text[0] != '\0' && look->notes != NULL) {
        fprintf(look->notes, "carom: overview:%s\n", text);
    }
}

/* Its title is what weighs most; what the other panels found is in the caption. */
static void draw_overview(carom_drawing *drawing, const known *k, const carom_look *look)
{
    carom_panel chosen[CAROM_MOST_PANELS];
    size_t panels = carom_panels_choose(chosen, &k->data, &k->recorded, &k->facts);
    char found[1000] = "", lacking[700] = "";
    carom_drawing_count(drawing, "PANELS", panels);
    carom_drawing_array(drawing, "PANEL_SCRIPT", panels);
    carom_drawing_array(drawing, "PANEL_HEAD", panels);
    for (size_t i = 0; i < panels; i++) {
        char head[300] = "";
        head_of(k, chosen[i], head, sizeof head);
        carom_drawing_text_at(drawing, "PANEL_SCRIPT", i, carom_panel_names[chosen[i]]);
        carom_drawing_text_at(drawing, "PANEL_HEAD", i, head);
        if (i < (size_t)look->preset->page_panels) {
            carom_text_append(found, sizeof found, "%s(%c) %s.", i == 0 ? "" : " ", (char)('a' + i),
                              carom_finding_of(chosen[i], &k->facts).text);
        }
    }
    say_lacking(k, look, lacking, sizeof lacking);
    carom_drawing_title(drawing, "%s", carom_finding_of(chosen[0], &k->facts).text);
    carom_drawing_note(drawing, "%s%s", found, lacking);
    carom_drawing_page(drawing, "overview", "overview");
}

/* A script with this line in the comment at its top is a figure of every run, by its own name. */
static const char every_run[] = "# Figure of: run\n";

static carom_status ask_whether_of_run(const char *path, bool *is, carom_error *error)
{
    char line[400];
    FILE *file = fopen(path, "r");
    bool lost;
    *is = false;
    if (file == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
    }
    while (!*is && fgets(line, sizeof line, file) != NULL && line[0] == '#') {
        *is = strcmp(line, every_run) == 0;
    }
    lost = ferror(file) != 0;
    fclose(file);
    return lost ? carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno) : CAROM_OK;
}

static int is_script(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && dot != NULL && strcmp(dot, ".gp") == 0;
}

static int panel_called(const char *name)
{
    int panel = 0;
    while (panel < CAROM_PANEL_KINDS && strcmp(carom_panel_names[panel], name) != 0) {
        panel++;
    }
    return panel;
}

/* A panel with what it found as its title; a script that is none of them with the scene's. */
static void draw_script(carom_drawing *drawing, const known *k, const char *name)
{
    int panel = panel_called(name);
    if (panel == CAROM_PANEL_KINDS) {
        carom_drawing_title(drawing, "%s", k->data.title);
    } else if (is_drawn(k, (carom_panel)panel)) {
        carom_drawing_title(drawing, "%s", carom_finding_of((carom_panel)panel, &k->facts).text);
    } else {
        return;
    }
    carom_drawing_figure(drawing, name, name);
}

/* In the order of their names. */
static carom_status draw_panels(carom_drawing *drawing, const known *k, const carom_look *look,
                                carom_error *error)
{
    char folder[4500], path[5000], name[40];
    struct dirent **entry = NULL;
    int count;
    bool is = false;
    carom_status status = CAROM_OK;
    snprintf(folder, sizeof folder, "%.4400s/plots", look->home);
    count = scandir(folder, &entry, is_script, alphasort);
    if (count < 0) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", folder, errno);
    }
    for (int i = 0; i < count; i++) {
        size_t stem = strlen(entry[i]->d_name) - strlen(".gp");
        snprintf(path, sizeof path, "%s/%.300s", folder, entry[i]->d_name);
        if (status == CAROM_OK && stem < sizeof name) {
            status = ask_whether_of_run(path, &is, error);
        }
        if (status == CAROM_OK && stem < sizeof name && is) {
            snprintf(name, sizeof name, "%.*s", (int)stem, entry[i]->d_name);
            draw_script(drawing, k, name);
        }
        free(entry[i]);
    }
    free(entry);
    return status;
}

carom_status carom_figures_draw(const char *directory, const carom_look *look, carom_error *error)
{
    known k = {.facts = {.of = NULL}};
    carom_drawing drawing = {.item = NULL};
    carom_status status = read_all(&k, directory, look, error);
    if (status == CAROM_OK) {
        status = tell(&drawing, &k, error);
    }
    if (status == CAROM_OK) {
        draw_overview(&drawing, &k, look);
        status = draw_panels(&drawing, &k, look, error);
    }
    if (status == CAROM_OK) {
        status = carom_gnuplot_draw(&drawing, directory, look, error);
    }
    carom_drawing_free(&drawing);
    free_all(&k);
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
    *runs = false;
    *studies = count > 0 ? (size_t)count : 0;
    if (count < 0 && errno != ENOENT && errno != ENOTDIR) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", directory, errno);
    }
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
