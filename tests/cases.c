/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs tests of the command line, *.case files (tests/cases/README.md), in one process: thousands
 * of commands without the start of a program. Every case has a scratch folder of its own. usage:
 * cases FILE.case...   prints "ok FILE: CASE" or "not ok FILE: CASE" with the reason; CASES=TEXT
 * selects cases by name */
#define _XOPEN_SOURCE 700
#include "cases.h"
#include "params/params.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINES = 20000, MOST_DEPTH = 16 };

/* A file of cases as lines, and the place in it. */
typedef struct {
    char *text;
    char *line[MOST_LINES];
    int lines, at;
} case_file;

/* Variables of the environment that a case has set, with the values before. */
typedef struct {
    char *name, *before;
} kept_variable;

/* Values of a case: "let: NAME = ..." stores, {NAME} in a later line stands for the text. */
typedef struct {
    char name[40], text[500];
} named_value;

static named_value named_values[100];
static int named_count;
static kept_variable kept_variables[20];
static int kept_count;
static char program[4096]; /* argv[0] of every command: carom finds its home from it */

/* ---- commands ---- */

/* Runs the command line in this process, with standard input, output and error as files: input,
 * stdout, stderr. */
static void run_command(case_result *result, char *line)
{
    char *word[MOST_WORDS + 2] = {program};
    int count = 1 + split_words(line, word + 1, MOST_WORDS);
    int kept[3], file[3];
    static const char *const name[] = {"stdin", "stdout", "stderr"};
    if (access("stdin", F_OK) != 0) {
        write_whole("stdin", "", 0);
    }
    fflush(NULL);
    for (int i = 0; i < 3; i++) {
        kept[i] = dup(i);
        file[i] = open(name[i], i == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (kept[i] < 0 || file[i] < 0 || dup2(file[i], i) < 0) {
            abort();
        }
        close(file[i]);
    }
    rewind(stdin);
    word[count] = NULL;
    result->status = carom_main(count, word);
    fflush(NULL);
    clearerr(stdout);
    for (int i = 0; i < 3; i++) {
        dup2(kept[i], i);
        close(kept[i]);
    }
    clearerr(stdin);
}

/* FORMULA = VALUE within TOLERANCE */
static void expect_formula(case_result *result, int line, char *value)
{
    char *wanted = cut_at(value, " = "), *within = wanted ? cut_at(wanted, " within ") : NULL;
    char number[50];
    if (within == NULL) {
        fail(result, line, "expected FORMULA = VALUE within TOLERANCE");
        return;
    }
    snprintf(number, sizeof number, "%.17g", evaluate(result, line, value, 0));
    expect_value(result, line, number, wanted, within);
}

/* The stored value of this name, or the place of a new one. */
static named_value *find_value(const char *name)
{
    named_value *named = named_values;
    while (named < named_values + named_count && strcmp(named->name, name) != 0) {
        named++;
    }
    if (named == named_values + sizeof named_values / sizeof named_values[0]) {
        abort();
    }
    if (named == named_values + named_count) {
        snprintf(named->name, sizeof named->name, "%s", name);
        named_count++;
    }
    return named;
}

/* NAME = FORMULA, NAME = TEXT or NAME | PLACE, the text of a cell: {NAME} in later lines */
static void store_value(case_result *result, int line, char *value)
{
    char *place = cut_at(value, " | "), *formula = place == NULL ? cut_at(value, " = ") : NULL;
    char why[200], *end;
    double x;
    if (place == NULL && formula == NULL) {
        fail(result, line, "expected NAME = FORMULA or NAME | PLACE");
        return;
    }
    named_value *named = find_value(value);
    if (place != NULL) {
        find_cell(result, line, place, named->text, sizeof named->text);
    } else if ((strtod(formula, &end), *end != '\0') &&
               carom_formula_evaluate(formula, 0, &x, why, sizeof why)) {
        snprintf(named->text, sizeof named->text, "%.17g", x);
    } else {
        snprintf(named->text, sizeof named->text, "%s", formula);
    }
}

/* The step of a line "each row: FILE | STEP" or "each: FILE | EXPRESSION | STEP", whose values are
 * those of a later time; the end of another line. */
static const char *find_inner_step(const char *line)
{
    bool of_rows = strncmp(line, "each row:", 9) == 0;
    int bars = of_rows ? 1 : strncmp(line, "each:", 5) == 0 ? 2 : 0;
    const char *at = bars > 0 ? line : line + strlen(line);
    while (bars-- > 0 && strstr(at, " | ") != NULL) {
        at = strstr(at, " | ") + 3;
    }
    return at;
}

/* Replaces each {NAME} of a stored value by its text. */
static void put_values(const char *line, char *to, size_t size)
{
    const char *inner = find_inner_step(line);
    size_t used = 0;
    while (*line != '\0' && used + 1 < size) {
        size_t length = *line == '{' && line < inner ? strcspn(line, "} ") : 0;
        const named_value *named = named_values, *end = named_values + named_count;
        while (named < end && !(length == strlen(named->name) + 1 && line[length] == '}' &&
                                strncmp(line + 1, named->name, length - 1) == 0)) {
            named++;
        }
        if (named < end) {
            used += (size_t)snprintf(to + used, size - used, "%s", named->text);
            line += length + 1;
        } else {
            to[used++] = *line++;
        }
    }
    to[used < size ? used : size - 1] = '\0';
}

/* ---- steps ---- */

/* Writes the indented lines that follow into a file. Folders of its name are made. */
static void write_block(case_file *cases, char *name, bool append)
{
    size_t length = 0;
    char *text = append ? read_whole(name, &length) : NULL;
    for (char *slash = strchr(name + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(name, 0777);
        *slash = '/';
    }
    while (cases->at + 1 < cases->lines && (strncmp(cases->line[cases->at + 1], "  ", 2) == 0)) {
        char line[8000];
        snprintf(line, sizeof line, "%s\n", cases->line[++cases->at] + 2);
        size_t size = unescape(line);
        text = realloc(text, length + size + 1);
        if (text == NULL) {
            abort();
        }
        memcpy(text + length, line, size);
        length += size;
    }
    write_whole(name, text != NULL ? text : "", length);
    free(text);
}

/* strstr whose time does not depend on the text behind the match, also with sanitizers. */
static char *find_text(char *text, const char *find)
{
    while ((text = strchr(text, *find)) != NULL && strncmp(text, find, strlen(find)) != 0) {
        text++;
    }
    return text;
}

/* Replaces every occurrence of a text in a file. */
static void replace_text(case_result *result, int line, const char *name, char *find,
                         const char *put)
{
    size_t length;
    char *text = read_whole(name, &length), *found, *from = text;
    FILE *file;
    if (text == NULL || *find == '\0' || strstr(text, find) == NULL) {
        fail(result, line, "%s has no %s", name, find);
        free(text);
        return;
    }
    file = fopen(name, "wb");
    if (file == NULL) {
        abort();
    }
    for (; (found = find_text(from, find)) != NULL; from = found + strlen(find)) {
        fwrite(from, 1, (size_t)(found - from), file);
        fputs(put, file);
    }
    fputs(from, file);
    fclose(file);
    free(text);
}

static void copy_file(case_result *result, int line, const char *from, const char *to)
{
    size_t length;
    char *text = read_whole(from, &length);
    if (text == NULL) {
        fail(result, line, "no file %s", from);
        return;
    }
    write_whole(to, text, length);
    free(text);
}

static void append_file(case_result *result, int line, const char *to, const char *from)
{
    size_t length, before;
    char *more = read_whole(from, &length), *text = read_whole(to, &before);
    if (more == NULL || text == NULL) {
        fail(result, line, "no file %s", more == NULL ? from : to);
    } else {
        text = realloc(text, before + length + 1);
        if (text == NULL) {
            abort();
        }
        memcpy(text + before, more, length);
        write_whole(to, text, before + length);
    }
    free(text);
    free(more);
}

/* refused: LINE:COLUMN | FIND => REPLACEMENT | MESSAGE: show of the first file after the
 * replacement (or with the text appended, if FIND is empty) ends with status 65 and this message at
 * this place */
static void expect_refused(case_result *result, int line, char *place)
{
    char *find = cut_at(place, "|"), *message = find != NULL ? strstr(find, " | ") : NULL;
    char want[1000], show[] = "show bad.yaml";
    if (message == NULL) {
        fail(result, line, "expected LINE:COLUMN | FIND => REPLACEMENT | MESSAGE");
        return;
    }
    *message = '\0';
    message += 3;
    char *put = cut_at(find, "=>");
    copy_file(result, line, "good.yaml", "bad.yaml");
    if (put != NULL) {
        unescape(put);
        if (*find == '\0') {
            FILE *file = fopen("bad.yaml", "ab");
            if (file == NULL) {
                abort();
            }
            fprintf(file, "%s\n", put);
            fclose(file);
        } else {
            replace_text(result, line, "bad.yaml", find, put);
        }
    }
    run_command(result, show);
    if (result->status != EXIT_BAD_SCENARIO) {
        fail(result, line, "status %d, want %d", result->status, EXIT_BAD_SCENARIO);
    }
    snprintf(want, sizeof want, "bad.yaml:%s: error: *%s", place, message);
    expect_text(result, line, "stderr", want, true);
}

static void make_link(case_result *result, int line, char *value)
{
    char *word[3];
    if (split_words(value, word, 3) != 2 || symlink(word[1], word[0]) != 0) {
        fail(result, line, "cannot link: %s", strerror(errno));
    }
}

static void set_variable(const char *name, const char *value)
{
    const char *before = getenv(name);
    if (kept_count == sizeof kept_variables / sizeof kept_variables[0]) {
        abort();
    }
    kept_variables[kept_count++] = (kept_variable){strdup(name), before ? strdup(before) : NULL};
    setenv(name, value, 1);
}

static void restore_variables(void)
{
    while (kept_count > 0) {
        kept_variable *variable = &kept_variables[--kept_count];
        if (variable->before != NULL) {
            setenv(variable->name, variable->before, 1);
        } else {
            unsetenv(variable->name);
        }
        free(variable->name);
        free(variable->before);
    }
}

/* NAME: skips the case without this program. */
static void skip_without(case_result *result, int line, char *name)
{
    char path[PATH_MAX];
    const char *folders = getenv("PATH");
    (void)line;
    for (; folders != NULL && *folders != '\0'; folders += *folders == ':') {
        int length = (int)strcspn(folders, ":");
        snprintf(path, sizeof path, "%.*s/%s", length, folders, name);
        if (access(path, X_OK) == 0) {
            return;
        }
        folders += length;
    }
    snprintf(result->skipped, sizeof result->skipped, "no %s", name);
}

/* Steps of the form "KEY: VALUE" that one function does. */
static const struct {
    const char *key;
    void (*act)(case_result *result, int line, char *value);
} steps[] = {
    {"section", copy_section},     {"words", copy_words},       {"needs", skip_without},
    {"link", make_link},           {"let", store_value},        {"alter", alter_cells},
    {"select", select_columns},    {"refused", expect_refused}, {"cell", expect_cell},
    {"cells", expect_equal_cells}, {"column", expect_column},   {"area", expect_area},
    {"value", expect_formula},     {"listed", expect_listed},   {"number", expect_number},
    {"lines", expect_lines},       {"narrow", expect_narrow},   {"empty", expect_empty},
    {"part", expect_part},         {"json", expect_json},       {"rows", expect_rows},
    {"same", expect_same},         {"sorted", expect_sorted},
};

/* @return false: another line */
static bool act(case_result *result, int number, char *line)
{
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        char *value = value_of(line, steps[k].key);
        if (value != NULL) {
            steps[k].act(result, number, value);
            return true;
        }
    }
    return false;
}

/* FILE | FORMULA of x, its size: keeps so many bytes, as of a file that was being written. */
static void cut_file(case_result *result, int line, const char *name, const char *formula)
{
    struct stat about;
    if (stat(name, &about) != 0 ||
        truncate(name, (off_t)evaluate(result, line, formula, (double)about.st_size)) != 0) {
        fail(result, line, "cannot cut %s", name);
    }
}

/* Steps that write files. @return false: another line */
static bool prepare(case_file *cases, case_result *result, int number, char *line)
{
    char *value, *rest;
    if ((value = value_of(line, "file")) != NULL) {
        write_block(cases, value, false);
    } else if ((value = value_of(line, "text")) != NULL && (rest = cut_at(value, " | ")) != NULL) {
        write_whole(value, rest, unescape(rest));
    } else if ((value = value_of(line, "append")) != NULL) {
        if ((rest = cut_at(value, " ")) != NULL) {
            append_file(result, number, value, rest);
        } else {
            write_block(cases, value, true);
        }
    } else if ((value = value_of(line, "copy")) != NULL && (rest = cut_at(value, " ")) != NULL) {
        copy_file(result, number, value, rest);
    } else if ((value = value_of(line, "cut")) != NULL && (rest = cut_at(value, " | ")) != NULL) {
        cut_file(result, number, value, rest);
    } else if ((value = value_of(line, "replace")) != NULL &&
               (rest = cut_at(value, " | ")) != NULL) {
        char *put = cut_at(rest, "=>");
        if (put == NULL) {
            fail(result, number, "expected FILE | FIND => REPLACEMENT");
        } else {
            unescape(rest);
            unescape(put);
            replace_text(result, number, value, rest, put);
        }
    } else if ((value = value_of(line, "sub")) != NULL && (rest = cut_at(value, " | ")) != NULL) {
        char *put = cut_at(rest, "=>");
        if (put == NULL) {
            fail(result, number, "expected FILE | EXPRESSION => REPLACEMENT");
        } else {
            unescape(rest);
            unescape(put);
            substitute(result, number, value, rest, put);
        }
    } else if ((value = value_of(line, "folder")) != NULL) {
        mkdir(value, 0777);
    } else if ((value = value_of(line, "remove")) != NULL) {
        remove(value);
    } else if ((value = value_of(line, "set")) != NULL && (rest = cut_at(value, "=")) != NULL) {
        set_variable(value, rest);
    } else {
        return false;
    }
    return true;
}

static void expect_status(case_result *result, int line, const char *value)
{
    if (result->status != (int)strtol(value, NULL, 10)) {
        fail(result, line, "status %d, want %s", result->status, value);
        expect_text(result, line, "stderr", "\x01", true);
    }
}

/* [STATUS]: ARGUMENTS [> FILE] [| TEXT]: with a status, TEXT is a part of standard error, after
 * status 0 of standard output */
static void run_and_expect(case_result *result, int line, char *status)
{
    char *arguments = strchr(status, ':'), *text, *file;
    if (arguments == NULL) {
        fail(result, line, "expected run [STATUS]: ARGUMENTS");
        return;
    }
    *arguments++ = '\0';
    text = *status != '\0' ? cut_at(arguments, " | ") : NULL;
    file = cut_at(arguments, " > ");
    run_command(result, arguments);
    if (*status != '\0') {
        expect_status(result, line, status);
    }
    if (text != NULL) {
        expect_text(result, line, strtol(status, NULL, 10) == 0 ? "stdout" : "stderr", text, true);
    }
    if (file != NULL) {
        copy_file(result, line, "stdout", file);
    }
}

/* Steps that run and expect. */
static void expect(case_result *result, int number, char *line)
{
    char *value, *rest;
    if (strncmp(line, "run", 3) == 0 && (line[3] == ':' || line[3] == ' ')) {
        run_and_expect(result, number, line + 3);
    } else if ((value = value_of(line, "status")) != NULL) {
        expect_status(result, number, value);
    } else if ((value = value_of(line, "stdout")) != NULL) {
        expect_text(result, number, "stdout", value, true);
    } else if ((value = value_of(line, "stderr")) != NULL) {
        expect_text(result, number, "stderr", value, true);
    } else if ((value = value_of(line, "no stdout")) != NULL) {
        expect_text(result, number, "stdout", value, false);
    } else if ((value = value_of(line, "no stderr")) != NULL) {
        expect_text(result, number, "stderr", value, false);
    } else if ((value = value_of(line, "in")) != NULL && (rest = cut_at(value, " | ")) != NULL) {
        unescape(rest);
        expect_text(result, number, value, rest, true);
    } else if ((value = value_of(line, "not in")) != NULL &&
               (rest = cut_at(value, " | ")) != NULL) {
        unescape(rest);
        expect_text(result, number, value, rest, false);
    } else if ((value = value_of(line, "match")) != NULL) {
        expect_match(result, number, value, true);
    } else if ((value = value_of(line, "no match")) != NULL) {
        expect_match(result, number, value, false);
    } else if ((value = value_of(line, "exists")) != NULL) {
        if (access(value, F_OK) != 0) {
            fail(result, number, "no file %s", value);
        }
    } else if ((value = value_of(line, "missing")) != NULL) {
        if (access(value, F_OK) == 0) {
            fail(result, number, "%s exists", value);
        }
    } else {
        fail(result, number, "unknown step: %s", line);
    }
}

static bool is_ignored(const char *line)
{
    return line[strspn(line, " ")] == '\0' || line[0] == '#';
}

static bool is_indented(const case_file *cases, int at)
{
    return at < cases->lines && strncmp(cases->line[at], "  ", 2) == 0;
}

static void run_step(case_file *cases, case_result *result, int number, char *line);

/* NAME: ARGUMENT | ARGUMENT ...: runs the steps of "define: NAME". @return false: not defined */
static bool run_defined(case_file *cases, case_result *result, int number, char *line)
{
    char *argument[9], *value = strchr(line, ':');
    int count = 0, at = 0;
    if (value == NULL) {
        return false;
    }
    *value++ = '\0';
    for (; at < cases->lines; at++) {
        const char *name = value_of(cases->line[at], "define");
        if (name != NULL && strcmp(name, line) == 0) {
            break;
        }
    }
    if (at == cases->lines) {
        value[-1] = ':';
        return false;
    }
    while (value != NULL && count < 9) {
        char *bar = strstr(value, " | "), *end = bar != NULL ? bar : value + strlen(value);
        while (end > value && end[-1] == ' ') {
            end--;
        }
        *end = '\0';
        argument[count++] = value + strspn(value, " ");
        value = bar != NULL ? bar + 2 : NULL;
    }
    while (is_indented(cases, ++at)) {
        char step[8000];
        put_arguments(cases->line[at] + 2, '$', argument, count, step, sizeof step);
        run_step(cases, result, number, step);
    }
    return true;
}

/* FILE | EXPRESSION | STEP: the step for every match of the expression; %1 to %9 in the step are
 * its groups. There must be a match. */
static void run_each(case_file *cases, case_result *result, int number, char *file)
{
    char *pattern = cut_at(file, " | "), *step = pattern != NULL ? cut_at(pattern, " | ") : NULL;
    regex_t expression;
    found_match match;
    size_t length;
    bool found = false;
    char *text = step == NULL ? NULL : read_whole(file, &length);
    if (pattern != NULL) {
        unescape(pattern);
    }
    if (text == NULL || regcomp(&expression, pattern, REG_EXTENDED | REG_NEWLINE) != 0) {
        fail(result, number, "expected FILE | EXPRESSION | STEP");
        free(text);
        return;
    }
    for (const char *at = text; find_groups(&expression, text, at, &match);
         at += match.place[0].rm_eo) {
        char line[8000];
        found = true;
        put_arguments(step, '%', match.group, 9, line, sizeof line);
        run_step(cases, result, number, line);
        if (match.place[0].rm_eo == 0) {
            break;
        }
    }
    if (!found) {
        fail(result, number, "%s has no match of %s", file, pattern);
    }
    regfree(&expression);
    free(text);
}

/* FILE [COLUMN=VALUE ...] | STEP: the step for every row that fits, of which there is at least one;
 * {COLUMN} in the step stands for a cell of the row. */
static void run_each_row(case_file *cases, case_result *result, int number, char *value)
{
    char *step = cut_at(value, " | "), *word[MOST_WORDS], line[8000], name[500];
    int words = split_words(value, word, MOST_WORDS), before = named_count, rows = 0;
    size_t length;
    char *table = step == NULL || words == 0 ? NULL : read_whole(word[0], &length);
    for (const char *row = table; row != NULL && has_next_row(&row);) {
        if (!row_fits(table, row, word + 1, words - 1)) {
            continue;
        }
        for (int column = 0; column == 0 || name[0] != '\0'; column++) {
            read_cell(table, column, name, sizeof name);
            if (name[0] != '\0') {
                read_cell(row, column, find_value(name)->text, sizeof named_values[0].text);
            }
        }
        snprintf(line, sizeof line, "%s", step);
        run_step(cases, result, number, line);
        rows++;
    }
    if (rows == 0) {
        fail(result, number, "expected FILE [COLUMN=VALUE ...] | STEP with a row that fits");
    }
    named_count = before;
    free(table);
}

/* WORD ... | STEP: the step for every word, which is %1 in it */
static void run_for(case_file *cases, case_result *result, int number, char *words)
{
    char *step = cut_at(words, " | "), *word[MOST_WORDS], line[8000];
    if (step == NULL) {
        fail(result, number, "expected WORD ... | STEP");
        return;
    }
    for (int i = 0, count = split_words(words, word, MOST_WORDS); i < count; i++) {
        put_arguments(step, '%', word + i, 1, line, sizeof line);
        run_step(cases, result, number, line);
    }
}

static void run_step(case_file *cases, case_result *result, int number, char *text)
{
    char line[8000];
    if (result->skipped[0] != '\0') {
        return;
    }
    put_values(text, line, sizeof line);
    char *each = value_of(line, "each"), *each_row = value_of(line, "each row");
    char *words = value_of(line, "for");
    if (each != NULL) {
        run_each(cases, result, number, each);
    } else if (each_row != NULL) {
        run_each_row(cases, result, number, each_row);
    } else if (words != NULL) {
        run_for(cases, result, number, words);
    } else if (value_of(line, "define") != NULL) {
        while (is_indented(cases, cases->at + 1)) {
            cases->at++;
        }
    } else if (!is_ignored(line) && !run_defined(cases, result, number, line) &&
               !act(result, number, line) && !prepare(cases, result, number, line)) {
        expect(result, number, line);
    }
}

/* Runs the steps from the current line to the next case. */
static void run_steps(case_file *cases, case_result *result)
{
    for (; cases->at < cases->lines && value_of(cases->line[cases->at], "case") == NULL;
         cases->at++) {
        char copy[8000];
        snprintf(copy, sizeof copy, "%s", cases->line[cases->at]);
        run_step(cases, result, cases->at + 1, copy);
    }
}

/* ---- files of cases ---- */

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

/* One case in a folder of its own: first the steps before the first case of the file, then its own.
 */
static bool run_case(case_file *cases, const char *file, const char *name, int first)
{
    case_result result = {.reason = ""};
    char folder[] = "/tmp/carom-case-XXXXXX";
    int start = open(".", O_RDONLY | O_DIRECTORY);
    if (mkdtemp(folder) == NULL || chdir(folder) != 0) {
        abort();
    }
    const char *home = getenv("CAROM_HOME");
    snprintf(find_value("home")->text, sizeof named_values[0].text, "%s", home != NULL ? home : "");
    cases->at = 0;
    run_steps(cases, &result);
    cases->at = first;
    run_steps(cases, &result);
    if (fchdir(start) != 0) {
        abort();
    }
    close(start);
    restore_variables();
    named_count = 0;
    nftw(folder, remove_entry, MOST_DEPTH, FTW_DEPTH | FTW_PHYS);
    bool passed = result.reason[0] == '\0';
    printf("%sok %s: %s%s%s\n%s", passed ? "" : "not ", file, name,
           result.skipped[0] != '\0' ? " # skip " : "", result.skipped, result.reason);
    fflush(stdout);
    return passed;
}

static bool load_cases(case_file *cases, const char *name)
{
    size_t length;
    *cases = (case_file){.text = read_whole(name, &length)};
    for (char *line = cases->text; line != NULL && *line != '\0' && cases->lines < MOST_LINES;) {
        char *end = strchr(line, '\n');
        cases->line[cases->lines++] = line;
        if (end != NULL) {
            *end++ = '\0';
        }
        line = end;
    }
    return cases->lines > 0;
}

/* carom's files are in the folder in which this program starts. CAROM_HOME is a link to it, in a
 * new folder: its path has no blank, at which {home} would be cut. */
static void link_home(char *folder, char *link, size_t size)
{
    char home[PATH_MAX];
    if (mkdtemp(folder) == NULL || realpath(".", home) == NULL) {
        abort();
    }
    snprintf(link, size, "%s/home", folder);
    if (symlink(home, link) != 0) {
        abort();
    }
    setenv("CAROM_HOME", link, 0);
}

int main(int count, char **argument)
{
    static case_file cases;
    char folder[] = "/tmp/carom-home-XXXXXX", link[sizeof folder + 8];
    const char *chosen = getenv("CASES");
    bool passed = true;
    const char *carom = getenv("CAROM");
    if (realpath(carom != NULL ? carom : "build/carom", program) == NULL) {
        perror("cases: build/carom");
        return EXIT_FAILURE;
    }
    link_home(folder, link, sizeof link);
    for (int i = 1; i < count; i++) {
        if (!load_cases(&cases, argument[i])) {
            printf("not ok %s: cannot be read\n", argument[i]);
            passed = false;
        }
        for (int k = 0; k < cases.lines; k++) {
            const char *name = value_of(cases.line[k], "case");
            if (name != NULL && (chosen == NULL || strstr(name, chosen) != NULL)) {
                passed = run_case(&cases, argument[i], name, k + 1) && passed;
            }
        }
        free(cases.text);
    }
    unlink(link);
    rmdir(folder);
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
