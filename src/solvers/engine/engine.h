/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SOLVERS_ENGINE_H
#define CAROM_INTERNAL_SOLVERS_ENGINE_H

#include <carom/engine.h>

/** @file
 * Where engines are found, and the process in which each runs.
 */

/** The solvers that are plug-ins. */
extern const carom_elsewhere carom_engines;

/** Runs the solver that is the brief's entry in a process of its own. */
extern const carom_solver_entry carom_solver_apart;

#endif
