/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a carom_error begins with its key, as callers print it alone. */
#include "support.h"
#include <carom/carom.h>

/* @p error has this key, and its text is "key: problem" with the key once. */
static void assert_named(const carom_error *error, const char *key)
{
    size_t length = strlen(key);
    ck_assert_str_eq(error->key, key);
    ck_assert_msg(strncmp(error->text, key, length) == 0 &&
                      strncmp(error->text + length, ": ", 2) == 0 &&
                      strncmp(error->text + length + 2, key, length) != 0,
                  "got '%s', want '%s: problem'", error->text, key);
}

START_TEST(errors_of_the_library_begin_with_their_key)
{
    carom_change late = {.t_s = 2.385, .restitution = {0.5, 0.5}};
    carom_change early = {.t_s = 1.125, .restitution = {0.5, 0.5}};
    carom_trace_request trace_request = {.first = 1};
    carom_ball ball = carom_ball_default();
    carom_error error = {CAROM_OK, "", ""};
    carom_problem problem;
    carom_solver *solver;
    carom_choice choice = {NULL, NULL};
    carom_param_ref step;
    carom_problem_init(&problem);
    ck_assert_ptr_null(carom_solver_new(&problem, "impulse", NULL, &error));
    assert_named(&error, "balls");
    ball.x_m = ball.y_m = 0.635;
    assert_ok(carom_problem_add(&problem, &ball, NULL));
    assert_ok(carom_problem_add_change(&problem, &late, NULL));
    ck_assert_int_eq(carom_problem_add_change(&problem, &early, &error), CAROM_INVALID);
    assert_named(&error, "at_s");
    solver = carom_solver_new(&problem, "impulse", NULL, NULL);
    ck_assert(solver != NULL && carom_solver_advance(solver, 0.75, NULL) == CAROM_OK);
    ck_assert_int_eq(carom_solver_advance(solver, 0.25, &error), CAROM_INTERNAL);
    assert_named(&error, "t_s");
    ck_assert_int_eq(carom_solver_trace(solver, &trace_request, &error), CAROM_INTERNAL);
    assert_named(&error, "trace");
    carom_solver_free(solver);
    assert_ok(carom_choice_set(&choice, carom_interface_find(&carom_solvers, "penalty"), NULL));
    step = carom_params_find(choice.entry->params, choice.options, "step_s");
    ck_assert_int_eq(carom_param_parse(step, "fast", &error), CAROM_INVALID);
    assert_named(&error, "step_s");
    carom_choice_free(&choice);
    carom_problem_free(&problem);
}
END_TEST

START_TEST(a_key_is_not_repeated)
{
    carom_error error = {CAROM_OK, "", ""};
    carom_error_set(&error, CAROM_INVALID, "x_m", "x_m: found '%d'", 3);
    ck_assert_str_eq(error.text, "x_m: found '3'");
    carom_error_set(&error, CAROM_INVALID, "x_m", "a.yaml:2:5: x_m: found '%d'", 3);
    ck_assert_str_eq(error.text, "a.yaml:2:5: x_m: found '3'");
    carom_error_set(&error, CAROM_INVALID, "x", "expected x: %d", 3);
    ck_assert_str_eq(error.text, "x: expected x: 3");
    carom_error_set(&error, CAROM_INVALID, "", "found '%d'", 3);
    ck_assert_str_eq(error.text, "found '3'");
}
END_TEST

TEST_MAIN("error", errors_of_the_library_begin_with_their_key, a_key_is_not_repeated)
