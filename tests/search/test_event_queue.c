/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event queue: earliest first, ties by key. */
#include "search/event_queue.h"
#include "support.h"

enum { KEYS = 257 };

/* Compare the queue's first event with a search over all times. */
static void assert_first(carom_queue *queue, const double *time, size_t keys)
{
    size_t best = 0;
    double first;
    for (size_t key = 1; key < keys; key++) {
        best = time[key] < time[best] ? key : best;
    }
    ck_assert_uint_eq(carom_queue_first(queue, &first), best);
    assert_same(first, time[best]);
}

START_TEST(queue_returns_the_earliest_and_breaks_ties_by_key)
{
    carom_queue queue;
    double time[KEYS];
    stream s = {7};
    for (int key = 0; key < KEYS; key++) {
        time[key] = INFINITY;
    }
    carom_queue_init(&queue, KEYS);
    assert_first(&queue, time, KEYS);
    for (int round = 0; round < 5000; round++) {
        size_t key = (size_t)(KEYS * next_number(&s));
        time[key] = round % 11 == 0 ? INFINITY : floor(50 * next_number(&s)) - 5;
        carom_queue_set(&queue, key, time[key]);
        assert_first(&queue, time, KEYS);
        if (round % 100 == 0) {
            carom_queue_shift(&queue, 0.75);
            for (key = 0; key < KEYS; key++) {
                time[key] -= 0.75;
            }
        }
    }
    carom_queue_free(&queue);
}
END_TEST

/* Like a run: the first event gets a later time, and sometimes another one does. The density of
 * events changes a millionfold, in bursts and pauses, and some events are simultaneous. */
START_TEST(queue_keeps_up_with_events_however_dense)
{
    enum { MANY = 40 };
    carom_queue queue;
    double time[MANY];
    stream s = {11};
    carom_queue_init(&queue, MANY);
    for (size_t key = 0; key < MANY; key++) {
        time[key] = next_number(&s);
        carom_queue_set(&queue, key, time[key]);
    }
    for (int round = 0; round < 30000; round++) {
        double now, scale = pow(10, 3 * sin(1e-3 * round));
        uint32_t first = carom_queue_first(&queue, &now);
        size_t other = (size_t)(MANY * next_number(&s));
        time[first] = now - scale * log(next_number(&s)) * (first % 7 == 0 ? 1e-6 : 1);
        carom_queue_set(&queue, first, time[first]);
        time[other] = round % 13 == 0 ? now : now + 20 * scale * next_number(&s);
        carom_queue_set(&queue, other, time[other]);
        assert_first(&queue, time, MANY);
    }
    carom_queue_free(&queue);
}
END_TEST

/* As with ordered balls at the start of a run: at first no event is due for long, then far more
 * than the sample predicted. A bucket should have 8 keys (event_queue.c); prefetching relies on
 * it. */
START_TEST(queue_adapts_its_bucket_width)
{
    enum { MANY = 3000, EVENTS = 20 * MANY };
    carom_queue queue;
    stream s = {5};
    double now, today = 0, days = 0;
    carom_queue_init(&queue, MANY);
    for (size_t key = 0; key < MANY; key++) {
        carom_queue_set(&queue, key, 0.5 + next_number(&s));
    }
    carom_queue_shift(&queue, 0);
    for (int event = 0; event < EVENTS; event++) {
        uint32_t first = carom_queue_first(&queue, &now);
        if (event >= EVENTS / 2) {
            days += queue.current_bucket < today ? queue.current_bucket
                                                 : queue.current_bucket - today;
        }
        today = queue.current_bucket;
        carom_queue_set(&queue, first, now - 0.5 * log(next_number(&s)));
    }
    ck_assert_double_gt(EVENTS / 2 / days, 8 * 0.75);
    ck_assert_double_lt(EVENTS / 2 / days, 8 * 1.35);
    carom_queue_free(&queue);
}
END_TEST

/* All keys at the same time, and all but one at infinity: no bucket width helps. */
START_TEST(queue_with_simultaneous_events)
{
    enum { MANY = 5000 };
    carom_queue queue;
    double now;
    carom_queue_init(&queue, MANY);
    for (size_t key = 0; key < MANY; key++) {
        carom_queue_set(&queue, key, 3);
    }
    for (uint32_t round = 0; round < 3 * MANY; round++) {
        ck_assert_uint_eq(carom_queue_first(&queue, &now), round % MANY);
        assert_same(now, 3 + round / MANY);
        carom_queue_set(&queue, round % MANY, now + 1);
    }
    for (size_t key = 1; key < MANY; key++) {
        carom_queue_set(&queue, key, INFINITY);
    }
    for (double t_s = 6; t_s < 1e6; t_s *= 1.5) {
        carom_queue_set(&queue, 0, t_s);
        ck_assert_uint_eq(carom_queue_first(&queue, &now), 0);
        assert_same(now, t_s);
    }
    carom_queue_free(&queue);
}
END_TEST

TEST_MAIN("event queue", queue_returns_the_earliest_and_breaks_ties_by_key,
          queue_keeps_up_with_events_however_dense, queue_adapts_its_bucket_width,
          queue_with_simultaneous_events)
