/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Columns of tables: each is described once.
 */
#ifndef CAROM_PARAMS_COLUMN_H
#define CAROM_PARAMS_COLUMN_H

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

#endif
