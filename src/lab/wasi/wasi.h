/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file What carom uses and wasi-libc does not declare; module.mk includes it first in every file,
 * so it must not include a header that depends on feature macros. */
#pragma once

#include <__typedef_gid_t.h>
#include <__typedef_mode_t.h>
#include <__typedef_uid_t.h>

/* Defined in system.c. */
char *realpath(const char *path, char *real);
int dup(int descriptor);
int fchmod(int file, mode_t mode);
