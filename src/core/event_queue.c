/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/event_queue.h"
#include <math.h>
#include <stdlib.h>

bool carom_queue_init(carom_queue *queue, size_t count)
{
    *queue = (carom_queue){.count = count,
                           .time = calloc(count + 1, sizeof *queue->time),
                           .heap = calloc(count + 1, sizeof *queue->heap),
                           .place = calloc(count + 1, sizeof *queue->place)};
    if (queue->time == NULL || queue->heap == NULL || queue->place == NULL) {
        carom_queue_free(queue);
        return false;
    }
    for (size_t key = 0; key < count; key++) {
        queue->time[key] = INFINITY;
        queue->heap[key] = queue->place[key] = key;
    }
    return true;
}

void carom_queue_free(carom_queue *queue)
{
    free(queue->time);
    free(queue->heap);
    free(queue->place);
    *queue = (carom_queue){0, NULL, NULL, NULL};
}

static bool earlier(const carom_queue *queue, size_t key, size_t other)
{
    double a = queue->time[key], b = queue->time[other];
    return a < b || (a == b && key < other);
}

static void put(carom_queue *queue, size_t place, size_t key)
{
    queue->heap[place] = key;
    queue->place[key] = place;
}

static size_t sift_up(carom_queue *queue, size_t place, size_t key)
{
    while (place > 0 && earlier(queue, key, queue->heap[(place - 1) / 2])) {
        put(queue, place, queue->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    return place;
}

static size_t sift_down(carom_queue *queue, size_t place, size_t key)
{
    for (size_t child = 2 * place + 1; child < queue->count; child = 2 * place + 1) {
        if (child + 1 < queue->count && earlier(queue, queue->heap[child + 1], queue->heap[child])) {
            child++;
        }
        if (!earlier(queue, queue->heap[child], key)) {
            break;
        }
        put(queue, place, queue->heap[child]);
        place = child;
    }
    return place;
}

void carom_queue_set(carom_queue *queue, size_t key, double time)
{
    queue->time[key] = time;
    put(queue, sift_down(queue, sift_up(queue, queue->place[key], key), key), key);
}

size_t carom_queue_first(const carom_queue *queue)
{
    return queue->heap[0];
}
