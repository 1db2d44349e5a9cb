/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Interface of integrators: one step of x'' = a(x, x').
 */
#ifndef CAROM_INTEGRATOR_H
#define CAROM_INTEGRATOR_H

#include <carom/cancel.h>
#include <carom/param.h>
#include <stdbool.h>
#include <stddef.h>

/** Color of a solver or an integrator: the same in every figure. */
typedef enum {
    CAROM_COLOR_NEXT, /**< next color that no method has */
    CAROM_COLOR_BLACK,
    CAROM_COLOR_ORANGE,
    CAROM_COLOR_BLUE,
    CAROM_COLOR_GREEN,
    CAROM_COLOR_PURPLE
} carom_color;

/** Equation of motion. */
typedef struct {
    size_t coordinates; /**< length of x, v and a */
    size_t quadratures; /**< length of q and of its rates g */
    /** Number of coordinates, at the end of x, that obey x' = a(x, v) instead; their v is ignored.
     * 0 for a method with fixed steps. */
    size_t first_order;
    /** Compute a = x''(x, v) and g = q'(x, v). */
    void (*rates)(void *context, const double *x, const double *v, double *a, double *g);
    void *context;       /**< of `rates`, which may store results in it */
    const void *options; /**< of the integrator */
    void *state;         /**< made by `prepare` */
    /** If not NULL: room for the rates at the end of a step. A method that stores its last rates
     * there sets *known, and the next step starts from them. They may be for a predicted velocity:
     * if they depend on the velocity, the caller clears *known. */
    double *a, *g;
    bool *known;
    const carom_cancel_flag
        *cancel; /**< polled in every sub-step of an adaptive method; may be NULL */
    /** If not NULL: CAROM_OK before a step. A method that gives up sets CAROM_INTERRUPTED,
     * CAROM_INVALID (more than CAROM_MAX_SUBSTEPS) or CAROM_NOT_FINITE (rates); x, v and q are
     * then undefined. */
    carom_status *failure;
} carom_motion;

/** Maximum number of sub-steps that an adaptive method tries within one step. */
enum { CAROM_MAX_SUBSTEPS = 100000 };

/** Theory of an integrator for a contact with Hooke's law, w0 = sqrt(k/m_red), theta = h w0. */
typedef struct {
    /** largest relative energy error of an undamped contact; NULL: unknown */
    double (*energy)(double theta);
    const char *formula; /**< of `energy`: "pi theta^3/4" */
    /** `energy` is the total error of a contact; false: only inside it, without the steps of onset
     * and separation */
    bool whole;
    bool conserves_angular_momentum; /**< under central forces: alternates kicks and drifts */
} carom_integrator_theory;

/** An integrator.
 *  - `step` advances x (m), v (m/s) and q by h >= 0 (s) in place, with `evaluations` calls of
 *    motion->rates and + - * / only; h = 0 changes nothing. It returns the number of calls: one
 *    more if a method that reuses rates finds none.
 *  - An adaptive method divides h by its error control, down to DBL_EPSILON h, and tries at most
 *    CAROM_MAX_SUBSTEPS. It polls the flag before each. `evaluations` is 0 and `stability_limit`
 *    infinite.
 *  - `reuses_rates`: a step starts from the rates at the end of the last one (motion->a and g).
 *  - q are integrals of g along the motion, with the weights of the method: the budget is as
 *    accurate as the motion.
 *  - `work` has work_coordinates * motion->coordinates + work_quadratures * motion->quadratures
 *    doubles. `step` allocates nothing and stores nothing but motion->a and g.
 *  - `prepare` (may be NULL) makes motion->state for the given sizes, or resizes an older one.
 *    `release` frees it.
 *  - `displacement` (may be NULL) computes the displacement of a step h without
 *    acceleration, equal to `step` to the bit and independent of the position: free flight can
 *    then be counted in steps.
 *  - `order`: order of the global error for a smooth force.
 *  - `stability_limit`: the solver rejects h if h |lambda| reaches it, lambda being the
 *    eigenvalue of the stiffest contact. 2 if the method has no smaller limit. */
typedef struct {
    carom_entry about;
    carom_color color; /**< of a penalty solver with this integrator */
    carom_integrator_theory theory;
    int order;
    int evaluations;
    bool reuses_rates;
    double stability_limit;
    size_t work_coordinates, work_quadratures;
    void *(*prepare)(void *state, const void *options, size_t coordinates, size_t quadratures);
    void (*release)(void *state);
    size_t (*step)(const carom_motion *motion, double h, double *x, double *v, double *q,
                   double *work);
    void (*displacement)(double h, const double *v, double *displacement, size_t count);
} carom_integrator;

/** `displacement` of a method whose steps add h v. */
static inline void carom_integrator_straight_displacement(double h, const double *v,
                                                          double *displacement, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        displacement[i] = h * v[i];
    }
}

/** Integrator of an entry of carom_integrators. */
CAROM_ENTRY_ACCESSOR(carom_integrator_of, carom_integrator)

/** All integrators; src/integrators/integrators.c lists them. */
extern const carom_interface carom_integrators;

/** Integrators that other code uses directly. */
extern const carom_integrator carom_integrator_euler, carom_integrator_heun;

#endif
