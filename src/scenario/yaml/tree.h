/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A YAML document as a tree of nodes that know their place. The only file that knows libyaml.
 */
#ifndef CAROM_SCENARIO_YAML_TREE_H
#define CAROM_SCENARIO_YAML_TREE_H

#include "scenario/yaml/messages.h"
#include <carom/param.h>
#include <stdint.h>

typedef enum { CAROM_NODE_SCALAR, CAROM_NODE_LIST, CAROM_NODE_MAP } carom_node_kind;

typedef struct carom_node carom_node;
struct carom_node {
    carom_node_kind kind;
    uint32_t capacity; /**< of item and key */
    carom_mark mark;
    const char *text; /**< SCALAR */
    size_t count;
    carom_node **item; /**< LIST: items; MAP: values */
    carom_node **key;  /**< MAP: scalars */
};

/** Of one text. What no file of carom's comes near: a million balls, which is all that a scenario
 * may have, are some 25 values each, keys among them, where they are written one by one. */
enum { CAROM_MOST_NODES = 32000000 };

typedef struct carom_nodes carom_nodes; /* a piece of memory with many */

/** Zero-initialise; carom_tree_free releases. */
typedef struct {
    carom_nodes *newest;
    size_t nodes;
} carom_tree;

/** Parses @p length bytes into nodes owned by @p tree; *root is NULL for an empty or faulty text.
 * Syntax errors, duplicate keys, aliases that expand to more than a million nodes and nesting
 * deeper than 64 go to @p messages.
 *  @return CAROM_OK (with or without messages), CAROM_NO_MEMORY, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_tree_parse(carom_tree *tree, const char *text, size_t length,
                                            const char *origin, carom_messages *messages,
                                            carom_node **root);

/** The same of a file's text, no further than the value of key @p last of its mapping; NULL: to its
 * end. */
CAROM_CHECKED carom_status carom_tree_parse_to(carom_tree *tree, const char *text, size_t length,
                                               const char *last, carom_messages *messages,
                                               carom_node **root);
void carom_tree_free(carom_tree *tree);

/** The value of @p key in a MAP, NULL if there is none (or it is no MAP). */
carom_node *carom_node_get(const carom_node *map, const char *key);

/** Sets @p key of a MAP to @p value; the key is copied. @return false: no memory */
bool carom_node_set(carom_tree *tree, carom_node *map, const char *key, carom_node *value);

/** Where @p key is in a MAP; its count: nowhere. */
size_t carom_node_place(const carom_node *map, const char *key);

/** Adds a key that a MAP does not have, a SCALAR of the same tree. @return false: no memory */
bool carom_node_add(carom_tree *tree, carom_node *map, carom_node *key, carom_node *value);

/** Appends @p value to a LIST. @return false: no memory */
bool carom_node_append(carom_tree *tree, carom_node *list, carom_node *value);

/** A new node at a place, owned by the tree; text may be NULL. @return NULL: no memory */
carom_node *carom_node_new(carom_tree *tree, carom_node_kind kind, carom_mark mark,
                           const char *text);

/** A copy of @p from and all that is below it, owned by @p tree; its keys stay those of @p from,
 * which must live as long. @return NULL: no memory */
carom_node *carom_node_copy(carom_tree *tree, const carom_node *from);

/** The same of at most *left nodes, from which it takes what it has copied.
 * @return NULL: no memory, or more nodes than *left, which is 0 then */
carom_node *carom_node_copy_most(carom_tree *tree, const carom_node *from, size_t *left);

/** "a mapping", "a list", or the scalar's own text in quotes. */
const char *carom_node_describe(const carom_node *node, char *text, size_t size);

/** Reads the mapping @p node by a parameter table into @p options (which hold defaults). */
CAROM_CHECKED carom_status carom_params_read(const carom_param *rows, void *options,
                                             const carom_node *node, const char *path,
                                             carom_messages *messages);

#endif
