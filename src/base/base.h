/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_BASE_H
#define CAROM_INTERNAL_BASE_H

#include <carom/status.h>

#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_roots.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- status ---- */

/** Ends the calling function with the status of @p call, unless that is CAROM_OK. For functions
 * that return a carom_status and have nothing to release. */
#define CAROM_TRY(call)                                                                            \
    do {                                                                                           \
        carom_status tried_ = (call);                                                              \
        if (tried_ != CAROM_OK) {                                                                  \
            return tried_;                                                                         \
        }                                                                                          \
    } while (0)

/** Text of @p error without the key in front, for a reader that prints the key itself. */
const char *carom_error_problem(const carom_error *error);

/** Replace the key of @p error (may be NULL), also in its text. */
void carom_error_set_key(carom_error *error, const char *key);

/* ---- grow ----
 * Room for one more item in an array that grows. */

/** Make room for more than @p count items in an array; full, it moves to twice the room.
 *  @param items  address of the pointer to the array
 *  @param capacity  in items; changed with the room
 *  @return false: no memory, and the array is as it was */
bool carom_reserve(void *items, size_t count, size_t *capacity, size_t item_size);

/* ---- memory ----
 * Memory for arrays that are read here and there: in large pages where the system has them, because
 * looking up a small page costs as much as the load itself once the array is larger than the cache.
 * And several arrays at once. */

/** Zeroed room for @p count items of @p size bytes, aligned to 64; freed with free(). NULL: no
 * memory. */
void *carom_aligned_zeros(size_t count, size_t size);

/** Zeroed room for @p count items of @p size bytes, freed with free(). Where there is none it sets
 * @p missing, so that several can be asked for before anybody looks. */
static inline void *carom_zeros(size_t count, size_t size, bool *missing)
{
    void *room = calloc(count, size);
    *missing = *missing || room == NULL;
    return room;
}

/** Ending of a regular noun after @p count: "collision%s". */
static inline const char *carom_plural(double count)
{
    return count == 1 ? "" : "s";
}

/* ---- ordered bits ----
 * Numbers as unsigned integers in the same order, for what compares faster or bit by bit. */

/** Negative numbers are turned round, the others put above them. -0 counts as 0; no NaN. */
static inline uint64_t carom_ordered_bits(double number)
{
    uint64_t bits;
    number += 0.0; /* -0 is 0 */
    memcpy(&bits, &number, sizeof bits);
    return bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
}

/* ---- prefetch ----
 * A hint to the processor that something in memory will be needed soon. Changes no result. */

#if defined(__GNUC__)
#define carom_prefetch(address) __builtin_prefetch(address)
#else
#define carom_prefetch(address) ((void)(address))
#endif

/* ---- root finder ----
 * GSL's root finder by Brent's method without GSL's allocation: its state lies where the caller
 * says, so that nothing can be missing in the middle of a step. */

/** Room for the finder; one per search, anywhere. */
typedef struct {
    gsl_root_fsolver solver;
    _Alignas(16) char state[256]; /**< Brent's is 9 doubles */
} carom_root_finder;

/** Ready for gsl_root_fsolver_set; valid as long as @p finder stays where it is, and not to be
 * freed. */
gsl_root_fsolver *carom_root_finder_init(carom_root_finder *finder);

/* ---- step control ----
 * GSL's step size control, made so that missing memory is told: gsl_odeiv2_control_y_new (GSL 2.7)
 * initialises what it was not given. */

/** As gsl_odeiv2_control_y_new: errors of each number up to @p absolute + @p relative times its
 * size.
 *  @return NULL: no memory; freed by gsl_odeiv2_control_free */
gsl_odeiv2_control *carom_step_control_new(double absolute, double relative);

/* ---- string pool ----
 * Many short texts, kept until all are freed together: a million names take what their letters
 * take. */

typedef struct carom_string_pool carom_string_pool;

/** A copy of @p text that stays where it is until carom_string_pool_free. A text like the last one
 * is that one.
 *  @param texts NULL at first  @return NULL: no memory */
const char *carom_string_pool_add(carom_string_pool **texts, const char *text);

void carom_string_pool_free(carom_string_pool *texts);

/* ---- sum ----
 * Compensated sums (Neumaier, ZAMM 54, 39 (1974)): the error of a sum of n terms is a few
 * units in the last place instead of n of them, so that a ledger residual is the physics'. */

typedef struct {
    double sum, lost;
} carom_sum;

static inline void carom_sum_add(carom_sum *s, double term)
{
    double total = s->sum + term;
    double larger = s->sum, smaller = term;
    if ((s->sum < 0 ? -s->sum : s->sum) < (term < 0 ? -term : term)) {
        larger = term;
        smaller = s->sum;
    }
    s->lost += (larger - total) + smaller;
    s->sum = total;
}

static inline double carom_sum_value(const carom_sum *s)
{
    return s->sum + s->lost;
}

/* ---- text ----
 * A text that is put together piece by piece. */

/** Appends to the text in @p text, of which there is room for @p size bytes; what does not fit is
 * cut off. */
void carom_text_append(char *text, size_t size, const char *format, ...) CAROM_PRINTF(3, 4);

/** A copy of the first @p length bytes of @p text, ended by NUL, to be freed. NULL: no memory. */
char *carom_text_copy(const char *text, size_t length);

/** Opens a stream into memory, to be closed by carom_text_close. After fflush, *text is what has
 * been written, ended by NUL and to be freed, and *length its bytes. (In place of open_memstream:
 * those of glibc and musl drop what a text cannot grow for, and say nothing.)
 *  @param text    both stay where they are until it is closed; *text is NULL where that fails
 *  @return NULL: no memory */
FILE *carom_text_open(char **text, size_t *length);

/** Closes a stream of carom_text_open, of which @p text is the buffer; NULL is none.
 *  @return whether the text is whole; else what there is of it is released, and *text NULL */
bool carom_text_close(FILE *stream, char **text);

/** Puts '?' in place of every byte of what carom_text_find_control finds. */
void carom_text_replace_controls(char *text);

/** Levenshtein's distance, on texts cut to 63 bytes. */
size_t carom_text_distance(const char *a, const char *b);

/** Bytes of the character that @p text begins with, by RFC 3629: no detours, surrogates, or numbers
 * beyond U+10FFFF; 0 where that is none. */
size_t carom_text_character_size(const char *text);

/** Where the first character stands that is not for a line of text on a terminal or in a table:
 * controls (C0, DEL, C1), and the line separators, marks and overrides of direction of Unicode. @p
 * text is UTF-8. @param but what is let pass; may be NULL @return NULL: there is none */
const char *carom_text_find_control(const char *text, const char *but);

/** FNV-1a, 64 bits: @p hash, which begins as CAROM_HASH_START, carried over further bytes. */
#define CAROM_HASH_START UINT64_C(14695981039346656037)
uint64_t carom_hash(uint64_t hash, const void *bytes, size_t count);

/* ---- threads ----
 * A job pool: tasks that do not depend on each other (runs, solvers of a run), each long enough
 * for a thread. The results do not depend on the number of threads. Threads that cannot be created
 * are done without. */

enum { CAROM_MAX_JOBS = 1024 };

typedef struct {
    size_t tasks;
    long jobs; /**< threads, >= 1; 0: one per processor */
    /** In an order in which the first ones are like all, whatever is costly among them: for who
     * tells by those how long all take. Else in the order of their numbers. */
    bool spread;
    /** Does task number @p task. May be called from any thread, for each task once, in that order.
     */
    carom_status (*run)(void *context, size_t task, carom_error *error);
    void *context;
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
    /** Told after every task, by one thread at a time; may be NULL. */
    void (*progress)(void *progress_context, double part, double done);
    void *progress_context;
} carom_job_pool;

/** The number of processors, >= 1. */
long carom_processor_count(void);

/** Does all tasks. After an error no further task is begun.
 *  @return the error of the first task, in the order in which they are begun, that had one;
 * CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_job_pool_run(const carom_job_pool *pool, carom_error *error);

#endif
