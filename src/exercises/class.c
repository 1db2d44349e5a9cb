/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grades the submissions of a class, and writes the results as CSV, JSON and text. */
#define _XOPEN_SOURCE 700
#include "exercises/exercises.h"
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

enum { PATH = CAROM_PATH_SIZE };

/* State of grading a class. */
typedef struct {
    carom_class *class;
    const carom_class_request *request;
    char *folder,
        *directory; /* real paths of the class (NULL for a single file) and of the output */
} class_grading;

/* ---- marks ---- */

/* Append a row. @return NULL if memory is exhausted */
static carom_grade_row *add_row(carom_class *class, const char *name, const char *file,
                                carom_error *error)
{
    carom_grade_row *row;
    CAROM_NEED_OR_NULL(carom_reserve(&class->item, class->count, &class->room, sizeof *row), error);
    row = &class->item[class->count];
    *row = (carom_grade_row){.name = carom_text_copy(name, strlen(name)),
                             .file = carom_text_copy(file, strlen(file))};
    class->count++;
    CAROM_NEED_OR_NULL(row->name != NULL && row->file != NULL, error);
    return row;
}

/* Set the fault of a row: a word for the table and a sentence. */
static void set_fault(carom_grade_row *row, const char *word, const char *text)
{
    snprintf(row->word, sizeof row->word, "%s", word);
    snprintf(row->text, sizeof row->text, "%.690s", text);
    carom_text_replace_controls(row->text);
}

/* Return the points of a question. */
static double points_of(const carom_grade_row *row, size_t question)
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
        row->total += points_of(row, k);
        row->out_of += exercise_name[k].points;
    }
    if (worst != NULL && row->word[0] == '\0') {
        char text[sizeof row->text];
        snprintf(text, sizeof text, "%.60s: %.600s", worst->name, worst->text);
        set_fault(row, worst->word, text);
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
static carom_status read_exercise(const class_grading *all, const char *name,
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
static carom_class_exercise *find_exercise(const class_grading *all, const char *name,
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

static carom_status grade_answers(const class_grading *all, carom_grade_row *row, const char *path,
                                  double *cached_values, carom_error *error)
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

/* True for errors that stop the whole class (memory, interruption); copies them to @p error. */
static bool is_fatal(const carom_error *wrong, carom_error *error)
{
    bool ours = wrong->status == CAROM_NO_MEMORY || wrong->status == CAROM_INTERRUPTED;
    *error = ours ? *wrong : *error;
    return ours;
}

/* True if the exercise exists; a failure to read it is then no fault of the submission. */
static bool has_worksheet(const class_grading *all, const char *name)
{
    char path[2 * PATH];
    snprintf(path, sizeof path, "%s/experiments/%s/exercise.md", all->request->home, name);
    return access(path, F_OK) == 0;
}

/* Reports a submission whose exercise is unknown or has an invalid key. */
static void set_exercise_fault(const class_grading *all, carom_grade_row *row,
                               const char *exercise_name, const carom_error *wrong)
{
    bool key = strcmp(wrong->key, "key") == 0, ours = key || has_worksheet(all, exercise_name);
    set_fault(row, key ? "bad-key" : ours ? "not-judged" : "no-exercise", wrong->text);
    if (ours) {
        store_first_trouble(all->class, wrong);
    }
}

/* Fills a row; faults go to the row and to @p wrong. */
static void grade_file(const class_grading *all, carom_grade_row *row, const char *path,
                       carom_error *wrong)
{
    char exercise_name[200];
    carom_status status = carom_answers_read_exercise_name(path, exercise_name,
                                                           sizeof exercise_name, wrong);
    carom_class_exercise *exercise;
    if (status != CAROM_OK) {
        set_fault(row, "unreadable", wrong->text);
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
        set_fault(row, "no-key", wrong->text);
        return;
    }
    status = grade_answers(all, row, path, exercise->cached_values, wrong);
    if (status != CAROM_OK) {
        set_fault(row, status == CAROM_INVALID ? "unreadable" : "not-judged", wrong->text);
        if (status != CAROM_INVALID) {
            store_first_trouble(all->class, wrong);
        }
    }
    sum_points(row);
}

/* Grade the answers at @p path and append a row. @return a fatal error only */
static carom_status grade_submission(const class_grading *all, const char *name, const char *path,
                                     const char *file, carom_error *error)
{
    carom_error wrong = {CAROM_OK, "", ""};
    carom_grade_row *row = add_row(all->class, name, file, error);
    if (row == NULL) {
        return error->status;
    }
    grade_file(all, row, path, &wrong);
    return is_fatal(&wrong, error) ? wrong.status : CAROM_OK;
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

/* ---- a class ---- */

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_named(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_yaml(const char *name)
{
    return carom_text_ends_in(name, ".yaml") || carom_text_ends_in(name, ".yml");
}

/* Content of a YAML file. */
typedef enum { ANSWERS, SCENARIO, NEITHER } file_kind;

static file_kind kind_of(const char *path, carom_error *error)
{
    carom_document file;
    char name[CAROM_PATH_SIZE];
    file_kind kind = NEITHER;
    if (carom_document_open(&file, path, error) == CAROM_OK && file.root != NULL) {
        kind = carom_node_get(file.root, "exercise") != NULL ? ANSWERS
             : carom_node_get(file.root, "carom") != NULL    ? SCENARIO
                                                             : NEITHER;
        if (kind == NEITHER) {
            (void)carom_error_set(error, CAROM_INVALID, "",
                                  "%s: no `exercise: NAME`; expected the template at the end of "
                                  "`carom exercise show`",
                                  path);
        }
    }
    carom_document_close(&file);
    if (kind == NEITHER && error->status == CAROM_INVALID) {
        carom_error again = {CAROM_OK, "", ""};
        if (carom_answers_read_exercise_name(path, name, sizeof name, &again) == CAROM_NO_MEMORY) {
            *error = again;
        }
        kind = name[0] != '\0' ? ANSWERS : NEITHER;
    }
    return kind;
}

/* Grades every file of answers in a student's folder. */
static carom_status grade_folder(const class_grading *all, const char *name, const char *folder,
                                 carom_error *error)
{
    struct dirent **entry = NULL;
    int count = scandir(folder, &entry, is_named, by_name);
    carom_error wrong = {CAROM_OK, "", ""};
    carom_status status = CAROM_OK;
    size_t before = all->class->count;
    if (count < 0) {
        (void)carom_error_system(&wrong, CAROM_CANNOT_READ, "read", folder, errno);
        if (is_fatal(&wrong, error)) { /* otherwise the row reports it */
            return wrong.status;
        }
    }
    for (int k = 0; k < count; k++) {
        char file[2 * PATH], *path = carom_path_within(folder, entry[k]->d_name, &wrong);
        if (status == CAROM_OK && path != NULL && is_yaml(entry[k]->d_name) &&
            carom_is_regular_file(path) && kind_of(path, &wrong) == ANSWERS) {
            snprintf(file, sizeof file, "%s/%s", name, entry[k]->d_name);
            status = grade_submission(all, name, path, file, error);
        }
        if (status == CAROM_OK && is_fatal(&wrong, error)) {
            status = wrong.status;
        }
        free(path);
        free(entry[k]);
    }
    free(entry);
    if (status == CAROM_OK && all->class->count == before) {
        carom_grade_row *row = add_row(all->class, name, "", error);
        status = row == NULL ? error->status : CAROM_OK;
        if (row != NULL) {
            set_fault(row, wrong.status == CAROM_OK ? "no-answers" : "unreadable",
                      wrong.status == CAROM_OK ? "the folder has no file of answers (.yaml)"
                                               : wrong.text);
        }
    }
    return status;
}

/* Grades a file directly in the class's folder; skips scenarios, which answers may name. */
static carom_status grade_loose(const class_grading *all, const char *name, const char *path,
                                carom_error *error)
{
    carom_error wrong = {CAROM_OK, "", ""};
    carom_status status;
    if (!is_yaml(name) || !carom_is_regular_file(path) || kind_of(path, &wrong) == SCENARIO) {
        return CAROM_OK;
    }
    if (is_fatal(&wrong, error)) {
        return wrong.status;
    }
    char *stem = carom_text_copy(name, (size_t)(strrchr(name, '.') - name));
    status = stem == NULL ? carom_error_no_memory(error)
                          : grade_submission(all, stem, path, name, error);
    free(stem);
    return status;
}

static bool is_above(const char *path, const char *other)
{
    size_t length = strlen(path);
    return other != NULL && strncmp(path, other, length) == 0 &&
           (other[length] == '/' || other[length] == '\0');
}

static carom_status grade_entry(const class_grading *all, const char *name, carom_error *error)
{
    carom_error wrong = {CAROM_OK, "", ""};
    char *path = carom_path_within(all->folder, name, &wrong);
    carom_status status = CAROM_OK;
    if (is_fatal(&wrong, error)) {
        status = wrong.status;
    } else if (path == NULL) {
        carom_grade_row *row = add_row(all->class, name, name, error);
        status = row == NULL ? error->status : CAROM_OK;
        if (row != NULL) {
            set_fault(row, "unreadable", "the link leads out of the folder or nowhere");
        }
    } else if (is_above(path, all->directory)) {
        status = CAROM_OK; /* the output folder */
    } else if (carom_is_folder(path)) {
        status = grade_folder(all, name, path, error);
    } else {
        status = grade_loose(all, name, path, error);
    }
    free(path);
    return status;
}

static carom_status grade_all(const class_grading *all, carom_error *error)
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
        CAROM_THEN(status, grade_entry(all, entry[k]->d_name, error));
        if (request->progress != NULL) {
            request->progress(request->context, (double)(k + 1) / count, (double)(k + 1));
        }
        free(entry[k]);
    }
    free(entry);
    return status != CAROM_OK || all->class->count > 0
             ? status
             : carom_error_set(error, CAROM_CANNOT_READ, "",
                               "'%s' contains no submission; expected a folder for each student, "
                               "or files of answers (.yaml)",
                               request->path);
}

carom_status carom_class_grade(carom_class *class, const carom_class_request *request,
                               carom_error *error)
{
    class_grading all = {class, request, realpath(request->path, NULL), NULL};
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
    } else if (carom_is_folder(all.folder)) {
        status = grade_all(&all, error);
    } else { /* one file; its folder contains the files that it names */
        folder = all.folder;
        all.folder = NULL;
        status = grade_submission(&all, name, folder, name, error);
        free(folder);
    }
    free(all.folder);
    free(all.directory);
    return status;
}

/* ---- results ---- */

static const carom_question *question_at(const carom_exercise *exercise, size_t k)
{
    return (const carom_question *)exercise->questions.items + k;
}

static const char *sandbox_word(const carom_grade_row *row)
{
    return row->outside ? "no" : row->inside ? "yes" : "";
}

/* ---- CSV ---- */

/* Writes the name of a question, prefixed by its exercise if there are several. */
static void write_question_name(const carom_class *class, const carom_exercise *exercise, size_t k,
                                FILE *stream)
{
    char text[2 * CAROM_NAME_SIZE + 2];
    snprintf(text, sizeof text, "%.60s%s%.60s", class->exercises > 1 ? exercise->name : "",
             class->exercises > 1 ? ":" : "", question_at(exercise, k)->id);
    carom_csv_write_text(stream, text);
}

static void write_points(const carom_class *class, const carom_grade_row *row, FILE *stream)
{
    for (size_t e = 0; e < class->exercises; e++) {
        const carom_exercise *exercise = &class->exercise[e]->exercise;
        for (size_t k = 0; k < exercise->questions.count; k++) {
            fputc(',', stream);
            if (exercise == row->exercise && k < row->verdicts.count) {
                fprintf(stream, "%.10g", points_of(row, k));
            }
        }
    }
}

void carom_class_write_csv(const carom_class *class, FILE *stream)
{
    fputs("name,file,exercise", stream);
    for (size_t e = 0; e < class->exercises; e++) {
        const carom_exercise *exercise = &class->exercise[e]->exercise;
        for (size_t k = 0; k < exercise->questions.count; k++) {
            fputc(',', stream);
            write_question_name(class, exercise, k, stream);
        }
    }
    fputs(",total,out_of,trouble,sandbox\r\n", stream);
    for (size_t i = 0; i < class->count; i++) {
        const carom_grade_row *row = &class->item[i];
        carom_csv_write_text(stream, row->name);
        fputc(',', stream);
        carom_csv_write_text(stream, row->file);
        fputc(',', stream);
        carom_csv_write_text(stream, row->exercise == NULL ? "" : row->exercise->name);
        write_points(class, row, stream);
        fprintf(stream, ",%.10g,%.10g,%s,%s\r\n", row->total, row->out_of, row->word,
                sandbox_word(row));
    }
}

/* ---- JSON ---- */

static void write_answers(const carom_grade_row *row, FILE *stream)
{
    carom_json_write(stream, ", questions: [");
    for (size_t k = 0; k < row->verdicts.count; k++) {
        const carom_verdict *verdict = &row->verdicts.item[k];
        carom_json_write(stream, k == 0 ? "\n    {id: $" : ",\n    {id: $", verdict->name);
        fprintf(stream, ", \"points\": %.10g, \"out_of\": %.10g, ", points_of(row, k),
                question_at(row->exercise, k)->points);
        carom_json_write(stream, "trouble: $, text: $}", verdict->word, verdict->text);
    }
    fputc(']', stream);
}

void carom_class_write_json(const carom_class *class, FILE *stream)
{
    fputc('[', stream);
    for (size_t i = 0; i < class->count; i++) {
        const carom_grade_row *row = &class->item[i];
        fputs(i == 0 ? "\n" : ",\n", stream);
        carom_json_write(stream, "  {name: $, file: $, exercise: $", row->name, row->file,
                         row->exercise == NULL ? "" : row->exercise->name);
        fprintf(stream, ", \"total\": %.10g, \"out_of\": %.10g, ", row->total, row->out_of);
        carom_json_write(stream, "trouble: $, text: $, sandbox: $", row->word, row->text,
                         sandbox_word(row));
        write_answers(row, stream);
        fputc('}', stream);
    }
    fputs("\n]\n", stream);
}

/* ---- for people ---- */

enum { NAME_COLUMNS = 24, LEAST_COLUMNS = 5 };

static int columns_of(const carom_question *question)
{
    int length = (int)strlen(question->id);
    return length < LEAST_COLUMNS ? LEAST_COLUMNS : length;
}

static void print_name(const char *name, FILE *stream)
{
    char plain[200];
    snprintf(plain, sizeof plain, "%.190s", name);
    carom_text_replace_controls(plain);
    fprintf(stream, "%-*s", NAME_COLUMNS, plain);
}

static void print_one(const carom_grade_row *row, FILE *stream)
{
    print_name(row->name, stream);
    for (size_t k = 0; k < row->exercise->questions.count; k++) {
        fprintf(stream, " %*.4g", columns_of(question_at(row->exercise, k)), points_of(row, k));
    }
    fprintf(stream, "  %6.4g of %-6.4g %s\n", row->total, row->out_of, row->word);
}

static void print_exercise(const carom_class *class, const carom_exercise *exercise, FILE *stream)
{
    double total = 0;
    size_t count = 0;
    fprintf(stream, "%s\n", exercise->title);
    print_name(exercise->name, stream);
    for (size_t k = 0; k < exercise->questions.count; k++) {
        const carom_question *question = question_at(exercise, k);
        fprintf(stream, " %*s", columns_of(question), question->id);
    }
    fputs("   total\n", stream);
    for (size_t i = 0; i < class->count; i++) {
        if (class->item[i].exercise == exercise) {
            print_one(&class->item[i], stream);
            total += class->item[i].total;
            count++;
        }
    }
    fprintf(stream, "%zu graded, %.4g points on average\n\n", count, total / (double)count);
}

/* Prints the faults of all rows. */
static void print_troubles(const carom_class *class, FILE *stream)
{
    for (size_t i = 0; i < class->count; i++) {
        const carom_grade_row *row = &class->item[i];
        if (row->word[0] != '\0') {
            print_name(row->name, stream);
            fprintf(stream, " %s: %s\n", row->word, row->text);
        }
    }
}

void carom_class_print(const carom_class *class, FILE *stream)
{
    size_t inside = 0, outside = 0;
    for (size_t e = 0; e < class->exercises; e++) {
        print_exercise(class, &class->exercise[e]->exercise, stream);
    }
    print_troubles(class, stream);
    for (size_t i = 0; i < class->count; i++) {
        inside += class->item[i].inside;
        outside += class->item[i].outside;
    }
    if (outside > 0) {
        fprintf(stream, "programs of %zu ran WITHOUT a sandbox\n", outside);
    } else if (inside > 0) {
        fprintf(stream, "programs of %zu ran in a sandbox\n", inside);
    }
}
