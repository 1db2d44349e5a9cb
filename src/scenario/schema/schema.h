/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SCENARIO_SCHEMA_H
#define CAROM_INTERNAL_SCENARIO_SCHEMA_H

#include <carom/param.h>
#include <carom/problem.h>

/** @file
 * What a scenario's `checks:` may ask for: the kinds with their keys. How each is answered stands
 * in src/checks.
 */

/** A kind of check, as a scenario writes it. */
typedef struct {
    carom_entry about;
    const char *subject; /**< the key that says what it is about; NULL: none does */
    bool usual;          /**< goes without saying */
    bool bounds_itself;  /**< without max, min and equals it is held to theory, or to 0 */
    bool knows_theory;   /**< max, equals and within may be `theory` */
} carom_check_kind;

/** The kind that an entry of carom_check_kinds is of. */
CAROM_ENTRY_ACCESSOR(carom_check_kind_of, carom_check_kind)

/** The list: rows in check_kinds.c, one finder in src/checks/, and one X here. */
#define CAROM_CHECK_KINDS(X) X(summary) X(column) X(order) X(sequence) X(renumbering)

#define X(name) extern const carom_check_kind carom_check_##name;
CAROM_CHECK_KINDS(X)
#undef X
extern const carom_seam carom_check_kinds;

typedef struct {
    int quantity; /**< position in carom_quantity_words */
} carom_summary_check;

/** Over which samples of a column. */
typedef enum {
    CAROM_OVER_END,
    CAROM_OVER_MAX,
    CAROM_OVER_MIN,
    CAROM_OVER_LARGEST,
    CAROM_OVER_START
} carom_check_over;

/** Of which table. */
typedef enum {
    CAROM_FILE_SERIES,
    CAROM_FILE_TRAJECTORY,
    CAROM_FILE_DIVERGENCE,
    CAROM_FILE_COLLISIONS
} carom_check_file;

/** "series", ...: the tables by carom_check_file. */
extern const char *const carom_check_file_words[];

typedef struct {
    char column[CAROM_NAME_SIZE];
    char ball[CAROM_NAME_SIZE]; /**< ""; all */
    int file, over;             /**< carom_check_file, carom_check_over */
    double at_s;                /**< NaN: over all samples */
} carom_column_check;

/** The order in what. */
typedef enum { CAROM_OF_STEP, CAROM_OF_STIFFNESS } carom_check_of;

typedef struct {
    int of; /**< carom_check_of */
} carom_order_check;

typedef struct {
    char as[CAROM_NAME_SIZE]; /**< "": the reference */
    double until_s;           /**< NaN: to the end */
} carom_sequence_check;

#endif
