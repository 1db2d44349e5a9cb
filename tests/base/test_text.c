/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams into memory: complete, or an error. */
#define _XOPEN_SOURCE 700
#include "base/base.h"
#include "support.h"
#include <sys/resource.h>

START_TEST(a_stream_into_memory_has_all_bytes)
{
    static const char bytes[] = "two\0texts";
    static char large[100000]; /* larger than the buffer of a stream */
    char *text = NULL;
    size_t length = 9;
    FILE *memory = carom_text_open(&text, &length);
    memset(large, 'x', sizeof large);
    ck_assert(memory != NULL && fflush(memory) == 0 && length == 0);
    ck_assert_str_eq(text, "");
    fwrite(bytes, 1, sizeof bytes, memory);
    ck_assert(fflush(memory) == 0 && length == sizeof bytes);
    ck_assert(memcmp(text, bytes, sizeof bytes) == 0 && text[length] == '\0');
    fprintf(memory, "%d", -12);
    fwrite(large, 1, sizeof large, memory);
    fputs("end", memory);
    ck_assert(carom_text_close(memory, &text));
    ck_assert_msg(length == sizeof bytes + 3 + sizeof large + 3, "%zu bytes", length);
    ck_assert(memcmp(text, bytes, sizeof bytes) == 0);
    ck_assert(memcmp(text + sizeof bytes, "-12", 3) == 0);
    ck_assert(memcmp(text + sizeof bytes + 3, large, sizeof large) == 0);
    ck_assert_str_eq(text + length - 3, "end");
    free(text);
}
END_TEST

#ifdef SANITIZED /* they reserve more address space than the limit */
#define SHORT_OF_MEMORY
#else
#define SHORT_OF_MEMORY , a_text_that_could_not_grow_is_incomplete

/* A temporary lack of memory makes the text incomplete, even if later writes succeed. */
START_TEST(a_text_that_could_not_grow_is_incomplete)
{
    static const rlim_t little = 64 << 20;
    static const char line[] = "a line of a text that grows until there is no memory for it\n";
    struct rlimit before, limit;
    char *text;
    size_t length, written = 0;
    bool whole;
    FILE *memory = carom_text_open(&text, &length);
    ck_assert(memory != NULL && getrlimit(RLIMIT_AS, &before) == 0);
    limit = before;
    limit.rlim_cur = little;
    ck_assert(setrlimit(RLIMIT_AS, &limit) == 0);
    for (; written < 2 * little; written += sizeof line - 1) {
        fputs(line, memory);
    }
    ck_assert(setrlimit(RLIMIT_AS, &before) == 0);
    fputs(line, memory);
    written += sizeof line - 1;
    whole = carom_text_close(memory, &text);
    ck_assert_msg(whole ? length == written : text == NULL, "%zu bytes of %zu", length, written);
#ifdef __linux__ /* other systems do not enforce this limit */
    ck_assert(!whole);
#endif
    free(text);
}
END_TEST
#endif

TEST_MAIN("text", a_stream_into_memory_has_all_bytes SHORT_OF_MEMORY)
