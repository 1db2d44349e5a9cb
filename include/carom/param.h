/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Parameter tables: one row describes one parameter. The same rows drive the scenario file, --set,
 * validation, `carom list` and the manifest.
 */
#ifndef CAROM_PARAM_H
#define CAROM_PARAM_H

#include <assert.h>
#include <carom/status.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** `lowest` of a number that must be greater than zero. */
#define CAROM_POSITIVE DBL_MIN
/** `lowest` and `highest` of a number without a bound. */
#define CAROM_ANY_LOW (-DBL_MAX)
#define CAROM_ANY_HIGH DBL_MAX
/** The largest count that a double holds exactly, 2^53. */
#define CAROM_COUNT_MAX 9007199254740992.0

/** Receives the diagnostics of a check. */
typedef struct {
    /** Report an error or a warning about parameter @p key. */
    void (*report)(void *context, bool is_error, const char *key, const char *text);
    void *context;
    bool *unreadable; /**< set if it cannot read a file, which is reported too; may be NULL */
} carom_diagnostics;

/** Type of a parameter, and of the member at its offset. */
typedef enum {
    CAROM_NUMBER, /**< double, finite */
    CAROM_COUNT,  /**< int64_t */
    CAROM_FLAG,   /**< bool: true or false */
    CAROM_WORD,   /**< int: index into `words` */
    CAROM_TEXT,   /**< char[size] */
    CAROM_VECTOR, /**< double[2], or a carom_vec */
    CAROM_ENTRY,  /**< carom_choice: one entry of `interface`; its own rows join the table */
    CAROM_MAP,    /**< a struct described by `fields` */
    CAROM_LIST    /**< carom_list of structs of `size` bytes, described by `fields` */
} carom_param_type;

typedef struct carom_param carom_param;
typedef struct carom_interface carom_interface;

/** One row. A row with NULL as its key ends the table; its doc, if any, is appended to the message
 * about an unknown key. */
struct carom_param {
    const char *key;
    carom_param_type type;
    const char *unit; /**< "" for a pure number */
    /** default, as in a file; NULL: the parameter is required; "": unset (NaN) */
    const char *fallback;
    double lowest,
        highest;     /**< range, bounds included; CAROM_POSITIVE for > 0. LIST: of the count */
    const char *doc; /**< one line */
    size_t offset;   /**< of the member in the options struct */
    /** WORD: the words, NULL-terminated. NUMBER: one word allowed instead, stored as INFINITY */
    const char *const *words;
    const carom_interface *interface; /**< ENTRY */
    const carom_param *fields;        /**< MAP, LIST */
    size_t size;                      /**< TEXT: bytes with the final 0; LIST: bytes per item */
    /** key of an alternative parameter: giving both is an error, either one satisfies `required` */
    const char *instead_of;
    const char *unless; /**< key that makes this one ignored if both are given; NULL: none */
    /** MAP: a single number sets every NUMBER in it; LIST: a single value is read as a list, and
     * an item that is not a mapping as its first key */
    bool scalar_sets_all;
    const char *controls; /**< TEXT: control characters allowed in it; NULL: none */
};

/** First member of every plug-in. Plug-ins are const and store all state in the structs passed to
 * them, so several threads may use one plug-in at a time. */
typedef struct {
    const char *name;
    const char *summary;       /**< one line */
    const carom_param *params; /**< NULL: none */
    size_t options_size;       /**< bytes of the options struct */
} carom_entry;

/** Define @p accessor, which casts an entry to its plug-in type; NULL stays NULL. A static
 * assertion checks that the type begins with a carom_entry named `about`. */
#define CAROM_ENTRY_ACCESSOR(accessor, type)                                                       \
    static_assert(offsetof(type, about) == 0, #type " does not begin with its carom_entry");       \
    static inline const type *accessor(const carom_entry *about)                                   \
    {                                                                                              \
        return (const type *)(const void *)about;                                                  \
    }

/** A plug-in interface: its name and the NULL-terminated list of its entries. */
struct carom_interface {
    const char *name;   /**< "force law" */
    const char *plural; /**< "force-laws", argument of `carom list` */
    const carom_entry *const *entries;
};

/** A chosen entry and its options (owned; NULL if the entry has none). */
typedef struct {
    const carom_entry *entry;
    void *options;
} carom_choice;

/** A list of structs (owned). */
typedef struct {
    void *items;
    size_t count;
} carom_list;

/** Find the entry @p name; NULL: not found. */
const carom_entry *carom_interface_find(const carom_interface *interface, const char *name);

/** Set every parameter in @p options (uninitialized) to its default.
 * Call carom_params_free in any case */
CAROM_CHECKED carom_status carom_params_default(const carom_param *rows, void *options,
                                                carom_error *error);

/** Free the choices and lists inside @p options. */
void carom_params_free(const carom_param *rows, void *options);

/** Choose @p entry with default options; frees the previous choice.
 * Call carom_choice_free in any case */
CAROM_CHECKED carom_status carom_choice_set(carom_choice *choice, const carom_entry *entry,
                                            carom_error *error);

/** Free the options. The choice is empty and may be set again. */
void carom_choice_free(carom_choice *choice);

/** A parameter: its row and the options struct that holds its value. */
typedef struct {
    const carom_param *row;
    void *options;
} carom_param_ref;

/** Address of the value. */
static inline void *carom_param_value(carom_param_ref param)
{
    return (char *)param.options + param.row->offset;
}

/** Address of a NUMBER, or of the first component of a VECTOR. */
static inline double *carom_param_number(carom_param_ref param)
{
    return (double *)carom_param_value(param);
}

/** Address of an ENTRY. */
static inline carom_choice *carom_param_choice(carom_param_ref param)
{
    return (carom_choice *)carom_param_value(param);
}

/** Address of a LIST. */
static inline carom_list *carom_param_list(carom_param_ref param)
{
    return (carom_list *)carom_param_value(param);
}

/** Call @p visit for every row in order, until it returns false. The rows of a chosen entry follow
 * the row that chooses it. Fields of a MAP or LIST are not visited. @return true after all rows */
bool carom_params_each(const carom_param *rows, void *options,
                       bool (*visit)(void *context, carom_param_ref param), void *context);

/** Find the row of @p key, including rows of chosen entries; .row NULL: not found. */
carom_param_ref carom_params_find(const carom_param *rows, void *options, const char *key);

/** Parse @p text into the value of a NUMBER, COUNT, FLAG, WORD, TEXT or ENTRY, or of a LIST of such
 * values without keys, "a, b" or "[a, b]".
 *  @return CAROM_INVALID, with the text found and what is allowed */
CAROM_CHECKED carom_status carom_param_parse(carom_param_ref param, const char *text,
                                             carom_error *error);

/** Write the value as in a file; an unset number as nan, a MAP or LIST as "".
 *  @return its length, as snprintf does */
int carom_param_format(carom_param_ref param, char *text, size_t size);

/** Room for the longest description of a row, the quantities of a check. */
enum { CAROM_ALLOWED_SIZE = 480 };

/** Describe the values that a row allows: "a number > 0 (N/m)", "one of: force, overlap". A list
 * without room ends in "...". */
void carom_param_describe(const carom_param *row, char *text, size_t size);

/** False if a NUMBER or VECTOR is NaN, a TEXT is empty or no ENTRY is chosen. */
bool carom_param_is_set(carom_param_ref param);

/** Parse all of @p text as a number, in the C locale; inf and nan are numbers too.
 *  @return false if it is not a number */
bool carom_number_parse(const char *text, double *value);

/** snprintf("%.*g") in the C locale, NaN as nan. @param digits  significant digits, 1 to 17 */
int carom_number_format_digits(double value, int digits, char *text, size_t size);

/** snprintf("%.17g") in the C locale, NaN as nan. */
int carom_number_format(double value, char *text, size_t size);

/** Write the shortest text that carom_number_parse converts back to the same bits. */
int carom_number_format_short(double value, char *text, size_t size);

#endif
