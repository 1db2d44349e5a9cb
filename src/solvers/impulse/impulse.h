/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "solvers/events/events.h"

#include "impacts/impacts.h"
#include <carom/solver.h>

/** @file State of the event-driven solver, shared by its files: impulse.c (the plug-in), pair.c
 * (collisions of two isolated balls), impact.c (contacts of an impact and its outcome), rest.c
 * (resting balls and inelastic collapse). solvers/events has the balls and their next events. */

typedef struct {
    carom_choice law, policy;
    int collapse; /**< impulse_collapse */
    double tc_s, rest_speed_mps;
    char tc_from[CAROM_NAME_SIZE];
    double cluster_gap_rel;
} impulse_options;

/** Remedies for infinitely many collisions in finite time. TC: a collision within t_c of a body's
 * last one is elastic (Luding and McNamara, Granular Matter 1, 113 (1998)). REST: a ball that
 * gravity presses onto a support rests there at the end of its bounces, or if it hits the support
 * more slowly than rest_speed_mps. */
typedef enum { COLLAPSE_ERROR, COLLAPSE_TC, COLLAPSE_REST } impulse_collapse;

#define IMPULSE_NOT_IN_CLUSTER UINT32_MAX

/** The rounds of the current impact: shows whether they end, and whether they add energy. */
typedef struct {
    double largest_mps; /**< largest approach speed in the first round; 0 if none */
    double last_mps;    /**< largest approach speed in the last round */
    /** largest ratio of approach speed to peak in the current round */
    double largest_fraction;
    /** factor by which a long impact raises the rounding threshold */
    double rounding_factor;
    double dissipated_J, exchanged_J; /**< sum over all impulses; sum of the magnitudes */
    /** some contact lost energy; only then can a cascade of rounds be endless */
    bool lossy;
    bool gains_energy; /**< some contact had a restitution above 1 */
} impulse_cascade;

/** The cluster of the current impact: the arrays of a carom_cluster, and its balls. */
typedef struct {
    size_t bodies, contacts, contact_capacity;
    uint32_t *ball;
    carom_vec *v, *v_before; /**< `v_before`: before the current round, for the trace */
    double *inverse_mass, *inverse_inertia, *radius_m, *spin, *spin_before;
    size_t *number;
    carom_cluster_contact *contact;
    /** indexed by contact: largest approach speed resolved in this impact */
    double *peak_mps;
    double now_s;
    double speed_scale_mps; /**< largest speed that influenced the velocities of the bodies */
    impulse_cascade cascade;
    double speed2; /**< square of the largest speed before and after the impact */
    bool pushed;   /**< the impact has at least one impulse */
} impulse_cluster;

/** Properties of the problem. They select the code that resolves impacts. */
typedef struct {
    bool surface_friction;    /**< some contact has friction */
    bool fast_pairs;          /**< carom_impulse_collide_two resolves isolated pairs */
    bool uniform_restitution; /**< every pair has the same restitution at all times and speeds */
} impulse_kind;

/** How the solver resolves impacts, from its options. */
typedef struct {
    const carom_choice *law; /**< of carom_impact_laws */
    const carom_impact_policy *policy;
    bool has_rest;          /**< balls can rest on supports: there is gravity */
    double rest_speed_mps;  /**< 0: of the rounding of positions */
    double tc_s;            /**< 0: the law applies to every collision */
    double cluster_gap_rel; /**< bodies closer than this count as touching */
} impulse_rules;

typedef struct {
    carom_events events;
    impulse_kind kind;
    impulse_rules rules;
    carom_log *log;
    carom_trace *trace;
    carom_error *error; /**< of the current call */
    impulse_cluster cluster;
    carom_impact_workspace workspace;
    /** indexed by ball, on curved paths: consecutive unresolved collisions (rest.c) */
    uint32_t *unresolved;
    carom_report report;
} impulse_solver;

/** Time of the run (s) at the current impact. */
static inline double carom_impulse_time(const impulse_solver *self)
{
    return self->events.origin_s + self->cluster.now_s;
}

/** Largest gap that counts as contact (m) for ball @p a and a body of radius @p radius_m:
 * cluster_gap_rel of the radius, or the rounding error of the coordinates if that is larger. */
static inline double carom_impulse_tolerance(const impulse_solver *self, double radius_m,
                                             const events_ball *a)
{
    static const double touching_ulps = 8.0;
    double ulps = touching_ulps * DBL_EPSILON * (fabs(a->flight.at.x) + fabs(a->flight.at.y));
    double gap = self->rules.cluster_gap_rel * radius_m;
    return gap > ulps ? gap : ulps;
}

/** Gap between two balls with centres @p displacement apart (m), and the unit normal between them;
 * NAN for coinciding centres.
 *
 * All colliding pairs have nearly the same distance. Their square roots would all be rounded in
 * the same direction, the normals would be systematically too long or too short, and the energy
 * would drift. A scale that depends on the direction makes these rounding errors random. */
static inline double carom_impulse_gap(carom_vec displacement, double reach, carom_vec *normal)
{
    double scale = 1 + fabs(displacement.x) / reach;
    carom_vec scaled = carom_vec_scale(scale, displacement);
    double distance = carom_vec_length(scaled);
    *normal = carom_vec_divide(scaled, distance);
    return distance > 0 ? distance / scale - reach : NAN;
}

static inline void carom_impulse_record_overlap(impulse_solver *self, double overlap_m)
{
    if (overlap_m > self->report.max_overlap_m) {
        self->report.max_overlap_m = overlap_m;
    }
}

/* ---- pair.c ---- */

/** Collide ball @p i with the partner of its event if the two are isolated. Bit for bit the same as
 * carom_impulse_collide, but faster.
 *  @return false if they are not isolated or need the general code; the two are then at the
 *   cluster's now_s, otherwise unchanged */
CAROM_CHECKED bool carom_impulse_collide_two(impulse_solver *self, uint32_t i,
                                             carom_status *status);

/* ---- impact.c ---- */

/** Largest speed (m/s) that influenced the velocities after an impact: the maximum of sqrt(@p
 * speed2), the largest current speed, and half of @p speed_scale_mps, the value before. The
 * halving forgets old speeds gradually. */
static inline double carom_impulse_next_speed_scale(double speed2, double speed_scale_mps)
{
    double speed_scale = sqrt(speed2);
    return speed_scale > 0.5 * speed_scale_mps ? speed_scale : 0.5 * speed_scale_mps;
}

/** Resolve the impact of ball @p i at @p now_s with everything that touches it. */
CAROM_CHECKED carom_status carom_impulse_collide(impulse_solver *self, uint32_t i, double now_s);

/* ---- rest.c ---- */

/** Set restitution and friction of a contact. The restitution is the scenario's, 1 within a lasting
 * contact of the TC model, or 0 for a ball that will rest. */
void carom_impulse_set_restitution(const impulse_solver *self, carom_cluster_contact *contact);

/** After an impact, decide which balls rest on walls and fixed balls, and which are lifted off. */
void carom_impulse_update_support(impulse_solver *self);

/* ---- rest.c: collapse ---- */

/** Report CAROM_COLLAPSE: infinitely many collisions of ball @p i in finite time.
 *  @param advice  advice if this is no inelastic collapse; NULL: advice that follows from the
 *   restitutions */
CAROM_CHECKED carom_status carom_impulse_collapse_error(const impulse_solver *self, uint32_t i,
                                                        const char *event_text, const char *advice);

/** Check for endless collisions after the event @p event of ball @p i; @p last_s is the time of its
 * previous impulse.
 *  @return CAROM_COLLAPSE if the collisions are endless */
CAROM_CHECKED carom_status carom_impulse_check_collapse(impulse_solver *self, uint32_t i,
                                                        events_event event, double last_s);
