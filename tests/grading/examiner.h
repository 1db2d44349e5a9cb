/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The examiner's side of a hand-in: it starts the program under limits, asks, and holds it to a
 * conformance test.
 */
#ifndef CAROM_TESTS_EXAMINER_H
#define CAROM_TESTS_EXAMINER_H

#include "grading/shared_page.h"
#include <stdbool.h>

/** The page that is shared with the program. */
shared_page *examiner_page(void);

/** One question, by what stands on the page, until the answer stands there. Ends the test where the
 * program does not answer within seconds or has ended. @p rates answers the program's questions on
 * the way; NULL: it has none */
void examiner_call(submission_call call, void (*rates)(void *context), void *context);

/** Ends the test with a sentence. */
_Noreturn void examiner_fail(const char *text);

/** The entry as the program says it is, its numbers checked; rows live as long as the process. */
carom_entry examiner_entry(void);

/** Fills in the entry of the seam, which examiner_main has asked for. */
void examiner_fill_entry(void);

/** A file with the filter of system calls, as bwrap --seccomp reads it. @return its descriptor */
int examiner_filter_file(void);

/** Puts the filter on this process for good. @return false: the system has it and refuses */
bool examiner_filter_apply(void);

/** main of the conformance test. */
int conformance_main(void);

#endif
