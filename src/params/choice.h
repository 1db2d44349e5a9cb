/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Single values of a choice, by their keys.
 */
#ifndef CAROM_PARAMS_CHOICE_H
#define CAROM_PARAMS_CHOICE_H

#include <carom/param.h>

/** Sets a number of a choice by its key; NaN leaves it to what is said instead. @return false: it
 * has no such number */
bool carom_choice_set_number(const carom_choice *choice, const char *key, double value);

/** A number of a choice; NaN where it has none. */
double carom_choice_number(const carom_choice *choice, const char *key);

/** The entry that a choice has chosen of a seam; NULL where it chooses none. */
const carom_entry *carom_choice_of_seam(const carom_choice *choice, const carom_seam *seam);

#endif
