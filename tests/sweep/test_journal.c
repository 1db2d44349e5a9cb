/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Untrusted journals: every number is range-checked before it becomes a size or an index. */
#define _POSIX_C_SOURCE 200809L
#include "scenario/scenario.h"
#include "scratch_place.h"
#include "sweep/sweep.h"
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER "seed\tsolver\tcollisions\n"
#define ROWS "1\timpulse\t3\n"

static const char file_name[] = "shard-1-of-2.journal";

/* Removes the journal and the merged table. */
static void journal_free(const place *p)
{
    char table[80];
    snprintf(table, sizeof table, "%s/sweep.tsv", p->directory);
    unlink(table);
    place_free(p);
}

static void refuse(const place *p, const char *text, size_t length, const char *says)
{
    carom_journal journal;
    carom_error error = {0};
    put(p, text, length);
    ck_assert_msg(carom_journal_read(&journal, p->path, &error) == CAROM_INVALID, "read:\n%s",
                  text);
    ck_assert_msg(strstr(error.text, says) != NULL, "got  %s\nwant %s\nof:\n%s", error.text, says,
                  text);
    carom_journal_close(&journal);
}

START_TEST(first_line_out_of_range_is_rejected)
{
    static const char *const lines[] = {
        "",
        "\n",
        "carom",
        "carom-sweep 1",
        "carom-sweep 1 0123456789abcdef tasks 4 shard 1/1",
        "carom-sweep 2 0123456789abcdef tasks 4 shard 1/1\n",
        "carom-sweep 1 0123456789abcdef tasks 23333333333333333333333333333 shard 1/1\n",
        "carom-sweep 1 0123456789abcdef tasks 18446744073709551615 shard 1/1\n",
        "carom-sweep 1 0123456789abcdef tasks 1152921504606846976 shard 1/1\n",
        "carom-sweep 1 0123456789abcdef tasks 10000001 shard 1/1\n",
        "carom-sweep 1 0123456789abcdef tasks 0 shard 1/1\n",
        "carom-sweep 1 0123456789abcdef tasks -1 shard 1/1\n",
        "carom-sweep 1 0123456789abcdef tasks +4 shard 1/1\n",
        "carom-sweep 1 0123456789abcdef tasks 04 shard 1/1\n",
        "carom-sweep 1 0123456789abcdef tasks 4 shard 0/1\n",
        "carom-sweep 1 0123456789abcdef tasks 4 shard 2/1\n",
        "carom-sweep 1 0123456789abcdef tasks 4 shard -1/1\n",
        "carom-sweep 1 0123456789abcdef tasks 4 shard 1/1000001\n",
        "carom-sweep 1 0123456789abcdef tasks 4 shard 99999999999999999999/99999999999999999999\n",
        "carom-sweep 1 0123456789abcdef tasks 4 shard 1/1 more\n",
        "carom-sweep 1 123 tasks 4 shard 1/1\n"};
    place p = place_new(file_name);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s" HEADER, lines[i]);
        refuse(&p, text, strlen(text), ":1: not the journal of a sweep; expected");
    }
    refuse(&p, "carom-sweep 1 0123456789abcdef tasks 4 shard 1/1\nno end", 55,
           ":2: the header of the table is missing");
    journal_free(&p);
}
END_TEST

/* A journal of shard 1/2 of 4 tasks: a valid entry, then the given one. */
static size_t compose(char *text, size_t size, const char *task, const char *bytes,
                      const char *rows, size_t length, uint64_t hash)
{
    int head = snprintf(text, size,
                        "carom-sweep 1 0123456789abcdef tasks 4 shard 1/2\n" HEADER
                        "task 0 %zu %016" PRIx64 "\n" ROWS "task %s %s %016" PRIx64 "\n",
                        strlen(ROWS), carom_hash(CAROM_HASH_START, ROWS, strlen(ROWS)), task, bytes,
                        hash);
    memcpy(text + head, rows, length);
    return (size_t)head + length;
}

START_TEST(invalid_entry_is_rejected)
{
    static const struct {
        const char *task, *bytes, *rows;
        size_t length;
    } entries[] = {{"2", "12", "1\timpulse\t3\r", 12}, /* no line end */
                   {"2", "0", "", 0},
                   {"2", "10", "1\timpulse\n", 10}, /* one cell too few */
                   {"2", "14", "1\timpulse\t3\t4\n", 14},
                   {"2", "12", "1\timp\0lse\t3\n", 12},
                   {"1", "12", ROWS, 12}, /* a task of shard 2 */
                   {"4", "12", ROWS, 12},
                   {"18446744073709551614", "12", ROWS, 12},
                   {"-2", "12", ROWS, 12},
                   {"2", "-1", ROWS, 12},
                   {"2", "18446744073709551615", ROWS, 12},
                   {"2", "012", ROWS, 12}};
    place p = place_new(file_name);
    char text[600];
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        size_t length = compose(text, sizeof text, entries[i].task, entries[i].bytes,
                                entries[i].rows, entries[i].length,
                                carom_hash(CAROM_HASH_START, entries[i].rows, entries[i].length));
        refuse(&p, text, length, "is damaged after its first 111 bytes; run that shard again");
    }
    refuse(&p, text, compose(text, sizeof text, "2", "12", ROWS, 12, 7),
           "is damaged after its first 111 bytes");
    journal_free(&p);
}
END_TEST

START_TEST(truncated_entry_is_dropped)
{
    place p = place_new(file_name);
    char text[600];
    size_t whole = compose(text, sizeof text, "2", "12", ROWS, 12,
                           carom_hash(CAROM_HASH_START, ROWS, 12));
    for (size_t length = 111; length <= whole; length++) {
        carom_journal journal;
        carom_error error = {0};
        put(&p, text, length);
        ck_assert_msg(carom_journal_read(&journal, p.path, &error) == CAROM_OK, "%zu: %s", length,
                      error.text);
        ck_assert_uint_eq(journal.finished, length == whole ? 2 : 1);
        ck_assert_str_eq(journal.entry[0].rows, ROWS);
        carom_journal_close(&journal);
    }
    journal_free(&p);
}
END_TEST

/* The largest number of tasks that is accepted can also be merged: the merge reports the missing
 * points. */
START_TEST(merge_reports_missing_points)
{
    static const char text[] = "carom-sweep 1 0123456789abcdef tasks 10000000 shard 1/2\n" HEADER;
    place p = place_new(file_name);
    const char *const directory[] = {p.directory};
    carom_error error = {0};
    size_t points = 0;
    put(&p, text, strlen(text));
    ck_assert_int_eq(carom_sweep_merge(directory, 1, p.directory, NULL, &points, &error),
                     CAROM_INVALID);
    ck_assert_ptr_nonnull(strstr(error.text, "10000000 of 10000000 points are missing"));
    journal_free(&p);
}
END_TEST

START_TEST(resuming_keeps_valid_entries)
{
    const carom_journal_identity identity = {0x0123456789abcdef, 4, 1, 2, NULL};
    place p = place_new(file_name);
    char text[600];
    carom_journal journal;
    carom_error error = {0};
    put(&p, text,
        compose(text, sizeof text, "1", "12", ROWS, 12, carom_hash(CAROM_HASH_START, ROWS, 12)));
    ck_assert_int_eq(carom_journal_open(&journal, p.path, &identity, HEADER, &error), CAROM_OK);
    ck_assert_uint_eq(journal.finished, 1);
    ck_assert_int_eq(carom_journal_add(&journal, 2, ROWS, strlen(ROWS), &error), CAROM_OK);
    carom_journal_close(&journal);
    ck_assert_int_eq(carom_journal_read(&journal, p.path, &error), CAROM_OK);
    ck_assert_uint_eq(journal.finished, 2);
    ck_assert_str_eq(journal.entry[2].rows, ROWS);
    carom_journal_close(&journal);
    journal_free(&p);
}
END_TEST

/* An entry without a valid number: its task runs again and its new rows replace the old ones. */
START_TEST(task_can_be_added_again)
{
    const carom_journal_identity identity = {0x0123456789abcdef, 4, 1, 2, NULL};
    place p = place_new(file_name);
    carom_journal journal;
    carom_error error = {0};
    assert_ok(carom_journal_open(&journal, p.path, &identity, HEADER, &error));
    assert_ok(carom_journal_add(&journal, 2, "1\tx\ty\n", 6, &error));
    assert_ok(carom_journal_add(&journal, 2, ROWS, strlen(ROWS), &error));
    ck_assert_uint_eq(journal.finished, 1);
    ck_assert_str_eq(journal.entry[2].rows, ROWS);
    carom_journal_close(&journal);
    assert_ok(carom_journal_open(&journal, p.path, &identity, HEADER, &error));
    ck_assert_uint_eq(journal.finished, 1);
    ck_assert_str_eq(journal.entry[2].rows, ROWS);
    carom_journal_close(&journal);
    journal_free(&p);
}
END_TEST

TEST_MAIN("journals", first_line_out_of_range_is_rejected, invalid_entry_is_rejected,
          truncated_entry_is_dropped, merge_reports_missing_points, resuming_keeps_valid_entries,
          task_can_be_added_again)
