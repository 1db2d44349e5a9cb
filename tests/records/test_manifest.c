/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a manifest is said with its place; the path outlives the reading of it. */
#define _XOPEN_SOURCE 700
#include "records/manifest_read.h"
#include "scratch_folder.h"

START_TEST(what_is_missing_is_said_with_the_place)
{
    char *text = NULL, expected[200];
    carom_error error = {0};
    make_folder();
    write_file("run.json", "{ \"program\": \"carom\" }");
    ck_assert_int_eq(carom_records_scenario(folder, &text, &error), CAROM_INVALID);
    snprintf(expected, sizeof expected, "%s/run.json:1:1: scenario: found nothing; expected a text",
             folder);
    ck_assert_str_eq(error.text, expected);
    ck_assert_ptr_null(text);
}
END_TEST

TEST_MAIN("manifest", what_is_missing_is_said_with_the_place)
