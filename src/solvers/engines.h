/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SOLVERS_ENGINES_H
#define CAROM_INTERNAL_SOLVERS_ENGINES_H

#include <carom/engine.h>

/** @file
 * Where engines are found, and the process in which each runs.
 */

/** The solvers that are plug-ins. */
extern const carom_plugin_registry carom_engines;

/** Runs the solver that is the brief's entry in a process of its own. */
extern const carom_solver_entry carom_solver_in_worker;

/** Calls the plug-in's `check` in a worker process and reports what it finds. */
void carom_engine_check(const carom_problem *problem, const carom_choice *choice,
                        const carom_diagnostics *diagnostics);

#endif
