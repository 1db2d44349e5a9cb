/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SCENE_H
#define CAROM_INTERNAL_SCENE_H

#include "base/base.h"
#include "scene/boundaries.h"

#include <carom/collision.h>
#include <carom/ledger.h>
#include <carom/problem.h>
#include <carom/serializer.h>
#include <carom/solver.h>
#include <carom/trace.h>
#include <carom/vec.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- canonical order ----
 * The order of balls that their initial state gives, whatever the order in the file: what is
 * computed in it cannot depend on the numbering, to the last bit. */

/** Sorts by place (along Morton's curve), vx, vy, radius, mass; identical balls by number. */
void carom_balls_sort(carom_ball *ball, size_t count);

/* ---- collision log ---- */

/** Whether a collision that comes from elsewhere is between two of the balls, or a ball and a part
 * of the wall, of @p problem, and its flags are flags: only then it may be used. */
bool carom_collision_is_valid(const carom_collision *collision, const carom_problem *problem);

/** Refuses a collision given back that is not between two of the balls, or a ball and a part of the
 * wall, of @p problem. */
void carom_collision_validate(carom_serializer *serializer, const carom_collision *collision,
                              const carom_problem *problem);

/** Passes a carom_collision as a part of what it stands in, which examines it; and a whole log. */
void carom_collision_serialize(carom_serializer *serializer, void *collision);
void carom_log_serialize(carom_log *log, const carom_problem *problem,
                         carom_serializer *serializer);

/* ---- ledger ----
 * Accounts: what has gone out of the balls since t = 0, summed without loss, into which every
 * solver books; and their closing, the same sums for every solver, over positions and velocities
 * alone. */

/* ---- booking ---- */

typedef struct {
    carom_sum dissipated, impulse_x, impulse_y, angular;
    /** potential energy that balls have gained by being folded back into a periodic table */
    carom_sum folded;
} carom_budget_sums;

/** Adds an impulse from outside, N s. */
static inline void carom_budget_sums_add_impulse(carom_budget_sums *sums, carom_vec impulse)
{
    carom_sum_add(&sums->impulse_x, impulse.x);
    carom_sum_add(&sums->impulse_y, impulse.y);
}

/** The arm of a torque at a place, m: the way there from the table's centre. */
static inline carom_vec carom_torque_arm(const carom_problem *problem, carom_vec at)
{
    return (carom_vec){at.x - 0.5 * problem->width_m, at.y - 0.5 * problem->height_m};
}

/** Adds an impulse from outside on a ball at a place, and its torque's. */
static inline void carom_budget_sums_add_impulse_at(carom_budget_sums *sums,
                                                    const carom_problem *problem, carom_vec at,
                                                    carom_vec impulse)
{
    carom_budget_sums_add_impulse(sums, impulse);
    carom_sum_add(&sums->angular, carom_vec_cross(carom_torque_arm(problem, at), impulse));
}

/** Adds what others have booked. */
static inline void carom_budget_sums_add(carom_budget_sums *sums, const carom_budget_sums *more)
{
    carom_sum_add(&sums->dissipated, carom_sum_value(&more->dissipated));
    carom_sum_add(&sums->impulse_x, carom_sum_value(&more->impulse_x));
    carom_sum_add(&sums->impulse_y, carom_sum_value(&more->impulse_y));
    carom_sum_add(&sums->angular, carom_sum_value(&more->angular));
    carom_sum_add(&sums->folded, carom_sum_value(&more->folded));
}

/** The accounts as a sample shows them; nothing is stored in contacts. */
static inline carom_budget carom_budget_sums_value(const carom_budget_sums *sums)
{
    return (carom_budget){
        .dissipated_J = carom_sum_value(&sums->dissipated),
        .impulse_Ns = {carom_sum_value(&sums->impulse_x), carom_sum_value(&sums->impulse_y)},
        .angular_impulse_Nms = carom_sum_value(&sums->angular),
        .folded_J = carom_sum_value(&sums->folded)};
}

/* ---- closing ---- */

/** What the residuals are measured from. */
typedef struct {
    double kinetic_J, spin_J, elastic_J, potential_J, angular_momentum_kgm2ps;
    carom_vec momentum_kgmps;
} carom_initial_budget;

/** Closes the ledger of one state: fills every member of @p ledger.
 *  @param at  positions and velocities, in the order of problem->ball
 *  @param books  what the solver has booked; may be all zero
 *  @param opening  from carom_ledger_initial_budget; NULL leaves the residuals 0 */
void carom_ledger_compute(const carom_problem *problem, const carom_view *at,
                          const carom_budget *budget, const carom_initial_budget *initial,
                          carom_ledger *ledger);

/** The opening balance of a ledger closed with a NULL opening at t = 0. */
carom_initial_budget carom_ledger_initial_budget(const carom_ledger *ledger);

/* ---- rolling ----
 * Straight motion slowed by rolling resistance and air drag, v' = -(a + b v^2) until it stops, in
 * closed form, and when two such balls meet.
 *
 * With th0 = atan(v0 sqrt(b/a)), w = sqrt(a b):  v = sqrt(a/b) tan(th0 - w t),
 * s = (1/b) ln(cos(th0 - w t)/cos th0), stop at t = th0/w, s = ln(1 + b v0^2/a)/(2b). The limits b
 * -> 0 (v = v0 - a t) and a -> 0 (v = v0/(1 + b v0 t), never stops) are taken where the general
 * form would lose digits. Needs atan, tan, log and exp: where friction is in, bits are promised per
 * C library and processor only. */

/** Deceleration a + b v^2; a in m/s^2, b in 1/m, both >= 0. */
typedef struct {
    double a, b;
} carom_rolling;

/** Speed (m/s) and distance (m) after t >= 0 from the speed v0 >= 0; t may be INFINITY. */
double carom_rolling_speed(carom_rolling r, double v0, double t);
double carom_rolling_distance(carom_rolling r, double v0, double t);

/** When it stops (s); INFINITY without rolling resistance. 0 at rest. */
double carom_rolling_stop(carom_rolling r, double v0);

/** When it has gone s >= 0 (m); INFINITY if it stops before. */
double carom_rolling_time(carom_rolling r, double v0, double s);

/** Kinetic energy per mass (J/kg) lost on the first s metres: (v0^2 + a/b)(1 - exp(-2 b s))/2. */
double carom_rolling_loss(carom_rolling r, double v0, double s);

/** One ball of a pair: where it is, how fast and in which direction (unit vector) it goes. */
typedef struct {
    carom_vec at, along;
    double speed;
    carom_rolling r;
} carom_roller;

/** Time (s) until two rolling balls touch at distance `reach`, INFINITY if they never do within
 *  @p latest_s. No contact is missed, grazing ones included: see scene/scene.h. */
double carom_rolling_time_of_impact(const carom_roller *p, const carom_roller *q, double reach,
                                    double rounding_mps, double latest_s);

/* ---- flight ----
 * A ball between impacts: free fall in the plane, or rolling that slows down; and what that does to
 * the ledger, in closed form. */

typedef struct {
    carom_vec at, v; /**< m, m/s */
} carom_flight;

/** After t (s) under the acceleration g (m/s^2): x + v t + g t^2/2. */
static inline carom_flight carom_flight_fall(carom_flight f, carom_vec g, double t)
{
    return (carom_flight){carom_vec_free_fall(f.at, f.v, g, t), carom_vec_add_scaled(f.v, t, g)};
}

/** A ball as a run begins. */
static inline carom_flight carom_flight_from_ball(const carom_ball *ball)
{
    return (carom_flight){{ball->x_m, ball->y_m}, {ball->vx_mps, ball->vy_mps}};
}

/** The ball as this one begins a run. */
static inline void carom_flight_to_ball(carom_flight f, carom_ball *ball)
{
    ball->x_m = f.at.x;
    ball->y_m = f.at.y;
    ball->vx_mps = f.v.x;
    ball->vy_mps = f.v.y;
}

/** Ball @p i of a sample. */
static inline carom_flight carom_flight_from_sample(const carom_sample *sample, size_t i)
{
    return (carom_flight){{sample->x_m[i], sample->y_m[i]}, {sample->vx_mps[i], sample->vy_mps[i]}};
}

/** Puts it into a sample as ball @p i. */
static inline void carom_flight_to_sample(carom_flight f, carom_sample *sample, size_t i)
{
    sample->x_m[i] = f.at.x;
    sample->y_m[i] = f.at.y;
    sample->vx_mps[i] = f.v.x;
    sample->vy_mps[i] = f.v.y;
}

/** Ball @p i of a solver's view. */
static inline carom_flight carom_flight_from_view(const carom_view *view, size_t i)
{
    return (carom_flight){{view->x_m[i], view->y_m[i]}, {view->vx_mps[i], view->vy_mps[i]}};
}

/** Shows ball @p i in a solver's view. */
static inline void carom_flight_to_view(carom_flight f, carom_view *view, size_t i)
{
    view->x_m[i] = f.at.x;
    view->y_m[i] = f.at.y;
    view->vx_mps[i] = f.v.x;
    view->vy_mps[i] = f.v.y;
}

/** What slows each ball of a problem, by ball; the caller's, freed with free(). NULL: no memory. */
carom_rolling *carom_rolling_new(const carom_problem *problem);

/** After a way s (m) straight on, with the speed v (m/s) that is left. */
carom_flight carom_flight_roll(carom_flight f, double s, double v);

/** Books the weight m g over t: its impulse, and the integral of its torque (r x m g) with
 *  r = r0 + v t + g t^2/2, whose last part is parallel to g. */
void carom_flight_add_weight(const carom_problem *problem, double mass_kg, carom_flight f,
                             carom_vec g, double t, carom_budget_sums *sums);

/** Books the impulse of the weight of all balls from the start until @p t_s: m g t each. */
void carom_flight_add_weights(const carom_problem *problem, double t_s, carom_budget_sums *sums);

/** Books that ball @p i is put @p way (m) away, folded back into a periodic table: the potential of
 * gravity changes by -m g.way, and nobody has done that work. */
void carom_flight_add_fold(const carom_problem *problem, size_t i, carom_vec displacement,
                           carom_budget_sums *sums);

/** Books friction on a way s that left the speed v. It acts along the path, whose distance from the
 *  table's centre does not change: the work follows from the way, the impulse from the speeds, and
 * the torque is that impulse's at the start. */
void carom_flight_add_friction(const carom_problem *problem, double mass_kg, carom_rolling r,
                               carom_flight f, double s, double v, carom_budget_sums *sums);

/* ---- impact search ----
 * When two balls meet whose relative motion is not straight, found without missing a contact.
 *
 * Let d, w and a be the relative position, velocity and acceleration at a time, and J a bound of
 * the relative jerk a' from then on. After h the relative position is within J h^3/6 of d + w h + a
 * h^2/2. If that parabola stays outside reach + J H^3/6 for all h <= H, no contact happens within
 * H, and the search goes on from there. If not, H is halved, until either that holds, or the
 * distance falls throughout H and passes reach: then H brackets exactly one contact, and a
 * bracketing root finder gets to it. Both are asked of polynomials in h, whose signs on [0, H]
 * follow from their Bernstein coefficients (where all of these are >= 0, so is the polynomial).
 *
 * Balls that touch and part, or move on together, are at the border of what can be told: H is not
 * halved below 1e-15 of the time scale, and this least step is doubled with every use, and after
 * every 64 looks; what it steps over is a graze whose depth is rounding, which is no contact (the
 * balls would exchange nothing). So every search ends after some thousand looks, whatever the balls
 * do. */

/** Relative position (m), velocity (m/s) and acceleration (m/s^2) of two balls at a time. */
typedef struct {
    carom_vec d, w, a;
    double jerk; /**< bound of |a'| from then on, m/s^3 */
    /** but no longer than until here: then the acceleration jumps. May be INFINITY */
    double until_s;
} carom_relative_motion;

typedef struct {
    carom_relative_motion (*relative_motion)(double t, const void *context);
    const void *context;
    double reach;        /**< r1 + r2, m */
    double rounding_mps; /**< slower approach is rounding */
    double end_s;        /**< do not look further; may be INFINITY */
    double scale_s;      /**< a time in which something may happen: reach over speed */
} carom_impact_search;

/** Time (s, >= 0) until the two touch, INFINITY if they do not before the end. */
double carom_impact_search_time(const carom_impact_search *search);

/* ---- orientation ----
 * How a ball has turned that rolls on the table without slipping: unit quaternions. A quaternion is
 * normalised after every turn, so that it stays one however long the run.
 *
 * The instantaneous turn is omega = (-vy, vx, 0)/r: about the axis across the motion, the top of
 * the ball forward. Along a straight path of length s that is one turn by s/r (billiard blog, part
 * 6, which says it in two angles of a spot; those degrade at the poles). Uses sin and cos: it is an
 * observable and acts on nothing. */

/** w + x i + y j + z k; turns a vector u of the ball into q u q*. */
typedef struct {
    double w, x, y, z;
} carom_quaternion;

/** Not turned. */
carom_quaternion carom_orientation_init(void);

/** Of @p count balls that have not turned; the caller's, freed with free(). NULL: no memory. */
carom_quaternion *carom_orientation_new(size_t count);

/** After a straight way, m, of a ball of radius r, m. */
carom_quaternion carom_orientation_roll(carom_quaternion q, carom_vec displacement, double r);

/** After the time t (s) on a parabola: velocity v at its start (m/s), acceleration g (m/s^2). The
 * axis turns on the way: Magnus' expansion to fourth order over parts so short that its error is
 * rounding. */
carom_quaternion carom_orientation_roll_curve(carom_quaternion q, carom_vec v, carom_vec g,
                                              double t, double r);

/* ---- time of impact ----
 * When two balls meet, and whether they touch. */

/** Whether balls @p i and @p j touch, the centre of the latter being @p way (m) from the former's;
 * on a periodic table in the nearest image. A gap of up to 1e-9 of r1 + r2 is rounding. */
static inline bool carom_balls_touch(const carom_problem *problem, size_t i, size_t j,
                                     carom_vec displacement)
{
    const double rounding = 1e-9;
    double reach = (problem->ball[i].radius_m + problem->ball[j].radius_m) * (1 + rounding);
    return carom_vec_square(carom_torus_shortest(problem, displacement)) <= reach * reach;
}

/** Time (s, >= 0) until two balls on straight paths touch, INFINITY if they never do, or surely not
 *  before @p latest_s.
 *
 *  |d + w t|^2 = reach^2 with p = d.w, c = |d|^2 - reach^2 has the first root
 *  t = c/(-p + sqrt(disc)), disc = p^2 - |w|^2 c. In this form nothing cancels, a touching pair
 *  gives 0 and an overlap by rounding gives a time that is clamped to 0: the robust version of the
 *  billiard blog's part 2, whose own form drops contacts at t = 0 and runs the clock backwards.
 *  disc = reach^2 |w|^2 - (d x w)^2 is the same number without the cancellation at distance.
 *  Because sqrt(disc) <= -p for c >= 0, t is at least c/(-2p): most pairs are done with before a
 * root. In the header because it is the innermost loop of the impulse solver.
 *  @param d  centre of 2 minus centre of 1, m
 *  @param w  velocity of 2 minus that of 1, m/s
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
 * The sink into which a solver puts what a contact is like from inside. It looks on: nothing of a
 * run depends on it. */

/** A contact that is followed. */
typedef struct {
    carom_collision begun; /**< as it began, by the numbers of the file */
    size_t found;          /**< how many contacts had been found before it */
    bool counted;          /**< among the first */
    bool dropped;          /**< an earlier one was found later */
    size_t shown, latest;  /**< moments kept of it, and the place of the latest */
} carom_traced_contact;

/** Zero: nothing is wanted, and nothing is kept. */
typedef struct carom_trace {
    const carom_problem *problem; /**< balls in canonical order */
    carom_trace_request trace_request;
    carom_bodies *pair; /**< the wish's */
    size_t found;       /**< contacts so far */
    carom_traced_contact *traced;
    size_t count, capacity; /**< of followed */
    size_t first;           /**< how many of them count among the first */
    size_t latest;          /**< the one of these that began last, once there are enough */
    carom_contact_samples contact_samples; /**< `contact` is the place in followed, from 1 */
} carom_trace;

/** Velocities of a contact's two, m/s; 0 of what does not move. */
typedef struct {
    carom_vec a, b;
} carom_two_velocities;

/** Their spins, rad/s. */
typedef struct {
    double a, b;
} carom_two_spins;

/** Passes what has been seen so far; of the wish, only that it is the same.
 *  @param log  of the same solver, passed before */
void carom_trace_serialize(carom_trace *trace, const carom_log *log, carom_serializer *serializer);

/** Passes the moments. Refuses those that are not of two balls, or of a ball and a part of the
 * wall, of @p problem. */
void carom_contact_samples_serialize(carom_contact_samples *contact_samples,
                                     const carom_problem *problem, carom_serializer *serializer);

/** From now on what @p wish says is wanted. @return CAROM_NO_MEMORY: nothing is */
CAROM_CHECKED carom_status carom_trace_init(carom_trace *trace, const carom_problem *problem,
                                            const carom_trace_request *trace_request,
                                            carom_error *error);
void carom_trace_free(carom_trace *trace);

/** Whether anything is wanted. */
static inline bool carom_trace_is_on(const carom_trace *trace)
{
    return trace->trace_request.first > 0 || trace->trace_request.pairs > 0;
}

/** To be called of every contact, when it goes to the log, and in the log's order, with a and b in
 * canonical order. *id: what carom_trace_add_sample wants to hear; 0: nobody wants to know of it.
 */
CAROM_CHECKED carom_status carom_trace_begin(carom_trace *trace, const carom_collision *collision,
                                             size_t *id, carom_error *error);

/** Keeps a moment of the contact @p id > 0, of which all is said but its velocities along n and t;
 * a and b in canonical order. */
CAROM_CHECKED carom_status carom_trace_add_sample(carom_trace *trace, size_t id,
                                                  const carom_contact_sample *contact_sample,
                                                  const carom_two_velocities *velocities,
                                                  carom_error *error);

/** An impulse, begin and end in one: the two moments before and after.
 * @param spin  before and after; NULL: nothing turns */
CAROM_CHECKED carom_status carom_trace_impulse(carom_trace *trace, const carom_collision *collision,
                                               const carom_two_velocities *before,
                                               const carom_two_velocities *after,
                                               const carom_two_spins spin[2], carom_error *error);

/** Appends what was kept to @p moments, by contact. @p log is that of the run as its solver found
 * it, by the numbers of the file: the contacts' numbers are the places that they have in it when it
 * is sorted.
 *  @return CAROM_NO_MEMORY: some may have been appended */
CAROM_CHECKED carom_status carom_trace_contact_samples(const carom_trace *trace,
                                                       const carom_log *log,
                                                       carom_contact_samples *contact_samples,
                                                       carom_error *error);

/* ---- walls ----
 * The walls of a problem's table, whatever its shape: parts numbered from 0, as collision logs do.
 * A ball may touch several at once (an outward corner): ask each of them. */

/** How many parts a ball can touch; 0 where there are no walls. */
static inline size_t carom_walls_count(const carom_problem *problem)
{
    if (problem->boundary != CAROM_WALLS) {
        return 0;
    }
    return problem->part == NULL ? CAROM_WALL_COUNT : problem->parts;
}

/** Whether there is a ball @p a, and a part of the wall, or a ball, @p b. */
static inline bool carom_walls_has_contact(const carom_problem *problem, size_t a, bool wall,
                                           size_t b)
{
    return a < problem->count && b < (wall ? carom_walls_count(problem) : problem->count);
}

/** How far from its centre a ball of this radius touches a wall, m: its radius, or 0 where its
 * centre turns. */
static inline double carom_walls_reach(const carom_problem *problem, double radius_m)
{
    return problem->wall_contact == CAROM_SURFACE ? radius_m : 0;
}

/** How a disc of @p reach_m about a centre stands to a part: see carom_curve. */
static inline carom_wall_overlap carom_walls_part_overlap(const carom_problem *problem, size_t part,
                                                          carom_vec centre, double reach_m)
{
    const carom_part *at = problem->part;
    return at == NULL
             ? carom_side_overlap(problem->width_m, problem->height_m, part, centre, reach_m)
             : at[part].curve->overlap(&at[part], centre, reach_m);
}

/** Time (s, >= 0) until such a disc on its way touches a part, INFINITY if it does not; an approach
 * of at most @p rounding_mps is rounding. */
static inline double carom_walls_contact_time(const carom_problem *problem, size_t part,
                                              const carom_path *displacement, double reach_m,
                                              double rounding_mps)
{
    const carom_part *at = problem->part;
    return at == NULL
             ? carom_side_contact_time(problem->width_m, problem->height_m, part, displacement,
                                       reach_m, rounding_mps)
             : at[part].curve->contact_time(&at[part], displacement, reach_m, rounding_mps);
}

/** How the normal of a part turns for each metre that such a disc moves along it, rad. */
static inline double carom_walls_normal_rotation_1pm(const carom_problem *problem, size_t part,
                                                     double reach_m)
{
    const carom_part *at = problem->part;
    return at == NULL ? 0 : at[part].curve->normal_rotation_1pm(&at[part], reach_m);
}

/** Whether such a disc is beyond no side of a rectangle, at one look; of other shapes: false. By
 * the differences that carom_side_overlap takes, so to the same bit. */
static inline bool carom_walls_are_clear(const carom_problem *problem, carom_vec at, double reach_m)
{
    return problem->part == NULL && !(reach_m - at.x > 0) &&
           !(reach_m - (problem->width_m - at.x) > 0) && !(reach_m - at.y > 0) &&
           !(reach_m - (problem->height_m - at.y) > 0);
}

/** The deepest that such a disc is beyond any part, m; the gap to the nearest, below 0, where it is
 * inside; -INFINITY without walls. */
double carom_walls_max_overlap(const carom_problem *problem, carom_vec at, double reach_m);

/** How far the free ball that is farthest beyond the walls reaches beyond them, m, and its number
 * in
 * @p number: at least its reach, if its centre is off the table. 0: every ball is within the walls,
 * but for a rounding error (1e-6 of its radius, 64 units in the last place of its position). */
double carom_walls_find_escaped(const carom_problem *problem, const carom_view *view,
                                size_t *number);

/** CAROM_INTERNAL if a free ball reaches beyond the walls at @p t_s. */
CAROM_CHECKED carom_status carom_walls_check(const carom_problem *problem, const carom_view *view,
                                             double t_s, carom_error *error);

/** Whether a place is on the table. */
bool carom_walls_enclose(const carom_problem *problem, carom_vec at);

/** Area of the table, m^2, and the length of its walls, m. */
double carom_walls_area(const carom_problem *problem);
double carom_walls_length(const carom_problem *problem);

/** Calls @p point for the table's outline, round and back to where it began, in straight pieces
 * short enough to be seen as a curve. */
void carom_walls_draw(const carom_problem *problem, void (*point)(void *context, carom_vec at),
                      void *context);

#endif
