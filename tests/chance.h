/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Random scenes: numbers and choices out of a stream, and an end that is wanted after some of the
 * processor's time. Define _XOPEN_SOURCE 700 before the first include.
 */
#ifndef CAROM_TESTS_CHANCE_H
#define CAROM_TESTS_CHANCE_H

#include "support.h"
#include <signal.h>
#include <sys/time.h>
#include <time.h>

static inline double between(stream *s, double low, double high)
{
    return low + (high - low) * next_number(s);
}

/** Evenly in the logarithm. */
static inline double by_decades(stream *s, double low, double high)
{
    return low * pow(high / low, next_number(s));
}

static inline bool happens(stream *s, double part)
{
    return next_number(s) < part;
}

#define ONE_OF(s, list)                                                                            \
    ((list)[(size_t)(next_number(s) * (double)(sizeof(list) / sizeof((list)[0])))])

/** Name of a random plug-in of an interface. */
static inline const char *any_of(stream *s, const carom_interface *interface)
{
    size_t count = 0;
    while (interface->entries[count] != NULL) {
        count++;
    }
    return interface->entries[(size_t)(next_number(s) * (double)count)]->name;
}

/** Set when the time of want_in is over. */
static volatile sig_atomic_t wanted;

static inline void want(int number)
{
    (void)number;
    wanted = 1;
}

/** Time of this process (s), of the processor: the machine may have other things to do. */
static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void want_in(double limit_s)
{
    struct sigaction action = {.sa_handler = want};
    struct itimerval timer = {{0, 0},
                              {(time_t)limit_s, (suseconds_t)(1e6 * (limit_s - floor(limit_s)))}};
    wanted = 0;
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &timer, NULL);
}

static inline double from_environment(const char *name, double otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : atof(text);
}

#endif
