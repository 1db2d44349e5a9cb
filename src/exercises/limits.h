/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * How far a program that was handed in may go: limits, and a sandbox where there is one.
 */
#ifndef CAROM_EXERCISES_LIMITS_H
#define CAROM_EXERCISES_LIMITS_H

#include <carom/param.h>
#include <carom/status.h>
#include <stdbool.h>
#include <stdint.h>

/** When a sandbox is used. */
enum { CAROM_SANDBOX_AUTO, CAROM_SANDBOX_ALWAYS, CAROM_SANDBOX_NEVER };

/** Compiling is under them too. */
typedef struct {
    double time_s, memory_MB, file_MB;
    int64_t files, processes;
    int sandbox;
} carom_limits;

/** Their rows, with defaults. */
extern const carom_param carom_limit_rows[];

/** Whether bubblewrap (`bwrap`) can be used here, found out when it is first asked. */
typedef struct {
    bool tried, works;
    char why[200];          /**< it does not work */
    size_t inside, outside; /**< how many hand-ins were run in it, and without it */
} carom_sandbox;

/** What there is inside: the system's programs and libraries to read, and this. No network, no
 * other process, nothing else of this machine's files. */
typedef struct {
    const char *home;    /**< of carom, to read, without the answers in it; absolute */
    const char *hand_in; /**< a folder to read, called /tmp/hand-in; absolute */
    /** the only folder to write in, called /tmp/work; in it `tmp` is there and called /tmp */
    const char *work;
    const char *const *hidden; /**< folders that are not to be seen, ended by NULL; may be NULL */
} carom_sandbox_view;

/** The name that a command has when it runs inside, in the hand-in's folder. */
#define CAROM_SANDBOX_WORK "/tmp/work"

/** A command line; carom_command_free releases. */
typedef struct {
    char **argument; /**< ended by NULL */
    size_t count, room;
    bool lost; /**< memory was */
} carom_command;

/** The command line that runs @p argument inside. @return CAROM_NO_MEMORY; to be freed in any case
 */
CAROM_CHECKED carom_status carom_sandbox_command(const carom_sandbox_view *view,
                                                 const char *const *argument,
                                                 carom_command *command, carom_error *error);
void carom_command_free(carom_command *command);

#endif
