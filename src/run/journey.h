/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The way of solvers from t = 0 to the end, through the same samples, and what is kept of it: THE
 * run loop (run.c).
 */
#ifndef CAROM_RUN_JOURNEY_H
#define CAROM_RUN_JOURNEY_H

#include "run/lane.h"
#include "run/recorder.h"
#include <stdint.h>

typedef struct {
    carom_lane *const *lane; /**< lanes of them, at t = 0, that go side by side */
    size_t lanes;
    const carom_recorder *recorder; /**< recorders of them, told in this order */
    size_t recorders;
    double from_s; /**< of the first sample, >= 0 */
    double duration_s;
    int64_t samples; /**< >= 2, t = from_s and t = duration_s included */
    /** the way to the next sample is divided so that of these there are so many in all, after each
     * of which `stop` and `progress` have their turn; 0: from sample to sample */
    long slices;
    long threads;                      /**< lanes advanced at the same time, >= 1 */
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
    /** told after every slice which part of the duration is done; may be NULL */
    void (*progress)(void *context, double part, double t_s);
    /** told after every slice, behind the sample that it may end in, and after the end: the time
     * to keep the journey; may be NULL. What it returns ends the journey */
    carom_status (*keep)(void *context, carom_error *error);
    void *context;
    /** where it is: all 0 before */
    double t_s;
    int64_t sample; /**< the next that is to be taken */
    bool begun, over;
} carom_journey;

/** Carries the lanes from sample to sample and tells the recorders. A solver that stops early is no
 * error but its lane's failure.
 *  @return CAROM_INTERRUPTED, CAROM_NO_MEMORY, CAROM_INTERNAL, or what a recorder or `keep` returns
 */
CAROM_CHECKED carom_status carom_journey_run(carom_journey *journey, carom_error *error);

/** Passes where a journey is, its lanes and its recorders. One made anew, of lanes that have just
 * been opened, is given it and run: it goes on as if nothing had been. */
void carom_journey_archive(carom_journey *journey, carom_archive *archive);

#endif
