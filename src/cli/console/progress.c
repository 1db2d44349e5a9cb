/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include "cli/console/console.h"
#include "system/system.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

bool cli_colour(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == '\0') && isatty(fileno(stream)) != 0;
}

void cli_note_print(void *stream, const char *text)
{
    fprintf(stream != NULL ? stream : stderr, "carom: %s\n", text);
}

/* Shorter durations are not estimated. */
static const double foretold_from_s = 10.0;

/* Formats "3 s", "45 s", "12 min" or "3 h", with the accuracy of an estimate. */
static const char *duration(double seconds, char *text, size_t size)
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
                               .jobs = counts == NULL        ? 1
                                     : options->run.jobs > 0 ? options->run.jobs
                                                             : carom_processors(),
                               .from = -1,
                               .counts = counts,
                               .notes = options->notes};
}

/* Estimates the total duration of @p total jobs, @p jobs at a time, of which @p done have ended.
 * Jobs that run are half done on average. */
static double whole_of_jobs_s(double elapsed_s, double done, double total, long jobs)
{
    double others = fmin((double)jobs, total) - 1; /* still running when one ends */
    return elapsed_s * total / fmin(done + 0.5 * fmax(others, 0), total);
}

void cli_foretell(const cli_options *options, double runs, double seconds, double longest_s)
{
    static const double late_s = 2.0;
    double jobs = (double)(options->run.jobs > 0 ? options->run.jobs : carom_processors());
    double whole = seconds * runs / fmin(jobs, runs);
    char text[40], one[40];
    if (longest_s >= late_s && whole >= foretold_from_s) {
        fprintf(options->notes,
                "carom: estimated duration: %s in all, %s for one run of every solver\n",
                duration(whole, text, sizeof text), duration(seconds, one, sizeof one));
        fflush(options->notes);
    }
}

/* Estimated total duration of this process. */
static double whole_s(const cli_progress *progress, double elapsed_s, double part, double done)
{
    return progress->counts == NULL ? elapsed_s * (1 - progress->from) / (part - progress->from)
                                    : whole_of_jobs_s(elapsed_s, done, done / part, progress->jobs);
}

/* True if an estimate is reliable: for simulated time after a part of the run, as a scene may start
 * slowly; for jobs after two per thread; or after a longer time. */
static bool is_known(const cli_progress *progress, double elapsed_s, double part, double done)
{
    static const double patience_s = 1.0, long_s = 5.0, enough = 0.05;
    bool much = progress->counts == NULL ? part - progress->from >= enough
                                         : done >= 2 * (double)progress->jobs;
    return part > 0 && part > progress->from && elapsed_s >= patience_s &&
           (much || elapsed_s >= long_s);
}

/* Prints the estimate once, if the command is long and most of it remains. */
static void foretell(cli_progress *progress, double elapsed_s, double part, double done)
{
    double whole = whole_s(progress, elapsed_s, part, done);
    char text[40];
    if (progress->foretold || !is_known(progress, elapsed_s, part, done) ||
        whole < foretold_from_s || whole - elapsed_s < 0.5 * foretold_from_s) {
        return;
    }
    progress->foretold = true;
    fputs(progress->shown_s > 0 ? "\r\033[K" : "", progress->notes);
    duration(whole, text, sizeof text);
    if (progress->counts == NULL) {
        fprintf(progress->notes,
                "carom: estimated duration: %s in all, from the first %.2g %% of the run\n", text,
                100 * (part - progress->from));
    } else {
        fprintf(progress->notes,
                "carom: estimated duration: %s in all, from the first %.0f of %.0f %s\n", text,
                done, done / part, progress->counts);
    }
    fflush(progress->notes);
}

static double left_s(const cli_progress *progress, double elapsed_s, double part, double done)
{
    return part > 0 && part > progress->from
             ? fmax(whole_s(progress, elapsed_s, part, done) - elapsed_s, 0)
             : 0;
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
            100 * part, beside, left_s(progress, elapsed_s, part, done));
    fflush(stderr);
}

void cli_progress_show(void *object, double part, double done)
{
    static const double patience_s = 1.0, interval_s = 0.1;
    cli_progress *progress = object;
    double now = carom_seconds_now(), elapsed;
    if (part < progress->part) { /* a second batch of work begins */
        progress->started_s = now;
        progress->foretold = false;
    }
    if (progress->counts == NULL && (progress->from < 0 || part < progress->part)) {
        progress->from = part;
        progress->started_s = now;
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
