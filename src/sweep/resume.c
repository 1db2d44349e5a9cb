/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include "sweep/sweep.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A line for each number, with 17 digits: what is read is what was written, to the bit. */
static const char header[] = "number\n";
enum { DIGITS = 32 };

static carom_status resume_open(void *kept, size_t tasks, carom_error *error)
{
    carom_resume *resume = kept;
    const carom_study *study = resume->study;
    const carom_journal_identity identity = {
        carom_journal_hash(study->text, study->length, study->overrides, study->override_count,
                           study->only, study->only_count),
        tasks, 1, 1, resume->command};
    carom_status status = carom_journal_open(&resume->journal, resume->path, &identity, header,
                                             error);
    if (status == CAROM_OK) {
        carom_journal_say_found(&resume->journal, "study", resume->counted, resume->say, NULL);
    }
    return status;
}

static bool resume_find(void *kept, size_t task, double *number, size_t count)
{
    carom_resume *resume = kept;
    const carom_journal_entry *entry = &resume->journal.entry[task];
    const char *at = entry->rows, *end = at == NULL ? NULL : at + entry->length;
    bool found = at != NULL;
    for (size_t k = 0; found && k < count; k++) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        char text[DIGITS];
        found = line != NULL && line - at < DIGITS;
        if (found) {
            snprintf(text, sizeof text, "%.*s", (int)(line - at), at);
            found = carom_number_parse(text, &number[k]);
            at = line + 1;
        }
    }
    return found && at == end;
}

static carom_status resume_add(void *kept, size_t task, const double *number, size_t count,
                               carom_error *error)
{
    carom_resume *resume = kept;
    char *rows = malloc(count * DIGITS + 1);
    size_t length = 0;
    carom_status status;
    if (rows == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t k = 0; k < count; k++) {
        length += (size_t)carom_number_format(number[k], rows + length, DIGITS - 1);
        rows[length++] = '\n';
    }
    pthread_mutex_lock(&resume->mutex);
    status = carom_journal_add(&resume->journal, task, rows, length, error);
    pthread_mutex_unlock(&resume->mutex);
    free(rows);
    return status;
}

carom_status carom_resume_begin(carom_resume *resume, const carom_study *study,
                                const char *directory, const char *command, const char *counted,
                                void (*say)(void *context, const char *text), carom_error *error)
{
    size_t size = strlen(directory) + strlen(command) + 20;
    *resume = (carom_resume){.keeper = {resume_open, resume_find, resume_add, resume},
                             .study = study,
                             .command = command,
                             .counted = counted,
                             .say = say,
                             .path = malloc(size),
                             .journal = {.file = -1}};
    pthread_mutex_init(&resume->mutex, NULL);
    if (resume->path == NULL) {
        return carom_error_no_memory(error);
    }
    snprintf(resume->path, size, "%s/%s.journal", directory, command);
    return CAROM_OK;
}

void carom_resume_say_interrupted(const carom_resume *resume, carom_error *error)
{
    if (resume->journal.finished > 0) {
        (void)carom_error_set(error, CAROM_INTERRUPTED, "",
                              "interrupted after %zu of %zu %s; the same command goes on there",
                              resume->journal.finished, resume->journal.identity.tasks,
                              resume->counted);
    }
}

void carom_resume_end(carom_resume *resume, bool all_is_written)
{
    if (resume->journal.file >= 0 && (all_is_written || resume->journal.finished == 0)) {
        unlink(resume->path);
    }
    carom_journal_close(&resume->journal);
    pthread_mutex_destroy(&resume->mutex);
    free(resume->path);
    resume->path = NULL;
}
