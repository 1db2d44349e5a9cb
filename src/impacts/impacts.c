/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of impact laws and impact policies. */
#include <carom/impact_policy.h>

#define X(name) &carom_impact_law_##name.about,
static const carom_entry *const laws[] = {CAROM_IMPACT_LAWS(X) NULL};
#undef X

const carom_interface carom_impact_laws = {"impact law", "impact-laws", laws};

#define X(name) &carom_impact_policy_##name.about,
static const carom_entry *const policies[] = {CAROM_IMPACT_POLICIES(X) NULL};
#undef X

const carom_interface carom_impact_policies = {"impact policy", "impact-policies", policies};
