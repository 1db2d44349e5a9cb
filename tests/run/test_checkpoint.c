/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged checkpoints and checkpoints of other runs are rejected. A later process appends its rows
 * to existing ones. */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include "run/run.h"
#include "scratch_place.h"
#include "system/system.h"
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

static const char file_name[] = "checkpoint.carom";

static const char identity[] = "version 1\ncommit abc\nprogram 0123\ncommand run\nscenario 77\n"
                               "solvers heun impulse\ncollisions kept\nengines\n";

static size_t get(const place *p, char *bytes, size_t room)
{
    FILE *file = fopen(p->path, "rb");
    size_t count;
    ck_assert_ptr_nonnull(file);
    count = fread(bytes, 1, room, file);
    ck_assert_int_eq(fclose(file), 0);
    return count;
}

static carom_status open_as(carom_checkpoint *checkpoint, const place *p, const char *of,
                            carom_error *error)
{
    char *own = carom_text_copy(of, strlen(of));
    ck_assert_ptr_nonnull(own);
    return carom_checkpoint_open(checkpoint, p->directory, own, 0, error);
}

typedef struct {
    double value;
    size_t count;
    uint32_t *item;
} state;

static void pass_state(void *object, carom_serializer *serializer)
{
    state *s = object;
    carom_serialize_value(serializer, s->value);
    carom_serialize_list(serializer, &s->item, &s->count, NULL, sizeof *s->item);
}

static void write_one(const place *p)
{
    uint32_t items[] = {3, 1, 4, 1, 5};
    state s = {2.385, 5, items};
    carom_checkpoint checkpoint;
    carom_error error = {0};
    assert_ok(open_as(&checkpoint, p, identity, &error));
    ck_assert(!checkpoint.exists && checkpoint.stream == NULL);
    assert_ok(carom_checkpoint_write(&checkpoint, 0.1, pass_state, &s, &error));
    ck_assert(checkpoint.exists);
    carom_checkpoint_close(&checkpoint);
}

START_TEST(checkpoint_restores_the_state)
{
    place p = place_new(file_name);
    carom_checkpoint checkpoint;
    carom_error error = {0};
    state s = {0};
    ck_assert(!carom_checkpoint_exists(p.directory));
    write_one(&p);
    ck_assert(carom_checkpoint_exists(p.directory));
    assert_ok(open_as(&checkpoint, &p, identity, &error));
    assert_same(checkpoint.t_s, 0.1);
    assert_ok(carom_checkpoint_restore(&checkpoint, pass_state, &s, &error));
    assert_same(s.value, 2.385);
    ck_assert(s.count == 5 && s.item[2] == 4 && s.item[4] == 5);
    carom_checkpoint_remove(&checkpoint);
    ck_assert(!carom_checkpoint_exists(p.directory));
    carom_checkpoint_close(&checkpoint);
    free(s.item);
    place_free(&p);
}
END_TEST

static void refuse(const place *p, const char *bytes, size_t count, const char *says)
{
    carom_checkpoint checkpoint;
    carom_error error = {0};
    carom_status status;
    put(p, bytes, count);
    status = open_as(&checkpoint, p, identity, &error);
    ck_assert_msg(status == CAROM_INVALID, "status %d of %zu bytes", (int)status, count);
    ck_assert_msg(strstr(error.text, says) != NULL, "got  %s\nwant %s", error.text, says);
    ck_assert_ptr_nonnull(strstr(error.text, "remove it to start again"));
    carom_checkpoint_close(&checkpoint);
}

/* Damages every byte once, and truncates to every length. */
START_TEST(damaged_checkpoint_is_rejected)
{
    place p = place_new(file_name);
    char bytes[1000], damaged[1000];
    size_t count;
    write_one(&p);
    count = get(&p, bytes, sizeof bytes);
    ck_assert(count > 200 && count < sizeof bytes);
    for (size_t i = 0; i < count; i++) {
        refuse(&p, bytes, i, i == 0 ? "is empty" : i < 17 ? "is not a checkpoint" : "");
        memcpy(damaged, bytes, count);
        damaged[i] = (char)(damaged[i] ^ (1 << i % 8));
        refuse(&p, damaged, count,
               i < 17   ? "is not a checkpoint"
               : i < 19 ? "another version of carom"
                        : "is damaged, or cut off");
    }
    bytes[count] = 'x';
    refuse(&p, bytes, count + 1, "is damaged, or cut off");
    place_free(&p);
}
END_TEST

/* A head without end, without a time, or with an invalid state, each with a correct hash. */
START_TEST(invalid_checkpoint_with_correct_hash_is_rejected)
{
    place p = place_new(file_name);
    static const char *const bodies[] = {"carom-checkpoint 1\n", "carom-checkpoint 1\n\n",
                                         "carom-checkpoint 1\nt_s 1\n\n",
                                         "carom-checkpoint 1\nversion 1\nt_s x\n\n"};
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        char bytes[200];
        uint64_t hash = carom_hash(CAROM_HASH_START, bodies[i], strlen(bodies[i]));
        int count = snprintf(bytes, sizeof bytes, "%s%016" PRIx64 "\n", bodies[i], hash);
        refuse(&p, bytes, (size_t)count, p.path);
    }
    place_free(&p);
}
END_TEST

/* An impossible time, and control characters that a terminal would obey. */
START_TEST(header_out_of_range_is_rejected)
{
    static const char *const places[] = {"", "x", "nan", "inf", "1e999", "-0.5", "1 s"};
    place p = place_new(file_name);
    char bytes[400];
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        int count = snprintf(bytes, sizeof bytes, "carom-checkpoint 1\n%st_s %s\n\n", identity,
                             places[i]);
        uint64_t hash = carom_hash(CAROM_HASH_START, bytes, (size_t)count);
        count += snprintf(bytes + count, sizeof bytes - (size_t)count, "%016" PRIx64 "\n", hash);
        refuse(&p, bytes, (size_t)count, "contains no valid time");
    }
    int count = snprintf(bytes, sizeof bytes, "carom-checkpoint 1\nversion \033[2J\nt_s 1\n\n");
    uint64_t hash = carom_hash(CAROM_HASH_START, bytes, (size_t)count);
    count += snprintf(bytes + count, sizeof bytes - (size_t)count, "%016" PRIx64 "\n", hash);
    refuse(&p, bytes, (size_t)count, "its version is '?[2J', not '1'");
    place_free(&p);
}
END_TEST

/* The state read is shorter or longer than the state written. */
static void serialize_less(void *object, carom_serializer *serializer)
{
    carom_serialize_bytes(serializer, object, sizeof(double));
}

static void pass_more(void *object, carom_serializer *serializer)
{
    pass_state(object, serializer);
    carom_serialize_constant(serializer, 1, "number of balls");
}

START_TEST(state_of_other_length_is_rejected)
{
    static void (*const pass[])(void *, carom_serializer *) = {serialize_less, pass_more};
    for (size_t i = 0; i < 2; i++) {
        place p = place_new(file_name);
        carom_checkpoint checkpoint;
        carom_error error = {0};
        state s = {0};
        write_one(&p);
        assert_ok(open_as(&checkpoint, &p, identity, &error));
        ck_assert_int_eq(carom_checkpoint_restore(&checkpoint, pass[i], &s, &error), CAROM_INVALID);
        ck_assert_ptr_nonnull(strstr(error.text, "cannot continue from '"));
        carom_checkpoint_close(&checkpoint);
        free(s.item);
        place_free(&p);
    }
}
END_TEST

START_TEST(checkpoint_of_another_run_is_rejected_with_reason)
{
    static const struct {
        const char *of, *says;
    } others[] = {
        {"version 2\n", "another build of carom: its version is '1', not '2'"},
        {"version 1\ncommit abd\n", "another build of carom: its commit is 'abc', not 'abd'"},
        {"version 1\ncommit abc\nprogram 3\n", "its program is '0123', not '3'"},
        {"version 1\ncommit abc\nprogram 0123\ncommand compare\n", "carom 'run', not 'compare'"},
        {"version 1\ncommit abc\nprogram 0123\ncommand run\nscenario 78\n",
         "another scenario or other values of --set: hash '77', not '78'"},
        {"version 1\ncommit abc\nprogram 0123\ncommand run\nscenario 77\nsolvers heun\n",
         "the solvers 'heun impulse', not 'heun'"},
        {"version 1\nnew 7\n", "'new' is 'missing', not '7'"}};
    place p = place_new(file_name);
    write_one(&p);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        carom_checkpoint checkpoint;
        carom_error error = {0};
        ck_assert_int_eq(open_as(&checkpoint, &p, others[i].of, &error), CAROM_INVALID);
        ck_assert_msg(strstr(error.text, others[i].says) != NULL, "got  %s\nwant %s", error.text,
                      others[i].says);
        carom_checkpoint_close(&checkpoint);
    }
    place_free(&p);
}
END_TEST

/* ---- files ---- */

static bool write_bytes(void *context, void *data, size_t size)
{
    return fwrite(data, 1, size, context) == size;
}

static bool read_bytes(void *context, void *data, size_t size)
{
    return fread(data, 1, size, context) == size;
}

static carom_status pass_file(carom_file *file, FILE *kept, bool is_writing)
{
    carom_serializer serializer = is_writing ? carom_serializer_writing(write_bytes, kept)
                                             : carom_serializer_reading(read_bytes, kept, 1000);
    rewind(kept);
    carom_file_serialize(file, &serializer);
    return carom_serializer_end(&serializer, NULL);
}

static void open_rows(carom_file *file, const place *p)
{
    assert_ok(
        carom_file_open_as(file, p->directory, "checkpoint.carom", CAROM_FILE_RESUMABLE, NULL));
}

static void assert_rows(const place *p, const char *rows)
{
    char bytes[200] = "";
    get(p, bytes, sizeof bytes - 1);
    ck_assert_str_eq(bytes, rows);
}

START_TEST(rows_continue_behind_existing_ones)
{
    place p = place_new(file_name);
    char part[100];
    FILE *kept = tmpfile();
    carom_file file;
    snprintf(part, sizeof part, "%s.part", p.path);
    put(&p, "of an earlier run\n", 18);
    open_rows(&file, &p);
    assert_ok(carom_file_truncate(&file, NULL));
    fputs("one\n", file.stream);
    assert_ok(pass_file(&file, kept, true));
    fputs("two\n", file.stream);
    assert_ok(pass_file(&file, kept, true));
    fputs("after the checkpoint\n", file.stream);
    carom_file_discard(&file);
    assert_rows(&p, "of an earlier run\n");
    open_rows(&file, &p);
    assert_ok(pass_file(&file, kept, false));
    fputs("three\n", file.stream);
    assert_ok(carom_file_finish(&file, NULL));
    assert_ok(pass_file(&file, kept, true));
    carom_file_discard(&file);
    open_rows(&file, &p); /* complete, under its temporary name */
    assert_ok(pass_file(&file, kept, false));
    ck_assert(file.stream == NULL);
    assert_ok(carom_file_commit(&file, NULL));
    carom_file_discard(&file);
    assert_rows(&p, "one\ntwo\nthree\n");
    open_rows(&file, &p); /* complete, under its own name */
    assert_ok(pass_file(&file, kept, false));
    assert_ok(carom_file_commit(&file, NULL));
    carom_file_discard(&file);
    assert_rows(&p, "one\ntwo\nthree\n");
    ck_assert_int_ne(access(part, F_OK), 0);
    fclose(kept);
    place_free(&p);
}
END_TEST

/* The rows are missing, truncated, or changed in one byte. */
START_TEST(changed_rows_are_rejected)
{
    static const char *const found[] = {"", "one\ntw", "one\ntwO\nthree\n"};
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
        place p = place_new(file_name), part;
        FILE *kept = tmpfile();
        carom_file file;
        open_rows(&file, &p);
        assert_ok(carom_file_truncate(&file, NULL));
        fputs("one\ntwo\n", file.stream);
        assert_ok(pass_file(&file, kept, true));
        carom_file_discard(&file);
        part = p;
        snprintf(part.path, sizeof part.path, "%s/checkpoint.carom.part", p.directory);
        put(&part, found[i], strlen(found[i]));
        put(&p, "one\ntwo\n", 8); /* the file of an earlier run cannot be opened for writing */
        open_rows(&file, &p);
        ck_assert_int_eq(pass_file(&file, kept, false), CAROM_INVALID);
        carom_file_discard(&file);
        assert_rows(&part, found[i]);
        unlink(part.path);
        fclose(kept);
        place_free(&p);
    }
}
END_TEST

START_TEST(only_regular_files_can_be_continued)
{
    place p = place_new(file_name);
    char part[100];
    carom_file file;
    carom_error error = {0};
    snprintf(part, sizeof part, "%s.part", p.path);
    ck_assert_int_eq(symlink("/dev/null", part), 0);
    ck_assert_int_eq(
        carom_file_open_as(&file, p.directory, "checkpoint.carom", CAROM_FILE_RESUMABLE, &error),
        CAROM_CANNOT_CREATE);
    unlink(part);
    ck_assert_int_eq(mkfifo(part, 0600), 0);
    ck_assert_int_eq(
        carom_file_open_as(&file, p.directory, "checkpoint.carom", CAROM_FILE_RESUMABLE, &error),
        CAROM_CANNOT_CREATE);
    unlink(part);
    ck_assert_int_eq(mkfifo(p.path, 0600), 0);
    ck_assert_int_eq(
        carom_file_open_as(&file, p.directory, "checkpoint.carom", CAROM_FILE_RESUMABLE, &error),
        CAROM_CANNOT_CREATE);
    ck_assert_ptr_nonnull(strstr(error.text, "omit --checkpoint"));
    place_free(&p);
}
END_TEST

TEST_MAIN("checkpoint", checkpoint_restores_the_state, damaged_checkpoint_is_rejected,
          invalid_checkpoint_with_correct_hash_is_rejected, header_out_of_range_is_rejected,
          state_of_other_length_is_rejected, checkpoint_of_another_run_is_rejected_with_reason,
          rows_continue_behind_existing_ones, changed_rows_are_rejected,
          only_regular_files_can_be_continued)
