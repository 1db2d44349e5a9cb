/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In place of src/solvers/oracle, which needs MPFR: the module has no long numbers. The oracle is
 * known by its name, so that a scenario that has one is read as elsewhere, and refuses to run. */
#include "solvers/oracle/options.h"
#include <carom/solver.h>

static void oracle_check(const carom_problem *problem, const void *options,
                         const carom_diagnostics *diagnostics)
{
    (void)problem;
    (void)options;
    diagnostics->report(diagnostics->context, true, "kind",
                        "the oracle needs long numbers, which this build of carom does not have; "
                        "expected another solver, or carom on the command line");
}

static void *oracle_create(const carom_solver_args *args, carom_error *error)
{
    (void)args;
    (void)carom_error_set(error, CAROM_INVALID, "kind", "this build of carom has no long numbers");
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
