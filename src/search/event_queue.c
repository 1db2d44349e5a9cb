/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/event_queue.h"
#include "base/memory.h"
#include <math.h>
#include <stdlib.h>

/* Every match anew, from the leaves to the root. */
static void play(carom_queue *queue)
{
    for (size_t k = queue->leaves; k-- > 1;) {
        carom_queue_node left = queue->node[2 * k], right = queue->node[2 * k + 1];
        queue->node[k] = right.time < left.time ? right : left;
    }
}

bool carom_queue_init(carom_queue *queue, size_t count)
{
    size_t leaves = 2;
    while (leaves < count) {
        leaves *= 2;
    }
    *queue = (carom_queue){leaves, carom_room_new(2 * leaves, sizeof *queue->node)};
    if (queue->node == NULL) {
        return false;
    }
    queue->node[0] = (carom_queue_node){0, 0};
    for (size_t key = 0; key < leaves; key++) {
        queue->node[leaves + key] = (carom_queue_node){carom_ordered_bits(INFINITY), (uint32_t)key};
    }
    play(queue);
    return true;
}

void carom_queue_free(carom_queue *queue)
{
    free(queue->node);
    *queue = (carom_queue){0, NULL};
}

void carom_queue_shift(carom_queue *queue, double way_s)
{
    for (size_t k = queue->leaves; k < 2 * queue->leaves; k++) {
        queue->node[k].time = carom_ordered_bits(carom_ordered_number(queue->node[k].time) - way_s);
    }
    play(queue); /* rounding may have made equals of what was not */
}

void carom_queue_archive(carom_queue *queue, carom_archive *archive)
{
    for (size_t k = queue->leaves; k < 2 * queue->leaves; k++) {
        carom_archive_field(archive, queue->node[k].time);
    }
    if (!archive->keeping) {
        play(queue);
    }
}
