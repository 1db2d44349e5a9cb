/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains syntax errors of YAML files. */
#include "base/base.h"
#include "params/params.h"
#include "scenario/yaml/yaml.h"
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/* ---- lines ---- */

typedef struct {
    const char *at;
    size_t length, indent; /* bytes without the line end; spaces and tabs in front */
} line_view;

static size_t line_length(const char *at, const char *end)
{
    size_t n = 0;
    while (at + n < end && at[n] != '\n' && at[n] != '\r') {
        n++;
    }
    return n;
}

/* Line @p number, from 1; empty after the last line. */
static line_view line_of(const carom_syntax_fault *f, size_t number)
{
    const char *at = f->text, *end = f->text + f->length;
    line_view line = {at, 0, 0};
    if (f->length >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        at += 3;
    }
    for (; number > 1 && at < end; number--) {
        at += line_length(at, end);
        at += at < end && *at == '\r' && at + 1 < end && at[1] == '\n' ? 2 : at < end;
    }
    line.at = at;
    line.length = line_length(at, end);
    while (line.indent < line.length && (at[line.indent] == ' ' || at[line.indent] == '\t')) {
        line.indent++;
    }
    return line;
}

/* Byte offset of a column. Columns count UTF-8 characters. */
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

/* Character at a position; 0 at the end of a line. */
static char char_at(const carom_syntax_fault *f, size_t line, size_t column)
{
    line_view view = line_of(f, line);
    size_t byte = byte_of(&view, column);
    return byte < view.length ? view.at[byte] : '\0';
}

static bool is_blank(const line_view *line)
{
    return line->indent == line->length || line->at[line->indent] == '#';
}

/* Nearest line above that is not blank or a comment; 0: none. */
static size_t line_above(const carom_syntax_fault *f, size_t number)
{
    for (size_t k = number - 1; k > 0 && k + 50 > number; k--) {
        line_view line = line_of(f, k);
        if (!is_blank(&line)) {
            return k;
        }
    }
    return 0;
}

/* Offset of the content of a line, after indentation and dashes of lists. */
static size_t content_of(const line_view *line)
{
    size_t at = line->indent;
    while (at + 1 < line->length && line->at[at] == '-' && line->at[at + 1] == ' ') {
        at++;
        while (at < line->length && line->at[at] == ' ') {
            at++;
        }
    }
    return at;
}

static bool has_colon(const line_view *line)
{
    for (size_t k = line->indent; k < line->length; k++) {
        if (line->at[k] == ':' &&
            (k + 1 == line->length || line->at[k + 1] == ' ' || line->at[k + 1] == '\t')) {
            return true;
        }
    }
    return false;
}

static void set_position(carom_syntax_fault *f, size_t line, size_t column)
{
    f->line = line;
    f->column = column;
}

static bool contains(const char *words, const char *part)
{
    return words != NULL && strstr(words, part) != NULL;
}

static const char escape[] = "a backslash in double quotes begins an escape; expected \\\\, or "
                             "single quotes around the text";

#define EXPLAIN(f, ...) snprintf((f)->message, sizeof(f)->message, __VA_ARGS__)

/* ---- explanations ---- */

/* Invalid bytes. Files with zeros or other control characters at their beginning are no text. */
static void explain_unreadable(carom_syntax_fault *f)
{
    size_t zeros = 0, controls = 0, look = f->length < 200 ? f->length : 200, start = 0, line = 1;
    bool control = contains(f->problem, "control");
    for (int back = 0; back < 3 && !control && f->offset > 0 && f->offset < f->length &&
                       (unsigned char)f->text[f->offset] < 0xc0;
         back++) {
        f->offset--; /* back to the first byte of the character */
    }
    unsigned byte = f->offset < f->length ? (unsigned char)f->text[f->offset] : 0;
    for (size_t k = 0; k < look; k++) {
        zeros += f->text[k] == '\0';
        controls += (unsigned char)f->text[k] < ' ' && strchr("\t\n\r", f->text[k]) == NULL;
    }
    for (size_t k = 0; k < f->offset && k < f->length; k++) {
        if (f->text[k] == '\n') {
            line++;
            start = k + 1;
        }
    }
    line_view view = line_of(f, line);
    set_position(
        f, line,
        column_of(&view, f->offset - start < view.length ? f->offset - start : view.length));
    if (zeros > look / 4 || zeros + controls > 2) {
        set_position(f, 1, 1);
        EXPLAIN(f, "this is no text in UTF-8; expected a scenario, a text that begins with "
                   "'carom: 1'");
    } else if (control) {
        EXPLAIN(f, "a control character (byte 0x%02x); expected plain text", byte);
    } else {
        EXPLAIN(
            f,
            "byte 0x%02x is not UTF-8, as in a file saved as Latin-1 or Windows-1252; expected a "
            "file saved as UTF-8",
            byte);
    }
}

/* Number at the beginning of a line; 0: none. */
static size_t number_of(const line_view *line)
{
    size_t number = 0;
    for (size_t k = line->indent; k < line->length && line->at[k] >= '0' && line->at[k] <= '9';
         k++) {
        number = 10 * number + (size_t)(line->at[k] - '0');
    }
    return number;
}

/* Lines 1 and 2 begin with numbers that follow each other, as copied from a listing. */
static bool explain_line_numbers(carom_syntax_fault *f)
{
    line_view first = line_of(f, 1), second = line_of(f, 2);
    size_t before = number_of(&first);
    bool numbered = before > 0 && number_of(&second) == before + 1;
    if (numbered) {
        set_position(f, 1, column_of(&first, first.indent));
        EXPLAIN(f, "the lines begin with their numbers; remove these");
    }
    return numbered;
}

/* A sign of a word processor or a web page before the value of a line. */
static bool explain_sign(carom_syntax_fault *f)
{
    size_t first = f->line > 1 ? f->line - 1 : 1;
    first = f->context_line < first && f->context_line + 4 > f->line ? f->context_line : first;
    for (size_t number = first; number <= f->line; number++) {
        line_view line = line_of(f, number);
        size_t end = content_of(&line), at;
        while (end < line.length && (line.at[end] != ':' || end + 1 == line.length ||
                                     strchr(" \t", line.at[end + 1]) == NULL)) {
            end++;
        }
        const char *message = carom_hint_sign(line.at, end, content_of(&line), &at);
        if (message != NULL && !is_blank(&line)) {
            set_position(f, number, column_of(&line, at));
            EXPLAIN(f, "%s", message);
            return true;
        }
    }
    return false;
}

static bool explain_tab(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->line);
    size_t tab = 0;
    while (tab < line.indent && line.at[tab] != '\t') {
        tab++;
    }
    if (tab == line.indent && char_at(f, f->line, f->column) == '\t') {
        tab = byte_of(&line, f->column);
    } else if (tab == line.indent) {
        return false;
    }
    f->column = column_of(&line, tab);
    EXPLAIN(f, "a tab in the indentation; expected spaces");
    return true;
}

/* A line with a key and a value, but no colon. */
static void explain_missing_colon(carom_syntax_fault *f, size_t number)
{
    line_view line = line_of(f, number);
    size_t from = content_of(&line), word = from, value, end = line.length;
    while (word < line.length && strchr(letters, line.at[word]) != NULL && line.at[word] != '\0') {
        word++;
    }
    for (value = word; value < line.length && strchr(" \t=:", line.at[value]) != NULL; value++) {
    }
    for (size_t k = value; k + 1 < line.length; k++) {
        if (line.at[k] == ' ' && line.at[k + 1] == '#') {
            end = k;
            break;
        }
    }
    set_position(f, number, column_of(&line, from));
    if (word == from && line.at[from] == '{') {
        EXPLAIN(f, "no '- ' before this; expected '- {'");
    } else if (word == from) {
        EXPLAIN(f, "no colon in this line; expected 'key: value'");
    } else if (value >= end) {
        EXPLAIN(f, "'%.*s' without a colon and a value; expected '%.*s: value'", (int)(word - from),
                line.at + from, (int)(word - from), line.at + from);
    } else {
        const char *what = memchr(line.at + word, '=', value - word) != NULL
                             ? "'=' where a colon belongs"
                         : memchr(line.at + word, ':', value - word) != NULL
                             ? "no space after the colon"
                             : "a colon is missing";
        EXPLAIN(f, "%s; expected '%.*s: %.*s'", what, (int)(word - from < 60 ? word - from : 60),
                line.at + from, (int)(end - value < 100 ? end - value : 100), line.at + value);
    }
}

static bool explain_missing_key(carom_syntax_fault *f)
{
    explain_missing_colon(f, f->context_line);
    return true;
}

static bool explain_dash(carom_syntax_fault *f, size_t number)
{
    line_view line = line_of(f, number);
    if (line.indent + 1 < line.length && line.at[line.indent] == '-' &&
        line.at[line.indent + 1] != ' ' && line.at[line.indent + 1] != '-') {
        set_position(f, number, column_of(&line, line.indent));
        const char *next = line.at + line.indent + 1;
        EXPLAIN(f, "no space after the '-' of a list; expected '- %.*s'",
                (int)carom_text_character_size(next), next);
        return true;
    }
    return false;
}

/* A colon although this line, or the one above, already has a key and a value. */
static bool explain_second_colon(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->line),
              before = {line.at, byte_of(&line, f->column), line.indent}, above;
    size_t number = line_above(f, f->line);
    if (explain_dash(f, f->line)) {
        return true;
    }
    if (has_colon(&before) && memchr(before.at, ',', before.length) != NULL) {
        set_position(f, f->line, column_of(&line, content_of(&line)));
        EXPLAIN(f, "several keys in one line without a '{' before them; expected "
                   "{ key: value, key: value }");
        return true;
    }
    if (has_colon(&before)) {
        EXPLAIN(
            f, "a second colon in one value; a text with ': ' in it needs quotes: title: \"a: b\"");
        return true;
    }
    if (number == 0) {
        return false;
    }
    above = line_of(f, number);
    if (explain_dash(f, number)) {
        return true;
    }
    if (!has_colon(&above)) {
        explain_missing_colon(f, number);
        return true;
    }
    if (line.indent > content_of(&above) && content_of(&line) > line.indent) {
        size_t key = content_of(&above), colon = key, list = f->line;
        while (above.at[colon] != ':') {
            colon++;
        }
        set_position(f, number, column_of(&above, colon + 1 + strspn(above.at + colon + 1, " ")));
        EXPLAIN(f, "a value where a list follows in line %zu; expected '%.*s:' alone in this line",
                list, (int)(colon - key < 60 ? colon - key : 60), above.at + key);
        return true;
    }
    if (line.indent > content_of(&above)) {
        set_position(f, f->line, column_of(&line, line.indent));
        EXPLAIN(f, "indented more than the line above, which is complete; expected column %zu",
                column_of(&above, content_of(&above)));
        return true;
    }
    return false;
}

/* [ a b ], [ a; b ], [ a }, and brackets that are not closed. */
static bool explain_flow(carom_syntax_fault *f)
{
    bool list = strstr(f->problem, "']'") != NULL;
    char open = list ? '[' : '{', close = list ? ']' : '}', other = list ? '}' : ']';
    line_view line = line_of(f, f->line), first = line_of(f, f->context_line);
    size_t at = byte_of(&line, f->column), from = at;
    char found = at < line.length ? line.at[at] : '\0';
    while (found == ':' && from > line.indent && strchr(letters, line.at[from - 1]) != NULL) {
        from--; /* the key before the colon */
    }
    bool starts = from == line.indent;
    if (found == other) {
        EXPLAIN(f, "the '%c' of line %zu, column %zu is closed by '%c'; expected '%c'", open,
                f->context_line, f->context_column, other, close);
        return true;
    }
    /* the next item of a list with dashes */
    starts = starts || (at > line.indent && content_of(&line) > line.indent);
    if (found == '\0' || (starts && f->line > f->context_line && line.indent <= first.indent)) {
        size_t end = f->line, sign = byte_of(&first, f->context_column);
        while (sign + 1 < first.length && strncmp(first.at + sign, " #", 2) != 0) {
            sign++;
        }
        set_position(f, f->context_line, f->context_column);
        EXPLAIN(f, "this '%c' is not closed before line %zu; expected '%c'", open, end, close);
        if (sign < first.length && memchr(first.at + sign, close, first.length - sign) != NULL) {
            carom_text_append(f->message, sizeof f->message,
                              ": the '#' hides the rest of its line");
        }
        return true;
    }
    f->column = column_of(&line, from);
    while (from > line.indent && line.at[from - 1] == ' ') {
        from--;
    }
    size_t sign;
    const char *message = carom_hint_sign(line.at, from, 0, &sign);
    if (from > 0 && line.at[from - 1] == ';') {
        f->column = column_of(&line, from - 1);
        EXPLAIN(f, "';' between two values; expected ','");
    } else if (message != NULL && sign + 3 == from) {
        f->column = column_of(&line, sign);
        EXPLAIN(f, "%s", message);
    } else {
        EXPLAIN(f, "no comma before this; expected ',' between two values, or '%c'", close);
    }
    return true;
}

static bool explain_open_quote(carom_syntax_fault *f, size_t line, size_t column)
{
    char quote = char_at(f, line, column);
    set_position(f, line, column);
    EXPLAIN(f, "the quote that opens here is not closed; expected a second %c",
            quote == '\'' || quote == '"' ? quote : '"');
    return true;
}

static bool explain_quote(carom_syntax_fault *f)
{
    return explain_open_quote(f, f->context_line, f->context_column);
}

/* Finds an earlier line with one unclosed double quote. The quote of a later line then closes the
 * text, and libyaml reports that line. */
static bool explain_quote_above(carom_syntax_fault *f)
{
    for (size_t number = f->context_line; number < f->line; number++) {
        line_view line = line_of(f, number);
        size_t count = 0, first = 0;
        for (size_t k = content_of(&line); k < line.length && line.at[k] != '#'; k++) {
            if (line.at[k] == '"' && (k == 0 || line.at[k - 1] != '\\')) {
                first = count++ == 0 ? k : first;
            }
        }
        if (count == 1) {
            return explain_open_quote(f, number, column_of(&line, first));
        }
    }
    return false;
}

/* An item "- x" after deeper lines: the item above has no dash, or begins in another column. */
static bool explain_items(carom_syntax_fault *f)
{
    line_view item = line_of(f, f->line), first = item;
    size_t number = f->line, at = line_above(f, f->line);
    while (at > 0 && line_of(f, at).indent > item.indent) {
        number = at;
        first = line_of(f, at);
        at = line_above(f, at);
    }
    if (byte_of(&item, f->column) != item.indent) {
        return false;
    }
    line_view above = line_of(f, at > 0 ? at : 1);
    if (number == f->line && at > 0 && above.at[above.indent] == '-') {
        set_position(f, at, column_of(&above, above.indent));
        EXPLAIN(f, "begins in column %zu; expected column %zu, as the '- ' of line %zu", f->column,
                column_of(&item, item.indent), number);
        return true;
    }
    if (number == f->line) {
        EXPLAIN(f, "an item of a list where a key belongs; expected 'key: value', or the list "
                   "below its key");
        return true;
    }
    if (first.at[first.indent] == '-') {
        EXPLAIN(f, "begins in column %zu; expected column %zu, as the '- ' of line %zu", f->column,
                column_of(&first, first.indent), number);
        return true;
    }
    size_t line = f->line;
    set_position(f, number, column_of(&first, first.indent));
    EXPLAIN(f, "no '- ' before this, as line %zu has it; expected '- '", line);
    return true;
}

static bool explain_block(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->line);
    size_t number = line_above(f, f->line);
    line_view above = line_of(f, number > 0 ? number : 1);
    bool list = strstr(f->problem, "'-'") != NULL;
    char found = char_at(f, f->line, f->column);
    if (explain_quote_above(f) || explain_dash(f, f->line)) {
        return true;
    }
    if (found == '-' && !list && explain_items(f)) {
        return true;
    }
    if (found == ']' || found == '}') {
        EXPLAIN(f, "a '%c' without a '%c' before it", found, found == ']' ? '[' : '{');
    } else if (byte_of(&line, f->column) > 0 && line.at[byte_of(&line, f->column) - 1] == '\'') {
        EXPLAIN(f, "text after the quote that ends the value; expected double quotes around a text "
                   "with an apostrophe");
    } else if (byte_of(&line, f->column) != line.indent) {
        EXPLAIN(f, "text after the end of a value; expected the end of the line, or quotes around "
                   "the whole value");
    } else if (list && (f->column == f->context_column ||
                        f->column == column_of(&above, content_of(&above)))) {
        EXPLAIN(f, "no '- ' before this; expected it as in line %zu, or another indentation",
                f->context_line);
    } else {
        size_t column = column_of(&above, content_of(&above));
        EXPLAIN(f, "begins in column %zu; expected column %zu, as line %zu", f->column, column,
                number);
        if (column != f->context_column) {
            carom_text_append(f->message, sizeof f->message,
                              ", or column %zu, as the %s of line %zu", f->context_column,
                              list ? "list" : "keys", f->context_line);
        }
    }
    return true;
}

static bool explain_start(carom_syntax_fault *f)
{
    char found = char_at(f, f->line, f->column);
    if (found != '\0') {
        EXPLAIN(f, "a text cannot begin with '%c'; expected quotes around it", found);
    }
    return found != '\0';
}

static bool explain_no_value(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->line);
    size_t at = byte_of(&line, f->column), digit = at + 1 + strspn(line.at + at + 1, " ");
    bool negative = digit < line.length && line.at[at] == '-' &&
                    strchr(".0123456789", line.at[digit]) != NULL;
    EXPLAIN(f, "%s",
            at >= line.length ? "the text ends where a value or a closing bracket is expected"
            : negative ? "a '- ' begins an item of a list; a negative number has no space behind "
                         "its '-'"
            : line.at[at] == '-' ? "a list on the line of its key; expected '- ' on the next line"
                                 : "a value is missing before this; expected one");
    return true;
}

static bool explain_anchor(carom_syntax_fault *f)
{
    line_view line = line_of(f, f->line);
    const char *name = line.at + byte_of(&line, f->column) + 1;
    int length = 0;
    while (name + length < line.at + line.length && strchr(" \t,]}", name[length]) == NULL) {
        length++;
    }
    EXPLAIN(f,
            "'&%.*s' is a YAML anchor without a value; a text that begins with & needs quotes: "
            "\"&%.*s\"",
            length, name, length, name);
    return true;
}

/* Faults by the words of libyaml and of document.c: part of the problem, part of the context (NULL:
 * any), and the message, or the function that finds it and returns false if it finds none. */
static const struct {
    const char *problem, *context, *message;
    bool (*explain)(carom_syntax_fault *f);
} faults[] = {
    {"could not find expected ':'", "", NULL, explain_missing_key},
    {"mapping values are not allowed", NULL, NULL, explain_second_colon},
    {"did not find expected ',' or", NULL, NULL, explain_flow},
    {"end of stream", "quoted scalar", NULL, explain_quote},
    {"document indicator", "quoted scalar", NULL, explain_quote},
    {"did not find expected key", NULL, NULL, explain_block},
    {"did not find expected '-' indicator", NULL, NULL, explain_block},
    {"cannot start any token", NULL, NULL, explain_start},
    {"block sequence entries are not allowed", NULL, NULL, explain_no_value},
    {"did not find expected node content", NULL, NULL, explain_no_value},
    {"unknown escape character", NULL, escape, NULL},
    {"hexdecimal", NULL, escape, NULL},
    {"anchor without a value", NULL, NULL, explain_anchor},
    {"undefined alias", NULL,
     "an alias (*name) without its anchor (&name) before it; a text that begins with * needs "
     "quotes",
     NULL},
    {"second occurrence", "duplicate anchor",
     "two anchors have the same name; give each a different name", NULL},
    {"did not find expected <document start>", NULL,
     "text after the end of the file's mapping; expected its brackets around all of the file",
     NULL}};

static bool explain_by_words(carom_syntax_fault *f)
{
    for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
        if (!contains(f->problem, faults[k].problem) ||
            (faults[k].context != NULL && !contains(f->context, faults[k].context))) {
            continue;
        }
        if (faults[k].message != NULL) {
            EXPLAIN(f, "%s", faults[k].message);
        }
        return faults[k].message != NULL || faults[k].explain(f);
    }
    return false;
}

void carom_syntax_fault_explain(carom_syntax_fault *f)
{
    if (f->unreadable) {
        explain_unreadable(f);
    } else if (!explain_line_numbers(f) && !explain_sign(f) && !explain_tab(f) &&
               !explain_by_words(f)) {
        EXPLAIN(f, "not YAML: %s%s%s", f->problem == NULL ? "" : f->problem,
                f->context == NULL ? "" : " ", f->context == NULL ? "" : f->context);
    }
}
