/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Suites of tests. A file of tests ends in TEST_MAIN(name, test, ...), or in TEST_SUITE(name, add)
 * if it repeats tests. The program of all tests (main.c) is compiled with TEST_REGISTER; others, as
 * the golden program, have a main of their own.
 */
#ifndef CAROM_TESTS_SUITES_H
#define CAROM_TESTS_SUITES_H

#include <stdbool.h>
#include <stdlib.h>

/** Subject of the assertions that follow, printed before their messages: "integrator heun". Tests
 * begin without one. */
static char test_subject[240];

#ifdef TESTS_WITHOUT_CHECK /* a program without the Check library, whose assertions end it */
#define ck_abort_msg(...) (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(EXIT_FAILURE))
#else
#include <check.h>

typedef struct test_suite {
    const char *name, *file;
    void (*add)(TCase *tcase);
    void (*begin)(void), (*end)(void); /* of every test */
    struct test_suite *next;
} test_suite;

/** Add a suite to the list of the program. */
void test_register(test_suite *suite);

static inline void test_clear_subject(void)
{
    test_subject[0] = '\0';
}

/** What a test keeps until its end, the last one first. */
typedef struct test_kept {
    void *object;
    void (*release)(void *object);
    struct test_kept *next;
} test_kept;

static test_kept *test_keeps;

/** Release an object by @p release at the end of the test, also of one that fails. @return object
 */
static inline void *test_keep(void *object, void (*release)(void *object))
{
    test_kept *kept = malloc(sizeof *kept);
    ck_assert(object != NULL && kept != NULL);
    *kept = (test_kept){object, release, test_keeps};
    test_keeps = kept;
    return object;
}

/** Release all kept objects now. */
static inline void test_release(void)
{
    while (test_keeps != NULL) {
        test_kept *kept = test_keeps;
        test_keeps = kept->next;
        kept->release(kept->object);
        free(kept);
    }
}

/** Run a suite. @return the number of failed tests */
static inline int test_suite_run(const test_suite *suite)
{
    enum { TIMEOUT_S = 300 };
    Suite *all = suite_create(suite->name);
    TCase *tcase = tcase_create(suite->name);
    tcase_set_timeout(tcase, TIMEOUT_S);
    tcase_add_checked_fixture(tcase, suite->begin, suite->end);
    suite->add(tcase);
    suite_add_tcase(all, tcase);
    SRunner *runner = srunner_create(all);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed;
}

#ifdef TEST_REGISTER
#define TEST_SUITE(name, add)                                                                      \
    __attribute__((constructor)) static void register_suite(void)                                  \
    {                                                                                              \
        static test_suite suite = {name, __FILE__, add, test_clear_subject, test_release, NULL};   \
        test_register(&suite);                                                                     \
    }
#else
#define TEST_SUITE(name, add)                                                                      \
    int main(void)                                                                                 \
    {                                                                                              \
        return test_suite_run(&(test_suite){name, __FILE__, add, test_clear_subject, test_release, \
                                            NULL}) == 0                                            \
                 ? EXIT_SUCCESS                                                                    \
                 : EXIT_FAILURE;                                                                   \
    }
#endif

/** A suite of the given tests. */
#define TEST_MAIN(name, ...)                                                                       \
    static void add_tests(TCase *tcase)                                                            \
    {                                                                                              \
        const TTest *const tests[] = {__VA_ARGS__};                                                \
        for (size_t i_ = 0; i_ < sizeof tests / sizeof tests[0]; i_++) {                           \
            tcase_add_test(tcase, tests[i_]);                                                      \
        }                                                                                          \
    }                                                                                              \
    TEST_SUITE(name, add_tests)
#endif

#endif
