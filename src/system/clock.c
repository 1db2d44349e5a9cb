/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "system/system.h"
#include <time.h>

static double read_clock(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double carom_seconds_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double carom_seconds_used(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}
