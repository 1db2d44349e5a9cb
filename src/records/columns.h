/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a run leaves behind: tab-separated records. Column names are the format.
 */
#ifndef CAROM_RECORDS_COLUMNS_H
#define CAROM_RECORDS_COLUMNS_H

#include "measure/divergence.h"
#include "measure/quantities.h"
#include "system/atomic_file.h"
#include <carom/solver.h>

/** One row of series.tsv. */
void carom_record_series(FILE *stream, const carom_sample *sample);

/** The rows of trajectory.tsv of one sample. */
void carom_record_trajectory(FILE *stream, const carom_problem *problem,
                             const carom_sample *sample);

/** collisions.tsv, header included, of a sorted log. */
void carom_record_collisions(FILE *stream, const carom_problem *problem, const carom_log *log);

/** One row of divergence.tsv. */
void carom_record_divergence(FILE *stream, double t_s, const char *solver, const char *reference,
                             const carom_divergence *divergence);

/** One row of summary.tsv. */
void carom_record_summary(FILE *stream, const char *solver, const char *kind,
                          const carom_summary *summary);

/** The header line of the table "series", "trajectory", "divergence" or "collisions", line end
 * included; NULL: of none.
 *  @param orientation whether the problem says so */
const char *carom_record_header(const char *table, bool orientation);
void carom_record_summary_header(FILE *stream);

#endif
