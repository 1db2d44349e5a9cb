/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses and draws the panels of a run, and redraws the figures of studies. */
#define _POSIX_C_SOURCE 200809L
#include "scenario/panels.h"
#include "figures/run/run_figures.h"
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

/* ---- panels ---- */

static const char no_log[] = "the records have no collisions.tsv", too_many[] = "too many balls";

static const char *divergence_obstacle(const carom_run_records *run)
{
    const double rounding_m = carom_distance_rounding_m(&run->data.scenario.problem);
    if (!run->data.compared) {
        return "only carom compare records distances";
    }
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        for (size_t k = 0; k < run->recorded.solver[i].samples; k++) {
            if (run->recorded.solver[i].series[CAROM_SERIES_DISTANCE][k] > rounding_m) {
                return NULL;
            }
        }
    }
    return "all solvers agree with the reference within rounding";
}

static const char *space_time_obstacle(const carom_run_records *run)
{
    return run->recorded.solver[run->data.reference].state == NULL ? too_many : NULL;
}

static const char *raster_obstacle(const carom_run_records *run)
{
    return !run->logged                                           ? no_log
         : run->recorded.solver[run->data.reference].impacts == 0 ? "the reference has no collision"
                                                                  : NULL;
}

static const char *newton_obstacle(const carom_run_records *run)
{
    return !run->logged ? no_log : carom_newton_obstacle(run, run->data.reference);
}

static const char *birkhoff_obstacle(const carom_run_records *run)
{
    return !run->logged ? no_log : carom_birkhoff_obstacle(run);
}

#define X(constant, name, doc) name,
static const char *const names[] = {CAROM_PANELS(X)};
#undef X

static const struct {
    const char *head; /* what is drawn; after a final blank the reference is appended */
    const char *(*obstacle)(const carom_run_records *run); /* returns why the panel cannot be drawn,
                                                              or NULL; NULL if it always can */
    void (*add)(carom_drawing *drawing, const carom_run_records *run); /* data besides the curves;
                                                                          NULL: none */
} panels[CAROM_PANEL_KINDS] = {
    [CAROM_PANEL_SCENE] = {"Balls on the table", NULL, NULL},
    [CAROM_PANEL_SPACE_TIME] = {"Positions over time", space_time_obstacle, carom_space_time_add},
    [CAROM_PANEL_ENERGY] = {"Energy and its error", NULL, carom_drift_add},
    [CAROM_PANEL_DIVERGENCE] = {"Distance from ", divergence_obstacle, NULL},
    [CAROM_PANEL_RASTER] = {"Collisions over time", raster_obstacle, carom_raster_add},
    [CAROM_PANEL_NEWTON] = {"Velocities on the energy circle", newton_obstacle, carom_newton_add},
    [CAROM_PANEL_BIRKHOFF] = {"Hits on the boundary", birkhoff_obstacle, carom_birkhoff_add}};

static const char *panel_obstacle(carom_panel panel, const carom_run_records *run)
{
    return panels[panel].obstacle == NULL ? NULL : panels[panel].obstacle(run);
}

/* Chooses the panels of the overview: those specified in the scenario that can be drawn; without
 * any, the motion, the energy, the distances, and the collisions if there are several. */
static size_t choose_panels(carom_panel chosen[CAROM_MAX_PANELS], const carom_run_records *run)
{
    const carom_scenario_panel *named = run->data.scenario.figures.items;
    size_t count = 0;
    for (size_t i = 0; i < run->data.scenario.figures.count && count < CAROM_MAX_PANELS; i++) {
        if (panel_obstacle((carom_panel)named[i].panel, run) == NULL) {
            chosen[count++] = (carom_panel)named[i].panel;
        }
    }
    if (count == 0) {
        chosen[count++] = carom_space_time_applies(run) ? CAROM_PANEL_SPACE_TIME
                                                        : CAROM_PANEL_SCENE;
        chosen[count++] = CAROM_PANEL_ENERGY;
        chosen[count] = CAROM_PANEL_DIVERGENCE;
        count += divergence_obstacle(run) == NULL;
        chosen[count] = CAROM_PANEL_RASTER;
        count += run->logged && run->recorded.solver[run->data.reference].impacts > 1;
    }
    return count;
}

/* ---- figures ---- */

/* Largest kinetic energy of a sample, with spin (J); 1 if nothing moves. */
static double largest_kinetic_energy(const carom_recorded_solver *solver)
{
    double most_J = 0;
    for (size_t k = 0; k < solver->samples; k++) {
        most_J = fmax(most_J, solver->series[CAROM_SERIES_ENERGY][k] -
                                  solver->series[CAROM_SERIES_ELASTIC][k] -
                                  solver->series[CAROM_SERIES_POTENTIAL][k]);
    }
    return most_J > 0 ? most_J : 1;
}

static carom_status read_records(carom_run_records *run, const char *directory,
                                 const volatile sig_atomic_t *stop, carom_error *error)
{
    CAROM_TRY(carom_figure_data_read(&run->data, directory, stop, error));
    CAROM_TRY(carom_recorded_read(&run->recorded, &run->data, directory, error));
    if (run->data.in_joules) {
        run->data.energy_J = largest_kinetic_energy(&run->recorded.solver[run->data.reference]);
    }
    run->logged = true;
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        run->logged = run->logged && run->recorded.solver[i].logged;
    }
    return CAROM_OK;
}

static void free_records(carom_run_records *run)
{
    carom_recorded_free(&run->recorded);
    carom_figure_data_free(&run->data);
}

static carom_status define_run(carom_drawing *drawing, const carom_run_records *run,
                               carom_error *error)
{
    size_t first = 0;
    for (size_t i = 0; i < run->data.solvers; i++) {
        first = run->data.solver[i].first_mismatch_s <= run->data.first_mismatch_s ? i + 1 : first;
    }
    carom_figures_define_run(drawing, &run->data);
    carom_drawing_count(drawing, "PARTING", first);
    carom_drawing_count(drawing, "COLLISIONS", run->recorded.solver[run->data.reference].impacts);
    for (int panel = 0; panel < CAROM_PANEL_KINDS; panel++) {
        if (panels[panel].add != NULL && panel_obstacle((carom_panel)panel, run) == NULL) {
            panels[panel].add(drawing, run);
        }
    }
    return carom_curves_add(drawing, run, error);
}

/* Writes what a panel shows. */
static void panel_head(const carom_run_records *run, carom_panel panel, char *text, size_t size)
{
    const char *head = panels[panel].head;
    bool of_reference = head[strlen(head) - 1] == ' ';
    snprintf(text, size, "%s%s", head,
             of_reference ? run->data.solver[run->data.reference].label : "");
}

/* Reports specified panels that the overview lacks, with the reason. */
static void report_missing_panels(const carom_run_records *run,
                                  const carom_figure_options *figure_options)
{
    const carom_scenario_panel *named = run->data.scenario.figures.items;
    char text[700] = "";
    int room = figure_options->preset->page_panels;
    for (size_t i = 0; i < run->data.scenario.figures.count; i++) {
        carom_panel panel = (carom_panel)named[i].panel;
        const char *why = panel_obstacle(panel, run);
        if (why == NULL && room-- <= 0) {
            why = "no room for more panels";
        }
        if (why != NULL) {
            carom_text_append(text, sizeof text, " No panel '%s': %s.", names[panel], why);
        }
    }
    if (text[0] != '\0' && figure_options->notes != NULL) {
        fprintf(figure_options->notes, "carom: overview:%s\n", text);
    }
}

static void draw_overview(carom_drawing *drawing, const carom_run_records *run,
                          const carom_panel *chosen, size_t count)
{
    carom_drawing_count(drawing, "PANELS", count);
    carom_drawing_array(drawing, "PANEL_SCRIPT PANEL_HEAD", count);
    for (size_t i = 0; i < count; i++) {
        char head[400];
        panel_head(run, chosen[i], head, sizeof head);
        carom_drawing_text_at(drawing, "PANEL_SCRIPT", i, names[chosen[i]]);
        carom_drawing_text_at(drawing, "PANEL_HEAD", i, head);
    }
    carom_drawing_subject(drawing, "Overview");
    carom_drawing_add(drawing, CAROM_DRAW_PAGE, "overview", "grid");
}

static int find_panel(const char *name)
{
    int panel = 0;
    while (panel < CAROM_PANEL_KINDS && strcmp(names[panel], name) != 0) {
        panel++;
    }
    return panel;
}

/* Draws the panels that --figures names, without it those of the overview. */
static void draw_panels(carom_drawing *drawing, const carom_run_records *run,
                        const carom_panel *chosen, size_t count,
                        const carom_figure_options *figure_options)
{
    bool named = figure_options->list != NULL && figure_options->list->names != NULL;
    for (int panel = 0; panel < CAROM_PANEL_KINDS; panel++) {
        char head[400];
        bool is_drawn = named;
        for (size_t i = 0; i < count; i++) {
            is_drawn = is_drawn || (int)chosen[i] == panel;
        }
        if (is_drawn && panel_obstacle((carom_panel)panel, run) == NULL) {
            panel_head(run, (carom_panel)panel, head, sizeof head);
            carom_drawing_subject(drawing, "%s", head);
            carom_drawing_figure(drawing, names[panel], names[panel]);
        } else { /* the panel exists; the overview reports why it is not drawn */
            (void)carom_figure_is_wanted(figure_options, names[panel]);
        }
    }
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
    carom_panel chosen[CAROM_MAX_PANELS];
    size_t count;
    CAROM_TRY(set_panels(run, figure_options->list, error));
    CAROM_TRY(define_run(drawing, run, error));
    count = choose_panels(chosen, run);
    draw_overview(drawing, run, chosen, count);
    report_missing_panels(run, figure_options);
    draw_panels(drawing, run, chosen, count, figure_options);
    return carom_gnuplot_draw(drawing, directory, figure_options, error);
}

carom_status carom_figures_check(const carom_figure_options *figure_options, carom_error *error)
{
    (void)carom_figure_is_wanted(figure_options, "overview");
    for (int panel = 0; panel < CAROM_PANEL_KINDS; panel++) {
        (void)carom_figure_is_wanted(figure_options, names[panel]);
    }
    return carom_figure_list_check(figure_options->list, error);
}

carom_status carom_figures_draw(const char *directory, const carom_figure_options *figure_options,
                                carom_error *error)
{
    carom_run_records run = {.logged = false};
    carom_drawing drawing = {.item = NULL};
    carom_status status = read_records(&run, directory, figure_options->stop, error);
    CAROM_THEN(status, draw_run(&run, &drawing, directory, figure_options, error));
    carom_drawing_free(&drawing);
    free_records(&run);
    return status;
}

/* ---- figures of studies ---- */

const char carom_drawing_suffix[] = ".figures.tsv";

static int is_drawing(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && carom_text_ends_in(entry->d_name, carom_drawing_suffix);
}

/* ---- until all results use plot.h ---- */

static bool is_plot(const char *path)
{
    char *text = NULL;
    size_t length;
    bool is = carom_file_read(path, &text, &length, NULL) == CAROM_OK &&
              strstr(text, "\ntext\tFOOTER\t") != NULL;
    free(text);
    return is;
}

static carom_status redraw_plots(const char *directory, const carom_figure_options *options,
                                 carom_error *error)
{
    carom_plot *plot = NULL;
    carom_plot_options plot_options = {.home = options->home,
                                       .preset = options->preset->name,
                                       .formats = options->formats,
                                       .title = options->title,
                                       .stop = options->stop};
    char chosen[1000] = "";
    carom_status status = carom_plot_read(&plot, directory, error);
    for (size_t i = 0; plot != NULL && i < plot->rows; i++) {
        const carom_plot_row *row = &plot->row[i];
        if (row->kind >= CAROM_PLOT_FIGURE && carom_figure_is_wanted(options, row->name) &&
            (row->kind == CAROM_PLOT_FIGURE || options->list->names != NULL)) {
            carom_text_append(chosen, sizeof chosen, "%s%s", chosen[0] == '\0' ? "" : ",", row->name);
        }
    }
    plot_options.figures = chosen;
    if (chosen[0] != '\0') {
        CAROM_THEN(status, carom_plot_draw(plot, directory, &plot_options, error));
    }
    carom_plot_free(plot);
    return status;
}

/* ---- redrawing ---- */

static carom_status redraw_study(const char *directory, const char *name,
                                 const carom_figure_options *figure_options, carom_error *error)
{
    char path[5000];
    carom_drawing drawing = {.item = NULL};
    snprintf(path, sizeof path, "%.4400s/%.300s", directory, name);
    if (is_plot(path)) {
        return CAROM_OK;
    }
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
    *runs = false;
    *studies = count > 0 ? (size_t)count : 0;
    if (count < 0 && errno != ENOENT && errno != ENOTDIR) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", directory, errno);
    }
    snprintf(path, sizeof path, "%.4400s/run.json", directory);
    *runs = *studies == 0 || access(path, F_OK) == 0;
    if (*runs) {
        status = carom_figures_draw(directory, figure_options, error);
    }
    for (int i = 0; i < count; i++) {
        CAROM_THEN(status, redraw_study(directory, entry[i]->d_name, figure_options, error));
        free(entry[i]);
    }
    if (count > 0) {
        CAROM_THEN(status, redraw_plots(directory, figure_options, error));
    }
    free(entry);
    return status;
}
