/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Iterates over the entries of an interface, with valid options for each.
 */
#ifndef CAROM_TESTS_CONFORMANCE_ENTRY_H
#define CAROM_TESTS_CONFORMANCE_ENTRY_H

#include "support.h"

/** Every entry of a list: `for_each_entry(carom_force_laws, carom_force_law, law) { ... }`.
 * Failures name it. */
#define for_each_entry(interface, type, variable)                                                  \
    for (const carom_entry *const *list_ = (interface).entries;                                    \
         *list_ != NULL ? test_set_subject("%s %s", (interface).name, (*list_)->name)              \
                        : (test_clear_subject(), false);                                           \
         list_++)                                                                                  \
        for (const type *variable = (const type *)(const void *)*list_, *once_ = variable;         \
             once_ != NULL; once_ = NULL)

/** Fill a required list with four items; every number of item k is k/4, k = 1 to 4. */
static inline void fill_list(const carom_param *row, carom_list *list)
{
    list->count = 4;
    list->items = calloc(list->count, row->size);
    for (size_t k = 0; k < list->count; k++) {
        char text[16];
        snprintf(text, sizeof text, "%g", 0.25 * (double)(k + 1));
        for (const carom_param *field = row->fields; field->key != NULL; field++) {
            assert_ok(carom_param_parse(
                (carom_param_ref){field, (char *)list->items + k * row->size}, text, NULL));
        }
    }
}

/** Options of an entry: defaults, and 1e4 for every required number and every stiffness. */
static inline carom_choice choice_of(const carom_entry *entry)
{
    carom_choice choice = {NULL, NULL};
    assert_ok(carom_choice_set(&choice, entry, NULL));
    for (const carom_param *row = entry->params; row != NULL && row->key != NULL; row++) {
        if (row->type == CAROM_LIST) {
            fill_list(row, (carom_list *)(void *)((char *)choice.options + row->offset));
        } else if (row->fallback == NULL || strncmp(row->key, "stiffness", 9) == 0) {
            assert_ok(carom_param_parse((carom_param_ref){row, choice.options}, "1e4", NULL));
        }
    }
    return choice;
}

static inline void choice_free(carom_choice *choice)
{
    const carom_param rows[] = {{.key = "entry", .type = CAROM_ENTRY}, {.key = NULL}};
    carom_params_free(rows, choice);
}

#endif
