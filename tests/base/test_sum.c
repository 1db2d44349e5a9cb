/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compensated sums. */
#include "base/base.h"
#include "support.h"

START_TEST(sums_are_compensated)
{
    carom_sum sum = {0};
    carom_sum_add(&sum, 1);
    carom_sum_add(&sum, 1e100);
    carom_sum_add(&sum, 1);
    carom_sum_add(&sum, -1e100);
    assert_same(carom_sum_value(&sum), 2);
    sum = (carom_sum){0};
    for (int i = 0; i < 1000000; i++) {
        carom_sum_add(&sum, 0.1);
    }
    assert_near(carom_sum_value(&sum), 100000, 1e-11); /* error of the plain sum: 1.3e-6 */
}
END_TEST

TEST_MAIN("sum", sums_are_compensated)
