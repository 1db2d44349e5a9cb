/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses and draws the panels of a run, and redraws the figures of studies. */
#define _POSIX_C_SOURCE 200809L
#include "figures/run/run_figures.h"
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

/* ---- obstacles and information ---- */

static bool has_distance(const carom_run_records *run)
{
    for (size_t i = 0; i < run->statistics.count; i++) {
        if (run->statistics.of[i].max_distance_m > run->statistics.distance_rounding_m) {
            return true;
        }
    }
    return false;
}

static const char *divergence_obstacle(const carom_run_records *run)
{
    return !run->data.compared ? "only carom compare records distances"
         : !has_distance(run)  ? "all solvers agree with the reference within rounding"
                               : NULL;
}

static const char *space_time_obstacle(const carom_run_records *run)
{
    return run->recorded.solver[run->data.reference].state == NULL ? "too many balls" : NULL;
}

static const char no_log[] = "the records have no collisions.tsv";

static const char *raster_obstacle(const carom_run_records *run)
{
    const carom_run_statistics *statistics = &run->statistics;
    return !statistics->logged                                   ? no_log
         : statistics->of[statistics->reference].collisions == 0 ? "the reference has no collision"
                                                                 : NULL;
}

static const char *drift_obstacle(const carom_run_records *run)
{
    return !run->statistics.logged                ? no_log
         : !carom_drift_applies(&run->statistics) ? "every solver has fewer than 1000 collisions"
                                                  : NULL;
}

static const char *newton_obstacle(const carom_run_records *run)
{
    return !run->statistics.logged ? no_log
                                   : run->statistics.of[run->data.reference].newton.obstacle;
}

static const char *birkhoff_obstacle(const carom_run_records *run)
{
    return !run->statistics.logged ? no_log
                                   : run->statistics.of[run->data.reference].birkhoff.obstacle;
}

static const char *waterfall_obstacle(const carom_run_records *run)
{
    return carom_waterfall_changes(run) == 0 ? "nothing changes the energy" : NULL;
}

static carom_headline_weight weight_of(carom_panel panel, const carom_run_records *run)
{
    return carom_panel_headline(panel, &run->statistics).weight;
}

/* Mean difference of a solver's energy from the reference's, J. */
static double energy_difference(const carom_run_records *run, size_t solver)
{
    const carom_recorded_solver *one = &run->recorded.solver[solver],
                                *other = &run->recorded.solver[run->data.reference];
    double sum = 0;
    size_t k = 0;
    for (; k < one->samples && k < other->samples; k++) {
        sum += fabs(one->series[CAROM_SERIES_ENERGY][k] - other->series[CAROM_SERIES_ENERGY][k]);
    }
    return k == 0 ? 0 : sum / (double)k;
}

static bool waterfall_is_informative(const carom_run_records *run)
{
    return carom_waterfall_applies(run) &&
           weight_of(CAROM_PANEL_MOMENTUM, run) < CAROM_HEADLINE_WRONG;
}

/* Equal curves of several solvers are not. A wrong momentum shows the error, and the budget that of
 * a single step. */
static bool energy_is_informative(const carom_run_records *run)
{
    const double visible = 0.01;
    bool single = run->statistics.of[run->statistics.reference].collisions == 1;
    if (weight_of(CAROM_PANEL_MOMENTUM, run) >= CAROM_HEADLINE_WRONG ||
        (single && waterfall_is_informative(run))) {
        return false;
    }
    for (size_t i = 0; i < run->statistics.count; i++) {
        double range_J = run->statistics.of[i].energy_range_rel * run->data.energy_J;
        if (weight_of(CAROM_PANEL_ENERGY, run) >= CAROM_HEADLINE_WRONG ||
            energy_difference(run, i) > visible * fmax(range_J, visible * run->data.energy_J) ||
            (run->statistics.count == 1 && range_J > visible * run->data.energy_J)) {
            return true;
        }
    }
    return false;
}

static bool momentum_is_informative(const carom_run_records *run)
{
    return weight_of(CAROM_PANEL_MOMENTUM, run) >= CAROM_HEADLINE_WRONG;
}

/* Beside a wrong energy or momentum, only other collisions or another outcome are. */
static bool divergence_is_informative(const carom_run_records *run)
{
    return weight_of(CAROM_PANEL_DIVERGENCE, run) >= CAROM_HEADLINE_PARTED ||
           (weight_of(CAROM_PANEL_ENERGY, run) < CAROM_HEADLINE_WRONG &&
            weight_of(CAROM_PANEL_MOMENTUM, run) < CAROM_HEADLINE_WRONG);
}

static bool raster_is_informative(const carom_run_records *run)
{
    bool is_informative = false;
    for (size_t i = 0; i < run->statistics.count; i++) {
        is_informative = is_informative || run->statistics.of[i].mismatch.a != NULL;
    }
    return is_informative;
}

/* Paths of many balls are confusing. */
static bool shows_all_paths(const carom_problem *problem)
{
    size_t movable = 0;
    for (size_t i = 0; i < problem->count; i++) {
        movable += !problem->ball[i].fixed;
    }
    return movable <= CAROM_MAX_PATHS;
}

/* Whether the discs are large enough and do not cover each other. */
static bool strobe_is_informative(const carom_run_records *run)
{
    const size_t most_collisions = 9;
    const double most_diameters = 50;
    const carom_problem *problem = &run->data.scenario.problem;
    return shows_all_paths(problem) && run->data.solvers <= CAROM_MAX_SHOWN_SOLVERS &&
           run->statistics.of[run->statistics.reference].collisions <= most_collisions &&
           carom_longest_path(run) <
               2 * most_diameters * problem->ball[run->data.path[0]].radius_m &&
           (!carom_space_time_applies(run) ||
            weight_of(CAROM_PANEL_SPACE_TIME, run) < CAROM_HEADLINE_DIFFERENT);
}

static bool space_time_is_informative(const carom_run_records *run)
{
    carom_headline_weight weight = weight_of(CAROM_PANEL_SPACE_TIME, run);
    return carom_space_time_applies(run) && weight > CAROM_HEADLINE_NOTHING &&
           (weight >= CAROM_HEADLINE_DIFFERENT || !strobe_is_informative(run));
}

/* Paths along one line coincide. */
static bool paths_are_informative(const carom_run_records *run)
{
    return shows_all_paths(&run->data.scenario.problem) && !carom_space_time_applies(run) &&
           !strobe_is_informative(run);
}

/* For panels that the scenario must specify. */
static bool never_chosen(const carom_run_records *run)
{
    (void)run;
    return false;
}

/* ---- table of panels ---- */

#define X(constant, name, doc) name,
static const char *const names[] = {CAROM_PANELS(X)};
#undef X

/* Panels: their headings, when they can be drawn, when they are informative, and their data besides
 * the curves. */
static const struct {
    /* heading in the overview; after a final blank the reference is appended; NULL for the paths'
     * own */
    const char *head;
    const char *(*obstacle)(const carom_run_records *run); /* returns why the panel cannot be drawn,
                                                              or NULL; NULL if it always can */
    bool (*is_informative)(const carom_run_records *run);  /* NULL: always */
    void (*add)(carom_drawing *drawing, const carom_run_records *run); /* NULL: no further data */
} panels[CAROM_PANEL_KINDS] = {
    [CAROM_PANEL_ENERGY] = {"energy", NULL, energy_is_informative, NULL},
    [CAROM_PANEL_MOMENTUM] = {"momentum", NULL, momentum_is_informative, NULL},
    [CAROM_PANEL_DIVERGENCE] = {"distance from ", divergence_obstacle, divergence_is_informative,
                                NULL},
    [CAROM_PANEL_SPACE_TIME] = {"positions over time", space_time_obstacle,
                                space_time_is_informative, carom_space_time_add},
    [CAROM_PANEL_RASTER] = {"collisions", raster_obstacle, raster_is_informative, carom_raster_add},
    [CAROM_PANEL_PATHS] = {NULL, NULL, paths_are_informative, carom_paths_add},
    [CAROM_PANEL_DRIFT] = {"energy error over collisions", drift_obstacle, never_chosen,
                           carom_drift_add},
    [CAROM_PANEL_NEWTON] = {"velocities on the energy circle", newton_obstacle, never_chosen,
                            carom_newton_add},
    [CAROM_PANEL_BIRKHOFF] = {"wall hits", birkhoff_obstacle, never_chosen, carom_birkhoff_add},
    [CAROM_PANEL_STROBE] = {"balls at equal times", NULL, strobe_is_informative, NULL},
    [CAROM_PANEL_WATERFALL] = {"energy budget", waterfall_obstacle, waterfall_is_informative,
                               carom_waterfall_add}};

static const char *panel_obstacle(carom_panel panel, const carom_run_records *run)
{
    return panels[panel].obstacle == NULL ? NULL : panels[panel].obstacle(run);
}

static bool is_informative(carom_panel panel, const carom_run_records *run)
{
    return panels[panel].is_informative == NULL || panels[panel].is_informative(run);
}

/* ---- overview ---- */

static size_t choose_named(carom_panel chosen[CAROM_MAX_PANELS], const carom_run_records *run)
{
    const carom_scenario_panel *named = run->data.scenario.figures.items;
    size_t count = 0;
    for (size_t i = 0; i < run->data.scenario.figures.count && count < CAROM_MAX_PANELS; i++) {
        carom_panel panel = (carom_panel)named[i].panel;
        if (panel_obstacle(panel, run) == NULL) {
            chosen[count++] = panel;
        }
    }
    return count;
}

/* Inserts a panel by weight, after equal ones; the lightest is dropped if there are too many. */
static size_t insert(carom_panel chosen[CAROM_MAX_PANELS], size_t count, carom_panel panel,
                     const carom_run_records *run)
{
    size_t at = count;
    while (at > 0 && weight_of(chosen[at - 1], run) < weight_of(panel, run)) {
        at--;
    }
    count += count < CAROM_MAX_PANELS;
    for (size_t i = count; i-- > at + 1;) {
        chosen[i] = chosen[i - 1];
    }
    if (at < count) {
        chosen[at] = panel;
    }
    return count;
}

size_t carom_panels_choose(carom_panel chosen[CAROM_MAX_PANELS], const carom_run_records *run)
{
    /* motion first, then results */
    static const carom_panel order[] = {
        CAROM_PANEL_SPACE_TIME, CAROM_PANEL_MOMENTUM, CAROM_PANEL_ENERGY, CAROM_PANEL_WATERFALL,
        CAROM_PANEL_DIVERGENCE, CAROM_PANEL_RASTER,   CAROM_PANEL_STROBE, CAROM_PANEL_PATHS};
    size_t count = choose_named(chosen, run);
    if (count > 0) {
        return count;
    }
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (panel_obstacle(order[i], run) == NULL && is_informative(order[i], run)) {
            count = insert(chosen, count, order[i], run);
        }
    }
    if (count == 0) {
        chosen[count++] = CAROM_PANEL_PATHS;
    }
    return count;
}

/* ---- figures ---- */

carom_status carom_run_records_read(carom_run_records *run, const char *directory,
                                    const volatile sig_atomic_t *stop, carom_error *error)
{
    CAROM_TRY(carom_figure_data_read(&run->data, directory, stop, error));
    CAROM_TRY(carom_recorded_read(&run->recorded, &run->data, directory, error));
    if (run->data.in_joules) {
        run->data.energy_J = carom_largest_kinetic_energy(
            &run->recorded.solver[run->data.reference]);
    }
    return carom_run_statistics_compute(&run->statistics, run, error);
}

void carom_run_records_free(carom_run_records *run)
{
    carom_run_statistics_free(&run->statistics);
    carom_recorded_free(&run->recorded);
    carom_figure_data_free(&run->data);
}

static carom_status define_run(carom_drawing *drawing, const carom_run_records *run,
                               carom_error *error)
{
    const carom_solver_statistics *parting = carom_first_to_part(&run->statistics);
    carom_figures_define_run(drawing, &run->data);
    carom_drawing_count(drawing, "AGREED", carom_solvers_agree(&run->statistics));
    carom_drawing_count(drawing, "PARTING",
                        parting == NULL ? 0 : (size_t)(parting - run->statistics.of) + 1);
    if (parting != NULL) {
        carom_drawing_number(drawing, "MISMATCH", parting->mismatch.t_s);
    }
    for (int panel = 0; panel < CAROM_PANEL_KINDS; panel++) {
        if (panels[panel].add != NULL && panel_obstacle((carom_panel)panel, run) == NULL) {
            panels[panel].add(drawing, run);
        }
    }
    return carom_curves_add(drawing, run, error);
}

/* Writes the heading of a panel in the overview. */
static void panel_head(const carom_run_records *run, carom_panel panel, char *text, size_t size)
{
    const char *head = panels[panel].head == NULL ? run->data.path_heading : panels[panel].head;
    bool of_reference = head[strlen(head) - 1] == ' ';
    snprintf(text, size, "%s%s", head,
             of_reference ? run->data.solver[run->data.reference].label : "");
}

/* Returns the headline; if all solvers agree and nothing is wrong, this is the title. */
static carom_headline panel_title(carom_panel panel, const carom_run_records *run)
{
    carom_headline headline = carom_panel_headline(panel, &run->statistics);
    return headline.weight < CAROM_HEADLINE_WRONG && carom_solvers_agree(&run->statistics)
             ? carom_agreement_headline(&run->statistics)
             : headline;
}

/* Reports specified panels that the overview lacks, with the reason. */
static void report_missing_panels(const carom_run_records *run,
                                  const carom_figure_options *figure_options, char *text,
                                  size_t size)
{
    const carom_scenario_panel *named = run->data.scenario.figures.items;
    int room = figure_options->preset->page_panels;
    for (size_t i = 0; i < run->data.scenario.figures.count; i++) {
        carom_panel panel = (carom_panel)named[i].panel;
        const char *why = panel_obstacle(panel, run);
        if (why == NULL && room-- <= 0) {
            why = "no room for more panels";
        }
        if (why != NULL) {
            carom_text_append(text, size, " No panel '%s': %s.", names[panel], why);
        }
    }
    if (text[0] != '\0' && figure_options->notes != NULL) {
        fprintf(figure_options->notes, "carom: overview:%s\n", text);
    }
}

/* The title is the most important headline; the caption has all. */
static void draw_overview(carom_drawing *drawing, const carom_run_records *run,
                          const carom_figure_options *figure_options)
{
    carom_panel chosen[CAROM_MAX_PANELS];
    size_t count = carom_panels_choose(chosen, run);
    char headlines[1000] = "", missing[700] = "";
    carom_drawing_count(drawing, "PANELS", count);
    carom_drawing_array(drawing, "PANEL_SCRIPT PANEL_HEAD", count);
    for (size_t i = 0; i < count; i++) {
        char head[400] = "";
        panel_head(run, chosen[i], head, sizeof head);
        carom_drawing_text_at(drawing, "PANEL_SCRIPT", i, names[chosen[i]]);
        carom_drawing_text_at(drawing, "PANEL_HEAD", i, head);
        if (i < (size_t)figure_options->preset->page_panels) {
            carom_text_append(headlines, sizeof headlines, "%s(%c) %s.", i == 0 ? "" : " ",
                              (char)('a' + i),
                              carom_panel_headline(chosen[i], &run->statistics).text);
        }
    }
    report_missing_panels(run, figure_options, missing, sizeof missing);
    carom_drawing_subject(drawing, "%s", panel_title(chosen[0], run).text);
    carom_drawing_note(drawing, "%s%s", headlines, missing);
    carom_drawing_add(drawing, CAROM_DRAW_PAGE, "overview", "overview");
}

/* A script with this line in its first comment is a figure of every run. */
static const char run_figure_mark[] = "# Figure of: run\n";

static carom_status check_run_figure(const char *path, bool *is_run_figure, carom_error *error)
{
    char line[400];
    FILE *file = fopen(path, "r");
    *is_run_figure = false;
    if (file == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
    }
    while (!*is_run_figure && fgets(line, sizeof line, file) != NULL && line[0] == '#') {
        *is_run_figure = strcmp(line, run_figure_mark) == 0;
    }
    bool lost = ferror(file) != 0;
    fclose(file);
    return lost ? carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno) : CAROM_OK;
}

static int is_script(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && carom_text_ends_in(entry->d_name, ".gp");
}

static int find_panel(const char *name)
{
    int panel = 0;
    while (panel < CAROM_PANEL_KINDS && strcmp(names[panel], name) != 0) {
        panel++;
    }
    return panel;
}

/* Without --figures a panel is drawn if the overview has it. */
static bool is_drawn(carom_panel panel, const carom_run_records *run,
                     const carom_figure_options *figure_options)
{
    carom_panel chosen[CAROM_MAX_PANELS];
    size_t count = carom_panels_choose(chosen, run);
    bool is_chosen = figure_options->list != NULL && figure_options->list->names != NULL;
    for (size_t i = 0; i < count; i++) {
        is_chosen = is_chosen || chosen[i] == panel;
    }
    return is_chosen && panel_obstacle(panel, run) == NULL;
}

/* Draws a panel with its headline as title, or another script with the scene's title. */
static void draw_script(carom_drawing *drawing, const carom_run_records *run, const char *name,
                        const carom_figure_options *figure_options)
{
    int panel = find_panel(name);
    if (panel == CAROM_PANEL_KINDS) {
        carom_drawing_subject(drawing, "%s", run->data.title);
    } else if (is_drawn((carom_panel)panel, run, figure_options)) {
        carom_drawing_subject(drawing, "%s", panel_title((carom_panel)panel, run).text);
    } else {
        /* The panel exists; the overview reports why it is not drawn. */
        (void)carom_figure_is_wanted(figure_options, name);
        return;
    }
    carom_drawing_figure(drawing, name, name);
}

/* Draws all scripts of runs in plots/ by name. */
static carom_status draw_panels(carom_drawing *drawing, const carom_run_records *run,
                                const carom_figure_options *figure_options, carom_error *error)
{
    char folder[4500], path[5000], name[40];
    struct dirent **entry = NULL;
    bool is_run_figure = false;
    carom_status status = CAROM_OK;
    snprintf(folder, sizeof folder, "%.4400s/plots", figure_options->home);
    int count = scandir(folder, &entry, is_script, alphasort);
    if (count < 0) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", folder, errno);
    }
    for (int i = 0; i < count; i++) {
        size_t stem = strlen(entry[i]->d_name) - strlen(".gp");
        snprintf(path, sizeof path, "%s/%.300s", folder, entry[i]->d_name);
        if (status == CAROM_OK && stem < sizeof name) {
            status = check_run_figure(path, &is_run_figure, error);
        }
        if (status == CAROM_OK && stem < sizeof name && is_run_figure) {
            snprintf(name, sizeof name, "%.*s", (int)stem, entry[i]->d_name);
            draw_script(drawing, run, name, figure_options);
        }
        free(entry[i]);
    }
    free(entry);
    return status;
}

/* Panels named by the user replace those of the scenario. */
static carom_status set_panels(carom_run_records *run, const carom_figure_list *list,
                               carom_error *error)
{
    carom_list *figures = &run->data.scenario.figures;
    const char *name = list == NULL || list->names == NULL ? "" : list->names;
    carom_scenario_panel *named = calloc(CAROM_MAX_PANELS, sizeof *named);
    size_t count = 0;
    CAROM_NEED(named != NULL, error);
    while (*name != '\0' && count < CAROM_MAX_PANELS) {
        char word[40] = "";
        size_t length = strcspn(name, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < 39 ? length : 39), name);
        named[count].panel = find_panel(word);
        count += named[count].panel < CAROM_PANEL_KINDS;
        name += length + (name[length] == ',');
    }
    free(count > 0 ? figures->items : named);
    if (count > 0) {
        figures->items = named;
        figures->count = count;
    }
    return CAROM_OK;
}

static carom_status draw_run(carom_run_records *run, carom_drawing *drawing, const char *directory,
                             const carom_figure_options *figure_options, carom_error *error)
{
    CAROM_TRY(set_panels(run, figure_options->list, error));
    CAROM_TRY(define_run(drawing, run, error));
    draw_overview(drawing, run, figure_options);
    CAROM_TRY(draw_panels(drawing, run, figure_options, error));
    return carom_gnuplot_draw(drawing, directory, figure_options, error);
}

carom_status carom_figures_draw(const char *directory, const carom_figure_options *figure_options,
                                carom_error *error)
{
    carom_run_records run = {.statistics = {.of = NULL}};
    carom_drawing drawing = {.item = NULL};
    carom_status status = carom_run_records_read(&run, directory, figure_options->stop, error);
    CAROM_THEN(status, draw_run(&run, &drawing, directory, figure_options, error));
    carom_drawing_free(&drawing);
    carom_run_records_free(&run);
    return status;
}

/* ---- figures of studies ---- */

const char carom_drawing_suffix[] = ".figures.tsv";

static int is_drawing(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && carom_text_ends_in(entry->d_name, carom_drawing_suffix);
}

static carom_status redraw_study(const char *directory, const char *name,
                                 const carom_figure_options *figure_options, carom_error *error)
{
    char path[5000];
    carom_drawing drawing = {.item = NULL};
    snprintf(path, sizeof path, "%.4400s/%.300s", directory, name);
    carom_status status = carom_drawing_read(&drawing, path, error);
    CAROM_THEN(status, carom_gnuplot_draw(&drawing, directory, figure_options, error));
    carom_drawing_free(&drawing);
    return status;
}

carom_status carom_figures_redraw(const char *directory, const carom_figure_options *figure_options,
                                  bool *runs, size_t *studies, carom_error *error)
{
    struct dirent **entry = NULL;
    char path[5000];
    int count = scandir(directory, &entry, is_drawing, alphasort);
    carom_status status = CAROM_OK;
    bool loose = false;
    *runs = false;
    *studies = count > 0 ? (size_t)count : 0;
    if (count < 0 && errno != ENOENT && errno != ENOTDIR) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", directory, errno);
    }
    snprintf(path, sizeof path, "%.4400s/run.json", directory);
    *runs = *studies == 0 || access(path, F_OK) == 0;
    if (*runs && access(path, F_OK) != 0) {
        status = carom_tables_draw(directory, figure_options, &loose, error);
        *runs = !loose;
    }
    if (*runs && status == CAROM_OK) {
        status = carom_figures_draw(directory, figure_options, error);
    }
    for (int i = 0; i < count; i++) {
        CAROM_THEN(status, redraw_study(directory, entry[i]->d_name, figure_options, error));
        free(entry[i]);
    }
    free(entry);
    return status;
}
