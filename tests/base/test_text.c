/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams into memory; the memory handler. */
#define _XOPEN_SOURCE 700
#include "base/base.h"
#include "support.h"
#include <setjmp.h>
#include <sys/wait.h>
#include <unistd.h>

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
    ck_assert(fclose(memory) == 0);
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
#define SHORT_OF_MEMORY , without_memory_the_handler_is_called, the_default_handler_ends_the_program

static jmp_buf owner;

static void jump_out(void)
{
    longjmp(owner, 1);
}

/* Each function calls the handler, which jumps out, instead of returning NULL. */
START_TEST(without_memory_the_handler_is_called)
{
    static const size_t half = SIZE_MAX / 2;
    carom_arena arena = {.chunk = NULL};
    size_t room = half;
    volatile int calls = 0;
    char *items = NULL;
    ck_assert(carom_memory_set_handler(jump_out) != NULL);
    if (setjmp(owner) == 0) {
        (void)carom_allocate(half, 1);
        calls = -100;
    }
    calls++;
    if (setjmp(owner) == 0) {
        (void)carom_aligned_zeros(half, 2);
        calls = -100;
    }
    calls++;
    if (setjmp(owner) == 0) {
        (void)carom_arena_take(&arena, half, 4);
        calls = -100;
    }
    calls++;
    if (setjmp(owner) == 0) {
        (void)carom_reserve(&items, half, &room, 8);
        calls = -100;
    }
    calls++;
    ck_assert_msg(carom_memory_set_handler(NULL) == jump_out, "another handler was set");
    ck_assert_int_eq(calls, 4);
    ck_assert_msg(items == NULL && room == half, "the array has changed");
}
END_TEST

/* The default handler ends the program: a line on standard error, status 70. */
START_TEST(the_default_handler_ends_the_program)
{
    char text[100] = "";
    int ends[2], status = 0;
    ck_assert(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDERR_FILENO);
        carom_out_of_memory();
    }
    close(ends[1]);
    ck_assert(child > 0 && waitpid(child, &status, 0) == child);
    ck_assert(read(ends[0], text, sizeof text - 1) > 0);
    close(ends[0]);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 70, "status %d", status);
    ck_assert_str_eq(text, "carom: error: out of memory\n");
}
END_TEST
#endif

TEST_MAIN("text", a_stream_into_memory_has_all_bytes SHORT_OF_MEMORY)
