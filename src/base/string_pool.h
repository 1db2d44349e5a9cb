/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Many short texts, kept until all are freed together: a million names take what their letters
 * take.
 */
#ifndef CAROM_BASE_STRING_POOL_H
#define CAROM_BASE_STRING_POOL_H

typedef struct carom_texts carom_texts;

/** A copy of @p text that stays where it is until carom_texts_free. A text like the last one is
 * that one.
 *  @param texts NULL at first  @return NULL: no memory */
const char *carom_texts_keep(carom_texts **texts, const char *text);

void carom_texts_free(carom_texts *texts);

#endif
