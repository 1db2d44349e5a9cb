/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameter tables: defaults, ownership, parsing and formatting of values. */
#include "base/base.h"
#include "params/params.h"
#include <stdarg.h>

const carom_entry *carom_interface_find(const carom_interface *interface, const char *name)
{
    const carom_entry *const *entry = interface->entries;
    while (*entry != NULL && strcmp((*entry)->name, name) != 0) {
        entry++;
    }
    return *entry;
}

void carom_diagnostics_add(const carom_diagnostics *diagnostics, bool is_error, const char *key,
                           const char *format, ...)
{
    char text[640];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    diagnostics->report(diagnostics->context, is_error, key, text);
}

void carom_diagnostics_add_error(const carom_diagnostics *diagnostics, const char *key,
                                 const carom_error *error)
{
    carom_diagnostics_add(diagnostics, true, key, "%s", carom_error_problem(error));
}

/* ---- defaults and ownership ---- */

static carom_status set_default(carom_param_ref param, carom_error *error)
{
    const carom_param *row = param.row;
    if (row->type == CAROM_MAP) {
        return carom_params_default(row->fields, carom_param_value(param), error);
    }
    bool given = row->fallback != NULL && row->fallback[0] != '\0';
    if (row->type == CAROM_VECTOR) { /* both components start from one number */
        double *value = carom_param_value(param);
        value[0] = value[1] = given ? strtod(row->fallback, NULL) : NAN;
        return CAROM_OK;
    }
    if (row->type == CAROM_NUMBER) {
        *carom_param_number(param) = NAN;
    }
    return row->type == CAROM_LIST || !given ? CAROM_OK
                                             : carom_param_parse(param, row->fallback, error);
}

carom_status carom_params_default(const carom_param *rows, void *options, carom_error *error)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        CAROM_TRY(set_default((carom_param_ref){row, options}, error));
    }
    return CAROM_OK;
}

void carom_choice_free(carom_choice *choice)
{
    if (choice->entry != NULL && choice->options != NULL) {
        carom_params_free(choice->entry->params, choice->options);
        free(choice->options);
    }
    *choice = (carom_choice){NULL, NULL};
}

static void free_list(const carom_param *row, carom_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        carom_params_free(row->fields, (char *)list->items + i * row->size);
    }
    free(list->items);
    *list = (carom_list){NULL, 0};
}

void carom_params_free(const carom_param *rows, void *options)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        void *value = carom_param_value((carom_param_ref){row, options});
        if (row->type == CAROM_ENTRY) {
            carom_choice_free(value);
        } else if (row->type == CAROM_LIST) {
            free_list(row, value);
        } else if (row->type == CAROM_MAP) {
            carom_params_free(row->fields, value);
        }
    }
}

static void *copy_items(const void *items, size_t count, size_t size)
{
    return count * size == 0 ? NULL : memcpy(carom_allocate(count, size), items, count * size);
}

/* Replace the choices and lists inside @p options, a bytewise copy, by their own copies. */
static void copy_params(const carom_param *rows, void *options);

void carom_choice_copy(carom_choice *copy, const carom_choice *from)
{
    *copy = *from;
    if (from->options != NULL) {
        copy->options = copy_items(from->options, 1, from->entry->options_size);
        copy_params(copy->entry->params, copy->options);
    }
}

static void copy_params(const carom_param *rows, void *options)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        void *value = carom_param_value((carom_param_ref){row, options});
        carom_list *list = value;
        if (row->type == CAROM_ENTRY) {
            carom_choice_copy(value, value);
        } else if (row->type == CAROM_MAP) {
            copy_params(row->fields, value);
        } else if (row->type == CAROM_LIST) {
            list->items = copy_items(list->items, list->count, row->size);
            for (size_t i = 0; i < list->count; i++) {
                copy_params(row->fields, (char *)list->items + i * row->size);
            }
        }
    }
}

carom_status carom_choice_set(carom_choice *choice, const carom_entry *entry, carom_error *error)
{
    carom_choice_free(choice);
    choice->entry = entry;
    if (entry->options_size == 0) {
        return CAROM_OK;
    }
    choice->options = carom_allocate(1, entry->options_size);
    return carom_params_default(entry->params, choice->options, error);
}

/* ---- rows of a table and of its chosen entries ---- */

bool carom_params_each(const carom_param *rows, void *options,
                       bool (*visit)(void *context, carom_param_ref param), void *context)
{
    bool goes_on = true;
    for (const carom_param *row = rows; row != NULL && row->key != NULL && goes_on; row++) {
        carom_param_ref param = {row, options};
        goes_on = visit(context, param);
        const carom_choice *choice = row->type == CAROM_ENTRY ? carom_param_value(param) : NULL;
        if (goes_on && choice != NULL && choice->entry != NULL) {
            goes_on = carom_params_each(choice->entry->params, choice->options, visit, context);
        }
    }
    return goes_on;
}

carom_param_ref carom_params_find(const carom_param *rows, void *options, const char *key)
{
    carom_param_ref found = {NULL, NULL};
    for (const carom_param *row = rows; row != NULL && row->key != NULL && found.row == NULL;
         row++) {
        carom_param_ref param = {row, options};
        const carom_choice *choice = row->type == CAROM_ENTRY ? carom_param_value(param) : NULL;
        if (strcmp(row->key, key) == 0) {
            found = param;
        } else if (choice != NULL && choice->entry != NULL) {
            found = carom_params_find(choice->entry->params, choice->options, key);
        }
    }
    return found;
}

/* ---- text to value ---- */

static carom_status reject(const carom_param *row, const char *text, carom_error *error)
{
    char allowed[CAROM_ALLOWED_SIZE];
    carom_param_describe(row, allowed, sizeof allowed);
    return carom_error_set(error, CAROM_INVALID, row->key, "found '%.80s'; expected %s", text,
                           allowed);
}

static bool parse_within(const carom_param *row, const char *text, double *value)
{
    return carom_number_parse(text, value) && isfinite(*value) && *value >= row->lowest &&
         *value <= row->highest;
}

static carom_status parse_text(carom_param_ref param, const char *text, carom_error *error)
{
    size_t length = strlen(text);
    const char *control = carom_text_find_control(text, param.row->controls);
    if (length >= param.row->size) {
        return carom_error_set(error, CAROM_INVALID, param.row->key,
                               "found a text of %zu bytes; expected at most %zu", length,
                               param.row->size - 1);
    }
    if (control != NULL) {
        return carom_error_set(error, CAROM_INVALID, param.row->key,
                               "a text with a control character%s after %d bytes; "
                               "expected plain text in one line%s",
                               *control == '\n'   ? " (a line end)"
                               : *control == '\t' ? " (a tab)"
                                                  : "",
                               (int)(control - text),
                               *control == '\n' ? ": for > and | of YAML write >-" : "");
    }
    memcpy(carom_param_value(param), text, length + 1);
    return CAROM_OK;
}

/* Parse a list of scalars, "a, b" or "[a, b]". */
static carom_status parse_list(carom_param_ref param, const char *text, carom_error *error)
{
    static const char between[] = " ,[]";
    const carom_param *fields = param.row->fields;
    carom_list *list = carom_param_list(param);
    if (fields[0].key[0] != '\0') {
        return reject(param.row, text, error);
    }
    free_list(param.row, list);
    list->items = carom_allocate(strlen(text) + 1, param.row->size); /* one item per character */
    for (text += strspn(text, between); *text != '\0'; text += strspn(text, between)) {
        char item[64];
        size_t length = strcspn(text, between);
        snprintf(item, sizeof item, "%.*s", (int)length, text);
        text += length;
        void *room = (char *)list->items + list->count++ * param.row->size;
        carom_status status = carom_param_parse((carom_param_ref){fields, room}, item, error);
        if (status != CAROM_OK) {
            carom_error_set_key(error, param.row->key);
            return status;
        }
    }
    return CAROM_OK;
}

carom_status carom_param_parse(carom_param_ref param, const char *text, carom_error *error)
{
    const carom_param *row = param.row;
    const carom_entry *entry;
    void *value = carom_param_value(param);
    double number;
    switch (row->type) {
    case CAROM_NUMBER:
        if (row->words != NULL && strcmp(text, row->words[0]) == 0) {
            *(double *)value = INFINITY;
            return CAROM_OK;
        }
        if (parse_within(row, text, &number)) {
            *(double *)value = number;
            return CAROM_OK;
        }
        break;
    case CAROM_COUNT:
        if (parse_within(row, text, &number) && number == floor(number)) {
            *(int64_t *)value = (int64_t)number;
            return CAROM_OK;
        }
        break;
    case CAROM_FLAG:
        if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
            *(bool *)value = text[0] == 't';
            return CAROM_OK;
        }
        break;
    case CAROM_WORD:
        for (int i = 0; row->words[i] != NULL; i++) {
            if (strcmp(row->words[i], text) == 0) {
                *(int *)value = i;
                return CAROM_OK;
            }
        }
        break;
    case CAROM_TEXT: return parse_text(param, text, error);
    case CAROM_ENTRY:
        entry = carom_interface_find(row->interface, text);
        if (entry != NULL) {
            return carom_choice_set(value, entry, error);
        }
        break;
    case CAROM_LIST: return parse_list(param, text, error);
    case CAROM_VECTOR:
    case CAROM_MAP: break;
    }
    return reject(row, text, error);
}

/* ---- value to text ---- */

int carom_param_format(carom_param_ref param, char *text, size_t size)
{
    const void *value = carom_param_value(param);
    switch (param.row->type) {
    case CAROM_NUMBER:
        return param.row->words != NULL && isinf(*(const double *)value)
                 ? snprintf(text, size, "%s", param.row->words[0])
                 : carom_number_format_short(*(const double *)value, text, size);
    case CAROM_COUNT: return snprintf(text, size, "%lld", (long long)*(const int64_t *)value);
    case CAROM_FLAG: return snprintf(text, size, "%s", *(const bool *)value ? "true" : "false");
    case CAROM_WORD: return snprintf(text, size, "%s", param.row->words[*(const int *)value]);
    case CAROM_TEXT: return snprintf(text, size, "%s", (const char *)value);
    case CAROM_ENTRY: {
        const carom_entry *entry = ((const carom_choice *)value)->entry;
        return snprintf(text, size, "%s", entry == NULL ? "" : entry->name);
    }
    case CAROM_VECTOR: {
        char x[32], y[32];
        carom_number_format_short(((const double *)value)[0], x, sizeof x);
        carom_number_format_short(((const double *)value)[1], y, sizeof y);
        return snprintf(text, size, "[%s, %s]", x, y);
    }
    case CAROM_MAP:
    case CAROM_LIST: break;
    }
    return snprintf(text, size, "%s", "");
}

bool carom_param_is_set(carom_param_ref param)
{
    const void *value = carom_param_value(param);
    if (param.row->type == CAROM_NUMBER || param.row->type == CAROM_VECTOR) {
        return !isnan(*(const double *)value);
    }
    if (param.row->type == CAROM_ENTRY) {
        return ((const carom_choice *)value)->entry != NULL;
    }
    return param.row->type != CAROM_TEXT || *(const char *)value != '\0';
}

/* ---- what is allowed ---- */

static void append_bound(char *text, size_t size, const char *before, double bound)
{
    char number[32];
    if (bound == floor(bound) && fabs(bound) < 1e8) {
        snprintf(number, sizeof number, "%.0f", bound); /* no 1e+06 */
    } else {
        carom_number_format_short(bound, number, sizeof number);
    }
    carom_text_append(text, size, "%s%s", before, number);
}

static void describe_range(const carom_param *row, char *text, size_t size)
{
    double unbounded = row->type == CAROM_COUNT ? CAROM_COUNT_MAX : CAROM_ANY_HIGH;
    bool low = row->lowest > CAROM_ANY_LOW, high = row->highest < unbounded;
    if (row->lowest == CAROM_POSITIVE) {
        carom_text_append(text, size, " > 0");
    } else if (low) {
        append_bound(text, size, high ? " from " : " >= ", row->lowest);
    }
    if (high) {
        append_bound(text, size,
                     row->lowest == CAROM_POSITIVE ? " and <= " : (low ? " to " : " <= "),
                     row->highest);
    }
    if (row->unit != NULL && row->unit[0] != '\0') {
        carom_text_append(text, size, " (%s)", row->unit);
    }
}

const char *carom_param_word(const carom_param *row, size_t i)
{
    const carom_entry *entry = row->type == CAROM_ENTRY ? row->interface->entries[i] : NULL;
    return row->type == CAROM_WORD ? row->words[i] : entry != NULL ? entry->name : NULL;
}

static void describe_words(const carom_param *row, char *text, size_t size)
{
    const char *word;
    carom_text_append(text, size, "one of:");
    for (size_t i = 0; (word = carom_param_word(row, i)) != NULL; i++) {
        bool fits = strlen(text) + strlen(word) + sizeof ", , ..." <= size;
        carom_text_append(text, size, "%s%s", i == 0 ? " " : ", ", fits ? word : "...");
        if (!fits) {
            break;
        }
    }
}

void carom_param_describe(const carom_param *row, char *text, size_t size)
{
    text[0] = '\0';
    switch (row->type) {
    case CAROM_NUMBER:
        carom_text_append(text, size, "a number");
        describe_range(row, text, size);
        if (row->words != NULL) {
            carom_text_append(text, size, ", or %s", row->words[0]);
        }
        break;
    case CAROM_COUNT:
        if (row->lowest < row->highest) {
            carom_text_append(text, size, "a whole number");
            describe_range(row, text, size);
        } else {
            append_bound(text, size, "", row->lowest);
        }
        break;
    case CAROM_VECTOR:
        carom_text_append(text, size, "two numbers [x, y], each");
        describe_range(row, text, size);
        break;
    case CAROM_FLAG: carom_text_append(text, size, "true or false"); break;
    case CAROM_TEXT: carom_text_append(text, size, "a text"); break;
    case CAROM_WORD:
    case CAROM_ENTRY: describe_words(row, text, size); break;
    case CAROM_MAP:
        carom_text_append(text, size, "%sa mapping { key: value, ... }",
                          row->scalar_sets_all ? "one number, or " : "");
        break;
    case CAROM_LIST:
        carom_text_append(text, size, "%sa list, each item on its own '- '",
                          row->scalar_sets_all ? "one value, or " : "");
        break;
    }
}

/* ---- choice ---- */

static double *find_number(const carom_choice *choice, const char *key)
{
    carom_param_ref param = carom_params_find(choice->entry->params, choice->options, key);
    bool found = param.row != NULL && param.row->type == CAROM_NUMBER;
    return found ? carom_param_number(param) : NULL;
}

bool carom_choice_set_number(const carom_choice *choice, const char *key, double value)
{
    double *number = find_number(choice, key);
    if (number != NULL) {
        *number = value;
    }
    return number != NULL;
}

carom_status carom_choice_set_text(const carom_choice *choice, const char *key, const char *value,
                                   carom_error *error)
{
    carom_param_ref param = carom_params_find(choice->entry->params, choice->options, key);
    return param.row == NULL ? CAROM_OK : carom_param_parse(param, value, error);
}

double carom_choice_number(const carom_choice *choice, const char *key)
{
    const double *number = find_number(choice, key);
    return number != NULL ? *number : NAN;
}

const carom_entry *carom_choice_find_entry(const carom_choice *choice,
                                           const carom_interface *interface)
{
    const carom_entry *found = NULL;
    for (const carom_param *row = choice->entry->params;
         row != NULL && row->key != NULL && found == NULL; row++) {
        carom_param_ref param = {row, choice->options};
        const carom_choice *inner = row->type == CAROM_ENTRY ? carom_param_value(param) : NULL;
        if (inner != NULL && inner->entry != NULL) {
            found = row->interface == interface ? inner->entry
                                                : carom_choice_find_entry(inner, interface);
        }
    }
    return found;
}
