/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The implicit Bulirsch-Stoer method of Bader and Deuflhard, adaptive, for what is stiff: a
 * strongly damped contact. Its Jacobian is dense, hence the limit: a hundred balls. Where the force
 * jumps inside a step, at the touch of a dashpot on the grid, its estimate of the error is
 * deceived: 2e-7 of the speed at a tolerance of 1e-10; with contacts: located it is what is asked
 * for. */
#include "integrators/integrators.h"
#include <math.h>

CAROM_GSL_INTEGRATOR(bsimp)

const carom_integrator carom_integrator_gsl_bsimp = {
    .about = {.name = "gsl_bsimp",
              .summary = "GSL's implicit Bulirsch-Stoer, adaptive, for stiff dashpots",
              .params = carom_gsl_params,
              .options_size = sizeof(carom_gsl_options)},
    .order = 12,
    .stability_limit = INFINITY,
    .most_coordinates = 200,
    .prepare = bsimp_prepare,
    .release = carom_gsl_release,
    .step = carom_gsl_step};
