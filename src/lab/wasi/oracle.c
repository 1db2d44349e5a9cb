/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces src/solvers/oracle, which needs MPFR. The oracle keeps its name and keys: its
 * scenarios can be read, but not run. */
#include "solvers/oracle/options.h"
#include <carom/solver.h>

static void oracle_check(const carom_problem *problem, const void *options,
                         const carom_diagnostics *diagnostics)
{
    (void)problem;
    (void)options;
    diagnostics->report(diagnostics->context, true, "kind",
                        "the oracle needs MPFR, which this build of carom lacks; "
                        "expected another solver, or carom on the command line");
}

static void *oracle_create(const carom_solver_args *args, carom_error *error)
{
    (void)args;
    (void)carom_error_set(error, CAROM_INVALID, "kind", "this build of carom lacks MPFR");
    return NULL;
}

const carom_solver_entry carom_solver_oracle = {.about = {.name = "oracle",
                                                          .summary = ORACLE_SUMMARY,
                                                          .params = oracle_params,
                                                          .options_size = sizeof(oracle_options)},
                                                .traits = CAROM_EXACT | CAROM_ARBITRARY_PRECISION |
                                                          CAROM_SURFACE_FRICTION | CAROM_ANY_SHAPE,
                                                .check = oracle_check,
                                                .create = oracle_create};
