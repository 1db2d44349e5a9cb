/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes of a YAML tree, and messages. Nodes and texts are allocated in large chunks and freed
 * together: a scenario of a million balls has 25 million nodes. */
#include "base/base.h"
#include "scenario/yaml/yaml.h"
#include <stdalign.h>

enum { CHUNK = 65536 };

struct carom_nodes {
    carom_nodes *before;
    size_t used, size;
    alignas(max_align_t) char room[];
};

/* Allocate memory that is freed with the tree. NULL: no memory. */
static void *allocate_in(carom_tree *tree, size_t bytes)
{
    carom_nodes *chunk = tree->newest;
    size_t rounded = (bytes + alignof(carom_node) - 1) / alignof(carom_node) * alignof(carom_node),
           size = rounded > CHUNK ? rounded : CHUNK;
    if (chunk == NULL || chunk->size - chunk->used < rounded) {
        chunk = malloc(sizeof *chunk + size);
        if (chunk == NULL) {
            return NULL;
        }
        *chunk = (carom_nodes){.before = tree->newest, .size = size};
        tree->newest = chunk;
    }
    chunk->used += rounded;
    return chunk->room + chunk->used - rounded;
}

void carom_tree_free(carom_tree *tree)
{
    while (tree->newest != NULL) {
        carom_nodes *chunk = tree->newest;
        tree->newest = chunk->before;
        free(chunk);
    }
    *tree = (carom_tree){0};
}

carom_node *carom_node_new(carom_tree *tree, carom_node_kind kind, carom_mark mark,
                           const char *text)
{
    size_t bytes = text == NULL ? 0 : strlen(text) + 1;
    carom_node *node = allocate_in(tree, sizeof *node + bytes);
    if (node == NULL) {
        return NULL;
    }
    *node = (carom_node){.kind = kind, .mark = mark};
    tree->nodes++;
    if (text != NULL) {
        node->text = memcpy(node + 1, text, bytes);
    }
    return node;
}

/* Make room for one more item. The old array stays in the memory of the tree; as capacity grows by
 * a factor of four, at most a third of it is lost. */
static bool grow(carom_tree *tree, carom_node *parent, bool keys)
{
    enum { FIRST_ROOM = 4, TIMES = 4 };
    size_t size = parent->capacity == 0 ? FIRST_ROOM : TIMES * (size_t)parent->capacity;
    carom_node **item, **key = NULL;
    if (parent->count < parent->capacity) {
        return true;
    }
    item = allocate_in(tree, size * sizeof *item);
    key = keys ? allocate_in(tree, size * sizeof *key) : NULL;
    if (item == NULL || (keys && key == NULL) || size > UINT32_MAX) {
        return false;
    }
    if (parent->count > 0) {
        memcpy(item, parent->item, parent->count * sizeof *item);
    }
    if (parent->count > 0 && keys) {
        memcpy(key, parent->key, parent->count * sizeof *key);
    }
    parent->item = item;
    parent->key = key;
    parent->capacity = (uint32_t)size;
    return true;
}

bool carom_node_add(carom_tree *tree, carom_node *map, carom_node *key, carom_node *value)
{
    if (!grow(tree, map, true)) {
        return false;
    }
    map->key[map->count] = key;
    map->item[map->count++] = value;
    return true;
}

bool carom_node_append(carom_tree *tree, carom_node *list, carom_node *value)
{
    if (!grow(tree, list, false)) {
        return false;
    }
    list->item[list->count++] = value;
    return true;
}

size_t carom_node_index(const carom_node *map, const char *key)
{
    size_t i = 0;
    while (i < map->count && strcmp(map->key[i]->text, key) != 0) {
        i++;
    }
    return i;
}

carom_node *carom_node_get(const carom_node *map, const char *key)
{
    if (map == NULL || map->kind != CAROM_NODE_MAP) {
        return NULL;
    }
    size_t i = carom_node_index(map, key);
    return i < map->count ? map->item[i] : NULL;
}

carom_node *carom_node_item(const carom_node *map, const char *key, size_t i)
{
    const carom_node *list = carom_node_get(map, key);
    return list != NULL && list->kind == CAROM_NODE_LIST && i < list->count ? list->item[i] : NULL;
}

carom_mark carom_node_mark(const carom_node *node, const carom_node *otherwise)
{
    node = node == NULL ? otherwise : node;
    return node == NULL ? (carom_mark){.line = 0} : node->mark;
}

bool carom_node_set(carom_tree *tree, carom_node *map, const char *key, carom_node *value)
{
    size_t i = carom_node_index(map, key);
    if (i < map->count) {
        map->item[i] = value;
        return true;
    }
    carom_node *name = carom_node_new(tree, CAROM_NODE_SCALAR, value->mark, key);
    return name != NULL && carom_node_add(tree, map, name, value);
}

const char *carom_node_describe(const carom_node *node, char *text, size_t size)
{
    if (node->kind == CAROM_NODE_SCALAR) {
        if (node->text[0] == '\0') {
            return "nothing";
        }
        snprintf(text, size, "'%.80s'", node->text);
        return text;
    }
    return node->kind == CAROM_NODE_MAP ? "a mapping" : "a list";
}

carom_node *carom_node_copy_most(carom_tree *tree, const carom_node *from, size_t *left)
{
    carom_node *copy = *left == 0 ? NULL : carom_node_new(tree, from->kind, from->mark, from->text);
    *left -= copy != NULL;
    for (size_t i = 0; copy != NULL && i < from->count; i++) {
        carom_node *value = carom_node_copy_most(tree, from->item[i], left);
        bool added = value != NULL &&
                     (from->kind == CAROM_NODE_MAP ? carom_node_add(tree, copy, from->key[i], value)
                                                   : carom_node_append(tree, copy, value));
        copy = added ? copy : NULL;
    }
    return copy;
}

carom_node *carom_node_copy(carom_tree *tree, const carom_node *from)
{
    size_t left = SIZE_MAX;
    return carom_node_copy_most(tree, from, &left);
}

/* ---- messages ---- */

/* Limit for files with millions of errors. */
enum { MAX_MESSAGES = 200 };

void carom_messages_add(carom_messages *messages, bool is_error, carom_mark mark, const char *key,
                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    carom_messages_addv(messages, is_error, mark, key, format, arguments);
    va_end(arguments);
}

void carom_messages_addv(carom_messages *messages, bool is_error, carom_mark mark, const char *key,
                         const char *format, va_list arguments)
{
    carom_message *message;
    messages->errors += is_error;
    if (messages->count >= MAX_MESSAGES) {
        messages->left_out++;
        return;
    }
    if (!carom_reserve(&messages->item, messages->count, &messages->capacity, sizeof *message)) {
        messages->lost = true;
        return;
    }
    message = &messages->item[messages->count];
    *message = (carom_message){.is_error = is_error, .mark = mark, .order = messages->count};
    messages->count++;
    message->mark.origin = NULL;
    snprintf(message->origin, sizeof message->origin, "%s", mark.origin == NULL ? "" : mark.origin);
    int used = snprintf(message->text, sizeof message->text, "%s%s", key,
                        key[0] == '\0' ? "" : ": ");
    vsnprintf(message->text + used, sizeof message->text - (size_t)used, format, arguments);
    /* the message quotes the file, whose control characters must not reach the terminal */
    carom_text_replace_controls(message->text);
    carom_text_replace_controls(message->origin);
}

carom_status carom_reading_status(carom_status status, carom_error *error)
{
    return status == CAROM_OK          ? CAROM_OK
         : status == CAROM_INTERRUPTED ? carom_error_interrupted(error)
                                       : carom_error_no_memory(error);
}

static int compare_positions(const void *left, const void *right)
{
    const carom_message *a = left, *b = right;
    if (a->mark.line != b->mark.line) {
        return a->mark.line < b->mark.line ? -1 : 1;
    }
    if (a->mark.column != b->mark.column) {
        return a->mark.column < b->mark.column ? -1 : 1;
    }
    return a->order < b->order ? -1 : 1;
}

static void sort_messages(carom_messages *messages)
{
    if (messages->count > 1) {
        qsort(messages->item, messages->count, sizeof *messages->item, compare_positions);
    }
}

/* Key that the text "KEY: problem" begins with, or "". */
static void copy_key(const char *text, char *key, size_t size)
{
    size_t length = strcspn(text, ": '");
    snprintf(key, size, "%.*s", text[length] == ':' ? (int)length : 0, text);
}

carom_status carom_messages_first_error(carom_messages *messages, const char *file,
                                        carom_error *error)
{
    const carom_message *first = messages->item;
    char key[sizeof error->key], place[300], others[40] = "";
    CAROM_NEED(!messages->lost, error);
    if (messages->errors == 0) {
        return CAROM_OK;
    }
    sort_messages(messages);
    while (!first->is_error && first + 1 < messages->item + messages->count) {
        first++;
    }
    if (first->origin[0] != '\0' || first->mark.line == 0) {
        snprintf(place, sizeof place, "%.250s", first->origin[0] != '\0' ? first->origin : file);
    } else {
        snprintf(place, sizeof place, "%.250s:%zu:%zu", file, first->mark.line, first->mark.column);
    }
    if (messages->errors > 1) {
        snprintf(others, sizeof others, " (and %zu more)", messages->errors - 1);
    }
    copy_key(first->text, key, sizeof key);
    return carom_error_set(error, CAROM_INVALID, key, "%s: %.300s%s", place, first->text, others);
}

void carom_messages_print(carom_messages *messages, const char *file, FILE *stream)
{
    sort_messages(messages);
    for (size_t i = 0; i < messages->count; i++) {
        const carom_message *message = &messages->item[i];
        const char *severity = message->is_error ? "error" : "warning";
        if (message->origin[0] != '\0') {
            fprintf(stream, "%s: %s: %s\n", message->origin, severity, message->text);
        } else if (message->mark.line == 0) {
            fprintf(stream, "%s: %s: %s\n", file, severity, message->text);
        } else {
            fprintf(stream, "%s:%zu:%zu: %s: %s\n", file, message->mark.line, message->mark.column,
                    severity, message->text);
        }
    }
    if (messages->left_out > 0) {
        fprintf(stream, "%s: and %zu more, not shown\n", file, messages->left_out);
    }
    if (messages->lost) {
        fprintf(stream, "%s: error: more messages than memory holds\n", file);
    }
}

void carom_messages_free(carom_messages *messages)
{
    free(messages->item);
    *messages = (carom_messages){0};
}
