/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exit statuses and error messages. */
#include "cli/console/console.h"
#include <assert.h>

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
    assert(error->text[0] != '\0' && status != EXIT_DONE);
    fprintf(stderr, "carom: error: %s\n", error->text);
    return status;
}

int cli_report(const cli_options *options, carom_status status)
{
    return status == CAROM_OK ? EXIT_DONE : cli_report_error(options->error);
}

static int try_help(const char *command)
{
    fprintf(stderr, "try 'carom %s%s--help'\n", command == NULL ? "" : command,
            command == NULL ? "" : " ");
    return EXIT_USAGE;
}

int cli_report_existing(const char *path, const char *what)
{
    fprintf(stderr, "carom: error: '%s' already exists%s%s; choose another name or remove it\n",
            path, what[0] == '\0' ? "" : " and is no ", what);
    return EXIT_CANNOT_CREATE;
}

int cli_report_usage_error(const char *command, const char *text, const char *subject)
{
    fprintf(stderr, "carom: error: %s%s%s%s\n", text, subject == NULL ? "" : " '",
            subject == NULL ? "" : subject, subject == NULL ? "" : "'");
    return try_help(command);
}

int cli_report_unknown_word(const char *command, const char *text, const char *word,
                            const char *prefix, const char *const *names, size_t count,
                            const char *advice)
{
    char typed[100];
    snprintf(typed, sizeof typed, "%s", word + strspn(word, "-"));
    typed[strcspn(typed, "=")] = '\0';
    const char *nearest = carom_hint_name(typed, names, count);
    fprintf(stderr, "carom: error: %s '%s'", text, word);
    if (nearest != NULL) {
        fprintf(stderr, "; did you mean '%s%s'?", prefix, nearest);
    }
    fprintf(stderr, "%s\n", nearest == NULL ? advice : "");
    return try_help(command);
}
