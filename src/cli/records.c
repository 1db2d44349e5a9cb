/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom plot: figures, films and sounds of records. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include <unistd.h>

/* Draws all figures that the records allow. */
static int redraw(const cli_options *options, const char *directory)
{
    size_t studies = 0;
    CLI_TRY(cli_report(options, carom_figures_redraw(directory, &options->figure_options, &studies,
                                                     options->error)));
    fprintf(options->report, "figures: %s\n", directory);
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
