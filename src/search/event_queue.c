/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bucket queue of event times. */
#include "search/event_queue.h"

/* Entries per bucket at which the width aims. Fewer waste time on empty buckets. More make sorting
 * slow, and with many keys the prefetched data leave the cache before use. (8 instead of 6 is 2 %
 * faster at 1e3 and 1e4 balls; 6 instead of 4 is slower at 1e5.) */
static const double entries_per_bucket = 4, entries_per_bucket_small = 8;
enum { MAX_SMALL_QUEUE = 20000 };

/* Keys per bucket, which sets the number of buckets. (More buckets leave fewer keys for the
 * overflow list, but cause more cache misses.) */
enum { KEYS_PER_BUCKET = 1, MIN_BUCKETS = 16, SAMPLE = 128 };

/* Buckets sampled to estimate the mean number of entries per bucket, and the limits of its ratio
 * to the target. */
enum { MIN_BUCKETS_COUNTED = 64 };
static const double min_fill_ratio = 0.8, max_fill_ratio = 1.25;

/* With more keys, the buckets do not fit into the cache. */
enum { MAX_CACHED = 4096 };

/* ---- current bucket ---- */

/* Up to this number of entries, the front is sorted. Beyond, which happens only while the buckets
 * are far too wide, it is a heap. */
enum { MAX_SORTED = 32 };

static inline bool comes_before(carom_queue_entry a, carom_queue_entry b)
{
    return (a.time_s < b.time_s) | ((a.time_s == b.time_s) & (a.key < b.key));
}

static void sift_up(carom_queue_entry *heap, size_t k, carom_queue_entry entry)
{
    for (; k > 0 && comes_before(entry, heap[(k - 1) / 2]); k = (k - 1) / 2) {
        heap[k] = heap[(k - 1) / 2];
    }
    heap[k] = entry;
}

/* A sorted array that begins at 0 is a heap. */
static void make_heap(carom_queue *queue)
{
    memmove(queue->front.entry, queue->front.entry + queue->front.begin,
            queue->front.count * sizeof *queue->front.entry);
    queue->front.begin = 0;
    queue->front.is_heap = true;
}

static void push(carom_queue *queue, uint32_t key)
{
    carom_queue_entry entry = {queue->time_s[key], key};
    size_t k = queue->front.begin + queue->front.count;
    if (!queue->front.is_heap && k >= MAX_SORTED) {
        make_heap(queue);
    }
    if (queue->front.is_heap) {
        sift_up(queue->front.entry, queue->front.count++, entry);
        return;
    }
    for (; k > queue->front.begin && comes_before(entry, queue->front.entry[k - 1]); k--) {
        queue->front.entry[k] = queue->front.entry[k - 1];
    }
    queue->front.entry[k] = entry;
    queue->front.count++;
}

static void pop(carom_queue *queue)
{
    carom_queue_entry *heap = queue->front.entry, last;
    size_t k = 0, child;
    queue->front.count--;
    if (!queue->front.is_heap) {
        queue->front.begin++;
        return;
    }
    last = heap[queue->front.count];
    for (; (child = 2 * k + 1) < queue->front.count; k = child) {
        child += child + 1 < queue->front.count && comes_before(heap[child + 1], heap[child]);
        if (!comes_before(heap[child], last)) {
            break;
        }
        heap[k] = heap[child];
    }
    heap[k] = last;
}

/* Sort position of each of up to SORTED entries: the number of earlier ones, counted two at a time
 * without branches. False if two times are equal. */
static bool rank_by_time(const carom_queue_entry *entry, size_t count, size_t *rank)
{
    double time_s[MAX_SORTED + 1];
    size_t places = 0;
    for (size_t k = 0; k < count; k++) {
        time_s[k] = entry[k].time_s;
    }
    time_s[count] = INFINITY; /* pads the last pair */
    for (size_t k = 0; k < count; k++) {
        carom_lanes at = carom_lanes_broadcast(time_s[k]);
        carom_lanes_int before = {0, 0};
        for (size_t j = 0; j < count; j += CAROM_LANES) {
            before -= carom_lanes_less(carom_lanes_load(time_s + j), at);
        }
        rank[k] = (size_t)(before[0] + before[1]);
        places += rank[k];
    }
    return places == count * (count - 1) / 2;
}

/* Separate entries of equal time by key. The same key may occur twice. */
static void break_ties(const carom_queue_entry *entry, size_t count, size_t *rank)
{
    for (size_t k = 1; k < count; k++) {
        for (size_t j = 0; j < k; j++) {
            if (entry[j].time_s == entry[k].time_s) {
                rank[entry[j].key > entry[k].key ? j : k]++;
            }
        }
    }
}

static void sort_front(carom_queue *queue)
{
    carom_queue_entry found[MAX_SORTED];
    size_t rank[MAX_SORTED], count = queue->front.count;
    queue->front.is_heap = count > MAX_SORTED;
    for (size_t k = 1; k < count && queue->front.is_heap; k++) {
        sift_up(queue->front.entry, k, queue->front.entry[k]);
    }
    if (queue->front.is_heap) {
        return;
    }
    for (size_t k = 0; k < count; k++) {
        found[k] = queue->front.entry[k];
    }
    if (!rank_by_time(found, count, rank)) {
        break_ties(found, count, rank);
    }
    for (size_t k = 0; k < count; k++) {
        queue->front.entry[rank[k]] = found[k];
    }
}

/* ---- buckets ---- */

static double bucket_position(const carom_queue *queue, uint32_t key)
{
    return (queue->time_s[key] - queue->origin_s) * queue->buckets_per_s;
}

/* Append a key to its bucket. False if no spare bucket is left. */
static bool append_to_bucket(carom_queue *queue, uint32_t key, double position)
{
    carom_queue_bucket *bucket = &queue->bucket[(uint64_t)position & (queue->buckets - 1)];
    if (bucket->count == CAROM_QUEUE_BUCKET_SIZE) {
        /* a full bucket is copied to a spare one and chained */
        uint32_t spare = queue->free_bucket;
        if (spare == 0) {
            return false;
        }
        queue->free_bucket = queue->bucket[spare].next;
        queue->bucket[spare] = *bucket;
        bucket->next = spare;
        bucket->count = 0;
    }
    bucket->key[bucket->count++] = key;
    return true;
}

/* Insert a key with a finite time. False if an array is full. */
static bool insert_key(carom_queue *queue, uint32_t key)
{
    double position = bucket_position(queue, key), distance = position - queue->current_bucket;
    if (distance >= 1 && distance < (double)queue->buckets) {
        return append_to_bucket(queue, key, position);
    }
    if ((distance < 1 ? queue->front.count : queue->overflow_count) == queue->front.capacity) {
        return false;
    }
    if (distance < 1) {
        push(queue, key);
        queue->overhead++;
    } else {
        queue->overflow_key[queue->overflow_count++] = key;
    }
    return true;
}

/* ---- bucket width ---- */

/* Time until a quarter of the keys is due, estimated from a sample, and the exact fraction. */
static double sample_quartile(const carom_queue *queue, double *part)
{
    double time_s[SAMPLE];
    size_t count = 0, stride = queue->count / SAMPLE + 1;
    for (size_t key = 0; key < queue->count; key += stride) {
        time_s[count] = queue->time_s[key];
        count += time_s[count] < INFINITY;
    }
    if (count == 0) {
        *part = 1;
        return 0;
    }
    qsort(time_s, count, sizeof *time_s, carom_compare_numbers);
    for (size_t k = count / 4; k < count; k++) { /* or more, if their times are all equal */
        if (time_s[k] > queue->last_s) {
            *part = (double)(k + 1) / (double)count;
            return time_s[k] - queue->last_s;
        }
    }
    *part = 1;
    return 0;
}

static void clear_buckets(carom_queue *queue)
{
    for (size_t k = 0; k < queue->buckets; k++) {
        queue->bucket[k].count = queue->bucket[k].next = 0;
    }
    queue->free_bucket = 0;
    for (size_t k = queue->spare_buckets; k-- > 0;) {
        queue->bucket[queue->buckets + k].next = queue->free_bucket;
        queue->free_bucket = (uint32_t)(queue->buckets + k);
    }
}

static double target_per_bucket(const carom_queue *queue)
{
    return queue->count > MAX_SMALL_QUEUE ? entries_per_bucket : entries_per_bucket_small;
}

/* Rebuild all buckets with a given width, starting at the last time returned. The arrays are large
 * enough (carom_queue_init). */
static void rebuild_with_width(carom_queue *queue, double buckets_per_s)
{
    queue->buckets_per_s = buckets_per_s > 0 && buckets_per_s < INFINITY ? buckets_per_s : 1;
    queue->next_width_check = queue->width_check_interval;
    queue->origin_s = queue->last_s;
    queue->current_bucket = 0;
    queue->overflow_check = (double)queue->buckets;
    queue->front.count = queue->front.begin = queue->overflow_count = 0;
    queue->front.is_heap = false;
    clear_buckets(queue);
    for (uint32_t key = 0; key < queue->count; key++) {
        if (queue->time_s[key] < INFINITY) {
            insert_key(queue, key);
        }
    }
    queue->overhead = queue->pending_count = 0;
}

/* Rebuild with a width from a sample of the times. */
static void rebuild(carom_queue *queue)
{
    double part = 1, quartile_s = sample_quartile(queue, &part);
    queue->entries_counted = queue->buckets_counted = 0;
    queue->width_check_interval = fmax(MIN_BUCKETS_COUNTED, (double)(queue->buckets / 16));
    rebuild_with_width(queue,
                       part * (double)queue->finite / (target_per_bucket(queue) * quartile_s));
}

/* Mean number of entries in the last buckets, relative to the target. */
static double fill_ratio(const carom_queue *queue)
{
    return queue->entries_counted / (queue->buckets_counted * target_per_bucket(queue));
}

/* Rebuild with a width from the last buckets. */
static void adjust_width(carom_queue *queue)
{
    double ratio = fill_ratio(queue);
    if (!(queue->buckets_counted >= MIN_BUCKETS_COUNTED / 2) || !(ratio > 0)) {
        rebuild(queue);
        return;
    }
    queue->buckets_counted *= ratio; /* in units of the new width */
    rebuild_with_width(queue, queue->buckets_per_s * ratio);
}

/* True if the last buckets had about the target number of entries. The next check comes sooner
 * after a success, and later after a rebuild, because rebuilding is expensive. */
static bool check_width(carom_queue *queue)
{
    double ratio = fill_ratio(queue);
    bool on_target = ratio > min_fill_ratio && ratio < max_fill_ratio;
    double buckets = on_target ? 0.5 * queue->width_check_interval
                               : 2 * queue->width_check_interval;
    queue->entries_counted *= 0.5;
    queue->buckets_counted *= 0.5;
    queue->width_check_interval = fmax(MIN_BUCKETS_COUNTED,
                                       fmax((double)(queue->buckets / 16), buckets));
    queue->next_width_check = queue->current_bucket + queue->width_check_interval;
    return on_target;
}

/* Insert the first pending keys, and those due within a number of buckets. The other buckets are
 * still being fetched into the cache. False if a full array caused a rebuild. */
static bool insert_pending(carom_queue *queue, size_t first, double within_days)
{
    size_t count = queue->pending_count;
    queue->pending_count = 0;
    for (size_t k = 0; k < count; k++) {
        uint32_t key = queue->pending[k];
        if (!(queue->time_s[key] < INFINITY)) {
            continue;
        }
        if (k >= first && bucket_position(queue, key) - queue->current_bucket >= within_days) {
            queue->pending[queue->pending_count++] = key;
        } else if (!insert_key(queue, key)) {
            rebuild(queue);
            return false;
        }
    }
    return true;
}

void carom_queue_insert(carom_queue *queue, uint32_t key)
{
    if (queue->time_s[key] < INFINITY && !insert_key(queue, key)) {
        rebuild(queue);
    }
}

void carom_queue_insert_pending(carom_queue *queue)
{
    size_t first = queue->pending_count == CAROM_QUEUE_PENDING ? CAROM_QUEUE_PENDING / 2 : 0;
    (void)insert_pending(queue, first, 1);
}

/* Insert the overflow keys that have a bucket by now. */
static bool insert_overflow(carom_queue *queue)
{
    size_t count = queue->overflow_count;
    queue->overflow_check = queue->current_bucket + (double)queue->buckets;
    queue->overflow_count = 0;
    queue->overhead += count;
    for (size_t k = 0; k < count; k++) {
        uint32_t key = queue->overflow_key[k];
        if (queue->time_s[key] < INFINITY && !insert_key(queue, key)) {
            return false;
        }
    }
    return true;
}

/* Copy the valid entries of a bucket to the front. */
static bool read_bucket(carom_queue *queue, const carom_queue_bucket *bucket)
{
    if (queue->front.count + CAROM_QUEUE_BUCKET_SIZE > queue->front.capacity) {
        return false;
    }
    for (uint32_t k = 0; k < bucket->count; k++) {
        double distance = bucket_position(queue, bucket->key[k]) - queue->current_bucket;
        queue->front.entry[queue->front.count] = (carom_queue_entry){queue->time_s[bucket->key[k]],
                                                                     bucket->key[k]};
        queue->front.count += (distance >= 0) & (distance < 1);
    }
    return true;
}

/* Open the new current bucket. The front has at most overflow keys. False if an array is full. */
static bool open_bucket(carom_queue *queue)
{
    uint32_t first = (uint32_t)((uint64_t)queue->current_bucket & (queue->buckets - 1)), at = first;
    if (queue->front.count > 0) {
        make_heap(queue);
    }
    queue->front.begin = 0;
    do {
        carom_queue_bucket *bucket = &queue->bucket[at];
        uint32_t next = bucket->next;
        if (!read_bucket(queue, bucket)) {
            return false;
        }
        bucket->count = bucket->next = 0;
        if (at != first) {
            bucket->next = queue->free_bucket;
            queue->free_bucket = at;
        }
        at = next;
    } while (at != 0);
    queue->entries_counted += (double)queue->front.count;
    queue->buckets_counted++;
    sort_front(queue);
    return true;
}

void carom_queue_next_bucket(carom_queue *queue)
{
    while (queue->finite > 0) {
        while (queue->front.count > 0) {
            const carom_queue_entry *top = queue->front.entry + queue->front.begin;
            if (queue->time_s[top->key] == top->time_s) {
                return;
            }
            pop(queue);
        }
        if (!insert_pending(queue, 0, 2)) {
            continue;
        }
        queue->current_bucket++;
        queue->overhead++;
        if (queue->overhead > 8 * (queue->buckets + queue->count) ||
            (queue->current_bucket == queue->overflow_check && !insert_overflow(queue)) ||
            !open_bucket(queue)) {
            rebuild(queue);
        } else if (queue->current_bucket >= queue->next_width_check && !check_width(queue)) {
            adjust_width(queue);
        }
    }
    queue->front.count = 0;
}

/* ---- queue ---- */

/* Each array has room for all keys, whatever their times, and for many stale entries. */
void carom_queue_init(carom_queue *queue, size_t count)
{
    size_t buckets = MIN_BUCKETS, spare = count / 4 + MIN_BUCKETS,
           room = 2 * count + 2 * MAX_SORTED;
    while (buckets * KEYS_PER_BUCKET < count) {
        buckets *= 2;
    }
    *queue = (carom_queue){.count = count,
                           .buckets = buckets,
                           .spare_buckets = spare,
                           .front.capacity = room,
                           .exceeds_cache = count > MAX_CACHED,
                           .buckets_per_s = 1,
                           .time_s = carom_aligned_zeros(count, sizeof *queue->time_s),
                           .bucket = carom_aligned_zeros(buckets + spare, sizeof *queue->bucket),
                           .front.entry = carom_aligned_zeros(room, sizeof *queue->front.entry),
                           .overflow_key = carom_aligned_zeros(room, sizeof *queue->overflow_key)};
    for (size_t key = 0; key < count; key++) {
        queue->time_s[key] = INFINITY;
    }
    rebuild(queue);
}

void carom_queue_free(carom_queue *queue)
{
    free(queue->time_s);
    free(queue->bucket);
    free(queue->front.entry);
    free(queue->overflow_key);
    *queue = (carom_queue){0};
}

void carom_queue_shift(carom_queue *queue, double shift_s)
{
    for (size_t key = 0; key < queue->count; key++) {
        queue->time_s[key] -= shift_s;
    }
    queue->last_s -= shift_s;
    adjust_width(queue);
}
