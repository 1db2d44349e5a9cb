/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Limits and sandbox of a program that was handed in.
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

/** What a process inside can read: the system's programs and libraries, and this. It has no
 * network, no other process and no other files. */
typedef struct {
    const char *home;          /**< of carom, without the answers in it; absolute */
    const char *hand_in;       /**< the submission's folder, called /tmp/hand-in; absolute */
    const char *work;          /**< the only folder to write in, called CAROM_SANDBOX_WORK */
    const char *kept;          /**< what was compiled before, under its own name */
    const char *const *hidden; /**< folders that are not to be seen, ended by NULL; may be NULL */
    /** NULL: a compiler runs. Else the command, ended by NULL, that starts the sandbox with a
     * filter of system calls on descriptor 4; only work/program is inside, nothing can be written,
     * and there is no /proc */
    const char *const *before;
} carom_sandbox_view;

/** Names inside: the folder to write in, and the program that was compiled there. */
#define CAROM_SANDBOX_WORK "/tmp/work"
#define CAROM_SANDBOX_PROGRAM "/program"

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
