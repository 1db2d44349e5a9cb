/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A hint to the processor that something in memory will be needed soon. Changes no result.
 */
#ifndef CAROM_BASE_FETCH_H
#define CAROM_BASE_FETCH_H

#if defined(__GNUC__)
#define carom_fetch(address) __builtin_prefetch(address)
#else
#define carom_fetch(address) ((void)(address))
#endif

#endif
