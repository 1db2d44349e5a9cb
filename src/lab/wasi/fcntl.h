/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file WASI has no file locks: fcntl returns EINVAL, and carom continues without locks. */
#ifndef CAROM_LAB_WASI_FCNTL_H
#define CAROM_LAB_WASI_FCNTL_H

#include_next <fcntl.h>

#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2

#endif
