/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scenario/yaml/yaml.h"
#include "system/system.h"
#include <carom/param.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first thing that is wrong with its syntax, with its place. */
static carom_status complain(const carom_messages *messages, const char *path, carom_error *error)
{
    const carom_mark *mark = &messages->item[0].mark;
    return messages->lost ? carom_error_no_memory(error)
                          : carom_error_set(error, CAROM_INVALID, "", "%s:%zu:%zu: %s", path,
                                            mark->line, mark->column, messages->item[0].text);
}

carom_status carom_document_open(carom_document *document, const char *path, carom_error *error)
{
    return carom_document_open_to(document, path, NULL, NULL, error);
}

carom_status carom_document_open_to(carom_document *document, const char *path, const char *last,
                                    const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_messages messages = {.stop = stop};
    size_t length = 0;
    carom_status status;
    *document = (carom_document){.path = path};
    status = carom_file_read_until(path, stop, &document->text, &length, error);
    if (status != CAROM_OK) {
        return status;
    }
    status = carom_tree_parse_to(&document->tree, document->text, length, last, &messages,
                                 &document->root);
    if (status != CAROM_OK) {
        status = carom_reading_failed(status, error);
    } else if (messages.errors > 0) {
        status = complain(&messages, path, error);
    } else if (document->root == NULL || document->root->kind != CAROM_NODE_MAP) {
        status = carom_error_set(error, CAROM_INVALID, "",
                                 "%s:1:1: %s; expected a mapping of keys to values", path,
                                 document->root == NULL ? "the file is empty" : "no mapping");
    }
    carom_messages_free(&messages);
    return status;
}

void carom_document_close(carom_document *document)
{
    carom_tree_free(&document->tree);
    free(document->text);
}

const char *carom_node_text(const carom_node *map, const char *key)
{
    const carom_node *node = carom_node_get(map, key);
    return node != NULL && node->kind == CAROM_NODE_SCALAR ? node->text : "";
}

carom_status carom_document_complain(const carom_document *document, const carom_node *map,
                                     const char *key, const char *expected, carom_error *error)
{
    const carom_node *node = carom_node_get(map, key);
    char found[128] = "nothing";
    carom_mark mark = node == NULL ? map->mark : node->mark;
    return carom_error_set(error, CAROM_INVALID, key, "%s:%zu:%zu: %s: found %s; expected %s",
                           document->path, mark.line, mark.column, key,
                           node == NULL ? found : carom_node_describe(node, found, sizeof found),
                           expected);
}

carom_status carom_document_text(const carom_document *document, const carom_node *map,
                                 const char *key, const char **text, carom_error *error)
{
    *text = carom_node_text(map, key);
    return (*text)[0] != '\0' ? CAROM_OK
                              : carom_document_complain(document, map, key, "a text", error);
}

carom_status carom_document_number(const carom_document *document, const carom_node *map,
                                   const char *key, bool or_null, double *value, carom_error *error)
{
    const char *text = carom_node_text(map, key);
    *value = NAN;
    if ((or_null && strcmp(text, "null") == 0) ||
        (carom_number_parse(text, value) && isfinite(*value))) {
        return CAROM_OK;
    }
    return carom_document_complain(document, map, key,
                                   or_null ? "a finite number or null" : "a finite number", error);
}
