/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GSL's adaptive Runge-Kutta-Fehlberg method (gsl_odeiv2). It divides every step until its error
 * estimate is below `tolerance`. It serves as a reference for the fixed-step methods, not for
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

/* y holds x, then v, then q. */
typedef struct {
    gsl_odeiv2_step *step;
    gsl_odeiv2_control *control;
    size_t coordinates, quadratures, calls;
    double *y;
    double *before, *error, *slope_in, *slope_out; /* for one sub-step */
    const carom_motion *motion;
} gsl_state;

static void gsl_release(void *object)
{
    gsl_state *self = object;
    if (self == NULL) {
        return;
    }
    gsl_odeiv2_control_free(self->control); /* NULL is allowed */
    gsl_odeiv2_step_free(self->step);
    free(self->y);
    free(self);
}

static void *gsl_prepare(void *object, const void *options, size_t coordinates, size_t quadratures)
{
    /* absolute tolerance: a thousandth of the relative one, as positions and speeds are of order 1
     */
    static const double absolute_part = 1e-3;
    double tolerance = ((const gsl_options *)options)->tolerance;
    size_t dimension = 2 * coordinates + quadratures;
    gsl_state *self;
    gsl_release(object);
    self = carom_allocate(1, sizeof *self);
    self->coordinates = coordinates;
    self->quadratures = quadratures;
    self->step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rkf45, dimension);
    self->control = carom_step_control_new(absolute_part * tolerance, tolerance);
    self->y = carom_allocate(5 * dimension, sizeof *self->y);
    CAROM_NEED(self->step != NULL);
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
static bool try_substep(gsl_state *self, const gsl_odeiv2_system *system, double t, double *part,
                        int *status)
{
    size_t bytes = system->dimension * sizeof *self->y;
    double substep = *part;
    memcpy(self->before, self->y, bytes);
    *status = gsl_odeiv2_step_apply(self->step, t, substep, self->y, self->error, self->slope_in,
                                    self->slope_out, system);
    bool accepted = *status == GSL_SUCCESS && all_finite(self->error, system->dimension);
    if (accepted) {
        accepted = gsl_odeiv2_control_hadjust(self->control, self->step, self->y, self->error,
                                              self->slope_out, part) != GSL_ODEIV_HADJ_DEC;
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

/* Adds the quadratures of a sub-step to q and resets them. */
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
        accepted = try_substep(self, system, t, &next, &status);
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
    gsl_odeiv2_system system = {evaluate_slopes, NULL, 2 * n + m, self};
    (void)work;
    self->motion = motion;
    self->calls = 0;
    memcpy(self->y, x, n * sizeof *x);
    memcpy(self->y + n, v, n * sizeof *v);
    memset(self->y + 2 * n, 0, m * sizeof *q);
    gsl_odeiv2_step_reset(self->step);
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

const carom_integrator carom_integrator_gsl_rkf45 = {
    .about = {.name = "gsl_rkf45",
              .summary = "GSL's Runge-Kutta-Fehlberg (4, 5), adaptive",
              .params = gsl_params,
              .options_size = sizeof(gsl_options)},
    .color = CAROM_COLOR_PURPLE,
    .order = 5,
    .stability_limit = INFINITY,
    .prepare = gsl_prepare,
    .release = gsl_release,
    .step = gsl_step};
