/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Helpers of the benchmarks. Errors end the program.
 */
#ifndef CAROM_TESTS_BENCH_H
#define CAROM_TESTS_BENCH_H

#include "scenario/scenario.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double pi = 3.14159265358979323846;

static inline double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void die(const char *text)
{
    fprintf(stderr, "bench: %s\n", text);
    exit(1);
}

/** Read a scenario from a text as for printf; "carom: 1" comes before it. */
CAROM_PRINTF(2, 3)
static inline void read_scene(carom_scenario *scenario, const char *format, ...)
{
    char text[1200] = "carom: 1\n";
    size_t used = strlen(text);
    carom_messages messages = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, sizeof text - used, format, arguments);
    va_end(arguments);
    if (carom_scenario_read(scenario, text, strlen(text), NULL, 0, &messages) != CAROM_OK ||
        messages.errors > 0) {
        die(messages.count > 0 ? messages.item[0].text : "out of memory");
    }
    carom_messages_free(&messages);
}

/** A solver of the scenario, at t. */
static inline carom_solver *new_solver(const carom_scenario *scenario, size_t which, double t_s)
{
    carom_error error = {0};
    carom_solver *solver = carom_solver_new_from_choice(
        &scenario->problem, &carom_scenario_solver_at(scenario, which)->kind, false, &error);
    if (solver == NULL || carom_solver_advance(solver, t_s, &error) != CAROM_OK) {
        die(error.text);
    }
    return solver;
}

/** Seconds that a solver takes to @p t_s. */
static inline double seconds_until(carom_solver *solver, double t_s)
{
    carom_error error = {0};
    double before = seconds_now();
    if (carom_solver_advance(solver, t_s, &error) != CAROM_OK) {
        die(error.text);
    }
    return seconds_now() - before;
}

#endif
