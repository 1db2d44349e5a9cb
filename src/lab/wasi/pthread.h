/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Threads where there are none: wasi-libc for one thread has no such header. None can be had, which
 * carom does without, and a lock that nobody else asks for holds nothing up.
 */
#ifndef CAROM_LAB_WASI_PTHREAD_H
#define CAROM_LAB_WASI_PTHREAD_H

#include <errno.h>
#include <sys/types.h> /* the types of threads and locks, which wasi-libc has */

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

#endif
