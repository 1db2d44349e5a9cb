/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom animate: the records of a comparison, moving. */
#include "cli/cli.h"
#include "harness/figures.h"

int cli_animate(const cli_options *options)
{
    carom_error error = {0};
    if (carom_animate(options->file, &options->look, options->overlay, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    printf("animation: %s/animation.gif\n", options->file);
    return EXIT_DONE;
}
