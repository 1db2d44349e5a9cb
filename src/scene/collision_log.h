/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The order of a sorted collision log.
 */
#ifndef CAROM_SCENE_COLLISION_LOG_H
#define CAROM_SCENE_COLLISION_LOG_H

#include <carom/collision.h>

/** For qsort: < 0 where @p left, a carom_collision or what begins with one, comes before @p right:
 * by time; what happens at the same time, by the numbers of the bodies. */
int carom_collision_compare(const void *left, const void *right);

#endif
