/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_FRICTION_H
#define CAROM_INTERNAL_FRICTION_H

/** @file
 * The exponential function of what steps: the C library's has other last bits elsewhere.
 */

/** exp(-x) for x >= 0, to 2e-16 of it, by + - * / alone; NaN of NaN. */
double carom_decay(double x);

#endif
