/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs programs under resource limits, and limits the time of runs in this process. */
#ifdef __linux__
#define _GNU_SOURCE /* RLIMIT_NPROC */
#else
#define _XOPEN_SOURCE 700
#endif
#include "base/base.h"
#include "system/system.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Interval of polls for cancellation, time and other limits, ms. */
enum { POLL_MS = 50, LINE = 1000, MOST_VARIABLES = 40 };

extern char **environ;

/* Wall-clock limit. A sleeping program uses no processor time, and on a busy machine a program
 * needs more wall-clock time. */
static double end_by_clock(double seconds)
{
    return carom_seconds_now() + 10 * seconds;
}

/* ---- child process ---- */

static struct rlimit both_limits(size_t most)
{
    return (struct rlimit){(rlim_t)most, (rlim_t)most};
}

static void select_environment(const char *const *name, char *selected[MOST_VARIABLES + 1])
{
    size_t count = 0;
    for (; *name != NULL; name++) {
        size_t length = strlen(*name);
        for (char **variable = environ; *variable != NULL && count < MOST_VARIABLES; variable++) {
            if (strncmp(*variable, *name, length) == 0 && (*variable)[length] == '=') {
                selected[count++] = *variable;
            }
        }
    }
    selected[count] = NULL;
}

/* Fallback if the monitor polls too late. RLIMIT_NPROC counts all processes of the user, so it
 * needs a margin; it does not apply to root. */
static void limit_processes(size_t most)
{
#ifdef RLIMIT_NPROC
    const size_t leeway = 256;
    if (most > 0) {
        const struct rlimit limit = both_limits(carom_processes_count_of_user() + 4 * most +
                                                leeway);
        setrlimit(RLIMIT_NPROC, &limit);
    }
#else
    (void)most;
#endif
}

static void set_limits(const carom_program *program)
{
    /* SIGXCPU at the first limit, SIGKILL at the second */
    const struct rlimit time = {(rlim_t)program->seconds + 1, (rlim_t)program->seconds + 2};
    const struct rlimit memory = both_limits(program->memory_bytes);
    const struct rlimit file = both_limits(program->file_bytes), core = both_limits(0);
    limit_processes(program->processes); /* before the limit of memory: counting allocates */
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_FSIZE, &file);
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &core);
}

/* The child must not run carom's signal handlers before execvp. */
static void reset_handlers(void)
{
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++) {
        struct sigaction action;
        /* keep signals ignored by nohup */
        if (sigaction(caught[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            signal(caught[i], SIG_DFL);
        }
    }
    signal(SIGPIPE, SIG_DFL); /* an ignored SIGPIPE would stay ignored */
}

/* In the child: redirect, limit and execute.
 *  @param output  descriptor for its output; < 0: the output of carom */
static void run_child(const carom_program *program, int output)
{
    int nothing = open("/dev/null", O_RDONLY);
    char *selected[MOST_VARIABLES + 1];
    setpgid(0, 0);
    dup2(nothing, STDIN_FILENO);
    if (output >= 0) {
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        close(output);
    }
    if (program->directory != NULL && chdir(program->directory) != 0) {
        _exit(CAROM_SUBPROCESS_MISSING);
    }
    /* before the limit of memory: setenv allocates */
    if (program->environment != NULL) {
        select_environment(program->environment, selected);
        environ = selected;
    } else {
        setenv("LC_ALL", "C.UTF-8", 1);
    }
    if (program->seconds > 0) {
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        set_limits(program);
    }
    execvp(program->argument[0], (char *const *)(uintptr_t)program->argument);
    if (errno != ENOENT) {
        dprintf(STDERR_FILENO, "cannot start %s: %s\n", program->argument[0], strerror(errno));
    }
    _exit(CAROM_SUBPROCESS_MISSING);
}

/* Fork with all signals blocked, so that no handler of carom runs in the child. */
static pid_t fork_without_handlers(void)
{
    sigset_t all, mask;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    pid_t process = fork();
    if (process == 0) {
        reset_handlers();
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return process;
}

/* Start the program in its own process group. */
static carom_status start(const carom_program *program, int output, pid_t *child,
                          carom_error *error)
{
    *child = fork_without_handlers();
    if (*child == 0) {
        run_child(program, output);
    }
    if (*child < 0) {
        return carom_error_set(error, CAROM_INTERNAL, "", "cannot start '%s': %s",
                               program->argument[0], strerror(errno));
    }
    setpgid(
        *child,
        *child); /* the child does this too, but the parent may have to kill the group earlier */
    return CAROM_OK;
}

/* ---- output ---- */

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

static void append_output(const carom_program *program, line_buffer *line, const char *bytes,
                          size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (bytes[k] == '\n') {
            end_line(program, line);
        } else if (line->length + 1 < LINE) {
            line->text[line->length++] = bytes[k];
        }
    }
}

static bool is_set(const volatile sig_atomic_t *stop)
{
    return stop != NULL && *stop != 0;
}

/* The exceeded limit, except time. */
static carom_program_limit excess_of(const carom_program *program)
{
    size_t memory_bytes, processes;
    if (program->processes > 0) {
        processes = carom_processes_count_descendants(program->processes + 1, &memory_bytes);
        if (processes > program->processes) {
            return CAROM_TOO_MANY_PROCESSES;
        }
        if (memory_bytes > program->memory_bytes) {
            return CAROM_TOO_MUCH_MEMORY;
        }
    }
    return program->files > 0 &&
                   carom_files_count(program->writes, program->files + 1) > program->files
             ? CAROM_TOO_MANY_FILES
             : CAROM_WITHIN_LIMITS;
}

typedef struct {
    const carom_program *program;
    double until;      /* deadline on the wall clock (s) */
    double last_check; /* time of the last check of the limits */
    carom_program_limit excess;
} supervision;

/* False if a limit is exceeded or the program is cancelled. */
static bool check_limits(supervision *run)
{
    double now = carom_seconds_now();
    if (now - run->last_check > 0.8e-3 * POLL_MS) {
        run->excess = excess_of(run->program);
        run->last_check = carom_seconds_now();
    }
    if (run->excess == CAROM_WITHIN_LIMITS && now > run->until) {
        run->excess = CAROM_TOO_LONG;
    }
    return run->excess == CAROM_WITHIN_LIMITS && !is_set(run->program->stop);
}

/* Read output until it ends or the program exits, because descendants may keep the output open.
 *  @return false if a limit was exceeded first */
static bool read_output(supervision *run, int input, pid_t child, bool *reaped, int *ended)
{
    const carom_program *program = run->program;
    line_buffer line = {.length = 0};
    while (check_limits(run)) {
        struct pollfd ready = {.fd = input, .events = POLLIN};
        char bytes[4096];
        if (poll(&ready, 1, *reaped ? 0 : POLL_MS) <= 0) {
            if (*reaped) {
                break;
            }
            *reaped = waitpid(child, ended, WNOHANG) == child;
            continue;
        }
        ssize_t count = read(input, bytes, sizeof bytes);
        if (count == 0) {
            break;
        }
        if (count > 0) {
            append_output(program, &line, bytes, (size_t)count);
        }
    }
    if (line.length > 0) {
        end_line(program, &line);
    }
    return run->excess == CAROM_WITHIN_LIMITS && !is_set(program->stop);
}

static bool has_ended(pid_t child, int *wait_status)
{
    pid_t got = waitpid(child, wait_status, WNOHANG);
    return got == child || (got < 0 && errno != EINTR);
}

/* Wait for the exit of a program whose output has ended. */
static bool wait_for_exit(supervision *run, pid_t child, bool *reaped, int *ended)
{
    const struct timespec nap = {0, 2000000};
    while (!*reaped && check_limits(run)) {
        *reaped = has_ended(child, ended);
        if (!*reaped) {
            nanosleep(&nap, NULL);
        }
    }
    return *reaped;
}

/* Send SIGTERM, and SIGKILL after 0.25 s. */
static void terminate_then_kill(pid_t child)
{
    const carom_program unlimited = {.argument = NULL};
    supervision run = {&unlimited, carom_seconds_now() + 0.25, 0, CAROM_WITHIN_LIMITS};
    bool reaped = false;
    int wait_status;
    kill(-child, SIGTERM);
    if (!wait_for_exit(&run, child, &reaped, &wait_status)) {
        kill(-child, SIGKILL);
        while (waitpid(child, &wait_status, 0) < 0 && errno == EINTR) {
        }
    }
}

carom_status carom_subprocess_run(const char *const *argument, const char *output_path,
                                  const volatile sig_atomic_t *stop, int *exit_status,
                                  carom_error *error)
{
    const carom_program program = {.argument = argument, .stop = stop};
    supervision run = {&program, INFINITY, 0, CAROM_WITHIN_LIMITS};
    int wait_status = 0,
        output = output_path == NULL ? -1 : open(output_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    bool reaped = false;
    pid_t child;
    carom_status status = start(&program, output, &child, error);
    if (output >= 0) {
        close(output);
    }
    if (status == CAROM_OK && !wait_for_exit(&run, child, &reaped, &wait_status)) {
        terminate_then_kill(child);
        status = carom_error_interrupted(error);
    }
    *exit_status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
    return status;
}

/* Follow a program to its end and kill its descendants. */
static carom_status supervise(const carom_program *program, pid_t child, int input,
                              carom_program_result *end, carom_error *error)
{
    supervision run = {program, end_by_clock(program->seconds), 0, CAROM_WITHIN_LIMITS};
    int ended = 0;
    bool reaped = false, whole = read_output(&run, input, child, &reaped, &ended) &&
                                 wait_for_exit(&run, child, &reaped, &ended);
    kill(-child, SIGKILL); /* its process group first, then those that left it */
    if (!reaped) {
        waitpid(child, &ended, 0);
    }
    carom_processes_end_descendants();
    end->excess = run.excess;
    if (!whole && run.excess == CAROM_WITHIN_LIMITS) {
        return carom_error_interrupted(error);
    }
    if (whole && WIFSIGNALED(ended) && WTERMSIG(ended) == SIGXCPU) {
        end->excess = CAROM_TOO_LONG;
    }
    end->exit_status = whole && WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    return CAROM_OK;
}

carom_status carom_program_run(const carom_program *program, carom_program_result *end,
                               carom_error *error)
{
    int pipes[2];
    pid_t child;
    *end = (carom_program_result){.exit_status = -1};
    if (pipe(pipes) != 0) {
        return carom_error_set(error, CAROM_INTERNAL, "", "cannot start '%s': %s",
                               program->argument[0], strerror(errno));
    }
    (void)fcntl(pipes[0], F_SETFD, FD_CLOEXEC);
    carom_processes_adopt_orphans(true);
    carom_status status = start(program, pipes[1], &child, error);
    close(pipes[1]);
    CAROM_THEN(status, supervise(program, child, pipes[0], end, error));
    close(pipes[0]);
    carom_processes_adopt_orphans(false);
    return status;
}

/* ---- time limit ---- */

static void *watch_deadline(void *object)
{
    carom_deadline *deadline = object;
    const double before = carom_seconds_used();
    double until = end_by_clock(deadline->seconds);
    pthread_mutex_lock(&deadline->lock);
    while (!deadline->over) {
        struct timespec wake_time;
        clock_gettime(CLOCK_REALTIME, &wake_time);
        wake_time.tv_nsec += POLL_MS * 1000000L;
        wake_time.tv_sec += wake_time.tv_nsec / 1000000000L;
        wake_time.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&deadline->changed, &deadline->lock, &wake_time);
        deadline->expired = deadline->expired ||
                            (!deadline->over &&
                             (carom_seconds_now() > until ||
                              carom_seconds_used() - before > deadline->seconds));
        if (deadline->expired || is_set(deadline->stop)) {
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
    if (pthread_create(&deadline->thread, NULL, watch_deadline, deadline) != 0) {
        return carom_error_set(error, CAROM_INTERNAL, "",
                               "cannot start the thread that watches the time limit");
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
