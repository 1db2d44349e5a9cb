/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the results of a third-party engine. Its process can write anything to its log, to the
 * shared memory and to the channel between the processes. The run continues or ends with a message,
 * and its records can be written.
 *
 * The input describes the engine: a byte for the scene, then actions of 8 bytes, of which the first
 * byte is the kind (carry_out). An answer ends a sequence of actions. */
#define _GNU_SOURCE
#include "base/base.h"
#include "fuzz_solver_run.h"
#include "scene/scene.h"
#include <math.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* ---- the engine, in its worker process ---- */

enum { ACTION = 8, BALLS = 3, MOST_FILES = 64 };

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
} actions;

static actions input_actions; /* all actions of the input */

typedef struct {
    actions left;
    carom_log *log;
    carom_view *seen; /* in shared memory */
    carom_view own;   /* copy from before it was overwritten */
    bool built;       /* the first answer was given; waiting for it cannot be cancelled */
} mock;

static uint64_t value_of(const uint8_t *action)
{
    uint64_t value = whole_numbers[action[3] % WHOLE_NUMBERS];
    if (action[2] % 3 == 1) {
        memcpy(&value, &numbers[action[3] % 16], sizeof value);
    } else if (action[2] % 3 == 2) {
        memcpy(&value, action, sizeof value);
    }
    return value;
}

static carom_collision collision_of(const uint8_t *action)
{
    carom_collision one = {.t_s = numbers[action[1] % 16],
                           .normal = {1, 0},
                           .approach_mps = 1,
                           .separation_mps = numbers[action[2] % 16],
                           .impulse_Ns = numbers[action[3] % 16],
                           .a = (uint32_t)whole_numbers[action[4] % WHOLE_NUMBERS],
                           .b = (uint32_t)whole_numbers[action[5] % WHOLE_NUMBERS]};
    memcpy(&one.wall, &action[6], 1);
    memcpy(&one.sliding, &action[7], 1);
    return one;
}

static void add_collision(mock *self, const uint8_t *action)
{
    const carom_collision one = collision_of(action);
    (void)!carom_log_add(self->log, &one, NULL);
}

/* Change the last collision, which may have been sent. */
static void change_collision(mock *self, const uint8_t *action)
{
    if (self->log->count > 0) {
        self->log->item[self->log->count - 1] = collision_of(action);
    }
}

/* Write to every open file: one of them is the channel. */
static void send_bytes(const uint8_t *bytes, size_t size)
{
    for (int file = STDERR_FILENO + 1; file < MOST_FILES; file++) {
        (void)!send(file, bytes, size, MSG_NOSIGNAL);
    }
}

static void send_action(const uint8_t *action)
{
    send_bytes(action + 1, ACTION - 1);
}

static void overwrite(mock *self, const uint8_t *action)
{
    size_t room = sizeof(carom_view) + sizeof(carom_report) + 4 * BALLS * sizeof(double);
    uint64_t value = value_of(action);
    memcpy((char *)self->seen + 8u * action[1] % room, &value, sizeof value);
}

/* Send a forged answer: status, text, index of the first collision and their number. */
static void send_answer(const uint8_t *action)
{
    struct {
        carom_status status;
        carom_error error;
        size_t from, count;
    } answer = {.from = (size_t)whole_numbers[action[2] % WHOLE_NUMBERS],
                .count = (size_t)whole_numbers[action[3] % WHOLE_NUMBERS]};
    memset(&answer.error, action[4], sizeof answer.error);
    memcpy(&answer.status, &whole_numbers[action[1] % WHOLE_NUMBERS], sizeof answer.status);
    send_bytes((const uint8_t *)&answer, sizeof answer);
}

/* Carry out an action. @return false: answer now */
static bool carry_out(mock *self, const uint8_t *action)
{
    switch (action[0] % 8) {
    case 0: return false;
    case 1: add_collision(self, action); break;
    case 2: overwrite(self, action); break;
    case 3:
    case 4:
        if (self->built) {
            (action[0] % 8 == 3 ? send_action : send_answer)(action);
        }
        break;
    case 5: printf("%.*s\n", ACTION - 1, (const char *)action + 1); break;
    case 6: change_collision(self, action); break;
    default: _exit(action[1]);
    }
    return true;
}

static void *mock_create(const carom_solver_args *args, carom_error *error)
{
    mock *self = calloc(1, sizeof *self);
    signal(SIGSEGV, SIG_DFL); /* let the process crash */
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    *self = (mock){.left = input_actions, .log = args->log};
    return self;
}

/* Return a status and a text chosen by an action. */
static carom_status mock_advance(void *object, double t_s, carom_error *error)
{
    mock *self = object;
    const uint8_t *action = self->left.at;
    (void)t_s;
    if (self->left.end - action < ACTION || action[0] < 128) {
        return CAROM_OK;
    }
    memset(error, action[1], action[2] % 2 == 0 ? sizeof *error : 20);
    memcpy(&error->status, &action[3], 1);
    return (carom_status)action[4];
}

static void mock_sample(const void *object, double t_s, carom_view *view)
{
    mock *self = (mock *)(uintptr_t)object;
    (void)t_s;
    self->own = self->seen == NULL ? *view : self->own;
    self->seen = view;
    for (size_t i = 0; i < BALLS; i++) {
        self->own.x_m[i] = self->own.y_m[i] = 0.3;
        self->own.vx_mps[i] = self->own.vy_mps[i] = 0;
    }
}

static void mock_report(const void *object, carom_report *report)
{
    mock *self = (mock *)(uintptr_t)object;
    const uint8_t *action = self->left.at;
    *report = (carom_report){.steps = 1};
    while (self->left.end - action >= ACTION && carry_out(self, action)) {
        action += ACTION;
    }
    self->left.at = self->left.end - action >= ACTION ? action + ACTION : self->left.end;
    self->built = true;
}

static void mock_check(const carom_problem *problem, const void *options,
                       const carom_diagnostics *diagnostics)
{
    (void)problem;
    (void)options;
    (void)diagnostics;
}

static const carom_solver_entry engine = {
    .about = {.name = "mock", .summary = "returns arbitrary results"},
    .traits = CAROM_THIRD_PARTY | CAROM_TIME_STEPPED | CAROM_ANY_SHAPE | CAROM_SURFACE_FRICTION,
    .check = mock_check,
    .create = mock_create,
    .advance = mock_advance,
    .sample = mock_sample,
    .report = mock_report};

/* ---- the main process ---- */

static const char *const tables[] = {
    "table: { width_m: 1, height_m: 0.5 }\n",
    "table: { width_m: 1, height_m: 0.5, boundary: periodic }\ngravity_mps2: [0.1, -1]\n",
    "table: { width_m: 1, height_m: 0.5, boundary: open }\nfriction: 0.3\n",
    "table: { shape: stadium, length_m: 0.5, radius_m: 0.25 }\n"};
enum { TABLES = sizeof tables / sizeof tables[0] };

static carom_scenario scenes[TABLES];
static timer_t timer;

/* Cancel engines that never answer. */
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
    struct sigaction handler = {.sa_handler = request_stop};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGVTALRM};
    struct rlimit files;
    (void)count;
    (void)argument;
    sigaction(SIGVTALRM, &handler, NULL);
    must(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0, "timer");
    /* the worker closes all possible files one by one */
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

/* Messages are printed on terminals. */
static void must_be_plain(const carom_error *error)
{
    if (carom_text_find_control(error->text, NULL) != NULL) {
        abort();
    }
}

static void run_solver(carom_solver_run *solver_run)
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
        must_have_message(solver_run->failure.status, &solver_run->failure);
        must_be_plain(&solver_run->failure);
    }
    write_tables(solver_run, null_stream());
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
    input_actions = (actions){data + 1, data + size};
    stop_requested = 0;
    cancel_after(20);
    status = carom_solver_run_open(&solver_run, "it", &scenes[data[0] % TABLES].problem, &choice,
                                   true, &stop_requested, &error);
    must_have_message(status, &error);
    if (status == CAROM_OK) {
        run_solver(&solver_run);
    } else {
        must_be_plain(&error);
    }
    cancel_after(0);
    carom_solver_run_close(&solver_run);
    return 0;
}
