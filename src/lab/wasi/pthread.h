/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Threads where there are none: wasi-libc for one thread has no such header. None can be had, which
 * carom does without, and a lock that nobody else asks for holds nothing up.
 */
#ifndef CAROM_LAB_WASI_PTHREAD_H
#define CAROM_LAB_WASI_PTHREAD_H

#include <errno.h>
#include <sys/types.h> /* the types of threads and locks, which wasi-libc has */
#include <time.h>

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

static inline int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    static const pthread_cond_t unmet;
    (void)attributes;
    *condition = unmet;
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
CAROM_LAB_NOTHING(pthread_cond_signal, pthread_cond_t)
CAROM_LAB_NOTHING(pthread_cond_broadcast, pthread_cond_t)
CAROM_LAB_NOTHING(pthread_cond_destroy, pthread_cond_t)
#undef CAROM_LAB_NOTHING

/* Nobody would wake who waits: that is over at once. */
static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    (void)condition;
    (void)mutex;
    return EINVAL;
}

static inline int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                         const struct timespec *until)
{
    (void)condition;
    (void)mutex;
    (void)until;
    return ETIMEDOUT;
}

#endif
