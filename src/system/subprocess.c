/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds and runs other programs. */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include "system/system.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

bool carom_program_exists(const char *name)
{
    char path[CAROM_PATH_SIZE];
    return carom_path_search(getenv("PATH"), name, X_OK, path);
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

/* In the child: redirect and execute.
 *  @param output  descriptor for its output; < 0: the output of carom */
static void run_child(const char *const *argument, int output)
{
    int nothing = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    dup2(nothing, STDIN_FILENO);
    if (output >= 0) {
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        close(output);
    }
    setenv("LC_ALL", "C.UTF-8", 1);
    execvp(argument[0], (char *const *)(uintptr_t)argument);
    if (errno != ENOENT) {
        dprintf(STDERR_FILENO, "cannot start %s: %s\n", argument[0], strerror(errno));
    }
    _exit(CAROM_SUBPROCESS_MISSING);
}

/* Start the program in its own process group, with all signals blocked until the child has reset
 * the handlers. @return its process; < 0: none */
static pid_t start_child(const char *const *argument, int output)
{
    sigset_t all, mask;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    pid_t child = fork();
    if (child == 0) {
        reset_handlers();
    }
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    if (child == 0) {
        run_child(argument, output);
    }
    if (child >
        0) { /* the child does this too, but the parent may have to kill the group earlier */
        setpgid(child, child);
    }
    return child;
}

/* Wait until the program ends, @p stop (may be NULL) is set or @p until has passed.
 *  @return false if the program still runs */
static bool wait_for_exit(pid_t child, const volatile sig_atomic_t *stop, double until, int *ended)
{
    const struct timespec nap = {0, 2000000};
    while ((stop == NULL || *stop == 0) && carom_seconds_now() < until) {
        pid_t got = waitpid(child, ended, WNOHANG);
        if (got == child || (got < 0 && errno != EINTR)) {
            return true;
        }
        nanosleep(&nap, NULL);
    }
    return false;
}

/* Send SIGTERM, and SIGKILL after 0.25 s. */
static void terminate_then_kill(pid_t child)
{
    int ended;
    kill(-child, SIGTERM);
    if (!wait_for_exit(child, NULL, carom_seconds_now() + 0.25, &ended)) {
        kill(-child, SIGKILL);
        while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
        }
    }
}

carom_status carom_subprocess_run(const char *const *argument, const char *output_path,
                                  const volatile sig_atomic_t *stop, int *exit_status,
                                  carom_error *error)
{
    int ended = 0,
        output = output_path == NULL ? -1 : open(output_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    pid_t child = start_child(argument, output);
    carom_status status = child > 0
                            ? CAROM_OK
                            : carom_error_set(error, CAROM_INTERNAL, "", "cannot start '%s': %s",
                                              argument[0], strerror(errno));
    if (output >= 0) {
        close(output);
    }
    if (status == CAROM_OK && !wait_for_exit(child, stop, INFINITY, &ended)) {
        terminate_then_kill(child);
        status = carom_error_interrupted(error);
    }
    *exit_status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    return status;
}
