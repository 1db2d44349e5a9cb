/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scene/scene.h"

#include <carom/cancel.h>
#include <carom/collision.h>

/* ---- impact laws ----
 * Coefficient of restitution e of one impact of rigid bodies. */

/** Laws by name: constant, table, power. */
extern const carom_interface carom_impact_laws;

/** True if a law has the scenario's restitution at every speed. */
bool carom_impact_law_is_constant(const carom_entry *law);

/** Check the options of a law. */
void carom_impact_law_check(const carom_choice *law, const carom_diagnostics *diagnostics);

/** Restitution e >= 0 at a normal approach speed > 0 (m/s). @p nominal is the scenario's e of the
 * two surfaces. Uses + - * / and sqrt only. @param law  valid @param wall  one body is a wall */
double carom_impact_restitution(const carom_choice *law, double nominal, double approach_mps,
                                bool wall);

/* ---- impact policies ----
 * They resolve the simultaneous contacts of a cluster of touching bodies, one after another or all
 * at once. */

/** A contact of a cluster. */
typedef struct {
    size_t a, b;                 /**< indices of bodies; b is CAROM_NO_BODY for a wall */
    carom_vec normal;            /**< unit, from a to b */
    double nominal;              /**< the scenario's restitution of the two surfaces */
    double fixed;                /**< restitution that overrides the law; NaN: the law's */
    int wall;                    /**< index of the wall, if b is CAROM_NO_BODY */
    carom_tangential tangential; /**< tangential law; friction 0: frictionless */
} carom_cluster_contact;

#define CAROM_NO_BODY ((size_t)-1)

/** Impulse on one contact in one round. */
typedef struct {
    size_t contact;        /**< index of the contact */
    double impulse_Ns;     /**< > 0, repulsive */
    double approach_mps;   /**< before the round */
    double separation_mps; /**< after it */
    double dissipated_J;   /**< impulse (1 - e) approach/2, plus the friction loss. Its sum over
                                the round is the kinetic energy lost, if each contact separates
                                with e times its approach speed */
    double impulse_t_Ns;   /**< on b along t, the normal rotated by +90 degrees */
    bool sliding;          /**< friction reached Coulomb's limit */
} carom_impulse;

/** Impulse on a single contact of two rigid bodies: momentum along the normal and the restitution
 * w = e u give J = (1 + e) m_red u, which dissipates m_red (1 - e^2) u^2/2 = J (1 - e) u/2 (Newton,
 * Principia, 1687, scholium to the laws of motion). @param approach_mps  u. @param inverse_mass
 * 1/m_red, the sum of both inverse masses */
static inline carom_impulse carom_impulse_along_normal(double e, double approach_mps,
                                                       double inverse_mass)
{
    double impulse = (1 + e) * approach_mps / inverse_mass;
    return (carom_impulse){.impulse_Ns = impulse,
                           .approach_mps = approach_mps,
                           .dissipated_J = 0.5 * impulse * (1 - e) * approach_mps};
}

/** Bodies that touch at one time, and their velocities, which the policy changes. */
typedef struct {
    size_t bodies, contacts;
    carom_vec *v;                         /**< per body, m/s */
    const double *inverse_mass;           /**< per body, 1/kg */
    const double *radius_m;               /**< per body */
    double *spin;                         /**< per body, rad/s; NULL: no contact has friction */
    const double *inverse_inertia;        /**< per body, 1/(kg m^2) */
    const size_t *number;                 /**< per body: number of the ball in the file */
    const carom_cluster_contact *contact; /**< the contacts, in a fixed order */
    const carom_choice *law;              /**< of carom_impact_laws */
    carom_friction_law friction_law;
    double rounding_mps;             /**< an approach of at most this speed is rounding */
    const carom_cancel_flag *cancel; /**< polled in long rounds; may be NULL */
    /** Receives each impulse of a round. */
    void (*emit)(void *context, const carom_impulse *impulse);
    void *context;
} carom_cluster;

/** Properties of a policy for every cluster, checked by its conformance test. */
enum {
    CAROM_CONSERVES_ENERGY = 1,  /**< conserved for e = 1, not increased for e <= 1 */
    CAROM_IGNORES_NUMBERING = 2, /**< the outcome is independent of the balls' numbers */
    CAROM_DOES_FRICTION = 4,     /**< clusters of several contacts may have friction */
    /** friction is allowed if no two contacts of a round share a movable ball */
    CAROM_DOES_SEPARATE_FRICTION = 8
};

/** The contacts that a round resolves. */
typedef enum {
    CAROM_ROUND_APPROACHING, /**< all that approach together; others may be hit in the next round */
    CAROM_ROUND_ALL,         /**< all together */
    CAROM_ROUND_BY_NUMBER,   /**< one that approaches: that of the lowest ball numbers */
    CAROM_ROUND_BY_SPEED     /**< the one that approaches fastest */
} carom_round_set;

/** An impact policy. It resolves the contacts of a cluster in rounds and has the `properties`. */
typedef struct {
    carom_entry about;
    unsigned properties; /**< CAROM_CONSERVES_ENERGY ... */
    carom_round_set set;
} carom_impact_policy;

/** Impact policy of an entry of carom_impact_policies. */
CAROM_ENTRY_ACCESSOR(carom_impact_policy_of, carom_impact_policy)

extern const carom_interface carom_impact_policies;

/** Normal velocity of a contact (m/s), > 0 while its bodies separate. */
double carom_cluster_contact_velocity(const carom_cluster *cluster,
                                      const carom_cluster_contact *contact);

/** Inverse reduced mass of a contact (1/kg). */
double carom_cluster_contact_inverse_mass(const carom_cluster *cluster,
                                          const carom_cluster_contact *contact);

/** Apply a repulsive impulse (N s) to the two bodies of a contact. */
void carom_cluster_contact_push(const carom_cluster *cluster, const carom_cluster_contact *contact,
                                double impulse);

/** Apply friction to a contact that receives the normal impulse @p impulse->impulse_Ns: changes
 * velocities and spins and sets the tangential members of @p impulse (Walton and Braun 1986). The
 * contact sticks, with slip after = -beta slip before, if that needs at most mu times the normal
 * impulse; otherwise it slides. mu is the friction law's at the slip before. */
void carom_cluster_contact_apply_friction(const carom_cluster *cluster,
                                          const carom_cluster_contact *contact,
                                          carom_impulse *impulse);

/** True if a contact of the cluster has friction. */
bool carom_cluster_has_friction(const carom_cluster *cluster);

/** True if two approaching contacts share a movable body and one has friction. Policies that
 * resolve them together define no friction impulses. */
bool carom_cluster_has_coupled_friction(const carom_cluster *cluster);

/** Stop a solver that has no model for friction in the simultaneous contacts of @p ball. */
carom_status carom_cluster_refuse_friction(const carom_ball *ball, double t_s, size_t contacts,
                                           const char *solver, const char *key, carom_error *error);

/** Restitution of a contact at @p approach_mps: `fixed`, or the law's. */
double carom_cluster_contact_restitution(const carom_cluster *cluster,
                                         const carom_cluster_contact *contact, double approach_mps);

/* ---- linear complementarity problem ----
 * Solves the problem of simultaneous impulses: 0 <= lambda _|_ Q lambda + b >= 0 with Q symmetric
 * and positive semidefinite. This is the quadratic program min lambda.Q lambda/2 + b.lambda over
 * lambda >= 0.
 *
 * Uses the active set method of Lawson and Hanson (Solving Least Squares Problems, 1974, ch. 23),
 * extended by a step along the null space for redundant contacts. GSL has no quadratic program,
 * and own code with + - * / and sqrt in a fixed order gives reproducible bits. */

/** A problem and its workspace. Zero-initialize. */
typedef struct {
    size_t size, capacity;
    double *q;      /**< size x size, row by row */
    double *b;      /**< size */
    double *lambda; /**< size: the solution */
    double *trial, *factor;
    size_t *basis; /**< the unknowns that are not fixed at zero */
    size_t basis_size;
    bool *refused;
    const carom_cancel_flag *cancel; /**< cancellation flag; may be NULL */
} carom_lcp;

/** Reserve room for @p size unknowns. The caller then fills q and b. */
void carom_lcp_resize(carom_lcp *lcp, size_t size);

/** Solve the problem; the result is in lambda.
 *  @return CAROM_INTERNAL if it does not converge (never observed), CAROM_INTERRUPTED if the flag
 *   is set */
CAROM_CHECKED carom_status carom_lcp_solve(carom_lcp *lcp, carom_error *error);

void carom_lcp_free(carom_lcp *lcp);

/* ---- rounds ---- */

/** Workspace of rounds. Zero-initialize. */
typedef struct {
    carom_lcp lcp;
    size_t *active; /**< contacts of the round */
    size_t active_count, active_capacity;
} carom_impact_workspace;

void carom_impact_workspace_free(carom_impact_workspace *workspace);

/** Run a round: apply impulses >= 0 along the normals and emit each. Uses + - * / and sqrt only.
 * Several contacts are a complementarity problem with Q = N^T M^-1 N; b is (1 + e) u for
 * approaching contacts (u < 0) and u for the others. A single contact gets (1 + e) m_red v_n under
 * every policy, so the solver need not call this.
 *  @param impulses     their number; 0: no contact approaches faster than rounding_mps
 *  @param largest_mps  largest approach speed before the round */
CAROM_CHECKED carom_status carom_impact_round(carom_impact_workspace *workspace,
                                              const carom_cluster *cluster, carom_round_set set,
                                              size_t *impulses, double *largest_mps,
                                              carom_error *error);
