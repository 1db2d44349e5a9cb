/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The order of a sorted collision log.
 */
#ifndef CAROM_SCENE_COLLISION_LOG_H
#define CAROM_SCENE_COLLISION_LOG_H

#include <carom/archive.h>
#include <carom/collision.h>
#include <carom/problem.h>

/** For qsort: < 0 where @p left, a carom_collision or what begins with one, comes before @p right:
 * by time; what happens at the same time, by the numbers of the bodies. */
int carom_collision_compare(const void *left, const void *right);

/** Whether a collision that comes from elsewhere is between two of the balls, or a ball and a part
 * of the wall, of @p problem, and its flags are flags: only then it may be used. */
bool carom_collision_is_of(const carom_collision *collision, const carom_problem *problem);

/** Refuses a collision given back that is not between two of the balls, or a ball and a part of the
 * wall, of @p problem. */
void carom_collision_examine(carom_archive *archive, const carom_collision *collision,
                             const carom_problem *problem);

/** Passes a collision as a part of what it stands in, which examines it; and a whole log. */
void carom_collision_archive(carom_archive *archive, carom_collision *collision);
void carom_log_archive(carom_log *log, const carom_problem *problem, carom_archive *archive);

#endif
