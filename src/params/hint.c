/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suggestions for unknown keys and invalid values: synonyms, units, typing errors, wrong level. */
#include "base/base.h"
#include "carom_hints.h" /* from hints.txt */
#include "params/params.h"
#include <strings.h>

enum { KEY_SIZE = 128 };

/* ---- names ---- */

static const char synonyms[] = "\n" HINTS_SYNONYMS;

/* Find the next meaning of a word after @p from, of @p length bytes; NULL: none. */
static const char *next_meaning(const char *word, const char *from, size_t *length)
{
    size_t own = strlen(word);
    for (const char *at = from; (at = strchr(at, '\n')) != NULL && at[1] != '\0'; at++) {
        if (strncasecmp(at + 1, word, own) == 0 && at[1 + own] == '=') {
            *length = strcspn(at + own + 2, "\n");
            return at + own + 2;
        }
    }
    return NULL;
}

/* Find the name that a word means: a synonym, the beginning of a name, or one with a typing error,
 * which is not @p certain. @return NULL: none */
static const char *find_name(const char *wanted, const char *const *names, size_t count,
                             bool *certain)
{
    const char *nearest = NULL;
    size_t length = strlen(wanted), own;
    size_t least = 2 * ((length == 2 ? 1 : length / 3) + 1); /* a third, or a letter of two */
    *certain = true;
    for (const char *at = synonyms; (at = next_meaning(wanted, at, &own)) != NULL;) {
        for (size_t i = 0; i < count; i++) {
            if (strncmp(names[i], at, own) == 0 && names[i][own] == '\0') {
                return names[i];
            }
        }
    }
    for (size_t i = 0; i < count && length > 0; i++) {
        if (strncasecmp(wanted, names[i], length) == 0 &&
            (length > 2 || names[i][length] == '\0' || names[i][length] == '_')) {
            return names[i];
        }
    }
    *certain = false;
    for (size_t i = 0; i < count; i++) {
        bool is_like = length > 3 && wanted[0] == names[i][0] && strlen(names[i]) == length;
        size_t score = 2 * carom_text_distance(wanted, names[i]) - is_like; /* hune is heun */
        if (score < least) {
            least = score;
            nearest = names[i];
        }
    }
    return nearest;
}

const char *carom_hint_name(const char *wanted, const char *const *names, size_t count)
{
    bool certain;
    return find_name(wanted, names, count, &certain);
}

/* ---- signs ---- */

#define FOR_SPACE "; expected a space"
#define FOR_DASH "; expected the '- ' of a list"

/* Signs of word processors, of web pages and of other languages. `leads`: at the beginning of a key
 * or an item only. */
static const struct {
    const char *bytes, *message;
    bool leads;
} signs[] = {
    {"\xc2\xa0", "a no-break space (U+00A0)" FOR_SPACE, false},
    {"\xe3\x80\x80", "an ideographic space (U+3000)" FOR_SPACE, false},
    {"\xe2\x80\x8b", "an invisible character (U+200B); remove it", false},
    {"\xef\xbb\xbf", "an invisible character (U+FEFF); remove it", false},
    {"\xef\xbc\x9a", "a full-width colon (U+FF1A); expected ': '", false},
    {"\xef\xbc\x8c", "a full-width comma (U+FF0C); expected ','", false},
    {"\xe2\x80\x93", "a dash (U+2013)" FOR_DASH, true},
    {"\xe2\x80\x94", "a dash (U+2014)" FOR_DASH, true},
    {"\xe2\x88\x92", "a minus (U+2212)" FOR_DASH, true},
    {"\xe2\x80\xa2", "a bullet (U+2022)" FOR_DASH, true},
    {"* ", "an asterisk" FOR_DASH, true},
    {"```", "a code fence of Markdown; remove this line", true},
    {"//", "a comment of another language; a comment begins with '#'", true},
    {"<<", "merge keys of YAML are not supported; write the keys here", true},
    {"<", "this is HTML or XML; expected a scenario, a text that begins with 'carom: 1'", true},
};

const char *carom_hint_sign(const char *text, size_t length, size_t content, size_t *at)
{
    for (*at = 0; *at < length; (*at)++) {
        for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++) {
            size_t own = strlen(signs[k].bytes);
            if (own <= length - *at && memcmp(text + *at, signs[k].bytes, own) == 0 &&
                (*at == content || !signs[k].leads)) {
                return signs[k].message;
            }
        }
    }
    return NULL;
}

/* ---- units ---- */

/* Units that are not those of the keys: as a suffix of a key and behind a number, the suffix of the
 * key to use instead, and the factor; a negative one divides. */
static const struct {
    const char *suffix, *text, *right;
    double factor;
} units[] = {{"kmh", "km/h", "mps", -3.6},
             {"cmps", "cm/s", "mps", -100},
             {"mmps", "mm/s", "mps", -1000},
             {"m_s", "m/s", "mps", 1},
             {"degps", "deg/s", "radps", 0.017453292519943295},
             {"rpm", "rpm", "radps", 0.10471975511965978},
             {"ms", "ms", "s", -1000},
             {"us", "us", "s", -1e6},
             {"cm", "cm", "m", -100},
             {"mm", "mm", "m", -1000},
             {"g", "g", "kg", -1000},
             {"mJ", "mJ", "J", -1000},
             {"N_per_mm", "N/mm", "N_per_m", 1000},
             {"kN_per_m", "kN/m", "N_per_m", 1000}};

enum { UNITS = sizeof units / sizeof units[0] };

/* vx_kmh -> row vx_mps; NULL: none. */
static const carom_param *find_unit(const carom_param *rows, void *options, const char *key,
                                    size_t *found)
{
    size_t length = strlen(key);
    for (size_t k = 0; k < UNITS; k++) {
        size_t own = strlen(units[k].suffix);
        char right[KEY_SIZE];
        const carom_param *row;
        /* not stiffness_N_per_mm: its unit is N/mm */
        if (length < own + 2 || key[length - own - 1] != '_' ||
            strcmp(key + length - own, units[k].suffix) != 0 ||
            (length >= own + 5 && strncmp(key + length - own - 5, "_per_", 5) == 0)) {
            continue;
        }
        snprintf(right, sizeof right, "%.*s%s", (int)(length - own), key, units[k].right);
        row = carom_params_find(rows, options, right).row;
        if (row != NULL) {
            *found = k;
            return row;
        }
    }
    return NULL;
}

/* ---- keys ---- */

/* Keys of a mapping. */
typedef struct {
    const char *name[200]; /* more than any mapping has */
    size_t count;
    char known[420];
} key_list;

static bool add_key(void *context, carom_param_ref param)
{
    key_list *keys = context;
    const char *key = param.row->key;
    bool fits = strlen(keys->known) + strlen(key) + sizeof ", , ..." < sizeof keys->known;
    carom_text_append(keys->known, sizeof keys->known, "%s%s", keys->count == 0 ? "" : ", ",
                      fits ? key : "...");
    keys->name[keys->count++] = key;
    return keys->count < sizeof keys->name / sizeof keys->name[0];
}

/* True if the rows have the key, or an entry that they can choose has it. */
static bool may_have_key(const carom_param *rows, const char *key)
{
    bool found = false;
    for (const carom_param *row = rows; !found && row != NULL && row->key != NULL; row++) {
        found = strcmp(row->key, key) == 0;
        for (size_t i = 0; row->type == CAROM_ENTRY && row->interface->entries[i] != NULL; i++) {
            found = found || may_have_key(row->interface->entries[i]->params, key);
        }
    }
    return found;
}

/* An entry that has the key, and the row that can choose it. */
typedef struct {
    const carom_param *row;
    const carom_entry *entry;
} key_owner;

static key_owner find_owner(const carom_param *rows, void *options, const char *key)
{
    key_owner found = {NULL, NULL};
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        if (row->type != CAROM_ENTRY || found.entry != NULL) {
            continue;
        }
        const carom_entry *chosen = carom_param_choice((carom_param_ref){row, options})->entry;
        if (chosen != NULL) {
            found = find_owner(chosen->params,
                               carom_param_choice((carom_param_ref){row, options})->options, key);
        }
        for (size_t i = 0; found.entry == NULL && row->interface->entries[i] != NULL; i++) {
            const carom_entry *entry = row->interface->entries[i];
            if (entry != chosen && may_have_key(entry->params, key)) {
                found = (key_owner){row, entry};
            }
        }
    }
    return found;
}

const carom_param *carom_hint_parent(const carom_param *rows, const char *key)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        if ((row->type == CAROM_MAP || row->type == CAROM_LIST) && may_have_key(row->fields, key)) {
            return row;
        }
    }
    return NULL;
}

/* Find the nested mapping or list that has a meaning of a word, its key @p name. */
static const carom_param *find_synonym_below(const carom_param *rows, const char *word,
                                             char name[KEY_SIZE])
{
    const carom_param *found = NULL;
    size_t length;
    for (const char *at = synonyms;
         found == NULL && (at = next_meaning(word, at, &length)) != NULL;) {
        snprintf(name, KEY_SIZE, "%.*s", (int)length, at);
        found = carom_hint_parent(rows, name);
    }
    return found;
}

/* "1,000" has a thousands separator; "0,300" and "1,5" have a decimal comma. */
static bool is_thousands(const char *number, size_t comma, const char *after)
{
    return strspn(after, "0123456789") == 3 && after[3] == '\0' && strspn(number, "+-0") < comma;
}

/* { x_m: 0,3 } is parsed as x_m: 0 and a key 3; { x_m 1 }, { x_m = 1 } and { x_m:1 } as keys
 * without values. @param found  receives the row that was meant; NULL: none
 * @return false: nothing is wrong with the punctuation */
static bool hint_punctuation(const carom_param *rows, void *options,
                             const carom_written_key *written, const carom_param **found,
                             char *text, size_t size)
{
    const char *key = written->key;
    size_t length = strcspn(key, " =:\t"), at;
    const char *sign = carom_hint_sign(key, strlen(key), 0, &at);
    double number;
    char word[KEY_SIZE];
    const carom_param *row;
    if (sign != NULL) {
        snprintf(text, size, "%s", sign);
        length = strcspn(key, " =:\t\xc2\xe2\xe3\xef");
    } else if (!written->bare) {
        return false;
    }
    if (sign == NULL && key[0] >= '0' && key[0] <= '9' && carom_number_parse(key, &number) &&
        written->earlier != NULL &&
        written->earlier[strspn(written->earlier, "+-0123456789")] == '\0') {
        bool marked = is_thousands(written->earlier, strlen(written->earlier), key);
        snprintf(text, size,
                 "a number stands where a key belongs; if '%.20s,%.20s%s' is meant as one number, "
                 "write %s",
                 written->earlier, key, marked ? "..." : "",
                 marked ? "it without thousands separators" : "the decimal point: ");
        carom_text_append(text, size, marked ? "" : "%.60s: %.20s.%.20s", written->earlier_key,
                          written->earlier, key);
        *found = carom_params_find(rows, options, written->earlier_key).row;
        return true;
    }
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), key);
    row = key[length] == '\0' ? NULL : carom_params_find(rows, options, word).row;
    if (sign == NULL && row != NULL) {
        const char *value = key + length + strspn(key + length, " =:\t");
        snprintf(text, size, "%s; expected '%s: %.100s'",
                 strchr(key, '=') != NULL ? "'=' where a colon belongs"
                 : key[length] == ':'     ? "no space after the colon"
                                          : "a colon is missing",
                 row->key, value);
    }
    *found = row;
    return sign != NULL || row != NULL;
}

/* Doc of the last row, appended to the list of known keys; NULL: none. */
static const char *table_doc(const carom_param *rows)
{
    while (rows != NULL && rows->key != NULL) {
        rows++;
    }
    return rows == NULL ? NULL : rows->doc;
}

const carom_param *carom_hint_key(const carom_param *rows, void *options,
                                  const carom_written_key *written, char *text, size_t size)
{
    const char *key = written->key;
    const carom_param *meant = NULL, *parent = carom_hint_parent(rows, key), *below;
    char name[KEY_SIZE];
    size_t unit = 0;
    bool certain;
    if (hint_punctuation(rows, options, written, &meant, text, size)) {
        return meant;
    }
    key_list keys = {.count = 0};
    key_owner owner = find_owner(rows, options, key);
    carom_params_each(rows, options, add_key, &keys);
    const char *nearest = find_name(key, keys.name, keys.count, &certain);
    certain = certain && nearest != NULL;
    meant = find_unit(rows, options, key, &unit);
    if (owner.entry != NULL) {
        snprintf(text, size, "belongs to '%s: %s'; expected ", owner.row->key, owner.entry->name);
        carom_text_append(text, size, certain ? "'%s' here" : "here one of: %s",
                          certain ? nearest : keys.known);
        meant = certain ? carom_params_find(rows, options, nearest).row : NULL;
    } else if (meant != NULL) {
        double factor = units[unit].factor;
        char number[32] = "";
        if (factor != 1) {
            carom_number_format_digits(fabs(factor), 6, number, sizeof number);
        }
        snprintf(text, size, "%s is not an SI unit; expected '%s' (%s), the value %s%s",
                 units[unit].text, meant->key, meant->unit == NULL ? "" : meant->unit,
                 factor == 1  ? "as it is"
                 : factor < 0 ? "divided by "
                              : "times ",
                 number);
    } else if (parent != NULL && !certain) {
        snprintf(text, size,
                 written->path != NULL ? "unknown key here; expected %s.%s=..."
                                       : "unknown key here; it belongs below '%s': indented by two "
                                         "spaces, or in its braces",
                 written->path != NULL ? written->path : parent->key, key);
    } else if (!certain && (below = find_synonym_below(rows, key, name)) != NULL) {
        snprintf(text, size, "unknown key here; did you mean '%s' below '%s'?", name, below->key);
        carom_text_append(text, size, below->type == CAROM_MAP ? " (%s: { %s: ... })" : "",
                          below->key, name);
    } else if ((strncmp(key, "angle", 5) == 0 || strncmp(key, "direction", 9) == 0 ||
                strncmp(key, "speed", 5) == 0) &&
               carom_params_find(rows, options, "vy_mps").row != NULL) {
        snprintf(text, size,
                 "unknown key; use vx_mps and vy_mps, the speed times the cosine and "
                 "the sine of the angle");
    } else if (nearest != NULL) {
        snprintf(text, size, "unknown key; did you mean '%s'?", nearest);
        meant = carom_params_find(rows, options, nearest).row;
    } else {
        snprintf(text, size, "unknown key; expected one of: %s", keys.known);
        if (table_doc(rows) != NULL) {
            carom_text_append(text, size, "; %s", table_doc(rows));
        }
    }
    return meant;
}

/* ---- values ---- */

/* Append the value of a number with a decimal comma, or a note about thousands separators. */
static void hint_comma(const char *value, char *text, size_t size)
{
    char number[64], *end;
    size_t comma = strcspn(value, ","), last = strlen(value) - 1;
    if (value[last] == ',' || value[last] == ';') {
        carom_text_append(text, size, "; remove the '%c' at its end", value[last]);
        return;
    }
    snprintf(number, sizeof number, "%.60s", value);
    number[comma < sizeof number ? comma : 0] = '.';
    (void)strtod(number, &end); /* a unit may follow */
    if (value[comma] == '\0' || is_thousands(value, comma, value + comma + 1) ||
        strlen(value) > 60 || end <= number + comma || strpbrk(number, ",;'_") != NULL) {
        carom_text_append(text, size, "; write it without thousands separators");
    } else {
        carom_text_append(text, size, "; write the decimal point: %s", number);
    }
}

/* Append the value of a number that has a unit, in the unit of the key; "" or "%" of a fraction. */
static void hint_unit(const carom_param *row, double number, const char *unit, char *text,
                      size_t size)
{
    const char *own = row->unit == NULL ? "" : row->unit, *suffix = strrchr(row->key, '_');
    double factor = strcmp(unit, "%") == 0 && own[0] == '\0' ? -100 : strcmp(unit, own) == 0;
    for (size_t k = 0; k < UNITS && suffix != NULL && factor == 0; k++) {
        bool same = strcmp(unit, units[k].text) == 0 || strcmp(unit, units[k].suffix) == 0;
        factor = same && carom_text_ends_in(row->key, units[k].right) ? units[k].factor : 0;
    }
    if (factor != 0) {
        carom_text_append(text, size, "; write the %s: %.15g",
                          own[0] == '\0' ? "fraction" : "number alone",
                          factor < 0 ? number / -factor : number * factor);
    } else {
        carom_text_append(text, size, "; write the number alone%s%s", own[0] == '\0' ? "" : ", in ",
                          own);
    }
}

/* The most certain signs come first. */
static void hint_number(const carom_param *row, const char *value, char *text, size_t size)
{
    /* as word processors write them */
    static const char minus[] = "\xe2\x88\x92", dash[] = "\xe2\x80\x93";
    char *end;
    double number = strtod(value, &end);
    const char *rest = end + strspn(end, " ");
    if (strstr(value, minus) != NULL) {
        carom_text_append(text, size, "; the minus is the character U+2212, write '-'");
    } else if (strstr(value, dash) != NULL) {
        carom_text_append(text, size, "; the minus is a dash (U+2013), write '-'");
    } else if (strstr(value, "//") != NULL || strchr(value, '#') != NULL) {
        carom_text_append(text, size, "; a comment begins with a space and '#'");
    } else if (strpbrk(value, ",;'_") != NULL) {
        hint_comma(value, text, size);
    } else if (*rest == '/' ||
               ((strpbrk(value, "*+()^") != NULL || strstr(value, "\xc3\x97") != NULL) &&
                (end == value || *rest != '\0'))) {
        carom_text_append(text, size, "; carom does not calculate, write the value (1e5 for 10^5)");
    } else if (end != value && *rest != '\0' && value[strspn(value, "+-.0123456789eE ")] != '\0') {
        hint_unit(row, number, rest, text, size);
    } else if (end != value && strchr(value, ' ') != NULL) {
        carom_text_append(text, size, "; write it without spaces");
    }
}

void carom_hint_value(const carom_param *row, const char *value, char *text, size_t size)
{
    static const char upper[] = "\xe2\x80\x9c", lower[] = "\xe2\x80\x9e";
    if (strstr(value, upper) != NULL || strstr(value, lower) != NULL) {
        carom_text_append(text, size, "; the quotes are typographic, write \" or none");
    } else if (row->type == CAROM_NUMBER || row->type == CAROM_COUNT || row->type == CAROM_VECTOR) {
        hint_number(row, value, text, size);
    } else if (row->type == CAROM_WORD || row->type == CAROM_ENTRY) {
        const char *name[100];
        size_t count = 0;
        while (count < sizeof name / sizeof name[0] &&
               (name[count] = carom_param_word(row, count)) != NULL) {
            count++;
        }
        const char *nearest = carom_hint_name(value, name, count);
        carom_text_append(text, size, nearest == NULL ? "" : "; did you mean '%s'?", nearest);
    } else if (row->type == CAROM_FLAG && strpbrk(value, "yYtT1oO") == value) {
        carom_text_append(text, size,
                          strcmp(value, "off") == 0 || strcmp(value, "Off") == 0 ? "; write false"
                                                                                 : "; write true");
    } else if (row->type == CAROM_FLAG) {
        carom_text_append(text, size, strpbrk(value, "nNfF0") == value ? "; write false" : "");
    }
}
