/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Interface of impact policies: resolve the simultaneous contacts of a cluster of touching bodies,
 * one after another or all at once.
 */
#ifndef CAROM_IMPACT_POLICY_H
#define CAROM_IMPACT_POLICY_H

#include <carom/cancel.h>
#include <carom/collision.h>
#include <carom/friction_law.h>
#include <carom/impact_law.h>
#include <carom/problem.h>
#include <carom/vec.h>
#include <stddef.h>

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

/** Bodies that touch at one time, and their velocities, which the policy changes. */
typedef struct {
    size_t bodies, contacts;
    carom_vec *v;                         /**< per body, m/s */
    const double *inverse_mass;           /**< per body, 1/kg */
    const carom_body *body;               /**< per body */
    double *spin;                         /**< per body, rad/s; NULL: no contact has friction */
    const double *inverse_inertia;        /**< per body, 1/(kg m^2) */
    const size_t *number;                 /**< per body: number of the ball in the file */
    const carom_cluster_contact *contact; /**< the contacts, in a fixed order */
    const carom_impact_law *law;
    const void *law_options;
    carom_choice friction_law;       /**< owned by the problem; entry NULL: constant */
    double rounding_mps;             /**< an approach of at most this speed is rounding */
    const carom_cancel_flag *cancel; /**< polled in long rounds; may be NULL */
    /** Receives each impulse of a round. */
    carom_status (*emit)(void *context, const carom_impulse *impulse);
    void *context;
} carom_cluster;

/** Properties of a policy for every cluster, checked by its conformance test. */
enum {
    CAROM_CONSERVES_MOMENTUM = 1,
    CAROM_CONSERVES_ENERGY = 2,  /**< conserved for e = 1, not increased for e <= 1 */
    CAROM_RESPECTS_SYMMETRY = 4, /**< mirrored cluster: mirrored outcome, within rounding */
    CAROM_IGNORES_NUMBERING = 8, /**< the outcome is independent of the balls' numbers */
    CAROM_BREAKS_AWAY = 16,      /**< Newton's cradle with touching balls, e = 1: one in, one out */
    CAROM_DOES_FRICTION = 32,    /**< clusters of several contacts may have friction */
    /** friction is allowed if no two contacts of a round share a movable ball */
    CAROM_DOES_SEPARATE_FRICTION = 64
};

/** An impact policy. `round` is called until it reports 0 impulses.
 *  - While a contact approaches faster than rounding_mps, `round` applies impulses >= 0 along the
 *    normals and emits each. *impulses: their number; *largest_mps: largest approach speed
 *    before.
 *  - It has the `properties`.
 *  - A single contact gets (1 + e) m_red v_n under every policy, so the solver need not call it.
 *  - It uses + - * / and sqrt only. `workspace` is made by `create`. */
typedef struct {
    carom_entry about;
    unsigned properties;   /**< CAROM_CONSERVES_MOMENTUM ... */
    bool all_at_once;      /**< no contact of the cluster approaches after one round */
    void *(*create)(void); /**< NULL: no memory */
    carom_status (*round)(void *workspace, const carom_cluster *cluster, size_t *impulses,
                          double *largest_mps, carom_error *error);
    void (*destroy)(void *workspace);
} carom_impact_policy;

/** Impact policy of an entry of carom_impact_policies. */
CAROM_ENTRY_ACCESSOR(carom_impact_policy_of, carom_impact_policy)

/** All impact policies. To add one, write a file in src/impacts/ and append X(name) here. */
#define CAROM_IMPACT_POLICIES(X)                                                                   \
    X(generalized_reflections) X(newton_lcp) X(sequential_index) X(sequential_speed)

#define X(name) extern const carom_impact_policy carom_impact_policy_##name;
CAROM_IMPACT_POLICIES(X)
#undef X
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

/** Restitution of a contact at @p approach_mps: `fixed`, or the law's. */
double carom_cluster_contact_restitution(const carom_cluster *cluster,
                                         const carom_cluster_contact *contact, double approach_mps);

#endif
