/* SPDX-License-Identifier: GPL-3.0-or-later */
/* examiner NONCE PROGRAM, or examiner NONCE bwrap ARGUMENT...: starts a submitted program and runs
 * the conformance test of its interface on it. The program gets a page of shared memory, no
 * environment, no writable files, 60 s of processor time and 1 GB of memory.
 *
 * Verdict. carom starts this process; only its last line "pass NONCE" is a pass. The submission
 * runs in a separate process and answers with numbers. In the sandbox (bwrap) the program has its
 * own namespaces for processes, IPC, network and files, no /proc, nothing to write, and the filter
 * of filter.c.
 *
 * Covered: programs that exit, print or return a status instead of answering; ptrace and
 * /proc/PID/mem of any process; replaced functions of check or of carom (which affect the program
 * only); descriptors other than the page; System V shared memory; new namespaces. Not covered:
 * vulnerabilities of the kernel and of bwrap; a submission with copied code that computes right
 * answers; and, with sandbox=never, everything that its user may do except what the filter
 * rejects. */
#define _GNU_SOURCE
#include "grading/examiner.h"
#include <check.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum {
    NONCE = 64,
    FILTER = SUBMISSION_PAGE + 1
}; /* in characters; the descriptor that bwrap reads */

/* Limit of an answer in seconds of the program's processor time; the wall-clock limit is ten times
 * as long. An answer takes a few additions. At most half of the total processor time. */
static double answer_limit_s = 3;

static shared_page *shared;
static pid_t program;
static bool in_test, in_sandbox;

shared_page *examiner_page(void)
{
    return shared;
}

_Noreturn void examiner_fail(const char *text)
{
    kill(program, SIGKILL);
    shared->gone = true;
    if (in_test) {
        ck_abort_msg("%s", text);
    }
    printf("error: %s\n", text);
    exit(1);
}

static double read_clock(clockid_t which)
{
    struct timespec t = {0, 0};
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

/* Processor time of a process, s; 0 if unknown. */
static double cpu_seconds(pid_t process)
{
    clockid_t clock;
    return clock_getcpuclockid(process, &clock) == 0 ? read_clock(clock) : 0;
}

/* First child of a process, or 0. */
static pid_t child_of(pid_t process)
{
    char path[64];
    long child = 0;
    FILE *file;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)process, (long)process);
    file = fopen(path, "r");
    if (file != NULL) {
        child = fscanf(file, "%ld", &child) == 1 ? child : 0;
        fclose(file);
    }
    return (pid_t)child;
}

/* Processor time of the program; in the sandbox it is bwrap's grandchild. */
static double used_cpu_seconds(void)
{
    double sum = cpu_seconds(program);
    pid_t process = program;
    for (int level = 0; in_sandbox && level < 2 && process > 0; level++) {
        process = child_of(process);
        sum += process > 0 ? cpu_seconds(process) : 0;
    }
    return sum;
}

/* True if the program has ended or is a zombie. Tests run in child processes, which cannot wait
 * for it. */
static bool has_ended(void)
{
    char path[64], state = 'R';
    FILE *file;
    if (kill(program, 0) != 0 || waitpid(program, NULL, WNOHANG) == program) {
        return true;
    }
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)program);
    file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1) {
            state = 'R';
        }
        fclose(file);
    }
    return state == 'Z';
}

static void wait_for_turn(void)
{
    const struct timespec nap = {0, 100000};
    double since = now(), looked = since, before = -1;
    for (unsigned long k = 0;
         atomic_load_explicit(&shared->turn, memory_order_acquire) != TURN_OF_EXAMINER; k++) {
        if (k > 4000) { /* leave the processor to the slow program */
            nanosleep(&nap, NULL);
        } else if (k > 200) {
            sched_yield();
        }
        if (k % 256 == 255 && now() - looked > 0.05) {
            looked = now();
            if (has_ended()) {
                examiner_fail("the submission ended instead of answering");
            }
            if (before < 0) {
                before = used_cpu_seconds();
            }
            if (used_cpu_seconds() - before > answer_limit_s ||
                looked - since > 10 * answer_limit_s) {
                examiner_fail("timed out: the submission does not answer");
            }
        }
    }
}

void examiner_call(submission_call call, void (*rates)(void *context), void *context)
{
    if (shared->gone) {
        examiner_fail("the submission has ended");
    }
    shared->call = (int)call;
    shared->found_key[0] = shared->found_text[0] = '\0';
    shared->found_error = false;
    for (;;) {
        shared->requests_rates = false;
        atomic_store_explicit(&shared->turn, TURN_OF_PROGRAM, memory_order_release);
        wait_for_turn();
        if (!shared->requests_rates || rates == NULL) {
            break;
        }
        rates(context);
    }
    shared->found_key[sizeof shared->found_key - 1] =
        shared->found_text[sizeof shared->found_text - 1] = '\0';
}

/* ---- the entry ---- */

static const char *copy(const char text[SUBMISSION_TEXT])
{
    return strndup(text, SUBMISSION_TEXT - 1);
}

/* Size of a row's member in the options; 0 for a type that submissions cannot use. */
static size_t bytes_of(const submission_row *row)
{
    switch (row->type) {
    case CAROM_NUMBER: return sizeof(double);
    case CAROM_COUNT: return sizeof(int64_t);
    case CAROM_FLAG: return sizeof(bool);
    case CAROM_WORD: return sizeof(int);
    case CAROM_TEXT: return row->size;
    case CAROM_VECTOR: return 2 * sizeof(double);
    default: return 0;
    }
}

static carom_param row_of(const submission_row *described, size_t options_size)
{
    submission_row row = *described; /* a copy, which the program cannot change meanwhile */
    size_t bytes = bytes_of(&row);
    const char **words = calloc(SUBMISSION_WORDS + 1, sizeof *words);
    if (words == NULL) {
        examiner_fail("no memory");
    }
    if (bytes == 0 || row.offset > options_size || bytes > options_size - row.offset) {
        examiner_fail("a parameter's row does not fit the options; expected numbers, counts, "
                      "flags, words, texts or vectors "
                      "inside a struct of options_size bytes");
    }
    for (int k = 0; k < row.words && k < SUBMISSION_WORDS; k++) {
        words[k] = copy(row.word[k]);
    }
    return (carom_param){.key = copy(row.key),
                         .type = (carom_param_type)row.type,
                         .unit = copy(row.unit),
                         .fallback = row.required ? NULL : copy(row.fallback),
                         .lowest = row.lowest,
                         .highest = row.highest,
                         .doc = copy(row.doc),
                         .offset = row.offset,
                         .words = row.has_words ? words : NULL,
                         .size = row.size,
                         .instead_of = row.has_instead ? copy(row.instead_of) : NULL};
}

carom_entry examiner_entry(void)
{
    const int rows = shared->rows;
    const size_t size = shared->options_size;
    carom_param *row = calloc(SUBMISSION_ROWS + 1, sizeof *row);
    if (row == NULL || rows < 0 || rows > SUBMISSION_ROWS || size > SUBMISSION_OPTIONS) {
        examiner_fail("too many parameters");
    }
    for (int k = 0; k < rows; k++) {
        row[k] = row_of(&shared->row[k], size);
    }
    return (carom_entry){.name = "mine",
                         .summary = "submission",
                         .params = rows > 0 ? row : NULL,
                         .options_size = size};
}

/* ---- the program ---- */

static int make_page(void)
{
    FILE *file = tmpfile(); /* without a name, which hides it from other processes */
    int descriptor = file == NULL ? -1 : fileno(file);
    if (descriptor < 0 || ftruncate(descriptor, sizeof *shared) != 0) {
        perror("error: cannot create the shared page");
        exit(2);
    }
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (shared == MAP_FAILED) {
        perror("error: cannot create the shared page");
        exit(2);
    }
    return descriptor;
}

/* Lowers a limit; keeps a lower one of the caller. */
static void set_limit(int what, rlim_t most)
{
    struct rlimit now = {RLIM_INFINITY, RLIM_INFINITY};
    getrlimit(what, &now);
    now.rlim_max = now.rlim_max == RLIM_INFINITY || most < now.rlim_max ? most : now.rlim_max;
    now.rlim_cur = now.rlim_max;
    setrlimit(what, &now);
}

/* Closes all descriptors except the page (and the filter for bwrap). */
static void pass_descriptors(int descriptor)
{
    int nothing = open("/dev/null", O_RDWR), filter = in_sandbox ? examiner_filter_file() : nothing;
    descriptor = fcntl(descriptor, F_DUPFD, 10);
    filter = fcntl(filter, F_DUPFD, 10);
    for (int k = 0; k < 3; k++) {
        dup2(nothing, k);
    }
    dup2(descriptor, SUBMISSION_PAGE);
    dup2(filter, FILTER);
    for (int k = FILTER + !!in_sandbox; k < 256; k++) {
        close(k);
    }
}

static void exec_program(char *const *argument, int descriptor)
{
    static char *const environment[] = {NULL};
    pass_descriptors(descriptor);
    set_limit(RLIMIT_CPU, 60);
    set_limit(RLIMIT_AS, (rlim_t)1 << 30);
    set_limit(RLIMIT_FSIZE, 0);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_NOFILE, 16);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (in_sandbox) {
        execvpe(argument[0], argument, environment);
    }
#endif
    if (!in_sandbox && examiner_filter_apply()) {
        execve(argument[0], argument, environment);
    }
    _exit(127);
}

static void set_answer_limit(void)
{
    struct rlimit time;
    if (getrlimit(RLIMIT_CPU, &time) == 0 && (double)time.rlim_cur < 2 * answer_limit_s) {
        answer_limit_s = 0.5 * (double)time.rlim_cur;
    }
}

int main(int count, char **argument)
{
    char nonce[NONCE];
    int descriptor, failed;
    if (count < 3) {
        fprintf(stderr, "usage: examiner NONCE PROGRAM\n       examiner NONCE bwrap ARGUMENT...\n");
        return 2;
    }
    in_sandbox = count > 3;
    snprintf(nonce, sizeof nonce, "%s", argument[1]);
    memset(argument[1], 0, strlen(argument[1])); /* hides it from /proc/PID/cmdline */
#ifdef __linux__
    prctl(PR_SET_DUMPABLE,
          0); /* prevents the program from reading and writing its examiner's memory */
#endif
    set_answer_limit();
    descriptor = make_page();
    program = fork();
    if (program < 0) {
        perror("error: cannot start the program");
        return 2;
    }
    if (program == 0) {
        memset(nonce, 0, sizeof nonce);
        exec_program(argument + 2, descriptor);
    }
    examiner_call(CALL_ABOUT, NULL, NULL);
    examiner_fill_entry();
    in_test = true;
    failed = conformance_main();
    kill(program, SIGKILL);
    waitpid(program, NULL, 0);
    if (failed == 0) {
        printf("pass %s\n", nonce);
    }
    return failed;
}
