/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces the Check library in WebAssembly: the parts that tests/support.h and test_golden.c use.
 * The first failed assertion ends the program. */
#ifndef CAROM_TESTS_GOLDEN_WASI_CHECK_H
#define CAROM_TESTS_GOLDEN_WASI_CHECK_H

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    void (*run)(int);
} TTest;

enum { CK_ENV, MOST_TESTS = 20 };

typedef struct {
    const TTest *test[MOST_TESTS];
    int count;
} TCase;
typedef TCase *Suite, *SRunner;

#define START_TEST(name)                                                                           \
    static void name##_run(int);                                                                   \
    static const TTest name##_test = {name##_run}, *const name = &name##_test;                     \
    static void name##_run(int turn __attribute__((unused)))
#define END_TEST

#define ck_abort_msg(...) (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(EXIT_FAILURE))
#define ck_assert_int_eq(a, b) ck_assert_msg((a) == (b), "%s is not %s", #a, #b)
#define ck_assert_ptr_nonnull(pointer) ck_assert_msg((pointer) != NULL, "%s is NULL", #pointer)

static inline Suite *suite_create(const char *name)
{
    (void)name;
    return calloc(1, sizeof(Suite));
}

static inline TCase *tcase_create(const char *name)
{
    (void)name;
    return calloc(1, sizeof(TCase));
}

static inline void tcase_set_timeout(TCase *tests, double seconds)
{
    (void)tests;
    (void)seconds;
}

static inline void tcase_add_test(TCase *tests, const TTest *test)
{
    if (tests->count == MOST_TESTS) {
        ck_abort_msg("more than %d tests", MOST_TESTS);
    }
    tests->test[tests->count++] = test;
}

static inline void tcase_add_checked_fixture(TCase *tests, void (*before)(void),
                                             void (*after)(void))
{
    (void)tests;
    (void)before;
    (void)after;
}

static inline void suite_add_tcase(Suite *suite, TCase *tests)
{
    *suite = tests;
}

static inline SRunner *srunner_create(Suite *suite)
{
    return suite;
}

static inline void srunner_run_all(SRunner *runner, int mode)
{
    (void)mode;
    for (int i = 0; i < (*runner)->count; i++) {
        (*runner)->test[i]->run(0);
    }
}

static inline int srunner_ntests_failed(SRunner *runner)
{
    (void)runner;
    return 0;
}

static inline void srunner_free(SRunner *runner)
{
    free(*runner);
    free(runner);
}

#endif
