/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A YAML file as a tree (JSON is YAML too): a manifest, answers.
 */
#ifndef CAROM_HARNESS_DOCUMENT_H
#define CAROM_HARNESS_DOCUMENT_H

#include "harness/yaml_tree.h"

typedef struct {
    char *text;
    carom_tree tree;
    carom_node *root; /**< NULL: empty or faulty */
} carom_document;

/** Reads and parses a file; what is wrong with its syntax goes to @p messages. @return CAROM_CANNOT_READ, CAROM_NO_MEMORY;
 *  carom_document_close in any case */
CAROM_CHECKED carom_status carom_document_open(carom_document *document, const char *path, carom_messages *messages,
                                               carom_error *error);
void carom_document_close(carom_document *document);

/** The scalar under @p key of a map; "" where there is none. */
const char *carom_node_text(const carom_node *map, const char *key);

#endif
