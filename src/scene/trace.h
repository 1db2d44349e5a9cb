/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The sink into which a solver puts what a contact is like from inside. It looks on: nothing of a
 * run depends on it.
 */
#ifndef CAROM_SCENE_TRACE_H
#define CAROM_SCENE_TRACE_H

#include <carom/archive.h>
#include <carom/problem.h>
#include <carom/trace.h>

/** A contact that is followed. */
typedef struct {
    carom_collision begun; /**< as it began, by the numbers of the file */
    size_t found;          /**< how many contacts had been found before it */
    bool counted;          /**< among the first */
    bool dropped;          /**< an earlier one was found later */
    size_t shown, latest;  /**< moments kept of it, and the place of the latest */
} carom_followed;

/** Zero: nothing is wanted, and nothing is kept. */
typedef struct carom_trace {
    const carom_problem *problem; /**< balls in canonical order */
    carom_trace_wish wish;
    carom_bodies *pair; /**< the wish's */
    size_t found;       /**< contacts so far */
    carom_followed *followed;
    size_t count, capacity; /**< of followed */
    size_t first;           /**< how many of them count among the first */
    size_t latest;          /**< the one of these that began last, once there are enough */
    carom_moments moments;  /**< `contact` is the place in followed, from 1 */
} carom_trace;

/** Velocities of a contact's two, m/s; 0 of what does not move. */
typedef struct {
    carom_vec a, b;
} carom_two_velocities;

/** Their spins, rad/s. */
typedef struct {
    double a, b;
} carom_two_spins;

/** Passes what has been seen so far; of the wish, only that it is the same.
 *  @param log  of the same solver, passed before */
void carom_trace_archive(carom_trace *trace, const carom_log *log, carom_archive *archive);

/** Refuses a moment given back that is not of two of the balls, or of a ball and a part of the
 * wall, of @p problem. */
void carom_moment_examine(carom_archive *archive, const carom_moment *moment,
                          const carom_problem *problem);

/** From now on what @p wish says is wanted. @return CAROM_NO_MEMORY: nothing is */
CAROM_CHECKED carom_status carom_trace_want(carom_trace *trace, const carom_problem *problem,
                                            const carom_trace_wish *wish, carom_error *error);
void carom_trace_free(carom_trace *trace);

/** Whether anything is wanted. */
static inline bool carom_trace_is_on(const carom_trace *trace)
{
    return trace->wish.first > 0 || trace->wish.pairs > 0;
}

/** To be called of every contact, when it goes to the log, and in the log's order, with a and b in
 * canonical order. *id: what carom_trace_add wants to hear; 0: nobody wants to know of it. */
CAROM_CHECKED carom_status carom_trace_begin(carom_trace *trace, const carom_collision *collision,
                                             size_t *id, carom_error *error);

/** Keeps a moment of the contact @p id > 0, of which all is said but its velocities along n and t;
 * a and b in canonical order. */
CAROM_CHECKED carom_status carom_trace_add(carom_trace *trace, size_t id,
                                           const carom_moment *moment,
                                           const carom_two_velocities *velocities,
                                           carom_error *error);

/** An impulse, begin and end in one: the two moments before and after.
 * @param spin  before and after; NULL: nothing turns */
CAROM_CHECKED carom_status carom_trace_impulse(carom_trace *trace, const carom_collision *collision,
                                               const carom_two_velocities *before,
                                               const carom_two_velocities *after,
                                               const carom_two_spins spin[2], carom_error *error);

/** Appends what was kept to @p moments, by contact. @p log is that of the run as its solver found
 * it, by the numbers of the file: the contacts' numbers are the places that they have in it when it
 * is sorted.
 *  @return CAROM_NO_MEMORY: some may have been appended */
CAROM_CHECKED carom_status carom_trace_moments(const carom_trace *trace, const carom_log *log,
                                               carom_moments *moments, carom_error *error);

#endif
