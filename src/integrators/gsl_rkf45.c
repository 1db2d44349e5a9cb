/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Embedded Runge-Kutta-Fehlberg (4, 5) with adaptive steps. */
#include "integrators/integrators.h"
#include <math.h>

CAROM_GSL_INTEGRATOR(rkf45)

const carom_integrator carom_integrator_gsl_rkf45 = {
    .about = {.name = "gsl_rkf45",
              .summary = "GSL's Runge-Kutta-Fehlberg (4, 5), adaptive",
              .params = carom_gsl_params,
              .options_size = sizeof(carom_gsl_options)},
    .order = 5,
    .stability_limit = INFINITY,
    .prepare = rkf45_prepare,
    .release = carom_gsl_release,
    .step = carom_gsl_step};
