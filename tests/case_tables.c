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

/* The begin of a cell of the row that starts at @p row. */
static const char *find_column_of_row(const char *row, int column)
{
    for (; column > 0 && *row != '\0' && *row != '\n'; column--) {
        row += strcspn(row, "\t\n");
        row += *row == '\t';
    }
    return row;
}

void read_cell(const char *row, int column, char *cell)
{
    row = find_column_of_row(row, column);
    snprintf(cell, LONGEST_CELL, "%.*s", (int)strcspn(row, "\t\n"), row);
}

bool has_next_row(const char **row)
{
    *row = strchr(*row, '\n');
    return *row != NULL && *++*row != '\0';
}

/* Whether a row fulfils each condition COLUMN=VALUE, COLUMN<VALUE or COLUMN>VALUE. */
bool row_fits(const char *head, const char *row, char *const *condition, int conditions)
{
    for (int i = 0; i < conditions; i++) {
        char cell[LONGEST_CELL], name[LONGEST_CELL], *end;
        size_t length = strcspn(condition[i], "=<>");
        const char *value = condition[i] + length + 1;
        snprintf(name, sizeof name, "%.*s", (int)length, condition[i]);
        int column = find_column(head, name);
        if (column < 0) {
            return false;
        }
        read_cell(row, column, cell);
        double want = strtod(value, &end), got = strtod(cell, NULL);
        char relation = value[-1];
        bool is_number = end != value && *end == '\0';
        bool fits = relation == '=' ? got == want : relation == '<' ? got < want : got > want;
        if (!(is_number && fits) && !(relation == '=' && strcmp(cell, value) == 0)) {
            return false;
        }
    }
    return true;
}

static int count_cells(const char *row)
{
    int cells = 1;
    for (; *(row += strcspn(row, "\t\n")) == '\t'; row++) {
        cells++;
    }
    return cells;
}

/* All rows of a table have as many cells as its head. */
static void expect_same_cells(const char *name, const char *table)
{
    for (const char *row = table; has_next_row(&row);) {
        if (count_cells(row) != count_cells(table)) {
            fail("%s: a row has %d cells, the head %d", name, count_cells(row), count_cells(table));
        }
    }
}

/* Cells of a column of a table: FILE COLUMN [COLUMN=VALUE ...] [last|row N]. */
typedef struct {
    char *word[MOST_WORDS], *table;
    int conditions, column;
    long nth; /* of the rows that fit, from 1; -1: the last; 0: not given */
} table_place;

static bool open_place(char *value, table_place *place)
{
    int count = split_words(value, place->word);
    place->nth = 0;
    if (count > 2 && strcmp(place->word[count - 1], "last") == 0) {
        place->nth = -1;
        count--;
    } else if (count > 3 && strcmp(place->word[count - 2], "row") == 0) {
        place->nth = strtol(place->word[count - 1], NULL, 10);
        count -= 2;
    }
    place->conditions = count - 2;
    place->table = read_whole(place->word[0], NULL);
    place->column = count < 2 || !place->table ? -1 : find_column(place->table, place->word[1]);
    for (int i = 2; i < count; i++) {
        place->column = strpbrk(place->word[i], "=<>") == NULL ? -1 : place->column;
    }
    if (place->column < 0) {
        fail("no column %s in %s; expected FILE COLUMN [COLUMN=VALUE ...] [last | row N]",
             count < 2 ? "" : place->word[1], count < 1 ? "" : place->word[0]);
    }
    if (place->column >= 0) {
        expect_same_cells(place->word[0], place->table);
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

/* The row of the cell; NULL: none, and the case fails. */
static const char *find_row(const table_place *place)
{
    const char *found = NULL;
    long nth = place->nth == 0 ? 1 : place->nth;
    for (const char *row = place->table; nth != 0 && (row = next_row(place, row)) != NULL;) {
        nth -= nth > 0;
        found = nth <= 0 ? row : NULL;
    }
    if (found == NULL) {
        fail("no row of %s fits", place->word[0]);
    }
    return found;
}

bool find_cell(char *value, char *cell)
{
    table_place place;
    const char *row = open_place(value, &place) ? find_row(&place) : NULL;
    if (row != NULL) {
        read_cell(row, place.column, cell);
    }
    return row != NULL;
}

/* The first row that fits, the last one, or the N-th. */
void expect_cell(char **part)
{
    char cell[LONGEST_CELL];
    if (find_cell(part[0], cell)) {
        expect_value(cell, part[1], part[2]);
    }
}

void expect_equal_cells(char **part)
{
    char cell[LONGEST_CELL], other[LONGEST_CELL];
    if (find_cell(part[0], cell) && find_cell(part[1], other)) {
        expect_value(cell, other, part[2]);
    }
}

/* The number of different texts in the cells of the place. */
static int count_different(const table_place *place)
{
    char cell[LONGEST_CELL], other[LONGEST_CELL];
    int different = 0;
    for (const char *row = place->table; (row = next_row(place, row)) != NULL;) {
        const char *before = next_row(place, place->table);
        read_cell(row, place->column, cell);
        for (; before != row; before = next_row(place, before)) {
            read_cell(before, place->column, other);
            if (strcmp(cell, other) == 0) {
                break;
            }
        }
        different += before == row;
    }
    return different;
}

/* PLACE all|min|max|sum|count|different: of all rows that fit, of which there is at least one */
void expect_column(char **part)
{
    char cell[LONGEST_CELL] = "", *kind = strrchr(part[0], ' ');
    table_place place;
    double total = NAN;
    int count = 0;
    if (kind == NULL || (*kind++ = '\0', !open_place(part[0], &place)) || !find_row(&place)) {
        return;
    }
    for (const char *row = place.table; (row = next_row(&place, row)) != NULL; count++) {
        read_cell(row, place.column, cell);
        double x = strtod(cell, NULL);
        if (strcmp(kind, "all") == 0) {
            expect_value(cell, part[1], part[2]);
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
        expect_value(cell, part[1], part[2]);
    }
}

/* The number of rows without the head. */
void expect_rows(char **part)
{
    const char *row = read_whole(part[0], NULL);
    long rows = 0;
    while (row != NULL && has_next_row(&row)) {
        rows++;
    }
    if (rows != strtol(part[1], NULL, 10)) {
        fail("%s has %ld rows, want %s", part[0], rows, part[1]);
    }
}

/* PLACE = FORMULA of x, the value, or TEXT: writes it into the cell, or into the column of all rows
 * that fit */
void alter_cells(char **part)
{
    char cell[LONGEST_CELL], why[200];
    table_place place;
    double x;
    const char *row = open_place(part[0], &place) ? find_row(&place) : NULL;
    if (row == NULL) {
        return;
    }
    FILE *file = open_file(place.word[0], "wb");
    const char *from = place.table;
    if (place.nth == 0) {
        row = next_row(&place, place.table);
    }
    for (; row != NULL; row = place.nth == 0 ? next_row(&place, row) : NULL) {
        const char *at = find_column_of_row(row, place.column);
        read_cell(row, place.column, cell);
        fwrite(from, 1, (size_t)(at - from), file);
        if (carom_formula_evaluate(part[1], strtod(cell, NULL), &x, why, sizeof why)) {
            fprintf(file, "%.17g", x);
        } else {
            fputs(part[1], file);
        }
        from = at + strcspn(at, "\t\n");
    }
    fputs(from, file);
    fclose(file);
}

/* FROM TO COLUMN ... [COLUMN=VALUE ...]: a table of these columns, of the rows that fit */
void select_columns(char **part)
{
    char *word[MOST_WORDS], *condition[MOST_WORDS], cell[LONGEST_CELL];
    int column[MOST_WORDS], columns = 0, conditions = 0, count = split_words(part[2], word);
    const char *table = read_whole(part[0], NULL), *row = table;
    FILE *file = open_file(part[1], "wb");
    for (int i = 0; table != NULL && i < count; i++) {
        if (strchr(word[i], '=') != NULL) {
            condition[conditions++] = word[i];
        } else if ((column[columns++] = find_column(table, word[i])) < 0) {
            fail("%s has no column %s", part[0], word[i]);
        }
    }
    while (row != NULL) {
        if (row == table || row_fits(table, row, condition, conditions)) {
            for (int i = 0; i < columns; i++) {
                read_cell(row, column[i], cell);
                fprintf(file, "%s%c", cell, i + 1 < columns ? '\t' : '\n');
            }
        }
        row = has_next_row(&row) ? row : NULL;
    }
    fclose(file);
}
