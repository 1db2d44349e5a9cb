/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces src/params/hint.c and src/scenario/yaml/fault.c. Readers of a page do not type
 * scenarios: its controls offer names and check numbers, and links have a checksum. */
#include "base/base.h"
#include "params/params.h"
#include "scenario/yaml/yaml.h"

void carom_syntax_fault_explain(carom_syntax_fault *fault)
{
    snprintf(fault->message, sizeof fault->message, "not YAML: %s",
             fault->problem == NULL ? "" : fault->problem);
}

typedef struct {
    char *text;
    size_t size;
    bool first;
} key_list;

static bool append_key(void *context, carom_param_ref place)
{
    key_list *keys = context;
    if (place.row->key[0] != '\0') {
        carom_text_append(keys->text, keys->size, "%s%s", keys->first ? "" : ", ", place.row->key);
        keys->first = false;
    }
    return true;
}

const carom_param *carom_hint_key(const carom_param *rows, void *options,
                                  const carom_written_key *written, char *text, size_t size)
{
    (void)written;
    snprintf(text, size, "unknown key; expected one of: ");
    carom_params_each(rows, options, append_key, &(key_list){text, size, true});
    return NULL;
}

void carom_hint_value(const carom_param *row, const char *value, char *text, size_t size)
{
    (void)row;
    (void)value;
    (void)text;
    (void)size;
}

const char *carom_hint_name(const char *wanted, const char *const *names, size_t count)
{
    (void)wanted;
    (void)names;
    (void)count;
    return NULL;
}

void carom_hint_name_append(const char *wanted, const char *const *names, size_t count, char *text,
                            size_t size)
{
    (void)wanted;
    (void)names;
    (void)count;
    (void)text;
    (void)size;
}

void carom_hint_names_append(const char *wanted, const char *const *names, size_t count, char *text,
                             size_t size)
{
    enum { MOST_NAMED = 12 };
    (void)wanted;
    for (size_t i = 0; i < count && i < MOST_NAMED; i++) {
        carom_text_append(text, size, "%s%s", i == 0 ? "" : ", ", names[i]);
    }
    carom_text_append(text, size, count > MOST_NAMED ? ", ..." : "");
}
