/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --set KEY=VALUE: an edit of the scenario's tree before it is read, so that it can say anything
 * that the file can, and is checked like it. KEY is a path of keys; an item of a list is reached by
 * its `name` or its position from 0, and `*` reaches every item that says what follows. */
#include "base/text.h"
#include "scenario/scenario.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    carom_tree *tree;
    const carom_override *override;
    carom_messages *messages;
    carom_mark mark;
} edit;

static carom_node *item_of(const carom_node *list, const char *segment)
{
    char *end;
    unsigned long index;
    for (size_t i = 0; i < list->count; i++) {
        const carom_node *name = carom_node_get(list->item[i], "name");
        if (name != NULL && name->kind == CAROM_NODE_SCALAR && strcmp(name->text, segment) == 0) {
            return list->item[i];
        }
    }
    index = strtoul(segment, &end, 10);
    return *end == '\0' && *segment != '\0' && index < list->count ? list->item[index] : NULL;
}

static void complain_item(const edit *e, const carom_node *list, const char *segment)
{
    char names[400] = "";
    for (size_t i = 0; i < list->count && i < 12; i++) {
        const carom_node *name = carom_node_get(list->item[i], "name");
        size_t used = strlen(names);
        if (name != NULL && name->kind == CAROM_NODE_SCALAR) {
            snprintf(names + used, sizeof names - used, "%s%s", used == 0 ? "" : ", ", name->text);
        }
    }
    carom_messages_add(e->messages, true, e->mark, e->override->key,
                       "no item '%s'; expected a position from 0 to %zu%s%s", segment,
                       list->count == 0 ? 0 : list->count - 1,
                       names[0] == '\0' ? "" : " or one of: ", names);
}

/* The child of a node, made where a mapping lacks it. restitution: 0.9 becomes a mapping with that
 * value for both when one of the two is set. */
static carom_node *child_of(const edit *e, carom_node *node, const char *segment)
{
    carom_node *child;
    if (node->kind == CAROM_NODE_LIST) {
        child = item_of(node, segment);
        if (child == NULL) {
            complain_item(e, node, segment);
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
    for (const carom_param *row = carom_scenario_rows; row->key != NULL; row++) {
        if (strcmp(row->key, key) == 0) {
            return row;
        }
    }
    return NULL;
}

/* A number that is shorthand for a whole mapping becomes that mapping. */
static bool expand_shorthand(const edit *e, carom_node *parent, const char *key, carom_node **child)
{
    const carom_param *row = row_of(key);
    carom_node *map;
    if ((*child)->kind != CAROM_NODE_SCALAR || row == NULL || !row->scalar_sets_all) {
        return true;
    }
    map = carom_node_new(e->tree, CAROM_NODE_MAP, (*child)->mark, NULL);
    if (map == NULL) {
        return false;
    }
    for (const carom_param *field = row->fields; field->key != NULL; field++) {
        if (!carom_node_set(e->tree, map, field->key, *child)) {
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
        if (node->item[i] == item_of(node, segment)) {
            node->item[i] = value;
            return true;
        }
    }
    if (node->kind == CAROM_NODE_LIST) {
        complain_item(e, node, segment);
    } else {
        carom_messages_add(e->messages, true, e->mark, e->override->key,
                           "'%s' has no keys below it; expected a value there", node->text);
    }
    return true;
}

static bool descend(const edit *e, carom_node *node, char *path, carom_node *value);

static bool says(const carom_node *item, const char *path)
{
    char key[CAROM_KEY_SIZE];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(path, "."), path);
    return item->kind == CAROM_NODE_MAP && carom_node_get(item, key) != NULL;
}

/* `*` in a path: every item of the list that says the key after it already. */
static bool descend_all(const edit *e, carom_node *list, const char *rest, carom_node *value)
{
    size_t reached = 0;
    bool done = true;
    for (size_t i = 0; i < list->count && done; i++) {
        if (says(list->item[i], rest)) {
            char *path = carom_text_copy(rest, strlen(rest));
            reached++;
            done = path != NULL && descend(e, list->item[i], path, value);
            free(path);
        }
    }
    if (reached == 0) {
        carom_messages_add(e->messages, true, e->mark, e->override->key,
                           "no item says '%s'; expected one that does", rest);
    }
    return done;
}

static bool descend(const edit *e, carom_node *node, char *path, carom_node *value)
{
    char *segment = path, *dot;
    while ((dot = strchr(segment, '.')) != NULL) {
        carom_node *child;
        *dot = '\0';
        if (node->kind == CAROM_NODE_SCALAR) {
            break;
        }
        if (node->kind == CAROM_NODE_LIST && strcmp(segment, "*") == 0) {
            return descend_all(e, node, dot + 1, value);
        }
        child = child_of(e, node, segment);
        if (child == NULL) {
            return e->messages->errors > 0;
        }
        if (node->kind == CAROM_NODE_MAP && !expand_shorthand(e, node, segment, &child)) {
            return false;
        }
        node = child;
        segment = dot + 1;
    }
    return set_last(e, node, segment, value);
}

carom_status carom_tree_override(carom_tree *tree, carom_node *root, const carom_override *override,
                                 carom_messages *messages)
{
    edit e = {tree, override, messages, {1, 1, override->text}};
    carom_node *value;
    char *path;
    size_t before = messages->errors;
    bool done;
    carom_status status = carom_tree_parse(tree, override->value, strlen(override->value),
                                           override->text, messages, &value);
    if (status != CAROM_OK || messages->errors != before) {
        return status;
    }
    if (value == NULL) { /* nothing after the = */
        value = carom_node_new(tree, CAROM_NODE_SCALAR, e.mark, "");
    }
    path = carom_text_copy(override->key, strlen(override->key));
    if (value == NULL || path == NULL) {
        free(path);
        return CAROM_NO_MEMORY;
    }
    done = descend(&e, root, path, value);
    free(path);
    return done ? CAROM_OK : CAROM_NO_MEMORY;
}
