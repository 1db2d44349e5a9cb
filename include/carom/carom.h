/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * carom: one billiard scenario through interchangeable collision solvers.
 *
 * A program describes the balls and the table (problem.h), makes a solver for
 * it by name (solver.h), advances it and reads state, ledger and collision log.
 * Whoever adds a law, an integrator or a solver includes the seam's own header.
 */
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include <carom/archive.h>
#include <carom/collision.h>
#include <carom/force_law.h>
#include <carom/friction_law.h>
#include <carom/impact_law.h>
#include <carom/impact_policy.h>
#include <carom/integrator.h>
#include <carom/ledger.h>
#include <carom/param.h>
#include <carom/problem.h>
#include <carom/shape.h>
#include <carom/solver.h>
#include <carom/status.h>
#include <carom/vec.h>
#include <carom/watch.h>

#endif
