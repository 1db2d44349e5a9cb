/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_RUN_CHECKPOINT_H
#define CAROM_INTERNAL_RUN_CHECKPOINT_H

#include <carom/serializer.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- checkpoint ----
 * The file from which an interrupted run continues. The caller defines its contents. The file is
 * replaced atomically. A damaged file, or one of another run or another build, is rejected with
 * the reason.
 * Format: "carom-checkpoint 1", lines "KEY VALUE" that identify the run, "t_s T" and an empty
 * line, all text; then the serialized state (carom/serializer.h); then 16 hexadecimal digits,
 * the FNV-1a hash (64 bits) of everything before, and a line end. */

typedef struct {
    char *directory, *path; /**< DIR/checkpoint.carom; path is NULL if not open */
    char *identity;         /**< the lines that identify the run */
    double every_s;         /**< minimum wall-clock time between checkpoints */
    bool exists;            /**< found or written */
    double t_s;             /**< simulated time of the checkpoint */
    char written[32];       /**< modification time of the file found, "2026-11-22 17:20:03" */
    double last_query_s, last_written_s; /**< times of the last query and of the last write */
    double cost_s;                       /**< time that the last write took */
    FILE *stream;  /**< the file found, at the start of its state; NULL once it is restored */
    uint64_t left; /**< bytes of that state */
} carom_checkpoint;

/** Look for a checkpoint in @p directory, which need not exist.
 *  @param identity  lines "KEY VALUE"; freed by carom_checkpoint_close
 *  @param every_s   minimum wall-clock time between checkpoints, >= 0
 *  @return CAROM_CANNOT_READ, CAROM_NO_MEMORY; CAROM_INVALID if the checkpoint is damaged or
 *   belongs to another run. Call carom_checkpoint_close in any case */
CAROM_CHECKED carom_status carom_checkpoint_open(carom_checkpoint *checkpoint,
                                                 const char *directory, char *identity,
                                                 double every_s, carom_error *error);

/** Read the state of the checkpoint found with @p pass.
 *  @return the error of the serializer, with the name of the file */
CAROM_CHECKED carom_status carom_checkpoint_restore(carom_checkpoint *checkpoint,
                                                    void (*pass)(void *object,
                                                                 carom_serializer *serializer),
                                                    void *object, carom_error *error);

/** True if a checkpoint is due: every_s after the last one, but checkpoints take at most a tenth of
 * the time. Always true if every_s is 0.
 *  @param is_late  the previous query was more than every_s ago */
bool carom_checkpoint_is_due(carom_checkpoint *checkpoint, bool *is_late);

/** Replace the checkpoint by one with the state that @p pass writes.
 *  @return CAROM_CANNOT_WRITE, CAROM_CANNOT_CREATE, or the error of the serializer; the previous
 *   checkpoint is then unchanged */
CAROM_CHECKED carom_status carom_checkpoint_write(carom_checkpoint *checkpoint, double t_s,
                                                  void (*pass)(void *object,
                                                               carom_serializer *serializer),
                                                  void *object, carom_error *error);

/** Remove the checkpoint after the run has succeeded. */
void carom_checkpoint_remove(carom_checkpoint *checkpoint);

void carom_checkpoint_close(carom_checkpoint *checkpoint);

/** True if @p directory contains a checkpoint of any run. */
bool carom_checkpoint_exists(const char *directory);

/* ---- identity ----
 * Lines "KEY VALUE" that identify the build and the request of a run. */

/** Write one line; @p value is cut at its first line end. */
void carom_identity_write_line(FILE *stream, const char *key, const char *value);

/** Write the lines about number formats and the hash of the program. */
void carom_identity_write_machine(FILE *stream);

#endif
