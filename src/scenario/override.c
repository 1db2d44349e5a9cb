/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --set KEY=VALUE, --set KEY+=VALUE and --unset KEY: change the document of a scenario before it is
 * read, so values are validated like those of the file. KEY is a path of keys. An item of a list is
 * selected by its name (or default name) or by its index from 0; `*` selects every item that has
 * the next key. */
#include "params/params.h"
#include "scenario/scenario.h"

typedef struct {
    carom_node root, value; /* no value: --unset */
    bool appends;
    const char *key; /* for messages, as `mark` */
    carom_mark mark;
    carom_messages *messages;
} edit;

static void complain(const edit *e, const char *format, ...) CAROM_PRINTF(2, 3);
static void complain(const edit *e, const char *format, ...)
{
    va_list arguments;
    if (e->mark.origin == NULL) { /* nothing to remove is right */
        return;
    }
    va_start(arguments, format);
    carom_messages_addv(e->messages, true, e->mark, e->key, format, arguments);
    va_end(arguments);
}

/* ---- paths ---- */

static bool is_list_of(carom_node root, const char *key, carom_node list)
{
    return carom_node_get(root, key).id == list.id;
}

/* Name of an item; for balls, groups and solvers without one the default name of read.c. */
static const char *name_of(carom_node root, carom_node list, size_t i, char unsaid[CAROM_NAME_SIZE])
{
    carom_node item = carom_node_value(list, i);
    const char *name = carom_node_text(item, "name");
    if (is_list_of(root, "materials", list) && carom_node_kind_of(item) == CAROM_NODE_SCALAR) {
        return carom_node_scalar(item);
    }
    if (name[0] == '\0' &&
        (is_list_of(root, "solvers", list) || is_list_of(root, "groups", list))) {
        return carom_node_text(item, "kind");
    }
    if (name[0] == '\0' && is_list_of(root, "balls", list)) {
        snprintf(unsaid, CAROM_NAME_SIZE, "ball%zu", i + 1);
        return unsaid;
    }
    return name;
}

/* Index of an item of a list; its count: not found. */
static size_t item_of(carom_node root, carom_node list, const char *segment)
{
    size_t count = carom_node_count(list);
    char *end, unsaid[CAROM_NAME_SIZE];
    for (size_t i = 0; i < count && segment[0] != '\0'; i++) {
        if (strcmp(name_of(root, list, i, unsaid), segment) == 0) {
            return i;
        }
    }
    unsigned long index = strtoul(segment, &end, 10);
    return *end == '\0' && *segment != '\0' && index < count ? index : count;
}

/* Copy the first segment of a path: up to the first dot, or a whole name of an item.
 * @return the rest of the path */
static const char *next_segment(carom_node root, carom_node node, const char *path,
                                char segment[CAROM_KEY_SIZE])
{
    size_t length = strcspn(path, ".");
    for (size_t i = 0; carom_node_kind_of(node) == CAROM_NODE_LIST && i < carom_node_count(node);
         i++) {
        char unsaid[CAROM_NAME_SIZE];
        const char *name = name_of(root, node, i, unsaid);
        size_t bytes = strlen(name);
        if (bytes > length && strncmp(path, name, bytes) == 0 &&
            (path[bytes] == '.' || path[bytes] == '\0')) {
            length = bytes;
        }
    }
    snprintf(segment, CAROM_KEY_SIZE, "%.*s", (int)length, path);
    return path + length + (path[length] == '.');
}

static bool item_has_key(carom_node item, const char *path)
{
    char key[CAROM_KEY_SIZE];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(path, "."), path);
    return carom_node_get(item, key).id != 0;
}

carom_node carom_document_find(carom_node root, const char *path)
{
    carom_node node = root;
    while (node.id != 0 && *path != '\0' && carom_node_kind_of(node) != CAROM_NODE_SCALAR) {
        char segment[CAROM_KEY_SIZE];
        const char *rest = next_segment(root, node, path, segment);
        if (carom_node_kind_of(node) == CAROM_NODE_MAP) {
            node = carom_node_get(node, segment);
        } else {
            size_t count = carom_node_count(node), i = item_of(root, node, segment);
            for (i = strcmp(segment, "*") == 0 ? 0 : i;
                 i < count && segment[0] == '*' &&
                 !item_has_key(carom_node_value(node, i), rest);) {
                i++;
            }
            node = i < count ? carom_node_value(node, i) : CAROM_NO_NODE;
        }
        path = rest;
    }
    return carom_node_kind_of(node) == CAROM_NODE_MAP && carom_node_count(node) > 0
             ? carom_node_value(node, 0)
             : node;
}

/* ---- messages ---- */

static void report_unknown_item(const edit *e, carom_node list, const char *segment)
{
    enum { MOST_NAMED = 12 };
    char known[500] = "", unsaid[MOST_NAMED][CAROM_NAME_SIZE];
    const char *name[MOST_NAMED];
    size_t count = carom_node_count(list), names = 0;
    carom_text_append(known, sizeof known, "a position from 0 to %zu", count == 0 ? 0 : count - 1);
    for (size_t i = 0; i < count && i < MOST_NAMED; i++) {
        name[names] = name_of(e->root, list, i, unsaid[i]);
        names += name[names][0] != '\0';
    }
    carom_text_append(known, sizeof known, names > 0 ? " or one of: " : "");
    carom_hint_names_append(segment, name, names, known, sizeof known);
    complain(e, "no item '%s'; expected %s", segment, known);
}

static const carom_param *row_of(const char *key)
{
    const carom_param *row = carom_scenario_rows;
    while (row->key != NULL && strcmp(row->key, key) != 0) {
        row++;
    }
    return row->key == NULL ? NULL : row;
}

/* balls.rack7.x_m: the ball is in no list. */
static bool report_member(const edit *e, const char *path)
{
    carom_node balls = carom_node_get(e->root, "balls"), groups = carom_node_get(e->root, "groups");
    char name[CAROM_KEY_SIZE], unsaid[CAROM_NAME_SIZE];
    if (strncmp(path, "balls.", 6) != 0 || carom_node_kind_of(groups) != CAROM_NODE_LIST) {
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(path + 6, "."), path + 6);
    bool listed = carom_node_kind_of(balls) == CAROM_NODE_LIST &&
                  item_of(e->root, balls, name) < carom_node_count(balls);
    for (size_t g = 0; !listed && g < carom_node_count(groups); g++) {
        const char *prefix = name_of(e->root, groups, g, unsaid);
        size_t length = strlen(prefix);
        if (length > 0 && strncmp(name, prefix, length) == 0 && name[length] != '\0' &&
            name[length + strspn(name + length, "0123456789")] == '\0') {
            complain(e, "'%s' is a ball of a group; list the balls ('carom show' prints them)",
                     name);
            return true;
        }
    }
    return false;
}

/* heun.step_s: the section is missing. */
static bool report_section(const edit *e, const char *path)
{
    static const char *const sections[] = {"solvers", "balls", "groups"};
    size_t length = strcspn(path, ".");
    char first[CAROM_KEY_SIZE];
    snprintf(first, sizeof first, "%.*s", (int)length, path);
    for (size_t i = 0; path[length] == '.' && row_of(first) == NULL && i < 3; i++) {
        carom_node list = carom_node_get(e->root, sections[i]);
        if (carom_node_kind_of(list) == CAROM_NODE_LIST &&
            item_of(e->root, list, first) < carom_node_count(list)) {
            complain(e, "unknown key; did you mean '%s.%s'?", sections[i], path);
            return true;
        }
    }
    return false;
}

/* ---- changes ---- */

/* Replace the name of a material, or a number that is shorthand for a mapping, by the mapping:
 * restitution: 0.9 becomes two keys with that value. */
static carom_node expand(const edit *e, carom_node parent, size_t i, const char *segment)
{
    carom_node scalar = carom_node_value(parent, i), map;
    const carom_param *row = carom_node_kind_of(parent) == CAROM_NODE_MAP ? row_of(segment) : NULL;
    bool is_name = is_list_of(e->root, "materials", parent),
         is_short = row != NULL && row->type == CAROM_MAP && row->scalar_sets_all;
    if (carom_node_kind_of(scalar) != CAROM_NODE_SCALAR || (!is_name && !is_short)) {
        return scalar;
    }
    map = carom_node_new(CAROM_NODE_MAP, scalar, NULL);
    if (is_name) {
        carom_node_set(map, "name", scalar);
    }
    for (row = is_short ? row->fields : NULL; row != NULL && row->key != NULL; row++) {
        if (row->type == CAROM_NUMBER) {
            carom_node_set(map, row->key, scalar);
        }
    }
    carom_node_replace(parent, i, map);
    return map;
}

/* Change the value of the last key of a path, child @p i of @p parent. */
static void change_child(const edit *e, carom_node parent, size_t i, const char *key)
{
    carom_node child = i < carom_node_count(parent) ? carom_node_value(parent, i) : CAROM_NO_NODE;
    if (e->value.id == 0 && child.id != 0) {
        carom_node_remove(parent, i);
    } else if (e->value.id == 0) {
        complain(e, "not given, so there is nothing to remove");
    } else if (e->appends && child.id != 0 && carom_node_kind_of(child) != CAROM_NODE_LIST) {
        char found[128];
        complain(e, "found %s; += appends to a list",
                 carom_node_describe(child, found, sizeof found));
    } else if (e->appends) {
        carom_node list = child.id != 0 ? child : carom_node_new(CAROM_NODE_LIST, e->value, NULL);
        if (child.id == 0) {
            carom_node_set(parent, key, list);
        }
        carom_node_append(list, e->value);
    } else if (child.id != 0) {
        carom_node_replace(parent, i, e->value);
    } else {
        carom_node_set(parent, key, e->value);
    }
}

static bool is_utf8(const char *text)
{
    size_t size = 1;
    for (; *text != '\0' && size > 0; text += size) {
        size = carom_text_character_size(text);
    }
    return size > 0;
}

static void change(const edit *e, carom_node node, const char *path)
{
    char segment[CAROM_KEY_SIZE];
    const char *rest = next_segment(e->root, node, path, segment);
    size_t count = carom_node_count(node), i = count;
    if (strlen(segment) == CAROM_KEY_SIZE - 1) { /* may end within a character */
        complain(e, "the key is longer than %d bytes", CAROM_KEY_SIZE - 2);
        return;
    }
    if (!is_utf8(segment)) {
        complain(e, "not UTF-8; expected a key");
        return;
    }
    if (carom_node_kind_of(node) == CAROM_NODE_SCALAR) {
        complain(e, "'%s' has no keys below it; expected a value there", carom_node_scalar(node));
        return;
    }
    if (carom_node_kind_of(node) == CAROM_NODE_MAP) {
        i = carom_node_index(node, segment);
    } else if (strcmp(segment, "*") == 0 && *rest != '\0') {
        size_t reached = 0;
        for (i = 0; i < count; i++) {
            if (item_has_key(carom_node_value(node, i), rest)) {
                change(e, carom_node_value(node, i), rest);
                reached++;
            }
        }
        if (reached == 0) {
            complain(e, "no item has the key '%s'", rest);
        }
        return;
    } else if ((i = item_of(e->root, node, segment)) == count) {
        report_unknown_item(e, node, segment);
        return;
    }
    if (*rest == '\0') {
        change_child(e, node, i, segment);
        return;
    }
    if (i == count && e->value.id != 0) {
        carom_node_set(node, segment, carom_node_new(CAROM_NODE_MAP, e->value, NULL));
    }
    if (i < carom_node_count(node)) {
        change(e, expand(e, node, i, segment), rest);
    } else {
        complain(e, "not given, so there is nothing to remove");
    }
}

void carom_document_set(carom_document *document, const carom_override *override,
                        carom_messages *messages)
{
    char path[1000];
    size_t before = messages->errors, length = strlen(override->key);
    edit e = {document->root, CAROM_NO_NODE,          false,
              override->key,  {1, 1, override->text}, messages};
    e.appends = override->value != NULL && length > 1 && override->key[length - 1] == '+';
    snprintf(path, sizeof path, "%.*s", (int)(length - e.appends), override->key);
    e.key = path;
    if (override->value != NULL) {
        e.value = carom_document_add_value(document, override->value, override->text, messages);
    }
    if (messages->errors == before && !carom_messages_stopped(messages) &&
        !report_section(&e, path) && !report_member(&e, path)) {
        change(&e, document->root, path);
    }
}
