/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The integrator seam: methods that carry x'' = a(x, x') over one step.
 */
#ifndef CAROM_INTEGRATOR_H
#define CAROM_INTEGRATOR_H

#include <carom/param.h>
#include <stddef.h>

/** The equation of motion as an integrator sees it. */
typedef struct {
    size_t coordinates; /**< length of x, v and a */
    size_t quadratures; /**< length of q and of its rates g */
    /** a = x''(x, v) and g = q'(x, v). */
    void (*rates)(const void *context, const double *x, const double *v, double *a, double *g);
    const void *context;
} carom_motion;

/** An integrator. Contract:
 *  - `step` carries x (m), v (m/s) and q from t to t + h (s), in place, by `evaluations` calls of
 *    motion->rates and nothing but + - * /; h >= 0, and h = 0 changes nothing;
 *  - q are plain integrals of g along the motion, taken with the method's own weights, so that the
 *    ledger's integrals are as accurate as the motion they belong to;
 *  - `work` has work_coordinates * motion->coordinates + work_quadratures * motion->quadratures
 *    doubles; it allocates nothing and keeps nothing;
 *  - `order` is that of the global error on a smooth problem;
 *  - a step h is refused where h |lambda| of the stiffest contact reaches `stability_limit`,
 *    lambda being the contact's eigenvalue: 2 where the method has no smaller one of its own. */
typedef struct {
    carom_entry about;
    int order;
    int evaluations;
    double stability_limit;
    size_t work_coordinates, work_quadratures;
    void (*step)(const carom_motion *motion, double h, double *x, double *v, double *q,
                 double *work);
} carom_integrator;

/** The list: one new file in src/integrators/ and one X here. */
#define CAROM_INTEGRATORS(X) X(euler) X(heun)

#define X(name) extern const carom_integrator carom_integrator_##name;
CAROM_INTEGRATORS(X)
#undef X
extern const carom_seam carom_integrators;

#endif
