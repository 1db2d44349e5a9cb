/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <carom/integrator.h>

#define X(name) &carom_integrator_##name.about,
static const carom_entry *const entries[] = {CAROM_INTEGRATORS(X) NULL};
#undef X

const carom_interface carom_integrators = {"integrator", "integrators", entries};
