/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenario files that are read with a warning. */
#include "scenario/scenario.h"
#include "support.h"

#define ONE_BALL "carom: 1\nballs: [ { x_m: 1, y_m: 0.5 } ]\n"

/* Reads @p text and expects no error and one warning, in @p line, that contains @p warning. */
static void assert_warning(const char *text, size_t line, const char *warning)
{
    carom_scenario scenario;
    carom_messages messages = {0};
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_uint_eq(messages.errors, 0);
    ck_assert_uint_eq(messages.count, 1);
    ck_assert(!messages.item[0].is_error);
    ck_assert_msg(strstr(messages.item[0].text, warning) != NULL, "got '%s', want '%s'",
                  messages.item[0].text, warning);
    ck_assert_uint_eq(messages.item[0].mark.line, line);
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
}

START_TEST(coarse_steps_are_a_warning)
{
    /* one ball: walls only, pi sqrt(0.17/1e6) */
    assert_warning(ONE_BALL
                   "solvers:\n  - { kind: penalty, stiffness_N_per_m: 1e6, step_s: 3e-4 }\n",
                   4, "1/10 of the contact time 0.00129531 s");
}
END_TEST

TEST_MAIN("warnings", coarse_steps_are_a_warning)
