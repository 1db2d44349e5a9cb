/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The queue of events: the earliest first, ties by key. */
#include "search/event_queue.h"
#include "support.h"

START_TEST(queue_gives_the_earliest_and_breaks_ties_by_key)
{
    enum { KEYS = 257 };
    carom_queue queue;
    double time[KEYS];
    stream s = {7};
    for (int key = 0; key < KEYS; key++) {
        time[key] = INFINITY;
    }
    ck_assert(carom_queue_init(&queue, KEYS));
    for (int round = 0; round < 5000; round++) {
        size_t key = (size_t)(KEYS * next_number(&s)), best = 0, second;
        double first;
        time[key] = floor(50 * next_number(&s)) - 5;
        carom_queue_set(&queue, key, time[key]);
        for (key = 1; key < KEYS; key++) {
            best = time[key] < time[best] ? key : best;
        }
        ck_assert_uint_eq(carom_queue_first(&queue, &first), best);
        assert_same(first, time[best]);
        time[best] = INFINITY; /* and the one after it */
        for (key = 0, second = best == 0; key < KEYS; key++) {
            second = time[key] < time[second] ? key : second;
        }
        time[best] = first;
        ck_assert(isinf(time[second]) ||
                  time[carom_queue_second(&queue, (uint32_t)best)] == time[second]);
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

TEST_MAIN("event queue", queue_gives_the_earliest_and_breaks_ties_by_key)
