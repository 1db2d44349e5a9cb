/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Contact trace: force, overlap and velocities during selected contacts.
 */
#ifndef CAROM_TRACE_H
#define CAROM_TRACE_H

#include <carom/collision.h>

/** Default maximum number of samples per run. */
enum { CAROM_MAX_CONTACT_SAMPLES = 1000000 };

/** Two balls by number, in either order; or ball `a` and part `b` of the wall. */
typedef struct {
    uint32_t a, b;
    bool wall;
} carom_bodies;

/** Selects the contacts to trace: the first `first` of the run, in the order of the sorted
 * collision log, and every contact of the pairs. */
typedef struct {
    size_t first;
    const carom_bodies *pair; /**< array of `pairs`, owned by the caller */
    size_t pairs;
    size_t most; /**< maximum number of samples; 0: CAROM_MAX_CONTACT_SAMPLES */
    bool ends;   /**< store only the first and the last sample of a contact */
} carom_trace_request;

/** State of a contact at one time. n points from a to b (out of the table at a wall), t is n
 * rotated by +90 degrees. A spring contact has a sample at onset, at every step and at separation;
 * and one at the end of the overlap, where the force ends earlier. Onset and separation are
 * interpolated between steps, as in the collision log. An impulse has two samples at the same time,
 * before and after it, with NaN as the force. */
typedef struct {
    size_t contact; /**< position in the sorted collision log, from 1 */
    double t_s;
    double overlap_m, rate_mps;     /**< rate: of the overlap, > 0 while approaching */
    double force_N;                 /**< normal force, > 0 if repulsive */
    double force_t_N;               /**< tangential force on b along t; 0 without friction */
    double tangential_m;            /**< elongation of the tangential spring; 0 without friction */
    carom_vec normal;               /**< n */
    double va_n_mps, va_t_mps;      /**< velocity of a along n and t */
    double vb_n_mps, vb_t_mps;      /**< velocity of b; 0 at a wall or fixed ball */
    double elastic_J, dissipated_J; /**< energy stored in the contact; lost since its onset */
    /** Relative velocity of the surfaces along t, (v_a - v_b).t + omega_a r_a + omega_b r_b, with
     * the lever arms that the solver uses. 0 without friction. */
    double slip_mps;
    double spin_a_radps, spin_b_radps; /**< spin of a and of b; 0 at a wall */
    uint32_t a, b;                     /**< ball; ball or part of the wall (`wall`) */
    bool wall;
    /** Friction was at Coulomb's limit during the step that ends here; false at the onset. An
     * impulse sets it in both samples if the surfaces slide. */
    bool sliding;
    bool over; /**< the contact has ended at this time or earlier */
} carom_contact_sample;

/** Samples grouped by contact, in order of time. Zero-initialize it. */
typedef struct {
    carom_contact_sample *item; /**< array of `count` (owned) */
    size_t count, capacity;
    size_t left_out; /**< samples beyond the maximum, not stored */
} carom_contact_samples;

/** Free the samples; the list is empty and can be used again. */
void carom_contact_samples_free(carom_contact_samples *contact_samples);

#endif
