/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of force laws. */
#include <carom/force_law.h>

#define X(name) &carom_force_law_##name.about,
static const carom_entry *const force_laws[] = {CAROM_FORCE_LAWS(X) NULL};
#undef X

const carom_interface carom_force_laws = {"force law", "force-laws", force_laws};
