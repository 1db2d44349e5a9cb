/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "exercises/exercises.h"
#include "params/rows.h"
#include <errno.h>
#include <unistd.h>

#define AT(member) offsetof(carom_question, member)
static const carom_param question_rows[] = {
    {TEXT("id", AT(id), NULL, CAROM_NAME_SIZE, "name of the answer")},
    {TEXT("ask", AT(description), NULL, 200, "description of the answer, with its unit")},
    {TEXT("hint", AT(hint), "", 300, "printed after a wrong answer")},
    {ENTRY("kind", AT(kind), "number", &carom_question_kinds, "kind of the answer")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_exercise, member)
static const carom_param exercise_rows[] = {
    {LIST("questions", AT(questions), sizeof(carom_question), question_rows,
          "the questions of exercise.md"),
     .fallback = "", .lowest = 1, .highest = 100},
    {.key = NULL}};

/* ---- the exercise ---- */

static carom_status read_worksheet(const carom_exercise *exercise, char **text, carom_error *error)
{
    char path[CAROM_PATH_SIZE + 40];
    size_t length = 0;
    snprintf(path, sizeof path, "%s/exercise.md", exercise->folder);
    return carom_file_read(path, text, &length, error);
}

/* Copies the first heading of exercise.md. */
static carom_status read_title(carom_exercise *exercise, carom_error *error)
{
    char *text = NULL;
    carom_status status = read_worksheet(exercise, &text, error);
    if (status == CAROM_OK) {
        const char *heading = strncmp(text, "# ", 2) == 0 ? text + 2 : text;
        snprintf(exercise->title, sizeof exercise->title, "%.*s", (int)strcspn(heading, "\n"),
                 heading);
    } else if (status == CAROM_CANNOT_READ && errno == ENOENT) {
        status = carom_error_set(
            error, CAROM_CANNOT_READ, "",
            access(exercise->folder, F_OK) == 0
                ? "the experiment '%s' has no worksheet; 'carom exercise list' "
                  "lists those with one"
                : "unknown experiment '%s'; 'carom exercise list' lists "
                  "those with a worksheet",
            exercise->name);
    }
    free(text);
    return status;
}

/* Exercises are folders in experiments/. Rejects paths, because submissions name their exercise. */
static bool is_plain_name(const char *name)
{
    return name[0] != '\0' && name[0] != '.' && strlen(name) < CAROM_NAME_SIZE &&
           name[strspn(
               name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")] == '\0';
}

static carom_status read_key(carom_exercise *exercise, const char *path, carom_messages *messages,
                             carom_error *error)
{
    carom_document answers = {.text = NULL};
    carom_status status = carom_document_open(&answers, path, error);
    if (status == CAROM_OK && answers.root != NULL &&
        (carom_params_read(exercise_rows, exercise, answers.root, "", messages) != CAROM_OK ||
         messages->lost)) {
        status = carom_error_no_memory(error);
    }
    carom_document_close(&answers);
    return status;
}

carom_status carom_exercise_read(carom_exercise *exercise, const char *home, const char *name,
                                 carom_messages *messages, carom_error *error)
{
    char path[CAROM_PATH_SIZE + 40];
    CAROM_TRY(carom_params_default(exercise_rows, exercise, error));
    if (!is_plain_name(name)) {
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "'%.60s' is not the name of a worksheet; 'carom exercise "
                               "list' lists the names",
                               name);
    }
    snprintf(exercise->name, sizeof exercise->name, "%s", name);
    snprintf(exercise->folder, sizeof exercise->folder, "%.3900s/experiments/%.180s", home, name);
    CAROM_TRY(read_title(exercise, error));
    snprintf(path, sizeof path, "%s/answers.yaml", exercise->folder);
    exercise->keyless = access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
    return exercise->keyless ? CAROM_OK : read_key(exercise, path, messages, error);
}

void carom_exercise_free(carom_exercise *exercise)
{
    carom_params_free(exercise_rows, exercise);
}

/* Without an answer key, prints the questions "- `id`: ..." of the worksheet. */
static void write_unknown_questions(const char *text, FILE *stream)
{
    static const char begin[] = "\n- `";
    for (const char *at = strstr(text, begin); at != NULL; at = strstr(at, begin)) {
        at += strlen(begin);
        size_t length = strcspn(at, "`\n");
        if (at[length] == '`') {
            fprintf(stream, "  %.*s:\n", (int)length, at);
        }
    }
}

/* Print the text of a worksheet. Its commands begin with build/carom in a source tree that has been
 * built. Elsewhere they begin with carom, and files have their paths. */
static void write_worksheet(const carom_exercise *exercise, const char *text, FILE *stream)
{
    static const char built[] = "build/carom", scenes[] = "`experiments/", sources[] = "`src/";
    char path[CAROM_PATH_SIZE + 40];
    int home = (int)(strlen(exercise->folder) - strlen("/experiments/") - strlen(exercise->name));
    snprintf(path, sizeof path, "%s/../../build/carom", exercise->folder);
    if (access(path, F_OK) == 0) {
        fputs(text, stream);
        return;
    }
    while (*text != '\0') {
        if (strncmp(text, built, strlen(built)) == 0) {
            text += strlen("build/");
        } else if (strncmp(text, scenes, strlen(scenes)) == 0 ||
                   strncmp(text, sources, strlen(sources)) == 0) {
            fprintf(stream, "`%.*s/", home, exercise->folder);
            text++;
        }
        fputc(*text++, stream);
    }
}

carom_status carom_exercise_show(const carom_exercise *exercise, FILE *stream, carom_error *error)
{
    const carom_question *question = exercise->questions.items;
    char *text = NULL;
    CAROM_TRY(read_worksheet(exercise, &text, error));
    write_worksheet(exercise, text, stream);
    fprintf(stream,
            "\n## Your answers\n\nFill in this file and have it graded by `carom exercise "
            "grade my-answers.yaml`:\n\n"
            "```yaml\nexercise: %s\nanswers:\n",
            exercise->name);
    for (size_t i = 0; i < exercise->questions.count; i++) {
        fprintf(stream, "  %s:        # %s: %s\n", question[i].id,
                carom_question_kind_of(question[i].kind.entry)->expects, question[i].description);
    }
    if (exercise->keyless) {
        write_unknown_questions(text, stream);
    }
    fputs("```\n", stream);
    free(text);
    return CAROM_OK;
}

/* ---- answers ---- */

static carom_status read_name(const carom_document *file, const char *path, char *name,
                              carom_error *error)
{
    const carom_node *exercise = carom_node_get(file->root, "exercise");
    if (exercise == NULL || exercise->kind != CAROM_NODE_SCALAR) {
        return carom_error_set(
            error, CAROM_INVALID, "",
            "%s: no `exercise: NAME`; expected the template at the end of `carom exercise show`",
            path);
    }
    if (!is_plain_name(exercise->text)) {
        carom_error_set(
            error, CAROM_INVALID, "",
            "%s:%zu:%zu: exercise: found '%.60s'; 'carom exercise list' lists the names", path,
            exercise->mark.line, exercise->mark.column, exercise->text);
        carom_text_replace_controls(error->text);
        return CAROM_INVALID;
    }
    snprintf(name, CAROM_NAME_SIZE, "%s", exercise->text);
    return CAROM_OK;
}

carom_status carom_answers_read_exercise_name(const char *path, char name[CAROM_NAME_SIZE],
                                              carom_error *error)
{
    carom_document file;
    carom_status status = carom_document_open(&file, path, error);
    CAROM_THEN(status, read_name(&file, path, name, error));
    carom_document_close(&file);
    return status;
}

/* ---- key for the page ---- */

static bool write_option(void *context, carom_param_ref param)
{
    char text[CAROM_KEY_SIZE];
    if (carom_param_is_set(param)) {
        carom_param_format(param, text, sizeof text);
        carom_json_write(context, ",$:&", param.row->key, text);
    }
    return true;
}

void carom_exercise_write_key(const carom_exercise *exercise, FILE *stream)
{
    const carom_question *question = exercise->questions.items;
    const char *between = "[";
    for (size_t i = 0; i < exercise->questions.count; i++) {
        const carom_entry *kind = question[i].kind.entry;
        if (!carom_question_kind_of(kind)->in_page) {
            continue;
        }
        fputs(between, stream);
        carom_json_write(stream, "{kind:$,id:&,hint:&", kind->name, question[i].id,
                         question[i].hint);
        carom_params_each(kind->params, question[i].kind.options, write_option, stream);
        fputc('}', stream);
        between = ",";
    }
    fputs(between[0] == '[' ? "[]" : "]", stream);
}

/* ---- grades ---- */

static const carom_question *find_question(const carom_exercise *exercise, const char *id)
{
    const carom_question *question = exercise->questions.items;
    for (size_t i = 0; i < exercise->questions.count; i++) {
        if (strcmp(question[i].id, id) == 0) {
            return &question[i];
        }
    }
    return NULL;
}

static carom_status check_answers(const carom_exercise *exercise, const carom_node *answers,
                                  const char *path, carom_error *error)
{
    if (answers == NULL || answers->kind != CAROM_NODE_MAP) {
        return carom_error_set(
            error, CAROM_INVALID, "",
            "%s: no `answers:`; expected the template at the end of `carom exercise show`", path);
    }
    for (size_t i = 0; i < answers->count; i++) {
        if (find_question(exercise, answers->key[i]->text) == NULL) {
            return carom_error_set(
                error, CAROM_INVALID, "",
                "%s:%zu:%zu: '%s' is not a question; the end of `carom exercise show %s` lists "
                "the questions",
                path, answers->key[i]->mark.line, answers->key[i]->mark.column,
                answers->key[i]->text, exercise->name);
        }
    }
    return CAROM_OK;
}

static carom_status grade_one(const carom_grading_context *exam, const carom_question *question,
                              const carom_node *answer, carom_verdict *verdict, carom_error *error)
{
    carom_status status = CAROM_OK;
    snprintf(verdict->name, sizeof verdict->name, "%s", question->id);
    if (answer == NULL || answer->kind != CAROM_NODE_SCALAR || answer->text[0] == '\0') {
        snprintf(verdict->text, sizeof verdict->text, "not answered; expected %s: %s",
                 carom_question_kind_of(question->kind.entry)->expects, question->description);
        return CAROM_OK;
    }
    status = carom_question_kind_of(question->kind.entry)
                 ->grade(question, answer->text, exam, verdict, error);
    /* control characters in answers must not reach terminals or TAP readers */
    carom_text_replace_controls(verdict->text);
    if (verdict->kind == CAROM_FAIL && question->hint[0] != '\0') {
        carom_text_append(verdict->text, sizeof verdict->text, "  (hint: %s)", question->hint);
    }
    return status;
}

static carom_status grade_all(const carom_grading_context *exam, const carom_node *answers,
                              const char *path, carom_verdicts *verdicts, carom_error *error)
{
    const carom_question *question = exam->exercise->questions.items;
    CAROM_TRY(check_answers(exam->exercise, answers, path, error));
    for (size_t i = 0; i < exam->exercise->questions.count; i++) {
        carom_verdict verdict = CAROM_NO_VERDICT;
        CAROM_TRY(grade_one(exam, &question[i], carom_node_get(answers, question[i].id), &verdict,
                            error));
        CAROM_TRY(carom_verdicts_add(verdicts, &verdict, error));
    }
    return CAROM_OK;
}

carom_status carom_exercise_grade(const carom_grading_context *exam, const char *path,
                                  carom_verdicts *verdicts, carom_error *error)
{
    carom_document file;
    *verdicts = (carom_verdicts){.item = NULL};
    if (exam->exercise->keyless) {
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "the answer key of '%s' is missing: no answers.yaml in '%.300s'",
                               exam->exercise->name, exam->exercise->folder);
    }
    carom_status status = carom_document_open(&file, path, error);
    CAROM_THEN(status,
               grade_all(exam, carom_node_get(file.root, "answers"), path, verdicts, error));
    if (status != CAROM_OK) {
        carom_text_replace_controls(error->text);
    }
    carom_document_close(&file);
    return status;
}
