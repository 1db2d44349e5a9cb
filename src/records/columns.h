/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a run leaves behind: tab-separated records. Column names are the format.
 */
#ifndef CAROM_RECORDS_COLUMNS_H
#define CAROM_RECORDS_COLUMNS_H

#include "measure/divergence.h"
#include "records/table.h"
#include <carom/solver.h>
#include <signal.h>

/** Their columns; rows are a carom_summary of summary.tsv, a carom_sample of series.tsv, and of the
 * others what is written below. */
extern const carom_table carom_summary_table, carom_series_table, carom_trajectory_table,
    carom_collisions_table, carom_contacts_table, carom_divergence_table;

/** All of them, ended by NULL. */
extern const carom_table *const carom_run_tables[];

/** A row of trajectory.tsv: ball i of a sample. */
typedef struct {
    const carom_sample *sample;
    const carom_problem *problem;
    size_t i;
} carom_trajectory_row;

/** Of trajectory.tsv: with how balls have turned, where the problem says so, and with spins where
 * there are any. */
const carom_column *carom_trajectory_columns(const carom_problem *problem);

/** Of series.tsv, collisions.tsv and contacts.tsv: with what is tangential, where balls can spin.
 */
const carom_column *carom_series_columns(const carom_problem *problem);
const carom_column *carom_collision_columns(const carom_problem *problem);
const carom_column *carom_contact_columns(const carom_problem *problem);

/** One row of series.tsv. */
void carom_record_series(FILE *stream, const carom_problem *problem, const carom_sample *sample);

/** The rows of trajectory.tsv of one sample. Of these three: @param stop set from outside to
 * interrupt, heard every some thousand rows; may be NULL @return CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_record_trajectory(FILE *stream, const carom_problem *problem,
                                                   const carom_sample *sample,
                                                   const volatile sig_atomic_t *stop,
                                                   carom_error *error);

/** collisions.tsv, header included, of a sorted log. */
CAROM_CHECKED carom_status carom_record_collisions(FILE *stream, const carom_problem *problem,
                                                   const carom_log *log,
                                                   const volatile sig_atomic_t *stop,
                                                   carom_error *error);

/** contacts.tsv, header included. */
CAROM_CHECKED carom_status carom_record_contacts(FILE *stream, const carom_problem *problem,
                                                 const carom_moments *moments,
                                                 const volatile sig_atomic_t *stop,
                                                 carom_error *error);

/** One row of divergence.tsv. */
void carom_record_divergence(FILE *stream, double t_s, const char *solver, const char *reference,
                             const carom_divergence *divergence);

#endif
