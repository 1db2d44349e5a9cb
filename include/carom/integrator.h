/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The integrator seam: methods that carry x'' = a(x, x') over one step.
 */
#ifndef CAROM_INTEGRATOR_H
#define CAROM_INTEGRATOR_H

#include <carom/archive.h>
#include <carom/hue.h>
#include <carom/param.h>
#include <carom/watch.h>
#include <stdbool.h>
#include <stddef.h>

/** The equation of motion as an integrator sees it. */
typedef struct {
    size_t coordinates; /**< length of x, v and a */
    size_t quadratures; /**< length of q and of its rates g */
    /** For an adaptive method: the last so many coordinates obey x' = a(x, v) instead; their v does
     * not matter. 0 for a method of fixed steps. */
    size_t first_order;
    /** a = x''(x, v) and g = q'(x, v). */
    void (*rates)(const void *context, const double *x, const double *v, double *a, double *g);
    const void *context;
    const void *options; /**< the integrator's */
    void *state;         /**< what its `prepare` made */
    /** Where not NULL: room for the rates at the end of a step, which a method may leave there and
     * set *known, so that the next step, which begins with them, need not ask again; they are then
     * the last it asked for. A method may
     * have taken them at a velocity that it had only predicted: where they depend on the velocity,
     * the caller takes *known back. */
    double *a, *g;
    bool *known;
    /** asked in every sub-step of an adaptive method; NULL: nobody watches */
    const carom_watch *watch;
    /** Where not NULL: CAROM_OK before a step. A method that gives a step up says why here:
     * CAROM_INTERRUPTED (the watch), CAROM_INVALID (more than CAROM_MOST_SUBSTEPS) or
     * CAROM_NOT_FINITE (rates that are none); x, v and q then are to be thrown away. */
    carom_status *given_up;
} carom_motion;

/** How often an adaptive method may try a sub-step within one step. */
enum { CAROM_MOST_SUBSTEPS = 100000 };

/** What theory says of an integrator that steps a contact of Hooke's springs, w0 = sqrt(k/mu), by
 * theta = h w0. */
typedef struct {
    /** largest part of its energy that an undamped contact may win or lose; NULL: not known */
    double (*energy)(double theta);
    const char *formula; /**< of that: "pi theta^3/4" */
    /** that is all of the contact, damped or not; else its inside only, and the steps in which the
     * bodies touch and part come on top */
    bool whole;
    /** what kicks and drifts in turn keeps the angular momentum under central forces */
    bool keeps_angular_momentum;
} carom_integrator_theory;

/** An integrator. Contract:
 *  - `step` carries x (m), v (m/s) and q from t to t + h (s), in place, by `evaluations` calls of
 *    motion->rates and nothing but + - * /; h >= 0, and h = 0 changes nothing. It returns how often
 * it called them: once more where a method that keeps rates finds none;
 *  - an adaptive method divides h as its error control wants, but not finer than h can be added to
 * in doubles (DBL_EPSILON h: what a jump of the force costs there is below rounding), and tries
 * CAROM_MOST_SUBSTEPS at most; it asks the watch before each and says in *given_up why it ended
 * early; `evaluations` is 0, `stability_limit` infinite;
 *  - q are plain integrals of g along the motion, taken with the method's own weights, so that the
 *    ledger's integrals are as accurate as the motion they belong to;
 *  - `work` has work_coordinates * motion->coordinates + work_quadratures * motion->quadratures
 *    doubles; it allocates nothing and keeps nothing but motion->a, g;
 *  - `prepare`, where not NULL, makes motion->state for as many coordinates and quadratures, or
 * makes it over from an older one (NULL: no memory, the older one is freed); `release` frees it;
 *  - a method of several steps remembers there what it needs of the last one, made over or not.
 * From where that ended it goes on, from where that began it does the same again; any other x and v
 * begin a motion, as every step does without a state;
 *  - `archive` passes what of a state a later step depends on, to one that was made for as many
 * coordinates; NULL: nothing does;
 *  - `way`, where not NULL, is what a step adds to coordinates of these velocities (not -0) that
 * nothing accelerates, to the bit, while the velocities stay; it depends on nothing else, so that
 * steps of free flight can be counted and made later;
 *  - `most_coordinates`, where not 0, is what the method can carry;
 *  - `order` is that of the global error on a smooth problem;
 *  - a step h is refused where h |lambda| of the stiffest contact reaches `stability_limit`,
 *    lambda being the contact's eigenvalue: 2 where the method has no smaller one of its own. */
typedef struct {
    carom_entry about;
    carom_hue hue; /**< of springs that it steps */
    carom_integrator_theory theory;
    int order;
    int evaluations;
    double stability_limit;
    size_t work_coordinates, work_quadratures;
    size_t most_coordinates;
    bool remembers;
    void *(*prepare)(void *state, const void *options, size_t coordinates, size_t quadratures);
    void (*release)(void *state);
    void (*archive)(void *state, carom_archive *archive);
    size_t (*step)(const carom_motion *motion, double h, double *x, double *v, double *q,
                   double *work);
    void (*way)(double h, const double *v, double *way, size_t count);
} carom_integrator;

/** `way` of a method whose steps add h v. */
static inline void carom_integrator_straight_way(double h, const double *v, double *way,
                                                 size_t count)
{
    for (size_t i = 0; i < count; i++) {
        way[i] = h * v[i];
    }
}

/** The integrator that an entry of carom_integrators is of. */
CAROM_ENTRY_ACCESSOR(carom_integrator_of, carom_integrator)

/** The list: one new file in src/integrators/ and one X here. */
#define CAROM_INTEGRATORS(X)                                                                       \
    X(euler)                                                                                       \
    X(symplectic_euler)                                                                            \
    X(heun)                                                                                        \
    X(midpoint)                                                                                    \
    X(velocity_verlet)                                                                             \
    X(verlet_half_step) X(rk4) X(gsl_rkf45) X(gsl_rk8pd) X(gsl_bsimp) CAROM_MORE_INTEGRATORS(X)
/** What a build adds from outside the house, as CAROM_MORE_FORCE_LAWS does. */
#ifndef CAROM_MORE_INTEGRATORS
#define CAROM_MORE_INTEGRATORS(X)
#endif

#define X(name) extern const carom_integrator carom_integrator_##name;
CAROM_INTEGRATORS(X)
#undef X
extern const carom_seam carom_integrators;

#endif
