/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "harness/journal.h"
#include "harness/scenario.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 200 };

bool carom_journal_owns(const carom_journal_identity *identity, size_t k)
{
    return k % (size_t)identity->shards == (size_t)identity->shard - 1;
}

size_t carom_journal_share(const carom_journal_identity *identity)
{
    size_t before = (size_t)identity->shard - 1, shards = (size_t)identity->shards;
    return identity->tasks > before ? (identity->tasks - before - 1) / shards + 1 : 0;
}

static void write_first_line(const carom_journal_identity *identity, char line[LINE])
{
    snprintf(line, LINE, "carom-sweep 1 %016" PRIx64 " tasks %zu shard %ld/%ld\n", identity->hash, identity->tasks,
             identity->shard, identity->shards);
}

static bool read_first_line(const char *text, carom_journal_identity *identity)
{
    return sscanf(text, "carom-sweep 1 %16" SCNx64 " tasks %zu shard %ld/%ld", &identity->hash, &identity->tasks,
                  &identity->shard, &identity->shards) == 4 &&
           identity->shard >= 1 && identity->shards >= identity->shard;
}

/* ---- reading ---- */

/* Takes the entry that begins at `text`. @return its bytes, 0 where there is no whole one */
static size_t take_entry(carom_journal *journal, const char *text, size_t left)
{
    const char *end = memchr(text, '\n', left);
    size_t task, length, head;
    uint64_t hash;
    carom_journal_entry *entry;
    if (end == NULL || sscanf(text, "task %zu %zu %16" SCNx64, &task, &length, &hash) != 3) {
        return 0;
    }
    head = (size_t)(end - text) + 1;
    if (task >= journal->identity.tasks || length > left - head || carom_hash(CAROM_HASH_START, end + 1, length) != hash) {
        return 0;
    }
    entry = &journal->entry[task];
    if (entry->rows == NULL) {
        entry->rows = malloc(length + 1);
        if (entry->rows == NULL) {
            return 0;
        }
        memcpy(entry->rows, end + 1, length);
        entry->rows[length] = '\0';
        entry->length = length;
        journal->finished++;
    }
    return head + length;
}

/* All whole entries after the two header lines. @return how many bytes of the text are good */
static size_t take_entries(carom_journal *journal, const char *text, size_t length)
{
    const char *first = memchr(text, '\n', length);
    const char *second = first == NULL ? NULL : memchr(first + 1, '\n', length - (size_t)(first + 1 - text));
    size_t good, more;
    if (second == NULL) {
        return 0;
    }
    good = (size_t)(second - text) + 1;
    free(journal->header);
    journal->header = malloc((size_t)(second - first) + 1);
    if (journal->header == NULL) {
        return 0;
    }
    memcpy(journal->header, first + 1, (size_t)(second - first));
    journal->header[second - first] = '\0';
    while ((more = take_entry(journal, text + good, length - good)) > 0) {
        good += more;
    }
    return good;
}

static carom_status make_entries(carom_journal *journal, carom_error *error)
{
    journal->entry = calloc(journal->identity.tasks + 1, sizeof *journal->entry);
    return journal->entry == NULL ? carom_error_no_memory(error) : CAROM_OK;
}

carom_status carom_journal_read(carom_journal *journal, const char *path, carom_error *error)
{
    char *text;
    size_t length = 0;
    carom_status status;
    *journal = (carom_journal){.file = -1};
    status = carom_file_read(path, &text, &length, error);
    if (status == CAROM_OK && !read_first_line(text, &journal->identity)) {
        status = carom_error_set(error, CAROM_INVALID, "", "'%s' is not the journal of a sweep", path);
    }
    if (status == CAROM_OK) {
        status = make_entries(journal, error);
    }
    if (status == CAROM_OK && take_entries(journal, text, length) == 0) {
        status = carom_error_set(error, CAROM_INVALID, "", "'%s' holds no table", path);
    }
    free(text);
    return status;
}

/* ---- writing ---- */

static carom_status cannot(const char *what, const char *path, carom_error *error)
{
    return carom_error_set(error, errno == ENOSPC || errno == EFBIG || errno == EIO ? CAROM_CANNOT_WRITE
                                                                                   : CAROM_CANNOT_CREATE,
                           "", "cannot %s '%s': %s", what, path, strerror(errno));
}

static carom_status write_all(int file, const char *text, size_t length, carom_error *error)
{
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR) {
            return carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write the journal: %s; what is in it is kept",
                                   strerror(errno));
        }
        text += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return CAROM_OK;
}

static carom_status open_alone(carom_journal *journal, const char *path, carom_error *error)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    journal->file = open(path, O_RDWR | O_CREAT | O_APPEND, 0666);
    if (journal->file < 0) {
        return cannot("create", path, error);
    }
    if (fcntl(journal->file, F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN)) {
        return carom_error_set(error, CAROM_INVALID, "", "another carom is at work on '%s'", path);
    }
    return CAROM_OK;
}

static bool is_of(const carom_journal *journal, const char *text, const char *header)
{
    char line[LINE];
    size_t length;
    write_first_line(&journal->identity, line);
    length = strlen(line);
    return strncmp(text, line, length) == 0 && strncmp(text + length, header, strlen(header)) == 0;
}

/* All that is in it, through the descriptor that holds the lock: closing another one of the same file gives it up. */
static carom_status read_all(int file, const char *path, char **text, size_t *length, carom_error *error)
{
    struct stat about;
    ssize_t got = 1;
    *text = NULL;
    *length = 0;
    if (fstat(file, &about) != 0 || (*text = malloc((size_t)about.st_size + 1)) == NULL) {
        return carom_error_no_memory(error);
    }
    while (got > 0 && *length < (size_t)about.st_size) {
        got = pread(file, *text + *length, (size_t)about.st_size - *length, (off_t)*length);
        *length += got > 0 ? (size_t)got : 0;
    }
    (*text)[*length] = '\0';
    return got < 0 ? cannot("read", path, error) : CAROM_OK;
}

/* Goes on after what is good in it, or starts it anew. */
static carom_status take_up(carom_journal *journal, const char *path, const char *header, carom_error *error)
{
    char *text, line[LINE];
    size_t length, good = 0;
    carom_status status = read_all(journal->file, path, &text, &length, error);
    if (status != CAROM_OK) {
        free(text);
        return status;
    }
    if (is_of(journal, text, header)) {
        good = take_entries(journal, text, length);
    } else {
        journal->started_anew = length > 0;
    }
    free(text);
    if (ftruncate(journal->file, (off_t)good) != 0) {
        return cannot("write", path, error);
    }
    if (good > 0) {
        return CAROM_OK;
    }
    write_first_line(&journal->identity, line);
    journal->header = malloc(strlen(header) + 1);
    if (journal->header == NULL) {
        return carom_error_no_memory(error);
    }
    strcpy(journal->header, header);
    status = write_all(journal->file, line, strlen(line), error);
    return status == CAROM_OK ? write_all(journal->file, header, strlen(header), error) : status;
}

carom_status carom_journal_open(carom_journal *journal, const char *path, const carom_journal_identity *identity,
                                const char *header, carom_error *error)
{
    carom_status status;
    *journal = (carom_journal){.identity = *identity, .file = -1};
    status = make_entries(journal, error);
    if (status == CAROM_OK) {
        status = open_alone(journal, path, error);
    }
    return status == CAROM_OK ? take_up(journal, path, header, error) : status;
}

carom_status carom_journal_add(carom_journal *journal, size_t task, const char *rows, size_t length,
                               carom_error *error)
{
    carom_journal_entry *entry = &journal->entry[task];
    char *text = malloc(length + LINE);
    int head;
    carom_status status;
    entry->rows = malloc(length + 1);
    if (text == NULL || entry->rows == NULL) {
        free(text);
        return carom_error_no_memory(error);
    }
    memcpy(entry->rows, rows, length);
    entry->rows[length] = '\0';
    entry->length = length;
    journal->finished++;
    head = snprintf(text, LINE, "task %zu %zu %016" PRIx64 "\n", task, length, carom_hash(CAROM_HASH_START, rows, length));
    memcpy(text + head, rows, length);
    status = write_all(journal->file, text, (size_t)head + length, error);
    free(text);
    return status;
}

void carom_journal_close(carom_journal *journal)
{
    if (journal->file >= 0) {
        close(journal->file);
    }
    for (size_t k = 0; journal->entry != NULL && k < journal->identity.tasks; k++) {
        free(journal->entry[k].rows);
    }
    free(journal->entry);
    free(journal->header);
    *journal = (carom_journal){.file = -1};
}
