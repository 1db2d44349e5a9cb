/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short forms of the rows of parameter tables: {NUMBER("phase", AT(phase), "", "0", 0, 1, "...")}.
 * Each table defines AT(member) as the offset in its struct. Further members may follow:
 * {NUMBER(...), .instead_of = "theta"}. */
#pragma once

#include <carom/param.h>

#define POSITIVE CAROM_POSITIVE
#define ANY_LOW CAROM_ANY_LOW
#define ANY CAROM_ANY_HIGH
#define ROW(key_, type_, offset_, doc_) .key = key_, .type = type_, .offset = offset_, .doc = doc_
#define RANGE(fallback_, lowest_, highest_)                                                        \
    .fallback = fallback_, .lowest = lowest_, .highest = highest_
#define NUMBER(key_, offset_, unit_, fallback_, lowest_, highest_, doc_)                           \
    ROW(key_, CAROM_NUMBER, offset_, doc_), .unit = unit_, RANGE(fallback_, lowest_, highest_)
#define VECTOR(key_, offset_, unit_, fallback_, lowest_, highest_, doc_)                           \
    ROW(key_, CAROM_VECTOR, offset_, doc_), .unit = unit_, RANGE(fallback_, lowest_, highest_)
#define COUNT(key_, offset_, fallback_, lowest_, highest_, doc_)                                   \
    ROW(key_, CAROM_COUNT, offset_, doc_), RANGE(fallback_, lowest_, highest_)
#define FLAG(key_, offset_, fallback_, doc_)                                                       \
    ROW(key_, CAROM_FLAG, offset_, doc_), .fallback = fallback_
#define WORD(key_, offset_, fallback_, words_, doc_)                                               \
    ROW(key_, CAROM_WORD, offset_, doc_), .fallback = fallback_, .words = words_
#define TEXT(key_, offset_, fallback_, size_, doc_)                                                \
    ROW(key_, CAROM_TEXT, offset_, doc_), .fallback = fallback_, .size = size_
#define ENTRY(key_, offset_, fallback_, interface_, doc_)                                          \
    ROW(key_, CAROM_ENTRY, offset_, doc_), .fallback = fallback_, .interface = interface_
#define MAP(key_, offset_, fields_, doc_) ROW(key_, CAROM_MAP, offset_, doc_), .fields = fields_
#define LIST(key_, offset_, size_, fields_, doc_)                                                  \
    ROW(key_, CAROM_LIST, offset_, doc_), .size = size_, .fields = fields_
