/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What there is to list, for words and for JSON.
 */
#ifndef CAROM_CLI_HELP_LIST_H
#define CAROM_CLI_HELP_LIST_H

#include "records/table.h"

/** Every table that carom writes but sweep.tsv, whose columns are the sweep's parameters, the
 * solver and what is collected. */
void cli_each_table(void (*tell)(const carom_table *table));

/** Every shipped scene below @p home, in order: "04-break", or FOLDER/SCENE, and its title.
 *  @return CAROM_CANNOT_READ */
CAROM_CHECKED carom_status cli_each_scene(const char *home,
                                          void (*tell)(void *context, const char *name,
                                                       const char *title),
                                          void *context, carom_error *error);

#endif
