/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom exercise grade DIR: a class in one table. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "exercises/exercises.h"
#include "system/system.h"
#include <sys/stat.h>

bool cli_is_class(const cli_options *options, const char *path)
{
    struct stat about;
    return options->csv || (stat(path, &about) == 0 && S_ISDIR(about.st_mode));
}

static void print(const cli_options *options, const carom_class *class)
{
    if (options->csv) {
        carom_class_csv(class, stdout);
    } else if (options->json) {
        carom_class_json(class, stdout);
    } else {
        carom_class_print(class, options->words);
    }
    fflush(stdout);
}

int cli_class(const cli_options *options, const char *path)
{
    carom_sandbox sandbox = {.tried = false};
    carom_class class = {.item = NULL};
    carom_directory made = {.path = NULL};
    carom_error error = {0};
    cli_progress progress;
    carom_class_request request = {.path = path,
                                   .home = options->home,
                                   .keys = options->keys,
                                   .directory = options->output != NULL ? options->output
                                                                        : "out/exercise/class",
                                   .limits = &options->limits,
                                   .sandbox = &sandbox,
                                   .stop = options->stop,
                                   .progress = cli_progress_show,
                                   .context = &progress};
    carom_status status;
    int result;
    if (options->tap || options->junit != NULL || (options->csv && options->json)) {
        return cli_usage_error("exercise",
                               "a class is one table: expected --csv or --json alone, not --tap or "
                               "--junit",
                               NULL);
    }
    status = carom_directory_open(&made, request.directory, &error);
    cli_progress_start(&progress, options, "hand-ins");
    if (status == CAROM_OK) {
        status = carom_class_grade(&class, &request, &error);
    }
    cli_progress_end(&progress);
    if (status == CAROM_OK) {
        print(options, &class);
        result = class.trouble.status == CAROM_OK ? EXIT_DONE : cli_fail(&class.trouble);
    } else {
        result = cli_fail(&error);
    }
    carom_class_free(&class);
    carom_directory_close(&made);
    return result;
}
