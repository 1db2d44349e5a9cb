/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --set KEY=VALUE: edits the tree of a scenario before it is read, so values are validated like
 * those of the file. KEY is a path of keys. An item of a list is selected by its name (or default
 * name) or by its index from 0; `*` selects every item that has the next key. */
#include "params/params.h"
#include "scenario/scenario.h"

typedef struct {
    carom_tree *tree;
    const carom_node *root;
    const carom_override *override;
    carom_messages *messages;
    carom_mark mark;
} edit;

/* Name of an item; for balls, groups and solvers without one the default name of read.c. */
static const char *name_of(const carom_node *root, const carom_node *list, size_t i,
                           char unsaid[CAROM_NAME_SIZE])
{
    const char *name = carom_node_text(list->item[i], "name");
    if (list->item[i]->kind == CAROM_NODE_SCALAR && list == carom_node_get(root, "materials")) {
        return list->item[i]->text;
    }
    if (name[0] == '\0' &&
        (list == carom_node_get(root, "solvers") || list == carom_node_get(root, "groups"))) {
        return carom_node_text(list->item[i], "kind");
    }
    if (name[0] == '\0' && list == carom_node_get(root, "balls")) {
        snprintf(unsaid, CAROM_NAME_SIZE, "ball%zu", i + 1);
        return unsaid;
    }
    return name;
}

static carom_node *item_of(const carom_node *root, const carom_node *list, const char *segment)
{
    char *end, unsaid[CAROM_NAME_SIZE];
    for (size_t i = 0; i < list->count && segment[0] != '\0'; i++) {
        if (strcmp(name_of(root, list, i, unsaid), segment) == 0) {
            return list->item[i];
        }
    }
    unsigned long index = strtoul(segment, &end, 10);
    return *end == '\0' && *segment != '\0' && index < list->count ? list->item[index] : NULL;
}

/* Length of the first segment of a path: up to the first dot, or a whole name of an item. */
static size_t segment_length(const carom_node *root, const carom_node *node, const char *path)
{
    size_t length = strcspn(path, ".");
    for (size_t i = 0; node->kind == CAROM_NODE_LIST && i < node->count; i++) {
        char unsaid[CAROM_NAME_SIZE];
        const char *name = name_of(root, node, i, unsaid);
        size_t bytes = strlen(name);
        if (bytes > length && strncmp(path, name, bytes) == 0 &&
            (path[bytes] == '.' || path[bytes] == '\0')) {
            length = bytes;
        }
    }
    return length;
}

/* Names for a message. */
typedef struct {
    size_t count;
    char text[24][CAROM_NAME_SIZE];
} few_names;

static void add_name(few_names *names, const char *text, const char *end)
{
    if (names->count < sizeof names->text / sizeof names->text[0]) {
        snprintf(names->text[names->count++], CAROM_NAME_SIZE, "%s%s", text, end);
    }
}

/* Describe the items of a list. */
static void append_items(const edit *e, const carom_node *list, few_names *names, char *text,
                         size_t size)
{
    char unsaid[CAROM_NAME_SIZE];
    carom_text_append(text, size, "a position from 0 to %zu",
                      list->count == 0 ? 0 : list->count - 1);
    for (size_t i = 0; i < list->count && i < 12; i++) {
        const char *name = name_of(e->root, list, i, unsaid);
        if (name[0] != '\0') {
            carom_text_append(text, size, "%s%s", names->count == 0 ? " or one of: " : ", ", name);
            add_name(names, name, "");
        }
    }
}

static void report_unknown_item(const edit *e, const carom_node *list, const char *segment)
{
    char known[500] = "";
    few_names names = {.count = 0};
    const char *name[sizeof names.text / sizeof names.text[0]];
    append_items(e, list, &names, known, sizeof known);
    for (size_t i = 0; i < names.count; i++) {
        name[i] = names.text[i];
    }
    carom_hint_name_append(segment, name, names.count, known, sizeof known);
    carom_messages_add(e->messages, true, e->mark, e->override->key, "no item '%s'; expected %s",
                       segment, known);
}

/* Replace an item of materials that is a name by a mapping. NULL: no memory. */
static carom_node *expand_name(const edit *e, carom_node *list, carom_node *name)
{
    carom_node *map = carom_node_new(e->tree, CAROM_NODE_MAP, name->mark, NULL);
    if (map == NULL || !carom_node_set(e->tree, map, "name", name)) {
        return NULL;
    }
    for (size_t i = 0; i < list->count; i++) {
        list->item[i] = list->item[i] == name ? map : list->item[i];
    }
    return map;
}

/* Child of a node; created in a mapping that lacks it. */
static carom_node *child_of(const edit *e, carom_node *node, const char *segment)
{
    carom_node *child;
    if (node->kind == CAROM_NODE_LIST) {
        child = item_of(e->root, node, segment);
        if (child == NULL) {
            report_unknown_item(e, node, segment);
        } else if (child->kind == CAROM_NODE_SCALAR &&
                   node == carom_node_get(e->root, "materials")) {
            child = expand_name(e, node, child);
        }
        return child;
    }
    child = carom_node_get(node, segment);
    if (child == NULL) {
        child = carom_node_new(e->tree, CAROM_NODE_MAP, e->mark, NULL);
        if (child == NULL || !carom_node_set(e->tree, node, segment, child)) {
            return NULL;
        }
    }
    return child;
}

static const carom_param *row_of(const char *key)
{
    const carom_param *row = carom_scenario_rows;
    while (row->key != NULL && strcmp(row->key, key) != 0) {
        row++;
    }
    return row->key == NULL ? NULL : row;
}

/* Expand a number that is shorthand for a mapping: restitution: 0.9 becomes two keys with that
 * value. */
static bool expand_shorthand(const edit *e, carom_node *parent, const char *key, carom_node **child)
{
    const carom_param *row = row_of(key);
    if ((*child)->kind != CAROM_NODE_SCALAR || row == NULL || row->type != CAROM_MAP ||
        !row->scalar_sets_all) {
        return true;
    }
    carom_node *map = carom_node_new(e->tree, CAROM_NODE_MAP, (*child)->mark, NULL);
    if (map == NULL) {
        return false;
    }
    for (const carom_param *field = row->fields; field->key != NULL; field++) {
        if (field->type == CAROM_NUMBER && !carom_node_set(e->tree, map, field->key, *child)) {
            return false;
        }
    }
    *child = map;
    return carom_node_set(e->tree, parent, key, map);
}

static bool set_last(const edit *e, carom_node *node, const char *segment, carom_node *value)
{
    if (node->kind == CAROM_NODE_MAP) {
        return carom_node_set(e->tree, node, segment, value);
    }
    for (size_t i = 0; node->kind == CAROM_NODE_LIST && i < node->count; i++) {
        if (node->item[i] == item_of(e->root, node, segment)) {
            node->item[i] = value;
            return true;
        }
    }
    if (node->kind == CAROM_NODE_LIST) {
        report_unknown_item(e, node, segment);
    } else {
        carom_messages_add(e->messages, true, e->mark, e->override->key,
                           "'%s' has no keys below it; expected a value there", node->text);
    }
    return true;
}

static bool descend(const edit *e, carom_node *node, char *path, carom_node *value);

static bool item_has_key(const carom_node *item, const char *path)
{
    char key[CAROM_KEY_SIZE];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(path, "."), path);
    return item->kind == CAROM_NODE_MAP && carom_node_get(item, key) != NULL;
}

/* `*` in a path: every item of the list that has the next key. */
static bool descend_all(const edit *e, carom_node *list, const char *rest, carom_node *value)
{
    size_t reached = 0;
    bool done = true;
    for (size_t i = 0; i < list->count && done; i++) {
        if (item_has_key(list->item[i], rest)) {
            char *path = carom_text_copy(rest, strlen(rest));
            reached++;
            done = path != NULL && descend(e, list->item[i], path, value);
            free(path);
        }
    }
    if (reached == 0) {
        carom_messages_add(e->messages, true, e->mark, e->override->key, "no item has the key '%s'",
                           rest);
    }
    return done;
}

static bool descend(const edit *e, carom_node *node, char *path, carom_node *value)
{
    char *segment = path;
    for (;;) {
        char *dot = segment + segment_length(e->root, node, segment);
        if (*dot == '\0') {
            return set_last(e, node, segment, value);
        }
        *dot = '\0';
        if (node->kind == CAROM_NODE_SCALAR) {
            return set_last(e, node, segment, value);
        }
        if (node->kind == CAROM_NODE_LIST && strcmp(segment, "*") == 0) {
            return descend_all(e, node, dot + 1, value);
        }
        carom_node *child = child_of(e, node, segment);
        if (child == NULL) {
            return e->messages->errors > 0;
        }
        if (node->kind == CAROM_NODE_MAP && !expand_shorthand(e, node, segment, &child)) {
            return false;
        }
        node = child;
        segment = dot + 1;
    }
}

const carom_node *carom_tree_find(const carom_node *root, const char *path)
{
    const carom_node *node = root;
    while (node != NULL && *path != '\0' && node->kind != CAROM_NODE_SCALAR) {
        char segment[CAROM_KEY_SIZE];
        size_t length = segment_length(root, node, path);
        const char *rest = path + length + (path[length] == '.');
        const carom_node *list = node;
        snprintf(segment, sizeof segment, "%.*s", (int)length, path);
        if (list->kind == CAROM_NODE_MAP) {
            node = carom_node_get(list, segment);
        } else {
            node = item_of(root, list, segment);
            for (size_t i = 0; node == NULL && strcmp(segment, "*") == 0 && i < list->count; i++) {
                node = item_has_key(list->item[i], rest) ? list->item[i] : NULL;
            }
        }
        path = rest;
    }
    return node != NULL && node->kind == CAROM_NODE_MAP && node->count > 0 ? node->item[0] : node;
}

/* ---- balls of groups ---- */

/* balls.rack7.x_m: the ball is in no list. */
static bool report_member(const edit *e, const char *path)
{
    const carom_node *balls = carom_node_get(e->root, "balls"),
                     *groups = carom_node_get(e->root, "groups");
    char name[CAROM_KEY_SIZE], unsaid[CAROM_NAME_SIZE];
    if (strncmp(path, "balls.", 6) != 0 || groups == NULL || groups->kind != CAROM_NODE_LIST) {
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(path + 6, "."), path + 6);
    for (size_t g = 0; g < groups->count; g++) {
        const char *prefix = name_of(e->root, groups, g, unsaid);
        size_t length = strlen(prefix);
        bool listed = balls != NULL && balls->kind == CAROM_NODE_LIST &&
                      item_of(e->root, balls, name) != NULL;
        if (!listed && length > 0 && strncmp(name, prefix, length) == 0 && name[length] != '\0' &&
            name[length + strspn(name + length, "0123456789")] == '\0') {
            carom_messages_add(e->messages, true, e->mark, e->override->key,
                               "'%s' is a ball of a group; list the balls ('carom show' prints "
                               "them)",
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
        const carom_node *list = carom_node_get(e->root, sections[i]);
        if (list != NULL && list->kind == CAROM_NODE_LIST &&
            item_of(e->root, list, first) != NULL) {
            carom_messages_add(e->messages, true, e->mark, e->override->key,
                               "unknown key; did you mean '%s.%s'?", sections[i], path);
            return true;
        }
    }
    return false;
}

carom_status carom_tree_override(carom_tree *tree, carom_node *root, const carom_override *override,
                                 carom_messages *messages)
{
    edit e = {tree, root, override, messages, {1, 1, override->text}};
    carom_node *value;
    size_t before = messages->errors;
    carom_status status = carom_tree_parse(tree, override->value, strlen(override->value),
                                           override->text, messages, &value);
    if (status != CAROM_OK || messages->errors != before) {
        return status;
    }
    if (value == NULL) { /* nothing after the = */
        value = carom_node_new(tree, CAROM_NODE_SCALAR, e.mark, "");
    }
    char *path = carom_text_copy(override->key, strlen(override->key));
    if (value == NULL || path == NULL) {
        free(path);
        return CAROM_NO_MEMORY;
    }
    bool done = report_section(&e, path) || report_member(&e, path) ||
                descend(&e, root, path, value);
    free(path);
    return done ? CAROM_OK : CAROM_NO_MEMORY;
}
