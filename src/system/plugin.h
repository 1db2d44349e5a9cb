/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Plug-ins: shared objects that are looked for by name when somebody asks for one.
 */
#ifndef CAROM_SYSTEM_PLUGIN_H
#define CAROM_SYSTEM_PLUGIN_H

#include <stddef.h>

/** What the file NAME.so exports as @p symbol, looked for in the folders of $CAROM_ENGINES (a list
 * with colons), beside the program in engines/, and where it is installed in ../lib/carom/engines.
 * What has been loaded stays loaded.
 *  @param name  of small letters, digits and _, else no file is looked for
 *  @return NULL: there is no such file, or (then @p why_not says so) it cannot be loaded */
const void *carom_plugin_find(const char *name, const char *symbol, char *why_not, size_t size);

#endif
