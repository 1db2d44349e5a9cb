/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exit statuses, error messages, and the memory of the arbitrary-precision solver. */
#define _POSIX_C_SOURCE 200809L
#include "cli/console/console.h"
#include <gmp.h>
#include <stdatomic.h>
#include <unistd.h>

int cli_exit_status(carom_status status)
{
    switch (status) {
    case CAROM_OK: return EXIT_DONE;
    case CAROM_INVALID:
    case CAROM_COLLAPSE:
    case CAROM_NOT_FINITE: return EXIT_BAD_SCENARIO;
    case CAROM_CANNOT_READ: return EXIT_CANNOT_READ;
    case CAROM_CANNOT_CREATE: return EXIT_CANNOT_CREATE;
    case CAROM_CANNOT_WRITE: return EXIT_CANNOT_WRITE;
    case CAROM_INTERRUPTED: return EXIT_INTERRUPTED;
    case CAROM_NO_MEMORY:
    case CAROM_INTERNAL: break;
    }
    return EXIT_INTERNAL;
}

int cli_report_error(const carom_error *error)
{
    int status = cli_exit_status(error->status);
    /* an error must have a text and a status other than success */
    if (error->text[0] == '\0' || status == EXIT_DONE) {
        fprintf(stderr, "carom: error: internal error: failure without a message (status %d)%s%s\n",
                (int)error->status, error->text[0] == '\0' ? "" : ": ", error->text);
        return EXIT_INTERNAL;
    }
    fprintf(stderr, "carom: error: %s\n", error->text);
    return status;
}

int cli_report(const cli_options *options, carom_status status)
{
    return status == CAROM_OK ? EXIT_DONE : cli_report_error(options->error);
}

int cli_report_no_memory(void)
{
    return cli_report_error(&(carom_error){CAROM_NO_MEMORY, "", "out of memory"});
}

static int try_help(const char *command)
{
    fprintf(stderr, "try 'carom %s%s--help'\n", command == NULL ? "" : command,
            command == NULL ? "" : " ");
    return EXIT_USAGE;
}

int cli_report_usage_error(const char *command, const char *text, const char *subject)
{
    fprintf(stderr, "carom: error: %s%s%s%s\n", text, subject == NULL ? "" : " '",
            subject == NULL ? "" : subject, subject == NULL ? "" : "'");
    return try_help(command);
}

int cli_report_unknown_word(const char *command, const char *text, const char *word,
                            const char *prefix, const char *const *names, size_t count)
{
    char typed[100];
    snprintf(typed, sizeof typed, "%s", word + strspn(word, "-"));
    typed[strcspn(typed, "=")] = '\0';
    const char *nearest = carom_hint_name(typed, names, count);
    fprintf(stderr, "carom: error: %s '%s'", text, word);
    if (nearest != NULL) {
        fprintf(stderr, "; did you mean '%s%s'?", prefix, nearest);
    }
    fputc('\n', stderr);
    return try_help(command);
}

/* ---- bignum memory ---- */

/* Memory (bytes) for GMP after malloc has failed. It suffices for one event of a few balls with
 * thousands of digits; then the solver checks the cancellation flag and stops. */
enum { RESERVE = 1 << 20 };

static _Alignas(64) char reserve[RESERVE];
static atomic_size_t used;
static volatile sig_atomic_t *stop_flag;
static atomic_bool ran_out;

static bool is_reserve(const void *block)
{
    return (const char *)block >= reserve && (const char *)block < reserve + RESERVE;
}

static void *allocate_reserve(size_t size)
{
    static const char words[] = "carom: error: out of memory\n";
    size_t block = (size + 63) / 64 * 64, at = atomic_fetch_add(&used, block);
    atomic_store(&ran_out, true);
    if (*stop_flag == 0) {
        *stop_flag = SIGTERM;
    }
    if (block > RESERVE || at > RESERVE - block) { /* GMP cannot report an error */
        (void)!write(STDERR_FILENO, words, sizeof words - 1);
        _exit(EXIT_INTERNAL);
    }
    return reserve + at;
}

static void *allocate(size_t size)
{
    void *block = malloc(size);
    return block == NULL ? allocate_reserve(size) : block;
}

static void *reallocate(void *block, size_t before, size_t size)
{
    void *moved = is_reserve(block) ? NULL : realloc(block, size);
    if (moved == NULL) {
        moved = is_reserve(block) ? allocate(size) : allocate_reserve(size);
        memcpy(moved, block, before < size ? before : size);
        if (!is_reserve(block)) {
            free(block);
        }
    }
    return moved;
}

static void release(void *block, size_t size)
{
    (void)size;
    if (!is_reserve(block)) {
        free(block);
    }
}

void cli_bignum_memory_guard(volatile sig_atomic_t *stop)
{
    stop_flag = stop;
    mp_set_memory_functions(allocate, reallocate, release);
}

bool cli_bignum_memory_ran_out(void)
{
    return atomic_load(&ran_out);
}
