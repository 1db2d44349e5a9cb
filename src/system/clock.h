/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Time by the clock and of the processor, for what runs cost and may cost, and for progress;
 * nothing that is computed depends on it.
 */
#ifndef CAROM_SYSTEM_CLOCK_H
#define CAROM_SYSTEM_CLOCK_H

/** Seconds since some fixed instant. */
double carom_seconds_now(void);

/** Seconds of processor time that all threads of this process have taken. */
double carom_seconds_used(void);

#endif
