/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The recorder of divergence.tsv: how far solvers that go side by side are from the reference.
 */
#ifndef CAROM_RUN_COMPARISON_H
#define CAROM_RUN_COMPARISON_H

#include "run/account.h"
#include "system/atomic_file.h"

/** One of those that are compared: it gets its divergence and first mismatch. */
typedef struct {
    const carom_lane *lane;
    carom_account *account; /**< which has come to its end before */
    double divergence_m;    /**< rms at the last sample that both took; NaN: none */
} carom_compared;

/** State of carom_recorder_comparison. */
typedef struct {
    carom_compared *of; /**< count of them, of one problem */
    size_t count, reference;
    size_t *order;   /**< balls in canonical order */
    carom_file file; /**< divergence.tsv; without a stream no rows are kept */
} carom_comparison;

/** Makes room for @p count solvers on @p problem, to be filled in by the caller, and opens
 * divergence.tsv in @p directory, unless that is NULL.
 *  @return CAROM_CANNOT_CREATE, CAROM_NO_MEMORY; carom_comparison_discard in any case */
CAROM_CHECKED carom_status carom_comparison_open(carom_comparison *comparison,
                                                 const carom_problem *problem, size_t count,
                                                 const char *directory, carom_file_manner manner,
                                                 carom_error *error);

/** Frees everything; a file that has not got its name is removed. */
void carom_comparison_discard(carom_comparison *comparison);

#endif
