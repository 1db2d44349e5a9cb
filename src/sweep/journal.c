/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "sweep/sweep.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 200, MAX_SHARDS = 1000000 };

bool carom_journal_is_own(const carom_journal_identity *identity, size_t k)
{
    return k % (size_t)identity->shards == (size_t)identity->shard - 1;
}

size_t carom_journal_count_own(const carom_journal_identity *identity)
{
    size_t before = (size_t)identity->shard - 1, shards = (size_t)identity->shards;
    return identity->tasks > before ? (identity->tasks - before - 1) / shards + 1 : 0;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return carom_hash(hash, text, strlen(text) + 1);
}

uint64_t carom_journal_hash(const carom_study *study)
{
    uint64_t hash = carom_hash(CAROM_HASH_START, study->text, study->length);
    hash = hash_text(hash_text(hash, carom_version()), carom_commit());
    for (size_t i = 0; i < study->override_count; i++) {
        hash = hash_text(hash, study->overrides[i].text);
    }
    for (size_t i = 0; i < study->only_count; i++) {
        hash = hash_text(hash, study->only[i]);
    }
    return hash;
}

void carom_journal_report_found(const carom_journal *journal, const char *of, const char *counted,
                                void (*notify)(void *context, const char *text), void *context)
{
    char text[1000];
    if (notify != NULL && journal->renamed_to != NULL) {
        snprintf(text, sizeof text,
                 "found an unfinished %s with another scenario, option or version; its journal is "
                 "now '%.700s'. To continue it, restore the old name and use the same options",
                 of, journal->renamed_to);
        notify(context, text);
    }
    if (notify != NULL && journal->finished > 0) {
        snprintf(text, sizeof text, "%zu %s were finished before", journal->finished, counted);
        notify(context, text);
    }
}

static void write_first_line(const carom_journal_identity *identity, char line[LINE])
{
    snprintf(line, LINE, "carom-%.60s 1 %016" PRIx64 " tasks %zu shard %ld/%ld\n",
             identity->command == NULL ? "sweep" : identity->command, identity->hash,
             identity->tasks, identity->shard, identity->shards);
}

static void write_entry_line(size_t task, size_t length, uint64_t hash, char line[LINE])
{
    snprintf(line, LINE, "task %zu %zu %016" PRIx64 "\n", task, length, hash);
}

/* ---- reading an untrusted file: all numbers are range-checked ---- */

/* Copies the line at `text` with its line end. @return its length; 0 if it has no end */
static size_t read_line(const char *text, size_t left, char line[LINE])
{
    const char *end = memchr(text, '\n', left < LINE - 1 ? left : LINE - 1);
    size_t length = end == NULL ? 0 : (size_t)(end - text) + 1;
    memcpy(line, text, length);
    line[length] = '\0';
    return length;
}

/* The numbers are in range if formatting them again gives the same text: 19 digits fit into 64
 * bits. */
static bool read_first_line(const char *text, size_t length, carom_journal_identity *identity)
{
    char line[LINE], again[LINE];
    if (read_line(text, length, line) == 0 ||
        sscanf(line, "carom-sweep 1 %16" SCNx64 " tasks %19zu shard %18ld/%18ld", &identity->hash,
               &identity->tasks, &identity->shard, &identity->shards) != 4) {
        return false;
    }
    write_first_line(identity, again);
    return strcmp(line, again) == 0 && identity->tasks >= 1 &&
           identity->tasks <= CAROM_MOST_TASKS && identity->shard >= 1 &&
           identity->shard <= identity->shards && identity->shards <= MAX_SHARDS;
}

static bool read_entry_line(const char line[LINE], size_t *task, size_t *length, uint64_t *hash)
{
    char again[LINE];
    if (sscanf(line, "task %19zu %19zu %16" SCNx64, task, length, hash) != 3) {
        return false;
    }
    write_entry_line(*task, *length, *hash, again);
    return strcmp(line, again) == 0;
}

static size_t count_of(const char *text, size_t length, char c)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += text[i] == c;
    }
    return count;
}

/* True if the rows are complete lines with as many cells as the header. */
static bool are_rows(const char *header, const char *rows, size_t length)
{
    size_t tabs = count_of(header, strlen(header), '\t');
    bool good = length > 0 && rows[length - 1] == '\n' && memchr(rows, '\0', length) == NULL;
    for (size_t begin = 0; good && begin < length;) {
        const char *end = memchr(rows + begin, '\n', length - begin);
        size_t line = (size_t)(end - (rows + begin));
        good = count_of(rows + begin, line, '\t') == tabs;
        begin += line + 1;
    }
    return good;
}

/* A task that occurs twice was run again because its rows were damaged: the later rows count. */
static void store_entry(carom_journal *journal, size_t task, char *rows, size_t length)
{
    carom_journal_entry *entry = &journal->entry[task];
    journal->finished += entry->rows == NULL;
    free(entry->rows);
    *entry = (carom_journal_entry){rows, length};
}

/* Reads the entry at `text`. @return its length in `taken`; 0 if it is incomplete or damaged.
 * `damaged` is false if it is only cut off at the end of the file */
static carom_status read_entry(carom_journal *journal, const char *text, size_t left, size_t *used,
                               bool *damaged, carom_error *error)
{
    char line[LINE];
    size_t task, length, head = read_line(text, left, line);
    uint64_t hash;
    *used = 0;
    *damaged = head == 0 ? left >= LINE - 1 : !read_entry_line(line, &task, &length, &hash);
    if (head == 0 || *damaged || length > left - head) {
        return CAROM_OK;
    }
    *damaged = task >= journal->identity.tasks || !carom_journal_is_own(&journal->identity, task) ||
               carom_hash(CAROM_HASH_START, text + head, length) != hash ||
               !are_rows(journal->header, text + head, length);
    if (*damaged) {
        return CAROM_OK;
    }
    char *rows = carom_text_copy(text + head, length);
    CAROM_NEED(rows != NULL, error);
    store_entry(journal, task, rows, length);
    *used = head + length;
    return CAROM_OK;
}

/* Reads all complete entries after the two header lines. @return in `good` the number of valid
 * bytes; 0 without a header */
static carom_status read_entries(carom_journal *journal, const char *text, size_t length,
                                 size_t *good, bool *damaged, carom_error *error)
{
    const char *first = memchr(text, '\n', length);
    const char *second = first == NULL
                           ? NULL
                           : memchr(first + 1, '\n', length - (size_t)(first + 1 - text));
    size_t more = 1;
    *good = 0;
    *damaged = false;
    if (second == NULL || memchr(first, '\0', (size_t)(second - first)) != NULL) {
        return CAROM_OK;
    }
    journal->header = carom_text_copy(first + 1, (size_t)(second - first));
    CAROM_NEED(journal->header != NULL, error);
    *good = (size_t)(second - text) + 1;
    while (more > 0) {
        CAROM_TRY(read_entry(journal, text + *good, length - *good, &more, damaged, error));
        *good += more;
    }
    return CAROM_OK;
}

static carom_status allocate_entries(carom_journal *journal, carom_error *error)
{
    if (journal->identity.tasks > CAROM_MOST_TASKS) {
        return carom_error_set(error, CAROM_INVALID, "sweep", "%zu points; expected at most %d",
                               journal->identity.tasks, CAROM_MOST_TASKS);
    }
    journal->entry = calloc(journal->identity.tasks + 1, sizeof *journal->entry);
    return journal->entry == NULL ? carom_error_no_memory(error) : CAROM_OK;
}

static carom_status read_whole(carom_journal *journal, const char *text, size_t length,
                               const char *path, carom_error *error)
{
    size_t good;
    bool damaged;
    if (!read_first_line(text, length, &journal->identity)) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "%s:1: not the journal of a sweep; expected 'carom-sweep 1 HASH "
                               "tasks N shard I/M' with N from 1 to %d and I from 1 to M",
                               path, CAROM_MOST_TASKS);
    }
    CAROM_TRY(allocate_entries(journal, error));
    CAROM_TRY(read_entries(journal, text, length, &good, &damaged, error));
    if (good == 0) {
        return carom_error_set(error, CAROM_INVALID, "", "%s:2: the header of the table is missing",
                               path);
    }
    if (damaged) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s' is damaged after its first %zu bytes; run that shard again "
                               "(it continues from there)",
                               path, good);
    }
    return CAROM_OK;
}

carom_status carom_journal_read(carom_journal *journal, const char *path, carom_error *error)
{
    char *text = NULL;
    size_t length = 0;
    *journal = (carom_journal){.file = -1};
    carom_status status = carom_file_read(path, &text, &length, error);
    CAROM_THEN(status, read_whole(journal, text, length, path, error));
    free(text);
    return status;
}

/* ---- writing ---- */

static carom_status set_write_error(const char *what, const char *path, carom_error *error)
{
    bool full = errno == ENOSPC || errno == EFBIG || errno == EIO;
    return carom_error_system(error, full ? CAROM_CANNOT_WRITE : CAROM_CANNOT_CREATE, what, path,
                              errno);
}

static carom_status write_all(int file, const char *text, size_t length, carom_error *error)
{
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR) {
            return carom_error_set(error, CAROM_CANNOT_WRITE, "",
                                   "cannot write the journal: %s; its entries are context",
                                   strerror(errno));
        }
        text += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return CAROM_OK;
}

static carom_status open_locked(carom_journal *journal, const char *path, carom_error *error)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    journal->file = open(path, O_RDWR | O_CREAT | O_APPEND, 0666);
    if (journal->file < 0) {
        return set_write_error("create", path, error);
    }
    if (fcntl(journal->file, F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN)) {
        return carom_error_set(error, CAROM_INVALID, "", "another carom is using '%s'", path);
    }
    return CAROM_OK;
}

static bool is_of(const carom_journal *journal, const char *text, const char *header)
{
    char line[LINE];
    write_first_line(&journal->identity, line);
    size_t length = strlen(line);
    return strncmp(text, line, length) == 0 && strncmp(text + length, header, strlen(header)) == 0;
}

static carom_status cannot_read(const char *path, carom_error *error)
{
    return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
}

/* Reads through the descriptor that holds the lock: closing another descriptor of the file would
 * release the lock. */
static carom_status read_all(int file, const char *path, char **text, size_t *length,
                             carom_error *error)
{
    struct stat about;
    ssize_t got = 1;
    *text = NULL;
    *length = 0;
    if (fstat(file, &about) != 0) {
        return cannot_read(path, error);
    }
    *text = malloc((size_t)about.st_size + 1);
    CAROM_NEED(*text != NULL, error);
    while ((got > 0 || (got < 0 && errno == EINTR)) && *length < (size_t)about.st_size) {
        got = pread(file, *text + *length, (size_t)about.st_size - *length, (off_t)*length);
        *length += got > 0 ? (size_t)got : 0;
    }
    (*text)[*length] = '\0';
    return got < 0 ? cannot_read(path, error) : CAROM_OK;
}

static carom_status write_head(carom_journal *journal, const char *header, carom_error *error)
{
    char line[LINE];
    write_first_line(&journal->identity, line);
    journal->header = carom_text_copy(header, strlen(header));
    CAROM_NEED(journal->header != NULL, error);
    CAROM_TRY(write_all(journal->file, line, strlen(line), error));
    return write_all(journal->file, header, strlen(header), error);
}

/* Journals of other sweeps may hold many hours of work. They are renamed to PATH.1 or the next
 * free number. */
static carom_status rename_old(carom_journal *journal, const char *path, carom_error *error)
{
    size_t size = strlen(path) + 30;
    int old = journal->file;
    journal->renamed_to = malloc(size);
    CAROM_NEED(journal->renamed_to != NULL, error);
    for (long k = 1; k == 1 || access(journal->renamed_to, F_OK) == 0; k++) {
        snprintf(journal->renamed_to, size, "%s.%ld", path, k);
    }
    if (rename(path, journal->renamed_to) != 0) {
        free(journal->renamed_to);
        journal->renamed_to = NULL;
        return set_write_error("rename", path, error);
    }
    /* lock the new file before the old lock is released */
    carom_status status = open_locked(journal, path, error);
    close(old);
    return status;
}

/* Continues after the valid entries, or starts a new journal. The file is truncated only after
 * all valid entries have been read. */
static carom_status resume_journal(carom_journal *journal, const char *path, const char *header,
                                   carom_error *error)
{
    char *text;
    size_t length, good = 0;
    bool damaged;
    carom_status status = read_all(journal->file, path, &text, &length, error);
    if (status == CAROM_OK && is_of(journal, text, header)) {
        status = read_entries(journal, text, length, &good, &damaged, error);
    } else if (status == CAROM_OK) {
        status = length > 0 ? rename_old(journal, path, error) : CAROM_OK;
    }
    free(text);
    if (status == CAROM_OK && ftruncate(journal->file, (off_t)good) != 0) {
        return set_write_error("write", path, error);
    }
    return status == CAROM_OK && good == 0 ? write_head(journal, header, error) : status;
}

carom_status carom_journal_open(carom_journal *journal, const char *path,
                                const carom_journal_identity *identity, const char *header,
                                carom_error *error)
{
    *journal = (carom_journal){.identity = *identity, .file = -1};
    CAROM_TRY(allocate_entries(journal, error));
    if (path == NULL) {
        journal->header = carom_text_copy(header, strlen(header));
        return journal->header == NULL ? carom_error_no_memory(error) : CAROM_OK;
    }
    CAROM_TRY(open_locked(journal, path, error));
    return resume_journal(journal, path, header, error);
}

carom_status carom_journal_add(carom_journal *journal, size_t task, const char *rows, size_t length,
                               carom_error *error)
{
    char line[LINE], *text, *copy;
    write_entry_line(task, length, carom_hash(CAROM_HASH_START, rows, length), line);
    size_t head = strlen(line);
    text = malloc(head + length + 1);
    copy = carom_text_copy(rows, length);
    if (text == NULL || copy == NULL) {
        free(text);
        free(copy);
        return carom_error_no_memory(error);
    }
    store_entry(journal, task, copy, length);
    memcpy(text, line, head);
    memcpy(text + head, rows, length);
    carom_status status = journal->file < 0 ? CAROM_OK
                                            : write_all(journal->file, text, head + length, error);
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
    free(journal->renamed_to);
    *journal = (carom_journal){.file = -1};
}

/* ---- merge ---- */

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

carom_status carom_journal_to_tsv(const carom_journal *journal, carom_tsv *tsv,
                                  const volatile sig_atomic_t *stop, carom_error *error)
{
    return carom_table_to_tsv(&(carom_table){.name = "sweep.tsv", .write = write_entries},
                              &(entries){journal->header, journal->entry, journal->identity.tasks},
                              tsv, stop, error);
}

/* ---- shards ---- */

/* The first journal with the entries of all others. */
typedef struct {
    carom_journal whole;
    size_t journals;
    const volatile sig_atomic_t *stop;
} merged_shards;

/* Moves the entries of `next` into the first journal. */
static carom_status read_shard(merged_shards *all, carom_journal *next, const char *path,
                               carom_error *error)
{
    if (all->journals++ == 0) {
        all->whole = *next;
        *next = (carom_journal){.file = -1};
        return CAROM_OK;
    }
    if (next->identity.hash != all->whole.identity.hash ||
        next->identity.tasks != all->whole.identity.tasks ||
        strcmp(next->header, all->whole.header) != 0) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s' belongs to another sweep than the other shards", path);
    }
    for (size_t k = 0; k < next->identity.tasks; k++) {
        if (all->whole.entry[k].rows == NULL && next->entry[k].rows != NULL) {
            store_entry(&all->whole, k, next->entry[k].rows, next->entry[k].length);
            next->entry[k].rows = NULL;
        }
    }
    return CAROM_OK;
}

static carom_status gather_file(merged_shards *all, const char *directory, const char *name,
                                carom_error *error)
{
    char path[CAROM_PATH_SIZE];
    carom_journal next = {.file = -1};
    if (all->stop != NULL && *all->stop != 0) {
        return carom_error_interrupted(error);
    }
    snprintf(path, sizeof path, "%s/%s", directory, name);
    carom_status status = carom_journal_read(&next, path, error);
    CAROM_THEN(status, read_shard(all, &next, path, error));
    carom_journal_close(&next);
    return status;
}

static carom_status read_directory(merged_shards *all, const char *directory, carom_error *error)
{
    DIR *folder = opendir(directory);
    const struct dirent *found;
    carom_status status = CAROM_OK;
    if (folder == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", directory, errno);
    }
    while (status == CAROM_OK && (errno = 0, found = readdir(folder)) != NULL) {
        size_t length = strlen(found->d_name);
        if (strncmp(found->d_name, "shard-", 6) == 0 && length > 8 &&
            strcmp(found->d_name + length - 8, ".journal") == 0) {
            status = gather_file(all, directory, found->d_name, error);
        }
    }
    if (status == CAROM_OK && errno != 0) { /* an error, not the end of the folder */
        status = carom_error_system(error, CAROM_CANNOT_READ, "read", directory, errno);
    }
    closedir(folder);
    return status;
}

static carom_status report_missing(const merged_shards *all, carom_error *error)
{
    const carom_journal_identity *identity = &all->whole.identity;
    size_t k = 0;
    while (all->whole.entry[k].rows != NULL) {
        k++;
    }
    return carom_error_set(
        error, CAROM_INVALID, "",
        "%zu of %zu points are missing, the first one is number %zu of shard %zu/%ld; run that "
        "shard (it continues where it stopped), then merge again",
        identity->tasks - all->whole.finished, identity->tasks, k + 1,
        k % (size_t)identity->shards + 1, identity->shards);
}

static carom_status merge(merged_shards *all, const char *const *directory, size_t count,
                          const char *output, carom_error *error)
{
    for (size_t i = 0; i < count; i++) {
        CAROM_TRY(read_directory(all, directory[i], error));
    }
    if (all->journals == 0) {
        return carom_error_set(error, CAROM_CANNOT_READ, "", "no shard of a sweep in '%s'",
                               directory[0]);
    }
    if (all->whole.finished < all->whole.identity.tasks) {
        return report_missing(all, error);
    }
    CAROM_TRY(carom_directory_make(output, error));
    return carom_journal_table(output, all->whole.header, all->whole.entry,
                               all->whole.identity.tasks, error);
}

carom_status carom_sweep_merge(const char *const *directory, size_t count, const char *output,
                               const volatile sig_atomic_t *stop, size_t *points,
                               carom_error *error)
{
    merged_shards all = {.whole = {.file = -1}, .stop = stop};
    carom_status status = merge(&all, directory, count, output, error);
    *points = all.whole.identity.tasks;
    carom_journal_close(&all.whole);
    return status;
}
