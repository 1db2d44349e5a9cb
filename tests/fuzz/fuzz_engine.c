/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes back from the process in which somebody else's engine runs. It may have written
 * wherever it can: into its log, over the memory that both processes see, onto the channel between
 * them. Whatever that is, the run goes on or ends with a sentence, and its records can be written.
 *
 * The input is what the engine does: a byte for the scene, then deeds of 8 bytes, of which the
 * first says what (carry_out); after one that says so it answers. */
#define _GNU_SOURCE
#include "base/base.h"
#include "fuzz_solver_run.h"
#include "scene/scene.h"
#include <math.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* ---- the engine, whose functions are called in the process apart ---- */

enum { DEED = 8, BALLS = 3, MOST_FILES = 64 };

static const uint64_t whole_numbers[] = {0,
                                         1,
                                         2,
                                         BALLS,
                                         4,
                                         255,
                                         INT32_MAX,
                                         UINT32_MAX,
                                         UINT64_MAX,
                                         INT64_MAX,
                                         UINT64_C(1) << 40,
                                         UINT64_C(0x0000414100004141)};
enum { WHOLE_NUMBERS = sizeof whole_numbers / sizeof whole_numbers[0] };

typedef struct {
    const uint8_t *at, *end;
} deeds;

static deeds said; /* as the input has them, where the other process begins */

typedef struct {
    deeds left;
    carom_log *log;
    carom_view *seen; /* in the memory that both see */
    carom_view own;   /* as it was there before anything was written over it */
    bool built;       /* the first answer, for which nobody could end the wait, has been given */
} liar;

static uint64_t value_of(const uint8_t *deed)
{
    uint64_t value = whole_numbers[deed[3] % WHOLE_NUMBERS];
    if (deed[2] % 3 == 1) {
        memcpy(&value, &numbers[deed[3] % 16], sizeof value);
    } else if (deed[2] % 3 == 2) {
        memcpy(&value, deed, sizeof value);
    }
    return value;
}

static carom_collision collision_of(const uint8_t *deed)
{
    carom_collision one = {.t_s = numbers[deed[1] % 16],
                           .normal = {1, 0},
                           .approach_mps = 1,
                           .separation_mps = numbers[deed[2] % 16],
                           .impulse_Ns = numbers[deed[3] % 16],
                           .a = (uint32_t)whole_numbers[deed[4] % WHOLE_NUMBERS],
                           .b = (uint32_t)whole_numbers[deed[5] % WHOLE_NUMBERS]};
    memcpy(&one.wall, &deed[6], 1);
    memcpy(&one.sliding, &deed[7], 1);
    return one;
}

static void add_collision(liar *self, const uint8_t *deed)
{
    const carom_collision one = collision_of(deed);
    (void)!carom_log_add(self->log, &one, NULL);
}

/* One that was told of may be told of again. */
static void change_collision(liar *self, const uint8_t *deed)
{
    if (self->log->count > 0) {
        self->log->item[self->log->count - 1] = collision_of(deed);
    }
}

/* The channel is the one file that it has been left with and nobody has told it of. */
static void send_bytes(const uint8_t *bytes, size_t size)
{
    for (int file = STDERR_FILENO + 1; file < MOST_FILES; file++) {
        (void)!send(file, bytes, size, MSG_NOSIGNAL);
    }
}

static void send_deed(const uint8_t *deed)
{
    send_bytes(deed + 1, DEED - 1);
}

static void overwrite(liar *self, const uint8_t *deed)
{
    size_t room = sizeof(carom_view) + sizeof(carom_report) + 4 * BALLS * sizeof(double);
    uint64_t value = value_of(deed);
    memcpy((char *)self->seen + 8u * deed[1] % room, &value, sizeof value);
}

/* An answer that nothing has made: a status, a text, from where and how many. */
static void send_answer(const uint8_t *deed)
{
    struct {
        carom_status status;
        carom_error error;
        size_t from, count;
    } answer = {.from = (size_t)whole_numbers[deed[2] % WHOLE_NUMBERS],
                .count = (size_t)whole_numbers[deed[3] % WHOLE_NUMBERS]};
    memset(&answer.error, deed[4], sizeof answer.error);
    memcpy(&answer.status, &whole_numbers[deed[1] % WHOLE_NUMBERS], sizeof answer.status);
    send_bytes((const uint8_t *)&answer, sizeof answer);
}

/* @return false: it answers now */
static bool carry_out(liar *self, const uint8_t *deed)
{
    switch (deed[0] % 8) {
    case 0: return false;
    case 1: add_collision(self, deed); break;
    case 2: overwrite(self, deed); break;
    case 3:
    case 4:
        if (self->built) {
            (deed[0] % 8 == 3 ? send_deed : send_answer)(deed);
        }
        break;
    case 5: printf("%.*s\n", DEED - 1, (const char *)deed + 1); break;
    case 6: change_collision(self, deed); break;
    default: _exit(deed[1]);
    }
    return true;
}

static void *liar_create(const carom_solver_args *args, carom_error *error)
{
    liar *self = calloc(1, sizeof *self);
    signal(SIGSEGV, SIG_DFL); /* nobody is to hear of it but the other process */
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    *self = (liar){.left = said, .log = args->log};
    return self;
}

/* A status with whatever text, where a deed says so. */
static carom_status liar_advance(void *object, double t_s, carom_error *error)
{
    liar *self = object;
    const uint8_t *deed = self->left.at;
    (void)t_s;
    if (self->left.end - deed < DEED || deed[0] < 128) {
        return CAROM_OK;
    }
    memset(error, deed[1], deed[2] % 2 == 0 ? sizeof *error : 20);
    memcpy(&error->status, &deed[3], 1);
    return (carom_status)deed[4];
}

static void liar_sample(const void *object, double t_s, carom_view *view)
{
    liar *self = (liar *)(uintptr_t)object;
    (void)t_s;
    self->own = self->seen == NULL ? *view : self->own;
    self->seen = view;
    for (size_t i = 0; i < BALLS; i++) {
        self->own.x_m[i] = self->own.y_m[i] = 0.3;
        self->own.vx_mps[i] = self->own.vy_mps[i] = 0;
    }
}

static void liar_report(const void *object, carom_report *report)
{
    liar *self = (liar *)(uintptr_t)object;
    const uint8_t *deed = self->left.at;
    *report = (carom_report){.steps = 1};
    while (self->left.end - deed >= DEED && carry_out(self, deed)) {
        deed += DEED;
    }
    self->left.at = self->left.end - deed >= DEED ? deed + DEED : self->left.end;
    self->built = true;
}

static void liar_check(const carom_problem *problem, const void *options,
                       const carom_diagnostics *diagnostics)
{
    (void)problem;
    (void)options;
    (void)diagnostics;
}

static const carom_solver_entry engine = {
    .about = {.name = "liar", .summary = "says what it is told to"},
    .traits = CAROM_THIRD_PARTY | CAROM_TIME_STEPPED | CAROM_ANY_SHAPE | CAROM_SURFACE_FRICTION,
    .check = liar_check,
    .create = liar_create,
    .advance = liar_advance,
    .sample = liar_sample,
    .report = liar_report};

/* ---- the process that asks it ---- */

static const char *const tables[] = {
    "table: { width_m: 1, height_m: 0.5 }\n",
    "table: { width_m: 1, height_m: 0.5, boundary: periodic }\ngravity_mps2: [0.1, -1]\n",
    "table: { width_m: 1, height_m: 0.5, boundary: open }\nfriction: 0.3\n",
    "table: { shape: stadium, length_m: 0.5, radius_m: 0.25 }\n"};
enum { TABLES = sizeof tables / sizeof tables[0] };

static carom_scenario scenes[TABLES];
static timer_t timer;

/* One that never answers is ended by the wish to end. */
static void cancel_after(long ms)
{
    const struct itimerspec when = {.it_value = {.tv_nsec = ms * 1000000}};
    timer_settime(timer, 0, &when, NULL);
}

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    static const char balls[] =
        "balls:\n  - { name: a, x_m: 0.2, y_m: 0.25, vx_mps: 1 }\n"
        "  - { name: b, x_m: 0.4, y_m: 0.25 }\n  - { name: c, x_m: 0.6, y_m: 0.25 }\n"
        "solvers: [ { name: it, kind: impulse } ]\n";
    struct sigaction action = {.sa_handler = fill_error};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGVTALRM};
    struct rlimit files;
    (void)count;
    (void)argument;
    sigaction(SIGVTALRM, &action, NULL);
    must(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0, "timer");
    /* all that there may be are closed in the process apart, one by one */
    must(getrlimit(RLIMIT_NOFILE, &files) == 0, "files");
    files.rlim_cur = MOST_FILES;
    must(setrlimit(RLIMIT_NOFILE, &files) == 0, "files");
    for (size_t k = 0; k < TABLES; k++) {
        char text[1000];
        carom_messages messages = {0};
        snprintf(text, sizeof text, "carom: 1\nduration_s: 1\n%s%s", tables[k], balls);
        must(carom_scenario_read(&scenes[k], text, strlen(text), NULL, 0, &messages) == CAROM_OK &&
                 messages.errors == 0,
             text);
        carom_messages_free(&messages);
    }
    return 0;
}

/* What is said of it may go to a terminal. */
static void must_be_plain(const carom_error *error)
{
    if (carom_text_find_control(error->text, NULL) != NULL) {
        abort();
    }
}

static void travel(carom_solver_run *solver_run)
{
    const carom_trace_request trace_request = {.first = 2};
    carom_error error = {CAROM_OK, "", ""};
    must(carom_solver_run_trace(solver_run, &trace_request, &error) == CAROM_OK, error.text);
    for (int k = 1; k <= 3; k++) {
        carom_solver_run_advance(solver_run, 0.1 * k);
        carom_solver_run_sample(solver_run);
    }
    must(carom_solver_run_finish(solver_run, &error) == CAROM_OK, error.text);
    if (carom_solver_run_has_failed(solver_run)) {
        must_speak(solver_run->failure.status, &solver_run->failure);
        must_be_plain(&solver_run->failure);
    }
    write_tables(solver_run, nowhere());
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const carom_choice choice = {&engine.about, NULL};
    carom_solver_run solver_run;
    carom_error error = {CAROM_OK, "", ""};
    carom_status status;
    if (size == 0) {
        return 0;
    }
    said = (deeds){data + 1, data + size};
    enough = 0;
    cancel_after(20);
    status = carom_solver_run_open(&solver_run, "it", &scenes[data[0] % TABLES].problem, &choice,
                                   true, &enough, &error);
    must_speak(status, &error);
    if (status == CAROM_OK) {
        travel(&solver_run);
    } else {
        must_be_plain(&error);
    }
    cancel_after(0);
    carom_solver_run_close(&solver_run);
    return 0;
}
