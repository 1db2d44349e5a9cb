/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An interrupt while rows are written or read takes effect within the rows, and no record
 * changes. */
#define _XOPEN_SOURCE 700
#include "checks/checks.h"
#include "plot/plot.h"
#include "records/records.h"
#include "run/run.h"
#include "scratch_folder.h"

static const char text[] =
    "carom: 1\n"
    "duration_s: 0.1\n"
    "samples: 3\n"
    "balls: [ { name: a, x_m: 0.3, y_m: 0.4, vx_mps: 1.1 }, { name: b, x_m: 1.3, y_m: 0.4 } ]\n"
    "solvers: [ { name: rigid, kind: impulse } ]\n"
    "checks: [ { kind: column, file: series, column: kinetic_J, max: 9 } ]\n";

static void read_scenario(carom_scenario *scenario)
{
    carom_messages messages = {.errors = 0};
    assert_ok(carom_scenario_read(scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_uint_eq(messages.errors, 0);
    carom_messages_free(&messages);
}

static size_t lines_of(const char *all)
{
    size_t count = 0;
    for (; *all != '\0'; all++) {
        count += *all == '\n';
    }
    return count;
}

/* Without an interrupt every collision and contact sample has a row; with one, fewer. */
START_TEST(interrupt_stops_writing_rows)
{
    enum { COUNT = 5000 };
    static carom_collision met[COUNT];
    static carom_contact_sample contact_sample[COUNT];
    const carom_log log = {.item = met, .count = COUNT};
    const carom_contact_samples contact_samples = {.item = contact_sample, .count = COUNT};
    carom_scenario scenario;
    carom_error error = {0};
    read_scenario(&scenario);
    for (size_t k = 0; k < COUNT; k++) {
        met[k].b = contact_sample[k].b = 1;
    }
    for (sig_atomic_t wanted = 0; wanted < 2; wanted++) {
        volatile sig_atomic_t stop = wanted;
        carom_status expected = wanted ? CAROM_INTERRUPTED : CAROM_OK;
        for (int table = 0; table < 2; table++) {
            char *all = NULL;
            size_t size = 0;
            FILE *rows = open_memstream(&all, &size);
            ck_assert_ptr_nonnull(rows);
            ck_assert_int_eq(
                table == 0 ? carom_record_collisions(rows, &scenario.problem, &log, &stop, &error)
                           : carom_record_contacts(rows, &scenario.problem, &contact_samples, &stop,
                                                   &error),
                expected);
            fclose(rows);
            ck_assert_uint_eq(lines_of(all), wanted ? 1 : COUNT + 1);
            free(all);
        }
    }
    carom_scenario_free(&scenario);
}
END_TEST

static volatile sig_atomic_t trace_request;

/* Interrupts after the last part: only the last sample and its rows remain. */
static void interrupt_at_the_end(void *context, double part, double t_s)
{
    (void)context;
    (void)t_s;
    trace_request = part == 1;
}

START_TEST(run_interrupted_in_its_last_rows_leaves_nothing)
{
    carom_scenario scenario;
    carom_run run;
    carom_error error = {0};
    carom_request request = {.scenario = &scenario,
                             .name = "two",
                             .directory = folder,
                             .threads = 1,
                             .stop = &trace_request,
                             .progress = interrupt_at_the_end};
    make_folder();
    read_scenario(&scenario);
    trace_request = 0;
    ck_assert_int_eq(carom_run_scenario(&run, &request, &error), CAROM_INTERRUPTED);
    ck_assert_str_eq(error.text, "interrupted at t = 0.1 s; no record was written");
    carom_run_close(&run);
    ck_assert_int_eq(count_files(), 0);
    rmdir(folder);
    carom_scenario_free(&scenario);
}
END_TEST

/* Scenario of the records that exist until clear_records. */
static carom_scenario scene;

static void leave_records(void)
{
    carom_run run;
    carom_error error = {0};
    carom_request request = {.scenario = &scene, .name = "two", .directory = folder, .threads = 1};
    make_folder();
    read_scenario(&scene);
    assert_ok(carom_run_scenario(&run, &request, &error));
    carom_run_close(&run);
}

static void clear_records(void)
{
    const char *const left[] = {"rigid/series.tsv",     "rigid/trajectory.tsv",
                                "rigid/collisions.tsv", "rigid",
                                "summary.tsv",          "run.json"};
    char path[200];
    for (size_t k = 0; k < sizeof left / sizeof left[0]; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, left[k]);
        ck_assert_int_eq(remove(path), 0);
    }
    ck_assert_int_eq(rmdir(folder), 0);
    carom_scenario_free(&scene);
}

/* While a table is read, and in loops over its rows. */
START_TEST(interrupt_stops_reading_a_table)
{
    volatile sig_atomic_t stop = 0;
    carom_tsv table;
    carom_error error = {0};
    char path[300];
    leave_records();
    snprintf(path, sizeof path, "%s/rigid/series.tsv", folder);
    assert_ok(carom_tsv_read(&table, path, &stop, &error));
    ck_assert_uint_eq(table.rows, 3);
    assert_ok(carom_tsv_check_cancel(&table, 0, &error));
    stop = 1;
    ck_assert_int_eq(carom_tsv_check_cancel(&table, 0, &error), CAROM_INTERRUPTED);
    assert_ok(carom_tsv_check_cancel(&table, 1, &error)); /* in some rows */
    carom_tsv_free(&table);
    ck_assert_int_eq(carom_tsv_read(&table, path, &stop, &error), CAROM_INTERRUPTED);
    carom_tsv_free(&table);
    clear_records();
}
END_TEST

static carom_status make_sound(const volatile sig_atomic_t *stop, carom_error *error)
{
    char report[400];
    return carom_sound_write(folder, NULL, 0, stop, report, sizeof report, error);
}

static carom_status judge(const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_verdicts verdicts;
    carom_status status = carom_checks_run(
        &(carom_check_context){&(carom_study){.scenario = &scene, .stop = stop}, folder, true,
                               NULL},
        &verdicts, error);
    carom_verdicts_free(&verdicts);
    return status;
}

/* Readers of records stop before they read. */
START_TEST(interrupt_stops_all_readers_of_records)
{
    carom_status (*const reads[])(const volatile sig_atomic_t *stop,
                                  carom_error *error) = {judge, make_sound};
    leave_records();
    for (size_t k = 0; k < sizeof reads / sizeof reads[0]; k++) {
        for (sig_atomic_t wanted = 1; wanted >= 0; wanted--) {
            volatile sig_atomic_t stop = wanted;
            carom_error error = {0};
            carom_status status = reads[k](&stop, &error);
            ck_assert_msg(wanted ? status == CAROM_INTERRUPTED
                                 : status == CAROM_OK || reads[k] == make_sound,
                          "reader %zu, wanted %d: %s", k, (int)wanted, error.text);
        }
    }
    clear_records();
}
END_TEST

TEST_MAIN("interrupted", interrupt_stops_writing_rows,
          run_interrupted_in_its_last_rows_leaves_nothing, interrupt_stops_reading_a_table,
          interrupt_stops_all_readers_of_records)
