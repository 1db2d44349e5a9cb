/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of cases that read texts, and what all steps need: files, words, failures. */
#define _XOPEN_SOURCE 700
#include "cases.h"
#include "json.h"
#include "params/params.h"
#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void fail(case_result *result, int line, const char *format, ...)
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

/* The whole file, ended by a null byte, with its length; NULL: cannot be read. The caller frees it.
 */
char *read_whole(const char *name, size_t *length)
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

void write_whole(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0) {
        fprintf(stderr, "cases: cannot write %s: %s\n", name, strerror(errno));
        exit(EXIT_FAILURE);
    }
}

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

/* The end of the first match of @p pattern in @p text, in which * stands for any characters. Both
 * may have several lines; the pattern may match anywhere. NULL: no match */
const char *find_match(const char *text, const char *pattern)
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
int split_words(char *line, char **word, int most)
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
char *value_of(char *line, const char *key)
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
    while (*rest == ' ') {
        rest++;
    }
    return rest;
}

/* The same at the last separator. */
char *cut_at_last(char *value, const char *separator)
{
    char *last = NULL;
    for (char *at = strstr(value, separator); at != NULL; at = strstr(at + 1, separator)) {
        last = at;
    }
    return last != NULL ? cut_at(last, separator) : NULL;
}

void expect_text(case_result *result, int line, const char *name, const char *pattern, bool wanted)
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

void expect_same(case_result *result, int line, char *value)
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

/* A number, or a formula of x. */
double evaluate(case_result *result, int line, const char *formula, double x)
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
void expect_value(case_result *result, int line, const char *got, const char *wanted,
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

/* FILE | TEXT = VALUE [within TOLERANCE]: the number behind this text */
void expect_number(case_result *result, int line, char *value)
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
void expect_lines(case_result *result, int line, char *value)
{
    char *text = cut_at(value, " | "), *wanted = text ? cut_at_last(text, " = ") : NULL;
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
void expect_narrow(case_result *result, int line, char *value)
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

/* FILE: its lines are in alphabetical order, whatever their case. */
void expect_sorted(case_result *result, int line, char *name)
{
    size_t length;
    char *text = read_whole(name, &length), *rest = text;
    const char *before = strtok_r(text, "\n", &rest), *next;
    if (before == NULL) {
        fail(result, line, "%s has no lines", name);
    }
    for (; before != NULL && (next = strtok_r(NULL, "\n", &rest)) != NULL; before = next) {
        if (strcasecmp(before, next) > 0) {
            fail(result, line, "%s: %s is before %s", name, before, next);
        }
    }
    free(text);
}

/* FILE PART: the text of the second file is somewhere in the first. */
void expect_part(case_result *result, int line, char *value)
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

/* FILE: one JSON value and nothing else */
void expect_json(case_result *result, int line, char *name)
{
    size_t length;
    char *text = read_whole(name, &length);
    const char *at = text;
    if (text == NULL) {
        fail(result, line, "no file %s", name);
        return;
    }
    if (!is_json(&at)) {
        fail(result, line, "%s is not JSON at: %.60s", name, at);
    }
    free(text);
}

void expect_empty(case_result *result, int line, char *name)
{
    size_t length;
    char *text = read_whole(name, &length);
    if (text == NULL || length > 0) {
        fail(result, line, "%s is %s\n%.1200s", name,
             text == NULL ? "missing" : "not empty:", text == NULL ? "" : text);
    }
    free(text);
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

/* Finds the next match in @p whole at or behind @p text. */
bool find_groups(const regex_t *expression, const char *whole, const char *text, found_match *found)
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
void substitute(case_result *result, int line, const char *name, const char *pattern,
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

/* FILE | EXPRESSION: the file has a match. */
void expect_match(case_result *result, int line, char *value, bool wanted)
{
    char *pattern = cut_at(value, " | ");
    regex_t expression;
    size_t length;
    char *text = pattern == NULL ? NULL : read_whole(value, &length);
    if (text == NULL || regcomp(&expression, pattern, REG_EXTENDED | REG_NEWLINE) != 0) {
        fail(result, line, "expected FILE | EXPRESSION");
        free(text);
        return;
    }
    if ((regexec(&expression, text, 0, NULL, 0) == 0) != wanted) {
        fail(result, line, "%s has %s match of %s\n--- it is:\n%.1200s---", value,
             wanted ? "no" : "a", pattern, text);
    }
    regfree(&expression);
    free(text);
}

/* FROM TO | FIRST | NEXT: writes the lines from the first match of FIRST to before the next match
 * of NEXT, or to the end. */
void copy_section(case_result *result, int line, char *value)
{
    char *first = cut_at(value, " | "), *next = first != NULL ? cut_at(first, " | ") : NULL;
    char *word[3];
    int words = split_words(value, word, 3);
    regex_t begin, end;
    size_t length;
    char *text = next == NULL || words != 2 ? NULL : read_whole(word[0], &length);
    regmatch_t start = {0, 0}, stop;
    if (text == NULL || regcomp(&begin, first, REG_EXTENDED | REG_NEWLINE) != 0 ||
        regcomp(&end, next, REG_EXTENDED | REG_NEWLINE) != 0) {
        fail(result, line, "expected FROM TO | FIRST | NEXT");
        free(text);
        return;
    }
    if (regexec(&begin, text, 1, &start, 0) != 0) {
        fail(result, line, "%s has no match of %s", word[0], first);
    }
    const char *from = text + start.rm_so, *behind = from + strcspn(from, "\n");
    size_t size = strlen(from);
    if (*behind != '\0' && regexec(&end, behind + 1, 1, &stop, 0) == 0) {
        size = (size_t)(behind + 1 + stop.rm_so - from);
    }
    write_whole(word[1], from, size);
    regfree(&begin);
    regfree(&end);
    free(text);
}

/* Writes the text of an SVG file without tags and blanks. @return the place of a character that XML
 * does not allow there; NULL: none */
static const char *write_words(FILE *file, const char *svg)
{
    static const char *const entity[] = {"&lt;", "&gt;", "&quot;", "&apos;", "&amp;"};
    const char *at = svg;
    while (*at != '\0') {
        size_t length = *at == '<' ? 1 + strcspn(at + 1, "<>") : 1;
        int k = 0;
        while (k < 5 && strncmp(at, entity[k], strlen(entity[k])) != 0) {
            k++;
        }
        if (*at == '<' ? at[length] != '>' : k == 5 && *at == '&') {
            return at;
        }
        if ((unsigned char)*at < ' ' && strchr("\n\t", *at) == NULL) {
            return at;
        }
        if (*at == '<') {
            length++;
        } else if (k < 5) {
            fputc("<>\"'&"[k], file);
            length = strlen(entity[k]);
        } else if (strchr(" \n\t", *at) == NULL) {
            fputc(*at, file);
        }
        at += length;
    }
    return NULL;
}

/* PATTERN TO: writes the text of all SVG files whose name fits, a line each. */
void copy_words(case_result *result, int line, char *value)
{
    char *to = cut_at(value, " ");
    glob_t found;
    if (to == NULL || glob(value, 0, NULL, &found) != 0) {
        fail(result, line, "expected PATTERN TO; no file fits %s", value);
        return;
    }
    FILE *file = fopen(to, "wb");
    if (file == NULL) {
        abort();
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        size_t length;
        char *text = read_whole(found.gl_pathv[i], &length);
        const char *wrong = text != NULL ? write_words(file, text) : "nothing";
        if (wrong != NULL) {
            fail(result, line, "%s is no XML at: %.60s", found.gl_pathv[i], wrong);
        }
        fputc('\n', file);
        free(text);
    }
    fclose(file);
    globfree(&found);
}
