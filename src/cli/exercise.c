/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom exercise: lists, prints and grades worksheets. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "system/system.h"
#include <dirent.h>
#include <errno.h>

int cli_exercise_load(const cli_options *options, const char *name, carom_exercise *exercise)
{
    carom_messages messages = {.item = NULL};
    int status = EXIT_DONE;
    carom_status read = carom_exercise_read(exercise, options->home, name, &messages,
                                            options->error);
    if (read != CAROM_OK) {
        status = cli_report_error(options->error);
    } else {
        carom_messages_print(&messages, exercise->key,
                             messages.errors > 0 ? stderr : options->notes);
        status = messages.errors > 0 ? EXIT_BAD_SCENARIO : EXIT_DONE;
    }
    carom_messages_free(&messages);
    return status;
}

/* ---- list ---- */

static int list_exercises(const cli_options *options, carom_language language)
{
    char folder[CAROM_PATH_SIZE + 20], path[CAROM_PATH_SIZE + 300];
    struct dirent **entry = NULL;
    int status = EXIT_DONE;
    snprintf(folder, sizeof folder, "%s/experiments", options->home);
    int count = scandir(folder, &entry, NULL, alphasort);
    if (count < 0) {
        return cli_report(
            options, carom_error_system(options->error, CAROM_CANNOT_READ, "read", folder, errno));
    }
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%.200s/exercise.md", folder, entry[i]->d_name);
        if (status == EXIT_DONE && carom_is_regular_file(path)) {
            carom_exercise exercise;
            status = cli_exercise_load(options, entry[i]->d_name, &exercise);
            if (status == EXIT_DONE) {
                bool german = language == CAROM_GERMAN && exercise.german != NULL;
                const char *title = german ? exercise.german + strspn(exercise.german, "# ")
                                           : exercise.title;
                printf("%-26s %2zu %s  %.*s\n", exercise.name, exercise.questions.count,
                       language == CAROM_GERMAN ? "Fragen" : "questions", (int)strcspn(title, "\n"),
                       title);
            }
            carom_exercise_free(&exercise);
        }
        free(entry[i]);
    }
    free(entry);
    return status;
}

/* ---- show ---- */

/* A file that exists stays: a worksheet may be filled in. */
static int show_exercise(const cli_options *options, const char *name, carom_language language)
{
    const char *output = options->output == NULL ? "-" : options->output;
    carom_exercise exercise;
    if (carom_file_replaces(output)) {
        return cli_report_existing(output, "");
    }
    int status = cli_exercise_load(options, name, &exercise);
    if (status == EXIT_DONE) {
        carom_file file;
        carom_status written = carom_file_open_path(&file, output, options->error);
        CAROM_THEN(written, carom_exercise_show(&exercise, language, file.stream, options->error));
        status = cli_report(options, cli_file_finish(&file, written, options->error));
    }
    carom_exercise_free(&exercise);
    return status;
}

/* ---- grade ---- */

static int grade_answers(const cli_options *options, const carom_exercise *exercise,
                         const carom_document *file, carom_language language)
{
    char *folder = carom_path_folder(file->path), directory[CAROM_PATH_SIZE];
    carom_verdicts verdicts;
    snprintf(directory, sizeof directory, "out/exercise/%.150s", exercise->name);
    const carom_grading_context exam = {.exercise = exercise,
                                        .language = language,
                                        .home = options->home,
                                        .answers_folder = folder,
                                        .directory = options->output != NULL ? options->output
                                                                             : directory,
                                        .stop = options->stop};
    int status = cli_report(options, carom_exercise_grade(&exam, file, &verdicts, options->error));
    if (status == EXIT_DONE) {
        const carom_question *question = exercise->questions.items;
        bool german = language == CAROM_GERMAN;
        double all = 0, reached = 0;
        for (size_t i = 0; i < exercise->questions.count; i++) {
            all += question[i].points;
            reached += verdicts.item[i].kind == CAROM_PASS ? question[i].points : 0;
        }
        status = cli_verdicts_print(options, &verdicts);
        fprintf(options->report, "%s%.10g %s %.10g %s\n", options->tap ? "# " : "", reached,
                german ? "von" : "of", all, german ? "Punkten" : "points");
    }
    carom_verdicts_free(&verdicts);
    free(folder);
    return status;
}

/* @param sheet a worksheet of the user; NULL: the answers name a shipped one */
static int grade_file(const cli_options *options, const char *sheet, const char *path,
                      carom_language language)
{
    carom_document file;
    carom_exercise exercise = {.german = NULL};
    int status = cli_report(options,
                            carom_answers_open(&file, path, sheet != NULL, options->error));
    if (status == EXIT_DONE) {
        const char *name = carom_node_text(file.root, "exercise");
        status = cli_exercise_load(options, sheet != NULL ? sheet : name, &exercise);
    }
    if (status == EXIT_DONE) {
        status = grade_answers(options, &exercise, &file, language);
    }
    carom_exercise_free(&exercise);
    carom_document_close(&file);
    return status;
}

int cli_exercise(const cli_options *options)
{
    const char *action = options->file, *const *file = options->more.item;
    const char *wanted = options->language != NULL ? options->language : "en";
    size_t count = options->more.count;
    carom_language language = strcmp(wanted, "de") == 0 ? CAROM_GERMAN : CAROM_ENGLISH;
    if (language == CAROM_ENGLISH && strcmp(wanted, "en") != 0) {
        return cli_report_usage_error("exercise", "--lang expects en or de, not", wanted);
    }
    if (strcmp(action, "list") == 0 && count == 0) {
        return list_exercises(options, language);
    }
    if (strcmp(action, "show") == 0 && count == 1) {
        return show_exercise(options, file[0], language);
    }
    if (strcmp(action, "grade") == 0 && count > 0) {
        const char *sheet = carom_text_ends_in(file[0], ".md") ? file[0] : NULL;
        int worst = EXIT_DONE;
        file += sheet != NULL;
        count -= sheet != NULL;
        for (size_t i = 0; i < count || i == 0; i++) {
            const char *path = count == 0 ? "my-answers.yaml" : file[i];
            if (count > 1) {
                fprintf(options->report, "%s%s:\n", options->tap ? "# " : i > 0 ? "\n" : "", path);
                fflush(options->report); /* before messages about the file */
            }
            int status = grade_file(options, sheet, path, language);
            worst = status > worst ? status : worst;
        }
        return worst;
    }
    if (count == 0 && strpbrk(action, ".-") != NULL) { /* a file or an experiment */
        fprintf(stderr, "carom: error: unknown action '%s'; did you mean 'carom exercise %s %s'?\n",
                action, carom_text_ends_in(action, ".yaml") ? "grade" : "show", action);
        return EXIT_USAGE;
    }
    return cli_report_usage_error(
        "exercise", "unknown action; use carom exercise list, show NAME or grade FILE...", NULL);
}
