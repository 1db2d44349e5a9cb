/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "params/params.h"
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

typedef struct {
    const carom_seam *seam;
    const carom_entry *found;
} wanted_entry;

static bool look_for_seam(void *context, carom_place place)
{
    wanted_entry *wanted = context;
    if (place.row->type == CAROM_ENTRY && place.row->seam == wanted->seam) {
        wanted->found = carom_place_choice(place)->entry;
    }
    return wanted->found == NULL;
}

const carom_entry *carom_choice_of_seam(const carom_choice *choice, const carom_seam *seam)
{
    wanted_entry wanted = {seam, NULL};
    carom_params_each(choice->entry->params, choice->options, look_for_seam, &wanted);
    return wanted.found;
}
