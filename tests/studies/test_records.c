/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records written through the C interface: files, keys of scenario and study, errors. */
#define _XOPEN_SOURCE 700
#include "scratch_folder.h"
#include "support.h"
#include <carom/records.h>

static const char text[] =
    "carom: 1\n"
    "duration_s: 0.7\n"
    "samples: 8\n"
    "balls:\n"
    "  - { name: cue, x_m: 0.6, y_m: 0.635, vx_mps: 2.385 }\n"
    "  - { name: eight, x_m: 1.2, y_m: 0.64 }\n"
    "solvers:\n"
    "  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e6, step_s: 1e-5 }\n"
    "  - { kind: impulse }\n";

static double progress;

static void note_progress(void *context, double part, double done)
{
    (void)done;
    *(double *)context = part;
}

static carom_status write_records(carom_records_args *args, carom_error *error)
{
    make_folder();
    args->path = "scene.yaml";
    args->text = text;
    args->directory = folder;
    return carom_records_write(args, error);
}

START_TEST(a_comparison_writes_the_records_of_chosen_solvers)
{
    const char *const solvers[] = {"impulse", NULL};
    const carom_setting settings[] = {{"samples", "3"}, {NULL, NULL}};
    carom_records_args args = {.command = "compare",
                               .solvers = solvers,
                               .settings = settings,
                               .progress = note_progress,
                               .context = &progress};
    carom_error error = {0};
    char series[4000];
    size_t rows = 0;
    ck_assert_msg(write_records(&args, &error) == CAROM_OK, "%s", error.text);
    ck_assert_str_eq(args.name, "scene.yaml");
    ck_assert_ptr_null(args.messages);
    ck_assert(progress == 1);
    read_back("impulse/series.tsv", series, sizeof series);
    for (const char *c = series; *c != '\0'; c++) {
        rows += *c == '\n';
    }
    ck_assert_uint_eq(rows, 1 + 3);
    read_back("run.json", series, sizeof series);
    ck_assert_msg(strstr(series, "{\"name\": \"heun\"") == NULL, "%s", series);
    carom_records_args_free(&args);
}
END_TEST

START_TEST(a_study_has_keys_of_its_own_and_a_report)
{
    const carom_setting settings[] = {{"gradient.of", "eight.x_m"},
                                      {"restitution", "0.95"},
                                      {"gradient.by", "balls.cue.vx_mps"},
                                      {NULL, NULL}};
    carom_records_args args = {.command = "gradient", .settings = settings, .jobs = 1};
    carom_error error = {0};
    char table[2000];
    ck_assert_msg(write_records(&args, &error) == CAROM_OK, "%s", error.text);
    read_back("gradient.tsv", table, sizeof table);
    ck_assert_msg(strstr(table, "impulse\teight.x_m\tballs.cue.vx_mps\t") != NULL, "%s", table);
    ck_assert_msg(strstr(args.report, "eight.x_m") != NULL, "%s", args.report);
    carom_records_args_free(&args);
    carom_records_args_free(&args);
}
END_TEST

START_TEST(errors_have_their_key)
{
    static const char *const unknown[] = {"rk4", NULL};
    static const carom_setting bad[] = {{"balls.cue.mass_kg", "-1"}, {NULL, NULL}};
    static const struct {
        const char *command, *const *solvers;
        const carom_setting *settings;
        const char *key, *part;
    } wrong[] = {{"explain", NULL, NULL, "command", "'explain' is no study"},
                 {"sweep", NULL, NULL, "sweep", "missing; add for instance"},
                 {"compare", unknown, NULL, "solvers", "no solver 'rk4'; its solvers are: heun"},
                 {"compare", NULL, bad, "balls[0].mass_kg", "--set balls.cue.mass_kg=-1"}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        carom_records_args args = {.command = wrong[k].command,
                                   .solvers = wrong[k].solvers,
                                   .settings = wrong[k].settings};
        carom_error error = {0};
        ck_assert_int_eq(write_records(&args, &error), CAROM_INVALID);
        ck_assert_msg(strstr(error.text, wrong[k].part) != NULL, "%s", error.text);
        ck_assert_str_eq(error.key, wrong[k].key);
        ck_assert_msg((args.messages != NULL) == (wrong[k].settings != NULL), "%s", error.text);
        carom_records_args_free(&args);
        remove_folder();
    }
}
END_TEST

START_TEST(a_missing_file_is_named)
{
    carom_records_args args = {.command = "compare", .path = "no/such.yaml", .directory = "."};
    carom_error error = {0};
    ck_assert_int_eq(carom_records_write(&args, &error), CAROM_CANNOT_READ);
    ck_assert_msg(strstr(error.text, "no/such.yaml") != NULL, "%s", error.text);
    ck_assert_int_eq(carom_records_draw("no/such", ".", NULL, NULL, &error), CAROM_CANNOT_READ);
}
END_TEST

TEST_MAIN("records of the C interface", a_comparison_writes_the_records_of_chosen_solvers,
          a_study_has_keys_of_its_own_and_a_report, errors_have_their_key, a_missing_file_is_named)
