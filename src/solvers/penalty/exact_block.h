/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Exact contacts: free balls that fly from event to event, and blocks of balls in contact. exact.c
 * handles events and forms blocks, of balls and pairs that gather.c finds; exact_block.c moves
 * them.
 */
#pragma once

#include "solvers/events/events.h"
#include "solvers/penalty/penalty.h"

typedef struct exact_block {
    penalty_block block, trial; /* trial: copy for sampling */
    double margin_m;            /* bound of the displacement of its balls since it began */
    double moved_m;             /* largest displacement now, since it began */
    double fastest_mps;         /* largest speed so far, or after the springs relax */
    double change_s;            /* next change of the restitution; INFINITY: none */
    uint32_t leader;            /* one of its balls, which has its entry in the queue */
    struct exact_block *next;   /* in the list of unused blocks */
} exact_block;

/* A ball is free (events), or held: then it has an owner, the block, or it is loose, between two
 * blocks. Fixed balls are never held and can belong to several blocks. */
typedef struct {
    exact_block *owner; /* NULL: free or loose */
    uint32_t slot;      /* in its block */
    bool gathered;      /* in the block that is formed */
    /* of a loose ball: */
    carom_flight flight;    /* flight.at is origin + move, rounded */
    carom_vec origin, move; /* position when it was held, and displacement since (m) */
    double spring_speed2;   /* square of the speed (m/s) that its springs store */
} exact_ball;

struct penalty_exact {
    penalty_shared *shared;
    carom_events events;
    carom_queue queue; /* ends of the next steps of the blocks, by leader */
    exact_ball *ball;
    uint32_t *loose; /* loose balls; again if they were in a block that dissolves at once */
    size_t loose_count, loose_capacity;
    uint32_t *member; /* balls of the block that is formed */
    size_t members;
    penalty_candidate *near; /* pairs of the block that is formed */
    size_t near_count, near_capacity;
    uint32_t *open; /* records of the open contacts of the loose balls */
    size_t open_count, open_capacity;
    exact_block *unused;
    penalty_candidate onset; /* of the contact that begins, if has_onset */
    bool has_onset;
    /* of the block that is formed: */
    double fastest_mps; /* largest speed of its balls, if their springs relax */
    double margin_m;
};

static inline bool carom_exact_is_fixed(const penalty_exact *self, uint32_t i)
{
    return self->shared->problem->ball[i].fixed;
}

/* ---- blocks in motion (exact_block.c) ---- */

/** Add the impulse of the weights of the balls of a block in @p t s. */
void carom_exact_add_weights(const penalty_block *block, double t, carom_budget_sums *sums);

/** End of the next step of a block. */
double carom_exact_end_of_step(const exact_block *block);

/** Take the step of a block until @p t_s, or the part of it. */
CAROM_CHECKED carom_status carom_exact_step(penalty_exact *self, exact_block *block, double t_s,
                                            carom_error *error);

/** True if the balls of a block must be regrouped: no contact is open, a change of the restitution
 * is due, or a ball may exceed the margin in the next step. */
bool carom_exact_is_over(const exact_block *block);

/** End a block at @p t_s: make its balls loose. */
CAROM_CHECKED carom_status carom_exact_end_block(penalty_exact *self, exact_block *owner,
                                                 double t_s, carom_error *error);

/** Make ball @p i loose at @p t_s, with all balls of its block. */
CAROM_CHECKED carom_status carom_exact_take_ball(penalty_exact *self, uint32_t i, double t_s,
                                                 carom_error *error);

/* ---- the balls and pairs of a new block (gather.c) ---- */

/** Flight of ball @p j at @p t_s, if it is loose or free. */
carom_flight carom_exact_flight_of(const penalty_exact *self, uint32_t j, double t_s);

/** Gather ball @p seed and all balls that may touch it soon, directly or by others; number them and
 * list their pairs. */
CAROM_CHECKED carom_status carom_exact_gather(penalty_exact *self, uint32_t seed, double t_s,
                                              carom_error *error);

/** Index of two bodies, in either order, among the pairs of the block that is formed; near_count:
 * none. */
size_t carom_exact_find_pair(const penalty_exact *self, uint32_t a, uint32_t b);
