/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <carom/shape.h>

#define X(name) &carom_shape_##name.about,
static const carom_entry *const entries[] = {CAROM_SHAPES(X) NULL};
#undef X

const carom_seam carom_shapes = {"shape", "shapes", entries, NULL};
