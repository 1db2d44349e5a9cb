/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that answers name. */
#define _XOPEN_SOURCE 700
#include "base/text.h"
#include "exercises/exercise.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool carom_exam_file(const carom_exam *exam, const char *answer, char path[CAROM_PATH_SIZE],
                     carom_verdict *verdict)
{
    char wanted[CAROM_PATH_SIZE];
    char *folder = realpath(exam->beside, NULL), *file = NULL;
    size_t length = folder == NULL ? 0 : strlen(folder);
    struct stat info;
    bool found = false;
    if (answer[0] != '/' &&
        snprintf(wanted, sizeof wanted, "%s/%s", exam->beside, answer) < (int)sizeof wanted) {
        file = realpath(wanted, NULL);
    }
    if (folder != NULL && file != NULL && strncmp(file, folder, length) == 0 &&
        (file[length] == '/' || length == 1) && stat(file, &info) == 0 && S_ISREG(info.st_mode)) {
        found = snprintf(path, CAROM_PATH_SIZE, "%s", file) < CAROM_PATH_SIZE;
    }
    if (!found) {
        snprintf(verdict->word, sizeof verdict->word, "no-file");
        carom_text_append(verdict->text, sizeof verdict->text,
                          "cannot read '%.200s'; expected the name of a file in the folder of the "
                          "answers",
                          answer);
    }
    free(folder);
    free(file);
    return found;
}
