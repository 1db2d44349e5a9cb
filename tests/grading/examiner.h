/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file Examiner of a submission: starts the program under limits, calls its functions, and runs a
 *    conformance test on it. */
#ifndef CAROM_TESTS_EXAMINER_H
#define CAROM_TESTS_EXAMINER_H

#include "grading/shared_page.h"
#include <stdbool.h>

/** Return the page shared with the program. */
shared_page *examiner_page(void);

/** Call a function of the program with the arguments on the page and wait for the results there.
 * Fails the test if the program has ended or exceeds the limit. @param rates  answers the
 * program's requests during the call; NULL for none */
void examiner_call(submission_call call, void (*rates)(void *context), void *context);

/** Fail the test with a message. */
_Noreturn void examiner_fail(const char *text);

/** Return the entry that the program describes, after checking its numbers. Its rows are never
 * freed. */
carom_entry examiner_entry(void);

/** Fill in the entry of the interface. */
void examiner_fill_entry(void);

/** Write the system call filter to a file for bwrap --seccomp. @return its descriptor */
int examiner_filter_file(void);

/** Apply the filter to this process permanently. @return false if the system rejects it */
bool examiner_filter_apply(void);

/** main of the conformance test. */
int conformance_main(void);

#endif
