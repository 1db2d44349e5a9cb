/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of a sweep from its journals: one, or those of all shards. */
#define _POSIX_C_SOURCE 200809L
#include "records/records.h"
#include "sweep/sweep.h"
#include "system/system.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *header;
    const carom_journal_entry *entry;
    size_t count;
} entries;

static void write_entries(const void *object, FILE *stream)
{
    const entries *all = object;
    fputs(all->header, stream);
    for (size_t k = 0; k < all->count; k++) {
        fwrite(all->entry[k].rows, 1, all->entry[k].length, stream);
    }
}

carom_status carom_journal_table(const char *directory, const char *header,
                                 const carom_journal_entry *entry, size_t count, carom_error *error)
{
    return carom_table_write(directory, &(carom_table){.name = "sweep.tsv", .write = write_entries},
                             &(entries){header, entry, count}, error);
}

/* ---- shards ---- */

/* What has been gathered: the first journal, and the entries of the others. */
typedef struct {
    carom_journal whole;
    size_t journals;
    const volatile sig_atomic_t *stop;
} gathering;

static carom_status gather(gathering *all, const char *path, carom_error *error)
{
    carom_journal next = {.file = -1};
    carom_status status = all->stop != NULL && *all->stop != 0
                            ? carom_error_interrupted(error)
                            : carom_journal_read(&next, path, error);
    if (status == CAROM_OK && all->journals++ == 0) {
        all->whole = next;
        return CAROM_OK;
    }
    if (status == CAROM_OK && (next.identity.hash != all->whole.identity.hash ||
                               next.identity.tasks != all->whole.identity.tasks ||
                               strcmp(next.header, all->whole.header) != 0)) {
        status = carom_error_set(error, CAROM_INVALID, "",
                                 "'%s' is of another sweep than the other shards", path);
    }
    for (size_t k = 0; status == CAROM_OK && k < next.identity.tasks; k++) {
        carom_journal_entry *to = &all->whole.entry[k], *from = &next.entry[k];
        if (to->rows == NULL && from->rows != NULL) {
            *to = *from;
            from->rows = NULL;
            all->whole.finished++;
        }
    }
    carom_journal_close(&next);
    return status;
}

static carom_status gather_directory(gathering *all, const char *directory, carom_error *error)
{
    DIR *folder = opendir(directory);
    const struct dirent *found;
    carom_status status = CAROM_OK;
    if (folder == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", directory, errno);
    }
    while (status == CAROM_OK && (errno = 0, found = readdir(folder)) != NULL) {
        size_t length = strlen(found->d_name), size = strlen(directory) + length + 2;
        if (strncmp(found->d_name, "shard-", 6) == 0 && length > 8 &&
            strcmp(found->d_name + length - 8, ".journal") == 0) {
            char *path = malloc(size);
            if (path == NULL) {
                status = carom_error_no_memory(error);
            } else {
                snprintf(path, size, "%s/%s", directory, found->d_name);
                status = gather(all, path, error);
            }
            free(path);
        }
    }
    if (status == CAROM_OK && errno != 0) { /* not its end */
        status = carom_error_system(error, CAROM_CANNOT_READ, "read", directory, errno);
    }
    closedir(folder);
    return status;
}

static carom_status complain_of_missing(const gathering *all, carom_error *error)
{
    const carom_journal_identity *identity = &all->whole.identity;
    size_t k = 0;
    while (all->whole.entry[k].rows != NULL) {
        k++;
    }
    return carom_error_set(
        error, CAROM_INVALID, "",
        "%zu of %zu points are missing, the first one is number %zu of "
        "shard %zu/%ld; run that shard (it goes on where it stopped), then merge again",
        identity->tasks - all->whole.finished, identity->tasks, k + 1,
        k % (size_t)identity->shards + 1, identity->shards);
}

carom_status carom_sweep_merge(const char *const *directory, size_t count, const char *output,
                               const volatile sig_atomic_t *stop, size_t *points,
                               carom_error *error)
{
    gathering all = {.whole = {.file = -1}, .stop = stop};
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < count && status == CAROM_OK; i++) {
        status = gather_directory(&all, directory[i], error);
    }
    if (status == CAROM_OK && all.journals == 0) {
        status = carom_error_set(error, CAROM_CANNOT_READ, "",
                                 "there is no shard of a sweep in '%s'", directory[0]);
    } else if (status == CAROM_OK && all.whole.finished < all.whole.identity.tasks) {
        status = complain_of_missing(&all, error);
    }
    if (status == CAROM_OK) {
        status = carom_directory_make(output, error);
    }
    if (status == CAROM_OK) {
        *points = all.whole.identity.tasks;
        status = carom_journal_table(output, all.whole.header, all.whole.entry,
                                     all.whole.identity.tasks, error);
    }
    carom_journal_close(&all.whole);
    return status;
}
