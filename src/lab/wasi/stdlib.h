/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file Functions that carom calls and wasi-libc does not declare; see system.c. */
#ifndef CAROM_LAB_WASI_STDLIB_H
#define CAROM_LAB_WASI_STDLIB_H

#include_next <stdlib.h>

char *realpath(const char *path, char *real);

#endif
