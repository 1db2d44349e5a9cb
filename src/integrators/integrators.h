/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_INTEGRATORS_H
#define CAROM_INTERNAL_INTEGRATORS_H

#include <carom/integrator.h>

#include <gsl/gsl_odeiv2.h>

/** @file
 * GSL's adaptive steppers (gsl_odeiv2) as integrators: within every step they divide h until their
 * own error estimate is below `tolerance`. They are a measure for the others, not a way to be fast.
 * GSL's step size control uses pow(): bits are promised per C library and processor
 * only.
 */

typedef struct {
    double tolerance;
} carom_gsl_options;

extern const carom_param carom_gsl_params[];

void *carom_gsl_prepare(void *state, const gsl_odeiv2_step_type *type, const void *options,
                        size_t coordinates, size_t quadratures);
void carom_gsl_release(void *state);
size_t carom_gsl_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                      double *work);

/** The rows and slots that all of them share. */
#define CAROM_GSL_INTEGRATOR(name)                                                                 \
    static void *name##_prepare(void *state, const void *options, size_t coordinates,              \
                                size_t quadratures)                                                \
    {                                                                                              \
        return carom_gsl_prepare(state, gsl_odeiv2_step_##name, options, coordinates,              \
                                 quadratures);                                                     \
    }

#endif
