/* SPDX-License-Identifier: GPL-3.0-or-later */
/* YAML documents: libyaml loads the nodes; this file checks them, copies nodes of aliases, and
 * gives access by keys. */
#include "base/base.h"
#include "scenario/yaml/yaml.h"
#include "system/system.h"
#include <yaml.h>

/* Keys and anchors are searched linearly: limits keep reading linear in the size of the file. */
enum { MOST_COPIES = 1000000, MOST_KEYS = 500, MOST_ANCHORS = 500, DEEPEST = 64 };

/* Values of the offsets in the marks of nodes, which libyaml stores and does not read. The offset
 * of the end is `seen` for nodes that have been checked. The offset of the start is `first_origin`
 * minus k for nodes of the command line, k the index of their text in `origin`. */
static const size_t seen = SIZE_MAX, first_origin = SIZE_MAX;

static_assert((int)CAROM_NODE_NONE == YAML_NO_NODE && (int)CAROM_NODE_SCALAR == YAML_SCALAR_NODE &&
                  (int)CAROM_NODE_LIST == YAML_SEQUENCE_NODE &&
                  (int)CAROM_NODE_MAP == YAML_MAPPING_NODE,
              "kinds of nodes differ from those of libyaml");

/* ---- access ---- */

static yaml_node_t *node_in(const yaml_document_t *yaml, int id)
{
    return &yaml->nodes.start[id - 1];
}

static yaml_node_t *node_of(carom_node node)
{
    return node.id == 0 ? NULL : node_in(node.in->yaml, node.id);
}

static size_t count_of(const yaml_node_t *node)
{
    return node->type == YAML_SEQUENCE_NODE
             ? (size_t)(node->data.sequence.items.top - node->data.sequence.items.start)
         : node->type == YAML_MAPPING_NODE
             ? (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start)
             : 0;
}

/* Address of the value of pair i, or of item i. */
static int *value_of(const yaml_node_t *node, size_t i)
{
    return node->type == YAML_MAPPING_NODE ? &node->data.mapping.pairs.start[i].value
                                           : &node->data.sequence.items.start[i];
}

static const char *text_of(const yaml_node_t *node)
{
    return (const char *)node->data.scalar.value;
}

carom_node_kind carom_node_kind_of(carom_node node)
{
    return node.id == 0 ? CAROM_NODE_NONE : (carom_node_kind)node_of(node)->type;
}

size_t carom_node_count(carom_node node)
{
    return node.id == 0 ? 0 : count_of(node_of(node));
}

carom_node carom_node_key(carom_node map, size_t i)
{
    return (carom_node){map.in, node_of(map)->data.mapping.pairs.start[i].key};
}

carom_node carom_node_value(carom_node parent, size_t i)
{
    return (carom_node){parent.in, *value_of(node_of(parent), i)};
}

const char *carom_node_scalar(carom_node node)
{
    return carom_node_kind_of(node) == CAROM_NODE_SCALAR ? text_of(node_of(node)) : "";
}

/* Index of a key in a mapping; its count: not found. */
static size_t index_in(const yaml_document_t *yaml, const yaml_node_t *map, const char *key)
{
    size_t i = 0, count = count_of(map);
    while (i < count &&
           strcmp(text_of(node_in(yaml, map->data.mapping.pairs.start[i].key)), key) != 0) {
        i++;
    }
    return i;
}

size_t carom_node_index(carom_node map, const char *key)
{
    return index_in(map.in->yaml, node_of(map), key);
}

carom_node carom_node_get(carom_node map, const char *key)
{
    if (carom_node_kind_of(map) != CAROM_NODE_MAP) {
        return CAROM_NO_NODE;
    }
    size_t i = carom_node_index(map, key);
    return i < carom_node_count(map) ? carom_node_value(map, i) : CAROM_NO_NODE;
}

carom_node carom_node_item(carom_node map, const char *key, size_t i)
{
    carom_node list = carom_node_get(map, key);
    return carom_node_kind_of(list) == CAROM_NODE_LIST && i < carom_node_count(list)
             ? carom_node_value(list, i)
             : CAROM_NO_NODE;
}

const char *carom_node_text(carom_node map, const char *key)
{
    return carom_node_scalar(carom_node_get(map, key));
}

carom_mark carom_node_mark(carom_node node, carom_node otherwise)
{
    node = node.id == 0 ? otherwise : node;
    if (node.id == 0) {
        return (carom_mark){.line = 0};
    }
    yaml_mark_t mark = node_of(node)->start_mark;
    size_t origin = first_origin - mark.index;
    return (carom_mark){mark.line + 1, mark.column + 1,
                        origin < node.in->origins ? node.in->origin[origin] : NULL};
}

const char *carom_node_describe(carom_node node, char *text, size_t size)
{
    if (carom_node_kind_of(node) == CAROM_NODE_SCALAR && carom_node_scalar(node)[0] != '\0') {
        snprintf(text, size, "'%.80s'", carom_node_scalar(node));
        return text;
    }
    return carom_node_kind_of(node) == CAROM_NODE_MAP  ? "a mapping"
         : carom_node_kind_of(node) == CAROM_NODE_LIST ? "a list"
                                                       : "nothing";
}

/* Value at a path that ends at a blank or a colon, or the nearest one above it that is given. */
static carom_node nearest_at(carom_node root, const char *path)
{
    carom_node node = root;
    while (strchr(": ", path[0]) == NULL) {
        bool is_index = path[0] == '[';
        size_t length = is_index ? strcspn(path, "]") : strcspn(path, ".[: ");
        size_t i = is_index ? strtoul(path + 1, NULL, 10) : 0;
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        bool has_item = is_index && carom_node_kind_of(node) == CAROM_NODE_LIST &&
                        i < carom_node_count(node);
        carom_node next = has_item ? carom_node_value(node, i) : carom_node_get(node, key);
        if (next.id == 0) {
            break;
        }
        node = next;
        path += length + (strchr("].", path[length]) != NULL && path[length] != '\0');
        path += is_index && path[0] == '.';
    }
    return node;
}

void carom_document_complain(carom_node root, carom_messages *messages, bool is_error,
                             const char *format, ...)
{
    char text[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    carom_messages_add(messages, is_error, carom_node_mark(nearest_at(root, text), root), "", "%s",
                       text);
}

/* ---- changes ---- */

static void need(bool done)
{
    if (!done) {
        carom_out_of_memory();
    }
}

static int add_node(carom_document *document, yaml_node_type_t kind, yaml_mark_t mark,
                    const char *text)
{
    yaml_document_t *yaml = document->yaml;
    int id = kind == YAML_MAPPING_NODE
               ? yaml_document_add_mapping(yaml, NULL, YAML_BLOCK_MAPPING_STYLE)
           : kind == YAML_SEQUENCE_NODE
               ? yaml_document_add_sequence(yaml, NULL, YAML_BLOCK_SEQUENCE_STYLE)
               : yaml_document_add_scalar(yaml, NULL, (const yaml_char_t *)text, -1,
                                          YAML_PLAIN_SCALAR_STYLE);
    need(id != 0);
    node_in(yaml, id)->start_mark = mark;
    return id;
}

/* Add an item to a list, or a pair to a mapping. */
static void link_nodes(carom_document *document, int parent, int key, int value)
{
    yaml_document_t *yaml = document->yaml;
    need((key != 0 ? yaml_document_append_mapping_pair(yaml, parent, key, value)
                   : yaml_document_append_sequence_item(yaml, parent, value)) != 0);
}

carom_node carom_node_new(carom_node_kind kind, carom_node place, const char *text)
{
    int id = add_node(place.in, (yaml_node_type_t)kind, node_of(place)->start_mark, text);
    return (carom_node){place.in, id};
}

void carom_node_append(carom_node list, carom_node value)
{
    link_nodes(list.in, list.id, 0, value.id);
}

void carom_node_replace(carom_node parent, size_t i, carom_node value)
{
    *value_of(node_of(parent), i) = value.id;
}

void carom_node_set(carom_node map, const char *key, carom_node value)
{
    size_t i = carom_node_index(map, key);
    if (i < carom_node_count(map)) {
        carom_node_replace(map, i, value);
    } else {
        link_nodes(map.in, map.id, carom_node_new(CAROM_NODE_SCALAR, value, key).id, value.id);
    }
}

static void remove_child(yaml_node_t *node, size_t i)
{
    size_t after = count_of(node) - i - 1;
    if (node->type == YAML_MAPPING_NODE) {
        yaml_node_pair_t *pair = node->data.mapping.pairs.start + i;
        memmove(pair, pair + 1, after * sizeof *pair);
        node->data.mapping.pairs.top--;
    } else {
        yaml_node_item_t *item = node->data.sequence.items.start + i;
        memmove(item, item + 1, after * sizeof *item);
        node->data.sequence.items.top--;
    }
}

void carom_node_remove(carom_node parent, size_t i)
{
    remove_child(node_of(parent), i);
}

/* ---- reading ---- */

typedef struct {
    yaml_parser_t parser;
    carom_document *document; /* receives copies of nodes */
    yaml_document_t *yaml;    /* the nodes that are read */
    carom_messages *messages;
    const char *origin, *text;
    size_t length, given; /* bytes of the text, and bytes passed to the parser */
    size_t copies_left;
    yaml_mark_t place; /* of the list or mapping with the alias that is copied */
    const char *limit; /* message about a limit that stopped the parser; NULL: none */
    bool failed;       /* with a message, or interrupted */
} reader;

static void fail(reader *r, yaml_mark_t at, const char *text)
{
    if (!r->failed) {
        carom_messages_add(r->messages, true, (carom_mark){at.line + 1, at.column + 1, r->origin},
                           "", "%s", text);
    }
    r->failed = true;
}

/* Read handler of libyaml. It fails to stop the parser: when interrupted, within long values too,
 * or at a limit. */
static int read_text(void *context, unsigned char *buffer, size_t size, size_t *given)
{
    reader *r = context;
    size_t left = r->length - r->given;
    *given = left < size ? left : size;
    memcpy(buffer, r->text + r->given, *given);
    r->given += *given;
    if (r->parser.aliases.top - r->parser.aliases.start > MOST_ANCHORS) {
        r->limit = "more than 500 anchors; expected fewer";
    } else if (r->yaml->nodes.top - r->yaml->nodes.start > CAROM_MOST_NODES) {
        r->limit = "more than 32000000 values; expected fewer";
    }
    return r->limit == NULL && !carom_messages_stopped(r->messages);
}

static void explain(reader *r, const char *problem, const char *context, yaml_mark_t at,
                    yaml_mark_t from)
{
    carom_syntax_fault fault = {.text = r->text,
                                .length = r->length,
                                .problem = problem,
                                .context = context,
                                .line = at.line + 1,
                                .column = at.column + 1,
                                .context_line = from.line + 1,
                                .context_column = from.column + 1,
                                .unreadable = r->parser.error == YAML_READER_ERROR,
                                .offset = r->parser.problem_offset};
    carom_syntax_fault_explain(&fault);
    fail(r, (yaml_mark_t){0, fault.line - 1, fault.column - 1}, fault.message);
}

static void report_fault(reader *r)
{
    const yaml_parser_t *p = &r->parser;
    /* libyaml sets no error where a tag or a node cannot be allocated */
    need(p->error != YAML_MEMORY_ERROR && p->error != YAML_NO_ERROR);
    if (carom_messages_stopped(r->messages)) {
        r->failed = true;
    } else if (r->limit != NULL) {
        fail(r, p->mark, r->limit);
    } else {
        explain(r, p->problem, p->context, p->problem_mark, p->context_mark);
    }
}

/* Load the nodes of a text. A second document is an error. */
static void load(reader *r)
{
    yaml_document_t next;
    *r->yaml = (yaml_document_t){.version_directive = NULL};
    need(yaml_parser_initialize(&r->parser) != 0);
    yaml_parser_set_input(&r->parser, read_text, r);
    if (!yaml_parser_load(&r->parser, r->yaml) || !yaml_parser_load(&r->parser, &next)) {
        report_fault(r);
    } else {
        if (yaml_document_get_root_node(&next) != NULL) {
            fail(r, next.start_mark, "a second document; expected one");
        }
        yaml_document_delete(&next);
    }
    yaml_parser_delete(&r->parser);
}

/* Copy a node of @p from with its descendants. --set can then change a single use of an alias.
 * @return its id; 0: failed */
static int copy_node(reader *r, const yaml_document_t *from, int id, int depth)
{
    yaml_mark_t mark = node_in(from, id)->start_mark;
    yaml_node_type_t kind = node_in(from, id)->type;
    if (depth > DEEPEST) {
        fail(r, mark, "nested deeper than 64 levels");
    } else if (r->copies_left == 0) {
        fail(r, r->place, "aliases expand to more than 1000000 values; expected fewer");
    }
    if (r->failed) {
        return 0;
    }
    r->copies_left--;
    mark.index = r->origin == NULL ? mark.index : first_origin - (r->document->origins - 1);
    int copy = add_node(r->document, kind, mark,
                        kind == YAML_SCALAR_NODE ? text_of(node_in(from, id)) : NULL);
    for (size_t i = 0; i < count_of(node_in(from, id)); i++) {
        /* an added node may move the others */
        int key = kind != YAML_MAPPING_NODE
                    ? 0
                    : copy_node(r, from, node_in(from, id)->data.mapping.pairs.start[i].key,
                                depth + 1);
        int value = copy_node(r, from, *value_of(node_in(from, id), i), depth + 1);
        if (r->failed) {
            return 0;
        }
        link_nodes(r->document, copy, key, value);
    }
    return copy;
}

/* Reject anchors without a value and tags: &steel or !steel usually should have been quoted. */
static void check_scalar(reader *r, const yaml_node_t *node)
{
    const char *tag = (const char *)node->tag;
    yaml_mark_t at = node->start_mark;
    carom_mark mark = {at.line + 1, at.column + 1, r->origin};
    if (strlen(text_of(node)) != node->data.scalar.length) {
        fail(r, at, "a text must not contain the character NUL");
    } else if (tag != NULL && tag[0] == '!') {
        carom_messages_add(r->messages, true, mark, "",
                           "'%.60s' is a YAML tag, which carom does not support; a text that "
                           "begins with ! needs quotes: \"%.60s\"",
                           tag, tag);
    } else if (node->data.scalar.length == 0 && node->end_mark.index > at.index &&
               node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
        explain(r, "anchor without a value", NULL, at, at);
    }
}

/* Check the keys of a mapping. Of a key that is given twice the first value remains. */
static void check_keys(reader *r, yaml_node_t *map)
{
    size_t i = 0, keys = 0; /* without and with duplicates */
    const yaml_node_pair_t *pair = map->data.mapping.pairs.start;
    bool in_block = map->data.mapping.style == YAML_BLOCK_MAPPING_STYLE, repeated = false;
    while (i < count_of(map) && !r->failed) {
        const yaml_node_t *key = node_in(r->yaml, pair[i].key);
        yaml_mark_t at = key->start_mark;
        if (key->type != YAML_SCALAR_NODE || ++keys > MOST_KEYS) {
            fail(r, at,
                 key->type != YAML_SCALAR_NODE
                     ? "a key must be a plain word"
                     : "more than 500 keys in one mapping; expected at most 500");
            return;
        }
        check_scalar(r, key);
        size_t first = index_in(r->yaml, map, text_of(key));
        /* { k: 1,000,000 }: the first 000 is reported as an unknown key. Without its dash, an item
         * of a list repeats the keys of the item above: one message is enough. */
        if (first < i && !(repeated && in_block) &&
            text_of(key)[strspn(text_of(key), "0123456789")] != '\0') {
            carom_messages_add(
                r->messages, true, (carom_mark){at.line + 1, at.column + 1, r->origin},
                text_of(key), "given twice; the first is in line %zu%s",
                node_in(r->yaml, pair[first].key)->start_mark.line + 1,
                in_block && at.column > 0 ? "; if an item of a list begins here, '- ' is missing"
                                          : "");
            repeated = true;
        }
        if (first < i) {
            remove_child(map, i);
        } else {
            i++;
        }
    }
}

/* Check a node and its descendants. In the document, aliases of lists and mappings become copies.
 */
static void check_node(reader *r, int id, int depth)
{
    yaml_node_t *node = node_in(r->yaml, id);
    r->failed = r->failed || carom_messages_stopped(r->messages);
    if (depth > DEEPEST) {
        fail(r, node->start_mark, "nested deeper than 64 levels");
    } else if (node->type == YAML_SCALAR_NODE) {
        check_scalar(r, node);
    } else if (node->type == YAML_MAPPING_NODE) {
        check_keys(r, node);
    }
    node->end_mark.index = seen;
    for (size_t i = 0; i < count_of(node_in(r->yaml, id)) && !r->failed; i++) {
        int child = *value_of(node_in(r->yaml, id), i);
        if (node_in(r->yaml, child)->end_mark.index != seen) {
            check_node(r, child, depth + 1);
        } else if (count_of(node_in(r->yaml, child)) > 0 && r->yaml == r->document->yaml) {
            r->place = node_in(r->yaml, id)->start_mark;
            child = copy_node(r, r->yaml, child, depth + 1);
            *value_of(node_in(r->yaml, id), i) = child;
        }
    }
}

/* ---- documents ---- */

carom_status carom_document_parse(carom_document *document, const char *text, size_t length,
                                  carom_messages *messages)
{
    *document = (carom_document){.yaml = carom_allocate(1, sizeof *document->yaml)};
    reader r = {.document = document,
                .yaml = document->yaml,
                .messages = messages,
                .text = text,
                .length = length,
                .copies_left = MOST_COPIES};
    load(&r);
    if (!r.failed && yaml_document_get_root_node(r.yaml) != NULL) {
        check_node(&r, 1, 0);
        document->root = (carom_node){document, r.failed ? 0 : 1};
    }
    return carom_messages_stopped(messages) ? CAROM_INTERRUPTED : CAROM_OK;
}

carom_node carom_document_add_value(carom_document *document, const char *text, const char *origin,
                                    carom_messages *messages)
{
    yaml_document_t yaml;
    yaml_mark_t mark = {first_origin - document->origins, 0, 0};
    reader r = {.document = document,
                .yaml = &yaml,
                .messages = messages,
                .origin = origin,
                .text = text,
                .length = strlen(text),
                .copies_left = MOST_COPIES};
    CAROM_APPEND(document->origin, document->origins, document->origin_room, origin);
    load(&r);
    int id = 0;
    if (!r.failed && yaml_document_get_root_node(&yaml) == NULL) { /* nothing after the = */
        id = add_node(document, YAML_SCALAR_NODE, mark, "");
    } else if (!r.failed) {
        check_node(&r, 1, 0);
        id = r.failed ? 0 : copy_node(&r, &yaml, 1, 0);
    }
    yaml_document_delete(&yaml);
    return (carom_node){document, id};
}

void carom_document_close(carom_document *document)
{
    if (document->yaml != NULL) {
        yaml_document_delete(document->yaml);
    }
    free(document->yaml);
    free(document->origin);
    *document = (carom_document){.path = NULL};
}

/* ---- files ---- */

carom_status carom_document_open(carom_document *document, const char *path, const char *key,
                                 const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_messages messages = {.stop = stop};
    char *text = NULL;
    size_t length = 0;
    *document = (carom_document){.path = path};
    CAROM_TRY(carom_file_read_cancellable(path, stop, &text, &length, error));
    if (key != NULL) { /* end before its line; lines of JSON never begin within a value */
        char line[64];
        snprintf(line, sizeof line, ",\n  \"%s\": ", key);
        char *at = strstr(text, line);
        if (at != NULL) {
            *at = '}';
            length = (size_t)(at + 1 - text);
        }
    }
    carom_status status = carom_document_parse(document, text, length, &messages);
    document->path = path;
    status = carom_messages_first_error(&messages, status, path, error);
    if (status == CAROM_OK && carom_node_kind_of(document->root) != CAROM_NODE_MAP) {
        status = carom_error_set(error, CAROM_INVALID, "",
                                 "%s:1:1: %s; expected a mapping of keys to values", path,
                                 document->root.id == 0 ? "the file is empty" : "no mapping");
    }
    carom_messages_free(&messages);
    free(text);
    return status;
}
