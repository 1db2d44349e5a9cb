/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worker processes for third-party code, connected by a socket. */
#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "base/base.h"
#include "system/system.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL /* such systems have a socket option; the program ignores SIGPIPE */
#define MSG_NOSIGNAL 0
#endif

/* Interval at which the cancellation flag is polled, ms; and number of 10 ms polls for a worker to
 * exit after it closed its socket. */
enum { POLL_MS = 50, POLLS_TO_END = 200 };

/* Exit status after a call of exit(). */
enum { LEFT = 117 };

pid_t carom_process_fork(void (*reset)(void))
{
    sigset_t all, mask;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    pid_t process = fork();
    if (process == 0) {
        reset();
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return process;
}

/* ---- in the worker ---- */

/* The worker's exit() must not flush the output buffers that it shares with the parent. */
static void exit_at_once(void)
{
    _exit(LEFT);
}

/* A worker whose parent has died ends at once. */
static void *exit_with_parent(void *context)
{
    struct pollfd file = {.fd = *(int *)context};
    while (poll(&file, 1, -1) < 0 || (file.revents & (POLLHUP | POLLERR | POLLNVAL)) == 0) {
    }
    _exit(EXIT_FAILURE);
}

/* Ctrl-C signals the whole process group. The parent decides which worker ends. */
static void ignore_signals(void)
{
    static const int left[] = {SIGINT, SIGHUP, SIGQUIT, SIGTERM, SIGPIPE};
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
        signal(left[i], SIG_IGN);
    }
}

static void close_others(int except)
{
    long most = sysconf(_SC_OPEN_MAX);
    most = most < 0 || most > 65536 ? 65536 : most;
    for (int file = STDERR_FILENO + 1; file < most; file++) {
        if (file != except) {
            close(file);
        }
    }
}

static void run_worker(const carom_worker *worker, int channel, carom_worker_function *service,
                       void *context)
{
    int nothing = open("/dev/null", O_RDONLY);
    pthread_t monitor;
    dup2(nothing, STDIN_FILENO);
    dup2(fileno(worker->output), STDOUT_FILENO);
    dup2(fileno(worker->output), STDERR_FILENO);
    close_others(channel);
    atexit(exit_at_once);
    if (pthread_create(&monitor, NULL, exit_with_parent, &channel) == 0) {
        service(context, channel);
    }
    _exit(EXIT_SUCCESS);
}

/* ---- in the parent ---- */

carom_status carom_worker_start(carom_worker *worker, carom_worker_function *service, void *context,
                                carom_error *error)
{
    int ends[2] = {-1, -1};
    *worker = (carom_worker){.process = -1, .channel = -1, .output = tmpfile()};
    if (worker->output == NULL) {
        return carom_error_system(error, CAROM_CANNOT_CREATE, "create", "a nameless file", errno);
    }
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        carom_worker_end(worker, NULL, 0);
        return carom_error_set(error, CAROM_INTERNAL, "",
                               "cannot create a socket to a worker process: %s", strerror(errno));
    }
    worker->process = carom_process_fork(ignore_signals);
    if (worker->process == 0) {
        run_worker(worker, ends[1], service, context);
    }
    worker->channel = ends[0];
    close(ends[1]);
    if (worker->process < 0) {
        carom_worker_end(worker, NULL, 0);
        return carom_error_set(error, CAROM_INTERNAL, "", "cannot start a worker process: %s",
                               strerror(errno));
    }
    return CAROM_OK;
}

bool carom_worker_send(int channel, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        ssize_t sent = send(channel, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        at += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

bool carom_worker_receive(int channel, void *data, size_t size, const carom_cancel_flag *cancel)
{
    char *at = data;
    while (size > 0) {
        struct pollfd file = {.fd = channel, .events = POLLIN};
        if (cancel != NULL && poll(&file, 1, POLL_MS) <= 0) {
            if (carom_is_cancelled(cancel)) {
                return false;
            }
            continue;
        }
        ssize_t got = recv(channel, at, size, 0);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false;
        }
        at += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* Lines of the worker's output. */
typedef struct {
    const char *last, *error; /* last line that is not blank; last line with "ERROR"; NULL: none */
} output_lines;

/* Terminate each line with a null byte and blank control characters. */
static output_lines find_lines(char *text)
{
    output_lines found = {NULL, NULL};
    for (char *line = text, *end; line != NULL; line = end) {
        end = strchr(line, '\n');
        if (end != NULL) {
            *end++ = '\0';
        }
        for (char *c = line; *c != '\0'; c++) {
            *c = (unsigned char)*c < ' ' ? ' ' : *c;
        }
        found.last = line[strspn(line, " ")] != '\0' ? line : found.last;
        found.error = strstr(line, "ERROR") != NULL ? line : found.error;
    }
    return found;
}

/* Quote the last line that contains "ERROR", as further lines may follow the cause; otherwise the
 * last line. */
static void quote(FILE *output, char *text, size_t size)
{
    char tail[2000];
    fseek(output, 0, SEEK_END);
    if (ftell(output) > (long)sizeof tail - 1) {
        fseek(output, -(long)(sizeof tail - 1), SEEK_END);
    } else {
        rewind(output);
    }
    tail[fread(tail, 1, sizeof tail - 1, output)] = '\0';
    output_lines line = find_lines(tail);
    if (line.error != NULL) {
        carom_text_append(text, size, "; it printed: %.200s", line.error);
    } else if (line.last != NULL) {
        carom_text_append(text, size, "; its last line was: %.200s", line.last);
    }
}

static void describe(int status, FILE *output, char *reason, size_t size)
{
    if (WIFSIGNALED(status)) {
        snprintf(reason, size, "signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) == LEFT) {
        snprintf(reason, size, "it called exit()");
    } else {
        snprintf(reason, size, "exit status %d", WEXITSTATUS(status));
    }
    quote(output, reason, size);
    carom_text_replace_controls(reason);
}

/* Wait until the process exits after it closed its socket; otherwise kill it. */
static int wait_for(pid_t process, bool hung_up)
{
    static const struct timespec interval = {0, 10000000};
    int status = 0;
    for (int polls = 0; hung_up && polls < POLLS_TO_END; polls++) {
        if (waitpid(process, &status, WNOHANG) == process) {
            return status;
        }
        nanosleep(&interval, NULL);
    }
    kill(process, SIGKILL);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

void carom_worker_end(carom_worker *worker, char *reason, size_t size)
{
    int status = worker->process > 0 ? wait_for(worker->process, reason != NULL) : 0;
    if (reason != NULL) {
        describe(status, worker->output, reason, size);
    }
    if (worker->channel >= 0) {
        close(worker->channel);
    }
    if (worker->output != NULL) {
        fclose(worker->output);
    }
    *worker = (carom_worker){.process = -1, .channel = -1};
}

carom_status carom_worker_request(carom_worker_function *service, void *context, void *answer,
                                  size_t size, carom_error *error)
{
    enum { LIMIT_MS = 10000 };
    carom_worker worker;
    struct pollfd reply = {.events = POLLIN};
    char reason[300];
    bool answered = false;
    CAROM_TRY(carom_worker_start(&worker, service, context, error));
    reply.fd = worker.channel;
    int ready = poll(&reply, 1, LIMIT_MS);
    answered = ready > 0 && carom_worker_receive(worker.channel, answer, size, NULL);
    carom_worker_end(&worker, ready > 0 && !answered ? reason : NULL, sizeof reason);
    if (ready <= 0) {
        snprintf(reason, sizeof reason, ready < 0 ? "interrupted" : "no answer within %d s",
                 LIMIT_MS / 1000);
    }
    return answered ? CAROM_OK
                    : carom_error_set(error, CAROM_INVALID, "", "%s%s",
                                      ready > 0 ? "its process ended: " : "", reason);
}
