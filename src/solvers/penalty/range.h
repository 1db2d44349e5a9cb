/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Options of the penalty solver, and the stiffness, duration and damping of the contacts that a
 * problem can have.
 */
#pragma once

#include <carom/force_law.h>
#include <carom/problem.h>

/** Options of the penalty solver, filled from its parameter rows. */
typedef struct {
    carom_choice integrator, law;
    double step_s, theta, phase;
    double tangential_ratio; /* k_t/k_n; NaN: calibrated from the tangential restitution */
    int contact_end, contacts, flight;
    bool allow_unstable;
} penalty_options;

/** True for contacts: exact, and for the older keys contacts: located and flight: leap. */
static inline bool carom_penalty_is_exact(const penalty_options *options)
{
    return options->contacts > 0 || options->flight == 1;
}

/** Calibration of a surface: dimensionless damping, and lambda of the tangential spring
 * (contact/contact.h), 0 without friction. */
typedef struct {
    double damping, lambda;
} penalty_calibration;

/** Surfaces that are calibrated; the pairs of materials follow. */
enum { PENALTY_BALLS, PENALTY_WALLS, PENALTY_SURFACES };

static inline size_t carom_penalty_surfaces(const carom_problem *problem)
{
    return PENALTY_SURFACES + problem->pairs;
}

/** Surface of a contact, of a pair of materials, or of the table (@p pair: NULL). */
static inline size_t carom_penalty_surface(const carom_problem *problem, const carom_pair *pair,
                                           bool wall)
{
    return pair != NULL ? PENALTY_SURFACES + (size_t)(pair - problem->pair)
         : wall         ? PENALTY_WALLS
                        : PENALTY_BALLS;
}

/** Largest rate and frequency (1/s) and shortest duration of a contact at twice the largest speed,
 * longest duration at the largest speed (s). The shortest is NaN if strong damping keeps a contact
 * from ending. */
typedef struct {
    double rate, frequency, contact_time, longest_contact_time;
} penalty_contact_range;

/** Speed of the fastest ball at the start, m/s. */
double carom_penalty_max_speed(const carom_problem *problem);

/** Calibrate the springs of all surfaces for the start, and then for each change of the
 * restitution. Returns an array, to be freed by the caller; or NULL with a message and its key in
 * @p error. */
penalty_calibration *carom_penalty_calibrations_new(const carom_problem *problem,
                                                    const penalty_options *options,
                                                    carom_error *error);

/** Compute the range over all surfaces and all calibrations. */
penalty_contact_range carom_penalty_contact_range(const carom_problem *problem,
                                                  const penalty_options *options,
                                                  const penalty_calibration *calibrations);

/** Report unless all bodies have materials with constants, if the law takes its stiffness from
 * them.
 */
void carom_penalty_check_materials(const carom_problem *problem, const penalty_options *options,
                                   const carom_diagnostics *diagnostics);

/** Step size h (s), given directly or by theta. */
double carom_penalty_step_size(const penalty_options *options, const penalty_contact_range *range);
