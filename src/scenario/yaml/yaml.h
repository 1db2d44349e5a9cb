/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SCENARIO_YAML_H
#define CAROM_INTERNAL_SCENARIO_YAML_H

#include <carom/param.h>
#include <carom/status.h>

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- messages ----
 * Messages about an input file: all of them, in the order of the file, each with its place. */

/** A place: line and column from 1, or where else the value came from ("--set key=value"). */
typedef struct {
    size_t line, column;
    const char *origin; /**< NULL: the file */
} carom_mark;

typedef struct {
    bool is_error;    /**< or a warning */
    carom_mark mark;  /**< its origin is copied below: the value's owner may be gone by then */
    char origin[200]; /**< "": the file */
    size_t order;
    char text[768];
} carom_message;

/** Zero-initialise; carom_messages_free releases. */
typedef struct {
    carom_message *item;
    size_t count, capacity, errors;
    size_t left_out; /**< beyond the first 200, which are kept; errors counts them too */
    bool lost;       /**< one did not fit into memory */
    /** Set from outside to interrupt the reading of the file; may be NULL. */
    const volatile sig_atomic_t *stop;
    /** Names of the solvers to run (only_count 0: all). What is wrong with another solver alone is
     * a warning. */
    const char *const *only;
    size_t only_count;
} carom_messages;

/** Whether the reading is to end. */
static inline bool carom_messages_stopped(const carom_messages *messages)
{
    return messages->stop != NULL && *messages->stop != 0;
}

/** Why reading ended with another @p status than CAROM_OK: out of memory, or interrupted.
 *  @return @p status */
carom_status carom_reading_failed(carom_status status, carom_error *error);

/** Adds "KEY: text" (just the text where @p key is ""). */
void carom_messages_add(carom_messages *messages, bool is_error, carom_mark mark, const char *key,
                        const char *format, ...) CAROM_PRINTF(5, 6);

/** The same with a list of arguments. */
void carom_messages_addv(carom_messages *messages, bool is_error, carom_mark mark, const char *key,
                         const char *format, va_list arguments) CAROM_PRINTF(5, 0);

/** Prints "FILE:LINE:COLUMN: error: KEY: text", in order of place. */
void carom_messages_print(carom_messages *messages, const char *file, FILE *stream);

void carom_messages_free(carom_messages *messages);

/* ---- tree ----
 * A YAML document as a tree of nodes that know their place. The only file that knows libyaml. */

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
CAROM_CHECKED carom_status carom_tree_parse_until(carom_tree *tree, const char *text, size_t length,
                                                  const char *last, carom_messages *messages,
                                                  carom_node **root);
void carom_tree_free(carom_tree *tree);

/** The value of @p key in a MAP, NULL if there is none (or it is no MAP). */
carom_node *carom_node_get(const carom_node *map, const char *key);

/** The @p i-th item of the LIST under @p key of a MAP; NULL if there is none. */
carom_node *carom_node_item(const carom_node *map, const char *key, size_t i);

/** The place of @p node, or of @p otherwise where that is NULL; line 0 where both are. */
carom_mark carom_node_mark(const carom_node *node, const carom_node *otherwise);

/** Sets @p key of a MAP to @p value; the key is copied. @return false: no memory */
bool carom_node_set(carom_tree *tree, carom_node *map, const char *key, carom_node *value);

/** Where @p key is in a MAP; its count: nowhere. */
size_t carom_node_index(const carom_node *map, const char *key);

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

/* ---- document ----
 * A YAML file as a tree (JSON is YAML too): a manifest, answers. */

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
CAROM_CHECKED carom_status carom_document_open_until(carom_document *document, const char *path,
                                                     const char *last,
                                                     const volatile sig_atomic_t *stop,
                                                     carom_error *error);
void carom_document_close(carom_document *document);

/** CAROM_INVALID: "PATH:LINE:COLUMN: KEY: found ...; expected ...". */
carom_status carom_document_error(const carom_document *document, const carom_node *map,
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

/* ---- fault ----
 * What somebody did whose file is no YAML: libyaml says where its grammar ended, which is often a
 * line too late and in words of the grammar. */

typedef struct {
    const char *text; /**< the whole file */
    size_t length;
    const char *problem, *context; /**< libyaml's words; may be NULL */
    /** from 1: where it stopped, and then where the fault is */
    size_t line, column;
    size_t context_line, context_column; /**< where what it was reading began */
    bool unreadable;                     /**< no text: stopped at byte `offset` */
    size_t offset;
    char says[400]; /**< what is wrong, and what would be right */
} carom_syntax_fault;

/** Fills `says` and puts line and column where a person would look. */
void carom_syntax_fault_explain(carom_syntax_fault *fault);

#endif
