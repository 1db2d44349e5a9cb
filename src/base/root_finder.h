/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * GSL's root finder by Brent's method without GSL's allocation: its state lies where the caller
 * says, so that nothing can be missing in the middle of a step.
 */
#ifndef CAROM_BASE_ROOT_FINDER_H
#define CAROM_BASE_ROOT_FINDER_H

#include <gsl/gsl_roots.h>

/** Room for the finder; one per search, anywhere. */
typedef struct {
    gsl_root_fsolver solver;
    _Alignas(16) char state[256]; /**< Brent's is 9 doubles */
} carom_root_finder;

/** Ready for gsl_root_fsolver_set; valid as long as @p finder stays where it is, and not to be
 * freed. */
gsl_root_fsolver *carom_root_finder_init(carom_root_finder *finder);

#endif
