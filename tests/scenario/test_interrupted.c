/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cancellation during every step that is slow for a million balls: parsing, reading, generating
 * groups, comparing balls. */
#define _XOPEN_SOURCE 700
#include "records/records.h"
#include "scenario/scenario.h"
#include "scratch_folder.h"

static const char text[] = "carom: 1\ngroups: [ { kind: gas, name: g, count: 9 } ]\n"
                           "balls: [ { name: cue, x_m: 1.2385, y_m: 0.4 } ]\n"
                           "solvers: [ { kind: impulse } ]\n";

START_TEST(parsing_is_cancelled)
{
    volatile sig_atomic_t stop = 1;
    carom_messages messages = {.stop = &stop};
    carom_scenario scenario;
    char *recorded;
    carom_error error = {CAROM_OK, "", ""};
    ck_assert_int_eq(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages),
                     CAROM_INTERRUPTED);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
    make_folder();
    write_file("run.json", "{ \"scenario\": \"carom: 1\" }");
    ck_assert_int_eq(carom_records_text(folder, "scenario", &stop, &recorded, &error),
                     CAROM_INTERRUPTED);
    ck_assert_str_eq(error.text, "interrupted");
    ck_assert_ptr_null(recorded);
}
END_TEST

START_TEST(reading_a_list_is_cancelled)
{
    volatile sig_atomic_t stop = 0;
    carom_messages messages = {.stop = &stop};
    carom_scenario scenario = {.version = 0};
    carom_document document;
    assert_ok(carom_scenario_parse(&document, text, strlen(text), &messages));
    assert_ok(carom_params_default(carom_scenario_rows, &scenario, NULL));
    stop = 1;
    ck_assert_int_eq(
        carom_params_read(carom_scenario_rows, &scenario, document.root, "", &messages),
        CAROM_INTERRUPTED);
    ck_assert_uint_eq(messages.errors, 0);
    carom_document_close(&document);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}
END_TEST

START_TEST(comparing_balls_is_cancelled)
{
    volatile sig_atomic_t stop = 0;
    carom_messages messages = {.stop = &stop};
    carom_scenario scenario;
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_uint_eq(messages.errors, 0);
    stop = 1;
    ck_assert_int_eq(carom_scenario_validate_balls(&scenario, CAROM_NO_NODE, &messages),
                     CAROM_INTERRUPTED);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}
END_TEST

/* This takes seconds for a million balls. */
START_TEST(creating_a_solver_is_cancelled)
{
    static const char both[] =
        "carom: 1\nballs: [ { name: cue, x_m: 1.2385, y_m: 0.4 } ]\n"
        "solvers: [ { kind: impulse }, { kind: penalty, stiffness_N_per_m: 1e4, step_s: 1e-4 } ]\n";
    volatile sig_atomic_t stop = 1;
    carom_scenario scenario;
    carom_messages messages = {0};
    assert_ok(carom_scenario_read(&scenario, both, strlen(both), NULL, 0, &messages));
    ck_assert_uint_eq(scenario.solvers.count, 2);
    for (size_t k = 0; k < scenario.solvers.count; k++) {
        carom_error error = {CAROM_OK, "", ""};
        ck_assert_ptr_null(carom_solver_new_cancellable(
            &scenario.problem, &carom_scenario_solver_at(&scenario, k)->kind, false, &stop,
            &error));
        ck_assert_int_eq(error.status, CAROM_INTERRUPTED);
    }
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}
END_TEST

TEST_MAIN("interrupted", parsing_is_cancelled, reading_a_list_is_cancelled,
          comparing_balls_is_cancelled, creating_a_solver_is_cancelled)
