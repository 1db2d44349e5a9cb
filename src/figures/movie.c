/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/figures.h"
#include "system/system.h"
#include <string.h>

enum { PATH = 5000 };

const char carom_movie_program[] = "ffmpeg";

/* The frames as ffmpeg's pattern: a % of the folder's own name is doubled. */
static void write_pattern(char *pattern, size_t size, const char *folder)
{
    size_t used = 0;
    for (const char *c = folder; *c != '\0' && used + 30 < size; c++) {
        pattern[used++] = *c;
        if (*c == '%') {
            pattern[used++] = '%';
        }
    }
    snprintf(pattern + used, size - used, "/frame%%05d.png"); /* CAROM_FIGURE_FRAME */
}

carom_status carom_movie_make(const carom_gnuplot *gnuplot, carom_error *error)
{
    char frames[2 * PATH], name[CAROM_FIGURE_NAME], film[PATH];
    const char *const argument[] = {
        carom_movie_program, "-nostdin",   "-loglevel", "error",     "-y",
        "-framerate",        "25",         "-i",        frames,      "-c:v",
        "libx264",           "-pix_fmt",   "yuv420p",   "-crf",      "20",
        "-movflags",         "+faststart", "-fflags",   "+bitexact", "-flags:v",
        "+bitexact",         "-threads",   "1",         film,        NULL};
    int exit_status = 0;
    carom_status status;
    carom_figure_scratch_name(name, 0, CAROM_FORMATS - 1);
    snprintf(film, sizeof film, "%.4900s/%s", gnuplot->scratch, name);
    write_pattern(frames, sizeof frames, gnuplot->scratch);
    status = carom_child_run(argument, NULL, gnuplot->look->stop, &exit_status, error);
    if (status != CAROM_OK || exit_status == 0) {
        return status;
    }
    return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                           "ffmpeg failed with status %d (its message is above); the GIF in '%s' "
                           "is complete",
                           exit_status, gnuplot->directory);
}
