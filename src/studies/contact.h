/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One contact of a scenario through every solver, beside the exact solution. */
#ifndef CAROM_INTERNAL_STUDIES_CONTACT_H
#define CAROM_INTERNAL_STUDIES_CONTACT_H

#include "laws/laws.h"
#include "studies/studies.h"

#include <carom/trace.h>

enum { CAROM_CONTACT_THETAS = 8, CAROM_CONTACT_POINTS = 17, CAROM_CONTACT_PHASES = 48 };

/** What a step does to the restitution, over the phases of the step at touch. */
typedef struct {
    double theta;
    double mean;      /**< of e - e of the springs, alone and exactly; NaN: no such step */
    double median;    /**< of its magnitude */
    double low, high; /**< two thirds of its magnitudes lie between */
    double theory;    /**< the mean that theory has for an undamped contact of Hooke's; NaN: none */
} carom_contact_point;

/** What springs do if nothing is wrong with their steps. */
typedef struct {
    bool known;
    /** two bodies alone come to the same, head on: laws/laws.h. Else the contact turns, or
     * others touch too, and it is the scenario itself with converged springs */
    bool alone;
    bool closed;  /**< in closed form */
    double error; /**< relative, where not in closed form */
    double approach_mps, contact_s, restitution, overlap_m, force_N, impulse_Ns, dissipated_J;
    carom_contact_state *state; /**< `states` of them, from touch to release (owned) */
    size_t states;
} carom_exact_contact;

/** One solver at one step. */
typedef struct {
    const char *name; /**< of the solver in the scenario */
    char says[120];   /**< "euler, θ = 0.25" */
    bool soft;
    bool reference; /**< the springs of a solver converged: shown as the exact solution alone */
    double specified_theta;        /**< NaN: the scenario's own step */
    double theta, step_s;          /**< of the run; 0: none */
    carom_collision collision;     /**< the contact as the log has it */
    double force_N;                /**< largest of the steps; NaN: rigid */
    carom_contact_samples samples; /**< of that contact alone */
    double frequency_per_s;        /**< of its springs, w0 = sqrt(k/mu); NaN: rigid */
    size_t converged;              /**< of springs: the lane that is its twin */
    /* of a twin */
    carom_exact_contact exact;
    double free_contact_s, free_restitution;         /**< of the two alone and head on */
    carom_contact_point point[CAROM_CONTACT_POINTS]; /**< theta 0: not tried */
    char failure[300]; /**< why there is no contact to tell of; "": there is */
} carom_contact_solver;

typedef struct {
    int64_t number;  /**< of the contact, in the reference's order, or that of the pair */
    char pair[140];  /**< "A,B"; "": all */
    char theta[200]; /**< "0.25,0.1"; "": the scenario's own steps */
    const carom_scenario *scenario;
    double thetas[CAROM_CONTACT_THETAS];
    size_t theta_count;
    carom_collision collision; /**< as the reference has it */
    double specified;          /**< its restitution, by the scenario */
    size_t occurrence;         /**< of that pair: the how manieth, from 1 */
    const char *a, *b;         /**< names */
    carom_contact_solver *run;
    size_t runs;
} carom_contact_study;

/** Of a carom_contact_study. Finds the contact in the reference's run and follows it through every
 * solver that counts.
 *  @return CAROM_INVALID where there is no such contact, or no such pair, or a theta is none */
CAROM_CHECKED carom_status carom_contact_run(void *object, const carom_study *study,
                                             carom_error *error);
void carom_contact_free(void *object);

/** What the lane's contact is compared with; NULL: rigid, or not known. */
const carom_exact_contact *carom_contact_exact_of(const carom_contact_study *contact,
                                                  const carom_contact_solver *run);

/** Where the exact solution comes from: "closed form", "converged", "converged run"; "" for NULL.
 */
const char *carom_contact_exact_source(const carom_exact_contact *exact);

/** Normal kinetic energy that a contact of approach speed v and restitution e takes from the two,
 * mu v^2 (1 - e^2)/2, J: what method and law take together. */
double carom_contact_loss(const carom_contact_study *contact, double approach_mps,
                          double restitution);

/** A contact of rough surfaces along t, as one lane has it. The slip g_t is the velocity of the
 * first surface against the second. */
typedef struct {
    const carom_contact_solver *run;
    double nominal, friction, specified; /**< mu of the scenario, and at this slip; beta */
    double approach_mps, slip_before_mps, slip_after_mps;
    double restitution; /**< minus the second slip over the first; NaN: none before */
    double stuck_s, slid_s;
    double slid_part;    /**< of the contact; an impulse slides in all of it, or nowhere */
    double impulse_t_Ns; /**< on the second */
    double limit_part;   /**< its magnitude over mu times the normal impulse */
    double loss_J;       /**< kinetic energy along t that is gone */
    double rigid_limit;  /**< slip over approach speed up to which an impulse sticks */
    bool rigid_slides, sliding;
    double rigid_slip_mps; /**< what an impulse makes of the slip */
} carom_frictional_contact;

/** That of @p lane. @return false: the two are smooth, or the lane has no such contact */
bool carom_frictional_contact_of(const carom_contact_study *contact,
                                 const carom_contact_solver *run,
                                 carom_frictional_contact *tangential);

/** The two bodies along n and t before or after, as one solver has them. */
typedef struct {
    const char *solver, *says, *when, *ball;
    double radius_m, mass_kg; /**< NaN of a wall; mass of what never moves */
    double side;              /**< -1: n points from it, 1: to it */
    carom_vec normal;         /**< n; t is n turned by +90 degrees */
    double v_n_mps, v_t_mps;
} carom_contact_body;

/** That of the body @p b (0, 1) before (@p after false) or after. @return false: the lane has not
 * seen it */
bool carom_contact_body_of(const carom_contact_study *contact, const carom_contact_solver *run,
                           bool after, int b, carom_contact_body *body);

/** contact.tsv and others. */
extern const carom_table carom_contact_tables[];

#endif
