/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Memory for arrays that are read here and there: in large pages where the system has them, because
 * looking up a small page costs as much as the load itself once the array is larger than the cache.
 * And several arrays at once.
 */
#ifndef CAROM_BASE_MEMORY_H
#define CAROM_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/** Zeroed room for @p count items of @p size bytes, aligned to 64; freed with free(). NULL: no
 * memory. */
void *carom_room_new(size_t count, size_t size);

/** Zeroed room for @p count items of @p size bytes, freed with free(). Where there is none it sets
 * @p missing, so that several can be asked for before anybody looks. */
static inline void *carom_zeros(size_t count, size_t size, bool *missing)
{
    void *room = calloc(count, size);
    *missing = *missing || room == NULL;
    return room;
}

#endif
