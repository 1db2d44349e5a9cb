/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of cases that read or change tables. */
#define _XOPEN_SOURCE 700
#include "cases.h"
#include "params/params.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
void read_cell(const char *row, int column, char *cell, size_t size)
{
    for (; column > 0 && *row != '\0' && *row != '\n'; column--) {
        row += strcspn(row, "\t\n");
        row += *row == '\t';
    }
    snprintf(cell, size, "%.*s", (int)strcspn(row, "\t\n"), row);
}

bool has_next_row(const char **row)
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
bool row_fits(const char *head, const char *row, char *const *condition, int conditions)
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

bool find_cell(case_result *result, int line, char *value, char *cell, size_t size)
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

/* PLACE = VALUE [within TOLERANCE]: the first row that fits, the last one, or the N-th */
void expect_cell(case_result *result, int line, char *value)
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
void expect_equal_cells(case_result *result, int line, char *value)
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
void expect_column(case_result *result, int line, char *value)
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
void expect_area(case_result *result, int line, char *value)
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

/* PLACE = FORMULA of x, the value: writes it into the cell, or into the column of all rows that fit
 */
void alter_cells(case_result *result, int line, char *value)
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
void select_columns(case_result *result, int line, char *value)
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
void expect_rows(case_result *result, int line, char *value)
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
void expect_listed(case_result *result, int line, char *file)
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
