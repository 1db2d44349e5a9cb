/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/figures.h"
#include <stddef.h>
#include <string.h>

/* A slide is 13.33 inch wide, so that a point on it is two pixels of 1920. Exponents are 0.88 of
 * the font. */
const carom_preset carom_presets[] = {
    {.name = "screen",
     .summary = "12 by 8 inch, for reading on a screen",
     .width = 1200,
     .height = 800,
     .page_width = 1600,
     .page_height = 1200,
     .font = 18,
     .page_font = 15,
     .page_panels = 4,
     .page_across = 2,
     .scale = 1,
     .line = 1,
     .titled = true,
     .footed = true},
    {.name = "slide",
     .summary = "a whole slide, 16 : 9, 1920 by 1080 pixels, 20 points, two panels on a page",
     .width = 4000 / 3.0,
     .height = 750,
     .page_width = 4000 / 3.0,
     .page_height = 750,
     .font = 21,
     .page_font = 20.5,
     .page_panels = 2,
     .page_across = 2,
     .page_fixed = true,
     .scale = 1.44,
     .line = 1.3,
     .titled = true},
    {.name = "half-slide",
     .summary = "half a slide, 960 pixels wide, 20 points",
     .width = 2000 / 3.0,
     .height = 2000 / 3.0,
     .page_width = 2000 / 3.0,
     .page_height = 750,
     .font = 20.5,
     .page_font = 20.5,
     .page_panels = 2,
     .page_across = 1,
     .scale = 1.44,
     .line = 1.1,
     .titled = true},
    {.name = "column",
     .summary = "one column of a paper, 85 mm, 8 points, no heading",
     .width = 334.65,
     .height = 251,
     .page_width = 334.65,
     .page_height = 420,
     .font = 8,
     .page_font = 8,
     .page_panels = 2,
     .page_across = 1,
     .scale = 4,
     .line = 0.45},
    {.name = "print",
     .summary = "the width of a page, 170 mm, 9 points, black and grey, no heading",
     .width = 669.3,
     .height = 440,
     .page_width = 669.3,
     .page_height = 520,
     .font = 9,
     .page_font = 8,
     .page_panels = 4,
     .page_across = 2,
     .scale = 4,
     .line = 0.55,
     .mono = true},
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
