/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file Replaces the header that single-threaded wasi-libc lacks. Creating a thread fails, which
 *    carom handles; locks do nothing. */
#pragma once

#include <errno.h>
#include <sys/types.h> /* types of threads and locks, which wasi-libc has */

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                 void *(*start)(void *), void *argument)
{
    (void)thread;
    (void)attributes;
    (void)start;
    (void)argument;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    return ESRCH;
}

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    static const pthread_mutex_t open;
    (void)attributes;
    *mutex = open;
    return 0;
}

#define CAROM_LAB_NOTHING(name, type)                                                              \
    static inline int name(type *object)                                                           \
    {                                                                                              \
        (void)object;                                                                              \
        return 0;                                                                                  \
    }
CAROM_LAB_NOTHING(pthread_mutex_lock, pthread_mutex_t)
CAROM_LAB_NOTHING(pthread_mutex_unlock, pthread_mutex_t)
CAROM_LAB_NOTHING(pthread_mutex_destroy, pthread_mutex_t)
#undef CAROM_LAB_NOTHING
