/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A results folder: a command removes what its previous run left, and locks the folder. */
#define _XOPEN_SOURCE 700
#include "records/records.h"
#include "scratch_folder.h"
#include <sys/wait.h>

/* Lists and commits `name` as the only file of a command. */
static void write_and_commit(const char *command, const char *name)
{
    char path[200];
    carom_error error = {0};
    carom_folder *at = carom_folder_new();
    assert_ok(carom_folder_open(at, folder, command, false, &error));
    write_file(name, command);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    carom_folder_add(at, path);
    assert_ok(carom_folder_commit(at, &error));
    carom_folder_close(at);
}

START_TEST(files_of_the_previous_run_are_removed)
{
    char text[200];
    make_folder();
    write_and_commit("run", "a");
    write_and_commit("fan", "b");
    write_file("mine", "mine");
    write_and_commit("run", "c");
    read_back("files.tsv", text, sizeof text);
    ck_assert_str_eq(text, "file\tcommand\nb\tfan\nc\trun\n");
    ck_assert_int_eq(count_files(), 4); /* b, c, mine, the list; the lock file was removed */
    write_and_commit("run", "b");       /* the file changes its owner */
    read_back("files.tsv", text, sizeof text);
    ck_assert_str_eq(text, "file\tcommand\nb\trun\n");
}
END_TEST

/* Part files of a killed process are removed by the next one, except those that it retains and
 * those that the list does not contain. */
START_TEST(part_files_of_an_abandoned_run_are_removed)
{
    char text[200], path[200];
    carom_error error = {0};
    make_folder();
    snprintf(path, sizeof path, "%s/a.part", folder);
    for (int kept = 1; kept >= 0; kept--) {
        carom_folder *at = carom_folder_new();
        assert_ok(carom_folder_open(at, folder, "run", false, &error));
        write_file("a.part", "rows");
        write_file("own.part", "rows");
        carom_folder_add_part(at, path);
        assert_ok(carom_folder_save_list(at, &error));
        read_back("files.tsv", text, sizeof text);
        ck_assert_str_eq(text, "file\tcommand\na.part\trun\n");
        carom_folder_close(at); /* the system releases the lock like this */
        ck_assert_int_eq(access(path, F_OK), 0);
        at = carom_folder_new();
        assert_ok(carom_folder_open(at, folder, "run", false, &error));
        if (kept) {
            carom_folder_retain_parts(at);
        }
        assert_ok(carom_folder_commit(at, &error));
        carom_folder_close(at);
        read_back("files.tsv", text, sizeof text);
        ck_assert_str_eq(text, kept ? "file\tcommand\na.part\trun\n" : "file\tcommand\n");
        ck_assert_int_eq(access(path, F_OK), kept ? 0 : -1);
    }
    ck_assert_int_eq(count_files(), 2); /* own.part, the list */
}
END_TEST

/* A process that succeeds before it has written anything leaves no list. */
START_TEST(removed_files_are_not_listed)
{
    char path[200];
    carom_error error = {0};
    carom_folder *at = carom_folder_new();
    make_folder();
    snprintf(path, sizeof path, "%s/a.part", folder);
    assert_ok(carom_folder_open(at, folder, "run", false, &error));
    carom_folder_add_part(at, path);
    assert_ok(carom_folder_save_list(at, &error));
    carom_folder_close(at);
    ck_assert_int_eq(count_files(), 0);
}
END_TEST

START_TEST(folder_is_locked_by_one_process)
{
    carom_error error = {0};
    carom_folder *at = carom_folder_new(), *other = carom_folder_new();
    char process[40];
    int how;
    pid_t child;
    make_folder();
    assert_ok(carom_folder_open(at, folder, "run", false, &error));
    snprintf(process, sizeof process, "(process %ld)", (long)getpid());
    child = fork();
    if (child == 0) {
        bool refused = carom_folder_open(other, folder, "fan", true, &error) == CAROM_CANNOT_CREATE;
        _exit(refused && strstr(error.text, process) != NULL ? 0 : 1);
    }
    ck_assert(waitpid(child, &how, 0) == child && WIFEXITED(how) && WEXITSTATUS(how) == 0);
    carom_folder_close(at);
    ck_assert_int_eq(count_files(), 0);
    assert_ok(carom_folder_open(other, folder, "fan", true, &error));
    carom_folder_close(other);
}
END_TEST

/* Shards open and close the folder at the same time. All of them must get the lock. */
START_TEST(shards_share_the_lock)
{
    enum { SHARERS = 4, TURNS = 1000 };
    pid_t child[SHARERS];
    make_folder();
    for (int k = 0; k < SHARERS; k++) {
        child[k] = fork();
        if (child[k] == 0) {
            carom_status status = CAROM_OK;
            for (int turn = 0; turn < TURNS && status == CAROM_OK; turn++) {
                carom_folder_lock lock;
                status = carom_folder_lock_acquire(&lock, folder, true, NULL);
                carom_folder_lock_release(&lock);
            }
            _exit(status == CAROM_OK ? 0 : 1);
        }
    }
    for (int k = 0; k < SHARERS; k++) {
        int how;
        ck_assert(waitpid(child[k], &how, 0) == child[k] && WIFEXITED(how));
        ck_assert_int_eq(WEXITSTATUS(how), 0);
    }
    ck_assert_int_eq(count_files(), 0); /* the last shard removes the lock file */
}
END_TEST

TEST_MAIN("folder", files_of_the_previous_run_are_removed,
          part_files_of_an_abandoned_run_are_removed, removed_files_are_not_listed,
          folder_is_locked_by_one_process, shards_share_the_lock)
