/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A folder of a test's own under /tmp, and what is in it. Define _XOPEN_SOURCE 700 before the first
 * include.
 */
#ifndef CAROM_TESTS_SCRATCH_FOLDER_H
#define CAROM_TESTS_SCRATCH_FOLDER_H

#include "support.h"
#include "system/atomic_file.h"
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/carom-test-XXXXXX";

static inline void make_folder(void)
{
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
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
