/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <carom/force_law.h>

#define X(name) &carom_force_law_##name.about,
static const carom_entry *const entries[] = {CAROM_FORCE_LAWS(X) NULL};
#undef X

const carom_seam carom_force_laws = {"force law", "force-laws", entries, NULL};
