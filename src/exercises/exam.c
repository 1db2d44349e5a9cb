/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that answers name. */
#define _XOPEN_SOURCE 700
#include "base/base.h"
#include "exercises/exercises.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

carom_status carom_exam_file(const carom_exam *exam, const char *answer, char path[CAROM_PATH_SIZE],
                             carom_verdict *verdict, carom_error *error)
{
    char wanted[CAROM_PATH_SIZE];
    char *folder = realpath(exam->beside, NULL), *file = NULL;
    size_t length = folder == NULL ? 0 : strlen(folder);
    struct stat info;
    bool found = false, lost = folder == NULL && errno == ENOMEM;
    path[0] = '\0';
    if (answer[0] != '/' &&
        snprintf(wanted, sizeof wanted, "%s/%s", exam->beside, answer) < (int)sizeof wanted) {
        file = realpath(wanted, NULL);
        lost = lost || (file == NULL && errno == ENOMEM);
    }
    if (folder != NULL && file != NULL && strncmp(file, folder, length) == 0 &&
        (file[length] == '/' || length == 1) && stat(file, &info) == 0 && S_ISREG(info.st_mode)) {
        found = snprintf(path, CAROM_PATH_SIZE, "%s", file) < CAROM_PATH_SIZE;
    }
    if (!found) {
        path[0] = '\0';
        snprintf(verdict->word, sizeof verdict->word, "no-file");
        carom_text_append(verdict->text, sizeof verdict->text,
                          "cannot read '%.200s'; expected the name of a file in the folder of the "
                          "answers",
                          answer);
    }
    free(folder);
    free(file);
    return lost ? carom_error_no_memory(error) : CAROM_OK;
}
