/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom sound: the records of a comparison, to listen to. */
#include "figures/sound.h"
#include "cli/commands.h"
#include "records/folder.h"

int cli_sound(const cli_options *options)
{
    const carom_sound_wish wish = {options->loudest_mps, options->only, options->only_count,
                                   options->stop};
    char path[CAROM_PATH_SIZE];
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
    snprintf(path, sizeof path, "%s/sound.wav", options->file);
    carom_folder_note(options->look.folder, path);
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
