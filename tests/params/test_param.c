/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameter tables and numbers as text. */
#include "params/params.h"
#include "support.h"
#include <locale.h>

static const char *const words[] = {"red", "green", NULL};

typedef struct {
    double length_m, optional, direction[2];
    int64_t count;
    bool flag;
    int colour;
    char text[8];
    carom_choice law;
} options;

static const carom_param rows[] = {
    {.key = "length_m",
     .type = CAROM_NUMBER,
     .unit = "m",
     .fallback = "0.25",
     .lowest = CAROM_POSITIVE,
     .highest = 10,
     .doc = "length",
     .offset = offsetof(options, length_m)},
    {.key = "optional",
     .type = CAROM_NUMBER,
     .fallback = "",
     .lowest = CAROM_ANY_LOW,
     .highest = CAROM_ANY_HIGH,
     .offset = offsetof(options, optional)},
    {.key = "direction",
     .type = CAROM_VECTOR,
     .fallback = "0",
     .lowest = -1,
     .highest = 1,
     .offset = offsetof(options, direction)},
    {.key = "count",
     .type = CAROM_COUNT,
     .fallback = "3",
     .lowest = 1,
     .highest = 9,
     .offset = offsetof(options, count)},
    {.key = "flag", .type = CAROM_FLAG, .fallback = "true", .offset = offsetof(options, flag)},
    {.key = "colour",
     .type = CAROM_WORD,
     .fallback = "green",
     .words = words,
     .offset = offsetof(options, colour)},
    {.key = "text",
     .type = CAROM_TEXT,
     .fallback = "hello",
     .size = 8,
     .offset = offsetof(options, text)},
    {.key = "law",
     .type = CAROM_ENTRY,
     .fallback = "hooke",
     .interface = &carom_force_laws,
     .offset = offsetof(options, law)},
    {.key = NULL}};

START_TEST(defaults_and_formats)
{
    static const char *const want[] = {"0.25", "nan",   "[0, 0]", "3",
                                       "true", "green", "hello",  "hooke"};
    options o = {0};
    char text[64];
    assert_ok(carom_params_default(rows, &o, NULL));
    for (size_t i = 0; i < 8; i++) {
        carom_param_format((carom_param_ref){&rows[i], &o}, text, sizeof text);
        ck_assert_str_eq(text, want[i]);
        ck_assert_int_eq(carom_param_is_set((carom_param_ref){&rows[i], &o}), i != 1);
    }
    carom_params_free(rows, &o);
    ck_assert_ptr_null(o.law.entry);
}
END_TEST

START_TEST(parsing_and_rejecting)
{
    static const struct {
        const char *key, *text;
        bool good;
        const char *says;
    } table[] = {{"length_m", "1e-3", true, ""},
                 {"length_m", "0", false, "a number > 0 and <= 10 (m)"},
                 {"length_m", "11", false, "found '11'"},
                 {"length_m", "1m", false, "found '1m'"},
                 {"length_m", "inf", false, "found 'inf'"},
                 {"length_m", "nan", false, "found 'nan'"},
                 {"length_m", "", false, "expected a number"},
                 {"length_m", " 1", false, "expected a number"},
                 {"length_m", "0x1p-1", true, ""},
                 {"count", "9", true, ""},
                 {"count", "1e0", true, ""},
                 {"count", "2.5", false, "a whole number from 1 to 9"},
                 {"count", "10", false, "found '10'"},
                 {"flag", "false", true, ""},
                 {"flag", "no", false, "true or false"},
                 {"colour", "red", true, ""},
                 {"colour", "blue", false, "one of: red, green"},
                 {"text", "1234567", true, ""},
                 {"text", "12345678", false, "at most 7"},
                 {"law", "hooke", true, ""},
                 {"law", "hookes", false, "one of: hooke"}};
    options o = {0};
    assert_ok(carom_params_default(rows, &o, NULL));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        carom_error error = {0};
        carom_param_ref place = carom_params_find(rows, &o, table[i].key);
        carom_status status = carom_param_parse(place, table[i].text, &error);
        ck_assert_msg((status == CAROM_OK) == table[i].good, "%s: %s", table[i].key, table[i].text);
        ck_assert_msg(strstr(error.text, table[i].says) != NULL, "'%s' lacks '%s'", error.text,
                      table[i].says);
    }
    carom_params_free(rows, &o);
}
END_TEST

START_TEST(rows_of_a_chosen_entry_join)
{
    options o = {0};
    carom_param_ref place;
    assert_ok(carom_params_default(rows, &o, NULL));
    place = carom_params_find(rows, &o, "stiffness_N_per_m");
    ck_assert_ptr_nonnull(place.row);
    ck_assert_ptr_eq(place.options, o.law.options);
    ck_assert_ptr_null(carom_params_find(rows, &o, "no_such").row);
    carom_params_free(rows, &o);
}
END_TEST

START_TEST(numbers_survive_text)
{
    stream s = {99};
    for (int i = 0; i < 20000; i++) {
        double value = (next_number(&s) - 0.5) * pow(10, 40 * next_number(&s) - 20), back;
        char text[40], args[40];
        carom_number_format(value, text, sizeof text);
        ck_assert(carom_number_parse(text, &back));
        assert_same(back, value);
        carom_number_format_short(value, args, sizeof args);
        ck_assert(carom_number_parse(args, &back));
        assert_same(back, value);
        ck_assert_uint_le(strlen(args), strlen(text));
    }
}
END_TEST

/* No number of digits gives fewer characters, and no smaller number as many. */
START_TEST(short_numbers_are_the_shortest)
{
    stream s = {17};
    const double some[] = {10,  0.1,  1200, 1e5,    1234567890123450, 5e-324,  1.0 / 3,
                           100, 1e15, 1e16, 0.0001, 0.00001,          0x1p-44, 0x1p60};
    const char *const as[] = {"10", "0.1", "1200", "1e+05", "1234567890123450"};
    for (int i = 0; i < 4000; i++) {
        double step = pow(10, floor(14 * next_number(&s)) - 7), value = 0, back;
        char text[40], other[40];
        value = i < 14 ? some[i] : floor(2000 * next_number(&s)) * step;
        carom_number_format_short(value, text, sizeof text);
        ck_assert(i >= 5 || strcmp(text, as[i]) == 0);
        for (int digits = 1; digits <= 17; digits++) {
            carom_number_format_digits(value, digits, other, sizeof other);
            if (carom_number_parse(other, &back) && back == value) {
                ck_assert_uint_le(strlen(text), strlen(other));
            }
        }
    }
}
END_TEST

/* Decimal points are read and written in a locale with decimal commas too. */
START_TEST(numbers_are_independent_of_the_locale)
{
    const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8"};
    char text[40];
    double value;
    for (size_t i = 0; i < 3; i++) {
        (void)setlocale(LC_ALL, names[i]); /* skipped where the system lacks it */
        ck_assert(carom_number_parse("1.5", &value));
        assert_same(value, 1.5);
        ck_assert(!carom_number_parse("1,5", &value));
        carom_number_format(0.5, text, sizeof text);
        ck_assert_str_eq(text, "0.5");
    }
    setlocale(LC_ALL, "C");
    carom_number_format(NAN, text, sizeof text);
    ck_assert_str_eq(text, "nan");
}
END_TEST

START_TEST(prefixes_follow_the_rounded_number)
{
    const struct {
        double value;
        int digits;
        const char *unit, *want;
    } cases[] = {{3.14e-8, 2, "s", "31 ns"},
                 {123.4, 2, "J", "120 J"},
                 {999.6, 3, "J", "1 kJ"},
                 {999.4, 3, "J", "999 J"},
                 {9.159e-4, 4, "s", "915.9 µs"},
                 {-2.387e-6, 3, "m", "-2.39 µm"},
                 {0, 3, "J", "0 J"},
                 {1e-3, 4, "m", "1 mm"},
                 {0.02387, 3, "", "0.0239"},
                 {3e-20, 2, "s", "3e-20 s"},
                 {INFINITY, 2, "m", "inf m"},
                 {NAN, 2, "m", "nan m"},
                 {1234567, 4, "N/m", "1.235 MN/m"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_str_eq(
            carom_number_with_prefix(cases[i].value, cases[i].digits, cases[i].unit).text,
            cases[i].want);
    }
}
END_TEST

TEST_MAIN("param", defaults_and_formats, parsing_and_rejecting, rows_of_a_chosen_entry_join,
          numbers_survive_text, short_numbers_are_the_shortest,
          numbers_are_independent_of_the_locale, prefixes_follow_the_rounded_number)
