/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file Functions that carom calls and wasi-libc does not declare; see system.c. */
#ifndef CAROM_LAB_WASI_UNISTD_H
#define CAROM_LAB_WASI_UNISTD_H

#include <sys/types.h>
#include_next <unistd.h>

int dup(int descriptor);
int fchown(int file, uid_t owner, gid_t group);

#endif
