/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The physical situation: balls on a table. What every solver is given.
 */
#ifndef CAROM_PROBLEM_H
#define CAROM_PROBLEM_H

#include <carom/param.h>
#include <carom/status.h>
#include <carom/vec.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Bytes of the names of balls and solvers, and of materials, the final 0 included. */
enum { CAROM_NAME_SIZE = 64, CAROM_MATERIAL_SIZE = 16 };

/** What is at the edge of the table: walls; the opposite edge; nothing. */
typedef enum { CAROM_WALLS, CAROM_PERIODIC, CAROM_OPEN } carom_boundary;

/** Where a ball meets a wall: with its surface, or (as in the lecture's bumper) with its centre. */
typedef enum { CAROM_SURFACE, CAROM_CENTRE } carom_wall_contact;

/** The walls of a rectangle, in the order in which they are numbered. */
typedef enum { CAROM_LEFT, CAROM_RIGHT, CAROM_BOTTOM, CAROM_TOP, CAROM_WALL_COUNT } carom_wall;

/** A ball as a run begins. Its texts are the caller's until carom_problem_add has copied them. */
typedef struct {
    double x_m, y_m, vx_mps, vy_mps;     /**< centre and velocity, finite */
    double radius_m, mass_kg;            /**< both > 0 */
    double rolling_resistance, air_drag; /**< of this ball; NaN: the problem's */
    double spin_radps;                   /**< about the vertical axis, counterclockwise */
    double inertia_factor; /**< I = factor m r^2; 2/5 a sphere (and what 0 means), 1/2 a disc */
    const char *name;      /**< NULL is "" */
    const char *material;  /**< NULL is "", or what `pairs` speaks of */
    uint32_t number;       /**< position in the order in which the balls were given */
    bool fixed;            /**< an obstacle: never moves, as if of infinite mass */
} carom_ball;

/** A number by what collides. */
typedef struct {
    double ball_ball, ball_wall;
} carom_surfaces;

/** Separation over approach speed; >= 0, above 1 a collision feeds energy in. */
typedef carom_surfaces carom_restitution;

/** What two surfaces do along the tangent (Walton and Braun, J. Rheol. 30, 949 (1986)). */
typedef struct {
    double friction; /**< Coulomb's mu, >= 0, or what a law makes mu of; 0: smooth */
    /** beta, -1 to 1, of a contact that sticks: -1 smooth, 0 rough and dead, 1 turned round */
    double tangential_restitution;
} carom_rub;

/** From t_s on the restitution is another one. */
typedef struct {
    double t_s;                    /**< s, >= 0 */
    carom_restitution restitution; /**< NaN: as before */
} carom_change;

/** What is different between two materials; b may be "wall". */
typedef struct {
    char a[CAROM_MATERIAL_SIZE], b[CAROM_MATERIAL_SIZE];
    double restitution;      /**< NaN: as elsewhere */
    double stiffness_factor; /**< of springs, > 0; 1: as elsewhere */
    carom_rub rub;           /**< NaN: as elsewhere */
} carom_pair;

/** A piece of the boundary: see carom/shape.h. */
typedef struct carom_part carom_part;

/** The situation. It owns `ball`, `pair`, `change`, `part`, `friction_law` and the texts, which
 * carom_problem_free releases, so that a copy is made by carom_problem_copy. Several threads may
 * read one problem. */
typedef struct {
    /** the table is [0, width] x [0, height], or where it has parts of its own as large */
    double width_m, height_m;
    const char *shape; /**< its name, a constant; NULL: rectangle */
    size_t parts;
    carom_part *part;          /**< parts of them; NULL: the sides of the rectangle */
    int boundary;              /**< carom_boundary */
    int wall_contact;          /**< carom_wall_contact */
    carom_vec gravity_mps2;    /**< in the plane of the table */
    double rolling_resistance; /**< c_rr, dimensionless */
    /** what presses balls onto the table: they slow down by c_rr g */
    double g_mps2;
    double air_drag; /**< f_d, dimensionless */
    carom_restitution restitution;
    carom_surfaces friction, tangential_restitution; /**< see carom_rub */
    /** how friction depends on the slip, see carom/friction_law.h; entry NULL: not at all */
    carom_choice friction_law;
    bool orientation; /**< follow how the balls roll, without slipping */
    size_t count, capacity;
    carom_ball *ball;                      /**< count of them */
    struct carom_texts *names, *materials; /**< what the balls' texts point to */
    size_t pairs, pair_capacity;
    carom_pair *pair; /**< pairs of them */
    size_t changes, change_capacity;
    carom_change *change; /**< changes of them, by rising time; none is NaN */
} carom_problem;

/** A 9-foot table (2.54 m x 1.27 m) with walls, elastic, no friction, no balls. What @p problem
 * holds before is not released. */
void carom_problem_init(carom_problem *problem);

/** Adds a copy of @p ball and of its texts; its number becomes its position. Its values are not
 * checked here but by carom_problem_check.
 *  @return CAROM_NO_MEMORY: carom_problem_free is all that may follow */
CAROM_CHECKED carom_status carom_problem_add(carom_problem *problem, const carom_ball *ball,
                                             carom_error *error);

/** `ball` and `other` of a fault that concerns none. */
#define CAROM_NO_BALL SIZE_MAX

/** What carom_problem_check reports. The texts are valid during the call. */
typedef struct {
    const char *key;    /**< parameter, such as "mass_kg"; "balls": a position */
    const char *text;   /**< what is wrong and what is expected */
    size_t ball, other; /**< indices into `ball` of the problem, or CAROM_NO_BALL */
} carom_fault;

/** Receives one fault. @return whether to continue the check */
typedef bool carom_problem_report(void *context, const carom_fault *fault);

/** Check that every value is finite and in its range; if so, that every ball lies inside the walls
 * and that no two balls overlap (by more than 1e-9 of the smaller radius; two fixed balls may). The
 * time is proportional to the number of balls.
 *  @return CAROM_INVALID: faults were reported; CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_problem_check(const carom_problem *problem,
                                               carom_problem_report *report, void *context);

/** Adds a copy of @p pair, which counts before those added earlier.
 *  @return CAROM_NO_MEMORY: the problem is as it was */
CAROM_CHECKED carom_status carom_problem_add_pair(carom_problem *problem, const carom_pair *pair,
                                                  carom_error *error);

/** Adds a copy of @p change, which must not be before the last one: CAROM_INVALID else.
 *  @return also CAROM_NO_MEMORY: the problem is as it was */
CAROM_CHECKED carom_status carom_problem_add_change(carom_problem *problem,
                                                    const carom_change *change, carom_error *error);

/** The restitution of the table at @p t_s, s: a change counts from its own time on. */
carom_restitution carom_problem_restitution(const carom_problem *problem, double t_s);

/** The least and the largest restitution that two of the balls, or one and a wall, can have in the
 * run, by their materials.
 *  @return false: no such contact can be */
bool carom_problem_restitution_range(const carom_problem *problem, bool wall, double *least,
                                     double *most);

/** The same of all contacts; both 1 where there are none. */
void carom_problem_restitutions(const carom_problem *problem, double *least, double *most);

/** Whether every contact of the run has restitution 1. */
bool carom_problem_is_elastic(const carom_problem *problem);

/** A copy of @p from into @p to, which need not be initialised, that shares nothing with it.
 *  @return CAROM_NO_MEMORY: @p to is empty; carom_problem_free in any case */
CAROM_CHECKED carom_status carom_problem_copy(carom_problem *to, const carom_problem *from,
                                              carom_error *error);

/** Releases the balls, pairs, changes, law and texts; the problem may be used again after
 * carom_problem_init. */
void carom_problem_free(carom_problem *problem);

/** A pool ball (r = 0.028575 m, m = 0.17 kg) at rest at the origin, friction as the problem has it.
 */
carom_ball carom_ball_default(void);

/** Mass of a sphere, 4/3 pi r^3 rho, in kg. */
double carom_sphere_mass(double radius_m, double density_kgpm3);

/** f_d of a sphere in a gas, 3 rho_gas c_d/(8 rho): (1/2) rho_gas c_d pi r^2 v^2 over its mass is
 * f_d v^2/r. */
double carom_sphere_drag(double gas_kgpm3, double density_kgpm3, double c_d);

/** 1/kg; 0 of a fixed ball. */
double carom_ball_inverse_mass(const carom_ball *ball);

/** m1 m2/(m1 + m2), kg; against a wall (b NULL) or a fixed ball the other's mass. */
double carom_pair_reduced_mass(const carom_ball *a, const carom_ball *b);

/** 1/mu_t = 1/m1 + 1/m2 + r1^2/I1 + r2^2/I2, in 1/kg: what an impulse along the tangent changes the
 * velocity of two surfaces against each other by; against a wall (b NULL) the ball's alone, and
 * nothing of a fixed one. */
double carom_pair_inverse_tangential_mass(const carom_ball *a, const carom_ball *b);

/** What is said of these two materials, or of a's and the walls (b NULL); of several the last.
 * NULL: nothing. */
const carom_pair *carom_problem_pair(const carom_problem *problem, const carom_ball *a,
                                     const carom_ball *b);

/** Restitution between two balls, or of a ball and a wall (b NULL), by their materials, at @p t_s
 * (s). */
double carom_pair_restitution(const carom_problem *problem, const carom_ball *a,
                              const carom_ball *b, double t_s);

/** What surfaces do along the tangent: a ball's and a wall's, or two balls', as far as @p pair (may
 * be NULL) does not say otherwise. */
carom_rub carom_problem_rub(const carom_problem *problem, const carom_pair *pair, bool wall);

/** What two balls, or a ball and a wall (b NULL), do along the tangent, by their materials. */
carom_rub carom_pair_rub(const carom_problem *problem, const carom_ball *a, const carom_ball *b);

/** Whether surfaces may rub: some friction is above 0. */
bool carom_problem_is_rough(const carom_problem *problem);

/** Whether a ball may turn about the vertical axis: surfaces rub, or one begins so. */
bool carom_problem_spins(const carom_problem *problem);

/** Moment of inertia about the vertical axis, kg m^2. */
double carom_ball_inertia(const carom_ball *ball);

/** 1/(kg m^2); 0 of a fixed ball. */
double carom_ball_inverse_inertia(const carom_ball *ball);

/** Deceleration by rolling resistance, c_rr g, in m/s^2. */
double carom_ball_resistance(const carom_problem *problem, const carom_ball *ball);
/** Drag's factor of v^2, f_d/r, in 1/m. */
double carom_ball_drag(const carom_problem *problem, const carom_ball *ball);

/** Whether any ball has rolling resistance. */
bool carom_problem_has_resistance(const carom_problem *problem);
/** Whether any ball has drag. */
bool carom_problem_has_drag(const carom_problem *problem);
bool carom_problem_has_friction(const carom_problem *problem); /**< either */
/** The ball of that name; problem->count: there is none. */
size_t carom_problem_ball_called(const carom_problem *problem, const char *name);
/** Whether any ball is fixed. */
bool carom_problem_has_fixed(const carom_problem *problem);
/** Whether balls fall past fixed ones: relative to each other they then fly no straight line. */
bool carom_problem_falls_past_fixed(const carom_problem *problem);

/** The largest diameter, m: within it of each other's centres two balls can touch. 0 without balls.
 */
double carom_problem_widest(const carom_problem *problem);

/** Unit normals of a rectangle's walls, outward, by carom_wall. */
extern const carom_vec carom_wall_normals[CAROM_WALL_COUNT];

/** Where a rectangle's wall turns the centre of a ball: x or y of that line, m. */
double carom_wall_line(const carom_problem *problem, double radius_m, int wall);

/** "left", "right", "bottom" or "top" of a rectangle; the name of a part of any other shape. */
const char *carom_wall_name(const carom_problem *problem, size_t wall);

/** The wall of that name; as many as there are: there is none. */
size_t carom_wall_called(const carom_problem *problem, const char *name);

#endif
