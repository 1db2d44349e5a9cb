/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What carom asks the system for and wasi-libc does not declare; see system.c.
 */
#ifndef CAROM_LAB_WASI_SYS_STAT_H
#define CAROM_LAB_WASI_SYS_STAT_H

#include_next <sys/stat.h>

int fchmod(int file, mode_t mode);

#endif
