/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "exercises/class.h"
#include "base/text.h"
#include "scenario/yaml/document.h"
#include "system/system_error.h"
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = CAROM_PATH_SIZE };

/* A class at work. */
typedef struct {
    carom_class *class;
    const carom_class_request *request;
    char *folder, *directory; /* real paths: of the class; of the runs */
} grading;

/* ---- marks ---- */

static carom_marks *add_marks(carom_class *class, const char *name, const char *file,
                              carom_error *error)
{
    carom_marks *marks;
    if (class->count == class->room) {
        size_t room = 2 * class->room + 16;
        carom_marks *more = realloc(class->item, room * sizeof *more);
        if (more == NULL) {
            (void)carom_error_no_memory(error);
            return NULL;
        }
        class->item = more;
        class->room = room;
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

static void fault(carom_marks *marks, const char *word, const char *text)
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
        fault(marks, worst->word, text);
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
static carom_status read_exercise(const grading *all, const char *name, carom_class_exercise *read,
                                  carom_error *error)
{
    carom_messages messages = {.item = NULL};
    carom_status status = carom_exercise_read_keys(&read->exercise, all->request->home,
                                                   all->request->keys, name, &messages, error);
    if (status == CAROM_OK && messages.errors > 0) {
        status = carom_error_set(error, CAROM_INVALID, "key", "answers.yaml of %s:%zu:%zu: %.400s",
                                 name, messages.item[0].mark.line, messages.item[0].mark.column,
                                 messages.item[0].text);
    } else if (status == CAROM_OK && read->exercise.keyless) {
        (void)carom_exercise_complain(&read->exercise, all->request->keys, error);
    }
    carom_messages_free(&messages);
    read->known = malloc((read->exercise.questions.count + 1) * sizeof *read->known);
    for (size_t k = 0; read->known != NULL && k < read->exercise.questions.count; k++) {
        read->known[k] = NAN;
    }
    return read->known == NULL ? carom_error_no_memory(error) : status;
}

static void free_exercise(carom_class_exercise *exercise)
{
    if (exercise != NULL) {
        carom_exercise_free(&exercise->exercise);
        free(exercise->known);
        free(exercise);
    }
}

/* The exercise of that name; NULL with the error: there is none. */
static carom_class_exercise *exercise_called(const grading *all, const char *name,
                                             carom_error *error)
{
    carom_class *class = all->class;
    carom_class_exercise **more, *read;
    for (size_t k = 0; k < class->exercises; k++) {
        if (strcmp(class->exercise[k]->exercise.name, name) == 0) {
            return class->exercise[k];
        }
    }
    more = realloc(class->exercise, (class->exercises + 1) * sizeof(carom_class_exercise *));
    class->exercise = more == NULL ? class->exercise : more;
    read = calloc(1, sizeof *read);
    if (more == NULL || read == NULL) {
        free(read);
        (void)carom_error_no_memory(error);
        return NULL;
    }
    if (read_exercise(all, name, read, error) != CAROM_OK) {
        free_exercise(read);
        return NULL;
    }
    if (read->exercise.keyless) {
        note_trouble(class, error);
    }
    class->exercise[class->exercises++] = read;
    return read;
}

/* ---- one file of answers ---- */

static carom_status judge(const grading *all, carom_marks *marks, const char *path, double *known,
                          carom_error *error)
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

/* What stops the class, as it is no hand-in's: memory, an interruption. */
static bool stops(const carom_error *wrong, carom_error *error)
{
    bool ours = wrong->status == CAROM_NO_MEMORY || wrong->status == CAROM_INTERRUPTED;
    *error = ours ? *wrong : *error;
    return ours;
}

/* Whether there is an exercise of that name: then it is no hand-in's that it cannot be read. */
static bool has_sheet(const grading *all, const char *name)
{
    char path[2 * PATH];
    struct stat about;
    snprintf(path, sizeof path, "%s/experiments/%s/exercise.md", all->request->home, name);
    return stat(path, &about) == 0;
}

/* @return what is to stop the class */
static carom_status grade_file(const grading *all, const char *name, const char *path,
                               const char *file, carom_error *error)
{
    char asked[200];
    carom_error wrong = {CAROM_OK, "", ""};
    carom_class_exercise *exercise;
    carom_marks *marks = add_marks(all->class, name, file, error);
    carom_status status;
    if (marks == NULL) {
        return error->status;
    }
    status = carom_answers_to(path, asked, sizeof asked, &wrong);
    if (stops(&wrong, error)) {
        return wrong.status;
    }
    if (status != CAROM_OK) {
        fault(marks, "unreadable", wrong.text);
        return CAROM_OK;
    }
    exercise = exercise_called(all, asked, &wrong);
    if (exercise == NULL && stops(&wrong, error)) {
        return wrong.status;
    }
    if (exercise == NULL) {
        bool key = strcmp(wrong.key, "key") == 0, ours = key || has_sheet(all, asked);
        fault(marks, key ? "bad-key" : ours ? "not-judged" : "no-exercise", wrong.text);
        if (ours) {
            note_trouble(all->class, &wrong);
        }
        return CAROM_OK;
    }
    marks->exercise = &exercise->exercise;
    if (exercise->exercise.keyless) {
        (void)carom_exercise_complain(marks->exercise, all->request->keys, &wrong);
        fault(marks, "no-key", wrong.text);
        return CAROM_OK;
    }
    status = judge(all, marks, path, exercise->known, &wrong);
    if (stops(&wrong, error)) {
        return wrong.status;
    }
    if (status != CAROM_OK) {
        fault(marks, status == CAROM_INVALID ? "unreadable" : "not-judged", wrong.text);
        if (status != CAROM_INVALID) {
            note_trouble(all->class, &wrong);
        }
    }
    sum_up(marks);
    return CAROM_OK;
}

/* ---- what is in a folder ---- */

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_named(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), of_end = strlen(end);
    return length > of_end && strcmp(text + length - of_end, end) == 0;
}

static bool is_yaml(const char *name)
{
    return ends_in(name, ".yaml") || ends_in(name, ".yml");
}

static bool is_kind(const char *path, mode_t kind)
{
    struct stat about;
    return stat(path, &about) == 0 && (about.st_mode & S_IFMT) == kind;
}

/* The real path of NAME in a folder whose real path is given, if it stays within; to be freed.
 * NULL without an error: it does not. */
static char *path_within(const char *folder, const char *name, carom_error *error)
{
    char path[2 * PATH];
    size_t length = strlen(folder);
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

/* What a file says it is. */
typedef enum { ANSWERS, SCENARIO, NEITHER } file_kind;

static file_kind kind_of(const char *path, carom_error *error)
{
    carom_document file;
    file_kind kind = NEITHER;
    if (carom_document_open(&file, path, error) == CAROM_OK && file.root != NULL) {
        kind = carom_node_get(file.root, "exercise") != NULL ? ANSWERS
             : carom_node_get(file.root, "carom") != NULL    ? SCENARIO
                                                             : NEITHER;
        if (kind == NEITHER) {
            (void)carom_error_set(error, CAROM_INVALID, "",
                                  "%s: no `exercise: NAME`; expected a file as carom exercise show "
                                  "ends with",
                                  path);
        }
    }
    carom_document_close(&file);
    return kind;
}

/* A student's folder: every file of answers in it. */
static carom_status grade_folder(const grading *all, const char *name, const char *folder,
                                 carom_error *error)
{
    struct dirent **entry = NULL;
    int count = scandir(folder, &entry, is_named, by_name);
    carom_error wrong = {CAROM_OK, "", ""};
    carom_status status = CAROM_OK;
    size_t before = all->class->count;
    if (count < 0) {
        (void)carom_error_system(&wrong, CAROM_CANNOT_READ, "read", folder, errno);
        if (stops(&wrong, error)) { /* else it is said of the hand-in */
            return wrong.status;
        }
    }
    for (int k = 0; k < count; k++) {
        char file[2 * PATH], *path = path_within(folder, entry[k]->d_name, &wrong);
        if (status == CAROM_OK && path != NULL && is_yaml(entry[k]->d_name) &&
            is_kind(path, S_IFREG) && kind_of(path, &wrong) == ANSWERS) {
            snprintf(file, sizeof file, "%s/%s", name, entry[k]->d_name);
            status = grade_file(all, name, path, file, error);
        }
        if (status == CAROM_OK && stops(&wrong, error)) {
            status = wrong.status;
        }
        free(path);
        free(entry[k]);
    }
    free(entry);
    if (status == CAROM_OK && all->class->count == before) {
        carom_marks *marks = add_marks(all->class, name, "", error);
        status = marks == NULL ? error->status : CAROM_OK;
        if (marks != NULL) {
            fault(marks, wrong.status == CAROM_OK ? "no-answers" : "unreadable",
                  wrong.status == CAROM_OK ? "no file of answers (.yaml) is in the folder"
                                           : wrong.text);
        }
    }
    return status;
}

/* A file of the class's folder: answers, but for scenarios that some of them name. */
static carom_status grade_loose(const grading *all, const char *name, const char *path,
                                carom_error *error)
{
    carom_error wrong = {CAROM_OK, "", ""};
    char *stem;
    carom_status status;
    if (!is_yaml(name) || !is_kind(path, S_IFREG) || kind_of(path, &wrong) == SCENARIO) {
        return CAROM_OK;
    }
    if (stops(&wrong, error)) {
        return wrong.status;
    }
    stem = carom_text_copy(name, (size_t)(strrchr(name, '.') - name));
    status = stem == NULL ? carom_error_no_memory(error) : grade_file(all, stem, path, name, error);
    free(stem);
    return status;
}

static bool is_above(const char *path, const char *other)
{
    size_t length = strlen(path);
    return other != NULL && strncmp(path, other, length) == 0 &&
           (other[length] == '/' || other[length] == '\0');
}

static carom_status grade_entry(const grading *all, const char *name, carom_error *error)
{
    carom_error wrong = {CAROM_OK, "", ""};
    char *path = path_within(all->folder, name, &wrong);
    carom_status status = CAROM_OK;
    if (stops(&wrong, error)) {
        status = wrong.status;
    } else if (path == NULL) {
        carom_marks *marks = add_marks(all->class, name, name, error);
        status = marks == NULL ? error->status : CAROM_OK;
        if (marks != NULL) {
            fault(marks, "unreadable", "a link that leads out of the folder, or nowhere");
        }
    } else if (is_above(path, all->directory)) {
        status = CAROM_OK; /* the runs' */
    } else if (is_kind(path, S_IFDIR)) {
        status = grade_folder(all, name, path, error);
    } else {
        status = grade_loose(all, name, path, error);
    }
    free(path);
    return status;
}

static carom_status grade_all(const grading *all, carom_error *error)
{
    const carom_class_request *request = all->request;
    struct dirent **entry = NULL;
    int count = scandir(all->folder, &entry, is_named, by_name);
    carom_status status = CAROM_OK;
    if (count < 0) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", request->path, errno);
    }
    for (int k = 0; k < count; k++) {
        if (status == CAROM_OK && request->stop != NULL && *request->stop != 0) {
            status = carom_error_interrupted(error);
        }
        if (status == CAROM_OK) {
            status = grade_entry(all, entry[k]->d_name, error);
        }
        if (request->progress != NULL) {
            request->progress(request->context, (double)(k + 1) / count, (double)(k + 1));
        }
        free(entry[k]);
    }
    free(entry);
    return status != CAROM_OK || all->class->count > 0
             ? status
             : carom_error_set(error, CAROM_CANNOT_READ, "",
                               "nothing is handed in in '%s'; expected a folder for each student, "
                               "or files of answers (.yaml)",
                               request->path);
}

carom_status carom_class_grade(carom_class *class, const carom_class_request *request,
                               carom_error *error)
{
    grading all = {class, request, realpath(request->path, NULL), NULL};
    const char *slash = strrchr(request->path, '/'),
               *name = slash == NULL ? request->path : slash + 1;
    char *folder = NULL;
    carom_status status = CAROM_OK;
    *class = (carom_class){.item = NULL};
    if (all.folder == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", request->path, errno);
    }
    all.directory = realpath(request->directory, NULL);
    if (all.directory == NULL) {
        status = carom_error_system(error, CAROM_CANNOT_READ, "read", request->directory, errno);
    } else if (is_kind(all.folder, S_IFDIR)) {
        status = grade_all(&all, error);
    } else { /* one file, beside which are its own */
        folder = all.folder;
        all.folder = NULL;
        status = grade_file(&all, name, folder, name, error);
        free(folder);
    }
    free(all.folder);
    free(all.directory);
    return status;
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
