/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors in a manifest are reported with their position; the path outlives the reader. */
#define _XOPEN_SOURCE 700
#include "records/records.h"
#include "scratch_folder.h"

START_TEST(manifest_errors_have_a_position)
{
    char *text = NULL, expected[200];
    carom_error error = {0};
    make_folder();
    write_file("run.json", "{ \"program\": \"carom\" }");
    ck_assert_int_eq(carom_records_text(folder, "scenario", NULL, &text, &error), CAROM_INVALID);
    snprintf(expected, sizeof expected, "%s/run.json:1:1: scenario: found nothing; expected a text",
             folder);
    ck_assert_str_eq(error.text, expected);
    ck_assert_ptr_null(text);
}
END_TEST

/* The scenario after the solvers may describe a million balls. */
START_TEST(solvers_are_read_without_the_scenario)
{
    char text[100];
    make_folder();
    write_file("run.json",
               "{\n  \"solvers\": [ { \"name\": \"springs\", \"failure\": \"2.385\" } ],\n"
               "  \"scenario\": ] }");
    ck_assert_uint_eq(carom_records_value(folder, "springs", "failure", text, sizeof text), 1);
    ck_assert_str_eq(text, "2.385");
    ck_assert_uint_eq(carom_records_value(folder, "springs", "theta", text, sizeof text), 1);
    ck_assert_str_eq(text, "");
}
END_TEST

TEST_MAIN("manifest", manifest_errors_have_a_position, solvers_are_read_without_the_scenario)
