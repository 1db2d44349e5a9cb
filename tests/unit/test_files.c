/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files written whole or not at all. */
#define _XOPEN_SOURCE 700
#include "records/folder.h"
#include "support.h"
#include "system/atomic_file.h"
#include "system/child.h"
#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/carom-test-XXXXXX";

static void make_folder(void)
{
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static int count_files(void)
{
    DIR *open = opendir(folder);
    const struct dirent *entry;
    int count = 0;
    while ((entry = readdir(open)) != NULL) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(open);
    return count;
}

static void read_back(const char *name, char *text, size_t size)
{
    char path[200];
    FILE *file;
    size_t length;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
}

START_TEST(committed_replaces_discarded_does_not)
{
    carom_file file;
    char text[32];
    carom_error error = {0};
    make_folder();
    assert_ok(carom_file_open(&file, folder, "a", &error));
    fputs("old", file.stream);
    assert_ok(carom_file_finish(&file, &error));
    assert_ok(carom_file_commit(&file, &error));
    carom_file_discard(&file);
    assert_ok(carom_file_open(&file, folder, "a", &error));
    fputs("new", file.stream);
    read_back("a", text, sizeof text);
    ck_assert_str_eq(text, "old");
    /* as after an error: what was there is still there, and only that */
    carom_file_discard(&file);
    read_back("a", text, sizeof text);
    ck_assert_str_eq(text, "old");
    ck_assert_int_eq(count_files(), 1);
}
END_TEST

START_TEST(full_disk_is_an_error)
{
    carom_file file = {.stream = NULL};
    carom_error error = {0};
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL) {
        return; /* only Linux has it */
    }
    make_folder();
    assert_ok(carom_file_open(&file, folder, "b", &error));
    fclose(file.stream);
    file.stream = full;
    fputs("does not fit", file.stream);
    ck_assert_int_eq(carom_file_finish(&file, &error), CAROM_CANNOT_WRITE);
    ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
    carom_file_discard(&file);
    ck_assert_int_eq(count_files(), 0);
}
END_TEST

START_TEST(folders_are_made_or_refused)
{
    char path[200];
    carom_error error = {0};
    struct stat info;
    carom_file file;
    make_folder();
    snprintf(path, sizeof path, "%s/x/y/z", folder);
    assert_ok(carom_directory_make(path, &error));
    assert_ok(carom_directory_make(path, &error));
    ck_assert(stat(path, &info) == 0 && S_ISDIR(info.st_mode));
    assert_ok(carom_file_open(&file, folder, "f", &error));
    assert_ok(carom_file_finish(&file, &error));
    assert_ok(carom_file_commit(&file, &error));
    carom_file_discard(&file);
    snprintf(path, sizeof path, "%s/f/g", folder);
    ck_assert_int_eq(carom_directory_make(path, &error), CAROM_CANNOT_CREATE);
    ck_assert_int_eq(carom_file_open(&file, path, "h", &error), CAROM_CANNOT_CREATE);
    ck_assert_ptr_nonnull(strstr(error.text, "cannot create"));
}
END_TEST

START_TEST(folders_made_for_nothing_go)
{
    char path[200];
    carom_error error = {0};
    carom_directory made;
    struct stat info;
    make_folder();
    snprintf(path, sizeof path, "%s/x", folder);
    assert_ok(carom_directory_make(path, &error));
    snprintf(path, sizeof path, "%s/x/y//z/", folder);
    assert_ok(carom_directory_open(&made, path, &error));
    ck_assert(stat(path, &info) == 0);
    carom_directory_close(&made);
    snprintf(path, sizeof path, "%s/x", folder);
    ck_assert(stat(path, &info) == 0); /* was there before */
    snprintf(path, sizeof path, "%s/x/y", folder);
    ck_assert(stat(path, &info) != 0);
    snprintf(path, sizeof path, "%s/p/q", folder);
    assert_ok(carom_directory_open(&made, path, &error));
    snprintf(path, sizeof path, "%s/p/mine", folder);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    carom_directory_close(&made); /* q goes, p has something in it */
    ck_assert(stat(path, &info) == 0);
    snprintf(path, sizeof path, "%s/p/q", folder);
    ck_assert(stat(path, &info) != 0);
}
END_TEST

static void write_file(const char *name, const char *text)
{
    carom_file file;
    carom_error error = {0};
    assert_ok(carom_file_open(&file, folder, name, &error));
    fputs(text, file.stream);
    assert_ok(carom_file_finish(&file, &error));
    assert_ok(carom_file_commit(&file, &error));
    carom_file_discard(&file);
}

START_TEST(links_stay_and_permissions_too)
{
    char path[200], text[32];
    struct stat info;
    make_folder();
    write_file("real", "old");
    snprintf(path, sizeof path, "%s/real", folder);
    ck_assert_int_eq(chmod(path, 0604), 0);
    snprintf(path, sizeof path, "%s/link", folder);
    ck_assert_int_eq(symlink("real", path), 0);
    write_file("link", "new");
    ck_assert(lstat(path, &info) == 0 && S_ISLNK(info.st_mode));
    read_back("real", text, sizeof text);
    ck_assert_str_eq(text, "new");
    ck_assert(stat(path, &info) == 0);
    ck_assert_int_eq((int)(info.st_mode & 0777), 0604);
    ck_assert_int_eq(count_files(), 2);
}
END_TEST

/* Notes and commits `name` as a command's only file. */
static void leave(const char *command, const char *name)
{
    char path[200];
    carom_error error = {0};
    carom_folder *at = carom_folder_new();
    assert_ok(carom_folder_open(at, folder, command, false, &error));
    write_file(name, command);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    carom_folder_note(at, path);
    assert_ok(carom_folder_commit(at, &error));
    carom_folder_close(at);
}

START_TEST(what_a_command_left_before_goes)
{
    char text[200];
    make_folder();
    leave("run", "a");
    leave("fan", "b");
    write_file("mine", "mine");
    leave("run", "c");
    read_back("files.tsv", text, sizeof text);
    ck_assert_str_eq(text, "file\tcommand\nb\tfan\nc\trun\n");
    ck_assert_int_eq(count_files(), 4); /* b, c, mine, the list; the lock has gone */
    leave("run", "b");                  /* takes it over */
    read_back("files.tsv", text, sizeof text);
    ck_assert_str_eq(text, "file\tcommand\nb\trun\n");
}
END_TEST

START_TEST(a_folder_has_one_worker)
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

START_TEST(a_child_ends_when_told_to)
{
    static const char *const asleep[] = {"sh", "-c", "trap '' TERM; sleep 30; sleep 30", NULL},
                             *const status_7[] = {"sh", "-c", "exit 7", NULL},
                             *const nobody[] = {"carom-there-is-no-such-program", NULL};
    volatile sig_atomic_t stop = 1;
    carom_error error = {0};
    int got = 0;
    /* or the test runs into its limit */
    ck_assert_int_eq(carom_child_run(asleep, &stop, &got, &error), CAROM_INTERRUPTED);
    stop = 0;
    assert_ok(carom_child_run(status_7, &stop, &got, &error));
    ck_assert_int_eq(got, 7);
    assert_ok(carom_child_run(nobody, NULL, &got, &error));
    ck_assert_int_eq(got, CAROM_CHILD_MISSING);
}
END_TEST

TEST_MAIN("files", committed_replaces_discarded_does_not, full_disk_is_an_error,
          folders_are_made_or_refused, folders_made_for_nothing_go, links_stay_and_permissions_too,
          what_a_command_left_before_goes, a_folder_has_one_worker, a_child_ends_when_told_to)
