/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A force law whose slots are answered by the program that was handed in, at the end of carom's
 * list of force laws. */
#include "grading/examiner.h"
#include <string.h>

static carom_force_law mine;

#define X(name) &carom_force_law_##name.about,
static const carom_entry *const entries[] = {CAROM_FORCE_LAWS(X) & mine.about, NULL};
#undef X
const carom_seam carom_force_laws = {"force law", "force-laws", entries, NULL};

static hand_in *with_options(const void *options)
{
    hand_in *page = examiner_page();
    if (options != NULL) {
        memcpy(page->options, options, mine.about.options_size);
    }
    return page;
}

static void mine_check(const void *options, const carom_findings *findings)
{
    hand_in *page = with_options(options);
    examiner_ask(CALL_CHECK, NULL, NULL);
    if (page->found_text[0] != '\0') {
        findings->report(findings->context, page->found_error, page->found_key, page->found_text);
    }
}

static carom_status mine_damping(const void *options, int end, double restitution, double *damping,
                                 carom_error *error)
{
    hand_in *page = with_options(options);
    page->end = end;
    page->in[0] = restitution;
    page->out = *damping;
    examiner_ask(CALL_DAMPING, NULL, NULL);
    *damping = page->out;
    return page->status == CAROM_OK ? CAROM_OK
                                    : carom_error_set(error, (carom_status)page->status,
                                                      page->found_key, "%s", page->found_text);
}

static carom_contact mine_contact(const void *options, const carom_surface *surface)
{
    hand_in *page = with_options(options);
    page->surface = *surface;
    examiner_ask(CALL_CONTACT, NULL, NULL);
    return page->contact;
}

static hand_in *ask(hand_in_call call, const carom_contact *contact, double first, double second)
{
    hand_in *page = examiner_page();
    page->contact = *contact;
    page->in[0] = first;
    page->in[1] = second;
    examiner_ask(call, NULL, NULL);
    return page;
}

static carom_force mine_force(const carom_contact *contact, double overlap_m, double rate_mps)
{
    return ask(CALL_FORCE, contact, overlap_m, rate_mps)->force;
}

static double mine_energy(const carom_contact *contact, double overlap_m)
{
    return ask(CALL_ENERGY, contact, overlap_m, 0)->out;
}

static carom_contact_outcome mine_outcome(const carom_contact *contact, double approach_mps)
{
    return ask(CALL_OUTCOME, contact, approach_mps, 0)->outcome;
}

static double mine_rate(const carom_contact *contact, double approach_mps)
{
    return ask(CALL_RATE, contact, approach_mps, 0)->out;
}

static double mine_frequency(const carom_contact *contact, double approach_mps)
{
    return ask(CALL_FREQUENCY, contact, approach_mps, 0)->out;
}

void examiner_fill(void)
{
    const hand_in *page = examiner_page();
    for (int call = CALL_DAMPING; call <= CALL_FREQUENCY; call++) {
        if (!page->slot[call]) {
            examiner_fail("carom_force_law_mine has an empty slot; expected damping, contact, "
                          "force, energy, outcome, rate_per_s and "
                          "frequency_per_s");
        }
    }
    mine = (carom_force_law){.about = examiner_entry(),
                             .check = page->slot[CALL_CHECK] ? mine_check : NULL,
                             .damping = mine_damping,
                             .contact = mine_contact,
                             .force = mine_force,
                             .energy = mine_energy,
                             .outcome = mine_outcome,
                             .rate_per_s = mine_rate,
                             .frequency_per_s = mine_frequency};
}
