/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * GSL's step size control, made so that missing memory is told: gsl_odeiv2_control_y_new (GSL 2.7)
 * initialises what it was not given.
 */
#ifndef CAROM_BASE_STEP_CONTROL_H
#define CAROM_BASE_STEP_CONTROL_H

#include <gsl/gsl_odeiv2.h>

/** As gsl_odeiv2_control_y_new: errors of each number up to @p absolute + @p relative times its
 * size.
 *  @return NULL: no memory; freed by gsl_odeiv2_control_free */
gsl_odeiv2_control *carom_step_control_new(double absolute, double relative);

#endif
