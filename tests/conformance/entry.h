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

/** A plausible value of a required number, by its unit: 3 N at 1 mm for a stiffness in N/m^p. */
static inline double typical_value(const char *unit)
{
    double power = 1;
    if (strncmp(unit, "N/m", 3) == 0) {
        sscanf(unit, "N/m^%lf", &power);
        return 3 * pow(1e3, power);
    }
    return strcmp(unit, "s") == 0 ? 1e-3 : (strcmp(unit, "m/s") == 0 ? 1e-2 : 1);
}

/** Fill a required list: points (m) around a table with an inward corner, mirrored about its
 * middle, or four items, of which item k has k/4 as its numbers, k = 1 to 4. */
static inline void fill_list(const carom_param *row, carom_list *list)
{
    static const double around[][2] = {{0, 0},     {1.9, 0},   {1.9, 1.3}, {1.1, 1.3},
                                       {0.95, 1.}, {0.8, 1.3}, {0, 1.3}};
    bool points = row->fields->type == CAROM_VECTOR;
    list->count = points ? sizeof around / sizeof around[0] : 4;
    list->items = calloc(list->count, row->size);
    for (size_t k = 0; k < list->count; k++) {
        void *item = (char *)list->items + k * row->size;
        if (points) {
            memcpy(item, around[k], sizeof around[k]);
        }
        for (const carom_param *field = row->fields; !points && field->key != NULL; field++) {
            *carom_param_number((carom_param_ref){field, item}) = 0.25 * (double)(k + 1);
        }
    }
}

/** Fill every required number and list. */
static inline bool fill_required(void *context, carom_param_ref param)
{
    (void)context;
    if (param.row->type == CAROM_LIST && param.row->fallback == NULL) {
        fill_list(param.row, carom_param_list(param));
    } else if (param.row->type == CAROM_NUMBER && param.row->fallback == NULL) {
        *carom_param_number(param) = typical_value(param.row->unit);
    }
    return true;
}

/** Options of an entry: defaults, and typical values of required parameters and of every stiffness.
 */
static inline carom_choice choice_of(const carom_entry *entry)
{
    carom_choice choice = {NULL, NULL};
    assert_ok(carom_choice_set(&choice, entry, NULL));
    carom_params_each(entry->params, choice.options, fill_required, NULL);
    for (const carom_param *row = entry->params; row != NULL && row->key != NULL; row++) {
        if (strncmp(row->key, "stiffness", 9) == 0) {
            *carom_param_number((carom_param_ref){row, choice.options}) = typical_value(row->unit);
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
