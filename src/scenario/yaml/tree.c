/* SPDX-License-Identifier: GPL-3.0-or-later */
/* YAML to a tree of nodes, by libyaml; documents. */
#include "base/base.h"
#include "scenario/yaml/yaml.h"
#include "system/system.h"
#include <yaml.h>

/* Keys and anchors are searched linearly: limits keep reading linear in the size of the file. */
enum { MOST_COPIES = 1000000, MOST_KEYS = 500, MOST_ANCHORS = 500, DEEPEST = 64 };

typedef struct {
    const char *name; /* in the tree's memory */
    const carom_node *node;
} anchor;

typedef struct {
    yaml_parser_t parser;
    carom_tree *tree;
    carom_node *root;
    carom_messages *messages;
    const char *origin, *text;
    size_t length, given; /* bytes of the text, and bytes passed to the parser */
    const char *last;     /* stop after the value of this key of the root; NULL: read all */
    bool is_complete;
    anchor anchors[MOST_ANCHORS];
    size_t anchor_count, copies_left;
    bool failed; /* with a message, or: */
    bool no_memory, interrupted;
} reader;

static carom_mark mark_at(const reader *r, yaml_mark_t at)
{
    return (carom_mark){at.line + 1, at.column + 1, r->origin};
}

static carom_node *fail(reader *r, carom_mark mark, const char *text)
{
    if (!r->failed) {
        carom_messages_add(r->messages, true, mark, "", "%s", text);
    }
    r->failed = true;
    return NULL;
}

static carom_node *out_of_memory(reader *r)
{
    r->failed = r->no_memory = true;
    return NULL;
}

/* Read handler of libyaml. It fails to interrupt the parser within long values: run.json contains a
 * whole scenario as one. */
static int read_text(void *context, unsigned char *buffer, size_t size, size_t *given)
{
    reader *r = context;
    size_t left = r->length - r->given;
    *given = left < size ? left : size;
    memcpy(buffer, r->text + r->given, *given);
    r->given += *given;
    return !carom_messages_stopped(r->messages);
}

static bool next_event(reader *r, yaml_event_t *event)
{
    const yaml_parser_t *p = &r->parser;
    bool parsed = yaml_parser_parse(&r->parser, event);
    if (carom_messages_stopped(r->messages)) {
        yaml_event_delete(event);
        r->failed = r->interrupted = true;
        return false;
    }
    if (parsed) {
        return true;
    }
    if (p->error == YAML_MEMORY_ERROR) {
        out_of_memory(r);
        return false;
    }
    carom_syntax_fault fault = (carom_syntax_fault){.text = r->text,
                                                    .length = r->length,
                                                    .problem = p->problem,
                                                    .context = p->context,
                                                    .line = p->problem_mark.line + 1,
                                                    .column = p->problem_mark.column + 1,
                                                    .context_line = p->context_mark.line + 1,
                                                    .context_column = p->context_mark.column + 1,
                                                    .unreadable = p->error == YAML_READER_ERROR,
                                                    .offset = p->problem_offset};
    carom_syntax_fault_explain(&fault);
    fail(r, (carom_mark){fault.line, fault.column, r->origin}, fault.message);
    return false;
}

/* Copy the node of an anchor: --set can then change a single use of it. */
static carom_node *copy_anchored(reader *r, const carom_node *from, carom_mark mark)
{
    carom_node *copy = carom_node_copy_most(r->tree, from, &r->copies_left);
    if (copy == NULL && r->copies_left == 0) {
        return fail(r, mark, "aliases expand to more than 1000000 values; expected fewer");
    }
    return copy == NULL ? out_of_memory(r) : copy;
}

static carom_node *resolve_alias(reader *r, const yaml_event_t *event)
{
    const char *name = (const char *)event->data.alias.anchor;
    for (size_t i = r->anchor_count; i-- > 0;) {
        if (strcmp(r->anchors[i].name, name) == 0) {
            return copy_anchored(r, r->anchors[i].node, mark_at(r, event->start_mark));
        }
    }
    return fail(r, mark_at(r, event->start_mark),
                "an alias (*name) without its anchor (&name) before it; a text that begins with * "
                "needs quotes");
}

static carom_node *read_node(reader *r, yaml_event_t *event, int depth);

static bool read_items(reader *r, carom_node *list, int depth)
{
    yaml_event_t event;
    while (next_event(r, &event)) {
        bool end = event.type == YAML_SEQUENCE_END_EVENT;
        carom_node *value = end ? NULL : read_node(r, &event, depth);
        yaml_event_delete(&event);
        if (end) {
            return true;
        }
        if (value == NULL) {
            return false;
        }
        if (!carom_node_append(r->tree, list, value)) {
            out_of_memory(r);
            return false;
        }
    }
    return false;
}

static carom_node *read_value(reader *r, int depth)
{
    yaml_event_t event;
    if (!next_event(r, &event)) {
        return NULL;
    }
    carom_node *value = read_node(r, &event, depth);
    yaml_event_delete(&event);
    return value;
}

/* Reports a duplicate key and keeps its first value. */
static bool add_value(reader *r, carom_node *map, carom_node *key, carom_node *value)
{
    size_t first = carom_node_index(map, key->text);
    if (first < map->count && key->text[strspn(key->text, "0123456789")] == '\0') {
        return true; /* { k: 1,000,000 }: the first 000 is reported as an unknown key */
    }
    if (first < map->count) {
        carom_messages_add(r->messages, true, key->mark, key->text,
                           "given twice; the first is in line %zu", map->key[first]->mark.line);
        return true;
    }
    if (!carom_node_add(r->tree, map, key, value)) {
        out_of_memory(r);
        return false;
    }
    return true;
}

static bool read_pairs(reader *r, carom_node *map, int depth)
{
    yaml_event_t event;
    size_t keys = 0; /* with duplicates */
    while (next_event(r, &event)) {
        bool end = event.type == YAML_MAPPING_END_EVENT;
        carom_node *key = end ? NULL : read_node(r, &event, depth), *value;
        yaml_event_delete(&event);
        if (end) {
            return true;
        }
        if (key != NULL && key->kind != CAROM_NODE_SCALAR) {
            fail(r, key->mark, "a key must be a plain word");
            return false;
        }
        if (key != NULL && ++keys > MOST_KEYS) {
            fail(r, key->mark, "more than 500 keys in one mapping; expected at most 500");
            return false;
        }
        value = key == NULL ? NULL : read_value(r, depth);
        if (value == NULL || !add_value(r, map, key, value)) {
            return false;
        }
        if (depth == 1 && r->last != NULL && strcmp(key->text, r->last) == 0) {
            r->is_complete = true;
            return true;
        }
    }
    return false;
}

/* Store the node under its anchor, if it has one. @return the node */
static carom_node *anchored(reader *r, const yaml_char_t *name, carom_node *node)
{
    if (name == NULL) {
        return node;
    }
    if (r->anchor_count == MOST_ANCHORS) {
        return fail(r, node->mark, "more than 500 anchors; expected fewer");
    }
    const carom_node *anchor_name = carom_node_new(r->tree, CAROM_NODE_SCALAR, node->mark,
                                                   (const char *)name);
    if (anchor_name == NULL) {
        return out_of_memory(r);
    }
    r->anchors[r->anchor_count++] = (anchor){anchor_name->text, node};
    return node;
}

/* Report anchors without a value and tags: &steel or !steel usually should have been quoted. */
static void reject_yaml_word(reader *r, const yaml_event_t *event, carom_mark mark)
{
    const char *name = (const char *)event->data.scalar.anchor,
               *tag = (const char *)event->data.scalar.tag;
    if (name != NULL && event->data.scalar.length == 0 &&
        event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
        carom_messages_add(r->messages, true, mark, "",
                           "'&%.60s' is a YAML anchor without a value; "
                           "a text that begins with & needs quotes: \"&%.60s\"",
                           name, name);
    }
    if (tag != NULL && tag[0] == '!') {
        carom_messages_add(r->messages, true, mark, "",
                           "'%.60s' is a YAML tag, which carom does not support; a text that "
                           "begins with ! needs quotes: \"%.60s\"",
                           tag, tag);
    }
}

static carom_node *read_scalar(reader *r, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    carom_mark mark = mark_at(r, event->start_mark);
    if (strlen(text) != event->data.scalar.length) {
        return fail(r, mark, "a text must not contain the character NUL");
    }
    carom_node *node = carom_node_new(r->tree, CAROM_NODE_SCALAR, mark, text);
    if (node == NULL) {
        return out_of_memory(r);
    }
    reject_yaml_word(r, event, mark);
    return anchored(r, event->data.scalar.anchor, node);
}

static carom_node *read_collection(reader *r, const yaml_event_t *event, int depth)
{
    bool map = event->type == YAML_MAPPING_START_EVENT;
    const yaml_char_t *name = map ? event->data.mapping_start.anchor
                                  : event->data.sequence_start.anchor;
    carom_node *node = carom_node_new(r->tree, map ? CAROM_NODE_MAP : CAROM_NODE_LIST,
                                      mark_at(r, event->start_mark), NULL);
    if (node == NULL) {
        return out_of_memory(r);
    }
    if (!(map ? read_pairs(r, node, depth + 1) : read_items(r, node, depth + 1))) {
        return NULL;
    }
    return anchored(r, name, node);
}

static carom_node *read_node(reader *r, yaml_event_t *event, int depth)
{
    carom_mark mark = mark_at(r, event->start_mark);
    if (depth > DEEPEST) {
        return fail(r, mark, "nested deeper than 64 levels");
    }
    if (r->tree->nodes >= CAROM_MOST_NODES) {
        return fail(r, mark, "more than 32000000 values; expected fewer");
    }
    switch (event->type) {
    case YAML_SCALAR_EVENT: return read_scalar(r, event);
    case YAML_ALIAS_EVENT: return resolve_alias(r, event);
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT: return read_collection(r, event, depth);
    default: return fail(r, mark, "expected a value");
    }
}

static void read_documents(reader *r)
{
    yaml_event_t event;
    bool done = false;
    while (!done && next_event(r, &event)) {
        if (event.type == YAML_STREAM_END_EVENT) {
            done = true;
        } else if (event.type == YAML_DOCUMENT_START_EVENT && r->root != NULL) {
            fail(r, mark_at(r, event.start_mark), "a second document; expected one");
            done = true;
        } else if (event.type != YAML_STREAM_START_EVENT &&
                   event.type != YAML_DOCUMENT_START_EVENT &&
                   event.type != YAML_DOCUMENT_END_EVENT) {
            r->root = read_node(r, &event, 0);
            done = r->root == NULL || r->is_complete;
        }
        yaml_event_delete(&event);
    }
}

static carom_status parse(reader *r, carom_node **root)
{
    *root = NULL;
    r->copies_left = MOST_COPIES;
    if (!yaml_parser_initialize(&r->parser)) {
        return CAROM_NO_MEMORY;
    }
    yaml_parser_set_input(&r->parser, read_text, r);
    read_documents(r);
    yaml_parser_delete(&r->parser);
    if (!r->failed) {
        *root = r->root;
    }
    return r->no_memory ? CAROM_NO_MEMORY : r->interrupted ? CAROM_INTERRUPTED : CAROM_OK;
}

carom_status carom_tree_parse(carom_tree *tree, const char *text, size_t length, const char *origin,
                              carom_messages *messages, carom_node **root)
{
    reader r = {
        .tree = tree, .messages = messages, .text = text, .length = length, .origin = origin};
    return parse(&r, root);
}

/* Parse a file's text up to the value of key @p last of its mapping; NULL: to its end. */
static carom_status tree_parse_until(carom_tree *tree, const char *text, size_t length,
                                     const char *last, carom_messages *messages, carom_node **root)
{
    reader r = {.tree = tree, .messages = messages, .text = text, .length = length, .last = last};
    return parse(&r, root);
}

/* ---- document ---- */

carom_status carom_document_open(carom_document *document, const char *path, carom_error *error)
{
    return carom_document_open_until(document, path, NULL, NULL, error);
}

carom_status carom_document_open_until(carom_document *document, const char *path, const char *last,
                                       const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_messages messages = {.stop = stop};
    size_t length = 0;
    *document = (carom_document){.path = path};
    CAROM_TRY(carom_file_read_cancellable(path, stop, &document->text, &length, error));
    carom_status status = tree_parse_until(&document->tree, document->text, length, last, &messages,
                                           &document->root);
    if (status != CAROM_OK) {
        status = carom_reading_status(status, error);
    } else if (messages.errors > 0) {
        status = carom_messages_first_error(&messages, path, error);
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

carom_status carom_document_error(const carom_document *document, const carom_node *map,
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
                              : carom_document_error(document, map, key, "a text", error);
}
