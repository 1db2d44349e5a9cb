/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The order of balls that their initial state gives, whatever the order in the file: what is
 * computed in it cannot depend on the numbering, to the last bit.
 */
#ifndef CAROM_SCENE_CANONICAL_ORDER_H
#define CAROM_SCENE_CANONICAL_ORDER_H

#include <carom/problem.h>

/** Sorts by place (along Morton's curve), vx, vy, radius, mass; identical balls by number. */
void carom_balls_sort(carom_ball *ball, size_t count);

#endif
