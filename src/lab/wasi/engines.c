/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces src/solvers/engines.c: a page has no plug-ins and no worker processes. */
#include "solvers/solvers.h"

static const char *const known[] = {"lammps", "chipmunk", "ode", "mujoco"};
enum { KNOWN = sizeof known / sizeof known[0] };

static const carom_entry *find(const char *name, char *why_not, size_t size)
{
    for (size_t i = 0; i < KNOWN && size > 0; i++) {
        if (strcmp(known[i], name) == 0) {
            snprintf(
                why_not, size, "%s",
                "a third-party engine, which the lab page lacks; use carom on the command line");
            return NULL;
        }
    }
    if (size > 0) {
        why_not[0] = '\0';
    }
    return NULL;
}

static void each(void (*visit)(void *context, const char *name), void *context)
{
    for (size_t i = 0; i < KNOWN; i++) {
        visit(context, known[i]);
    }
}

const carom_plugin_registry carom_engines = {find, each};
const carom_engine *carom_engine_of(const carom_choice *choice)
{
    (void)choice;
    return NULL;
}
void carom_engine_describe(const carom_choice *choice, char *text, size_t size)
{
    (void)choice;
    (void)size;
    text[0] = '\0';
}
void carom_engine_version(const carom_engine *engine, char text[CAROM_ENGINE_VERSION_SIZE])
{
    (void)engine;
    text[0] = '\0';
}
void carom_engine_check(const carom_problem *problem, const carom_choice *choice,
                        const carom_diagnostics *diagnostics)
{
    (void)problem;
    (void)choice;
    (void)diagnostics;
}
const carom_solver_entry carom_solver_in_worker = {.traits = CAROM_THIRD_PARTY};
