/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <carom/impact_policy.h>

#define X(name) &carom_impact_policy_##name.about,
static const carom_entry *const entries[] = {CAROM_IMPACT_POLICIES(X) NULL};
#undef X

const carom_seam carom_impact_policies = {"impact policy", "impact-policies", entries, NULL};
