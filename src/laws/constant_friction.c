/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coulomb friction: mu is independent of the slip speed. */
#include <carom/friction_law.h>

static double constant_coefficient(const void *options, double nominal, double slip_mps)
{
    (void)options, (void)slip_mps;
    return nominal;
}

const carom_friction_law carom_friction_law_constant = {
    .about = {.name = "constant", .summary = "the scenario's friction at every slip speed"},
    .nominal = true,
    .coefficient = constant_coefficient};
