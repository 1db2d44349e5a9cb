/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <carom/engine.h>

/** @file Finds third-party engines and runs each in a worker process. */

/** Registry of the solvers that are plug-ins. */
extern const carom_plugin_registry carom_engines;

/** Runs a plug-in's solver in a worker process. The plug-in is the entry in the solver's arguments.
 */
extern const carom_solver_entry carom_solver_in_worker;

/** Call the plug-in's `check` in a worker process and report its diagnostics. */
void carom_engine_check(const carom_problem *problem, const carom_choice *choice,
                        const carom_diagnostics *diagnostics);
