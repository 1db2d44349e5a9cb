/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The same scene, started a little elsewhere.
 */
#ifndef CAROM_MEASURE_DISPLACE_H
#define CAROM_MEASURE_DISPLACE_H

#include <carom/problem.h>

/** The smallest radius of those that move, m; INFINITY without any. */
double carom_smallest_radius(const carom_problem *problem);

/** Moves the fastest ball across its way by @p offset_m (m); 0: by one unit in the last place of
 * the coordinate that is more across (of the radius, where the coordinate is smaller). @return how
 * far, m */
double carom_displace_fastest(carom_problem *problem, double offset_m);

#endif
