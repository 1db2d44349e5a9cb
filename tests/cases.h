/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the program that runs *.case files (tests/cases/README.md): its steps take the case, the
 * line of the step, for messages, and the step's value. */
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include "cli/cli.h"
#include <regex.h>

enum { MOST_WORDS = 200 };

/* A case: what has failed so far, and the status of the last command. */
typedef struct {
    char reason[4000];
    int status;
    char skipped[100]; /* the reason, or empty */
} case_result;

/* A match of an expression in a text, with its groups. */
typedef struct {
    regmatch_t place[10];
    char text[9][2000], *group[9];
} found_match;

/* ---- case_text.c: files, words, failures ---- */

void fail(case_result *result, int line, const char *format, ...) CAROM_PRINTF(3, 4);
char *read_whole(const char *name, size_t *length);
void write_whole(const char *name, const char *text, size_t length);
size_t unescape(char *text);
const char *find_match(const char *text, const char *pattern);
int split_words(char *line, char **word, int most);
char *value_of(char *line, const char *key);
char *cut_at(char *value, const char *separator);
char *cut_at_last(char *value, const char *separator);
double evaluate(case_result *result, int line, const char *formula, double x);
void expect_value(case_result *result, int line, const char *got, const char *wanted,
                  const char *within);
void expect_text(case_result *result, int line, const char *name, const char *pattern, bool wanted);
void expect_same(case_result *result, int line, char *value);
void expect_number(case_result *result, int line, char *value);
void expect_lines(case_result *result, int line, char *value);
void expect_narrow(case_result *result, int line, char *value);
void expect_empty(case_result *result, int line, char *name);
void expect_sorted(case_result *result, int line, char *name);
void expect_part(case_result *result, int line, char *value);
void expect_json(case_result *result, int line, char *name);
void expect_match(case_result *result, int line, char *value, bool wanted);
void copy_section(case_result *result, int line, char *value);
void copy_words(case_result *result, int line, char *value);
void put_arguments(const char *line, char mark, char *const *argument, int count, char *to,
                   size_t size);
bool find_groups(const regex_t *expression, const char *whole, const char *text,
                 found_match *found);
void substitute(case_result *result, int line, const char *name, const char *pattern,
                const char *put);

/* ---- case_tables.c: tables ---- */

void read_cell(const char *row, int column, char *cell, size_t size);
bool has_next_row(const char **row);
bool row_fits(const char *head, const char *row, char *const *condition, int conditions);
bool find_cell(case_result *result, int line, char *value, char *cell, size_t size);
void expect_cell(case_result *result, int line, char *value);
void expect_equal_cells(case_result *result, int line, char *value);
void expect_column(case_result *result, int line, char *value);
void expect_area(case_result *result, int line, char *value);
void alter_cells(case_result *result, int line, char *value);
void select_columns(case_result *result, int line, char *value);
void expect_rows(case_result *result, int line, char *value);
void expect_listed(case_result *result, int line, char *file);

#endif
