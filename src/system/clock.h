/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Wall-clock time, for what runs cost and for progress; nothing that is computed depends on it.
 */
#ifndef CAROM_SYSTEM_CLOCK_H
#define CAROM_SYSTEM_CLOCK_H

/** Seconds since some fixed instant. */
double carom_seconds_now(void);

#endif
