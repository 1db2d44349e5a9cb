/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Records as checks read them: what is missing or not as it should be goes to the note of what is
 * measured.
 */
#ifndef CAROM_CHECKS_TABLES_H
#define CAROM_CHECKS_TABLES_H

#include "checks/checks.h"
#include "records/tsv.h"

/** Whether the records are somebody else's, of which what takes runs of its own cannot be told:
 * then it is skipped, and the note says so. */
bool carom_evidence_is_foreign(const carom_evidence *evidence, carom_measured *measured);

/** Reads DIR/NAME, or DIR/SOLVER/NAME of a solver. @return false: the note says why not; there is
 * nothing to free */
bool carom_evidence_table(const carom_evidence *evidence, const char *solver, const char *name,
                          carom_tsv *table, carom_measured *measured);

/** The number of the ball called @p name. @return false: there is none */
bool carom_evidence_ball(const carom_problem *problem, const char *name, uint32_t *number);

/** The collisions before @p until_s from a solver's collisions.tsv; *contact_s becomes the longest
 * contact, if it is longer. The log is freed by the caller in any case. @return false: the note
 * says why not */
bool carom_evidence_log(const carom_evidence *evidence, const char *solver, double until_s,
                        carom_log *log, double *contact_s, carom_measured *measured);

#endif
