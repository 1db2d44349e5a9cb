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

/** What a part says of a step. */
typedef struct {
    double farthest_m, fastest_mps;
    bool failed, wants_end, forgets; /* forgets: its rates do not serve the next step */
} crew_word;

/** A loss that goes into the books, J. They do so step by step: first what dashpots took, then
 * what friction did, then what setting springs back did; each in the order of the balls. */
typedef struct {
    double J;
    uint32_t ball;
} crew_loss;
enum { CREW_DASHPOTS, CREW_FRICTION, CREW_SET_BACKS, CREW_LOSSES };

/** In so many steps clusters are divided. */
enum { CREW_BINS = 512 };

/** from <= i < to */
typedef struct {
    size_t from, to;
} crew_range;

typedef struct {
    char apart[128]; /* two cache lines that nobody else writes to */
    crew_word said[CAROM_CROWD_MOST_STEPS];
    penalty_system system;
    double *room; /* all that is as long as the balls or the near pairs */
    size_t room_size;
    uint32_t *ball, *which; /* by slot: the ball; by near pair: which it is of all */
    size_t index_capacity;
    penalty_near *near;
    unsigned char *acting, *hold;
    penalty_grip *grip;
    struct penalty_rubbing *rubbing;
    size_t near_capacity;
    /* collisions: the first are those that were open, and where they stand in the whole log */
    carom_log log;
    size_t *place, places, place_capacity;
    crew_loss *losses;
    size_t loss_count, loss_capacity;
    size_t log_end[CAROM_CROWD_MOST_STEPS], loss_end[CAROM_CROWD_MOST_STEPS][CREW_LOSSES];
    double farthest_m; /* of all, in the last step */
    bool listed, fits;
    carom_error error;
    /* while they are divided: slots and near pairs that this part looks at, how much they weigh,
     * how many of them go to which part, and how many of its near pairs lead to another's slots */
    crew_range slots, nears;
    uint32_t weight[CREW_BINS + 1];
    size_t balls_to[CAROM_MOST_THREADS], nears_to[CAROM_MOST_THREADS], across;
} crew_part;

struct burst_crew {
    penalty_system *system;
    const burst_crowd *crowd;
    size_t parts;
    crew_part *part;
    uint32_t *root;         /* by slot: one of its cluster, in the end the first */
    uint32_t *place;        /* by slot: which it is in its part */
    unsigned char *whose;   /* by slot: the part */
    unsigned char *outside; /* by root: walls or fixed balls push it */
    uint32_t *across;       /* near pairs that connect what two parts look at */
    size_t capacity, across_capacity;
    double t_s;
    size_t steps;
    bool fits;      /* there is room for what comes back */
    bool errs;      /* some went farther ahead than they should have */
    size_t careful; /* for so many bursts nobody goes ahead */
};

/* parts.c */

/** Divides the crowd among the parts, whose systems then are ready but for balls and near pairs.
 * false: one would have much more than its share, or there is no memory */
bool carom_crew_divide(burst_crew *self);
void carom_crew_free_part(crew_part *part);

/* steps.c */

/** What all parts have said of a step, as the whole system would have found it. */
crew_word carom_crew_hear(const burst_crew *self, size_t step);

/** A step that has been tried goes into the books and the log. */
CAROM_CHECKED carom_status carom_crew_keep(crew_part *part, size_t step, double farthest_m);

/** All steps of part number @p p, which meets the others after each try of one; every thread comes
 * to the same end by what all have said. */
void carom_crew_run_together(burst_crew *self, crew_part *part, size_t p);

/* ahead.c */

/** The same, but they meet every few steps only. false: somewhere between them it should have
 * ended, or gone another way; nothing counts, and all is to be done again. */
bool carom_crew_run_ahead(burst_crew *self, crew_part *part, size_t p);

/** Before all is done again: open contacts are the whole system's, as they were. */
void carom_crew_restore(const burst_crew *self);

/* merge.c */

/** Before open contacts come back: room for all of them. false: no memory */
bool carom_crew_fit_records(burst_crew *self);
/** Those of a part are the whole system's again, but for where they stand in the log. */
void carom_crew_return_records(const burst_crew *self, const crew_part *part);

/** After the steps: what the parts have counted, booked and logged becomes the whole system's. */
CAROM_CHECKED carom_status carom_crew_merge(burst_crew *self, carom_error *error);

#endif
