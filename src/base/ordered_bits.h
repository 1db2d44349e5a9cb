/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Numbers as unsigned integers in the same order, for what compares faster or bit by bit.
 */
#ifndef CAROM_BASE_ORDERED_BITS_H
#define CAROM_BASE_ORDERED_BITS_H

#include <stdint.h>
#include <string.h>

/** Negative numbers are turned round, the others put above them. -0 counts as 0; no NaN. */
static inline uint64_t carom_ordered_bits(double number)
{
    uint64_t bits;
    number += 0.0; /* -0 is 0 */
    memcpy(&bits, &number, sizeof bits);
    return bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
}

#endif
