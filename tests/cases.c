/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs tests of the command line, *.case files (tests/cases/README.md), in one process: thousands
 * of commands without the start of a program. Every case has a scratch folder of its own. usage:
 * cases FILE.case...   prints "ok FILE: CASE" or "not ok FILE: CASE" with the reason; CASES=TEXT
 * selects cases by name */
#define _XOPEN_SOURCE 700
#include "cli/cli.h"
#include "params/params.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <math.h>
#include <regex.h>
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

/* The end of the first match of @p pattern in @p text, in which * stands for any characters. Both
 * may have several lines; the pattern may match anywhere. NULL: no match */
static const char *find_match(const char *text, const char *pattern)
{
    char part[2000];
    while (*pattern != '\0') {
        size_t length = strcspn(pattern, "*");
        if (length >= sizeof part) {
            return NULL;
        }
        memcpy(part, pattern, length);
        part[length] = '\0';
        text = strstr(text, part);
        if (text == NULL) {
            return NULL;
        }
        text += length;
        pattern += length + (pattern[length] == '*');
    }
    return text;
}

static bool contains(const char *text, const char *pattern)
{
    return find_match(text, pattern) != NULL;
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

/* Whether a cell fulfils =VALUE, <VALUE or >VALUE. */
static bool cell_fits(const char *cell, const char *relation)
{
    char *end;
    double want = strtod(relation + 1, &end), got = strtod(cell, NULL);
    bool is_number = end != relation + 1 && *end == '\0';
    if (*relation == '=') {
        return strcmp(cell, relation + 1) == 0 || (is_number && got == want);
    }
    return is_number && (*relation == '<' ? got < want : got > want);
}

/* Whether a row fulfils each condition COLUMN=VALUE, COLUMN<VALUE or COLUMN>VALUE. */
static bool row_fits(const char *head, const char *row, char *const *condition, int conditions)
{
    char cell[500], name[200];
    for (int i = 0; i < conditions; i++) {
        const char *relation = strpbrk(condition[i], "=<>");
        snprintf(name, sizeof name, "%.*s", (int)(relation - condition[i]), condition[i]);
        int column = find_column(head, name);
        if (column < 0) {
            return false;
        }
        read_cell(row, column, cell, sizeof cell);
        if (!cell_fits(cell, relation)) {
            return false;
        }
    }
    return true;
}

/* Cells of a column of a table: FILE COLUMN [COLUMN=VALUE ...] [last|row N]. */
typedef struct {
    char *word[MOST_WORDS];
    int conditions, column;
    long nth; /* of the rows that fit, from 1; -1: the last; 0: not given */
    char *table;
} table_place;

static bool open_place(case_result *result, int line, char *value, table_place *place)
{
    int count = split_words(value, place->word, MOST_WORDS);
    size_t length;
    place->nth = 0;
    place->table = NULL;
    if (count > 2 && strcmp(place->word[count - 1], "last") == 0) {
        place->nth = -1;
        count--;
    } else if (count > 3 && strcmp(place->word[count - 2], "row") == 0) {
        place->nth = strtol(place->word[count - 1], NULL, 10);
        count -= 2;
    }
    place->conditions = count - 2;
    place->table = count < 2 ? NULL : read_whole(place->word[0], &length);
    place->column = place->table == NULL ? -1 : find_column(place->table, place->word[1]);
    for (int i = 2; i < count; i++) {
        if (strpbrk(place->word[i], "=<>") == NULL) {
            place->column = -1;
        }
    }
    if (place->column < 0) {
        fail(result, line, "expected FILE COLUMN [COLUMN=VALUE ...] [last | row N]; %s",
             place->table == NULL ? "no such file" : "no such column");
        free(place->table);
    }
    return place->column >= 0;
}

/* The next row behind @p row that fits; NULL: none. */
static const char *next_row(const table_place *place, const char *row)
{
    while (has_next_row(&row)) {
        if (row_fits(place->table, row, place->word + 2, place->conditions)) {
            return row;
        }
    }
    return NULL;
}

/* The row of the cell; NULL: none. */
static const char *find_row(const table_place *place)
{
    const char *found = NULL;
    long nth = place->nth == 0 ? 1 : place->nth;
    for (const char *row = next_row(place, place->table); row != NULL && nth != 0;
         row = next_row(place, row)) {
        nth -= nth > 0;
        found = nth <= 0 ? row : NULL;
    }
    return found;
}

static bool find_cell(case_result *result, int line, char *value, char *cell, size_t size)
{
    table_place place;
    if (!open_place(result, line, value, &place)) {
        return false;
    }
    const char *row = find_row(&place);
    if (row == NULL) {
        fail(result, line, "no row of %s fits", place.word[0]);
    } else {
        read_cell(row, place.column, cell, size);
    }
    free(place.table);
    return row != NULL;
}

/* A number, or a formula of x. */
static double evaluate(case_result *result, int line, const char *formula, double x)
{
    char why[200];
    double value = NAN;
    if (!carom_formula_evaluate(formula, x, &value, why, sizeof why)) {
        fail(result, line, "%s: %s", formula, why);
    }
    return value;
}

/* Without a tolerance the texts must be the same. In the formula of the tolerance x is the wanted
 * value. */
static void expect_value(case_result *result, int line, const char *got, const char *wanted,
                         const char *within)
{
    if (within == NULL) {
        if (strcmp(wanted, got) != 0) {
            fail(result, line, "got %s, want %s", got, wanted);
        }
    } else {
        double want = evaluate(result, line, wanted, 0);
        if (!(fabs(strtod(got, NULL) - want) <= fabs(evaluate(result, line, within, want)))) {
            fail(result, line, "got %s, want %.17g within %s", got, want, within);
        }
    }
}

/* PLACE = VALUE [within TOLERANCE]: the first row that fits, the last one, or the N-th */
static void expect_cell(case_result *result, int line, char *value)
{
    char cell[500], *wanted = cut_at(value, " = ");
    char *within = wanted != NULL ? cut_at(wanted, " within ") : NULL;
    if (wanted == NULL) {
        fail(result, line, "expected PLACE = VALUE [within TOLERANCE]");
    } else if (find_cell(result, line, value, cell, sizeof cell)) {
        expect_value(result, line, cell, wanted, within);
    }
}

/* PLACE | PLACE [within TOLERANCE]: two cells have the same value */
static void expect_equal_cells(case_result *result, int line, char *value)
{
    char cell[500], other[500], *second = cut_at(value, " | ");
    char *within = second != NULL ? cut_at(second, " within ") : NULL;
    if (second == NULL) {
        fail(result, line, "expected PLACE | PLACE [within TOLERANCE]");
    } else if (find_cell(result, line, value, cell, sizeof cell) &&
               find_cell(result, line, second, other, sizeof other)) {
        expect_value(result, line, cell, other, within);
    }
}

/* The number of different texts in the cells of the place. */
static int count_different(const table_place *place)
{
    char cell[500], other[500];
    int different = 0;
    for (const char *row = next_row(place, place->table); row != NULL; row = next_row(place, row)) {
        const char *before = next_row(place, place->table);
        read_cell(row, place->column, cell, sizeof cell);
        for (; before != row; before = next_row(place, before)) {
            read_cell(before, place->column, other, sizeof other);
            if (strcmp(cell, other) == 0) {
                break;
            }
        }
        different += before == row;
    }
    return different;
}

/* PLACE all|min|max|sum|count|different = VALUE [within TOLERANCE]: of all rows that fit, of which
 * there is at least one */
static void expect_column(case_result *result, int line, char *value)
{
    char *wanted = cut_at(value, " = "), *kind = strrchr(value, ' ');
    char *within = wanted != NULL ? cut_at(wanted, " within ") : NULL;
    table_place place;
    double total = NAN;
    int count = 0;
    char cell[500] = "";
    if (wanted == NULL || kind == NULL) {
        fail(result, line, "expected PLACE all|min|max|sum|count|different = VALUE [within ...]");
        return;
    }
    *kind++ = '\0';
    if (!open_place(result, line, value, &place)) {
        return;
    }
    const char *row = next_row(&place, place.table);
    if (row == NULL) {
        fail(result, line, "no row of %s fits", place.word[0]);
    }
    for (; row != NULL; row = next_row(&place, row)) {
        read_cell(row, place.column, cell, sizeof cell);
        double x = strtod(cell, NULL);
        count++;
        if (strcmp(kind, "all") == 0) {
            expect_value(result, line, cell, wanted, within);
        } else if (strcmp(kind, "sum") == 0) {
            total = isnan(total) ? x : total + x;
        } else if (!(strcmp(kind, "max") == 0 ? x <= total : x >= total)) {
            total = x;
        }
    }
    if (strcmp(kind, "count") == 0) {
        total = count;
    } else if (strcmp(kind, "different") == 0) {
        total = count_different(&place);
    }
    if (strcmp(kind, "all") != 0) {
        snprintf(cell, sizeof cell, "%.17g", total);
        expect_value(result, line, cell, wanted, within);
    }
    free(place.table);
}

/* PLACE | COLUMN = VALUE within TOLERANCE: the integral of the place's rows over another column, by
 * trapezoids */
static void expect_area(case_result *result, int line, char *value)
{
    char *over = cut_at(value, " | "), *wanted = over != NULL ? cut_at(over, " = ") : NULL;
    char *within = wanted != NULL ? cut_at(wanted, " within ") : NULL;
    table_place place;
    double area = 0, x = NAN, y = NAN;
    char cell[500];
    if (within == NULL || !open_place(result, line, value, &place)) {
        fail(result, line, "expected PLACE | COLUMN = VALUE within TOLERANCE");
        return;
    }
    int column = find_column(place.table, over);
    const char *row = next_row(&place, place.table);
    if (row == NULL || column < 0) {
        fail(result, line, "no row of %s fits, or no column %s", place.word[0], over);
    }
    for (; row != NULL && column >= 0; row = next_row(&place, row)) {
        double x_before = x, y_before = y;
        read_cell(row, column, cell, sizeof cell);
        x = strtod(cell, NULL);
        read_cell(row, place.column, cell, sizeof cell);
        y = strtod(cell, NULL);
        area += isnan(x_before) ? 0 : 0.5 * (x - x_before) * (y + y_before);
    }
    snprintf(cell, sizeof cell, "%.17g", area);
    expect_value(result, line, cell, wanted, within);
    free(place.table);
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

/* Replaces each {NAME} of a stored value by its text. */
static void put_values(const char *line, char *to, size_t size)
{
    size_t used = 0;
    while (*line != '\0' && used + 1 < size) {
        size_t length = *line == '{' ? strcspn(line, "} ") : 0;
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

/* PLACE = FORMULA of x, the value: writes it into the cell, or into the column of all rows that fit
 */
static void alter_cells(case_result *result, int line, char *value)
{
    char cell[500], why[200], *formula = cut_at(value, " = ");
    table_place place;
    double x;
    if (formula == NULL || !open_place(result, line, value, &place)) {
        fail(result, line, "expected PLACE = FORMULA");
        return;
    }
    FILE *file = fopen(place.word[0], "wb");
    const char *from = place.table;
    const char *row = place.nth == 0 ? next_row(&place, place.table) : find_row(&place);
    if (file == NULL || row == NULL) {
        fail(result, line, "no row of %s fits", place.word[0]);
    }
    for (; file != NULL && row != NULL; row = place.nth == 0 ? next_row(&place, row) : NULL) {
        const char *at = row;
        for (int i = 0; i < place.column; i++) {
            at += strcspn(at, "\t") + 1;
        }
        read_cell(row, place.column, cell, sizeof cell);
        fwrite(from, 1, (size_t)(at - from), file);
        if (carom_formula_evaluate(formula, strtod(cell, NULL), &x, why, sizeof why)) {
            fprintf(file, "%.17g", x);
        } else {
            fputs(formula, file);
        }
        from = at + strcspn(at, "\t\n");
    }
    if (file != NULL) {
        fputs(from, file);
        fclose(file);
    }
    free(place.table);
}

/* FROM TO COLUMN ... [COLUMN=VALUE ...]: a table of these columns, of the rows that fit */
static void select_columns(case_result *result, int line, char *value)
{
    char *word[MOST_WORDS], *condition[MOST_WORDS], cell[500];
    int count = split_words(value, word, MOST_WORDS), columns = 0, conditions = 0;
    int column[MOST_WORDS];
    size_t length;
    char *table = count < 3 ? NULL : read_whole(word[0], &length);
    for (int i = 2; table != NULL && i < count; i++) {
        if (strchr(word[i], '=') != NULL) {
            condition[conditions++] = word[i];
        } else if ((column[columns++] = find_column(table, word[i])) < 0) {
            fail(result, line, "%s has no column %s", word[0], word[i]);
        }
    }
    FILE *file = table == NULL ? NULL : fopen(word[1], "wb");
    if (file == NULL) {
        fail(result, line, "expected FROM TO COLUMN ... [COLUMN=VALUE ...]");
        free(table);
        return;
    }
    const char *row = table;
    do {
        if (row == table || row_fits(table, row, condition, conditions)) {
            for (int i = 0; i < columns; i++) {
                read_cell(row, column[i], cell, sizeof cell);
                fprintf(file, "%s%c", cell, i + 1 < columns ? '\t' : '\n');
            }
        }
    } while (has_next_row(&row));
    fclose(file);
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

/* FILE: the file "columns" (of carom list columns) lists the columns of its head under its name,
 * and all of its rows have as many cells. */
static void expect_listed(case_result *result, int line, const char *file)
{
    const char *slash = strrchr(file, '/'), *row;
    char find[300], head[4000] = "";
    size_t length, used = 0;
    char *table = read_whole(file, &length), *list = read_whole("columns", &length);
    snprintf(find, sizeof find, "\n  %s ", slash != NULL ? slash + 1 : file);
    row = list == NULL ? NULL : strstr(list, find);
    if (table == NULL || row == NULL) {
        fail(result, line, "%s", table == NULL ? "no such table" : "not a listed table");
    } else {
        for (row = strchr(row + 1, '\n'); row != NULL && strncmp(row, "\n    ", 5) == 0;
             row = strchr(row + 1, '\n')) {
            used += (size_t)snprintf(head + used, sizeof head - used, "%s%.*s",
                                     used > 0 ? "\t" : "", (int)strcspn(row + 5, " "), row + 5);
        }
        if (strncmp(table, head, used) != 0 || table[used] != '\n') {
            fail(result, line, "%s has the columns\n%.*s, listed are\n%s", file,
                 (int)strcspn(table, "\n"), table, head);
        }
        long tabs = 0, tabs_of_row = 0;
        for (const char *at = head; *at != '\0'; at++) {
            tabs += *at == '\t';
        }
        for (const char *at = table; *at != '\0'; at++) {
            tabs_of_row += *at == '\t';
            if (*at == '\n' && tabs_of_row != tabs) {
                fail(result, line, "%s: a row has %ld cells", file, tabs_of_row + 1);
            }
            tabs_of_row = *at == '\n' ? 0 : tabs_of_row;
        }
    }
    free(table);
    free(list);
}

/* FILE | TEXT = VALUE [within TOLERANCE]: the number behind this text */
static void expect_number(case_result *result, int line, char *value)
{
    char *text = cut_at(value, " | "), *wanted = text != NULL ? cut_at(text, " = ") : NULL;
    char *within = wanted != NULL ? cut_at(wanted, " within ") : NULL;
    char number[50];
    size_t length;
    char *whole = wanted == NULL ? NULL : read_whole(value, &length);
    const char *found = whole == NULL ? NULL : find_match(whole, text);
    if (found == NULL) {
        fail(result, line, "expected FILE | TEXT = VALUE [within TOLERANCE]; no such text in %s",
             value);
    } else {
        found += strspn(found, " \t\n:=");
        snprintf(number, sizeof number, "%.*s", (int)strcspn(found, " \t\n,;]}"), found);
        expect_value(result, line, number, wanted, within);
    }
    free(whole);
}

/* FILE | TEXT = NUMBER: lines that contain the text */
static void expect_lines(case_result *result, int line, char *value)
{
    char *text = cut_at(value, " | "), *wanted = text != NULL ? cut_at(text, " = ") : NULL;
    size_t length;
    char *whole = wanted == NULL ? NULL : read_whole(value, &length);
    long lines = 0;
    if (wanted != NULL) {
        unescape(text);
    }
    for (char *at = whole, *end; at != NULL && *at != '\0'; at = end) {
        end = at + strcspn(at, "\n");
        if (*end != '\0') {
            *end++ = '\0';
        }
        lines += contains(at, text);
    }
    if (whole == NULL || lines != strtol(wanted, NULL, 10)) {
        fail(result, line, "%s has %ld such lines, want %s", value, lines, wanted);
    }
    free(whole);
}

/* FILE = NUMBER: no line has more characters (UTF-8) */
static void expect_narrow(case_result *result, int line, char *value)
{
    char *wanted = cut_at(value, " = ");
    size_t length;
    char *text = wanted == NULL ? NULL : read_whole(value, &length);
    long widest = 0, width = 0;
    for (const char *at = text; at != NULL && *at != '\0'; at++) {
        width = *at == '\n' ? 0 : width + ((*at & 0xc0) != 0x80);
        widest = width > widest ? width : widest;
    }
    if (text == NULL || widest > strtol(wanted, NULL, 10)) {
        fail(result, line, "%s has lines of %ld characters, want %s", value, widest, wanted);
    }
    free(text);
}

/* FILE PART: the text of the second file is somewhere in the first. */
static void expect_part(case_result *result, int line, char *value)
{
    char *word[3];
    size_t length;
    if (split_words(value, word, 3) != 2) {
        fail(result, line, "expected two files");
        return;
    }
    char *whole = read_whole(word[0], &length), *part = read_whole(word[1], &length);
    if (whole == NULL || part == NULL || *part == '\0' || strstr(whole, part) == NULL) {
        fail(result, line, "%s is not a part of %s\n--- it is:\n%.1200s---", word[1], word[0],
             part == NULL ? "missing" : part);
    }
    free(whole);
    free(part);
}

/* ---- JSON (RFC 8259) ---- */

/* Skips a character that must be there, and blanks behind it. */
static bool skip_json(const char **at, char wanted)
{
    if (**at != wanted) {
        return false;
    }
    ++*at;
    *at += strspn(*at, " \t\r\n");
    return true;
}

static bool skip_json_text(const char **at)
{
    static const char hex[] = "0123456789abcdefABCDEF";
    for (*at += **at == '"'; **at != '"'; ++*at) {
        if ((unsigned char)**at < ' ') {
            return false;
        }
        if (**at == '\\') {
            ++*at;
            if (**at == '\0' || strchr("\"\\/bfnrtu", **at) == NULL ||
                (**at == 'u' && strspn(*at + 1, hex) < 4)) {
                return false;
            }
        }
    }
    return skip_json(at, '"');
}

static bool skip_json_number(const char **at)
{
    static const char digits[] = "0123456789";
    *at += **at == '-';
    size_t whole = strspn(*at, digits);
    if (whole == 0 || (whole > 1 && **at == '0')) {
        return false;
    }
    *at += whole;
    if (**at == '.') {
        size_t part = strspn(++*at, digits);
        *at += part;
        if (part == 0) {
            return false;
        }
    }
    if (**at == 'e' || **at == 'E') {
        ++*at;
        *at += **at == '-' || **at == '+';
        size_t part = strspn(*at, digits);
        *at += part;
        if (part == 0) {
            return false;
        }
    }
    *at += strspn(*at, " \t\r\n");
    return true;
}

/* Skips a value. An object has no key twice. */
static bool skip_json_value(const char **at, int depth)
{
    enum { MOST_KEYS = 1000 };
    char open = **at, close = open == '{' ? '}' : ']';
    const char *key[MOST_KEYS];
    int keys = 0;
    if (open == '"') {
        return skip_json_text(at);
    }
    if (open != '{' && open != '[') {
        static const char *const words[] = {"true", "false", "null"};
        for (int i = 0; i < 3; i++) {
            size_t length = strlen(words[i]);
            if (strncmp(*at, words[i], length) == 0) {
                *at += length;
                *at += strspn(*at, " \t\r\n");
                return true;
            }
        }
        return skip_json_number(at);
    }
    if (depth == 100 || !skip_json(at, open)) {
        return false;
    }
    if (skip_json(at, close)) {
        return true;
    }
    do {
        if (open == '{') {
            const char *start = *at;
            if (*start != '"' || keys == MOST_KEYS || !skip_json_text(at) || **at != ':') {
                return false;
            }
            for (int i = 0; i < keys; i++) {
                if (strncmp(key[i], start, (size_t)(*at - start)) == 0) {
                    return false;
                }
            }
            key[keys++] = start;
            skip_json(at, ':');
        }
        if (!skip_json_value(at, depth + 1)) {
            return false;
        }
    } while (skip_json(at, ','));
    return skip_json(at, close);
}

/* FILE: one JSON value and nothing else */
static void expect_json(case_result *result, int line, const char *name)
{
    size_t length;
    char *text = read_whole(name, &length);
    const char *at = text;
    if (text == NULL) {
        fail(result, line, "no file %s", name);
        return;
    }
    at += strspn(at, " \t\r\n");
    if (!skip_json_value(&at, 0) || *at != '\0') {
        fail(result, line, "%s is not JSON at: %.60s", name, at);
    }
    free(text);
}

static void expect_empty(case_result *result, int line, const char *name)
{
    size_t length;
    char *text = read_whole(name, &length);
    if (text == NULL || length > 0) {
        fail(result, line, "%s is %s\n%.1200s", name,
             text == NULL ? "missing" : "not empty:", text == NULL ? "" : text);
    }
    free(text);
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

/* Replaces $1 to $9, with @p mark instead of the $, by the arguments; a missing one is empty. */
static void put_arguments(const char *line, char mark, char *const *argument, int count, char *to,
                          size_t size)
{
    size_t used = 0;
    for (; *line != '\0' && used + 1 < size; line++) {
        if (line[0] == mark && line[1] >= '1' && line[1] <= '9') {
            int which = *++line - '1';
            used += (size_t)snprintf(to + used, size - used, "%s",
                                     which < count ? argument[which] : "");
        } else {
            to[used++] = *line;
        }
    }
    to[used < size ? used : size - 1] = '\0';
}

/* A match of an expression in a text, with its groups. */
typedef struct {
    regmatch_t place[10];
    char text[9][500], *group[9];
} found_match;

/* Finds the next match in @p whole at or behind @p text. */
static bool find_groups(const regex_t *expression, const char *whole, const char *text,
                        found_match *found)
{
    bool begins = text == whole || text[-1] == '\n';
    if (regexec(expression, text, 10, found->place, begins ? 0 : REG_NOTBOL) != 0) {
        return false;
    }
    for (int i = 0; i < 9; i++) {
        regmatch_t part = found->place[i + 1];
        found->group[i] = found->text[i];
        snprintf(found->text[i], sizeof found->text[i], "%.*s", (int)(part.rm_eo - part.rm_so),
                 part.rm_so < 0 ? "" : text + part.rm_so);
    }
    return true;
}

/* Replaces every match of an extended regular expression; %1 to %9 in the replacement are its
 * groups. There must be a match. */
static void substitute(case_result *result, int line, const char *name, const char *pattern,
                       const char *put)
{
    regex_t expression;
    found_match found;
    size_t length;
    char *text = read_whole(name, &length);
    if (text == NULL || regcomp(&expression, pattern, REG_EXTENDED | REG_NEWLINE) != 0) {
        fail(result, line, "expected sub: FILE | EXPRESSION => REPLACEMENT");
        free(text);
        return;
    }
    FILE *file = fopen(name, "wb");
    const char *at = text;
    if (file == NULL) {
        abort();
    }
    while (find_groups(&expression, text, at, &found) && found.place[0].rm_eo > 0) {
        char by[8000];
        put_arguments(put, '%', found.group, 9, by, sizeof by);
        fwrite(at, 1, (size_t)found.place[0].rm_so, file);
        fputs(by, file);
        at += found.place[0].rm_eo;
    }
    if (at == text) {
        fail(result, line, "%s has no match of %s", name, pattern);
    }
    fputs(at, file);
    fclose(file);
    regfree(&expression);
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
            unescape(rest);
            unescape(put);
            replace_text(result, number, value, rest, put);
        }
    } else if ((value = value_of(line, "sub")) != NULL && (rest = cut_at(value, " | ")) != NULL) {
        char *put = cut_at(rest, " => ");
        if (put == NULL) {
            fail(result, number, "expected FILE | EXPRESSION => REPLACEMENT");
        } else {
            unescape(rest);
            unescape(put);
            substitute(result, number, value, rest, put);
        }
    } else if ((value = value_of(line, "link")) != NULL) {
        make_link(result, number, value);
    } else if ((value = value_of(line, "folder")) != NULL) {
        mkdir(value, 0777);
    } else if ((value = value_of(line, "remove")) != NULL) {
        remove(value);
    } else if ((value = value_of(line, "set")) != NULL && (rest = cut_at(value, "=")) != NULL) {
        set_variable(value, rest);
    } else if ((value = value_of(line, "let")) != NULL) {
        store_value(result, number, value);
    } else if ((value = value_of(line, "alter")) != NULL) {
        alter_cells(result, number, value);
    } else if ((value = value_of(line, "select")) != NULL) {
        select_columns(result, number, value);
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
    } else if ((value = value_of(line, "cells")) != NULL) {
        expect_equal_cells(result, number, value);
    } else if ((value = value_of(line, "column")) != NULL) {
        expect_column(result, number, value);
    } else if ((value = value_of(line, "area")) != NULL) {
        expect_area(result, number, value);
    } else if ((value = value_of(line, "value")) != NULL) {
        expect_formula(result, number, value);
    } else if ((value = value_of(line, "listed")) != NULL) {
        expect_listed(result, number, value);
    } else if ((value = value_of(line, "number")) != NULL) {
        expect_number(result, number, value);
    } else if ((value = value_of(line, "lines")) != NULL) {
        expect_lines(result, number, value);
    } else if ((value = value_of(line, "narrow")) != NULL) {
        expect_narrow(result, number, value);
    } else if ((value = value_of(line, "empty")) != NULL) {
        expect_empty(result, number, value);
    } else if ((value = value_of(line, "part")) != NULL) {
        expect_part(result, number, value);
    } else if ((value = value_of(line, "json")) != NULL) {
        expect_json(result, number, value);
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

static void run_step(case_file *cases, case_result *result, int number, char *text)
{
    char line[8000];
    put_values(text, line, sizeof line);
    char *each = value_of(line, "each"), *each_row = value_of(line, "each row");
    if (each != NULL) {
        run_each(cases, result, number, each);
    } else if (each_row != NULL) {
        run_each_row(cases, result, number, each_row);
    } else if (value_of(line, "define") != NULL) {
        while (is_indented(cases, cases->at + 1)) {
            cases->at++;
        }
    } else if (!is_ignored(line) && !run_defined(cases, result, number, line) &&
               !prepare(cases, result, number, line)) {
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
    char home[PATH_MAX];
    if (realpath(carom != NULL ? carom : "build/carom", program) == NULL) {
        perror("cases: build/carom");
        return EXIT_FAILURE;
    }
    /* the files of carom are in the folder in which this program starts */
    if (realpath(".", home) != NULL) {
        setenv("CAROM_HOME", home, 0);
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
