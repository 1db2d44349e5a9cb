/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "run/run.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char file_name[] = "checkpoint.carom", magic[] = "carom-checkpoint ",
                  format[] = "carom-checkpoint 1\n";

/* Bytes of the hash line; limit on the bytes of the head. */
enum { TRAILER = 17, MAX_HEAD = 1 << 20 };

bool carom_checkpoint_exists(const char *directory)
{
    struct stat about;
    char *path = carom_path_join(directory, file_name);
    bool lies = path != NULL && lstat(path, &about) == 0;
    free(path);
    return lies;
}

/* ---- reading an untrusted file ---- */

static carom_status reject(const carom_checkpoint *checkpoint, const char *why, carom_error *error)
{
    return carom_error_set(error, CAROM_INVALID, "", "'%.200s' %s; remove it to start again",
                           checkpoint->path, why);
}

static carom_status cannot_read(const carom_checkpoint *checkpoint, carom_error *error)
{
    return carom_error_system(error, CAROM_CANNOT_READ, "read", checkpoint->path, errno);
}

/* True if the last line is the hash of the bytes before it. */
static bool is_whole(FILE *stream, uint64_t size)
{
    char block[65536], trailer[TRAILER + 1] = "", expected[TRAILER + 1];
    uint64_t hash = CAROM_HASH_START, left = size - TRAILER;
    size_t got = 1;
    for (; left > 0 && got > 0; left -= got) {
        got = fread(block, 1, left < sizeof block ? (size_t)left : sizeof block, stream);
        hash = carom_hash(hash, block, got);
    }
    snprintf(expected, sizeof expected, "%016" PRIx64 "\n", hash);
    return left == 0 && fread(trailer, 1, TRAILER, stream) == TRAILER &&
           strcmp(trailer, expected) == 0;
}

/* Returns the text before the serialized state, up to its empty line; NULL: it has no end, or no
 * memory. */
static char *read_head(FILE *stream)
{
    char *head = malloc(MAX_HEAD);
    size_t length = 0;
    int c;
    while (head != NULL && length + 1 < MAX_HEAD && (c = getc(stream)) != EOF && c != '\0') {
        head[length++] = (char)c;
        head[length] = '\0';
        if (length > 1 && c == '\n' && head[length - 2] == '\n') {
            return head;
        }
    }
    free(head);
    return NULL;
}

/* Reads the line "t_s 0.5"; the time must be finite and not negative. */
static bool read_time(const char *head, double *t_s)
{
    static const char key[] = "\nt_s ";
    const char *place = strstr(head, key);
    char number[40];
    if (place == NULL) {
        return false;
    }
    place += strlen(key);
    snprintf(number, sizeof number, "%.*s", (int)strcspn(place, "\n"), place);
    return carom_number_parse(number, t_s) && *t_s >= 0 && *t_s < INFINITY;
}

/* The message about a line that differs. NULL: another build. */
static const struct {
    const char *key, *message;
} lines[] = {{"version", NULL},
             {"commit", NULL},
             {"compiler", NULL},
             {"flags", NULL},
             {"gsl", NULL},
             {"machine", NULL},
             {"program", NULL},
             {"command", "belongs to carom"},
             {"scenario", "belongs to another scenario or other values of --set: hash"},
             {"solvers", "belongs to the solvers"},
             {"collisions", "belongs to a run whose collisions are"},
             {"engines", "belongs to engines"}};

static void describe_difference(const char *key, int length, const char *recorded, const char *own,
                                char *why, size_t size)
{
    size_t kept_length = strcspn(recorded, "\n"), own_length = strcspn(own, "\n");
    char key_text[20], message[80];
    snprintf(key_text, sizeof key_text, "%.*s", length, key);
    snprintf(message, sizeof message, "belongs to another run: its '%s' is", key_text);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (strcmp(key_text, lines[i].key) == 0) {
            snprintf(message, sizeof message,
                     lines[i].message == NULL ? "belongs to another build of carom: its %s is"
                                              : "%s",
                     lines[i].message == NULL ? key_text : lines[i].message);
        }
    }
    snprintf(why, size, "%s '%.*s', not '%.*s'", message,
             kept_length < 100 ? (int)kept_length : 100, recorded,
             own_length < 100 ? (int)own_length : 100, own);
}

/* Compares the lines of `own` with the start of `recorded`. `why` receives a message about the
 * first difference. */
static bool differs(const char *recorded, const char *own, char *why, size_t size)
{
    while (*own != '\0') {
        size_t kept_length = strcspn(recorded, "\n"), own_length = strcspn(own, "\n"),
               key = strcspn(own, " \n");
        if (kept_length != own_length || strncmp(recorded, own, own_length) != 0) {
            bool same_key = strncmp(recorded, own, key + 1) == 0;
            describe_difference(own, (int)key, same_key ? recorded + key + 1 : "missing",
                                own + key + 1, why, size);
            return true;
        }
        own += own_length + 1;
        recorded += kept_length + (recorded[kept_length] == '\n');
    }
    return false;
}

static carom_status compare_identity(carom_checkpoint *checkpoint, const char *head,
                                     carom_error *error)
{
    char why[500];
    if (!read_time(head, &checkpoint->t_s)) {
        return reject(checkpoint, "contains no valid time", error);
    }
    if (differs(head + strlen(format), checkpoint->identity, why, sizeof why)) {
        carom_text_replace_controls(why); /* it quotes the untrusted file */
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%.200s' %s; use the same settings, name another folder with -o, "
                               "or remove it to start again",
                               checkpoint->path, why);
    }
    return CAROM_OK;
}

static carom_status check_file(carom_checkpoint *checkpoint, uint64_t size, carom_error *error)
{
    FILE *stream = checkpoint->stream;
    char begin[sizeof format] = "", *head;
    size_t got = fread(begin, 1, sizeof format - 1, stream);
    if (strncmp(begin, magic, strlen(magic)) != 0) {
        return reject(checkpoint, got == 0 ? "is empty" : "is not a checkpoint of carom", error);
    }
    if (strcmp(begin, format) != 0) {
        return reject(checkpoint, "is a checkpoint of another version of carom", error);
    }
    rewind(stream);
    if (size < sizeof format + TRAILER || !is_whole(stream, size)) {
        return ferror(stream) != 0 ? cannot_read(checkpoint, error)
                                   : reject(checkpoint, "is damaged, or cut off", error);
    }
    rewind(stream);
    head = read_head(stream);
    if (head == NULL) {
        return reject(checkpoint, "is damaged: its header has no end", error);
    }
    checkpoint->left = size - TRAILER - strlen(head);
    carom_status status = compare_identity(checkpoint, head, error);
    free(head);
    return status;
}

static carom_status find_checkpoint(carom_checkpoint *checkpoint, carom_error *error)
{
    struct stat about;
    struct tm when;
    int file = open(checkpoint->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 && errno == ENOENT) {
        return CAROM_OK;
    }
    checkpoint->stream = file < 0 ? NULL : fdopen(file, "rb");
    if (checkpoint->stream == NULL || fstat(file, &about) != 0) {
        if (file >= 0 && checkpoint->stream == NULL) {
            close(file);
        }
        return cannot_read(checkpoint, error);
    }
    if (!S_ISREG(about.st_mode)) {
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "'%.200s' is not a regular file; remove it to write checkpoints",
                               checkpoint->path);
    }
    checkpoint->exists = true;
    if (localtime_r(&about.st_mtime, &when) != NULL) {
        strftime(checkpoint->written, sizeof checkpoint->written, "%Y-%m-%d %H:%M:%S", &when);
    }
    return check_file(checkpoint, (uint64_t)about.st_size, error);
}

carom_status carom_checkpoint_open(carom_checkpoint *checkpoint, const char *directory,
                                   char *identity, double every_s, carom_error *error)
{
    *checkpoint = (carom_checkpoint){.directory = carom_text_copy(directory, strlen(directory)),
                                     .path = carom_path_join(directory, file_name),
                                     .identity = identity,
                                     .every_s = every_s};
    checkpoint->last_query_s = checkpoint->last_written_s = carom_seconds_now();
    return checkpoint->directory == NULL || checkpoint->path == NULL
             ? carom_error_no_memory(error)
             : find_checkpoint(checkpoint, error);
}

static bool read_bytes(void *context, void *data, size_t size)
{
    return fread(data, 1, size, context) == size;
}

carom_status carom_checkpoint_restore(carom_checkpoint *checkpoint,
                                      void (*pass)(void *object, carom_serializer *serializer),
                                      void *object, carom_error *error)
{
    carom_serializer serializer = carom_serializer_reading(read_bytes, checkpoint->stream,
                                                           checkpoint->left);
    carom_status status;
    pass(object, &serializer);
    if (serializer.failure.status == CAROM_OK && serializer.left > 0) {
        (void)carom_error_set(&serializer.failure, CAROM_INVALID, "",
                              "unexpected bytes follow the state");
    }
    status = carom_serializer_end(&serializer, error);
    fclose(checkpoint->stream);
    checkpoint->stream = NULL;
    return status != CAROM_INVALID
             ? status
             : carom_error_set(error, status, "",
                               "cannot continue from '%.200s': %.360s; remove it to start again",
                               checkpoint->path, serializer.failure.text);
}

/* ---- writing ---- */

bool carom_checkpoint_is_due(carom_checkpoint *checkpoint, bool *is_late)
{
    /* checkpoints take at most this fraction of the time */
    static const double max_fraction = 0.1;
    double now = carom_seconds_now(), every_s = checkpoint->every_s;
    *is_late = every_s > 0 && now - checkpoint->last_query_s > every_s;
    checkpoint->last_query_s = now;
    return every_s == 0 || (now - checkpoint->last_written_s >= every_s &&
                            now - checkpoint->last_written_s >= checkpoint->cost_s / max_fraction);
}

typedef struct {
    FILE *stream;
    uint64_t hash;
    int reason; /* errno of the first failed write; 0: none */
} writer;

static bool write_bytes(void *context, void *data, size_t size)
{
    writer *to = context;
    bool written = fwrite(data, 1, size, to->stream) == size;
    to->hash = carom_hash(to->hash, data, size);
    to->reason = written || to->reason != 0 ? to->reason : errno;
    return written;
}

static carom_status write_all(const carom_checkpoint *checkpoint, FILE *stream, double t_s,
                              void (*pass)(void *object, carom_serializer *serializer),
                              void *object, carom_error *error)
{
    writer to = {stream, CAROM_HASH_START, 0};
    carom_serializer serializer = carom_serializer_writing(write_bytes, &to);
    char place[60], number[32];
    bool good = write_bytes(&to, (void *)(uintptr_t)format, strlen(format)) &&
                write_bytes(&to, checkpoint->identity, strlen(checkpoint->identity));
    carom_number_format(t_s, number, sizeof number);
    snprintf(place, sizeof place, "t_s %s\n\n", number);
    if (good && write_bytes(&to, place, strlen(place))) {
        pass(object, &serializer);
    }
    if (to.reason != 0) {
        return carom_error_system(error, CAROM_CANNOT_WRITE, "write", checkpoint->path, to.reason);
    }
    fprintf(stream, "%016" PRIx64 "\n", to.hash);
    return carom_serializer_end(&serializer, error);
}

static carom_status replace_file(const carom_checkpoint *checkpoint, carom_file *file, double t_s,
                                 void (*pass)(void *object, carom_serializer *serializer),
                                 void *object, carom_error *error)
{
    CAROM_TRY(
        carom_file_open_as(file, checkpoint->directory, file_name, CAROM_FILE_RESUMABLE, error));
    CAROM_TRY(carom_file_truncate(file, error));
    CAROM_TRY(write_all(checkpoint, file->stream, t_s, pass, object, error));
    CAROM_TRY(carom_file_finish(file, error));
    return carom_file_commit(file, error);
}

carom_status carom_checkpoint_write(carom_checkpoint *checkpoint, double t_s,
                                    void (*pass)(void *object, carom_serializer *serializer),
                                    void *object, carom_error *error)
{
    double begun_s = carom_seconds_now();
    carom_file file;
    carom_status status = replace_file(checkpoint, &file, t_s, pass, object, error);
    file.resumable = false;
    carom_file_discard(&file);
    if (status == CAROM_OK) {
        checkpoint->exists = true;
        checkpoint->t_s = t_s;
    }
    checkpoint->last_written_s = checkpoint->last_query_s = carom_seconds_now();
    checkpoint->cost_s = checkpoint->last_written_s - begun_s;
    return status;
}

void carom_checkpoint_remove(carom_checkpoint *checkpoint)
{
    if (checkpoint->exists) {
        unlink(checkpoint->path);
        checkpoint->exists = false;
    }
}

void carom_checkpoint_close(carom_checkpoint *checkpoint)
{
    if (checkpoint->stream != NULL) {
        fclose(checkpoint->stream);
    }
    free(checkpoint->directory);
    free(checkpoint->path);
    free(checkpoint->identity);
    *checkpoint = (carom_checkpoint){.path = NULL};
}

/* ---- identity ---- */

void carom_identity_write_line(FILE *stream, const char *key, const char *value)
{
    fprintf(stream, "%s %.*s\n", key, (int)strcspn(value, "\n"), value);
}

/* Hashes the program file, which identifies builds of uncommitted changes too. Without /proc the
 * hash is "unknown". */
static void hash_program(char text[20])
{
    FILE *program = fopen("/proc/self/exe", "rb");
    snprintf(text, 20, "unknown");
    if (program != NULL) {
        snprintf(text, 20, "%016" PRIx64, carom_stream_hash(program));
        fclose(program);
    }
}

void carom_identity_write_machine(FILE *stream)
{
    static const uint16_t one = 1;
    char text[80], hash[20];
    unsigned char first;
    memcpy(&first, &one, 1);
    snprintf(text, sizeof text, "%s endian, pointers %zu, long %zu, long double %zu",
             first == 1 ? "little" : "big", sizeof(void *), sizeof(long), sizeof(long double));
    carom_identity_write_line(stream, "machine", text);
    hash_program(hash);
    carom_identity_write_line(stream, "program", hash);
}
