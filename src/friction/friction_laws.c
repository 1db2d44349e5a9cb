/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <carom/friction_law.h>

#define X(name) &carom_friction_law_##name.about,
static const carom_entry *const entries[] = {CAROM_FRICTION_LAWS(X) NULL};
#undef X

const carom_seam carom_friction_laws = {"friction law", "friction-laws", entries, NULL};
