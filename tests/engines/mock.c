/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine for tests that can misbehave. Balls move freely; two that overlap report an impulse of 1
 * N s per step without effect on their motion. */
#include "engines/engines.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef enum { NOTHING, PRINT, LEAVE, CRASH, STOP, HANG, STALL, REFUSE } mischief;
static const char *const mischief_words[] = {"nothing", "print", "exit",   "crash", "abort",
                                             "hang",    "stall", "refuse", NULL};

typedef struct {
    carom_stepper_options common;
    double at_s;
    int does;
} mock_options;

static const carom_param params[] = {CAROM_STEPPER_ROWS("0.01"),
                                     {.key = "does",
                                      .type = CAROM_WORD,
                                      .unit = "",
                                      .fallback = "nothing",
                                      .words = mischief_words,
                                      .doc = "what it does at its time",
                                      .offset = offsetof(mock_options, does)},
                                     {.key = "at_s",
                                      .type = CAROM_NUMBER,
                                      .unit = "s",
                                      .fallback = "0.5",
                                      .lowest = 0,
                                      .highest = CAROM_ANY_HIGH,
                                      .doc = "its time",
                                      .offset = offsetof(mock_options, at_s)},
                                     {.key = NULL}};

typedef struct {
    carom_stepper *stepper;
    const carom_problem *problem;
    const mock_options *options;
    unsigned steps;
} mock;

/* Misbehaves as an environment variable demands. */
static void obey(const char *variable)
{
    const char *how = getenv(variable);
    if (how == NULL) {
        return;
    }
    fprintf(stderr, "mock: %s\n", variable);
    switch (how[0]) {
    case 'l': _exit(0);              /* leaves */
    case 'c': raise(SIGSEGV); break; /* crashes */
    case 'h':                        /* hangs */
        while (true) {
            pause();
        }
    default: break;
    }
}

__attribute__((constructor)) static void load(void)
{
    obey("MOCK_LOADS");
}

static double now(const mock *self)
{
    return self->steps * self->options->common.step_s;
}

static carom_flight mock_ball(const void *engine, size_t i)
{
    const mock *self = engine;
    return carom_flight_fall(carom_flight_from_ball(&self->problem->ball[i]),
                             self->problem->gravity_mps2, now(self));
}

static void hang(void)
{
    while (true) {
        pause();
    }
}

static carom_status misbehave(const mock *self, carom_error *error)
{
    switch (self->options->does) {
    case PRINT:
        puts("mock: hello from step after step");
        fflush(stdout);
        break;
    case LEAVE: fputs("mock: I do not like this scene\n", stderr); exit(3);
    case CRASH: raise(SIGSEGV); break;
    case STOP: fputs("mock: assertion failed\n", stderr); abort();
    case HANG: hang(); break;
    case REFUSE: return carom_error_set(error, CAROM_INVALID, "at_s", "mock stops here");
    default: break;
    }
    return CAROM_OK;
}

static carom_status mock_step(void *engine, carom_error *error)
{
    mock *self = engine;
    obey("MOCK_STEPS");
    self->steps++;
    for (uint32_t a = 0; a < self->problem->count; a++) {
        for (uint32_t b = a + 1; b < self->problem->count; b++) {
            carom_vec displacement = carom_vec_subtract(mock_ball(self, b).at,
                                                        mock_ball(self, a).at);
            double distance = carom_vec_length(displacement);
            if (distance < self->problem->ball[a].radius_m + self->problem->ball[b].radius_m &&
                carom_stepper_add_contact(self->stepper, b, a, false,
                                          carom_vec_divide(displacement, -distance), 1,
                                          error) != CAROM_OK) {
                return CAROM_NO_MEMORY;
            }
        }
    }
    return now(self) > self->options->at_s ? misbehave(self, error) : CAROM_OK;
}

static void mock_destroy(void *engine)
{
    free(engine);
}

static void *mock_build(carom_stepper *stepper, const carom_problem *problem, const void *options,
                        carom_error *error)
{
    mock *self = calloc(1, sizeof *self);
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    *self = (mock){.stepper = stepper, .problem = problem, .options = options};
    if (self->options->does == STALL) { /* while the scene is built */
        hang();
    }
    return self;
}

static const carom_stepper_engine steps = {
    .build = mock_build, .step = mock_step, .ball = mock_ball, .destroy = mock_destroy};

static void *mock_create(const carom_solver_args *args, carom_error *error)
{
    return carom_stepper_new(args, &steps, error);
}

static void mock_check(const carom_problem *problem, const void *options,
                       const carom_diagnostics *diagnostics)
{
    (void)options;
    obey("MOCK_CHECKS");
    carom_stepper_check(problem, "mock", diagnostics);
}

static const char *mock_version(void)
{
    obey("MOCK_VERSION");
    return "Mock 1.2.3";
}

static const carom_solver_entry mock_solver = {.about = {.name = "mock",
                                                         .summary = "misbehaves",
                                                         .params = params,
                                                         .options_size = sizeof(mock_options)},
                                               .traits = CAROM_THIRD_PARTY | CAROM_TIME_STEPPED,
                                               .check = mock_check,
                                               .create = mock_create,
                                               CAROM_STEPPER_FUNCTIONS};

CAROM_ENGINE_EXPORT = {.shape = CAROM_ENGINE_SHAPE,
                       .solver = &mock_solver,
                       .version = mock_version,
                       .collisions = "overlaps, seen by mock itself",
                       .promise = "the same bits on the same machine"};
