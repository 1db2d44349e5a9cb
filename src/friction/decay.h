/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The exponential function of what steps: the C library's has other last bits elsewhere.
 */
#ifndef CAROM_FRICTION_DECAY_H
#define CAROM_FRICTION_DECAY_H

/** exp(-x) for x >= 0, to 2e-16 of it, by + - * / alone; NaN of NaN. */
double carom_decay(double x);

#endif
