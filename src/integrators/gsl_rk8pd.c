/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Embedded Runge-Kutta Prince-Dormand (8, 9) with adaptive steps. */
#include "integrators/integrators.h"
#include <math.h>

CAROM_GSL_INTEGRATOR(rk8pd)

const carom_integrator carom_integrator_gsl_rk8pd = {
    .about = {.name = "gsl_rk8pd",
              .summary = "GSL's Runge-Kutta Prince-Dormand (8, 9), adaptive",
              .params = carom_gsl_params,
              .options_size = sizeof(carom_gsl_options)},
    .order = 8,
    .stability_limit = INFINITY,
    .prepare = rk8pd_prepare,
    .release = carom_gsl_release,
    .step = carom_gsl_step};
