/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of force laws and friction laws. */
#include <carom/force_law.h>
#include <carom/friction_law.h>

#define X(name) &carom_force_law_##name.about,
static const carom_entry *const force_laws[] = {CAROM_FORCE_LAWS(X) NULL};
#undef X

const carom_interface carom_force_laws = {"force law", "force-laws", force_laws};

#define X(name) &carom_friction_law_##name.about,
static const carom_entry *const friction_laws[] = {CAROM_FRICTION_LAWS(X) NULL};
#undef X

const carom_interface carom_friction_laws = {"friction law", "friction-laws", friction_laws};
