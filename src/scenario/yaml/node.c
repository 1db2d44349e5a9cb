/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes lie one behind the other in large pieces of memory, their texts behind them: the scenario
 * of a million balls has 25 million, and none of them goes before the tree does. */
#include "scenario/yaml/yaml.h"
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 65536 };

struct carom_nodes {
    carom_nodes *before;
    size_t used, size;
    alignas(max_align_t) char room[];
};

/* Room that is freed with the tree. NULL: no memory */
static void *room_in(carom_tree *tree, size_t bytes)
{
    carom_nodes *chunk = tree->newest;
    size_t whole = (bytes + alignof(carom_node) - 1) / alignof(carom_node) * alignof(carom_node),
           size = whole > CHUNK ? whole : CHUNK;
    if (chunk == NULL || chunk->size - chunk->used < whole) {
        chunk = malloc(sizeof *chunk + size);
        if (chunk == NULL) {
            return NULL;
        }
        *chunk = (carom_nodes){.before = tree->newest, .size = size};
        tree->newest = chunk;
    }
    chunk->used += whole;
    return chunk->room + chunk->used - whole;
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
    carom_node *node = room_in(tree, sizeof *node + bytes);
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

/* Room for one more. What was there before stays in the tree's memory: of four times the room each
 * time, at most a third. */
static bool grow(carom_tree *tree, carom_node *parent, bool keys)
{
    enum { FIRST_ROOM = 4, TIMES = 4 };
    size_t size = parent->capacity == 0 ? FIRST_ROOM : TIMES * (size_t)parent->capacity;
    carom_node **item, **key = NULL;
    if (parent->count < parent->capacity) {
        return true;
    }
    item = room_in(tree, size * sizeof *item);
    key = keys ? room_in(tree, size * sizeof *key) : NULL;
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

size_t carom_node_place(const carom_node *map, const char *key)
{
    size_t i = 0;
    while (i < map->count && strcmp(map->key[i]->text, key) != 0) {
        i++;
    }
    return i;
}

carom_node *carom_node_get(const carom_node *map, const char *key)
{
    size_t i;
    if (map == NULL || map->kind != CAROM_NODE_MAP) {
        return NULL;
    }
    i = carom_node_place(map, key);
    return i < map->count ? map->item[i] : NULL;
}

bool carom_node_set(carom_tree *tree, carom_node *map, const char *key, carom_node *value)
{
    size_t i = carom_node_place(map, key);
    carom_node *name;
    if (i < map->count) {
        map->item[i] = value;
        return true;
    }
    name = carom_node_new(tree, CAROM_NODE_SCALAR, value->mark, key);
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
