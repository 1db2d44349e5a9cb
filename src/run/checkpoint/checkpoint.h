/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_RUN_CHECKPOINT_H
#define CAROM_INTERNAL_RUN_CHECKPOINT_H

#include <carom/serializer.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- checkpoint ----
 * A checkpoint: the file that a run which was ended from outside goes on from. What is in it is the
 * caller's; here it is written whole or not at all, and refused with the reason where it is not
 * whole, or not of the same run of the same program.
 *
 * "carom-checkpoint 1", lines "KEY VALUE" that say what it is of, "t_s T" and an empty line, all of
 * it text; then an archive (carom/serializer.h); then 16 digits, the hash (FNV-1a, 64 bits) of all
 * before, and a line end. */

typedef struct {
    char *directory, *path; /**< DIR/checkpoint.carom; path NULL: not open */
    char *identity;         /**< the lines of what it must be of */
    double every_s;         /**< between two, of wall clock */
    bool exists;            /**< one is: it was found, or has been written */
    double t_s;             /**< where that is */
    char written[32];       /**< of one that was found: when, "2026-11-22 17:20:03" */
    double last_query_s,
        last_written_s; /**< when it was asked last whether one is due; when one was */
    double cost_s;      /**< what the last one took */
    FILE *stream;       /**< of one that was found, before its archive; until it is given */
    uint64_t left;      /**< bytes of that archive */
} carom_checkpoint;

/** Looks for a checkpoint in @p directory, which need not be there.
 *  @param identity  lines "KEY VALUE"; freed by carom_checkpoint_close
 *  @param every_s  wall clock from one to the next, >= 0
 *  @return CAROM_CANNOT_READ, CAROM_NO_MEMORY; CAROM_INVALID where one is there that is damaged, or
 * of something else. carom_checkpoint_close in any case */
CAROM_CHECKED carom_status carom_checkpoint_open(carom_checkpoint *checkpoint,
                                                 const char *directory, char *identity,
                                                 double every_s, carom_error *error);

/** Gives what was found to @p pass, all of it.
 *  @return what the archive ended with, the file being named */
CAROM_CHECKED carom_status carom_checkpoint_restore(carom_checkpoint *checkpoint,
                                                    void (*pass)(void *object,
                                                                 carom_serializer *serializer),
                                                    void *object, carom_error *error);

/** Whether it is time for one: every_s after the last, and so that they take no more than a tenth
 * of the time; 0: always.
 *  @param seldom  it could have been asked earlier: every_s have gone by since it was */
bool carom_checkpoint_is_due(carom_checkpoint *checkpoint, bool *is_late);

/** Writes one of what @p pass says, in place of the last. @return CAROM_CANNOT_WRITE,
 * CAROM_CANNOT_CREATE, or what the archive ended with: then the last one is as it was */
CAROM_CHECKED carom_status carom_checkpoint_write(carom_checkpoint *checkpoint, double t_s,
                                                  void (*pass)(void *object,
                                                               carom_serializer *serializer),
                                                  void *object, carom_error *error);

/** All is done: it is not needed any more. */
void carom_checkpoint_remove(carom_checkpoint *checkpoint);

void carom_checkpoint_close(carom_checkpoint *checkpoint);

/** Whether a checkpoint lies in @p directory, whatever it is of. */
bool carom_checkpoint_exists(const char *directory);

/* ---- identity ----
 * What a checkpoint is of, as lines "KEY VALUE": the build, and what was asked for. */

/** One line; of @p value that has line ends, up to the first. */
void carom_identity_write_line(FILE *stream, const char *key, const char *value);

/** The lines of this machine's numbers and of the program's own bytes. */
void carom_identity_write_machine(FILE *stream);

#endif
