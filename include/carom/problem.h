/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Problem: balls on a table, the input of every solver.
 */
#ifndef CAROM_PROBLEM_H
#define CAROM_PROBLEM_H

#include <carom/param.h>
#include <carom/status.h>
#include <carom/vec.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Size of the names of balls, solvers and materials, with the final 0. */
enum { CAROM_NAME_SIZE = 64, CAROM_MATERIAL_SIZE = 16 };

/** Boundary of the table: walls, periodic, or open (balls leave it). */
typedef enum { CAROM_WALLS, CAROM_PERIODIC, CAROM_OPEN } carom_boundary;

/** Point of a ball that a wall reflects: its surface, or its center (the lecture's bumper). */
typedef enum { CAROM_SURFACE, CAROM_CENTRE } carom_wall_contact;

/** Walls of a rectangle, in order of their numbers. */
typedef enum { CAROM_LEFT, CAROM_RIGHT, CAROM_BOTTOM, CAROM_TOP, CAROM_WALL_COUNT } carom_wall;

/** Initial state and properties of a ball. carom_problem_add copies the texts. */
typedef struct {
    double x_m, y_m, vx_mps, vy_mps;     /**< center and velocity, finite */
    double radius_m, mass_kg;            /**< both > 0 */
    double rolling_resistance, air_drag; /**< c_rr and f_d; NaN: the problem's value */
    double spin_radps;                   /**< about the vertical axis, counterclockwise */
    double inertia_factor;               /**< I = factor m r^2; 0: 2/5 (sphere); 1/2: disc */
    const char *name;                    /**< NULL: "" */
    const char *material;                /**< name used by carom_pair; NULL: "" */
    uint32_t number;                     /**< index in order of carom_problem_add */
    bool fixed;                          /**< obstacle: never moves, infinite mass */
} carom_ball;

/** One value for contacts of two balls, one for contacts of a ball and a wall. */
typedef struct {
    double ball_ball, ball_wall;
} carom_surfaces;

/** Coefficient of restitution e: separation speed over approach speed, >= 0. A collision with e > 1
 * gains energy. */
typedef carom_surfaces carom_restitution;

/** Tangential law of a contact (Walton and Braun, J. Rheol. 30, 949 (1986)). */
typedef struct {
    double friction; /**< Coulomb's mu, >= 0, or the nominal mu of the friction law; 0: none */
    /** beta, -1 to 1: a sticking contact has slip after = -beta slip before */
    double tangential_restitution;
} carom_tangential;

/** A change of the restitution at time t_s. */
typedef struct {
    double t_s;                    /**< s, >= 0 */
    carom_restitution restitution; /**< NaN: unchanged */
} carom_change;

/** Properties of contacts between two materials; b may be "wall". NaN: as for other contacts. */
typedef struct {
    char a[CAROM_MATERIAL_SIZE], b[CAROM_MATERIAL_SIZE];
    double restitution;
    double stiffness_factor; /**< factor of the springs' stiffness, > 0; 1: no change */
    carom_tangential tangential;
} carom_pair;

/** Constants of an elastic material. Springs without a stiffness of their own take it from the
 * materials of both bodies (Hertz; Johnson, Contact Mechanics (1985), chapter 4). */
typedef struct {
    char name[CAROM_MATERIAL_SIZE];
    double youngs_modulus_Pa;
    double poisson_ratio; /**< 0 to 0.5 */
    double density_kgpm3; /**< of scenarios, for the mass of a sphere; NaN: unknown */
} carom_material;

/** Elastic contact of two spheres, or of a sphere and a flat wall. NaN: a body has no material with
 * constants. Effective values: 1/E = sum (1 - nu^2)/E_i, 1/G = sum (2 - nu)/G_i, 1/R = sum 1/r_i.
 */
typedef struct {
    double hertz_N_per_m1p5; /**< K = 4/3 E sqrt(R) */
    /** k_t/k_n = 4 G/E, the ratio of the tangent stiffnesses of surfaces that stick (Mindlin, J.
     * Appl. Mech. 16, 259 (1949)) */
    double tangential_ratio;
} carom_elastic;

/** Part of the boundary. */
typedef struct carom_part carom_part;

/** Coulomb's mu over the slip speed u: mu = nominal (floor + rise exp(-decay u)), where nominal is
 * the friction of the two surfaces. */
typedef struct {
    bool slip_dependent; /**< false: mu = nominal */
    double floor, rise;  /**< factors, >= 0 */
    double decay_s_per_m;
} carom_friction_law;

/** A problem. It owns its arrays and the texts: copy it with carom_problem_copy,
 * release it with carom_problem_free. Several threads may read one problem. */
typedef struct {
    double width_m, height_m; /**< bounding box of the table: [0, width] x [0, height] */
    const char *shape;        /**< name of the shape, a constant; NULL: rectangle */
    size_t parts;
    carom_part *part;          /**< array of `parts`; NULL: the four sides of a rectangle */
    int boundary;              /**< carom_boundary */
    int wall_contact;          /**< carom_wall_contact */
    bool allow_overlap;        /**< balls may overlap at the start; for springs only */
    carom_vec gravity_mps2;    /**< component in the plane of the table */
    double rolling_resistance; /**< c_rr, dimensionless: deceleration c_rr g */
    double g_mps2;             /**< gravity normal to the table, for rolling resistance */
    double air_drag;           /**< f_d, dimensionless: deceleration f_d v^2/r */
    carom_restitution restitution;
    carom_surfaces friction, tangential_restitution; /**< see carom_tangential */
    carom_friction_law friction_law;
    size_t count, capacity;
    carom_ball *ball; /**< array of `count` */
    void *texts;      /**< storage of the balls' texts */
    size_t pairs, pair_capacity;
    carom_pair *pair; /**< array of `pairs`; of two equal pairs the last one counts */
    size_t constants, constant_capacity;
    carom_material *constant; /**< array of `constants`; of two equal names the last one counts */
    char wall_material[CAROM_MATERIAL_SIZE]; /**< material of the walls; "": none */
    size_t changes, change_capacity;
    carom_change *change; /**< array of `changes`, in order of time, without NaN */
} carom_problem;

/** Initialize a problem: 9-foot table (2.54 m x 1.27 m) with walls, e = 1, no friction, no balls.
 * The previous content of @p problem is not released. */
void carom_problem_init(carom_problem *problem);

/** Shapes of tables by name. */
extern const carom_interface carom_shapes;

/** Set the shape of a problem's table: width, height, parts and name.
 *  @param shape  of carom_shapes, with valid options */
CAROM_CHECKED carom_status carom_problem_set_shape(carom_problem *problem,
                                                   const carom_choice *shape, carom_error *error);

/** Add a copy of @p ball and of its texts; `number` is set. carom_problem_check checks the values.
 * Call carom_problem_free in any case */
CAROM_CHECKED carom_status carom_problem_add(carom_problem *problem, const carom_ball *ball,
                                             carom_error *error);

/** Value of `ball` and `other` of a fault without a ball. */
#define CAROM_NO_BALL SIZE_MAX

/** A fault found by carom_problem_check. The texts are valid during the call. */
typedef struct {
    const char *key;    /**< parameter, such as "mass_kg"; "balls": a position */
    const char *text;   /**< the problem and the expected value */
    size_t ball, other; /**< indices into `ball` of the problem, or CAROM_NO_BALL */
} carom_fault;

/** Receives one fault. @return true to continue the check */
typedef bool carom_problem_report(void *context, const carom_fault *fault);

/** Check that every value is finite and in its range, every ball inside the walls, and no two balls
 * overlap by more than 1e-9 of the smaller radius (two fixed balls may). The time is proportional
 * to the number of balls.
 *  @return CAROM_INVALID: faults were reported */
CAROM_CHECKED carom_status carom_problem_check(const carom_problem *problem,
                                               carom_problem_report *report, void *context);

/** Add a copy of @p pair. It overrides earlier pairs of the same materials. */
CAROM_CHECKED carom_status carom_problem_add_pair(carom_problem *problem, const carom_pair *pair,
                                                  carom_error *error);

/** Add a copy of @p material. It overrides an earlier one of the same name. */
CAROM_CHECKED carom_status carom_problem_add_material(carom_problem *problem,
                                                      const carom_material *material,
                                                      carom_error *error);

/** Constants of the material @p name; NULL: unknown. */
const carom_material *carom_problem_material(const carom_problem *problem, const char *name);

/** Elastic contact of balls a and b, or of a and a wall (b NULL), by their materials. */
carom_elastic carom_pair_elastic(const carom_problem *problem, const carom_ball *a,
                                 const carom_ball *b);

/** Add a copy of @p change, in order of time.
 *  @return CAROM_INVALID: the problem is unchanged */
CAROM_CHECKED carom_status carom_problem_add_change(carom_problem *problem,
                                                    const carom_change *change, carom_error *error);

/** Restitution at time @p t_s (s). A change acts from its own time on. */
carom_restitution carom_problem_restitution(const carom_problem *problem, double t_s);

/** Find the lowest and highest restitution that contacts can have during the run, by the materials
 * of the balls.
 *  @param wall  contacts of a ball and a wall, or of two balls
 *  @return false: no such contact is possible */
bool carom_problem_restitution_range(const carom_problem *problem, bool wall, double *least,
                                     double *most);

/** Find the lowest and highest restitution of all contacts; both 1 without contacts. */
void carom_problem_restitutions(const carom_problem *problem, double *least, double *most);

/** True if every contact of the run has restitution 1. */
bool carom_problem_is_elastic(const carom_problem *problem);

/** Copy @p from to @p to (uninitialized). They share nothing.
 * Call carom_problem_free in any case */
CAROM_CHECKED carom_status carom_problem_copy(carom_problem *to, const carom_problem *from,
                                              carom_error *error);

/** Free all memory of the problem. Call carom_problem_init to use it again. */
void carom_problem_free(carom_problem *problem);

/** Return a pool ball (r = 0.028575 m, m = 0.17 kg) at rest at the origin. */
carom_ball carom_ball_default(void);

/** Mass of a sphere, 4/3 pi r^3 rho (kg). */
double carom_sphere_mass(double radius_m, double density_kgpm3);

/** Drag factor f_d = 3 rho_gas c_d/(8 rho) of a sphere: its deceleration
 * (1/2) rho_gas c_d pi r^2 v^2/m is f_d v^2/r. */
double carom_sphere_drag(double gas_kgpm3, double density_kgpm3, double c_d);

/** 1/m (1/kg); 0 for a fixed ball. */
double carom_ball_inverse_mass(const carom_ball *ball);

/** Reduced mass m1 m2/(m1 + m2) (kg); the mass of a at a wall (b NULL), of the other ball if one is
 * fixed. */
double carom_pair_reduced_mass(const carom_ball *a, const carom_ball *b);

/** Inverse tangential mass 1/m1 + 1/m2 + r1^2/I1 + r2^2/I2 (1/kg): change of slip speed per
 * tangential impulse. Walls (b NULL) and fixed balls contribute 0. */
double carom_pair_inverse_tangential_mass(const carom_ball *a, const carom_ball *b);

/** Return the last pair that matches the materials of a and b, or of a and the walls (b NULL); NULL
 * if no pair matches. */
const carom_pair *carom_problem_pair(const carom_problem *problem, const carom_ball *a,
                                     const carom_ball *b);

/** Restitution of balls a and b, or of a and a wall (b NULL), at time @p t_s (s). */
double carom_pair_restitution(const carom_problem *problem, const carom_ball *a,
                              const carom_ball *b, double t_s);

/** Tangential law of a contact with a wall, or of two balls; @p pair (may be NULL) overrides the
 * values of the problem. */
carom_tangential carom_problem_tangential(const carom_problem *problem, const carom_pair *pair,
                                          bool wall);

/** Tangential law of balls a and b, or of a and a wall (b NULL). */
carom_tangential carom_pair_tangential(const carom_problem *problem, const carom_ball *a,
                                       const carom_ball *b);

/** True if any contact can have friction. */
bool carom_problem_has_contact_friction(const carom_problem *problem);

/** True if a ball can spin about the vertical axis: there is friction or an initial spin. */
bool carom_problem_spins(const carom_problem *problem);

/** Moment of inertia about the vertical axis (kg m^2). */
double carom_ball_inertia(const carom_ball *ball);

/** 1/I (1/(kg m^2)); 0 for a fixed ball. */
double carom_ball_inverse_inertia(const carom_ball *ball);

/** Deceleration by rolling resistance, c_rr g (m/s^2). */
double carom_ball_resistance(const carom_problem *problem, const carom_ball *ball);

/** Deceleration by air drag divided by v^2, f_d/r (1/m). */
double carom_ball_drag(const carom_problem *problem, const carom_ball *ball);

/** True if a ball has rolling resistance. */
bool carom_problem_has_resistance(const carom_problem *problem);

/** True if a ball has air drag. */
bool carom_problem_has_drag(const carom_problem *problem);

/** True if a ball has rolling resistance or air drag. */
bool carom_problem_has_friction(const carom_problem *problem);

/** Index of the ball @p name; problem->count: not found. */
size_t carom_problem_ball_called(const carom_problem *problem, const char *name);

/** True if a ball is fixed. */
bool carom_problem_has_fixed(const carom_problem *problem);

/** True if there are gravity and fixed balls: relative paths are then parabolas, not straight. */
bool carom_problem_falls_past_fixed(const carom_problem *problem);

/** Largest diameter (m): two balls whose centers are farther apart cannot touch. 0 without balls.
 */
double carom_problem_widest(const carom_problem *problem);

/** Outward unit normals of the walls of a rectangle, indexed by carom_wall. */
extern const carom_vec carom_wall_normals[CAROM_WALL_COUNT];

/** Line at which a wall of a rectangle reflects the center of a ball: its x or y (m). */
double carom_wall_line(const carom_problem *problem, double radius_m, int wall);

/** Name of a wall: "left", "right", "bottom" or "top"; for other shapes the name of the part. */
const char *carom_wall_name(const carom_problem *problem, size_t wall);

/** Index of the wall @p name; the number of walls: not found. */
size_t carom_wall_find(const carom_problem *problem, const char *name);

#endif
