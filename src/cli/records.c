/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom plot: figures, films and sounds of records. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include <unistd.h>

/* Draws the balls at one time. */
static int draw_snapshot(const cli_options *options, const char *directory)
{
    const carom_plot_options *drawn = &options->figure_options;
    bool is_first = drawn->preset == NULL || drawn->preset == carom_plot_presets[0].name;
    const unsigned formats = drawn->formats;
    CLI_TRY(
        cli_report(options, carom_snapshot_draw(directory, drawn, options->at_s, options->error)));
    fprintf(options->report, "figures: %s/snapshot%s%s.%s\n", directory, is_first ? "" : "-",
            is_first ? "" : drawn->preset,
            formats == 0 || (formats & CAROM_PLOT_PNG) != 0 ? "png"
            : (formats & CAROM_PLOT_SVG) != 0               ? "svg"
                                                            : "pdf");
    return EXIT_DONE;
}

static int make_film(const cli_options *options, const char *directory)
{
    CLI_TRY(cli_report(options,
                       carom_film_draw(directory, &options->figure_options, options->solvers.name,
                                       options->solvers.count, options->error)));
    fprintf(options->report, "film: %s/animation.mp4 and .gif\n", directory);
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
    size_t most = options->sound ? 2 : options->film ? CAROM_MAX_SHOWN_SOLVERS : 0;
    const char *problem = options->sound ? "too many --solver: a sound has two channels"
                        : options->film  ? "too many --solver: a film shows at most 6 solvers"
                                         : "--solver needs --film or --sound";
    return options->solvers.count <= most ? EXIT_DONE
                                          : cli_report_usage_error("plot", problem, NULL);
}

int cli_plot(const cli_options *options)
{
    const char *directory = options->file;
    bool snapshot = !isnan(options->at_s), film = options->film, sound = options->sound;
    CLI_TRY(check_solvers(options));
    if (carom_text_ends_in(directory, ".yaml")) {
        fprintf(
            stderr,
            "carom: error: expected a folder of results, not '%s'; 'carom compare' writes one\n",
            directory);
        return EXIT_CANNOT_READ;
    }
    if (!snapshot && !film && !sound) {
        char names[500];
        CLI_TRY(cli_report(options, carom_plot_redraw(directory, &options->figure_options, names,
                                                      sizeof names, options->error)));
        fprintf(options->report, "figures: %s/%s\n", directory, names);
        return EXIT_DONE;
    }
    int status = snapshot ? draw_snapshot(options, directory) : EXIT_DONE;
    status = film && status == EXIT_DONE ? make_film(options, directory) : status;
    return sound && status == EXIT_DONE ? make_sound(options, directory) : status;
}
