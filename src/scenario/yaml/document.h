/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A YAML file as a tree (JSON is YAML too): a manifest, answers.
 */
#ifndef CAROM_SCENARIO_YAML_DOCUMENT_H
#define CAROM_SCENARIO_YAML_DOCUMENT_H

#include "scenario/yaml/tree.h"

typedef struct {
    const char *path; /**< as given to open */
    char *text;
    carom_tree tree;
    carom_node *root; /**< a mapping */
} carom_document;

/** Reads and parses a file. @return CAROM_CANNOT_READ, CAROM_NO_MEMORY, CAROM_INVALID where it is
 * no mapping, with the place of what is wrong; carom_document_close in any case */
CAROM_CHECKED carom_status carom_document_open(carom_document *document, const char *path,
                                               carom_error *error);

/** The same, parsed no further than the value of key @p last of the mapping; NULL: to its end.
 *  @param stop set from outside to interrupt; may be NULL  @return CAROM_INTERRUPTED too */
CAROM_CHECKED carom_status carom_document_open_to(carom_document *document, const char *path,
                                                  const char *last,
                                                  const volatile sig_atomic_t *stop,
                                                  carom_error *error);
void carom_document_close(carom_document *document);

/** CAROM_INVALID: "PATH:LINE:COLUMN: KEY: found ...; expected ...". */
carom_status carom_document_complain(const carom_document *document, const carom_node *map,
                                     const char *key, const char *expected, carom_error *error);

/** What must be under @p key of a map: a text that is not empty; a finite number, or NaN for null
 * where @p or_null.
 *  @return CAROM_INVALID with the place where it is something else or missing */
CAROM_CHECKED carom_status carom_document_text(const carom_document *document,
                                               const carom_node *map, const char *key,
                                               const char **text, carom_error *error);
CAROM_CHECKED carom_status carom_document_number(const carom_document *document,
                                                 const carom_node *map, const char *key,
                                                 bool or_null, double *value, carom_error *error);

/** The scalar under @p key of a map; "" where there is none. */
const char *carom_node_text(const carom_node *map, const char *key);

#endif
