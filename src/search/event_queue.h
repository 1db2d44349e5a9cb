/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The earliest of many times: one time per key 0..n-1, ties to the lower key.
 *
 * A calendar: what is due on a later day stands on that day's page, unsorted, and a page is looked
 * at when its day comes; only what is due today is kept in order, in a heap of a few. What a key
 * was entered for before stays where it stands, and counts for nothing, as the key's time is
 * another by then. So a new time costs the same however many keys there are, and touches one page.
 * And what comes up soon is known, so that it can be fetched. (Paul, J. Comput. Phys. 221, 615
 * (2007), with pages instead of linked lists: nothing is ever taken out. Measured beside the
 * tournament of all keys that was here before: tests/bench/README.md.)
 *
 * How long a day is changes what this costs and nothing else: it follows from the times themselves
 * at first, then from how much was due on the days before. */
#ifndef CAROM_SEARCH_EVENT_QUEUE_H
#define CAROM_SEARCH_EVENT_QUEUE_H

#include "search/search.h"

enum { CAROM_QUEUE_BUCKET_SIZE = 14, CAROM_QUEUE_PENDING = 16 };

/** One day, or more of it: one cache line. */
typedef struct {
    uint32_t count;
    uint32_t next; /**< a page that belongs to this day too, or 0 */
    uint32_t key[CAROM_QUEUE_BUCKET_SIZE];
} carom_queue_bucket;

typedef struct {
    double time_s;
    uint32_t key;
} carom_queue_entry;

typedef struct {
    size_t count;   /**< keys */
    size_t finite;  /**< of these, how many have a finite time */
    double *time_s; /**< by key: all there is to know; the rest follows from it */
    /** day of a time: floor((time - zero) buckets_per_s) */
    double origin_s, buckets_per_s;
    double
        current_bucket; /**< which day, a whole number; what is due until its end is in `today` */
    size_t buckets;     /**< a power of two: from today on, so many have a page each */
    /** pages: of day d number d modulo `days`; then those that days with more take */
    carom_queue_bucket *bucket;
    size_t spare_buckets; /**< how many follow those of the days */
    uint32_t spare;       /**< the first that nobody has, by `more`; 0: none */
    /** what is due today, and some that is no longer: sorted, or a heap */
    carom_queue_entry *front;
    size_t at, due, room;   /**< where it begins, how many, and room */
    bool heap;              /**< and no more than a heap, which begins at 0 */
    bool exceeds_cache;     /**< pages are seldom in the cache */
    uint32_t *overflow_key; /**< due after all days that have pages, when last looked */
    size_t overflow_count;  /**< of these, room for `room` */
    double overflow_check;  /**< when to look again */
    /** not yet on their pages, which are on their way to the cache */
    uint32_t pending[CAROM_QUEUE_PENDING];
    size_t pending_count; /**< of these */
    double last_s;        /**< the earliest, when last asked */
    uint64_t overhead;    /**< since the days were made: what is done for nothing */
    /** how much was due on how many days, lately; and when to see whether that is as it should be
     */
    double entries_counted, buckets_counted, next_width_check;
    double width_check_interval; /**< from one such look to the next */
} carom_queue;

/** A queue of @p count keys at INFINITY. @return false: no memory */
bool carom_queue_init(carom_queue *queue, size_t count);
void carom_queue_free(carom_queue *queue);

/** Passes all times, of a queue of as many keys. */
void carom_queue_serialize(carom_queue *queue, carom_serializer *serializer);

/** Takes @p shift_s from every time. O(n) */
void carom_queue_shift(carom_queue *queue, double shift_s);

/* What carom_queue_set and carom_queue_first do now and then: enters some of those who wait, or one
 * that need not; makes the heap's first one that counts. */
void carom_queue_insert_pending(carom_queue *queue);
void carom_queue_insert(carom_queue *queue, uint32_t key);
void carom_queue_next_bucket(carom_queue *queue);

/** Moves @p key to @p time_s. O(1) as a rule */
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

/** The key with the earliest time, and that time (s); count must be > 0. */
static inline uint32_t carom_queue_first(carom_queue *queue, double *time_s)
{
    const carom_queue_entry *top = queue->front + queue->at;
    if (!queue->heap && queue->due > 0 && queue->time_s[top->key] != top->time_s) {
        queue->at++; /* what has just come up, as a rule: it has another time now */
        queue->due--;
        top++;
    }
    if (queue->due == 0 || queue->time_s[top->key] != top->time_s) {
        carom_queue_next_bucket(queue);
        if (queue->due == 0) {
            *time_s = INFINITY;
            return 0;
        }
        top = queue->front + queue->at;
    }
    *time_s = queue->last_s = top->time_s;
    return top->key;
}

/** What comes up so many days from today, as far as is known; some of it may not. */
static inline const carom_queue_bucket *carom_queue_bucket_ahead(const carom_queue *queue,
                                                                 uint64_t buckets)
{
    return &queue->bucket[((uint64_t)queue->current_bucket + buckets) & (queue->buckets - 1)];
}

#endif
