/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs tests of the command line, *.case files (tests/cases/README.md), in one process: thousands
 * of commands without the start of a program. Every case has a scratch folder of its own. usage:
 * cases FILE.case...   prints "ok FILE: CASE" or "not ok FILE: CASE" with the reason; CASES=TEXT
 * selects cases by name */
#define _XOPEN_SOURCE 700
#include "cli/cli.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_WORDS = 200, MOST_LINES = 20000, MOST_DEPTH = 16 };

/* A file of cases as lines, and the place in it. */
typedef struct {
    char *text;
    char *line[MOST_LINES];
    int lines, at;
} case_file;

/* A case: what has failed so far, and the status of the last command. */
typedef struct {
    char reason[4000];
    int status;
    bool skipped;
} case_result;

static char program[4096]; /* argv[0] of every command: carom finds its home from it */

static void fail(case_result *result, int line, const char *format, ...) CAROM_PRINTF(3, 4);

static void fail(case_result *result, int line, const char *format, ...)
{
    size_t used = strlen(result->reason);
    va_list arguments;
    int length = snprintf(result->reason + used, sizeof result->reason - used, "  line %d: ", line);
    used += (size_t)length;
    if (used + 2 >= sizeof result->reason) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(result->reason + used, sizeof result->reason - used - 1, format, arguments);
    va_end(arguments);
    strcat(result->reason, "\n");
}

/* ---- text ---- */

/* The whole file, ended by a null byte, with its length; NULL: cannot be read. The caller frees it.
 */
static char *read_whole(const char *name, size_t *length)
{
    FILE *file = fopen(name, "rb");
    char *text = NULL;
    size_t size = 0, used = 0;
    while (file != NULL && !feof(file) && !ferror(file)) {
        size = 2 * size + 4096;
        text = realloc(text, size + 1);
        if (text == NULL) {
            abort();
        }
        used += fread(text + used, 1, size - used, file);
    }
    if (file != NULL) {
        fclose(file);
    }
    if (text != NULL) {
        text[used] = '\0';
    }
    *length = used;
    return text;
}

static void write_whole(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0) {
        fprintf(stderr, "cases: cannot write %s: %s\n", name, strerror(errno));
        exit(EXIT_FAILURE);
    }
}

/* Replaces the escapes \t \r \n \\ \xNN in place. @return the length, which may count null bytes */
static size_t unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        static const char letters[] = "trnab\\", values[] = "\t\r\n\a\b\\";
        const char *letter = from[0] == '\\' && from[1] != '\0' ? strchr(letters, from[1]) : NULL;
        if (letter != NULL) {
            *to++ = values[letter - letters];
            from++;
        } else if (from[0] == '\\' && from[1] == 'x' && isxdigit((unsigned char)from[2]) &&
                   isxdigit((unsigned char)from[3])) {
            const char digits[] = {from[2], from[3], '\0'};
            *to++ = (char)strtol(digits, NULL, 16);
            from += 3;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return (size_t)(to - text);
}

/* True if @p text matches @p pattern, in which * stands for any characters. Both may have several
 * lines; the pattern may match anywhere. */
static bool contains(const char *text, const char *pattern)
{
    char part[2000];
    while (*pattern != '\0') {
        size_t length = strcspn(pattern, "*");
        if (length >= sizeof part) {
            return false;
        }
        memcpy(part, pattern, length);
        part[length] = '\0';
        text = strstr(text, part);
        if (text == NULL) {
            return false;
        }
        text += length;
        pattern += length + (pattern[length] == '*');
    }
    return true;
}

/* Cuts a line into words at blanks; '...' and "..." hold words together. */
static int split_words(char *line, char **word, int most)
{
    int count = 0;
    char *to = line;
    while (count < most) {
        char quote = '\0';
        while (*line == ' ') {
            line++;
        }
        if (*line == '\0') {
            break;
        }
        word[count++] = to;
        for (; *line != '\0' && (quote != '\0' || *line != ' '); line++) {
            if (quote == '\0' && (*line == '\'' || *line == '"')) {
                quote = *line;
            } else if (*line == quote) {
                quote = '\0';
            } else {
                *to++ = *line;
            }
        }
        line += *line != '\0';
        *to++ = '\0';
    }
    return count;
}

/* The value of a line "KEY: VALUE"; NULL: another line. */
static char *value_of(char *line, const char *key)
{
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0 || line[length] != ':') {
        return NULL;
    }
    line += length + 1;
    return *line == ' ' ? line + 1 : line;
}

/* Removes trailing blanks, and the separator's part from the value. @return the text behind @p
 * separator, without blanks at both ends; NULL: no separator */
static char *cut_at(char *value, const char *separator)
{
    char *found = strstr(value, separator), *rest;
    if (found == NULL) {
        return NULL;
    }
    rest = found + strlen(separator);
    while (found > value && found[-1] == ' ') {
        found--;
    }
    *found = '\0';
    while (*rest == ' ') {
        rest++;
    }
    return rest;
}

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

static void expect_text(case_result *result, int line, const char *name, const char *pattern,
                        bool wanted)
{
    size_t length;
    char *text = read_whole(name, &length);
    if (text == NULL) {
        fail(result, line, "no file %s", name);
    } else if (contains(text, pattern) != wanted) {
        fail(result, line, "%s %s: %s\n--- it is:\n%.1200s---", name, wanted ? "lacks" : "contains",
             pattern, text);
    }
    free(text);
}

static void expect_same(case_result *result, int line, char *value)
{
    char *word[3];
    size_t length[2] = {0, 0};
    if (split_words(value, word, 3) != 2) {
        fail(result, line, "expected two files");
        return;
    }
    char *one = read_whole(word[0], &length[0]), *other = read_whole(word[1], &length[1]);
    if (one == NULL || other == NULL || length[0] != length[1] ||
        memcmp(one, other, length[0]) != 0) {
        fail(result, line, "%s and %s differ", word[0], word[1]);
    }
    free(one);
    free(other);
}

/* ---- tables ---- */

/* The number of a column in the first line of a table; -1: none. */
static int find_column(const char *head, const char *name)
{
    size_t length = strlen(name);
    for (int column = 0;; column++) {
        size_t width = strcspn(head, "\t\n");
        if (width == length && strncmp(head, name, length) == 0) {
            return column;
        }
        if (head[width] != '\t') {
            return -1;
        }
        head += width + 1;
    }
}

/* The text of a cell of the row that starts at @p row. */
static void read_cell(const char *row, int column, char *cell, size_t size)
{
    for (; column > 0 && *row != '\0' && *row != '\n'; column--) {
        row += strcspn(row, "\t\n");
        row += *row == '\t';
    }
    snprintf(cell, size, "%.*s", (int)strcspn(row, "\t\n"), row);
}

static bool has_next_row(const char **row)
{
    *row = strchr(*row, '\n');
    return *row != NULL && *++*row != '\0';
}

/* Whether a row has the value of each condition COLUMN=VALUE. */
static bool row_fits(const char *head, const char *row, char *const *condition, int conditions)
{
    char cell[500], name[200];
    for (int i = 0; i < conditions; i++) {
        const char *equals = strchr(condition[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(equals - condition[i]), condition[i]);
        int column = find_column(head, name);
        if (column < 0) {
            return false;
        }
        read_cell(row, column, cell, sizeof cell);
        char *end;
        double want = strtod(equals + 1, &end);
        bool same = strcmp(cell, equals + 1) == 0 ||
                    (end != equals + 1 && *end == '\0' && strtod(cell, NULL) == want);
        if (!same) {
            return false;
        }
    }
    return true;
}

/* FILE COLUMN [COLUMN=VALUE ...] [last|row N] = VALUE [within TOLERANCE]: the first row that fits,
 * the last one, or the N-th */
static void expect_cell(case_result *result, int line, char *value)
{
    char *word[MOST_WORDS], cell[500] = "", *wanted = cut_at(value, " = "), *end;
    char *within = wanted != NULL ? cut_at(wanted, " within ") : NULL;
    int count = split_words(value, word, MOST_WORDS);
    long nth = 1;
    size_t length;
    if (wanted == NULL || count < 2) {
        fail(result, line, "expected FILE COLUMN [COLUMN=VALUE] = VALUE [within TOLERANCE]");
        return;
    }
    if (strcmp(word[count - 1], "last") == 0) {
        nth = -1;
        count--;
    } else if (count > 3 && strcmp(word[count - 2], "row") == 0) {
        nth = strtol(word[count - 1], NULL, 10);
        count -= 2;
    }
    char *table = read_whole(word[0], &length);
    int column = table == NULL ? -1 : find_column(table, word[1]);
    bool found = false;
    for (const char *row = table; column >= 0 && has_next_row(&row) && nth != 0;) {
        if (row_fits(table, row, word + 2, count - 2)) {
            nth -= nth > 0;
            read_cell(row, column, cell, sizeof cell);
            found = nth <= 0;
        }
    }
    if (!found) {
        fail(result, line, "no such cell in %s: %s", word[0],
             column < 0 ? "no column" : "no row fits");
    } else if (within == NULL && strcmp(wanted, cell) != 0) {
        fail(result, line, "got %s, want %s", cell, wanted);
    } else if (within != NULL &&
               !(fabs(strtod(cell, &end) - strtod(wanted, NULL)) <= strtod(within, NULL))) {
        fail(result, line, "got %s, want %s within %s", cell, wanted, within);
    }
    free(table);
}

/* FILE = NUMBER: rows of a table without its head */
static void expect_rows(case_result *result, int line, char *value)
{
    char *wanted = cut_at(value, " = ");
    size_t length;
    char *table = read_whole(value, &length);
    long rows = 0;
    for (const char *row = table; row != NULL && has_next_row(&row);) {
        rows++;
    }
    if (table == NULL || wanted == NULL || rows != strtol(wanted, NULL, 10)) {
        fail(result, line, "%s has %ld rows, want %s", value, rows, wanted);
    }
    free(table);
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

/* Replaces every occurrence of a text in a file. */
static void replace_text(case_result *result, int line, const char *name, char *find,
                         const char *put)
{
    size_t length;
    char *text = read_whole(name, &length), *found, *from = text;
    FILE *file;
    if (text == NULL || strstr(text, find) == NULL) {
        fail(result, line, "%s has no %s", name, find);
        free(text);
        return;
    }
    file = fopen(name, "wb");
    if (file == NULL) {
        abort();
    }
    for (; (found = strstr(from, find)) != NULL; from = found + strlen(find)) {
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

/* Steps that write files. @return false: another line */
static bool prepare(case_file *cases, case_result *result, int number, char *line)
{
    char *value, *rest;
    if ((value = value_of(line, "file")) != NULL) {
        write_block(cases, value, false);
    } else if ((value = value_of(line, "append")) != NULL) {
        write_block(cases, value, true);
    } else if ((value = value_of(line, "copy")) != NULL && (rest = cut_at(value, " ")) != NULL) {
        copy_file(result, number, value, rest);
    } else if ((value = value_of(line, "replace")) != NULL &&
               (rest = cut_at(value, " | ")) != NULL) {
        char *put = cut_at(rest, "=>");
        if (put == NULL) {
            fail(result, number, "expected FILE | FIND => REPLACEMENT");
        } else {
            unescape(put);
            replace_text(result, number, value, rest, put);
        }
    } else if ((value = value_of(line, "link")) != NULL) {
        make_link(result, number, value);
    } else if ((value = value_of(line, "folder")) != NULL) {
        mkdir(value, 0777);
    } else if ((value = value_of(line, "remove")) != NULL) {
        remove(value);
    } else if ((value = value_of(line, "set")) != NULL && (rest = cut_at(value, "=")) != NULL) {
        setenv(value, rest, 1);
    } else {
        return false;
    }
    return true;
}

/* Steps that run and expect. */
static void expect(case_result *result, int number, char *line)
{
    char *value, *rest;
    if ((value = value_of(line, "run")) != NULL) {
        run_command(result, value);
    } else if ((value = value_of(line, "status")) != NULL) {
        if (result->status != (int)strtol(value, NULL, 10)) {
            fail(result, number, "status %d, want %s", result->status, value);
            expect_text(result, number, "stderr", "\x01", true);
        }
    } else if ((value = value_of(line, "refused")) != NULL) {
        expect_refused(result, number, value);
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
    } else if ((value = value_of(line, "cell")) != NULL) {
        expect_cell(result, number, value);
    } else if ((value = value_of(line, "rows")) != NULL) {
        expect_rows(result, number, value);
    } else if ((value = value_of(line, "same")) != NULL) {
        expect_same(result, number, value);
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

/* Runs the steps from the current line to the next case. */
static void run_steps(case_file *cases, case_result *result)
{
    for (; cases->at < cases->lines && value_of(cases->line[cases->at], "case") == NULL;
         cases->at++) {
        int number = cases->at + 1;
        char copy[8000];
        snprintf(copy, sizeof copy, "%s", cases->line[cases->at]);
        if (!is_ignored(copy) && !prepare(cases, result, number, copy)) {
            expect(result, number, copy);
        }
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
    cases->at = 0;
    run_steps(cases, &result);
    cases->at = first;
    run_steps(cases, &result);
    if (fchdir(start) != 0) {
        abort();
    }
    close(start);
    nftw(folder, remove_entry, MOST_DEPTH, FTW_DEPTH | FTW_PHYS);
    bool passed = result.reason[0] == '\0';
    printf("%sok %s: %s\n%s", passed ? "" : "not ", file, name, result.reason);
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

int main(int count, char **argument)
{
    static case_file cases;
    const char *chosen = getenv("CASES");
    bool passed = true;
    const char *carom = getenv("CAROM");
    if (realpath(carom != NULL ? carom : "build/carom", program) == NULL) {
        perror("cases: build/carom");
        return EXIT_FAILURE;
    }
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
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
