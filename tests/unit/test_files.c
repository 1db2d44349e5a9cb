/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files written whole or not at all. */
#define _POSIX_C_SOURCE 200809L
#include "harness/atomic_file.h"
#include "support.h"
#include <dirent.h>
#include <sys/stat.h>
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
    carom_file_discard(&file); /* as after an error: what was there is still there, and only that */
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

TEST_MAIN("files", committed_replaces_discarded_does_not, full_disk_is_an_error,
          folders_are_made_or_refused)
