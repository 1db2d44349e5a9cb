/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The recorder of files: series.tsv, trajectory.tsv, collisions.tsv and contacts.tsv of a solver.
 */
#ifndef CAROM_RUN_FILES_H
#define CAROM_RUN_FILES_H

#include "run/lane.h"
#include "run/recorder.h"
#include "system/atomic_file.h"

/** State of carom_recorder_files. */
typedef struct {
    const carom_lane *lane;
    carom_directory folder;
    bool logs, traced; /**< the lane's log, and its moments, are recorded */
    carom_file series, trajectory;
    carom_file collisions; /**< where `logs` */
    carom_file contacts;   /**< where `traced` */
} carom_files;

/** Opens the records of @p lane in @p directory/<name of the solver>, made if need be, under
 * temporary names.
 *  @param logs    the collisions of the lane, which keeps them, are recorded
 *  @param traced  so are the moments of its contacts
 *  @param manner  of the files
 *  @return CAROM_CANNOT_CREATE, CAROM_NO_MEMORY; carom_files_discard in any case */
CAROM_CHECKED carom_status carom_files_open(carom_files *files, const carom_lane *lane,
                                            const char *directory, bool logs, bool traced,
                                            carom_file_manner manner, carom_error *error);

/** The i-th of the files, after their end; NULL: there are no more. */
carom_file *carom_files_at(carom_files *files, size_t i);

/** Frees everything; files that have not got their names are removed. */
void carom_files_discard(carom_files *files);

#endif
