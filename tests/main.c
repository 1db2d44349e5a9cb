/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One program for all tests in C: each file registers its suite (support.h).
 * usage: all            lists the suites, as scene/test_rolling
 *        all SUITE...   runs them; CK_FORK=no runs the tests in this process */
#include "suites.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static test_suite *suites;

void test_register(test_suite *suite)
{
    suite->next = suites;
    suites = suite;
}

/* "tests/scene/test_rolling.c" with or without folders before it: the part from scene/ on, without
 * its ending. */
static bool has_name(const test_suite *suite, const char *name)
{
    size_t length = strlen(suite->file), wanted = strlen(name);
    return length > wanted + 2 && strcmp(suite->file + length - 2, ".c") == 0 &&
           strncmp(suite->file + length - 2 - wanted, name, wanted) == 0 &&
           suite->file[length - 3 - wanted] == '/';
}

static int run_named(const char *name)
{
    int failed = 0, found = 0;
    for (const test_suite *suite = suites; suite != NULL; suite = suite->next) {
        if (has_name(suite, name)) {
            failed += test_suite_run(suite);
            found++;
        }
    }
    if (found == 0) {
        fprintf(stderr, "tests: no suite %s\n", name);
    }
    return found == 0 ? 1 : failed;
}

int main(int count, char **argument)
{
    int failed = 0;
    for (const test_suite *suite = suites; suite != NULL && count == 1; suite = suite->next) {
        int length = (int)strlen(suite->file) - 2;
        printf("%.*s\n", length - (int)strlen("tests/"), suite->file + strlen("tests/"));
    }
    for (int i = 1; i < count; i++) {
        failed += run_named(argument[i]);
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
