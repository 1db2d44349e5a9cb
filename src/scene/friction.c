/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction laws: constant, and one that decreases with the slip speed u, mu(u) = floor + rise
 * exp(-decay u). The defaults are for pool balls: Alciatore, The Illustrated Principles of Pool and
 * Billiards, technical proof TP A.14, fitted to Marlow's measurements (The Physics of Pocket
 * Billiards, 1995). The slip is in the plane, which is Alciatore's throw of stun shots: follow and
 * draw add a vertical slip. */
#include "params/rows.h"
#include "scene/scene.h"

/* exp(-x) = 2^-n exp(-r), r = x - n ln 2 between -ln(2)/2 and ln(2)/2, where 14 terms of Taylor's
 * series leave 4e-18. */

/* ln 2 as a sum (Cody and Waite). The first number has 33 bits, which makes n ln2_high exact for
 * n < 2^11. */
static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
static const double per_ln2 = 1.44269504088896340736;

/* For larger x, exp(-x) is less than half of the smallest double. */
static const double largest = 745.2;

double carom_exp_negative(double x)
{
    double r, sum = 1, half = 0.5;
    if (!(x < largest)) {
        return isnan(x) ? x : 0;
    }
    int n = (int)(x * per_ln2 + 0.5);
    r = (x - n * ln2_high) - n * ln2_low;
    for (int k = 13; k > 0; k--) { /* 1 - r (1 - r/2 (1 - r/3 ...)) */
        sum = 1 - r / k * sum;
    }
    for (; n > 0; n /= 2) { /* multiply by 2^-n, by repeated squaring */
        sum = n % 2 == 1 ? sum * half : sum;
        half *= half;
    }
    return sum;
}

double carom_friction_coefficient(const carom_friction_law *law, double nominal, double slip_mps)
{
    return law->slip_dependent
             ? nominal *
                   (law->floor + law->rise * carom_exp_negative(law->decay_s_per_m * slip_mps))
             : nominal;
}

#define AT(member) offsetof(carom_friction_law, member)
static const carom_param params[] = {
    {NUMBER("floor", AT(floor), "", "0.00995", 0, ANY,
            "friction factor at high slip speed; default: pool balls")},
    {NUMBER("rise", AT(rise), "", "0.108", 0, ANY, "additional friction factor at zero slip")},
    {NUMBER("decay_s_per_m", AT(decay_s_per_m), "s/m", "1.088", 0, ANY,
            "rate at which the addition decays with the slip speed")},
    {.key = NULL}};

static const carom_entry constant = {.name = "constant",
                                     .summary = "the scenario's friction at every slip speed"};
static const carom_entry exponential = {
    .name = "exponential",
    .summary = "mu = friction (floor + rise exp(-decay_s_per_m |slip|)), measured for stun shots "
               "in the plane; friction: 1 gives the measured law",
    .params = params,
    .options_size = sizeof(carom_friction_law)};

static const carom_entry *const entries[] = {&constant, &exponential, NULL};
const carom_interface carom_friction_laws = {"friction law", "friction-laws", entries};

carom_friction_law carom_friction_law_chosen(const carom_choice *choice)
{
    carom_friction_law law = {.slip_dependent = choice->entry == &exponential};
    if (law.slip_dependent) {
        law = *(const carom_friction_law *)choice->options;
        law.slip_dependent = true;
    }
    return law;
}
