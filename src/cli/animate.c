/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom animate: the records of a comparison, moving. */
#include "cli/commands.h"
#include "figures/run_figures.h"

int cli_animate(const cli_options *options)
{
    const carom_animation animation = {options->overlay, options->only, options->only_count};
    carom_error error = {0};
    if (options->only_count > 2) {
        fprintf(stderr, "carom: error: an animation shows two solvers: at most two --solver\n");
        return EXIT_USAGE;
    }
    if (cli_folder_of_records(options, options->file) != EXIT_DONE) {
        return EXIT_CANNOT_CREATE;
    }
    if (carom_animate(options->file, &options->look, &animation, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    printf("animation: %s/animation%s.gif\n", options->file, options->overlay ? "-overlay" : "");
    return EXIT_DONE;
}
