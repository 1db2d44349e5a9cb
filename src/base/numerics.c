/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GSL's root finder and step size control without hidden allocations; the order of numbers. */
#include "base/base.h"
#include <assert.h>

gsl_root_fsolver *carom_root_finder_init(carom_root_finder *finder)
{
    assert(gsl_root_fsolver_brent->size <= sizeof finder->state);
    *finder = (carom_root_finder){.solver = {.type = gsl_root_fsolver_brent}};
    finder->solver.state = finder->state;
    return &finder->solver;
}

int carom_compare_numbers(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* ---- step control ---- */

/* Exported by GSL, but not declared in its headers. */
extern const gsl_odeiv2_control_type *gsl_odeiv2_control_standard;

gsl_odeiv2_control *carom_step_control_new(double absolute, double relative)
{
    gsl_odeiv2_control *control = gsl_odeiv2_control_alloc(gsl_odeiv2_control_standard);
    if (control != NULL) {
        gsl_odeiv2_control_init(control, absolute, relative, 1, 0);
    }
    return control;
}
