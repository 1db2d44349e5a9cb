/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * An indexed binary heap: one time per key 0..n-1, the earliest on top, ties to the lower key.
 */
#ifndef CAROM_CORE_EVENT_QUEUE_H
#define CAROM_CORE_EVENT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    size_t count;
    double *time;  /**< by key, s */
    size_t *heap;  /**< keys in heap order */
    size_t *place; /**< place of a key in the heap */
} carom_queue;

/** A queue of @p count keys at INFINITY. @return false: no memory */
bool carom_queue_init(carom_queue *queue, size_t count);
void carom_queue_free(carom_queue *queue);

/** Moves @p key to @p time. O(log n) */
void carom_queue_set(carom_queue *queue, size_t key, double time);

/** The key with the earliest time; count must be > 0. */
size_t carom_queue_first(const carom_queue *queue);

#endif
