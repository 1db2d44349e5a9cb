/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress bar and estimated duration of long commands. */
#define _POSIX_C_SOURCE 200809L
#include "cli/console/console.h"
#include <unistd.h>

bool cli_uses_color(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == '\0') && isatty(fileno(stream)) != 0;
}

void cli_message_print(void *stream, const char *text)
{
    fprintf(stream != NULL ? stream : stderr, "carom: %s\n", text);
}

/* Shorter durations are not estimated. */
static const double shortest_estimate_s = 10.0;

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

void cli_progress_start(cli_progress *progress, const cli_options *options, const char *counted)
{
    *progress = (cli_progress){.started_s = carom_seconds_now(),
                               .terminal = !options->quiet && isatty(STDERR_FILENO) != 0,
                               .jobs = counted == NULL       ? 1
                                     : options->run.jobs > 0 ? options->run.jobs
                                                             : carom_processor_count(),
                               .from = -1,
                               .counted = counted,
                               .notes = options->notes};
}

/* Estimates the total duration of @p total jobs, @p jobs at a time, of which @p done have ended.
 * Jobs that run are half done on average. */
static double total_of_jobs_s(double elapsed_s, double done, double total, long jobs)
{
    double others = fmin((double)jobs, total) - 1; /* jobs that run when a job ends */
    return elapsed_s * total / fmin(done + 0.5 * fmax(others, 0), total);
}

void cli_estimate_print(const cli_options *options, double runs, double seconds, double longest_s)
{
    static const double late_s = 2.0;
    double jobs = (double)(options->run.jobs > 0 ? options->run.jobs : carom_processor_count());
    double total = seconds * runs / fmin(jobs, runs);
    char text[40], one[40];
    if (longest_s >= late_s && total >= shortest_estimate_s) {
        fprintf(options->notes,
                "carom: estimated duration: %s in all, %s for one run of every solver\n",
                duration(total, text, sizeof text), duration(seconds, one, sizeof one));
        fflush(options->notes);
    }
}

/* Estimated total duration of this process. */
static double total_s(const cli_progress *progress, double elapsed_s, double part, double done)
{
    return progress->counted == NULL
             ? elapsed_s * (1 - progress->from) / (part - progress->from)
             : total_of_jobs_s(elapsed_s, done, done / part, progress->jobs);
}

/* True if an estimate is reliable: for simulated time after a part of the run, as a scene may start
 * slowly; for jobs after two per thread; or after a longer time. */
static bool can_estimate(const cli_progress *progress, double elapsed_s, double part, double done)
{
    static const double shortest_s = 1.0, long_s = 5.0, enough = 0.05;
    bool progressed = progress->counted == NULL ? part - progress->from >= enough
                                                : done >= 2 * (double)progress->jobs;
    return part > 0 && part > progress->from && elapsed_s >= shortest_s &&
           (progressed || elapsed_s >= long_s);
}

/* Prints the estimate once, if the command is long and most of it remains. */
static void print_estimate(cli_progress *progress, double elapsed_s, double part, double done)
{
    double total = total_s(progress, elapsed_s, part, done);
    char text[40];
    if (progress->estimate_printed || !can_estimate(progress, elapsed_s, part, done) ||
        total < shortest_estimate_s || total - elapsed_s < 0.5 * shortest_estimate_s) {
        return;
    }
    progress->estimate_printed = true;
    fputs(progress->shown_s > 0 ? "\r\033[K" : "", progress->notes);
    duration(total, text, sizeof text);
    if (progress->counted == NULL) {
        fprintf(progress->notes,
                "carom: estimated duration: %s in all, from the first %.2g %% of the run\n", text,
                100 * (part - progress->from));
    } else {
        fprintf(progress->notes,
                "carom: estimated duration: %s in all, from the first %.0f of %.0f %s\n", text,
                done, done / part, progress->counted);
    }
    fflush(progress->notes);
}

static double remaining_s(const cli_progress *progress, double elapsed_s, double part, double done)
{
    return part > 0 && part > progress->from
             ? fmax(total_s(progress, elapsed_s, part, done) - elapsed_s, 0)
             : 0;
}

static void show_bar(cli_progress *progress, double elapsed_s, double part, double done)
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
    fprintf(stderr, "\r[%-*.*s] %3.0f %%  %s, about %.0f s left \033[K", (int)WIDTH, filled, bar,
            100 * part, label, remaining_s(progress, elapsed_s, part, done));
    fflush(stderr);
}

void cli_progress_show(void *object, double part, double done)
{
    static const double shortest_s = 1.0, interval_s = 0.1;
    cli_progress *progress = object;
    double now = carom_seconds_now(), elapsed;
    if (part < progress->part) { /* a second batch of work begins */
        progress->started_s = now;
        progress->estimate_printed = false;
    }
    if (progress->counted == NULL && (progress->from < 0 || part < progress->part)) {
        progress->from = part;
        progress->started_s = now;
    }
    progress->part = part;
    elapsed = now - progress->started_s;
    print_estimate(progress, elapsed, part, done);
    if (progress->terminal && elapsed >= shortest_s && now - progress->shown_s >= interval_s) {
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
