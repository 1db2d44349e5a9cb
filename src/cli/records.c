/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom plot, carom animate, carom sound, carom export: figures, films, sounds and exports of
 * records or of a run. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "figures/run/run_figures.h"
#include <unistd.h>

/* True if a figure was drawn now or before. */
static bool exists(const cli_options *options, const char *directory, const char *name, int length)
{
    const carom_preset *preset = options->figure_options.preset;
    char path[CAROM_PATH_SIZE + 100];
    snprintf(path, sizeof path, "%s/%.*s%s%s.png", directory, length, name,
             preset == carom_presets ? "" : "-", preset == carom_presets ? "" : preset->name);
    return access(path, F_OK) == 0;
}

/* Prints the names of a run's figures: those of --figures, or "overview.png and others". */
static void print_run_figures(const cli_options *options, const char *directory)
{
    const char *name = options->figure_list.names;
    char text[1000] = "";
    while (name != NULL && *name != '\0' && strcmp(name, "all") != 0) {
        int length = (int)strcspn(name, ",");
        if (exists(options, directory, name, length)) {
            carom_text_append(text, sizeof text, "%s%.*s.png", text[0] == '\0' ? "" : ", ", length,
                              name);
        }
        name += length + (name[length] == ',');
    }
    if (text[0] != '\0' || name == NULL || options->figure_list.names == NULL ||
        strcmp(options->figure_list.names, "all") == 0) {
        cli_figure_names_print(options, directory,
                               text[0] == '\0' ? "overview.png and others" : text);
    }
}

int cli_figures_draw(const cli_options *options, const char *directory)
{
    CLI_TRY(cli_report(options,
                       carom_figures_draw(directory, &options->figure_options, options->error)));
    print_run_figures(options, directory);
    return EXIT_DONE;
}

/* Draws all figures that the records allow. */
static int redraw(const cli_options *options, const char *directory)
{
    bool runs = false;
    size_t studies = 0;
    CLI_TRY(cli_report(options, carom_figures_redraw(directory, &options->figure_options, &runs,
                                                     &studies, options->error)));
    if (runs) {
        print_run_figures(options, directory);
    } else if (studies == 0) {
        cli_figure_names_print(options, directory, "overview.png");
    }
    if (studies > 0) {
        fprintf(options->report, "figures of %zu stud%s: %s\n", studies, studies == 1 ? "y" : "ies",
                directory);
    }
    return EXIT_DONE;
}

/* Draws the table at one time, or one enlarged contact. */
static int draw_snapshot(const cli_options *options, const char *directory)
{
    bool zooms = options->figures.zoom != NULL;
    carom_status status = zooms ? carom_zoom_draw(directory, &options->figure_options,
                                                  options->figures.at_s, options->figures.zoom,
                                                  options->figures.exaggerate, options->error)
                                : carom_snapshot_draw(directory, &options->figure_options,
                                                      options->figures.at_s,
                                                      options->figures.exaggerate, options->error);
    if (status == CAROM_OK) {
        cli_folder_add_file(options, directory, zooms ? "zoom.tsv" : "snapshot.tsv");
        cli_figure_names_print(options, directory, zooms ? "zoom-*.png" : "table-*.png");
    }
    return cli_report(options, status);
}

int cli_plot(const cli_options *options)
{
    int status = cli_records_folder_open(options, options->file);
    if (isnan(options->figures.at_s) && options->figures.zoom != NULL) {
        return cli_report_usage_error("plot", "--zoom needs --at T:", options->figures.zoom);
    }
    CLI_TRY(status);
    return isnan(options->figures.at_s) ? redraw(options, options->file)
                                        : draw_snapshot(options, options->file);
}

/* Reports more than @p most options --solver. @param why  what shows or contains so many */
static int limit_solvers(const cli_options *options, size_t most, const char *why)
{
    if (options->solvers.count <= most) {
        return EXIT_DONE;
    }
    fprintf(stderr, "carom: error: too many --solver: %s\n", why);
    return EXIT_USAGE;
}

int cli_animate(const cli_options *options)
{
    const carom_animation animation = {options->film.overlay, options->solvers.name,
                                       options->solvers.count, options->film.length_s};
    carom_figure_options figure_options = options->figure_options;
    const char *stem = options->film.overlay ? "animation-overlay" : "animation";
    CLI_TRY(options->film.overlay ? limit_solvers(options, 2, "an overlay shows at most 2 solvers")
                                  : limit_solvers(options, CAROM_MAX_SHOWN_SOLVERS,
                                                  "an animation shows at most 6 solvers"));
    CLI_TRY(cli_records_folder_open(options, options->file));
    figure_options.film = !options->film.gif && carom_program_exists(carom_movie_program);
    CLI_TRY(cli_report(options,
                       carom_animate(options->file, &figure_options, &animation, options->error)));
    fprintf(options->report, "animation: %s/%s%s.gif\n", options->file, stem,
            figure_options.film ? ".mp4 and " : "");
    if (!options->film.gif && !figure_options.film) {
        fprintf(options->report,
                "no %s.mp4: ffmpeg is not installed (apt install ffmpeg, brew install ffmpeg)\n",
                stem);
    }
    return EXIT_DONE;
}

int cli_sound(const cli_options *options)
{
    bool force = options->sound.quantity != NULL && strcmp(options->sound.quantity, "force") == 0;
    const carom_sound_options wanted = {options->sound.loudest_mps, options->solvers.name,
                                        options->solvers.count, force, options->stop};
    carom_sound sound;
    if (options->sound.quantity != NULL && !force &&
        strcmp(options->sound.quantity, "speed") != 0) {
        return cli_report_usage_error("sound", "--of expects speed or force, not",
                                      options->sound.quantity);
    }
    if (force && !isnan(options->sound.loudest_mps)) {
        return cli_report_usage_error("sound", "--loudest needs --of speed", NULL);
    }
    CLI_TRY(limit_solvers(options, 2, "a sound has two channels"));
    CLI_TRY(cli_records_folder_open(options, options->file));
    CLI_TRY(cli_report(options, carom_sound_write(&sound, options->file, &wanted, options->error)));
    cli_folder_add_file(options, options->file, "sound.wav");
    fprintf(options->report,
            "sound: %s/sound.wav, %.3g s; left: %s, %zu collision%s; right: %s, %zu; loudest: "
            "%.3g %s\n",
            options->file, sound.duration_s, sound.name[0], sound.clicks[0],
            carom_plural((double)sound.clicks[0]), sound.name[1], sound.clicks[1],
            force ? sound.force_N : sound.loudest_mps, force ? "N" : "m/s");
    if (sound.clipped > 0) {
        fprintf(options->report,
                "%zu samples are clipped; a larger --loudest makes the sound quieter\n",
                sound.clipped);
    }
    return EXIT_DONE;
}

/* ---- export ---- */

/* Selects the exported solver: --solver; for a script the first with springs; otherwise the
 * reference. */
static const carom_scenario_solver *select_solver(const cli_options *options,
                                                  const carom_scenario *scenario)
{
    const carom_scenario_solver *reference = carom_scenario_find_solver(scenario,
                                                                        scenario->reference);
    if (options->solvers.count > 0) {
        return carom_scenario_find_solver(scenario, options->solvers.name[0]);
    }
    for (size_t i = 0; i < scenario->solvers.count && options->to->script != NULL; i++) {
        if (carom_solver_has_traits(&carom_scenario_solver_at(scenario, i)->kind, CAROM_SOFT)) {
            return carom_scenario_solver_at(scenario, i);
        }
    }
    return reference != NULL ? reference : carom_scenario_solver_at(scenario, 0);
}

typedef struct {
    const char *format, *solver;
    size_t count;
} refusal_report;

static void report_refusal(void *context, bool is_error, const char *key, const char *text)
{
    refusal_report *refusals = context;
    if (is_error) {
        fprintf(stderr, "carom: error: cannot export solver '%s' to %s: %s: %s\n", refusals->solver,
                refusals->format, key, text);
        refusals->count++;
    }
}

/* Reports everything that the other program does not support. */
static int check_export(const carom_export_format *format, const carom_scenario *scenario,
                        const carom_scenario_solver *solver)
{
    refusal_report refusals = {format->name, solver->name, 0};
    bool no_memory = false;
    const carom_diagnostics diagnostics = {report_refusal, &refusals, &no_memory, NULL};
    if (format->check != NULL) {
        format->check(scenario, solver, &diagnostics);
    }
    return no_memory ? cli_report_no_memory() : refusals.count > 0 ? EXIT_BAD_SCENARIO : EXIT_DONE;
}

static carom_status write_scenario(const cli_options *options, const carom_scenario *scenario,
                                   const carom_scenario_solver *solver, FILE *stream)
{
    cli_progress progress;
    if (options->to->script != NULL) {
        return options->to->script(stream, scenario, solver, options->error);
    }
    cli_progress_start(&progress, options, NULL);
    carom_status status = carom_export_run(stream, options->to, scenario, solver, options->stop,
                                           cli_progress_show, &progress, options->error);
    cli_progress_end(&progress);
    return status;
}

/* Writes the file completely or not at all, from a scenario, or from records if scenario is NULL.
 */
static int write_export(const cli_options *options, const carom_scenario *scenario,
                        const carom_scenario_solver *solver)
{
    carom_file file;
    char chosen[CAROM_NAME_SIZE];
    carom_status status = carom_file_open_path(
        &file, options->output == NULL ? "-" : options->output, options->error);
    if (status == CAROM_OK) {
        status = scenario != NULL
                   ? write_scenario(options, scenario, solver, file.stream)
                   : carom_export_records(file.stream, options->to, options->file,
                                          options->solvers.count > 0 ? options->solvers.name[0]
                                                                     : NULL,
                                          options->stop, chosen, options->error);
    }
    status = cli_file_finish(&file, status, options->error);
    if (status == CAROM_OK && options->solvers.count == 0) {
        fprintf(options->notes, "carom: exported solver '%s'; --solver NAME exports another\n",
                scenario != NULL ? solver->name : chosen);
    }
    return cli_report(options, status);
}

static int export_scenario(const cli_options *options, cli_scenario *loaded, void *context)
{
    const carom_scenario_solver *solver = select_solver(options, &loaded->scenario);
    int status = check_export(options->to, &loaded->scenario, solver);
    (void)context;
    return status == EXIT_DONE ? write_export(options, &loaded->scenario, solver) : status;
}

int cli_export(const cli_options *options)
{
    bool records = strcmp(options->file, "-") != 0 && carom_is_folder(options->file);
    if (options->to == NULL) {
        return cli_report_usage_error("export", "missing option --to lammps, xyz or csv", NULL);
    }
    CLI_TRY(limit_solvers(options, 1, "an export contains one solver"));
    if (!records) {
        return cli_process_scenario(options, export_scenario, NULL);
    }
    if (options->overrides.count > 0) {
        return cli_report_usage_error("export", "--set needs a scenario FILE, not the records in",
                                      options->file);
    }
    if (options->to->script != NULL) {
        return cli_report_usage_error("export", "--to lammps needs a scenario FILE, not the folder",
                                      options->file);
    }
    return write_export(options, NULL, NULL);
}
