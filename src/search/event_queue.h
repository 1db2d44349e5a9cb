/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Priority queue of event times: one time per key 0..n-1, ties to the lower key.
 *
 * A bucket queue (calendar queue, Brown 1988; Paul, J. Comput. Phys. 221, 615 (2007)). Later
 * events lie unsorted in buckets of equal width in time; only the current bucket is sorted.
 * Changing a time appends the key to its new bucket and leaves the old entry, which is ignored
 * because its time no longer matches. The cost therefore does not depend on the number of keys,
 * and upcoming events are known early enough to prefetch their data. tests/bench/README.md
 * compares it with a tournament tree.
 *
 * The bucket width affects the cost only. It follows from a sample of the times at first, then
 * from the number of events in the last buckets. */
#pragma once

#include "search/search.h"

enum { CAROM_QUEUE_BUCKET_SIZE = 14, CAROM_QUEUE_PENDING = 16 };

/** A bucket, or a part of a chained bucket: one cache line. */
typedef struct {
    uint32_t count;
    uint32_t next; /**< next part of the same bucket, or of the free list; 0: none */
    uint32_t key[CAROM_QUEUE_BUCKET_SIZE];
} carom_queue_bucket;

typedef struct {
    double time_s;
    uint32_t key;
} carom_queue_entry;

/** Entries of the current bucket, stale ones included. */
typedef struct {
    carom_queue_entry *entry; /**< sorted, or a heap */
    size_t begin, count, capacity;
    bool is_heap; /**< a heap begins at 0 */
} carom_queue_front;

typedef struct {
    size_t count;   /**< number of keys */
    size_t finite;  /**< number of keys with a finite time */
    double *time_s; /**< time of each key; the other members can be rebuilt from it */
    /** bucket of a time: floor((time - zero) * width), with the width in buckets per second */
    double origin_s, buckets_per_s;
    double current_bucket; /**< number of the current bucket, an integer; the front has everything
                              due until its end */
    size_t buckets;        /**< a power of two: number of buckets from the current one on */
    /** bucket number modulo their number, followed by the spare ones that chains use */
    carom_queue_bucket *bucket;
    size_t spare_buckets; /**< number of spare buckets at the end */
    uint32_t free_bucket; /**< first spare bucket that is free; 0: none */
    carom_queue_front front;
    bool exceeds_cache;     /**< the buckets do not fit into the cache */
    uint32_t *overflow_key; /**< keys due after the last bucket */
    size_t overflow_count;  /**< number of these keys; their capacity equals that of the front */
    double overflow_check;  /**< bucket at which the overflow list is scanned next */
    /** keys not yet in a bucket, while the bucket is fetched into the cache */
    uint32_t pending[CAROM_QUEUE_PENDING];
    size_t pending_count; /**< number of pending keys */
    double last_s;        /**< last time that carom_queue_first returned */
    uint64_t overhead; /**< work spent on empty buckets and stale entries since the last rebuild */
    /** entries and buckets counted recently, and the bucket of the next width check */
    double entries_counted, buckets_counted, next_width_check;
    double width_check_interval; /**< number of buckets between width checks */
} carom_queue;

/** Create a queue of @p count keys with infinite times. */
void carom_queue_init(carom_queue *queue, size_t count);
void carom_queue_free(carom_queue *queue);

/** Subtract @p shift_s from every time. O(n) */
void carom_queue_shift(carom_queue *queue, double shift_s);

/* Slow paths of carom_queue_set and carom_queue_first: insert pending keys, insert one key, move
 * to the next bucket with a valid entry. */
void carom_queue_insert_pending(carom_queue *queue);
void carom_queue_insert(carom_queue *queue, uint32_t key);
void carom_queue_next_bucket(carom_queue *queue);

/** Set the time of @p key. O(1) on average */
static inline void carom_queue_set(carom_queue *queue, size_t key, double time_s)
{
    double position = (time_s - queue->origin_s) * queue->buckets_per_s;
    double distance = position - queue->current_bucket, buckets = (double)(int64_t)queue->buckets;
    queue->finite += (size_t)(time_s < INFINITY) - (size_t)(queue->time_s[key] < INFINITY);
    queue->time_s[key] = time_s;
    if (distance >= 1 && distance < buckets) {
        carom_queue_bucket *bucket =
            &queue->bucket[(size_t)(int64_t)position & (queue->buckets - 1)];
        if (queue->exceeds_cache) {
            carom_prefetch(bucket);
        } else if (bucket->count < CAROM_QUEUE_BUCKET_SIZE) {
            bucket->key[bucket->count++] = (uint32_t)key;
            return;
        }
    }
    if (!queue->exceeds_cache || distance >= buckets) {
        carom_queue_insert(queue, (uint32_t)key);
        return;
    }
    queue->pending[queue->pending_count++] = (uint32_t)key;
    if (queue->pending_count == CAROM_QUEUE_PENDING || !(distance >= 1)) {
        carom_queue_insert_pending(queue);
    }
}

/** Return the key with the earliest time, and that time (s). The queue must not be empty. */
static inline uint32_t carom_queue_first(carom_queue *queue, double *time_s)
{
    const carom_queue_entry *top = queue->front.entry + queue->front.begin;
    if (!queue->front.is_heap && queue->front.count > 0 && queue->time_s[top->key] != top->time_s) {
        queue->front.begin++; /* usually the event just processed, which has a new time */
        queue->front.count--;
        top++;
    }
    if (queue->front.count == 0 || queue->time_s[top->key] != top->time_s) {
        carom_queue_next_bucket(queue);
        if (queue->front.count == 0) {
            *time_s = INFINITY;
            return 0;
        }
        top = queue->front.entry + queue->front.begin;
    }
    *time_s = queue->last_s = top->time_s;
    return top->key;
}

/** Bucket a given number of buckets ahead. Some of its entries may be stale. */
static inline const carom_queue_bucket *carom_queue_bucket_ahead(const carom_queue *queue,
                                                                 uint64_t buckets)
{
    return &queue->bucket[((uint64_t)queue->current_bucket + buckets) & (queue->buckets - 1)];
}
