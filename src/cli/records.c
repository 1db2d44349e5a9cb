/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom plot, carom animate, carom sound: figures, films and sounds of records. */
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
    }
    if (studies > 0) {
        fprintf(options->report, "figures of %zu stud%s: %s\n", studies, studies == 1 ? "y" : "ies",
                directory);
    }
    return EXIT_DONE;
}

/* Draws the table at one time. */
static int draw_snapshot(const cli_options *options, const char *directory)
{
    carom_status status = carom_snapshot_draw(directory, &options->figure_options,
                                              options->figures.at_s, options->error);
    if (status == CAROM_OK) {
        cli_figure_names_print(options, directory, "table-*.png");
    }
    return cli_report(options, status);
}

int cli_plot(const cli_options *options)
{
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
    CLI_TRY(cli_report(options, carom_sound_write(&sound, options->file, &wanted, options->error)));
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
