/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impact law with the same restitution at every speed. */
#include <carom/impact_law.h>

static double constant_restitution(const void *options, double nominal, double approach_mps,
                                   const carom_body *a, const carom_body *b)
{
    (void)options, (void)approach_mps, (void)a, (void)b;
    return nominal;
}

const carom_impact_law carom_impact_law_constant = {
    .about = {.name = "constant", .summary = "the scenario's restitution at every speed"},
    .nominal = true,
    .restitution = constant_restitution};
