/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "exercises/exercises.h"
#include <sys/stat.h>

enum { PATH = CAROM_PATH_SIZE };

/* ---- marks ---- */

carom_grade_row *carom_class_add_row(carom_class *class, const char *name, const char *file,
                                     carom_error *error)
{
    carom_grade_row *row;
    if (!carom_reserve(&class->item, class->count, &class->room, sizeof *row)) {
        (void)carom_error_no_memory(error);
        return NULL;
    }
    row = &class->item[class->count];
    *row = (carom_grade_row){.name = carom_text_copy(name, strlen(name)),
                             .file = carom_text_copy(file, strlen(file))};
    class->count++;
    if (row->name == NULL || row->file == NULL) {
        (void)carom_error_no_memory(error);
        return NULL;
    }
    return row;
}

void carom_grade_row_set_fault(carom_grade_row *row, const char *word, const char *text)
{
    snprintf(row->word, sizeof row->word, "%s", word);
    snprintf(row->text, sizeof row->text, "%.690s", text);
    carom_text_replace_controls(row->text);
}

double carom_grade_row_points(const carom_grade_row *row, size_t question)
{
    const carom_question *exercise_name = row->exercise->questions.items;
    return question < row->verdicts.count && row->verdicts.item[question].kind == CAROM_PASS
             ? exercise_name[question].points
             : 0;
}

/* First fault among the verdicts; an unanswered question counts only if there is no other. NULL:
 * none. */
static const carom_verdict *find_worst_verdict(const carom_verdicts *verdicts)
{
    const carom_verdict *worst = NULL;
    for (size_t k = 0; k < verdicts->count; k++) {
        const carom_verdict *verdict = &verdicts->item[k];
        bool counts = verdict->kind == CAROM_FAIL && verdict->word[0] != '\0';
        if (counts && (worst == NULL || strcmp(worst->word, "unanswered") == 0)) {
            worst = verdict;
        }
    }
    return worst;
}

static void sum_points(carom_grade_row *row)
{
    const carom_question *exercise_name = row->exercise->questions.items;
    const carom_verdict *worst = find_worst_verdict(&row->verdicts);
    for (size_t k = 0; k < row->exercise->questions.count; k++) {
        row->total += carom_grade_row_points(row, k);
        row->out_of += exercise_name[k].points;
    }
    if (worst != NULL && row->word[0] == '\0') {
        char text[sizeof row->text];
        snprintf(text, sizeof text, "%.60s: %.600s", worst->name, worst->text);
        carom_grade_row_set_fault(row, worst->word, text);
    }
}

/* ---- exercises ---- */

static void store_first_trouble(carom_class *class, const carom_error *error)
{
    if (class->trouble.status == CAROM_OK) {
        class->trouble = *error;
    }
}

/* Reads an exercise. An error in its answer key is no fault of a submission. */
static carom_status read_exercise(const carom_class_grading *all, const char *name,
                                  carom_class_exercise *read, carom_error *error)
{
    carom_messages messages = {.item = NULL};
    carom_status status = carom_exercise_read_answer_keys(
        &read->exercise, all->request->home, all->request->keys, name, &messages, error);
    if (status == CAROM_OK && messages.errors > 0) {
        status = carom_error_set(error, CAROM_INVALID, "key", "answers.yaml of %s:%zu:%zu: %.400s",
                                 name, messages.item[0].mark.line, messages.item[0].mark.column,
                                 messages.item[0].text);
    }
    carom_messages_free(&messages);
    CAROM_TRY(status);
    read->cached_values = malloc((read->exercise.questions.count + 1) *
                                 sizeof *read->cached_values);
    for (size_t k = 0; read->cached_values != NULL && k < read->exercise.questions.count; k++) {
        read->cached_values[k] = NAN;
    }
    return read->cached_values == NULL ? carom_error_no_memory(error) : CAROM_OK;
}

static void free_exercise(carom_class_exercise *exercise)
{
    carom_exercise_free(&exercise->exercise);
    free(exercise->cached_values);
    free(exercise);
}

/* Finds or reads an exercise by name. NULL on error. */
static carom_class_exercise *find_exercise(const carom_class_grading *all, const char *name,
                                           carom_error *error)
{
    carom_class *class = all->class;
    carom_class_exercise *read;
    for (size_t k = 0; k < class->exercises; k++) {
        if (strcmp(class->exercise[k]->exercise.name, name) == 0) {
            return class->exercise[k];
        }
    }
    read = calloc(1, sizeof *read);
    if (read == NULL || !carom_reserve(&class->exercise, class->exercises, &class->exercise_room,
                                       sizeof(carom_class_exercise *))) {
        free(read);
        (void)carom_error_no_memory(error);
        return NULL;
    }
    if (read_exercise(all, name, read, error) != CAROM_OK) {
        free_exercise(read);
        return NULL;
    }
    if (read->exercise.keyless) {
        (void)carom_exercise_missing_key_error(&read->exercise, all->request->keys, error);
        store_first_trouble(class, error);
    }
    class->exercise[class->exercises++] = read;
    return read;
}

/* ---- one file of answers ---- */

static carom_status grade_answers(const carom_class_grading *all, carom_grade_row *row,
                                  const char *path, double *cached_values, carom_error *error)
{
    const carom_class_request *request = all->request;
    const carom_sandbox before = *request->sandbox;
    char answers_folder[PATH], directory[PATH];
    const char *const hidden[] = {all->folder != NULL ? all->folder : request->keys,
                                  all->folder != NULL ? request->keys : NULL, NULL};
    const carom_grading_context exam = {.exercise = row->exercise,
                                        .home = request->home,
                                        .answers_folder = answers_folder,
                                        .directory = directory,
                                        .shared = request->directory,
                                        .limits = request->limits,
                                        .sandbox = request->sandbox,
                                        .hidden = hidden,
                                        .cached_values = cached_values,
                                        .stop = request->stop};
    snprintf(answers_folder, sizeof answers_folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    snprintf(directory, sizeof directory, "%.4000s/%zu", request->directory, all->class->count);
    carom_status status = carom_exercise_grade(&exam, path, &row->verdicts, error);
    row->inside = request->sandbox->inside > before.inside;
    row->outside = request->sandbox->outside > before.outside;
    return status;
}

bool carom_is_fatal_error(const carom_error *wrong, carom_error *error)
{
    bool ours = wrong->status == CAROM_NO_MEMORY || wrong->status == CAROM_INTERRUPTED;
    *error = ours ? *wrong : *error;
    return ours;
}

/* True if the exercise exists; a failure to read it is then no fault of the submission. */
static bool has_worksheet(const carom_class_grading *all, const char *name)
{
    char path[2 * PATH];
    struct stat about;
    snprintf(path, sizeof path, "%s/experiments/%s/exercise.md", all->request->home, name);
    return stat(path, &about) == 0;
}

/* Reports a submission whose exercise is unknown or has an invalid key. */
static void set_exercise_fault(const carom_class_grading *all, carom_grade_row *row,
                               const char *exercise_name, const carom_error *wrong)
{
    bool key = strcmp(wrong->key, "key") == 0, ours = key || has_worksheet(all, exercise_name);
    carom_grade_row_set_fault(row,
                              key    ? "bad-key"
                              : ours ? "not-judged"
                                     : "no-exercise",
                              wrong->text);
    if (ours) {
        store_first_trouble(all->class, wrong);
    }
}

/* Fills a row; faults go to the row and to @p wrong. */
static void grade_file(const carom_class_grading *all, carom_grade_row *row, const char *path,
                       carom_error *wrong)
{
    char exercise_name[200];
    carom_status status = carom_answers_read_exercise_name(path, exercise_name,
                                                           sizeof exercise_name, wrong);
    carom_class_exercise *exercise;
    if (status != CAROM_OK) {
        carom_grade_row_set_fault(row, "unreadable", wrong->text);
        exercise = exercise_name[0] == '\0' ? NULL : find_exercise(all, exercise_name, wrong);
        if (exercise != NULL) { /* 0 of the points of its worksheet */
            row->exercise = &exercise->exercise;
            sum_points(row);
        }
        return;
    }
    exercise = find_exercise(all, exercise_name, wrong);
    if (exercise == NULL) {
        set_exercise_fault(all, row, exercise_name, wrong);
        return;
    }
    row->exercise = &exercise->exercise;
    if (exercise->exercise.keyless) {
        (void)carom_exercise_missing_key_error(row->exercise, all->request->keys, wrong);
        carom_grade_row_set_fault(row, "no-key", wrong->text);
        return;
    }
    status = grade_answers(all, row, path, exercise->cached_values, wrong);
    if (status != CAROM_OK) {
        carom_grade_row_set_fault(row, status == CAROM_INVALID ? "unreadable" : "not-judged",
                                  wrong->text);
        if (status != CAROM_INVALID) {
            store_first_trouble(all->class, wrong);
        }
    }
    sum_points(row);
}

carom_status carom_submission_grade(const carom_class_grading *all, const char *name,
                                    const char *path, const char *file, carom_error *error)
{
    carom_error wrong = {CAROM_OK, "", ""};
    carom_grade_row *row = carom_class_add_row(all->class, name, file, error);
    if (row == NULL) {
        return error->status;
    }
    grade_file(all, row, path, &wrong);
    return carom_is_fatal_error(&wrong, error) ? wrong.status : CAROM_OK;
}

void carom_class_free(carom_class *class)
{
    for (size_t k = 0; k < class->count; k++) {
        free(class->item[k].name);
        free(class->item[k].file);
        carom_verdicts_free(&class->item[k].verdicts);
    }
    for (size_t k = 0; k < class->exercises; k++) {
        free_exercise(class->exercise[k]);
    }
    free(class->item);
    free(class->exercise);
    *class = (carom_class){.item = NULL};
}
