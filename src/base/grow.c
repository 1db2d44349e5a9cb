/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include <stdint.h>
#include <stdlib.h>

void *carom_grow(void *items, size_t count, size_t *capacity, size_t item_size)
{
    static const size_t first_room = 32;
    size_t wanted = *capacity == 0 ? first_room : 2 * *capacity;
    void *grown;
    if (count < *capacity) {
        return items;
    }
    if (wanted > SIZE_MAX / item_size) {
        return NULL;
    }
    grown = realloc(items, wanted * item_size);
    if (grown != NULL) {
        *capacity = wanted;
    }
    return grown;
}
