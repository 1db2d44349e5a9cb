/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs tests of the command line, *.case files (tests/cases/README.md), in one process: thousands
 * of commands without the start of a program. Every case has a scratch folder of its own. usage:
 * cases FILE.case...   prints "ok FILE: CASE" or "not ok FILE: CASE" with the reason; CASES=TEXT
 * selects cases by name */
#define _XOPEN_SOURCE 700
#include "cases.h"
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINES = 20000, MOST_DEPTH = 16, MOST_PARTS = 5, MOST_ARGUMENTS = 9 };

/* The file of cases as lines, and the line that runs. */
static char *lines[MOST_LINES];
static int line_count, line_at;

/* "let: NAME = ..." stores a value; {NAME} in a later line stands for its text. */
static struct {
    char name[LONGEST_CELL], text[LONGEST_CELL];
} named_values[100];
static int named_count;

/* Variables of the environment that the case has set, with the values before or NULL. */
static struct {
    char *name, *before;
} kept_variables[20];
static int kept_count;

static char program[PATH_MAX]; /* argv[0] of every command: carom finds its home from it */

static void run_step(const char *text);

/* ---- lines ---- */

/* The value of a line "KEY: VALUE"; NULL: another line. */
static char *value_of(char *line, const char *key)
{
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0 || line[length] != ':') {
        return NULL;
    }
    return line + length + 1 + (line[length + 1] == ' ');
}

static bool is_indented(int at)
{
    return at < line_count && strncmp(lines[at], "  ", 2) == 0;
}

/* The text of a stored value; with @p make that of a new one. NULL: none */
static char *find_value(const char *name, size_t length, bool make)
{
    int i = 0;
    while (i < named_count && (strncmp(named_values[i].name, name, length) != 0 ||
                               named_values[i].name[length] != '\0')) {
        i++;
    }
    if (i == named_count) {
        if (!make) {
            return NULL;
        }
        if (i == sizeof named_values / sizeof named_values[0]) {
            abort();
        }
        snprintf(named_values[named_count++].name, LONGEST_CELL, "%.*s", (int)length, name);
    }
    return named_values[i].text;
}

/* Replaces each {NAME} of a stored value by its text, but not in the step of a line "each row: FILE
 * | STEP" or "each: FILE | EXPRESSION | STEP", whose values are those of a later time. */
static void put_values(const char *line, char *to, size_t size)
{
    int bars = strncmp(line, "each row:", 9) == 0 ? 1 : strncmp(line, "each:", 5) == 0 ? 2 : -1;
    size_t used = 0;
    while (*line != '\0' && used + 1 < size) {
        size_t length = *line == '{' && bars != 0 ? strcspn(line, "} ") : 0;
        const char *text = length > 0 && line[length] == '}'
                             ? find_value(line + 1, length - 1, false)
                             : NULL;
        bars -= bars > 0 && strncmp(line, " | ", 3) == 0;
        if (text != NULL) {
            used += (size_t)snprintf(to + used, size - used, "%s", text);
            line += length + 1;
        } else {
            to[used++] = *line++;
        }
    }
    to[used < size ? used : size - 1] = '\0';
}

/* Cuts a value into parts as its form says: names in capitals and what separates them, where
 * brackets mark what may be missing, such as "PLACE = VALUE [within TOLERANCE]". @return false: a
 * part is missing */
static bool cut_parts(const char *form, char *value, char **part)
{
    static const char name[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ]";
    for (int i = 0; i < MOST_PARTS; i++) {
        part[i] = NULL;
    }
    for (part[0] = value; *(form += strspn(form, name)) != '\0';) {
        char separator[20] = "", *rest;
        size_t length = strcspn(form, name);
        bool optional = false;
        for (; length > 0; length--, form++) {
            optional = optional || *form == '[';
            strncat(separator, form, *form != '[');
        }
        rest = separator[0] != '\0' ? cut_at(value, separator) : NULL;
        part++;
        if (rest != NULL) {
            value = *part = rest;
        } else if (!optional) {
            return false;
        }
    }
    return true;
}

/* ---- files ---- */

/* FILE: writes the indented lines that follow. Folders of its name are made. */
static void write_block(char *name, const char *mode)
{
    for (char *slash = strchr(name + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(name, 0777);
        *slash = '/';
    }
    FILE *file = open_file(name, mode);
    while (is_indented(line_at + 1)) {
        char line[LONGEST_LINE];
        snprintf(line, sizeof line, "%s\n", lines[++line_at] + 2);
        fwrite(line, 1, unescape(line), file);
    }
    fclose(file);
}

static void write_file(char **part)
{
    write_block(part[0], "wb");
}

static void append_file(char **part)
{
    size_t length;
    const char *more = part[1] != NULL ? read_whole(part[1], &length) : NULL;
    if (part[1] == NULL) {
        write_block(part[0], "ab");
    } else if (more != NULL) {
        FILE *file = open_file(part[0], "ab");
        fwrite(more, 1, length, file);
        fclose(file);
    }
}

static void write_text(char **part)
{
    write_whole(part[0], part[1], unescape(part[1]));
}

static void copy_file(char **part)
{
    size_t length;
    const char *text = read_whole(part[0], &length);
    if (text != NULL) {
        write_whole(part[1], text, length);
    }
}

/* Keeps so many bytes, of x, the size of the file: a file that was being written. */
static void cut_file(char **part)
{
    size_t length = 0;
    const char *text = read_whole(part[0], &length);
    write_whole(part[0], text, (size_t)evaluate(part[1], (double)length));
}

static void make_link(char **part)
{
    if (symlink(part[1], part[0]) != 0) {
        fail("cannot link %s", part[0]);
    }
}

static void make_folder(char **part)
{
    mkdir(part[0], 0777);
}

static void remove_file(char **part)
{
    remove(part[0]);
}

static void expect_exists(char **part)
{
    if (access(part[0], F_OK) != 0) {
        fail("no file %s", part[0]);
    }
}

static void expect_missing(char **part)
{
    if (access(part[0], F_OK) == 0) {
        fail("%s exists", part[0]);
    }
}

static void set_variable(char **part)
{
    const char *before = getenv(part[0]);
    if (kept_count == sizeof kept_variables / sizeof kept_variables[0]) {
        abort();
    }
    kept_variables[kept_count].name = strdup(part[0]);
    kept_variables[kept_count++].before = before != NULL ? strdup(before) : NULL;
    setenv(part[0], part[1], 1);
}

static void restore_variables(void)
{
    while (kept_count > 0) {
        char *name = kept_variables[--kept_count].name, *before = kept_variables[kept_count].before;
        if (before != NULL) {
            setenv(name, before, 1);
        } else {
            unsetenv(name);
        }
        free(name);
        free(before);
    }
}

/* ---- commands ---- */

/* Runs the command line in this process, with standard input, output and error as files: stdin,
 * stdout, stderr. */
static void run_command(char *line)
{
    char *word[MOST_WORDS + 2] = {program};
    int count = 1 + split_words(line, word + 1), kept[3];
    fclose(open_file("stdin", "ab"));
    fflush(NULL);
    for (int i = 0; i < 3; i++) {
        static const char *const name[] = {"stdin", "stdout", "stderr"};
        int file = open(name[i], i == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC, 0666);
        kept[i] = dup(i);
        if (kept[i] < 0 || file < 0 || dup2(file, i) < 0) {
            abort();
        }
        close(file);
    }
    rewind(stdin);
    word[count] = NULL;
    this_case.status = carom_main(count, word);
    fflush(NULL);
    clearerr(stdout);
    for (int i = 0; i < 3; i++) {
        dup2(kept[i], i);
        close(kept[i]);
    }
    clearerr(stdin);
}

static void expect_status(char **part)
{
    if (this_case.status != (int)strtol(part[0], NULL, 10)) {
        fail("status %d, want %s; %.500s", this_case.status, part[0], read_whole("stderr", NULL));
    }
}

/* [STATUS]: ARGUMENTS [> FILE] [| TEXT]: with a status, TEXT is a part of standard error, after
 * status 0 of standard output */
static void run_and_expect(char *status)
{
    char *arguments = cut_at(status, ":"), *text = NULL, *file;
    if (arguments == NULL) {
        fail("expected run [STATUS]: ARGUMENTS");
        return;
    }
    status += strspn(status, " ");
    text = *status != '\0' ? cut_at(arguments, " | ") : NULL;
    file = cut_at(arguments, " > ");
    run_command(arguments);
    if (*status != '\0') {
        expect_status(&status);
    }
    if (text != NULL) {
        expect_text(strtol(status, NULL, 10) == 0 ? "stdout" : "stderr", text);
    }
    if (file != NULL) {
        copy_file((char *[]){"stdout", file});
    }
}

/* ---- values ---- */

static void expect_formula(char **part)
{
    char number[50];
    snprintf(number, sizeof number, "%.17g", evaluate(part[0], 0));
    expect_value(number, part[1], part[2]);
}

/* NAME = FORMULA, NAME = TEXT, or NAME | PLACE, the text of a cell */
static void store_value(char **part)
{
    char *place = cut_at(part[0], " | "), *formula = place ? NULL : cut_at(part[0], " = ");
    char *text = find_value(part[0], strlen(part[0]), true), why[200], *end;
    double x;
    if (place != NULL) {
        find_cell(place, text);
    } else if (formula == NULL) {
        fail("expected NAME = FORMULA or NAME | PLACE");
    } else if ((strtod(formula, &end), *end != '\0') &&
               carom_formula_evaluate(formula, 0, &x, why, sizeof why)) {
        snprintf(text, LONGEST_CELL, "%.17g", x);
    } else {
        snprintf(text, LONGEST_CELL, "%s", formula);
    }
}

/* ---- steps of steps ---- */

static void run_with(const char *step, char mark, char *const *argument, int count)
{
    char line[LONGEST_LINE];
    put_arguments(step, mark, argument, count, line, sizeof line);
    run_step(line);
}

/* FILE | EXPRESSION | STEP: the step for every match of the expression; %1 to %9 in the step are
 * its groups. There must be a match. */
static void run_each(char **part)
{
    text_matches matches;
    unescape(part[1]);
    const char *text = read_whole(part[0], NULL);
    if (!open_matches(&matches, text, part[1])) {
        return;
    }
    while (next_match(&matches)) {
        run_with(part[2], '%', matches.group, MOST_GROUPS);
    }
    if (matches.behind == text) {
        fail("%s has no match of %s", part[0], part[1]);
    }
    close_matches(&matches);
}

/* FILE [COLUMN=VALUE ...] | STEP: the step for every row that fits, of which there is at least one;
 * {COLUMN} in the step stands for a cell of the row. */
static void run_each_row(char **part)
{
    char *word[MOST_WORDS], name[LONGEST_CELL];
    int words = split_words(part[0], word), before = named_count, rows = 0;
    const char *table = read_whole(word[0], NULL);
    for (const char *row = table; row != NULL && has_next_row(&row);) {
        if (!row_fits(table, row, word + 1, words - 1)) {
            continue;
        }
        for (int column = 0; read_cell(table, column, name), name[0] != '\0'; column++) {
            read_cell(row, column, find_value(name, strlen(name), true));
        }
        run_with(part[1], '\0', NULL, 0);
        rows++;
    }
    if (rows == 0) {
        fail("no row of %s fits", word[0]);
    }
    named_count = before;
}

/* WORD ... | STEP: the step for every word, which is %1 in it */
static void run_for(char **part)
{
    char *word[MOST_WORDS];
    for (int i = 0, count = split_words(part[0], word); i < count; i++) {
        run_with(part[1], '%', word + i, 1);
    }
}

static void skip_block(char **part)
{
    (void)part;
    while (is_indented(line_at + 1)) {
        line_at++;
    }
}

/* NAME: ARGUMENT | ARGUMENT ...: runs the steps of "define: NAME". @return false: not defined */
static bool run_defined(char *line)
{
    char *argument[MOST_ARGUMENTS], *next = strchr(line, ':'), *defined = NULL;
    int count = 0, at = 0;
    if (next == NULL) {
        return false;
    }
    *next = '\0';
    while (at < line_count &&
           !((defined = value_of(lines[at], "define")) != NULL && strcmp(defined, line) == 0)) {
        at++;
    }
    *next++ = ':';
    if (at == line_count) {
        return false;
    }
    for (next += strspn(next, " "); next != NULL && count < MOST_ARGUMENTS; count++) {
        argument[count] = next;
        next = strncmp(next, "| ", 2) == 0 ? (*next = '\0', next + 2) : cut_at(next, " | ");
    }
    while (is_indented(++at)) {
        run_with(lines[at] + 2, '$', argument, count);
    }
    return true;
}

/* ---- the table of steps ---- */

static const struct {
    const char *key, *form;
    void (*act)(char **part);
} steps[] = {
    {"file", "NAME", write_file},
    {"append", "TO [FROM]", append_file},
    {"text", "FILE | TEXT", write_text},
    {"copy", "FROM TO", copy_file},
    {"cut", "FILE | FORMULA", cut_file},
    {"link", "NAME TARGET", make_link},
    {"folder", "NAME", make_folder},
    {"remove", "NAME", remove_file},
    {"set", "VARIABLE=VALUE", set_variable},
    {"replace", "FILE | FIND=>REPLACEMENT", replace_text},
    {"sub", "FILE | EXPRESSION=>REPLACEMENT", substitute},
    {"section", "FROM TO | FIRST | NEXT", copy_section},
    {"select", "FROM TO COLUMNS", select_columns},
    {"alter", "PLACE = FORMULA", alter_cells},
    {"status", "N", expect_status},
    {"stdout", "TEXT", expect_output},
    {"stderr", "TEXT", expect_errors},
    {"in", "FILE | TEXT", expect_in},
    {"match", "FILE | EXPRESSION", expect_match},
    {"number", "FILE | TEXT = VALUE [within TOLERANCE]", expect_number},
    {"lines", "FILE | TEXT", expect_lines},
    {"empty", "FILE", expect_empty},
    {"exists", "FILE", expect_exists},
    {"missing", "FILE", expect_missing},
    {"same", "FILE FILE", expect_same},
    {"part", "FILE PART", expect_part},
    {"json", "FILE", expect_json},
    {"cell", "PLACE = VALUE [within TOLERANCE]", expect_cell},
    {"cells", "PLACE | PLACE [within TOLERANCE]", expect_equal_cells},
    {"column", "PLACE = VALUE [within TOLERANCE]", expect_column},
    {"rows", "FILE = N", expect_rows},
    {"value", "FORMULA = VALUE within TOLERANCE", expect_formula},
    {"let", "VALUE", store_value},
    {"each", "FILE | EXPRESSION | STEP", run_each},
    {"each row", "FILE | STEP", run_each_row},
    {"for", "WORDS | STEP", run_for},
    {"define", "NAME", skip_block},
};

static void run_line(char *line)
{
    char *key = line, *value = NULL, *part[MOST_PARTS];
    size_t k = 0, count = sizeof steps / sizeof steps[0];
    if (strncmp(line, "run", 3) == 0 && (line[3] == ':' || line[3] == ' ')) {
        run_and_expect(line + 3);
        return;
    }
    this_case.wanted = strncmp(line, "no ", 3) != 0 && strncmp(line, "not ", 4) != 0;
    if (!this_case.wanted) {
        key = strchr(line, ' ') + 1;
    }
    while (k < count && (value = value_of(key, steps[k].key)) == NULL) {
        k++;
    }
    bool defines = k < count && steps[k].act == skip_block,
         taken = defines && strcmp(value, "run") == 0;
    for (size_t i = 0; defines && i < count; i++) {
        taken = taken || strcmp(value, steps[i].key) == 0;
    }
    if (k == count) {
        fail("unknown step: %s", line);
    } else if (taken) {
        fail("'%s' is a step of its own; define another name", value);
    } else if (!cut_parts(steps[k].form, value, part)) {
        fail("expected %s: %s", steps[k].key, steps[k].form);
    } else {
        steps[k].act(part);
    }
    this_case.wanted = true;
}

static void run_step(const char *text)
{
    char line[LONGEST_LINE];
    int texts = count_texts();
    put_values(text, line, sizeof line);
    if (line[strspn(line, " ")] != '\0' && line[0] != '#' && !run_defined(line)) {
        run_line(line);
    }
    release_texts(texts);
}

/* Runs the steps from this line to the next case. */
static void run_steps(int from)
{
    for (line_at = from; line_at < line_count && value_of(lines[line_at], "case") == NULL;
         line_at++) {
        this_case.line = line_at + 1;
        run_step(lines[line_at]);
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
static bool run_case(const char *file, const char *name, int first)
{
    char folder[] = "/tmp/carom-case-XXXXXX";
    int start = open(".", O_RDONLY | O_DIRECTORY);
    if (mkdtemp(folder) == NULL || chdir(folder) != 0) {
        abort();
    }
    this_case = (running_case){.wanted = true};
    snprintf(find_value("home", 4, true), LONGEST_CELL, "%s", getenv("CAROM_HOME"));
    run_steps(0);
    run_steps(first);
    if (fchdir(start) != 0) {
        abort();
    }
    close(start);
    restore_variables();
    named_count = 0;
    nftw(folder, remove_entry, MOST_DEPTH, FTW_DEPTH | FTW_PHYS);
    bool passed = this_case.reasons[0] == '\0';
    printf("%sok %s: %s\n%s", passed ? "" : "not ", file, name, this_case.reasons);
    fflush(stdout);
    return passed;
}

static bool run_file(const char *name, const char *chosen)
{
    bool passed = true;
    char *text = read_whole(name, NULL), *end;
    line_count = 0;
    for (char *line = text; line != NULL && line_count < MOST_LINES; line = end) {
        end = strchr(line, '\n');
        lines[line_count++] = line;
        if (end != NULL) {
            *end++ = '\0';
        }
    }
    if (line_count < 2) {
        printf("not ok %s: cannot be read\n", name);
        passed = false;
    }
    for (int k = 0; k < line_count; k++) {
        const char *title = value_of(lines[k], "case");
        if (title != NULL && (chosen == NULL || strstr(title, chosen) != NULL)) {
            passed = run_case(name, title, k + 1) && passed;
        }
    }
    release_texts(0);
    return passed;
}

int main(int count, char **argument)
{
    char folder[] = "/tmp/carom-home-XXXXXX", link[sizeof folder + 8], home[PATH_MAX];
    const char *carom = getenv("CAROM");
    bool passed = true;
    if (realpath(carom != NULL ? carom : "build/carom", program) == NULL) {
        perror("cases: build/carom");
        return EXIT_FAILURE;
    }
    /* carom's files are in the folder in which this program starts. CAROM_HOME is a link to it, in
     * a new folder: its path has no blank, at which {home} would be cut. */
    if (mkdtemp(folder) == NULL || realpath(".", home) == NULL) {
        abort();
    }
    snprintf(link, sizeof link, "%s/home", folder);
    if (symlink(home, link) != 0) {
        abort();
    }
    setenv("CAROM_HOME", link, 0);
    for (int i = 1; i < count; i++) {
        passed = run_file(argument[i], getenv("CASES")) && passed;
    }
    unlink(link);
    rmdir(folder);
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
