/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/event_queue.h"
#include <math.h>
#include <stdlib.h>

enum { CHILDREN = 4 };

bool carom_queue_init(carom_queue *queue, size_t count)
{
    *queue = (carom_queue){.count = count,
                           .heap = calloc(count + 1, sizeof *queue->heap),
                           .place = calloc(count + 1, sizeof *queue->place)};
    if (queue->heap == NULL || queue->place == NULL) {
        carom_queue_free(queue);
        return false;
    }
    for (size_t key = 0; key < count; key++) {
        queue->heap[key] = (carom_queue_node){INFINITY, (uint32_t)key};
        queue->place[key] = (uint32_t)key;
    }
    return true;
}

void carom_queue_free(carom_queue *queue)
{
    free(queue->heap);
    free(queue->place);
    *queue = (carom_queue){0, NULL, NULL};
}

static bool earlier(carom_queue_node a, carom_queue_node b)
{
    return a.time_s < b.time_s || (a.time_s == b.time_s && a.key < b.key);
}

static void put(carom_queue *queue, size_t place, carom_queue_node node)
{
    queue->heap[place] = node;
    queue->place[node.key] = (uint32_t)place;
}

static size_t sift_up(carom_queue *queue, size_t place, carom_queue_node node)
{
    while (place > 0) {
        size_t parent = (place - 1) / CHILDREN;
        if (!earlier(node, queue->heap[parent])) {
            break;
        }
        put(queue, place, queue->heap[parent]);
        place = parent;
    }
    return place;
}

static size_t earliest_child(const carom_queue *queue, size_t place)
{
    size_t first = CHILDREN * place + 1, best = first;
    size_t end = first + CHILDREN < queue->count ? first + CHILDREN : queue->count;
    for (size_t child = first + 1; child < end; child++) {
        best = earlier(queue->heap[child], queue->heap[best]) ? child : best;
    }
    return best;
}

static size_t sift_down(carom_queue *queue, size_t place, carom_queue_node node)
{
    while (CHILDREN * place + 1 < queue->count) {
        size_t child = earliest_child(queue, place);
        if (!earlier(queue->heap[child], node)) {
            break;
        }
        put(queue, place, queue->heap[child]);
        place = child;
    }
    return place;
}

void carom_queue_set(carom_queue *queue, size_t key, double time_s)
{
    carom_queue_node node = {time_s, (uint32_t)key};
    put(queue, sift_down(queue, sift_up(queue, queue->place[key], node), node), node);
}
