/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Memory for arrays that are read here and there: in large pages where the system has them, because
 * looking up a small page costs as much as the load itself once the array is larger than the cache.
 */
#ifndef CAROM_BASE_MEMORY_H
#define CAROM_BASE_MEMORY_H

#include <stddef.h>

/** Zeroed room for @p count items of @p size bytes, aligned to 64; freed with free(). NULL: no
 * memory. */
void *carom_room_new(size_t count, size_t size);

#endif
