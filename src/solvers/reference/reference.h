/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "impacts/impacts.h"
#include "scene/scene.h"

#include <carom/solver.h>

#include <float.h>
#include <stddef.h>
#include <stdint.h>

/* ---- 128-bit numbers ----
 * IEEE binary128 with 113 bits, by the compiler's own functions for + - * / and comparisons.
 * gcc and clang give the same bits on every processor. */

#if defined(__SIZEOF_FLOAT128__)
typedef __float128 quad;
enum { REFERENCE_BITS = 113 };
#elif LDBL_MANT_DIG == 113
typedef long double quad;
enum { REFERENCE_BITS = 113 };
#else
typedef double quad; /* compiles, but reference_check refuses to run */
enum { REFERENCE_BITS = 0 };
#endif

#define REFERENCE_NEVER ((quad)INFINITY)

typedef struct {
    quad x, y;
} quad_vec;

static inline quad_vec quad_from_vec(carom_vec a)
{
    return (quad_vec){a.x, a.y};
}

static inline carom_vec quad_to_vec(quad_vec a)
{
    return (carom_vec){(double)a.x, (double)a.y};
}

static inline quad_vec quad_add(quad_vec a, quad_vec b)
{
    return (quad_vec){a.x + b.x, a.y + b.y};
}

static inline quad_vec quad_subtract(quad_vec a, quad_vec b)
{
    return (quad_vec){a.x - b.x, a.y - b.y};
}

static inline quad_vec quad_scale(quad factor, quad_vec a)
{
    return (quad_vec){factor * a.x, factor * a.y};
}

static inline quad quad_dot(quad_vec a, quad_vec b)
{
    return a.x * b.x + a.y * b.y;
}

static inline quad quad_abs(quad a)
{
    return a < 0 ? -a : a;
}

/** Square root by Newton's method from a double. */
static inline quad quad_sqrt(quad a)
{
    static const quad small = 0x1p-500, large = 0x1p500, step = 0x1p250;
    quad unit = 1, root;
    if (!(a > 0)) {
        return 0;
    }
    for (; a < small; unit /= step) { /* into the range of doubles */
        a *= large;
    }
    root = sqrt((double)a);
    root = (root + a / root) / 2; /* 106 bits */
    return unit * ((root + a / root) / 2);
}

static inline quad quad_length(quad_vec a)
{
    return quad_sqrt(quad_dot(a, a));
}

/* ---- world ----
 * Rigid balls in 128-bit numbers. Used by reference.c (plug-in, events), path.c (paths and
 * collision times) and impact.c (contacts of an impact and its outcome, with friction).
 *
 * The code is as simple as possible: all pairs, all images, no grid, no cells. With the
 * event-driven solver it shares the model (which bodies touch, and generalized reflections for
 * simultaneous contacts) and the properties of balls, pairs and tables (scene). */

enum {
    REFERENCE_MOST_BALLS = 200,
    REFERENCE_TERMS = 25 /**< of the path of a ball with drag: truncation below rounding */
};

/** Path of a ball: its position at time t is the sum of (x[k], y[k]) (t - clock)^k, k = 0 to
 * degree. Straight paths have degree 1, parabolas and constant deceleration 2; the path of a ball
 * with drag is a Taylor series. */
typedef struct {
    quad clock, x[REFERENCE_TERMS], y[REFERENCE_TERMS];
    int degree;
    quad until; /**< time at which it ends (s): the ball stops, or the series needs a new center */
    bool stops; /**< the ball stops there */
} reference_path;

typedef struct {
    reference_path path;
    quad radius, inverse_mass;
    quad spin;          /**< rad/s */
    quad spin_response; /**< r^2/I, 1/kg; 0 for a fixed ball */
    quad struck;        /**< time of its last event */
    unsigned streak;    /**< consecutive events with no resolvable time between them */
} reference_ball;

/** Line of a straight wall: the gap of a point is offset - normal . point. */
typedef struct {
    quad_vec normal; /**< outward, unit */
    quad offset;     /**< m */
} reference_line;

typedef struct {
    const carom_problem *problem;
    const carom_cancel_flag *cancel;
    carom_arena memory;   /**< of all arrays */
    double gap_rel;       /**< bodies with a gap below this fraction of the smaller radius touch */
    reference_ball *ball; /**< the balls, then one that stands for all walls */
    size_t walls;         /**< parts of the table, or sides of a periodic one */
    reference_line *line; /**< indexed by part: of an edge */
    size_t events;        /**< per ball: the balls, the walls, and the end of its path */
    quad *time;        /**< indexed by ball and event; of two balls the lower number comes first */
    quad now;          /**< s */
    quad rounding_mps; /**< slower approaches are rounding errors */
    quad_vec gravity;
    carom_budget_sums sums;
    carom_report report;
    carom_log *log; /**< receives the collisions; NULL: they are counted */
    carom_trace *trace;
    carom_error *error; /**< of the current call */
} reference_world;

/** Position and velocity of a ball at time @p t, s. */
quad_vec carom_reference_position(const reference_ball *ball, quad t);
quad_vec carom_reference_velocity(const reference_ball *ball, quad t);

/** Add the work of gravity and friction on ball @p i from its clock to @p t. */
void carom_reference_book_path(const reference_world *world, size_t i, quad t,
                               carom_budget_sums *sums);

/** Advance ball @p i to `now`. Its path is straight until carom_reference_predict. */
void carom_reference_move(reference_world *world, size_t i);

/** Compute the path of ball @p i, which is at `now`, and its next collision with every other ball
 * and wall. */
void carom_reference_predict(reference_world *world, size_t i);

/** Displacement to the nearest image on a periodic table; unchanged on other tables. */
quad_vec carom_reference_shortest(const reference_world *world, quad_vec displacement);

/** True if ball-centre position @p at lies before part @p wall of the boundary, not before its
 * neighbours. @param normal  outward normal there @param spare  accept both parts at a joint */
bool carom_reference_faces(const reference_world *world, size_t i, size_t wall, quad_vec at,
                           quad_vec normal, bool spare);

/** Gap of a ball's center at @p at to a wall, and the outward normal there. */
quad carom_reference_wall_gap(const reference_world *world, size_t wall, quad_vec at,
                              quad_vec *normal);

/** Resolve the impact of ball @p i with @p j (a ball, or the number of balls plus a wall) and
 * everything that touches them. */
CAROM_CHECKED carom_status carom_reference_collide(reference_world *world, uint32_t i, uint32_t j);
