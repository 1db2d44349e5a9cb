/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the changes of a document into the text that it was parsed from. Comments, order and
 * layout of the rest stay. The text is parsed once more: nodes have the same numbers in both
 * documents, so lists and mappings that differ in the numbers of their children were changed. */
#include "base/base.h"
#include "scenario/yaml/yaml.h"

typedef struct {
    const char *text;
    size_t length;
    carom_document before;
    FILE *out;
    size_t copied; /* bytes of the text that are copied or replaced */
    bool failed;   /* the change has no place in the text */
} rewriter;

/* ---- places ---- */

/* Offset of a place in the text, whose columns count characters. */
static size_t offset_of(const rewriter *w, carom_mark place)
{
    size_t at = 0;
    for (size_t line = 1; line < place.line; line++) {
        const char *end = memchr(w->text + at, '\n', w->length - at);
        at = end == NULL ? w->length : (size_t)(end - w->text) + 1;
    }
    for (size_t column = 1; column < place.column && at < w->length; column++) {
        at++;
        while (at < w->length && ((unsigned char)w->text[at] & 0xC0U) == 0x80) {
            at++;
        }
    }
    return at;
}

static size_t start_of(const rewriter *w, carom_node node)
{
    return offset_of(w, carom_node_mark(node, node));
}

static bool is_flow(const rewriter *w, carom_node node)
{
    size_t at = start_of(w, node);
    return carom_node_kind_of(node) != CAROM_NODE_SCALAR && at < w->length &&
           (w->text[at] == '{' || w->text[at] == '[');
}

/* End of the last value in a node, before blanks and comments. */
static size_t end_of(const rewriter *w, carom_node node)
{
    size_t count = carom_node_count(node), start = start_of(w, node);
    if (count > 0 && !is_flow(w, node)) {
        return end_of(w, carom_node_value(node, count - 1));
    }
    size_t end = offset_of(w, carom_node_end(node));
    while (end > start && strchr(" \t\r\n", w->text[end - 1]) != NULL) {
        end--;
    }
    return end;
}

static size_t end_of_line(const rewriter *w, size_t at)
{
    const char *end = memchr(w->text + at, '\n', w->length - at);
    return end == NULL ? w->length : (size_t)(end - w->text);
}

static size_t start_of_line(const rewriter *w, size_t at)
{
    while (at > 0 && w->text[at - 1] != '\n') {
        at--;
    }
    return at;
}

/* Start of an item or a pair; of an item of a block list at its dash. */
static size_t start_of_child(const rewriter *w, carom_node parent, size_t i)
{
    bool is_map = carom_node_kind_of(parent) == CAROM_NODE_MAP;
    size_t at = start_of(w, is_map ? carom_node_key(parent, i) : carom_node_value(parent, i));
    while (!is_map && !is_flow(w, parent) && at > 0 && strchr("- ", w->text[at - 1]) != NULL) {
        at--;
        if (w->text[at] == '-') {
            break;
        }
    }
    return at;
}

/* ---- new values, in one line ---- */

static void write_scalar(FILE *out, const char *text)
{
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
    if (text[0] != '\0' && text[strspn(text, plain)] == '\0' &&
        (text[0] != '-' || strchr("0123456789.", text[1]) != NULL)) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        fprintf(out,
                *c == '"' || *c == '\\'   ? "\\%c"
                : *c < 0x20 || *c == 0x7f ? "\\x%02x"
                                          : "%c",
                *c);
    }
    fputc('"', out);
}

static void write_node(FILE *out, carom_node node)
{
    bool is_map = carom_node_kind_of(node) == CAROM_NODE_MAP;
    if (carom_node_kind_of(node) == CAROM_NODE_SCALAR) {
        write_scalar(out, carom_node_scalar(node));
        return;
    }
    fputs(is_map ? "{ " : "[", out);
    for (size_t i = 0; i < carom_node_count(node); i++) {
        fputs(i == 0 ? "" : ", ", out);
        if (is_map) {
            write_scalar(out, carom_node_scalar(carom_node_key(node, i)));
            fputs(": ", out);
        }
        write_node(out, carom_node_value(node, i));
    }
    fputs(is_map ? " }" : "]", out);
}

/* ---- changes ---- */

/* Copy the text up to @p from, and skip it up to @p to. */
static void replace(rewriter *w, size_t from, size_t to)
{
    w->failed = w->failed || from < w->copied || to < from;
    if (!w->failed) {
        fwrite(w->text + w->copied, 1, from - w->copied, w->out);
        w->copied = to;
    }
}

/* Replace the value of pair or item i by a new one. */
static void replace_value(rewriter *w, carom_node parent, size_t i, carom_node value)
{
    carom_node old = carom_node_value(parent, i);
    size_t from = start_of(w, old), to = end_of(w, old);
    bool is_block = to == from ||
                    (carom_node_kind_of(old) != CAROM_NODE_SCALAR && !is_flow(w, old));
    if (is_block && carom_node_kind_of(parent) == CAROM_NODE_MAP) { /* behind the colon */
        carom_node key = carom_node_key(parent, i);
        from = offset_of(w, carom_node_end(key));
        from += strspn(w->text + from, " ") + 1;
        w->failed = w->failed || w->text[from - 1] != ':';
        to = to < from ? from : to;
        replace(w, from, to);
        fputc(' ', w->out);
    } else {
        replace(w, from, to);
    }
    write_node(w->out, value);
}

/* Remove item or pair i of a flow collection, or of a block collection by its lines. @p kept: the
 * number of children that stay before it */
static void remove_child(rewriter *w, carom_node parent, size_t i, size_t kept)
{
    size_t from = start_of_child(w, parent, i), line = start_of_line(w, from);
    size_t to = end_of(w, carom_node_value(parent, i));
    bool is_last = i + 1 == carom_node_count(parent);
    bool has_line = line + strspn(w->text + line, " ") == from;
    if (!is_flow(w, parent) && has_line) {
        to = end_of_line(w, to);
        replace(w, line, to < w->length ? to + 1 : to);
    } else if (kept > 0 && is_flow(w, parent)) {
        replace(w, end_of(w, carom_node_value(parent, i - 1)), to);
    } else if (!is_last) { /* the first pair of an item, behind the dash */
        replace(w, from, start_of_child(w, parent, i + 1));
    } else {
        w->failed = true;
    }
}

/* Add an item or a pair behind the last child of a collection. */
static void add_child(rewriter *w, carom_node old, carom_node parent, size_t i, bool is_first)
{
    size_t last = carom_node_count(old) - 1, at = end_of(w, carom_node_value(old, last));
    size_t first = start_of_child(w, old, 0), indent = first - start_of_line(w, first);
    bool is_list = carom_node_kind_of(parent) == CAROM_NODE_LIST, flow = is_flow(w, old);
    at = flow ? at : end_of_line(w, at);
    bool is_behind = !flow && at < w->copied; /* the last line was removed */
    replace(w, is_behind ? w->copied : at, is_behind ? w->copied : at);
    if (flow) {
        fputs(is_first ? "" : ", ", w->out);
    } else {
        fprintf(w->out, "%s%*s%s", is_behind ? "" : "\n", (int)indent, "", is_list ? "- " : "");
    }
    if (!is_list) {
        write_scalar(w->out, carom_node_scalar(carom_node_key(parent, i)));
        fputs(": ", w->out);
    }
    write_node(w->out, carom_node_value(parent, i));
    fputs(is_behind ? "\n" : "", w->out);
}

static int number_of(carom_node parent, size_t i)
{
    return carom_node_kind_of(parent) == CAROM_NODE_MAP ? carom_node_key(parent, i).id
                                                        : carom_node_value(parent, i).id;
}

static void write_changes(rewriter *w, carom_node old, carom_node new)
{
    size_t count = carom_node_count(new), k = 0;
    for (size_t i = 0; i < carom_node_count(old) && !w->failed; i++) {
        carom_node value = carom_node_value(old, i);
        bool is_map = carom_node_kind_of(old) == CAROM_NODE_MAP;
        bool is_kept = k < count && number_of(new, k) == number_of(old, i);
        /* an item in whose place a new one stands */
        bool is_replaced = !is_map && !is_kept && k < count &&
                           number_of(new, k) > w->before.parsed &&
                           count - k >= carom_node_count(old) - i;
        carom_node next = is_kept || is_replaced ? carom_node_value(new, k) : CAROM_NO_NODE;
        if (!is_kept && !is_replaced) {
            remove_child(w, old, i, k);
            continue;
        }
        bool is_emptied = carom_node_count(value) > 0 && carom_node_count(next) == 0;
        if (next.id != value.id || is_emptied) {
            replace_value(w, old, i, next);
        } else {
            write_changes(w, value, next);
        }
        k++;
    }
    for (size_t first = k; k < count && !w->failed; k++) {
        w->failed = carom_node_count(old) == 0;
        if (!w->failed) {
            add_child(w, old, new, k, first == 0 && k == 0);
        }
    }
}

/* ---- the whole ---- */

static bool is_equal(carom_node a, carom_node b)
{
    bool is_map = carom_node_kind_of(a) == CAROM_NODE_MAP;
    bool equal = carom_node_kind_of(a) == carom_node_kind_of(b) &&
                 carom_node_count(a) == carom_node_count(b) &&
                 strcmp(carom_node_scalar(a), carom_node_scalar(b)) == 0;
    for (size_t i = 0; equal && i < carom_node_count(a); i++) {
        equal = (!is_map || is_equal(carom_node_key(a, i), carom_node_key(b, i))) &&
                is_equal(carom_node_value(a, i), carom_node_value(b, i));
    }
    return equal;
}

/* True if a text has the values of a document. */
static bool has_values(const char *text, size_t length, const carom_document *wanted)
{
    carom_document document;
    carom_messages messages = {.item = NULL};
    bool equal = carom_document_parse(&document, text, length, &messages) == CAROM_OK &&
                 messages.errors == 0 && is_equal(document.root, wanted->root);
    carom_document_close(&document);
    carom_messages_free(&messages);
    return equal;
}

char *carom_document_rewrite(const carom_document *document, const char *text, size_t length)
{
    rewriter w = {.text = text, .length = length};
    carom_messages messages = {.item = NULL};
    char *rewritten = NULL;
    size_t size = 0;
    w.failed = carom_document_parse(&w.before, text, length, &messages) != CAROM_OK ||
               messages.errors > 0;
    w.out = carom_text_open(&rewritten, &size);
    if (!w.failed) {
        write_changes(&w, w.before.root, document->root);
        replace(&w, length, length);
    }
    fclose(w.out);
    if (w.failed || !has_values(rewritten, size, document)) {
        free(rewritten);
        rewritten = NULL;
    }
    carom_document_close(&w.before);
    carom_messages_free(&messages);
    return rewritten;
}
