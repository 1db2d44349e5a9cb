/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * carom: runs one billiard scenario through interchangeable collision solvers.
 *
 * Load a scenario file (scenario.h), or describe balls and table (problem.h). Create a solver
 * (solver.h), advance it, then read its state, its energy and momentum budget and its collisions.
 * A plug-in (force law, integrator, solver, ...) includes the header of its interface. `carom help
 * library` shows two programs.
 */
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include <carom/cancel.h>
#include <carom/collision.h>
#include <carom/force_law.h>
#include <carom/integrator.h>
#include <carom/ledger.h>
#include <carom/param.h>
#include <carom/problem.h>
#include <carom/scenario.h>
#include <carom/solver.h>
#include <carom/status.h>
#include <carom/vec.h>

#endif
