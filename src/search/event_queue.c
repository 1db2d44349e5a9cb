/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/event_queue.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

/* So many keys are due on a day, as long as a day is made: fewer mean pages turned for little, more
 * a heap that is no longer small; and, where there are many keys, what is fetched for a day gone
 * from the cache before it comes. (Measured: 8 beside 6 is 2 % faster at 1e3 and 1e4 balls, and 6
 * beside 4 slower at 1e5.) */
static const double due_a_day = 4, due_a_long_day = 8;
enum { MOST_LONG_DAYS = 20000 };

/* The days that have pages: so many keys for one. (Four days for all, of which most are due on the
 * first; with more there is less to look for beyond them, and more memory to miss.) */
enum { KEYS_A_DAY = 1, FEWEST_DAYS = 16, SAMPLE = 128 };

/* Days of which so many tell at least how much is due on one; and what that may be of what it
 * should be. */
enum { FEWEST_COUNTED = 64 };
static const double least_due_rel = 0.8, most_due_rel = 1.25;

/* With more keys a page is seldom in the cache. */
enum { MOST_CACHED = 4096 };

/* ---- what is due today ---- */

/* Up to so many are kept sorted; more, which only happens where days are much too long, in a heap.
 */
enum { SORTED = 32 };

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

/* What is sorted is a heap too, once it stands at the front. */
static void become_heap(carom_queue *queue)
{
    memmove(queue->today, queue->today + queue->at, queue->due * sizeof *queue->today);
    queue->at = 0;
    queue->heap = true;
}

static void push(carom_queue *queue, uint32_t key)
{
    carom_queue_entry entry = {queue->time_s[key], key};
    size_t k = queue->at + queue->due;
    if (!queue->heap && k >= SORTED) {
        become_heap(queue);
    }
    if (queue->heap) {
        sift_up(queue->today, queue->due++, entry);
        return;
    }
    for (; k > queue->at && comes_before(entry, queue->today[k - 1]); k--) {
        queue->today[k] = queue->today[k - 1];
    }
    queue->today[k] = entry;
    queue->due++;
}

static void pop(carom_queue *queue)
{
    carom_queue_entry *heap = queue->today, last;
    size_t k = 0, child;
    queue->due--;
    if (!queue->heap) {
        queue->at++;
        return;
    }
    last = heap[queue->due];
    for (; (child = 2 * k + 1) < queue->due; k = child) {
        child += child + 1 < queue->due && comes_before(heap[child + 1], heap[child]);
        if (!comes_before(heap[child], last)) {
            break;
        }
        heap[k] = heap[child];
    }
    heap[k] = last;
}

/* The place of each of up to SORTED by its time: the number of those before it, counted two at once
 * and without a jump. False: some are due at the same time. */
static bool place_by_time(const carom_queue_entry *entry, size_t count, size_t *place)
{
    double time_s[SORTED + 1];
    size_t places = 0;
    for (size_t k = 0; k < count; k++) {
        time_s[k] = entry[k].time_s;
    }
    time_s[count] = INFINITY; /* before nobody: the other one of the last two */
    for (size_t k = 0; k < count; k++) {
        carom_lanes at = carom_lanes_both(time_s[k]);
        carom_lanes_whole before = {0, 0};
        for (size_t j = 0; j < count; j += CAROM_LANES) {
            before -= carom_lanes_below(carom_lanes_load(time_s + j), at);
        }
        place[k] = (size_t)(before[0] + before[1]);
        places += place[k];
    }
    return places == count * (count - 1) / 2;
}

/* Parts those who got one place, as they are due at the same time: by key, which may be there
 * twice. */
static void part_ties(const carom_queue_entry *entry, size_t count, size_t *place)
{
    for (size_t k = 1; k < count; k++) {
        for (size_t j = 0; j < k; j++) {
            if (entry[j].time_s == entry[k].time_s) {
                place[entry[j].key > entry[k].key ? j : k]++;
            }
        }
    }
}

/* Puts in order what has been put down anyhow. */
static void sort_today(carom_queue *queue)
{
    carom_queue_entry found[SORTED];
    size_t place[SORTED], count = queue->due;
    queue->heap = count > SORTED;
    for (size_t k = 1; k < count && queue->heap; k++) {
        sift_up(queue->today, k, queue->today[k]);
    }
    if (queue->heap) {
        return;
    }
    for (size_t k = 0; k < count; k++) {
        found[k] = queue->today[k];
    }
    if (!place_by_time(found, count, place)) {
        part_ties(found, count, place);
    }
    for (size_t k = 0; k < count; k++) {
        queue->today[place[k]] = found[k];
    }
}

/* ---- pages ---- */

static double day_of(const carom_queue *queue, uint32_t key)
{
    return (queue->time_s[key] - queue->zero_s) * queue->days_per_s;
}

/* Writes a key on the page of its day. False: there is no page left. */
static bool write_down(carom_queue *queue, uint32_t key, double day)
{
    carom_queue_page *page = &queue->page[(uint64_t)day & (queue->days - 1)];
    if (page->count == CAROM_QUEUE_PAGE) { /* a full page goes behind an empty one */
        uint32_t spare = queue->spare;
        if (spare == 0) {
            return false;
        }
        queue->spare = queue->page[spare].more;
        queue->page[spare] = *page;
        page->more = spare;
        page->count = 0;
    }
    page->key[page->count++] = key;
    return true;
}

/* Enters a key whose time is finite. False: there is no room any more. */
static bool enter(carom_queue *queue, uint32_t key)
{
    double day = day_of(queue, key), in = day - queue->today_is;
    if (in >= 1 && in < (double)queue->days) {
        return write_down(queue, key, day);
    }
    if ((in < 1 ? queue->due : queue->far) == queue->room) {
        return false;
    }
    if (in < 1) {
        push(queue, key);
        queue->work++;
    } else {
        queue->far_key[queue->far++] = key;
    }
    return true;
}

/* ---- the days ---- */

static int compare_times(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* How long until a quarter of the keys is due, as some of them tell; and the part that they are. */
static double quarter(const carom_queue *queue, double *part)
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
    qsort(time_s, count, sizeof *time_s, compare_times);
    for (size_t k = count / 4; k < count; k++) { /* or more, where nothing lies between */
        if (time_s[k] > queue->last_s) {
            *part = (double)(k + 1) / (double)count;
            return time_s[k] - queue->last_s;
        }
    }
    *part = 1;
    return 0;
}

static void clear_pages(carom_queue *queue)
{
    for (size_t k = 0; k < queue->days; k++) {
        queue->page[k].count = queue->page[k].more = 0;
    }
    queue->spare = 0;
    for (size_t k = queue->spare_pages; k-- > 0;) {
        queue->page[queue->days + k].more = queue->spare;
        queue->spare = (uint32_t)(queue->days + k);
    }
}

/* What should be due on a day. */
static double due_of(const carom_queue *queue)
{
    return queue->count > MOST_LONG_DAYS ? due_a_day : due_a_long_day;
}

/* Everything anew, with days of that length. Today is the day of what was earliest when last asked.
 * There is room: see carom_queue_init. */
static void make_days_of(carom_queue *queue, double days_per_s)
{
    queue->days_per_s = days_per_s > 0 && days_per_s < INFINITY ? days_per_s : 1;
    queue->look_day = queue->look_days;
    queue->zero_s = queue->last_s;
    queue->today_is = 0;
    queue->far_day = (double)queue->days;
    queue->due = queue->at = queue->far = 0;
    queue->heap = false;
    clear_pages(queue);
    for (uint32_t key = 0; key < queue->count; key++) {
        if (queue->time_s[key] < INFINITY) {
            enter(queue, key);
        }
    }
    queue->work = queue->waiting = 0;
}

/* Days as long as they should be now, as the times tell, whatever has been. */
static void make_days(carom_queue *queue)
{
    double part = 1, way_s = quarter(queue, &part);
    queue->opened = queue->counted = 0;
    queue->look_days = fmax(FEWEST_COUNTED, (double)(queue->days / 16));
    make_days_of(queue, part * (double)queue->finite / (due_of(queue) * way_s));
}

/* What was due on the days before, of what should be. */
static double due_rel_of(const carom_queue *queue)
{
    return queue->opened / (queue->counted * due_of(queue));
}

/* Days as long as they should be, as that tells. */
static void keep_pace(carom_queue *queue)
{
    double due_rel = due_rel_of(queue);
    if (!(queue->counted >= FEWEST_COUNTED / 2) || !(due_rel > 0)) {
        make_days(queue);
        return;
    }
    queue->counted *= due_rel; /* in days of the new length */
    make_days_of(queue, queue->days_per_s * due_rel);
}

/* Looks whether on the days since the last look as much was due as should be. It is done again
 * sooner if it was, and later if all had to be made anew, as that takes its time. */
static bool has_kept_pace(carom_queue *queue)
{
    double due_rel = due_rel_of(queue);
    bool kept = due_rel > least_due_rel && due_rel < most_due_rel;
    double days = kept ? 0.5 * queue->look_days : 2 * queue->look_days;
    queue->opened *= 0.5;
    queue->counted *= 0.5;
    queue->look_days = fmax(FEWEST_COUNTED, fmax((double)(queue->days / 16), days));
    queue->look_day = queue->today_is + queue->look_days;
    return kept;
}

/* Of those who wait, enters the first so many, and who is due within so many days. The pages of the
 * others are still on their way to the cache. False: there was no room, and all is made anew. */
static bool enter_waiting(carom_queue *queue, size_t first, double within_days)
{
    size_t count = queue->waiting;
    queue->waiting = 0;
    for (size_t k = 0; k < count; k++) {
        uint32_t key = queue->pending[k];
        if (!(queue->time_s[key] < INFINITY)) {
            continue;
        }
        if (k >= first && day_of(queue, key) - queue->today_is >= within_days) {
            queue->pending[queue->waiting++] = key;
        } else if (!enter(queue, key)) {
            make_days(queue);
            return false;
        }
    }
    return true;
}

void carom_queue_enter_one(carom_queue *queue, uint32_t key)
{
    if (queue->time_s[key] < INFINITY && !enter(queue, key)) {
        make_days(queue);
    }
}

void carom_queue_enter(carom_queue *queue)
{
    size_t first = queue->waiting == CAROM_QUEUE_PENDING ? CAROM_QUEUE_PENDING / 2 : 0;
    (void)enter_waiting(queue, first, 1);
}

/* Those beyond the pages, as far as there are pages for them by now. */
static bool look_far(carom_queue *queue)
{
    size_t count = queue->far;
    queue->far_day = queue->today_is + (double)queue->days;
    queue->far = 0;
    queue->work += count;
    for (size_t k = 0; k < count; k++) {
        uint32_t key = queue->far_key[k];
        if (queue->time_s[key] < INFINITY && !enter(queue, key)) {
            return false;
        }
    }
    return true;
}

/* Puts down what is due on the day that has come. */
static bool read_page(carom_queue *queue, const carom_queue_page *page)
{
    if (queue->due + CAROM_QUEUE_PAGE > queue->room) {
        return false;
    }
    for (uint32_t k = 0; k < page->count; k++) {
        double in = day_of(queue, page->key[k]) - queue->today_is;
        queue->today[queue->due] = (carom_queue_entry){queue->time_s[page->key[k]], page->key[k]};
        queue->due += (in >= 0) & (in < 1);
    }
    return true;
}

/* The day that has come, of which nothing is due yet but what was far. False: no room. */
static bool open_day(carom_queue *queue)
{
    uint32_t first = (uint32_t)((uint64_t)queue->today_is & (queue->days - 1)), at = first;
    if (queue->due > 0) {
        become_heap(queue);
    }
    queue->at = 0;
    do {
        carom_queue_page *page = &queue->page[at];
        uint32_t more = page->more;
        if (!read_page(queue, page)) {
            return false;
        }
        page->count = page->more = 0;
        if (at != first) {
            page->more = queue->spare;
            queue->spare = at;
        }
        at = more;
    } while (at != 0);
    queue->opened += (double)queue->due;
    queue->counted++;
    sort_today(queue);
    return true;
}

void carom_queue_turn(carom_queue *queue)
{
    while (queue->finite > 0) {
        while (queue->due > 0) {
            const carom_queue_entry *top = queue->today + queue->at;
            if (queue->time_s[top->key] == top->time_s) {
                return;
            }
            pop(queue);
        }
        if (!enter_waiting(queue, 0, 2)) {
            continue;
        }
        queue->today_is++;
        queue->work++;
        if (queue->work > 8 * (queue->days + queue->count) ||
            (queue->today_is == queue->far_day && !look_far(queue)) || !open_day(queue)) {
            make_days(queue);
        } else if (queue->today_is >= queue->look_day && !has_kept_pace(queue)) {
            keep_pace(queue);
        }
    }
    queue->due = 0;
}

/* ---- the queue ---- */

/* Rooms are large enough for all keys wherever they are due; and so much larger that they are full
 * of what does not count any more only after many changes. */
bool carom_queue_init(carom_queue *queue, size_t count)
{
    size_t days = FEWEST_DAYS, spare = count / 4 + FEWEST_DAYS, room = 2 * count + 2 * SORTED;
    while (days * KEYS_A_DAY < count) {
        days *= 2;
    }
    *queue = (carom_queue){.count = count,
                           .days = days,
                           .spare_pages = spare,
                           .room = room,
                           .scattered = count > MOST_CACHED,
                           .days_per_s = 1,
                           .time_s = carom_room_new(count, sizeof *queue->time_s),
                           .page = carom_room_new(days + spare, sizeof *queue->page),
                           .today = carom_room_new(room, sizeof *queue->today),
                           .far_key = carom_room_new(room, sizeof *queue->far_key)};
    if (queue->time_s == NULL || queue->page == NULL || queue->today == NULL ||
        queue->far_key == NULL) {
        carom_queue_free(queue);
        return false;
    }
    for (size_t key = 0; key < count; key++) {
        queue->time_s[key] = INFINITY;
    }
    make_days(queue);
    return true;
}

void carom_queue_free(carom_queue *queue)
{
    free(queue->time_s);
    free(queue->page);
    free(queue->today);
    free(queue->far_key);
    *queue = (carom_queue){0};
}

void carom_queue_shift(carom_queue *queue, double way_s)
{
    for (size_t key = 0; key < queue->count; key++) {
        queue->time_s[key] -= way_s;
    }
    queue->last_s -= way_s;
    keep_pace(queue);
}

/* Whether all can be: numbers, and none so early that there is no day for the others. */
static bool are_times(const carom_queue *queue)
{
    static const double earliest_s = -1e290; /* from there to the latest is a number */
    bool all = true;
    for (size_t key = 0; key < queue->count; key++) {
        all = all && queue->time_s[key] >= earliest_s;
    }
    return all;
}

void carom_queue_archive(carom_queue *queue, carom_archive *archive)
{
    carom_archive_array(archive, queue->time_s, queue->count);
    if (archive->keeping) {
        return;
    }
    queue->finite = 0;
    queue->last_s = INFINITY;
    for (size_t key = 0; key < queue->count; key++) {
        queue->finite += queue->time_s[key] < INFINITY;
        queue->last_s = queue->time_s[key] < queue->last_s ? queue->time_s[key] : queue->last_s;
    }
    queue->last_s = queue->finite > 0 ? queue->last_s : 0;
    if (carom_archive_must(archive, are_times(queue), "next event")) {
        make_days(queue);
    }
}
