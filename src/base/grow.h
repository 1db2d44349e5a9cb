/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Room for one more item in an array that grows.
 */
#ifndef CAROM_BASE_GROW_H
#define CAROM_BASE_GROW_H

#include <stddef.h>

/** @p items as it is if it has room for more than @p count, else moved to twice the room.
 *  @param capacity  in items; changed with the room
 *  @return NULL: no memory, and @p items is as it was */
void *carom_grow(void *items, size_t count, size_t *capacity, size_t item_size);

#endif
