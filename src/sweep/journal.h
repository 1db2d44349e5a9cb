/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The journal of a sweep or a study: what is finished, task by task, in whatever order it came.
 * Every task is appended by one write, with its length and a hash, so that a process killed at any
 * instant leaves a journal that is whole but for its last entry, and that is dropped when it is
 * read again.
 *
 * Text: "carom-sweep 1 HASH tasks N shard I/N" (of a study "carom-NAME"), the header of the table,
 * then for each task "task NUMBER BYTES HASH" and so many bytes of rows.
 */
#ifndef CAROM_SWEEP_JOURNAL_H
#define CAROM_SWEEP_JOURNAL_H

#include "scenario/scenario.h"
#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** What a journal is of. Shards count from 1; task k belongs to shard k % shards + 1, k from 0. */
typedef struct {
    uint64_t hash; /**< of everything that the results depend on */
    size_t tasks;  /**< of the whole sweep */
    long shard, shards;
    const char *command; /**< the study's name; NULL: a sweep */
} carom_journal_identity;

/** One finished task: where its rows are. */
typedef struct {
    char *rows; /**< owned; NULL: not finished */
    size_t length;
} carom_journal_entry;

typedef struct {
    carom_journal_identity identity;
    char *header;               /**< of the table, with its line end; owned */
    carom_journal_entry *entry; /**< identity.tasks of them */
    size_t finished;
    int file; /**< -1: not open */
    /** what was there was of another sweep, and is called this now; NULL: nothing was */
    char *aside;
} carom_journal;

/** A hash of what the results of tasks depend on: the scenario's text, what is changed of it, the
 * solvers that count (none: all), and which carom runs them. */
uint64_t carom_journal_hash(const char *text, size_t length, const carom_override *overrides,
                            size_t override_count, const char *const *only, size_t only_count);

/** Says, through @p say (may be NULL), what was there when it was opened: that of another scenario
 * which has another name now, and how many tasks were finished.
 *  @param of, counted  "sweep", "points" */
void carom_journal_say_found(const carom_journal *journal, const char *of, const char *counted,
                             void (*say)(void *context, const char *text), void *context);

/** Opens the journal at @p path to go on with, with what it holds of the same sweep; a new one
 * otherwise.
 *  @return CAROM_INVALID where another process has it open; carom_journal_close in any case */
CAROM_CHECKED carom_status carom_journal_open(carom_journal *journal, const char *path,
                                              const carom_journal_identity *identity,
                                              const char *header, carom_error *error);

/** Appends a task's rows. Not for several threads at once. */
CAROM_CHECKED carom_status carom_journal_add(carom_journal *journal, size_t task, const char *rows,
                                             size_t length, carom_error *error);

/** Reads a sweep's journal whole; it may be anybody's. @return CAROM_CANNOT_READ, CAROM_INVALID
 * where it is none, or has more in it than a last entry cut off that is no entry of it;
 * carom_journal_close in any case */
CAROM_CHECKED carom_status carom_journal_read(carom_journal *journal, const char *path,
                                              carom_error *error);

/** sweep.tsv in @p directory from @p count entries, in their order. */
CAROM_CHECKED carom_status carom_journal_table(const char *directory, const char *header,
                                               const carom_journal_entry *entry, size_t count,
                                               carom_error *error);

void carom_journal_close(carom_journal *journal);

/** Whether task @p k is the journal's shard's. */
bool carom_journal_owns(const carom_journal_identity *identity, size_t k);

/** How many tasks are. */
size_t carom_journal_share(const carom_journal_identity *identity);

#endif
