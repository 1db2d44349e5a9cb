/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An interrupt while rows are written or read takes effect within the rows, and no record
 * changes. */
#define _XOPEN_SOURCE 700
#include "records/records.h"
#include "run/run.h"
#include "scratch_folder.h"

static const char text[] =
    "carom: 1\n"
    "duration_s: 0.1\n"
    "samples: 3\n"
    "balls: [ { name: a, x_m: 0.3, y_m: 0.4, vx_mps: 1.1 }, { name: b, x_m: 1.3, y_m: 0.4 } ]\n"
    "solvers: [ { name: rigid, kind: impulse } ]\n";

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

START_TEST(interrupt_stops_reading_a_table)
{
    volatile sig_atomic_t stop = 0;
    carom_tsv table;
    carom_error error = {0};
    char path[300];
    make_folder();
    write_file("series.tsv", "t_s\n0\n1\n2\n");
    snprintf(path, sizeof path, "%s/series.tsv", folder);
    assert_ok(carom_tsv_read(&table, path, &stop, &error));
    ck_assert_uint_eq(table.rows, 3);
    stop = 1;
    carom_tsv_free(&table);
    ck_assert_int_eq(carom_tsv_read(&table, path, &stop, &error), CAROM_INTERRUPTED);
    carom_tsv_free(&table);
}
END_TEST

TEST_MAIN("interrupted", interrupt_stops_writing_rows,
          run_interrupted_in_its_last_rows_leaves_nothing, interrupt_stops_reading_a_table)
