/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "params/choice.h"
#include <math.h>

static carom_place place_of(const carom_choice *choice, const char *key)
{
    return carom_params_find(choice->entry->params, choice->options, key);
}

bool carom_choice_set_number(const carom_choice *choice, const char *key, double value)
{
    carom_place place = place_of(choice, key);
    bool found = place.row != NULL && place.row->type == CAROM_NUMBER;
    if (found) {
        *carom_place_number(place) = value;
    }
    return found;
}

double carom_choice_number(const carom_choice *choice, const char *key)
{
    carom_place place = place_of(choice, key);
    bool found = place.row != NULL && place.row->type == CAROM_NUMBER;
    return found ? *carom_place_number(place) : NAN;
}

const carom_entry *carom_choice_entry(const carom_choice *choice, const char *key)
{
    carom_place place = place_of(choice, key);
    return place.row == NULL ? NULL : carom_place_choice(place)->entry;
}
