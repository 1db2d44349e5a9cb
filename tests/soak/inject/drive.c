/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a command once for each call that can fail; inject.c makes that call fail. Every run must
 * meet these requirements:
 *   - it ends within a minute, and not by a signal;
 *   - status 0 is allowed only if files and output equal those of the good run byte by byte;
 *   - any other status must belong to the kind of failure, with a message on standard error;
 *   - every file is as before or as after the good run, and no temporary file is left;
 *   - the sanitizers, if built in, report nothing.
 *
 * usage: drive NAME KIND MOST LIBRARY BEFORE WORK COMMAND...
 *   KIND    r, c, w, t or p as in inject.c; with + all later calls fail too
 *   MOST    number of calls to try, evenly spread (0: all)
 *   BEFORE  folder that is copied for each run
 *   WORK    folder for the copies
 * The good run must succeed. Prints a line for each wrong run (the first 12, or INJECT_SHOWN), then
 * "ok ..." or "not ok ...". */
#define _GNU_SOURCE
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 4096, SECONDS = 60 };

typedef struct {
    const char *name, *kind, *library, *before, *work;
    char run[PATH], good[PATH], report[PATH], output[PATH], expected[PATH], errors[PATH];
    size_t shown; /* number of wrong runs that are described */
    char **command;
} injection;

/* The context of the callbacks of nftw. */
static const injection *present;
static char wrong[2 * PATH];
static bool must_equal;

/* ---- files ---- */

static char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    struct stat about;
    *length = 0;
    if (file != NULL && fstat(fileno(file), &about) == 0) {
        text = malloc((size_t)about.st_size + 1);
        *length = text == NULL ? 0 : fread(text, 1, (size_t)about.st_size, file);
        if (text != NULL) {
            text[*length] = '\0';
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

static bool same(const char *a, const char *b)
{
    size_t la, lb;
    char *ta = read_whole(a, &la), *tb = read_whole(b, &lb);
    bool equal = ta != NULL && tb != NULL && la == lb && memcmp(ta, tb, la) == 0;
    free(ta);
    free(tb);
    return equal;
}

static bool ends_in(const char *text, const char *ending)
{
    size_t length = strlen(text), own = strlen(ending);
    return length >= own && strcmp(text + length - own, ending) == 0;
}

/* False for sweep.tsv of a failed sweep. */
static bool is_record(const char *path)
{
    return must_equal || !ends_in(path, "/sweep.tsv");
}

static int visit_left(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    char good[2 * PATH], before[2 * PATH];
    const char *inside = path + strlen(present->run);
    (void)about;
    (void)place;
    if (kind != FTW_F || !is_record(path)) {
        return 0;
    }
    snprintf(good, sizeof good, "%s%s", present->good, inside);
    snprintf(before, sizeof before, "%s%s", present->before, inside);
    if (strstr(inside, "tmp") != NULL && access(before, F_OK) != 0) {
        snprintf(wrong, sizeof wrong, "a temporary file is left: %.1000s", inside);
    } else if (!same(path, good) && (must_equal || !same(path, before))) {
        snprintf(wrong, sizeof wrong, "not whole: %.1000s", inside);
    }
    return wrong[0] != '\0';
}

static int visit_good(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    char left[2 * PATH];
    (void)about;
    (void)place;
    snprintf(left, sizeof left, "%s%s", present->run, path + strlen(present->good));
    if (kind == FTW_F && is_record(path) && access(left, F_OK) != 0) {
        snprintf(wrong, sizeof wrong, "missing: %.1000s", path + strlen(present->good));
    }
    return wrong[0] != '\0';
}

static int visit_before(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    char left[2 * PATH], good[2 * PATH];
    (void)about;
    (void)place;
    snprintf(left, sizeof left, "%s%s", present->run, path + strlen(present->before));
    snprintf(good, sizeof good, "%s%s", present->good, path + strlen(present->before));
    if (kind == FTW_F && is_record(path) && access(left, F_OK) != 0 && access(good, F_OK) == 0) {
        snprintf(wrong, sizeof wrong, "was there before and is gone: %.1000s",
                 path + strlen(present->before));
    }
    return wrong[0] != '\0';
}

/* ---- copies ---- */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

static void remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_PHYS | FTW_DEPTH);
}

static int copy_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    char to[2 * PATH];
    size_t length;
    char *text;
    FILE *file;
    bool whole;
    (void)about;
    (void)place;
    snprintf(to, sizeof to, "%s%s", present->run, path + strlen(present->before));
    if (kind == FTW_D) {
        return mkdir(to, 0777);
    }
    text = read_whole(path, &length);
    file = fopen(to, "wb");
    whole = text != NULL && file != NULL && fwrite(text, 1, length, file) == length;
    free(text);
    return (file == NULL || fclose(file) == 0) && whole ? 0 : 1;
}

static void require(bool good, const char *what)
{
    if (!good) {
        perror(what);
        exit(2);
    }
}

/* ---- one run ---- */

static void copy_start(const injection *t)
{
    remove_tree(t->run);
    present = t;
    require(nftw(t->before, copy_one, 16, FTW_PHYS) == 0, t->run);
}

static int execute(const injection *t, long call)
{
    int status = 0;
    pid_t child;
    char number[32], kind[2] = {t->kind[0], '\0'};
    snprintf(number, sizeof number, "%ld", call);
    unlink(t->report);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        setenv("LD_PRELOAD", t->library, 1);
        setenv("CAROM_INJECT", number, 1);
        setenv("CAROM_INJECT_KINDS", kind, 1);
        setenv("CAROM_INJECT_REPORT", t->report, 1);
        if (t->kind[1] == '+') {
            setenv("CAROM_INJECT_ON", "1", 1);
        }
        if (chdir(t->run) != 0 || freopen("/dev/null", "r", stdin) == NULL ||
            freopen(t->output, "w", stdout) == NULL || freopen(t->errors, "w", stderr) == NULL) {
            _exit(127);
        }
        alarm(SECONDS);
        execv(t->command[0], t->command);
        _exit(127);
    }
    waitpid(child, &status, 0);
    return status;
}

/* ---- requirements ---- */

static bool is_expected(char kind, int status)
{
    switch (kind) {
    /* a written file cannot be read back, an output folder cannot be listed */
    case 'r': return status == 66 || status == 74 || status == 73;
    case 'c': return status == 73 || status == 74;
    case 'w': return status == 74 || status == 73;
    case 'p': return status == 73 || status == 70;
    default: return false;
    }
}

static void check_files(const injection *t, bool equal)
{
    present = t;
    must_equal = equal;
    nftw(t->run, visit_left, 16, FTW_PHYS);
    if (wrong[0] == '\0' && equal) {
        nftw(t->good, visit_good, 16, FTW_PHYS);
    }
    if (wrong[0] == '\0') {
        nftw(t->before, visit_before, 16, FTW_PHYS);
    }
}

static void check_run(const injection *t, int status)
{
    size_t length;
    char *errors = read_whole(t->errors, &length);
    bool sanitized = errors != NULL && (strstr(errors, "Sanitizer") != NULL ||
                                        strstr(errors, "runtime error") != NULL);
    wrong[0] = '\0';
    if (sanitized) {
        snprintf(wrong, sizeof wrong, "%.1500s", errors);
    } else if (WIFSIGNALED(status)) {
        snprintf(wrong, sizeof wrong,
                 WTERMSIG(status) == 14 ? "has not ended after a minute" : "signal %d",
                 WTERMSIG(status));
    } else if (WEXITSTATUS(status) == 0) {
        if (!same(t->output, t->expected)) {
            snprintf(wrong, sizeof wrong, "status 0 with another output");
        } else {
            check_files(t, true);
        }
    } else if (!is_expected(t->kind[0], WEXITSTATUS(status))) {
        snprintf(wrong, sizeof wrong, "status %d: %.300s", WEXITSTATUS(status),
                 errors == NULL ? "" : errors);
    } else if (length == 0) {
        snprintf(wrong, sizeof wrong, "status %d without a word", WEXITSTATUS(status));
    } else {
        check_files(t, false);
    }
    free(errors);
}

static bool try_call(const injection *t, long call, size_t *failures)
{
    size_t length;
    char *report;
    int status;
    copy_start(t);
    status = execute(t, call);
    report = read_whole(t->report, &length);
    check_run(t, status);
    if (wrong[0] != '\0' && (*failures)++ < t->shown) {
        printf("# %s, %s %ld: %s\n#   %s", t->name, t->kind, call, wrong,
               report == NULL ? "the program did not reach main\n" : report);
    }
    free(report);
    return wrong[0] == '\0';
}

/* Runs the command without a failure. @return the number of calls of the kind; -1 if the command
 * fails */
static long measure(injection *t)
{
    size_t length;
    long calls = -1;
    int status;
    char *report;
    copy_start(t);
    status = execute(t, 0);
    report = read_whole(t->report, &length);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && report != NULL) {
        calls = atol(report);
        remove_tree(t->good);
        require(rename(t->run, t->good) == 0, t->good);
    }
    free(report);
    return calls;
}

/* @return the number of wrong runs */
static size_t try_all(const injection *t, long most, long calls)
{
    size_t failures = 0;
    long count = most == 0 || most > calls ? calls : most;
    for (long i = 0; i < count; i++) {
        (void)try_call(t, 1 + i * calls / count, &failures);
    }
    printf("%s inject %s %s: %ld of %ld calls failed, %zu runs wrong\n",
           failures == 0 ? "ok" : "not ok", t->name, t->kind, count, calls, failures);
    return failures;
}

int main(int count, char **argument)
{
    injection t;
    long calls;
    if (count < 8) {
        fprintf(stderr, "usage: drive NAME KIND MOST LIBRARY BEFORE WORK COMMAND...\n");
        return 2;
    }
    t = (injection){
        .name = argument[1],
        .kind = argument[2],
        .library = argument[4],
        .before = argument[5],
        .work = argument[6],
        .command = &argument[7],
        .shown = getenv("INJECT_SHOWN") != NULL ? strtoul(getenv("INJECT_SHOWN"), NULL, 10) : 12};
    snprintf(t.run, sizeof t.run, "%s/run", t.work);
    snprintf(t.good, sizeof t.good, "%s/good", t.work);
    snprintf(t.report, sizeof t.report, "%s/report", t.work);
    snprintf(t.output, sizeof t.output, "%s/output", t.work);
    snprintf(t.expected, sizeof t.expected, "%s/expected", t.work);
    snprintf(t.errors, sizeof t.errors, "%s/errors", t.work);
    require(mkdir(t.work, 0777) == 0, t.work);
    calls = measure(&t);
    if (calls < 0) {
        size_t length;
        char *errors = read_whole(t.errors, &length);
        printf("# %s\nnot ok inject %s %s: it does not run\n", errors == NULL ? "" : errors, t.name,
               t.kind);
        free(errors);
        return 1;
    }
    require(rename(t.output, t.expected) == 0, t.output);
    return try_all(&t, atol(argument[3]), calls) != 0;
}
