/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom plot: figures, films and sounds of records. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "figures/run/run_figures.h"
#include <unistd.h>

/* True if a figure was drawn now or before. */
static bool exists(const cli_options *options, const char *directory, const char *name, int length)
{
    const carom_preset *preset = options->figure_options.preset;
    char path[CAROM_PATH_SIZE + 100];
    snprintf(path, sizeof path, "%s/%.*s%s%s%s", directory, length, name,
             preset == carom_presets ? "" : "-", preset == carom_presets ? "" : preset->name,
             cli_figure_ending(options));
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
    }
    if (studies > 0) {
        fprintf(options->report, "figures of %zu stud%s: %s\n", studies, studies == 1 ? "y" : "ies",
                directory);
    }
    return EXIT_DONE;
}

static carom_plot_options plot_options(const cli_options *options)
{
    return (carom_plot_options){.home = options->figure_options.home,
                                .preset = options->figure_options.preset->name,
                                .formats = options->figure_options.formats,
                                .title = options->figure_options.title,
                                .stop = options->stop};
}

/* Draws the balls at one time. */
static int draw_snapshot(const cli_options *options, const char *directory)
{
    carom_plot_options drawn = plot_options(options);
    carom_status status = carom_snapshot_draw(directory, &drawn, options->at_s, options->error);
    if (status == CAROM_OK) {
        cli_figure_names_print(options, directory, "snapshot.png");
    }
    return cli_report(options, status);
}

static int make_film(const cli_options *options, const char *directory)
{
    carom_plot_options drawn = plot_options(options);
    bool is_movie;
    CLI_TRY(
        cli_report(options, carom_film_draw(directory, &drawn, options->solvers.name,
                                            options->solvers.count, &is_movie, options->error)));
    fprintf(options->report, "film: %s/animation%s.gif\n", directory, is_movie ? ".mp4 and " : "");
    if (!is_movie) {
        fprintf(options->report, "no animation.mp4: ffmpeg is not installed (apt install ffmpeg, "
                                 "brew install ffmpeg)\n");
    }
    return EXIT_DONE;
}

static int make_sound(const cli_options *options, const char *directory)
{
    char report[400];
    CLI_TRY(cli_report(options,
                       carom_sound_write(directory, options->solvers.name, options->solvers.count,
                                         options->stop, report, sizeof report, options->error)));
    fprintf(options->report, "sound: %s/sound.wav, %s\n", directory, report);
    return EXIT_DONE;
}

/* Reports --solver without anything that it chooses, or more of them than it shows. */
static int check_solvers(const cli_options *options)
{
    bool film = options->film, sound = options->sound;
    size_t most = sound ? 2 : film ? CAROM_MAX_SHOWN_SOLVERS : 0;
    if (options->solvers.count <= most) {
        return EXIT_DONE;
    }
    fprintf(stderr, "carom: error: %s\n",
            sound  ? "too many --solver: a sound has two channels"
            : film ? "too many --solver: a film shows at most 6 solvers"
                   : "--solver needs --film or --sound");
    return EXIT_USAGE;
}

int cli_plot(const cli_options *options)
{
    const char *directory = options->file;
    bool snapshot = !isnan(options->at_s), film = options->film, sound = options->sound;
    CLI_TRY(check_solvers(options));
    if (!snapshot && !film && !sound) {
        return redraw(options, directory);
    }
    if (snapshot) {
        CLI_TRY(draw_snapshot(options, directory));
    }
    if (film) {
        CLI_TRY(make_film(options, directory));
    }
    return sound ? make_sound(options, directory) : EXIT_DONE;
}
