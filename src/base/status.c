/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include <carom/status.h>
#include <stdarg.h>
#include <stdio.h>

carom_status carom_error_set(carom_error *error, carom_status status, const char *key,
                             const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        error->status = status;
        snprintf(error->key, sizeof error->key, "%s", key);
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        carom_text_make_plain(error->text); /* names and cells of anybody's are quoted there */
    }
    return status;
}

carom_status carom_error_no_memory(carom_error *error)
{
    return carom_error_set(error, CAROM_NO_MEMORY, "", "out of memory");
}

carom_status carom_error_interrupted(carom_error *error)
{
    return carom_error_set(error, CAROM_INTERRUPTED, "", "interrupted");
}
