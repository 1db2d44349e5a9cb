/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/system.h"
#include <errno.h>
#include <string.h>

carom_status carom_error_system(carom_error *error, carom_status status, const char *what,
                                const char *path, int reason)
{
    switch (reason) {
    case ENOMEM: return carom_error_no_memory(error);
    case EINTR: return carom_error_interrupted(error);
    default:
        return carom_error_set(error, status, "", "cannot %s '%s': %s", what, path,
                               strerror(reason));
    }
}
