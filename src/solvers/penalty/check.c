/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a problem cannot, or should not, be run with springs of these options. */
#include "search/admission.h"
#include "solvers/leap/leap.h"
#include "solvers/penalty/state.h"
#include <math.h>
#include <stdio.h>

static void check_step(const penalty_options *options, const penalty_range *range,
                       const carom_findings *findings)
{
    /* of the contact time: fewer than ten steps see a contact */
    static const double coarse = 0.1;
    const carom_integrator *integrator = carom_integrator_of(options->integrator.entry);
    double h = carom_penalty_step_length(options, range),
           limit = integrator->stability_limit / range->rate;
    const char *key = isnan(options->step_s) ? "theta" : "step_s";
    char text[400];
    if (h >= limit && !options->allow_unstable) {
        snprintf(text, sizeof text,
                 "the step is %.6g s; expected below %.6g s, the stability limit of %s for the "
                 "stiffest contact (contact time %.6g s), or allow_unstable: true",
                 h, limit, integrator->about.name, range->contact_time);
        findings->report(findings->context, true, key, text);
    } else if (h > coarse * range->contact_time) {
        snprintf(text, sizeof text,
                 "the step of %.6g s is longer than 1/10 of the contact time %.6g s: a contact is "
                 "seen by %.2g steps; expected at most %.6g s",
                 h, range->contact_time, range->contact_time / h, coarse * range->contact_time);
        findings->report(findings->context, false, key, text);
    }
}

static void check_size(const carom_problem *problem, const penalty_options *options,
                       const carom_findings *findings)
{
    const carom_integrator *integrator = carom_integrator_of(options->integrator.entry);
    char text[160];
    if (integrator->most_coordinates > 0 && 2 * problem->count > integrator->most_coordinates) {
        snprintf(text, sizeof text, "%s carries at most %zu balls; there are %zu",
                 integrator->about.name, integrator->most_coordinates / 2, problem->count);
        findings->report(findings->context, true, "integrator", text);
    }
}

/* Passes findings on and counts the errors. */
typedef struct {
    const carom_findings *to;
    size_t *errors;
} watched_findings;

static void watch(void *context, bool is_error, const char *key, const char *text)
{
    const watched_findings *watched = context;
    *watched->errors += is_error;
    watched->to->report(watched->to->context, is_error, key, text);
}

void carom_penalty_check(const carom_problem *problem, const void *object,
                         const carom_findings *findings)
{
    const penalty_options *options = object;
    const carom_force_law *law = carom_force_law_of(options->law.entry);
    carom_error error = {0};
    penalty_dampings *epoch;
    size_t faults = 0;
    watched_findings watched = {findings, &faults};
    carom_findings own = {watch, &watched, findings->no_memory};
    if (law->check != NULL) {
        law->check(options->law.options, &own);
    }
    if (faults > 0) {
        return; /* nothing can be said of contacts that are not described */
    }
    carom_check_table(problem, 1, findings);
    check_size(problem, options, findings);
    if (options->flight == 1) {
        carom_leap_check(problem, findings);
    }
    epoch = carom_penalty_find_epochs(problem, options, &error);
    if (epoch == NULL) {
        carom_findings_add(findings, error.key, &error);
    } else {
        penalty_range range = carom_penalty_range(problem, options, epoch);
        check_step(options, &range, findings);
    }
    carom_penalty_free_epochs(problem, epoch);
}
