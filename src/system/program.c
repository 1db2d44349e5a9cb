/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "system/program.h"
#include "system/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How often the wish to end and the clock are looked at, ms. */
enum { LOOK_MS = 50, LINE = 1000 };

/* When a limit of processor time is over by the clock too: whoever sleeps uses none, and a machine
 * that is busy with others is to end nobody. */
static double end_by_clock(double seconds)
{
    return carom_seconds_now() + 10 * seconds;
}

/* ---- the child ---- */

static void limit(int what, size_t most)
{
    const struct rlimit both = {(rlim_t)most, (rlim_t)most};
    setrlimit(what, &both);
}

static void become(const carom_program *program, int output)
{
    /* a signal of its own at the first, SIGKILL at the second */
    const struct rlimit time = {(rlim_t)program->seconds + 1, (rlim_t)program->seconds + 2};
    int nothing = open("/dev/null", O_RDONLY);
    char *argument[16];
    size_t count = 0;
    for (; program->argument[count] != NULL && count < 15; count++) {
        /* execvp writes to none of them */
        memcpy(&argument[count], &program->argument[count], sizeof argument[count]);
    }
    argument[count] = NULL;
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    dup2(nothing, 0);
    dup2(output, 1);
    dup2(output, 2);
    limit(RLIMIT_AS, program->memory_bytes);
    limit(RLIMIT_FSIZE, program->file_bytes);
    setrlimit(RLIMIT_CPU, &time);
    limit(RLIMIT_CORE, 0);
    execvp(argument[0], argument);
    _exit(127);
}

/* ---- its output ---- */

typedef struct {
    char text[LINE];
    size_t length;
} line_buffer;

static void end_line(const carom_program *program, line_buffer *line)
{
    line->text[line->length] = '\0';
    line->length = 0;
    program->line(program->context, line->text);
}

static void take(const carom_program *program, line_buffer *line, const char *bytes, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (bytes[k] == '\n') {
            end_line(program, line);
        } else if (line->length + 1 < LINE) {
            line->text[line->length++] = bytes[k];
        }
    }
}

static bool is_wanted(const volatile sig_atomic_t *stop)
{
    return stop != NULL && *stop != 0;
}

/* Reads until the output ends. @return false: time or patience was over first */
static bool follow(const carom_program *program, int input)
{
    double until = end_by_clock(program->seconds);
    line_buffer line = {.length = 0};
    while (carom_seconds_now() < until && !is_wanted(program->stop)) {
        struct pollfd ready = {.fd = input, .events = POLLIN};
        char bytes[4096];
        ssize_t count;
        if (poll(&ready, 1, LOOK_MS) <= 0) {
            continue;
        }
        count = read(input, bytes, sizeof bytes);
        if (count == 0) {
            if (line.length > 0) {
                end_line(program, &line);
            }
            return true;
        }
        if (count > 0) {
            take(program, &line, bytes, (size_t)count);
        }
    }
    return false;
}

/* Its output has ended; it may not have. */
static bool reap(const carom_program *program, pid_t child, double until, int *ended)
{
    const struct timespec nap = {0, 2000000};
    while (waitpid(child, ended, WNOHANG) == 0) {
        if (carom_seconds_now() > until || is_wanted(program->stop)) {
            return false;
        }
        nanosleep(&nap, NULL);
    }
    return true;
}

carom_status carom_program_run(const carom_program *program, carom_program_end *end,
                               carom_error *error)
{
    double until = end_by_clock(program->seconds);
    int pipes[2], ended = 0;
    bool whole;
    pid_t child;
    *end = (carom_program_end){.exit_status = -1};
    if (pipe(pipes) != 0) {
        return carom_error_set(error, CAROM_INTERNAL, "", "cannot start '%s': %s",
                               program->argument[0], strerror(errno));
    }
    child = fork();
    if (child == 0) {
        close(pipes[0]);
        become(program, pipes[1]);
    }
    close(pipes[1]);
    if (child < 0) {
        close(pipes[0]);
        return carom_error_set(error, CAROM_INTERNAL, "", "cannot start '%s': %s",
                               program->argument[0], strerror(errno));
    }
    setpgid(child, child); /* here too: whoever comes first */
    whole = follow(program, pipes[0]) && reap(program, child, until, &ended);
    kill(-child, SIGKILL); /* and what it started */
    close(pipes[0]);
    if (!whole) {
        waitpid(child, &ended, 0);
        end->timed_out = !is_wanted(program->stop);
        return end->timed_out ? CAROM_OK : carom_error_interrupted(error);
    }
    end->timed_out = WIFSIGNALED(ended) && WTERMSIG(ended) == SIGXCPU;
    end->exit_status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    return CAROM_OK;
}

/* ---- a limit of time ---- */

static void *keep_time(void *object)
{
    carom_deadline *deadline = object;
    const double before = carom_seconds_used();
    double until = end_by_clock(deadline->seconds);
    pthread_mutex_lock(&deadline->lock);
    while (!deadline->over) {
        struct timespec look;
        clock_gettime(CLOCK_REALTIME, &look);
        look.tv_nsec += LOOK_MS * 1000000L;
        look.tv_sec += look.tv_nsec / 1000000000L;
        look.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&deadline->changed, &deadline->lock, &look);
        deadline->expired = deadline->expired ||
                            (!deadline->over &&
                             (carom_seconds_now() > until ||
                              carom_seconds_used() - before > deadline->seconds));
        if (deadline->expired || is_wanted(deadline->stop)) {
            deadline->wanted = 1;
        }
    }
    pthread_mutex_unlock(&deadline->lock);
    return NULL;
}

carom_status carom_deadline_start(carom_deadline *deadline, double seconds,
                                  const volatile sig_atomic_t *stop, carom_error *error)
{
    *deadline = (carom_deadline){.stop = stop, .seconds = seconds};
    pthread_mutex_init(&deadline->lock, NULL);
    pthread_cond_init(&deadline->changed, NULL);
    if (pthread_create(&deadline->thread, NULL, keep_time, deadline) != 0) {
        return carom_error_set(error, CAROM_INTERNAL, "",
                               "cannot start a thread that keeps the time");
    }
    return CAROM_OK;
}

void carom_deadline_end(carom_deadline *deadline)
{
    pthread_mutex_lock(&deadline->lock);
    deadline->over = true;
    pthread_cond_signal(&deadline->changed);
    pthread_mutex_unlock(&deadline->lock);
    pthread_join(deadline->thread, NULL);
    pthread_cond_destroy(&deadline->changed);
    pthread_mutex_destroy(&deadline->lock);
}
