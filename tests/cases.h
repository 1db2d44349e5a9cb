/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the program that runs *.case files (tests/cases/README.md). A step is a function of its
 * parts: the words and texts between the separators of its line. */
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include "cli/cli.h"
#include <regex.h>

enum { MOST_WORDS = 200, MOST_GROUPS = 9, LONGEST_LINE = 8000, LONGEST_CELL = 500 };

/* The case that runs. */
typedef struct {
    int line;           /* of the step, for messages */
    int status;         /* of the last command */
    bool wanted;        /* false in a step that begins with "no" or "not" */
    char reasons[4000]; /* what has failed */
} running_case;

extern running_case this_case;

void fail(const char *format, ...) CAROM_PRINTF(1, 2);

/* ---- case_text.c ---- */

/* The matches of an extended regular expression in a text, one after another. */
typedef struct {
    regex_t expression;
    regmatch_t place[MOST_GROUPS + 1]; /* in the text that begins at @c from */
    const char *text, *from, *behind;  /* the match ends at @c behind */
    char part[MOST_GROUPS][2000], *group[MOST_GROUPS];
} text_matches;

bool open_matches(text_matches *matches, const char *text, const char *pattern);
bool next_match(text_matches *matches);
void close_matches(text_matches *matches);

char *read_whole(const char *name, size_t *length);
void release_texts(int kept);
int count_texts(void);
FILE *open_file(const char *name, const char *mode);
void write_whole(const char *name, const char *text, size_t length);
size_t unescape(char *text);
const char *find_end(const char *text, const char *pattern);
int split_words(char *line, char **word);
char *cut_at(char *value, const char *separator);
void put_arguments(const char *line, char mark, char *const *argument, int count, char *to,
                   size_t size);
double evaluate(const char *formula, double x);
void expect_value(const char *got, const char *wanted, const char *within);
void expect_text(const char *name, char *pattern);
void expect_output(char **part);
void expect_errors(char **part);
void expect_in(char **part);
void expect_match(char **part);
void expect_number(char **part);
void expect_lines(char **part);
void expect_empty(char **part);
void expect_same(char **part);
void expect_part(char **part);
void expect_json(char **part);
void replace_text(char **part);
void substitute(char **part);
void copy_section(char **part);

/* ---- case_tables.c ---- */

void read_cell(const char *row, int column, char *cell);
bool has_next_row(const char **row);
bool row_fits(const char *head, const char *row, char *const *condition, int conditions);
bool find_cell(char *place, char *cell);
void expect_cell(char **part);
void expect_equal_cells(char **part);
void expect_column(char **part);
void expect_rows(char **part);
void alter_cells(char **part);
void select_columns(char **part);

#endif
