/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom plot, carom animate, carom sound: what is made of records that are there. */
#include "cli/commands.h"
#include "figures/animation/animation.h"
#include "figures/movie.h"
#include "figures/run/figures.h"
#include "figures/run/zoom.h"
#include "figures/snapshot.h"
#include "figures/sound.h"
#include "system/child.h"
#include <math.h>

static void say_run_figures(const cli_options *options, const char *directory, bool runs,
                            size_t studies)
{
    if (runs) {
        cli_say_figures(options, directory, "overview.png and others");
    }
    if (studies > 0) {
        printf("figures of studies in %s: drawn again, of %zu\n", directory, studies);
    }
}

int cli_draw(const cli_options *options, const char *directory)
{
    carom_error error = {0};
    if (carom_figures_draw(directory, &options->look, &error) != CAROM_OK) {
        fprintf(stderr, "carom: no figures: %s\n", error.text);
        return cli_exit_of(error.status);
    }
    if (!options->json) {
        say_run_figures(options, directory, true, 0);
    }
    return EXIT_DONE;
}

/* Every figure that the records allow. */
static int draw_again(const cli_options *options, const char *directory)
{
    carom_error error = {0};
    bool runs = false;
    size_t studies = 0;
    if (carom_figures_draw_again(directory, &options->look, &runs, &studies, &error) != CAROM_OK) {
        fprintf(stderr, "carom: no figures: %s\n", error.text);
        return cli_exit_of(error.status);
    }
    say_run_figures(options, directory, runs, studies);
    return EXIT_DONE;
}

static int zoom(const cli_options *options)
{
    carom_error error = {0};
    if (carom_zoom_draw(options->file, &options->look, options->at_s, options->zoom,
                        options->exaggerate, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    cli_note(options, options->file, "zoom.tsv");
    cli_say_figures(options, options->file, "zoom-*.png");
    return EXIT_DONE;
}

int cli_plot(const cli_options *options)
{
    carom_error error = {0};
    int status = cli_folder_of_records(options, options->file);
    if (isnan(options->at_s) && options->zoom != NULL) {
        return cli_usage_error("plot", "--zoom expects --at T too, not alone:", options->zoom);
    }
    if (status != EXIT_DONE || isnan(options->at_s)) {
        return status != EXIT_DONE ? status : draw_again(options, options->file);
    }
    if (options->zoom != NULL) {
        return zoom(options);
    }
    if (carom_snapshot_draw(options->file, &options->look, options->at_s, options->exaggerate,
                            &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    cli_note(options, options->file, "snapshot.tsv");
    cli_say_figures(options, options->file, "table-*.png");
    return EXIT_DONE;
}

int cli_animate(const cli_options *options)
{
    const carom_animation animation = {options->overlay, options->only, options->only_count,
                                       options->length_s};
    carom_look look = options->look;
    carom_error error = {0};
    size_t most = options->overlay ? 2 : CAROM_MOST_SHOWN;
    const char *stem = options->overlay ? "animation-overlay" : "animation";
    if (options->only_count > most) {
        fprintf(stderr, "carom: error: %s shows at most %zu solvers: at most so many --solver\n",
                options->overlay ? "an overlay" : "an animation", most);
        return EXIT_USAGE;
    }
    if (cli_folder_of_records(options, options->file) != EXIT_DONE) {
        return EXIT_CANNOT_CREATE;
    }
    look.film = !options->gif && carom_child_is_there(carom_movie_program);
    if (carom_animate(options->file, &look, &animation, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    printf("animation: %s/%s.gif%s\n", options->file, stem, look.film ? " and .mp4" : "");
    if (!options->gif && !look.film) {
        printf("no %s.mp4: ffmpeg is not installed (apt install ffmpeg, brew install ffmpeg)\n",
               stem);
    }
    return EXIT_DONE;
}

int cli_sound(const cli_options *options)
{
    const carom_sound_wish wish = {options->loudest_mps, options->only, options->only_count,
                                   options->stop};
    carom_sound sound;
    carom_error error = {0};
    if (options->only_count > 2) {
        fprintf(stderr, "carom: error: there are two ears: at most two --solver\n");
        return EXIT_USAGE;
    }
    if (cli_folder_of_records(options, options->file) != EXIT_DONE) {
        return EXIT_CANNOT_CREATE;
    }
    if (carom_sound_write(&sound, options->file, &wish, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    cli_note(options, options->file, "sound.wav");
    printf("sound: %s/sound.wav, %.3g s; left: %s, %zu collisions; right: %s, %zu; loudest: %.3g "
           "m/s\n",
           options->file, sound.duration_s, sound.name[0], sound.clicks[0], sound.name[1],
           sound.clicks[1], sound.loudest_mps);
    if (sound.clipped > 0) {
        printf("%zu samples were louder than a file can hold, and are cut off; a larger --loudest "
               "makes all of it quieter\n",
               sound.clipped);
    }
    return EXIT_DONE;
}
