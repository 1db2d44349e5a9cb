/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What the files of a crew share. A part is a system of its own, a copy of the whole one but for
 * what is as long as its balls or its near pairs, and for what it writes.
 */
#ifndef CAROM_SOLVERS_BURST_STATE_H
#define CAROM_SOLVERS_BURST_STATE_H

#include "base/threads.h"
#include "solvers/burst/crew.h"
#include "solvers/burst/flight.h"

/** Steps of a burst at most; near lists last for about 16. */
enum { CREW_MOST_STEPS = 64 };
/** What one says when they meet; twice, since the next step begins while some still listen. On a
 * cache line of its own, and the one beside it. */
typedef struct {
    double farthest_m, fastest_mps;
    bool failed, wants_end;
    char apart[104];
} crew_word;

/** A loss that goes into the books, J. */
typedef struct {
    double J;
    uint32_t ball;
} crew_loss;

typedef struct {
    crew_word said[2];
    penalty_system system;
    double *room; /* all that is as long as the balls or the near pairs */
    size_t room_size;
    uint32_t *ball, *which; /* by slot: the ball; by near pair: which it is of all */
    size_t index_capacity;
    penalty_near *near;
    unsigned char *acting;
    size_t near_capacity;
    /* collisions: the first are those that were open, and where they stand in the whole log */
    carom_log log;
    size_t *place, places, place_capacity;
    crew_loss *losses;
    size_t loss_count, loss_capacity;
    size_t log_end[CREW_MOST_STEPS], loss_end[CREW_MOST_STEPS];
    double farthest_m; /* of all, in the last step */
    bool listed;
    carom_error error;
} crew_part;

struct burst_crew {
    penalty_system *system;
    const burst_crowd *crowd;
    size_t parts;
    crew_part *part;
    uint32_t *root; /* by slot: of its cluster the first; then the part */
    uint32_t *weight;
    unsigned char *outside; /* by root: walls or fixed balls push it */
    size_t capacity;
    double t_s;
    size_t steps;
};

/* parts.c */

/** Divides the crowd among the parts, whose systems then are ready but for balls and near pairs.
 * false: one would have much more than its share, or there is no memory */
bool carom_crew_divide(burst_crew *self);
void carom_crew_free_part(crew_part *part);

/* merge.c */

/** After the steps: what the parts have counted, booked and logged becomes the whole system's. */
CAROM_CHECKED carom_status carom_crew_merge(burst_crew *self, carom_error *error);

#endif
