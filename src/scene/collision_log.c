/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "scene/scene.h"
#include <carom/collision.h>
#include <stdlib.h>

carom_status carom_log_add(carom_log *log, const carom_collision *collision, carom_error *error)
{
    carom_collision *grown = carom_grow(log->item, log->count, &log->capacity, sizeof *grown);
    if (grown == NULL) {
        return carom_error_no_memory(error);
    }
    log->item = grown;
    log->item[log->count++] = *collision;
    return CAROM_OK;
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

int carom_collision_compare(const void *left, const void *right)
{
    const carom_collision *a = left, *b = right;
    int order = compare_numbers(a->t_s, b->t_s);
    if (order == 0) {
        order = (int)a->wall - (int)b->wall;
    }
    if (order == 0) {
        order = (a->a > b->a) - (a->a < b->a);
    }
    if (order == 0) {
        order = (a->b > b->b) - (a->b < b->b);
    }
    /* The rounds of one pair within one instant slow down: the faster approach came first. */
    return order != 0 ? order : compare_numbers(b->approach_mps, a->approach_mps);
}

void carom_log_sort(carom_log *log)
{
    if (log->count > 1) {
        qsort(log->item, log->count, sizeof *log->item, carom_collision_compare);
    }
}

void carom_log_free(carom_log *log)
{
    free(log->item);
    *log = (carom_log){NULL, 0, 0};
}

/* All up to its flags are numbers without a gap between them. */
void carom_collision_archive(carom_archive *archive, carom_collision *collision)
{
    carom_archive_part(archive, collision, offsetof(carom_collision, wall));
    carom_archive_flag(archive, &collision->wall);
    carom_archive_flag(archive, &collision->sliding);
}

bool carom_collision_is_of(const carom_collision *collision, const carom_problem *problem)
{
    return carom_archive_is_flag(&collision->wall) && carom_archive_is_flag(&collision->sliding) &&
           carom_walls_have(problem, collision->a, collision->wall, collision->b);
}

void carom_collision_examine(carom_archive *archive, const carom_collision *collision,
                             const carom_problem *problem)
{
    (void)carom_archive_must(archive, carom_collision_is_of(collision, problem), "collision");
}

static void pass_collision(carom_archive *archive, void *one)
{
    carom_collision_archive(archive, one);
}

void carom_log_archive(carom_log *log, const carom_problem *problem, carom_archive *archive)
{
    carom_archive_each(archive, &log->item, &log->count, &log->capacity, sizeof *log->item,
                       pass_collision);
    for (size_t k = 0; k < log->count && !archive->keeping; k++) {
        carom_collision_examine(archive, &log->item[k], problem);
    }
}
