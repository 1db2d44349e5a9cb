/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_PARAMS_H
#define CAROM_INTERNAL_PARAMS_H

#include <carom/param.h>

#include <stdbool.h>
#include <stddef.h>

/* ---- choice ----
 * Single values of a choice, by their keys. */

/** Sets a number of a choice by its key; NaN leaves it to what is said instead. @return false: it
 * has no such number */
bool carom_choice_set_number(const carom_choice *choice, const char *key, double value);

/** Set the value of @p key from a text, where the choice has that key.
 *  @return what is wrong with the text */
CAROM_CHECKED carom_status carom_choice_set_text(const carom_choice *choice, const char *key,
                                                 const char *value, carom_error *error);

/** A number of a choice; NaN where it has none. */
double carom_choice_number(const carom_choice *choice, const char *key);

/** Copy @p from with options of its own; @p copy may be @p from, of which another copy exists.
 *  @return CAROM_NO_MEMORY; carom_choice_free in any case */
CAROM_CHECKED carom_status carom_choice_copy(carom_choice *copy, const carom_choice *from,
                                             carom_error *error);

/** The entry that a choice has chosen of a seam; NULL where it chooses none. */
const carom_entry *carom_choice_find_entry(const carom_choice *choice,
                                           const carom_interface *interface);

/* ---- column ----
 * Columns of tables: each is described once. */

/** A column. What it is called, what it means and where its values are is said here and nowhere
 * else: what writes, reads, lists and checks a table goes by this. */
typedef struct {
    const char *name;
    const char *unit; /**< "": a pure number, a count or a word */
    const char *doc;  /**< one line */
    /** its value in a row of its table; one of the two is NULL, and so says what it is */
    double (*number)(const void *row);
    const char *(*text)(const void *row);
} carom_column;

/** Columns as rows NUMBER(of, name, unit, value, doc) and TEXT(of, name, value, doc) of a macro
 * LIST(NUMBER, TEXT, of), where a value is said of `r`, a row:
 *
 *     #define FLIGHTS(NUMBER, TEXT, of)                                   \
 *         TEXT(of, ball, r->name, "whose it is")                          \
 *         NUMBER(of, height_m, "m", r->z_m, "above the table")
 *     CAROM_COLUMNS(flights, struct flight, FLIGHTS)
 *
 * makes flights_columns[], ended by a NULL name, of which a row is a struct flight. A list may
 * stand in several others. */
#define CAROM_COLUMNS(of, type, LIST)                                                              \
    typedef type of##_row;                                                                         \
    LIST(CAROM_COLUMN_NUMBER, CAROM_COLUMN_TEXT, of)                                               \
    static const carom_column of##_columns[] = {                                                   \
        LIST(CAROM_COLUMN_OF_NUMBERS, CAROM_COLUMN_OF_TEXT, of){.name = NULL}};
#define CAROM_COLUMN_NUMBER(of, name, unit, value, doc)                                            \
    static double of##_##name(const void *row)                                                     \
    {                                                                                              \
        const of##_row *r = row;                                                                   \
        return value;                                                                              \
    }
#define CAROM_COLUMN_TEXT(of, name, value, doc)                                                    \
    static const char *of##_##name(const void *row)                                                \
    {                                                                                              \
        const of##_row *r = row;                                                                   \
        return value;                                                                              \
    }
#define CAROM_COLUMN_OF_NUMBERS(of, name, unit, value, doc)                                        \
    CAROM_NUMBER_COLUMN(of, name, unit, doc),
#define CAROM_COLUMN_OF_TEXT(of, name, value, doc) {#name, "", doc, NULL, of##_##name},
#define CAROM_NUMBER_COLUMN(of, name, unit, doc)                                                   \
    {                                                                                              \
#name, unit, doc, of##_##name, NULL                                                        \
    }

/* ---- formula ----
 * A formula of one variable as text: what theory says, beside what is measured. */

/** The value at @p x of numbers, x, pi, + - * / ^, brackets, and abs, sqrt, exp, log, sin, cos,
 * tan, atan, floor, ceil of one argument; ^ binds to the right and more tightly than a sign.
 *  @param value  may be infinite or NaN where the formula is
 *  @param why    where it is none: what is wrong and where, what would be right
 *  @return whether it is a formula */
bool carom_formula_evaluate(const char *text, double x, double *value, char *why, size_t size);

/* ---- hint ----
 * What somebody meant whose key is unknown or whose number is none. */

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

/** Appends the names, at most 12 of them, and the hint, unless there are thousands. */
void carom_hint_names_append(const char *wanted, const char *const *names, size_t count, char *text,
                             size_t size);

#endif
