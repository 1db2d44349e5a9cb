/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces the solvers that a page does not run: src/solvers/oracle (needs MPFR), recorded_table.c
 * (a page has no files to play back). The solvers keep their names and keys:
 * their scenarios can be read, but not run. */
#include "solvers/solvers.h"
#include "solvers/oracle/options.h"
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* ---- oracle ---- */

static void oracle_check(const carom_problem *problem, const void *options,
                         const carom_diagnostics *diagnostics)
{
    diagnostics->report(diagnostics->context, true, "kind",
                        "the oracle needs MPFR, which this build of carom lacks; "
                        "expected another solver, or carom on the command line");
}

static void *oracle_create(const carom_solver_args *args, carom_error *error)
{
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

/* ---- recordings ---- */

carom_status carom_recording_load(carom_recording *recording, const carom_problem *problem,
                                  const carom_recorded_options *options, carom_error *error)
{
    *recording = (carom_recording){.track = NULL};
    return carom_error_set(error, CAROM_INVALID, "kind",
                           "a page cannot read the files of a recording; expected another solver, "
                           "or carom on the command line");
}

void carom_recording_free(carom_recording *recording)
{
    *recording = (carom_recording){.track = NULL};
}
