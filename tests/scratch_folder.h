/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A folder of a test's own under /tmp, and what is in it; both go when its process ends. Define
 * _XOPEN_SOURCE 700 before the first include.
 */
#ifndef CAROM_TESTS_SCRATCH_FOLDER_H
#define CAROM_TESTS_SCRATCH_FOLDER_H

#include "support.h"
#include "system/system.h"
#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/carom-test-XXXXXX";

static pid_t folder_owner; /* a process that a test starts is not */

static inline int remove_entry(const char *path, const struct stat *found, int kind,
                               struct FTW *where)
{
    (void)found;
    (void)kind;
    (void)where;
    return remove(path);
}

static void remove_folder(void)
{
    if (getpid() == folder_owner) {
        (void)nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    }
}

static inline void make_folder(void)
{
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    folder_owner = getpid();
    ck_assert_int_eq(atexit(remove_folder), 0);
}

static inline int count_files(void)
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

static inline void read_back(const char *name, char *text, size_t size)
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

static inline void write_file(const char *name, const char *text)
{
    carom_file file;
    carom_error error = {0};
    assert_ok(carom_file_open(&file, folder, name, &error));
    fputs(text, file.stream);
    assert_ok(carom_file_finish(&file, &error));
    assert_ok(carom_file_commit(&file, &error));
    carom_file_discard(&file);
}

#endif
