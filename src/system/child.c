/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "system/child.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Looked at so often; what is asked to end has so many looks' time before it is made to. */
static const struct timespec interval = {0, 4000000};
enum { LOOKS_TO_END = 60 };

/* What this program does on a signal is not for the new one to do before it has become another. */
static void forget_handlers(void)
{
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++) {
        struct sigaction action;
        /* nohup's is meant for it too */
        if (sigaction(caught[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            signal(caught[i], SIG_DFL);
        }
    }
    signal(SIGPIPE, SIG_DFL); /* what is ignored would stay so */
}

/* In the new process. What it writes is not to depend on the user's language. */
static void become(const char *const *argument, const sigset_t *mask)
{
    int nothing = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    forget_handlers();
    sigprocmask(SIG_SETMASK, mask, NULL);
    setenv("LC_ALL", "C.UTF-8", 1);
    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
    }
    execvp(argument[0], (char *const *)(uintptr_t)argument);
    _exit(CAROM_CHILD_MISSING);
}

static bool has_ended(pid_t child, int *how)
{
    pid_t got = waitpid(child, how, WNOHANG);
    return got == child || (got < 0 && errno != EINTR);
}

static void end(pid_t child)
{
    int how;
    kill(-child, SIGTERM);
    for (int look = 0; look < LOOKS_TO_END; look++) {
        if (has_ended(child, &how)) {
            return;
        }
        nanosleep(&interval, NULL);
    }
    kill(-child, SIGKILL);
    while (waitpid(child, &how, 0) < 0 && errno == EINTR) {
    }
}

bool carom_child_is_there(const char *name)
{
    const char *folder = getenv("PATH");
    char path[4600];
    while (folder != NULL && *folder != '\0') {
        size_t length = strcspn(folder, ":");
        snprintf(path, sizeof path, "%.*s/%.400s", (int)(length < 4096 ? length : 4096), folder,
                 name);
        if (access(path, X_OK) == 0) {
            return true;
        }
        folder += length + (folder[length] == ':');
    }
    return false;
}

carom_status carom_child_run(const char *const *argument, const volatile sig_atomic_t *stop,
                             int *exit_status, carom_error *error)
{
    int how = 0;
    sigset_t all, mask;
    pid_t child;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    child = fork();
    if (child == 0) {
        become(argument, &mask);
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    if (child < 0) {
        return carom_error_set(error, CAROM_INTERNAL, "", "cannot start %s: %s", argument[0],
                               strerror(errno));
    }
    /* whoever comes first: it may have to be ended before it has got there */
    setpgid(child, child);
    while (!has_ended(child, &how)) {
        if (stop != NULL && *stop != 0) {
            end(child);
            return carom_error_interrupted(error);
        }
        nanosleep(&interval, NULL);
    }
    *exit_status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return CAROM_OK;
}
