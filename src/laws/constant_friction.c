/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coulomb's: the same at every slip. */
#include <carom/friction_law.h>

static double constant_coefficient(const void *options, double nominal, double slip_mps)
{
    (void)options, (void)slip_mps;
    return nominal;
}

const carom_friction_law carom_friction_law_constant = {
    .about = {.name = "constant", .summary = "the scenario's friction, however fast surfaces slip"},
    .nominal = true,
    .coefficient = constant_coefficient};
