/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Loops whose turns do not depend on each other, divided among the threads of a team. What a turn
 * computes does not depend on who takes it, so the bits are the same for any number of threads.
 *
 * A team of its own and not OpenMP's: it belongs to its solver, needs no library that a user of
 * ours would have to link, and its threads wait awake for the next loop of a step, which comes a
 * few microseconds later.
 */
#ifndef CAROM_BASE_TEAM_H
#define CAROM_BASE_TEAM_H

#include <stddef.h>

enum { CAROM_MOST_THREADS = 64 };

typedef struct carom_team carom_team;

/** The turns from <= i < to, as part number @p part (below the number of threads). */
typedef void (*carom_loop)(void *context, size_t part, size_t from, size_t to);

/** A team of so many threads, the caller one of them; fewer where they cannot be had. NULL is a
 * team of one. */
carom_team *carom_team_new(size_t threads);
void carom_team_free(carom_team *team);

/** Divides @p turns among the team; few turns are not worth it and are one part. */
void carom_parallel(carom_team *team, size_t turns, carom_loop loop, void *context);

#endif
