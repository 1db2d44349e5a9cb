/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resolves files that answers name. */
#define _XOPEN_SOURCE 700
#include "exercises/exercises.h"
#include <errno.h>
#include <sys/stat.h>

char *carom_path_within(const char *folder, const char *name, carom_error *error)
{
    char path[2 * CAROM_PATH_SIZE];
    size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    errno = 0;
    char *real = snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path
                   ? realpath(path, NULL)
                   : NULL;
    if (real == NULL && errno == ENOMEM) {
        (void)carom_error_no_memory(error);
    }
    if (real != NULL && (strncmp(real, folder, length) != 0 || real[length] != '/')) {
        free(real);
        real = NULL;
    }
    return real;
}

carom_status carom_answer_file_path(const carom_grading_context *exam, const char *answer,
                                    char path[CAROM_PATH_SIZE], carom_verdict *verdict,
                                    carom_error *error)
{
    carom_error lost = {CAROM_OK, "", ""};
    struct stat info;
    errno = 0;
    char *folder = realpath(exam->answers_folder, NULL), *file = NULL;
    if (folder == NULL && errno == ENOMEM) {
        return carom_error_no_memory(error);
    }
    if (folder != NULL && answer[0] != '/') {
        file = carom_path_within(folder, answer, &lost);
    }
    path[0] = '\0';
    if (file == NULL || stat(file, &info) != 0 || !S_ISREG(info.st_mode) ||
        snprintf(path, CAROM_PATH_SIZE, "%s", file) >= CAROM_PATH_SIZE) {
        path[0] = '\0';
        snprintf(verdict->word, sizeof verdict->word, "no-file");
        carom_text_append(verdict->text, sizeof verdict->text,
                          "cannot read '%.200s'; expected the name of a file in the folder of the "
                          "answers",
                          answer);
    }
    free(folder);
    free(file);
    return lost.status == CAROM_OK ? CAROM_OK : carom_error_no_memory(error);
}
