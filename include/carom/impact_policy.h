/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Interface of impact policies: resolve the simultaneous contacts of a cluster of touching bodies,
 * one after another or all at once.
 */
#ifndef CAROM_IMPACT_POLICY_H
#define CAROM_IMPACT_POLICY_H

#include <carom/collision.h>
#include <carom/friction_law.h>
#include <carom/impact_law.h>
#include <carom/problem.h>
#include <carom/vec.h>
#include <carom/watch.h>
#include <stddef.h>

/** A contact of a cluster. */
typedef struct {
    size_t a, b;      /**< indices of bodies; b is CAROM_NO_BODY for a wall */
    carom_vec normal; /**< unit, from a to b */
    double nominal;   /**< the scenario's restitution of the two surfaces */
    double fixed;     /**< restitution that overrides the law; NaN: the law's */
    int wall;         /**< index of the wall, if b is CAROM_NO_BODY */
    carom_rub rub;    /**< tangential law; friction 0: frictionless */
} carom_touch;

#define CAROM_NO_BODY ((size_t)-1)

/** Impulse on one contact in one round. */
typedef struct {
    size_t touch;          /**< index of the contact */
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
    size_t bodies, touches;
    carom_vec *v;                  /**< per body, m/s */
    const double *inverse_mass;    /**< per body, 1/kg */
    const carom_body *body;        /**< per body */
    double *spin;                  /**< per body, rad/s; NULL: no contact has friction */
    const double *inverse_inertia; /**< per body, 1/(kg m^2) */
    const size_t *number;          /**< per body: number of the ball in the file */
    const carom_touch *touch;      /**< the contacts, in a fixed order */
    const carom_impact_law *law;
    const void *law_options;
    carom_choice friction_law; /**< owned by the problem; entry NULL: constant */
    double quiet_mps;          /**< an approach of at most this speed is rounding */
    const carom_watch *watch;  /**< polled in long rounds; may be NULL */
    /** Receives each impulse of a round. */
    carom_status (*emit)(void *context, const carom_impulse *impulse);
    void *context;
} carom_cluster;

/** Properties of a policy for every cluster, checked by its conformance test. */
enum {
    CAROM_KEEPS_MOMENTUM = 1,
    CAROM_KEEPS_ENERGY = 2,      /**< conserved for e = 1, not increased for e <= 1 */
    CAROM_KEEPS_SYMMETRY = 4,    /**< mirrored cluster: mirrored outcome, within rounding */
    CAROM_KEEPS_ORDER = 8,       /**< the outcome is independent of the balls' numbers */
    CAROM_KEEPS_BREAK_AWAY = 16, /**< Newton's cradle with touching balls, e = 1: one in, one out */
    CAROM_DOES_FRICTION = 32,    /**< clusters of several contacts may have friction */
    /** friction is allowed if no two contacts of a round share a movable ball */
    CAROM_DOES_LONE_FRICTION = 64
};

/** An impact policy. `round` is called until it reports 0 impulses.
 *  - While a contact approaches faster than quiet_mps, `round` applies impulses >= 0 along the
 *    normals and emits each. *impulses: their number; *largest_mps: largest approach speed before.
 *  - It has the properties `keeps`.
 *  - A single contact gets (1 + e) m_red v_n under every policy, so the solver need not call it.
 *  - It uses + - * / and sqrt only. `workspace` is made by `create`. */
typedef struct {
    carom_entry about;
    unsigned keeps;        /**< CAROM_KEEPS_... */
    bool all_at_once;      /**< no contact of the cluster approaches after one round */
    void *(*create)(void); /**< NULL: no memory */
    carom_status (*round)(void *workspace, const carom_cluster *cluster, size_t *impulses,
                          double *largest_mps, carom_error *error);
    void (*destroy)(void *workspace);
} carom_impact_policy;

/** Impact policy of an entry of carom_impact_policies. */
CAROM_ENTRY_ACCESSOR(carom_impact_policy_of, carom_impact_policy)

/** List of the impact policies. A new one is one file in src/impacts/ and one X here. */
#define CAROM_IMPACT_POLICIES(X)                                                                   \
    X(generalized_reflections) X(newton_lcp) X(sequential_index) X(sequential_speed)

#define X(name) extern const carom_impact_policy carom_impact_policy_##name;
CAROM_IMPACT_POLICIES(X)
#undef X
extern const carom_seam carom_impact_policies;

/** Normal velocity of a contact (m/s), > 0 while its bodies separate. */
double carom_touch_velocity(const carom_cluster *cluster, const carom_touch *touch);

/** Inverse reduced mass of a contact (1/kg). */
double carom_touch_inverse_mass(const carom_cluster *cluster, const carom_touch *touch);

/** Apply a repulsive impulse (N s) to the two bodies of a contact. */
void carom_touch_push(const carom_cluster *cluster, const carom_touch *touch, double impulse);

/** Apply friction to a contact that receives the normal impulse @p impulse->impulse_Ns: changes
 * velocities and spins and sets the tangential members of @p impulse (Walton and Braun 1986). The
 * contact sticks, with slip after = -beta slip before, if that needs at most mu times the normal
 * impulse; otherwise it slides. mu is the friction law's at the slip before. */
void carom_touch_rub(const carom_cluster *cluster, const carom_touch *touch,
                     carom_impulse *impulse);

/** True if a contact of the cluster has friction. */
bool carom_cluster_rubs(const carom_cluster *cluster);

/** True if two approaching contacts share a movable body and one has friction. Policies that
 * resolve them together define no friction impulses. */
bool carom_cluster_rubs_together(const carom_cluster *cluster);

/** Restitution of a contact at @p approach_mps: `fixed`, or the law's. */
double carom_touch_restitution(const carom_cluster *cluster, const carom_touch *touch,
                               double approach_mps);

#endif
