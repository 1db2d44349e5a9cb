/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restitution as a power of the approach speed, e = e_0 (v/v_0)^(-p), at most 1: measured for ice
 * and many metals. e_0 is the scenario's restitution. */
#include "impacts/impacts.h"
#include "params/rows.h"

typedef struct {
    double exponent, reference_speed_mps;
} power_options;

#define AT(member) offsetof(power_options, member)
static const carom_param params[] = {
    {NUMBER("exponent", AT(exponent), "", "0.25", 0, 2,
            "p: the restitution falls as the approach speed to the power -p")},
    {NUMBER("reference_speed_mps", AT(reference_speed_mps), "m/s", "1", POSITIVE, ANY,
            "approach speed at which a contact has the scenario's restitution")},
    {.key = NULL}};

/* x^p for x > 0 and p >= 0 by square roots, one for each binary digit of p. The C library's pow
 * differs between machines. */
static double power(double x, double p)
{
    double result = 1, root = x, digit = 1;
    for (; p >= 1; p -= 1) {
        result *= x;
    }
    for (int i = 0; i < 53 && p > 0; i++) {
        root = sqrt(root);
        digit *= 0.5;
        if (p >= digit) {
            result *= root;
            p -= digit;
        }
    }
    return result;
}

static double power_restitution(const void *object, double nominal, double approach_mps,
                                const carom_body *a, const carom_body *b)
{
    const power_options *options = object;
    double e = nominal * power(options->reference_speed_mps / approach_mps, options->exponent);
    (void)a, (void)b;
    return e > 1 && nominal <= 1 ? 1 : e;
}

const carom_impact_law carom_impact_law_power = {
    .about = {.name = "power",
              .summary = "restitution falls as a power of the approach speed, at most 1",
              .params = params,
              .options_size = sizeof(power_options)},
    .restitution = power_restitution};
