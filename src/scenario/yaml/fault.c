/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains syntax errors of YAML files. */
#include "base/base.h"
#include "params/params.h"
#include "scenario/yaml/yaml.h"
#include <stdarg.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/* ---- lines ---- */

/* Positions in a line are bytes, from 0. */
typedef struct {
    const char *at;
    size_t number, length;
    size_t indent, content; /* behind spaces and tabs; and behind dashes of lists */
} line_view;

static size_t line_length(const char *at, const char *end)
{
    size_t n = 0;
    while (at + n < end && at[n] != '\n' && at[n] != '\r') {
        n++;
    }
    return n;
}

static size_t skip(const line_view *line, size_t at, const char *signs)
{
    while (at < line->length && line->at[at] != '\0' && strchr(signs, line->at[at]) != NULL) {
        at++;
    }
    return at;
}

/* Line @p number, from 1; empty after the last line. */
static line_view line_of(const carom_syntax_fault *f, size_t number)
{
    const char *at = f->text, *end = f->text + f->length;
    line_view line = {.number = number};
    if (f->length >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        at += 3;
    }
    for (; number > 1 && at < end; number--) {
        at += line_length(at, end);
        at += at < end && *at == '\r' && at + 1 < end && at[1] == '\n' ? 2 : at < end;
    }
    line.at = at;
    line.length = line_length(at, end);
    line.indent = line.content = skip(&line, 0, " \t");
    while (line.content + 1 < line.length && line.at[line.content] == '-' &&
           line.at[line.content + 1] == ' ') {
        line.content = skip(&line, line.content + 1, " ");
    }
    return line;
}

/* Byte of a column, which counts UTF-8 characters. */
static size_t byte_of(const line_view *line, size_t column)
{
    size_t byte = 0;
    for (size_t k = 1; k < column && byte < line->length; k++) {
        do {
            byte++;
        } while (byte < line->length && ((unsigned char)line->at[byte] & 0xc0) == 0x80);
    }
    return byte;
}

static size_t column_of(const line_view *line, size_t byte)
{
    size_t column = 1;
    for (size_t k = 0; k < byte; k++) {
        column += ((unsigned char)line->at[k] & 0xc0) != 0x80;
    }
    return column;
}

/* Character at a byte; 0 at the end of the line. */
static char char_at(const line_view *line, size_t byte)
{
    return byte < line->length ? line->at[byte] : '\0';
}

static bool is_blank(const line_view *line)
{
    return line->indent == line->length || line->at[line->indent] == '#';
}

/* Nearest line above that is not blank or a comment; number 0: none. */
static line_view line_above(const carom_syntax_fault *f, size_t number)
{
    for (size_t k = number - 1; k > 0 && k + 50 > number; k--) {
        line_view line = line_of(f, k);
        if (!is_blank(&line)) {
            return line;
        }
    }
    line_view none = line_of(f, 1);
    none.number = 0;
    return none;
}

/* Byte of the first colon behind a key; the length of the line: none. */
static size_t find_colon(const line_view *line, size_t from)
{
    while (from < line->length &&
           (line->at[from] != ':' ||
            (from + 1 < line->length && strchr(" \t", line->at[from + 1]) == NULL))) {
        from++;
    }
    return from;
}

/* Set the message, and the position to a byte of a line. @return true */
CAROM_PRINTF(4, 5)
static bool explain(carom_syntax_fault *f, const line_view *line, size_t byte, const char *format,
                    ...)
{
    va_list values;
    va_start(values, format);
    (void)vsnprintf(f->message, sizeof f->message, format, values);
    va_end(values);
    f->line = line->number;
    f->column = column_of(line, byte);
    return true;
}

/* Length of a text in a message. */
static int at_most(size_t length, int most)
{
    return length < (size_t)most ? (int)length : most;
}

/* ---- faults before the grammar ---- */

/* Invalid bytes. */
static void explain_unreadable(carom_syntax_fault *f)
{
    size_t start = 0, number = 1;
    bool control = f->problem != NULL && strstr(f->problem, "control") != NULL;
    for (int back = 0; back < 3 && !control && f->offset > 0 && f->offset < f->length &&
                       (unsigned char)f->text[f->offset] < 0xc0;
         back++) {
        f->offset--; /* back to the first byte of the character */
    }
    unsigned byte = f->offset < f->length ? (unsigned char)f->text[f->offset] : 0;
    for (size_t k = 0; k < f->offset && k < f->length; k++) {
        number += f->text[k] == '\n';
        start = f->text[k] == '\n' ? k + 1 : start;
    }
    line_view line = line_of(f, number);
    size_t at = f->offset - start < line.length ? f->offset - start : line.length;
    explain(f, &line, at,
            control ? "a control character (byte 0x%02x); expected plain text"
                    : "byte 0x%02x is not UTF-8, as in a picture, or a file saved as Latin-1 or "
                      "Windows-1252; expected a scenario saved as UTF-8",
            byte);
}

/* A sign of a word processor or a web page before the value of a line. */
static bool explain_sign(carom_syntax_fault *f)
{
    size_t first = f->line > 1 ? f->line - 1 : 1, at;
    first = f->context_line < first && f->context_line + 4 > f->line ? f->context_line : first;
    for (size_t number = first; number <= f->line; number++) {
        line_view line = line_of(f, number);
        size_t end = line.content;
        while (end < line.length && (line.at[end] != ':' || end + 1 == line.length ||
                                     strchr(" \t", line.at[end + 1]) == NULL)) {
            end++;
        }
        const char *message = carom_hint_sign(line.at, end, line.content, &at);
        if (message != NULL && !is_blank(&line)) {
            return explain(f, &line, at, "%s", message);
        }
    }
    return false;
}

static bool explain_tab(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->line);
    size_t tab = skip(&line, 0, " ");
    tab = tab < line.indent ? tab : byte_of(&line, f->column);
    return char_at(&line, tab) == '\t' &&
           explain(f, &line, tab, "a tab in the indentation; expected spaces");
}

/* ---- faults by the words of libyaml ---- */

/* A line with a key and a value, but no colon. */
static bool explain_missing_colon(carom_syntax_fault *f, const line_view *line)
{
    const char *at = line->at;
    size_t from = line->content, word = skip(line, from, letters), end = word,
           value = skip(line, word, " \t=:");
    while (end < line->length && strncmp(at + end, " #", 2) != 0) {
        end++;
    }
    int key = (int)(word - from);
    if (word == from) {
        return explain(f, line, from,
                       char_at(line, from) == '{' ? "no '- ' before this; expected '- {'"
                                                  : "no colon in this line; expected 'key: value'");
    }
    if (value >= end) {
        return explain(f, line, from, "'%.*s' without a colon and a value; expected '%.*s: value'",
                       key, at + from, key, at + from);
    }
    return explain(f, line, from, "%s; expected '%.*s: %.*s'",
                   memchr(at + word, '=', value - word) != NULL   ? "'=' where a colon belongs"
                   : memchr(at + word, ':', value - word) != NULL ? "no space after the colon"
                                                                  : "a colon is missing",
                   at_most(word - from, 60), at + from, at_most(end - value, 100), at + value);
}

static bool explain_missing_key(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->context_line);
    return explain_missing_colon(f, &line);
}

static bool explain_dash(carom_syntax_fault *f, const line_view *line)
{
    char next = char_at(line, line->indent + 1);
    const char *item = line->at + line->indent + 1;
    return char_at(line, line->indent) == '-' && next != '\0' && next != ' ' && next != '-' &&
           explain(f, line, line->indent, "no space after the '-' of a list; expected '- %.*s'",
                   (int)carom_text_character_size(item), item);
}

/* A colon although this line, or the one above, already has a key and a value. */
static bool explain_second_colon(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->line), above = line_above(f, f->line), before = line;
    size_t at = before.length = byte_of(&line, f->column), key = above.content, colon;
    if (explain_dash(f, &line)) {
        return true;
    }
    if (find_colon(&before, line.indent) < at) {
        return memchr(line.at, ',', at) != NULL
                 ? explain(f, &line, line.content,
                           "several keys in one line without a '{' before them; expected "
                           "{ key: value, key: value }")
                 : explain(f, &line, at,
                           "a second colon in one value; a text with ': ' in it needs quotes: "
                           "title: \"a: b\"");
    }
    if (above.number == 0 || explain_dash(f, &above)) {
        return above.number != 0;
    }
    if (find_colon(&above, above.indent) == above.length) {
        return explain_missing_colon(f, &above);
    }
    if (line.indent > key && line.content > line.indent) {
        colon = (size_t)((const char *)memchr(above.at, ':', above.length) - above.at);
        return explain(f, &above, skip(&above, colon + 1, " "),
                       "a value where a list follows in line %zu; expected '%.*s:' alone in this "
                       "line",
                       line.number, at_most(colon - key, 60), above.at + key);
    }
    return line.indent > key &&
           explain(f, &line, line.indent,
                   "indented more than the line above, which is complete; expected column %zu",
                   column_of(&above, key));
}

/* [ a b ], [ a; b ], [ a }, and brackets that are not closed. */
static bool explain_flow(carom_syntax_fault *f)
{
    bool list = strstr(f->problem, "']'") != NULL;
    char open = list ? '[' : '{', close = list ? ']' : '}', other = list ? '}' : ']';
    line_view line = line_of(f, f->line), first = line_of(f, f->context_line);
    size_t at = byte_of(&line, f->column), from = at, begin = byte_of(&first, f->context_column),
           hash = begin, sign;
    char found = char_at(&line, at);
    while (found == ':' && from > line.indent && strchr(letters, line.at[from - 1]) != NULL) {
        from--; /* the key before the colon */
    }
    /* or the next item of a list with dashes */
    bool starts = from == line.indent || (at > line.indent && line.content > line.indent);
    if (found == other) {
        return explain(f, &line, at,
                       "the '%c' of line %zu, column %zu is closed by '%c'; "
                       "expected '%c'",
                       open, f->context_line, f->context_column, other, close);
    }
    if (found == '\0' || (starts && f->line > f->context_line && line.indent <= first.indent)) {
        while (hash + 1 < first.length && strncmp(first.at + hash, " #", 2) != 0) {
            hash++;
        }
        bool hidden = hash < first.length &&
                      memchr(first.at + hash, close, first.length - hash) != NULL;
        return explain(f, &first, begin, "this '%c' is not closed before line %zu; expected '%c'%s",
                       open, line.number, close,
                       hidden ? ": the '#' hides the rest of its line" : "");
    }
    size_t here = from;
    while (from > line.indent && line.at[from - 1] == ' ') {
        from--;
    }
    const char *message = carom_hint_sign(line.at, from, 0, &sign);
    if (from > 0 && line.at[from - 1] == ';') {
        return explain(f, &line, from - 1, "';' between two values; expected ','");
    }
    if (message != NULL && sign + 3 == from) {
        return explain(f, &line, sign, "%s", message);
    }
    return explain(f, &line, here, "no comma before this; expected ',' between two values, or '%c'",
                   close);
}

static bool explain_open_quote(carom_syntax_fault *f, const line_view *line, size_t at)
{
    return explain(f, line, at, "the quote that opens here is not closed; expected a second %c",
                   char_at(line, at) == '\'' ? '\'' : '"');
}

static bool explain_quote(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->context_line);
    return explain_open_quote(f, &line, byte_of(&line, f->context_column));
}

/* Finds an earlier line with one unclosed double quote. The quote of a later line then closes the
 * text, and libyaml reports that line. */
static bool explain_quote_above(carom_syntax_fault *f)
{
    for (size_t number = f->context_line; number < f->line; number++) {
        line_view line = line_of(f, number);
        size_t count = 0, first = 0;
        for (size_t k = line.content; k < line.length && line.at[k] != '#'; k++) {
            if (line.at[k] == '"' && (k == 0 || line.at[k - 1] != '\\')) {
                first = count++ == 0 ? k : first;
            }
        }
        if (count == 1) {
            return explain_open_quote(f, &line, first);
        }
    }
    return false;
}

/* A line in another column than the dash of an item. */
static bool explain_column(carom_syntax_fault *f, const line_view *line, const line_view *item)
{
    return explain(f, line, line->indent,
                   "begins in column %zu; expected column %zu, as the '- ' of line %zu",
                   column_of(line, line->indent), column_of(item, item->indent), item->number);
}

/* An item "- x" after deeper lines: the item above has no dash, or begins in another column. */
static bool explain_items(carom_syntax_fault *f)
{
    line_view item = line_of(f, f->line), first = item, above = line_above(f, f->line);
    while (above.number > 0 && above.indent > item.indent) {
        first = above;
        above = line_above(f, above.number);
    }
    if (byte_of(&item, f->column) != item.indent) {
        return false;
    }
    if (first.number < item.number) {
        return first.at[first.indent] == '-'
                 ? explain_column(f, &item, &first)
                 : explain(f, &first, first.indent,
                           "no '- ' before this, as line %zu has it; expected '- '", item.number);
    }
    return above.number > 0 && above.at[above.indent] == '-'
             ? explain_column(f, &above, &item)
             : explain(f, &item, item.indent,
                       "an item of a list where a key belongs; expected 'key: value', or the list "
                       "below its key");
}

static bool explain_block(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->line), above = line_above(f, f->line);
    bool list = strstr(f->problem, "'-'") != NULL;
    size_t at = byte_of(&line, f->column), column = column_of(&above, above.content);
    char found = char_at(&line, at);
    if (explain_quote_above(f) || explain_dash(f, &line) ||
        (found == '-' && !list && explain_items(f))) {
        return true;
    }
    if (found == ']' || found == '}') {
        return explain(f, &line, at, "a '%c' without a '%c' before it", found,
                       found == ']' ? '[' : '{');
    }
    if (at != line.indent) {
        return explain(f, &line, at,
                       char_at(&line, at - 1) == '\''
                           ? "text after the quote that ends the value; expected double quotes "
                             "around a text with an apostrophe"
                           : "text after the end of a value; expected the end of the line, or "
                             "quotes around the whole value");
    }
    if (list && (f->column == f->context_column || f->column == column)) {
        return explain(f, &line, at,
                       "no '- ' before this; expected it as in line %zu, or another indentation",
                       f->context_line);
    }
    explain(f, &line, at, "begins in column %zu; expected column %zu, as line %zu", f->column,
            column, above.number);
    if (column != f->context_column) {
        carom_text_append(f->message, sizeof f->message, ", or column %zu, as the %s of line %zu",
                          f->context_column, list ? "list" : "keys", f->context_line);
    }
    return true;
}

static bool explain_no_value(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->line);
    size_t at = byte_of(&line, f->column);
    bool dash = char_at(&line, at) == '-';
    char next = char_at(&line, skip(&line, at + 1, " "));
    return explain(f, &line, at, "%s",
                   at >= line.length
                       ? "the text ends where a value or a closing bracket is expected"
                   : dash && next != '\0' && strchr(".0123456789", next) != NULL
                       ? "a '- ' begins an item of a list; a negative number has no space behind "
                         "its '-'"
                   : dash ? "a list on the line of its key; expected '- ' on the next line"
                          : "a value is missing before this; expected one");
}

static bool explain_indented_start(carom_syntax_fault *f)
{
    line_view first = line_of(f, 1);
    while (is_blank(&first) && first.number < f->line) {
        first = line_of(f, first.number + 1);
    }
    return first.indent > 0 && char_at(&first, first.content) != '{' &&
           explain(f, &first, first.indent, "begins in column %zu; expected column 1, as line %zu",
                   column_of(&first, first.indent), f->line);
}

static const char escape[] = "a backslash in double quotes begins an escape; expected \\\\, or "
                             "single quotes around the text";

/* Faults by the words of libyaml and of document.c: part of the problem, part of the context ("":
 * any), and the message, or the function that finds it and returns false if it finds none. */
static const struct {
    const char *problem, *context, *message;
    bool (*explain)(carom_syntax_fault *f);
} faults[] = {
    {"could not find expected ':'", "", NULL, explain_missing_key},
    {"mapping values are not allowed", "", NULL, explain_second_colon},
    {"did not find expected ',' or", "", NULL, explain_flow},
    {"end of stream", "quoted scalar", NULL, explain_quote},
    {"document indicator", "quoted scalar", NULL, explain_quote},
    {"did not find expected key", "", NULL, explain_block},
    {"did not find expected '-' indicator", "", NULL, explain_block},
    {"cannot start any token", "", "a text cannot begin with this sign; expected quotes around it",
     NULL},
    {"block sequence entries are not allowed", "", NULL, explain_no_value},
    {"did not find expected node content", "", NULL, explain_no_value},
    {"unknown escape character", "", escape, NULL},
    {"hexdecimal", "", escape, NULL},
    {"anchor without a value", "",
     "a YAML anchor without a value; a text that begins with & needs quotes", NULL},
    {"undefined alias", "",
     "an alias (*name) without its anchor (&name) before it; a text that begins with * needs "
     "quotes",
     NULL},
    {"second occurrence", "duplicate anchor",
     "two anchors have the same name; give each a different name", NULL},
    {"did not find expected <document start>", "", NULL, explain_indented_start},
    {"did not find expected <document start>", "",
     "text after the end of the file's mapping; expected its brackets around all of the file",
     NULL}};

static bool explain_by_words(carom_syntax_fault *f)
{
    const char *problem = f->problem == NULL ? "" : f->problem,
               *context = f->context == NULL ? "" : f->context;
    for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
        if (strstr(problem, faults[k].problem) == NULL ||
            strstr(context, faults[k].context) == NULL) {
            continue;
        }
        if (faults[k].message != NULL) {
            snprintf(f->message, sizeof f->message, "%s", faults[k].message);
        }
        if (faults[k].message != NULL || faults[k].explain(f)) {
            return true;
        }
    }
    return false;
}

void carom_syntax_fault_explain(carom_syntax_fault *f)
{
    if (f->unreadable) {
        explain_unreadable(f);
    } else if (!explain_sign(f) && !explain_tab(f) && !explain_by_words(f)) {
        snprintf(f->message, sizeof f->message, "not YAML: %s%s%s",
                 f->problem == NULL ? "" : f->problem, f->context == NULL ? "" : " ",
                 f->context == NULL ? "" : f->context);
    }
}
