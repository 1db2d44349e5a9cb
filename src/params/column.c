/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "params/column.h"
#include <stddef.h>
#include <string.h>

const carom_column *carom_column_find(const carom_column *columns, const char *name)
{
    while (columns->name != NULL && strcmp(columns->name, name) != 0) {
        columns++;
    }
    return columns->name == NULL ? NULL : columns;
}
