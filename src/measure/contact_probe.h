/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * One free contact of a force law under an integrator: what a step does to its restitution.
 */
#ifndef CAROM_MEASURE_CONTACT_PROBE_H
#define CAROM_MEASURE_CONTACT_PROBE_H

#include <carom/force_law.h>
#include <carom/integrator.h>

/** Root mean square of e(measured)/e(law) - 1 over equally spaced phases of the step at touch, for
 * a fixed-step integrator with the step h (s) and approach speed v (m/s). INFINITY where the
 * contact blows up or never ends; -1 where an integrator that remembers gets no memory. */
double carom_contact_error(const carom_force_law *law, const carom_contact *contact,
                           const carom_integrator *integrator, double h, double approach_mps);

/** The longest step (s), to 5 %, whose error is below @p wanted; 0 if none down to a millionth of
 * the contact time is; -1: no memory. */
double carom_contact_step(const carom_force_law *law, const carom_contact *contact,
                          const carom_integrator *integrator, double approach_mps, double wanted);

#endif
