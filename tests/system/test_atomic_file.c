/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are written completely or not at all. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "scratch_folder.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/inotify.h>
#include <sys/syscall.h>
#endif

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

/* Returns a descriptor that reports files created in the folder, or nothing where the file system
 * names files at once. */
static int watch_new_files(void)
{
#ifdef __linux__
    int notifier = inotify_init1(IN_NONBLOCK), can = open(folder, O_TMPFILE | O_RDWR, 0600);
    if (can >= 0) {
        close(can);
        ck_assert_int_ge(inotify_add_watch(notifier, folder, IN_CREATE), 0);
    }
    return notifier;
#else
    return open("/dev/null", O_RDONLY);
#endif
}

static bool may_link = true;

#ifdef __linux__
/* Replaces the C library's function. */
int linkat(int of, const char *from, int in, const char *to, int flags)
{
    errno = EACCES;
    return may_link ? (int)syscall(SYS_linkat, of, from, in, to, flags) : -1;
}
#endif

/* A process killed while writing leaves nothing, if the folder supports files without names. */
START_TEST(unfinished_file_has_no_name)
{
    char text[32], event[4096];
    carom_file file;
    carom_error error = {0};
    int notifier, status;
    pid_t writer;
    make_folder();
    write_file("a", "old");
    notifier = watch_new_files();
    writer = fork();
    ck_assert_int_ge(writer, 0);
    if (writer == 0) {
        bool opened = carom_file_open(&file, folder, "a", &error) == CAROM_OK &&
                      fputs("new", file.stream) >= 0 && fflush(file.stream) == 0;
        raise(opened ? SIGKILL : SIGTERM);
    }
    ck_assert_int_eq(waitpid(writer, &status, 0), writer);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    ck_assert_int_le((int)read(notifier, event, sizeof event), 0);
    read_back("a", text, sizeof text);
    ck_assert_str_eq(text, "old");
    close(notifier);
}
END_TEST

/* Where linking fails, the file is copied with its permissions, and nothing else remains. */
START_TEST(file_is_copied_where_linking_fails)
{
    char text[32], path[200];
    struct stat info;
    make_folder();
    write_file("a", "old");
    snprintf(path, sizeof path, "%s/a", folder);
    ck_assert_int_eq(chmod(path, 0604), 0);
    may_link = false;
    write_file("a", "new");
    write_file("b", "first");
    may_link = true;
    read_back("a", text, sizeof text);
    ck_assert_str_eq(text, "new");
    read_back("b", text, sizeof text);
    ck_assert_str_eq(text, "first");
    ck_assert(stat(path, &info) == 0);
    ck_assert_int_eq((int)(info.st_mode & 0777), 0604);
    ck_assert_int_eq(count_files(), 2);
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

/* A process killed at any time leaves no unknown name. */
START_TEST(unnamed_file_never_has_a_name)
{
    carom_error error = {0};
    char text[16] = "", event[4096];
    int notifier;
    FILE *file;
    make_folder();
    notifier = watch_new_files();
    file = carom_file_open_unnamed(folder, &error);
    ck_assert_ptr_nonnull(file);
    fputs("kept", file);
    rewind(file);
    ck_assert_ptr_nonnull(fgets(text, sizeof text, file));
    ck_assert_str_eq(text, "kept");
    ck_assert_int_eq(count_files(), 0);
    ck_assert_int_le((int)read(notifier, event, sizeof event), 0);
    fclose(file);
    close(notifier);
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

TEST_MAIN("atomic file", committed_replaces_discarded_does_not, unfinished_file_has_no_name,
          file_is_copied_where_linking_fails, full_disk_is_an_error, unnamed_file_never_has_a_name,
          folders_are_created_or_rejected, empty_new_folders_are_removed,
          links_and_permissions_are_kept)
