/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction that falls with the slip, mu(g) = floor + rise exp(-decay g). The defaults are pool
 * balls': Alciatore, The Illustrated Principles of Pool and Billiards, technical proof TP A.14,
 * fitted to Marlow's measurements (The Physics of Pocket Billiards, 1995). The slip is in the
 * plane, so this is Alciatore's throw of stun shots: follow and draw add a vertical slip. */
#include "friction/friction.h"
#include <carom/friction_law.h>

typedef struct {
    double floor, rise, decay_s_per_m;
} exponential_options;

#define PART(name, of, usual, what)                                                                \
    {                                                                                              \
        .key = #name, .type = CAROM_NUMBER, .unit = of, .fallback = usual, .lowest = 0,            \
        .highest = CAROM_ANY_HIGH, .doc = what, .offset = offsetof(exponential_options, name)      \
    }
static const carom_param params[] = {
    PART(floor, "", "0.00995", "what is left of friction at a fast slip; a pool ball's"),
    PART(rise, "", "0.108", "what is added to it at no slip"),
    PART(decay_s_per_m, "s/m", "1.088", "how fast that falls with the slip"),
    {.key = NULL}};

static double exponential_coefficient(const void *object, double nominal, double slip_mps)
{
    const exponential_options *o = object;
    return nominal * (o->floor + o->rise * carom_decay(o->decay_s_per_m * slip_mps));
}

const carom_friction_law carom_friction_law_exponential = {
    .about = {.name = "exponential",
              .summary = "friction times floor + rise exp(-decay_s_per_m |slip|); friction: 1 is "
                         "the law itself; in the plane, so of stun shots",
              .params = params,
              .options_size = sizeof(exponential_options)},
    .coefficient = exponential_coefficient};
