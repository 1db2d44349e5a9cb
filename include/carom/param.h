/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Parameter tables: one row says everything about one parameter, and the same
 * rows drive the scenario file, --set, validation, `carom list` and the manifest.
 */
#ifndef CAROM_PARAM_H
#define CAROM_PARAM_H

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

/** Where a check says what it finds about a parameter. */
typedef struct {
    void (*report)(void *context, bool is_error, const char *key, const char *text);
    void *context;
    /** set where memory is missing, which is not the data's fault; may be NULL */
    bool *no_memory;
} carom_findings;

/** What a row's value is, and the type of the member at its offset. */
typedef enum {
    CAROM_NUMBER, /**< double, finite */
    CAROM_COUNT,  /**< int64_t */
    CAROM_FLAG,   /**< bool: true or false */
    CAROM_WORD,   /**< int: the position of one of `words` */
    CAROM_TEXT,   /**< char[size] */
    CAROM_VECTOR, /**< double[2], or a carom_vec */
    CAROM_ENTRY,  /**< carom_choice: one entry of `seam`; its rows join the mapping */
    CAROM_MAP,    /**< a struct described by `fields` */
    CAROM_LIST    /**< carom_list of structs of `size` bytes described by `fields` */
} carom_param_type;

typedef struct carom_param carom_param;
typedef struct carom_seam carom_seam;

/** One row. A table ends with a row whose key is NULL; its doc, if any, is said to whoever looks
 * for a key that the table has not. */
struct carom_param {
    const char *key;
    carom_param_type type;
    const char *unit; /**< "" for a pure number */
    /** the default as a file would write it; NULL: required; "": unset (NaN) */
    const char *fallback;
    double lowest, highest;    /**< both allowed; CAROM_POSITIVE for > 0 (LIST: items) */
    const char *doc;           /**< one line */
    size_t offset;             /**< of the member in the options struct */
    const char *const *words;  /**< WORD: the words, ended by NULL; NUMBER: one word that may stand
                                  for it, kept  as INFINITY, or NULL */
    const carom_seam *seam;    /**< ENTRY */
    const carom_param *fields; /**< MAP, LIST */
    size_t size;               /**< TEXT: bytes with the final 0; LIST: bytes of one item */
    const char *instead_of; /**< the key that says the same thing otherwise; both is an error, and a
                                 required one of which this is said instead is not missed */
    /** MAP: a number alone is shorthand for every field that is one; LIST: a scalar for a list of
     * it alone */
    bool scalar_sets_all;
    /** TEXT: control characters that it may have all the same; NULL: none */
    const char *controls;
};

/** How every entry of every seam begins. Entries are const, and their functions keep what they know
 * in the states and options that they are given: several threads may use one entry at a time. */
typedef struct {
    const char *name;
    const char *summary;       /**< one line */
    const carom_param *params; /**< NULL: none */
    size_t options_size;       /**< bytes of the options struct */
} carom_entry;

/** Defines @p accessor, which gives the whole of an entry of a seam by what it begins with; NULL of
 * NULL. That it begins so is checked where the struct is known. */
#define CAROM_ENTRY_ACCESSOR(accessor, type)                                                       \
    _Static_assert(offsetof(type, about) == 0 && _Generic(((type *)0)->about, carom_entry          \
                                                          : true, default                          \
                                                          : false),                                \
                   #type " does not begin with its carom_entry");                                  \
    static inline const type *accessor(const carom_entry *about)                                   \
    {                                                                                              \
        return (const type *)(const void *)about;                                                  \
    }

/** Entries that a seam may have besides those of its list: plug-ins, looked for when the program
 * runs. */
typedef struct {
    /** The entry called @p name, the same for ever; NULL: it cannot be had, and why not in
     * @p why_not ("" where nobody has heard of it). */
    const carom_entry *(*find)(const char *name, char *why_not, size_t size);
    /** Calls @p visit with every name that is known, whether its entry can be had or not. */
    void (*each)(void (*visit)(void *context, const char *name), void *context);
} carom_elsewhere;

/** A seam's list of entries, ended by NULL. */
struct carom_seam {
    const char *name;   /**< "force law" */
    const char *plural; /**< "force-laws", as `carom list` takes it */
    const carom_entry *const *entries;
    const carom_elsewhere *elsewhere; /**< NULL: there are no others */
};

/** An entry together with its options (owned; NULL where it has none). */
typedef struct {
    const carom_entry *entry;
    void *options;
} carom_choice;

/** A list of structs (owned). */
typedef struct {
    void *items;
    size_t count;
} carom_list;

/** The entry called @p name, of the list or from elsewhere; NULL if there is none. */
const carom_entry *carom_seam_find(const carom_seam *seam, const char *name);

/** The same, and why it is not to be had, in @p why_not of @p size bytes > 0: "" where nobody has
 * heard of it. */
const carom_entry *carom_seam_ask(const carom_seam *seam, const char *name, char *why_not,
                                  size_t size);

/** Writes the default of every row into @p options, a struct that owns nothing yet. CAROM_NO_MEMORY
 *  leaves what was made to carom_params_free. */
CAROM_CHECKED carom_status carom_params_default(const carom_param *rows, void *options,
                                                carom_error *error);

/** Frees what the rows own inside @p options (choices and lists). */
void carom_params_free(const carom_param *rows, void *options);

/** Copies what the rows own inside @p options, a struct that was copied byte by byte from another
 * of which it is to be independent. On CAROM_NO_MEMORY nothing of the other is left in it: it is
 * freed by carom_params_free all the same. */
CAROM_CHECKED carom_status carom_params_copy(const carom_param *rows, void *options,
                                             carom_error *error);

/** Chooses @p entry and gives it its default options, freeing what was chosen before.
 *  @return CAROM_NO_MEMORY; carom_choice_free in any case */
CAROM_CHECKED carom_status carom_choice_set(carom_choice *choice, const carom_entry *entry,
                                            carom_error *error);

/** Frees the options; the choice may be set again. */
void carom_choice_free(carom_choice *choice);

/** A row and the struct that it lies in. */
typedef struct {
    const carom_param *row;
    void *options;
} carom_place;

/** The member that a place means. */
static inline void *carom_place_value(carom_place place)
{
    return (char *)place.options + place.row->offset;
}

/** That of a NUMBER; the first of two of a VECTOR. */
static inline double *carom_place_number(carom_place place)
{
    return carom_place_value(place);
}

/** That of an ENTRY. */
static inline carom_choice *carom_place_choice(carom_place place)
{
    return carom_place_value(place);
}

/** That of a LIST. */
static inline carom_list *carom_place_list(carom_place place)
{
    return carom_place_value(place);
}

/** Calls @p visit for every row in the order of the table, those of an entry after the row that
 * chooses it, until it returns false. Fields of a MAP or LIST are not visited. */
void carom_params_each(const carom_param *rows, void *options,
                       bool (*visit)(void *context, carom_place place), void *context);

/** The row for @p key, those of chosen entries included; .row is NULL if there is none. */
carom_place carom_params_find(const carom_param *rows, void *options, const char *key);

/** Reads @p text (as a file would write it) into the place: NUMBER, COUNT, FLAG, WORD, TEXT and
 *  ENTRY. On CAROM_INVALID the message says what was found and what is allowed. */
CAROM_CHECKED carom_status carom_param_parse(carom_place place, const char *text,
                                             carom_error *error);

/** Writes the value as a file would write it; an unset number as nan, a MAP or LIST as "". @return
 * its length as snprintf does */
int carom_param_format(carom_place place, char *text, size_t size);

/** "a number > 0 (N/m)", "one of: force, overlap": what a row allows, cut at @p size. */
void carom_param_describe(const carom_param *row, char *text, size_t size);

/** Whether a NUMBER (or VECTOR) has a value. */
bool carom_param_is_set(carom_place place);

/** Reads all of @p text as a finite or non-finite number in the C locale.
 *  @return false if it is not one */
bool carom_number_parse(const char *text, double *value);

/** snprintf("%.*g") in the C locale, NaN spelt nan. @param digits significant ones, 1 to 17 */
int carom_number_format_digits(double value, int digits, char *text, size_t size);

/** snprintf("%.17g") in the C locale, NaN spelt nan. */
int carom_number_format(double value, char *text, size_t size);

/** The shortest text that carom_number_parse reads back to the same bits. */
int carom_number_format_short(double value, char *text, size_t size);

#endif
