/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are written completely or not at all. */
#define _XOPEN_SOURCE 700
#include "scratch_folder.h"

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
    /* as after an error: only the old file exists */
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
        return; /* only Linux supports this */
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

START_TEST(folders_are_created_or_rejected)
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

START_TEST(empty_new_folders_are_removed)
{
    char path[200];
    carom_error error = {0};
    carom_directory made;
    struct stat info;
    make_folder();
    snprintf(path, sizeof path, "%s/x", folder);
    assert_ok(carom_directory_make(path, &error));
    snprintf(path, sizeof path, "%s/x/y//z/", folder);
    assert_ok(carom_directory_create(&made, path, &error));
    ck_assert(stat(path, &info) == 0);
    carom_directory_remove_empty(&made);
    snprintf(path, sizeof path, "%s/x", folder);
    ck_assert(stat(path, &info) == 0); /* existed before */
    snprintf(path, sizeof path, "%s/x/y", folder);
    ck_assert(stat(path, &info) != 0);
    snprintf(path, sizeof path, "%s/p/q", folder);
    assert_ok(carom_directory_create(&made, path, &error));
    snprintf(path, sizeof path, "%s/p/mine", folder);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    carom_directory_remove_empty(&made); /* q is removed, p is not empty */
    ck_assert(stat(path, &info) == 0);
    snprintf(path, sizeof path, "%s/p/q", folder);
    ck_assert(stat(path, &info) != 0);
}
END_TEST

START_TEST(links_and_permissions_are_kept)
{
    char path[200], text[32];
    struct stat info;
    carom_file file;
    carom_error error = {0};
    make_folder();
    write_file("real", "old");
    snprintf(path, sizeof path, "%s/real", folder);
    ck_assert_int_eq(chmod(path, 0604), 0);
    snprintf(path, sizeof path, "%s/link", folder);
    ck_assert_int_eq(symlink("real", path), 0);
    assert_ok(carom_file_open_path(&file, path, &error));
    fputs("new", file.stream);
    assert_ok(carom_file_finish(&file, &error));
    assert_ok(carom_file_commit(&file, &error));
    carom_file_discard(&file);
    ck_assert(lstat(path, &info) == 0 && S_ISLNK(info.st_mode));
    read_back("real", text, sizeof text);
    ck_assert_str_eq(text, "new");
    ck_assert(stat(path, &info) == 0);
    ck_assert_int_eq((int)(info.st_mode & 0777), 0604);
    ck_assert_int_eq(count_files(), 2);
    write_file("link", "newer"); /* in a folder, the file replaces the link, or a pipe */
    ck_assert(lstat(path, &info) == 0 && S_ISREG(info.st_mode));
    read_back("real", text, sizeof text);
    ck_assert_str_eq(text, "new");
    snprintf(path, sizeof path, "%s/pipe", folder);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    write_file("pipe", "new");
    ck_assert(lstat(path, &info) == 0 && S_ISREG(info.st_mode));
    /* a file that a link names and that does not exist has the usual permissions */
    snprintf(path, sizeof path, "%s/dangling", folder);
    ck_assert_int_eq(symlink("fresh", path), 0);
    mode_t before = umask(027);
    assert_ok(carom_file_open_path(&file, path, &error));
    assert_ok(carom_file_finish(&file, &error));
    assert_ok(carom_file_commit(&file, &error));
    carom_file_discard(&file);
    umask(before);
    ck_assert(lstat(path, &info) == 0 && S_ISLNK(info.st_mode));
    ck_assert(stat(path, &info) == 0);
    ck_assert_int_eq((int)(info.st_mode & 0777), 0640);
}
END_TEST

TEST_MAIN("atomic file", committed_replaces_discarded_does_not, full_disk_is_an_error,
          folders_are_created_or_rejected, empty_new_folders_are_removed,
          links_and_permissions_are_kept)
