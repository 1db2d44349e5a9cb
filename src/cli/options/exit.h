/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * How the program ends: its exit statuses, and the words for what went wrong.
 */
#ifndef CAROM_CLI_OPTIONS_EXIT_H
#define CAROM_CLI_OPTIONS_EXIT_H

#include <carom/status.h>
#include <stddef.h>

/** Exit statuses, after sysexits.h. */
enum {
    EXIT_DONE = 0,
    EXIT_CHECK_FAILED = 1,
    EXIT_USAGE = 2,
    EXIT_BAD_SCENARIO = 65,
    EXIT_CANNOT_READ = 66,
    EXIT_INTERNAL = 70,
    EXIT_CANNOT_CREATE = 73,
    EXIT_CANNOT_WRITE = 74,
    EXIT_INTERRUPTED = 130, /**< main makes it 128 and the signal's number */
    EXIT_NO_READER = 141 /**< as SIGPIPE would end it: whoever read standard output has stopped */
};

/** The exit status that a status asks for. */
int cli_exit_of(carom_status status);

/** Prints "carom: error: ..." and returns the exit status. */
int cli_fail(const carom_error *error);

/** "carom: error: TEXT 'SUBJECT'", and where help is, of @p command; both may be NULL.
 *  @return EXIT_USAGE */
int cli_usage_error(const char *command, const char *text, const char *subject);

/** "carom: error: TEXT 'WORD'; did you mean 'PREFIX...'?", of the names that are near.
 *  @return EXIT_USAGE */
int cli_unknown(const char *command, const char *text, const char *word, const char *prefix,
                const char *const *names, size_t count);

#endif
