/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Memory for the oracle's long numbers. GMP, on which MPFR stands, aborts the program where there
 * is none; here it is given some of a reserve instead, and the command is told to end in good
 * order.
 */
#ifndef CAROM_CLI_OPTIONS_BIGNUM_MEMORY_H
#define CAROM_CLI_OPTIONS_BIGNUM_MEMORY_H

#include <signal.h>
#include <stdbool.h>

/** Before the first long number. @param stop set where memory is missing, as by a signal */
void cli_bignum_memory_guard(volatile sig_atomic_t *stop);

/** Whether it was missing. */
bool cli_bignum_memory_is_lost(void);

#endif
