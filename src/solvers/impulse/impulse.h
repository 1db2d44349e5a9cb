/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SOLVERS_IMPULSE_H
#define CAROM_INTERNAL_SOLVERS_IMPULSE_H

#include "scene/scene.h"
#include "search/event_queue.h"

#include <carom/impact_policy.h>
#include <carom/solver.h>

#include <float.h>
#include <math.h>

/** @file
 * The state of the impulse solver, shared by its files: impulse.c (the seam), motion.c,
 * neighbours.c (neighbours of a ball), predict.c (the next event of a ball, and the collision of
 * two balls that touch no third), cluster.c (the contacts of an impact), impact.c (its outcome),
 * rest.c (balls at rest, and endless impacts).
 *
 * Every ball keeps its own clock: its position and velocity are those at `clock_s`, and it is moved
 * on only by its own events. Each ball has one event in the queue, the earliest that it can see;
 * an event with a partner that has collided since is stale and is predicted anew when it comes up.
 * (Lubachevsky, J. Comput. Phys. 94, 255 (1991), without his second half of the event.)
 *
 * Clocks and event times count from a moving origin, which follows the run: a time is as fine as
 * the stretch since the origin, not as the whole run. (carom_impulse_move_origin says how nothing
 * is lost.)
 */

typedef struct {
    carom_choice law, policy;
    int collapse; /**< impulse_collapse */
    double tc_s, rest_speed_mps;
    char tc_from[CAROM_NAME_SIZE];
    double cluster_gap_rel, cluster_time_s;
} impulse_options;

/** What to do about endlessly many collisions in no time. TC: Luding and McNamara, Granular Matter
 * 1, 113 (1998): a collision within t_c of a body's last one loses nothing. REST: a ball that
 * gravity pulls onto a wall and that hits it more slowly than rest_speed stays there, carried by
 * the wall. */
typedef enum { COLLAPSE_ERROR, COLLAPSE_TC, COLLAPSE_REST } impulse_collapse;

typedef enum { EVENT_NONE, EVENT_PAIR, EVENT_WALL, EVENT_CELL, EVENT_STOP } impulse_event_kind;

/** What happens to a ball next; its time is in the queue. */
typedef struct {
    impulse_event_kind kind;
    uint32_t partner; /**< PAIR: the other ball; WALL: the part; CELL: carom_wall, the side */
    uint32_t stamp;   /**< PAIR: the partner's stamp when this was predicted */
} impulse_event;

/** What is first of what has been looked at. */
typedef struct {
    double in_s; /**< from now */
    impulse_event event;
} impulse_prediction;

#define IMPULSE_NOT_IN_CLUSTER UINT32_MAX

/** By which walls gravity on a ball is carried; on top of a fixed ball, and of one, it is carried
 * altogether. */
enum { SUPPORTED_X = 1, SUPPORTED_Y = 2, SUPPORTED_FIXED = 4, SUPPORTED_ON_TOP = 8 };

/** The part of a ball that others look at: one cache line. */
typedef struct {
    carom_flight flight; /**< at clock_s */
    double clock_s;
    double radius_m;
    uint32_t stamp;                /**< counts the changes of velocity */
    uint32_t support;              /**< CARRIED_... */
    uint32_t cluster_index;        /**< in the cluster at work, IMPULSE_NOT_IN_CLUSTER outside it */
    uint32_t zero_time_collisions; /**< collisions in a row without time between them */
} impulse_ball;

/** The part that only its own impacts need: a cache line, too. */
typedef struct {
    _Alignas(64) double inverse_mass; /**< 0 of a fixed ball */
    double inverse_inertia;           /**< likewise, 1/(kg m^2) */
    double spin_radps;
    /** time of the last event as the one it happened to, -INFINITY before */
    double last_event_s;
    double last_impulse_s; /**< time of the last impulse, -INFINITY before the first */
    /** the fastest that lately had to do with its velocity: what that is rounded to */
    double speed_scale_mps;
    /** where paths are straight: when it meets the first of whom it has seen since its velocity
     * changed, be it after walls and other cells; INFINITY: nobody */
    double partner_s;
    uint32_t next_partner, partner_stamp; /**< whom, and that one's stamp when this was predicted */
} impulse_traits;

/** Balls as another one sees them, at that one's clock. */
typedef struct {
    size_t count;
    carom_candidate_pairs at; /**< room for all balls */
    uint32_t *ball;
} impulse_neighbours;

/** The cluster at work: what carom_cluster points to, and which balls they are. */
typedef struct {
    size_t bodies, contacts, contact_capacity;
    uint32_t *ball;
    carom_vec *v, *v_before; /**< before: the round at work, for the trace */
    double *inverse_mass, *inverse_inertia, *spin, *spin_before;
    carom_body *body;
    size_t *number;
    carom_cluster_contact *contact;
    /** touches: the fastest approach that was pushed apart in this impact */
    double *peak_mps;
    double now_s;
    double speed_scale_mps; /**< the fastest that had to do with the velocities of its bodies */
    double largest_mps;     /**< the fastest approach of the first round, 0 without one */
    double last_mps;        /**< the fastest approach of the last round */
    /** of the contacts pushed in a round the largest approach over its peak */
    double largest_fraction;
    /** how many times what is rounding counts as such, in an impact of many rounds */
    double rounding_factor;
    double speed2;                    /**< square of the fastest of its bodies, before and after */
    double dissipated_J, exchanged_J; /**< by all its impulses; and the same without signs */
    /** some contact lost energy: with restitutions of 1 nothing is endless */
    bool lossy;
    bool gains_energy; /**< some contact had a restitution above 1 */
    bool pushed;       /**< there was an impulse */
    bool is_isolated;  /**< two of whom each sees the other one as number `seen` of its view */
    size_t neighbour_index[2];
} impulse_cluster;

/** What the problem has: decides how balls move, and which code predicts and resolves. */
typedef struct {
    bool has_rolling; /**< some ball has rolling resistance or drag: then there is no gravity */
    bool has_walls;   /**< there are walls */
    bool is_box;      /**< they are the four sides of the box */
    bool surface_friction; /**< surfaces may rub */
    bool straight_paths;   /**< no friction, no gravity: paths are straight and speeds constant */
    bool plain_motion; /**< and nobody asks how balls turn, or what would touch a little later */
    bool fast_pairs;   /**< and predict.c does for two whom nobody else touches */
    bool uniform_restitution; /**< two balls have one restitution, whoever they are, whenever and
                                 how fast */
    bool single_cell;         /**< the grid has no cells, on one axis at least */
} impulse_kind;

/** How impacts are resolved: from the options. */
typedef struct {
    const carom_impact_law *law;
    const void *law_options; /**< what `law` is called with */
    void *law_prepared;      /**< the same, where it is ours to release */
    const carom_impact_policy *policy;
    void *policy_workspace;
    double rest_speed_mps;                  /**< 0: no ball comes to rest on a wall */
    double tc_s;                            /**< 0: every collision loses what the law says */
    double cluster_gap_rel, cluster_time_s; /**< what counts as touching */
} impulse_rules;

typedef struct {
    const carom_problem *problem;
    impulse_kind kind;
    impulse_rules rules;
    carom_log *log;
    carom_trace *trace;
    carom_error *error;    /**< of the call in progress */
    double origin_s;       /**< what clocks and events count from */
    uint64_t origin_steps; /**< report.steps when it was moved last */
    impulse_ball *ball;
    impulse_traits *traits;
    impulse_event *event;
    carom_rolling *rolling;        /**< by ball; NULL without friction */
    carom_quaternion *orientation; /**< by ball, at its clock; NULL where nobody asks */
    carom_queue queue;
    double
        prefetched_bucket; /**< of the queue, when last something was fetched for later; no state */
    carom_grid grid;
    carom_candidate *found;     /**< by the grid */
    impulse_neighbours view[2]; /**< around the bodies of the impact at work */
    impulse_cluster cluster;
    /** by ball, where paths are bent or slowed: see rest.c */
    uint32_t *unresolved;
    const carom_cancel_flag *cancel;
    carom_budget_sums sums;
    carom_report report;
} impulse_solver;

/* ---- neighbours.c ---- */

/** Room for @p count balls. @return false: no memory */
bool carom_impulse_neighbours_init(impulse_neighbours *view, size_t count);
void carom_impulse_neighbours_free(impulse_neighbours *view);

/** Who is around ball @p i at its clock, in the grid's order. */
void carom_impulse_find_neighbours(impulse_solver *self, uint32_t i, impulse_neighbours *view);

/** Whom ball @p i sees at @p now_s that it did not see before it came through @p side of a cell;
 * where it is then, it itself not being moved on. */
void carom_impulse_find_new_neighbours(impulse_solver *self, uint32_t i, int side, double now_s,
                                       impulse_neighbours *view);

/** Moves balls @p i and @p j, which are bound to hit each other, on to the cluster's now_s, and
 * fills their views. @return whether they touch nobody else: then each sees the other as number
 * seen[0], seen[1], and the normal is from i to j. In doubt: no. */
bool carom_impulse_are_isolated(impulse_solver *self, uint32_t i, uint32_t j,
                                size_t neighbour_index[2], carom_vec *normal);

/* ---- predict.c ---- */

/** Finds the next event of ball @p i, whose clock shows now, among who is in @p view, and queues
 * it. */
void carom_impulse_predict(impulse_solver *self, uint32_t i, impulse_neighbours *view);

/** Moves ball @p i to @p now_s, looks around and predicts. */
void carom_impulse_move_and_predict(impulse_solver *self, uint32_t i, double now_s);

/** Takes ball @p i into the next cell through @p side at @p now_s, and queues its next event. */
void carom_impulse_cross_cell(impulse_solver *self, uint32_t i, int side, double now_s);

/* ---- cluster.c ---- */

/** Room for a cluster of all balls. On failure what has been made is left to
 * carom_impulse_cluster_free. */
CAROM_CHECKED carom_status carom_impulse_cluster_init(impulse_solver *self);
void carom_impulse_cluster_free(impulse_cluster *cluster);

/** Fills the cluster, which is empty and has its now_s, with ball @p i and everything that touches
 * it, or touches something that does. The balls are moved on to now_s. */
CAROM_CHECKED carom_status carom_impulse_collect(impulse_solver *self, uint32_t i);

/** What counts as a gap of 0 around ball @p a, one of the bodies having that radius, m: two bodies
 * touch when their gap is below cluster_gap_rel of the smaller radius, or below some units in the
 * last place of their coordinates (or would be closed within cluster_time_s). */
static inline double carom_impulse_tolerance(const impulse_solver *self, double radius_m,
                                             const impulse_ball *a)
{
    static const double touching_ulps = 8.0;
    double ulps = touching_ulps * DBL_EPSILON * (fabs(a->flight.at.x) + fabs(a->flight.at.y));
    double gap = self->rules.cluster_gap_rel * radius_m;
    return gap > ulps ? gap : ulps;
}

/** The gap between two balls whose centres are that way apart, m, and the direction from one to the
 * other; NAN where it has none. At a touch the distance is always about the same number, so its
 * root would always be rounded alike, all normals be a little too long or too short, and energy
 * drift. In another scale for every direction the roundings even out. */
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

/* ---- predict.c: two balls alone ---- */

/** What carom_impulse_collide would do about ball @p i and the one that it is bound to hit, if they
 * are alone, to the bit. @return false: they are not, or there is something to be said; nothing has
 * happened but that they have been moved on to the cluster's now_s. */
CAROM_CHECKED bool carom_impulse_collide_two(impulse_solver *self, uint32_t i,
                                             carom_status *status);

/* ---- impact.c ---- */

/** How fast those were that velocities come from after an impact, m/s, the fastest of its bodies
 * having the square @p speed2 and those before having come from @p speed_scale_mps: who was fast
 * long ago is forgotten, bit by bit. */
static inline double carom_impulse_next_speed_scale(double speed2, double speed_scale_mps)
{
    double speed_scale = sqrt(speed2);
    return speed_scale > 0.5 * speed_scale_mps ? speed_scale : 0.5 * speed_scale_mps;
}

/** Resolves the impact of ball @p i at @p now_s with everything that touches. */
CAROM_CHECKED carom_status carom_impulse_collide(impulse_solver *self, uint32_t i, double now_s);

/* ---- rest.c ---- */

/** Sets the restitution, and the friction, of a touch: the scenario's; 1, whatever the law, for
 * what the TC model counts as one lasting contact; 0 for what settles. */
void carom_impulse_set_restitution(const impulse_solver *self, carom_cluster_contact *contact);

/** After an impact, where balls come to rest: walls and fixed balls carry the balls that have
 * settled on them, until something lifts them off. */
void carom_impulse_update_support(impulse_solver *self);

/* ---- rest.c: endless impacts ---- */

/** CAROM_COLLAPSE: endlessly many collisions of ball @p i in no time.
 *  @param instead  what would help where it is no inelastic collapse; NULL: as the restitutions are
 */
CAROM_CHECKED carom_status carom_impulse_collapse_error(const impulse_solver *self, uint32_t i,
                                                        const char *how, const char *advice);

/** Whether the rounds of the impact at work, of which @p round was the last, go on for ever, ever
 * more slowly. */
bool carom_impulse_is_cascade(const impulse_solver *self, const carom_cluster *cluster,
                              size_t round);

/** After round @p round: what counts as rounding in the next one. */
void carom_impulse_raise_rounding(impulse_solver *self, carom_cluster *cluster, size_t round);

/** After the event of ball @p i with what @p event says, @p last_s being the time of its impulse
 * before: CAROM_COLLAPSE if such events follow each other endlessly. */
CAROM_CHECKED carom_status carom_impulse_check_collapse(impulse_solver *self, uint32_t i,
                                                        impulse_event event, double last_s);

#endif
