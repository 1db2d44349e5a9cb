/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "studies/gradient.h"

/** A recorded position of a ball. */
typedef struct {
    size_t ball;
    double t_s;
    carom_vec at_m;
} carom_fit_sample;

/** Result of a solver. */
typedef struct {
    char failure[500];               /**< why it has no result; "": it has one */
    size_t key[CAROM_GRADIENT_KEYS]; /**< fitted keys, as indices in gradient.key */
    size_t keys; /**< number of fitted keys: keys of other solvers do not count */
    double value[CAROM_GRADIENT_KEYS]; /**< indexed like gradient.key */
    double error[CAROM_GRADIENT_KEYS]; /**< standard errors by sigma_m, indexed like `key` */
    double correlation[CAROM_GRADIENT_KEYS][CAROM_GRADIENT_KEYS]; /**< indexed like `key` */
    double chi_square;
    carom_vec *at_m; /**< indexed by sample: fitted positions */
} carom_fit_solver;

typedef struct {
    /** keys of the study; empty: the scenario's keys */
    char by_text[CAROM_GRADIENT_TEXT], to_text[CAROM_NAME_SIZE];
    carom_gradient gradient;  /**< keys with starting values and scales, solvers */
    carom_fit_sample *sample; /**< sorted by time */
    size_t samples, omitted;  /**< omitted: recorded outside the duration of the run */
    const char *record;       /**< name of the recorded solver */
    bool varies[2]; /**< x, y: a coordinate that is the same in all samples was not measured */
    size_t numbers; /**< measured coordinates */
    double sigma_m;
    carom_fit_solver *solver; /**< indexed like gradient.solver */
} carom_fit;

/** Degrees of freedom of a fit. */
static inline double carom_fit_freedom(const carom_fit *fit, const carom_fit_solver *solver)
{
    return (double)fit->numbers - (double)solver->keys;
}

/** True if a solver has a result. */
static inline bool carom_fit_has_result(const carom_fit *fit, size_t i)
{
    return fit->solver[i].failure[0] == '\0';
}

/** Return fitted minus recorded position in units of sigma_m. */
carom_vec carom_fit_residual(const carom_fit *fit, size_t i, size_t sample);

/** Read the samples of the recorded solver.
 *  @return CAROM_INVALID if the scenario has none */
CAROM_CHECKED carom_status carom_fit_read_record(carom_fit *fit, const carom_study *study,
                                                 carom_error *error);

/** Fit the solvers of the study to fit->sample. Call carom_fit_free in any case.
 *  @return CAROM_INVALID without keys or data; a solver without a result is no error */
CAROM_CHECKED carom_status carom_fit_solve(carom_fit *fit, const carom_study *study,
                                           carom_error *error);
void carom_fit_free(void *object);
