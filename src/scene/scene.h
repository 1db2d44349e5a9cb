/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/base.h"
#include "params/params.h"

#include <carom/collision.h>
#include <carom/ledger.h>
#include <carom/problem.h>
#include <carom/solver.h>
#include <carom/trace.h>
#include <carom/vec.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- friction laws ---- */

/** exp(-x) for x >= 0, relative error 2e-16, computed with + - * / only: the last bits of the C
 * library's exp depend on the machine. NaN gives NaN. */
double carom_exp_negative(double x);

/** Coulomb's mu at slip speed @p slip_mps >= 0. @p nominal is the friction of the two surfaces. */
double carom_friction_coefficient(const carom_friction_law *law, double nominal, double slip_mps);

/** Laws by name, for scenario files. */
extern const carom_interface carom_friction_laws;

/** The law that a choice of carom_friction_laws names. */
carom_friction_law carom_friction_law_chosen(const carom_choice *choice);

/** Coulomb's mu by the problem's law. @p nominal is the friction of carom_pair_tangential. */
static inline double carom_problem_friction(const carom_problem *problem, double nominal,
                                            double slip_mps)
{
    return carom_friction_coefficient(&problem->friction_law, nominal, slip_mps);
}

/* ---- messages ---- */

/** Number and name of a ball as in the file: "ball 3, cue". */
typedef struct {
    char text[CAROM_NAME_SIZE + 20];
} carom_ball_label;

carom_ball_label carom_ball_describe(const carom_ball *ball);

/* ---- canonical order ----
 * Solvers compute with balls sorted by initial state, so the result does not depend on the order in
 * the file, to the last bit. */

/** Sort by position (along a Morton curve), vx, vy, radius and mass; identical balls by number. */
void carom_balls_sort(carom_ball *ball, size_t count);

/* ---- materials ---- */

enum { CAROM_MATERIAL_CONSTANTS = 3 };

/** Published constants of a material. */
typedef struct {
    carom_material material;
    const char *source[CAROM_MATERIAL_CONSTANTS]; /**< of E, nu and the density */
} carom_material_preset;

/** All presets; the last one has the name "". */
extern const carom_material_preset carom_material_presets[];

/** Set the constants that are NaN to those of the preset of the material's name.
 *  @return false: no preset has that name */
bool carom_material_complete(carom_material *material);

/** Append the names of the presets, and the most similar one, to a message about @p name. */
void carom_material_presets_append(const char *name, char *text, size_t size);

/* ---- contacts ---- */

/** Surface of balls a and b, or of a and a wall (b NULL), without `damping` and `end`, which the
 * force law determines. */
carom_surface carom_pair_surface(const carom_problem *problem, const carom_ball *a,
                                 const carom_ball *b);

/* ---- ledger ----
 * Every solver adds losses and external impulses to carom_budget_sums. The ledger is computed from
 * them and from positions and velocities, by the same code for every solver. */

/** Compensated sums since t = 0, as in carom_budget. */
typedef struct {
    carom_sum dissipated, impulse_x, impulse_y, angular, folded;
} carom_budget_sums;

/** Add an external impulse (N s). */
static inline void carom_budget_sums_add_impulse(carom_budget_sums *sums, carom_vec impulse)
{
    carom_sum_add(&sums->impulse_x, impulse.x);
    carom_sum_add(&sums->impulse_y, impulse.y);
}

/** Lever arm of a torque at a position (m): its distance from the center of the table. */
static inline carom_vec carom_torque_arm(const carom_problem *problem, carom_vec at)
{
    return (carom_vec){at.x - 0.5 * problem->width_m, at.y - 0.5 * problem->height_m};
}

/** Add an external impulse on a ball at @p at, and its angular impulse. */
static inline void carom_budget_sums_add_impulse_at(carom_budget_sums *sums,
                                                    const carom_problem *problem, carom_vec at,
                                                    carom_vec impulse)
{
    carom_budget_sums_add_impulse(sums, impulse);
    carom_sum_add(&sums->angular, carom_vec_cross(carom_torque_arm(problem, at), impulse));
}

/** Add the impulse of an impact with a wall or fixed ball, @p sign times the normal one along n and
 * the tangential one along t, on a ball of @p radius_m at @p at. @param sign  -1: n points from the
 * ball to the other body; 1: to the ball */
static inline void carom_budget_sums_add_impact(carom_budget_sums *sums,
                                                const carom_problem *problem, carom_vec at,
                                                double radius_m, carom_vec n, double sign,
                                                double impulse_Ns, double impulse_t_Ns)
{
    carom_budget_sums_add_impulse_at(sums, problem, at, carom_vec_scale(sign * impulse_Ns, n));
    if (impulse_t_Ns != 0) { /* friction acts at the surface */
        carom_budget_sums_add_impulse_at(
            sums, problem, carom_vec_add_scaled(at, -sign * radius_m, n),
            carom_vec_scale(sign * impulse_t_Ns, carom_vec_rotate_left(n)));
    }
}

/** Add other sums. */
static inline void carom_budget_sums_add(carom_budget_sums *sums, const carom_budget_sums *more)
{
    carom_sum_add(&sums->dissipated, carom_sum_value(&more->dissipated));
    carom_sum_add(&sums->impulse_x, carom_sum_value(&more->impulse_x));
    carom_sum_add(&sums->impulse_y, carom_sum_value(&more->impulse_y));
    carom_sum_add(&sums->angular, carom_sum_value(&more->angular));
    carom_sum_add(&sums->folded, carom_sum_value(&more->folded));
}

/** Values of the sums, with elastic_J = 0. */
static inline carom_budget carom_budget_sums_value(const carom_budget_sums *sums)
{
    return (carom_budget){
        .dissipated_J = carom_sum_value(&sums->dissipated),
        .impulse_Ns = {carom_sum_value(&sums->impulse_x), carom_sum_value(&sums->impulse_y)},
        .angular_impulse_Nms = carom_sum_value(&sums->angular),
        .folded_J = carom_sum_value(&sums->folded)};
}

/** Compute the ledger at one time.
 *  @param at       positions and velocities, in the order of problem->ball
 *  @param budget   contributions of the solver
 *  @param initial  ledger at t = 0, from which residuals are measured; NULL: the residuals are 0 */
void carom_ledger_compute(const carom_problem *problem, const carom_view *at,
                          const carom_budget *budget, const carom_ledger *initial,
                          carom_ledger *ledger);

/* ---- rolling ----
 * Straight motion with rolling resistance and air drag, v' = -(a + b v^2) until it stops, in closed
 * form; and the contact time of two such balls.
 *
 * With th0 = atan(v0 sqrt(b/a)), w = sqrt(a b):  v = sqrt(a/b) tan(th0 - w t),
 * s = (1/b) ln(cos(th0 - w t)/cos th0), stop at t = th0/w, s = ln(1 + b v0^2/a)/(2b). The limits
 * b -> 0 (v = v0 - a t) and a -> 0 (v = v0/(1 + b v0 t), never stops) are used where the general
 * form would lose digits. It needs atan, tan, log and exp: with friction, bits depend on C library
 * and processor. */

/** Deceleration a + b v^2; a in m/s^2, b in 1/m, both >= 0. */
typedef struct {
    double a, b;
} carom_rolling;

static inline double carom_rolling_deceleration(carom_rolling r, double v)
{
    return v > 0 ? r.a + r.b * v * v : 0;
}

/** Speed (m/s) and distance (m) after t >= 0 at initial speed v0 >= 0; t may be INFINITY. */
double carom_rolling_speed(carom_rolling r, double v0, double t);
double carom_rolling_distance(carom_rolling r, double v0, double t);

/** Time at which it stops (s): INFINITY without rolling resistance, 0 at rest. */
double carom_rolling_stop(carom_rolling r, double v0);

/** Time at which it has rolled s >= 0 (m); INFINITY if it stops before. */
double carom_rolling_time(carom_rolling r, double v0, double s);

/** Kinetic energy per mass (J/kg) lost over a distance s: (v0^2 + a/b)(1 - exp(-2 b s))/2. */
double carom_rolling_loss(carom_rolling r, double v0, double s);

/** One ball of a pair: position, direction (unit vector), speed and deceleration. */
typedef struct {
    carom_vec at, along;
    double speed;
    carom_rolling r;
} carom_roller;

/** Time (s) until two rolling balls touch at distance `reach`; INFINITY: not within @p latest_s.
 * Finds grazing contacts too (see impact search). */
double carom_rolling_time_of_impact(const carom_roller *p, const carom_roller *q, double reach,
                                    double rounding_mps, double latest_s);

/* ---- flight ----
 * Motion of a ball between impacts in closed form: free fall in the plane, or rolling; and its
 * contributions to the ledger. */

typedef struct {
    carom_vec at, v; /**< m, m/s */
} carom_flight;

/** State after time t (s) at acceleration g (m/s^2). */
static inline carom_flight carom_flight_fall(carom_flight f, carom_vec g, double t)
{
    return (carom_flight){carom_vec_free_fall(f.at, f.v, g, t), carom_vec_add_scaled(f.v, t, g)};
}

/** Initial state of a ball. */
static inline carom_flight carom_flight_from_ball(const carom_ball *ball)
{
    return (carom_flight){{ball->x_m, ball->y_m}, {ball->vx_mps, ball->vy_mps}};
}

/** Set the initial state of a ball. */
static inline void carom_flight_to_ball(carom_flight f, carom_ball *ball)
{
    ball->x_m = f.at.x;
    ball->y_m = f.at.y;
    ball->vx_mps = f.v.x;
    ball->vy_mps = f.v.y;
}

/** State of ball @p i in a sample. */
static inline carom_flight carom_flight_from_sample(const carom_sample *sample, size_t i)
{
    return (carom_flight){{sample->x_m[i], sample->y_m[i]}, {sample->vx_mps[i], sample->vy_mps[i]}};
}

/** Set the state of ball @p i in a sample. */
static inline void carom_flight_to_sample(carom_flight f, carom_sample *sample, size_t i)
{
    sample->x_m[i] = f.at.x;
    sample->y_m[i] = f.at.y;
    sample->vx_mps[i] = f.v.x;
    sample->vy_mps[i] = f.v.y;
}

/** State of ball @p i in a view. */
static inline carom_flight carom_flight_from_view(const carom_view *view, size_t i)
{
    return (carom_flight){{view->x_m[i], view->y_m[i]}, {view->vx_mps[i], view->vy_mps[i]}};
}

/** Set the state of ball @p i in a view. */
static inline void carom_flight_to_view(carom_flight f, carom_view *view, size_t i)
{
    view->x_m[i] = f.at.x;
    view->y_m[i] = f.at.y;
    view->vx_mps[i] = f.v.x;
    view->vy_mps[i] = f.v.y;
}

/** Set the totals of a view, without elastic energy and contacts. */
static inline void carom_view_set_totals(carom_view *view, const carom_budget_sums *sums,
                                         const carom_report *report)
{
    view->budget = carom_budget_sums_value(sums);
    view->max_overlap_m = report->max_overlap_m;
    view->collisions = report->collisions;
    view->contacts = 0;
}

/** Deceleration of a ball. */
carom_rolling carom_ball_rolling(const carom_problem *problem, const carom_ball *ball);

/** Decelerations of all balls; NULL if none decelerates. Release with free() */
carom_rolling *carom_rolling_new(const carom_problem *problem);

/** State after rolling for time t (s). */
carom_flight carom_flight_roll(carom_flight f, carom_rolling r, double t);

/** Add the weight m g acting for time t: its impulse, and the integral of its torque r x m g with
 * r = r0 + v t + g t^2/2, whose last term is parallel to g. */
void carom_flight_add_weight(const carom_problem *problem, double mass_kg, carom_flight f,
                             carom_vec g, double t, carom_budget_sums *sums);

/** Add the impulse m g t of the weight of every ball since t = 0. */
void carom_flight_add_weights(const carom_problem *problem, double t_s, carom_budget_sums *sums);

/** Add the change -m g.displacement of potential energy when ball @p i is folded by @p displacement
 * (m) into a periodic table. */
void carom_flight_add_fold(const carom_problem *problem, size_t i, carom_vec displacement,
                           carom_budget_sums *sums);

/** Add friction over a distance s (m) that leaves the speed v (m/s). The energy follows from the
 * distance, the impulse from the speeds. The force acts along the path: the initial position gives
 * its lever arm. */
void carom_flight_add_friction_over(const carom_problem *problem, double mass_kg, carom_rolling r,
                                    carom_flight f, double s, double v, carom_budget_sums *sums);

/** Add friction of rolling for time t (s). */
void carom_flight_add_friction(const carom_problem *problem, double mass_kg, carom_rolling r,
                               carom_flight f, double t, carom_budget_sums *sums);

/* ---- impact search ----
 * Contact time of two balls on curved relative paths, without missing a contact.
 *
 * Let d, w and a be the relative position, velocity and acceleration at a time, and J a bound of
 * the relative jerk a' from then on. After h the relative position is within J h^3/6 of the
 * parabola d + w h + a h^2/2. If the parabola stays outside reach + J H^3/6 for all h <= H, no
 * contact happens within H, and the search continues at its end. Otherwise H is halved until this
 * holds, or until the distance decreases throughout H and passes reach: then H brackets exactly one
 * contact, and a root finder locates it. Both conditions are signs of polynomials in h on [0, H]: a
 * polynomial is >= 0 if all its Bernstein coefficients are.
 *
 * For balls that touch and separate, or move together, the conditions can fail at any H. H is
 * therefore not halved below a minimum of 1e-15 of the time scale, which doubles with every use and
 * every 64 steps. A contact skipped in this way is a graze with rounding as its overlap and no
 * impulse. Every search ends after some thousand steps. */

/** Relative position (m), velocity (m/s) and acceleration (m/s^2) of two balls at a time. */
typedef struct {
    carom_vec d, w, a;
    double jerk;    /**< bound of |a'| until until_s, m/s^3 */
    double until_s; /**< time at which the acceleration jumps; may be INFINITY */
} carom_relative_motion;

typedef struct {
    carom_relative_motion (*relative_motion)(double t, const void *context);
    const void *context;
    double reach;        /**< r1 + r2, m */
    double rounding_mps; /**< slower approach is rounding */
    double end_s;        /**< end of the search; may be INFINITY */
    double scale_s;      /**< time scale: reach over speed */
} carom_impact_search;

/** Time (s, >= 0) until the balls touch; INFINITY: not before the end. */
double carom_impact_search_time(const carom_impact_search *search);

/* ---- tables ----
 * The boundary of a table is a chain of edges and arcs around it, and its inward corners. Only
 * these parts compute overlaps, normals and contact times with the boundary. A part ends where the
 * next one begins; a point in front of both counts to the first.
 *
 * Parts that join without an outward corner form a chain: a disc in contact slides from one to the
 * next. The straight sides and half circles of a stadium are one chain, and so are two edges and
 * the inward corner between them.
 *
 * A rectangle has no parts: its four sides (carom_wall) have inline functions of their own, because
 * most tables are rectangles, and the bits of their results are those of the sides. */

/** Overlap of a disc with a part of the boundary. */
typedef struct {
    double overlap_m; /**< < 0: gap; -INFINITY: the disc is not in front of this part */
    carom_vec normal; /**< outward unit normal at the point nearest to the disc */
} carom_wall_overlap;

/** Path of a ball at constant acceleration. */
typedef struct {
    carom_vec at, v, a; /**< position (m), velocity (m/s), acceleration (m/s^2) */
} carom_path;

/** Straight edge; arc that bounds the table from outside, counterclockwise; inward corner, at which
 * a ball that is past one edge and not yet in front of the next one meets a point. */
typedef enum { CAROM_EDGE, CAROM_ARC, CAROM_CORNER } carom_part_kind;

struct carom_part {
    carom_part_kind kind;
    carom_vec from_m, to_m; /**< edge: its ends; arc: center; corner: position */
    carom_vec normal;       /**< edge: outward unit normal */
    /** unit vector. Edge: along it; arc: from center to middle; corner: along the edge before it */
    carom_vec along;
    carom_vec after; /**< corner: unit vector along the edge after it */
    double length_m; /**< edge */
    double radius_m; /**< arc */
    /** arc: it has the directions whose angle to `along` has at least this cosine; < -1: all */
    double cosine;
    double extension_m[2]; /**< edge: it reflects balls up to this distance beyond its ends */
    uint32_t chain;        /**< number of its chain */
    char name[32];         /**< name in collisions.tsv */
};

/** For contact times, a part extends beyond its ends by this fraction of its size: rounding must
 * not make a ball miss both parts at a joint. */
#define CAROM_JOINT_ROUNDING 1e-12

/** Overlap of a disc of radius @p reach_m > 0 around @p at, inside the table or overlapping the
 * part by less than its radius. Every point is in front of one part; at an outward corner a disc
 * touches both edges. */
carom_wall_overlap carom_part_overlap(const carom_part *part, carom_vec at, double reach_m);

/** Largest overlap of a disc with a part of a chain. *nearest: number of this part; CAROM_NO_PART
 * and overlap -INFINITY if the disc is in front of none */
#define CAROM_NO_PART UINT32_MAX
carom_wall_overlap carom_chain_overlap(const carom_part *part, size_t parts, uint32_t chain,
                                       carom_vec at, double reach_m, uint32_t *nearest);

/** Change of that overlap as the disc moves from @p from by @p move, m. */
double carom_part_overlap_change(const carom_part *part, carom_vec from, carom_vec move);

/** Time >= 0 until the disc touches the part from inside, INFINITY if it does not. An approach
 * slower than @p rounding_mps is rounding. Near the joint of two parts both may return a time. */
double carom_part_contact_time(const carom_part *part, const carom_path *path, double reach_m,
                               double rounding_mps);

/** Rotation of the normal (rad) per meter that the disc moves along the part in contact: 0 for an
 * edge, 1/(R - reach) inside an arc of radius R, < 0 at a corner. */
double carom_part_normal_rotation_1pm(const carom_part *part, double reach_m);

/** Point of an edge or arc at s, 0 at its beginning to 1 at its end, for drawing. */
carom_vec carom_part_point(const carom_part *part, double s);

/** Number of crossings of the ray from @p at along +x. A point is on the table if the sum over all
 * parts is odd. */
int carom_part_crossings(const carom_part *part, carom_vec at);

/** Length (m), and integral of (x dy - y dx)/2 (m^2): the sum is the area apart from its sign. */
double carom_part_length(const carom_part *part);
double carom_part_area(const carom_part *part);

/** Length (m) from the beginning of a part to its point nearest to @p at. */
double carom_part_arc_length(const carom_part *part, carom_vec at);

/** A shape. The table lies in [0, width] x [0, height] and touches both axes. */
typedef struct {
    carom_entry about;
    /** reports invalid options, with keys relative to `table`; may be NULL */
    void (*check)(const void *options, const carom_diagnostics *diagnostics);
    /** Compute width and height from valid options; fill @p part (may be NULL), edges and arcs in
     * order around the table, then corners. @return the number of parts */
    size_t (*build)(const void *options, carom_vec *size_m, carom_part *part);
    bool box; /**< a rectangle; it may be periodic or open */
} carom_shape;

/** Shape of an entry of carom_shapes. */
CAROM_ENTRY_ACCESSOR(carom_shape_of, carom_shape)

/* ---- sides of a rectangle ---- */

/** Time (s, >= 0) until a point at distance d >= 0 (m) from a line reaches it, or INFINITY.
 * Velocity u (m/s) and acceleration a (m/s^2) are positive away from the line. A negative d is
 * rounding and counts as 0. A point on the line that moves away does not reach it at t = 0. */
double carom_time_to_line(double d, double u, double a);

/** Path relative to a side of a box: distance from a line along the side (m), velocity (m/s) and
 * acceleration (m/s^2), positive into the box. */
typedef struct {
    double d, u, a;
} carom_side_path;

/** Path relative to a side. @param side  carom_wall  @param line_m  x or y of the line */
static inline carom_side_path carom_path_to_side(int side, double line_m, const carom_path *path)
{
    bool vertical = side == CAROM_BOTTOM || side == CAROM_TOP;
    double sign = side == CAROM_LEFT || side == CAROM_BOTTOM ? 1 : -1;
    return (carom_side_path){sign * ((vertical ? path->at.y : path->at.x) - line_m),
                             sign * (vertical ? path->v.y : path->v.x),
                             sign * (vertical ? path->a.y : path->a.x)};
}

/** carom_part_overlap for a side, any position and any reach >= 0. The difference of line and
 * position is exact near the wall, so it is taken first. */
static inline carom_wall_overlap carom_side_overlap(const carom_problem *problem, size_t side,
                                                    carom_vec at, double reach_m)
{
    carom_vec normal = carom_wall_normals[side];
    double line = side == CAROM_RIGHT ? problem->width_m
                                      : (side == CAROM_TOP ? problem->height_m : 0);
    double distance = line - carom_vec_dot(normal, at);
    return (carom_wall_overlap){reach_m - distance, normal};
}

/* ---- periodic table ---- */

/** Displacement to the nearest image on a periodic table; unchanged on other tables. */
static inline carom_vec carom_torus_shortest(const carom_problem *problem, carom_vec displacement)
{
    double width = problem->width_m, height = problem->height_m;
    return problem->boundary != CAROM_PERIODIC
             ? displacement
             : (carom_vec){displacement.x - width * floor(displacement.x / width + 0.5),
                           displacement.y - height * floor(displacement.y / height + 0.5)};
}

/** Position folded into a periodic table, [0, width) x [0, height). */
static inline carom_vec carom_torus_fold_position(const carom_problem *problem, carom_vec at)
{
    double x = at.x - problem->width_m * floor(at.x / problem->width_m);
    double y = at.y - problem->height_m * floor(at.y / problem->height_m);
    return (carom_vec){x < problem->width_m ? x : 0, /* rounding can reach the width itself */
                       y < problem->height_m ? y : 0};
}

/* ---- time of impact ---- */

/** True if balls @p i and @p j touch; @p displacement (m): from the center of i to that of j, or to
 * its nearest image on a periodic table. A gap of up to 1e-9 (r1 + r2) is rounding. */
static inline bool carom_balls_touch(const carom_problem *problem, size_t i, size_t j,
                                     carom_vec displacement)
{
    const double rounding = 1e-9;
    double reach = (problem->ball[i].radius_m + problem->ball[j].radius_m) * (1 + rounding);
    return carom_vec_square(carom_torus_shortest(problem, displacement)) <= reach * reach;
}

/** Time (s, >= 0) until two balls on straight paths touch; INFINITY: never, or after @p latest_s.
 *
 *  |d + w t|^2 = reach^2 with p = d.w, c = |d|^2 - reach^2 has the first root
 *  t = c/(-p + sqrt(disc)), disc = p^2 - |w|^2 c. This form has no
 *  cancellation: a touching pair gives 0, and an overlap by rounding is clamped to 0. The form in
 * part 2 of the billiard blog drops contacts at t = 0 and can return negative times. disc = reach^2
 * |w|^2 - (d x w)^2 is the same number without cancellation at large distances. As sqrt(disc) <= -p
 * for c >= 0, t >= c/(-2p): this excludes most pairs without a square root. Inline, as the
 * innermost loop of the impulse solver.
 *  @param d  relative position of ball 2, m
 *  @param w  relative velocity of ball 2, m/s
 *  @param reach  r1 + r2, m
 *  @param rounding_mps  approach slower than this is rounding and never leads to a collision */
static inline double carom_time_of_impact(carom_vec d, carom_vec w, double reach,
                                          double rounding_mps, double latest_s)
{
    double p = carom_vec_dot(d, w), d2, c, cross, disc, t;
    if (p >= 0) {
        return INFINITY;
    }
    d2 = carom_vec_square(d);
    c = d2 - reach * reach;
    if (c > -2 * p * latest_s || p * p <= rounding_mps * rounding_mps * d2) {
        return INFINITY;
    }
    cross = carom_vec_cross(d, w);
    disc = reach * reach * carom_vec_square(w) - cross * cross;
    if (disc <= 0) {
        return INFINITY;
    }
    t = c / (-p + sqrt(disc));
    return t > 0 ? t : 0;
}

/* ---- trace ----
 * Receives contacts and their samples from a solver. The run does not depend on it. */

/** A traced contact. */
typedef struct {
    carom_collision begun; /**< at its onset, with ball numbers of the file */
    size_t found;          /**< number of contacts found before it */
    size_t shown, latest;  /**< number of its samples, and index of the last one */
} carom_traced_contact;

/** All zero: no contact is traced. */
typedef struct carom_trace {
    const carom_problem *problem; /**< balls in canonical order */
    carom_trace_request trace_request;
    carom_bodies *pair; /**< copy of trace_request.pair */
    size_t found;       /**< contacts so far */
    carom_traced_contact *traced;
    size_t count, capacity; /**< of `traced` */
    double latest_s;        /**< time of the latest of the first trace_request.first found */
    carom_contact_samples contact_samples; /**< `contact` is the index in `traced` plus 1 */
} carom_trace;

/** Velocities of the two bodies (m/s); 0 for a wall or fixed ball. */
typedef struct {
    carom_vec a, b;
} carom_two_velocities;

/** Velocities of the two bodies of a collision, out of the flights of all balls. */
static inline carom_two_velocities carom_flight_velocities(const carom_flight *ball,
                                                           const carom_collision *c)
{
    return (carom_two_velocities){ball[c->a].v, c->wall ? (carom_vec){0, 0} : ball[c->b].v};
}

/** Spins of the two bodies (rad/s). */
typedef struct {
    double a, b;
} carom_two_spins;

/** Start tracing by @p trace_request, which is copied. */
void carom_trace_init(carom_trace *trace, const carom_problem *problem,
                      const carom_trace_request *trace_request);

/** Free the contacts and samples; nothing is traced any more. */
void carom_trace_free(carom_trace *trace);

/** True if contacts are traced. */
static inline bool carom_trace_is_on(const carom_trace *trace)
{
    return trace->trace_request.first > 0 || trace->trace_request.pairs > 0;
}

/** Begin a contact. Call it for every logged collision, in the order of the log, with ball indices
 * in canonical order. @return argument of carom_trace_add_sample; 0: the contact is not traced */
size_t carom_trace_begin(carom_trace *trace, const carom_collision *collision);

/** Add a sample of contact @p id > 0, with ball indices in canonical order. The components of the
 * velocities along n and t are computed here. */
void carom_trace_add_sample(carom_trace *trace, size_t id,
                            const carom_contact_sample *contact_sample,
                            const carom_two_velocities *velocities);

/** Begin and end the contact of an impulse, with samples before and after it.
 * @param spin  before and after; NULL: no spin */
void carom_trace_impulse(carom_trace *trace, const carom_collision *collision,
                         const carom_two_velocities *before, const carom_two_velocities *after,
                         const carom_two_spins spin[2]);

/** Append the samples to @p contact_samples, grouped by contact and numbered by position in the
 * sorted log.
 *  @param log  unsorted log of the run, with ball numbers of the file */
void carom_trace_contact_samples(const carom_trace *trace, const carom_log *log,
                                 carom_contact_samples *contact_samples);

/* ---- walls ----
 * Parts of a table's boundary, numbered from 0 as in collision logs. A ball can touch several at
 * once, in an outward corner. */

/** Number of parts that a ball can touch; 0 without walls. */
static inline size_t carom_walls_count(const carom_problem *problem)
{
    if (problem->boundary != CAROM_WALLS) {
        return 0;
    }
    return problem->part == NULL ? CAROM_WALL_COUNT : problem->parts;
}

/** Distance from the center at which a ball touches a wall (m): its radius, or 0 if walls reflect
 * the center. */
static inline double carom_walls_reach(const carom_problem *problem, double radius_m)
{
    return problem->wall_contact == CAROM_SURFACE ? radius_m : 0;
}

/** carom_part_overlap of part @p part of a table. */
static inline carom_wall_overlap carom_walls_part_overlap(const carom_problem *problem, size_t part,
                                                          carom_vec centre, double reach_m)
{
    return problem->part == NULL ? carom_side_overlap(problem, part, centre, reach_m)
                                 : carom_part_overlap(&problem->part[part], centre, reach_m);
}

/** carom_part_contact_time of part @p part of a table. */
double carom_walls_contact_time(const carom_problem *problem, size_t part, const carom_path *path,
                                double reach_m, double rounding_mps);

/** carom_part_normal_rotation_1pm of part @p part of a table. */
static inline double carom_walls_normal_rotation_1pm(const carom_problem *problem, size_t part,
                                                     double reach_m)
{
    return problem->part == NULL ? 0
                                 : carom_part_normal_rotation_1pm(&problem->part[part], reach_m);
}

/** Number of chains that a ball can touch; each side of a rectangle is one. */
size_t carom_walls_chains(const carom_problem *problem);

/** Number of the chain of a part. */
static inline uint32_t carom_walls_chain_of(const carom_problem *problem, uint32_t part)
{
    return problem->part == NULL ? part : problem->part[part].chain;
}

/** carom_chain_overlap of a chain of a table. */
static inline carom_wall_overlap carom_walls_chain_overlap(const carom_problem *problem,
                                                           uint32_t chain, carom_vec centre,
                                                           double reach_m, uint32_t *part)
{
    *part = chain;
    return problem->part == NULL
             ? carom_side_overlap(problem, chain, centre, reach_m)
             : carom_chain_overlap(problem->part, problem->parts, chain, centre, reach_m, part);
}

/** Change of the overlap with a part as a disc moves from @p from by @p move (m), without the
 * cancellation of a difference of overlaps. */
static inline double carom_walls_overlap_change(const carom_problem *problem, size_t part,
                                                carom_vec from, carom_vec move)
{
    return problem->part == NULL
             ? carom_vec_dot(carom_side_overlap(problem, part, from, 0).normal, move)
             : carom_part_overlap_change(&problem->part[part], from, move);
}

/** Fast test: true if a disc overlaps no side of a rectangle; false for other shapes. Same rounding
 * as carom_side_overlap. */
static inline bool carom_walls_are_clear(const carom_problem *problem, carom_vec at, double reach_m)
{
    return problem->part == NULL && !(reach_m - at.x > 0) &&
           !(reach_m - (problem->width_m - at.x) > 0) && !(reach_m - at.y > 0) &&
           !(reach_m - (problem->height_m - at.y) > 0);
}

/** Largest overlap of a disc with any part (m). Negative: gap to the nearest part; -INFINITY: no
 * walls. */
double carom_walls_max_overlap(const carom_problem *problem, carom_vec at, double reach_m);

/** Return CAROM_INTERNAL if a movable ball is beyond the walls at time @p t_s, or its center is off
 * the table. Overlaps of 1e-6 of the radius and 64 units in the last place of the position are
 * rounding. */
CAROM_CHECKED carom_status carom_walls_check(const carom_problem *problem, const carom_view *view,
                                             double t_s, carom_error *error);

/** True if a point is on the table. */
bool carom_walls_enclose(const carom_problem *problem, carom_vec at);

/** Area of the table (m^2), and length of its walls (m). */
double carom_walls_area(const carom_problem *problem);
double carom_walls_length(const carom_problem *problem);

/** Arc length (m) where part @p part of the boundary begins: the walls in their order, on a
 * rectangle counterclockwise from the lower left corner; then the fixed balls, for which @p part is
 * the number of walls plus that of the ball. Past the last one: the total. */
double carom_walls_arc_begin(const carom_problem *problem, size_t part);

/** Return the arc length (m) to the point of wall @p wall nearest to @p at. */
double carom_walls_arc_length(const carom_problem *problem, size_t wall, carom_vec at);

/** Call @p point for the vertices of the table's outline, a closed polygon that approximates
 * curves. */
void carom_walls_draw(const carom_problem *problem, void (*point)(void *context, carom_vec at),
                      void *context);
