/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/engine/engine.h"
#include <carom/solver.h>

#define X(name) &carom_solver_##name.about,
static const carom_entry *const entries[] = {CAROM_SOLVERS(X) NULL};
#undef X

const carom_seam carom_solvers = {"solver", "solvers", entries, &carom_engines};
