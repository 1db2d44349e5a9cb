/* SPDX-License-Identifier: GPL-3.0-or-later */
/* List of all studies. */
#include "studies/studies.h"

#define X(name) &carom_study_##name.about,
static const carom_entry *const entries[] = {CAROM_STUDIES(X) NULL};
#undef X

const carom_interface carom_studies = {"study", "studies", entries, NULL};
