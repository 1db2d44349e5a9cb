/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The recorder of a summary: what is said of a solver's run at its end.
 */
#ifndef CAROM_RUN_ACCOUNT_H
#define CAROM_RUN_ACCOUNT_H

#include "measure/quantities.h"
#include "run/lane.h"
#include "run/recorder.h"

/** State of carom_recorder_account; begins with its lane alone. */
typedef struct {
    const carom_lane *lane;
    double fastest_mps; /**< of all samples */
    /** from the beginning on what residuals are relative to (0 at rest), after the end the rest;
     * what compares with other solvers is NaN */
    carom_summary summary;
} carom_account;

#endif
