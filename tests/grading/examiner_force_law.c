/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Force law that forwards every call to the submitted program; last entry of carom's force laws. */
#include "grading/examiner.h"
#include <string.h>

static carom_force_law mine;

#define X(name) &carom_force_law_##name.about,
static const carom_entry *const entries[] = {CAROM_FORCE_LAWS(X) & mine.about, NULL};
#undef X
const carom_interface carom_force_laws = {"force law", "force-laws", entries};

static shared_page *with_options(const void *options)
{
    shared_page *shared = examiner_page();
    if (options != NULL) {
        memcpy(shared->options, options, mine.about.options_size);
    }
    return shared;
}

static void mine_check(const void *options, const carom_diagnostics *diagnostics)
{
    shared_page *shared = with_options(options);
    examiner_call(CALL_CHECK, NULL, NULL);
    if (shared->found_text[0] != '\0') {
        diagnostics->report(diagnostics->context, shared->found_error, shared->found_key,
                            shared->found_text);
    }
}

static carom_status mine_damping(const void *options, int end, double restitution, double *damping,
                                 carom_error *error)
{
    shared_page *shared = with_options(options);
    shared->end = end;
    shared->in[0] = restitution;
    shared->out = *damping;
    examiner_call(CALL_DAMPING, NULL, NULL);
    *damping = shared->out;
    return shared->status == CAROM_OK
             ? CAROM_OK
             : carom_error_set(error, (carom_status)shared->status, shared->found_key, "%s",
                               shared->found_text);
}

static carom_contact mine_contact(const void *options, const carom_surface *surface)
{
    shared_page *shared = with_options(options);
    shared->surface = *surface;
    examiner_call(CALL_CONTACT, NULL, NULL);
    return shared->contact;
}

static shared_page *call_with_contact(submission_call call, const carom_contact *contact,
                                      double first, double second)
{
    shared_page *shared = examiner_page();
    shared->contact = *contact;
    shared->in[0] = first;
    shared->in[1] = second;
    examiner_call(call, NULL, NULL);
    return shared;
}

static carom_force mine_force(const carom_contact *contact, double overlap_m, double rate_mps)
{
    return call_with_contact(CALL_FORCE, contact, overlap_m, rate_mps)->force;
}

static double mine_energy(const carom_contact *contact, double overlap_m)
{
    return call_with_contact(CALL_ENERGY, contact, overlap_m, 0)->out;
}

static carom_contact_outcome mine_outcome(const carom_contact *contact, double approach_mps)
{
    return call_with_contact(CALL_OUTCOME, contact, approach_mps, 0)->outcome;
}

static double mine_rate(const carom_contact *contact, double approach_mps)
{
    return call_with_contact(CALL_RATE, contact, approach_mps, 0)->out;
}

static double mine_frequency(const carom_contact *contact, double approach_mps)
{
    return call_with_contact(CALL_FREQUENCY, contact, approach_mps, 0)->out;
}

void examiner_fill_entry(void)
{
    const shared_page *shared = examiner_page();
    for (int call = CALL_DAMPING; call <= CALL_FREQUENCY; call++) {
        if (!shared->slot[call]) {
            examiner_fail("carom_force_law_mine lacks a function; expected damping, contact, "
                          "force, energy, outcome, rate_per_s and "
                          "frequency_per_s");
        }
    }
    mine = (carom_force_law){.about = examiner_entry(),
                             .check = shared->slot[CALL_CHECK] ? mine_check : NULL,
                             .damping = mine_damping,
                             .contact = mine_contact,
                             .force = mine_force,
                             .energy = mine_energy,
                             .outcome = mine_outcome,
                             .rate_per_s = mine_rate,
                             .frequency_per_s = mine_frequency};
}
