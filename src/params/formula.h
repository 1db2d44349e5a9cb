/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A formula of one variable as text: what theory says, beside what is measured.
 */
#ifndef CAROM_PARAMS_FORMULA_H
#define CAROM_PARAMS_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

/** The value at @p x of numbers, x, pi, + - * / ^, brackets, and abs, sqrt, exp, log, sin, cos,
 * tan, atan, floor, ceil of one argument; ^ binds to the right and more tightly than a sign.
 *  @param value  may be infinite or NaN where the formula is
 *  @param why    where it is none: what is wrong and where, what would be right
 *  @return whether it is a formula */
bool carom_formula_of(const char *text, double x, double *value, char *why, size_t size);

#endif
