/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that carom starts. */
#include "support.h"
#include "system/system.h"

START_TEST(cancelled_child_ends)
{
    static const char *const asleep[] = {"sh", "-c", "trap '' TERM; sleep 30; sleep 30", NULL},
                             *const status_7[] = {"sh", "-c", "exit 7", NULL},
                             *const nobody[] = {"carom-there-is-no-such-program", NULL};
    volatile sig_atomic_t stop = 1;
    carom_error error = {0};
    int got = 0;
    /* otherwise the test exceeds its time limit */
    ck_assert_int_eq(carom_subprocess_run(asleep, NULL, &stop, &got, &error), CAROM_INTERRUPTED);
    stop = 0;
    assert_ok(carom_subprocess_run(status_7, NULL, &stop, &got, &error));
    ck_assert_int_eq(got, 7);
    assert_ok(carom_subprocess_run(nobody, NULL, NULL, &got, &error));
    ck_assert_int_eq(got, CAROM_SUBPROCESS_MISSING);
}
END_TEST

TEST_MAIN("child", cancelled_child_ends)
