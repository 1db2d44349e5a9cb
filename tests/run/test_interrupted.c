/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end is wanted while rows are written: it is heard there, not when all of them are, and
 * nothing is left of the run. */
#define _XOPEN_SOURCE 700
#include "export/export.h"
#include "records/columns.h"
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

/* Of as many collisions, and moments of a contact, as many rows; of an end that is wanted fewer. */
START_TEST(rows_are_not_written_to_the_last_where_the_end_is_wanted)
{
    enum { COUNT = 5000 };
    static carom_collision met[COUNT];
    static carom_moment moment[COUNT];
    const carom_log log = {.item = met, .count = COUNT};
    const carom_moments moments = {.item = moment, .count = COUNT};
    carom_scenario scenario;
    carom_error error = {0};
    read_scenario(&scenario);
    for (size_t k = 0; k < COUNT; k++) {
        met[k].b = moment[k].b = 1;
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
                table == 0
                    ? carom_record_collisions(rows, &scenario.problem, &log, &stop, &error)
                    : carom_record_contacts(rows, &scenario.problem, &moments, &stop, &error),
                expected);
            fclose(rows);
            ck_assert_uint_eq(lines_of(all), wanted ? 1 : COUNT + 1);
            free(all);
        }
    }
    carom_scenario_free(&scenario);
}
END_TEST

static volatile sig_atomic_t wish;

/* The last slice is done: what follows is the last sample, and its rows. */
static void wish_at_the_end(void *context, double part, double t_s)
{
    (void)context;
    (void)t_s;
    wish = part == 1;
}

START_TEST(a_run_that_is_ended_in_its_last_rows_leaves_nothing)
{
    carom_scenario scenario;
    carom_run run;
    carom_error error = {0};
    carom_request request = {.scenario = &scenario,
                             .name = "two",
                             .directory = folder,
                             .collisions = true,
                             .hasty = true,
                             .threads = 1,
                             .stop = &wish,
                             .progress = wish_at_the_end};
    make_folder();
    read_scenario(&scenario);
    wish = 0;
    ck_assert_int_eq(carom_run_scenario(&run, &request, &error), CAROM_INTERRUPTED);
    ck_assert_str_eq(error.text, "interrupted at t = 0.1 s; no record was changed");
    carom_run_close(&run);
    ck_assert_int_eq(count_files(), 0);
    rmdir(folder);
    carom_scenario_free(&scenario);
}
END_TEST

/* Of records with three samples not one more is exported. */
START_TEST(an_export_of_records_hears_it_at_the_next_sample)
{
    carom_scenario scenario;
    carom_run run;
    carom_error error = {0};
    carom_request request = {
        .scenario = &scenario, .name = "two", .directory = folder, .hasty = true, .threads = 1};
    char chosen[CAROM_NAME_SIZE], *all = NULL, path[200];
    const char *const left[] = {"rigid/series.tsv", "rigid/trajectory.tsv", "rigid", "summary.tsv",
                                "run.json"};
    size_t size = 0;
    FILE *rows = open_memstream(&all, &size);
    ck_assert_ptr_nonnull(rows);
    make_folder();
    read_scenario(&scenario);
    assert_ok(carom_run_scenario(&run, &request, &error));
    carom_run_close(&run);
    wish = 1;
    ck_assert_int_eq(carom_export_records(rows, carom_export_format_find("csv"), folder, NULL,
                                          &wish, chosen, &error),
                     CAROM_INTERRUPTED);
    fclose(rows);
    ck_assert_uint_eq(lines_of(all), 1);
    free(all);
    for (size_t k = 0; k < sizeof left / sizeof left[0]; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, left[k]);
        ck_assert_int_eq(remove(path), 0);
    }
    ck_assert_int_eq(rmdir(folder), 0);
    carom_scenario_free(&scenario);
}
END_TEST

TEST_MAIN("interrupted", rows_are_not_written_to_the_last_where_the_end_is_wanted,
          a_run_that_is_ended_in_its_last_rows_leaves_nothing,
          an_export_of_records_hears_it_at_the_next_sample)
