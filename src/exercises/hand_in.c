/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "base/base.h"
#include "exercises/exercises.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = CAROM_PATH_SIZE };

/* ---- marks ---- */

carom_marks *carom_class_add(carom_class *class, const char *name, const char *file,
                             carom_error *error)
{
    carom_marks *marks;
    if (!carom_reserve(&class->item, class->count, &class->room, sizeof *marks)) {
        (void)carom_error_no_memory(error);
        return NULL;
    }
    marks = &class->item[class->count];
    *marks = (carom_marks){.name = carom_text_copy(name, strlen(name)),
                           .file = carom_text_copy(file, strlen(file))};
    class->count++;
    if (marks->name == NULL || marks->file == NULL) {
        (void)carom_error_no_memory(error);
        return NULL;
    }
    return marks;
}

void carom_marks_fault(carom_marks *marks, const char *word, const char *text)
{
    snprintf(marks->word, sizeof marks->word, "%s", word);
    snprintf(marks->text, sizeof marks->text, "%.690s", text);
    carom_text_make_plain(marks->text);
}

double carom_marks_points(const carom_marks *marks, size_t question)
{
    const carom_question *asked = marks->exercise->questions.items;
    return question < marks->verdicts.count && marks->verdicts.item[question].kind == CAROM_PASS
             ? asked[question].points
             : 0;
}

/* The first question that went wrong by something else than its answer; what was not answered says
 * least. NULL: none */
static const carom_verdict *worst_of(const carom_verdicts *verdicts)
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

static void sum_up(carom_marks *marks)
{
    const carom_question *asked = marks->exercise->questions.items;
    const carom_verdict *worst = worst_of(&marks->verdicts);
    for (size_t k = 0; k < marks->exercise->questions.count; k++) {
        marks->total += carom_marks_points(marks, k);
        marks->out_of += asked[k].points;
    }
    if (worst != NULL && marks->word[0] == '\0') {
        char text[sizeof marks->text];
        snprintf(text, sizeof text, "%.60s: %.600s", worst->name, worst->text);
        carom_marks_fault(marks, worst->word, text);
    }
}

/* ---- exercises ---- */

static void note_trouble(carom_class *class, const carom_error *error)
{
    if (class->trouble.status == CAROM_OK) {
        class->trouble = *error;
    }
}

/* Reads one that has not been seen yet. What is wrong with its key is nobody's in the class. */
static carom_status read_exercise(const carom_grading *all, const char *name,
                                  carom_class_exercise *read, carom_error *error)
{
    carom_messages messages = {.item = NULL};
    carom_status status = carom_exercise_read_keys(&read->exercise, all->request->home,
                                                   all->request->keys, name, &messages, error);
    if (status == CAROM_OK && messages.errors > 0) {
        status = carom_error_set(error, CAROM_INVALID, "key", "answers.yaml of %s:%zu:%zu: %.400s",
                                 name, messages.item[0].mark.line, messages.item[0].mark.column,
                                 messages.item[0].text);
    }
    carom_messages_free(&messages);
    CAROM_TRY(status);
    read->known = malloc((read->exercise.questions.count + 1) * sizeof *read->known);
    for (size_t k = 0; read->known != NULL && k < read->exercise.questions.count; k++) {
        read->known[k] = NAN;
    }
    return read->known == NULL ? carom_error_no_memory(error) : CAROM_OK;
}

static void free_exercise(carom_class_exercise *exercise)
{
    carom_exercise_free(&exercise->exercise);
    free(exercise->known);
    free(exercise);
}

/* The exercise of that name; NULL with the error: there is none. */
static carom_class_exercise *exercise_called(const carom_grading *all, const char *name,
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
        (void)carom_exercise_complain(&read->exercise, all->request->keys, error);
        note_trouble(class, error);
    }
    class->exercise[class->exercises++] = read;
    return read;
}

/* ---- one file of answers ---- */

static carom_status judge(const carom_grading *all, carom_marks *marks, const char *path,
                          double *known, carom_error *error)
{
    const carom_class_request *request = all->request;
    const carom_sandbox before = *request->sandbox;
    char beside[PATH], directory[PATH];
    const char *const hidden[] = {all->folder != NULL ? all->folder : request->keys,
                                  all->folder != NULL ? request->keys : NULL, NULL};
    const carom_exam exam = {.exercise = marks->exercise,
                             .home = request->home,
                             .beside = beside,
                             .directory = directory,
                             .shared = request->directory,
                             .limits = request->limits,
                             .sandbox = request->sandbox,
                             .hidden = hidden,
                             .known = known,
                             .stop = request->stop};
    carom_status status;
    snprintf(beside, sizeof beside, "%.*s", (int)(strrchr(path, '/') - path), path);
    snprintf(directory, sizeof directory, "%.4000s/%zu", request->directory, all->class->count);
    status = carom_exercise_grade(&exam, path, &marks->verdicts, error);
    marks->inside = request->sandbox->inside > before.inside;
    marks->outside = request->sandbox->outside > before.outside;
    return status;
}

bool carom_class_stops(const carom_error *wrong, carom_error *error)
{
    bool ours = wrong->status == CAROM_NO_MEMORY || wrong->status == CAROM_INTERRUPTED;
    *error = ours ? *wrong : *error;
    return ours;
}

/* Whether there is an exercise of that name: then it is no hand-in's that it cannot be read. */
static bool has_sheet(const carom_grading *all, const char *name)
{
    char path[2 * PATH];
    struct stat about;
    snprintf(path, sizeof path, "%s/experiments/%s/exercise.md", all->request->home, name);
    return stat(path, &about) == 0;
}

/* What is wrong with a submission that has no exercise, or an exercise without a key. */
static void note_no_exercise(const carom_grading *all, carom_marks *marks, const char *asked,
                             const carom_error *wrong)
{
    bool key = strcmp(wrong->key, "key") == 0, ours = key || has_sheet(all, asked);
    carom_marks_fault(marks, key ? "bad-key" : ours ? "not-judged" : "no-exercise", wrong->text);
    if (ours) {
        note_trouble(all->class, wrong);
    }
}

/* Fills the marks; what went wrong stands there and in @p wrong. */
static void grade_file(const carom_grading *all, carom_marks *marks, const char *path,
                       carom_error *wrong)
{
    char asked[200];
    carom_status status = carom_answers_to(path, asked, sizeof asked, wrong);
    carom_class_exercise *exercise;
    if (status != CAROM_OK) {
        carom_marks_fault(marks, "unreadable", wrong->text);
        exercise = asked[0] == '\0' ? NULL : exercise_called(all, asked, wrong);
        if (exercise != NULL) { /* no points, of those of its worksheet */
            marks->exercise = &exercise->exercise;
            sum_up(marks);
        }
        return;
    }
    exercise = exercise_called(all, asked, wrong);
    if (exercise == NULL) {
        note_no_exercise(all, marks, asked, wrong);
        return;
    }
    marks->exercise = &exercise->exercise;
    if (exercise->exercise.keyless) {
        (void)carom_exercise_complain(marks->exercise, all->request->keys, wrong);
        carom_marks_fault(marks, "no-key", wrong->text);
        return;
    }
    status = judge(all, marks, path, exercise->known, wrong);
    if (status != CAROM_OK) {
        carom_marks_fault(marks, status == CAROM_INVALID ? "unreadable" : "not-judged",
                          wrong->text);
        if (status != CAROM_INVALID) {
            note_trouble(all->class, wrong);
        }
    }
    sum_up(marks);
}

carom_status carom_hand_in_grade(const carom_grading *all, const char *name, const char *path,
                                 const char *file, carom_error *error)
{
    carom_error wrong = {CAROM_OK, "", ""};
    carom_marks *marks = carom_class_add(all->class, name, file, error);
    if (marks == NULL) {
        return error->status;
    }
    grade_file(all, marks, path, &wrong);
    return carom_class_stops(&wrong, error) ? wrong.status : CAROM_OK;
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
