/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * An indexed heap: one time per key 0..n-1, the earliest on top, ties to the lower key. Four children
 * per node, and the times in the nodes: half the levels of a binary heap, and what is compared lies side
 * by side in memory.
 */
#ifndef CAROM_CORE_EVENT_QUEUE_H
#define CAROM_CORE_EVENT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    double time_s;
    uint32_t key;
} carom_queue_node;

typedef struct {
    size_t count;
    carom_queue_node *heap;
    uint32_t *place; /**< by key: its place in the heap */
} carom_queue;

/** A queue of @p count keys at INFINITY. @return false: no memory */
bool carom_queue_init(carom_queue *queue, size_t count);
void carom_queue_free(carom_queue *queue);

/** Moves @p key to @p time_s. O(log n) */
void carom_queue_set(carom_queue *queue, size_t key, double time_s);

/** The key with the earliest time, and that time; count must be > 0. */
static inline carom_queue_node carom_queue_first(const carom_queue *queue)
{
    return queue->heap[0];
}

#endif
