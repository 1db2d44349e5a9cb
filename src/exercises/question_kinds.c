/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of questions: a number from theory or from a run, a word, a scenario that meets checks. */
#define _POSIX_C_SOURCE 200809L
#include "exercises/exercises.h"
#include "params/rows.h"
#include "system/system.h"
#include <strings.h>

enum { PATH = CAROM_PATH_SIZE + 200 };

/* ---- numbers ---- */

/* Grades a number. A wrong one is reported as near or not, without revealing the right one. */
static void grade_number(const char *answer, double right, double tolerance,
                         carom_language language, carom_verdict *verdict)
{
    static const char *const words[CAROM_LANGUAGES][2] = {
        {"near, but not within the tolerance", "not right"},
        {"fast, aber nicht innerhalb der Toleranz", "nicht richtig"}};
    carom_number_parse(answer, &verdict->value);
    double off = fabs(verdict->value - right);
    verdict->kind = off <= tolerance ? CAROM_PASS : CAROM_FAIL;
    carom_text_append(verdict->text, sizeof verdict->text, "%.10g%s%s", verdict->value,
                      off <= tolerance ? "" : "  ",
                      off <= tolerance ? "" : words[language][off > 10 * tolerance]);
}

typedef struct {
    double is, within, within_rel;
} number_options;

#define TOLERANCES(record)                                                                         \
    {NUMBER("within", offsetof(record, within), NULL, "", POSITIVE, ANY, "tolerance")},            \
    {                                                                                              \
        NUMBER("within_rel", offsetof(record, within_rel), NULL, "0.01", POSITIVE, 1,              \
               "tolerance relative to the right value"),                                           \
            .instead_of = "within"                                                                 \
    }

static double tolerance_of(double within, double within_rel, double right)
{
    return isnan(within) ? within_rel * fabs(right) : within;
}

#define AT(member) offsetof(number_options, member)
static const carom_param number_params[] = {
    {NUMBER("is", AT(is), "", NULL, ANY_LOW, ANY, "value by theory")},
    TOLERANCES(number_options),
    {.key = NULL}};

static carom_status number_grade(const carom_question *question, const char *answer,
                                 const carom_grading_context *exam, carom_verdict *verdict,
                                 carom_error *error)
{
    const number_options *options = question->kind.options;
    (void)error;
    grade_number(answer, options->is,
                 tolerance_of(options->within, options->within_rel, options->is), exam->language,
                 verdict);
    return CAROM_OK;
}

static const carom_question_kind number_kind = {.about = {.name = "number",
                                                          .summary = "a number known from theory",
                                                          .params = number_params,
                                                          .options_size = sizeof(number_options)},
                                                .expects = {"a number", "eine Zahl"},
                                                .is_number = true,
                                                .in_page = true,
                                                .grade = number_grade};

/* ---- runs ---- */

typedef struct {
    char path[PATH], directory[PATH];
    carom_scenario *scenario;
    char *text;
    carom_study study;
    carom_run run;
    carom_check_watch watch; /* of the run */
} scenario_run;

static void free_scenario_run(scenario_run *run)
{
    carom_check_watch_free(&run->watch);
    carom_run_close(&run->run);
    carom_scenario_free(run->scenario);
    free(run->text);
}

/* Reads the scenario at run->path with the override "KEY=VALUE" in @p set, or "".
 * @return CAROM_CANNOT_READ, or CAROM_INVALID with the first error of the scenario */
static carom_status load_scenario_run(scenario_run *run, const carom_grading_context *exam,
                                      const char *set, const char *id, carom_error *error)
{
    char key[CAROM_KEY_SIZE];
    size_t length = strcspn(set, "=");
    snprintf(key, sizeof key, "%.*s", (int)length, set);
    const carom_setting settings[] = {{key, set + length + (set[length] == '=')}, {NULL, NULL}};
    snprintf(run->directory, sizeof run->directory, "%.3900s/%.60s", exam->directory, id);
    run->scenario = carom_scenario_load_with_settings(run->path, set[0] != '\0' ? settings : NULL,
                                                      error);
    if (run->scenario == NULL) {
        return error->status;
    }
    run->text = carom_scenario_text(run->scenario);
    run->study = (carom_study){
        .scenario = run->scenario, .text = run->text, .length = strlen(run->text)};
    return CAROM_OK;
}

bool carom_exercise_scenario(const carom_exercise *exercise, const char *home,
                             char path[CAROM_PATH_SIZE])
{
    snprintf(path, CAROM_PATH_SIZE, "%.*s%.200s",
             (int)(strrchr(exercise->key, '/') + 1 - exercise->key), exercise->key,
             exercise->scenario);
    return carom_is_regular_file(path) || carom_scenario_find(home, exercise->scenario, path);
}

/* Reads the scenario of the exercise: a file beside the worksheet, or a shipped one. */
static carom_status load_own(scenario_run *run, const carom_grading_context *exam, const char *set,
                             const char *id, carom_error *error)
{
    (void)carom_exercise_scenario(exam->exercise, exam->home, run->path);
    return load_scenario_run(run, exam, set, id, error);
}

/* Runs a scenario, which checks follow.
 * @param only runs this solver and the reference; NULL runs all */
static carom_status run_solvers(scenario_run *run, const char *only,
                                const carom_scenario_check *check, size_t checks,
                                const volatile sig_atomic_t *stop, carom_error *error)
{
    const char *const required[] = {only, run->scenario->reference};
    carom_request request = {.scenario = run->scenario,
                             .name = run->path,
                             .directory = run->directory,
                             .only = required,
                             .only_count = only == NULL ? 0 : 2,
                             .compare = true,
                             .threads = 1,
                             .stop = stop,
                             .recorder = &run->watch.recorder};
    carom_check_watch_init(&run->watch, &run->run, check, checks);
    return carom_run_scenario(&run->run, &request, error);
}

/* ---- results of the experiment ---- */

typedef struct {
    char solver[CAROM_NAME_SIZE], set[CAROM_KEY_SIZE];
    carom_choice of;
    double within, within_rel;
} measured_options;

#undef AT
#define AT(member) offsetof(measured_options, member)
static const carom_param measured_params[] = {
    {TEXT("solver", AT(solver), NULL, CAROM_NAME_SIZE, "of the experiment")},
    {TEXT("set", AT(set), "", CAROM_KEY_SIZE, "KEY=VALUE that the run changes")},
    {ENTRY("of", AT(of), "summary", &carom_check_kinds, "quantity, as in checks")},
    TOLERANCES(measured_options),
    {.key = NULL}};

/* Reads the experiment with the changes of the question. */
static carom_status load_measured(scenario_run *run, const carom_question *question,
                                  const carom_grading_context *exam, carom_error *error)
{
    const measured_options *options = question->kind.options;
    CAROM_TRY(load_own(run, exam, options->set, question->id, error));
    return carom_scenario_check_solvers(run->scenario, (const char *[]){options->solver}, 1, error);
}

static carom_status measured_check(const carom_question *question,
                                   const carom_grading_context *exam, carom_error *error)
{
    scenario_run run = {.text = NULL};
    carom_status status = load_measured(&run, question, exam, error);
    free_scenario_run(&run);
    return status;
}

/* Runs the experiment and compares the answer with its quantity. */
static carom_status grade_measured(scenario_run *run, const carom_question *question,
                                   const char *answer, const carom_grading_context *exam,
                                   carom_verdict *verdict, carom_error *error)
{
    const measured_options *options = question->kind.options;
    const carom_scenario_check check = {
        .kind = options->of, .max = NAN, .min = NAN, .equals = NAN, .within = NAN};
    const carom_check_context context = {&run->study, run->directory, false, &run->watch};
    carom_error reason = {0};
    double right = NAN;
    CAROM_TRY(load_measured(run, question, exam, error));
    CAROM_TRY(run_solvers(run, options->solver, &check, 1, exam->stop, error));
    carom_status status = carom_check_measure(&context, &check, options->solver, &right, &reason);
    if (status != CAROM_OK) {
        return carom_error_set(error, status, "", "%s%s",
                               status == CAROM_INVALID ? "the run has no such quantity: " : "",
                               reason.text);
    }
    grade_number(answer, right, tolerance_of(options->within, options->within_rel, right),
                 exam->language, verdict);
    return CAROM_OK;
}

static carom_status measured_grade(const carom_question *question, const char *answer,
                                   const carom_grading_context *exam, carom_verdict *verdict,
                                   carom_error *error)
{
    scenario_run run = {.text = NULL};
    carom_status status = grade_measured(&run, question, answer, exam, verdict, error);
    free_scenario_run(&run);
    return status;
}

static const carom_question_kind measured_kind = {
    .about = {.name = "measured",
              .summary = "a number from a run of the experiment",
              .params = measured_params,
              .options_size = sizeof(measured_options)},
    .expects = {"a number", "eine Zahl"},
    .is_number = true,
    .in_page = true,
    .check = measured_check,
    .grade = measured_grade};

/* ---- word ---- */

typedef struct {
    char is[CAROM_NAME_SIZE];
} word_options;

#undef AT
#define AT(member) offsetof(word_options, member)
static const carom_param word_params[] = {
    {TEXT("is", AT(is), NULL, CAROM_NAME_SIZE, "the right word")}, {.key = NULL}};

static bool has_word(const char *text, const char *word)
{
    const char *const between = ", ";
    size_t length = strcspn(text, between);
    while (length > 0 && (length != strlen(word) || strncasecmp(text, word, length) != 0)) {
        text += length + strspn(text + length, between);
        length = strcspn(text, between);
    }
    return length > 0;
}

static const char *in_english(const char *word)
{
    return strcasecmp(word, "ja") == 0 ? "yes" : strcasecmp(word, "nein") == 0 ? "no" : word;
}

/* Accepts any word unless the description, "stop, follow or return", lists the right one. */
static bool is_listed(const carom_question *question, const char *answer)
{
    const word_options *options = question->kind.options;
    return !has_word(question->description, options->is) ||
           has_word(question->description, in_english(answer));
}

static carom_status word_grade(const carom_question *question, const char *answer,
                               const carom_grading_context *exam, carom_verdict *verdict,
                               carom_error *error)
{
    const word_options *options = question->kind.options;
    (void)exam;
    (void)error;
    verdict->kind = strcasecmp(in_english(answer), options->is) == 0 ? CAROM_PASS : CAROM_FAIL;
    carom_text_append(verdict->text, sizeof verdict->text, "%.100s", answer);
    return CAROM_OK;
}

static const carom_question_kind word_kind = {
    .about = {.name = "word",
              .summary = "one of the words in the question",
              .params = word_params,
              .options_size = sizeof(word_options)},
    .expects = {"a word", "ein Wort"},
    .in_page = true,
    .accepts = is_listed,
    .grade = word_grade};

/* ---- a scenario that does better ---- */

typedef struct {
    carom_list checks; /* items of type carom_scenario_check */
} scenario_options;

#undef AT
#define AT(member) offsetof(scenario_options, member)
static const carom_param scenario_params[] = {
    {LIST("checks", AT(checks), sizeof(carom_scenario_check), carom_check_rows,
          "checks of its runs, as in a scenario"),
     .fallback = "", .lowest = 1, .highest = 100},
    {.key = NULL}};

/* Returns the scenario without the solvers and what does not affect a run. The caller frees it. */
static char *scene_text(const carom_scenario *scenario)
{
    carom_scenario bare = *scenario;
    bare.solvers.count = 0;
    bare.reference[0] = '\0';
    bare.allow_energy_gain = false;
    return carom_scenario_physics_text(&bare);
}

/* True if two scenarios differ in their solvers only. */
static bool has_same_scene(const carom_scenario *a, const carom_scenario *b)
{
    char *p = scene_text(a), *q = scene_text(b);
    bool same = strcmp(p, q) == 0;
    free(p);
    free(q);
    return same;
}

static void grade_checks(const carom_verdicts *checks, const carom_list *required,
                         carom_verdict *verdict)
{
    const carom_scenario_check *check = required->items;
    verdict->kind = checks->failed == 0 ? CAROM_PASS : CAROM_FAIL;
    for (size_t c = 0, i = 0; c < required->count; c++) { /* verdicts are in the order of checks */
        if (i == checks->count || checks->item[i].check != c) {
            verdict->kind = CAROM_FAIL;
            carom_text_append(verdict->text, sizeof verdict->text, "%sthe solver '%s' is missing",
                              verdict->text[0] == '\0' ? "" : "; ", check[c].solver);
        }
        while (i < checks->count && checks->item[i].check == c) {
            i++;
        }
    }
    for (size_t i = 0; i < checks->count; i++) {
        if (checks->item[i].kind == CAROM_FAIL || verdict->kind == CAROM_PASS) {
            carom_text_append(verdict->text, sizeof verdict->text, "%s%s %.200s",
                              verdict->text[0] == '\0' ? "" : "; ", checks->item[i].name,
                              checks->item[i].text);
        }
    }
}

static carom_status grade_run(scenario_run *run, scenario_run *original,
                              const carom_question *question, const carom_grading_context *exam,
                              carom_verdict *verdict, carom_error *error)
{
    const carom_list *required = &((const scenario_options *)question->kind.options)->checks;
    const carom_check_context context = {&run->study, run->directory, false, &run->watch};
    carom_verdicts checks = {.item = NULL};
    carom_status status = load_scenario_run(run, exam, "", question->id, error);
    if (status == CAROM_INVALID || status == CAROM_CANNOT_READ) {
        carom_text_append(verdict->text, sizeof verdict->text, "%.500s", error->text);
        return CAROM_OK;
    }
    CAROM_TRY(status);
    CAROM_TRY(load_own(original, exam, "", question->id, error));
    if (!has_same_scene(run->scenario, original->scenario)) {
        carom_text_append(
            verdict->text, sizeof verdict->text,
            "the balls, the table, the duration or the samples differ from the experiment; "
            "only the solvers may differ");
        return CAROM_OK;
    }
    CAROM_TRY(run_solvers(run, NULL, required->items, required->count, exam->stop, error));
    carom_list own = run->scenario->checks;
    run->scenario->checks = *required;
    status = carom_checks_run(&context, &checks, error);
    run->scenario->checks = own;
    if (status == CAROM_OK) {
        grade_checks(&checks, required, verdict);
    }
    carom_verdicts_free(&checks);
    return status;
}

static carom_status scenario_grade(const carom_question *question, const char *answer,
                                   const carom_grading_context *exam, carom_verdict *verdict,
                                   carom_error *error)
{
    scenario_run run = {.text = NULL}, original = {.text = NULL};
    if (strchr(answer, '/') != NULL) {
        carom_text_append(verdict->text, sizeof verdict->text,
                          "'%.100s': expected the name of a file beside the answers", answer);
        return CAROM_OK;
    }
    snprintf(run.path, sizeof run.path, "%.3900s/%.180s", exam->answers_folder, answer);
    carom_status status = grade_run(&run, &original, question, exam, verdict, error);
    free_scenario_run(&original);
    free_scenario_run(&run);
    return status;
}

static const carom_question_kind scenario_kind = {
    .about = {.name = "scenario",
              .summary = "a scenario file that passes checks",
              .params = scenario_params,
              .options_size = sizeof(scenario_options)},
    .expects = {"the name of a file", "der Name einer Datei"},
    .grade = scenario_grade};

/* ---- list ---- */

static const carom_entry *const entries[] = {&number_kind.about, &measured_kind.about,
                                             &word_kind.about, &scenario_kind.about, NULL};

const carom_interface carom_question_kinds = {"question", "questions", entries};
