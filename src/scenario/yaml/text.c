/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a document as YAML: a line for each key, and for each item of a list of mappings. */
#include "base/base.h"
#include "scenario/yaml/yaml.h"

void carom_quoted_write(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        fprintf(out,
                *c == '"' || *c == '\\'   ? "\\%c"
                : *c < 0x20 || *c == 0x7f ? "\\u%04x"
                                          : "%c",
                *c);
    }
    fputc('"', out);
}

static void write_scalar(FILE *out, const char *text)
{
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
    if (text[0] != '\0' && text[strspn(text, plain)] == '\0' &&
        (text[0] != '-' || strchr("0123456789.", text[1]) != NULL)) {
        fputs(text, out);
    } else {
        carom_quoted_write(out, text);
    }
}

static void write_key(FILE *out, carom_node map, size_t i)
{
    write_scalar(out, carom_node_scalar(carom_node_key(map, i)));
    fputc(':', out);
}

/* In one line. */
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
            write_key(out, node, i);
            fputc(' ', out);
        }
        write_node(out, carom_node_value(node, i));
    }
    fputs(is_map ? " }" : "]", out);
}

char *carom_document_text(const carom_document *document)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = carom_text_open(&text, &size);
    for (size_t i = 0; i < carom_node_count(document->root); i++) {
        carom_node value = carom_node_value(document->root, i);
        size_t items = carom_node_count(value);
        write_key(out, document->root, i);
        if (carom_node_kind_of(value) == CAROM_NODE_LIST && items > 0 &&
            carom_node_kind_of(carom_node_value(value, 0)) == CAROM_NODE_MAP) {
            for (size_t k = 0; k < items; k++) {
                fputs("\n  - ", out);
                write_node(out, carom_node_value(value, k));
            }
        } else {
            fputc(' ', out);
            write_node(out, value);
        }
        fputc('\n', out);
    }
    fclose(out);
    return text;
}
