/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file What carom uses and wasi-libc does not declare; module.mk includes it first in every file,
 * so it must not include a header that depends on feature macros. */
#pragma once

#include <__typedef_gid_t.h>
#include <__typedef_mode_t.h>
#include <__typedef_uid_t.h>

/* File locks, which WASI lacks: fcntl returns EINVAL, and carom continues without them. */
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2

/* Defined in system.c. */
char *realpath(const char *path, char *real);
int dup(int descriptor);
int fchown(int file, uid_t owner, gid_t group);
int fchmod(int file, mode_t mode);
