/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/presets.h"
#include <stddef.h>
#include <string.h>

const carom_preset carom_presets[] = {
    {"screen", "12 by 8 inch, for reading on a screen", 1200, 800, 1600, 1200, 19, 15, 1, 1, true,
     true, false},
    {"slide", "a whole slide, 16 : 9, 1920 by 1080 pixels", 1333, 750, 1333, 750, 23, 12, 1.44,
     1.15, true, true, false},
    {"half-slide", "half a slide", 640, 640, 0, 0, 17, 0, 1.5, 0.8, true, true, false},
    {"column", "one column of a paper, 85 mm, 8 points, no heading", 335, 251, 0, 0, 8.6, 0, 4,
     0.45, false, false, false},
    {"print", "the width of a page, 170 mm, 9 points, black and grey, no heading", 669, 440, 669,
     520, 9.7, 7.5, 4, 0.55, false, false, true},
    {.name = NULL}};

const carom_preset *carom_preset_find(const char *name)
{
    for (const carom_preset *p = carom_presets; p->name != NULL; p++) {
        if (strcmp(p->name, name) == 0) {
            return p;
        }
    }
    return NULL;
}
