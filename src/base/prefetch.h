/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A hint to the processor that something in memory will be needed soon. Changes no result.
 */
#ifndef CAROM_BASE_PREFETCH_H
#define CAROM_BASE_PREFETCH_H

#if defined(__GNUC__)
#define carom_prefetch(address) __builtin_prefetch(address)
#else
#define carom_prefetch(address) ((void)(address))
#endif

#endif
