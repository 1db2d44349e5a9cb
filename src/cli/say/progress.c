/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "base/threads.h"
#include "cli/say/say.h"
#include "system/clock.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

bool cli_colour(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == '\0') && isatty(fileno(stream)) != 0;
}

const char *cli_duration(double seconds, char *text, size_t size)
{
    double minutes = seconds / 60, hours = minutes / 60;
    if (seconds < 90) {
        snprintf(text, size, "%.0f s", seconds < 10 ? ceil(seconds) : seconds);
    } else if (minutes < 90) {
        snprintf(text, size, "%.0f min", minutes);
    } else if (hours < 48) {
        snprintf(text, size, "%.0f h", hours);
    } else {
        snprintf(text, size, "%.0f days", hours / 24);
    }
    return text;
}

void cli_progress_start(cli_progress *progress, const cli_options *options, const char *counts)
{
    *progress = (cli_progress){.started_s = carom_seconds_now(),
                               .terminal = !options->quiet && isatty(STDERR_FILENO) != 0,
                               .jobs = counts == NULL    ? 1
                                     : options->jobs > 0 ? options->jobs
                                                         : carom_processors(),
                               .counts = counts,
                               .notes = options->notes};
}

double cli_progress_whole_s(double elapsed_s, double done, double total, long jobs)
{
    double others = fmin((double)jobs, total) - 1; /* are under way, as one has just ended */
    return elapsed_s * total / fmin(done + 0.5 * fmax(others, 0), total);
}

/* All of the time, by the part that is done. */
static double whole_s(const cli_progress *progress, double elapsed_s, double part, double done)
{
    return progress->counts == NULL
             ? elapsed_s / part
             : cli_progress_whole_s(elapsed_s, done, done / part, progress->jobs);
}

/* Whether that can be told by now: of time simulated, after a while; of jobs, when each thread has
 * ended two, or they are long. */
static bool is_known(const cli_progress *progress, double elapsed_s, double part, double done)
{
    static const double patience_s = 1.0, long_s = 5.0;
    return part > 0 && elapsed_s >= patience_s &&
           (progress->counts == NULL || done >= 2 * (double)progress->jobs || elapsed_s >= long_s);
}

/* Once, where it is worth saying: it takes long, and most of it is still to come. */
static void foretell(cli_progress *progress, double elapsed_s, double part, double done)
{
    static const double long_s = 10.0;
    double whole = whole_s(progress, elapsed_s, part, done);
    char text[40];
    if (progress->foretold || !is_known(progress, elapsed_s, part, done) || whole < long_s ||
        whole - elapsed_s < 0.5 * long_s) {
        return;
    }
    progress->foretold = true;
    fputs(progress->shown_s > 0 ? "\r\033[K" : "", progress->notes);
    cli_duration(whole, text, sizeof text);
    if (progress->counts == NULL) {
        fprintf(progress->notes, "carom: about %s in all, by the first %.2g %% of the run\n", text,
                100 * part);
    } else {
        fprintf(progress->notes, "carom: about %s in all, by the first %.0f of %.0f %s\n", text,
                done, done / part, progress->counts);
    }
    fflush(progress->notes);
}

static void show_bar(cli_progress *progress, double elapsed_s, double part, double done)
{
    enum { WIDTH = 30 };
    static const char bar[] = "##############################";
    char beside[60];
    int filled = (int)(WIDTH * part);
    if (progress->counts != NULL) {
        snprintf(beside, sizeof beside, "%.0f %s", done, progress->counts);
    } else {
        snprintf(beside, sizeof beside, "t = %.4g s", done);
    }
    fprintf(stderr, "\r[%-*.*s] %3.0f %%  %s, about %.0f s left \033[K", (int)WIDTH, filled, bar,
            100 * part, beside,
            part > 0 ? fmax(whole_s(progress, elapsed_s, part, done) - elapsed_s, 0) : 0);
    fflush(stderr);
}

void cli_progress_show(void *object, double part, double done)
{
    static const double patience_s = 1.0, interval_s = 0.1;
    cli_progress *progress = object;
    double now = carom_seconds_now(), elapsed;
    if (part < progress->part) { /* a second lot, after the first is done */
        progress->started_s = now;
        progress->foretold = false;
    }
    progress->part = part;
    elapsed = now - progress->started_s;
    foretell(progress, elapsed, part, done);
    if (progress->terminal && elapsed >= patience_s && now - progress->shown_s >= interval_s) {
        progress->shown_s = now;
        show_bar(progress, elapsed, part, done);
    }
}

void cli_progress_end(const cli_progress *progress)
{
    if (progress->shown_s > 0) {
        fputs("\r\033[K", stderr);
    }
}
