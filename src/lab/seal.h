/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A seal: what two runs of the same bits have in common, and no others.
 */
#ifndef CAROM_LAB_SEAL_H
#define CAROM_LAB_SEAL_H

#include <carom/solver.h>

enum { CAROM_SEAL_SIZE = 17 };

/** FNV-1a (64 bits) over the bits of x_m, y_m, vx_mps, vy_mps of one ball after the other, as IEEE
 * 754 doubles, least byte first; 16 hexadecimal digits and NUL. */
void carom_seal_of(const carom_sample *sample, char seal[CAROM_SEAL_SIZE]);

#endif
