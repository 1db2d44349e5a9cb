/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Two collision logs laid side by side: which collisions are the same ones, how far apart in time,
 * and what happened instead of what.
 *
 * A collision of one log is matched with one of the other when it is the same pair of bodies, and
 * for each of its balls everything before it is matched too: the two runs have told the same story
 * about both until then. What independent balls do in which order does not matter.
 */
#ifndef CAROM_MEASURE_ALIGNMENT_H
#define CAROM_MEASURE_ALIGNMENT_H

#include <carom/collision.h>
#include <stddef.h>

#define CAROM_UNMATCHED ((size_t)-1)

typedef struct {
    size_t matched;
    /** by collision of the first log: its match in the second, or CAROM_UNMATCHED */
    size_t *partner;
    size_t *back;   /**< by collision of the second log: its match in the first */
    double *lost_s; /**< by ball: when its stories part, INFINITY if they do not */
    /** of matched collisions, second minus first; NaN without any */
    double mean_offset_s, largest_offset_s;
    /** the first collision of each log, by time, that parts a story; CAROM_UNMATCHED: none */
    size_t first, second;
    double mismatch_s; /**< the first mismatch: the earlier of the two; NaN: none */
} carom_alignment;

/** Aligns two logs sorted by time, of @p balls balls, both until @p end_s. A collision that one run
 * has at its end and the other just has not yet parts no story: what counts must be earlier than
 * the end by @p slack_s and by the largest offset. carom_alignment_free in any case. */
CAROM_CHECKED carom_status carom_alignment_of(carom_alignment *alignment, const carom_log *first,
                                              const carom_log *second, size_t balls, double end_s,
                                              double slack_s, carom_error *error);
void carom_alignment_free(carom_alignment *alignment);

/** How many collisions must be put in or taken out to turn one log's sequence of pairs, in order of
 * time, into the other's: both lengths less twice their longest common subsequence (Hunt and
 * Szymanski, CACM 20, 350 (1977)).
 *  @return CAROM_NO_MEMORY; distance CAROM_UNMATCHED where the logs are too long for that */
CAROM_CHECKED carom_status carom_edit_distance(const carom_log *first, const carom_log *second,
                                               size_t *distance, carom_error *error);

/** Whether two collisions are of the same two bodies. */
bool carom_collision_same_pair(const carom_collision *p, const carom_collision *q);

#endif
