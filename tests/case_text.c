/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of cases that read and change texts, and what all steps need: files, words, failures. */
#define _XOPEN_SOURCE 700
#include "cases.h"
#include "json.h"
#include "params/params.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

running_case this_case;

void fail(const char *format, ...)
{
    size_t size = sizeof this_case.reasons, used = strlen(this_case.reasons);
    va_list arguments;
    used += (size_t)snprintf(this_case.reasons + used, size - used, "  line %d: ", this_case.line);
    if (used + 2 >= size) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(this_case.reasons + used, size - used - 1, format, arguments);
    va_end(arguments);
    strcat(this_case.reasons, "\n");
}

/* ---- files: their texts are kept until the step ends ---- */

static char *kept_texts[1000];
static int kept_count;

int count_texts(void)
{
    return kept_count;
}

void release_texts(int kept)
{
    while (kept_count > kept) {
        free(kept_texts[--kept_count]);
    }
}

FILE *open_file(const char *name, const char *mode)
{
    FILE *file = fopen(name, mode);
    if (file == NULL) {
        fprintf(stderr, "cases: cannot open %s: %s\n", name, strerror(errno));
        exit(EXIT_FAILURE);
    }
    return file;
}

/* The whole file, ended by a null byte. @param length of it, or NULL @return NULL: the case fails
 */
char *read_whole(const char *name, size_t *length)
{
    FILE *file = fopen(name, "rb");
    char *text = NULL;
    size_t size = 0, used = 0;
    if (file == NULL) {
        fail("no file %s", name);
        return NULL;
    }
    do {
        size = 2 * size + 4096;
        text = realloc(text, size + 1);
        if (text == NULL || kept_count == sizeof kept_texts / sizeof kept_texts[0]) {
            abort();
        }
        used += fread(text + used, 1, size - used, file);
    } while (!feof(file) && !ferror(file));
    fclose(file);
    text[used] = '\0';
    kept_texts[kept_count++] = text;
    if (length != NULL) {
        *length = used;
    }
    return text;
}

void write_whole(const char *name, const char *text, size_t length)
{
    FILE *file = open_file(name, "wb");
    fwrite(text, 1, length, file);
    fclose(file);
}

/* ---- words ---- */

/* Replaces the escapes \t \r \n \\ \xNN in place. @return the length, which may count null bytes */
size_t unescape(char *text)
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

/* Cuts a line into words at blanks; '...' and "..." hold words together. */
int split_words(char *line, char **word)
{
    int count = 0;
    char *to = line;
    while (count < MOST_WORDS) {
        char quote = '\0';
        line += strspn(line, " ");
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

/* Ends @p value at the separator and the blanks before it. @return the text behind it, without
 * blanks at its begin; NULL: no separator */
char *cut_at(char *value, const char *separator)
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
    return rest + strspn(rest, " ");
}

/* Replaces $1 to $9, with @p mark instead of the $, by the arguments; a missing one is empty. */
void put_arguments(const char *line, char mark, char *const *argument, int count, char *to,
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

/* ---- numbers ---- */

/* A number, or a formula of x. */
double evaluate(const char *formula, double x)
{
    char why[200];
    double value = NAN;
    if (!carom_formula_evaluate(formula, x, &value, why, sizeof why)) {
        fail("%s: %s", formula, why);
    }
    return value;
}

/* Without a tolerance the texts must be the same. In the formula of the tolerance x is the wanted
 * value. */
void expect_value(const char *got, const char *wanted, const char *within)
{
    if (within == NULL) {
        if (strcmp(wanted, got) != 0) {
            fail("got %s, want %s", got, wanted);
        }
        return;
    }
    double want = evaluate(wanted, 0);
    if (!(fabs(strtod(got, NULL) - want) <= fabs(evaluate(within, want)))) {
        fail("got %s, want %.17g within %s", got, want, within);
    }
}

/* ---- texts ---- */

/* The end of the first match of @p pattern in @p text, in which * stands for any characters. Both
 * may have several lines; the pattern may match anywhere. NULL: no match */
const char *find_end(const char *text, const char *pattern)
{
    char part[2000];
    while (text != NULL && *pattern != '\0') {
        size_t length = strcspn(pattern, "*");
        snprintf(part, sizeof part, "%.*s", (int)length, pattern);
        text = strstr(text, part);
        text = text != NULL ? text + length : NULL;
        pattern += length + (pattern[length] == '*');
    }
    return text;
}

void expect_text(const char *name, char *pattern)
{
    const char *text = read_whole(name, NULL);
    unescape(pattern);
    if (text != NULL && (find_end(text, pattern) != NULL) != this_case.wanted) {
        fail("%s %s: %s\n--- it is:\n%.1200s---", name, this_case.wanted ? "lacks" : "contains",
             pattern, text);
    }
}

void expect_output(char **part)
{
    expect_text("stdout", part[0]);
}

void expect_errors(char **part)
{
    expect_text("stderr", part[0]);
}

void expect_in(char **part)
{
    expect_text(part[0], part[1]);
}

/* The number or word behind a text. */
void expect_number(char **part)
{
    const char *whole = read_whole(part[0], NULL);
    const char *found = whole == NULL ? NULL : find_end(whole, part[1]);
    char number[50];
    if (found == NULL) {
        fail("%s lacks: %s", part[0], part[1]);
        return;
    }
    found += strspn(found, " \t\n:=");
    snprintf(number, sizeof number, "%.*s", (int)strcspn(found, " \t\n,;]}"), found);
    expect_value(number, part[2], part[3]);
}

/* FILE, TEXT = N: lines that contain the text */
void expect_lines(char **part)
{
    char *whole = read_whole(part[0], NULL), *number = NULL, *rest = whole;
    long lines = 0;
    for (char *at = part[1]; (at = strstr(at, " = ")) != NULL; at++) {
        number = at; /* the last one */
    }
    if (number == NULL) {
        fail("expected TEXT = N");
        return;
    }
    number = cut_at(number, " = ");
    unescape(part[1]);
    for (const char *line; rest != NULL && (line = strtok_r(NULL, "\n", &rest)) != NULL;) {
        lines += find_end(line, part[1]) != NULL;
    }
    if (lines != strtol(number, NULL, 10)) {
        fail("%s has %ld such lines, want %s", part[0], lines, number);
    }
}

void expect_empty(char **part)
{
    size_t length = 0;
    const char *text = read_whole(part[0], &length);
    if (length > 0) {
        fail("%s is not empty:\n%.1200s", part[0], text);
    }
}

void expect_same(char **part)
{
    size_t length = 0, other_length = 0;
    const char *one = read_whole(part[0], &length), *other = read_whole(part[1], &other_length);
    if (one != NULL && other != NULL &&
        (length != other_length || memcmp(one, other, length) != 0)) {
        fail("%s and %s differ", part[0], part[1]);
    }
}

/* The text of the second file is somewhere in the first. */
void expect_part(char **part)
{
    const char *whole = read_whole(part[0], NULL), *text = read_whole(part[1], NULL);
    if (whole != NULL && text != NULL && (*text == '\0' || strstr(whole, text) == NULL)) {
        fail("%s is not a part of %s\n--- it is:\n%.1200s---", part[1], part[0], text);
    }
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
void replace_text(char **part)
{
    char *text = read_whole(part[0], NULL), *found;
    unescape(part[1]);
    unescape(part[2]);
    if (text == NULL || *part[1] == '\0' || strstr(text, part[1]) == NULL) {
        fail("%s has no %s", part[0], part[1]);
        return;
    }
    FILE *file = open_file(part[0], "wb");
    for (; (found = find_text(text, part[1])) != NULL; text = found + strlen(part[1])) {
        fprintf(file, "%.*s%s", (int)(found - text), text, part[2]);
    }
    fputs(text, file);
    fclose(file);
}

/* ---- regular expressions ---- */

/* @return false: no expression; the case fails */
bool open_matches(text_matches *matches, const char *text, const char *pattern)
{
    matches->text = matches->from = matches->behind = text;
    if (text != NULL && regcomp(&matches->expression, pattern, REG_EXTENDED | REG_NEWLINE) == 0) {
        return true;
    }
    fail("no regular expression: %s", pattern);
    return false;
}

void close_matches(text_matches *matches)
{
    regfree(&matches->expression);
}

/* The next match, which is not empty. */
bool next_match(text_matches *matches)
{
    const char *from = matches->from = matches->behind;
    bool begins = from == matches->text || from[-1] == '\n';
    if (regexec(&matches->expression, from, MOST_GROUPS + 1, matches->place,
                begins ? 0 : REG_NOTBOL) != 0 ||
        matches->place[0].rm_eo == 0) {
        return false;
    }
    matches->behind = from + matches->place[0].rm_eo;
    for (int i = 0; i < MOST_GROUPS; i++) {
        regmatch_t part = matches->place[i + 1];
        matches->group[i] = matches->part[i];
        snprintf(matches->part[i], sizeof matches->part[i], "%.*s", (int)(part.rm_eo - part.rm_so),
                 part.rm_so < 0 ? "" : from + part.rm_so);
    }
    return true;
}

/* Replaces every match; %1 to %9 in the replacement are its groups. There must be a match. */
void substitute(char **part)
{
    static text_matches matches;
    const char *text = read_whole(part[0], NULL);
    unescape(part[1]);
    unescape(part[2]);
    if (!open_matches(&matches, text, part[1])) {
        return;
    }
    FILE *file = open_file(part[0], "wb");
    while (next_match(&matches)) {
        char by[LONGEST_LINE];
        put_arguments(part[2], '%', matches.group, MOST_GROUPS, by, sizeof by);
        fprintf(file, "%.*s%s", (int)matches.place[0].rm_so, matches.from, by);
    }
    if (matches.behind == text) {
        fail("%s has no match of %s", part[0], part[1]);
    }
    fputs(matches.behind, file);
    fclose(file);
    close_matches(&matches);
}

void expect_match(char **part)
{
    static text_matches matches;
    const char *text = read_whole(part[0], NULL);
    unescape(part[1]);
    if (!open_matches(&matches, text, part[1])) {
        return;
    }
    if ((regexec(&matches.expression, text, 0, NULL, 0) == 0) != this_case.wanted) {
        fail("%s has %s match of %s\n--- it is:\n%.1200s---", part[0],
             this_case.wanted ? "no" : "a", part[1], text);
    }
    close_matches(&matches);
}

/* FROM TO | FIRST | NEXT: writes the lines from the first match of FIRST to before the next match
 * of NEXT, or to the end. */
void copy_section(char **part)
{
    static text_matches first, next;
    const char *text = read_whole(part[0], NULL), *end;
    if (!open_matches(&first, text, part[2])) {
        return;
    }
    if (!next_match(&first)) {
        fail("%s has no match of %s", part[0], part[2]);
    }
    text = first.from + first.place[0].rm_so;
    end = text + strcspn(text, "\n");
    end += *end != '\0';
    if (open_matches(&next, end, part[3])) {
        end = next_match(&next) ? next.from + next.place[0].rm_so : end + strlen(end);
        close_matches(&next);
    }
    write_whole(part[1], text, (size_t)(end - text));
    close_matches(&first);
}

/* FILE: one JSON value and nothing else */
void expect_json(char **part)
{
    const char *at = read_whole(part[0], NULL);
    if (at != NULL && !is_json(&at)) {
        fail("%s is not JSON at: %.60s", part[0], at);
    }
}
