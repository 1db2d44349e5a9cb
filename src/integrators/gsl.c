/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GSL's adaptive steppers (gsl_odeiv2) as integrators. They divide every step until their error
 * estimate is below `tolerance`. They serve as a reference for the fixed-step methods, not for
 * speed. GSL's step size control uses powers, so results are bit-identical only for the same C
 * library and processor. */
#include "base/base.h"
#include "params/rows.h"
#include <carom/integrator.h>
#include <gsl/gsl_errno.h>

typedef struct {
    double tolerance;
} gsl_options;

#define AT(member) offsetof(gsl_options, member)
static const carom_param gsl_params[] = {{NUMBER("tolerance", AT(tolerance), "", "1e-10", 1e-14,
                                                 0.1, "relative error allowed per step")},
                                         {.key = NULL}};

/* An implicit method is combined with an explicit one, which is tried first. */
enum { OWN, EXPLICIT, STEPPERS };

/* y holds x, then v, then q. */
typedef struct {
    gsl_odeiv2_step *step[STEPPERS];
    gsl_odeiv2_control *control[STEPPERS];
    size_t coordinates, quadratures, calls;
    double *y, *scratch;
    double *before, *error, *slope_in, *slope_out; /* for one sub-step */
    const carom_motion *motion;
} gsl_state;

static void gsl_release(void *object)
{
    gsl_state *self = object;
    if (self == NULL) {
        return;
    }
    for (int i = OWN; i < STEPPERS; i++) { /* GSL frees NULL too */
        gsl_odeiv2_control_free(self->control[i]);
        gsl_odeiv2_step_free(self->step[i]);
    }
    free(self->y);
    free(self->scratch);
    free(self);
}

static void *gsl_prepare(void *object, const gsl_odeiv2_step_type *type, const void *options,
                         size_t coordinates, size_t quadratures)
{
    /* absolute tolerance: a thousandth of the relative one, as positions and speeds are of order 1
     */
    static const double absolute_part = 1e-3;
    /* fraction of the tolerance: an explicit sub-step with a smaller error is accepted */
    static const double explicit_part = 1e-3;
    double tolerance = ((const gsl_options *)options)->tolerance;
    bool missing = false;
    size_t dimension = 2 * coordinates + quadratures;
    gsl_state *self;
    gsl_release(object);
    self = calloc(1, sizeof *self);
    if (self == NULL) {
        return NULL;
    }
    self->coordinates = coordinates;
    self->quadratures = quadratures;
    for (int i = OWN; i <= (type == gsl_odeiv2_step_bsimp ? EXPLICIT : OWN); i++) {
        double allowed = i == OWN ? tolerance : explicit_part * tolerance;
        self->step[i] = gsl_odeiv2_step_alloc(i == OWN ? type : gsl_odeiv2_step_rk8pd, dimension);
        self->control[i] = carom_step_control_new(absolute_part * allowed, allowed);
        missing = missing || self->step[i] == NULL || self->control[i] == NULL;
    }
    self->y = calloc(5 * dimension + 1, sizeof *self->y);
    self->scratch = calloc(3 * dimension + 1, sizeof *self->scratch);
    if (missing || self->y == NULL || self->scratch == NULL) {
        gsl_release(self);
        return NULL;
    }
    self->before = self->y + dimension;
    self->error = self->before + dimension;
    self->slope_in = self->error + dimension;
    self->slope_out = self->slope_in + dimension;
    return self;
}

static int evaluate_slopes(double t, const double y[], double dydt[], void *context)
{
    gsl_state *self = context;
    size_t n = self->coordinates, firsts = self->motion->first_order;
    (void)t;
    self->calls++;
    memcpy(dydt, y + n, n * sizeof *dydt);
    self->motion->rates(self->motion->context, y, y + n, dydt + n, dydt + 2 * n);
    memcpy(dydt + n - firsts, dydt + 2 * n - firsts, firsts * sizeof *dydt);
    memset(dydt + 2 * n - firsts, 0, firsts * sizeof *dydt);
    return isfinite(dydt[n]) ? GSL_SUCCESS : GSL_EBADFUNC;
}

/* Jacobian by one-sided differences on both sides, of which the smaller is used: a jump of the
 * force on one side is not a slope. Rates do not depend on quadratures or time. */
static int jacobian(double t, const double y[], double *dfdy, double dfdt[], void *context)
{
    gsl_state *self = context;
    size_t n = self->coordinates, dimension = 2 * n + self->quadratures;
    double *shifted = self->scratch, *above = shifted + dimension, *below = above + dimension;
    double *here = dfdt; /* zeroed at the end */
    memcpy(shifted, y, dimension * sizeof *shifted);
    memset(dfdy, 0, dimension * dimension * sizeof *dfdy);
    evaluate_slopes(t, y, here, context);
    for (size_t k = 0; k < 2 * n; k++) {
        double shift = 1e-8 * (1e-3 + fabs(y[k])), up, down;
        shifted[k] = y[k] + shift;
        up = shifted[k] - y[k];
        evaluate_slopes(t, shifted, above, context);
        shifted[k] = y[k] - shift;
        down = y[k] - shifted[k];
        evaluate_slopes(t, shifted, below, context);
        for (size_t i = 0; i < dimension; i++) {
            double right = (above[i] - here[i]) / up, left = (here[i] - below[i]) / down;
            dfdy[i * dimension + k] = fabs(right) < fabs(left) ? right : left;
        }
        shifted[k] = y[k];
    }
    memset(dfdt, 0, dimension * sizeof *dfdt);
    return GSL_SUCCESS;
}

static bool all_finite(const double *error, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += fabs(error[i]);
    }
    return isfinite(sum);
}

/* Tries a sub-step of *part from y and slope_in, and stores the next length in *part. @return
 * false: rejected, y is unchanged */
static bool try_substep(gsl_state *self, int with, const gsl_odeiv2_system *system, double t,
                        double *part, int *status)
{
    size_t bytes = system->dimension * sizeof *self->y;
    double substep = *part;
    memcpy(self->before, self->y, bytes);
    *status = gsl_odeiv2_step_apply(self->step[with], t, substep, self->y, self->error,
                                    self->slope_in, self->slope_out, system);
    /* bsimp reports a failure by an infinite error */
    bool accepted = *status == GSL_SUCCESS && all_finite(self->error, system->dimension);
    if (accepted) {
        accepted = gsl_odeiv2_control_hadjust(self->control[with], self->step[with], self->y,
                                              self->error, self->slope_out,
                                              part) != GSL_ODEIV_HADJ_DEC;
    } else {
        *part = 0.2 * substep;
    }
    if (*status != GSL_EBADFUNC) {
        *status = GSL_SUCCESS;
    }
    memcpy(accepted ? self->slope_in : self->y, accepted ? self->slope_out : self->before, bytes);
    return accepted;
}

/* Euler step across a jump of the force, where no sub-step is short enough for the error control.
 */
static int step_along_slope(gsl_state *self, const gsl_odeiv2_system *system, double t, double part)
{
    for (size_t i = 0; i < system->dimension; i++) {
        self->y[i] += part * self->slope_in[i];
    }
    return evaluate_slopes(t + part, self->y, self->slope_in, self);
}

/* Adds the quadratures of a sub-step to q and resets them, as bsimp scales errors by the old
 * values. */
static void add_quadratures(gsl_state *self, double *q)
{
    double *own = self->y + 2 * self->coordinates;
    for (size_t i = 0; i < self->quadratures; i++) {
        q[i] += own[i];
        own[i] = 0;
    }
}

static carom_status integrate(gsl_state *self, const gsl_odeiv2_system *system, double h, double *q)
{
    /* At a jump of the force the error control rejects every sub-step that changes positions by
     * more than rounding. If a hundred tries advance by less than `stuck` of h, the shortest
     * sub-step is made longer. */
    enum { MAX_STUCK_TRIES = 100 };
    static const double min_progress = 1e-6, coarsening = 16;
    bool explicit_first = self->step[EXPLICIT] != NULL;
    double t = 0, part = h, min_substep = 2 * DBL_EPSILON * h, t_then = -h;
    int status = evaluate_slopes(0, self->y, self->slope_in, self);
    for (size_t tries = 0; t < h && status == GSL_SUCCESS; tries++) {
        bool last = part >= h - t, accepted;
        double substep = last ? h - t : part, next = substep;
        if (carom_is_cancelled(self->motion->cancel) || tries == CAROM_MAX_SUBSTEPS) {
            return tries == CAROM_MAX_SUBSTEPS ? CAROM_INVALID : CAROM_INTERRUPTED;
        }
        if (tries % MAX_STUCK_TRIES == 0) {
            min_substep *= t - t_then < min_progress * h ? coarsening : 1;
            t_then = t;
        }
        accepted = explicit_first && try_substep(self, EXPLICIT, system, t, &next, &status);
        if (!accepted && status == GSL_SUCCESS) {
            next = substep;
            accepted = try_substep(self, OWN, system, t, &next, &status);
        }
        if (!accepted && substep <= min_substep && status == GSL_SUCCESS) {
            status = step_along_slope(self, system, t, substep);
            accepted = true;
        }
        if (accepted) {
            add_quadratures(self, q);
            t = last ? h : t + substep;
        }
        part = next > min_substep ? next : min_substep;
    }
    return status == GSL_SUCCESS ? CAROM_OK : CAROM_NOT_FINITE;
}

static size_t gsl_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                       double *work)
{
    gsl_state *self = motion->state;
    size_t n = motion->coordinates, m = motion->quadratures;
    gsl_odeiv2_system system = {evaluate_slopes, jacobian, 2 * n + m, self};
    (void)work;
    self->motion = motion;
    self->calls = 0;
    memcpy(self->y, x, n * sizeof *x);
    memcpy(self->y + n, v, n * sizeof *v);
    memset(self->y + 2 * n, 0, m * sizeof *q);
    gsl_odeiv2_step_reset(self->step[OWN]);
    carom_status status = integrate(self, &system, h, q);
    if (status != CAROM_OK) {
        self->y[0] = NAN; /* marks the state as invalid */
    }
    if (status != CAROM_OK && motion->failure != NULL) {
        *motion->failure = status;
    }
    memcpy(x, self->y, n * sizeof *x);
    memcpy(v, self->y + n, n * sizeof *v);
    return self->calls;
}

/* ---- the integrators ---- */

#define GSL_INTEGRATOR(type, summary_, color_, order_, most)                                       \
    static void *type##_prepare(void *state, const void *options, size_t coordinates,              \
                                size_t quadratures)                                                \
    {                                                                                              \
        return gsl_prepare(state, gsl_odeiv2_step_##type, options, coordinates, quadratures);      \
    }                                                                                              \
    const carom_integrator carom_integrator_gsl_##type = {                                         \
        .about = {.name = "gsl_" #type,                                                            \
                  .summary = (summary_),                                                           \
                  .params = gsl_params,                                                            \
                  .options_size = sizeof(gsl_options)},                                            \
        .color = (color_),                                                                         \
        .order = (order_),                                                                         \
        .stability_limit = INFINITY,                                                               \
        .prepare = type##_prepare,                                                                 \
        .release = gsl_release,                                                                    \
        .step = gsl_step,                                                                          \
        .max_coordinates = (most)}

GSL_INTEGRATOR(rkf45, "GSL's Runge-Kutta-Fehlberg (4, 5), adaptive", CAROM_COLOR_PURPLE, 5, 0);

GSL_INTEGRATOR(rk8pd, "GSL's Runge-Kutta Prince-Dormand (8, 9), adaptive", CAROM_COLOR_PURPLE, 8,
               0);

/* The implicit Bulirsch-Stoer method of Bader and Deuflhard, for stiff motion: a strongly damped
 * contact. Every sub-step takes a Jacobian by differences and 140 evaluations with dense solves.
 * Therefore rk8pd takes the sub-steps in which its error is below a thousandth of the tolerance.
 * The Jacobian limits the method to a hundred balls. Where the force jumps inside a step, at the
 * onset of a dashpot on the grid, the error estimate is too small: the speed is off by up to 2e-7
 * at a tolerance of 1e-10. With event location the estimate is correct. */
GSL_INTEGRATOR(bsimp, "GSL's implicit Bulirsch-Stoer, adaptive, for stiff dashpots",
               CAROM_COLOR_NEXT, 12, 200);
