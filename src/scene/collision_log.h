/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The order of a sorted collision log.
 */
#ifndef CAROM_SCENE_COLLISION_LOG_H
#define CAROM_SCENE_COLLISION_LOG_H

#include <carom/archive.h>
#include <carom/collision.h>

/** For qsort: < 0 where @p left, a carom_collision or what begins with one, comes before @p right:
 * by time; what happens at the same time, by the numbers of the bodies. */
int carom_collision_compare(const void *left, const void *right);

/** Passes a collision as a part of what it stands in, and a whole log. */
void carom_collision_archive(carom_archive *archive, carom_collision *collision);
void carom_log_archive(carom_log *log, carom_archive *archive);

#endif
