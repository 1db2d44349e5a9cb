/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What somebody meant whose key is unknown or whose number is none.
 */
#ifndef CAROM_PARAMS_HINT_H
#define CAROM_PARAMS_HINT_H

#include <carom/param.h>

/** A key of a mapping as somebody wrote it. */
typedef struct {
    const char *key;
    bool bare; /**< without a value */
    /** the key before it and that key's text; NULL: there is none, or it is no text */
    const char *earlier_key, *earlier;
} carom_written_key;

/** Of a key that no row has: "unknown key; did you mean ...?" into
 * @p text.
 *  @return the row that was meant, NULL where that is not clear */
const carom_param *carom_hint_key(const carom_param *rows, void *options,
                                  const carom_written_key *written, char *text, size_t size);

/** Appends to @p text what would be right instead of @p value: "; write the decimal point: 0.3". */
void carom_hint_value(const carom_param *row, const char *value, char *text, size_t size);

/** The one of @p count texts that is nearest to @p wanted, if it is near; NULL: none is. */
const char *carom_hint_name(const char *wanted, const char *const *names, size_t count);

/** Appends "; did you mean 'NEAREST'?" where one is near. */
void carom_hint_name_append(const char *wanted, const char *const *names, size_t count, char *text,
                            size_t size);

#endif
