/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The seam of what is kept of runs: files, a summary, a comparison, a course in memory.
 */
#ifndef CAROM_RUN_RECORDER_H
#define CAROM_RUN_RECORDER_H

#include <carom/archive.h>
#include <carom/status.h>

/** A recorder. It is made for the lanes that it looks at, and knows them by its own state.
 * Contract:
 *  - `begin` when the lanes stand at t = 0, before anything has moved;
 *  - `sample` whenever all of them have come to the next time of a sample, t_s, and have taken it;
 * a lane that has failed stands still, and takes none further;
 *  - `end` once, after the last sample, when the lanes have their collisions, sorted by time;
 *  - `archive` between samples or after the end, any number of times: passes what the others have
 * made of the state, and what they have written; one that is given it, before anything else but its
 * lanes, goes on as if nothing had been;
 *  - an error ends the run, and no further slot is called. */
typedef struct {
    carom_status (*begin)(void *state, carom_error *error);
    carom_status (*sample)(void *state, double t_s, carom_error *error);
    carom_status (*end)(void *state, carom_error *error);
    /** NULL: no run with it can be kept */
    void (*archive)(void *state, carom_archive *archive);
} carom_recorder_entry;

/** A recorder at work. */
typedef struct {
    const carom_recorder_entry *entry;
    void *state;
} carom_recorder;

extern const carom_recorder_entry carom_recorder_files;      /**< state: carom_files (files.h) */
extern const carom_recorder_entry carom_recorder_account;    /**< carom_account (account.h) */
extern const carom_recorder_entry carom_recorder_comparison; /**< carom_comparison (comparison.h) */
extern const carom_recorder_entry carom_recorder_memory;     /**< carom_memory (course.h) */

#endif
