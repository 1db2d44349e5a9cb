/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/document.h"
#include "harness/scenario.h"
#include <stdlib.h>

carom_status carom_document_open(carom_document *document, const char *path, carom_messages *messages, carom_error *error)
{
    size_t length = 0;
    carom_status status;
    *document = (carom_document){.text = NULL};
    status = carom_file_read(path, &document->text, &length, error);
    return status == CAROM_OK ? carom_tree_parse(&document->tree, document->text, length, NULL, messages, &document->root) : status;
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
