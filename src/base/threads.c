/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "base/threads.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- tasks ---- */

/* What the threads share. */
typedef struct {
    const carom_pool *pool;
    pthread_mutex_t mutex;
    size_t stride;       /* from task to task, around all of them */
    size_t next, done;   /* under the mutex, like what follows */
    size_t failed_visit; /* which in the order of the visits; pool->tasks: none */
    carom_error failure;
} shared_work;

long carom_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (count > CAROM_MOST_JOBS ? CAROM_MOST_JOBS : count);
}

static bool is_stopped(const carom_pool *pool)
{
    return pool->stop != NULL && *pool->stop != 0;
}

static size_t greatest_common_divisor(size_t a, size_t b)
{
    while (b != 0) {
        size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* By the golden section around all tasks: what is visited is spread evenly at every time (Weyl),
 * and each task is come to once, as the stride has no divisor in common with their number. */
static size_t stride_of(size_t tasks)
{
    size_t stride = (size_t)(0.61803398874989485 * (double)tasks);
    stride = stride < 1 ? 1 : stride;
    while (greatest_common_divisor(stride, tasks) > 1) {
        stride++;
    }
    return stride;
}

/* The next visit; false: there is none, or it is over. */
static bool take(shared_work *shared, size_t *visit)
{
    bool found;
    pthread_mutex_lock(&shared->mutex);
    found = shared->next < shared->pool->tasks && shared->failed_visit == shared->pool->tasks &&
            !is_stopped(shared->pool);
    if (found) {
        *visit = shared->next++;
    }
    pthread_mutex_unlock(&shared->mutex);
    return found;
}

static void give(shared_work *shared, size_t visit, carom_status status, const carom_error *error)
{
    const carom_pool *pool = shared->pool;
    pthread_mutex_lock(&shared->mutex);
    shared->done++;
    if (status != CAROM_OK && visit < shared->failed_visit) {
        shared->failed_visit = visit;
        shared->failure = *error;
        shared->failure.status = status;
    }
    if (pool->progress != NULL) {
        pool->progress(pool->progress_context, (double)shared->done / (double)pool->tasks,
                       (double)shared->done);
    }
    pthread_mutex_unlock(&shared->mutex);
}

static void *do_tasks(void *object)
{
    shared_work *shared = object;
    size_t visit;
    while (take(shared, &visit)) {
        carom_error error = {CAROM_OK, "", ""};
        size_t task = visit * shared->stride % shared->pool->tasks;
        carom_status status = shared->pool->run(shared->pool->context, task, &error);
        give(shared, visit, status, &error);
    }
    return NULL;
}

carom_status carom_pool_run(const carom_pool *pool, carom_error *error)
{
    size_t jobs = (size_t)(pool->jobs > 0 ? pool->jobs : carom_processors()), started = 0;
    shared_work shared = {.pool = pool,
                          .stride = pool->spread ? stride_of(pool->tasks) : 1,
                          .failed_visit = pool->tasks};
    pthread_t *thread;
    jobs = jobs < pool->tasks ? jobs : pool->tasks;
    thread = calloc(jobs + 1, sizeof *thread);
    if (thread == NULL) {
        return carom_error_no_memory(error);
    }
    pthread_mutex_init(&shared.mutex, NULL);
    while (started + 1 < jobs && pthread_create(&thread[started], NULL, do_tasks, &shared) == 0) {
        started++; /* those that cannot be had are done without */
    }
    do_tasks(&shared);
    for (size_t i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
    }
    pthread_mutex_destroy(&shared.mutex);
    free(thread);
    if (shared.failed_visit < pool->tasks) {
        if (error != NULL) {
            *error = shared.failure;
        }
        return shared.failure.status;
    }
    if (shared.done < pool->tasks) {
        return carom_error_set(error, CAROM_INTERRUPTED, "", "interrupted after %zu of %zu",
                               shared.done, pool->tasks);
    }
    return CAROM_OK;
}

/* ---- loops ---- */

/* Fewer turns take less time than telling the others and fetching from their caches what they
 * wrote. (Measured with two threads: 0.7 of one thread's speed at 10 000 balls, 1.6 times at 100
 * 000, 1.9 at a million.) */
static const size_t worth_threads = 22000;
/* How often a thread looks for work, some microseconds; then how often it lets others have its
 * processor, some hundreds, before it lies down: to be woken costs as much as a short loop. (Where
 * eight wanted two processors, 1e4 balls took 0.7 times as long with 5000 looks as with 20000.) */
static const int looks = 5000, offers = 400;

typedef struct {
    carom_team *team;
    size_t part;
    pthread_t thread;
    /* how often it has come to a meeting; on a line that nobody else writes to, and the one beside
     * it, so that who waits for one of them fetches that alone */
    char apart[128];
    atomic_size_t meetings;
    char apart_too[120];
} member;

/* One loop at a time: `round` counts them, `working` who is not through with the present one. */
struct carom_team {
    size_t threads; /* the caller among them */
    member member[CAROM_MOST_THREADS];
    atomic_size_t round, working, asleep;
    atomic_bool over;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    carom_loop loop;
    void *context;
    size_t turns;
};

static void take_part(carom_team *team, size_t part)
{
    team->loop(team->context, part, team->turns * part / team->threads,
               team->turns * (part + 1) / team->threads);
}

/* A turn of waiting for another thread. */
static void wait_on(int *turn)
{
    *turn += *turn < looks + offers;
    if (*turn > looks) {
        sched_yield();
    }
}

/* Until there is another round than the one that is known. */
static size_t wait_for_round(carom_team *team, size_t known)
{
    for (int turn = 0; turn < looks + offers; wait_on(&turn)) {
        size_t round = atomic_load_explicit(&team->round, memory_order_acquire);
        if (round != known) {
            return round;
        }
    }
    pthread_mutex_lock(&team->mutex);
    atomic_fetch_add(&team->asleep, 1);
    while (atomic_load(&team->round) == known) {
        pthread_cond_wait(&team->wake, &team->mutex);
    }
    atomic_fetch_sub(&team->asleep, 1);
    pthread_mutex_unlock(&team->mutex);
    return atomic_load(&team->round);
}

static void *do_parts(void *object)
{
    const member *self = object;
    carom_team *team = self->team;
    size_t round = 0;
    for (;;) {
        round = wait_for_round(team, round);
        if (atomic_load(&team->over)) {
            return NULL;
        }
        take_part(team, self->part);
        atomic_fetch_sub_explicit(&team->working, 1, memory_order_release);
    }
}

static void begin_round(carom_team *team)
{
    atomic_fetch_add(&team->round, 1);
    if (atomic_load(&team->asleep) > 0) {
        pthread_mutex_lock(&team->mutex);
        pthread_cond_broadcast(&team->wake);
        pthread_mutex_unlock(&team->mutex);
    }
}

carom_team *carom_team_new(size_t threads)
{
    carom_team *team;
    if (threads <= 1) {
        return NULL;
    }
    team = calloc(1, sizeof *team);
    if (team == NULL) {
        return NULL;
    }
    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->wake, NULL);
    team->threads = 1;
    threads = threads < CAROM_MOST_THREADS ? threads : CAROM_MOST_THREADS;
    while (team->threads < threads) {
        member *next = &team->member[team->threads];
        *next = (member){.team = team, .part = team->threads};
        if (pthread_create(&next->thread, NULL, do_parts, next) != 0) {
            break;
        }
        team->threads++;
    }
    return team;
}

void carom_team_free(carom_team *team)
{
    if (team == NULL) {
        return;
    }
    atomic_store(&team->over, true);
    begin_round(team);
    for (size_t part = 1; part < team->threads; part++) {
        pthread_join(team->member[part].thread, NULL);
    }
    pthread_mutex_destroy(&team->mutex);
    pthread_cond_destroy(&team->wake);
    free(team);
}

static void divide(carom_team *team, size_t turns, carom_loop loop, void *context)
{
    team->loop = loop;
    team->context = context;
    team->turns = turns;
    atomic_store(&team->working, team->threads - 1);
    begin_round(team);
    take_part(team, 0);
    for (int turn = 0; atomic_load_explicit(&team->working, memory_order_acquire) > 0;) {
        wait_on(&turn);
    }
}

void carom_parallel_from(carom_team *team, size_t least, size_t turns, carom_loop loop,
                         void *context)
{
    if (team == NULL || team->threads == 1 || turns < least) {
        loop(context, 0, 0, turns);
        return;
    }
    divide(team, turns, loop, context);
}

void carom_parallel(carom_team *team, size_t turns, carom_loop loop, void *context)
{
    carom_parallel_from(team, worth_threads, turns, loop, context);
}

size_t carom_team_size(const carom_team *team)
{
    return team == NULL ? 1 : team->threads;
}

void carom_team_together(carom_team *team, carom_loop loop, void *context)
{
    if (carom_team_size(team) == 1) {
        loop(context, 0, 0, 1);
    } else {
        divide(team, team->threads, loop, context);
    }
}

void carom_team_meet(carom_team *team, size_t part)
{
    size_t meeting;
    if (carom_team_size(team) == 1) {
        return;
    }
    meeting = atomic_load_explicit(&team->member[part].meetings, memory_order_relaxed) + 1;
    atomic_store_explicit(&team->member[part].meetings, meeting, memory_order_release);
    for (size_t other = 0; other < team->threads; other++) {
        const atomic_size_t *its = &team->member[other].meetings;
        int turn = 0;
        while (atomic_load_explicit(its, memory_order_acquire) < meeting) {
            wait_on(&turn);
        }
    }
}
