/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <carom/param.h>

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- messages ----
 * Errors and warnings about an input file, sorted by position. */

/** Position of a value: line and column from 1, or its origin ("--set key=value"). */
typedef struct {
    size_t line, column;
    const char *origin; /**< NULL: the file */
} carom_mark;

typedef struct {
    bool is_error;    /**< false: a warning */
    carom_mark mark;  /**< its `origin` is NULL; the text is copied below */
    char origin[200]; /**< "": the file */
    size_t order;
    char text[768];
} carom_message;

/** Zero-initialize it; free it with carom_messages_free. */
typedef struct {
    carom_message *item;
    size_t count, capacity, errors;
    size_t left_out; /**< messages beyond the first 200, not stored; `errors` includes them */
    bool unreadable; /**< an error is that a file cannot be read */
    /** Nonzero: interrupt reading; may be NULL. */
    const volatile sig_atomic_t *stop;
    /** Folder to which the file names in the input are relative; NULL: the current one. */
    const char *folder;
    /** Names of the solvers to run (only_count 0: all). Errors of other solvers become warnings. */
    const char *const *only;
    size_t only_count;
    const struct carom_param *outermost; /**< rows whose keys are not indented; NULL: unknown */
} carom_messages;

/** True if reading is interrupted. */
static inline bool carom_messages_stopped(const carom_messages *messages)
{
    return messages->stop != NULL && *messages->stop != 0;
}

/** Fill @p error if a reader returned CAROM_INTERRUPTED. @return @p status
 */
carom_status carom_reading_status(carom_status status, carom_error *error);

/** Add the message "KEY: text", or "text" if @p key is "". */
void carom_messages_add(carom_messages *messages, bool is_error, carom_mark mark, const char *key,
                        const char *format, ...) CAROM_PRINTF(5, 6);

/** The same with a list of arguments. */
void carom_messages_addv(carom_messages *messages, bool is_error, carom_mark mark, const char *key,
                         const char *format, va_list arguments) CAROM_PRINTF(5, 0);

/** Fill @p error with the first error, "FILE:LINE:COLUMN: KEY: text", and the number of others, or
 * as carom_reading_status if @p status of the reader is not CAROM_OK.
 *  @return CAROM_INVALID or @p status; CAROM_OK without errors */
CAROM_CHECKED carom_status carom_messages_first_error(carom_messages *messages, carom_status status,
                                                      const char *file, carom_error *error);

/** Print "FILE:LINE:COLUMN: error: KEY: text", sorted by position. */
void carom_messages_print(carom_messages *messages, const char *file, FILE *stream);

void carom_messages_free(carom_messages *messages);

/* ---- document ----
 * A YAML or JSON file as nodes with their positions. Only document.c uses libyaml. */

typedef enum {
    CAROM_NODE_NONE,
    CAROM_NODE_SCALAR,
    CAROM_NODE_LIST,
    CAROM_NODE_MAP
} carom_node_kind;

typedef struct carom_document carom_document;

/** A node of a document; its number is 0 if there is none. */
typedef struct {
    carom_document *in;
    int id;
} carom_node;

#define CAROM_NO_NODE ((carom_node){NULL, 0})

/** Nodes; release them with carom_document_close. Must not be moved. */
struct carom_document {
    const char *path; /**< as given to open */
    carom_node root;
    struct yaml_document_s *yaml;
    const char **origin; /**< texts of added values: "--set KEY=VALUE" */
    size_t origins, origin_room;
};

/** Maximum number of nodes of a document: 25 for each of a million balls, and a margin. */
enum { CAROM_MOST_NODES = 32000000 };

/** Parse @p length bytes. The root is no node after an empty or invalid text. @p messages receives
 * syntax errors, duplicate keys, aliases that expand to more than a million nodes, and nesting
 * deeper than 64. Call carom_document_close in any case.
 *  @return CAROM_OK (with or without messages), CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_document_parse(carom_document *document, const char *text,
                                                size_t length, carom_messages *messages);

/** Read and parse a file. Call carom_document_close in any case.
 *  @param key   of the outer mapping of a JSON file of carom: without the part from this key on.
 *   NULL: all of the file
 *  @param stop  nonzero: interrupt; may be NULL
 *  @return CAROM_CANNOT_READ, CAROM_INVALID (syntax error, or not a mapping), CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_document_open(carom_document *document, const char *path,
                                               const char *key, const volatile sig_atomic_t *stop,
                                               carom_error *error);

void carom_document_close(carom_document *document);

carom_node_kind carom_node_kind_of(carom_node node);

/** Number of items of a LIST or pairs of a MAP; 0 for others. */
size_t carom_node_count(carom_node node);

/** Key of pair @p i of a MAP, a SCALAR. */
carom_node carom_node_key(carom_node map, size_t i);

/** Item @p i of a LIST, or value of pair @p i of a MAP. */
carom_node carom_node_value(carom_node parent, size_t i);

/** Text of a SCALAR; "" for others. */
const char *carom_node_scalar(carom_node node);

/** Value of @p key in a MAP; no node: no such key, or not a MAP. */
carom_node carom_node_get(carom_node map, const char *key);

/** Item @p i of the LIST that is the value of @p key in a MAP; no node: no such item. */
carom_node carom_node_item(carom_node map, const char *key, size_t i);

/** Scalar under @p key of a map; "": not found. */
const char *carom_node_text(carom_node map, const char *key);

/** Index of @p key in a MAP; its count: not found. */
size_t carom_node_index(carom_node map, const char *key);

/** Position of @p node, or of @p otherwise if it is none; line 0 if both are none. */
carom_mark carom_node_mark(carom_node node, carom_node otherwise);

/** Describe a node for a message: "a mapping", "a list", the scalar in quotes, or "nothing". */
const char *carom_node_describe(carom_node node, char *text, size_t size);

/** Add a message that begins with the path of a key, "solvers[0].name: found ...". It gets the
 * position of the value there, or of the nearest value above it that is given. */
void carom_document_complain(carom_node root, carom_messages *messages, bool is_error,
                             const char *format, ...) CAROM_PRINTF(4, 5);

/* ---- changes of a document ---- */

/** Parse a value of the command line into new nodes; an empty text is an empty scalar.
 *  @param origin  of its messages; must live as long as the document
 *  @return its number is 0 if there are messages */
carom_node carom_document_add_value(carom_document *document, const char *text, const char *origin,
                                    carom_messages *messages);

/** Make a node with the position of @p place; @p text of a SCALAR. */
carom_node carom_node_new(carom_node_kind kind, carom_node place, const char *text);

/** Set @p key of a MAP to @p value. */
void carom_node_set(carom_node map, const char *key, carom_node value);

/** Append @p value to a LIST. */
void carom_node_append(carom_node list, carom_node value);

/** Replace item @p i of a LIST, or the value of pair @p i of a MAP. */
void carom_node_replace(carom_node parent, size_t i, carom_node value);

/** Remove item @p i of a LIST, or pair @p i of a MAP. */
void carom_node_remove(carom_node parent, size_t i);

/** Return a document whose root is a MAP as YAML, without comments; the caller frees it. */
char *carom_document_text(const carom_document *document);

/** Write a text in double quotes, as YAML and JSON read it. */
void carom_quoted_write(FILE *out, const char *text);

/* ---- reading by rows ---- */

/** Read the mapping @p node by a parameter table into @p options, which hold the defaults. @p path
 * is the key of the mapping, for messages. */
CAROM_CHECKED carom_status carom_params_read(const carom_param *rows, void *options,
                                             carom_node node, const char *path,
                                             carom_messages *messages);

/* ---- syntax errors ----
 * Explains syntax errors in terms of the file. libyaml reports grammar rules, often a line too
 * late. */

typedef struct {
    const char *text; /**< the whole file */
    size_t length;
    const char *problem, *context; /**< messages of libyaml; may be NULL */
    size_t line, column; /**< from 1: where libyaml stopped; set to the position of the fault */
    size_t context_line, context_column; /**< beginning of the construct that libyaml was parsing */
    bool unreadable;                     /**< invalid bytes: stopped at `offset` */
    size_t offset;
    char message[400]; /**< message: problem; fix */
} carom_syntax_fault;

/** Explain a fault: sets the message, and line and column to the position of the fault. */
void carom_syntax_fault_explain(carom_syntax_fault *fault);
