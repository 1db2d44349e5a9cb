/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces src/checks/check_order.c, check_data.c and recompute.c. A page has one thread, and an
 * order of convergence or a sweep takes many runs: it skips these checks. It has no records of
 * other programs. */
#include "checks/checks.h"

static bool order_applies(const carom_scenario *scenario, const carom_scenario_check *check,
                          const carom_scenario_solver *solver)
{
    (void)scenario;
    (void)check;
    return carom_solver_has_traits(&solver->kind, CAROM_SOFT);
}

static carom_status skip(const carom_check_context *context, const carom_scenario_check *check,
                         const char *solver, carom_measured *measured, carom_error *error)
{
    (void)context;
    (void)check;
    (void)solver;
    (void)error;
    measured->skipped = true;
    snprintf(measured->note, sizeof measured->note,
             "takes many runs, which a page leaves to `carom check` on the command line");
    return CAROM_OK;
}

const carom_check_evaluator carom_evaluate_order = {
    .kind = &carom_check_order, .applies = order_applies, .evaluate = skip};
const carom_check_evaluator carom_evaluate_data = {.kind = &carom_check_data, .evaluate = skip};

carom_status carom_records_recompute(const carom_check_context *context, const char *solver,
                                     carom_verdict *verdict, carom_error *error)
{
    (void)context;
    (void)solver;
    (void)verdict;
    return carom_error_set(error, CAROM_INTERNAL, "", "a page has no records of other programs");
}
