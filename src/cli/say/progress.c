/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "cli/say/say.h"
#include "system/clock.h"
#include <stdlib.h>
#include <unistd.h>

bool cli_colour(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == '\0') && isatty(fileno(stream)) != 0;
}

void cli_progress_start(cli_progress *progress, const cli_options *options, const char *counts)
{
    bool terminal = !options->quiet && isatty(STDERR_FILENO) != 0;
    *progress = (cli_progress){carom_seconds_now(), 0, terminal, counts};
}

void cli_progress_show(void *object, double part, double done)
{
    enum { WIDTH = 30 };
    static const char bar[] = "##############################";
    static const double patience_s = 1.0, interval_s = 0.1;
    cli_progress *progress = object;
    double now = carom_seconds_now(), elapsed = now - progress->started_s;
    int filled = (int)(WIDTH * part);
    char beside[60];
    if (!progress->terminal || elapsed < patience_s || now - progress->shown_s < interval_s) {
        return;
    }
    progress->shown_s = now;
    if (progress->counts != NULL) {
        snprintf(beside, sizeof beside, "%.0f %s", done, progress->counts);
    } else {
        snprintf(beside, sizeof beside, "t = %.4g s", done);
    }
    fprintf(stderr, "\r[%-*.*s] %3.0f %%  %s, about %.0f s left \033[K", (int)WIDTH, filled, bar,
            100 * part, beside, part > 0 ? elapsed * (1 - part) / part : 0);
    fflush(stderr);
}

void cli_progress_end(const cli_progress *progress)
{
    if (progress->shown_s > 0) {
        fputs("\r\033[K", stderr);
    }
}
