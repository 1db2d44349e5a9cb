/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress bar of long commands. */
#define _POSIX_C_SOURCE 200809L
#include "cli/console/console.h"
#include <unistd.h>

bool cli_uses_color(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == '\0') && isatty(fileno(stream)) != 0;
}

void cli_progress_start(cli_progress *progress, const cli_options *options, const char *counted)
{
    *progress = (cli_progress){.started_s = carom_seconds_now(),
                               .terminal = !options->quiet && isatty(STDERR_FILENO) != 0,
                               .counted = counted};
}

static void show_bar(const cli_progress *progress, double part, double done)
{
    enum { WIDTH = 30 };
    static const char bar[] = "##############################";
    char label[60];
    int filled = (int)(WIDTH * part);
    if (progress->counted != NULL) {
        snprintf(label, sizeof label, "%.0f %s", done, progress->counted);
    } else {
        snprintf(label, sizeof label, "t = %.4g s", done);
    }
    fprintf(stderr, "\r[%-*.*s] %3.0f %%  %s \033[K", (int)WIDTH, filled, bar, 100 * part, label);
    fflush(stderr);
}

void cli_progress_show(void *object, double part, double done)
{
    static const double shortest_s = 1.0, interval_s = 0.1;
    cli_progress *progress = object;
    double now = carom_seconds_now();
    if (progress->terminal && now - progress->started_s >= shortest_s &&
        now - progress->shown_s >= interval_s) {
        progress->shown_s = now;
        show_bar(progress, part, done);
    }
}

void cli_progress_end(const cli_progress *progress)
{
    if (progress->shown_s > 0) {
        fputs("\r\033[K", stderr);
    }
}
