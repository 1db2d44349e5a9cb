/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the calls of a run come from: of each chain of callers, the first of its calls and the
 * last. A loop that allocates a hundred thousand times is one place; the way back from it is tried
 * at both its ends. */
#ifndef CAROM_SOAK_PLACES_H
#define CAROM_SOAK_PLACES_H

/* Notes the call of this number. Any thread may. */
void places_record(long call);

/* A line "FIRST LAST" for each place. */
void places_write(const char *path);

#endif
