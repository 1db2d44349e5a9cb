/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loaded into a program with LD_PRELOAD: makes the n-th call that can fail, fail.
 *
 *   CAROM_INJECT         number of the call, from 1; 0: calls are only counted
 *   CAROM_INJECT_KINDS   calls that count: r opening and reading, c creating, w writing, t threads,
 *                        p programs
 *   CAROM_INJECT_ON      if set, all later calls fail too (a full disk)
 *   CAROM_INJECT_REPORT  file that receives "COUNT calls" or "CALL failed"
 *
 * Only calls during main count. The monotonic clock stands still: measured times are then equal in
 * every run. Started programs (gnuplot, a compiler) are not affected. A stream that fails to write
 * is redirected to /dev/full, which exercises the C library's own handling of lost data. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long target;
static bool onwards;
static char kinds[16], report_path[4096];
static atomic_long calls;
static atomic_bool counting;
static atomic_bool stands; /* the clock stands still, also while a failure is reported */
static pid_t self;

/* The next definition of a function after this one; ISO C has no cast from an object pointer to
 * a function pointer. */
#define NEXT(name)                                                                                 \
    static __typeof__(&name) next;                                                                 \
    if (next == NULL) {                                                                            \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                 \
    }

/* ---- reports ---- */

static void write_report(const char *line)
{
    int file = report_path[0] == '\0' ? -1 : open(report_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0) {
        (void)!write(file, line, strlen(line));
        close(file);
    }
}

static void report_count(void)
{
    char line[64];
    if (getpid() == self && (target == 0 || atomic_load(&calls) < target)) {
        snprintf(line, sizeof line, "%ld calls\n", atomic_load(&calls));
        write_report(line);
    }
}

static void report_failure(const char *name)
{
    char line[64];
    atomic_store(&counting, false);
    snprintf(line, sizeof line, "%s failed\n", name);
    write_report(line);
    atomic_store(&counting, true);
}

/* True if this call must fail. */
static bool fails(char kind, const char *name)
{
    long call;
    if (!atomic_load(&counting) || strchr(kinds, kind) == NULL || getpid() != self) {
        return false;
    }
    call = atomic_fetch_add(&calls, 1) + 1;
    if (target == 0 || call < target || (call > target && !onwards)) {
        return false;
    }
    if (call == target) {
        report_failure(name);
    }
    return true;
}

/* ---- main ---- */

static int (*real_main)(int, char **, char **);

static int counted_main(int count, char **argument, char **environment)
{
    const char *which = getenv("CAROM_INJECT"), *what = getenv("CAROM_INJECT_KINDS"),
               *where = getenv("CAROM_INJECT_REPORT");
    int status;
    if (which == NULL) {
        return real_main(count, argument, environment);
    }
    target = atol(which);
    onwards = getenv("CAROM_INJECT_ON") != NULL;
    snprintf(kinds, sizeof kinds, "%s", what == NULL ? "r" : what);
    snprintf(report_path, sizeof report_path, "%s", where == NULL ? "" : where);
    self = getpid();
    unsetenv("LD_PRELOAD");
    unsetenv("CAROM_INJECT");
    atomic_store(&stands, true);
    atomic_store(&counting, true);
    status = real_main(count, argument, environment);
    atomic_store(&counting, false);
    report_count();
    return status;
}

int __libc_start_main(int (*main)(int, char **, char **), int count, char **argument,
                      void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
                      void *stack_end);
int __libc_start_main(int (*main)(int, char **, char **), int count, char **argument,
                      void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
                      void *stack_end)
{
    NEXT(__libc_start_main)
    real_main = main;
    return next(counted_main, count, argument, init, fini, rtld_fini, stack_end);
}

/* For programs that call exit() in main. */
__attribute__((destructor)) static void end(void)
{
    if (atomic_load(&counting)) {
        atomic_store(&counting, false);
        report_count();
    }
}

/* ---- files, threads, programs ---- */

static void *no_pointer(int reason)
{
    errno = reason;
    return NULL;
}

static int no_number(int reason)
{
    errno = reason;
    return -1;
}

/* Later writes to the stream are lost. The C library detects it when it flushes. */
static void fill_disk(FILE *stream)
{
    NEXT(open)
    int full = next("/dev/full", O_WRONLY);
    if (full >= 0) {
        dup2(full, fileno(stream));
        close(full);
    }
}

static FILE *open_stream(FILE *(*next)(const char *, const char *), const char *path,
                         const char *mode)
{
    bool reads = mode[0] == 'r' && strchr(mode, '+') == NULL;
    FILE *stream;
    if (fails(reads ? 'r' : 'c', reads ? "fopen to read" : "fopen to write")) {
        return no_pointer(EACCES);
    }
    stream = next(path, mode);
    if (stream != NULL && !reads && fails('w', "writing from the first byte")) {
        fill_disk(stream);
    }
    return stream;
}

#define FOPENING(name)                                                                             \
    FILE *name(const char *path, const char *mode)                                                 \
    {                                                                                              \
        NEXT(name)                                                                                 \
        return open_stream(next, path, mode);                                                      \
    }

FOPENING(fopen)
FOPENING(fopen64)

FILE *fdopen(int file, const char *mode)
{
    NEXT(fdopen)
    bool reads = mode[0] == 'r';
    FILE *stream = next(file, mode);
    if (stream != NULL && !reads && fails('w', "writing from the first byte")) {
        fill_disk(stream);
    }
    return stream;
}

int fflush(FILE *stream)
{
    NEXT(fflush)
    if (stream != NULL && stream != stderr && fileno(stream) >= 0 && fails('w', "fflush")) {
        fill_disk(stream);
    }
    return next(stream);
}

int fclose(FILE *stream)
{
    NEXT(fclose)
    int flags = fileno(stream) >= 0 ? fcntl(fileno(stream), F_GETFL) : O_RDONLY;
    if ((flags & O_ACCMODE) != O_RDONLY && fails('w', "fclose")) {
        next(stream);
        return no_number(EIO);
    }
    return next(stream);
}

size_t fread(void *to, size_t size, size_t count, FILE *stream)
{
    NEXT(fread)
    /* a descriptor that cannot be read: the stream sets its own error flag */
    if (fails('r', "fread")) {
        NEXT(open)
        int blind = next("/dev/null", O_WRONLY);
        if (blind >= 0) {
            dup2(blind, fileno(stream));
            close(blind);
        }
    }
    return next(to, size, count, stream);
}

static int open_file(int (*next)(const char *, int, ...), const char *path, int flags, mode_t mode)
{
    bool reads = (flags & O_ACCMODE) == O_RDONLY && (flags & O_DIRECTORY) == 0;
    if (fails(reads ? 'r' : 'c', reads ? "open to read" : "open to write")) {
        return no_number(EACCES);
    }
    return next(path, flags, mode);
}

/* True if open has a mode argument. */
static bool makes(int flags)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

#define OPENING(name)                                                                              \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        NEXT(name)                                                                                 \
        va_list more;                                                                              \
        mode_t mode;                                                                               \
        va_start(more, flags);                                                                     \
        mode = makes(flags) ? va_arg(more, mode_t) : 0;                                            \
        va_end(more);                                                                              \
        return open_file(next, path, flags, mode);                                                 \
    }

OPENING(open)
OPENING(open64)

int openat(int folder, const char *path, int flags, ...)
{
    NEXT(openat)
    va_list more;
    mode_t mode;
    bool reads = (flags & O_ACCMODE) == O_RDONLY;
    va_start(more, flags);
    mode = makes(flags) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails(reads ? 'r' : 'c', "openat") ? no_number(EACCES) : next(folder, path, flags, mode);
}

#define FAILING_WITH(failure, result, name, kind, parameters, arguments)                           \
    result name parameters                                                                         \
    {                                                                                              \
        NEXT(name)                                                                                 \
        return fails(kind, #name) ? failure : next arguments;                                      \
    }
#define FAILING(result, name, kind, reason, parameters, arguments)                                 \
    FAILING_WITH(no_number(reason), result, name, kind, parameters, arguments)
#define FAILING_POINTER(result, name, kind, reason, parameters, arguments)                         \
    FAILING_WITH(no_pointer(reason), result, name, kind, parameters, arguments)

FAILING(ssize_t, read, 'r', EIO, (int file, void *to, size_t count), (file, to, count))
FAILING(ssize_t, pread, 'r', EIO, (int file, void *to, size_t count, off_t at),
        (file, to, count, at))
FAILING(ssize_t, write, 'w', ENOSPC, (int file, const void *from, size_t count),
        (file, from, count))
FAILING(int, fsync, 'w', EIO, (int file), (file))
FAILING(int, fdatasync, 'w', EIO, (int file), (file))
FAILING(int, ftruncate, 'w', EIO, (int file, off_t length), (file, length))
FAILING(int, rename, 'w', EACCES, (const char *from, const char *to), (from, to))
FAILING(int, linkat, 'w', EACCES, (int of, const char *from, int in, const char *to, int flags),
        (of, from, in, to, flags))
FAILING(int, symlink, 'c', EACCES, (const char *to, const char *path), (to, path))
FAILING(int, mkdir, 'c', EACCES, (const char *path, mode_t mode), (path, mode))
FAILING(int, mkstemp, 'c', EACCES, (char *path), (path))
FAILING(pid_t, fork, 'p', EAGAIN, (void), ())
FAILING(int, pipe, 'p', EMFILE, (int end[2]), (end))
FAILING(int, system, 'p', EAGAIN, (const char *command), (command))
FAILING(int, scandir, 'r', EACCES,
        (const char *path, struct dirent ***list, int (*wanted)(const struct dirent *),
         int (*order)(const struct dirent **, const struct dirent **)),
        (path, list, wanted, order))
FAILING_POINTER(FILE *, tmpfile, 'c', ENOSPC, (void), ())
FAILING_POINTER(struct dirent *, readdir, 'r', EIO, (DIR * folder), (folder))
FAILING_POINTER(char *, mkdtemp, 'c', EACCES, (char *path), (path))
FAILING_POINTER(DIR *, opendir, 'r', EACCES, (const char *path), (path))
FAILING_POINTER(FILE *, popen, 'p', EAGAIN, (const char *command, const char *mode),
                (command, mode))
FAILING_WITH(EAGAIN, int, pthread_create, 't',
             (pthread_t * thread, const pthread_attr_t *how, void *(*run)(void *), void *object),
             (thread, how, run, object))

/* Network file systems report some write errors only on close. */
int close(int file)
{
    NEXT(close)
    struct stat about;
    bool written = fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                   (fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY;
    if (written && fails('w', "close")) {
        next(file);
        return no_number(EIO);
    }
    return next(file);
}

/* ---- clock ---- */

int clock_gettime(clockid_t clock, struct timespec *now)
{
    NEXT(clock_gettime)
    if (clock == CLOCK_MONOTONIC && atomic_load(&stands)) {
        *now = (struct timespec){.tv_sec = 1};
        return 0;
    }
    return next(clock, now);
}
