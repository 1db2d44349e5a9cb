/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What checks want to know of run.json.
 */
#ifndef CAROM_RECORDS_MANIFEST_READ_H
#define CAROM_RECORDS_MANIFEST_READ_H

#include "scenario/scenario.h"

/** The text of the scenario that the records in @p directory are of (run.json). text is freed by
 * the caller. @param stop set from outside to interrupt; may be NULL */
CAROM_CHECKED carom_status carom_records_scenario(const char *directory,
                                                  const volatile sig_atomic_t *stop, char **text,
                                                  carom_error *error);

/** Whether the records in @p directory are, by their run.json, of another scenario than @p
 * scenario, its title, checks, figures and what studies do with it aside; @p text says where they
 * part. Without a run.json nothing is known, and *differ is false.
 *  @param stop set from outside to interrupt; may be NULL
 *  @return CAROM_NO_MEMORY, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_records_differ(const char *directory,
                                                const carom_scenario *scenario,
                                                const volatile sig_atomic_t *stop, bool *differ,
                                                char *text, size_t size, carom_error *error);

/** Why a solver stopped early, by run.json; "" where it did not, or where there is no run.json.
 * @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_records_failure(const char *directory, const char *solver,
                                                 char *text, size_t size, carom_error *error);

/** A number that run.json says of a solver; NaN: none. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_records_number(const char *directory, const char *solver,
                                                const char *key, double *value, carom_error *error);

#endif
