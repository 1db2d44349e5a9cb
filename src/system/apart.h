/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Other people's code in a process of its own: it may print, exit or crash, and takes nothing with
 * it but itself.
 */
#ifndef CAROM_SYSTEM_APART_H
#define CAROM_SYSTEM_APART_H

#include <carom/status.h>
#include <carom/watch.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/** A process that serves this one. */
typedef struct {
    pid_t process;
    int channel;  /**< to it and from it */
    FILE *spoken; /**< what it has printed */
} carom_apart;

/** What the process does: it is given its end of the channel, and ends with the function. It has
 * the memory as it was at the start, and none of the other files. */
typedef void carom_apart_service(void *context, int channel);

/** Starts a process that runs @p service. @return CAROM_INTERNAL where none can be had; else
 * carom_apart_end */
CAROM_CHECKED carom_status carom_apart_start(carom_apart *apart, carom_apart_service *service,
                                             void *context, carom_error *error);

/** Sends @p size bytes. @return false: nobody hears them any more */
bool carom_apart_send(int channel, const void *data, size_t size);

/** Waits for @p size bytes, or until @p watch (may be NULL) wants the end. @return false: they do
 * not come */
bool carom_apart_receive(int channel, void *data, size_t size, const carom_watch *watch);

/** Ends the process where it has not ended, and forgets it.
 *  @param how  says how it has ended: "it called exit()", "signal 11 (Segmentation fault)", and the
 *  last line that it printed; NULL: nobody wants to know. A process that serves is ended without a
 *  word */
void carom_apart_end(carom_apart *apart, char *how, size_t size);

#endif
