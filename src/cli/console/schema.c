/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON Schema (draft-07) of a scenario file, from the parameter tables. A mapping has the keys of
 * its rows and of every entry that an ENTRY row can choose. Conditions define the keys of the
 * chosen entry and forbid those of the others. */
#include "cli/console/console.h"

static void write_mapping(FILE *stream, const carom_param *rows);

/* ---- rows ---- */

/* @param type  number or integer */
static void write_number(FILE *stream, const carom_param *row, const char *type)
{
    carom_json_write(stream, "{type: $", type);
    if (row->lowest == CAROM_POSITIVE) {
        carom_json_write(stream, ", exclusiveMinimum: 0");
    } else if (row->lowest > CAROM_ANY_LOW) {
        fprintf(stream, ", \"minimum\": %.17g", row->lowest);
    }
    if (row->highest < CAROM_ANY_HIGH) {
        fprintf(stream, ", \"maximum\": %.17g", row->highest);
    }
    fputc('}', stream);
}

static void write_words(FILE *stream, const char *const *words)
{
    const char *format = "{enum: [$";
    for (; *words != NULL; words++, format = ", $") {
        carom_json_write(stream, format, *words);
    }
    fputs("]}", stream);
}

typedef struct {
    FILE *stream;
    const char *format; /* of the next name */
} name_list;

static void write_name(void *context, const char *name)
{
    name_list *list = context;
    carom_json_write(list->stream, list->format, name);
    list->format = ", $";
}

static void write_names(FILE *stream, const carom_interface *interface)
{
    name_list list = {stream, "{enum: [$"};
    for (const carom_entry *const *entry = interface->entries; *entry != NULL; entry++) {
        write_name(&list, (*entry)->name);
    }
    if (interface->plugins != NULL) {
        interface->plugins->each(write_name, &list);
    }
    fputs("]}", stream);
}

/* Items of a list: mappings, or values (contacts of `trace`: also pairs) if the only row has no
 * key. A single value may replace a list, and a name a mapping. */
static void write_list(FILE *stream, const carom_param *row)
{
    const bool scalars = row->fields[0].key[0] == '\0';
    carom_json_write(stream, "{type: [array");
    carom_json_write(stream, row->scalar_sets_all ? ", object, string, number" : "");
    carom_json_write(stream, "], items: {anyOf: [");
    if (scalars || row->scalar_sets_all) {
        carom_json_write(stream, "{type: [string, number, boolean, array]}");
    }
    if (!scalars || row->fields[1].key != NULL) {
        fputs(scalars || row->scalar_sets_all ? ", " : "", stream);
        write_mapping(stream, row->fields + scalars);
    }
    fputs("]}}", stream);
}

static void write_map(FILE *stream, const carom_param *row)
{
    if (row->scalar_sets_all) {
        carom_json_write(stream, "{anyOf: [{type: number}, ");
    }
    write_mapping(stream, row->fields);
    fputs(row->scalar_sets_all ? "]}" : "", stream);
}

static void write_values(FILE *stream, const carom_param *row)
{
    switch (row->type) {
    case CAROM_NUMBER:
        carom_json_write(stream, row->words == NULL ? "" : "{anyOf: [");
        write_number(stream, row, "number");
        if (row->words != NULL) {
            fputs(", ", stream);
            write_words(stream, row->words);
            fputs("]}", stream);
        }
        break;
    case CAROM_COUNT: write_number(stream, row, "integer"); break;
    case CAROM_FLAG: carom_json_write(stream, "{type: boolean}"); break;
    case CAROM_WORD: write_words(stream, row->words); break;
    case CAROM_TEXT: /* YAML reads some names as numbers or booleans */
        carom_json_write(stream, "{type: [string, number, boolean]}");
        break;
    case CAROM_VECTOR:
        carom_json_write(stream, "{type: array, minItems: 2, maxItems: 2, items: ");
        write_number(stream, row, "number");
        fputc('}', stream);
        break;
    case CAROM_ENTRY: write_names(stream, row->interface); break;
    case CAROM_MAP: write_map(stream, row); break;
    case CAROM_LIST: write_list(stream, row); break;
    }
}

/* A row with its description and unit. */
static void write_row(FILE *stream, const carom_param *row)
{
    char text[600];
    const char *unit = row->unit == NULL ? "" : row->unit;
    snprintf(text, sizeof text, "%.500s%s%s%s", row->doc, unit[0] == '\0' ? "" : " (", unit,
             unit[0] == '\0' ? "" : ")");
    carom_json_write(stream, "$: {description: $", row->key, text);
    if (row->fallback != NULL && row->fallback[0] != '\0') {
        carom_json_write(stream, ", default: $", row->fallback);
    }
    carom_json_write(stream, ", allOf: [");
    write_values(stream, row);
    fputs("]}", stream);
}

/* ---- entries ---- */

typedef void visit_entry(void *context, const carom_param *row, const carom_entry *entry);

/* An ENTRY row whose plug-ins are visited. */
typedef struct {
    visit_entry *visit;
    void *context;
    const carom_param *row;
} entry_visit;

static void visit_plugin(void *context, const char *name)
{
    const entry_visit *v = context;
    char why_not[300];
    const carom_entry *entry = carom_interface_lookup(v->row->interface, name, why_not,
                                                      sizeof why_not);
    if (entry != NULL) {
        v->visit(v->context, v->row, entry);
    }
}

/* Visits the entries of an ENTRY row, plug-ins included that are available. */
static void each_entry(const carom_param *row, visit_entry *visit, void *context)
{
    for (const carom_entry *const *entry = row->interface->entries; *entry != NULL; entry++) {
        visit(context, row, *entry);
    }
    if (row->interface->plugins != NULL) {
        row->interface->plugins->each(visit_plugin, &(entry_visit){visit, context, row});
    }
}

/* Keys that a mapping can have, directly or by any choice of entries. */
typedef struct {
    const char *key[512];
    size_t count;
} key_set;

static bool has_key(const key_set *keys, const char *key)
{
    size_t i = 0;
    while (i < keys->count && strcmp(keys->key[i], key) != 0) {
        i++;
    }
    return i < keys->count;
}

static void add_entry_keys(void *context, const carom_param *row, const carom_entry *entry);

static void add_keys(key_set *keys, const carom_param *rows)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        if (!has_key(keys, row->key) && keys->count < sizeof keys->key / sizeof keys->key[0]) {
            keys->key[keys->count++] = row->key;
        }
        if (row->type == CAROM_ENTRY) {
            each_entry(row, add_entry_keys, keys);
        }
    }
}

static void add_entry_keys(void *context, const carom_param *row, const carom_entry *entry)
{
    (void)row;
    add_keys(context, entry->params);
}

/* ---- mappings ---- */

static void write_required(FILE *stream, const carom_param *rows)
{
    const char *format = ", required: [$";
    bool any = false;
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        bool alternative = row->instead_of != NULL;
        for (const carom_param *other = rows; other->key != NULL; other++) {
            alternative = alternative ||
                          (other->instead_of != NULL && strcmp(other->instead_of, row->key) == 0);
        }
        if (row->fallback == NULL && !alternative && row->type != CAROM_MAP) {
            carom_json_write(stream, format, row->key);
            format = ", $";
            any = true;
        }
    }
    fputs(any ? "]" : "", stream);
}

static void write_properties(FILE *stream, const carom_param *rows)
{
    const char *between = "";
    carom_json_write(stream, "properties: {");
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++, between = ", ") {
        fputs(between, stream);
        write_row(stream, row);
    }
    fputc('}', stream);
}

typedef struct {
    FILE *stream;
    const carom_param *rows; /* of the mapping, or of the entry that chooses this one */
} condition_list;

/* Forbids keys of other entries of the row that neither this entry nor other rows allow. */
static void write_forbidden(FILE *stream, const carom_param *rows, const carom_param *row,
                            const carom_entry *entry)
{
    key_set allowed = {.count = 0}, others = {.count = 0};
    const char *format = "{properties: {$: ?";
    for (const carom_param *other = rows; other->key != NULL; other++) {
        const carom_param one[] = {*other, {.key = NULL}};
        if (other != row) {
            add_keys(&allowed, one);
        }
    }
    add_keys(&allowed, entry->params);
    each_entry(row, add_entry_keys, &others);
    for (size_t i = 0; i < others.count; i++) {
        if (!has_key(&allowed, others.key[i])) {
            carom_json_write(stream, format, others.key[i], false);
            format = ", $: ?";
        }
    }
    fputs(format[0] == '{' ? "true" : "}}", stream);
}

/* Writes the conditions of the ENTRY rows in @p rows, which follow others. */
static void write_conditions(FILE *stream, const carom_param *rows);

/* An entry that is chosen if the key is missing. */
static bool is_default(const carom_param *row, const carom_entry *entry)
{
    return row->fallback != NULL && carom_interface_find(row->interface, row->fallback) == entry;
}

static void write_condition(void *context, const carom_param *row, const carom_entry *entry)
{
    const condition_list *list = context;
    FILE *stream = list->stream;
    fputs(", ", stream);
    carom_json_write(stream, "{if: {properties: {$: {const: $}}", row->key, entry->name);
    if (!is_default(row, entry)) {
        carom_json_write(stream, ", required: [$]", row->key);
    }
    carom_json_write(stream, "}, then: {allOf: [");
    write_forbidden(stream, list->rows, row, entry);
    write_conditions(stream, entry->params);
    fputs("], ", stream);
    write_properties(stream, entry->params);
    write_required(stream, entry->params);
    fputs("}}", stream);
}

static void write_conditions(FILE *stream, const carom_param *rows)
{
    condition_list list = {stream, rows};
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        if (row->type == CAROM_ENTRY) {
            each_entry(row, write_condition, &list);
        }
    }
}

/* Names of plug-ins that are not available. */
typedef struct {
    const carom_interface *interface;
    name_list names;
} missing_list;

static void write_missing_name(void *context, const char *name)
{
    missing_list *missing = context;
    char why_not[300];
    if (carom_interface_lookup(missing->interface, name, why_not, sizeof why_not) == NULL) {
        write_name(&missing->names, name);
    }
}

/* Begins a condition that is false for plug-ins that are not available: their keys are unknown. */
static void begin_known_keys(FILE *stream, const carom_param *rows)
{
    fputs(", \"if\": {\"anyOf\": [false", stream);
    for (const carom_param *row = rows; row->key != NULL; row++) {
        if (row->type == CAROM_ENTRY && row->interface->plugins != NULL) {
            missing_list missing = {row->interface, {stream, "$"}};
            carom_json_write(stream, ", {required: [$], properties: {$: {enum: [", row->key,
                             row->key);
            row->interface->plugins->each(write_missing_name, &missing);
            fputs("]}}}", stream);
        }
    }
    carom_json_write(stream, "]}, else: {");
}

/* Keys of entries are only named here; the conditions define them. */
static void write_mapping(FILE *stream, const carom_param *rows)
{
    key_set keys = {.count = 0};
    add_keys(&keys, rows);
    carom_json_write(stream, "{type: object, ");
    write_properties(stream, rows);
    write_required(stream, rows);
    fputs(", \"allOf\": [true", stream);
    write_conditions(stream, rows);
    fputc(']', stream);
    begin_known_keys(stream, rows);
    carom_json_write(stream, "propertyNames: {enum: [");
    for (size_t i = 0; i < keys.count; i++) {
        carom_json_write(stream, i == 0 ? "$" : ", $", keys.key[i]);
    }
    fputs("]}}}", stream);
}

/* Plug-ins stay loaded: if memory suffices here, the schema finds the same ones each time. */
static void load_plugin(void *context, const char *name)
{
    char why_not[300];
    bool *no_memory = context;
    if (carom_interface_lookup(&carom_solvers, name, why_not, sizeof why_not) == NULL) {
        *no_memory = *no_memory || strcmp(why_not, "out of memory") == 0;
    }
}

carom_status cli_schema_print(FILE *stream, carom_error *error)
{
    bool no_memory = false;
    carom_solvers.plugins->each(load_plugin, &no_memory);
    CAROM_NEED(!no_memory, error);
    fputs("{\"$schema\": \"http://json-schema.org/draft-07/schema#\",\n"
          "\"title\": \"carom scenario\",\n"
          "\"description\": \"A billiard scenario; 'carom help scenario' explains it\",\n"
          "\"allOf\": [",
          stream);
    write_mapping(stream, carom_scenario_rows);
    fputs("]}\n", stream);
    return CAROM_OK;
}
