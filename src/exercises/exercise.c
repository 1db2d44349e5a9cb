/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and prints worksheets and grades files of answers. */
#define _XOPEN_SOURCE 700
#include "exercises/exercises.h"
#include "params/rows.h"
#include "system/system.h"
#include <ctype.h>
#include <errno.h>

#define AT(member) offsetof(carom_question, member)
static const carom_param question_rows[] = {
    {TEXT("id", AT(id), NULL, CAROM_NAME_SIZE, "name of the answer")},
    {TEXT("ask", AT(description), NULL, 200, "description of the answer, with its unit")},
    {TEXT("hint", AT(hint), "", 300, "printed after a wrong answer")},
    {TEXT("more", AT(more), "", 300, "hint of a page after the second wrong answer")},
    {TEXT("why", AT(why), "", 300, "reason that a page prints after the right answer")},
    {TEXT("scene", AT(scene), "", 200, "KEY=VALUE ... that a page changes to show the question")},
    {NUMBER("points", AT(points), "", "1", POSITIVE, ANY, "points of the right answer")},
    {ENTRY("kind", AT(kind), "number", &carom_question_kinds, "kind of the answer")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_exercise, member)
static const carom_param exercise_rows[] = {
    {TEXT("scenario", AT(scenario), "experiment.yaml", CAROM_PATH_SIZE,
          "file beside the worksheet, or shipped experiment, that the questions run")},
    {LIST("questions", AT(questions), sizeof(carom_question), question_rows,
          "the questions of the worksheet"),
     .fallback = "", .lowest = 1, .highest = 100},
    {.key = NULL}};

/* ---- languages ---- */

static const struct {
    const char *suffix, *name, *heading, *request, *unanswered, *found, *expected, *hint, *meant,
        *unasked, *unit;
} words[CAROM_LANGUAGES] = {
    {"", "English", "Your answers", "Fill in this file and have it graded by", "not answered",
     "found", "expected", "hint", "did you mean", "not a question of the worksheet",
     "not counted: its unit is"},
    {".de", "German", "Deine Antworten", "Fülle diese Datei aus; bewertet wird sie von",
     "keine Antwort", "gefunden:", "erwartet wird", "Tipp", "meintest du",
     "keine Frage des Arbeitsblatts", "nicht bewertet: die Einheit ist"}};

static void language_path(const carom_exercise *exercise, carom_language language,
                          char path[CAROM_PATH_SIZE + 10])
{
    snprintf(path, CAROM_PATH_SIZE + 10, "%.*s%s.md",
             (int)(strlen(exercise->sheet) - strlen(".md")), exercise->sheet,
             words[language].suffix);
}

enum { LOCAL = 600 };

/* Text of the answer key in a language. A translation stands in exercise.de.md as a line "= ..."
 * below the text. */
static const char *local_text(const carom_exercise *exercise, carom_language language,
                              const char *text, char buffer[LOCAL])
{
    char line[LOCAL];
    snprintf(line, sizeof line, "\n%s\n= ", text);
    const char *at = language == CAROM_ENGLISH || exercise->german == NULL
                       ? NULL
                       : strstr(exercise->german, line);
    if (at == NULL) {
        return text;
    }
    at += strlen(line);
    snprintf(buffer, LOCAL, "%.*s", (int)strcspn(at, "\n"), at);
    return buffer;
}

/* The end of a description that is a unit: " (m/s)". "": none. */
static const char *unit_of(const carom_question *question)
{
    const char *bracket = strrchr(question->description, '(');
    return bracket > question->description && bracket[-1] == ' ' && carom_text_ends_in(bracket, ")")
             ? bracket - 1
             : "";
}

/* True if the description lists the accepted words, "stop, follow or return". */
static bool lists_words(const carom_question *question)
{
    const carom_question_kind *kind = carom_question_kind_of(question->kind.entry);
    return !kind->is_number && kind->accepts != NULL && !kind->accepts(question, "");
}

/* Description of an answer with ": " before it. In German its words, or the question of the
 * worksheet with the unit. */
static const char *local_answer(const carom_exercise *exercise, carom_language language,
                                const carom_question *question, char buffer[LOCAL])
{
    const char *last = strstr(question->description, " or "), *asked = exercise->german;
    bool joins = language == CAROM_GERMAN && last != NULL;
    char translated[LOCAL];
    const char *text = local_text(exercise, language, question->description, translated);
    if (text == translated) {
        snprintf(buffer, LOCAL, ": %.*s", LOCAL - 3, translated);
        return buffer;
    }
    if (language == CAROM_GERMAN && carom_question_kind_of(question->kind.entry)->is_number) {
        snprintf(buffer, LOCAL, "- `%s`", question->id);
        asked = asked == NULL ? NULL : strstr(asked, buffer);
        asked = asked == NULL ? "" : asked + strlen(buffer);
        int length = (int)strcspn(asked, "?(\n");
        length -= length > 0 && asked[length - 1] == ' ';
        length -= length > 0 && asked[length - 1] == '.';
        snprintf(buffer, LOCAL, "%.*s%s", length, asked, unit_of(question));
        return buffer;
    }
    snprintf(buffer, LOCAL, ": %.*s%s%s", joins ? (int)(last - question->description) : LOCAL - 10,
             question->description, joins ? " oder " : "", joins ? last + strlen(" or ") : "");
    return language == CAROM_ENGLISH || lists_words(question) ? buffer : "";
}

/* ---- the exercise ---- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";

/* Finds the files of the worksheet @p name: DIR/FILE.md, a shipped one, or in the folder DIR. */
static void find_files(carom_exercise *exercise, const char *home, const char *name)
{
    bool is_path = carom_text_ends_in(name, ".md");
    snprintf(exercise->sheet, sizeof exercise->sheet, "%.3700s/experiments/%.200s/exercise.md",
             home, name);
    exercise->is_own = is_path || !carom_is_regular_file(exercise->sheet);
    if (exercise->is_own) {
        snprintf(exercise->sheet, sizeof exercise->sheet, "%.4000s%s", name,
                 is_path ? "" : "/exercise.md");
    }
    char *folder = carom_path_folder(exercise->sheet), *real = realpath(folder, NULL);
    snprintf(exercise->key, sizeof exercise->key, "%.4000s/answers.yaml", folder);
    snprintf(exercise->name, sizeof exercise->name, "%s",
             exercise->is_own && real != NULL ? strrchr(real, '/') + 1 : name);
    free(real);
    free(folder);
}

/* Reads the worksheet, and its first heading as the title. The caller frees *text. */
static carom_status read_sheet(carom_exercise *exercise, char **text, carom_error *error)
{
    size_t length = 0;
    carom_status status = carom_file_read(exercise->sheet, text, &length, error);
    if (status == CAROM_OK) {
        const char *heading = strncmp(*text, "# ", 2) == 0 ? *text + 2 : *text;
        snprintf(exercise->title, sizeof exercise->title, "%.*s", (int)strcspn(heading, "\n"),
                 heading);
    } else if (status == CAROM_CANNOT_READ && errno == ENOENT &&
               carom_text_ends_in(exercise->sheet, "/exercise.md")) {
        status = carom_error_set(error, status, "",
                                 "no experiment or folder '%.60s' with a worksheet exercise.md; "
                                 "'carom exercise list' lists those of experiments",
                                 exercise->name);
    }
    return status;
}

/* Reads the German worksheet if there is one. */
static carom_status read_german(carom_exercise *exercise, carom_error *error)
{
    char path[CAROM_PATH_SIZE + 10];
    size_t length = 0;
    language_path(exercise, CAROM_GERMAN, path);
    return carom_is_regular_file(path) ? carom_file_read(path, &exercise->german, &length, error)
                                       : CAROM_OK;
}

/* Returns the number of the question with this id, or the number of all. */
static size_t find_question(const carom_exercise *exercise, const char *id)
{
    const carom_question *question = exercise->questions.items;
    size_t k = 0;
    while (k < exercise->questions.count && strcmp(question[k].id, id) != 0) {
        k++;
    }
    return k;
}

/* Stores the positions of the questions and checks their ids, which stand in the worksheet. Its
 * other questions, items that begin with `ID`:, have no answer. */
static void check_questions(carom_exercise *exercise, const char *sheet, carom_node root,
                            carom_messages *messages)
{
    static const char item[] = "\n- `";
    carom_question *question = exercise->questions.items;
    char key[60], quoted[CAROM_NAME_SIZE + 2];
    for (size_t i = 0; i < exercise->questions.count; i++) {
        carom_node node = carom_node_item(root, "questions", i);
        const char *id = question[i].id;
        question[i].mark = carom_node_mark(carom_node_get(node, "id"), node);
        snprintf(key, sizeof key, "questions[%zu].id", i);
        snprintf(quoted, sizeof quoted, "`%.*s`", CAROM_NAME_SIZE - 1, id);
        if (strspn(id, letters) != strlen(id) || strpbrk(id, "-.") != NULL) {
            carom_messages_add(messages, true, question[i].mark, key,
                               "'%s' must consist of letters, digits and _", id);
        } else if (find_question(exercise, id) < i) {
            carom_messages_add(messages, true, question[i].mark, key,
                               "'%s' is also questions[%zu]; use another name", id,
                               find_question(exercise, id));
        } else if (id[0] != '\0' && strstr(sheet, quoted) == NULL) {
            carom_messages_add(messages, false, question[i].mark, key,
                               "the worksheet has no question - %s:", quoted);
        }
    }
    for (const char *at = sheet; (at = strstr(at, item)) != NULL;) {
        at += strlen(item);
        snprintf(key, sizeof key, "%.*s", (int)strcspn(at, "`\n"), at);
        if (strncmp(at + strlen(key), "`:", 2) == 0 &&
            find_question(exercise, key) == exercise->questions.count) {
            carom_messages_add(
                messages, false, carom_node_mark(carom_node_get(root, "questions"), root),
                "questions", "the question - `%s`: of the worksheet has no id here", key);
        }
    }
}

/* Checks what the questions run: the scenario, its solvers and the changes of it. */
static void check_runs(const carom_exercise *exercise, const char *home, carom_node root,
                       carom_messages *messages)
{
    const carom_question *question = exercise->questions.items;
    const carom_grading_context exam = {.exercise = exercise, .home = home, .directory = ""};
    carom_node name = carom_node_get(root, "scenario");
    char path[CAROM_PATH_SIZE];
    bool found = carom_exercise_scenario(exercise, home, path), needed = name.id != 0;
    for (size_t i = 0; i < exercise->questions.count; i++) {
        needed = needed || carom_question_kind_of(question[i].kind.entry)->check != NULL;
    }
    if (needed && !found) {
        carom_messages_add(messages, true, carom_node_mark(name, root), "scenario",
                           "%s'%.60s'; expected a file beside the worksheet, or one of 'carom "
                           "list experiments'",
                           name.id != 0 ? "found " : "missing, and there is no ",
                           exercise->scenario);
        return;
    }
    for (size_t i = 0; i < exercise->questions.count; i++) {
        const carom_question_kind *kind = carom_question_kind_of(question[i].kind.entry);
        carom_error reason = {0};
        char key[60];
        if (kind->check != NULL && kind->check(&question[i], &exam, &reason) != CAROM_OK) {
            snprintf(key, sizeof key, "questions[%zu]", i);
            carom_messages_add(messages, true, question[i].mark, key, "%.500s", reason.text);
        }
    }
}

static carom_status read_key(carom_exercise *exercise, const char *home, const char *sheet,
                             carom_messages *messages, carom_error *error)
{
    carom_document answers = {.path = NULL};
    carom_status status = carom_document_open(&answers, exercise->key, NULL, NULL, error);
    if (status == CAROM_OK) {
        status = carom_reading_status(
            carom_params_read(exercise_rows, exercise, answers.root, "", messages), error);
        if (status == CAROM_OK) {
            check_questions(exercise, sheet, answers.root, messages);
        }
        if (status == CAROM_OK && messages->errors == 0 && exercise->is_own) {
            check_runs(exercise, home, answers.root, messages);
        }
    }
    carom_document_close(&answers);
    return status;
}

carom_status carom_exercise_read(carom_exercise *exercise, const char *home, const char *name,
                                 carom_messages *messages, carom_error *error)
{
    char *text = NULL;
    *exercise = (carom_exercise){.questions = {NULL, 0}};
    CAROM_TRY(carom_params_default(exercise_rows, exercise, error));
    find_files(exercise, home, name);
    carom_status status = read_sheet(exercise, &text, error);
    CAROM_THEN(status, read_key(exercise, home, text, messages, error));
    CAROM_THEN(status, read_german(exercise, error));
    free(text);
    return status;
}

void carom_exercise_free(carom_exercise *exercise)
{
    carom_params_free(exercise_rows, exercise);
    free(exercise->german);
    exercise->german = NULL;
}

/* ---- printing ---- */

/* Prints the text of a worksheet without comments: <!-- ... -->. */
static void write_text(const char *text, FILE *stream)
{
    for (const char *begin; (begin = strstr(text, "<!--")) != NULL;) {
        const char *end = strstr(begin, "-->");
        fwrite(text, 1, (size_t)(begin - text), stream);
        text = end == NULL ? begin + strlen(begin) : end + strlen("-->");
        text += *text == '\n';
    }
    fputs(text, stream);
}

/* Prints the form of an answer and its tolerance: "a number +- 0.2 %: speed (m/s)" */
static void write_expected(const carom_exercise *exercise, carom_language language,
                           const carom_question *question, FILE *stream)
{
    double within = carom_choice_number(&question->kind, "within"),
           within_rel = carom_choice_number(&question->kind, "within_rel");
    char buffer[LOCAL];
    fputs(carom_question_kind_of(question->kind.entry)->expects[language], stream);
    if (!isnan(within)) {
        fprintf(stream, " +- %.6g", within);
    } else if (!isnan(within_rel)) {
        fprintf(stream, " +- %.6g %%", 100 * within_rel);
    }
    fprintf(stream, "%s\n", local_answer(exercise, language, question, buffer));
}

static void write_template(const carom_exercise *exercise, carom_language language, FILE *stream)
{
    fprintf(stream, "\n## %s\n\n%s `carom exercise grade %s%smy-answers.yaml`:\n\n",
            words[language].heading, words[language].request,
            exercise->is_own ? exercise->sheet : "", exercise->is_own ? " " : "");
    fprintf(stream, "```yaml\nexercise: %s\nanswers:\n", exercise->name);
    for (size_t i = 0; i < exercise->questions.count; i++) {
        const carom_question *q = (const carom_question *)exercise->questions.items + i;
        fprintf(stream, "  %s:        # ", q->id);
        write_expected(exercise, language, q, stream);
    }
    fputs("```\n", stream);
}

carom_status carom_exercise_show(const carom_exercise *exercise, carom_language language,
                                 FILE *stream, carom_error *error)
{
    char path[CAROM_PATH_SIZE + 10], *text = NULL;
    size_t length = 0;
    language_path(exercise, language, path);
    if (!carom_is_regular_file(path)) {
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "the worksheet '%s' has no %s text: no file '%.300s'",
                               exercise->name, words[language].name, path);
    }
    CAROM_TRY(carom_file_read(path, &text, &length, error));
    write_text(text, stream);
    write_template(exercise, language, stream);
    free(text);
    return CAROM_OK;
}

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
        carom_json_write(stream, "{kind:$,id:&,hint:&,more:&,why:&,scene:&", kind->name,
                         question[i].id, question[i].hint, question[i].more, question[i].why,
                         question[i].scene);
        carom_params_each(kind->params, question[i].kind.options, write_option, stream);
        fputc('}', stream);
        between = ",";
    }
    fputs(between[0] == '[' ? "[]" : "]", stream);
}

/* ---- answers ---- */

carom_status carom_answers_open(carom_document *file, const char *path, bool is_own,
                                carom_error *error)
{
    carom_status status = carom_document_open(file, path, NULL, NULL, error);
    if (status == CAROM_INVALID) {
        carom_text_append(error->text, sizeof error->text,
                          "; expected the lines between ```yaml and ``` of the worksheet");
    }
    CAROM_TRY(status);
    carom_node name = carom_node_get(file->root, "exercise");
    carom_mark mark = carom_node_mark(name, file->root);
    if (carom_node_kind_of(name) != CAROM_NODE_SCALAR) {
        return carom_error_set(
            error, CAROM_INVALID, "",
            "%s: no `exercise: NAME`; expected the template at the end of `carom exercise show`",
            path);
    }
    const char *text = carom_node_scalar(name); /* of a folder in experiments/, never a path */
    if (!is_own && (text[0] == '.' || text[0] == '\0' || text[strspn(text, letters)] != '\0')) {
        carom_error_set(
            error, CAROM_INVALID, "",
            "%s:%zu:%zu: exercise: found '%.60s'; 'carom exercise list' lists the names", path,
            mark.line, mark.column, text);
        carom_text_replace_controls(error->text);
        return CAROM_INVALID;
    }
    return CAROM_OK;
}

/* Checks that the file has answers of this exercise. */
static carom_status check_answers(const carom_exercise *exercise, const carom_document *file,
                                  carom_node answers, carom_error *error)
{
    carom_node name = carom_node_get(file->root, "exercise");
    if (strcmp(carom_node_scalar(name), exercise->name) != 0) {
        carom_mark mark = carom_node_mark(name, name);
        return carom_error_set(error, CAROM_INVALID, "",
                               "%s:%zu:%zu: exercise: found '%.60s'; the worksheet is '%.60s'",
                               file->path, mark.line, mark.column, carom_node_scalar(name),
                               exercise->name);
    }
    if (carom_node_kind_of(answers) != CAROM_NODE_MAP) {
        return carom_error_set(
            error, CAROM_INVALID, "",
            "%s: no `answers:`; expected the template at the end of `carom exercise show`",
            file->path);
    }
    return CAROM_OK;
}

/* Returns the unit behind a number: "N s/m" of "41.3 N s/m"; "" if there is none. */
static char *unit_behind(char *answer)
{
    size_t length = strspn(answer, "+-.,0123456789");
    char *behind = answer + length + strspn(answer + length, " ");
    return length > 0 && isalpha((unsigned char)*behind) && strspn(behind, "eE+-0123456789") < 2
             ? behind
             : answer + strlen(answer);
}

/* True if two units differ in spaces and stars at most. kg/s is N s/m. */
static bool is_same_unit(const char *a, const char *b)
{
    a = strcmp(a, "kg/s") == 0 ? "N s/m" : a;
    for (;; a++, b++) {
        a += strspn(a, " *");
        b += strspn(b, " *");
        if (*a != *b || *a == '\0') {
            return *a == *b;
        }
    }
}

/* Reads a number as students write it: 3,14 and, in another unit of the quantity, 4.58 ms.
 * @param hint  what is wrong with another answer */
static bool read_number(const carom_question *question, char answer[LOCAL], char hint[200])
{
    static const char degree[] = "\xc2\xb0";
    char key[40] = "_", unit[40] = "", *slash;
    double number;
    (void)sscanf(unit_of(question), " (%39[^)]", unit);
    const char *own = strcmp(unit, "percent") == 0   ? "%"
                    : strstr(answer, degree) != NULL ? degree
                                                     : unit;
    carom_text_append(key, sizeof key, "%s", unit); /* "_mps", by which units are known */
    if ((slash = strchr(key, '/')) != NULL) {
        *slash = 'p';
    }
    if (unit[0] != '\0' && is_same_unit(unit_behind(answer), unit)) {
        answer[strspn(answer, "+-.,0123456789")] = '\0';
    }
    const carom_param row = {.key = key, .unit = own, .type = CAROM_NUMBER};
    for (const char *fix = ""; fix != NULL;) {
        if (carom_number_parse(answer, &number)) {
            return isfinite(number);
        }
        hint[0] = '\0';
        carom_hint_value(&row, answer, hint, 200);
        if ((fix = strstr(hint, ": ")) != NULL) {
            snprintf(answer, LOCAL, "%s", fix + strlen(": "));
        }
    }
    return false;
}

/* Appends the word that a misspelt or a German one means: "anhalten (`stop`)" in the worksheet. */
static void suggest_word(const carom_grading_context *exam, const carom_question *question,
                         const char *answer, carom_verdict *verdict)
{
    char words_of[sizeof question->description], german[120], *rest = NULL;
    const char *name[40], *meant = exam->exercise->german;
    size_t count = 0;
    snprintf(words_of, sizeof words_of, "%s", question->description);
    for (char *word = strtok_r(words_of, ", ", &rest); word != NULL && count < 40;
         word = strtok_r(NULL, ", ", &rest)) {
        name[count] = word;
        count += strcmp(word, "or") != 0;
    }
    snprintf(german, sizeof german, "%.100s (`", answer);
    meant = meant == NULL ? NULL : strstr(meant, german);
    meant = meant != NULL ? meant + strlen(german) : carom_hint_name(answer, name, count);
    if (meant != NULL) {
        carom_text_append(verdict->text, sizeof verdict->text, "; %s '%.*s'?",
                          words[exam->language].meant, (int)strcspn(meant, "`"), meant);
    }
}

static carom_status grade_one(const carom_grading_context *exam, const carom_question *question,
                              carom_node answer, carom_verdict *verdict, carom_error *error)
{
    const carom_question_kind *kind = carom_question_kind_of(question->kind.entry);
    const carom_language language = exam->language;
    carom_error reason = {0};
    char buffer[LOCAL], given[LOCAL], hint[200] = "";
    snprintf(verdict->name, sizeof verdict->name, "%s", question->id);
    if (carom_node_scalar(answer)[0] == '\0') {
        snprintf(verdict->text, sizeof verdict->text, "%s; %s %s%s", words[language].unanswered,
                 words[language].expected, kind->expects[language],
                 local_answer(exam->exercise, language, question, buffer));
        return CAROM_OK;
    }
    snprintf(given, sizeof given, "%s", carom_node_scalar(answer));
    if (kind->is_number ? !read_number(question, given, hint)
                        : kind->accepts != NULL && !kind->accepts(question, given)) {
        snprintf(verdict->text, sizeof verdict->text, "%s '%.100s'; %s %s%s", words[language].found,
                 carom_node_scalar(answer), words[language].expected,
                 kind->is_number
                     ? kind->expects[language]
                     : local_answer(exam->exercise, language, question, buffer) + strlen(": "),
                 !kind->is_number            ? ""
                 : language == CAROM_ENGLISH ? hint
                                             : unit_of(question));
        if (!kind->is_number) {
            suggest_word(exam, question, given, verdict);
        }
        if (kind->is_number && unit_behind(given)[0] != '\0') {
            verdict->kind = CAROM_SKIP;
            snprintf(verdict->text, sizeof verdict->text, "%s '%.100s'; %s%s", words[language].unit,
                     unit_behind(given), words[language].expected, unit_of(question));
        }
        carom_text_replace_controls(verdict->text);
        return CAROM_OK;
    }
    carom_status status = kind->grade(question, given, exam, verdict, &reason);
    if (status == CAROM_INVALID) {
        return carom_error_set(error, status, "", "%s:%zu:%zu: %.500s", exam->exercise->key,
                               question->mark.line, question->mark.column, reason.text);
    }
    *error = status != CAROM_OK ? reason : *error;
    /* control characters in answers must not reach terminals or TAP readers */
    carom_text_replace_controls(verdict->text);
    if (verdict->kind == CAROM_FAIL && question->hint[0] != '\0') {
        carom_text_append(verdict->text, sizeof verdict->text, "  (%s: %s)", words[language].hint,
                          local_text(exam->exercise, language, question->hint, buffer));
    }
    return status;
}

carom_status carom_exercise_grade(const carom_grading_context *exam, const carom_document *file,
                                  carom_verdicts *verdicts, carom_error *error)
{
    carom_node answers = carom_node_get(file->root, "answers");
    const carom_question *question = exam->exercise->questions.items;
    *verdicts = (carom_verdicts){.item = NULL};
    carom_status status = check_answers(exam->exercise, file, answers, error);
    for (size_t i = 0; i < exam->exercise->questions.count && status == CAROM_OK; i++) {
        carom_verdict verdict = CAROM_NO_VERDICT;
        status = grade_one(exam, &question[i], carom_node_get(answers, question[i].id), &verdict,
                           error);
        if (status == CAROM_OK) {
            carom_verdicts_add(verdicts, &verdict);
        }
    }
    for (size_t i = 0; i < carom_node_count(answers) && status == CAROM_OK; i++) {
        const char *id = carom_node_scalar(carom_node_key(answers, i));
        carom_verdict verdict = {.kind = CAROM_SKIP};
        if (find_question(exam->exercise, id) == exam->exercise->questions.count) {
            snprintf(verdict.name, sizeof verdict.name, "%.60s", id);
            snprintf(verdict.text, sizeof verdict.text, "%s", words[exam->language].unasked);
            carom_text_replace_controls(verdict.name);
            carom_verdicts_add(verdicts, &verdict);
        }
    }
    if (status != CAROM_OK) {
        carom_text_replace_controls(error->text);
    }
    return status;
}
