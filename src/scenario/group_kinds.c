/* SPDX-License-Identifier: GPL-3.0-or-later */
/* List of all kinds of groups, from CAROM_GROUP_KINDS in scenario.h. */
#include "scenario/scenario.h"

#define X(name) &carom_group_##name.about,
static const carom_entry *const entries[] = {CAROM_GROUP_KINDS(X) NULL};
#undef X
const carom_interface carom_group_kinds = {"group", "groups", entries, NULL};
