/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of impact laws and impact policies, and the law of constant restitution. */
#include "impacts/impacts.h"

static double constant_restitution(const void *options, double nominal, double approach_mps,
                                   const carom_body *a, const carom_body *b)
{
    (void)options, (void)approach_mps, (void)a, (void)b;
    return nominal;
}

const carom_impact_law carom_impact_law_constant = {
    .about = {.name = "constant", .summary = "the scenario's restitution at every speed"},
    .nominal = true,
    .restitution = constant_restitution};

static const carom_entry *const laws[] = {&carom_impact_law_constant.about,
                                          &carom_impact_law_table.about,
                                          &carom_impact_law_power.about, NULL};
const carom_interface carom_impact_laws = {"impact law", "impact-laws", laws};

static const carom_entry *const policies[] = {
    &carom_impact_policy_generalized_reflections.about, &carom_impact_policy_newton_lcp.about,
    &carom_impact_policy_sequential_index.about, &carom_impact_policy_sequential_speed.about, NULL};
const carom_interface carom_impact_policies = {"impact policy", "impact-policies", policies};
