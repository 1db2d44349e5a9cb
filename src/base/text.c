/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts in UTF-8, streams into memory, error messages. */
#define _GNU_SOURCE /* fopencookie, which musl, wasi-libc and FreeBSD have too */
#include "base/base.h"
#include <stdarg.h>

void carom_text_append(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

char *carom_text_copy(const char *text, size_t length)
{
    return memcpy(carom_allocate(length + 1, 1), text, length);
}

size_t carom_text_distance(const char *a, const char *b)
{
    enum { MOST = 63 };
    size_t cost[MOST + 1][MOST + 1], la = strlen(a), lb = strlen(b);
    la = la < MOST ? la : MOST;
    lb = lb < MOST ? lb : MOST;
    for (size_t i = 0; i <= la; i++) {
        for (size_t j = 0; j <= lb; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            size_t best = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            best = cost[i - 1][j] + 1 < best ? cost[i - 1][j] + 1 : best;
            best = cost[i][j - 1] + 1 < best ? cost[i][j - 1] + 1 : best;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            cost[i][j] = swapped && cost[i - 2][j - 2] + 1 < best ? cost[i - 2][j - 2] + 1 : best;
        }
    }
    return cost[la][lb];
}

size_t carom_text_character_size(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    static const struct {
        unsigned char from, to;  /* of the first byte, */
        unsigned char low, high; /* of the second byte; further bytes are 80..bf */
        size_t bytes;
    } kinds[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        if (c[0] >= kinds[k].from && c[0] <= kinds[k].to) {
            bool whole = kinds[k].bytes == 1 || (c[1] >= kinds[k].low && c[1] <= kinds[k].high);
            for (size_t i = 2; i < kinds[k].bytes && whole; i++) {
                whole = c[i] >= 0x80 && c[i] <= 0xbf;
            }
            return whole ? kinds[k].bytes : 0;
        }
    }
    return 0;
}

const char *carom_text_find_control(const char *text, const char *but)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        unsigned point = c[0] < 0xe0 || c[1] == '\0'
                           ? 0
                           : (c[0] & 0x0fu) << 12 | (c[1] & 0x3fu) << 6 | (c[2] & 0x3fu);
        bool three = (c[0] & 0xf0) == 0xe0 &&
                     ((point >= 0x2028 && point <= 0x202e) ||
                      (point >= 0x2066 && point <= 0x2069) || point == 0x200e || point == 0x200f ||
                      point == 0xfeff || point >= 0xfffe);
        bool two = c[0] == 0xc2 && c[1] >= 0x80 && c[1] <= 0x9f,
             passes = but != NULL && strchr(but, *c) != NULL;
        if (three || two || *c == 0x7f || (*c < 0x20 && !passes)) {
            return (const char *)c;
        }
    }
    return NULL;
}

/* ---- a stream into memory ---- */

typedef struct {
    char **text;
    size_t *length, room; /* bytes */
} memory;

static void append_bytes(memory *to, const char *bytes, size_t count)
{
    while (count >= to->room - *to->length) { /* and a NUL */
        carom_reserve(to->text, to->room, &to->room, 1);
    }
    memcpy(*to->text + *to->length, bytes, count);
    *to->length += count;
    (*to->text)[*to->length] = '\0';
}

static int close_memory(void *object)
{
    free(object);
    return 0;
}

#ifdef __APPLE__

static int put_bytes(void *object, const char *bytes, int count)
{
    append_bytes(object, bytes, (size_t)count);
    return count;
}

static FILE *open_stream(memory *to)
{
    return funopen(to, NULL, put_bytes, NULL, close_memory);
}

#else

static ssize_t put_bytes(void *object, const char *bytes, size_t count)
{
    append_bytes(object, bytes, count);
    return (ssize_t)count;
}

static FILE *open_stream(memory *to)
{
    return fopencookie(to, "w", (cookie_io_functions_t){.write = put_bytes, .close = close_memory});
}

#endif

FILE *carom_text_open(char **text, size_t *length)
{
    enum { FIRST_ROOM = 1024 };
    memory *to = carom_allocate(1, sizeof *to);
    *text = carom_allocate(FIRST_ROOM, 1);
    *length = 0;
    *to = (memory){.text = text, .length = length, .room = FIRST_ROOM};
    FILE *stream = open_stream(to);
    if (stream == NULL) {
        carom_out_of_memory();
    }
    return stream;
}

size_t carom_text_count(const char *text, size_t length, char c)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += text[i] == c;
    }
    return count;
}

bool carom_text_ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

void carom_text_replace_controls(char *text)
{
    const char *control;
    while ((control = carom_text_find_control(text, NULL)) != NULL) {
        text += control - text;
        *text = '?';
        for (text++; ((unsigned char)*text & 0xc0) == 0x80; text++) {
            *text = '?';
        }
    }
}

uint64_t carom_hash(uint64_t hash, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

/* ---- status ---- */

/* Length of "key: " at the beginning of the text, or 0. */
static size_t key_length(const carom_error *error)
{
    size_t length = strlen(error->key);
    return length > 0 && strncmp(error->text, error->key, length) == 0 &&
                   strncmp(error->text + length, ": ", 2) == 0
             ? length + 2
             : 0;
}

static void prefix_key(carom_error *error)
{
    carom_error bare = *error;
    char after_position[sizeof error->key + 8];
    snprintf(after_position, sizeof after_position, ": %s: ", error->key);
    if (error->key[0] != '\0' && key_length(error) == 0 &&
        strstr(error->text, after_position) == NULL) {
        snprintf(error->text, sizeof error->text, "%s: %.*s", error->key,
                 (int)(sizeof error->text - sizeof error->key - 2), bare.text);
    }
}

const char *carom_error_problem(const carom_error *error)
{
    return error->text + key_length(error);
}

void carom_error_set_key(carom_error *error, const char *key)
{
    if (error != NULL) {
        carom_error bare = *error;
        carom_error_set(error, bare.status, key, "%s", carom_error_problem(&bare));
    }
}

carom_status carom_error_set(carom_error *error, carom_status status, const char *key,
                             const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        error->status = status;
        snprintf(error->key, sizeof error->key, "%s", key);
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        prefix_key(error);
        carom_text_replace_controls(error->text); /* it can quote text from files */
    }
    return status;
}

carom_status carom_error_no_memory(carom_error *error)
{
    (void)error;
    carom_out_of_memory();
}

carom_status carom_error_interrupted(carom_error *error)
{
    return carom_error_set(error, CAROM_INTERRUPTED, "", "interrupted");
}
