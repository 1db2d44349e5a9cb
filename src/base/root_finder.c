/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include <assert.h>

gsl_root_fsolver *carom_root_finder_init(carom_root_finder *finder)
{
    assert(gsl_root_fsolver_brent->size <= sizeof finder->state);
    *finder = (carom_root_finder){.solver = {.type = gsl_root_fsolver_brent}};
    finder->solver.state = finder->state;
    return &finder->solver;
}
