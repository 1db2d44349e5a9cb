/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep interrupted at any time reports that the same command continues, and from which point. */
#define _XOPEN_SOURCE 700
#include "scenario/scenario.h"
#include "scratch_folder.h"
#include "sweep/sweep.h"

START_TEST(sweep_interrupted_before_its_first_point_can_continue)
{
    static const char text[] = "carom: 1\nballs: [ { x_m: 1.2385, y_m: 0.4 } ]\n"
                               "solvers: [ { kind: impulse } ]\n"
                               "sweep: { parameters: [ { key: seed, values: [2, 3, 8] } ] }\n";
    volatile sig_atomic_t stop = 1;
    carom_scenario scenario;
    carom_messages messages = {.item = NULL}, of_points = {.stop = &stop};
    carom_error error = {CAROM_OK, "", ""};
    char path[200];
    make_folder();
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_uint_eq(messages.errors, 0);
    const carom_study study = {
        .scenario = &scenario, .text = text, .length = strlen(text), .jobs = 1, .stop = &stop};
    const carom_request request = {.directory = folder, .threads = 1};
    ck_assert_int_eq(carom_sweep_run(&(carom_sweep_request){.study = &study,
                                                            .request = &request,
                                                            .shard = 1,
                                                            .shards = 1,
                                                            .messages = &of_points},
                                     &error),
                     CAROM_INTERRUPTED);
    ck_assert_str_eq(error.text,
                     "interrupted after 0 of 3 points; the same command continues from there");
    snprintf(path, sizeof path, "%s/sweep.journal", folder);
    ck_assert_int_eq(remove(path), 0);
    ck_assert_int_eq(rmdir(folder), 0);
    carom_messages_free(&of_points);
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
}
END_TEST

TEST_MAIN("interrupted sweeps", sweep_interrupted_before_its_first_point_can_continue)
