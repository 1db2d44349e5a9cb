/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups calls by their chain of callers, and stores the first and the last call of each chain.
 * A loop with many allocations is one place, tested at both ends. */
#ifndef CAROM_SOAK_PLACES_H
#define CAROM_SOAK_PLACES_H

/* Records the call with this number. Thread-safe. */
void places_record(long call);

/* Writes a line "FIRST LAST" for each place. */
void places_write(const char *path);

#endif
