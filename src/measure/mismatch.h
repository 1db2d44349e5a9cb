/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Until when two collision logs tell the same story.
 */
#ifndef CAROM_MEASURE_MISMATCH_H
#define CAROM_MEASURE_MISMATCH_H

#include <carom/collision.h>

/** Time (s) of the first collision whose pair of bodies differs between two logs sorted by time;
 *  NaN if there is none. Collisions at the same time may come in either order. What one log has
 *  beyond the end of the other counts only if it is earlier than the end of the run by more than
 * the two runs are known to be apart: the longest contact plus the largest offset seen before.
 *  @param end_s  until when both ran
 *  @param contact_s  longest contact, 0 for two rigid runs */
double carom_mismatch_time(const carom_log *log, const carom_log *reference, double end_s,
                           double contact_s);

#endif
