/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of force laws. To add one, write a file in this folder and append X(name). */
#include <carom/force_law.h>

#define FORCE_LAWS(X)                                                                              \
    X(hooke)                                                                                       \
    X(hertz)                                                                                       \
    X(viscoelastic)

/* Further laws of a build: -D'CAROM_MORE_FORCE_LAWS(X)=X(mine)' (tests/try.sh). */
#ifndef CAROM_MORE_FORCE_LAWS
#define CAROM_MORE_FORCE_LAWS(X)
#endif

#define X(name) extern const carom_force_law carom_force_law_##name;
FORCE_LAWS(X)
CAROM_MORE_FORCE_LAWS(X)
#undef X

#define X(name) &carom_force_law_##name.about,
static const carom_entry *const force_laws[] = {FORCE_LAWS(X) CAROM_MORE_FORCE_LAWS(X) NULL};
#undef X

const carom_interface carom_force_laws = {"force law", "force-laws", force_laws};
