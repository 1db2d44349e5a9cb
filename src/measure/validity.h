/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * How far a run can be taken at its word: what restitution came out, and whether soft balls were
 * hard enough.
 */
#ifndef CAROM_MEASURE_VALIDITY_H
#define CAROM_MEASURE_VALIDITY_H

#include <carom/solver.h>
#include <stdbool.h>

/** NaN where there is nothing to say: no such contact, or rigid balls. */
typedef struct {
    /** mean of separation over approach of contacts between two */
    double restitution_ball, restitution_wall;
    double contact_part; /**< mean contact time over mean free time of a ball */
    double crowded_part; /**< of the contacts, those with a ball that is in another one too */
    double overlap_rel;  /**< deepest overlap over the smallest radius that moves */
    double theta;        /**< step times w0 of the stiffest contact */
    double energy_rel;   /**< energy that nothing explains, over that at t = 0 */
    /** way of the fastest ball in a step of those who look between steps alone, over the smallest
     * radius; 0 */
    double way_rel;
    double step_s;
    /** overlap at the end of rigid balls that are told of none as deep */
    double missed_m;
    size_t outside; /**< balls beyond a wall at the end */
    bool soft;
    uint64_t gains;  /**< impacts that made energy with no restitution above 1 */
    double gained_J; /**< how much, all together */
    /** e of the scenario, of balls and at walls: the least and the greatest */
    double specified[2][2];
} carom_validity;

/** With nothing to say. */
carom_validity carom_validity_unknown(void);

/** @param log sorted by time, until @p end_s */
CAROM_CHECKED carom_status carom_validity_of(const carom_problem *problem, const carom_log *log,
                                             const carom_report *report, double end_s,
                                             carom_validity *validity, carom_error *error);

/** The deepest overlap of two balls in a sample, m, as far as it is more than rounding.
 *  @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_overlap_of(const carom_problem *problem,
                                            const carom_sample *sample, double *overlap_m,
                                            carom_error *error);

/** How many balls are beyond a wall by more than their radius. */
size_t carom_outside(const carom_problem *problem, const carom_sample *sample);

/** The longest contact, s, and the longest way v T by which a spring contact is behind an impulse,
 * m, of those that came to an end. */
void carom_contacts_of(const carom_log *log, double *contact_s, double *lag_m);

/** In plain words what is doubtful and what to change; "" if nothing is. Sentences end with a full
 * stop. */
void carom_validity_say(const carom_validity *validity, char *text, size_t size);

#endif
