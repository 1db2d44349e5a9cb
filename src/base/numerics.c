/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GSL's root finder and step size control without hidden allocations; order of numbers. */
#include "base/base.h"
#include <assert.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>

double carom_find_root(gsl_function function, double low, double high, double absolute,
                       double relative)
{
    _Alignas(16) char state[256]; /* Brent's method needs 9 doubles */
    gsl_root_fsolver solver = {.type = gsl_root_fsolver_brent, .state = state};
    int status = GSL_CONTINUE;
    assert(gsl_root_fsolver_brent->size <= sizeof state);
    gsl_root_fsolver_set(&solver, &function, low, high);
    for (int i = 0; i < 200 && status == GSL_CONTINUE; i++) {
        gsl_root_fsolver_iterate(&solver);
        status = gsl_root_test_interval(gsl_root_fsolver_x_lower(&solver),
                                        gsl_root_fsolver_x_upper(&solver), absolute, relative);
    }
    return gsl_root_fsolver_root(&solver);
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
    if (control == NULL) {
        carom_out_of_memory();
    }
    gsl_odeiv2_control_init(control, absolute, relative, 1, 0);
    return control;
}
