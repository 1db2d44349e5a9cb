/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short runs of a few balls, in which studies measure single impacts. */
#include "measure/measure.h"

static carom_status advance_until_over(carom_solver *solver,
                                       const carom_run_until_over_config *config, carom_sample *end,
                                       carom_log *log, carom_error *error)
{
    carom_report report;
    carom_status status = CAROM_OK;
    carom_solver_set_cancel_flag(solver, config->stop);
    carom_solver_report(solver, &report);
    for (int k = 1; k <= (config->most > 0 ? config->most : 1) && status == CAROM_OK; k++) {
        double contacts_s = config->each_contacts > 0 ? config->each_contacts * k * report.contact_s
                                                      : 0;
        status = carom_solver_advance(solver, config->from_s + config->each_s * k + contacts_s,
                                      error);
        if (end != NULL) {
            carom_solver_sample(solver, end);
        }
        if (log != NULL &&
            (status == CAROM_OK || status == CAROM_COLLAPSE || status == CAROM_NOT_FINITE)) {
            carom_log_free(log);
            carom_status log_status = carom_solver_collisions(solver, log, error);
            carom_log_sort(log);
            status = log_status == CAROM_OK ? status : log_status;
        }
        if (config->is_over != NULL && config->is_over(config->context, end, log, &report)) {
            break;
        }
    }
    return status;
}

carom_status carom_run_until_over(carom_solver *solver, const carom_run_until_over_config *config,
                                  carom_sample *end, carom_log *log, carom_error *error)
{
    carom_status status;
    if (solver == NULL) {
        return error->status;
    }
    status = config->stop != NULL && *config->stop != 0
               ? carom_error_interrupted(error) /* studies may have many short runs */
               : advance_until_over(solver, config, end, log, error);
    carom_solver_free(solver);
    return status;
}

carom_status carom_initial_report(const carom_problem *problem, const carom_choice *choice,
                                  carom_report *report, carom_error *error)
{
    carom_solver *solver = carom_solver_new_from_choice(problem, choice, false, error);
    if (solver == NULL) {
        return error->status;
    }
    carom_solver_report(solver, report);
    carom_solver_free(solver);
    return CAROM_OK;
}
