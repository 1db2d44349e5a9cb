/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The recorder of a course: one solver's way through a problem, kept in memory, for what compares
 * many of them.
 */
#ifndef CAROM_RUN_COURSE_H
#define CAROM_RUN_COURSE_H

#include "run/lane.h"
#include "run/recorder.h"

/** The most numbers of a course: samples times balls. */
enum { CAROM_MOST_COURSE = 20000000 };

typedef struct {
    size_t samples, count;                  /**< samples reached; balls */
    double *t_s;                            /**< of the samples */
    carom_vec *at_m;                        /**< samples x count: sample k, ball i at k count + i */
    double *kinetic_J, *spin_J, *elastic_J; /**< by sample */
    double *speed_mps;                      /**< by sample: mean over the balls that move */
    carom_log log;                          /**< sorted by time */
    carom_report report;
    carom_sample end;    /**< the last sample, with velocities and ledger */
    carom_error failure; /**< why it stopped early; status CAROM_OK: it did not */
} carom_course;

/** State of carom_recorder_memory. The log and the last sample of the lane become the course's. */
typedef struct {
    carom_lane *lane;
    carom_course *course; /**< without samples; carom_course_free in any case */
    size_t samples;       /**< at most */
} carom_memory;

/** Runs @p solver through @p samples times from 0 to @p duration_s.
 *  @param stop  set from outside to interrupt; may be NULL
 *  @return CAROM_NO_MEMORY, CAROM_INVALID, CAROM_INTERRUPTED; a solver that cannot go on is no
 * error but `failure`. carom_course_free in any case */
CAROM_CHECKED carom_status carom_course_run(carom_course *course, const carom_problem *problem,
                                            const carom_choice *solver, double duration_s,
                                            size_t samples, const volatile sig_atomic_t *stop,
                                            carom_error *error);
void carom_course_free(carom_course *course);

/** Rms distance (m) over the balls that move, nearest images, at sample @p k; NaN where one has not
 * got there. */
double carom_course_distance(const carom_problem *problem, const carom_course *a,
                             const carom_course *b, size_t k);

/** Vector from ball @p i of @p a to the same of @p b at sample @p k, nearest image, m. */
carom_vec carom_course_difference(const carom_problem *problem, const carom_course *a,
                                  const carom_course *b, size_t k, size_t i);

/** Collisions per ball until @p t_s: how many, with balls and walls, a ball that moves has been in
 * on average. */
double carom_collisions_per_ball(const carom_log *log, const carom_problem *problem, double t_s);

#endif
