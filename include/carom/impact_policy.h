/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The impact policy seam: in which order, or all together, the simultaneous contacts of a
 * cluster of touching bodies are resolved.
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

/** One touching contact of a cluster. */
typedef struct {
    size_t a, b;      /**< bodies of the cluster; b is CAROM_NO_BODY for a wall */
    carom_vec normal; /**< unit, from a to b */
    double nominal;   /**< the scenario's restitution for these surfaces */
    double fixed;     /**< restitution that no law changes; NaN: the law's */
    int wall;         /**< which wall, where b is CAROM_NO_BODY */
    carom_rub rub;    /**< along the tangent; friction 0: smooth */
} carom_touch;

#define CAROM_NO_BODY ((size_t)-1)

/** What one contact got in one round. */
typedef struct {
    size_t touch;          /**< which contact of the cluster */
    double impulse_Ns;     /**< > 0, pushing apart */
    double approach_mps;   /**< before the round */
    double separation_mps; /**< after it */
    double dissipated_J;   /**< impulse (1 - e) approach/2: summed over the round's contacts, with
                                separation = e approach for each, the kinetic energy it takes;
                                and what friction takes */
    double impulse_t_Ns;   /**< on b along t, the normal turned by +90 degrees */
    bool sliding;          /**< friction was at its limit */
} carom_impulse;

/** Bodies that touch at one instant, and the velocities a policy changes. */
typedef struct {
    size_t bodies, touches;
    carom_vec *v;                  /**< bodies, m/s */
    const double *inverse_mass;    /**< bodies, 1/kg */
    const carom_body *body;        /**< bodies */
    double *spin;                  /**< bodies, rad/s; NULL: all are smooth */
    const double *inverse_inertia; /**< bodies, 1/(kg m^2) */
    const size_t *number;          /**< bodies: the ball's number in the file */
    const carom_touch *touch;      /**< touches, in a fixed order */
    const carom_impact_law *law;
    const void *law_options;
    carom_choice friction_law; /**< the problem's, which owns it; entry NULL: constant */
    double quiet_mps;          /**< approach at or below this is rounding, no approach */
    /** to be asked where a round may last; NULL: nobody watches */
    const carom_watch *watch;
    /** Says what a round did to contact `touch`. */
    carom_status (*emit)(void *context, const carom_impulse *impulse);
    void *context;
} carom_cluster;

/** What a policy keeps, whatever the cluster; the conformance test holds it to it. */
enum {
    CAROM_KEEPS_MOMENTUM = 1,
    CAROM_KEEPS_ENERGY = 2,      /**< e = 1 keeps it, e <= 1 never adds any */
    CAROM_KEEPS_SYMMETRY = 4,    /**< a mirrored cluster has the mirrored outcome, to rounding */
    CAROM_KEEPS_ORDER = 8,       /**< the balls' numbers do not matter */
    CAROM_KEEPS_BREAK_AWAY = 16, /**< a touching cradle at e = 1: one in, one out */
    CAROM_DOES_FRICTION = 32,    /**< surfaces of clusters of several contacts may rub */
    /** and where a round has no two contacts of one ball that can move, which then are as if alone
     */
    CAROM_DOES_LONE_FRICTION = 64
};

/** An impact policy. Contract, for `round`, which is called until it reports 0 impulses:
 *  - while a contact approaches faster than quiet_mps, applies impulses along the normals of
 *    touching contacts, never negative ones, and emits every one; *impulses is how many,
 *    *largest_mps the fastest approach before;
 *  - keeps what `keeps` says;
 *  - a single contact gets (1 + e) mu v_n, whatever the policy (so the solver need not ask);
 *  - + - * / and sqrt alone; `workspace` is the policy's own, from `create`. */
typedef struct {
    carom_entry about;
    unsigned keeps;        /**< CAROM_KEEPS_... */
    bool all_at_once;      /**< a round leaves no contact of the cluster approaching */
    void *(*create)(void); /**< NULL on lack of memory */
    carom_status (*round)(void *workspace, const carom_cluster *cluster, size_t *impulses,
                          double *largest_mps, carom_error *error);
    void (*destroy)(void *workspace);
} carom_impact_policy;

/** The impact policy that an entry of carom_impact_policies is of. */
CAROM_ENTRY_ACCESSOR(carom_impact_policy_of, carom_impact_policy)

/** The list: one new file in src/impacts/ and one X here. */
#define CAROM_IMPACT_POLICIES(X)                                                                   \
    X(generalized_reflections) X(newton_lcp) X(sequential_index) X(sequential_speed)

#define X(name) extern const carom_impact_policy carom_impact_policy_##name;
CAROM_IMPACT_POLICIES(X)
#undef X
extern const carom_seam carom_impact_policies;

/** Normal velocity of a contact, m/s: > 0 while its bodies part. */
double carom_touch_velocity(const carom_cluster *cluster, const carom_touch *touch);

/** 1/reduced mass of a contact, 1/kg. */
double carom_touch_inverse_mass(const carom_cluster *cluster, const carom_touch *touch);

/** Pushes the two bodies of a contact apart by @p impulse (N s): changes their velocities. */
void carom_touch_push(const carom_cluster *cluster, const carom_touch *touch, double impulse);

/** Lets the two surfaces of a contact rub on each other while they are pushed apart by
 * @p impulse->impulse_Ns: changes velocities and spins, and fills what is tangential of the impulse
 * (Walton and Braun 1986). It sticks, and parts with -beta times the slip, where that needs at most
 * mu times the normal impulse, mu the friction law's at the slip before; else it slides. Nothing
 * where the contact is smooth. */
void carom_touch_rub(const carom_cluster *cluster, const carom_touch *touch,
                     carom_impulse *impulse);

/** Whether some contact of the cluster rubs. */
bool carom_cluster_rubs(const carom_cluster *cluster);

/** Whether two contacts that approach are of one body that can move, and one of them rubs: of what
 * is pushed apart together there, nobody has said how it rubs. */
bool carom_cluster_rubs_together(const carom_cluster *cluster);

/** Restitution of a contact at @p approach_mps: the fixed one, or the law's. */
double carom_touch_restitution(const carom_cluster *cluster, const carom_touch *touch,
                               double approach_mps);

#endif
