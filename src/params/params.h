/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <carom/param.h>

/* ---- choice ---- */

/** Set a NUMBER of a choice; NaN: unset, an alternative parameter applies. @return false: no such
 * NUMBER */
bool carom_choice_set_number(const carom_choice *choice, const char *key, double value);

/** Set the value of @p key from a text, where the choice has that key.
 *  @return what is wrong with the text */
CAROM_CHECKED carom_status carom_choice_set_text(const carom_choice *choice, const char *key,
                                                 const char *value, carom_error *error);

/** Value of a NUMBER of a choice; NaN: unset, or no such NUMBER. */
double carom_choice_number(const carom_choice *choice, const char *key);

/** Copy a choice and its options. @p copy may equal @p from if another copy of @p from exists. */
void carom_choice_copy(carom_choice *copy, const carom_choice *from);

/** Entry of an interface that a choice contains; NULL: none. */
const carom_entry *carom_choice_find_entry(const carom_choice *choice,
                                           const carom_interface *interface);

/* ---- diagnostics ---- */

/** Report an error or a warning about parameter @p key, with a printf-style text. */
void carom_diagnostics_add(const carom_diagnostics *diagnostics, bool is_error, const char *key,
                           const char *format, ...) CAROM_PRINTF(4, 5);

/** Report @p error under @p key. */
void carom_diagnostics_add_error(const carom_diagnostics *diagnostics, const char *key,
                                 const carom_error *error);

/* ---- column ---- */

/** A column of a table. Code that writes, reads, lists or checks tables uses this description. */
typedef struct {
    const char *name;
    const char *unit; /**< "": a pure number, a count or a word */
    const char *doc;  /**< one line */
    /** value in a row of the table; one of the two is NULL */
    double (*number)(const void *row);
    const char *(*text)(const void *row);
    size_t
        cell; /**< both are NULL: the row is an array of carom_cell; number of the cell, from 1 */
} carom_column;

/** Define columns by a macro LIST(NUMBER, TEXT, of) with rows NUMBER(of, name, unit, value, doc)
 * and TEXT(of, name, value, doc). Each value is an expression in `r`, a pointer to the row:
 *
 *     #define FLIGHTS(NUMBER, TEXT, of)                                   \
 *         TEXT(of, ball, r->name, "name of the ball")                          \
 *         NUMBER(of, height_m, "m", r->z_m, "height above the table")
 *     CAROM_COLUMNS(flights, struct flight, FLIGHTS)
 *
 * defines flights_columns[], ended by a NULL name, for rows of type struct flight. A LIST may
 * contain other LISTs. */
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
#define CAROM_COLUMN_OF_TEXT(of, name, value, doc) {#name, "", doc, NULL, of##_##name, 0},
#define CAROM_NUMBER_COLUMN(of, name, unit, doc)                                                   \
    {                                                                                              \
#name, unit, doc, of##_##name, NULL, 0                                                     \
    }

/* ---- formula ---- */

/** Text of a number with its unit. */
typedef struct {
    char text[40];
} carom_quantity_text;

/** Format with an SI prefix: "31 ns", "0.12 kJ", "0.02" without unit. @param digits  significant
 * digits, 1 to 17 */
carom_quantity_text carom_number_with_prefix(double value, int digits, const char *unit);

/** Evaluate a formula at @p x. It may contain numbers, x, pi, + - * / ^, brackets, abs, sqrt, exp,
 * log, sin, cos, tan, atan, floor, ceil, min and max. ^ is right associative and binds more tightly
 * than a sign.
 *  @param value  may be infinite or NaN
 *  @param why    error message, with the position
 *  @return false: a syntax error */
bool carom_formula_evaluate(const char *text, double x, double *value, char *why, size_t size);

/** Word number i that a WORD or an ENTRY allows; NULL after the last. */
const char *carom_param_word(const carom_param *row, size_t i);

/* ---- hint: suggestions for unknown keys and invalid values ---- */

/** A key of a mapping, as written in the file. */
typedef struct {
    const char *key;
    bool bare; /**< without a value */
    /** the preceding key and its scalar; NULL: none */
    const char *earlier_key, *earlier;
    const char *path; /**< of --set: the path that has the key, "solvers.heun"; NULL: none */
} carom_written_key;

/** Find the nested mapping or list of the rows that has the key. @return NULL: none */
const carom_param *carom_hint_parent(const carom_param *rows, const char *key);

/** Find the first sign of a word processor or a web page in the @p length bytes of a line; some
 * count at byte @p content only, where a key or an item begins. @return the message, NULL: none */
const char *carom_hint_sign(const char *text, size_t length, size_t content, size_t *at);

/** Write the message about an unknown key to @p text: "unknown key; did you mean ...?".
 *  @return the row that was probably meant; NULL: unclear */
const carom_param *carom_hint_key(const carom_param *rows, void *options,
                                  const carom_written_key *written, char *text, size_t size);

/** Append a suggestion for an invalid value to @p text: "; write the decimal point: 0.3". */
void carom_hint_value(const carom_param *row, const char *value, char *text, size_t size);

/** Find the name most similar to @p wanted, or its synonym; NULL: none. */
const char *carom_hint_name(const char *wanted, const char *const *names, size_t count);

/** Append the first 12 names and, for up to 1000 names, "; did you mean 'NAME'?" if one is
 * similar. */
void carom_hint_names_append(const char *wanted, const char *const *names, size_t count, char *text,
                             size_t size);

/* ---- removed: keys and values of older scenario files ---- */

/** Write to @p text what to do instead of the unknown key at @p path ("solvers[0].threads"), or of
 * its unknown value @p value (may be NULL). @return the text; NULL: carom never had it */
const char *carom_removed_advice(const char *path, const char *value, char *text, size_t size);
