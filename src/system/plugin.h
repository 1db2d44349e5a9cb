/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Plug-ins: shared objects that are looked for by name when somebody asks for one.
 */
#ifndef CAROM_SYSTEM_PLUGIN_H
#define CAROM_SYSTEM_PLUGIN_H

#include <stddef.h>

/** Load NAME.so and return the address of @p symbol. Searches the folders of $CAROM_ENGINES (a list
 * with colons), engines/ beside the program, and ../lib/carom/engines where it is installed. Loads
 * only regular files that no other user may change, first in a worker process. A loaded file stays
 * loaded.
 *  @param name  of small letters, digits and _; no file has another name
 *  @param why_not  of @p size > 0 bytes: "" where no file has the name, "out of memory"; else the
 *  reason, and after "; " how to mend it where carom knows
 *  @return NULL: no such file, or it cannot be loaded */
const void *carom_plugin_find(const char *name, const char *symbol, char *why_not, size_t size);

#endif
