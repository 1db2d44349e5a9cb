/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <carom/impact_law.h>

#define X(name) &carom_impact_law_##name.about,
static const carom_entry *const entries[] = {CAROM_IMPACT_LAWS(X) NULL};
#undef X

const carom_seam carom_impact_laws = {"impact law", "impact-laws", entries, NULL};
