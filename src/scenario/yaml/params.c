/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a mapping of a file by a parameter table. Errors have a position and the allowed values. */
#include "params/params.h"
#include "base/base.h"
#include "scenario/yaml/yaml.h"

enum { PATH_SIZE = 256 };

typedef struct {
    const carom_param *rows;
    void *options;
    carom_node node;
    const char *path;
    carom_messages *messages;
    carom_status status;
    bool entry_failed; /* its keys are then not reported as unknown */
    /* rows that misspelt keys probably mean: not reported as missing */
    const carom_param *misspelt[16];
    size_t misspelt_count;
} mapping;

static void full_key(const mapping *m, const char *key, char text[PATH_SIZE])
{
    snprintf(text, PATH_SIZE, "%s%s%s", m->path, m->path[0] != '\0' && key[0] != '\0' ? "." : "",
             key);
}

static void report_error(const mapping *m, carom_mark mark, const char *key, const char *text)
{
    char path[PATH_SIZE];
    full_key(m, key, path);
    carom_messages_add(m->messages, true, mark, path, "%s", text);
}

static void report_wrong_kind(const mapping *m, const carom_param *row, carom_node value)
{
    char found[128], allowed[CAROM_ALLOWED_SIZE], text[640];
    carom_param_describe(row, allowed, sizeof allowed);
    snprintf(text, sizeof text, "found %s; expected %s",
             carom_node_describe(value, found, sizeof found), allowed);
    report_error(m, carom_node_mark(value, m->node), row->key, text);
}

/* No suggestions after so many errors: the search for similar keys takes time. */
enum { MOST_ERRORS = 200 };

/* Key i of a mapping, and the one before it. */
static carom_written_key written_key(carom_node map, size_t i)
{
    carom_node value = carom_node_value(map, i),
               earlier = i > 0 ? carom_node_value(map, i - 1) : CAROM_NO_NODE;
    bool text = carom_node_kind_of(earlier) == CAROM_NODE_SCALAR;
    return (carom_written_key){.key = carom_node_scalar(carom_node_key(map, i)),
                               .bare = carom_node_kind_of(value) == CAROM_NODE_SCALAR &&
                                       carom_node_scalar(value)[0] == '\0',
                               .earlier_key = text ? carom_node_scalar(carom_node_key(map, i - 1))
                                                   : NULL,
                               .earlier = text ? carom_node_scalar(earlier) : NULL};
}

/* Writes the path of a key of --set that is on the wrong level: "solvers.heun", the first item that
 * has the key, or else the last. @return NULL: no such path */
static const char *path_of_set(const mapping *m, size_t i, char path[PATH_SIZE])
{
    carom_node key = carom_node_key(m->node, i);
    const carom_param *parent = carom_node_mark(key, key).origin == NULL
                                  ? NULL
                                  : carom_hint_parent(m->rows, carom_node_scalar(key));
    carom_node list = parent == NULL ? CAROM_NO_NODE : carom_node_get(m->node, parent->key);
    if (parent == NULL || m->path[0] != '\0') {
        return NULL;
    }
    size_t k = 0, count = carom_node_kind_of(list) == CAROM_NODE_LIST ? carom_node_count(list) : 0;
    while (k + 1 < count &&
           carom_node_get(carom_node_value(list, k), carom_node_scalar(key)).id == 0) {
        k++;
    }
    snprintf(path, PATH_SIZE, "%s", parent->key);
    if (count > 0) {
        const char *name = carom_node_text(carom_node_value(list, k), "name");
        name = name[0] == '\0' ? carom_node_text(carom_node_value(list, k), "kind") : name;
        carom_text_append(path, PATH_SIZE, name[0] == '\0' ? ".%.0s%zu" : ".%s", name, k);
    }
    return path;
}

static void report_unknown_key(mapping *m, size_t i)
{
    char text[640], path[PATH_SIZE], removed[PATH_SIZE];
    const carom_param *meant = NULL;
    if (m->entry_failed) {
        return;
    }
    full_key(m, carom_node_scalar(carom_node_key(m->node, i)), path);
    const char *instead = carom_removed_advice(path, NULL, removed, sizeof removed);
    snprintf(text, sizeof text, "unknown key");
    if (instead != NULL) {
        snprintf(text, sizeof text, "the key was removed; %s", instead);
    } else if (m->messages->errors < MOST_ERRORS) {
        carom_written_key written = written_key(m->node, i);
        char above[PATH_SIZE];
        written.path = path_of_set(m, i, above);
        meant = carom_hint_key(m->rows, m->options, &written, text, sizeof text);
        const carom_param *outer = meant != NULL ? NULL : m->messages->outermost;
        while (outer != NULL && outer->key != NULL && strcmp(outer->key, written.key) != 0) {
            outer++;
        }
        if (outer != NULL && outer->key != NULL) {
            snprintf(text, sizeof text, "unknown key here; write it outside '%s', not indented",
                     m->path);
        }
    }
    if (meant != NULL && m->misspelt_count < sizeof m->misspelt / sizeof m->misspelt[0]) {
        m->misspelt[m->misspelt_count++] = meant;
    }
    report_error(m, carom_node_mark(carom_node_key(m->node, i), m->node),
                 carom_node_scalar(carom_node_key(m->node, i)), text);
}

/* ---- values ---- */

static void read_scalar(mapping *m, carom_param_ref param, carom_node value)
{
    carom_error error = {0};
    if (carom_node_kind_of(value) != CAROM_NODE_SCALAR ||
        (carom_node_scalar(value)[0] == '\0' &&
         (param.row->type != CAROM_TEXT ||
          (param.row->fallback == NULL && param.row->key[0] != '\0')))) {
        report_wrong_kind(m, param.row, value);
        return;
    }
    carom_status status = carom_param_parse(param, carom_node_scalar(value), &error);
    if (status == CAROM_INVALID) {
        char path[PATH_SIZE], removed[PATH_SIZE];
        full_key(m, param.row->key, path);
        const char *instead = carom_removed_advice(path, carom_node_scalar(value), removed,
                                                   sizeof removed);
        if (instead != NULL) {
            carom_error_set(&error, CAROM_INVALID, param.row->key, "'%s' was removed; %s",
                            carom_node_scalar(value), instead);
        } else {
            carom_hint_value(param.row, carom_node_scalar(value), error.text, sizeof error.text);
        }
        report_error(m, carom_node_mark(value, m->node), param.row->key,
                     carom_error_problem(&error));
    } else if (status != CAROM_OK) {
        m->status = status;
    }
}

static void read_vector(mapping *m, carom_param_ref param, carom_node value)
{
    double *vector = carom_param_number(param);
    if (carom_node_kind_of(value) != CAROM_NODE_LIST || carom_node_count(value) != 2) {
        report_wrong_kind(m, param.row, value);
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        carom_param component = *param.row;
        component.type = CAROM_NUMBER;
        component.offset = 0;
        read_scalar(m, (carom_param_ref){&component, &vector[i]}, carom_node_value(value, i));
    }
}

static void read_shorthand(mapping *m, carom_param_ref param, carom_node value)
{
    void *fields = carom_param_value(param);
    size_t before = m->messages->errors;
    for (const carom_param *row = param.row->fields;
         row->key != NULL && m->messages->errors == before; row++) {
        carom_param field = *row;
        field.key = param.row->key;
        if (row->type == CAROM_NUMBER) {
            read_scalar(m, (carom_param_ref){&field, fields}, value);
        }
    }
}

static void read_map(mapping *m, carom_param_ref param, carom_node value)
{
    char path[PATH_SIZE];
    full_key(m, param.row->key, path);
    if (param.row->scalar_sets_all && carom_node_kind_of(value) == CAROM_NODE_SCALAR &&
        carom_node_scalar(value)[0] != '\0') {
        read_shorthand(m, param, value);
        return;
    }
    if (carom_node_kind_of(value) != CAROM_NODE_MAP) {
        report_wrong_kind(m, param.row, value);
        return;
    }
    m->status = carom_params_read(param.row->fields, carom_param_value(param), value, path,
                                  m->messages);
}

static void read_value(mapping *m, carom_param_ref param, carom_node value);

static void read_item(mapping *m, const carom_param *row, void *item, carom_node value,
                      size_t index)
{
    char path[PATH_SIZE], base[PATH_SIZE - 32];
    snprintf(base, sizeof base, "%s%s%s", m->path, m->path[0] == '\0' ? "" : ".", row->key);
    snprintf(path, sizeof path, "%s[%zu]", base, index);
    m->status = carom_params_default(row->fields, item, NULL);
    if (m->status != CAROM_OK) {
        return;
    }
    if (row->fields[0].key[0] == '\0') { /* a list of scalars or vectors */
        mapping inner = *m;
        inner.path = path;
        read_value(&inner, (carom_param_ref){row->fields, item}, value);
        m->status = inner.status;
        return;
    }
    if (row->scalar_sets_all && carom_node_kind_of(value) == CAROM_NODE_SCALAR) { /* a name alone */
        read_scalar(m, (carom_param_ref){row->fields, item}, value);
        return;
    }
    m->status = carom_params_read(row->fields, item, value, path, m->messages);
}

static void read_list(mapping *m, carom_param_ref param, carom_node value)
{
    const carom_param *row = param.row;
    carom_list *list = carom_param_list(param);
    bool alone = row->scalar_sets_all && carom_node_kind_of(value) == CAROM_NODE_SCALAR;
    size_t count = alone ? 1 : carom_node_count(value);
    if (carom_node_kind_of(value) != CAROM_NODE_LIST && !alone) {
        report_wrong_kind(m, row, value);
        return;
    }
    if ((double)count < row->lowest || (double)count > row->highest) {
        char text[128];
        snprintf(text, sizeof text, "found %zu items; expected %.0f to %.0f", count, row->lowest,
                 row->highest);
        report_error(m, carom_node_mark(value, m->node), row->key, text);
        return;
    }
    list->items = carom_allocate(count + 1, row->size);
    while (list->count < count && m->status == CAROM_OK) {
        size_t i = list->count++;
        read_item(m, row, (char *)list->items + i * row->size,
                  alone ? value : carom_node_value(value, i), i);
        m->status = carom_messages_stopped(m->messages) ? CAROM_INTERRUPTED : m->status;
    }
}

static void read_value(mapping *m, carom_param_ref param, carom_node value)
{
    switch (param.row->type) {
    case CAROM_MAP: read_map(m, param, value); break;
    case CAROM_LIST: read_list(m, param, value); break;
    case CAROM_VECTOR: read_vector(m, param, value); break;
    case CAROM_ENTRY: break; /* read first, by read_entries */
    case CAROM_NUMBER:
    case CAROM_COUNT:
    case CAROM_FLAG:
    case CAROM_WORD:
    case CAROM_TEXT: read_scalar(m, param, value); break;
    }
}

/* ---- the mapping ---- */

/* Read entries first, from the outermost: each adds its rows to the table. */
static void read_entries(mapping *m, const carom_param *rows, void *options)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        carom_param_ref param = {row, options};
        carom_node value = carom_node_get(m->node, row->key);
        if (row->type != CAROM_ENTRY || m->status != CAROM_OK) {
            continue;
        }
        if (value.id != 0) {
            size_t before = m->messages->errors;
            read_scalar(m, param, value);
            m->entry_failed = m->entry_failed || m->messages->errors != before;
        }
        carom_choice *choice = carom_param_choice(param);
        if (choice->entry != NULL) {
            read_entries(m, choice->entry->params, choice->options);
        } else {
            m->entry_failed = true;
        }
    }
}

/* True if an alternative to the key is given. */
static bool is_replaced(const mapping *m, const char *key)
{
    for (size_t i = 0; i < carom_node_count(m->node); i++) {
        const carom_param *row = carom_params_find(m->rows, m->options,
                                                   carom_node_scalar(carom_node_key(m->node, i)))
                                     .row;
        if (row != NULL && row->instead_of != NULL && strcmp(row->instead_of, key) == 0) {
            return true;
        }
    }
    return false;
}

static bool check_presence(void *context, carom_param_ref param)
{
    const mapping *m = context;
    const carom_param *row = param.row;
    carom_node given = carom_node_get(m->node, row->key);
    char allowed[CAROM_ALLOWED_SIZE], text[640];
    bool is_misspelt = false;
    for (size_t i = 0; i < m->misspelt_count; i++) {
        is_misspelt = is_misspelt || strcmp(m->misspelt[i]->key, row->key) == 0;
    }
    if (m->entry_failed && param.options != m->options) {
        return true; /* rows of a default entry */
    }
    if (given.id == 0 && row->fallback == NULL && !is_misspelt && !is_replaced(m, row->key)) {
        carom_param_describe(row, allowed, sizeof allowed);
        snprintf(text, sizeof text,
                 row->lowest == row->highest && row->type == CAROM_COUNT
                     ? "missing; expected the line '%s: %s'"
                     : "missing; expected %.0s%s",
                 row->key, allowed);
        report_error(m, carom_node_mark(m->node, m->node), row->key, text);
    }
    if (given.id != 0 && row->instead_of != NULL && strcmp(row->key, row->instead_of) < 0 &&
        carom_node_get(m->node, row->instead_of).id != 0) {
        snprintf(text, sizeof text, "given together with '%s'; expected one of the two",
                 row->instead_of);
        report_error(m, carom_node_mark(given, m->node), row->key, text);
    }
    if (given.id == 0 && row->instead_of != NULL && row->type == CAROM_NUMBER &&
        carom_node_get(m->node, row->instead_of).id != 0) { /* the default is replaced */
        *carom_param_number(param) = NAN;
    }
    return true;
}

carom_status carom_params_read(const carom_param *rows, void *options, carom_node node,
                               const char *path, carom_messages *messages)
{
    mapping m = {
        .rows = rows, .options = options, .node = node, .path = path, .messages = messages};
    if (carom_node_kind_of(node) != CAROM_NODE_MAP) {
        char found[128];
        carom_messages_add(messages, true, carom_node_mark(node, node), path,
                           "found %s; expected a mapping { key: value, ... }",
                           carom_node_describe(node, found, sizeof found));
        return CAROM_OK;
    }
    read_entries(&m, rows, options);
    for (size_t i = 0; i < carom_node_count(node) && m.status == CAROM_OK; i++) {
        carom_param_ref param = carom_params_find(rows, options,
                                                  carom_node_scalar(carom_node_key(node, i)));
        if (param.row == NULL) {
            report_unknown_key(&m, i);
        } else if (param.row->unless == NULL || carom_node_get(node, param.row->unless).id == 0) {
            read_value(&m, param, carom_node_value(node, i));
        }
    }
    if (m.status == CAROM_OK) {
        carom_params_each(rows, options, check_presence, &m);
    }
    return m.status;
}
