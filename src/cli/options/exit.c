/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/options.h"
#include "params/params.h"
#include <stdio.h>
#include <string.h>

int cli_exit_of(carom_status status)
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

int cli_fail(const carom_error *error)
{
    int status = cli_exit_of(error->status);
    /* nobody may fail without a word, or say so and end as if all were well */
    if (error->text[0] == '\0' || status == EXIT_DONE) {
        fprintf(stderr,
                "carom: error: a failure that does not say what it is (status %d), a fault of "
                "carom itself%s%s\n",
                (int)error->status, error->text[0] == '\0' ? "" : ": ", error->text);
        return EXIT_INTERNAL;
    }
    fprintf(stderr, "carom: error: %s\n", error->text);
    return status;
}

static int try_help(const char *command)
{
    fprintf(stderr, "try 'carom %s%s--help'\n", command == NULL ? "" : command,
            command == NULL ? "" : " ");
    return EXIT_USAGE;
}

int cli_usage_error(const char *command, const char *text, const char *subject)
{
    fprintf(stderr, "carom: error: %s%s%s%s\n", text, subject == NULL ? "" : " '",
            subject == NULL ? "" : subject, subject == NULL ? "" : "'");
    return try_help(command);
}

int cli_unknown(const char *command, const char *text, const char *word, const char *prefix,
                const char *const *names, size_t count)
{
    char typed[100];
    const char *nearest;
    snprintf(typed, sizeof typed, "%s", word + strspn(word, "-"));
    typed[strcspn(typed, "=")] = '\0';
    nearest = carom_hint_name(typed, names, count);
    fprintf(stderr, "carom: error: %s '%s'", text, word);
    if (nearest != NULL) {
        fprintf(stderr, "; did you mean '%s%s'?", prefix, nearest);
    }
    fputc('\n', stderr);
    return try_help(command);
}
