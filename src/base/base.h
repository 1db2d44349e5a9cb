/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <carom/cancel.h>
#include <carom/status.h>

#include <gsl/gsl_math.h>
#include <gsl/gsl_odeiv2.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- status ---- */

/** Return the status of @p call from the calling function unless it is CAROM_OK. */
#define CAROM_TRY(call)                                                                            \
    do {                                                                                           \
        carom_status tried_ = (call);                                                              \
        if (tried_ != CAROM_OK) {                                                                  \
            return tried_;                                                                         \
        }                                                                                          \
    } while (0)

/** Call the memory handler unless @p allocated. */
#define CAROM_NEED(allocated)                                                                      \
    do {                                                                                           \
        if (!(allocated)) {                                                                        \
            carom_out_of_memory();                                                                 \
        }                                                                                          \
    } while (0)

/** Make the call and keep its status in @p status, unless @p status is an error already. */
#define CAROM_THEN(status, ...)                                                                    \
    do {                                                                                           \
        if ((status) == CAROM_OK) {                                                                \
            (status) = (__VA_ARGS__);                                                              \
        }                                                                                          \
    } while (0)

/** Return CAROM_INTERRUPTED with its message if @p cancel (may be NULL) is set. */
CAROM_CHECKED static inline carom_status carom_check_cancelled(const carom_cancel_flag *cancel,
                                                               carom_error *error)
{
    return carom_is_cancelled(cancel) ? carom_error_interrupted(error) : CAROM_OK;
}

/** Text of @p error without its key, for callers that print the key themselves. */
const char *carom_error_problem(const carom_error *error);

/** Replace the key of @p error (may be NULL), in the text too. */
void carom_error_set_key(carom_error *error, const char *key);

/* ---- memory ----
 * No function below returns NULL: without memory they call the handler of carom_memory_set_handler,
 * which does not return. */

/** Call the memory handler. */
_Noreturn void carom_out_of_memory(void);

/** Allocate zeroed memory for @p count items of @p size bytes. Release with free() */
void *carom_allocate(size_t count, size_t size);

/** Make room for more than @p count items in a growing array; a full one moves to twice its size.
 *  @param items     address of the pointer to the array
 *  @param capacity  in items; updated */
void carom_reserve(void *items, size_t count, size_t *capacity, size_t item_size);

/** Append @p item to a growing array. */
#define CAROM_APPEND(items, count, capacity, item)                                                 \
    do {                                                                                           \
        carom_reserve(&(items), (count), &(capacity), sizeof *(items));                            \
        (items)[(count)++] = (item);                                                               \
    } while (0)

/** Allocate zeroed memory for @p count items of @p size bytes, aligned to 64 bytes, in large pages
 * if the system has them: random access to large arrays is limited by page table lookups. Release
 * with free() */
void *carom_aligned_zeros(size_t count, size_t size);

/* ---- arena ----
 * Memory of one command, freed together. */

typedef struct {
    void *chunk; /**< the last one; NULL at first */
} carom_arena;

/** Return zeroed memory for @p count items of @p size bytes, valid until carom_arena_free. Not
 * for several threads at a time. */
void *carom_arena_take(carom_arena *arena, size_t count, size_t size);

/** Return a copy of a text in memory of the arena. */
const char *carom_arena_text(carom_arena *arena, const char *text);

/** Return a printf-style text in memory of the arena. */
char *carom_arena_print(carom_arena *arena, const char *format, ...) CAROM_PRINTF(2, 3);

/** Make room for more than @p count items in a growing array of the arena; a full one moves to
 * twice its size. @param items  address of the pointer to the array @param room  in items; updated
 */
void carom_arena_grow(carom_arena *arena, void *items, size_t count, size_t *room, size_t size);

void carom_arena_free(carom_arena *arena);

/** Ending of a regular noun after @p count: "collision%s". */
static inline const char *carom_plural(double count)
{
    return count == 1 ? "" : "s";
}

/* ---- ordered bits ---- */

/** Map a number to an unsigned integer of the same order. -0 equals 0; NaN is not allowed. Sorting
 * and space-filling curves compare the bits. */
static inline uint64_t carom_ordered_bits(double number)
{
    uint64_t bits;
    number += 0.0; /* -0 is 0 */
    memcpy(&bits, &number, sizeof bits);
    return bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
}

/* ---- prefetch: asks the processor to load an address into its cache ---- */

#if defined(__GNUC__)
#define carom_prefetch(address) __builtin_prefetch(address)
#else
#define carom_prefetch(address) ((void)(address))
#endif

/* ---- numbers ---- */

#define CAROM_PI 3.14159265358979323846

/** Find the root of @p function between @p low and @p high, where its signs differ, by Brent's
 * method in GSL without an allocation.
 *  @return the root within @p absolute + @p relative times its magnitude */
double carom_find_root(gsl_function function, double low, double high, double absolute,
                       double relative);

/* ---- step control ---- */

/** Create GSL's step size control: the error of each number is at most @p absolute + @p relative
 * times its magnitude. Release with gsl_odeiv2_control_free */
gsl_odeiv2_control *carom_step_control_new(double absolute, double relative);

/* ---- sum ----
 * Compensated sums (Neumaier, ZAMM 54, 39 (1974)): the error of n terms is a few units in the last
 * place instead of n of them, and rounding does not appear in the residuals of the ledger. */

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

/* ---- text ---- */

/** Append to @p text, a buffer of @p size bytes, truncating the result. */
void carom_text_append(char *text, size_t size, const char *format, ...) CAROM_PRINTF(3, 4);

/** Copy the first @p length bytes of @p text and end them by 0. Release with free() */
char *carom_text_copy(const char *text, size_t length);

/** Open a stream into memory; close it with fclose. After fflush, *text is the
 * 0-terminated text and *length its size. Unlike open_memstream of glibc and musl, it loses no
 * bytes.
 *  @param text, length  must stay valid until the stream is closed; the caller frees *text */
FILE *carom_text_open(char **text, size_t *length);

/** Number of characters @p c in the first @p length bytes of @p text. */
size_t carom_text_count(const char *text, size_t length, char c);

/** True if @p text ends in @p end and is longer. */
bool carom_text_ends_in(const char *text, const char *end);

/** Replace the bytes of characters that carom_text_find_control finds by '?'. */
void carom_text_replace_controls(char *text);

/** Number of typing errors between the first 63 bytes of two texts: a letter more, less, another,
 * or two swapped. */
size_t carom_text_distance(const char *a, const char *b);

/** Size in bytes of the first UTF-8 character of @p text (RFC 3629: no overlong forms, surrogates
 * or values beyond U+10FFFF); 0 if it is invalid. */
size_t carom_text_character_size(const char *text);

/** Find the first character of a UTF-8 text that must not reach a terminal or a table: control
 * characters (C0, DEL, C1), Unicode line separators and marks of direction.
 *  @param but  characters that are allowed; may be NULL
 *  @return NULL: none */
const char *carom_text_find_control(const char *text, const char *but);

/** FNV-1a, 64 bits: update @p hash, at first CAROM_HASH_START, with @p count bytes. */
#define CAROM_HASH_START UINT64_C(14695981039346656037)
uint64_t carom_hash(uint64_t hash, const void *bytes, size_t count);

/** Order of two doubles, or of two structs that begin with one, for qsort: ascending. */
int carom_compare_numbers(const void *left, const void *right);

/* ---- threads ----
 * Job pool for independent tasks (runs, solvers of a run), each long enough for a thread. Results
 * do not depend on the number of threads. */

enum { CAROM_MAX_JOBS = 1024 };

typedef struct {
    size_t tasks;
    long jobs; /**< threads, >= 1; 0: one per processor */
    /** Run one task. Called once per task, from any thread. */
    carom_status (*run)(void *context, size_t task, carom_error *error);
    void *context;
    const volatile sig_atomic_t *stop; /**< nonzero: interrupt; may be NULL */
    /** Called after every task, by one thread at a time; may be NULL. */
    void (*progress)(void *progress_context, double part, double done);
    void *progress_context;
} carom_job_pool;

/** Number of processors, at least 1. */
long carom_processor_count(void);

/** Run all tasks. After an error no further task starts.
 *  @return the error of the first failed task; CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_job_pool_run(const carom_job_pool *pool, carom_error *error);
