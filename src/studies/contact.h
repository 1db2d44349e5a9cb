/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One contact of a scenario in every solver, compared with the exact solution. */
#pragma once

#include "laws/laws.h"
#include "studies/studies.h"

#include <carom/trace.h>

enum { CAROM_CONTACT_THETAS = 8 };

/** Contact of springs without discretization error. */
typedef struct {
    /** true: solution of the two bodies alone, by the theory in laws/laws.h. false: the normal
     * rotates or other bodies touch; the scenario was run with converged springs */
    bool alone;
    bool closed;  /**< closed form */
    double error; /**< relative; 0 in closed form */
    double approach_mps, contact_s, restitution, overlap_m, force_N, impulse_Ns, dissipated_J;
    carom_contact_state *state; /**< array from onset to separation (owned) */
    size_t states;
} carom_exact_contact;

/** One solver at one time step. */
typedef struct {
    const char *name; /**< of the solver in the scenario */
    char label[120];  /**< "euler, θ = 0.25" */
    bool soft;
    bool is_converged;      /**< converged springs of a solver, shown only as its exact solution */
    double specified_theta; /**< NaN: time step of the scenario */
    double theta;           /**< of the run; 0: none */
    carom_collision collision;     /**< the contact in the log */
    double force_N;                /**< largest force of the steps; NaN: rigid */
    carom_contact_samples samples; /**< samples of this contact only */
    double frequency_per_s;        /**< w0 of its springs; NaN: rigid */
    size_t converged_index;        /**< of springs: index of the converged run */
    carom_exact_contact exact;     /**< of a converged run */
    char failure[300];             /**< reason why there is no contact; "": there is one */
} carom_contact_solver;

typedef struct {
    int64_t number;  /**< number of the contact in the reference run, or among those of `pair` */
    char pair[140];  /**< "A,B"; "": all */
    char theta[200]; /**< "0.25,0.1"; "": time steps of the scenario */
    const carom_scenario *scenario;
    const volatile sig_atomic_t *stop; /**< cancellation flag; may be NULL */
    double thetas[CAROM_CONTACT_THETAS];
    size_t theta_count;
    carom_collision collision; /**< the contact in the reference run */
    double specified;          /**< specified restitution */
    size_t occurrence;         /**< number among the contacts of this pair, from 1 */
    const char *a, *b;         /**< names of the two bodies */
    carom_contact_solver *run;
    size_t runs;
} carom_contact_study;

/** Find the contact in the reference run and trace it in every chosen solver.
 *  @param object  a carom_contact_study
 *  @return CAROM_INVALID for a contact, pair or theta that does not exist */
CAROM_CHECKED carom_status carom_contact_run(void *object, const carom_study *study,
                                             carom_error *error);
void carom_contact_free(void *object);

/** Return the exact solution of a run; NULL: rigid, or unknown. */
const carom_exact_contact *carom_contact_exact_of(const carom_contact_study *contact,
                                                  const carom_contact_solver *run);

/** Return the source of the exact solution: "closed form", "converged", "converged run"; "" for
 * NULL. */
const char *carom_contact_exact_source(const carom_exact_contact *exact);

/** Return the loss of normal kinetic energy in a contact, m_red v^2 (1 - e^2)/2 (J), by force law
 * and discretization error together. */
double carom_contact_loss(const carom_contact_study *contact, double approach_mps,
                          double restitution);

/** A contact with friction along t. The slip u_t is the velocity of the first surface relative to
 * the second. */
typedef struct {
    const carom_contact_solver *run;
    double nominal, friction, specified; /**< mu of the scenario and at this slip; specified beta */
    double approach_mps, slip_before_mps, slip_after_mps;
    double restitution; /**< minus the slip after over the slip before; NaN: no slip before */
    double stuck_s, slid_s;
    double slid_part;    /**< fraction of the contact with sliding; 0 or 1 for an impulse */
    double impulse_t_Ns; /**< on the second body */
    double limit_part;   /**< its magnitude over mu times the normal impulse */
    double loss_J;       /**< loss of kinetic energy along t */
    double rigid_limit;  /**< largest slip over approach speed at which an impulse sticks */
    bool rigid_slides, sliding;
    double rigid_slip_mps; /**< slip after an impulse */
} carom_frictional_contact;

/** Compute the frictional contact of a run.
 *  @return false without friction or without such a contact */
bool carom_frictional_contact_of(const carom_contact_study *contact,
                                 const carom_contact_solver *run,
                                 carom_frictional_contact *tangential);

/** One of the two bodies along n and t, before or after the contact. */
typedef struct {
    const char *solver, *label, *when, *ball;
    double radius_m, mass_kg; /**< NaN for a wall; mass NaN for a fixed ball */
    double side;              /**< -1: n points away from the body, 1: towards it */
    carom_vec normal;         /**< n; t is n rotated by +90 degrees */
    double v_n_mps, v_t_mps, kinetic_J;
} carom_contact_body;

/** Compute body @p b (0, 1) before the contact, or after it if @p after.
 *  @return false if the run has no samples of the contact */
bool carom_contact_body_of(const carom_contact_study *contact, const carom_contact_solver *run,
                           bool after, int b, carom_contact_body *body);

/** Tables contact.tsv and others. */
extern const carom_table carom_contact_tables[];
