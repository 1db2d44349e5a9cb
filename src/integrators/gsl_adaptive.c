/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "integrators/gsl_adaptive.h"
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const carom_param carom_gsl_params[] = {
    {.key = "tolerance", .type = CAROM_NUMBER, .fallback = "1e-10", .lowest = 1e-14, .highest = 0.1,
     .doc = "relative error allowed per step", .offset = offsetof(carom_gsl_options, tolerance)},
    {.key = NULL}};

/* y is x, then v, then q. */
typedef struct {
    gsl_odeiv2_step *step;
    gsl_odeiv2_control *control;
    gsl_odeiv2_evolve *evolve;
    size_t coordinates, quadratures, calls;
    double *y, *spare;
    const carom_motion *motion;
} gsl_state;

void carom_gsl_release(void *object)
{
    gsl_state *self = object;
    if (self == NULL) {
        return;
    }
    if (self->evolve != NULL) {
        gsl_odeiv2_evolve_free(self->evolve);
    }
    if (self->control != NULL) {
        gsl_odeiv2_control_free(self->control);
    }
    if (self->step != NULL) {
        gsl_odeiv2_step_free(self->step);
    }
    free(self->y);
    free(self->spare);
    free(self);
}

void *carom_gsl_prepare(void *object, const gsl_odeiv2_step_type *type, const void *options,
                        size_t coordinates, size_t quadratures)
{
    /* a thousandth in absolute terms: places and speeds are of the order of 1, what vanishes may vanish */
    static const double absolute_part = 1e-3;
    double tolerance = ((const carom_gsl_options *)options)->tolerance;
    size_t dimension = 2 * coordinates + quadratures;
    gsl_state *self;
    carom_gsl_release(object);
    self = calloc(1, sizeof *self);
    if (self == NULL) {
        return NULL;
    }
    self->coordinates = coordinates;
    self->quadratures = quadratures;
    self->step = gsl_odeiv2_step_alloc(type, dimension);
    self->control = gsl_odeiv2_control_y_new(absolute_part * tolerance, tolerance);
    self->evolve = gsl_odeiv2_evolve_alloc(dimension);
    self->y = calloc(dimension + 1, sizeof *self->y);
    self->spare = calloc(2 * dimension + 1, sizeof *self->spare);
    if (self->step == NULL || self->control == NULL || self->evolve == NULL || self->y == NULL ||
        self->spare == NULL) {
        carom_gsl_release(self);
        return NULL;
    }
    return self;
}

static int slopes(double t, const double y[], double dydt[], void *context)
{
    gsl_state *self = context;
    size_t n = self->coordinates;
    (void)t;
    self->calls++;
    memcpy(dydt, y + n, n * sizeof *dydt);
    self->motion->rates(self->motion->context, y, y + n, dydt + n, dydt + 2 * n);
    return isfinite(dydt[n]) ? GSL_SUCCESS : GSL_EBADFUNC;
}

/* By one-sided differences; nothing depends on the quadratures, nor on the time. */
static int jacobian(double t, const double y[], double *dfdy, double dfdt[], void *context)
{
    gsl_state *self = context;
    size_t n = self->coordinates, dimension = 2 * n + self->quadratures;
    double *moved = self->spare, *there = self->spare + dimension;
    double *here = dfdt; /* zeroed at the end */
    memcpy(moved, y, dimension * sizeof *moved);
    memset(dfdy, 0, dimension * dimension * sizeof *dfdy);
    slopes(t, y, here, context);
    for (size_t k = 0; k < 2 * n; k++) {
        double way = 1e-8 * (1e-3 + fabs(y[k]));
        moved[k] = y[k] + way;
        slopes(t, moved, there, context);
        for (size_t i = 0; i < dimension; i++) {
            dfdy[i * dimension + k] = (there[i] - here[i]) / (moved[k] - y[k]);
        }
        moved[k] = y[k];
    }
    memset(dfdt, 0, dimension * sizeof *dfdt);
    return GSL_SUCCESS;
}

size_t carom_gsl_step(const carom_motion *motion, double h, double *x, double *v, double *q, double *work)
{
    gsl_state *self = motion->state;
    size_t n = motion->coordinates, m = motion->quadratures;
    gsl_odeiv2_system system = {slopes, jacobian, 2 * n + m, self};
    double t = 0, part = h;
    int status = GSL_SUCCESS;
    (void)work;
    self->motion = motion;
    self->calls = 0;
    memcpy(self->y, x, n * sizeof *x);
    memcpy(self->y + n, v, n * sizeof *v);
    memcpy(self->y + 2 * n, q, m * sizeof *q);
    gsl_odeiv2_evolve_reset(self->evolve);
    gsl_odeiv2_step_reset(self->step);
    while (t < h && status == GSL_SUCCESS) {
        status = gsl_odeiv2_evolve_apply(self->evolve, self->control, self->step, &system, &t, h, &part,
                                         self->y);
    }
    if (status != GSL_SUCCESS) {
        self->y[0] = NAN; /* the solver says so */
    }
    memcpy(x, self->y, n * sizeof *x);
    memcpy(v, self->y + n, n * sizeof *v);
    memcpy(q, self->y + 2 * n, m * sizeof *q);
    return self->calls;
}
