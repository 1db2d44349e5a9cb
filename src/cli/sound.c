/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom sound: the records of a comparison, to listen to. */
#include "cli/cli.h"
#include "harness/sound.h"

int cli_sound(const cli_options *options)
{
    carom_sound sound;
    carom_error error = {0};
    if (carom_sound_write(&sound, options->file, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    printf("sound: %s/sound.wav, %.3g s; left: %s, %zu collisions; right: %s, %zu; loudest: %.3g m/s\n", options->file,
           sound.duration_s, sound.name[0], sound.clicks[0], sound.name[1], sound.clicks[1], sound.loudest_mps);
    return EXIT_DONE;
}
